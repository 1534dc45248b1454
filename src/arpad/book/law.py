"""The law of a book: by what its lists were made, which list may be made by what, and how it takes a law on.

A list that was closed is published. So no list is made by other rules than the book's by mistake: an edition that is
named when the first list is closed becomes the law of the book, and from then on another one is refused.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from arpad.book.change import AdoptedLaw
from arpad.book.made_by import PLACE, SUMMARY
from arpad.book.wording import WORDS
from arpad.model.bounded import MOST_IN_TOML, read_whole
from arpad.model.period import KINDS
from arpad.model.problems import RefusedError
from arpad.regulations.catalogue import NoEditionError
from arpad.regulations.rulebook import is_same_text

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from arpad.book.about import About
    from arpad.book.kept import KeptBook
    from arpad.regulations.edition import Edition
    from arpad.regulations.rulebook import Rulebook


class MadeBy(NamedTuple):
    """By what a list was made."""

    day: date
    editions: Mapping[str, str]
    """By kind of chess, the id of its edition."""
    is_by_the_book: bool
    """True where it is known that no edition was named for it."""


def refuse_other_law(book: KeptBook, rulebook: Rulebook, list_date: date) -> None:
    """Refuse to close a list by other rules than those of its book, or than those of the list before.

    A book that records its law is closed by that. In one that does not, the list before says by what it was made.
    """
    name = book.name
    if book.about.edition is not None:
        if not is_same_law(book.rulebook, rulebook, list_date):
            own, other, month = book.rulebook.edition_id, rulebook.edition_id, f"{list_date:%Y-%m}"
            raise RefusedError.of(WORDS, "other_edition", name, book=name, own=own, other=other, month=month)
        return
    last = last_made(book)
    if last is None or (last.is_by_the_book and rulebook is book.rulebook):
        return
    for kind, was in last.editions.items():
        law = _law_of(rulebook, kind, last.day)
        # A later version of arpad may know an edition that had been in force already.
        is_newly_known = rulebook is book.rulebook and law is not None and law.builds_on == was
        if (law is None or law.id != was) and not is_newly_known:
            raise RefusedError.of(
                WORDS, "other_edition", name, says="other_edition_before",
                book=name, kind=kind, month=f"{last.day:%Y-%m}", was=was, now=law.id if law else "",
            )  # fmt: skip


def is_same_law(own: Rulebook, other: Rulebook, day: date) -> bool:
    """Tell whether two rulebooks make the lists of a day by the same law, in all kinds of chess."""
    if own is other:
        return True
    for kind in KINDS:
        first, second = _law_of(own, kind, day), _law_of(other, kind, day)
        is_same = first is second or (first is not None and second is not None and is_same_text(first, second))
        if not is_same:
            return False
    return True


def _law_of(rulebook: Rulebook, kind: str, day: date) -> Edition | None:
    try:
        return rulebook.law(kind, day)
    except NoEditionError:
        return None


def made_lists(book: KeptBook) -> list[date]:
    """Give the days of the lists that were closed in this book, not imported, in order."""
    return [day for day in book.list_dates if book.is_published(day)]


def last_made(book: KeptBook) -> MadeBy | None:
    """Give by what the newest list was made that was closed in this book; None where there is none, or none says it."""
    for day in reversed(made_lists(book)):
        beside, summary = (_data(book.published_file(day, name)) for name in (PLACE, SUMMARY))
        ids = beside.get("editions") or {kind: named.get("id") for kind, named in summary.get("editions", {}).items()}
        if ids:
            return MadeBy(day, ids, "edition" in beside and beside["edition"] is None)
    return None


def _data(text: bytes | None) -> dict[str, Any]:
    try:
        record = json.loads((text or b"").decode("utf-8"))
    except (ValueError, RecursionError):
        return {}
    return record if isinstance(record, dict) else {}


def kept_law(about: About, rulebook: Rulebook) -> AdoptedLaw:
    """Give the law of a rulebook as a book keeps it: what it says of itself then, and the files of the edition."""
    sources = [Path(name) for name in rulebook.sources()]
    if rulebook.edition is None or not sources:
        return AdoptedLaw(rulebook, replace(about, edition=rulebook.edition), {})
    own = Path(rulebook.edition)
    elsewhere = [place for place in sources if place.parent != own.parent]
    if elsewhere:
        raise RefusedError.of(WORDS, "edition_elsewhere", own.name, edition=own.name, base=elsewhere[0].name)
    kept = {place.name: read_whole(place, MOST_IN_TOML) for place in sources}
    if not rulebook.is_current():
        raise RefusedError.of(WORDS, "edition_changed", own.name, edition=own.name)
    return AdoptedLaw(rulebook, replace(about, edition=own.name), kept)
