"""The chained log: whatever is edited, removed, put in or moved is named."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.office.canonical import canonical
from arpad.office.log import (
    BEGINNING,
    NO_HEAD,
    Head,
    LogRecord,
    Unsealed,
    chain_problems,
    commitment,
    hash_of,
    log_sentence,
    seal_problems,
)
from arpad.office.roles import DEEDS

FIRST = datetime(2026, 11, 18, 9, 30, tzinfo=UTC)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)


def log_of(*facts: dict[str, Any]) -> list[LogRecord]:
    """Write a log with these facts."""
    records: list[LogRecord] = []
    for number, fact in enumerate(facts, 1):
        previous = records[-1].hash if records else BEGINNING
        record = LogRecord(
            number, FIRST + timedelta(hours=number), "list.close", fact, 7, reason="why", previous=previous
        )
        records.append(replace(record, hash=hash_of(record)))
    return records


def rechained(records: list[LogRecord]) -> list[LogRecord]:
    """Give a log with every hash worked out anew, as somebody would who wants nobody to notice."""
    again: list[LogRecord] = []
    for record in records:
        moved = replace(record, number=len(again) + 1, previous=again[-1].hash if again else BEGINNING)
        again.append(replace(moved, hash=hash_of(moved)))
    return again


def codes(records: list[LogRecord], heads: tuple[Head, ...] = ()) -> list[tuple[str, str]]:
    """Give what is found, as code and entry."""
    return [(problem.says or problem.code, problem.where) for problem in chain_problems(records, heads)]


LOG = log_of(*({"list": f"2026-{month:02}-01"} for month in range(1, 8)))
HEAD = LOG[-1].head


def test_a_log_as_it_was_written_has_no_problems() -> None:
    """Nor has one without entries."""
    assert codes(LOG, (LOG[2].head, HEAD)) == []
    assert codes([], (NO_HEAD,)) == []


def test_the_hash_is_what_the_description_says() -> None:
    """Anybody can work it out with nothing but SHA-256 and JSON."""
    record = LOG[1]
    body = {
        "number": 2, "at": "2026-11-18T11:30:00.000000Z", "code": "list.close", "facts": {"list": "2026-02-01"},
        "by": 7, "second": None, "by_one_person": False, "reason": "why", "cites": [], "request": "",
        "system_user": "", "sealed": {},
    }  # fmt: skip
    text = json.dumps(body, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    whole = f"arpad office log 1\n{LOG[0].hash}\n{text}"

    assert record.hash == hashlib.sha256(whole.encode()).hexdigest()


EDITS: dict[str, Any] = {
    "at": FIRST, "code": "list.publish", "facts": {"list": "2025-01-01"}, "by": 8, "second": 9, "by_one_person": True,
    "reason": "another", "cites": ("8.3.1",), "request": "r", "system_user": "root", "sealed": {"name": "00"},
    "previous": "f" * 64, "hash": "0" * 64,
}  # fmt: skip


@pytest.mark.parametrize("name", EDITS)
@pytest.mark.parametrize("place", range(7))
def test_an_edited_entry_is_named(name: str, place: int) -> None:
    """Whichever part of it was edited."""
    edited = [*LOG[:place], replace(LOG[place], **{name: EDITS[name]}), *LOG[place + 1 :]]

    assert ("entry_edited", str(place + 1)) in codes(edited)


@pytest.mark.parametrize("place", range(6))
def test_an_entry_edited_with_its_hash_worked_out_anew_breaks_the_chain(place: int) -> None:
    """The entry after it knows another; the newest one is known by a published head."""
    other = replace(LOG[place], reason="another")
    edited = [*LOG[:place], replace(other, hash=hash_of(other)), *LOG[place + 1 :]]

    assert codes(edited) == [("chain_broken", str(place + 2))]


def test_the_newest_entry_edited_with_its_hash_is_known_by_a_published_head() -> None:
    """As is a log that was written anew from some entry on."""
    other = replace(LOG[-1], reason="another")
    anew = rechained([*LOG[:2], replace(LOG[2], by=99), *LOG[3:]])

    assert codes([*LOG[:-1], replace(other, hash=hash_of(other))], (HEAD,)) == [("other_than_published", "7")]
    assert codes(anew) == []
    assert codes(anew, (LOG[1].head, LOG[4].head)) == [("other_than_published", "5")]


@pytest.mark.parametrize("place", range(6))
def test_a_removed_entry_is_named(place: int) -> None:
    """By the gap in the numbers; where the others were numbered anew, by the chain."""
    removed = [*LOG[:place], *LOG[place + 1 :]]
    moved = [*LOG[:place], *(replace(record, number=record.number - 1) for record in LOG[place + 1 :])]

    assert codes(removed) == [("entries_removed", str(place + 2))]
    assert ("chain_broken", str(place + 1)) in codes(moved)
    assert codes(rechained(removed), (HEAD,)) == [("published_head_missing", "7")]


def test_entries_removed_at_the_end_are_known_by_a_published_head() -> None:
    """Without one nobody could tell."""
    assert codes(LOG[:-2]) == []
    assert codes(LOG[:-2], (HEAD,)) == [("published_head_missing", "7")]
    assert codes([], (HEAD,)) == [("published_head_missing", "7")]


def test_an_entry_put_in_is_named() -> None:
    """With a number that is there already, or in between with all numbers after it moved."""
    extra = replace(LOG[3], reason="put in")
    extra = replace(extra, hash=hash_of(extra))
    moved = [*LOG[:3], extra, *(replace(record, number=record.number + 1) for record in LOG[3:])]

    assert ("entry_twice", "4") in codes([*LOG[:4], extra, *LOG[4:]])
    assert ("entry_edited", "5") in codes(moved)
    assert codes(rechained([*LOG[:3], extra, *LOG[3:]]), (HEAD,)) == [("other_than_published", "7")]


def test_entries_that_changed_places_are_named() -> None:
    """Both by their order and, where they were numbered anew, by their hashes."""
    swapped = [*LOG[:2], LOG[3], LOG[2], *LOG[4:]]
    numbered = [*LOG[:2], replace(LOG[3], number=3), replace(LOG[2], number=4), *LOG[4:]]

    assert {("entries_removed", "4"), ("entry_moved", "3")} <= set(codes(swapped))
    assert {("entry_edited", "3"), ("entry_edited", "4")} <= set(codes(numbered))


@given(st.lists(st.dictionaries(st.text(max_size=3), VALUES, max_size=3), min_size=1, max_size=6), st.data())
def test_any_single_edit_or_removal_is_found(facts: list[dict[str, Any]], data: st.DataObject) -> None:
    """Where a head was published after the entry."""
    records = log_of(*facts)
    place = data.draw(st.integers(0, len(records) - 1))
    other = data.draw(st.dictionaries(st.text(max_size=3), VALUES, max_size=3))
    edited = replace(records[place], facts=other)
    versions = [[*records[:place], *records[place + 1 :]]]
    if canonical(other) != canonical(records[place].facts):
        versions += [
            [*records[:place], edited, *records[place + 1 :]],
            [*records[:place], replace(edited, hash=hash_of(edited)), *records[place + 1 :]],
            rechained([*records[:place], edited, *records[place + 1 :]]),
        ]

    assert chain_problems(records, [records[-1].head]) == []
    for version in versions:
        assert chain_problems(version, [records[-1].head])


@given(VALUES)
def test_facts_come_back_from_their_canonical_form(value: Any) -> None:  # noqa: ANN401 - any facts
    """It is JSON, and has one form only."""
    text = canonical(value)

    assert json.loads(text) == value
    assert canonical(json.loads(text)) == text


def test_what_is_no_fact_has_no_canonical_form() -> None:
    """A number with a fraction may be written in several ways, so it may not be written at all."""
    with pytest.raises(TypeError, match="float is no fact"):
        canonical({"a": 1.5})
    with pytest.raises(TypeError, match="names of facts"):
        canonical({1: "a"})


def test_a_personal_value_can_be_checked_and_erased() -> None:
    """The record keeps a commitment; missing, changed and foreign values are named, an erased one is right."""
    key = bytes(range(32))
    record = replace(LOG[0], sealed={"birth_date": commitment(key, "2001-05-04")})
    value = Unsealed("birth_date", key, "2001-05-04")

    def codes_of(*values: Unsealed) -> list[str]:
        return [problem.code for problem in seal_problems(record, values)]

    assert codes_of(value) == []
    assert codes_of(Unsealed("birth_date", None, None)) == []
    assert codes_of(value._replace(value="2002-05-04")) == ["seal_broken"]
    assert codes_of(value._replace(key=bytes(32))) == ["seal_broken"]
    assert codes_of() == ["seal_missing"]
    assert codes_of(value, Unsealed("name", key, "x")) == ["seal_unknown"]
    assert "2001" not in canonical({"sealed": record.sealed}).decode()
    assert commitment(key, "a") != commitment(bytes(32), "a")


def test_a_record_says_what_was_done() -> None:
    """In the words of this version, and with its facts alone where this version has none."""
    assert LOG[0].sentence() == "The list of 2026-01-01 was closed."
    assert log_sentence("comet.seen", {"size": 3, "at": "dawn"}) == "comet.seen (at: dawn, size: 3)"
    assert log_sentence("list.close", {}) == "list.close"
    ends = {"link": 1, "event": 12, "ends": "2026-11-30T09:05:00.000000Z"}
    assert log_sentence("report.link", ends).endswith("can be sent until 2026-11-30 09:05 UTC.")
    assert all(code in DEEDS for code in ("list.close", "deed.decline"))


def test_every_problem_of_the_log_says_what_to_do() -> None:
    """In a sentence."""
    problems = [
        *chain_problems([LOG[0], LOG[2], LOG[1], replace(LOG[5], by=3)], [HEAD, Head(1, "a" * 64)]),
        *seal_problems(replace(LOG[0], sealed={"a": ""}), [Unsealed("b", b"", "")]),
    ]

    assert [problem.message for problem in problems][:2] == [
        (
            f"Entry 1 is another than the one whose hash ({'a' * 64}) was published. The log was written anew since; "
            "compare with the log in the newest backup."
        ),
        "Entry 2 is not in the log. Somebody removed it; the newest backup has it.",
    ]
    assert "Entries 4 to 5 are not in the log. Somebody removed them; the newest backup has them." in [
        problem.message for problem in problems
    ]
