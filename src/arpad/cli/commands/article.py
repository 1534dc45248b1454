"""`arpad article`: what an article asks, what arpad does about it, by which rules and functions, and what tests it."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from arpad.cli.answer import Answer, table
from arpad.cli.commands.editions import content_text
from arpad.documents.articles import articles_data
from arpad.regulations.carried_out import functions_of, rules_of
from arpad.regulations.register import provisions, register, registered_id, row, rows

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from arpad.regulations.carried_out import Place
    from arpad.regulations.register import RegisterRow

WIDTH, INDENT = 100, 12


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("edition", help="an edition with a register, such as fide-2014-07 or, shorter, fide-2014")
    parser.add_argument("article", nargs="*", help="its article, such as 8.21 or App. I 8.23; without it, all rows")


def answer(given: argparse.Namespace) -> Answer:
    """Show the rows of an article, or list those of an edition."""
    name, article = registered_id(given.edition), " ".join(given.article) or None
    chosen = rows(name, article) if article else register(name)
    text = "\n\n".join(_shown(of_article) for of_article in chosen) if article else _listed(chosen)
    return Answer(articles_data(name, article, chosen), text)


def _listed(chosen: Sequence[RegisterRow]) -> str:
    return table(
        ["article", "kind", "arpad", "state", "asks"],
        [
            (
                of_article.article,
                of_article.kind,
                of_article.does,
                of_article.status,
                textwrap.shorten(of_article.requirement, WIDTH, placeholder=" …"),
            )
            for of_article in chosen
        ],
    )


def _shown(of_article: RegisterRow) -> str:
    head = f"{of_article.edition} {of_article.article} ({of_article.kind}): arpad {of_article.does}"
    parts = [
        ("asks", [of_article.requirement]),
        ("where", of_article.where),
        ("rules", [_place(place) for place in rules_of(of_article)]),
        ("functions", [_place(place) for place in functions_of(of_article)]),
        ("provisions", [f"{provision.key} = {content_text(provision)}" for provision in provisions(of_article)]),
        ("errata", [", ".join(of_article.errata)]),
        ("readings", [", ".join(of_article.readings)]),
        ("elsewhere", [_elsewhere(of_article, row(*place)) for place in of_article.counterparts]),
        ("tested by", of_article.tests),
        ("reason", [of_article.reason]),
    ]
    lines = [line for title, paragraphs in parts for line in _part(title, paragraphs)]
    return "\n".join([f"{head}, {of_article.status}", *lines])


def _place(place: Place) -> str:
    return f"{place.name} ({place.file}:{place.line})"


def _elsewhere(of_article: RegisterRow, counterpart: RegisterRow) -> str:
    asks = "the same" if counterpart.requirement == of_article.requirement else counterpart.requirement
    return f"{counterpart.edition} {counterpart.article}: {asks}"


def _part(title: str, paragraphs: Sequence[str]) -> list[str]:
    """Write paragraphs under a title that stands once, each on lines of its own."""
    lines = [
        line
        for paragraph in paragraphs
        if paragraph
        for line in textwrap.wrap(paragraph, WIDTH, break_long_words=False, break_on_hyphens=False)
    ]
    return [f"  {title if index == 0 else '':{INDENT}}{line}" for index, line in enumerate(lines)]
