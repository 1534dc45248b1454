"""`arpad period explain`: one player's line of a list by the reference, with names, articles, and the article of K."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.cli.answer import Answer
from arpad.cli.asked_player import number_of
from arpad.cli.commands.period_verify import EXPLAINED
from arpad.cli.options import page_name, player
from arpad.cli.whole_file import whole_file
from arpad.documents.book_lists import explained_line_data
from arpad.model.period import KINDS

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

    from arpad.book.folder import Book
    from arpad.engine.reference.explain import LineExplained
    from arpad.pages.letter import Letter

_OF_BOOKS = frozenset(("event_late", "event_too_late", "not_a_list_date", "k_load_remark"))
"""What of the remarks about a period concerns one of a book; the others ask for facts that a book knows, or keeps."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes besides the book, the month and the edition."""
    parser.add_argument("player", metavar="PLAYER", type=player, help="the FIDE number, or words of the name")
    parser.add_argument("--kind", choices=KINDS, default=KINDS[0], help="the kind of chess")
    parser.add_argument(
        "-o", "--output", metavar="FILE.html", type=page_name, help="write a page: a letter to the player"
    )
    parser.set_defaults(explain=True)


def explained(book: Book, given: argparse.Namespace) -> Answer:
    """Work out one player's line by the reference, and say whether the list agrees."""
    from arpad.book.view import seen_by  # noqa: PLC0415 - the extra may be missing
    from arpad.engine.reference.explain import explained_line  # noqa: PLC0415 - the same

    number = number_of(book, given.player)
    line = explained_line(book, seen_by(book, given.edition), given.month, number, given.kind)

    def letter(notes: Sequence[str]) -> Letter:
        players = book.table("players")
        row = players.filter(players["fide_id"] == line.player).row(0, named=True)
        return letter_to(line, row["federation"], notes)

    return line_answer(line, given.output, letter)


def line_answer(line: LineExplained, output: str | None, letter: Callable[[Sequence[str]], Letter]) -> Answer:
    """Give a line that was explained, and whether the list agrees; or write it as a letter, with what is remarked."""
    from arpad.cli.commands.period_answer import explained_answer  # noqa: PLC0415 - only here

    answer = explained_answer(line.explanation, line.names, line.sentences)
    known = [note for note in answer.warnings if note.code in _OF_BOOKS]
    notes = tuple(dict.fromkeys((*known, *line.notes)))
    code = 0 if line.agrees is not False else EXPLAINED if line.corrections else 1
    data = explained_line_data(line, answer.data)
    if output:
        from arpad.pages.letter import letter_page  # noqa: PLC0415 - only a page needs it

        with whole_file(output) as out:
            out.write(letter_page(letter([note.message for note in notes])).encode())
        text = f"{output} written: a letter to {line.name}. {line.verdict}"
        return Answer(data | {"output": output}, text, code=code)
    text = f"{line.player} {line.name}\n{answer.text}\n\n{line.verdict}"
    return Answer(data, text, answer.lines, notes, events=answer.events, code=code)


def letter_to(line: LineExplained, federation: str, notes: Sequence[str]) -> Letter:
    """Write a line that was explained as a letter to its player."""
    from arpad.pages.letter import Letter  # noqa: PLC0415 - only a page needs it

    return Letter(
        line.name, line.player, federation, line.explanation, line.names, line.in_plain_words(), (line.verdict, *notes)
    )
