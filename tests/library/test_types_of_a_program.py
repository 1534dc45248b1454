"""A program written with plain whole numbers passes mypy --strict, and a wrong one does not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import arpad

RIGHT = """
from __future__ import annotations

from datetime import date
from pathlib import Path

import arpad

game = arpad.Game(1750, arpad.WIN)
games: list[arpad.Game] = [game, arpad.Game(None, 0.5), arpad.Game(1800, "½", round=3), arpad.Game(1810, 1)]
player = arpad.Player(2000, born=arpad.Born(2008), games=40, highest=2050)
event = arpad.Event(date(2025, 11, 7), date(2025, 11, 9), 2000, games, system="swiss")
period = arpad.RatingPeriod("standard", date(2025, 12, 1), player, [event])


def points(result: arpad.PlayerResult) -> str:
    return "" if result.unrounded is None else arpad.decimal(result.unrounded)


rated = arpad.rate_player(period)
shown: str = points(rated)
change: int | None = rated.change
result, lines = arpad.explain(period)
new: int | None = result.new_rating
names: list[str] = [line.name for line in lines]
warnings: tuple[arpad.Notice, ...] = arpad.notices(result)
first: arpad.FirstRating = arpad.first_rating(period)
score: int | None = arpad.expected(2600, 2150).expected
performance: int | None = arpad.performance([2400, 2500], 1.5, edition=Path("club.toml")).performance
alone: int | None = arpad.change(2000, games, k=20).change
report: arpad.ReadReport = arpad.read_report("event.trf", facts={"official": True})
verdict: arpad.Verdict = arpad.check(report, lists=[Path("list.txt")])
changes: list[int | None] = [row.change for row in arpad.rate([report, "other.trf"], k=20)]
players: list[arpad.Listed] = arpad.read_list("list.txt").find("kestrel")
book: arpad.Book = arpad.Book.open("office")
closed: arpad.ClosedList = arpad.close(book, "2026-11", preview=True)
agrees: bool | None = book.explain(99000011, date(2026, 11, 1)).agrees
table = arpad.round_robin(arpad.edition("fide-2014-07"), [arpad.Entrant("A", 2200)], [[[arpad.WIN], [0.5]]])
"""
WRONG = """
import arpad

arpad.Game("1750", arpad.WIN)
arpad.Player(2000.5)
arpad.expected(2600)
arpad.rates
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder whose cache keeps what mypy learned about arpad, so that it learns it once."""
    return tmp_path_factory.mktemp("program")


def checked(text: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run mypy over a program."""
    place = folder / "program.py"
    place.write_text(text, encoding="utf-8")
    home = Path(arpad.__file__).parents[1]
    return subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file", "", "--cache-dir", str(folder / "cache"), place],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={**os.environ, "MYPYPATH": "" if "site-packages" in home.parts else str(home)},
    )


def test_plain_numbers_pass(folder: Path) -> None:
    """Nobody has to wrap a rating, and every name has its type."""
    done = checked(RIGHT, folder)

    assert done.returncode == 0, done.stdout + done.stderr


def test_the_check_can_fail(folder: Path) -> None:
    """What is wrong is found, so the types are not simply unknown."""
    done = checked(WRONG, folder)

    assert done.stdout.count("error:") == 4, done.stdout + done.stderr
