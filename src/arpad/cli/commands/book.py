"""`arpad book`: a book is made, checked, filled from lists and reports, a player renumbered, or a world made up."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from arpad.cli.commands import book_keeping as keeping
from arpad.cli.commands.book_answers import adopted, checked, created, renumbered
from arpad.cli.commands.book_decisions import add_decisions, decided
from arpad.cli.commands.book_import import IMPORTS
from arpad.cli.options import day, list_day, player_number, whole
from arpad.cli.progress import Progress
from arpad.cli.wording import WORDS
from arpad.documents.schema import InputError
from arpad.library.extras import need_engine
from arpad.model.problems import NOTE, Problem
from arpad.regulations.catalogue import DEFAULT_AUTHORITY

if TYPE_CHECKING:
    from collections.abc import Callable

    from arpad.cli.answer import Answer

FORMS = ("parquet", "csv")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    for name, summary in (
        ("init", "make a book without players, lists and events in a new folder"),
        ("check", "everything that is wrong with a book, table by table, and what to do"),
        ("import", "put rating lists and tournament reports into a book"),
        (
            "distinct",
            "say of two nearly equal events that both were played, or of namesakes that they are two; kept in the log",
        ),
        (
            "adopt",
            "verify every list that was closed in a book by an edition, which is its law from then on",
        ),
        ("renumber", "put a FIDE number in the place of a player's number, in all tables and lists at once"),
        ("world", "make up a world of any size as a book; the same seed gives the same world"),
        *keeping.ACTIONS.items(),
    ):
        action = actions.add_parser(name, help=summary, description=summary, allow_abbrev=False)
        action.add_argument("folder", metavar="BOOK", help="the folder of the book")
        if name in {"init", "world"}:
            action.add_argument("--title", default="", help="what the book is called")
            action.add_argument("--form", choices=FORMS, default=FORMS[0], help="how tables are written")
        if name == "init":
            action.add_argument("--authority", default=DEFAULT_AUTHORITY, help="whose regulations hold: fide or mssz")
            action.add_argument(
                "--monthly-regime",
                nargs="*",
                type=day,
                metavar="DATE",
                help="the optional monthly lists of 2003 and 2009 had begun: at once, or on these days",
            )
        if name in {"init", "adopt"}:
            action.add_argument(
                "--edition",
                metavar="ID|FILE",
                required=name == "adopt",
                help="the edition by which all lists are made: an id, or a TOML file, which is copied into the book",
            )
        if name in {"check", *keeping.ACTIONS}:
            keeping.arguments(name, action)
        if name in IMPORTS:
            IMPORTS[name].arguments(action)
        if name == "renumber":
            action.add_argument("old", metavar="OLD", type=player_number, help="the number in the book, such as -1")
            action.add_argument(
                "new", metavar="NEW", type=player_number, help="the FIDE number; nobody may have it yet"
            )
        if name == "world":
            action.add_argument("--players", type=whole, default=20_000, metavar="N", help="registered players; 20000")
            action.add_argument("--months", type=whole, default=1, metavar="N", help="months with games; 1")
            action.add_argument("--seed", type=whole, default=1, metavar="N", help="what chance begins with; 1")
            action.add_argument(
                "--list", dest="first", type=list_day, metavar="YYYY-MM", help="the day of its list; 2026-10-01"
            )
        action.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print the answer as JSON")
        action.add_argument("--explain", action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
    add_decisions(actions)


def answer(given: argparse.Namespace) -> Answer:
    """Do what is asked."""
    need_engine("books", "arpad book")
    if "\0" in given.folder:
        raise InputError.of(WORDS, "not_carried_out", "BOOK", says="no_folder", name=given.folder)
    folder = Path(given.folder or "''")
    folder = folder if folder.name not in {"", ".."} else folder.resolve()
    try:
        return _DEEDS.get(given.action, decided)(given, folder)
    except OSError as fault:
        place = fault.filename or given.folder
        raise InputError.of(WORDS, "not_carried_out", given.folder, place=place, why=fault.strerror) from fault


def _created(given: argparse.Namespace, folder: Path) -> Answer:
    from arpad.book.about import About, unknown_authority  # noqa: PLC0415 - the same
    from arpad.book.change import Change  # noqa: PLC0415 - the same
    from arpad.book.folder import Book  # noqa: PLC0415 - an extra, and slow to load
    from arpad.book.law import kept_law  # noqa: PLC0415 - the same
    from arpad.book.log import BookLogEntry  # noqa: PLC0415 - the same
    from arpad.regulations.rulebook import Rulebook, monthly_fault  # noqa: PLC0415 - only here

    fault = unknown_authority(given.authority)
    if fault is not None:
        raise InputError.of(WORDS, "unknown_authority", "--authority", fault=fault)
    days = given.monthly_regime
    of_days = monthly_fault(days or ())
    if of_days is not None:
        raise InputError.of(WORDS, "monthly_regime", "--monthly-regime", fault=of_days)
    about = About(given.title, given.authority, tuple(days) if days else days is not None)
    law = None if given.edition is None else kept_law(about, Rulebook(edition=given.edition))
    book = Book.create(folder, about, given.form)
    if law is not None:
        reason = Problem.of(WORDS, "begins_with_law", severity=NOTE)
        entry = BookLogEntry("adopt", facts={"edition": law.rulebook.edition_id, "lists": 0})
        book.apply(Change({}, (reason,), law=law, entry=entry))
    return created(book, given.form)


def _checked(given: argparse.Namespace, folder: Path) -> Answer:
    from arpad.book.folder import opened  # noqa: PLC0415 - an extra, and slow to load

    with Progress("checking the book"):
        book, problems = opened(folder)
        if book is not None:
            problems += book.problems()
        damage, code = keeping.deep_problems(folder) if given.deep else ([], 0)
        return checked(folder, book, [*problems, *damage], every=given.all, code=code)


def _renumbered(given: argparse.Namespace, folder: Path) -> Answer:
    from arpad.book.durable.lock import writing  # noqa: PLC0415 - the same
    from arpad.book.folder import Book  # noqa: PLC0415 - an extra, and slow to load
    from arpad.book.renumber import renumbered as renumbering  # noqa: PLC0415 - the same

    with writing(folder), Progress("checking the book") as progress:
        book = Book.open(folder)
        progress.stage("writing")
        change, done = renumbering(book, given.old, given.new, folder.name)
        book.apply(change)
        return renumbered(book, given.old, given.new, done)


def _adopted(given: argparse.Namespace, folder: Path) -> Answer:
    from arpad.book.durable.lock import writing  # noqa: PLC0415 - the same
    from arpad.book.folder import Book  # noqa: PLC0415 - an extra, and slow to load
    from arpad.engine.compare.adoption import adoption  # noqa: PLC0415 - the same
    from arpad.regulations.rulebook import Rulebook  # noqa: PLC0415 - only here

    with writing(folder), Progress("checking the book") as progress:
        book = Book.open(folder)
        law_adoption = adoption(book, Rulebook(edition=given.edition), progress)
        book.apply(law_adoption.change)
    return adopted(book, law_adoption)


def _world(given: argparse.Namespace, folder: Path) -> Answer:
    from arpad.book.about import About  # noqa: PLC0415 - the same
    from arpad.book.change import changed  # noqa: PLC0415 - the same
    from arpad.book.durable.lock import writing  # noqa: PLC0415 - the same
    from arpad.book.folder import Book  # noqa: PLC0415 - an extra, and slow to load
    from arpad.lab.world.world import FIRST_LIST, MOST_MONTHS, MOST_PLAYERS, world  # noqa: PLC0415 - the same

    for name, most in (("players", MOST_PLAYERS), ("months", MOST_MONTHS)):
        if getattr(given, name) > most:
            raise InputError.of(WORDS, "too_many", f"--{name}", most=most, what=name)
    with Progress("making up a world") as progress:
        Book.refuse_occupied(folder)
        new_world = world(given.players, given.months, given.seed, given.first or FIRST_LIST, progress.stage)
        progress.stage("writing")
        title = given.title or f"A made-up world of {given.players} players"
        folder.mkdir(parents=True, exist_ok=True)
        with writing(folder):
            book = Book.create(folder, About(title, seed=given.seed), given.form)
            book.apply(changed(book, new_world.tables, new_world.lists))
        return created(book, given.form)


_DEEDS: dict[str, Callable[[argparse.Namespace, Path], Answer]] = {
    "init": _created,
    "check": _checked,
    **{name: action.answer for name, action in IMPORTS.items()},
    "renumber": _renumbered,
    "adopt": _adopted,
    "world": _world,
    **dict.fromkeys(keeping.ACTIONS, keeping.answer),
}
"""What is done by name; everything else puts a book right."""
