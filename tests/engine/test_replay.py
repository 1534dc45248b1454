"""A replay: the same lists as closing the book month by month, and other ones under another edition."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import TYPE_CHECKING

import polars as pl
import pytest

from arpad.book.about import About
from arpad.book.change import changed
from arpad.book.folder import Book
from arpad.book.list_hash import list_hash
from arpad.book.schema import LIST, TABLES
from arpad.engine.period.close_list import close
from arpad.engine.replay.inputs import fingerprint, inputs_of
from arpad.engine.replay.replay import Replayed, replay
from arpad.engine.replay.rules import months_with_lists, names_of
from arpad.lab.world.world import world
from arpad.model.problems import RefusedError
from arpad.publication.issue import issue
from arpad.regulations.durations import shifted_months
from arpad.regulations.rulebook import Rulebook

if TYPE_CHECKING:
    from pathlib import Path

    from arpad.lab.world.world import World

FIRST, LAST = date(2026, 11, 1), date(2027, 2, 1)


@cache
def drawn() -> World:
    """The made-up world of these tests, drawn when the first of them asks for it."""
    return world(1500, 4, 5)


REFORM = """id = "reform"
kinds = ["standard", "rapid", "blitz"]
derives = "fide-2026-01"
title = "A made-up reform"

[provisions]
k_established = { article = "Proposal 1", value = 32 }
list_months   = { article = "Proposal 2", value = [1, 3, 5, 7, 9, 11] }
"""


def made_up(folder: Path) -> Book:
    """Give the made-up world as a book of its own."""
    book = Book.create(folder, About())
    book.apply(changed(book, drawn().tables, drawn().lists))
    return book


@pytest.fixture
def book(tmp_path: Path) -> Book:
    """The made-up world."""
    return made_up(tmp_path / "book")


@dataclass(frozen=True)
class Run:
    """A replay that was run to its end."""

    lists: list[Replayed]

    @property
    def hashes(self) -> list[str]:
        """The hashes of its lists."""
        return [list_.facts["sha256"] for list_ in self.lists]


def run(book: Book, last: date = LAST, name: str | None = None, folder: Path | None = None) -> Run:
    """Run a replay."""
    return Run(list(replay(book, FIRST, last, name and Rulebook(edition=name), folder)))


def test_same_lists_as_closing_month_by_month(book: Book, tmp_path: Path) -> None:
    """A replay under the editions in force gives what `arpad period close` writes, and leaves the book alone."""
    before = fingerprint(book, FIRST, None)
    whole = run(book)
    other = made_up(tmp_path / "other")
    for month in months_with_lists(FIRST, LAST, Rulebook()):
        issue(other, close(other, month))
        replayed = next(each for each in whole.lists if each.list_date == month)

        assert pl.read_parquet(replayed.place).equals(other.rating_list(month))
        assert replayed.facts["sha256"] == list_hash(other.rating_list(month), other.table("players"))
    assert (book.list_dates, fingerprint(Book.open(book.folder), FIRST, None)) == ((date(2026, 10, 1),), before)


def test_continues_where_it_stopped(book: Book, tmp_path: Path) -> None:
    """Stopped after any month, it goes on with the next, and comes to the same bytes."""
    whole = run(book, folder=tmp_path / "whole")
    for months in (1, 3):
        parts = tmp_path / f"parts-{months}"
        begun = replay(book, FIRST, LAST, None, parts)
        for _ in range(months):
            next(begun)
        begun.close()
        rest = run(Book.open(book.folder), folder=parts)

        assert [list_.is_new for list_ in rest.lists] == [number >= months for number in range(4)]
        assert rest.hashes == whole.hashes
        for place in sorted(parts.rglob("*.*")):
            assert place.read_bytes() == (tmp_path / "whole" / place.relative_to(parts)).read_bytes()


def test_another_edition_makes_other_lists(book: Book, tmp_path: Path) -> None:
    """A reform with lists every other month: no event is rated twice or lost, and nobody has the old K."""
    law = tmp_path / "reform.toml"
    law.write_text(REFORM, encoding="utf-8")
    whole = run(book, name=str(law))
    plain = run(book)
    in_them = sum(list_.facts["games"] for list_ in whole.lists)

    assert [list_.list_date.month for list_ in whole.lists] == [11, 1]
    assert whole.lists[0].place.parts[-4:-1] == ("replays", "reform", "lists")
    assert in_them == sum(list_.facts["games"] for list_ in plain.lists if list_.list_date <= date(2027, 1, 1))
    assert set(pl.read_parquet(whole.lists[-1].place)["standard_k"].drop_nulls().unique()) == {10, 32, 40}


def test_what_the_first_list_has_is_not_rated_again(book: Book, tmp_path: Path) -> None:
    """Events of the list at the beginning stay out under every calendar; what it lacks comes first of all."""
    law = tmp_path / "reform.toml"
    law.write_text(REFORM, encoding="utf-8")
    begun = date(2026, 12, 1)
    in_force, other = (inputs_of(book, begun, LAST, asked) for asked in (None, Rulebook(edition=str(law))))
    rated = [
        {event for part in inputs.parts.values() for event in part["events"]["event_id"]}
        for inputs in (in_force, other)
    ]

    assert rated[0] == rated[1]
    assert sorted(other.parts) == [date(2027, 1, 1), date(2027, 3, 1)]


def test_rated_for_holds_only_without_an_edition(book: Book, tmp_path: Path) -> None:
    """Without an edition an event stays with the list it was rated for."""
    law = tmp_path / "reform.toml"
    law.write_text(
        REFORM.replace("list_months", "k_load_limit").replace("[1, 3, 5, 7, 9, 11]", "700"), encoding="utf-8"
    )
    events = book.table("events")
    event = events.filter(pl.col("kind") == "standard").sort("end")["event_id"][0]
    late = pl.when(pl.col("event_id") == event).then(pl.lit(date(2027, 1, 1)))
    book.apply(changed(book, {"events": events.with_columns(rated_for=late.otherwise("rated_for"))}))

    for asked, month in ((None, date(2027, 1, 1)), (Rulebook(edition=str(law)), FIRST)):
        assert event in inputs_of(book, FIRST, LAST, asked).parts[month]["events"]["event_id"]


def test_without_any_list_before(tmp_path: Path) -> None:
    """A book without lists starts from nothing: everybody is unrated, and nothing fails."""
    book = Book.create(tmp_path / "book", About())
    book.apply(changed(book, drawn().tables, {}))
    whole = run(book, last=FIRST)

    assert (whole.lists[0].facts["rated"]["standard"], whole.lists[0].facts["games"] > 0) == (0, True)


def test_another_beginning_book_or_edition_is_refused(book: Book, tmp_path: Path) -> None:
    """What was begun is not continued from something else; the sentence says what differs."""
    law = tmp_path / "reform.toml"
    law.write_text(REFORM, encoding="utf-8")
    out = tmp_path / "out"
    run(book, last=FIRST, folder=out)
    with pytest.raises(RefusedError, match="begun under the editions in force, not under reform"):
        run(book, name=str(law), folder=out)
    with pytest.raises(RefusedError, match="begun with 2026-11, not with 2026-12"):
        list(replay(book, date(2026, 12, 1), LAST, None, out))
    book.apply(changed(book, {"games": book.table("games").head(-1)}))
    with pytest.raises(RefusedError, match="changed since out was begun"):
        run(book, folder=out)


def own_rules(folder: Path, about: About, base: date) -> Book:
    """Give the standard chess of the made-up world in an earlier time, with lists by rules of its own."""
    months = (base.year - 2026) * 12 + base.month - 10
    events = drawn().tables["events"].filter(pl.col("kind") == "standard")
    tables = {**drawn().tables, "events": events, "pool": drawn().tables["pool"].filter(pl.col("kind") == "standard")}
    tables["games"] = tables["games"].join(events.select("event_id"), on="event_id", how="semi")

    def earlier(frame: pl.DataFrame) -> pl.DataFrame:
        dated = [name for name, kind in frame.schema.items() if kind == pl.Date]
        years = pl.col("^birth_year$") + months // 12
        return frame.with_columns(pl.col(dated).dt.offset_by(f"{months}mo"), years)

    book = Book.create(folder, about)
    first = drawn().lists[date(2026, 10, 1)]
    book.apply(changed(book, {name: earlier(frame) for name, frame in tables.items()}, {base: earlier(first)}))
    return book


@pytest.mark.parametrize(
    ("about", "base", "names"),
    [
        (About(authority="mssz"), date(2017, 4, 1), ["mssz-2017-01"]),
        (About(monthly_regime=True), date(2009, 4, 1), ["fide-2003-07-monthly", "fide-2009-07-monthly"]),
        (About(monthly_regime=True), date(2012, 4, 1), ["fide-2009-07-monthly"]),
    ],
)
def test_the_rules_of_the_book_hold_without_an_edition(
    tmp_path: Path, about: About, base: date, names: list[str]
) -> None:
    """A federation's own rules and monthly lists of 2003 and 2009: what closing month by month gives, also at seams."""
    book, other = (own_rules(tmp_path / name, about, base) for name in ("book", "other"))
    first, last = shifted_months(base, 1), shifted_months(base, 4)
    lists = list(replay(book, first, last))
    months = months_with_lists(first, last, about.rulebook())

    assert names_of(about.rulebook(), first, last) == names
    assert (
        [replayed.list_date for replayed in lists]
        == list(months)
        == [shifted_months(first, number) for number in range(4)]
    )
    assert sum(replayed.facts["events"] for replayed in lists) > 3
    for replayed in lists:
        issue(other, close(other, replayed.list_date))

        assert pl.read_parquet(replayed.place).equals(other.rating_list(replayed.list_date))


