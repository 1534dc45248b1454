"""Computes receipts of the example office again, by `arpad player`: every one has to come to the number that it says.

`make receipts` (RECEIPTS=1000) makes the example where it is not there, opens a copy, draws player-periods of all its
lists by a fixed seed, asks the site for each receipt as a visitor would, and gives it to the command.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parent.parent
DAY, SEED = "2026-11-18", 17

if TYPE_CHECKING:
    from arpad.storage.models import RatingSystem


def asked() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--count", type=int, default=1000, help="how many player-periods")
    parser.add_argument("--example", type=Path, default=ROOT / "example-office", help="the example office")
    return parser.parse_args()


def player_periods(system: RatingSystem) -> list[tuple[int, str, str]]:
    """Give everybody who played for a list with what was published of it: number, kind of chess, month."""
    from arpad.storage.models import ListVersion  # noqa: PLC0415 - once an office is open
    from arpad.storage.site.receipts import played_lines  # noqa: PLC0415 - the same

    versions = ListVersion.objects.filter(rating_system=system, stage=ListVersion.PUBLISHED).order_by("list_date")
    return [
        (number, kind, f"{version.list_date:%Y-%m}")
        for version in versions
        for number, kind in played_lines(system, version)
    ]


def outcome(number: int, kind: str, month: str, place: Path) -> str:
    """Ask for a receipt and compute it again; say what came of it."""
    from django.test import Client  # noqa: PLC0415 - once an office is open

    from arpad.cli.main import run  # noqa: PLC0415 - the same
    from arpad.storage.models import PlayerRow  # noqa: PLC0415 - the same
    from arpad.web.public.player_places import player_address  # noqa: PLC0415 - the same

    name = PlayerRow.objects.get(fide_id=number).name
    answer = Client(SERVER_NAME="localhost").get(player_address(number, name, "receipt", kind, month))
    if answer.status_code != 200:  # noqa: PLR2004 - there is none
        return "no receipt"
    place.write_bytes(answer.content)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        run(["player", str(place), "--json"])
    form = "attested junior" if b"attested by the office" in answer.content else "K derived or given"
    is_equal = json.loads(out.getvalue())["receipt"]["agrees"]
    return f"equal, {form}" if is_equal else "another number"


def main() -> int:
    """Go through the sample, and say how many came to the number; 1 if any did not."""
    given = asked()
    sys.path.insert(0, str(ROOT / "src"))
    os.environ.setdefault("ARPAD_TODAY", DAY)
    os.environ.pop("DATABASE_URL", None)
    from arpad.storage.example import example_office  # noqa: PLC0415 - after the path is set
    from arpad.storage.opening import open_office  # noqa: PLC0415 - the same
    from arpad.storage.settings import read_settings  # noqa: PLC0415 - the same
    from arpad.web.django_settings import web_settings  # noqa: PLC0415 - the same

    example_office(given.example)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "office"
        shutil.copytree(given.example, folder)
        open_office(folder, web_settings(read_settings(folder)))
        from arpad.storage.jobs.worker import work_here  # noqa: PLC0415 - once an office is open
        from arpad.storage.queries.systems import rating_system  # noqa: PLC0415 - the same
        from arpad.storage.search.asking import ask_rebuild  # noqa: PLC0415 - the same

        system = rating_system()
        if system is None or not work_here(ask_rebuild(system).number):
            return 1
        every = player_periods(system)
        sample = random.Random(SEED).sample(every, min(given.count, len(every)))  # noqa: S311 - a fixed sample
        began, outcomes = time.monotonic(), Counter[str]()
        for number, kind, month in sample:
            came = outcome(number, kind, month, folder / "receipt.json")
            outcomes[came] += 1
            if not came.startswith("equal"):
                print(f"{number} {kind} {month}: {came}", flush=True)
        print(f"{len(sample)} of {len(every)} player-periods in {time.monotonic() - began:.0f} s: {dict(outcomes)}")
    return 0 if all(came.startswith("equal") for came in outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
