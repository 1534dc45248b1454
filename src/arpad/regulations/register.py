"""The register of articles: what each article of a text asks, what arpad does about it, where, and tested by what.

A row is one article, or one sentence of it: `[1]`, `[2]` are our numbers for sentences that have none of their own. So
a citation of `8.56` means all its sentences, unless there is a row of exactly that name.
"""

from __future__ import annotations

import json
import re
from csv import DictReader
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING

from arpad.model.problems import EditionError
from arpad.regulations import package_data
from arpad.regulations.catalogue import TWIN, edition
from arpad.regulations.package_data import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from arpad.regulations.edition import Provision

KINDS = ("data", "validation", "calculation", "publication", "workflow", "organisational")
DOES = ("computes", "checks", "records", "publishes", "guides")
TESTED, REASONED, OPEN = "tested", "reasoned", "open"

_FOLDER = "register"
_WORDS = re.compile(r"\d+(?:\.\d+)*|\[\d+\]|[^\W\d]+|§")
_REMARK = re.compile(r"([RrEe])[- ]?(\d{1,3})", re.ASCII)
_APPENDICES = ("", "App. I ", "App. II ")


@dataclass(frozen=True, slots=True)
class RegisterRow:
    """One article of an edition and what becomes of it."""

    edition: str
    article: str
    topic: str
    kind: str
    requirement: str
    """What it asks, in our words."""
    does: str
    where: tuple[str, ...]
    """The files of the package that carry it out; none where nothing does yet."""
    counterparts: tuple[tuple[str, str], ...]
    """The rows on the same matter, of other editions or elsewhere in this one: edition and article."""
    errata: tuple[str, ...]
    readings: tuple[str, ...]
    reason: str
    """Why there is nothing to test, or what tests do not reach; else empty."""
    tests: tuple[str, ...]

    @property
    def status(self) -> str:
        """Tested; reasoned, where there is nothing to test; else open."""
        return TESTED if self.tests else REASONED if self.reason else OPEN


@cache
def registered() -> tuple[str, ...]:
    """Name the editions that have a register."""
    return tuple(package_data.names(_FOLDER, ".csv"))


def registered_id(name: str) -> str:
    """Give the id of an edition with a register, also from its beginning or from its printed twin.

    >>> registered_id("fide-2014"), registered_id("mssz-2017-01-print")
    ('fide-2014-07', 'mssz-2017-01')
    """
    wanted = name.removesuffix(TWIN)
    matching = (
        [wanted]
        if wanted in registered()
        else [edition_id for edition_id in registered() if edition_id.startswith(f"{wanted}-")]
    )
    if len(matching) == 1:
        return matching[0]
    if matching:
        raise EditionError.of(WORDS, "several_editions", name=name, matching=matching)
    raise EditionError.of(WORDS, "no_register", name=name, registered=registered())


@cache
def register(edition_id: str) -> tuple[RegisterRow, ...]:
    """Give all rows of an edition, in the order of its text.

    >>> len(register("fide-2014-07"))
    107
    """
    name = registered_id(edition_id)
    written = list(DictReader(package_data.text(_FOLDER, f"{name}.csv").splitlines()))
    articles = [line["article"] for line in written]
    tested: dict[str, list[str]] = {}
    for marked, tests in tested_by().get(name, {}).items():
        for article in named(marked, articles):
            tested.setdefault(article, []).extend(tests)
    return tuple(
        RegisterRow(
            name,
            line["article"],
            line["topic"],
            line["kind"],
            line["requirement"],
            line["does"],
            _parts(line["where"]),
            tuple(
                (other, article) for other, _, article in (part.partition(" ") for part in _parts(line["counterparts"]))
            ),
            _parts(line["errata"]),
            _parts(line["readings"]),
            line["reason"],
            tuple(sorted(set(tested.get(line["article"], ())))),
        )
        for line in written
    )


def row(edition_id: str, article: str) -> RegisterRow:
    """Give the row of exactly this article.

    >>> row("fide-2014", "8.54").requirement
    'A rating difference of more than 400 counts as 400.'
    """
    for candidate in register(edition_id):
        if candidate.article == article:
            return candidate
    raise _unknown(edition_id, article)


