"""The page of a rated event: standings with changes, the crosstable, everybody's working folded in; no script.

It must hang in a playing hall: A4, black on white, large enough to read while standing; on a phone the tables scroll.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from arpad.events.notes import note_words
from arpad.model.numbers import decimal
from arpad.model.tournament import PLAYED
from arpad.regulations.working import reason_facts

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arpad.events.rate import RatedEvents
    from arpad.events.rate_rows import GameRow, Row
    from arpad.model.tournament import Pairing, Tournament

_NONE = "\u2013"
"""A dash where there is nothing."""
_RESULTS = {100: "1", 50: "½", 0: "0"}
_BYES = {"H": "½ bye", "F": "1 bye", "U": "bye"}
_STYLE = """
:root { color-scheme: light dark; --line: #c9c9c9; --soft: #f3f3f0; --ink: #1a1a1a; --paper: #fff; --up: #0a6b2d;
  --down: #a3231f; --quiet: #5a5a5a; }
@media (prefers-color-scheme: dark) { :root { --line: #474747; --soft: #262624; --ink: #ececec; --paper: #161616;
  --up: #6fcf8a; --down: #f08a84; --quiet: #a8a8a8; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.2rem; max-width: 74rem; color: var(--ink); background: var(--paper);
  font: 16px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .2rem; }
h2 { font-size: 1.15rem; margin: 1.8rem 0 .5rem; }
p { margin: .2rem 0; } .quiet { color: var(--quiet); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .28rem .5rem; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line); }
th { font-weight: 600; border-bottom: 2px solid var(--ink); vertical-align: bottom; }
td.text, th.text { text-align: left; } td.name { text-align: left; font-weight: 500; }
tbody tr:nth-child(even) { background: var(--soft); }
.up { color: var(--up); font-weight: 600; } .down { color: var(--down); font-weight: 600; }
table.cross td, table.cross th { text-align: center; padding: .2rem .35rem; } table.cross td.name,
table.cross th.name { text-align: left; }
small { display: block; font-weight: 400; color: var(--quiet); white-space: normal; }
details { border-bottom: 1px solid var(--line); padding: .35rem 0; } details > div { padding: .3rem 0 .6rem 1rem; }
summary { cursor: pointer; display: flex; gap: .8rem; flex-wrap: wrap; align-items: baseline; }
summary::before { content: "▸"; color: var(--quiet); } details[open] > summary::before { content: "▾"; }
.note { border-left: 4px solid var(--line); padding: .3rem .7rem; margin: .6rem 0; background: var(--soft); }
ul { margin: .3rem 0 .3rem 1.1rem; padding: 0; }
footer { margin-top: 2rem; font-size: .85rem; color: var(--quiet); }
@media (max-width: 40rem) { body { padding: .8rem; font-size: 15px; } .wide { display: none; }
  h1 { font-size: 1.35rem; } }
@media print { @page { size: A4; margin: 13mm 11mm; } :root { color-scheme: light; --ink: #000; --paper: #fff;
  --soft: #f4f4f4; --line: #999; --up: #000; --down: #000; --quiet: #333; } body { padding: 0; font-size: 9.6pt;
  max-width: none; } .scroll { overflow: visible; } h2 { break-after: avoid; } tr { break-inside: avoid; }
  thead { display: table-header-group; } th, td { padding: .16rem .3rem; } .working { display: none; } }
"""


def page(rated: RatedEvents, rows: Sequence[Row], others: dict[str, list[Row]], findings: Iterable[object]) -> str:
    """Write the page."""
    names = " · ".join(dict.fromkeys(one.tournament.name or one.file for one in rated.reports))
    body = [f"<h1>{escape(names)}</h1>", *_facts(rated), *_findings(rated, findings), *_changes(rated, rows, others)]
    for one in rated.reports:
        title = f": {escape(one.tournament.name or one.file)}" if len(rated.reports) > 1 else ""
        body += [f"<h2>Crosstable{title}</h2>", *_crosstable(one.tournament)]
    body += ['<section class="working">', "<h2>Every player's working</h2>", *_workings(rated, rows), "</section>"]
    body += [f"<footer>{_footer(rated)}</footer>"]
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(names)}: rating changes</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        + "\n".join(body)
        + "\n</body>\n</html>\n"
    )


def _facts(rated: RatedEvents) -> list[str]:
    said = []
    for one, law in zip(rated.reports, rated.laws, strict=True):
        made = one.tournament
        place = ", ".join(part for part in (made.city, made.federation) if part)
        parts = [f"{made.start} to {made.end}", place, made.system or "", made.time or "", f"by {law.id}"]
        said.append(f"<p>{escape(' · '.join(part for part in parts if part))}</p>")
    said.append(f"<p class=quiet>Rated for the list of {rated.list_date} ({escape(rated.law.id)}), {rated.kind}.</p>")
    return said


def _findings(rated: RatedEvents, findings: Iterable[object]) -> list[str]:
    said = []
    if rated.missing_lists:
        lists = ", ".join(map(str, rated.missing_lists))
        said.append(
            f'<p class="note"><strong>Estimate.</strong> No rating list of {lists} was at hand; '
            "ratings are those of the report.</p>"
        )
    listed = [f"<li>{escape(str(one))}</li>" for one in findings]
    return said + ([f'<div class="note"><ul>{"".join(listed)}</ul></div>'] if listed else [])


def _changes(rated: RatedEvents, rows: Sequence[Row], others: dict[str, list[Row]]) -> list[str]:
    order = sorted(range(len(rows)), key=lambda index: (rows[index].rank or 10_000, rows[index].number))
    head = ["#", "Name", "Fed", "Ro", "Rc", "n", "w", "We", "chg", "K", "K*chg", "Change", "New"]
    kinds = ["", "text", "text wide", "", "wide", "wide", "wide", "wide", "wide", "wide", "wide", "", ""]
    cells = "".join(f'<th class="{kind}">{name}</th>' for name, kind in zip(head, kinds, strict=True))
    cells += "".join(f"<th>{escape(name)}</th>" for name in others)
    lines = []
    for place in order:
        row = rows[place]
        values = [
            str(row.rank or row.number),
            (f"{escape(row.title)} " if row.title else "") + escape(row.name) + _remark(row),
            escape(row.federation or ""),
            _NONE if row.ro is None else str(row.ro),
            "" if row.rc is None else str(row.rc),
            str(row.n),
            decimal(row.w),
            _points(row.we),
            _points(row.difference),
            ("?" if row.ro is not None else "") if row.k is None else str(row.k),
            _points(row.k_change),
            _signed(row.change),
            "" if row.new is None else f"<strong>{row.new}</strong>",
        ]
        styled = [*kinds[:1], "name", *kinds[2:11], _direction(row.change), ""]
        line = "".join(f'<td class="{style}">{value}</td>' for value, style in zip(values, styled, strict=True))
        line += "".join(f"<td>{_signed(each[place].change)}</td>" for each in others.values())
        lines.append(f"<tr>{line}</tr>")
    table = f"<table><thead><tr>{cells}</tr></thead><tbody>{''.join(lines)}</tbody></table>"
    sums = sum(row.change or 0 for row in rows)
    counted = sum(row.n for row in rows)
    small = f"<p class=quiet>{counted} results count; all changes together come to {_signed(sums)} points.</p>"
    return [f"<h2>Changes for the list of {rated.list_date}</h2>", f'<div class="scroll">{table}</div>', small]


def _remark(row: Row) -> str:
    """Give what is to be said beside a name, on a line of its own."""
    if row.ro is None:
        said = f"first rating, K {row.k}" if row.new is not None else row.missing or ""
        said = f"Rp {row.rp}, Ru {row.ru}; {said}" if row.new is None and row.ru and row.rp is not None else said
    else:
        said = "K is not known" if row.k is None and row.n else "" if row.new is not None else row.status or ""
    return f"<small>{escape(said)}</small>" if said else ""


def _direction(change: int | None) -> str:
    return "" if not change else "up" if change > 0 else "down"


def _points(value: int | None) -> str:
    return "" if value is None else decimal(value)


def _signed(value: int | None) -> str:
    return "" if value is None else f"{value:+d}" if value else "0"


def _crosstable(made: Tournament) -> list[str]:
    entries = sorted(made.entries, key=lambda one: (one.rank or 10_000, -(one.points or 0), one.number))
    place = {one.number: number for number, one in enumerate(entries, 1)}
    head = "".join(f"<th>{number}</th>" for number in range(1, made.rounds + 1))
    lines = []
    for number, one in enumerate(entries, 1):
        cells = "".join(f"<td>{_cell(pairing, place)}</td>" for pairing in one.rounds)
        cells += "<td></td>" * (made.rounds - len(one.rounds))
        points = "" if one.points is None else f"{one.points // 100}.{one.points // 10 % 10}"
        lines.append(
            f"<tr><td>{number}</td><td class=name>{escape(one.name)}</td><td>{one.rating or _NONE}</td>{cells}"
            f"<td><strong>{points}</strong></td></tr>"
        )
    columns = f"<th>#</th><th class=name>Name</th><th>Rating</th>{head}<th>Points</th>"
    table = f'<table class="cross"><thead><tr>{columns}</tr></thead><tbody>{"".join(lines)}</tbody></table>'
    said = "<p class=quiet>Opponent's place, colour, result. Grey was not played.</p>"
    return [f'<div class="scroll">{table}</div>', said]


def _cell(pairing: Pairing, place: dict[int, int]) -> str:
    if pairing.opponent is None:
        return f"<span class=quiet>{_BYES.get(pairing.result, _NONE)}</span>"
    who = f"{place.get(pairing.opponent, '?')}{pairing.colour or ''}"
    if pairing.result in PLAYED:
        return f"{who} {'½' if pairing.result == '=' else pairing.result}"
    return f"<span class=quiet>{who} {escape(pairing.result or '?')}</span>"


def _workings(rated: RatedEvents, rows: Sequence[Row]) -> list[str]:
    return [_working(rated, row) for row in rows]


def _working(rated: RatedEvents, row: Row) -> str:
    head = ["", "", "Opponent", "R", "Score", "D", "Counts as", "Expected", "chg"]
    kinds = ["", "", "text", "", "", "", "", "", ""]
    cells = "".join(f'<th class="{kind}">{name}</th>' for name, kind in zip(head, kinds, strict=True))
    lines = "".join(f"<tr>{_round(rated, game)}</tr>" for game in row.games)
    title = f"{escape(row.title)} " if row.title else ""
    came = _signed(row.change) or escape(row.missing or "")
    law = rated.laws[row.games[0].event] if row.games else rated.law
    cited = ", ".join(
        dict.fromkeys(
            f"{law.id} {law.provisions[key].article}"
            for key in ("difference_cap", "expectation_table", "rounding", "initial_method")
            if law.has(key) and law.provisions[key].article and (key != "initial_method") == (row.ro is not None)
        )
    )
    return (
        f"<details><summary><strong>{row.number} {title}{escape(row.name)}</strong><span>"
        f"{'unrated' if row.ro is None else row.ro}</span>"
        f"<span class='{_direction(row.change)}'>{came}</span></summary>"
        f"<div><div class=scroll><table><thead><tr>{cells}</tr></thead><tbody>{lines}</tbody></table></div>"
        f"<p>{_summary(row)}</p><p class=quiet>{escape(cited)}</p></div></details>"
    )


def _summary(row: Row) -> str:
    if row.ro is None:
        said = f"Unrated: {decimal(row.w)} of {row.n} against rated opponents"
        said += f", Ru {escape(row.ru)}" if row.ru else ""
        return f"{said}. {'First rating ' + str(row.new) if row.new is not None else escape(row.missing or '')}"
    said = f"w {decimal(row.w)} \u2212 We {_points(row.we)} = {_points(row.difference)}"
    if row.k is None:
        return f"{said}; K is not known, so no change is given."
    said += f"; times K {row.k} = {_points(row.k_change)}, rounded {_signed(row.change)}"
    return f"{said}: {row.ro} → {row.new or _NONE}"


def _round(rated: RatedEvents, game: GameRow) -> str:
    note = note_words(game.note, **reason_facts(rated.laws[game.event])) if game.note else ""
    small = f"<small>{escape(note)}</small>" if note else ""
    values = [
        (str(game.round), ""),
        (game.colour or "", ""),
        (escape(f"{game.opponent} {game.opponent_name}" if game.opponent else "") + small, "text"),
        (
            ""
            if game.opponent is None
            else _NONE
            if game.rating is None
            else f"{game.rating}{'*' if game.cut else ''}",
            "",
        ),
        ("" if game.score is None else _RESULTS[game.score], ""),
        ("" if game.difference is None else str(game.difference), ""),
        ("" if game.counted is None else str(game.counted), ""),
        (_points(game.expected), ""),
        (_points(game.change), ""),
    ]
    return "".join(f'<td class="{kind}">{value}</td>' for value, kind in values)


def _footer(rated: RatedEvents) -> str:
    laws = ", ".join(dict.fromkeys(escape(law.id) for law in (*rated.laws, rated.law)))
    return (
        f"Worked out by arpad under {laws}. Ro: own rating; Rc: mean of the opponents' ratings as used; n, w: games "
        "and points against rated opponents; We: expected; chg: w less We. No official rating, and not affiliated "
        "with FIDE."
    )
