"""The watch over the scale as a whole: its data, its page, and that the order of rows never matters."""

from __future__ import annotations

import json
import re
from datetime import date
from functools import cache, cached_property
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

import pytest

from arpad.book.memory import MemoryBook
from arpad.book.schema import TABLES
from arpad.engine.period.close_list import close
from arpad.lab.world.world import world
from arpad.model.period import KINDS
from arpad.pages.html import script
from arpad.pages.integrity import integrity_page
from arpad.publication.integrity.report import DATA, integrity, write_integrity
from arpad.regulations.calendar import calendar

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FIRST = date(2025, 9, 1)


@cache
def year() -> list[dict[str, Any]]:
    """The data of fourteen lists of a small world, each compared with those before."""
    drawn = world(3000, 14, 11, FIRST)
    tables = {name: table.empty() for name, table in TABLES.items() if name != "adjustments"} | drawn.tables
    lists, day, documents = dict(drawn.lists), FIRST, []
    for _ in range(14):
        day = calendar("standard").next_list(day) or day
        closed = close(MemoryBook(tables, lists), day)
        documents.append(json.loads(json.dumps(integrity(closed, MemoryBook(tables, lists), documents))))
        lists[day] = closed.frame
        tables |= {"pool": closed.pool, "events": closed.events}
    return documents


def leaves(data: Any) -> Iterator[Any]:  # noqa: ANN401 - any JSON
    """Every value of nested data."""
    if isinstance(data, dict | list):
        for inner in data.values() if isinstance(data, dict) else data:
            yield from leaves(inner)
    else:
        yield data


class Outline(HTMLParser):
    """What a page is made of: the tags that are open at its end, and attributes by tag."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.wrong: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag."""
        self.seen.append((tag, dict(attrs)))
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag that closes itself."""
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        """Note a tag that is closed out of turn."""
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


class TestData:
    """What stands in integrity.json."""

    def test_every_number_is_whole(self) -> None:
        """Nothing is a float."""
        assert [leave for leave in leaves(year()[-1]) if isinstance(leave, float)] == []

    def test_the_last_twelve_lists_are_there(self) -> None:
        """The fourteenth list has the twelve before it, and usual ranges."""
        for kind in KINDS:
            for series in year()[-1]["kinds"][kind]["series"]:
                assert [point["list"] for point in series["before"]] == [each["list"] for each in year()[1:13]]
            assert year()[-1]["kinds"][kind]["series"][0]["usual"] is not None

    def test_a_year_is_compared_once_there_is_one(self) -> None:
        """The first list has no year behind it, the last one has."""
        since = [document["kinds"]["standard"]["steady"]["year"]["since"] for document in year()]

        assert (since[0], since[-1]) == (None, "2025-11-01")

    def test_every_part_cites(self) -> None:
        """No part is without an article, and each says how it stands to the edition in force."""
        for kind in KINDS:
            cited = year()[-1]["kinds"][kind]["citations"]

            assert set(cited) == {"players", "steady", "expectation", "points", "series"}
            assert all(row["article"] and row["standing"] for rows in cited.values() for row in rows)

    def test_order_of_rows_does_not_matter(self) -> None:
        """The same tables and lists in another order give the same data."""
        drawn = world(2000, 1, 3, date(2026, 10, 1))
        tables = {name: table.empty() for name, table in TABLES.items() if name != "adjustments"} | drawn.tables
        day = date(2026, 11, 1)
        shuffled = {name: table.sample(fraction=1, shuffle=True, seed=5) for name, table in tables.items()}
        lists = {of: list_.sample(fraction=1, shuffle=True, seed=6) for of, list_ in drawn.lists.items()}
        straight = integrity(close(MemoryBook(tables, drawn.lists), day), MemoryBook(tables, drawn.lists), year()[:12])
        other = integrity(close(MemoryBook(shuffled, lists), day), MemoryBook(shuffled, lists), year()[:12][::-1])

        assert straight == other


class TestPage:
    """What stands in integrity.html."""

    @cached_property
    def text(self) -> str:
        """The page of the last list."""
        return integrity_page(year()[-1])

    def test_it_stands_alone_and_is_well_formed(self) -> None:
        """Nothing is fetched, no script runs but our own, every tag is closed in turn."""
        outline = Outline(self.text)

        assert (outline.open, outline.wrong) == ([], [])
        assert not {tag for tag, _ in outline.seen} & {"link", "img", "iframe"}
        assert self.text.count("<script") == self.text.count(f"<script>{script()}</script>") == 1
        assert not re.search(r"https?://|url\(", self.text)

    def test_every_chart_has_words(self) -> None:
        """A title, a text alternative, and a table of its numbers in the same section."""
        outline = Outline(self.text)
        charts = [attributes for tag, attributes in outline.seen if tag == "svg" and attributes.get("role") == "img"]

        assert len(charts) >= 3 * 8
        assert all(chart["aria-label"] for chart in charts)
        assert self.text.count("<figcaption>") == len(charts)
        assert self.text.count("<details>") >= 3 * 7

    def test_alarms_come_first(self) -> None:
        """Or the sentence that there are none, where every figure was judged."""
        kinds = year()[-1]["kinds"]
        series = {kind: [row | {"judged": True} for row in data["series"]] for kind, data in kinds.items()}
        quiet = year()[-1] | {
            "kinds": {kind: data | {"alarms": [], "series": series[kind]} for kind, data in kinds.items()}
        }
        loud = year()[-1] | {
            "kinds": {
                kind: data | {"alarms": [{"words": "Look at <this>: -1.00."}]} for kind, data in quiet["kinds"].items()
            }
        }

        assert "No alarm." in integrity_page(quiet)
        assert "3 alarms" in integrity_page(loud)
        assert "Look at &lt;this&gt;: \u22121.00." in integrity_page(loud)

    @pytest.mark.parametrize("place", [0, 5, 13])
    def test_with_any_number_of_lists_before(self, place: int) -> None:
        """The first list has no history, and a page all the same."""
        assert f"The scale on the list of <span>{year()[place]['list']}</span>" in integrity_page(year()[place])

    def test_the_same_data_give_the_same_bytes(self, tmp_path: Path) -> None:
        """Written twice, and once from what was read back."""
        write_integrity(tmp_path / "a", year()[-1])
        write_integrity(tmp_path / "b", json.loads((tmp_path / "a" / DATA).read_text(encoding="utf-8")))

        assert (tmp_path / "a" / DATA).read_bytes() == (tmp_path / "b" / DATA).read_bytes()
        assert integrity_page(json.loads((tmp_path / "a" / DATA).read_text(encoding="utf-8"))) == self.text


def test_a_list_with_nobody_on_it() -> None:
    """An empty book has a page too, without a number in it that is not one."""
    tables = {name: table.empty() for name, table in TABLES.items() if name != "adjustments"}
    data = integrity(close(MemoryBook(tables), date(2026, 11, 1)), MemoryBook(tables))

    assert data["kinds"]["standard"]["players"]["all"]["number"] == 0
    assert data["kinds"]["standard"]["alarms"] == []
    assert "Nobody is rated." in integrity_page(data)
