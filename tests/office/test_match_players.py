"""The players of a report beside those whom the office knows: every kind of doubt, and nothing chosen silently."""

from __future__ import annotations

from datetime import date

import pytest

from arpad.events.rating_lists import ListOfDay
from arpad.model.period import Born
from arpad.model.rating_list import KindRating, Listed
from arpad.model.tournament import Entry, Tournament
from arpad.office.match_players import (
    DOUBTS,
    SPEAKS,
    STATES,
    PlayerMatch,
    asked_numbers,
    lost_entries,
    matched,
)
from arpad.office.wording import WORDS

ADA = Listed(1503014, "Kestrel, Ada", "HUN", "w", standard=KindRating(2284), birth_year=1987)
LINDEN = Listed(1503022, "Linden, Bo", "HUN", "m", standard=KindRating(2100), birth_year=1990)
NAMESAKE = Listed(1509999, "Linden, Bo", "HUN", "m", birth_year=1990)
ABROAD = Listed(2500007, "Kestrel, Ada", "POL", "w", birth_year=1960)
KNOWN = (ADA, LINDEN, ABROAD)


def match(*entries: Entry, known: tuple[Listed, ...] = KNOWN, sure_of: tuple[int, ...] = ()) -> list[PlayerMatch]:
    """Match some players with some whom the office knows."""
    of_day = ListOfDay(date(2026, 11, 1), kinds={"standard"}, federations={"HUN", "POL"})
    of_day.put(known, ("standard",))
    return matched(Tournament("Open", entries=entries), of_day, "standard", frozenset(sure_of))


def ada(number: int = 1, **other: object) -> Entry:
    """Give a player of a report, with something otherwise."""
    values: dict[str, object] = {
        "name": "Kestrel, Ada", "fide_id": 1503014, "federation": "HUN", "born": Born(1987), "rating": 2284, "sex": "w",
    }  # fmt: skip
    return Entry(number, **{**values, **other})  # type: ignore[arg-type] # values of an entry


def test_everything_that_is_named_has_words() -> None:
    """States, doubts and what speaks for a candidate."""
    words = WORDS.sections()

    assert set(words["match_state"]) == set(STATES)
    assert set(words["match_doubt"]) == set(DOUBTS)
    assert set(words["match_speaks"]) == set(SPEAKS)


def test_who_fits_is_not_doubtful() -> None:
    """The name may be shorter, and a namesake of another federation or year does not matter."""
    for entry in (ada(), ada(name="Kestrel A."), ada(born=None)):
        (of_ada,) = match(entry)
        assert (of_ada.state, of_ada.doubts, of_ada.candidates) == ("fits", (), ())


@pytest.mark.parametrize(
    ("entry", "doubt", "speaks"),
    [
        (ada(fide_id=1503041), "unknown_number", "exchanged_digits"),
        (ada(fide_id=150314), "unknown_number", "mistyped_number"),
        (ada(fide_id=15030144), "unknown_number", "mistyped_number"),
        (ada(fide_id=1503022), "another_player", "same_name"),
        (ada(fide_id=None), "no_number", "same_name"),
        (ada(fide_id=None, name="Kestral, Ada"), "no_number", "close_name"),
        (ada(born=Born(1978)), "other_year", "own_number"),
        (ada(sex="m"), "other_sex", "own_number"),
        (ada(federation="POL", born=Born(1987)), "other_federation", "own_number"),
    ],
)
def test_a_doubt_comes_with_who_may_be_meant(entry: Entry, doubt: str, speaks: str) -> None:
    """Wrong, transposed and missing numbers, other years, sexes and federations."""
    (of_ada,) = match(entry)
    likely = next(each for each in of_ada.candidates if each.listed.fide_id == ADA.fide_id)

    assert doubt in of_ada.doubts
    assert of_ada.state == ("open" if entry.fide_id is None else "doubtful")
    assert speaks in likely.speaks
    assert likely == max(of_ada.candidates, key=lambda each: each.fit)


def test_a_number_is_proposed_only_where_enough_speaks_for_one_player() -> None:
    """A name alone does not, nor where two are as likely; and nobody is changed by it."""
    exchanged, bare = match(ada(fide_id=1503041)), match(ada(fide_id=None, born=None, rating=None, federation=None))
    two = match(Entry(1, "Linden, Bo", federation="HUN", born=Born(1990)), known=(LINDEN, NAMESAKE))

    assert exchanged[0].proposed == ADA.fide_id
    assert exchanged[0].entry.fide_id == 1503041
    assert bare[0].proposed is None
    assert two[0].proposed is None
    assert [each.listed.fide_id for each in two[0].candidates] == [LINDEN.fide_id, NAMESAKE.fide_id]


def test_a_number_that_stands_there_twice_names_both_players() -> None:
    """Whoever is right."""
    first, second = match(ada(), ada(2, name="Kestrel, Eva", born=Born(2001), rating=None))

    assert "number_twice" in first.doubts
    assert (first.twins, second.twins) == ((2,), (1,))
    assert second.doubts == ("another_player", "number_twice")


def test_two_numbers_of_one_person_and_namesakes_are_told_apart() -> None:
    """The same name and year of birth look like one person; a namesake without a year may be another."""
    entry = Entry(1, "Linden, Bo", fide_id=1503022, federation="HUN", born=Born(1990), rating=2100)
    (double,) = match(entry, known=(LINDEN, NAMESAKE))
    younger = Listed(1509999, "Linden, Bo", "HUN", "m", birth_year=2001)
    no_year = Entry(1, "Linden, Bo", fide_id=1503022, federation="HUN", rating=2100)
    (namesake,) = match(no_year, known=(LINDEN, younger))
    (told_apart,) = match(entry, known=(LINDEN, younger))

    assert (double.doubts, double.twins) == (("double",), (1509999,))
    assert (namesake.doubts, namesake.twins) == (("namesake",), ())
    assert told_apart.doubts == ()


def test_who_was_looked_at_is_not_doubtful_any_more() -> None:
    """Because an officer said so, and the record has it."""
    (of_ada,) = match(ada(born=Born(1978)), sure_of=(1,))

    assert of_ada.state == "fits"


def test_numbers_are_looked_for_near_those_alone_that_lead_nowhere() -> None:
    """So that a report of three hundred players asks for a few hundred numbers, and not for thirty thousand."""
    entries = (ada(), ada(2, fide_id=1503041), ada(3, fide_id=None))
    known = {1503014: "Kestrel, Ada", 1503041: "Somebody, Else"}

    asked = asked_numbers(entries, known)
    assert 1503014 in asked
    assert len(asked) < 150
    assert [entry.number for entry in lost_entries(entries, known)] == [2, 3]
