"""Writers that really die: in a process of its own each write ends at one of its steps, without a last word.

Run with a folder, a copy of it is made for every step: `1`, `2` and so on. The write into each copy is broken off at
that step, counted over everything that it opens, makes, renames and removes. The last copy is the one whose write came
to its end.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arpad.book.durable.journal import write_together, writer_of_bytes

if TYPE_CHECKING:
    from collections.abc import Callable

_STEPS = frozenset(("open", "os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.truncate"))
MOST = 200
GONE = ("lists/2026-10.csv", "pools/2026-09", "published/2026-10")
"""What a write takes away: a file, a table in parts, a folder of what was published."""


def write(folder: Path, value: str) -> None:
    """Write tables, one of them a folder of parts, and something published; all of it says the value.

    A list of before, its part results and everything that was published with it are gone then.
    """

    def publish(place: Path) -> None:
        place.mkdir()
        for name in ("page.txt", "list.txt"):
            place.joinpath(name).write_text(value, encoding="utf-8")

    makers: dict[Path, Callable[[Path], None]] = {
        folder / name: writer_of_bytes(value.encode()) for name in ("players.csv", "lists/2026-11.csv", "games")
    }
    gone = [folder / name for name in GONE if folder.joinpath(name).exists()]
    write_together(folder, {**makers, folder / "published" / "2026-11": publish}, gone)


def dies_at(number: int, folder: Path) -> None:
    """End this process at that step within a folder."""
    inside = str(folder)
    left = number

    def counted(event: str, given: tuple[Any, ...]) -> None:
        nonlocal left
        if event in _STEPS and str(given[0]).startswith(inside):
            left -= 1
            if not left:
                os._exit(9)

    sys.addaudithook(counted)


def main(old: Path, copies: Path) -> None:
    """Break a write off at every step."""
    for number in range(1, MOST):
        folder = Path(shutil.copytree(old, copies / str(number)))
        child = os.fork()
        if not child:
            dies_at(number, folder)
            write(folder, "new")
            os._exit(0)
        if not os.waitpid(child, 0)[1]:
            return


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
