"""Limits of chapters 1, 3 and 6, each from both sides: a limit one more or one less would be noticed here."""

from __future__ import annotations

from dataclasses import replace

import pytest
from made_events import DAYS, articles, event, finding_of, verdict

from arpad.events.verdict import PASSES, REFUSES

HIGH = {"fide-2003-07": 2200, "fide-2009-07": 2200, "fide-2014-07": 2200, "fide-2024-03": 2400}
"""The rating from which 120 minutes are needed."""
MIDDLE = {"fide-2003-07": 1600, "fide-2009-07": 1600, "fide-2014-07": 1600, "fide-2024-03": 1800}
"""The rating from which 90 minutes are needed."""


def each(**articles_of: str) -> pytest.MarkDecorator:
    """A test for each edition, marked with its article; the year stands for the edition."""
    names = {f"in_{name[5:9]}": name for name in DAYS}
    return pytest.mark.parametrize(
        ("name", "article"),
        [
            pytest.param(names[year], article, marks=pytest.mark.article(article, edition=names[year]), id=names[year])
            for year, article in articles_of.items()
        ],
    )


def is_enough(name: str, best: int, time: str) -> bool:
    """Tell whether a thinking time is enough for two players, the better of this rating."""
    given = verdict(event([best, 1400], start=DAYS[name], rounds=1, time=time))
    return {finding.code for finding in given.findings if finding.code in {"time_control", "too_fast"}} == {
        "time_control"
    }


@each(in_2003="1.1", in_2009="1.1 [1]", in_2014="1.1 [1]", in_2024="1.1 [1]")
def test_a_game_is_taken_to_last_sixty_moves(name: str, article: str) -> None:
    """A minute for each move: 60 and 60 minutes are 120, 59 and 60 are 119. Another number of moves moves both."""
    assert (is_enough(name, HIGH[name], "60+60"), is_enough(name, HIGH[name], "59+60")) == (True, False)
    given = verdict(event([HIGH[name], 1400], start=DAYS[name], rounds=1, time="60+60"))
    assert article in articles(finding_of(given, "time_control"))


@each(in_2003="1.1.1", in_2009="1.1 [2]", in_2014="1.1 [2]", in_2024="1.1 [2]")
def test_the_highest_class_begins_at_its_rating(name: str, article: str) -> None:
    """The rating itself needs 120 minutes, one point less does with 119."""
    assert [is_enough(name, best, "119 min") for best in (HIGH[name] - 1, HIGH[name])] == [True, False]
    short = verdict(event([HIGH[name], 1400], start=DAYS[name], rounds=1, time="119 min"))
    assert article in articles(finding_of(short, "too_fast"))


@each(in_2003="1.1.2", in_2009="1.1 [3]", in_2014="1.1 [3]", in_2024="1.1 [3]")
def test_the_middle_class_begins_at_its_rating(name: str, article: str) -> None:
    """The rating itself needs 90 minutes, one point less does with 89."""
    assert [is_enough(name, best, "89 min") for best in (MIDDLE[name] - 1, MIDDLE[name])] == [True, False]
    short = verdict(event([MIDDLE[name], 1400], start=DAYS[name], rounds=1, time="89 min"))
    assert article in articles(finding_of(short, "too_fast"))


@each(in_2003="1.1.3", in_2009="1.1 [4]", in_2014="1.1 [4]", in_2024="1.1 [4]")
def test_the_lowest_class_ends_below_the_middle_one(name: str, article: str) -> None:
    """One point below the middle class 60 minutes are enough; at it they are not."""
    assert [is_enough(name, best, "60 min") for best in (MIDDLE[name] - 1, MIDDLE[name])] == [True, False]
    given = verdict(event([MIDDLE[name] - 1, 1400], start=DAYS[name], rounds=1, time="60 min"))
    assert article in articles(finding_of(given, "time_control"))


@each(in_2003="1.3", in_2009="1.3", in_2014="1.3")
@pytest.mark.parametrize(("moves", "as_asked"), [(39, False), (40, True), (41, False)])
def test_the_first_control_is_at_move_40(name: str, article: str, *, moves: int, as_asked: bool) -> None:
    """Neither a move earlier nor a move later."""
    tournament = event([2100, 2000], start=DAYS[name], rounds=1)
    finding = finding_of(verdict(replace(tournament, time=f"{moves}/100, 50")), "first_control")

    assert (finding.severity == PASSES, articles(finding)) == (as_asked, {article})


@each(in_2024="1.2")
@pytest.mark.parametrize(("moves", "as_asked"), [(29, False), (30, True), (31, True)])
def test_the_first_control_is_at_move_30_or_later(name: str, article: str, *, moves: int, as_asked: bool) -> None:
    """At 29 it is too early; 30 and more are as asked."""
    tournament = event([2100, 2000], start=DAYS[name], rounds=1)
    finding = finding_of(verdict(replace(tournament, time=f"{moves}/100, 50")), "first_control")

    assert (finding.severity == PASSES, articles(finding)) == (as_asked, {article})


@each(in_2003="3.1", in_2009="3.1", in_2014="3.1", in_2024="3.1")
@pytest.mark.parametrize(("minutes", "severity"), [(180, PASSES), (181, REFUSES)])
def test_a_minute_more_than_twelve_hours_is_too_much(name: str, article: str, minutes: int, severity: str) -> None:
    """Two rounds of three hours for each player are 12 hours; a minute more for each makes 12 hours and 4 minutes."""
    given = verdict(event([1990, 1900], start=DAYS[name], rounds=2, a_day=2, time=f"{minutes} min"))

    assert finding_of(given, "hours_per_day").severity == severity
    assert article in articles(finding_of(given, "hours_per_day"))


@each(in_2003="6.3.2", in_2009="6.32", in_2014="6.22")
@pytest.mark.parametrize(("rated", "unrated", "is_refused"), [(4, 2, False), (3, 3, True), (4, 1, True), (4, 3, False)])
def test_a_double_round_robin_needs_six_players_and_four_rated(
    name: str, article: str, rated: int, unrated: int, *, is_refused: bool
) -> None:
    """Three rated of six are one too few, five players are one too few."""
    given = verdict(event([2000] * rated + [None] * unrated, start=DAYS[name], cycles=2))
    refusing = [finding for finding in given.of(REFUSES) if finding.code == "double_round_robin"]

    assert bool(refusing) == is_refused
    assert all(articles(finding) == {article} for finding in refusing)