def test_another_book_toml_is_noticed(tmp_path: Path) -> None:
    """Lists that go on under monthly rules, or another authority, are not continued as if nothing had happened."""
    base, out = date(2009, 7, 1), tmp_path / "out"
    book = own_rules(tmp_path / "book", About(), base)
    list(replay(book, date(2009, 9, 1), date(2009, 9, 1), None, out))
    for about in (About(monthly_regime=True), About(authority="mssz")):
        book.folder.joinpath("book.toml").write_text(about.text(), encoding="utf-8")
        with pytest.raises(RefusedError, match="changed since out was begun"):
            list(replay(Book.open(book.folder), date(2009, 9, 1), date(2009, 11, 1), None, out))


def test_notes_of_every_list_are_kept(book: Book, tmp_path: Path) -> None:
    """What closing a month remarks stands with its list, also when the replay is continued."""
    events = book.table("events")
    early = pl.when(pl.col("event_id") == events["event_id"].min()).then(pl.lit(date(2026, 8, 20)))
    book.apply(changed(book, {"events": events.with_columns(start=early.otherwise("start"))}))
    begun = run(book, last=FIRST, folder=tmp_path / "out")
    rest = run(book, folder=tmp_path / "out")
    notes = [note for list_ in begun.lists for note in list_.facts["notes"]]

    assert [(note["code"], "no list of 2026-08-01" in note["message"]) for note in notes] == [("list_missing", True)]
    assert [note for list_ in rest.lists for note in list_.facts["notes"]] == notes
    assert "no list of 2026-08-01" in (tmp_path / "out" / "replay.json").read_text(encoding="utf-8")


