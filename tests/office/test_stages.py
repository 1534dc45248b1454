"""The one table of stages: whole, with an owner and a way on, and every stage, deed and role tried by the deeds."""

from __future__ import annotations

import pytest
from event_cases import CALLS, case_at, on
from office_cast import ADMINISTRATOR, ARBITER, CAST, OFFICER, ORGANISER, codes

from arpad.office.decision import OFFICES, Decision
from arpad.office.log import log_sentence
from arpad.office.person import MACHINE, VISITOR
from arpad.office.roles import DEEDS
from arpad.office.stages import (
    DAY,
    ENDS,
    NEW,
    OWNERS,
    STAGES,
    TABLE,
    deeds_at,
    may_at,
    next_stage,
    roles_at,
    stage_problems,
    ways_at,
)
from arpad.office.wording import WORDS

OF_EVENTS = ("event.", "report.", "approval.", "appeal.", "part.", "fide.", "letter.remind")
ELSEWHERE = {"list.publish", "late_report.take_in", "result.correct"}
"""Deeds that bring an event on and are called after something else."""
IN_BOOKS = {"event.annul", "event.replace", "event.correct", "event.distinct", "result.correct"}
"""Deeds that put something right in the book: `put_right.py` decides them, and the table says at which stages."""

OF_OTHER_OFFICES = {
    "authority": {
        "accepted", "sent_to_fide", "taken_by_fide", "returned_by_fide", "refused_by_fide", "on_fide_list",
    },
    "under_fide": {"due_for_list", "rated", "annulled"},
}  # fmt: skip
"""The stages to which an event comes only in the other kind of office."""


def test_every_stage_has_words_and_stands_in_the_table() -> None:
    """As every outcome has."""
    words = WORDS.sections()
    outcomes = {way.outcome for way in TABLE if way.outcome}

    assert set(words["event_stage"]) == set(STAGES)
    assert set(words["event_outcome"]) == outcomes
    assert set(words["office_kind"]) == set(OFFICES)
    assert {way.stage for way in TABLE} | {way.next for way in TABLE} == set(STAGES)


def test_every_stage_has_an_owner_and_a_way_on_or_is_an_end() -> None:
    """Nothing is left lying: whose turn it is can do something that leads to another stage."""
    for stage in OWNERS:
        ways = [way for way in TABLE if way.stage == stage and way.next != stage]
        assert ways, stage
        assert any(set(OWNERS[stage]) & set(way.allowed) for way in ways), stage
    assert set(ENDS) == {
        "registration_refused", "cancelled", "appeal_dismissed", "on_fide_list", "rated", "annulled", "declared_empty",
    }  # fmt: skip


@pytest.mark.parametrize("office", OFFICES)
def test_every_stage_is_reached_and_leads_to_an_end(office: str) -> None:
    """From what is not yet known, in the kind of office that has the stage."""
    ways = [way for way in TABLE if way.office in {"", office}]
    reached = {NEW}
    for _ in STAGES:
        reached |= {way.next for way in ways if way.stage in reached}
    ending = set(ENDS)
    for _ in STAGES:
        ending |= {way.stage for way in ways if way.next in ending}

    assert set(STAGES) - reached == OF_OTHER_OFFICES[office]
    assert reached <= ending


def test_every_deed_of_the_table_is_a_deed_and_the_other_way_round() -> None:
    """What changes an event stands in the table of stages; what stands there can be done."""
    in_table = {way.deed for way in TABLE} - {DAY}
    of_events = {code for code, deed in DEEDS.items() if deed.changes and code.startswith(OF_EVENTS)}

    assert in_table == of_events | ELSEWHERE
    assert set(CALLS) == of_events - IN_BOOKS
    for way in TABLE:
        assert way.deed == DAY or set(way.allowed) <= set(DEEDS[way.deed].roles), way


def test_no_way_stands_there_twice() -> None:
    """A stage, a deed and an outcome lead to one stage in a kind of office, and the roles are those of the deed."""
    for office in OFFICES:
        for stage in STAGES:
            keys = [(way.deed, way.outcome) for way in ways_at(stage, office)]
            assert len(keys) == len(set(keys)), (office, stage)
            for deed in deeds_at(stage, office):
                assert len({way.allowed for way in ways_at(stage, office) if way.deed == deed}) == 1, (stage, deed)


