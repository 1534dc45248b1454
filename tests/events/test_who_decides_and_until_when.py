"""Whom an answer names, and until when: reporters, appeals, approvals, and what may last longer than others."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from made_events import DAYS, articles, event, finding_of, verdict

from arpad.events.verdict import PASSES, REFUSES
from arpad.model.meetings import meetings

FIELD = [1990, 1900, 1800, 1700]
REPORTERS = [
    ("fide-2009-07", "0.3", "the organiser"),
    ("fide-2014-07", "0.4", "the chief arbiter"),
    ("fide-2024-03", "0.3", "the chief arbiter"),
]


@pytest.mark.parametrize(
    ("name", "article", "reporter"),
    [pytest.param(*case, marks=pytest.mark.article(case[1], edition=case[0])) for case in REPORTERS],
)
def test_who_reports_an_official_event(name: str, article: str, reporter: str) -> None:
    """The organiser in 2009, the chief arbiter after that."""
    others = {"the organiser", "the chief arbiter"} - {reporter}
    finding = finding_of(verdict(event(FIELD, start=DAYS[name]), official=True), "official")

    assert reporter in finding.message.casefold()
    assert not [other for other in others if other in finding.message.casefold()]
    assert articles(finding) == {article}


APPEALS = [
    ("fide-2009-07", "0.5", "the Qualification Commission"),
    ("fide-2014-07", "0.5", "the Qualification Commission"),
    ("fide-2024-03", "0.4", "the FIDE Council"),
]


@pytest.mark.parametrize(
    ("name", "article", "whom"),
    [pytest.param(*case, marks=pytest.mark.article(case[1], edition=case[0])) for case in APPEALS],
)
def test_an_appeal_has_seven_days(name: str, article: str, whom: str) -> None:
    """Within seven days of the decision, neither more nor less."""
    finding = finding_of(verdict(event(FIELD, start=DAYS[name]), registered=False), "appeal")

    assert (f"{whom} within 7 days" in finding.message, articles(finding)) == (True, {article})


def lasting_long(name: str, **facts: object) -> str:
    """Check an event of 120 days, and give how its length weighs."""
    tournament = event(FIELD, start=DAYS[name])
    tournament = replace(tournament, end=DAYS[name] + timedelta(days=119))
    return finding_of(verdict(tournament, **facts), "duration").severity


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("fide-2003-07", marks=pytest.mark.article("4.1.1", edition="fide-2003-07")),
        pytest.param("fide-2009-07", marks=pytest.mark.article("4.11", edition="fide-2009-07")),
    ],
)
def test_to_2014_only_leagues_last_longer(name: str) -> None:
    """A team championship that is no league has no more than 90 days."""
    assert lasting_long(name, league=True) == PASSES
    assert lasting_long(name, team_championship=True, league=False) == REFUSES


@pytest.mark.article("4.11", edition="fide-2014-07")
def test_from_2014_team_championships_last_longer() -> None:
    """And a league that is said to be none does not."""
    assert lasting_long("fide-2014-07", team_championship=True) == PASSES
    assert lasting_long("fide-2014-07", team_championship=False, league=True) == REFUSES


@pytest.mark.parametrize(
    ("name", "by_the_chair"),
    [
        pytest.param("fide-2009-07", True, marks=pytest.mark.article("4.12", edition="fide-2009-07")),
        pytest.param("fide-2014-07", False, marks=pytest.mark.article("4.12", edition="fide-2014-07")),
    ],
)
def test_who_approves_an_event_that_lasts_longer(name: str, *, by_the_chair: bool) -> None:
    """The chair of the Qualification Commission in 2009, the Commission itself in 2014."""
    tournament = replace(event(FIELD, start=DAYS[name]), end=DAYS[name] + timedelta(days=119))
    sentence = finding_of(verdict(tournament, longer_approved=True), "duration").message

    assert "the Qualification Commission approved" in sentence.replace("the chair of ", "")
    assert ("the chair of" in sentence) == by_the_chair


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.article("2.1", edition=name))
        for name in ("fide-2003-07", "fide-2009-07", "fide-2014-07")
    ],
)
def test_games_that_did_not_follow_the_laws_are_refused(name: str) -> None:
    """Said to follow them it passes, said not to it is refused; only 2009 knows a consent to small changes."""
    followed, other = (
        finding_of(verdict(event(FIELD, start=DAYS[name]), laws_of_chess=by_the_laws), "laws")
        for by_the_laws in (True, False)
    )

    assert (followed.severity, other.severity) == (PASSES, REFUSES)
    assert articles(followed) == articles(other) == {"2.1"}
    assert ("consent of the Technical Commission" in other.message) == (name == "fide-2009-07")


@pytest.mark.parametrize(
    ("name", "dropped"),
    [pytest.param(name, name == "fide-2024-03", marks=pytest.mark.article("5.1", edition=name)) for name in DAYS],
)
def test_whether_a_ruling_can_take_out_a_game_that_was_played(name: str, *, dropped: bool) -> None:
    """Force majeure or a ruling takes a game out from 2024 on; before that whatever was played is rated."""
    given = verdict(event(FIELD, start=DAYS[name]), ruled_out=((1, 1, 4),))

    assert given.is_dropped(1, 1, 4) == dropped
    assert articles(finding_of(given, "ruled_out")) == {"5.1"}


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.article("5.1", edition=name)) for name in DAYS])
def test_a_forfeit_is_no_game(name: str) -> None:
    """Of six pairings one was forfeited: five are rated, and the two players are named."""
    tournament = event(FIELD, start=DAYS[name], results={(1, 1, 4): "+"})
    finding = finding_of(verdict(tournament), "unplayed")

    assert (set(finding.players), set(finding.rounds), articles(finding)) == ({1, 4}, {1}, {"5.1"})
    assert sum(meeting.played for meeting in meetings(tournament)) == 5
