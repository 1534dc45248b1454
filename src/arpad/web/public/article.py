"""An article on the site: what it asks in our words, what carries it out, what holds it, and where else it stands."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from arpad.model.problems import EditionError
from arpad.regulations.amended_text import amended_by, followed
from arpad.regulations.carried_out import functions_of, rules_of
from arpad.regulations.catalogue import TWIN, edition, shipped_names
from arpad.regulations.package_data import words
from arpad.regulations.register import provisions, register, registered, remarks, row
from arpad.web.public.law_places import article_address, article_in_address, remark_address
from arpad.web.wording import says

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import date

    from arpad.regulations.amended_text import Amendment
    from arpad.regulations.carried_out import CodePlace
    from arpad.regulations.edition import Provision
    from arpad.regulations.register import RegisterRow

_PACKAGE = Path(__file__).parents[2]
_SENTENCES = " ["
"""So the number of a sentence begins, which is ours and not the document's."""


class LawLink(NamedTuple):
    """Something to follow: its words and its address."""

    words: str
    address: str


class Code(NamedTuple):
    """A rule or a function that carries an article out."""

    name: str
    place: str
    text: str


class ProvisionLine(NamedTuple):
    """A provision of an article: what it is about, and what it says."""

    provision: Provision

    @property
    def words(self) -> str:
        """What it is about, in a few words."""
        return words("provision", self.provision.key)

    @property
    def content(self) -> str:
        """What it says."""
        return content_text(self.provision)

    @property
    def source(self) -> str:
        """Where it is known from, where that is said."""
        return "; ".join(part for part in (self.provision.source or "", self.provision.note or "") if part)


class Elsewhere(NamedTuple):
    """An article of another edition on the same matter."""

    link: LawLink
    requirement: str
    is_same: bool


@dataclass(frozen=True, slots=True)
class ArticlePart:
    """One row of the register: an article, or a sentence of it."""

    row: RegisterRow
    anchor: str
    rules: Sequence[Code]
    functions: Sequence[Code]
    provisions: Sequence[ProvisionLine]
    elsewhere: Sequence[Elsewhere]
    remarks: Sequence[LawLink]
    tests: Sequence[str]


class AmendmentPart(NamedTuple):
    """What an edition changed of the article."""

    link: LawLink
    effective: date | None
    is_later: bool
    requirements: Sequence[str]
    provisions: Sequence[ProvisionLine]


@dataclass(frozen=True, slots=True)
class ArticleSheet:
    """An article as an edition has it."""

    edition: str
    article: str
    of_text: str
    """The text whose rows these are, where it is another; empty where it is the same, or where there is none."""
    parts: Sequence[ArticlePart]
    amendments: Sequence[AmendmentPart]
    provisions: Sequence[ProvisionLine]
    """Of an edition whose text is not carried here: what is known of the article."""

    @property
    def asks(self) -> str:
        """What it asks, in one paragraph."""
        sentences = [part.row.requirement for part in self.parts] or [each.words for each in self.provisions]
        return " ".join(sentences)


@lru_cache(maxsize=512)
def article_sheet(edition_id: str, in_address: str) -> ArticleSheet | None:
    """Give an article by its name in an address; None where the edition has no such article."""
    article = articles_of(edition_id).get(in_address)
    if article is None:
        return None
    own = [each for each in edition(edition_id).provisions.values() if each.article == article and each.present]
    lines = [ProvisionLine(each) for each in own]
    try:
        asked = followed(edition_id, article)
    except EditionError:
        return ArticleSheet(edition_id, article, "", (), (), lines)
    amendments = [_amendment(each, article, is_later=False) for each in asked.amendments]
    amendments += [_amendment(each, article, is_later=True) for each in asked.later]
    of_text = asked.rows[0].edition if asked.rows[0].edition != edition_id else ""
    return ArticleSheet(edition_id, article, of_text, [_part(each) for each in asked.rows], amendments, lines)


@lru_cache(maxsize=64)
def articles_of(edition_id: str) -> Mapping[str, str]:
    """Give the articles of an edition by their names in addresses: those of the texts it stands on, and its own."""
    law = edition(edition_id)
    names = [each.article for each in law.provisions.values() if each.article]
    for text in reversed(amended_by(edition_id.removesuffix(TWIN))):
        if text in registered():
            rows = [each.article for each in register(text)]
            names += [*rows, *(name.partition(_SENTENCES)[0] for name in rows)]
    names += [name.partition(" (")[0] for name in names if " (" in name]
    return {article_in_address(name): name for name in names if article_in_address(name)}


def linked_text(edition_id: str, article: str) -> LawLink:
    """Give a link to an article, with its edition."""
    return LawLink(f"{edition_id} {article}", article_address(edition_id, article))


def content_text(provision: Provision | None) -> str:
    """Write what a provision says, for people: the name of a rule as words.

    >>> content_text(None)
    'none'
    """
    if provision is None or not provision.present:
        return says("choice", "none")
    if isinstance(provision.content, bool):
        return says("choice", "yes" if provision.content else "no")
    parts = provision.content if isinstance(provision.content, tuple) else (provision.content,)
    return ", ".join(str(part).replace("_", " ") for part in parts)


def _part(of_article: RegisterRow) -> ArticlePart:
    counterparts = [row(*place) for place in of_article.counterparts]
    known = remarks()
    return ArticlePart(
        of_article,
        article_in_address(of_article.article),
        _code(rules_of(of_article)),
        _code(functions_of(of_article)),
        [ProvisionLine(each) for each in provisions(of_article)],
        [
            Elsewhere(linked_text(each.edition, each.article), each.requirement,
                      each.requirement == of_article.requirement)
            for each in counterparts
        ],
        [
            LawLink(f"{name}: {known[name].title}", remark_address(name))
            for name in (*of_article.readings, *of_article.errata)
            if name in known
        ],
        of_article.tests,
    )  # fmt: skip


def _amendment(amendment: Amendment, article: str, *, is_later: bool) -> AmendmentPart:
    here = article_in_address(article) in articles_of(amendment.edition)
    link = linked_text(amendment.edition, article if here else "")
    return AmendmentPart(
        LawLink(amendment.edition, link.address),
        amendment.effective,
        is_later,
        [each.requirement for each in amendment.rows],
        [ProvisionLine(each) for each in amendment.provisions],
    )


def _code(places: Iterable[CodePlace]) -> list[Code]:
    return [Code(place.name, f"{place.file}:{place.line}", _text(place.file, place.line)) for place in places]


@lru_cache(maxsize=512)
def _text(file: str, line: int) -> str:
    """Give the lines of a rule or a function, from its first line to its last."""
    source = _PACKAGE.joinpath(file).read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and line in (node.lineno, *(each.lineno for each in node.decorator_list)):
            return "\n".join(source.splitlines()[node.lineno - 1 : node.end_lineno])
    return ""


def known_edition(name: str) -> bool:
    """Tell whether an edition of this name comes with arpad."""
    return name in shipped_names()
