"""The preview of an open period at FIDE's size, when one report more of 100 players is accepted.

make bench-preview    makes a world of 1.9 million players (or takes BOOK=…), writes bench/results-preview.json

Measured is the way from the bytes of an accepted report to the data of the preview: read, judged, rated with everybody
whom it touches, put into the counts. Each report comes after the one before, so the period grows. In the end the
preview is compared with that of the whole, worked out at once.
"""

from __future__ import annotations

import json
import os
import platform
import random
import resource
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
import yardstick
from made_rounds import paired

import arpad
from arpad.book.folder import Book
from arpad.book.imports.rows import rows_of
from arpad.book.law import made_lists
from arpad.book.schema import TABLES
from arpad.book.view import open_list
from arpad.engine.period.close_list import close
from arpad.engine.period.open_period import OpenPeriod
from arpad.events.facts import EventFacts
from arpad.events.intake import judged_by, read_report
from arpad.events.verdict import NO
from arpad.model.period import STANDARD
from arpad.publication.preview import OpenPreview, preview

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).parent
PLAYERS = int(os.environ.get("BENCH_PLAYERS", "1900000"))
RUNS, ROUNDS = 5, 9
SHARES = (60, 30, 10)
"""Players of a report: rated with other games in the period, rated without, unrated."""
LIMITS = {"step_yardsticks": 5.0}


@contextmanager
def world() -> Iterator[Path]:
    """Give the folder of a made-up world: the one that is named, or a new one."""
    if given := os.environ.get("BOOK"):
        yield Path(given)
        return
    with tempfile.TemporaryDirectory(dir=HERE.parent) as folder:
        book = str(Path(folder, "book"))
        command = [sys.executable, "-m", "arpad", "book", "world", book, "--players", str(PLAYERS)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        yield Path(book)


def reports(book: Book) -> list[bytes]:
    """Make up reports of Swiss events in the open period, among players of the book.

    Of a hundred players 90 are rated, and 60 of these have other games in the period.
    """
    chance = random.Random(20261116)  # noqa: S311 - made-up games, no secrets
    newest, games = book.rating_list(book.list_dates[-1]), book.table("games")
    if newest is None:
        raise SystemExit("The book has no list.")
    people = newest.join(book.table("players"), on="fide_id").select("fide_id", "name", "standard_rating")
    is_rated = pl.col("standard_rating").is_not_null()
    plays = pl.col("fide_id").is_in(pl.concat([games["white"], games["black"]]).unique().implode())
    groups = (people.filter(is_rated & plays), people.filter(is_rated & ~plays), people.filter(~is_rated))
    files = []
    for _ in range(RUNS):
        entries: list[tuple[int, str, int | None]] = []
        for group, share in zip(groups, SHARES, strict=True):
            entries += group[chance.sample(range(group.height), share)].iter_rows()
        files.append(_report(entries, chance))
    return files


def _report(entries: list[tuple[int, str, int | None]], chance: random.Random) -> bytes:
    """Write a report of some players, paired at random."""
    games, points = paired(len(entries), ROUNDS, chance)
    name = f"Made-up Open {chance.randint(1, 10**6)}"
    lines = [f"012 {name}", "022 Nowhere", "032 FID", "042 2026/10/03", "052 2026/10/11", f"XXR {ROUNDS}"]
    for place, (number, player, rating) in enumerate(entries):
        lines.append(
            f"001 {place + 1:>4} m    {player[:33]:33} {rating or 0:>4} FID {number:>11} 1990/00/00 "
            f"{points[place] // 10:>2}.{points[place] % 10} {place + 1:>4}{games[place]}"
        )
    return ("\r\n".join(lines) + "\r\n").encode()


def accepted(data: bytes, book: Book, number: int) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Read and judge a report as an office does, and give the rows of its event and of its games."""
    judged = judged_by(read_report("report.trf", data, EventFacts(kind=STANDARD)), book.rulebook)
    if judged.verdict.rateable == NO:
        raise SystemExit(f"The made-up report is refused: {judged.verdict}")
    rows = rows_of(judged.report)
    numbers = {start: player["fide_id"] for start, player in rows.players.items()}
    games = [
        {"event_id": number, **game, **{side: numbers[game[side]] for side in ("white", "black")}}
        for game in rows.games
    ]
    return (
        pl.DataFrame([{"event_id": number, **rows.event}], schema=TABLES["events"].schema),
        pl.DataFrame(games, schema=TABLES["games"].schema),
    )


class Measured:
    """Seconds, CPU seconds and page faults of some work."""

    def __init__(self) -> None:
        self.wall, self.cpu, self.faults = time.perf_counter(), time.process_time(), self._faults()

    def done(self) -> dict[str, float]:
        """Give them, from the beginning until now."""
        wall, cpu = time.perf_counter() - self.wall, time.process_time() - self.cpu
        return {"wall_s": round(wall, 4), "cpu_s": round(cpu, 4), "page_faults": self._faults() - self.faults}

    @staticmethod
    def _faults() -> int:
        return resource.getrusage(resource.RUSAGE_SELF).ru_minflt


def figures(folder: Path) -> dict[str, Any]:
    """Measure the whole preview, then one report after another; and compare with the whole in the end."""
    book = Book.open(folder)
    list_date = open_list(book, STANDARD)
    if list_date is None:
        raise SystemExit("The book has no open period.")
    files, closed_here = reports(book), made_lists(book)
    measured = Measured()
    shown = OpenPreview.of(OpenPeriod.of(book, list_date), closed_here)
    json.dumps(shown.data)
    whole = measured.done()
    first = int(book.table("events")["event_id"].max() or 0) + 1  # type: ignore[arg-type] # whole numbers
    steps = []
    for place, data in enumerate(files):
        measured = Measured()
        rows = accepted(data, book, first + place)
        reading = measured.done()
        shown = shown.with_events(*rows)
        shown_data = shown.data
        steps.append({**measured.done(), "reading_wall_s": reading["wall_s"], "reading_cpu_s": reading["cpu_s"],
                      "touched": len(shown.period.renewed.players)})  # fmt: skip
    view = shown.period.view
    at_once = preview(close(view, list_date), view, closed_here)
    stick, cpu_stick = yardstick.seconds(), yardstick.seconds(clock=time.process_time)
    best = {name: min(step[name] for step in steps) for name in ("wall_s", "cpu_s")}
    return {
        "players": book.table("players").height,
        "events": book.table("events").height,
        "games": book.table("games").height,
        "whole": whole,
        "steps": steps,
        "step_wall_s": best["wall_s"],
        "step_cpu_s": best["cpu_s"],
        "step_yardsticks": round(best["wall_s"] / stick, 2),
        "step_cpu_yardsticks": round(best["cpu_s"] / cpu_stick, 2),
        "equals_the_whole": json.dumps(shown_data) == json.dumps(at_once),
        "yardstick_s": round(stick, 4),
        "yardstick_cpu_s": round(cpu_stick, 4),
        "peak_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000),
        "limits": LIMITS,
        "versions": {
            "arpad": arpad.__version__, "python": platform.python_version(), "numpy": np.__version__,
            "polars": pl.__version__,
        },
    }  # fmt: skip


def main() -> None:
    """Measure, print and keep the figures."""
    with world() as folder:
        kept = figures(folder)
    text = json.dumps(kept, indent=2)
    HERE.joinpath("results-preview.json").write_text(text + "\n", encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
