"""`arpad replay`: a book's periods, month after month, under the editions in force or under another one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from arpad.cli.answer import Answer, table
from arpad.cli.options import UsageError, month
from arpad.cli.progress import Progress
from arpad.cli.terminal import wrapped
from arpad.cli.wording import WORDS
from arpad.documents.book_lists import ReplayedScale, ReplayedSpan, replay_data
from arpad.documents.schema import InputError
from arpad.library.extras import need_engine
from arpad.model.period import KINDS

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import date

    from arpad.book.folder import Book
    from arpad.engine.replay.keep import Space
    from arpad.engine.replay.replay import Replayed
    from arpad.regulations.rulebook import Rulebook

SHOWN = 24
_FIGURES = ("number", "mean", "median")
NOTES_SHOWN = 20
SHORT = 16
"""So many digits of a hash tell two lists apart for a person; the data have all of them."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("folder", metavar="BOOK", help="the folder of the book; its own lists are not touched")
    parser.add_argument(
        "--from", dest="first", metavar="YYYY-MM", type=month, required=True, help="the first list to make"
    )
    parser.add_argument("--to", dest="last", metavar="YYYY-MM", type=month, required=True, help="the last list to make")
    parser.add_argument(
        "--edition",
        metavar="ID|FILE",
        help="an edition's id or the path of a TOML file, instead of the book's own rules",
    )
    parser.add_argument(
        "--out", metavar="FOLDER", help="where to write; BOOK/replays/EDITION if not given. What is there is continued"
    )
    parser.add_argument(
        "--one-offs",
        metavar="published|none|FILE",
        default="book",
        help="FIDE's one-off adjustments of whole lists: all as published, none, or those that a CSV file names (list, "
        "kind, id); as closing the book does if not given",
    )
    parser.add_argument(
        "--keep",
        choices=("all", "yearly", "last"),
        default="all",
        help="which lists stand in files of their own: all if not given, the last of each year and the last of all, or "
        "the last alone. The others are kept as what changed since the list before, and every list has its hash",
    )
    parser.add_argument("--all", action="store_true", help="show every list and every note")


def answer(given: argparse.Namespace) -> Answer:
    """Make the lists that are not there yet."""
    need_engine("replay", "arpad replay")
    if given.last < given.first:
        first, last = f"{given.first:%Y-%m}", f"{given.last:%Y-%m}"
        raise UsageError.of(WORDS, "usage", "command line", says="to_before_from", first=first, last=last)
    for name in (given.folder, given.out or ""):
        if "\0" in name:
            raise InputError.of(WORDS, "not_carried_out", name, says="no_folder", name=name)
    try:
        return _replayed(given)
    except OSError as fault:
        place = fault.filename or given.folder
        raise InputError.of(WORDS, "not_carried_out", given.folder, place=place, why=fault.strerror) from fault


def _replayed(given: argparse.Namespace) -> Answer:
    from arpad.book.folder import Book  # noqa: PLC0415 - an extra, and slow to load
    from arpad.engine.replay.inputs import kinds_of  # noqa: PLC0415 - the same
    from arpad.engine.replay.keep import in_words  # noqa: PLC0415 - the same
    from arpad.engine.replay.replay import replay, usual_folder  # noqa: PLC0415 - the same
    from arpad.engine.replay.rules import OneOffs, applied_one_offs, months_with_lists, names_of  # noqa: PLC0415 - the same
    from arpad.regulations.rulebook import Rulebook  # noqa: PLC0415 - only here

    with Progress("opening the book") as progress:
        book = Book.open(Path(given.folder or "''"))
        asked = None if given.edition is None else Rulebook(edition=given.edition)
        rulebook = asked or book.rulebook
        one_offs = OneOffs.chosen(given.one_offs)
        folder = Path(given.out) if given.out else usual_folder(book, asked, one_offs)
        total = len(months_with_lists(given.first, given.last, rulebook, kinds_of(asked)))
        done: list[Replayed] = []
        spaces: list[Space] = []

        def say_space(space: Space) -> None:
            spaces.append(space)
            if space.needed:
                facts = {"folder": folder, "needed": in_words(space.needed), "free": in_words(space.free)}
                progress.note(WORDS.say("replay", "space", facts))

        def stage(what: str) -> None:
            progress.stage(f"replaying {what}, {len(done)} of {total} lists done", total)
            progress.reached(len(done))

        span = (given.first, given.last)
        for replayed in replay(
            book, *span, asked, folder, stage, one_offs=one_offs, keep=given.keep, say_space=say_space
        ):
            done.append(replayed)
            stage(f"{replayed.list_date:%Y-%m}")
        progress.stage("looking at the scale")
        scale = _scale(book, done, rulebook, kinds_of(asked))
        rated = [(replayed.list_date, kind) for replayed in done for kind in replayed.facts["rated"]]
        adjusted = applied_one_offs(one_offs, book, rulebook, rated)
    by = given.edition or " and ".join(names_of(rulebook, given.first, given.last)) or "the editions in force"
    return _answer(given, folder, done, by, ReplayedScale(scale, adjusted, spaces[0].needed))


