"""How a decision comes about: the right to it, fresh proof, a reason, and a second person."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from office_cast import (
    ADMINISTRATOR,
    APPROVER,
    AUDITOR,
    COLLEAGUE,
    CONFIRMER,
    NOW,
    OFFICER,
    ONE,
    REGISTRAR,
    TWO,
    codes,
    confirming,
    decision,
    waiting,
)

from arpad.model.problems import Problem
from arpad.office.decision import (
    Circumstances,
    Content,
    OfficeState,
    PersonalValue,
    decide,
    decided,
    declined,
)
from arpad.office.person import MACHINE, Person
from arpad.office.wording import WORDS

FACTS = {"list": "2026-11-01", "valid_from": "2026-11-01"}
CONTENT = Content(FACTS)


def test_where_two_people_hold_the_right_a_second_one_confirms() -> None:
    """The decision then names both, and no mark of one person."""
    asked = waiting(decide(ADMINISTRATOR, "list.publish", CONTENT, "", TWO))
    done = decision(decide(COLLEAGUE, "list.publish", CONTENT, "", confirming(asked)))

    assert (asked.by, asked.facts, len(asked.fingerprint)) == (1, FACTS, 64)
    assert (done.by, done.second, done.by_one_person, done.facts) == (1, 2, False, FACTS)


@pytest.mark.parametrize("office", [OfficeState("required", 1), OfficeState("alone", 5)])
def test_alone_asks_for_fresh_proof_and_a_reason_and_leaves_a_mark(office: OfficeState) -> None:
    """Where nobody else holds the right, or the office has decided so."""
    alone = Circumstances(office, NOW)
    done = decision(decide(ADMINISTRATOR, "list.publish", CONTENT, " there is only me ", alone))
    unproved = replace(ADMINISTRATOR, proved_at=None)

    assert (done.by, done.second, done.by_one_person, done.reason) == (1, None, True, "there is only me")
    assert codes(lambda: decide(unproved, "list.publish", CONTENT, "", alone)) == ["no_reason", "no_fresh_proof"]


def test_nobody_confirms_their_own_deed() -> None:
    """Whatever roles they hold."""
    asked = waiting(decide(ADMINISTRATOR, "list.publish", CONTENT, "", TWO))

    assert codes(lambda: decide(ADMINISTRATOR, "list.publish", CONTENT, "", confirming(asked))) == ["own_deed"]


@pytest.mark.parametrize("person", [APPROVER, CONFIRMER, COLLEAGUE])
def test_confirming_is_for_those_with_the_right(person: Person) -> None:
    """A registrar confirms no publication, an auditor nothing."""
    asked = waiting(decide(ADMINISTRATOR, "list.publish", CONTENT, "", TWO))

    assert decision(decide(person, "list.publish", CONTENT, "", confirming(asked))).second == person.record
    for other in (REGISTRAR, AUDITOR, OFFICER, MACHINE):
        refused = codes(lambda other=other: decide(other, "list.publish", CONTENT, "", confirming(asked)))
        assert refused == ["no_right"]


def test_what_changed_since_is_not_confirmed() -> None:
    """Other facts, another reason, other personal values, another deed."""
    asked = waiting(decide(ADMINISTRATOR, "list.publish", CONTENT, "", TWO))
    versions = (
        (Content({**FACTS, "list": "2026-12-01"}), asked),
        (Content(FACTS, cites=("R-044",)), asked),
        (Content(FACTS, sealed={"name": PersonalValue(7, "Somebody")}), asked),
        (CONTENT, replace(asked, reason="another")),
        (CONTENT, replace(asked, code="list.revise")),
    )
    for content, other in versions:
        refused = codes(lambda: decide(COLLEAGUE, "list.publish", content, "", confirming(other)))  # noqa: B023
        assert refused == ["changed_since_asked"]


def test_what_is_only_known_when_it_is_carried_out_need_not_have_been_seen() -> None:
    """Such as the day."""
    asked = waiting(decide(ADMINISTRATOR, "list.publish", Content(FACTS, {"day": 1}), "", TWO))
    done = decision(decide(COLLEAGUE, "list.publish", Content(FACTS, {"day": 2}), "", confirming(asked)))

    assert asked.facts == FACTS
    assert done.facts == {**FACTS, "day": 2}


def test_who_lost_the_right_has_asked_in_vain() -> None:
    """The role ended between asking and confirming."""
    asked = waiting(decide(ADMINISTRATOR, "list.publish", CONTENT, "", TWO))
    former = replace(ADMINISTRATOR, grants=frozenset())
    refused = codes(lambda: decide(COLLEAGUE, "list.publish", CONTENT, "", confirming(asked, former)))

    assert refused == ["asker_lost_right"]


def test_proof_is_fresh_for_a_quarter_of_an_hour() -> None:
    """Not longer, and not from the future."""

    def proved(minutes: int) -> Person:
        return replace(ADMINISTRATOR, proved_at=NOW - timedelta(minutes=minutes))

    assert waiting(decide(proved(15), "list.publish", CONTENT, "", TWO))
    for minutes in (16, -1):
        assert codes(lambda: decide(proved(minutes), "list.publish", CONTENT, "", TWO)) == ["no_fresh_proof"]  # noqa: B023
    asked = waiting(decide(ADMINISTRATOR, "list.publish", CONTENT, "", TWO))
    stale = replace(COLLEAGUE, proved_at=None)
    assert codes(lambda: decide(stale, "list.publish", CONTENT, "", confirming(asked))) == ["no_fresh_proof"]


def test_who_has_no_right_learns_nothing_else() -> None:
    """What speaks against a deed is told only to those who may do it."""
    content = Content(FACTS, problems=[Problem.of(WORDS, "nothing_to_change")])

    assert codes(lambda: decide(AUDITOR, "event.annul", content, "", ONE)) == ["no_right"]
    assert codes(lambda: decide(ADMINISTRATOR, "event.annul", content, "", ONE)) == ["nothing_to_change", "no_reason"]


@pytest.mark.parametrize(
    ("reason", "expected"),
    [("", ["no_reason"]), ("  ", ["no_reason"]), ("x" * 2001, ["long_reason"]), ("a\0\udc80", ["unreadable_reason"])],
)
def test_a_reason_can_be_read(reason: str, expected: list[str]) -> None:
    """By people and by databases."""
    assert codes(lambda: decide(ADMINISTRATOR, "event.annul", CONTENT, reason, ONE)) == expected


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        ("the passport of Nagy shows it", ["person_in_reason"]),
        ("NAGY wrote to us", ["person_in_reason"]),
        ("born on 2001-05-04, says the passport", ["person_in_reason"]),
        ("the office of Nagyvarad wrote, as the player asked", []),
        ("a new passport of the player", []),
    ],
)
def test_a_reason_names_nobody_whom_it_is_about(reason: str, expected: list[str]) -> None:
    """By the name that the book has, the one that it will have, or a birth date: none can be erased from the log."""
    sealed = {"name_after": PersonalValue(7, "New, Name"), "birth_after": PersonalValue(7, "2001-05-04")}
    about = Circumstances(OfficeState("required", 1), NOW, names=("Nagy, Anna", "Szabó Kiss, Béla"))
    asked = Content({"player": 7}, sealed=sealed)
    if expected:
        assert codes(lambda: decide(REGISTRAR, "player.correct", asked, reason, about)) == expected
    else:
        assert decision(decide(REGISTRAR, "player.correct", asked, reason, about)).reason == reason


def test_a_reason_may_have_lines() -> None:
    """And every letter."""
    assert decision(decide(ADMINISTRATOR, "event.annul", CONTENT, "née\n\tnoch", ONE)).reason == "née\n\tnoch"


def test_who_holds_the_folder_acts_alone_and_needs_no_proof() -> None:
    """A machine has nobody to ask; the mark stays."""
    done = decision(decided(MACHINE, "proof.restore", {"backup": "x"}, "disk", OfficeState("required", 3), None, NOW))

    assert (done.by, done.by_one_person) == (0, True)


def test_what_waits_is_declined_with_a_reason_or_taken_back() -> None:
    """By those who may confirm it, or by whoever asked."""
    asked = waiting(decide(ADMINISTRATOR, "list.publish", CONTENT, "", TWO))
    done = declined(CONFIRMER, asked, 12, "a name is wrong")

    assert (done.code, done.by, done.reason) == ("deed.decline", 9, "a name is wrong")
    assert done.facts == {"asked": 12, "deed": "list.publish", "asked_by": 1, "is_own": False}
    assert declined(ADMINISTRATOR, asked, 12, "too early").facts["is_own"] is True
    assert codes(lambda: declined(CONFIRMER, asked, 12, " ")) == ["no_reason"]
    assert codes(lambda: declined(REGISTRAR, asked, 12, "why")) == ["no_right"]
