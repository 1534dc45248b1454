"""The small office that each release leaves behind is restored, brought up to date and proved by every later one."""

from __future__ import annotations

import zipfile
from contextlib import nullcontext
from pathlib import Path

import postgres
import pytest
from django.db import connections
from offices import DATABASES

import arpad
from arpad.storage.opening import open_office
from arpad.storage.restore import restore

MADE = 3
"""So many lists at least were made in each of these offices."""
OFFICES = sorted(Path(__file__).parents[1].joinpath("data", "offices").glob("*.zip"))


def test_this_release_has_left_its_office() -> None:
    """`tools/release_office.py` makes it; what stands there once is never written again."""
    assert arpad.__version__ in {place.stem for place in OFFICES}


@pytest.fixture(params=OFFICES, ids=lambda place: place.stem)
def backup(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Unpack the backup of an office of a release."""
    with zipfile.ZipFile(request.param) as packed:
        packed.extractall(tmp_path / "backups")
    (folder,) = (place.parent for place in tmp_path.joinpath("backups").glob("*/backup.json"))
    return folder


@pytest.mark.parametrize("database", DATABASES)
def test_an_office_of_an_earlier_release_is_proved(database: str, backup: Path, tmp_path: Path) -> None:
    """Chain, archive and state hold, and every publication comes out the same list."""
    with nullcontext("") if database == "sqlite" else postgres.empty_database() as address:
        restore(backup, tmp_path / "office", address)
        open_office(tmp_path / "office")
        from arpad.storage.verify import verify  # noqa: PLC0415 - once an office is open

        proved = verify()
        connections.close_all()
    assert [problem.sentence() for problem in proved.problems] == []
    assert proved.publications >= MADE
