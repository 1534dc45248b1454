"""`arpad period explain`: one player's line of a list by the reference, with names, articles, and the article of K."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from arpad.cli.answer import Answer
from arpad.cli.checking import InputError
from arpad.cli.period_verify import EXPLAINED, field_data, imported, seen_by
from arpad.model.problems import Problem
from arpad.regulations.calculation import WHOLE
from arpad.regulations.coefficient import coefficient
from arpad.regulations.ints import citations
from arpad.regulations.player_period import law_of_event
from arpad.regulations.working import ExplainedLine

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from arpad.cli.period_answer import Named
    from arpad.engine.book import Book
    from arpad.engine.reference import KOfEvent, Reference
    from arpad.engine.verification import Values
    from arpad.regulations.edition import Citation


def explained(book: Book, given: argparse.Namespace) -> Answer:
    """Work out one player's line by the reference, and say whether the list agrees."""
    from arpad.cli.period_answer import period_answer  # noqa: PLC0415 - only here
    from arpad.engine.verification import reference_of  # noqa: PLC0415 - the extra may be missing

    name = _name_of(book, given.player)
    view = seen_by(book, given)
    reference = reference_of(view, given.month, given.kind, given.player)
    if reference is None:
        said = f"No list of {given.kind} chess is made in {given.month:%Y-%m}."
        raise InputError.of("no_list", said, "YYYY-MM")
    made = period_answer(reference.period(given.player), list(_named(book, reference, given.player)))
    made = _with_k(made, reference, given.player)
    made = _standing_in(made, reference, given.player)
    expected = reference.expected(given.player)
    is_there = given.month in book.list_dates
    listed = _listed(book, given) if is_there else None
    came = imported(book, view, given.month) if is_there else None
    # Whether an imported list agrees says nothing: what it was made from is elsewhere.
    agrees = None if not is_there or came is not None else listed == expected
    explaining = _explaining(book, given, reference, (listed, expected)) if agrees is False else ()
    data: dict[str, Any] = {
        "fide_id": given.player,
        "name": name,
        "kind": given.kind,
        "list": given.month.isoformat(),
        "expected": _data(expected),
        "listed": None if listed is None else _data(listed),
        "agrees": agrees,
        "corrections": list(explaining),
        "working": made.data,
    }
    new = "unrated" if expected[0] is None else f"{expected[0]}, K {expected[2]}"
    verdict = _verdict(listed, expected, agrees) if came is None else f"{came} {_imported_line(listed)}"
    if explaining:
        verdict += f" An earlier version of arpad made the list, before {', '.join(explaining)}: see the corrections."
    where = f"On the list of {given.month}" if came is None else "By what this book has"
    text = f"{given.player} {name}\n{made.text}\n\n{where}: {new}. {verdict}"
    code = 0 if agrees is not False else EXPLAINED if explaining else 1
    return Answer(data, text, made.lines, made.warnings, made.headings, code=code)


def _explaining(
    book: Book, given: argparse.Namespace, reference: Reference, both: tuple[Values | None, Values]
) -> tuple[str, ...]:
    """Name the corrections that explain why the list says something else; nothing explains a missing line."""
    from arpad.engine.corrected_lines import explaining_corrections  # noqa: PLC0415 - the extra may be missing
    from arpad.engine.made_by import version_of  # noqa: PLC0415 - the same
    from arpad.engine.verification import FIELDS  # noqa: PLC0415 - the same

    listed, expected = both
    if listed is None:
        return ()
    fields = [field for field, own, other in zip(FIELDS, listed, expected, strict=True) if own != other]
    return explaining_corrections(reference, given.player, fields, version_of(book.published(given.month)))


def _name_of(book: Book, player: int) -> str:
    players = book.table("players")
    found = players.filter(players["fide_id"] == player)["name"].to_list()
    if not found:
        raise InputError.of("no_player", f"The book has no player with the number {player}.", "FIDE-ID")
    return str(found[0])


def _named(book: Book, reference: Reference, player: int) -> Iterator[Named]:
    """Name the events of a player's period and his opponents."""
    from arpad.cli.period_answer import Named  # noqa: PLC0415 - only here

    found = reference.named(player)
    met = {one for _, opponents in found for one in opponents}
    players = book.table("players")
    rows = players.filter(players["fide_id"].is_in(sorted(met))).select("fide_id", "name").iter_rows()
    names: dict[int, str] = dict(rows)
    for event, opponents in found:
        yield Named(event, [(one, names.get(one) or str(one)) for one in opponents])


