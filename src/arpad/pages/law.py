"""The articles that a page cites: a link at each place, and at the end of the page what each asks, in our words.

So a citation can be followed without a network. Where a text says of an article "as before", the words are those of the
text before; where no text of it is carried here, the provisions that cite it say what it is about.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from arpad.model.problems import EditionError
from arpad.pages.html import element, escaped, joined, link, quiet
from arpad.pages.wording import says
from arpad.regulations import package_data
from arpad.regulations.catalogue import edition
from arpad.regulations.keys import KEYS
from arpad.regulations.register import rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from arpad.pages.html import Content, Fragment
    from arpad.regulations.edition import Citation, Edition, Provision

ARTICLES = "articles"
"""The anchor of the section."""
_CITED = re.compile(r"(\S+) (.+?)( \((?:reconstructed|R-\d).*\))?")
"""A citation as text: edition, article, and in brackets what is not certain."""
_NOT_IN_A_NAME = re.compile(r"[^a-z0-9.]+")
_SAID_BY_VALUE = frozenset({"whole", "points", "duration", "date", "text"})
"""Forms of a provision whose value says something by itself."""


class CitedArticles:
    """The articles that were cited so far on a page, in the order of their first citation."""

    def __init__(self, laws: Iterable[Edition] = (), address: Callable[[str, str], str] | None = None) -> None:
        """Begin without any; `laws` are the editions in use, others are asked of those that come with arpad.

        `address` gives the page of an article on a site that has the regulations: a citation leads there, and there is
        nothing to say at the end. An edition of a federation's own has no such page.
        """
        self._address = address
        self._laws = list({id(law): law for law in laws}.values())
        self._cited: dict[str, tuple[str, str]] = {}

    def link(self, edition_id: str, article: str, words: str | None = None) -> Fragment:
        """Cite an article; `words` stand for it where its edition was named already."""
        if not article:
            return escaped(edition_id)
        if self._address is not None and edition_id in package_data.names("editions", ".toml"):
            return link(self._address(edition_id, article), words or f"{edition_id} {article}")
        anchor = f"article-{_NOT_IN_A_NAME.sub('-', f'{edition_id} {article}'.lower()).strip('-')}"
        self._cited.setdefault(anchor, (edition_id, article))
        return link(f"#{anchor}", words or f"{edition_id} {article}")

    def links(self, citations: Iterable[Citation]) -> Fragment:
        """Cite some articles, each once."""
        places = dict.fromkeys((citation.edition, citation.article) for citation in citations if citation.article)
        return joined((self.link(*place) for place in places), ", ")

    def in_sentence(self, text: str) -> Fragment:
        """Make links of the citations in square brackets at the end of a sentence; other brackets stay as they are."""
        for at in (place.start() for place in re.finditer(r" \[", text) if text.endswith("]")):
            cited = [_CITED.fullmatch(part) for part in text[at + 2 : -1].split("; ")]
            if all(matched is not None and self._is_known(matched[1]) for matched in cited):
                return joined([text[: at + 2], self.of_text(text[at + 2 : -1]), "]"])
        return escaped(text)

    def _is_known(self, edition_id: str) -> bool:
        return edition_id in package_data.names("editions", ".toml") or edition_id in {law.id for law in self._laws}

    def of_text(self, text: str) -> Fragment:
        """Make links of citations that were written as text, with semicolons between them."""
        return joined((self._of_text(part) for part in text.split("; ") if part), "; ")

    def _of_text(self, text: str) -> Content:
        matched = _CITED.fullmatch(text)
        return text if matched is None else joined([self.link(matched[1], matched[2]), matched[3]])

    def section(self) -> Iterator[Fragment]:
        """Give the section of all articles that were cited; nothing where none was."""
        if not self._cited:
            return
        articles = (self._entry(anchor, *place) for anchor, place in self._cited.items())
        title = element("h2", says("law", "articles"), id=ARTICLES)
        yield element("section", title, quiet(says("law", "about")), element("dl", *articles), class_="articles")

    def _entry(self, anchor: str, edition_id: str, article: str) -> Fragment:
        asks, source = self._asked(edition_id, article)
        words: list[Content] = [" ".join(asks) or says("law", "not_carried")]
        if source:
            words.append(element("small", source))
        return element("div", element("dt", f"{edition_id} {article}"), element("dd", *words), id=anchor)

    def _asked(self, edition_id: str, article: str) -> tuple[Sequence[str], str]:
        """Give what an article asks, and the text from which that was taken where it is another."""
        cited = self._provisions(edition_id, article)
        places = {(edition_id, article): ""}
        for provision in cited:
            places.setdefault(
                (provision.origin, article), says("law", "as_in", origin=provision.origin, article=article)
            )
            if provision.after:
                text, _, of_text = provision.after.partition(" ")
                places.setdefault((text, of_text), says("law", "after", text=provision.after))
        for (text, of_text), source in places.items():
            try:
                return [row.requirement for row in rows(text, of_text)], source
            except EditionError:
                continue  # that text is not carried here, or has no such article
        return [_provision_words(provision) for provision in cited], ""

    def _provisions(self, edition_id: str, article: str) -> list[Provision]:
        """Give the provisions of an article, each once."""
        laws = self._laws or _shipped(edition_id)
        standing = (provision for law in laws for provision in law.provisions.values() if provision.present)
        cited = {p.key: p for p in standing if (p.edition, p.article) == (edition_id, article)}
        return list(cited.values())


def _shipped(edition_id: str) -> list[Edition]:
    """Give an edition that comes with arpad; one of a federation's own, or one that depends on a day, is not known."""
    if edition_id not in package_data.names("editions", ".toml"):
        return []
    try:
        return [edition(edition_id)]
    except EditionError:
        return []


def _provision_words(provision: Provision) -> str:
    key = KEYS[provision.key]
    value = f": {provision.content}" if key.form in _SAID_BY_VALUE else ""
    about = package_data.words("provision", provision.key)
    return f"{about[:1].upper()}{about[1:]}{value}."
