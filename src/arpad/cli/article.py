"""`arpad article`: what an article asks, what arpad does about it, where, and what tests it."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

from arpad.cli.answer import Answer, table
from arpad.regulations.register import provisions, register, registered_id, row, rows

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from arpad.regulations.edition import Provision
    from arpad.regulations.register import Row

WIDTH, INDENT = 100, 12


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("edition", help="an edition with a register, such as fide-2014-07 or, shorter, fide-2014")
    parser.add_argument("article", nargs="*", help="its article, such as 8.21 or App. I 8.23; without it, all rows")


def answer(given: argparse.Namespace) -> Answer:
    """Show the rows of an article, or list those of an edition."""
    name, article = registered_id(given.edition), " ".join(given.article) or None
    found = rows(name, article) if article else register(name)
    data = {"edition": name, "article": article, "rows": [row_data(one) for one in found]}
    return Answer(data, "\n\n".join(_shown(one) for one in found) if article else _listed(found))


def row_data(one: Row) -> dict[str, Any]:
    """Give a row as data."""
    return {
        "edition": one.edition,
        "article": one.article,
        "topic": one.topic,
        "kind": one.kind,
        "requirement": one.requirement,
        "does": one.does,
        "where": list(one.where),
        "provisions": [{"key": found.key, "content": _plain(found)} for found in provisions(one)],
        "counterparts": [_counterpart_data(one, row(*other)) for other in one.counterparts],
        "errata": list(one.errata),
        "readings": list(one.readings),
        "status": one.status,
        "tested_by": list(one.tests),
        "reason": one.reason or None,
    }


def _counterpart_data(one: Row, other: Row) -> dict[str, Any]:
    return {
        "edition": other.edition,
        "article": other.article,
        "same": other.requirement == one.requirement,
        "requirement": other.requirement,
    }


def _plain(found: Provision) -> Any:  # noqa: ANN401 - a number, a choice, a list, nothing
    return list(found.content) if isinstance(found.content, tuple) else found.content


def _listed(found: Sequence[Row]) -> str:
    return table(
        ["article", "kind", "arpad", "state", "asks"],
        [
            (one.article, one.kind, one.does, one.status, textwrap.shorten(one.requirement, WIDTH, placeholder=" …"))
            for one in found
        ],
    )


def _shown(one: Row) -> str:
    head = f"{one.edition} {one.article} ({one.kind}): arpad {one.does}, {one.status}"
    others = [row(*other) for other in one.counterparts]
    parts = [
        ("asks", [one.requirement]),
        ("where", one.where),
        ("provisions", [f"{found.key} = {_content(found)}" for found in provisions(one)]),
        ("errata", [", ".join(one.errata)]),
        ("readings", [", ".join(one.readings)]),
        ("elsewhere", [_elsewhere(one, other) for other in others]),
        ("tested by", one.tests),
        ("reason", [one.reason]),
    ]
    return "\n".join([head, *(line for title, said in parts for line in _part(title, said))])


def _content(found: Provision) -> str:
    content = _plain(found)
    if isinstance(content, list):
        return ", ".join(map(str, content))
    return "none" if content is None else str(content).lower() if isinstance(content, bool) else str(content)


def _elsewhere(one: Row, other: Row) -> str:
    said = "the same" if other.requirement == one.requirement else other.requirement
    return f"{other.edition} {other.article}: {said}"


def _part(title: str, said: Sequence[str]) -> list[str]:
    """Write what is said under a title that stands once, each part on lines of its own."""
    lines = [
        line
        for part in said
        if part
        for line in textwrap.wrap(part, WIDTH, break_long_words=False, break_on_hyphens=False)
    ]
    return [f"  {title if index == 0 else '':{INDENT}}{line}" for index, line in enumerate(lines)]
