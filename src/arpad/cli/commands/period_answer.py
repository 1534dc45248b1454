"""The answer to a player's period: the document, and tables for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arpad.cli.answer import Answer, table
from arpad.cli.terminal import wrapped
from arpad.documents.period import period_data
from arpad.model.numbers import decimal
from arpad.regulations.workings.explanation import explain
from arpad.regulations.workings.fide_columns import HEAD, event_columns, game_columns, period_columns
from arpad.regulations.workings.first_rating import FirstRating
from arpad.regulations.workings.in_words import signed
from arpad.regulations.workings.plain_words import event_in_words, plain_words
from arpad.regulations.workings.warnings import notices

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arpad.model.period import EventNames, RatingPeriod
    from arpad.regulations.workings.explanation import Explanation
    from arpad.regulations.workings.fide_columns import FideColumns, GameColumns
    from arpad.regulations.workings.period import PlayerResult


def period_answer(period: RatingPeriod) -> Answer:
    """Rate a period and give everything about it."""
    return explained_answer(explain(period))


def explained_answer(
    explanation: Explanation,
    names: Sequence[EventNames] = (),
    sentences: Sequence[str] | None = None,
) -> Answer:
    """Give everything about a period that was worked out: a sentence first, then FIDE's columns, then game by game.

    With names, where they are known. `sentences` are those in plain words, where they are not those to the player.
    """
    result, lines = explanation
    warnings = notices(result)
    data = period_data(result, warnings, names)
    if isinstance(result, FirstRating):
        text = _newcomer_text(data, result)
    else:
        columns = [table(["event", *HEAD], fide_rows(result, names)), ""] if result.events else []
        head = f"{data['kind']}, list of {data['list']} ({data['list_edition']})"
        text = "\n".join([head, "", *columns, *_events_text(data, result), *_closing_text(data)]).rstrip("\n")
    first = plain_words(result, names) if sentences is None else sentences
    return Answer(
        data, "\n".join([*map(wrapped, first), "", text]), lines, warnings, events=[name.event for name in names]
    )


def fide_rows(result: PlayerResult, names: Sequence[EventNames]) -> list[tuple[object, ...]]:
    """Give the events of a period in FIDE's columns, and all together where there are several."""
    rows = [
        (event_in_words(event.event, number, names), *_fide_cells(event_columns(result, number - 1)))
        for number, event in enumerate(result.events, start=1)
    ]
    return rows if len(rows) == 1 else [*rows, ("together", *_fide_cells(period_columns(result)))]


def _fide_cells(columns: FideColumns) -> tuple[object, ...]:
    k_chg = None if columns.k_chg is None else decimal(columns.k_chg)
    return columns.ro, columns.rc, decimal(columns.w), columns.n, decimal(columns.chg), columns.k, k_chg


def _events_text(data: dict[str, Any], result: PlayerResult) -> list[str]:
    """Write the games of each event, and what they come to."""
    events_text = []
    for number, event in enumerate(data["events"], start=1):
        called = f", {event['name']}" if event.get("name") else ""
        span = f"{event['start']} to {event['end']}"
        events_text.append(f"Event {number}{called}: {span} ({event['edition']}), rating {event['rating']}")
        has_names = any("opponent_name" in game for game in event["games"])
        weighed = zip(event["games"], game_columns(result, number - 1), strict=True)
        rows = [_game_row(game, columns, has_names=has_names) for game, columns in weighed]
        if rows:
            met = ["opponent", "rating"] if has_names else ["opponent"]
            head = ["round", *met, "score", "D", "counts as", "expected", "change", "K*chg", ""]
            events_text.append(table(head, rows))
        if event["average"] is not None:
            events_text.append(f"Average of the opponents {event['average']}")
        limited = f", limited to {event['k_applied']}" if event["k_applied"] not in (None, event["k"]) else ""
        k = f"K {_or_none(event['k'])}{limited}"
        events_text += [f"W {event['score']}, We {event['expected']}, W - We {event['sum']}, {k}", ""]
    return events_text


def _game_row(game: dict[str, Any], columns: GameColumns, *, has_names: bool) -> tuple[object, ...]:
    return (
        game["round"],
        *([game.get("opponent_name")] if has_names else []),
        game["opponent"] or "unrated",
        game["score"],
        game["difference"],
        game["counted_difference"],
        game["expected"],
        game["change"],
        None if columns.k_chg is None else decimal(columns.k_chg),
        "" if game["counted"] else f"not counted: {game['reason']} [{game['article']}]",
    )


def _closing_text(data: dict[str, Any]) -> list[str]:
    """Write what the events come to on the list; why nothing is given was said in the first sentence."""
    if data["change"] is None:
        return []
    lines = [f"Sum {data['sum']}, K times sum {data['unrounded']}, change {signed(data['change'])}"]
    if data["adjustment"] and data["adjustment"]["points"] is not None:
        lines.append(f"One-off adjustment {signed(data['adjustment']['points'])} ({data['adjustment']['id']})")
    lines.append(
        f"Rating {data['rating']} → {data['new_rating'] if data['new_rating'] is not None else data['status']}"
    )
    return lines


def _or_none(value: int | None) -> str:
    return "not known" if value is None else str(value)


def _newcomer_text(data: dict[str, Any], result: FirstRating) -> str:
    lines = [f"{data['kind']}, list of {data['list']} ({data['list_edition']}), unrated", ""]
    has_names = any(event.get("name") for event in data["events"])
    rows = [
        (
            *([event["name"]] if has_names else []),
            f"{event['start']} to {event['end']}",
            event["edition"],
            event["games_counted"],
            event["score"],
            "counts" if event["counted"] else f"{event['reason']} [{event['article'] or 'as given'}]",
        )
        for event in data["events"]
    ]
    head = ["event", "days"] if has_names else ["event"]
    lines.append(table([*head, "edition", "games", "score", ""], rows))
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
