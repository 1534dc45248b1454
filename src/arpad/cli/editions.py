"""`arpad editions`: list them, show one, compare two, or find the one in force on a day."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from arpad.cli.answer import Answer, table
from arpad.cli.options import day
from arpad.model.period import KINDS
from arpad.regulations.catalogue import DEFAULT_AUTHORITY, edition, in_force, shipped_files
from arpad.regulations.provision_keys import KEYS

if TYPE_CHECKING:
    from arpad.regulations.edition import Edition, Provision


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    show = actions.add_parser("show", help="every provision of an edition, with its article")
    show.add_argument("id", help="an edition's id or the path of a TOML file")
    compare = actions.add_parser("diff", help="what differs between two editions")
    compare.add_argument("id", help="the first edition")
    compare.add_argument("other", help="the second edition")
    on = actions.add_parser("on", help="the edition in force on a day")
    on.add_argument("date", type=day, help="the day asked about")
    on.add_argument("--authority", default=DEFAULT_AUTHORITY, help="fide, or mssz for the Hungarian federation")
    for one in (show, compare, on):
        one.add_argument("--kind", choices=KINDS, help="the kind of chess; the edition's first, or standard")
        one.add_argument(
            "--json", action="store_true", default=argparse.SUPPRESS, help="print the answer, or the problems, as JSON"
        )
        one.add_argument(
            "--explain", action="store_true", default=argparse.SUPPRESS, help="say where each provision comes from"
        )
    for one in (show, compare):
        one.add_argument("--on", type=day, metavar="DATE", help="the day, for editions that stand over another")


def answer(given: argparse.Namespace) -> Answer:
    """Do what is asked."""
    match given.action:
        case "show":
            return _show(edition(given.id, given.kind, given.on), explained=given.explain)
        case "diff":
            first = edition(given.id, given.kind, given.on)
            return _diff(first, edition(given.other, given.kind, given.on), explained=given.explain)
        case "on":
            return _on(given)
    return _list()


def _list() -> Answer:
    found = [edition(name) for name in shipped_files()]
    found.sort(key=lambda one: (one.authority, one.relation == "derives", str(one.effective or ""), one.id))
    data = [edition_data(one) for one in found]
    rows = [
        (
            one["id"],
            one["effective"] or f"({one['relation']} {one['parent']})",
            "+".join(one["kinds"]),
            one["status"],
            one["title"],
        )
        for one in data
    ]
    text = table(["edition", "in force from", "kinds", "status", "title"], rows)
    return Answer({"editions": data}, text)


def _on(given: argparse.Namespace) -> Answer:
    kind = given.kind or KINDS[0]
    one = in_force(given.date, kind, given.authority)
    data = {"date": given.date.isoformat(), "kind": kind, "edition": edition_data(one)}
    text = f"{given.date}, {kind}: {one.id}, {one.title}"
    if one.base:
        text += f"\nIt stands over {one.base}."
    if one.seen_in_force and given.date > one.seen_in_force:
        text += f"\nLast seen in force on {one.seen_in_force}; a later change is not known here."
    return Answer(data, text)


def edition_data(one: Edition) -> dict[str, Any]:
    """Give what an edition says of itself."""
    return {
        "id": one.id,
        "authority": one.authority,
        "kind": one.kind,
        "kinds": list(one.kinds),
        "effective": one.effective.isoformat() if one.effective else None,
        "status": one.status,
        "relation": one.relation,
        "parent": one.parent,
        "base": one.base,
        "title": one.title,
        "unknown": list(one.unknown),
        "seen_in_force": one.seen_in_force.isoformat() if one.seen_in_force else None,
    }


def provision_data(one: Provision) -> dict[str, Any]:
    """Give a provision as data."""
    content = list(one.content) if isinstance(one.content, tuple) else one.content
    return {
        "key": one.key,
        "words": KEYS[one.key].words,
        "article": one.article,
        "content": content,
        "edition": one.edition,
        "origin": one.origin,
        "reconstructed": one.reconstructed,
        "after": one.after,
        "confidence": one.confidence,
        "source": one.source,
        "reading": one.reading,
        "erratum": one.erratum,
        "note": one.note,
        "silent": one.silent,
    }


def _show(one: Edition, *, explained: bool) -> Answer:
    provisions = [one.provisions[key] for key in KEYS if key in one.provisions]
    data = {"edition": edition_data(one), "provisions": [provision_data(found) for found in provisions]}
    rows = [
        (found.article, found.key, _content(found), _marks(found, explained=explained))
        for found in provisions
        if found.present or found.edition == one.id
    ]
    head = [f"{one.id}: {one.title}", f"status: {one.status}" + (f", over {one.base}" if one.base else "")]
    head += [f"not known: {sentence}" for sentence in one.unknown]
    return Answer(data, "\n".join([*head, table(["article", "provision", "content", "remarks"], rows)]))


def _content(found: Provision | None) -> str:
    if found is None or not found.present:
        return "none"
    if isinstance(found.content, tuple):
        return ", ".join(str(part) for part in found.content)
    return str(found.content).lower() if isinstance(found.content, bool) else str(found.content)


def _marks(found: Provision, *, explained: bool) -> str:
    marks = [found.reading, found.erratum, "reconstructed" if found.reconstructed else None]
    if explained:
        marks += [found.after and f"after {found.after}", found.confidence and f"confidence {found.confidence}"]
        marks += [
            found.source,
            found.note,
            found.silent,
            f"from {found.origin}" if found.origin != found.edition else None,
        ]
    return "; ".join(mark for mark in marks if mark)


def _diff(first: Edition, second: Edition, *, explained: bool) -> Answer:
    rows, data = [], []
    for key in KEYS:
        one, other = first.provisions.get(key), second.provisions.get(key)
        remark = (other.silent or other.note) if other else None
        if _content(one) == _content(other) and not remark:
            renumbered = one and other and one.present and one.article != other.article
            if not (renumbered and explained):
                continue
        rows.append(
            (
                key,
                one.article if one else "",
                _content(one),
                other.article if other else "",
                _content(other),
                remark or "",
            )
        )
        data.append(
            {
                "key": key,
                "words": KEYS[key].words,
                "first": provision_data(one) if one else None,
                "second": provision_data(other) if other else None,
            }
        )
    head = ["provision", "article", first.id, "article", second.id, "remark"]
    text = table(head, rows) if rows else f"{first.id} and {second.id} say the same."
    return Answer({"first": first.id, "second": second.id, "differences": data}, text)
