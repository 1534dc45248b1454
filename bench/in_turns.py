"""Two checkouts measured in turns, so that a busy moment of the machine falls on both; the median of nine turns.

    python bench/in_turns.py OLD NEW [NAME …]

OLD and NEW are checkouts with a `.venv` of their own (`make .venv/.ready`); NAME is `run`, `trf_reading`,
`rating_events`, `rating_lists`, `period` or `replay`, all of them if none is given. Each turn runs the bench of each
checkout and takes its ratios from the file that it writes; memory that was given back stays with the process, so that
no run pays for asking the system for it again. Lists and replays are a tenth of their usual size. Prints old, new and
by how much new is worse, and writes `bench/results-in-turns.json`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median

TURNS = 9
WORSE, WORSE_RATE = 5.0, 10.0
KEPT = {
    "MALLOC_TRIM_THRESHOLD_": str(1 << 33),
    "MALLOC_MMAP_THRESHOLD_": str(1 << 33),
    "MALLOC_TOP_PAD_": str(1 << 26),
    "_RJEM_MALLOC_CONF": "dirty_decay_ms:-1,muzzy_decay_ms:-1",
}
"""Memory that was given back stays with the process."""
SMALL = {"BENCH_PLAYERS": "190000"}
FIGURES: dict[str, tuple[str, tuple[str, ...]]] = {
    "run": ("results.json", ("start_up", "reference", "reference_explained")),
    "trf_reading": ("results-trf.json", ("300x9_against_bare", "2000x11_against_bare")),
    "rating_events": ("results-events.json", ("large_yardsticks", "many_yardsticks")),
    "rating_lists": ("results-lists.json", ("text_to_parquet", "xml_to_parquet")),
    "period": ("results-period.json", ("ratio_to_bare_numpy", "ratio_close")),
    "replay": ("results-replay.json", ("cpu_us_per_game_last_year", "ratio_last_to_first")),
}
"""The figures of each bench, all of them such that less is better."""
ARGUMENTS = {"replay": ["5000"]}


def turn(checkout: Path, bench: str) -> dict[str, float]:
    """Run a bench of a checkout once and give its figures."""
    file, names = FIGURES[bench]
    python = checkout / ".venv" / "bin" / "python"
    command = [str(python), f"bench/{bench}.py", *ARGUMENTS.get(bench, [])]
    result = checkout / "bench" / file
    result.unlink(missing_ok=True)
    output = subprocess.run(
        command, cwd=checkout, env=os.environ | KEPT | SMALL, capture_output=True, text=True, check=False
    )
    if not result.exists():
        raise SystemExit(f"bench/{bench}.py of {checkout.name} wrote nothing:\n{output.stdout}{output.stderr}")
    figures = json.loads(result.read_text(encoding="utf-8"))
    return {name: figures[name] for name in names}


def in_turns(old: Path, new: Path, bench: str) -> dict[str, dict[str, float | list[float]]]:
    """Give the figures of both checkouts, each the median of the turns, and how much worse the new ones are."""
    turns: dict[Path, list[dict[str, float]]] = {old: [], new: []}
    for number in range(TURNS):
        for checkout in (old, new) if number % 2 == 0 else (new, old):
            turns[checkout].append(turn(checkout, bench))
        print(f"{bench}: turn {number + 1} of {TURNS}", file=sys.stderr)
    compared: dict[str, dict[str, float | list[float]]] = {}
    for name in FIGURES[bench][1]:
        olds, news = ([figures[name] for figures in turns[checkout]] for checkout in (old, new))
        worse = 100 * (median(news) / median(olds) - 1)
        compared[name] = {
            "old": round(median(olds), 4),
            "new": round(median(news), 4),
            "worse_per_cent": round(worse, 1),
            "old_from_to": [round(min(olds), 4), round(max(olds), 4)],
            "new_from_to": [round(min(news), 4), round(max(news), 4)],
        }
        limit = WORSE_RATE if name == "ratio_to_bare_numpy" else WORSE
        verdict = "holds" if worse <= limit else f"worse by more than {limit:.0f} %"
        print(f"{bench:14} {name:26} {median(olds):9.3f} {median(news):9.3f} {worse:+6.1f} %  {verdict}", flush=True)
    return compared


def main(old: Path, new: Path, benches: list[str]) -> None:
    """Measure the benches that are asked for and keep their figures."""
    place = Path(__file__).with_name("results-in-turns.json")
    kept = json.loads(place.read_text(encoding="utf-8")) if place.exists() else {}
    for bench in benches or FIGURES:
        kept[bench] = in_turns(old.resolve(), new.resolve(), bench)
        place.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:])
