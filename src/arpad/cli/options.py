"""Options that several commands share, read into the model's own types."""

from __future__ import annotations

import argparse
import os
import re
from datetime import date
from typing import TYPE_CHECKING

from arpad.cli.wording import WORDS
from arpad.model.clock import today
from arpad.model.numbers import Hundredths, hundredths
from arpad.model.period import KINDS, Born
from arpad.model.problems import ArpadError
from arpad.regulations.catalogue import edition, in_force
from arpad.regulations.merging import is_path

if TYPE_CHECKING:
    from arpad.regulations.edition import Edition

MOST = 4000
MOST_K = 100
_LAST_PORT = 65535
_DRAWS = ("0.5", ".5", "0,5", "½", "1/2", "=")
SCORES = {"1": Hundredths(100), **dict.fromkeys(_DRAWS, Hundredths(50)), "0": Hundredths(0)}
"""The score of a game, as people write it."""
_PAGES = (".html", ".htm")
_DAY = r"(19|20|21)\d\d-\d\d-\d\d"
_MONTH = r"(19|20|21)\d\d-\d\d"


class UsageError(ArpadError):
    """Words on the command line that cannot be understood, or do not fit together."""


def day(text: str) -> date:
    """Read a date, or say how one is written."""
    try:
        if re.fullmatch(_DAY, text):
            return date.fromisoformat(text)
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"{text!r} is not a date from 1900 to 2199; write it as 2025-11-07")


def list_day(text: str) -> date:
    """Read the day of a list: a month, for the first day of which it is, or a whole date."""
    try:
        if re.fullmatch(_MONTH, text):
            return date.fromisoformat(f"{text}-01")
        if re.fullmatch(_DAY, text):
            return date.fromisoformat(text)
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"{text!r} is not a list from 1900 to 2199; write it as 2025-11 or 2025-11-01")


def listed_file(text: str) -> str:
    """Read a rating list with its day before it; a month is the first day of it, as everywhere.

    >>> listed_file("2025-05=may.txt"), listed_file("may.txt")
    ('2025-05-01=may.txt', 'may.txt')
    """
    day_of_list, between, name = text.partition("=")
    return f"{day_of_list}-01={name}" if between and re.fullmatch(_MONTH, day_of_list) else text


def month(text: str) -> date:
    """Read the month of a list that is made here, as its first day; that day may be written out."""
    try:
        day_of_list = list_day(text)
    except argparse.ArgumentTypeError:
        day_of_list = None
    if day_of_list is None or day_of_list.day != 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a month from 1900 to 2199; write it as 2025-11")
    return day_of_list


def coefficient(text: str) -> int:
    """Read a development coefficient."""
    if not re.fullmatch(r"\d{1,3}", text) or int(text) > MOST_K:
        raise argparse.ArgumentTypeError(f"{text!r} is not a coefficient; write a whole number from 0 to {MOST_K}")
    return int(text)


def rating(text: str) -> int:
    """Read a rating, or say what one looks like."""
    if not re.fullmatch(r"[1-9]\d{0,3}", text) or int(text) > MOST:
        raise argparse.ArgumentTypeError(f"{text!r} is not a rating; write a whole number from 1 to {MOST}")
    return int(text)


def whole(text: str) -> int:
    """Read a whole number, not below zero."""
    if not re.fullmatch(r"\d{1,9}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 on")
    return int(text)


def port_number(text: str) -> int:
    """Read a port at which a server can listen."""
    if not re.fullmatch(r"\d{1,5}", text) or not 0 < int(text) <= _LAST_PORT:
        raise argparse.ArgumentTypeError(f"{text!r} is no port; write a number from 1 to {_LAST_PORT}, such as 8001")
    return int(text)


def player_number(text: str) -> int:
    """Read the number of a player of a book: a FIDE number, or the negative one of a player without one."""
    if not re.fullmatch(r"-?[1-9]\d{0,14}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a player's number; write one such as 99000011, or -1")
    return int(text)


def player(text: str) -> int | str:
    """Read a player of a book: a number, or words of a name, which are looked up when the book is open."""
    return " ".join(text.split()) if re.search(r"[^\W\d_]", text) else player_number(text)


def points(text: str) -> Hundredths:
    """Read a score in points and halves."""
    try:
        value = hundredths(text.replace("½", ".5"))
    except ValueError:
        value = Hundredths(-1)
    if value < 0 or value % 50:
        raise argparse.ArgumentTypeError(f"{text!r} is not a score; write points and halves, such as 4.5")
    return value


def ratings(text: str) -> list[int]:
    """Read ratings with commas or blanks between them."""
    return [rating(part) for part in re.split(r"\s*[,;]\s*|\s+", text.strip())]


def born(text: str) -> Born:
    """Read a birth date, or only its year."""
    try:
        return Born.of(text)
    except ValueError as fault:
        raise argparse.ArgumentTypeError(str(fault)) from None


def add_everywhere(parser: argparse.ArgumentParser, *, explains_one: bool) -> None:
    """Add the options of every command; one that explains a single player has an option for that of its own."""
    parser.add_argument("--json", action="store_true", help="print the answer, or the problems, as JSON")
    if not explains_one:
        parser.add_argument("--explain", action="store_true", help="print the working, each number with its article")


def add_law(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose an edition."""
    parser.add_argument("--on", type=day, metavar="DATE", help="the day whose edition is used; today if not given")
    parser.add_argument("--kind", choices=KINDS, help="the kind of chess; standard, or that of --edition, if not given")
    parser.add_argument("--edition", metavar="ID|FILE", help="an edition by id or path, instead of the day's")


def add_lists(parser: argparse.ArgumentParser) -> None:
    """Let rating lists be named, with or without their months."""
    parser.add_argument(
        "--list",
        dest="lists",
        type=listed_file,
        action="append",
        default=[],
        metavar="[YYYY-MM=]FILE",
        help="a rating list; repeatable",
    )


def add_no_defaults(parser: argparse.ArgumentParser) -> None:
    """Add the option to do without files of defaults."""
    parser.add_argument(
        "--no-defaults", action="store_true", help="take nothing from arpad.toml beside the report or of the user"
    )


def add_raw(parser: argparse.ArgumentParser) -> None:
    """Add the option of commands that write CSV for people."""
    parser.add_argument(
        "--raw",
        action="store_true",
        help="write cells of CSV as they are; otherwise one that a spreadsheet would work out begins with '",
    )


def law(given: argparse.Namespace) -> Edition:
    """Give the edition that the options choose."""
    on = given.on or today()
    if given.edition is not None:
        return edition(given.edition, given.kind, on)
    return in_force(on, given.kind or KINDS[0])


def edition_name(text: str) -> str:
    """Give the name of an edition; a file by its whole path, under which it is found fastest."""
    return os.path.abspath(text) if is_path(text) else text  # noqa: PTH100 - pathlib takes longer to import


def page_name(text: str) -> str:
    """Read the name of a page that is to be written; another ending is refused."""
    if not is_page(text):
        raise argparse.ArgumentTypeError(WORDS.say("problem", "no_page", {"name": text}).removesuffix("."))
    return text


def is_page(name: str) -> bool:
    """Tell whether a file is called like a page."""
    return name.lower().endswith(_PAGES)
