"""Writing a large rating list as TXT and XML: with the kernel, without it, against a bare write() of the bytes.

make bench-writing    makes a list of 570,000 made-up lines, prints the table, writes bench/results-writing.json
"""

from __future__ import annotations

import io
import json
import os
import platform
import resource
import sys
import tempfile
import time
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import polars as pl
import yardstick

import arpad
from arpad.book.frames.columns import SPELLING, completed
from arpad.book.frames.lists import read_list
from arpad.book.frames.writing import write_frame
from arpad.formats.lists import line_program
from arpad.formats.lists.layouts import LAYOUTS
from arpad.formats.lists.problems import Findings
from arpad.formats.lists.source import opened
from arpad.formats.lists.writer import new_list
from arpad.model.period import KINDS
from arpad.model.rating_list import RatingList

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parent.parent
LINES = int(os.environ.get("BENCH_LINES", "570000"))
RUNS = 5
FORMS = ("txt", "xml")
LIMITS = {"kernel_against_bare": 4.0}


def made_frame() -> pl.DataFrame:
    """Make up the list."""
    sys.path.insert(0, str(ROOT / "tests" / "support"))
    import made_lists  # noqa: PLC0415 - lives with the tests

    lines = [made_lists.COMBINED_HEADER]
    lines += [made_lists.combined_line(fide_id, player) for fide_id, player in made_lists.world(LINES)]
    raw = "\r\n".join([*lines, ""]).encode("ascii")
    source = opened("world.txt", io.BytesIO(raw), Findings())
    rating_list = read_list(source, Findings()) if source is not None else None
    if rating_list is None:
        raise SystemExit("The made-up list was not read.")
    # As in a publication: nobody has a spelling of its own.
    return completed(rating_list.frame.drop(SPELLING))


def write(out: BinaryIO, frame: pl.DataFrame, form: str) -> None:
    """Write the list as FIDE does."""
    about = new_list(RatingList(form, "combined", KINDS, date(2026, 11, 1)), form, LAYOUTS["combined"], KINDS[0])
    write_frame(out, frame, about, Findings())


def cpu(place: Path, work: Callable[[BinaryIO], object]) -> tuple[float, int]:
    """Give the best CPU seconds of writing a new file over some runs, and the page faults of that run."""
    measures = []
    for _ in range(RUNS):
        place.unlink(missing_ok=True)
        faults, start = resource.getrusage(resource.RUSAGE_SELF).ru_minflt, time.process_time()
        with place.open("wb") as out:
            work(out)
        seconds = time.process_time() - start
        measures.append((seconds, resource.getrusage(resource.RUSAGE_SELF).ru_minflt - faults))
    return min(measures)


def measured(folder: Path, frame: pl.DataFrame) -> dict[str, float]:
    """Write both forms in all ways, which have to give the same bytes."""
    kernel, figures = line_program.KERNEL, dict[str, float]()
    for form in FORMS:
        place, bytes_of = folder / f"list.{form}", {}
        for name, used in (("kernel", kernel), ("frame", None)):
            line_program.KERNEL = used
            figures[f"{form}_{name}_s"], figures[f"{form}_{name}_faults"] = cpu(
                place, lambda out, form=form: write(out, frame, form)
            )
            bytes_of[name] = place.read_bytes()
        line_program.KERNEL = kernel
        if bytes_of["kernel"] != bytes_of["frame"]:
            raise SystemExit(f"The kernel writes other bytes: {form}.")
        raw = bytes_of["frame"]
        figures[f"{form}_bare_s"], figures[f"{form}_bare_faults"] = cpu(place, lambda out, raw=raw: out.write(raw))
        figures[f"{form}_mb"] = len(raw) / 1e6
    for name in ("kernel", "frame"):
        both, bare = (sum(figures[f"{form}_{way}_s"] for form in FORMS) for way in (name, "bare"))
        figures[f"{name}_against_bare"] = both / bare
    return figures


def main() -> int:
    """Measure, print, write, and say whether everything is within its limit."""
    if line_program.KERNEL is None:
        raise SystemExit("The line kernel was not built: there is nothing to measure.")
    print(f"arpad {arpad.__version__}, Python {platform.python_version()}, Polars {pl.__version__}, best of {RUNS}")
    figures: dict[str, float] = {"yardstick_s": yardstick.seconds(), "lines": LINES}
    with tempfile.TemporaryDirectory() as folder:
        figures |= measured(Path(folder), made_frame())
    for name, value in figures.items():
        limit = f"  (limit {LIMITS[name]})" if name in LIMITS else ""
        print(f"{name:22} {value:14.3f}{limit}")
    rounded = {name: round(value, 4) for name, value in figures.items()}
    ROOT.joinpath("bench", "results-writing.json").write_text(json.dumps(rounded, indent=2) + "\n", encoding="utf-8")
    over = [name for name, limit in LIMITS.items() if figures[name] > limit]
    print("Everything is within its limits." if not over else f"Over the limit: {', '.join(over)}")
    return bool(over)


if __name__ == "__main__":
    sys.exit(main())
