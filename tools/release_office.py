"""Keeps a small office of this release for the tests of every later one: `tests/data/offices/VERSION.zip`.

A made-up office with some lists, a revision and everything that lies in its archive, as a backup. What stands there
once is never written again: a later version restores it, brings its tables up to date and proves it.
"""

from __future__ import annotations

import os
import sys
import tempfile
import zipfile
from pathlib import Path

import arpad

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT.joinpath("tests", "data", "offices")
TODAY, PLAYERS, MONTHS, SEED = "2026-11-18", 200, 3, 3
_THEN = (1980, 1, 1, 0, 0, 0)
"""The time of every file, so that the same office gives the same bytes."""


def main() -> int:
    """Make the office of this release, unless there is one."""
    place = PLACE / f"{arpad.__version__}.zip"
    if place.exists() and "--anew" not in sys.argv:
        print(f"{place.name} is there already; an office of a release stays as it is.")
        return 1
    os.environ["ARPAD_TODAY"] = TODAY
    from arpad.storage.example import example_office  # noqa: PLC0415 - after the day was set
    from arpad.storage.opening import open_office  # noqa: PLC0415 - the same

    with tempfile.TemporaryDirectory() as folder:
        office, backups = Path(folder, "office"), Path(folder, "backups")
        example_office(office, players=PLAYERS, months=MONTHS, seed=SEED)
        opened = open_office(office)
        from arpad.storage.backup import back_up  # noqa: PLC0415 - once an office is open

        back_up(opened, backups)
        place.parent.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED) as packed:
            for path in sorted(path for path in backups.rglob("*") if path.is_file()):
                entry = zipfile.ZipInfo(path.relative_to(backups).as_posix(), _THEN)
                packed.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)
    print(f"{place.name}: {place.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
