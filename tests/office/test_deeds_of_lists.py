"""Lists closed, thrown away, published and revised: what speaks against each is named at once."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from office_cast import ADMINISTRATOR, APPROVER, COLLEAGUE, ONE, REGISTRAR, TWO, codes, confirming, decision, waiting

from arpad.library.wording import WORDS as LIBRARY
from arpad.model.problems import Problem
from arpad.office.close_list import CloseList, CloseState, close_list
from arpad.office.list_stages import NEXT, STAGES, ListState, deeds_at, stage_problems
from arpad.office.log import log_sentence
from arpad.office.publish_list import PublishList, PublishState, publish_list
from arpad.office.revise_list import BY_RULEBOOK, ReviseList, ReviseState, revise_list
from arpad.office.roles import DEEDS
from arpad.office.take_in_late_report import LateReportState, TakeInLateReport, take_in_late_report
from arpad.office.throw_away_list import ThrowAwayList, ThrowAwayState, throw_away_list
from arpad.office.wording import WORDS

DAY = date(2026, 11, 1)
OPEN = ListState("fide", DAY)
CLOSED = ListState("fide", DAY, "closed", list_hash="a" * 64, closed_on=date(2026, 10, 30))
PUBLISHED = replace(CLOSED, stage="published")
GUARDS = (Problem.of(LIBRARY, "no_events", "book", month="2026-11"),)


def test_the_table_of_stages_is_whole() -> None:
    """Every stage has words, every deed in it is one, and a list can be brought from being made to revised."""
    assert set(WORDS.sections()["stage"]) == set(STAGES)
    assert {deed for _, deed in NEXT} <= set(DEEDS)
    assert {stage for stage, _ in NEXT} | set(NEXT.values()) == set(STAGES)
    assert [NEXT["open", "list.close"], NEXT["closed", "list.publish"], NEXT["published", "list.revise"]] == [
        "closed", "published", "revised",
    ]  # fmt: skip
    assert deeds_at("thrown_away") == ()


@pytest.mark.parametrize("stage", STAGES)
def test_a_refusal_says_whose_turn_it_is(stage: str) -> None:
    """For every stage and every deed of lists."""
    for deed in {deed for _, deed in NEXT}:
        problems = stage_problems(replace(CLOSED, stage=stage), deed)
        assert bool(problems) == ((stage, deed) not in NEXT)
        assert all(problem.message.endswith(".") for problem in problems)
    assert stage_problems(CLOSED, "list.revise")[0].message == (
        "The list of 2026-11 is closed and not yet published, so nobody can publish a revised list of the same date "
        "now. Now somebody can throw a closed list away (a rating administrator); or publish a list (a rating "
        "administrator)."
    )


def test_a_list_against_which_nothing_speaks_is_closed_by_one_person() -> None:
    """No second person, no reason."""
    done = decision(close_list(ADMINISTRATOR, CloseList(), CloseState(TWO, OPEN, head=41)))

    assert (done.code, done.second, done.by_one_person) == ("list.close", None, False)
    assert done.facts == {"system": "fide", "list": DAY, "passed": [], "head": 41}
    assert log_sentence(done.code, done.facts) == "The list of 2026-11-01 was closed."


def test_a_list_against_which_something_speaks_is_closed_by_two() -> None:
    """Forced, with a reason; what was passed over stands in the log."""
    state = CloseState(TWO, OPEN, GUARDS)
    asked = waiting(close_list(ADMINISTRATOR, CloseList(is_forced=True, reason="a quiet month"), state))
    confirmed = replace(state, circumstances=confirming(asked))
    done = decision(close_list(COLLEAGUE, CloseList(is_forced=True), confirmed))

    assert codes(lambda: close_list(ADMINISTRATOR, CloseList(), state)) == ["no_events", "close_speaks_against"]
    assert codes(lambda: close_list(ADMINISTRATOR, CloseList(is_forced=True), replace(state, circumstances=ONE))) == [
        "no_reason"
    ]
    assert (done.code, done.facts["passed"], done.second, done.reason) == (
        "list.close_forced", ["no_events"], 2, "a quiet month",
    )  # fmt: skip
    other = replace(confirmed, guards=(*GUARDS, Problem.of(LIBRARY, "open_problems", "", doubts=["x"], book="")))
    assert codes(lambda: close_list(COLLEAGUE, CloseList(is_forced=True), other)) == ["changed_since_asked"]


def test_a_list_is_not_closed_before_the_one_before_it_is_published() -> None:
    """Nor a second time."""
    state = CloseState(TWO, CLOSED, unpublished=date(2026, 10, 1))

    assert codes(lambda: close_list(ADMINISTRATOR, CloseList(), state)) == ["wrong_stage", "earlier_unpublished"]


def test_a_closed_list_is_thrown_away_with_a_reason() -> None:
    """As long as it is not published, and it is the one that was looked at."""
    done = decision(throw_away_list(ADMINISTRATOR, ThrowAwayList("an event is missing"), ThrowAwayState(TWO, CLOSED)))

    assert (done.code, done.facts["list_hash"]) == ("list.throw_away", "a" * 64)
    asked = ThrowAwayList("", "b" * 64)
    assert codes(lambda: throw_away_list(ADMINISTRATOR, asked, ThrowAwayState(TWO, PUBLISHED))) == [
        "wrong_stage", "other_list_seen", "no_reason",
    ]  # fmt: skip
    later = ThrowAwayState(TWO, replace(CLOSED, is_newest=False))
    assert codes(lambda: throw_away_list(ADMINISTRATOR, ThrowAwayList("why"), later)) == ["not_newest"]


def test_closing_publication_and_validity_are_three_dates() -> None:
    """Asked for on the 30th, confirmed and so published on the 31st, used from the 1st."""
    state = PublishState(TWO, CLOSED, date(2026, 10, 30), "m" * 64)
    asked = waiting(publish_list(ADMINISTRATOR, PublishList("a" * 64), state))
    next_day = replace(state, circumstances=confirming(asked), day=date(2026, 10, 31))
    done = decision(publish_list(APPROVER, PublishList("a" * 64), next_day))

    assert "publication_day" not in asked.facts
    assert (done.facts["publication_day"], done.facts["valid_from"]) == (date(2026, 10, 31), DAY)
    assert (done.facts["manifest"], done.second) == ("m" * 64, 6)
    assert log_sentence(done.code, done.facts) == (
        "The list of 2026-11-01 was published, to be used from 2026-11-01."
    )  # fmt: skip


def test_everything_that_speaks_against_a_publication_is_named_at_once() -> None:
    """Another list than was seen, the one before not published, dates that cannot be."""
    state = PublishState(TWO, CLOSED, date(2026, 10, 29), unpublished=date(2026, 10, 1))
    asked = PublishList("b" * 64, date(2026, 10, 31))

    assert codes(lambda: publish_list(ADMINISTRATOR, asked, state)) == [
        "other_list_seen", "earlier_unpublished", "published_before_closed", "valid_too_early",
    ]  # fmt: skip
    assert codes(lambda: publish_list(ADMINISTRATOR, PublishList("a" * 64), replace(state, list=PUBLISHED)))[0] == (
        "wrong_stage"
    )
    assert codes(lambda: publish_list(REGISTRAR, PublishList("a" * 64), state)) == ["no_right"]


REVISE = ReviseList("counted_twice", (17,), list_hash="a" * 64, revised_hash="c" * 64, reason="the open of Győr twice")
STATE = ReviseState(TWO, PUBLISHED, date(2026, 11, 9), "c" * 64, frozenset({17}))


def test_a_list_is_revised_for_an_error_of_the_office_by_two_people() -> None:
    """Events that began before keep their ratings, by a reading that the decision cites."""
    asked = waiting(revise_list(ADMINISTRATOR, REVISE, STATE))
    done = decision(revise_list(COLLEAGUE, REVISE, replace(STATE, circumstances=confirming(asked))))

    assert (done.facts["revision"], done.facts["revised_on"], done.cites) == (2, date(2026, 11, 9), ("R-044",))
    assert log_sentence(done.code, done.facts) == (
        "A revised list of 2026-11-01 was published (revision 2): an event counted twice."
    )
    otherwise = replace(REVISE, events_keep_ratings=False)
    assert waiting(revise_list(ADMINISTRATOR, otherwise, STATE)).cites == ()


def test_a_late_report_never_leads_to_a_revised_list() -> None:
    """Whatever error is named."""
    late = replace(STATE, late_events=(5, 6))

    for error in ("wrong_id", "wrong_rule", "counted_twice"):
        asked = replace(REVISE, error=error)
        assert codes(lambda: revise_list(ADMINISTRATOR, asked, late)) == ["late_report_in_revision"]  # noqa: B023


def test_a_national_rulebook_may_allow_more() -> None:
    """Named with its article; without it, only errors of the office."""
    asked = replace(REVISE, error=BY_RULEBOOK)
    more: dict[str, Any] = {"allowed_more": frozenset({"correction"}), "cites": ("own 4.2",)}

    assert codes(lambda: revise_list(ADMINISTRATOR, asked, STATE)) == ["not_allowed_by_rulebook"]
    assert waiting(revise_list(ADMINISTRATOR, asked, replace(STATE, **more))).cites == ("own 4.2", "R-044")
    late = replace(STATE, late_events=(5,), **more)
    assert codes(lambda: revise_list(ADMINISTRATOR, asked, late)) == ["late_report_in_revision"]
    allowed = replace(late, allowed_more=frozenset({"late_report"}))
    assert waiting(revise_list(ADMINISTRATOR, asked, allowed)).facts["late_events"] == [5]


def test_everything_that_speaks_against_a_revision_is_named_at_once() -> None:
    """An error that is none, an older list, another list seen, nothing different, no cause."""
    state = replace(STATE, list=replace(CLOSED, is_newest=False), revised_hash="a" * 64)

    assert codes(lambda: revise_list(ADMINISTRATOR, ReviseList("bad_luck"), state)) == [
        "wrong_stage", "unknown_error", "not_newest", "other_list_seen", "nothing_to_revise", "no_causes", "no_reason",
    ]  # fmt: skip
    assert codes(lambda: revise_list(ADMINISTRATOR, replace(REVISE, causes=(17, 18)), STATE)) == ["unknown_causes"]


def test_a_late_report_is_taken_into_the_list_being_made_by_two_people() -> None:
    """Where it really is late, and not rated yet."""
    state = LateReportState(TWO, "HUN", DAY, date(2026, 12, 1), date(2026, 10, 29))
    asked = TakeInLateReport(5, "the post was on strike")

    facts = {"event": 5, "list": DAY, "due": date(2026, 12, 1), "received": date(2026, 10, 29)}
    assert waiting(take_in_late_report(ADMINISTRATOR, asked, state)).facts == facts
    assert waiting(take_in_late_report(ADMINISTRATOR, asked, replace(state, due=None))).facts["due"] is None
    assert codes(lambda: take_in_late_report(ADMINISTRATOR, asked, replace(state, due=DAY))) == ["not_late"]
    rated = replace(state, rated_for=DAY)
    assert codes(lambda: take_in_late_report(ADMINISTRATOR, asked, rated)) == ["rated_already"]
