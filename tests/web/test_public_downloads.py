"""Downloads of a list: the same numbers in every form, of a birth date the year, hostile names as text, streamed."""

from __future__ import annotations

import csv
import hashlib
import io
import re
import tracemalloc
from typing import TYPE_CHECKING

import polars as pl
import pytest
from django.test import Client
from web_offices import HOSTILE

from arpad.library.lists import list_in
from arpad.storage.archive import Archive

if TYPE_CHECKING:
    from pathlib import Path


pytestmark = pytest.mark.usefixtures("office")
FORMS = ("list.txt", "list.xml", "list.csv", "list.parquet")
KINDS = ("standard", "rapid", "blitz")


def download(name: str, month: str = "2026-10") -> bytes:
    """Give a file of a list."""
    answer = Client().get(f"/lists/{month}/r1/files/{name}")
    assert answer.status_code == 200, name
    assert answer.streaming
    content = b"".join(answer.streaming_content)  # type: ignore[arg-type] # not asynchronous here
    assert answer.headers["Content-Length"] == str(len(content))
    assert answer.headers["ETag"] == f'"{hashlib.sha256(content).hexdigest()}"'
    assert answer.headers["Content-Disposition"].startswith("attachment")
    assert "immutable" in answer.headers["Cache-Control"]
    return content


def ratings(name: str, month: str) -> dict[int, tuple[int | None, ...]]:
    """Give the ratings of everybody who is rated, as a file has them."""
    columns = [f"{kind}_rating" for kind in KINDS]
    content = download(name, month)
    if name.endswith("parquet"):
        rows = pl.read_parquet(io.BytesIO(content)).select("fide_id", *columns).rows()
    elif name.endswith("csv"):
        rows = pl.read_csv(io.BytesIO(content)).select("fide_id", *columns).rows()
    else:
        read = list_in(io.BytesIO(content), name, name, as_frame=True)
        rows = read.frame.select("fide_id", *columns).rows()  # type: ignore[union-attr] # asked for as a frame
    return {number: tuple(of) for number, *of in rows if any(of)}


@pytest.mark.parametrize("month", ["2026-10", "2026-11"])
def test_every_form_has_the_same_numbers(month: str) -> None:
    """TXT, XML, CSV and Parquet are one list."""
    first, *others = (ratings(name, month) for name in FORMS)
    assert first
    assert all(other == first for other in others)


@pytest.mark.parametrize("kind", KINDS)
def test_files_of_one_kind_for_programs(kind: str) -> None:
    """A file for programs of tournaments has the rated of its kind, in FIDE's columns."""
    name = f"{kind}_rating_list.txt"
    read = list_in(io.BytesIO(download(name)), name, name, kind=kind, as_frame=True)
    rated = {number: of for number, *of in read.frame.select("fide_id", f"{kind}_rating").rows()}  # type: ignore[union-attr] # a frame
    place = KINDS.index(kind)
    assert rated == {number: [of[place]] for number, of in ratings("list.parquet", "2026-10").items() if of[place]}


def test_no_birth_date_in_any_file() -> None:
    """No file has a day of birth of anybody of the book."""
    from arpad.storage.models import PlayerRow  # noqa: PLC0415 - after Django is set up

    days = [day for day in PlayerRow.objects.values_list("birth_date", flat=True) if day is not None]
    assert days
    page = Client().get("/lists/2026-10/r1/files/").content.decode()
    names = re.findall(r'href="/lists/2026-10/r1/files/([^"]+)"', page)
    assert set(FORMS) < set(names)
    for name in names:
        content = download(name)
        if name.endswith("parquet"):
            assert not [kind for kind in pl.read_parquet(io.BytesIO(content)).dtypes if kind.is_temporal()]
            continue
        for day in days:
            assert day.isoformat().encode() not in content
            assert f"{day:%d.%m.%Y}".encode() not in content


def test_a_hostile_name_is_text() -> None:
    """A name full of markup is a name on every page and in every file."""
    rows = list(csv.DictReader(io.StringIO(download("list.csv").decode(), newline="")))
    assert HOSTILE in {row["name"] for row in rows}
    assert b"<script" not in download("list.xml")
    pages = ("/lists/2026-10/r1/?order=name", "/lists/2026-11/r1/changes/?what=person", "/month/2026-10/")
    shown = [Client().get(page).content.decode() for page in pages]
    assert all("<script>alert" not in page for page in shown)
    assert any("&lt;script&gt;alert" in page for page in shown)


def test_only_what_is_public_is_handed_over() -> None:
    """The list with birth dates, the watch and everything by which it was made stay in the office."""
    for name in ("list.json", "summary.json", "integrity.json", "made.json", "working_standard.parquet", "x"):
        assert Client().get(f"/lists/2026-11/r1/files/{name}").status_code == 404
    assert download("list.parquet", "2026-11") != b""


def test_a_reader_who_has_it_gets_nothing() -> None:
    """A file that is there already is not sent again."""
    tag = Client().get("/lists/2026-10/r1/files/list.csv").headers["ETag"]
    assert Client().get("/lists/2026-10/r1/files/list.csv", headers={"If-None-Match": tag}).status_code == 304


def test_a_large_file_streams(tmp_path: Path) -> None:
    """Of a file of sixty megabytes only some parts are in memory, and what is damaged never arrives whole."""
    from arpad.web.public.list_files import checked_parts  # noqa: PLC0415 - after Django is set up

    archive = Archive(tmp_path / "archive")
    kept = archive.put(b"1503014 A line of a list 2839 0 10\r\n" * 1_700_000)
    tracemalloc.start()
    try:
        size = sum(len(part) for part in checked_parts(archive, kept.sha256))
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert size == kept.size > 60_000_000
    assert most < 12_000_000
