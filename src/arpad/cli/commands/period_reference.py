"""`arpad period explain`: one player's line of a list by the reference, with names, articles, and the article of K."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arpad.cli.answer import Answer
from arpad.cli.commands.period_verify import EXPLAINED
from arpad.documents.book_lists import explained_line_data

if TYPE_CHECKING:
    import argparse

    from arpad.book.folder import Book
    from arpad.engine.reference.explain import LineExplained


def explained(book: Book, given: argparse.Namespace) -> Answer:
    """Work out one player's line by the reference, and say whether the list agrees."""
    from arpad.book.view import seen_by  # noqa: PLC0415 - the extra may be missing
    from arpad.cli.commands.period_answer import explained_answer  # noqa: PLC0415 - only here
    from arpad.engine.reference.explain import explained_line  # noqa: PLC0415 - the same

    line = explained_line(book, seen_by(book, given.edition), given.month, given.player, given.kind)
    answer = explained_answer(line.explanation, line.names, _standing_in(line))
    answer = replace(answer, warnings=tuple(dict.fromkeys((*answer.warnings, *line.notes))))
    text = f"{line.player} {line.name}\n{answer.text}\n\n{line.verdict}"
    code = 0 if line.agrees is not False else EXPLAINED if line.corrections else 1
    return Answer(
        explained_line_data(line, answer.data), text, answer.lines, answer.warnings, answer.headings, code=code
    )


def _standing_in(line: LineExplained) -> str | None:
    """Say of a player with only a standard rating, and no game that counts, that this is not yet a line of the list."""
    if line.standing_in is None:
        return None
    where, kind = "; ".join(map(str, line.standing_in.citations)), line.kind
    sentence = (
        f"The player has no {kind} rating: the standard rating {line.standing_in.rating} stands in when it comes to"
    )
    return f"{sentence} {kind} games [{where}]. The {kind} list is entered only by playing."