def _scale(book: Book, done: Sequence[Replayed], rulebook: Rulebook, kinds: Sequence[str]) -> list[dict[str, Any]]:
    """Say what the lists did to the scale, from the list they began with to the last of them."""
    from arpad.publication.integrity.between import between  # noqa: PLC0415 - an extra, and slow to load

    first, last = done[0].list_date, done[-1].list_date
    before = [day for day in book.list_dates if day < first]
    then = book.rating_list(before[-1]) if before else None
    now, players = done[-1].frame(), book.table("players")
    rated = [kind for kind in kinds if kind in done[-1].facts["rated"]]
    return [between(then, now, players, last, rulebook.law(kind, last)) for kind in rated]


def _answer(given: argparse.Namespace, folder: Path, done: Sequence[Replayed], by: str, scale: ReplayedScale) -> Answer:
    name = Path(given.folder).name
    span = ReplayedSpan(name, folder, given.edition, by, given.one_offs, given.first, given.last, given.keep)
    data = replay_data(span, done, scale)
    lines = [f"{data['book']}, {_span(given.first, given.last)} by {by}: {data['made']} list(s) made in {folder}"]
    if data["there_before"]:
        lines[0] += f", {data['there_before']} there before"
    if changes := data["kept_as_changes"]:
        facts = {"whole": len(done) - changes, "changes": changes}
        lines.append(wrapped(WORDS.say("replay", "kept_as_changes", facts)))
    shown = done if given.all else done[-SHOWN:]
    if len(shown) < len(done):
        lines.append(f"… {len(done) - len(shown)} earlier lists; --all shows them.")
    kinds = [kind for kind in KINDS if any(kind in replayed.facts["rated"] for replayed in done)]
    rows = [
        (
            f"{replayed.list_date:%Y-%m}",
            replayed.facts["events"],
            replayed.facts["games"],
            *(replayed.facts["rated"].get(kind) for kind in kinds),
            f"{replayed.facts['sha256'][:SHORT]}…",
        )
        for replayed in shown
    ]
    lines.append(table(["list", "events", "games", *(f"rated {kind}" for kind in kinds), "hash"], rows))
    lines += ["", *_scale_lines(data["scale"]), *_adjusted_lines(scale.one_offs), *_notes(done, every=given.all)]
    return Answer(data, "\n".join(lines))


def _known(value: object) -> object:
    return "none" if value is None else value


def _scale_lines(scale: Sequence[Mapping[str, Any]]) -> list[str]:
    """Write what the replay did to the scale, from the list it began with to its last."""
    head = ["kind", "rated", "mean", "median", "steady adults", "moved by"]
    rows = [
        (
            of_kind["kind"],
            *(f"{_known(of_kind['before'][what])} → {_known(of_kind['after'][what])}" for what in _FIGURES),
            of_kind["steady"]["number"],
            of_kind["steady"]["mean"],
        )
        for of_kind in scale
    ]
    return [table(head, rows)] if rows else []


def _adjusted_lines(one_offs: Sequence[tuple[date, str, str]]) -> Iterator[str]:
    """Say which one-off adjustments are in the figures, each list once; they are no drift."""
    kinds: dict[tuple[date, str], list[str]] = {}
    for list_date, kind, name in one_offs:
        kinds.setdefault((list_date, name), []).append(kind)
    for (list_date, name), of_kinds in kinds.items():
        facts = {"month": f"{list_date:%Y-%m}", "name": name, "kinds": of_kinds}
        yield wrapped(WORDS.say("replay", "one_off_within", facts))


def _notes(done: Sequence[Replayed], *, every: bool) -> list[str]:
    """Say what whoever makes the lists should know, each with its list."""
    sentences = [
        f"Note: {replayed.list_date:%Y-%m}: {note['message']}" for replayed in done for note in replayed.facts["notes"]
    ]
    shown = sentences if every else sentences[:NOTES_SHOWN]
    if len(shown) < len(sentences):
        shown = [*shown, f"… and {len(sentences) - len(shown)} more notes; --all shows them, replay.json keeps them."]
    return shown


def _span(first: date, last: date) -> str:
    return f"{first:%Y-%m} to {last:%Y-%m}"
