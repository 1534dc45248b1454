"""`make run`: the example office is made where it is not there, shown with its log-ins, and served on this machine."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from arpad.cli.answer import table
from arpad.cli.output import put
from arpad.cli.progress import Progress
from arpad.cli.wording import WORDS
from arpad.lab.office_world.world import SEED
from arpad.model.problems import ArpadError
from arpad.storage.example import example_office
from arpad.storage.example_people import log_ins
from arpad.web.serving import ADDRESS, refuse_taken_port, serve

if TYPE_CHECKING:
    from collections.abc import Sequence

PORT = 8000
_REFUSED = 2
_LAST_PORT = 65535


def main(words: Sequence[str] | None = None) -> int:
    """Make the example where needed, and serve it until it is stopped."""
    given = _arguments(words)
    try:
        if not given.only_make:
            refuse_taken_port(given.port, by_make=True)
        _made(given.folder)
        if not given.only_make:
            serve(given.folder, given.port, only_faults=True, ready=lambda: put(_shown(given.port)))
    except ArpadError as fault:
        put(f"arpad: {fault.sentence()}", sys.stderr)
        return _REFUSED
    except KeyboardInterrupt:
        put(_says("interrupted"), sys.stderr)
        return 0
    put(_says("stopped"))
    return 0


def _arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make run", description=__doc__)
    parser.add_argument("folder", type=Path, help="the folder of the example office")
    parser.add_argument("--port", type=_port, default=PORT, help="where it is served; 8000")
    parser.add_argument("--only-make", action="store_true", help="make it where needed, and serve nothing")
    return parser.parse_args(words)


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 0 < int(text) <= _LAST_PORT:
        raise argparse.ArgumentTypeError(f"{text!r} is no port; write a number such as PORT=8001")
    return int(text)


def _made(folder: Path) -> None:
    """Make the example, and say on a terminal how far it is."""
    with Progress(_says("making")) as progress:

        def reached(what: str, done: int, of: int) -> None:
            if what == "people":
                put(_says("first_time"))
            progress.stage(_says(f"step_{what}") if what else _says("making"), of)
            progress.reached(done)

        example_office(folder, reached)


def _shown(port: int) -> str:
    """Say where the office is, who can log in, and what to look at first."""
    site = f"http://{ADDRESS}:{port}/"
    rows = [[name, password, sentence] for name, password, sentence in log_ins(SEED)]
    head = ["user name", "password", "what this role does"]
    return WORDS.say(
        "example_office",
        "open",
        {
            "address": f"{site}office/",
            "site": site,
            "log_ins": table(head, rows),
        },
    )


def _says(name: str) -> str:
    return WORDS.say("example_office", name, {})


if __name__ == "__main__":
    sys.exit(main())
