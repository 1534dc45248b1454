"""The answer to a player's period: the documented JSON, and tables for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from arpad.cli.answer import Answer, table
from arpad.documents.parts import points, problem_data
from arpad.regulations.explanation import explain
from arpad.regulations.first_rating import FirstRating
from arpad.regulations.in_words import signed, why_not_rated
from arpad.regulations.notices import notices
from arpad.regulations.player_period import next_coefficient
from arpad.regulations.wording import words
from arpad.regulations.working import REASONS, reason_facts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arpad.model.period import Game, RatingPeriod
    from arpad.regulations.player_period import EventResult, PlayerResult


_SCORES = {100: "1", 50: "0.5", 0: "0"}


NO_FIRST_RATING: dict[str, Any] = {
    **dict.fromkeys(("ra", "p", "dp", "ru", "published")),
    "reasons": [],
    **dict.fromkeys(("missing", "expires")),
}
"""What a rated player's answer holds where a newcomer's has his first rating."""


class Named(NamedTuple):
    """What an event of a period is called, and whom the player met there: number and name, game by game."""

    event: str
    opponents: Sequence[tuple[int, str]] = ()


def period_answer(period: RatingPeriod, named: Sequence[Named] = ()) -> Answer:
    """Rate a period and give everything about it; with names, where they are known."""
    result, lines = explain(period)
    if isinstance(result, FirstRating):
        from arpad.cli.first_rating_answer import first_rating_answer  # noqa: PLC0415 - only newcomers need it

        made = first_rating_answer(result, lines)
        _name(made.data, named)
        return made
    warnings = notices(result)
    data = period_data(result)
    _name(data, named)
    data["warnings"] = [problem_data(one) for one in warnings]
    return Answer(data, _text(data), lines, warnings)


def _name(data: dict[str, Any], named: Sequence[Named]) -> None:
    """Add the names of events and opponents to the data of a period."""
    for event, one in zip(data["events"], named, strict=bool(named)):
        event["name"] = one.event
        for game, (number, name) in zip(event["games"], one.opponents, strict=False):
            game |= {"opponent_id": number, "opponent_name": name}


def period_data(result: PlayerResult) -> dict[str, Any]:
    """Give a result as the documented JSON, without warnings and explanation."""
    following = next_coefficient(result)
    adjustment = result.adjustment
    return {
        "kind": result.period.kind,
        "list": result.period.list_date.isoformat(),
        "list_edition": result.law.id,
        "rating": result.rating,
        "games_counted": sum(one.working.whole["games"] for one in result.events),
        "sum": points(result.sum),
        "k": result.k,
        "k_applied": result.k_applied,
        "unrounded": points(result.unrounded),
        "change": result.change,
        "adjustment": None if adjustment is None else {"id": adjustment[0].id, "points": adjustment[1]},
        "new_rating": result.new_rating,
        "status": result.status,
        "next_k": None if following is None else following.k,
        **NO_FIRST_RATING,
        "reason": why_not_rated(result),
        "events": _events_data(result),
    }


def _events_data(result: PlayerResult) -> list[dict[str, Any]]:
    applied = result.k_applied_to or [None] * len(result.events)
    return [_event_data(one, k) for one, k in zip(result.events, applied, strict=True)]


def _event_data(one: EventResult, k_applied: int | None) -> dict[str, Any]:
    whole = one.working.whole
    return {
        "start": one.event.start.isoformat(),
        "end": one.event.end.isoformat(),
        "edition": one.law.id,
        "rating": one.rating,
        "k": one.k,
        "k_applied": k_applied,
        "games_counted": whole["games"],
        "score": points(whole["score"]),
        "average": whole.get("average"),
        "expected": points(whole["expected"]),
        "sum": points(whole["sum"]),
        **dict.fromkeys(("counted", "reason", "article", "performance")),
        "games": _games_data(one),
    }


def _games_data(one: EventResult) -> list[dict[str, Any]]:
    parts = one.working.parts
    size = len(one.event.games)
    nothing: Sequence[None] = [None] * size
    articles = {
        line.part: line.citations[-1].article
        for line in one.working.lines
        if line.step.name == "uncounted" and line.value and line.citations
    }
    found = []
    for index, game in enumerate(one.event.games):
        counted = parts["counted"][index]
        found.append(
            game_data(game)
            | {
                "difference": parts["difference"][index]
                if counted
                else None
                if game.opponent is None
                else one.rating - game.opponent,
                "counted_difference": parts["counted_difference"][index],
                "expected": points(parts.get("expected", nothing)[index]),
                "change": points(parts.get("change", nothing)[index]),
                "counted": counted,
                "reason": None if counted else _game_reason(one, index),
                "article": articles.get(index),
            }
        )
    return found


def _game_reason(one: EventResult, index: int) -> str:
    return words("reason", REASONS[one.working.parts["uncounted"][index]], **reason_facts(one.law))


def game_data(game: Game) -> dict[str, Any]:
    """Give a game as it was given."""
    return {
        "opponent": game.opponent,
        "score": _SCORES[game.score],
        "round": game.round,
        "date": game.date.isoformat() if game.date else None,
    }


def _text(data: dict[str, Any]) -> str:
    said = [f"{data['kind']}, list of {data['list']} ({data['list_edition']})"]
    for number, event in enumerate(data["events"], start=1):
        said.append("")
        called = f", {event['name']}" if event.get("name") else ""
        span = f"{event['start']} to {event['end']}"
        said.append(f"Event {number}{called}: {span} ({event['edition']}), rating {event['rating']}")
        has_names = any("opponent_name" in game for game in event["games"])
        rows = [
            (
                game["round"],
                *([game.get("opponent_name")] if has_names else []),
                game["opponent"] or "unrated",
                game["score"],
                game["difference"],
                game["counted_difference"],
                game["expected"],
                game["change"],
                "" if game["counted"] else f"not counted: {game['reason']} [{game['article']}]",
            )
            for game in event["games"]
        ]
        if rows:
            met = ["opponent", "rating"] if has_names else ["opponent"]
            said.append(table(["round", *met, "score", "D", "counts as", "expected", "change", ""], rows))
        if event["average"] is not None:
            said.append(f"Average of the opponents {event['average']}")
        limited = f", limited to {event['k_applied']}" if event["k_applied"] not in (None, event["k"]) else ""
        k = f"K {_or_none(event['k'])}{limited}"
        said.append(f"W {event['score']}, We {event['expected']}, W - We {event['sum']}, {k}")
    said.append("")
    if data["change"] is None:
        return "\n".join([*said, str(data["reason"])])
    said.append(f"Sum {data['sum']}, K times sum {data['unrounded']}, change {signed(data['change'])}")
    if data["adjustment"] and data["adjustment"]["points"] is not None:
        said.append(f"One-off adjustment {signed(data['adjustment']['points'])} ({data['adjustment']['id']})")
    said.append(f"Rating {data['rating']} → {data['new_rating'] if data['new_rating'] is not None else data['status']}")
    if data["reason"]:
        said.append(data["reason"])
    return "\n".join(said)


def _or_none(value: int | None) -> str:
    return "not known" if value is None else str(value)
