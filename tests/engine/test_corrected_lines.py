"""Corrections are public: lists of earlier versions are explained by them, and every entry can be held to its words."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import polars as pl
import pytest
from running import answer, arpad
from small_books import SmallBook

import arpad as package
from arpad.book.about import About
from arpad.book.change import changed
from arpad.book.folder import Book
from arpad.book.made_by import PLACE, version_of
from arpad.book.schema import RECORD
from arpad.book.view import Period
from arpad.engine.compare.corrected_lines import TOUCHED, explaining_corrections
from arpad.engine.reference.lines import Reference
from arpad.model.problems import EditionError
from arpad.regulations.corrections import LISTS, TOUCHES, corrections, mended_after, version_order
from arpad.regulations.register import registered, rows

ROOT = Path(__file__).resolve().parents[2]
BEFORE = "0.1.0"
FIELDS = ("rating", "games", "k", "played", "highest", "last", "flag")


@dataclass
class Case:
    """A book in which a correction can touch the line of one player and not that of another."""

    book: SmallBook
    day: date
    touched: int | None
    """None where it can touch nobody."""
    spared: int | None
    """None where it can touch everybody."""
    name: str | None = None
    kind: str = "standard"


def of(days: tuple[date, ...], *ratings: int | None) -> SmallBook:
    """A book with players 1, 2 and so on, on the lists of some days."""
    book = SmallBook()
    for number, rating in enumerate(ratings, 1):
        book.player(number)
        for day in days:
            book.rated(day, number, rating, k=15, played=0 if rating is None else 100)
    return book


def official_and_late() -> Case:
    """An official event of April 2024, reported in January 2025."""
    book = of((date(2025, 1, 1), date(2024, 4, 1)), 2000, 2000, 2000)
    more = {"official": True, "received": date(2025, 1, 15)}
    book.event(1, date(2024, 4, 5), date(2024, 4, 10), [(1, 2, 100)], **more)
    return Case(book, date(2025, 2, 1), 1, 3)


def few_opponents() -> Case:
    """A match of four games against one player, beside a Swiss event with three opponents."""
    book = of((date(2004, 4, 1),), None, 2000, None, 2000, 2000)
    book.event(1, date(2004, 5, 5), date(2004, 5, 9), [(1, 2, 50)] * 4, system="match")
    book.event(2, date(2004, 5, 5), date(2004, 5, 9), [(3, 2, 50), (3, 4, 50), (3, 5, 50)])
    return Case(book, date(2004, 7, 1), 1, 3)


def met_again() -> Case:
    """A round robin of 2004 with a play-off of 1 and 2."""
    book = of((date(2004, 4, 1),), 2000, 2000, 2100)
    games = [(1, 2, 50), (1, 3, 50), (2, 3, 50), (2, 1, 50)]
    book.event(1, date(2004, 5, 5), date(2004, 5, 9), games, system="roundrobin")
    return Case(book, date(2004, 7, 1), 1, 3)


def unrated_met_twice() -> Case:
    """A Scheveningen event of 2004 in which 1 met the unrated player twice."""
    book = of((date(2004, 4, 1),), 2000, 2000, None, 2100)
    games = [(1, 3, 50), (3, 1, 50), (2, 4, 50), (4, 2, 50), (1, 4, 50), (2, 3, 50)]
    book.event(1, date(2004, 5, 5), date(2004, 5, 9), games, system="scheveningen")
    return Case(book, date(2004, 7, 1), 1, 2)


def zero_in_a_table() -> Case:
    """A round robin of 2010 with two unrated players, of whom 3 has no point."""
    book = of((date(2010, 3, 1),), 2000, 2000, None, None)
    games = [(1, 2, 50), (1, 3, 100), (2, 3, 100), (1, 4, 50), (2, 4, 50), (4, 3, 100)]
    book.event(1, date(2010, 3, 5), date(2010, 3, 9), games, system="roundrobin")
    return Case(book, date(2010, 5, 1), 3, 4)


def ratings_of_days_refused() -> Case:
    """A short Swiss event of 2004 that asks for the ratings of each day."""
    book = of((date(2004, 4, 1),), 2000, 2000, 2000)
    book.event(1, date(2004, 5, 5), date(2004, 5, 9), [(1, 2, 50)], ratings="game")
    return Case(book, date(2004, 7, 1), 1, 3)


def last_by_rated_opponent() -> Case:
    """A match with an unrated player in 2025, which is not rated."""
    book = of((date(2025, 4, 1),), 2000, 2000, None)
    book.event(1, date(2025, 4, 5), date(2025, 4, 9), [(1, 3, 50)], system="match")
    return Case(book, date(2025, 5, 1), 3, 1)


def unrated_at_the_start() -> Case:
    """An event of March 2010, reported in June, of 1, who has been rated since May."""
    book = of((date(2010, 3, 1), date(2010, 5, 1)), 2000, 2000)
    book.lists[date(2010, 3, 1)][0] |= {"standard_rating": None, "standard_k": None, "standard_highest": None}
    book.event(1, date(2010, 3, 5), date(2010, 3, 9), [(1, 2, 50)], received=date(2010, 6, 20))
    return Case(book, date(2010, 7, 1), 1, 2)


def year_not_in_the_book() -> Case:
    """A book of 2004 with one list."""
    return Case(of((date(2004, 4, 1),), 2000, 2000), date(2004, 7, 1), 1, None)


def year_in_the_book() -> Case:
    """A book with two years of lists."""
    days = tuple(date(year, month, 1) for year in (2004, 2005) for month in (1, 4, 7, 10))
    return Case(of(days, 2000, 2000), date(2006, 1, 1), None, 1)


def seam_of_monthly_lists() -> Case:
    """Monthly lists: an event over the end of June 2009, and one after it."""
    book = of((date(2009, 6, 1), date(2009, 7, 1)), 2000, 2000, 2000, 2000)
    book.event(1, date(2009, 6, 25), date(2009, 7, 10), [(1, 2, 50)])
    book.event(2, date(2009, 7, 5), date(2009, 7, 10), [(3, 4, 50)])
    return Case(book, date(2009, 8, 1), 1, 3, "fide-monthly@2003-07-01@2009-07-01")


def one_off_of_mssz() -> Case:
    """The list of March 2024 of another authority."""
    return Case(of((date(2024, 2, 1),), 1500), date(2024, 3, 1), 1, None, "mssz-2017-01")


def no_one_off_of_mssz() -> Case:
    """The list a month later."""
    return Case(of((date(2024, 3, 1),), 1500), date(2024, 4, 1), None, 1, "mssz-2017-01")


def day_before_the_first_list() -> Case:
    """A rapid event over July 2012, with the ratings of each day: 1 and 2 met before, 3 and 4 afterwards."""
    book = of((date(2012, 5, 1), date(2012, 7, 1)), 2000, 2000, 2000, 2000)
    book.event(1, date(2012, 6, 25), date(2012, 7, 10), [(1, 2, 50), (3, 4, 50)], kind="rapid", ratings="game")
    for game, day in zip(book.tables["games"], (date(2012, 6, 26), date(2012, 7, 5)), strict=True):
        game["day"] = day
    return Case(book, date(2012, 8, 1), 1, 3, kind="rapid")


CASES = {
    "C-004": [official_and_late],
    "C-027": [few_opponents],
    "C-028": [met_again],
    "C-038": [unrated_met_twice],
    "C-040": [zero_in_a_table],
    "C-041": [ratings_of_days_refused],
    "C-042": [last_by_rated_opponent],
    "C-043": [unrated_at_the_start],
    "C-045": [year_not_in_the_book, year_in_the_book],
    "C-047": [seam_of_monthly_lists],
    "C-049": [one_off_of_mssz, no_one_off_of_mssz],
    "C-061": [day_before_the_first_list],
}


@pytest.mark.parametrize("number", CASES)
def test_a_correction_touches_the_lines_of_its_entry_and_no_others(number: str) -> None:
    """Whose line it can touch is named by it; whose line it cannot, is not."""
    for make in CASES[number]:
        case = make()
        reference = Reference(Period(case.book.view(case.name), case.kind, case.day))
        fields = next(correction.fields for correction in corrections() if correction.id == number)

        assert case.touched is None or number in explaining_corrections(reference, case.touched, fields, BEFORE)
        assert case.spared is None or number not in explaining_corrections(reference, case.spared, fields, BEFORE)


def test_a_list_made_under_a_file_of_fide(tmp_path: Path) -> None:
    """C-050: the one-off of March 2024, under a file; not under the editions in force, and not in April."""
    place = tmp_path / "own.toml"
    place.write_text('id = "own"\nderives = "fide-2024-03"\ntitle = "Own"\n', encoding="utf-8")

    def named(name: str | None, day: date) -> bool:
        book = of((date(2024, 2, 1), date(2024, 3, 1)), 1500)
        reference = Reference(Period(book.view(name), "standard", day))
        return "C-050" in explaining_corrections(reference, 1, ["rating"], BEFORE)

    assert [named(str(place), date(2024, 3, 1)), named(str(place), date(2024, 4, 1))] == [True, False]
    assert not named(None, date(2024, 3, 1))


def test_a_list_made_under_a_file_by_which_nobody_stands_in(tmp_path: Path) -> None:
    """C-052: a rapid list under a file that sets the rule to false, and no other."""
    place = tmp_path / "own.toml"
    rule = 'standard_stands_in = { after = "fide-2024-03 8.3.1", value = false }'
    place.write_text(
        f'id = "own"\nderives = "fide-rb-2024-12"\ntitle = "Own"\n[provisions]\n{rule}\n', encoding="utf-8"
    )

    def named(name: str | None) -> bool:
        book = of((date(2025, 3, 1),), 1500)
        reference = Reference(Period(book.view(name), "rapid", date(2025, 4, 1)))
        return "C-052" in explaining_corrections(reference, 1, ["rating"], BEFORE)

    assert [named(str(place)), named(None)] == [True, False]


def test_a_column_that_no_correction_changes_is_not_explained() -> None:
    """C-042 changes the last day and the flag; a rating that differs as well is not explained by it."""
    case = last_by_rated_opponent()
    reference = Reference(Period(case.book.view(), "standard", case.day))
    asked = (["last"], ["last", "flag"], ["last", "rating"])

    assert [explaining_corrections(reference, 3, fields, BEFORE) for fields in asked] == [("C-042",), ("C-042",), ()]
    assert explaining_corrections(reference, 3, ["last"], package.__version__) == ()


class TestVerify:
    """`arpad period verify` and `explain` of a list that an earlier version made."""

    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        """A book whose list of May 2025 has the day of a match with an unrated player, as version 0.1.0 had it."""
        case = last_by_rated_opponent()
        book = Book.create(tmp_path / "book", About())
        lists = {day: frame for day in case.book.lists if (frame := case.book.rating_list(day)) is not None}
        book.apply(changed(book, {name: frame for name, frame in case.book.frames().items() if frame.height}, lists))
        assert arpad("period", "close", str(book.folder), "2025-05")[0] == 0
        current = Book.open(book.folder).rating_list(case.day)
        was = pl.when(pl.col("fide_id") == 3).then(date(2025, 4, 9)).otherwise("standard_last").alias("standard_last")
        opened = Book.open(book.folder)
        opened.apply(changed(opened, {}, {case.day: current.with_columns(was)}))
        return book.folder

    def test_a_list_says_which_version_made_it(self, folder: Path) -> None:
        """Which one is written beside the list; a list without it was made by the first."""
        place = folder / "published" / "2025-05"
        data = json.loads((place / PLACE).read_text(encoding="utf-8"))
        version = version_of(place)
        (place / PLACE).unlink()

        assert (data["arpad"], data["list"]) == (package.__version__, "2025-05-01")
        assert data["editions"]["standard"] == "fide-2024-03"
        assert (version, version_of(place)) == (package.__version__, BEFORE)

    def test_an_earlier_version_is_explained_with_a_code_of_its_own(self, folder: Path) -> None:
        """Exit code 3, the number of the correction, and that the published value stays the base."""
        for name in (RECORD, f"published/2025-05/{PLACE}"):
            folder.joinpath(name).unlink()
        verified = answer("period", "verify", str(folder), "2025-05", code=3)
        printed = arpad("period", "verify", str(folder), "2025-05")[1]
        explained = answer("period", "explain", str(folder), "2025-05", "3", code=3)

        assert verified["made_by"] == BEFORE
        assert [(line["field"], line["corrections"]) for line in verified["different"]] == [("last", ["C-042"])]
        assert "C-042" in printed
        assert "stays the base" in printed
        assert (explained["agrees"], explained["corrections"]) == (False, ["C-042"])

    def test_of_this_version_nothing_is_explained(self, folder: Path) -> None:
        """The same list, made by this version, is wrong: exit code 1."""
        verified = answer("period", "verify", str(folder), "2025-05", code=1)

        assert [line["corrections"] for line in verified["different"]] == [[]]
        assert answer("period", "explain", str(folder), "2025-05", "3", code=1)["corrections"] == []


class TestEntries:
    """What stands in the corrections."""

    def test_numbers_follow_each_other(self) -> None:
        """C-001, C-002 and so on, each once."""
        assert [correction.id for correction in corrections()] == [
            f"C-{place:03d}" for place in range(1, len(corrections()) + 1)
        ]

    def test_every_entry_is_whole(self) -> None:
        """It says what was wrong, what holds now and what it touches, and columns only where it touches lists."""
        for correction in corrections():
            assert correction.touches in TOUCHES, correction.id
            assert (
                min(
                    len(correction.was),
                    len(correction.now),
                    len(correction.lists),
                    len(correction.articles),
                    len(correction.shown_by),
                )
                > 0
            ), correction.id
            assert set(correction.fields) <= set(FIELDS), correction.id
            assert bool(correction.fields) == (correction.touches == LISTS), correction.id
            assert (
                version_order(correction.since)
                < version_order(correction.mended_in)
                <= version_order(package.__version__)
            ), correction.id

    def test_every_one_that_touches_lists_can_be_asked_about_a_line(self) -> None:
        """A correction with columns has its question, and no other has one; each question has a case above."""
        of_lists = {correction.id for correction in corrections() if correction.fields}

        assert set(TOUCHED) == of_lists
        assert {*CASES, "C-050", "C-052"} == of_lists

    def test_the_tests_that_failed_before_exist(self) -> None:
        """Each names a file and a test in it."""
        gone = []
        for correction in corrections():
            for test in correction.shown_by:
                file, *names = test.split("::")
                text = ROOT.joinpath(file).read_text(encoding="utf-8") if ROOT.joinpath(file).is_file() else ""
                if not text or not all(re.search(rf"^\s*(def|class) {name}\b", text, re.MULTILINE) for name in names):
                    gone.append((correction.id, test))

        assert gone == []

    def test_the_articles_are_rows_of_the_register(self) -> None:
        """An article of an edition with a register is one of its rows, or a chapter of them."""
        wrong = []
        for correction in corrections():
            for cited in correction.articles:
                name, _, article = cited.partition(" ")
                try:
                    _ = rows(name, article) if name in registered() else None
                except EditionError:
                    wrong.append((correction.id, cited))

        assert wrong == []

    def test_what_a_version_lacked(self) -> None:
        """The first version lacked all, this one lacks none."""
        assert mended_after(BEFORE) == corrections()
        assert mended_after(package.__version__) == ()
