"""`arpad period explain`: one player's line of a list by the reference, with names, articles, and the article of K."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from arpad.cli.answer import Answer
from arpad.cli.period_verify import EXPLAINED, field_data

if TYPE_CHECKING:
    import argparse

    from arpad.engine.book import Book
    from arpad.engine.list_lines import LineExplained, Values


def explained(book: Book, given: argparse.Namespace) -> Answer:
    """Work out one player's line by the reference, and say whether the list agrees."""
    from arpad.cli.period_answer import explained_answer  # noqa: PLC0415 - only here
    from arpad.engine.list_lines import explained_line  # noqa: PLC0415 - the extra may be missing

    line = explained_line(book, given.month, given.player, given.kind, given.edition)
    made = explained_answer(line.explanation, line.names, _standing_in(line))
    made = replace(made, warnings=tuple(dict.fromkeys((*made.warnings, *line.notes))))
    data: dict[str, Any] = {
        "fide_id": line.player,
        "name": line.name,
        "kind": line.kind,
        "list": line.list_date.isoformat(),
        "expected": _data(line.expected),
        "listed": None if line.listed is None else _data(line.listed),
        "agrees": line.agrees,
        "corrections": list(line.corrections),
        "working": made.data,
    }
    new = "unrated" if line.expected.rating is None else f"{line.expected.rating}, K {line.expected.k}"
    where = f"On the list of {line.list_date}" if line.imported is None else "By what this book has"
    text = f"{line.player} {line.name}\n{made.text}\n\n{where}: {new}. {_verdict(line)}"
    code = 0 if line.agrees is not False else EXPLAINED if line.corrections else 1
    return Answer(data, text, made.lines, made.warnings, made.headings, code=code)


def _data(line: Values) -> dict[str, Any]:
    from arpad.engine.list_lines import FIELDS  # noqa: PLC0415 - the extra may be missing

    return {field: field_data(value) for field, value in zip(FIELDS, line, strict=True)}


def _verdict(line: LineExplained) -> str:
    if line.imported is not None:
        return f"{line.imported} {_imported_line(line.listed)}"
    if line.agrees is None:
        return "The book has no list of that month yet."
    if line.agrees:
        return "The list agrees."
    if line.listed is None:
        return "THE LIST DISAGREES: the player is not on it."
    own, expected = _data(line.listed), _data(line.expected)
    parts = [
        f"{field} is {own[field]} there, {expected[field]} by the reference"
        for field in own
        if own[field] != expected[field]
    ]
    said = f"THE LIST DISAGREES: {'; '.join(parts)}."
    if line.corrections:
        said += (
            f" An earlier version of arpad made the list, before {', '.join(line.corrections)}: see the corrections."
        )
    return said


def _imported_line(listed: Values | None) -> str:
    if listed is None or listed[0] is None:
        return "On that list the player is unrated."
    return f"On that list the player has {listed[0]}, K {listed[2] if listed[2] is not None else 'not shown'}."


def _standing_in(line: LineExplained) -> str | None:
    """Say of who has only a standard rating, and no game that counts, that this is not yet a line of the list."""
    if line.standing_in is None:
        return None
    where, kind = "; ".join(map(str, line.standing_in.citations)), line.kind
    said = f"The player has no {kind} rating: the standard rating {line.standing_in.rating} stands in when it comes to"
    return f"{said} {kind} games [{where}]. The {kind} list is entered only by playing."
