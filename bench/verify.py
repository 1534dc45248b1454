"""A month of FIDE's size verified by the command: every line by the reference, and the list made again with its files.

    make bench-verify                       makes up the book, closes November 2026, verifies it
    python bench/verify.py BOOK             verifies November 2026 of a book in which it is closed

Prints the figures and writes them into `bench/results-verify.json`. `BENCH_PLAYERS` gives another number of players.
"""

from __future__ import annotations

import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import polars as pl
import yardstick
from in_turns import KEPT

import arpad
from arpad.formats.lists.line_program import KERNEL
from arpad.model.cores import cores

HERE = Path(__file__).resolve().parent
PLAYERS = os.environ.get("BENCH_PLAYERS", "1900000")
MONTH = "2026-11"
LIMITS = {"wall_yardsticks": 400}
ARPAD = [sys.executable, "-m", "arpad"]


def verified(book: str) -> dict[str, Any]:
    """Verify the month once, beside the yardstick of the same minutes."""
    before = yardstick.seconds()
    own = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    environment = os.environ | {name: value for name, value in KEPT.items() if name != "BENCH_PLAYERS"}
    # Memory that was given back stays with the process, so that no run pays for asking the system for it again.
    done = subprocess.run(
        [*ARPAD, "period", "verify", book, MONTH, "--json"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    wall = time.perf_counter() - start
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    stick = (before + yardstick.seconds()) / 2
    if done.returncode:
        raise SystemExit(f"The list was not verified:\n{done.stdout[-2000:]}{done.stderr}")
    answer = json.loads(done.stdout)
    cpu = used.ru_utime + used.ru_stime - own.ru_utime - own.ru_stime
    return {
        "lines": answer["compared"],
        "wall_s": round(wall, 2),
        "cpu_s": round(cpu, 2),
        "yardstick_s": round(stick, 4),
        "wall_yardsticks": round(wall / stick, 1),
        "cpu_yardsticks": round(cpu / stick, 1),
        "peak_gb_of_a_process": round(used.ru_maxrss / 1e6, 3),
        "page_faults": used.ru_minflt - own.ru_minflt,
        "page_faults_from_disk": used.ru_majflt - own.ru_majflt,
    }


def main() -> None:
    """Verify a book that is given, or one that is made up."""
    with tempfile.TemporaryDirectory(dir=HERE.parent) as name:
        book = sys.argv[1] if len(sys.argv) > 1 else str(Path(name) / "book")
        if len(sys.argv) == 1:
            for words in (["book", "world", book, "--players", PLAYERS], ["period", "close", book, MONTH]):
                subprocess.run([*ARPAD, *words], check=True, stdout=subprocess.DEVNULL)
        figures = verified(book)
    figures |= {"cores": cores(), "limits": LIMITS}
    figures |= {"arpad": arpad.__version__, "python": platform.python_version(), "polars": pl.__version__}
    figures |= {"line_kernel": KERNEL is not None}
    text = json.dumps(figures, indent=2)
    HERE.joinpath("results-verify.json").write_text(text + "\n", encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
