"""An article as it stands on a day: in the text that was seen, and in what amended that text since.

An amendment has rows, or provisions, for what it changes only. Whoever asks it for anything else means the text that it
amends; and whoever asks a text wants to know what was changed later.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.model.problems import EditionError
from arpad.regulations.catalogue import TWIN, edition, shipped_names
from arpad.regulations.package_data import WORDS
from arpad.regulations.register import article_words, register, registered, registered_id, rows

if TYPE_CHECKING:
    from datetime import date

    from arpad.regulations.edition import Provision
    from arpad.regulations.register import RegisterRow

_AMENDS = "amends"


@dataclass(frozen=True, slots=True)
class Amendment:
    """What an edition changes of an article of the text that it amends."""

    edition: str
    effective: date | None
    rows: tuple[RegisterRow, ...]
    """Of an amendment whose text was seen."""
    provisions: tuple[Provision, ...]
    """Those that it writes for this article."""


@dataclass(frozen=True, slots=True)
class FollowedArticle:
    """The rows of an article as an edition has them, and what amends them: up to that edition, and later."""

    edition: str
    rows: tuple[RegisterRow, ...]
    amendments: tuple[Amendment, ...]
    later: tuple[Amendment, ...]


def edition_of(name: str) -> str:
    """Give the id of a shipped edition, also from its beginning or from its printed twin; one with a register first."""
    try:
        return registered_id(name)
    except EditionError:
        wanted = name.removesuffix(TWIN)
        matching = [known for known in shipped_names() if known == wanted or known.startswith(f"{wanted}-")]
        if len(matching) != 1 or not _has_text(matching[0]):
            raise
        return matching[0]


def followed(edition_id: str, article: str) -> FollowedArticle:
    """Find an article in an edition, or in the text that it amends."""
    chain = amended_by(edition_id)
    stands_in = next((name for name in chain if _rows(name, article)), None)
    if stands_in is None:
        raise _unknown(edition_id, article)
    newer = chain[: chain.index(stands_in)]
    amendments = (_amendment(name, article) for name in newer)
    later = (_amendment(name, article) for name in _after(edition_id))
    return FollowedArticle(
        edition_id,
        _rows(stands_in, article),
        tuple(amendment for amendment in amendments if amendment is not None),
        tuple(amendment for amendment in later if amendment is not None),
    )


def amended_by(edition_id: str) -> tuple[str, ...]:
    """Name an edition and those it amends, down to the newest whole text; each whole text has a printed twin."""
    chain = [edition_id]
    while f"{chain[-1]}{TWIN}" not in shipped_names():
        below = edition(chain[-1])
        if below.relation != _AMENDS or below.parent is None:
            break
        chain.append(below.parent)
    return tuple(chain)


def text_of(edition_id: str) -> str:
    """Give the text that an edition amends, or is: the oldest that has a register."""
    return next(name for name in reversed(amended_by(edition_id)) if name in registered())


def _has_text(edition_id: str) -> bool:
    return any(name in registered() for name in amended_by(edition_id))


def _after(edition_id: str) -> list[str]:
    """Name the editions that amend this one, from old to new."""
    return [name for name in shipped_names() if name != edition_id and edition_id in amended_by(name)]


def _rows(edition_id: str, article: str) -> tuple[RegisterRow, ...]:
    if edition_id not in registered():
        return ()
    try:
        return rows(edition_id, article)
    except EditionError:
        return ()


def _amendment(edition_id: str, article: str) -> Amendment | None:
    amending = edition(edition_id)
    own = tuple(
        provision
        for key, provision in sorted(amending.provisions.items())
        if provision.origin == edition_id and _is_of(provision, article)
    )
    of_article = _rows(edition_id, article)
    return Amendment(edition_id, amending.effective, of_article, own) if own or of_article else None


def _is_of(provision: Provision, article: str) -> bool:
    """Tell whether a provision is of an article, or was put after it where the text was not seen."""
    wanted = article_words(article)
    _, _, after = (provision.after or "").partition(" ")
    return any(article_words(own)[: len(wanted)] == wanted for own in (provision.article, after) if own)


def _unknown(edition_id: str, article: str) -> EditionError:
    """Say that there is no such article, and in which other texts there is."""
    others = [name for name in registered() if _rows(name, article)]
    text = text_of(edition_id)
    close = [] if others else close_articles(text, article)
    authority = edition(edition_id).authority
    example = next((name for name in reversed(others) if edition(name).authority == authority), "".join(others[:1]))
    return EditionError.of(
        WORDS, "unknown_article",
        edition=edition_id, text=text, article=article, others=others, example=example, close=close,
    )  # fmt: skip


def close_articles(edition_id: str, article: str) -> list[str]:
    """Give the articles of a text whose numbers are like this one."""
    from difflib import get_close_matches  # noqa: PLC0415 - only where something was mistyped

    return get_close_matches(article, [candidate.article for candidate in register(edition_id)], 4)
