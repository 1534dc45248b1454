"""A period in plain words, for a player who asks: what came of it, event by event, which game weighed most, and why K.

The first sentence answers the question; the others say what stands behind it. Numbers and articles come after them, in
the columns of `fide_columns` and in the working.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from arpad.model.numbers import DRAW, WIN, decimal
from arpad.regulations.package_data import words
from arpad.regulations.workings.explained_lines import REASONS, reason_facts
from arpad.regulations.workings.fide_columns import applied_k, event_columns, game_columns
from arpad.regulations.workings.first_rating import FirstRating
from arpad.regulations.workings.in_words import signed, why_not_published, why_not_rated
from arpad.regulations.workings.k_reasons import given_k, reason_of
from arpad.regulations.workings.period import rate_player

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arpad.model.period import Event, EventNames
    from arpad.regulations.workings.first_rating import Pooled
    from arpad.regulations.workings.k_reasons import KReason
    from arpad.regulations.workings.period import PlayerResult

_FEWEST_TO_WEIGH = 3
"""With fewer games everybody sees which one weighed most."""


def plain_words(
    result: PlayerResult | FirstRating,
    names: Sequence[EventNames] = (),
    person: str = "",
    k_reasons: Sequence[KReason | None] = (),
    k_way: str = "",
) -> tuple[str, ...]:
    """Say what a period came to, the answer first; to the player, or about a `person`.

    `names` are those of events and opponents, `k_reasons` the reasons of each event's K, where they are known; `k_way`
    says how a K that is missing is given.
    """
    if isinstance(result, FirstRating):
        return tuple(_of_newcomer(result, names, person))
    if result.change is None:
        return (str(why_not_rated(result, k_way)), *_with_each_k(result))
    return tuple(dict.fromkeys(_of_rated(result, names, person, k_reasons)))


def points_in_words(value: int, *, sign: bool = False) -> str:
    """Write hundredths without zeros at the end.

    >>> points_in_words(250), points_in_words(400), points_in_words(-52), points_in_words(38, sign=True)
    ('2.5', '4', '-0.52', '+0.38')
    """
    text = decimal(value).rstrip("0").rstrip(".")
    return f"+{text}" if sign and value > 0 else text


def event_called(number: int, names: Sequence[EventNames]) -> str:
    """Name an event, or number it."""
    return (names[number - 1].event if names else "") or words("plain", "event_numbered", number=number)


def event_in_words(event: Event, number: int, names: Sequence[EventNames] = ()) -> str:
    """Name an event, or number it, with its days."""
    start = None if event.start == event.end else event.start
    return words("plain", "event_named", name=event_called(number, names), start=start, end=event.end)


def _of_rated(
    result: PlayerResult, names: Sequence[EventNames], person: str, k_reasons: Sequence[KReason | None]
) -> Iterator[str]:
    reason = why_not_rated(result)
    yield _change(result, person)
    if result.adjustment is not None and result.adjustment[1] is not None:
        adjustment, points = result.adjustment
        yield words("plain", "adjusted", id=adjustment.id, points=signed(points) if points else None)
    if reason is not None:
        yield reason
    if len(result.events) > 1:
        yield from (_event(result, place, names) for place in range(len(result.events)))
    yield from _uncounted(result)
    yield from _heaviest(result, names)
    yield from _why_k(result, k_reasons)


def _with_each_k(result: PlayerResult) -> Iterator[str]:
    """Say what the games would give with every K that is possible, where only K is missing."""
    if not result.is_without_k:
        return
    possible = {k for event in result.events if event.k_from is not None for k in event.k_from.possible}
    period = result.period
    rated = {k: rate_player(replace(period, player=replace(period.player, k=k))) for k in sorted(possible)}
    changes = [
        words("plain", "with_k", k=k, change=signed(with_k.change))
        for k, with_k in rated.items()
        if with_k.change is not None
    ]
    if changes:
        yield words("plain", "with_each_k", changes=changes)


def _change(result: PlayerResult, person: str) -> str:
    """Say what the games came to, in the order in which it is worked out."""
    if not result.games:
        return words("plain", "no_game", person=person, rating=result.rating)
    wholes = [event.working.whole for event in result.events]
    expected, change = sum(whole["expected"] for whole in wholes), result.change or 0
    return words(
        "plain",
        "changed",
        person=person,
        moved="up" if change > 0 else "down" if change < 0 else "still",
        points=abs(change),
        score=points_in_words(sum(whole["score"] for whole in wholes)),
        games=result.games,
        expected=points_in_words(expected),
        were=expected > WIN,
        difference=points_in_words(result.sum or 0, sign=True),
        k=result.k_applied,
        unrounded=points_in_words(result.unrounded or 0, sign=True),
        change=signed(change),
        rating=result.rating,
        new=None if result.new_rating is None else (result.rating or 0) + change,
        status=result.status,
    )


def _event(result: PlayerResult, place: int, names: Sequence[EventNames]) -> str:
    columns, event = event_columns(result, place), result.events[place]
    called = event_in_words(event.event, place + 1, names)
    if not columns.n:
        return words("plain", "event_without_games", event=called)
    return words(
        "plain",
        "event",
        event=called,
        score=points_in_words(columns.w),
        games=columns.n,
        expected=points_in_words(event.working.whole["expected"]),
        difference=points_in_words(columns.chg, sign=True),
        k=columns.k,
        k_change=points_in_words(columns.k_chg or 0, sign=True),
    )


def _uncounted(result: PlayerResult) -> Iterator[str]:
    """Say how many games do not count, for each reason."""
    reasons: Counter[str] = Counter()
    for event in result.events:
        facts: dict[str, Any] = reason_facts(event.law)
        for code in event.working.parts["uncounted"]:
            if code:
                reasons[words("reason", REASONS[code], **facts)] += 1
    for reason, games in reasons.items():
        yield words("plain", "uncounted", games=games, reason=reason)


def _heaviest(result: PlayerResult, names: Sequence[EventNames]) -> Iterator[str]:
    """Name the game that moved the rating most, where there are enough of them to ask."""
    if result.games < _FEWEST_TO_WEIGH:
        return
    weighed = [
        (abs(columns.k_chg), place, index, columns)
        for place in range(len(result.events))
        for index, columns in enumerate(game_columns(result, place))
        if columns.k_chg is not None
    ]
    if not weighed or not max(weighed)[0]:
        return
    _, place, index, columns = max(weighed, key=lambda game: (game[0], -game[1], -game[2]))
    game = result.events[place].event.games[index]
    opponents = names[place].opponents if names else ()
    yield words(
        "plain",
        "heaviest",
        round=game.round,
        event=event_called(place + 1, names) if len(result.events) > 1 else None,
        opponent=opponents[index][1] if index < len(opponents) else None,
        rating=game.opponent,
        result="win" if game.score == WIN else "draw" if game.score == DRAW else "loss",
        change=points_in_words(columns.chg or 0, sign=True),
        k=columns.k,
        k_change=points_in_words(columns.k_chg or 0, sign=True),
    )


def _why_k(result: PlayerResult, k_reasons: Sequence[KReason | None]) -> Iterator[str]:
    """Say why K is what it is, each reason once; and where the period limits it."""
    played = [place for place, event in enumerate(result.events) if event.working.whole["games"]]
    for place in played:
        event = result.events[place]
        reason = k_reasons[place] if k_reasons else None
        if reason is None and event.k_from is not None:
            reason = reason_of(event.k_from)
        if reason is None and event.k is not None:
            reason = given_k(event.k)
        if reason is not None:
            yield reason.message
        limit = applied_k(result, place)
        if limit is not None and limit != event.k:
            yield words("plain", "limited", k=limit)


def _of_newcomer(result: FirstRating, names: Sequence[EventNames], person: str) -> Iterator[str]:
    if result.published is None:
        yield words("plain", "unrated", person=person, reasons=why_not_published(result))
    else:
        yield words(
            "plain",
            "first",
            person=person,
            rating=result.published,
            score=points_in_words(result.score),
            games=result.games,
        )
    for number, pooled in enumerate(result.events, start=1):
        yield _pooled(pooled, number, names)
    reason = None if result.published is None or result.k is None else reason_of(result.k)
    if reason is not None:
        yield reason.message


def _pooled(pooled: Pooled, number: int, names: Sequence[EventNames]) -> str:
    return words(
        "plain",
        "first_event",
        event=event_in_words(pooled.event, number, names),
        counts=pooled.counts,
        score=points_in_words(pooled.score),
        games=pooled.games,
        reason=words("newcomer", pooled.reason),
    )
