"""The paper forms of the regulations of 2003 (11.2, 11.3): form 1 for a round robin, 2 for a Swiss, 3 for a team event.

The regulations say what a form holds, not where it stands, so this is a layout of our own: the facts of the event, then
a table with `|` between the cells, which a person can fill in and a program can read. A game that was not played has +,
- or = for a point, none, and half a point; a draw is ½. Whoever differs from the current list has a mark and what the
list says in a column of its own; explanations and unusual events stand below the table.
"""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

from arpad.formats.trf.players import TITLES, points
from arpad.formats.trf.writer import write_trf
from arpad.formats.wording import WORDS
from arpad.model import tournament as code
from arpad.model.bounded import day_of
from arpad.model.numbers import Rating
from arpad.model.problems import ArpadError, RefusedError
from arpad.model.tournament import NOT_PAIRED, Entry, Pairing, Team, Tournament

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from arpad.model.numbers import Hundredths

ROUND_ROBIN, SWISS, TEAM = FORMS = (1, 2, 3)
_FORM, _BYTE_ORDER_MARK = b"Rating report, form ", b"\xef\xbb\xbf"
_TITLES = {
    1: "Rating report, form 1: round robin",
    2: "Rating report, form 2: Swiss",
    3: "Rating report, form 3: team event",
}
_FACTS = {
    "Event": "name", "Place": "city", "Federation": "federation", "First day": "start", "Last day": "end",
    "Time control": "time", "Arbiter": "chief_arbiter",
}  # fmt: skip
_CHANGED, _REMARK = "Changed", "Remark"
_PLAYED = {code.WIN: "1", code.DRAW: "½", code.LOSS: "0"}
_UNPLAYED = {
    code.FORFEIT_WIN: "+", code.FORFEIT_LOSS: "-", code.SHORT_WIN: "+", code.SHORT_DRAW: "=", code.SHORT_LOSS: "-",
    code.HALF_BYE: "=", code.FULL_BYE: "+", code.PAIRING_BYE: "+", code.ABSENT: "-", code.EMPTY: "-",
    code.UNKNOWN: "-",
}  # fmt: skip
_CELLS = {"1": "1", "½": "=", "0.5": "=", "0": "0", "+": "+", "-": "-", "=": "D"}
"""What a cell means as a result code; an unplayed half point is that of a game under one move."""
_GAME = re.compile(r"0\.5|[1½0+\-=]")
_ROUND = re.compile(r"(\d+)?\s*([wb])?\s*(0\.5|[1½0+\-=])")


class FormError(ArpadError, ValueError):
    """A text that is no form; the message says what is missing."""


def write_form(
    tournament: Tournament, form: int, changes: Mapping[int, str] | None = None, remarks: Sequence[str] = ()
) -> str:
    """Write a form; players stand in their final order (form 3: by team and board).

    `changes` says, by starting number, what the current list has otherwise; None where no list was compared. `remarks`
    are explanations and unusual events.
    """
    lines = [_TITLES[form], ""]
    for label, name in _FACTS.items():
        value = getattr(tournament, name)
        lines.append(f"{label:13}| {value.isoformat() if isinstance(value, date) else _cell(value)}".rstrip())
    lines.append("")
    order = _final_order(tournament)
    if form == TEAM:
        lines += _team_table(tournament, changes)
    else:
        head, cells = _crosstable(tournament, order) if form == ROUND_ROBIN else _rounds(tournament, order)
        lines += _table(
            ["No", *_heads(changes), *head, "Points"],
            [
                [str(place), *_player_cells(entry, changes), *cells[entry.number], _total(entry.points)]
                for place, entry in enumerate(order, 1)
            ],
        )
    if remarks:
        lines += ["", *(f"{_REMARK:13}| {_cell(remark)}" for remark in remarks)]
    return "\n".join(lines) + "\n"


def _final_order(tournament: Tournament) -> list[Entry]:
    return sorted(tournament.entries, key=lambda entry: (entry.rank or 10_000, -(entry.points or 0), entry.number))


def _cell(text: str | None) -> str:
    """Give a text that can stand between two bars."""
    return (text or "").replace("|", "/").strip()


def _heads(changes: Mapping[int, str] | None) -> list[str]:
    return ["Name", "Title", "Fed", "FIDE id", "Rating", *([] if changes is None else [_CHANGED])]