COMES_OF = {
    ("event.register", "by_organiser"): {"registered"},
    ("event.amend", "by_organiser"): {"registered"},
    **{(deed, "in_time"): {"announced"} for deed in ("event.register", "event.take_up", "event.amend")},
    **{
        (deed, "needs_approval"): {"waiting_for_approval"}
        for deed in ("event.register", "event.take_up", "event.amend")
    },
    **{(deed, "no_remedy"): {"registration_refused"} for deed in ("event.register", "event.take_up", "event.amend")},
    ("approval.record", "granted"): {"announced", "report_awaited"},
    ("approval.record", "more_needed"): set(),
    ("approval.record", "declined"): {"registration_refused"},
    ("day", "first_day"): {"running"},
    ("day", "last_day"): {"report_awaited"},
    ("appeal.decide", "allowed"): {"due_for_list", "accepted"},
    ("appeal.decide", "dismissed"): {"appeal_dismissed"},
    ("fide.answer", "taken"): {"taken_by_fide"},
    ("fide.answer", "returned"): {"returned_by_fide"},
    ("fide.answer", "refused"): {"refused_by_fide"},
    ("fide.answer_registration", "taken"): set(),
    ("fide.answer_registration", "returned"): {"registered"},
    ("fide.answer_registration", "refused"): {"registration_refused"},
    ("event.annul", "back_to_list"): {"due_for_list"},
    ("event.annul", "back_to_rated"): {"rated"},
}
"""By deed and outcome, the other stages to which it leads: by hand, as in double entry."""


def test_what_comes_of_a_deed_leads_where_it_says() -> None:
    """Granted leads on, declined ends it; nothing that was refused goes on as if it had been allowed."""
    leads: dict[tuple[str, str], set[str]] = {}
    for way in TABLE:
        if way.outcome:
            leads.setdefault((way.deed, way.outcome), set()).update({way.next} - {way.stage})

    assert leads == COMES_OF


@pytest.mark.parametrize("office", OFFICES)
@pytest.mark.parametrize("stage", STAGES)
def test_every_deed_at_a_stage_for_every_role(stage: str, office: str) -> None:
    """What the table allows is done and leads where it says; what it does not is refused, and says whose turn it is."""
    for deed, call in CALLS.items():
        for person in CAST:
            state = on(case_at(stage, office))
            has_right = any(
                grant.role in DEEDS[deed].roles and grant.federation in {"", "HUN"} for grant in person.grants
            )
            allowed = roles_at(stage, deed, office)
            if not has_right:
                expected = "not_logged_in" if person == VISITOR else "no_right"
                assert codes(lambda: call(person, state)) == [expected], (deed, person.username)  # noqa: B023
            elif not allowed:
                assert codes(lambda: call(person, state)) == ["wrong_event_stage"], (deed, person.username)  # noqa: B023
            elif not may_at(person, stage, deed, "HUN", office):
                assert codes(lambda: call(person, state)) == ["not_at_this_stage"], (deed, person.username)  # noqa: B023
            else:
                done = call(person, state)
                assert isinstance(done, Decision)
                ways = {way.next for way in ways_at(stage, office) if way.deed == deed}
                assert (done.facts["stage"], done.facts["next"] in ways) == (stage, True), (deed, person.username)
                assert log_sentence(done.code, done.facts).endswith(".")


def test_nobody_without_a_right_may_at_any_stage() -> None:
    """Neither a visitor, nor whoever holds the folder, nor an officer of another federation."""
    stranger = next(person for person in CAST if person.grants and {g.federation for g in person.grants} == {"POL"})
    for stage in STAGES:
        for deed in CALLS:
            for person in (VISITOR, MACHINE, stranger):
                assert not may_at(person, stage, deed, "HUN")


def test_a_refusal_says_whose_turn_it_is() -> None:
    """With the roles, in a sentence."""
    problem = stage_problems(OFFICER, 7, "returned", "report.accept", "HUN")[0]
    limited = stage_problems(ORGANISER, 7, "running", "event.amend", "HUN")[0]
    ended = stage_problems(ADMINISTRATOR, 7, "cancelled", "report.take_in", "HUN")[0]

    assert problem.message.startswith(
        "Event 7 is reported, and the report was returned for correction, so nobody can accept a report now. Now "
        "somebody can "
    )
    assert "take a report in (an arbiter, an organiser, a federation officer and a rating administrator)" in (
        problem.message
    )
    assert problem.message.endswith("It is the turn of an arbiter.")
    assert limited.message == (
        "Event 7 is being played: at this stage only a federation officer and a rating administrator can amend what "
        "is registered of an event."
    )
    assert ended.message == "Event 7 is cancelled, so nobody can take a report in now. Nothing more is done with it."


def test_the_kind_of_office_decides_where_an_accepted_event_goes() -> None:
    """An authority rates it; a federation under FIDE sends it on."""
    assert next_stage("received", "report.accept") == "due_for_list"
    assert next_stage("received", "report.accept", office="under_fide") == "accepted"
    assert "fide.send" not in deeds_at("accepted")
    assert deeds_at("sent_to_fide", "under_fide") == ("report.attach", "fide.answer", "fide.note_list")
    assert not may_at(ARBITER, "accepted", "fide.send", "HUN", "under_fide")
