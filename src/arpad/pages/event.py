"""The page of a rated event: standings with changes, the crosstable, everybody's working folded in; no script.

It must hang in a playing hall: A4, black on white, large enough to read while standing; on a phone the tables scroll.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.events.notes import note_words
from arpad.model.numbers import decimal
from arpad.model.tournament import PLAYED
from arpad.pages.html import Cell, element, folded, items, joined, page, quiet, table
from arpad.pages.numbers import NONE, direction, gain, plain, points_text
from arpad.regulations.terms.ints import citations
from arpad.regulations.workings.explained_lines import reason_facts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from arpad.events.rate import RatedEvents
    from arpad.events.statement import GameRow, StatementRow
    from arpad.model.tournament import Pairing, Tournament
    from arpad.pages.html import Content, Fragment

_LAST = 10_000
"""A place behind all others, for players without one."""
_RESULTS = {100: "1", 50: "½", 0: "0"}
_BYES = {"H": "½ bye", "F": "1 bye", "U": "bye"}
_CHANGES: tuple[Content | Cell, ...] = (
    "#", Cell("Name", "text"), Cell("Fed", "text wide"), "Ro",
    *(Cell(name, "wide") for name in ("Rc", "n", "w", "We", "chg", "K", "K*chg")), "Change", "New",
)  # fmt: skip
_GAMES = ("", "", Cell("Opponent", "text"), "R", "Score", "D", "Counts as", "Expected", "chg")
_ABBREVIATIONS = (
    "Ro: own rating; Rc: mean of the opponents' ratings as used; n, w: games and points against rated opponents; We: "
    "expected; chg: w less We. No official rating, and not affiliated with FIDE."
)


def event_page(
    rated: RatedEvents,
    rows: Sequence[StatementRow],
    others: Mapping[str, Sequence[StatementRow]],
    findings: Iterable[object],
) -> str:
    """Write the page."""
    return page(f"{_names(rated)}: rating changes", event_parts(rated, rows, others, findings), "event")


def event_parts(
    rated: RatedEvents,
    rows: Sequence[StatementRow],
    others: Mapping[str, Sequence[StatementRow]],
    findings: Iterable[object],
) -> Iterator[Fragment]:
    """Give what the page shows, part by part; `others` are the same players' lines under other editions."""
    yield element("h1", _names(rated))
    yield from _facts(rated)
    yield from _findings(rated, findings)
    yield from _changes(rated, rows, others)
    for report in rated.reports:
        title = f": {report.tournament.name or report.file}" if len(rated.reports) > 1 else ""
        yield element("h2", f"Crosstable{title}")
        yield from _crosstable(report.tournament)
    workings = (_working(rated, row) for row in rows)
    yield element("section", element("h2", "Every player's working"), *workings, class_="working")
    laws = ", ".join(dict.fromkeys(law.id for law in (*rated.laws, rated.law)))
    yield element("footer", f"Worked out by arpad under {laws}. {_ABBREVIATIONS}")


def _names(rated: RatedEvents) -> str:
    return " · ".join(dict.fromkeys(report.tournament.name or report.file for report in rated.reports))


def _facts(rated: RatedEvents) -> Iterator[Fragment]:
    for report, law in zip(rated.reports, rated.laws, strict=True):
        event = report.tournament
        place = ", ".join(part for part in (event.city, event.federation) if part)
        parts = [f"{event.start} to {event.end}", place, event.system or "", event.time or "", f"by {law.id}"]
        yield element("p", " · ".join(part for part in parts if part))
    yield quiet(f"Rated for the list of {rated.list_date} ({rated.law.id}), {rated.kind}.")


def _findings(rated: RatedEvents, findings: Iterable[object]) -> Iterator[Fragment]:
    if rated.missing_lists:
        lists = ", ".join(map(str, rated.missing_lists))
        why = f" No rating list of {lists} was at hand; ratings are those of the report."
        yield element("p", element("strong", "Estimate."), why, class_="note")
    listed = [str(finding) for finding in findings]
    if listed:
        yield element("div", items(listed), class_="note")


def _changes(
    rated: RatedEvents, rows: Sequence[StatementRow], others: Mapping[str, Sequence[StatementRow]]
) -> Iterator[Fragment]:
    order = sorted(range(len(rows)), key=lambda index: (rows[index].rank or _LAST, rows[index].number))
    lines = (
        [*_change_cells(rows[place]), *(gain(other[place].change) for other in others.values())] for place in order
    )
    yield element("h2", f"Changes for the list of {rated.list_date}")
    yield table([*_CHANGES, *others], lines)
    together = gain(sum(row.change or 0 for row in rows))
    results = sum(row.n for row in rows)
    yield quiet(f"{results} results count; all changes together come to {together} points.")


