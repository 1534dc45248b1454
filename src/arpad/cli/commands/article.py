"""`arpad article`: what an article asks, what arpad does about it, by which rules and functions, and what tests it."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING

from arpad.cli.answer import Answer, table
from arpad.cli.commands.editions import content_text
from arpad.cli.options import day
from arpad.cli.terminal import width
from arpad.documents.articles import articles_data, followed_data, remark_data
from arpad.model.clock import today
from arpad.model.period import KINDS
from arpad.regulations.amended_text import edition_of, followed, text_of
from arpad.regulations.carried_out import functions_of, rules_of
from arpad.regulations.catalogue import in_force
from arpad.regulations.register import provisions, register, remark, remark_id, row

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from arpad.regulations.amended_text import Amendment, FollowedArticle
    from arpad.regulations.carried_out import CodePlace
    from arpad.regulations.register import RegisterRow, TextRemark

WIDTH, INDENT = 100, 12
_ARTICLE = re.compile(r"[\d§]|app\b", re.IGNORECASE)
"""How an article begins; anything else that comes first is an edition."""
_CALLED = re.compile(r"(?:art(?:icle\b|\.|\b)|§)\s*(?=\d)", re.IGNORECASE)
"""What people write before the number of an article."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument(
        "words",
        metavar="[EDITION] ARTICLE",
        nargs="*",
        help="an article, such as 8.3.3 or App. I 8.23, a reading (R-005) or an erratum (E 13); before it the edition, "
        "such as fide-2014-07 or, shorter, fide-2014, where it is not today's; without an article, all rows",
    )
    parser.add_argument("--on", type=day, metavar="DATE", help="the day whose edition is meant; today if not given")
    parser.add_argument("--tests", action="store_true", help="show the tests that hold it, too")


def answer(given: argparse.Namespace) -> Answer:
    """Show the rows of an article, or list those of a text; or a reading, or an erratum."""
    given.words = _CALLED.sub("", " ".join(given.words), 1).split()
    name = remark_id(" ".join(given.words))
    if name is not None:
        known = remark(name)
        return Answer(remark_data(known), _remark_text(known))
    words = list(given.words)
    is_named = bool(words) and _ARTICLE.match(words[0]) is None
    edition = edition_of(words.pop(0)) if is_named else in_force(given.on or today(), KINDS[0]).id
    article = " ".join(words)
    if not article:
        chosen = register(text_of(edition))
        return Answer(articles_data(text_of(edition), None, chosen), _listed(chosen))
    asked = followed(edition, article)
    return Answer(followed_data(asked, article), _followed_text(asked, article, with_tests=given.tests))


def _followed_text(asked: FollowedArticle, article: str, *, with_tests: bool) -> str:
    parts = []
    if asked.rows[0].edition != asked.edition:
        text = asked.rows[0].edition
        parts.append(f"{article} of {asked.edition} is that of {text}{'' if asked.amendments else ', unchanged'}.")
    parts += [_amendment_text(amendment, "amended by") for amendment in asked.amendments]
    parts += [_shown(of_article, with_tests=with_tests) for of_article in asked.rows]
    parts += [_amendment_text(amendment, "amended later by") for amendment in asked.later]
    return "\n\n".join(parts)


def _amendment_text(amendment: Amendment, how: str) -> str:
    """Write what an edition changes."""
    since = "" if amendment.effective is None else f", from {amendment.effective}"
    parts = [
        ("asks", [of_article.requirement for of_article in amendment.rows]),
        (
            "provisions",
            [
                f"{provision.key} = {content_text(provision)}{' (reconstructed)' if provision.reconstructed else ''}"
                for provision in amendment.provisions
            ],
        ),
    ]
    lines = [line for title, paragraphs in parts for line in _part(title, paragraphs)]
    return "\n".join([f"{how} {amendment.edition}{since}:", *lines])


def _remark_text(known: TextRemark) -> str:
    """Write a reading or an erratum: what is said about it, and where it stands."""
    paragraphs = [
        paragraph if paragraph.startswith("```") else textwrap.fill(" ".join(paragraph.split()), _columns(0))
        for paragraph in known.text.split("\n\n")
    ]
    cited = [f"{each.edition} {each.article}: {each.requirement}" for each in known.citing]
    return "\n\n".join([f"{known.id} · {known.title}", *paragraphs, "\n".join(_part("articles", cited))]).rstrip()


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


def _shown(of_article: RegisterRow, *, with_tests: bool) -> str:
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
        ("tested by", of_article.tests if with_tests else ()),
        ("reason", [of_article.reason]),
    ]
    lines = [line for title, paragraphs in parts for line in _part(title, paragraphs)]
    return "\n".join([f"{head}, {of_article.status}", *lines])


def _place(place: CodePlace) -> str:
    return f"{place.name} ({place.file}:{place.line})"


def _elsewhere(of_article: RegisterRow, counterpart: RegisterRow) -> str:
    asks = "the same" if counterpart.requirement == of_article.requirement else counterpart.requirement
    return f"{counterpart.edition} {counterpart.article}: {asks}"


def _columns(before: int) -> int:
    """Give how wide a paragraph may be, with so much before it: a book's line, or what a narrow terminal leaves."""
    return min(WIDTH, (width() or before + WIDTH) - before)


def _part(title: str, paragraphs: Sequence[str]) -> list[str]:
    """Write paragraphs under a title that stands once, each on lines of its own."""
    lines = [
        line
        for paragraph in paragraphs
        if paragraph
        for line in textwrap.wrap(paragraph, _columns(INDENT + 2), break_long_words=False, break_on_hyphens=False)
    ]
    return [f"  {title if index == 0 else '':{INDENT}}{line}" for index, line in enumerate(lines)]
