"""`arpad editions`: list them, show one, compare two, find that of a day, or tell how far provisions reach."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from arpad.cli.answer import Answer, table
from arpad.cli.options import day
from arpad.documents.editions import (
    different_provisions,
    edition_differences_data,
    edition_on_data,
    editions_data,
    in_order,
    reach_data,
    whole_edition_data,
)
from arpad.model.period import KINDS
from arpad.regulations.catalogue import DEFAULT_AUTHORITY, edition, in_force, shipped_files, shipped_names
from arpad.regulations.reach import every_reach, reach_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from arpad.regulations.edition import Edition, Provision
    from arpad.regulations.reach import Reach


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
    reach = actions.add_parser("reach", help="in which other rules provisions hold, because those stand over theirs")
    reach.add_argument("id", nargs="?", help="a shipped edition's id; without it, all of them")
    for action in (show, compare, on):
        action.add_argument("--kind", choices=KINDS, help="the kind of chess; the edition's first, or standard")
    for action in (show, compare, on, reach):
        action.add_argument(
            "--json", action="store_true", default=argparse.SUPPRESS, help="print the answer, or the problems, as JSON"
        )
        action.add_argument(
            "--explain", action="store_true", default=argparse.SUPPRESS, help="say where each provision comes from"
        )
    for action in (show, compare):
        action.add_argument("--on", type=day, metavar="DATE", help="the day, for editions that stand over another")


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
        case "reach":
            return _reach({given.id: reach_of(given.id)} if given.id else every_reach())
    return _list()


def _list() -> Answer:
    shipped = [edition(name) for name in shipped_files()]
    shipped.sort(key=lambda law: (law.authority, law.relation == "derives", str(law.effective or ""), law.id))
    rows = [
        (law.id, law.effective or f"({law.relation} {law.parent})", "+".join(law.kinds), law.status, law.title)
        for law in shipped
    ]
    return Answer(editions_data(shipped), table(["edition", "in force from", "kinds", "status", "title"], rows))


def _on(given: argparse.Namespace) -> Answer:
    kind = given.kind or KINDS[0]
    law = in_force(given.date, kind, given.authority)
    text = f"{given.date}, {kind}: {law.id}, {law.title}"
    if law.base:
        text += f"\nIt stands over {law.base}."
    if law.seen_in_force and given.date > law.seen_in_force:
        is_to_come = law.effective is not None and law.seen_in_force < law.effective
        seen = "Its text was last seen before its first day," if is_to_come else "Last seen in force"
        text += f"\n{seen} on {law.seen_in_force}; a later change is not known here."
    return Answer(edition_on_data(given.date, kind, law), text)


def _show(law: Edition, *, explained: bool) -> Answer:
    rows = [
        (provision.article, provision.key, content_text(provision), _marks(provision, explained=explained))
        for provision in in_order(law)
        if provision.present or provision.edition == law.id
    ]
    head = [f"{law.id}: {law.title}", f"status: {law.status}" + (f", over {law.base}" if law.base else "")]
    head += [f"not known: {sentence}" for sentence in law.unknown]
    text = "\n".join([*head, table(["article", "provision", "content", "remarks"], rows)])
    return Answer(whole_edition_data(law), text)


def content_text(provision: Provision | None) -> str:
    """Write what a provision says for a table."""
    if provision is None or not provision.present:
        return "none"
    if isinstance(provision.content, tuple):
        return ", ".join(str(part) for part in provision.content)
    return str(provision.content).lower() if isinstance(provision.content, bool) else str(provision.content)


def _marks(provision: Provision, *, explained: bool) -> str:
    marks = [provision.reading, provision.erratum, "reconstructed" if provision.reconstructed else None]
    if explained:
        marks += [
            provision.after and f"after {provision.after}",
            provision.confidence and f"confidence {provision.confidence}",
            provision.source,
            provision.note,
            provision.silent,
            f"from {provision.origin}" if provision.origin != provision.edition else None,
        ]
    return "; ".join(mark for mark in marks if mark)


def _diff(first: Edition, second: Edition, *, explained: bool) -> Answer:
    differences = different_provisions(first, second, renumbered=explained)
    rows = [
        (
            pair.key,
            pair.first.article if pair.first else "",
            content_text(pair.first),
            pair.second.article if pair.second else "",
            content_text(pair.second),
            pair.remark or "",
        )
        for pair in differences
    ]
    head = ["provision", "article", first.id, "article", second.id, "remark"]
    text = table(head, rows) if rows else f"{first.id} and {second.id} say the same."
    besides = _besides(second, {pair.key for pair in differences})
    return Answer(edition_differences_data(first, second, differences), "\n\n".join([text, *besides]))


def _besides(law: Edition, keys: Collection[str]) -> list[str]:
    """Say which of some provisions an edition also brings into rules that stand over it."""
    reached = [reach for reach in reach_of(law.id) if reach.key in keys] if law.id in shipped_names() else []
    if not reached:
        return []
    lines = [f"  {key}: {places}" for key, places in _by_key(reached).items()]
    return ["\n".join(["In force elsewhere too, through rules that stand over this edition:", *lines])]


def _by_key(reached: Iterable[Reach]) -> dict[str, str]:
    """Write where each provision reaches."""
    places: dict[str, list[str]] = {}
    for reach in reached:
        places.setdefault(reach.key, []).append(str(reach))
    return {key: "; ".join(each) for key, each in places.items()}


def _reach(by_edition: Mapping[str, tuple[Reach, ...]]) -> Answer:
    lines = [
        f"{name} {key}: {places}" for name, reached in by_edition.items() for key, places in _by_key(reached).items()
    ]
    nothing = f"Nothing that {' or '.join(by_edition)} brought holds in rules that stand over it."
    return Answer(reach_data(by_edition), "\n".join(lines) or nothing)
