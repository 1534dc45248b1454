"""Two years of the made-up office, list by list, beside the same book closed by commands; then out and in again.

`make office-years` makes the example office by the deeds of an office, and goes through the same story in a folder by
`arpad book import`, `arpad period close` and the commands that put things right. Every list, every file that was
published and every table has to be the same, in the book that the office writes out too.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def asked() -> argparse.Namespace:
    """Read what is asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--players", type=int, default=3000)
    parser.add_argument("--months", type=int, default=24)
    parser.add_argument("--seed", type=int, default=15)
    parser.add_argument("--day", default="2026-11-18", help="which day is today")
    return parser.parse_args()


def main() -> int:
    """Go through the story twice, and compare."""
    given = asked()
    sys.path[:0] = [str(ROOT / "tests" / "support"), str(ROOT / "src")]
    os.environ["ARPAD_TODAY"] = given.day
    os.environ.pop("DATABASE_URL", None)
    from office_in_folder import (  # type: ignore[import-not-found]  # noqa: PLC0415 - after the path is set
        begun_in_folder,
        gone_through_in_folder,
    )

    from arpad.book.folder import Book  # noqa: PLC0415 - the same
    from arpad.lab.office_world.world import office_world  # noqa: PLC0415 - the same
    from arpad.model.clock import today  # noqa: PLC0415 - the same
    from arpad.storage.example import example_office  # noqa: PLC0415 - the same
    from arpad.storage.opening import init_office, open_office  # noqa: PLC0415 - the same

    size = {"players": given.players, "months": given.months, "seed": given.seed}
    with tempfile.TemporaryDirectory() as name:
        place, start = Path(name), time.monotonic()
        example_office(place / "office", **size)
        print(f"The office was made in {time.monotonic() - start:.0f} s.", flush=True)
        start = time.monotonic()
        world = office_world(today(), **size)
        begun_in_folder(world, place / "book")
        gone_through_in_folder(world, place / "book")
        print(f"The same by commands took {time.monotonic() - start:.0f} s.", flush=True)
        open_office(place / "office")
        from office_compared import (  # type: ignore[import-not-found]  # noqa: PLC0415 - once an office is open
            differences,
        )

        from arpad.office.decision import Decision  # noqa: PLC0415 - the same
        from arpad.storage.database_book import DatabaseBook  # noqa: PLC0415 - the same
        from arpad.storage.exporting import export_book  # noqa: PLC0415 - the same
        from arpad.storage.importing import import_book  # noqa: PLC0415 - the same
        from arpad.storage.models import RatingSystem  # noqa: PLC0415 - the same

        book = DatabaseBook(RatingSystem.objects.get())
        faults = [f"office and folder: {fault}" for fault in differences(book, Book.open(place / "book"))]
        exported = export_book(book.system, place / "exported")
        faults += [f"office and the book it wrote: {fault}" for fault in differences(book, exported)]
        init_office(place / "again")
        system = import_book(exported.folder, Decision("book.import", {}, 1, "once more"))
        faults += [
            f"the book and the office it was taken into: {fault}"
            for fault in differences(DatabaseBook(system), exported)
        ]
        lists = len(book.list_dates)
    for fault in faults:
        print(f"not the same: {fault}")
    print(f"{lists} lists compared: {f'{len(faults)} differences' if faults else 'everything is the same'}.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