def rows(edition_id: str, article: str) -> tuple[RegisterRow, ...]:
    """Give the rows of an article with its sentences and letters, however the article is spaced and bracketed.

    >>> [row.article for row in rows("fide-2009", "8.21")][:3]
    ['8.21 [1]', '8.21 [2]', '8.21 (a)']
    >>> [row.article for row in rows("fide-2014", "7.14(c)")], rows("mssz-2017", "8.54")[0].article
    (['7.14 c'], 'App. I 8.54')
    """
    for before in _APPENDICES:
        wanted = article_words(before + article)
        matching = tuple(
            candidate
            for candidate in register(edition_id)
            if wanted and article_words(candidate.article)[: len(wanted)] == wanted
        )
        if matching:
            return matching
    raise _unknown(edition_id, article)


def named(article: str, articles: Iterable[str]) -> list[str]:
    """Give the rows that a citation names: the one of exactly that name, or else all sentences of the article.

    >>> named("8.56", ["8.55 (a)", "8.56 [1]", "8.56 [2]", "8.57"])
    ['8.56 [1]', '8.56 [2]']
    """
    known = list(articles)
    return [article] if article in known else [candidate for candidate in known if candidate.startswith(f"{article} [")]


def provisions(row: RegisterRow) -> tuple[Provision, ...]:
    """Give the provisions of the edition that cite this article, by key; of all kinds of chess it is for."""
    articles = [other.article for other in register(row.edition)]
    citing = {
        provision.key: provision
        for kind in reversed(edition(row.edition).kinds)
        for provision in edition(row.edition, kind).provisions.values()
        if provision.edition == row.edition
        and (provision.present or provision.origin == row.edition)
        and row.article in named(provision.article, articles)
    }
    return tuple(citing[key] for key in sorted(citing))


@cache
def tested_by() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """Read which tests name which articles: edition, article as marked, tests. Written by tools/write_register.py."""
    written = json.loads(package_data.text(_FOLDER, "tested_by.json"))
    return {
        edition_id: {article: tuple(tests) for article, tests in by_article.items()}
        for edition_id, by_article in written.items()
    }


def _parts(cell: str) -> tuple[str, ...]:
    return tuple(part for part in cell.split("; ") if part)


def article_words(article: str) -> list[str]:
    """Give the numbers, letters and brackets of an article, however it is spaced."""
    return _WORDS.findall(article.casefold())


def _unknown(edition_id: str, article: str) -> EditionError:
    name = registered_id(edition_id)
    close = get_close_matches(article, [candidate.article for candidate in register(name)], 4)
    return EditionError.of(
        WORDS, "unknown_article", edition=name, text=name, article=article, others=(), example="", close=close
    )


@dataclass(frozen=True, slots=True)
class TextRemark:
    """A reading (R-005) or an erratum (E 13): what it is called, and what is said about it."""

    id: str
    title: str
    text: str

    @property
    def citing(self) -> tuple[RegisterRow, ...]:
        """The rows of all texts that it is about."""
        return tuple(
            each for name in registered() for each in register(name) if self.id in (*each.errata, *each.readings)
        )


@cache
def remarks() -> Mapping[str, TextRemark]:
    """Read all readings and errata, by number. Written by tools/write_register.py from the pages about them."""
    written = json.loads(package_data.text(_FOLDER, "remarks.json"))
    return {name: TextRemark(name, each["title"], each["text"]) for name, each in written.items()}


def remark_id(text: str) -> str | None:
    """Give the number of a reading or an erratum as it is written; None where the text is none.

    >>> remark_id("r-5"), remark_id("E13"), remark_id("8.3.3")
    ('R-005', 'E 13', None)
    """
    match = _REMARK.fullmatch(text.strip())
    if match is None:
        return None
    number = int(match[2])
    return f"R-{number:03}" if match[1] in "Rr" else f"E {number}"


def remark(name: str) -> TextRemark:
    """Give a reading or an erratum."""
    known = remarks().get(name)
    if known is None:
        alike = [other for other in remarks() if other[0] == name[0]]
        raise EditionError.of(WORDS, "unknown_remark", name=name, first=alike[0], last=alike[-1])
    return known
