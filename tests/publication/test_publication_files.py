"""The files of a publication: lists as FIDE writes them, tables, the working, the page; the same for any order."""

from __future__ import annotations

import json
import re
from contextlib import contextmanager
from datetime import date
from functools import cache
from hashlib import sha256
from io import BytesIO
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from made_publications import MadeList, of_list

from arpad.book.frames.lists import read_list
from arpad.book.memory import MemoryBook
from arpad.book.schema import TABLES
from arpad.engine.period.close_list import close
from arpad.formats.lists.problems import Findings
from arpad.formats.lists.source import opened
from arpad.lab.world.world import world
from arpad.model.period import KINDS
from arpad.pages.html import script
from arpad.pages.summary import summary_page
from arpad.publication.files import lists_written, write_published
from arpad.publication.publication import Publication, publication

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from arpad.engine.period.close_list import Closed
    from arpad.lab.world.world import World

BASE, LISTED = date(2026, 10, 1), date(2026, 11, 1)


@cache
def drawn() -> World:
    """The made-up world of these tests, drawn when the first of them asks for it."""
    return world(3000, 1, 11, BASE)


@cache
def tabled() -> dict[str, pl.DataFrame]:
    """Its tables, the empty ones too."""
    return {name: drawn().tables.get(name, table.empty()) for name, table in TABLES.items() if name != "adjustments"}


@cache
def closed() -> Closed:
    """Its month, closed once for all these tests."""
    return close(MemoryBook(tabled(), drawn().lists), LISTED)


@cache
def made_up() -> Publication:
    """The same, published."""
    return publication(closed(), MemoryBook(tabled(), drawn().lists))


def read(place: Path) -> Any:  # noqa: ANN401 - a list as a frame
    """Read a list as everybody does."""
    with place.open("rb") as stream:
        source = opened(place.name, stream, Findings())
        assert source is not None
        return read_list(source, Findings())


def contents(folder: Path) -> dict[str, bytes]:
    """Give all files of a folder."""
    return {place.name: place.read_bytes() for place in sorted(folder.iterdir())}


def test_a_month_of_the_made_up_world(tmp_path: Path) -> None:
    """TXT and XML hold the same list, which is that of the book without those who are kept off it."""
    published = made_up()
    write_published(tmp_path / "new", published)
    texts, elements = read(tmp_path / "new" / "list.txt"), read(tmp_path / "new" / "list.xml")
    died = tabled()["players"].filter(pl.col("died") <= LISTED)["fide_id"]
    expected = closed().frame.filter(~pl.col("fide_id").is_in(died.implode()))

    assert texts.findings.counts == elements.findings.counts == {}
    assert texts.canonical_hash() == elements.canonical_hash()
    assert texts.frame["fide_id"].sort().to_list() == expected["fide_id"].to_list()
    for kind in KINDS:
        rows = texts.frame.select("fide_id", pl.col(f"{kind}_rating").cast(pl.Int32)).sort("fide_id")
        assert rows.equals(expected.select("fide_id", f"{kind}_rating"))
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == [
        "federations.parquet", "list.parquet", "list.txt", "list.xml", "movements.parquet", "summary.json",
        "working_blitz.parquet", "working_rapid.parquet", "working_standard.parquet",
    ]  # fmt: skip


def test_the_order_of_the_tables_changes_no_byte(tmp_path: Path) -> None:
    """Shuffled tables and lists give the same files."""
    shuffled = {name: frame.sample(fraction=1, shuffle=True, seed=5) for name, frame in tabled().items()}
    lists = {day: frame.sample(fraction=1, shuffle=True, seed=6) for day, frame in drawn().lists.items()}
    write_published(tmp_path / "one", made_up())
    other_way = MemoryBook(shuffled, lists)
    write_published(tmp_path / "other", publication(close(other_way, LISTED), other_way))

    first, other = contents(tmp_path / "one"), contents(tmp_path / "other")
    assert {name for name in first if first[name] != other[name]} == set()


class Gathered(BytesIO):
    """Takes the bytes of a file in its place."""

    @property
    def sha256(self) -> str:
        """The hash of what was written."""
        return sha256(self.getvalue()).hexdigest()


def test_lists_may_be_written_elsewhere(tmp_path: Path) -> None:
    """The same bytes and hashes, and nothing of them in the folder."""
    published = made_up()
    with lists_written(tmp_path / "files", published.shown, LISTED) as of_files:
        pass
    instead: dict[str, Gathered] = {}

    @contextmanager
    def elsewhere(place: Path) -> Iterator[Gathered]:
        yield instead.setdefault(place.name, Gathered())

    with lists_written(tmp_path / "nothing", published.shown, LISTED, opened=elsewhere) as hashes:
        pass
    assert {name: out.getvalue() for name, out in instead.items()} == contents(tmp_path / "files")
    assert hashes == of_files
    assert contents(tmp_path / "nothing") == {}


LAYOUTS = [
    (date(2005, 1, 1), ("standard", "rapid"), ["list.txt", "list.xml", "list_rapid.txt", "list_rapid.xml"], 81),
    (date(2010, 1, 1), ("standard",), ["list.txt", "list.xml"], 74),
    (date(2014, 9, 1), KINDS, ["list.txt", "list.xml"], 158),
    (date(2025, 1, 1), KINDS, ["list.txt", "list.xml"], 162),
]