def _player_cells(entry: Entry, changes: Mapping[int, str] | None) -> list[str]:
    changed = [] if changes is None else [f"! {_cell(changes[entry.number])}" if entry.number in changes else ""]
    return [
        _cell(entry.name),
        _cell(entry.title),
        _cell(entry.federation),
        str(entry.fide_id or ""),
        "" if entry.rating is None else str(entry.rating),
        *changed,
    ]


def _total(value: Hundredths | None) -> str:
    return "" if value is None else f"{value // 100}.{value // 10 % 10}"


def _crosstable(tournament: Tournament, order: Sequence[Entry]) -> tuple[list[str], dict[int, list[str]]]:
    """Give for each player the results against everybody, in final order; several games stand side by side."""
    results: dict[int, dict[int, str]] = {entry.number: {} for entry in order}
    for entry in order:
        for pairing in entry.rounds:
            if pairing.opponent is not None:
                sign = _PLAYED.get(pairing.result) or _UNPLAYED[pairing.result]
                results[entry.number][pairing.opponent] = results[entry.number].get(pairing.opponent, "") + sign
    numbers = [entry.number for entry in order]
    cells = {
        number: ["*" if number == other else results[number].get(other, "") for other in numbers] for number in numbers
    }
    return [str(place) for place in range(1, len(tournament.entries) + 1)], cells


def _rounds(tournament: Tournament, order: Sequence[Entry]) -> tuple[list[str], dict[int, list[str]]]:
    """Give for each player and round the opponent's place, the colour and the result."""
    place = {entry.number: index for index, entry in enumerate(order, 1)}
    cells = {
        entry.number: [
            _round(entry.rounds[index] if index < len(entry.rounds) else NOT_PAIRED, place)
            for index in range(tournament.rounds)
        ]
        for entry in order
    }
    return [f"R{number}" for number in range(1, tournament.rounds + 1)], cells


def _round(pairing: Pairing, place: dict[int, int]) -> str:
    if pairing.opponent is None:
        return "" if pairing == NOT_PAIRED else _UNPLAYED.get(pairing.result, "-")
    sign = _PLAYED.get(pairing.result) or _UNPLAYED[pairing.result]
    return f"{place.get(pairing.opponent, 0)}{pairing.colour or ''}{sign}"