def _change_cells(row: StatementRow) -> Iterator[Content | Cell]:
    yield row.rank or row.number
    yield Cell(joined([f"{row.title} " if row.title else "", row.name, _small(_remark(row))]), "name")
    yield Cell(row.federation, "text wide")
    yield plain(row.ro)
    k = ("?" if row.ro is not None else "") if row.k is None else row.k
    wide = (row.rc, row.n, decimal(row.w), _points(row.we), _points(row.difference), k, _points(row.k_change))
    yield from (Cell(value, "wide") for value in wide)
    yield Cell(gain(row.change), direction(row.change))
    yield None if row.new is None else element("strong", row.new)


def _remark(row: StatementRow) -> str:
    """Give what is to be said beside a name, on a line of its own."""
    if row.ro is not None:
        return "K is not known" if row.k is None and row.n else "" if row.new is not None else row.status or ""
    if row.new is not None:
        return f"first rating, K {row.k}"
    result = f"Rp {row.rp}, Ru {row.ru}; " if row.ru and row.rp is not None else ""
    return f"{result}{row.missing or ''}"


def _small(words: str) -> Fragment | None:
    return element("small", words) if words else None


def _points(value: int | None) -> str:
    return "" if value is None else points_text(value)


def _crosstable(event: Tournament) -> Iterator[Fragment]:
    entries = sorted(event.entries, key=lambda entry: (entry.rank or _LAST, -(entry.points or 0), entry.number))
    place = {entry.number: number for number, entry in enumerate(entries, 1)}
    lines = []
    for number, entry in enumerate(entries, 1):
        rounds = [_pairing(pairing, place) for pairing in entry.rounds]
        rounds += [None] * (event.rounds - len(rounds))
        points = "" if entry.points is None else f"{entry.points // 100}.{entry.points // 10 % 10}"
        lines.append([number, Cell(entry.name, "name"), entry.rating or NONE, *rounds, element("strong", points)])
    head = ["#", Cell("Name", "name"), "Rating", *range(1, event.rounds + 1), "Points"]
    yield table(head, lines, "cross")
    yield quiet("Opponent's place, colour, result. Grey was not played.")


def _pairing(pairing: Pairing, place: Mapping[int, int]) -> Content:
    if pairing.opponent is None:
        return element("span", _BYES.get(pairing.result, NONE), class_="quiet")
    opponent = f"{place.get(pairing.opponent, '?')}{pairing.colour or ''}"
    if pairing.result in PLAYED:
        return f"{opponent} {'½' if pairing.result == '=' else pairing.result}"
    return element("span", f"{opponent} {pairing.result or '?'}", class_="quiet")


def _working(rated: RatedEvents, row: StatementRow) -> Fragment:
    title = f"{row.title} " if row.title else ""
    came = gain(row.change) or row.missing or ""
    head = (
        element("strong", f"{row.number} {title}{row.name}"),
        element("span", "unrated" if row.ro is None else row.ro),
        element("span", came, class_=direction(row.change) or None),
    )
    games = table(_GAMES, (_game_cells(rated, game) for game in row.games))
    return folded(joined(head), element("div", games, element("p", _result(row)), quiet(_cited(rated, row))))


def _cited(rated: RatedEvents, row: StatementRow) -> str:
    law = rated.laws[row.games[0].event] if row.games else rated.law
    keys = ("initial_method",) if row.ro is None else ("difference_cap", "expectation_table", "rounding")
    articles = (citation.article for citation in citations(law, keys))
    return ", ".join(dict.fromkeys(f"{law.id} {article}" for article in articles if article))


def _result(row: StatementRow) -> str:
    if row.ro is None:
        result = f"Unrated: {decimal(row.w)} of {row.n} against rated opponents"
        result += f", Ru {row.ru}" if row.ru else ""
        return f"{result}. {f'First rating {row.new}' if row.new is not None else row.missing or ''}"
    result = f"w {decimal(row.w)} \u2212 We {_points(row.we)} = {_points(row.difference)}"
    if row.k is None:
        return f"{result}; K is not known, so no change is given."
    result += f"; times K {row.k} = {_points(row.k_change)}, rounded {gain(row.change)}"
    return f"{result}: {row.ro} → {row.new or NONE}"


def _game_cells(rated: RatedEvents, game: GameRow) -> Iterator[Content | Cell]:
    note = note_words(game.note, **reason_facts(rated.laws[game.event])) if game.note else ""
    yield game.round
    yield game.colour
    opponent = f"{game.opponent} {game.opponent_name}" if game.opponent else ""
    yield Cell(joined([opponent, _small(note)]), "text")
    if game.opponent is None:
        yield None
    else:
        yield NONE if game.rating is None else f"{game.rating}{'*' if game.cut else ''}"
    yield None if game.score is None else _RESULTS[game.score]
    for value in (game.difference, game.counted):
        yield None if value is None else plain(value)
    yield _points(game.expected)
    yield _points(game.change)
