"""Every stage of an event with every deed in the database: what the table allows is done, and nothing else changes.

Each pair of stage and deed is tried with two people, drawn from one seed, so that over the whole table every role has
its turn. What was done is taken back, so that the next one finds the stage as it was.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from django.db import transaction
from event_cases import CALLS, PART, case_at
from office_events import cast, system_with_book

from arpad.model.clock import VARIABLE, now
from arpad.model.problems import RefusedError
from arpad.office.decision import OFFICES
from arpad.office.parts_after import as_part
from arpad.office.registration_facts import given
from arpad.office.roles import federations_seen
from arpad.office.stages import EMPTY, NEW, STAGES, may_at, ways_at
from arpad.storage.events.carrying_out import about_event, is_about_other_part
from arpad.storage.events.rows import write_case
from arpad.storage.models import LogEntry, RegisteredEvent
from arpad.storage.queries.registrations import stage_at

if TYPE_CHECKING:
    from arpad.office.person import Person
    from arpad.storage.models import RatingSystem

pytestmark = pytest.mark.usefixtures("office")
BEGINNING = ("event.register", "event.note_unregistered")
"""What makes an event known, and is not about one that is."""
PEOPLE_FOR_EACH = 2
DEEDS_OF_PARTS = {"part.declare_empty": EMPTY}
"""Deeds that are about a part, with the stage to which they lead."""


def row_at(system: RatingSystem, stage: str, kind: str, *, is_part: bool) -> RegisteredEvent:
    """Write an event, or a part of one that is being played, at a stage, with everything that such an event has."""
    case = replace(case_at(stage, kind), since=case_at("announced").registered_at)
    case = replace(case, facts=given(case.values, 11, case.since))  # type: ignore[arg-type] # it has a moment
    whole = RegisteredEvent(number=7, rating_system=system)
    if stage == "returned":
        case = replace(case, returned_until=case.values["end"])
    if stage in {"rated", "annulled", "on_fide_list"}:
        case = replace(case, accepted=case.fingerprint, fide_list=case.values["end"])
    if not is_part:
        write_case(whole, case, case, 1)
        return whole
    running = replace(case_at("running", kind), since=case.since)
    write_case(whole, running, running, 1)
    part = replace(case, event=8, part=PART.number, part_days=PART, facts={}, registered_at=None)
    row = RegisteredEvent(number=8, rating_system=system, parent=whole)
    write_case(row, part, as_part(running, part), 1)
    return row


def tries(drawn: random.Random, kind: str, stage: str) -> list[str]:
    """Give the deeds that are tried at a stage: every one that the table has there, and a third of the others."""
    there = {way.deed for way in ways_at(stage, kind)}
    others = sorted(set(CALLS) - there - set(BEGINNING))
    return [*sorted(there & set(CALLS)), *drawn.sample(others, len(others) // 3)]


@pytest.mark.parametrize("kind", OFFICES)
def test_every_stage_with_every_deed(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the table says, for people of every role."""
    monkeypatch.setenv(VARIABLE, "2026-11-18")
    system, people, drawn = system_with_book(), cast(), random.Random(16)  # noqa: S311 - who is tried with what
    everybody = sorted(people.values(), key=lambda each: each.record)
    elsewhere = {"due_for_list", "rated", "annulled"} if kind == "under_fide" else set()
    done = set()
    for stage in STAGES:
        if stage in {NEW, *elsewhere} or (kind == "authority" and "fide" in stage):
            continue
        for deed in tries(drawn, kind, stage):
            with transaction.atomic():
                row = row_at(system, stage, kind, is_part=EMPTY in {stage, DEEDS_OF_PARTS.get(deed)})
                for person in drawn.sample(everybody, PEOPLE_FOR_EACH):
                    if is_done(row, deed, kind, person):
                        done.add(deed)
                transaction.set_rollback(True)
    assert len(done) >= len(CALLS) // 2


def is_done(row: RegisteredEvent, deed: str, kind: str, person: Person) -> bool:
    """Try a deed, hold what came of it against the table, and take it back."""
    before, at = LogEntry.objects.count(), stage_at(row, now())
    seen = federations_seen(person, "registration.read")
    is_seen = seen is None or "HUN" in seen
    may = is_seen and may_at(person, at, deed, "HUN", kind) and not is_about_other_part(row, deed)
    with transaction.atomic():
        try:
            about_event(person, row.number, deed, lambda state: CALLS[deed](person, state))
        except RefusedError as refused:
            # The office may have more against it than the table: conflicts of roles, what was played.
            codes = {problem.code for problem in refused.problems}
            assert not may or codes <= {"conflict_of_roles", "was_played", "same_report_again"}, (
                row.stage,
                deed,
                codes,
            )
            assert LogEntry.objects.count() == before
            return False
        assert may, (row.stage, deed, person.username)
        came = RegisteredEvent.objects.get(number=row.number)
        assert came.stage in {way.next for way in ways_at(at, kind) if way.deed == deed}
        assert LogEntry.objects.count() == before + 1
        transaction.set_rollback(True)
    return True
