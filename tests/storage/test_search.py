"""Players found by words of their names, by the index and by what came after it, on both databases."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
import pytest
from django.db import connection
from office_books import LISTS, imported_book
from office_people import Silent, people, worked

from arpad.book.near_duplicates import name_keys
from arpad.model.clock import now
from arpad.office.close_list import CloseList
from arpad.office.person import MACHINE
from arpad.office.publish_list import PublishList
from arpad.storage.bulk import postgresql
from arpad.storage.deeds.close_list import close_list
from arpad.storage.deeds.publish_list import publish_list
from arpad.storage.jobs.kinds import work_of
from arpad.storage.models import Job, ListVersion, PlayerRow, RatingSystem
from arpad.storage.queries.paging import AskedRows
from arpad.storage.queries.players import players
from arpad.storage.search import index_tables
from arpad.storage.search.index import ask_missing, index_of
from arpad.storage.search.players import forgiving, search, words_of
from arpad.storage.search.rows import WantedPlayers, indexed

if TYPE_CHECKING:
    from pathlib import Path

    from arpad.office.person import Person
    from arpad.storage.opening import OfficeFolder


@pytest.fixture
def system(office: OfficeFolder, tmp_path: Path) -> RatingSystem:
    """Give the rating system of an office with a small book, its index not built yet."""
    del office
    return imported_book(tmp_path / "book", closed=True)


def built(system: RatingSystem) -> RatingSystem:
    """Do the work that was asked for when the newest list changed, and give the system as it is then."""
    job = Job.objects.filter(kind="search.rebuild", state=Job.WAITING).latest("number")

    def finish(result: dict[str, object]) -> None:
        Job.objects.filter(pk=job.pk).update(state=Job.DONE, result=result, ended_at=now())

    work_of(job.kind)(job.input, MACHINE, Silent(), finish)
    system.refresh_from_db()
    return system


def expected(system: RatingSystem, words: list[str]) -> set[int]:
    """Look through all players, as slowly as it needs."""
    rows = list(PlayerRow.objects.filter(rating_system=system).values_list("fide_id", "name"))
    keys = name_keys([name for _, name in rows])
    return {
        number
        for (number, _), key in zip(rows, keys, strict=True)
        if all(any(own.startswith(word) for own in key.split()) for word in words)
    }


def test_words_in_any_order_and_beginnings_give_whom_a_look_through_all_gives(system: RatingSystem) -> None:
    """From one letter on; whole names, two beginnings, and nobody."""
    assert search(system, "a") is None
    built(system)
    names = list(PlayerRow.objects.filter(rating_system=system).order_by("fide_id").values_list("name", flat=True)[:12])
    halves = [" ".join(word[:3] for word in reversed(name.replace(",", " ").split())) for name in names]
    for text in (*names, *halves, "a", "ka", "no such name"):
        outcome = search(system, text)
        assert outcome is not None
        assert set(outcome.numbers) == expected(system, words_of(text)), text
        assert not outcome.is_behind
        assert not outcome.is_cut


def test_the_best_rated_come_first(system: RatingSystem) -> None:
    """By the newest list: standard ratings first, then the others, then the numbers."""
    built(system)
    outcome = search(system, "a")
    assert outcome is not None
    lines = players(_reader(), system, AskedRows({"q": "a"}, size=1000)).rows
    assert [line.fide_id for line in lines] == list(outcome.numbers)
    ratings = [tuple(rating or 0 for rating in line.ratings) for line in lines]
    assert ratings == sorted(ratings, reverse=True)
    assert len({rating[0] for rating in ratings}) > 1


def test_only_federations_that_may_be_seen(system: RatingSystem) -> None:
    """A filter by federation, and nobody where none may be seen."""
    built(system)
    federation = PlayerRow.objects.filter(rating_system=system).exclude(federation="").earliest("fide_id").federation
    outcome, none = search(system, "a", {federation}), search(system, "a", ())
    assert outcome is not None
    assert none is not None
    assert outcome.numbers
    assert none.numbers == ()
    shown = PlayerRow.objects.filter(rating_system=system, fide_id__in=outcome.numbers)
    assert set(shown.values_list("federation", flat=True)) == {federation}


def test_who_came_after_the_index_is_found_too(system: RatingSystem) -> None:
    """A player whose row was written later, under accents and hyphens."""
    built(system)
    row = PlayerRow.objects.filter(rating_system=system).earliest("fide_id")
    row.pk, row.fide_id, row.name = None, 99_999_999, "Zwölf-Éber, Ödön"
    row.save()
    outcome = search(system, "eber zwolf odo")
    assert outcome is not None
    assert outcome.numbers == (99_999_999,)


def test_until_it_is_built_a_search_answers_from_the_list_before_and_says_so(system: RatingSystem) -> None:
    """A publication asks for the work and does not wait for it."""
    built(system)
    before = index_of(system)
    administrator = people("administrator")["administrator"]
    worked(close_list(administrator, system, LISTS[2], CloseList()), administrator)
    version = ListVersion.objects.get(stage="closed")
    asked = PublishList(version.list_hash, reason="nobody else is here")
    worked(publish_list(administrator, system, LISTS[2], asked), administrator)
    system.refresh_from_db()
    behind = search(system, "a")
    assert behind is not None
    assert behind.is_behind
    assert behind.numbers
    built(system)
    anew = search(system, "a")
    assert anew is not None
    assert not anew.is_behind
    assert before is not None
    assert (after := index_of(system)) is not None
    assert after.table != before.table
    assert ask_missing() == []


def test_what_an_ended_run_left_aside_is_no_hindrance(system: RatingSystem, office: OfficeFolder) -> None:
    """SQLite's index of words is built in a file aside: the next run makes that anew, and takes it away."""
    place = office.work / f"search_{system.number}_a.words"
    place.parent.mkdir(exist_ok=True)
    place.write_bytes(b"half of a file")
    built(system)
    outcome = search(system, "a")
    assert outcome is not None
    assert set(outcome.numbers) == expected(system, ["a"])
    assert place.exists() == (connection.vendor != "sqlite")


