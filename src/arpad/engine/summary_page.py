"""The page of a list: how many are on it, who gained and lost most, who came and went, and by which articles.

One file without script and without anything from elsewhere; on a phone tables keep the columns that matter.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_NONE = "\u2013"
_STYLE = """
:root { color-scheme: light dark; --line: #d2d2cc; --soft: #f5f5f1; --ink: #1b1b1b; --paper: #fff; --up: #0a6b2d;
  --down: #a3231f; --quiet: #5c5c58; }
@media (prefers-color-scheme: dark) { :root { --line: #45453f; --soft: #232321; --ink: #ececea; --paper: #151514;
  --up: #6fcf8a; --down: #f08a84; --quiet: #a9a9a3; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.4rem; max-width: 76rem; color: var(--ink); background: var(--paper);
  font: 16px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .3rem; }
h2 { font-size: 1.2rem; margin: 2.2rem 0 .3rem; } h3 { font-size: 1rem; margin: 1.1rem 0 .35rem; }
p { margin: .2rem 0; } .quiet { color: var(--quiet); font-size: .88rem; }
nav { display: flex; flex-wrap: wrap; gap: .3rem 1rem; margin: .9rem 0 0; font-size: .92rem; } a { color: inherit; }
.side { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: .8rem 2rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: .94rem; }
th, td { padding: .26rem .45rem; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line); }
th { font-weight: 600; border-bottom: 2px solid var(--ink); vertical-align: bottom; }
td.text, th.text { text-align: left; } td.name { text-align: left; white-space: normal; font-weight: 500; }
tbody tr:nth-child(even) { background: var(--soft); }
.up { color: var(--up); font-weight: 600; } .down { color: var(--down); font-weight: 600; }
small { display: block; font-weight: 400; font-size: .8rem; color: var(--quiet); }
details > summary { cursor: pointer; padding: .4rem 0; } .mark { color: var(--down); font-size: .82rem; }
footer { margin-top: 2.4rem; font-size: .85rem; color: var(--quiet); }
@media (max-width: 40rem) { body { padding: .9rem; font-size: 15px; } .wide { display: none; }
  h1 { font-size: 1.4rem; } th, td { padding: .24rem .3rem; } }
@media print { @page { size: A4; margin: 13mm; } body { padding: 0; max-width: none; font-size: 9.5pt; }
  nav { display: none; } tr { break-inside: avoid; } h2, h3 { break-after: avoid; } }
"""
_NAVIGATION = (
    '<nav><a href="#numbers">Numbers</a><a href="#changes">Biggest changes</a>'
    '<a href="#movements">Came and went</a><a href="#federations">Federations</a></nav>'
)
_COUNTS = (
    ("listed", "On the list", "listed"),
    ("women", "women among them", "fields"),
    ("inactive", "inactive among them", "inactive"),
    ("events", "Events rated", "played"),
    ("played", "Rated players with a game", "changes"),
    ("games", "their games", "changes"),
    ("points", "points won less points lost", "changes"),
    ("entered", "First ratings", "new"),
)
_MOVEMENTS = {
    "new": "New on the list",
    "below_floor": "Dropped: below the lowest rating",
    "excluded": "Dropped: excluded",
    "died": "Dropped: died",
    "suspended": "Dropped: federation suspended",
    "no_federation": "Dropped: without a federation",
    "became_inactive": "Became inactive",
    "returned": "Returned",
}
_PARTS = {
    "list": "the list",
    "by_federation": "by federation",
    "inactive": "inactive players",
    "titled_unrated": "titled players without a rating",
    "delisted": "delisted",
    "top": "top players",
}


def summary_page(data: Mapping[str, Any]) -> str:
    """Write the page from the data of a summary."""
    title = f"Rating list of {data['list']}"
    body = [
        f"<h1>{title}</h1>",
        *(f"<p class=quiet>{escape(kind)}: {escape(one['id'])}, {escape(one['title'])}</p>"
          for kind, one in data["editions"].items()),
        _NAVIGATION,
        *_numbers(data),
        *_changes(data),
        *_movements(data),
        *_federations(data),
        "<footer>Made by arpad. No official rating, and not affiliated with FIDE.</footer>",
    ]  # fmt: skip
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n" + "\n".join(body) + "\n</body>\n</html>\n"
    )


def _numbers(data: Mapping[str, Any]) -> list[str]:
    kinds = list(data["kinds"])
    head = [("", "text"), *((kind.capitalize(), "") for kind in kinds)]
    rows = [
        [(f"{said}<small>{_cited(data, about)}</small>", "name")]
        + [(_number(data["kinds"][kind][key]), "") for kind in kinds]
        for key, said, about in _COUNTS
    ]
    made = ", ".join(f"{_PARTS[name]} {_number(count)}" for name, count in data["parts"].items() if name in _PARTS)
    return ['<h2 id="numbers">Numbers</h2>', _table(head, rows), f"<p class=quiet>Published: {made}.</p>"]


def _changes(data: Mapping[str, Any]) -> list[str]:
    said = ['<h2 id="changes">Biggest changes</h2>', f"<p class=quiet>{_cited(data, 'changes')}</p>"]
    for kind in data["kinds"]:
        gains, losses = data["gains"][kind], data["losses"][kind]
        if gains or losses:
            said += [f"<h3>{kind.capitalize()}</h3>", '<div class="side">', _people(gains), _people(losses), "</div>"]
    return said


def _movements(data: Mapping[str, Any]) -> list[str]:
    said = ['<h2 id="movements">Came and went</h2>']
    for what, title in _MOVEMENTS.items():
        found = data["movements"][what]
        if not found:
            continue
        counts = ", ".join(f"{kind} {_number(one['count'])}" for kind, one in found.items())
        cited = _cited(data, what)
        inner = "".join(
            f"<div><h3>{kind.capitalize()}{_first_of(one)}</h3>{_people(one['first'])}</div>"
            for kind, one in found.items()
        )
        said.append(
            f"<details><summary><strong>{title}</strong>: {counts}"
            + (f" <span class=quiet>({cited})</span>" if cited else "")
            + f'</summary><div class="side">{inner}</div></details>'
        )
    return said if len(said) > 1 else [*said, "<p>Nobody.</p>"]


def _first_of(one: Mapping[str, Any]) -> str:
    named, count = len(one["first"]), one["count"]
    return f" <span class=quiet>the {named} highest of {_number(count)}</span>" if named < count else ""


def _federations(data: Mapping[str, Any]) -> list[str]:
    kinds = list(data["kinds"])
    head = [("Federation", "text"), *((kind.capitalize(), "") for kind in kinds), ("new", "wide"),
            ("rating officer", "text wide")]  # fmt: skip
    rows = []
    for one in data["federations"]:
        mark = " <span class=mark>suspended</span>" if one["suspended"] else ""
        name = f"{escape(one['federation']) or _NONE}{mark}"
        name += f" <span class='quiet wide'>{escape(one['name'])}</span>" if one["name"] else ""
        officer = ", ".join(escape(one[part]) for part in ("officer", "contact") if one[part]) or _NONE
        new = sum(one[f"{kind}_new"] for kind in kinds)
        rows.append(
            [(name, "name"), *((_number(one[f"{kind}_listed"]), "") for kind in kinds), (_number(new), "wide"),
             (officer, "text wide")]
        )  # fmt: skip
    return [
        '<h2 id="federations">Federations</h2>',
        f"<p class=quiet>Players on the list, new ones, and who answers for ratings. {_cited(data, 'federations')}</p>",
        _table(head, rows),
    ]


def _people(rows: Iterable[Mapping[str, Any]]) -> str:
    head = [("Name", "text"), ("", "text"), ("before", ""), ("change", ""), ("now", "")]
    made = []
    for row in rows:
        change = row.get("change")
        style = "" if not change else "up" if change > 0 else "down"
        made.append(
            [
                (f"{escape(row['name'])} <span class='quiet wide'>{row['fide_id']}</span>", "name"),
                (escape(row["federation"]), "text"),
                (_NONE if row["before"] is None else str(row["before"]), ""),
                ("" if change is None else f"{change:+d}", style),
                (_NONE if row["after"] is None else str(row["after"]), ""),
            ]
        )
    if not any(row.get("change") for row in rows):
        head, made = [*head[:3], *head[4:]], [[*row[:3], *row[4:]] for row in made]
    return _table(head, made)


def _table(head: Sequence[tuple[str, str]], rows: Iterable[Sequence[tuple[str, str]]]) -> str:
    cells = "".join(f'<th class="{style}">{said}</th>' for said, style in head)
    lines = ("".join(f'<td class="{style}">{said}</td>' for said, style in row) for row in rows)
    return (
        f'<div class="scroll"><table><thead><tr>{cells}</tr></thead><tbody>'
        + "".join(f"<tr>{line}</tr>" for line in lines)
        + "</tbody></table></div>"
    )


def _number(value: int | None) -> str:
    return _NONE if value is None else f"{value:,}".replace(",", "\u202f")


def _cited(data: Mapping[str, Any], subject: str) -> str:
    """Give the articles of a subject, of every kind of chess that has other ones."""
    found = dict.fromkeys(one[subject] for one in data["articles"].values() if subject in one)
    return escape("; ".join(dict.fromkeys(part for cited in found for part in cited.split("; "))))
