"""Writing a large rating list as TXT and XML: with the kernel, without it, against a bare write() of the bytes.

make bench-writing    makes a list of 570,000 made-up lines, prints the table, writes bench/results-writing.json

Memory that was given back stays with the process, as in `in_turns.py`: none of the ways pays for asking for it again.
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
from functools import partial
from operator import truediv
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, BinaryIO

import polars as pl
import yardstick
from in_turns import KEPT

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
WAYS = ("kernel", "frame", "bare")
REST = 0.2
"""Seconds in which the threads of the frame, which look for more work a while, fall asleep."""
LIMITS = {"kernel_against_bare": 4.0, "kernel_best_against_bare": 4.0}


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


def write(frame: pl.DataFrame, form: str, out: BinaryIO) -> None:
    """Write the list as FIDE does."""
    about = new_list(RatingList(form, "combined", KINDS, date(2026, 11, 1)), form, LAYOUTS["combined"], KINDS[0])
    write_frame(out, frame, about, Findings())


def bare(raw: bytes, out: BinaryIO) -> None:
    """Write the bytes of the list and nothing else."""
    out.write(raw)


def cpu(place: Path, work: Callable[[BinaryIO], object]) -> tuple[float, int]:
    """Give the CPU seconds of writing a new file, and the page faults."""
    place.unlink(missing_ok=True)
    time.sleep(REST)
    faults, start = resource.getrusage(resource.RUSAGE_SELF).ru_minflt, time.process_time()
    with place.open("wb") as out:
        work(out)
    seconds = time.process_time() - start
    return seconds, resource.getrusage(resource.RUSAGE_SELF).ru_minflt - faults


def bytes_of(place: Path, frame: pl.DataFrame, form: str) -> bytes:
    """Give the bytes of a list, which have to be the same with the kernel and without it."""
    kernel, ways = line_program.KERNEL, set[bytes]()
    for used in (kernel, None):
        line_program.KERNEL = used
        cpu(place, partial(write, frame, form))
        ways.add(place.read_bytes())
    line_program.KERNEL = kernel
    if len(ways) > 1:
        raise SystemExit(f"The kernel writes other bytes: {form}.")
    return ways.pop()


def measured(folder: Path, frame: pl.DataFrame) -> dict[str, float]:
    """Write both forms in all ways, in turns, so that a busy moment of the machine falls on all of them."""
    kernel = line_program.KERNEL
    raw = {form: bytes_of(folder / form, frame, form) for form in FORMS}
    turns: dict[tuple[str, str], list[tuple[float, int]]] = {(form, way): [] for form in FORMS for way in WAYS}
    for _ in range(RUNS):
        for (form, way), measures in turns.items():
            line_program.KERNEL = kernel if way == "kernel" else None
            if way == "bare":
                measures.append(cpu(folder / form, partial(bare, raw[form])))
            else:
                measures.append(cpu(folder / form, partial(write, frame, form)))
    line_program.KERNEL = kernel
    figures = {f"{form}_mb": len(raw[form]) / 1e6 for form in FORMS}
    for (form, way), measures in turns.items():
        seconds, faults = zip(*measures, strict=True)
        figures |= {f"{form}_{way}_s": median(seconds), f"{form}_{way}_faults": median(faults)}
    both = {way: [sum(turns[form, way][turn][0] for form in FORMS) for turn in range(RUNS)] for way in WAYS}
    for way in WAYS[:-1]:
        figures[f"{way}_against_bare"] = median(map(truediv, both[way], both["bare"]))
        figures[f"{way}_best_against_bare"] = min(both[way]) / min(both["bare"])
    return figures


def main() -> int:
    """Measure, print, write, and say whether everything is within its limit."""
    if line_program.KERNEL is None:
        raise SystemExit("The line kernel was not built: there is nothing to measure.")
    print(f"arpad {arpad.__version__}, Python {platform.python_version()}, Polars {pl.__version__}, median of {RUNS}")
    figures: dict[str, float] = {"yardstick_s": yardstick.seconds(), "lines": LINES}
    with tempfile.TemporaryDirectory() as folder:
        figures |= measured(Path(folder), made_frame())
    for name, value in figures.items():
        limit = f"  (limit {LIMITS[name]})" if name in LIMITS else ""
        print(f"{name:24} {value:14.3f}{limit}")
    rounded = {name: round(value, 4) for name, value in figures.items()}
    ROOT.joinpath("bench", "results-writing.json").write_text(json.dumps(rounded, indent=2) + "\n", encoding="utf-8")
    over = [name for name, limit in LIMITS.items() if figures[name] > limit]
    print("Everything is within its limits." if not over else f"Over the limit: {', '.join(over)}")
    return bool(over)


if __name__ == "__main__":
    if not KEPT.keys() <= os.environ.keys():
        os.execve(sys.executable, [sys.executable, *sys.argv], os.environ | KEPT)  # noqa: S606 - this bench once more
    sys.exit(main())
