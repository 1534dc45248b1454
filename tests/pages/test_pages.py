"""The pages of a list and of an event: written with the list, well-formed, and the same parts without the page."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from reports import reported, robin
from running import arpad

from arpad.events.rate import Wanted, rate_events
from arpad.events.statement import rows
from arpad.pages import integrity, summary
from arpad.pages.event import event_page, event_parts
from arpad.pages.html import Fragment, joined
from arpad.pages.wording import WORDS
from arpad.publication import summary as publication_summary
from arpad.publication.integrity import points as integrity_points
from arpad.publication.integrity.alarms import FIGURES
from arpad.publication.wording import WORDS as PUBLICATION_WORDS

DATA = Path(__file__).parents[1] / "data"
DRAWS = [[[50]] * 4] * 4


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is published with a list that was closed on the command line."""
    folder = tmp_path_factory.mktemp("pages") / "book"
    for words in (
        ("book", "world", str(folder), "--players", "300", "--months", "2", "--seed", "5"),
        ("period", "close", str(folder), "2026-11"),
    ):
        code, _, err = arpad(*words)
        assert code == 0, err
    return folder / "published" / "2026-11"


def data(published: Path, name: str) -> Any:  # noqa: ANN401 - any JSON
    """Read the data of a page."""
    return json.loads(published.joinpath(f"{name}.json").read_text(encoding="utf-8"))


def read(page: str) -> ET.Element:
    """Read a page as XML."""
    return ET.fromstring(page.split("\n", 1)[1])  # noqa: S314 - our own


def test_a_list_is_written_with_its_pages(published: Path) -> None:
    """Each is what its data give, and well-formed."""
    summed, watched = (published.joinpath(f"{name}.html").read_text(encoding="utf-8") for name in PARTS)

    assert summed == summary.summary_page(data(published, "summary"))
    assert watched == integrity.integrity_page(data(published, "integrity"))
    assert read(summed).findtext("body/h1") == "Rating list of 2026-11-01"
    assert read(watched).find("body").attrib == {"class": "integrity"}  # type: ignore[union-attr]


PARTS = {"summary": summary.summary_parts, "integrity": integrity.integrity_parts}


@pytest.mark.parametrize("name", PARTS)
def test_the_parts_stand_without_the_page(published: Path, name: str) -> None:
    """A site includes them under its own stylesheet: escaped fragments, which the page only joins."""
    parts = list(PARTS[name](data(published, name)))

    assert all(isinstance(part, Fragment) for part in parts)
    assert joined(parts, "\n") in published.joinpath(f"{name}.html").read_text(encoding="utf-8")


def test_the_parts_of_an_event_stand_without_the_page() -> None:
    """The same for an event; a name with signs of markup in it stays a name."""
    event = robin({"A": 2000, "B": 2100, "<b>&C": 2200, "D": None}, DRAWS, date(2025, 3, 5))
    rated = rate_events([reported("event", event, "roundrobin")], Wanted(k=20))
    lines = rows(rated)
    parts = list(event_parts(rated, lines, {"other & more": lines}, ["<i>look</i>"]))
    whole = event_page(rated, lines, {"other & more": lines}, ["<i>look</i>"])

    assert all(isinstance(part, Fragment) for part in parts)
    assert joined(parts, "\n") in whole
    assert "&lt;i&gt;look&lt;/i&gt;" in whole
    assert "&lt;b&gt;&amp;C" in whole
    assert read(whole).find(".//b") is None
    assert [cell.text for cell in read(whole).iter("th")][15] == "other & more"


@pytest.mark.parametrize("name", PARTS)
def test_citations_of_a_list_lead_to_the_words_of_the_article(published: Path, name: str) -> None:
    """Every link leads somewhere on the page; of a text that is carried the article is there in our words."""
    page = read(published.joinpath(f"{name}.html").read_text(encoding="utf-8"))
    known = {part.get("id"): " ".join(part.itertext()) for part in page.iter() if part.get("id")}
    links = [link.get("href", "") for link in page.iter("a")]

    assert [link for link in links if link.removeprefix("#") not in known] == []
    cited = {link.removeprefix("#") for link in links if link.startswith("#article-")}
    assert cited == {anchor for anchor in known if anchor and anchor.startswith("article-")} != set()
    assert any(len(known[anchor]) > 60 for anchor in cited)


def test_every_item_of_the_data_has_its_words() -> None:
    """The account of points, its figures and the movements of a list: what the engine counts, a page can name."""
    assert list(WORDS.sections()["account_item"]) == list(integrity_points.ITEMS)
    for part in ("figure", "figure_unit", "figure_why", "figure_do"):
        assert list(PUBLICATION_WORDS.sections()[part]) == list(FIGURES)
    assert set(summary.MOVEMENTS) == set(publication_summary.MOVEMENTS)


def test_the_page_of_an_event_needs_no_extra(tmp_path: Path) -> None:
    """Neither NumPy nor Polars is loaded for it, nor anything else that is not of the standard library."""
    code = (
        "import sys\n"
        "from arpad.cli.main import run\n"
        f"assert run(['rate', {str(DATA / 'spring-open.trf')!r}, '--k', '20', '-o', 'page.html']) == 0\n"
        "loaded = {name.split('.')[0] for name in sys.modules}\n"
        "assert not loaded & {'numpy', 'polars', 'django'}, loaded\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=tmp_path, capture_output=True)

    assert read((tmp_path / "page.html").read_text(encoding="utf-8")).tag == "html"
