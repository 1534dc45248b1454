"""A newcomer's period as the documented JSON: which events count and why, what they come to, what is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arpad.documents.parts import day_text, fraction, game_data, points
from arpad.regulations.package_data import words
from arpad.regulations.terms.ints import citations
from arpad.regulations.workings.in_words import why_not_published

if TYPE_CHECKING:
    from arpad.regulations.workings.first_rating import FirstRating, Pooled


def first_rating_data(result: FirstRating) -> dict[str, Any]:
    """Give a first rating, without warnings and explanation."""
    k = result.k.k if result.k else None
    reasons = why_not_published(result)
    return {
        "kind": result.period.kind,
        "list": result.period.list_date.isoformat(),
        "list_edition": result.law.id,
        "rating": None,
        "games_counted": result.games,
        "sum": None,
        "k": k,
        "k_applied": None,
        "unrounded": None,
        "change": None,
        "adjustment": None,
        "new_rating": result.published,
        "status": result.status,
        "next_k": k,
        "ra": fraction(result.ra),
        "p": points(result.p),
        "dp": result.dp,
        "ru": fraction(result.ru),
        "published": result.published,
        "reasons": reasons,
        "missing": missing_words(result),
        "expires": day_text(result.expires),
        "reason": "; ".join(reasons) or None,
        "events": [_event_data(pooled) for pooled in result.events],
    }


def missing_words(result: FirstRating) -> str | None:
    """Say how many games a first rating still lacks, and when those there are expire; None where none are missing."""
    if result.games >= result.needed:
        return None
    code = "missing_expires" if result.expires else "missing"
    return words("newcomer", code, games=result.games, needed=result.needed, expires=result.expires)


def _article(pooled: Pooled) -> str | None:
    provision = pooled.law.provisions.get(pooled.provision or "")
    return None if provision is None else provision.article


def _event_data(pooled: Pooled) -> dict[str, Any]:
    event = pooled.event
    return {
        "start": event.start.isoformat(),
        "end": event.end.isoformat(),
        "edition": pooled.law.id,
        "rating": event.rating,
        "k": None,
        "k_applied": None,
        "games_counted": pooled.games if pooled.counts else 0,
        "score": points(pooled.score),
        "average": event.average,
        "expected": None,
        "sum": None,
        "counted": pooled.counts,
        "reason": None if pooled.counts else words("newcomer", pooled.reason),
        "article": _article(pooled),
        "performance": pooled.performance,
        "games": [_game_data(pooled, index) for index in range(len(event.games))],
    }


def _game_data(pooled: Pooled, index: int) -> dict[str, Any]:
    game = pooled.event.games[index]
    counted = pooled.counts and (pooled.is_round_robin or game.opponent is not None)
    reason, article = _why_not_counted(pooled) if not counted else (None, None)
    return {
        **game_data(game),
        **dict.fromkeys(("difference", "counted_difference", "expected", "change")),
        "counted": counted,
        "reason": reason,
        "article": article,
    }


def _why_not_counted(pooled: Pooled) -> tuple[str, str | None]:
    """Say why a game does not count, and by which article: the opponent is unrated, or the event does not count."""
    if pooled.counts:
        return words("reason", "opponent_unrated"), citations(pooled.law, ("unrated_opponents",))[0].article
    return words("newcomer", pooled.reason), _article(pooled)
