"""The example office that `make run` opens: made up, with two years behind it and a list being made.

It is made aside and renamed when it is whole, so that a run that was ended leaves nothing half made. It is made anew
when its version differs from that of this arpad, or when its list being made is no longer that of today.
"""

from __future__ import annotations

import json
import shutil
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import arpad
from arpad.lab.office_world import story
from arpad.lab.office_world.world import MONTHS, PLAYERS, SEED, office_world
from arpad.model.bounded import MOST_IN_TOML, read_whole
from arpad.model.clock import today
from arpad.model.problems import RefusedError
from arpad.storage.settings import OfficeSettings
from arpad.storage.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from arpad.lab.office_world.world import OfficeWorld

STAMP = "example.json"
"""What the example was made from."""
TITLE = "Example rating office"
_ASIDE = ".being-made"


def example_office(
    folder: Path,
    progress: Callable[[str, int, int], None] = lambda *_: None,
    *,
    players: int = PLAYERS,
    months: int = MONTHS,
    seed: int = SEED,
) -> bool:
    """Make the example office in a folder, unless it is there as it should be; tell whether it was made."""
    stamp = stamp_of(players, months, seed)
    _refuse_other(folder)
    if folder.exists() and _stamp(folder) == stamp:
        return False
    aside = folder.with_name(f"{folder.name}{_ASIDE}")
    shutil.rmtree(aside, ignore_errors=True)
    progress("people", 0, 1)
    world = office_world(today(), players, months, seed)
    _made(world, aside, progress)
    aside.joinpath(STAMP).write_text(json.dumps(stamp, indent=1), encoding="utf-8")
    if folder.exists():
        # What was there is out of the way at once, and then taken away.
        old = folder.with_name(f"{folder.name}{_ASIDE}-old")
        shutil.rmtree(old, ignore_errors=True)
        folder.rename(old)
        aside.rename(folder)
        shutil.rmtree(old, ignore_errors=True)
    else:
        aside.rename(folder)
    _finish(folder)
    return True


def stamp_of(players: int = PLAYERS, months: int = MONTHS, seed: int = SEED) -> dict[str, Any]:
    """Give what tells whether an example is that of this arpad and of today."""
    from arpad.regulations.calendar import calendar  # noqa: PLC0415 - slow to load

    open_list = calendar().next_list(today())
    return {
        "version": _version(),
        "arpad": arpad.__version__,
        "list": None if open_list is None else open_list.isoformat(),
        "players": players,
        "months": months,
        "seed": seed,
    }


def _version() -> str:
    """Give what tells this example from others: the files that it is made by, and the tables that it is kept in."""
    here, world = Path(__file__).parent, Path(story.__file__).parent
    makers = [*here.glob("example*.py"), *world.glob("*.py"), *here.joinpath("migrations").glob("*.py")]
    return sha256(b"".join(maker.read_bytes() for maker in sorted(makers))).hexdigest()[:16]


def _stamp(folder: Path) -> Any:  # noqa: ANN401 - whatever stands there
    try:
        return json.loads(read_whole(folder / STAMP, MOST_IN_TOML))
    except (OSError, ValueError):
        return None


def _refuse_other(folder: Path) -> None:
    """Refuse a folder in which something else is: only an example is ever taken away."""
    is_other = folder.exists() and not folder.joinpath(STAMP).is_file()
    if is_other and (not folder.is_dir() or any(folder.iterdir())):
        raise RefusedError.of(WORDS, "no_example", folder.name, folder=str(folder))


def _made(world: OfficeWorld, folder: Path, progress: Callable[[str, int, int], None]) -> None:
    """Make an office and go through everything that happened in it."""
    from django.db import connections  # noqa: PLC0415 - slow to load

    from arpad.storage.opening import init_office  # noqa: PLC0415 - the same

    init_office(folder, OfficeSettings(title=TITLE, second_factor="optional"))
    from arpad.storage.example_story import go_through  # noqa: PLC0415 - once an office is open

    go_through(world, TITLE, progress)
    connections.close_all()


def _finish(folder: Path) -> None:
    """Have the next list worked out and the office proved; a worker does it where this run is ended."""
    from django.db import connections  # noqa: PLC0415 - slow to load

    from arpad.storage.opening import open_office  # noqa: PLC0415 - the same

    open_office(folder)
    from arpad.storage.example_story import work_left  # noqa: PLC0415 - once an office is open

    work_left()
    connections.close_all()
