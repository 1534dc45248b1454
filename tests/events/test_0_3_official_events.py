"""Official events are always rated in 2009 and 2024: no other condition refuses them; games may still fall out."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from made_events import DAYS, articles, event, finding_of, match, verdict

from arpad.events.verdict import DROPS, NO, NOTE, REFUSES, UNKNOWN, WARNING, YES

if TYPE_CHECKING:
    from arpad.model.tournament import Tournament

ALWAYS = ("fide-2009-07", "fide-2024-03")
EACH = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.article("0.3", edition=name)) for name in ALWAYS]
)
FIELD = [1990, 1900, 1800, 1700]


def swiss(name: str, **more: Any) -> Tournament:  # noqa: ANN401 - any part of a tournament
    """Make a small Swiss event of an edition."""
    return event(FIELD, start=DAYS[name], **more)


REFUSED: list[tuple[str, str, Any, dict[str, Any]]] = [
    # edition, code of the finding, how the event is made, facts
    ("fide-2009-07", "round_robin_share", lambda day: event([2000] * 2 + [None] * 6, start=day, cycles=1), {}),
    ("fide-2009-07", "round_robin_small", lambda day: event([2000] * 3 + [None] * 5, start=day, cycles=1), {}),
    ("fide-2009-07", "double_round_robin", lambda day: event([2000] * 4 + [None], start=day, cycles=2), {}),
    ("fide-2009-07", "match_unrated", lambda day: match([2000, None], "1=", start=day), {}),
    ("fide-2009-07", "not_registered", None, {"registered": False}),
    ("fide-2009-07", "registration_lead", None, {"registered": DAYS["fide-2009-07"]}),
    ("fide-2009-07", "rounds_per_day", lambda day: event(FIELD, start=day, rounds=4, a_day=4, time="60 min"), {}),
    ("fide-2009-07", "hours_per_day", lambda day: event(FIELD, start=day, a_day=4, rounds=4), {}),
    ("fide-2009-07", "duration", lambda day: event(FIELD, start=day, end=day + timedelta(days=120)), {}),
    ("fide-2009-07", "laws", None, {"laws_of_chess": False}),
    ("fide-2009-07", "announcement", None, {"announced_unrated": True}),
    ("fide-2024-03", "match_unrated", lambda day: match([2000, None], "1=", start=day), {}),
    ("fide-2024-03", "not_registered", None, {"registered": False}),
    ("fide-2024-03", "registration_lead", None, {"registered": DAYS["fide-2024-03"]}),
    ("fide-2024-03", "hybrid", None, {"hybrid": True, "hybrid_approved": False}),
    ("fide-2024-03", "hours_per_day", lambda day: event(FIELD, start=day, a_day=4, rounds=4), {}),
]


@pytest.mark.article("0.3", edition="fide-2009-07")
@pytest.mark.article("0.3", edition="fide-2024-03")
@pytest.mark.parametrize(("name", "code", "how", "facts"), REFUSED, ids=[f"{text[0]}-{text[1]}" for text in REFUSED])
def test_what_refuses_any_other_event_is_a_warning(name: str, code: str, how: Any, facts: dict[str, Any]) -> None:  # noqa: ANN401 - a function
    """The same finding refuses the event where it is not official."""
    tournament = how(DAYS[name]) if how else swiss(name)
    official, other = verdict(tournament, official=True, **facts), verdict(tournament, official=False, **facts)

    assert (finding_of(other, code).severity, other.rateable) == (REFUSES, NO)
    assert finding_of(official, code).severity == WARNING
    assert "official" in finding_of(official, code).message
    assert articles(finding_of(official, code)) == articles(finding_of(other, code)) | {"0.3"}
    assert official.rateable != NO
    assert not [finding for finding in official.findings if finding.code == "appeal"]


@EACH
def test_always_rated_and_refused_are_never_said_together(name: str) -> None:
    """In 2009 three of eight rated, in 2024 a match with an unrated player: rated, and so it is said."""
    tournament = {
        "fide-2009-07": event([2000] * 3 + [None] * 5, start=DAYS["fide-2009-07"], cycles=1),
        "fide-2024-03": match([2000, None], "=1", start=DAYS["fide-2024-03"]),
    }[name]
    given = verdict(tournament, official=True, registered=False, laws_of_chess=True, announced_rated=True)

    assert (finding_of(given, "official").severity, "always rated" in finding_of(given, "official").message) == (
        NOTE,
        True,
    )
    assert (given.of(REFUSES), given.rateable) == ((), YES)
    assert not [finding for finding in given.findings if finding.code == "national_championship"]


def test_an_open_question_that_could_only_refuse_does_not_decide() -> None:
    """Registration, the laws, the announcement: whatever the answers, an official event is rated."""
    official, other = (verdict(swiss("fide-2024-03"), official=official) for official in (True, False))

    assert {finding.code for finding in official.of(UNKNOWN)} == {finding.code for finding in other.of(UNKNOWN)}
    assert (official.rateable, other.rateable) == (YES, "unknown")


@pytest.mark.article("1.1 [1]", edition="fide-2024-03")
def test_questions_about_games_still_decide() -> None:
    """Of a match nobody said how many games were agreed, of an event not its thinking time: games may fall out."""
    decided = verdict(match([2000, 1900], "11=1", start=DAYS["fide-2024-03"]), official=True)
    timeless = verdict(swiss("fide-2024-03", time=None), official=True)

    assert (decided.rateable, timeless.rateable) == ("unknown", "unknown")


@pytest.mark.article("1.2", edition="fide-2009-07")
@pytest.mark.article("1.1 [1]", edition="fide-2024-03")
@pytest.mark.parametrize("name", ALWAYS)
def test_games_that_are_too_fast_fall_out_of_an_official_event_too(name: str) -> None:
    """The article is about games: none of them is rated; the event is not refused, and it is said what is left."""
    tournament = swiss(name, time="30 min")
    official = verdict(tournament, official=True, kind="standard")
    other = verdict(tournament, official=False, kind="standard")

    assert (finding_of(other, "too_fast").severity, other.rateable) == (REFUSES, NO)
    assert (finding_of(official, "too_fast").severity, len(official.dropped)) == (DROPS, 6)
    assert finding_of(official, "nothing_left").severity == WARNING
    assert official.rateable != NO
    assert "always rated" not in finding_of(official, "official").message


@EACH
def test_an_event_without_a_game_has_nothing_to_be_rated(name: str) -> None:
    """Only forfeits: official or not, there is no game; so it is not said that it is always rated."""
    tournament = event([2000, 1900], start=DAYS[name], rounds=1, results={(1, 1, 2): "+"})
    given = verdict(tournament, official=True)

    assert (finding_of(given, "no_games").severity, given.rateable) == (REFUSES, NO)
    assert "always rated" not in finding_of(given, "official").message


@pytest.mark.article("0.4", edition="fide-2014-07")
def test_in_2014_official_events_are_reported_and_may_be_refused() -> None:
    """There the article asks only for the report."""
    given = verdict(event([2000] * 3 + [None] * 5, start=DAYS["fide-2014-07"], cycles=1), official=True)

    assert (finding_of(given, "round_robin_small").severity, given.rateable) == (REFUSES, NO)


@pytest.mark.article("0.3", edition="fide-2024-03")
@pytest.mark.article("9.1 [3]", edition="fide-2024-03")
def test_an_official_event_that_missed_the_third_list_is_rated_for_a_later_one() -> None:
    """It ended on 4 May 2025; its report came on 1 August: any other is not rated any more, this one in September."""
    tournament = replace(swiss("fide-2024-03"), end=date(2025, 5, 4))
    official, other = (verdict(tournament, official=of, received=date(2025, 8, 1)) for of in (True, False))

    assert (finding_of(other, "report_received").severity, other.rateable) == (REFUSES, NO)
    late = finding_of(official, "report_received")
    assert (late.severity, "2025-09-01" in late.message, "official" in late.message) == (WARNING, True, True)
    assert "0.3" in articles(late)
    assert official.rateable != NO
    assert not [finding for finding in verdict(tournament, official=True).findings if finding.code == "report_last"]
    assert finding_of(verdict(tournament, official=False), "report_last").severity == NOTE


@pytest.mark.article("0.3", edition="fide-2009-07")
def test_a_report_of_official_matches_keeps_all_of_them() -> None:
    """Of two official matches one has an unrated player: neither is refused, so no game falls out."""
    tournament = event([2000, 1900, 2000, None], start=DAYS["fide-2009-07"], rounds=1, system="Match")
    official, other = verdict(tournament, official=True), verdict(tournament, official=False)

    assert (finding_of(official, "match_unrated").severity, official.dropped) == (WARNING, ())
    assert (finding_of(other, "match_unrated").severity, len(other.dropped)) == (DROPS, 1)


NO_GAME_SLOW_ENOUGH: list[tuple[str, str, dict[str, Any]]] = [
    # edition, code of the finding, the event that is announced
    ("fide-2009-07", "too_fast", {"time": "30 min", "kind": "standard"}),
    ("fide-2024-03", "too_fast", {"time": "30 min", "kind": "standard"}),
    ("fide-2024-03", "first_control", {"time": "20/120, 60"}),
    ("fide-2024-03", "too_fast", {"time": "9 min", "kind": "rapid"}),
    ("fide-2024-03", "equal_times", {"time": "W1200-B1500", "kind": "rapid"}),
]


@pytest.mark.article("1.2", edition="fide-2009-07")
@pytest.mark.article("1.2", edition="fide-2024-03")
@pytest.mark.parametrize(
    ("name", "code", "announced"), NO_GAME_SLOW_ENOUGH, ids=[f"{text[0]}-{text[1]}" for text in NO_GAME_SLOW_ENOUGH]
)
def test_before_play_too_it_is_said_that_such_games_fall_out(name: str, code: str, announced: dict[str, Any]) -> None:
    """After play the games of an official event that are too fast are left out; before play nothing else is said."""
    entered = event(FIELD, start=DAYS[name], rounds=0, time=announced["time"])
    played = event(FIELD, start=DAYS[name], rounds=3, time=announced["time"])
    kind = announced.get("kind")
    before, after = (verdict(tournament, official=True, kind=kind) for tournament in (entered, played))

    assert (before.before_play, finding_of(after, code).severity) == (True, DROPS)
    assert (finding_of(before, code).severity, "left out" in finding_of(before, code).message) == (WARNING, True)
    assert finding_of(before, code).fix != "Make sure that it is official: any other event would be refused."
    for checked in (before, after):
        assert finding_of(checked, "nothing_left").severity == WARNING
        assert not [finding for finding in checked.findings if "rated all the same" in finding.message]
        assert "always rated" not in finding_of(checked, "official").message


@pytest.mark.article("0.3", edition="fide-2024-03")
@pytest.mark.article("9.1 [3]", edition="fide-2024-03")
@pytest.mark.parametrize("results", [{}, {(1, 1, 2): "+"}])
def test_where_no_game_is_left_nothing_says_that_it_is_rated(results: dict[Any, str]) -> None:
    """Too fast or not played, reported after the third list, registered too late: it is official, and empty."""
    tournament = event([2000, 1900], start=DAYS["fide-2024-03"], rounds=1, results=results, time="30 min")
    given = verdict(
        tournament, official=True, kind="standard", received=date(2025, 10, 10), registered=DAYS["fide-2024-03"]
    )

    assert {finding_of(given, code).severity for code in ("report_received", "registration_lead")} == {WARNING}
    assert not [
        finding.message
        for finding in given.findings
        if "rated all" in finding.message or "always rated" in finding.message
    ]


@pytest.mark.article("0.3", edition="fide-2009-07")
@pytest.mark.article("6.6", edition="fide-2009-07")
def test_of_several_matches_it_is_said_what_any_other_event_would_lose() -> None:
    """One of two matches has an unrated player: another event would lose its game, and not be refused."""
    tournament = event([2000, 1900, 2000, None], start=DAYS["fide-2009-07"], rounds=1, system="Match")

    given = finding_of(verdict(tournament, official=True), "match_unrated")
    assert "refused" not in given.fix
    assert "count like those of a Swiss event" in given.message
