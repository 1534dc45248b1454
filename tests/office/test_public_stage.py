"""The public stage of an event: every stage has one, and what nobody else has to know stays out of it."""

from __future__ import annotations

from datetime import date

from arpad.office.public_stage import DUE_FOR_LIST, LISTED, PUBLIC_STAGES, public_stage
from arpad.office.stages import STAGES, TABLE
from arpad.office.wording import WORDS

LIST = date(2026, 12, 1)
BEFORE_IT_IS_KNOWN = {"new", "registered", "waiting_for_approval", "registration_refused", "never_registered"}


def test_every_stage_has_a_public_one_with_its_words() -> None:
    """And each public one comes of some stage."""
    public = {stage: public_stage(stage, LIST) for stage in STAGES}
    assert {stage for stage, known in public.items() if not known.code} == BEFORE_IT_IS_KNOWN
    assert {known.code for known in public.values()} - {""} == set(PUBLIC_STAGES)
    assert set(WORDS.sections()["public_stage"]) == set(PUBLIC_STAGES)
    for known in public.values():
        assert (known.list == LIST) == (known.code in {DUE_FOR_LIST, LISTED})


def test_the_way_of_an_event_as_everybody_sees_it() -> None:
    """Not reported, with the federation, returned, with FIDE, due for a list, on it."""
    stages = ("report_awaited", "received", "returned", "received", "sent_to_fide", "due_for_list", "rated")
    assert [public_stage(stage, LIST).code for stage in stages] == [
        "not_reported", "with_federation", "sent_back", "with_federation", "with_fide", "due_for_list", "listed",
    ]  # fmt: skip


def test_that_somebody_appealed_is_not_public() -> None:
    """Lodging an appeal changes nothing of what everybody sees, and neither does its dismissal."""
    for way in TABLE:
        if way.deed == "appeal.lodge" or (way.deed == "appeal.decide" and way.outcome == "dismissed"):
            assert public_stage(way.stage) == public_stage(way.next), way