def test_many_players_are_written_in_parts(system: RatingSystem, monkeypatch: pytest.MonkeyPatch) -> None:
    """Words, pieces of the index, and tables beside it: in steps of a few rows as in one."""
    for name, few in (("_STEP", 7), ("_PIECES", 1)):
        monkeypatch.setattr(index_tables, name, few)
    monkeypatch.setattr(postgresql, "_STEP", 7)
    built(system)
    for text in ("a", "ka", "me"):
        outcome = search(system, text)
        assert outcome is not None
        assert set(outcome.numbers) == expected(system, [text])


def test_a_name_of_signs_alone_is_nobody(system: RatingSystem) -> None:
    """Quotes, brackets and the signs of query languages are no words."""
    built(system)
    for text in ("'", '"*', "a' | 'b", "NEAR(", "\\", "%"):
        outcome = search(system, text)
        assert outcome is not None
        assert set(outcome.numbers) == (expected(system, words_of(text)) if words_of(text) else set()), text


def _reader() -> Person:
    return people("auditor")["auditor"]


def test_a_letter_that_stands_for_a_mark_finds_names_only(system: RatingSystem) -> None:
    """Federations, titles and age groups are marks beside the words, and nobody is found by one who typed a word."""
    built(system)
    for text in ("f", "fa", "y", "_f", "faaa"):
        outcome = search(system, text)
        assert outcome is not None
        assert set(outcome.numbers) == expected(system, words_of(text)), text


def test_one_error_in_a_name_is_forgiven(system: RatingSystem) -> None:
    """A letter left out, doubled or another one, and two changed over; what was typed well comes first."""
    built(system)
    rows = PlayerRow.objects.filter(rating_system=system).order_by("fide_id").values_list("fide_id", "name")[:20]
    for number, name in rows:
        family = name.partition(",")[0]
        for wrong in (family[:2] + family[3:], family[:3] + family[2:], family[:2] + "q" + family[3:],
                      family[:2] + family[3] + family[2] + family[4:]):  # fmt: skip
            outcome = forgiving(system, name.replace(family, wrong), WantedPlayers(), 100, 20)
            assert outcome is not None
            assert number in outcome.numbers, (name, wrong)
    well = forgiving(system, rows[0][1], WantedPlayers(), 100, 20)
    assert well is not None
    assert rows[0][0] in well.numbers[: well.exact]


def test_who_is_wanted_besides_the_name(system: RatingSystem) -> None:
    """Federation, title, sex, age group and activity, each as the newest list and the table of players have it."""
    rows = list(PlayerRow.objects.filter(rating_system=system).order_by("fide_id"))
    rows[0].title, rows[1].sex, rows[2].birth_year = "GM", "F", 2016
    for row in rows[:3]:
        row.save()
    built(system)
    assert system.newest is not None
    year = system.newest.list_date.year
    letters = {word[0] for row in rows for word in words_of(row.name)}
    young = {row.fide_id for row in rows if row.birth_year and year - row.birth_year <= 10}
    cases = {
        WantedPlayers(title="GM"): {row.fide_id for row in rows if "GM" in (row.title, row.womens_title)},
        WantedPlayers(sex="F"): {row.fide_id for row in rows if row.sex == "F"},
        WantedPlayers(age="U10"): young,
        WantedPlayers(age="50+"): {row.fide_id for row in rows if row.birth_year and year - row.birth_year >= 50},
    }
    assert rows[2].fide_id in young
    for wanted, numbers in cases.items():
        chosen = set()
        for letter in letters:
            outcome = forgiving(system, letter, wanted, 1000, 0)
            assert outcome is not None
            chosen |= set(outcome.numbers)
        assert chosen == numbers, wanted


def test_who_is_hidden_is_given_to_nobody_who_asks_for_the_shown() -> None:
    """As a frame: the mark of the hidden, and those of activity."""
    rows = pl.DataFrame({"fide_id": [1, 2], "name": ["A", "B"], "federation": ["AAA", "AAA"]})
    none = pl.Series([None, None], dtype=pl.Int32)
    ratings = pl.DataFrame({"fide_id": [2, 1], "standard_rating": [2400, None], "rapid_rating": none,
                            "blitz_rating": none, "flag": ["wi", ""]})  # fmt: skip
    assert indexed(rows, ratings, None, pl.Series([2])).rows() == [
        (1, 2, "b", "____faaa ____i"),
        (2, 1, "a", "____faaa ____x"),
    ]


def test_places_are_by_rating_and_words_without_accents() -> None:
    """As a frame, without a database."""
    rows = pl.DataFrame({"fide_id": [1, 2], "name": ["Éber, Ada", "Kis, A"], "federation": ["HUN", "AAA"]})
    none = pl.Series([None, None], dtype=pl.Int32)
    ratings = pl.DataFrame(
        {"fide_id": [2, 1], "standard_rating": [2400, 2300], "rapid_rating": none, "blitz_rating": none}
    )
    assert indexed(rows, ratings).rows() == [(1, 2, "a kis", "____faaa"), (2, 1, "ada eber", "____fhun")]
