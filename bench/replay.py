"""A replay of 120 months: is a game as cheap in the last year as in the first? CPU time, players fixed.

`python bench/replay.py [PLAYERS]` makes up a world, replays it, and writes `results-replay.json`.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from datetime import date
from pathlib import Path
from statistics import median

from arpad.book.about import About
from arpad.book.change import changed
from arpad.book.folder import Book
from arpad.engine.replay.replay import replay
from arpad.lab.world.world import world
from arpad.regulations.durations import shifted_months

MONTHS, YEAR = 120, 12
LIMIT = 1.3
FIRST = date(2026, 10, 1)


def main(players: int) -> None:
    """Replay ten years and compare the first with the last."""
    with tempfile.TemporaryDirectory() as folder:
        made_up = world(players, MONTHS, 1, FIRST)
        book = Book.create(Path(folder, "book"), About())
        book.apply(changed(book, made_up.tables, made_up.lists))
        begun = time.process_time()
        per_game: list[float] = []
        games = 0
        before = 0.0
        for number, month in enumerate(replay(book, shifted_months(FIRST, 1), shifted_months(FIRST, MONTHS))):
            now = time.process_time()
            if number:
                per_game.append((now - before) / max(month.facts["games"], 1))
            games += month.facts["games"]
            before = now
    # The first month also reads and parts the book, and is left out of both years.
    first, last = median(per_game[:YEAR]), median(per_game[-YEAR:])
    figures = {
        "players": players,
        "months": MONTHS,
        "games": games,
        "cpu_s": round(before - begun, 2),
        "cpu_us_per_game_first_year": round(1e6 * first, 2),
        "cpu_us_per_game_last_year": round(1e6 * last, 2),
        "ratio_last_to_first": round(last / first, 3),
        "limit": LIMIT,
    }
    Path(__file__).with_name("results-replay.json").write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50_000)