def test_a_list_that_is_gone_or_changed_is_named(book: Book, tmp_path: Path) -> None:
    """It is not gone on from lists that nobody of us wrote: each missing or changed file is named, with what to do."""
    out = tmp_path / "out"
    run(book, folder=out)
    lists = [out / "lists" / f"{month:%Y-%m}.parquet" for month in months_with_lists(FIRST, LAST, Rulebook())]
    kept = {place: place.read_bytes() for place in (*lists, out / "pool.parquet")}
    lists[0].unlink()
    wrong = pl.read_parquet(lists[-1]).with_columns(pl.col("standard_played") + 1)
    wrong.write_parquet(lists[-1])
    with pytest.raises(RefusedError) as refused:
        run(book, folder=out)
    sentences = [problem.message for problem in refused.value.problems]

    assert len(sentences) == 2
    assert sentences[0].startswith("lists/2026-11.parquet of out is missing. Put it back from a copy")
    assert sentences[1].startswith("lists/2027-02.parquet of out is not the file that this replay wrote.")
    for place, content in kept.items():
        place.write_bytes(content)
    assert [list_.is_new for list_ in run(book, folder=out).lists] == [False] * len(lists)
    (out / "pool.parquet").write_bytes(b"x")
    with pytest.raises(RefusedError, match=r"pool\.parquet of out is not the file"):
        run(book, folder=out)


def test_folders_that_are_no_replays(book: Book, tmp_path: Path) -> None:
    """A folder with other things, a damaged account of itself, a list that is gone: a sentence each."""
    with pytest.raises(RefusedError, match="is no replay"):
        run(book, folder=book.folder)
    out = tmp_path / "out"
    run(book, last=date(2026, 12, 1), folder=out)
    about = out / "replay.json"
    whole = about.read_text(encoding="utf-8")
    for text in ("{", "[]", '{"format": 9}', whole.replace("2026-11-01", "soon"), whole.replace("sha256", "md5")):
        about.write_text(text, encoding="utf-8")
        with pytest.raises(RefusedError, match=r"replay\.json in out is damaged"):
            run(book, folder=out)
    with pytest.raises(RefusedError, match="no list"):
        list(replay(book, date(1950, 1, 1), date(1950, 2, 1)))


def test_lists_in_memory_are_bounded(book: Book) -> None:
    """A list is needed by the next month and by events that began on it, not for ever."""
    inputs = inputs_of(book, FIRST, LAST, None)
    starts = book.table("events").group_by("kind").agg(pl.col("end") - pl.col("start")).explode("end")["end"].max()

    assert set(inputs.needed) <= {date(2026, 10, 1), *inputs.months}
    assert all((month - day).days <= starts.days + 62 for day, month in inputs.needed.items())  # type: ignore[union-attr]


def test_tables_of_a_month_fit_a_book(book: Book) -> None:
    """Every month gets the tables that a close takes, also one in which nothing was played."""
    inputs = inputs_of(book, FIRST, date(2027, 6, 1), None)
    tables = inputs.of_month(date(2027, 6, 1), inputs.tables["pool"])

    assert set(tables) == set(TABLES) - {"adjustments", "log"}
    assert tables["games"].schema == pl.Schema(TABLES["games"].schema)
    assert LIST.empty().height == tables["events"].height == 0