def _team_table(tournament: Tournament, changes: Mapping[int, str] | None) -> list[str]:
    """Write the players by team and board; those of no team come last."""
    players = tournament.by_number()
    boards = [(_cell(team.name), number) for team in tournament.teams for number in team.players if number in players]
    known = {number for _, number in boards}
    boards += [("", entry.number) for entry in tournament.entries if entry.number not in known]
    order = [players[number] for _, number in boards]
    head, cells = _rounds(tournament, order)
    rows = [
        [str(place), team, *_player_cells(players[number], changes), *cells[number], _total(players[number].points)]
        for place, (team, number) in enumerate(boards, 1)
    ]
    return _table(["No", "Team", *_heads(changes), *head, "Points"], rows)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    every = [list(head), *(list(row) for row in rows)]
    widths = [max(len(row[column]) for row in every) for column in range(len(head))]
    return [" | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in every]


def read_form(text: str) -> Tournament:
    """Read a form back. Form 1 names no rounds; they are laid out as the usual table of a round robin, no colours.

    What the list has otherwise, and remarks, are for people; `read_remarks` gives the latter.
    """
    lines = [line for line in text.lstrip("\ufeff").splitlines() if line.strip()]
    form = next((number for number, title in _TITLES.items() if lines and lines[0].strip() == title), None)
    if form is None:
        raise FormError.of(WORDS, "no_form")
    facts: dict[str, str] = {}
    rows: list[list[str]] = []
    for line in lines[1:]:
        cells = [cell.strip() for cell in line.split("|")]
        if not rows and cells[0] in _FACTS:
            facts[_FACTS[cells[0]]] = "|".join(cells[1:]).strip()
        elif cells[0] != _REMARK:
            rows.append(cells)
    if not rows or rows[0][0] != "No":
        raise FormError.of(WORDS, "no_players")
    head, *body = rows
    lost = [name for name in ("Name", "Title", "Fed", "FIDE id", "Rating") if name not in head]
    if form == TEAM and "Team" not in head:
        lost.append("Team")
    days = {name: _day(facts.get(name, "")) for name in ("start", "end")}
    if lost:
        raise FormError.of(WORDS, "no_column", columns=lost)
    body = [row + [""] * (len(head) - len(row)) for row in body]
    entries = _entries(head, body, form)
    teams = _teams(head, body) if form == TEAM else ()
    words = {name: facts.get(name) or None for name in ("name", "city", "federation", "time", "chief_arbiter")}
    return Tournament(**words, **days, entries=entries, teams=teams)  # type: ignore[arg-type]


def read_remarks(text: str) -> tuple[str, ...]:
    """Give the explanations and unusual events below the table of a form."""
    rows = ([cell.strip() for cell in line.split("|")] for line in text.splitlines())
    return tuple("|".join(row[1:]) for row in rows if row[0] == _REMARK)


def _day(text: str) -> date | None:
    try:
        return day_of(text) if text else None
    except ValueError as fault:
        raise FormError.of(WORDS, "no_day", text=text) from fault


def _entries(head: Sequence[str], body: Sequence[Sequence[str]], form: int) -> tuple[Entry, ...]:
    column = {name: place for place, name in enumerate(head)}
    first, last = column.get(_CHANGED, column["Rating"]) + 1, column.get("Points", len(head))
    schedule = _schedule(len(body)) if form == ROUND_ROBIN else []
    entries = []
    for place, row in enumerate(body, 1):
        rating, fide_id, title = row[column["Rating"]], row[column["FIDE id"]], row[column["Title"]]
        cells = row[first:last]
        try:
            pairings = _from_table(place, cells, schedule) if form == ROUND_ROBIN else _from_rounds(cells)
            entries.append(
                Entry(
                    number=place,
                    name=row[column["Name"]],
                    rounds=pairings,
                    title=TITLES.get(title.casefold(), title) or None,
                    rating=Rating(int(rating)) if rating else None,
                    federation=row[column["Fed"]] or None,
                    fide_id=int(fide_id) if fide_id else None,
                    points=points(row[column["Points"]]) if "Points" in column else None,
                    rank=place if form != TEAM else None,
                )
            )
        except ValueError as fault:
            raise FormError.of(WORDS, "no_player", number=place, why=fault) from fault
    return tuple(entries)


def _from_rounds(cells: Sequence[str]) -> tuple[Pairing, ...]:
    pairings = []
    for cell in cells:
        match = _ROUND.fullmatch(cell) if cell else None
        if cell and not match:
            raise FormError.of(WORDS, "no_round", text=cell)
        if match is None:
            pairings.append(NOT_PAIRED)
        elif match[1] is None:
            pairings.append(Pairing(None, None, {"+": "F", "=": "H", "-": "Z"}.get(match[3], "Z")))
        else:
            pairings.append(Pairing(int(match[1]), match[2], _CELLS[match[3]]))
    while pairings and pairings[-1] == NOT_PAIRED:
        pairings.pop()
    return tuple(pairings)


def _from_table(place: int, cells: Sequence[str], schedule: Sequence[dict[int, int]]) -> tuple[Pairing, ...]:
    games = {other: _GAME.findall(cell) for other, cell in enumerate(cells, 1) if cell != "*"}
    cycles = max((len(signs) for signs in games.values()), default=0)
    pairings = []
    for cycle in range(cycles):
        for meeting in schedule:
            other = meeting.get(place)
            signs = games.get(other or 0, [])
            played = other is not None and cycle < len(signs)
            pairings.append(Pairing(other, None, _CELLS[signs[cycle]]) if played else NOT_PAIRED)
    return tuple(pairings)


def _schedule(players: int) -> list[dict[int, int]]:
    """Lay out a round robin: the first stays, the others go round. Gives for each round the opponent of each player."""
    ring = list(range(1, players + 1)) + ([0] if players % 2 else [])
    rounds = []
    for _ in range(len(ring) - 1):
        half = len(ring) // 2
        pairs = [(ring[index], ring[-1 - index]) for index in range(half)]
        both = {first: second for first, second in pairs if first and second}
        rounds.append(both | {second: first for first, second in both.items()})
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return rounds


def _teams(head: Sequence[str], body: Sequence[Sequence[str]]) -> tuple[Team, ...]:
    column = head.index("Team")
    members: dict[str, list[int]] = {}
    for place, row in enumerate(body, 1):
        if row[column]:
            members.setdefault(row[column], []).append(place)
    return tuple(Team(name, tuple(players)) for name, players in members.items())


def report_bytes(data: bytes) -> bytes:
    """Turn a form of 2003 into a TRF, so that everything else is the same; anything else is left as it is."""
    if not data.removeprefix(_BYTE_ORDER_MARK).startswith(_FORM):
        return data
    try:
        return write_trf(read_form(data.decode("utf-8-sig")), newline="\n").encode()
    except (FormError, UnicodeDecodeError) as fault:
        raise RefusedError.of(WORDS, "form_unreadable", why=fault) from fault
