"""The answer to a newcomer's period: which events count and why, what they come to, and what is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arpad.cli.answer import Answer, table
from arpad.cli.period_answer import game_data
from arpad.documents.parts import points, problem_data
from arpad.model.numbers import HALF_UP, decimal, rounded_quotient
from arpad.regulations.in_words import why_not_published
from arpad.regulations.notices import notices
from arpad.regulations.wording import words

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from arpad.regulations.first_rating import FirstRating, Pooled
    from arpad.regulations.working import ExplainedLine


def first_rating_answer(made: FirstRating, lines: Sequence[ExplainedLine]) -> Answer:
    """Give everything about a newcomer's first rating."""
    warnings = notices(made)
    data = first_rating_data(made) | {"warnings": [problem_data(one) for one in warnings]}
    return Answer(data, _text(data, made), lines, warnings)


def first_rating_data(made: FirstRating) -> dict[str, Any]:
    """Give a first rating as the documented JSON, without warnings and explanation."""
    k = made.k.k if made.k else None
    return {
        "kind": made.period.kind,
        "list": made.period.list_date.isoformat(),
        "list_edition": made.law.id,
        "rating": None,
        "games_counted": made.games,
        "sum": None,
        "k": k,
        "k_applied": None,
        "unrounded": None,
        "change": None,
        "adjustment": None,
        "new_rating": made.published,
        "status": made.status,
        "next_k": k,
        "ra": fraction(made.ra),
        "p": points(made.p),
        "dp": made.dp,
        "ru": fraction(made.ru),
        "published": made.published,
        "reasons": why_not_published(made),
        "missing": _missing(made),
        "expires": made.expires.isoformat() if made.expires else None,
        "reason": "; ".join(why_not_published(made)) or None,
        "events": [_event_data(one) for one in made.events],
        "warnings": [],
    }


def fraction(value: Fraction | None) -> str | None:
    """Write an exact average with two decimals."""
    if value is None:
        return None
    return decimal(rounded_quotient(100 * value.numerator, value.denominator, HALF_UP))


def _missing(made: FirstRating) -> str | None:
    if made.games >= made.needed:
        return None
    code = "missing_expires" if made.expires else "missing"
    return words("newcomer", code, games=made.games, needed=made.needed, expires=made.expires)


def _article(one: Pooled) -> str | None:
    has = one.provision is not None and one.provision in one.law.provisions
    return one.law.provisions[str(one.provision)].article if has else None


def _event_data(one: Pooled) -> dict[str, Any]:
    said = words("newcomer", one.reason)
    return {
        "start": one.event.start.isoformat(),
        "end": one.event.end.isoformat(),
        "edition": one.law.id,
        "rating": one.event.rating,
        "k": None,
        "k_applied": None,
        "games_counted": one.games if one.counts else 0,
        "score": points(one.score),
        "average": one.event.average,
        "expected": None,
        "sum": None,
        "counted": one.counts,
        "reason": None if one.counts else said,
        "article": _article(one),
        "performance": one.performance,
        "games": [_game_data(one, index) for index in range(len(one.event.games))],
    }


def _game_data(one: Pooled, index: int) -> dict[str, Any]:
    game = one.event.games[index]
    counted = one.counts and (one.is_round_robin or game.opponent is not None)
    unrated = one.counts and not counted
    return game_data(game) | {
        **dict.fromkeys(("difference", "counted_difference", "expected", "change")),
        "counted": counted,
        "reason": None
        if counted
        else words("reason", "opponent_unrated")
        if unrated
        else words("newcomer", one.reason),
        "article": one.law.cite("unrated_opponents").article if unrated else None if counted else _article(one),
    }


def _text(data: dict[str, Any], made: FirstRating) -> str:
    said = [f"{data['kind']}, list of {data['list']} ({data['list_edition']}), unrated", ""]
    rows = [
        (
            f"{event['start']} to {event['end']}",
            event["edition"],
            event["games_counted"],
            event["score"],
            "counts" if event["counted"] else f"{event['reason']} [{event['article'] or 'as given'}]",
        )
        for event in data["events"]
    ]
    said.append(table(["event", "edition", "games", "score", ""], rows))
    said.append("")
    if made.rating is not None:
        numbers = [f"{made.games} games, {decimal(made.score)} points"]
        numbers += [
            f"{name} {data[key]}"
            for name, key in (("Ra", "ra"), ("p", "p"), ("dp", "dp"), ("Ru", "ru"))
            if data[key] is not None
        ]
        said.append(", ".join(numbers))
    if data["published"] is None:
        until = f"; the oldest result expires with the list of {data['expires']}" if data["expires"] else ""
        return "\n".join([*said, f"Not published: {data['reason']}{until}"])
    k = "not known" if data["k"] is None else data["k"]
    return "\n".join([*said, f"First rating {data['published']}, K {k}"])