def _listed(book: Book, given: argparse.Namespace) -> Values | None:
    from arpad.engine.book_view import list_name  # noqa: PLC0415 - the extra may be missing
    from arpad.engine.verification import listed_lines  # noqa: PLC0415 - the same

    frame = book.table(list_name(given.month))
    return dict(listed_lines(frame.filter(frame["fide_id"] == given.player), given.kind)).get(given.player)


def _data(line: Values) -> dict[str, Any]:
    from arpad.engine.verification import FIELDS  # noqa: PLC0415 - the extra may be missing

    return {field: field_data(value) for field, value in zip(FIELDS, line, strict=True)}


def _verdict(listed: Values | None, expected: Values, agrees: bool | None) -> str:
    if agrees is None:
        return "The book has no list of that month yet."
    if agrees:
        return "The list agrees."
    if listed is None:
        return "THE LIST DISAGREES: the player is not on it."
    from arpad.engine.verification import FIELDS  # noqa: PLC0415 - the extra may be missing

    both = zip(FIELDS, map(field_data, listed), map(field_data, expected), strict=True)
    parts = [f"{field} is {own} there, {other} by the reference" for field, own, other in both if own != other]
    return f"THE LIST DISAGREES: {'; '.join(parts)}."


def _imported_line(listed: Values | None) -> str:
    if listed is None or listed[0] is None:
        return "On that list the player is unrated."
    return f"On that list the player has {listed[0]}, K {listed[2] if listed[2] is not None else 'not shown'}."


def _with_k(made: Answer, reference: Reference, player: int) -> Answer:
    """Give every event's K its articles: those by which the edition decides it, and on which day it is taken."""
    if made.lines is None or not any(_is_given_k(line) for line in made.lines):
        return made
    found, period = reference.ks(player), reference.period(player)
    lines, notes = [], dict.fromkeys(made.warnings)
    for line in made.lines:
        if not _is_given_k(line):
            lines.append(line)
            continue
        place = line.event or 0
        one, law = found[place], law_of_event(period, period.events[place].start)
        cited, by_history = _k_by_history(one)
        cited += citations(law, ["k_when"] if one.facts is not None else ["coefficient"])
        lines.append(line._replace(citations=_once(cited)))
        if one.k != by_history and one.shown_on is not None:
            said = f"K {one.k} is what the list of {one.shown_on} shows, and so it holds"
            said += f"; by the history that the book has it would be {by_history}."
            notes[Problem("k_as_shown", str(player), said)] = None
    return replace(made, lines=tuple(lines), warnings=tuple(notes))


def _k_by_history(one: KOfEvent) -> tuple[list[Citation], int | None]:
    """Give the articles by which a player's history gives him the K of an event, and the K that it gives."""
    if one.facts is None or one.day is None:
        return [], one.k
    decided = coefficient(one.law, one.facts, one.day, explained=True)
    return [cite for each in decided.lines for cite in each.citations] if decided.k == one.k else [], decided.k


def _once(cited: list[Citation]) -> tuple[Citation, ...]:
    found: dict[tuple[str, str], Citation] = {}
    for one in cited:
        place = (one.edition, one.article)
        found[place] = found[place].with_(one) if place in found else one
    return tuple(found.values())


def _is_given_k(line: ExplainedLine) -> bool:
    return line.name == "k" and line.event is not None and not line.citations


def _standing_in(made: Answer, reference: Reference, player: int) -> Answer:
    """Say of who has only a standard rating, and no game that counts, that this is not yet a line of the list."""
    own, base = reference.base(player)
    if own is not None or base is None or made.data["games_counted"]:
        return made
    cited = citations(reference.law, ["standard_stands_in"])
    where, kind = "; ".join(map(str, cited)), reference.kind
    said = f"The player has no {kind} rating: the standard rating {base} stands in when it comes to {kind} games"
    said += f" [{where}]. The {kind} list is entered only by playing."
    line = ExplainedLine("own_rating", base, WHOLE, cited)
    kept = [one for one in made.lines or () if one.event is not None]
    # The last paragraph has a sum of nothing and a rating that goes from itself to itself.
    text = made.text.rpartition("\n\n")[0]
    return replace(made, text=f"{text}\n\n{said}", lines=(*kept, line))
