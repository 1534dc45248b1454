"""Which articles ask for the watch over the scale, for the edition in force when a list is made.

The texts of 2003, 2009 and 2014 have a chapter on it. Editions between and after them whose text was not seen are
presumed to have kept it; the text of 2024 has none, so there the last one that had it is cited as custom.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.publication.wording import WORDS
from arpad.regulations.catalogue import edition
from arpad.regulations.register import registered
from arpad.regulations.terms.ints import citations as provisions_cited

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arpad.regulations.edition import Citation, Edition

IN_FORCE, PRESUMED, CUSTOM = "in force", "presumed", "custom"


def standing_words(standing: str) -> str:
    """Say beside an article how it stands to the edition in force; nothing of one that is in it."""
    return "" if standing == IN_FORCE else WORDS.say("standing", standing, {})


@dataclass(frozen=True, slots=True)
class Chapter:
    """The articles of one text: what the scale must keep, who notices a drift, and who studies it."""

    scale: str
    drift: str
    study: str


CHAPTERS = {
    "fide-2003-07": Chapter("12.2", "12.3", "13.2"),
    "fide-2009-07": Chapter("10.2", "10.3", "11.2"),
    "fide-2014-07": Chapter("10.2", "10.3", "11.2"),
}
LAST = "fide-2014-07"
"""The last text that had the chapter."""

_OF_PROVISIONS = {
    "expectation": ("expectation_table", "difference_cap", "cap_exempt_from", "gap_exclusion"),
    "points": ("coefficient", "rounding", "floor"),
}
"""The provisions on which a part of the page rests, beside the chapter itself."""


def citations(law: Edition) -> dict[str, list[dict[str, str]]]:
    """Give, for each part of the page, the articles it is made for and those it rests on."""
    edition_id, standing = _text_of(law)
    chapter = CHAPTERS[edition_id]
    parts = {
        "players": (chapter.scale,),
        "steady": (chapter.scale, chapter.drift),
        "expectation": (chapter.scale,),
        "points": (chapter.drift,),
        "series": (chapter.drift, chapter.study),
    }
    cited_by_part = {
        part: [_cited(edition_id, article, standing) for article in articles] for part, articles in parts.items()
    }
    for part, keys in _OF_PROVISIONS.items():
        cited = (citation for key in keys for citation in provisions_cited(law, (key,)))
        cited_by_part[part] += [citation_data(citation) for citation in cited if citation.article]
    return {part: _each_once(rows) for part, rows in cited_by_part.items()}


def citation_data(citation: Citation) -> dict[str, str]:
    """Give an article of the edition in force as data."""
    return _cited(citation.edition, citation.article, PRESUMED if citation.reconstructed else IN_FORCE)


def _cited(name: str, article: str, standing: str) -> dict[str, str]:
    return {"edition": name, "article": article, "standing": standing}


def _each_once(rows: list[dict[str, str]]) -> list[dict[str, str]]:
    return list({(row["edition"], row["article"]): row for row in rows}.values())


def _text_of(law: Edition) -> tuple[str, str]:
    """Give the text whose chapter holds for an edition, and how it stands to it."""
    standing = IN_FORCE
    for name in _with_parents(law):
        if name in CHAPTERS:
            return name, standing
        if name in registered():
            standing = CUSTOM
        elif standing == IN_FORCE:
            standing = PRESUMED
    return LAST, CUSTOM


def _with_parents(law: Edition) -> Iterator[str]:
    """Give the ids of an edition, or of the one over which it stands, and of those before it, the latest first."""
    ancestor: Edition | None = edition(law.base) if law.base else law
    while ancestor is not None:
        yield ancestor.id
        ancestor = edition(ancestor.builds_on) if ancestor.builds_on else None
