"""The answer to a player's period: the document, and tables for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arpad.cli.answer import Answer, table
from arpad.documents.period import period_data
from arpad.model.numbers import decimal
from arpad.regulations.workings.explanation import explain
from arpad.regulations.workings.first_rating import FirstRating
from arpad.regulations.workings.in_words import signed
from arpad.regulations.workings.warnings import notices

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arpad.model.event_names import EventNames
    from arpad.model.period import RatingPeriod
    from arpad.regulations.workings.explanation import Explanation


def period_answer(period: RatingPeriod) -> Answer:
    """Rate a period and give everything about it."""
    return explained_answer(explain(period))


def explained_answer(explanation: Explanation, names: Sequence[EventNames] = (), closing: str | None = None) -> Answer:
    """Give everything about a period that was worked out: with names, where they are known.

    `closing` stands in place of the last paragraph, where that would say nothing.
    """
    result, lines = explanation
    warnings = notices(result)
    data = period_data(result, warnings, names)
    if isinstance(result, FirstRating):
        text = _newcomer_text(data, result)
    else:
        text = "\n".join([*_events_text(data), "", closing or _closing_text(data)])
    return Answer(data, text, lines, warnings)


def _events_text(data: dict[str, Any]) -> list[str]:
    """Write the games of each event, and what they come to."""
    events_text = [f"{data['kind']}, list of {data['list']} ({data['list_edition']})"]
    for number, event in enumerate(data["events"], start=1):
        events_text.append("")
        called = f", {event['name']}" if event.get("name") else ""
        span = f"{event['start']} to {event['end']}"
        events_text.append(f"Event {number}{called}: {span} ({event['edition']}), rating {event['rating']}")
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
            events_text.append(table(["round", *met, "score", "D", "counts as", "expected", "change", ""], rows))
        if event["average"] is not None:
            events_text.append(f"Average of the opponents {event['average']}")
        limited = f", limited to {event['k_applied']}" if event["k_applied"] not in (None, event["k"]) else ""
        k = f"K {_or_none(event['k'])}{limited}"
        events_text.append(f"W {event['score']}, We {event['expected']}, W - We {event['sum']}, {k}")
    return events_text


def _closing_text(data: dict[str, Any]) -> str:
    """Write what the events come to on the list."""
    if data["change"] is None:
        return str(data["reason"])
    lines = [f"Sum {data['sum']}, K times sum {data['unrounded']}, change {signed(data['change'])}"]
    if data["adjustment"] and data["adjustment"]["points"] is not None:
        lines.append(f"One-off adjustment {signed(data['adjustment']['points'])} ({data['adjustment']['id']})")
    lines.append(
        f"Rating {data['rating']} → {data['new_rating'] if data['new_rating'] is not None else data['status']}"
    )
    if data["reason"]:
        lines.append(data["reason"])
    return "\n".join(lines)


def _or_none(value: int | None) -> str:
    return "not known" if value is None else str(value)


def _newcomer_text(data: dict[str, Any], result: FirstRating) -> str:
    lines = [f"{data['kind']}, list of {data['list']} ({data['list_edition']}), unrated", ""]
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
    lines.append(table(["event", "edition", "games", "score", ""], rows))
    lines.append("")
    if result.rating is not None:
        numbers = [f"{result.games} games, {decimal(result.score)} points"]
        numbers += [
            f"{name} {data[key]}"
            for name, key in (("Ra", "ra"), ("p", "p"), ("dp", "dp"), ("Ru", "ru"))
            if data[key] is not None
        ]
        lines.append(", ".join(numbers))
    if data["published"] is None:
        until = f"; the oldest result expires with the list of {data['expires']}" if data["expires"] else ""
        return "\n".join([*lines, f"Not published: {data['reason']}{until}"])
    k = "not known" if data["k"] is None else data["k"]
    return "\n".join([*lines, f"First rating {data['published']}, K {k}"])
