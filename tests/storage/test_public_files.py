"""The public files of a list: of a birth date the year, in every form; numbers as in the list; formulas are text."""

from __future__ import annotations

import csv
import io
from datetime import date
from typing import TYPE_CHECKING

import polars as pl
import pytest
from web_offices import HOSTILE, web_office

from arpad.publication.public_list import PUBLIC, public_list, write_csv

if TYPE_CHECKING:
    from collections.abc import Iterator

NOBODY = pl.DataFrame(schema={"fide_id": pl.Int64})
FORMULAS = ("=1+1", "+SUM(A1)", "-2", "@now", "\t=1", "'=1")


@pytest.fixture(scope="module", autouse=True)
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Give an office whose lists have their public files."""
    with web_office(tmp_path_factory.mktemp("public") / "office"):
        yield


def test_of_a_birth_date_the_year() -> None:
    """Where an edition prints the day of birth, the public form has the year and no other trace of the day."""
    part = pl.DataFrame(
        {"fide_id": [7], "name": ["Aro, Ida"], "birth_date": [date(2011, 3, 9)], "standard_rating": [1500]}
    )
    lines = public_list({"list": part}, NOBODY, None, NOBODY)
    assert lines["birth_year"].to_list() == [2011]
    assert not [kind for kind in lines.dtypes if kind.is_temporal()]
    text = io.BytesIO()
    write_csv(lines, text)
    assert b"03-09" not in text.getvalue()


def test_texts_stay_texts() -> None:
    """A name that a spreadsheet would take for a formula is text in CSV."""
    numbers = list(range(1, len(FORMULAS) + 1))
    part = pl.DataFrame({"fide_id": numbers, "name": FORMULAS, "standard_rating": [1500] * len(FORMULAS)})
    text = io.BytesIO()
    write_csv(public_list({"list": part}, NOBODY, None, NOBODY), text)
    names = [row["name"] for row in csv.DictReader(io.StringIO(text.getvalue().decode(), newline=""))]
    assert sorted(names) == sorted(f"'{name}" for name in FORMULAS)


def test_lists_that_came_with_a_book() -> None:
    """Each gets its public files by a job, asked for once; what was published with it stays."""
    from arpad.storage.archived_files import archive  # noqa: PLC0415 - after Django is set up
    from arpad.storage.models import ArchivedFile, ListVersion  # noqa: PLC0415 - the same
    from arpad.storage.site.public_files import ask_public_files  # noqa: PLC0415 - the same

    assert not ask_public_files()
    bare, published = ListVersion.objects.order_by("list_date")
    assert not bare.files
    assert {"list.parquet", "list.csv", "list.txt", "list.xml", "standard_rating_list.txt"} <= set(bare.public_files)
    assert not set(published.public_files.values()) & set(published.files.values())
    for digest in bare.public_files.values():
        assert ArchivedFile.objects.filter(sha256=digest).exists()
    assert HOSTILE in archive().read(bare.public_files["list.csv"]).decode().replace('""', '"')


def test_numbers_equal_the_list() -> None:
    """Every rating, K and number of games is that of the published list; beside it stands what the last one had."""
    from arpad.storage.archived_files import archive  # noqa: PLC0415 - after Django is set up
    from arpad.storage.models import ListVersion  # noqa: PLC0415 - the same

    bare, version = ListVersion.objects.order_by("list_date")
    of_list, public, then = (
        pl.read_parquet(io.BytesIO(archive().read(digest)))
        for digest in (version.files["list.parquet"], version.public_files["list.parquet"], bare.list_file)
    )
    assert set(PUBLIC) <= set(public.columns)
    columns = ["fide_id", *(name for name in of_list.columns if name.split("_")[0] in {"standard", "rapid", "blitz"})]
    assert public.select(columns).sort("fide_id").equals(of_list.select(columns).sort("fide_id"))
    before = dict(then.select("fide_id", "rapid_rating").iter_rows())
    assert all(was == before.get(number) for number, was in public.select("fide_id", "rapid_before").iter_rows())
    assert public["standard_best"].sum() > 0
