"""`arpad player FILE|-`: one player's rating period, from JSON to numbers with their reasons."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from arpad.cli.commands.period_answer import period_answer
from arpad.cli.wording import WORDS
from arpad.documents.period import read_period, refuse_days_without_edition
from arpad.documents.schema import InputError, parsed
from arpad.model.bounded import MOST_IN_JSON, read_whole, whole

if TYPE_CHECKING:
    import argparse

    from arpad.cli.answer import Answer


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument(
        "file", metavar="FILE", help="a JSON file, or - for standard input; see `arpad schema player.input`"
    )


def answer(given: argparse.Namespace) -> Answer:
    """Read a period, rate it, give everything."""
    period = read_period(parsed(read(given.file), _name(given.file)))
    period = replace(period, edition=_edition(period.edition, _folder(given.file)))
    refuse_days_without_edition(period)
    return period_answer(period)


def read(name: str) -> str:
    """Read a text file or standard input as UTF-8, with or without a byte order mark."""
    try:
        if name == "-" and sys.stdin is None:
            raise InputError.of(WORDS, "not_opened", name, says="input_closed")
        most = MOST_IN_JSON
        raw = whole(sys.stdin.buffer.read(most + 1), most, name) if name == "-" else read_whole(name, most)
    except OSError as fault:
        raise InputError.of(WORDS, "not_opened", name, name=name, why=fault.strerror) from fault
    except ValueError as fault:
        raise InputError.of(WORDS, "not_opened", name, says="no_file", name=name, why=str(fault)) from fault
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise InputError.of(WORDS, "not_utf8", name, name="" if name == "-" else name, byte=fault.start) from fault


def _name(name: str) -> str:
    return "standard input" if name == "-" else name


def _folder(name: str) -> Path:
    return Path() if name == "-" else Path(name).parent


def _edition(name: str | None, folder: Path) -> str | None:
    """A path in a file is meant from where the command runs, or else from the file's own folder."""
    if name is not None and name.endswith(".toml") and not Path(name).exists() and folder.joinpath(name).exists():
        return str(folder.joinpath(name))
    return name