@pytest.mark.parametrize(("day", "kinds", "files", "width"), LAYOUTS)
def test_the_files_are_those_of_their_years(
    tmp_path: Path, day: date, kinds: tuple[str, ...], files: list[str], width: int
) -> None:
    """Before 2012 a list for each kind with the rated only, since then one for all with everybody registered."""
    line = {"fide_id": 1, "standard_rating": 2437, "rapid_rating": 2437, "standard_games": 4, "rapid_games": 3}
    published = MadeList(day, [{"fide_id": 1}, {"fide_id": 2}], [line], kinds=kinds).published()
    write_published(tmp_path, published)
    whole = read(tmp_path / "list.txt").frame
    players = [1, 2] if len(kinds) > 2 else [1]

    assert sorted(path.name for path in tmp_path.iterdir() if path.suffix in {".txt", ".xml"}) == files
    assert {len(line) for line in (tmp_path / "list.txt").read_text().splitlines()[1:]} == {width}
    assert whole["fide_id"].to_list() == players
    assert whole["standard_rating"].to_list() == [2437, None][: len(players)]
    if "list_rapid.txt" in files:
        assert "243 " in (tmp_path / "list_rapid.txt").read_text()
        assert "2437" not in (tmp_path / "list_rapid.txt").read_text()


def test_the_working_has_everything_of_who_played_or_entered(tmp_path: Path) -> None:
    """A row for each: base, games, sum, K, unrounded, change and new rating; of a newcomer his first rating."""
    write_published(tmp_path / "new", made_up())
    for kind in KINDS:
        working = pl.read_parquet(tmp_path / "new" / f"working_{kind}.parquet")
        closed_kind = closed().kinds[kind]
        played = working.filter(pl.col("base").is_not_null())
        entered = working.filter(pl.col("first_published").is_not_null())

        assert set(played["fide_id"]) == set(closed_kind.changes.players["fide_id"])
        assert (played["base"] + played["change"] == played["new_rating"]).all()
        assert (
            played.select(pl.col("events").list.eval(pl.element().struct["games"]).list.sum())
            .to_series()
            .equals(played["games"].cast(pl.Int64), check_names=False)
        )
        assert set(entered["fide_id"]) == set(
            closed_kind.newcomers.filter(pl.col("published").is_not_null())["fide_id"]
        )
        assert working["fide_id"].is_sorted()
        assert working["fide_id"].is_unique().all()


def test_the_summary_counts_who_came_and_went() -> None:
    """New, below the floor, excluded, inactive and returned, each by name; biggest gains and losses first."""
    before = date(2024, 12, 1)
    old = of_list(
        {"fide_id": 1, "standard_rating": 2000}, {"fide_id": 2, "standard_rating": 1405},
        {"fide_id": 3, "standard_rating": 1800, "flag": "i"}, {"fide_id": 4, "standard_rating": 1700},
    )  # fmt: skip
    published = MadeList(
        date(2025, 1, 1),
        [{"fide_id": fide_id} for fide_id in range(1, 6)],
        [
            {"fide_id": 1, "standard_rating": 2010}, {"fide_id": 3, "standard_rating": 1790},
            {"fide_id": 4, "standard_rating": 1700, "flag": "i"}, {"fide_id": 5, "standard_rating": 1650},
        ],
        changes=[
            (1, 2000, 9, 50, 1000, 10, 2010), (2, 1405, 3, -50, -1000, -10, 1395),
            (3, 1800, 9, -50, -1000, -10, 1790),
        ],
        newcomers=[(5, 6, 350, 1650, 1650, "")],
        earlier={before: old},
    ).published()  # fmt: skip
    movements = {
        what: [player["fide_id"] for player in movement["standard"]["first"]]
        for what, movement in published.summary["movements"].items()
        if movement
    }
    kind = published.summary["kinds"]["standard"]

    assert movements == {"new": [5], "below_floor": [2], "became_inactive": [4], "returned": [3]}
    assert [player["change"] for player in published.summary["gains"]["standard"]] == [10]
    assert [player["fide_id"] for player in published.summary["losses"]["standard"]] == [3]
    assert (kind["listed"], kind["inactive"], kind["played"], kind["games"], kind["points"], kind["entered"]) == (
        4, 1, 3, 21, -10, 1,
    )  # fmt: skip
    assert published.parts["movements"].filter(pl.col("what") == "new")["after"].to_list() == [1650]


def test_the_page_needs_nothing_from_elsewhere(tmp_path: Path) -> None:
    """One file: no script but our own, no address, names escaped, articles cited; the JSON holds the same numbers."""
    player = {"fide_id": 1, "name": "<b>Made</b>, Up & Down"}
    moved = [(1, 2000, 9, 50, 1000, 10, 2010)]
    published = MadeList(
        date(2025, 1, 1), [player], [{"fide_id": 1, "standard_rating": 2010}], changes=moved
    ).published()
    write_published(tmp_path, published)
    page = summary_page(published.summary)
    data = json.loads((tmp_path / "summary.json").read_text(encoding="utf-8"))

    assert not re.search(r"<script|https?:|src=|@import|url\(", page.replace(f"<script>{script()}</script>", "", 1))
    assert "&lt;b&gt;Made&lt;/b&gt;, Up &amp; Down" in page
    assert "fide-2024-03 7.1.4" in page
    assert 'name="viewport"' in page
    assert data == json.loads(json.dumps(published.summary))
    assert data["gains"]["standard"][0]["change"] == 10


def test_without_a_list_before_nobody_is_new() -> None:
    """The first list of a book has nothing to compare with."""
    published = MadeList(date(2025, 1, 1), [{"fide_id": 1}], [{"fide_id": 1, "standard_rating": 2010}]).published()

    assert published.parts["movements"].height == 0
    assert published.summary["kinds"]["standard"]["listed"] == 1
