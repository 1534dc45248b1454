"""Two years of the made-up office, list by list, beside the same book closed by commands; then out and in again.

`make office-years` makes the example office by the deeds of an office, and goes through the same story in a folder by
`arpad book import`, `arpad period close` and the commands that put things right. Every list, every file that was
published and every table has to be the same, in the book that the office writes out too. The figures go into
bench/results-office-years.json.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench" / "results-office-years.json"


def asked() -> argparse.Namespace:
    """Read what is asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--players", type=int, default=3000)
    parser.add_argument("--months", type=int, default=24)
    parser.add_argument("--seed", type=int, default=15)
    parser.add_argument("--day", default="2026-11-18", help="which day is today")
    parser.add_argument("--results", type=Path, default=RESULTS)
    return parser.parse_args()


def main() -> int:
    """Go through the story twice, and compare."""
    given = asked()
    sys.path[:0] = [str(ROOT / "tests" / "support"), str(ROOT / "src"), str(ROOT / "tools")]
    os.environ["ARPAD_TODAY"] = given.day
    os.environ.pop("DATABASE_URL", None)
    from deep_run import of_git  # noqa: PLC0415 - after the path is set
    from office_in_folder import (  # type: ignore[import-not-found]  # noqa: PLC0415 - the same
        begun_in_folder,
        gone_through_in_folder,
    )

    from arpad.book.folder import Book  # noqa: PLC0415 - the same
    from arpad.lab.office_world.world import office_world  # noqa: PLC0415 - the same
    from arpad.model.clock import today  # noqa: PLC0415 - the same
    from arpad.storage.example import example_office  # noqa: PLC0415 - the same
    from arpad.storage.opening import init_office, open_office  # noqa: PLC0415 - the same

    commit = of_git("rev-parse", "--short=12", "HEAD")
    is_clean = not of_git("status", "--porcelain", "--", "src", "tools", "tests/support")
    size = {"players": given.players, "months": given.months, "seed": given.seed}
    with tempfile.TemporaryDirectory() as name:
        place, start = Path(name), time.monotonic()
        example_office(place / "office", **size)
        by_deeds = round(time.monotonic() - start)
        print(f"The office was made in {by_deeds} s.", flush=True)
        start = time.monotonic()
        world = office_world(today(), **size)
        begun_in_folder(world, place / "book")
        gone_through_in_folder(world, place / "book")
        by_commands = round(time.monotonic() - start)
        print(f"The same by commands took {by_commands} s.", flush=True)
        open_office(place / "office")
        from office_compared import (  # type: ignore[import-not-found]  # noqa: PLC0415 - once an office is open
            differences,
        )

        from arpad.office.decision import Decision  # noqa: PLC0415 - the same
        from arpad.storage.database_book import DatabaseBook  # noqa: PLC0415 - the same
        from arpad.storage.exporting import export_book  # noqa: PLC0415 - the same
        from arpad.storage.importing import import_book  # noqa: PLC0415 - the same
        from arpad.storage.models import ListVersion, LogEntry, RatingSystem  # noqa: PLC0415 - the same

        book = DatabaseBook(RatingSystem.objects.get())
        faults = [f"office and folder: {fault}" for fault in differences(book, Book.open(place / "book"))]
        issues = ListVersion.objects.filter(is_imported=False).exclude(stage=ListVersion.THROWN_AWAY)
        compared = {
            "lists": len(book.list_dates),
            "revised": issues.filter(stage=ListVersion.REVISED).count(),
            "published_files": sum(len(files) for files in issues.values_list("files", flat=True)),
            "deeds": {
                code: LogEntry.objects.filter(code=code).count()
                for code in LogEntry.objects.order_by("code").values_list("code", flat=True).distinct()
            },
        }
        exported = export_book(book.system, place / "exported")
        faults += [f"office and the book it wrote: {fault}" for fault in differences(book, exported)]
        init_office(place / "again")
        system = import_book(exported.folder, Decision("book.import", {}, 1, "once more"))
        faults += [
            f"the book and the office it was taken into: {fault}"
            for fault in differences(DatabaseBook(system), exported)
        ]
    figures = {
        "commit": commit,
        "clean": is_clean,
        "day": given.day,
        **size,
        **compared,
        "differences": faults,
        "seconds_by_deeds": by_deeds,
        "seconds_by_commands": by_commands,
    }
    given.results.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    for fault in faults:
        print(f"not the same: {fault}")
    print(
        f"{compared['lists']} lists compared: {f'{len(faults)} differences' if faults else 'everything is the same'}."
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
