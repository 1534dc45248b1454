"""What could explain that a published change is another one: one K, event, game or result at a time.

The period is rated again with each of them otherwise; what then gives the published change exactly is named. Nothing is
proved by that: it says where to look.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from arpad.model.numbers import DRAW, LOSS, WIN
from arpad.regulations.package_data import WORDS
from arpad.regulations.workings.in_words import signed
from arpad.regulations.workings.period import rate_player
from arpad.regulations.workings.shown_by_k import ks_in_force

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from arpad.model.period import Event, EventNames, RatingPeriod

K, EVENT, GAME, RESULT, UNEXPLAINED = ("K", "event missing", "game missing", "result differs", "unexplained")
"""The classes, in the order in which they are tried; named as in a comparison of lists."""
MOST_GAMES = 300
"""Single games are tried in periods of so many; nobody plays more."""
_SCORES = {WIN: "1", DRAW: "½", LOSS: "0"}


@dataclass(frozen=True, slots=True)
class Cause:
    """Something that would give the published change, or that nothing does."""

    kind: str
    facts: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def sentence(self) -> str:
        """What it is, in English."""
        return WORDS.say("could_explain", self.kind, self.facts)


def causes(period: RatingPeriod, official: int, names: Sequence[EventNames] = ()) -> tuple[Cause, ...]:
    """Give everything that alone would give the published change, or that nothing does; none where it is the same.

    `names` has what events and opponents are called, where that is known.
    """
    if rate_player(period).change == official:
        return ()
    return (*_tried(period, official, names),) or (Cause(UNEXPLAINED, {"official": signed(official)}),)


def _tried(period: RatingPeriod, official: int, names: Sequence[EventNames]) -> Iterator[Cause]:
    result = rate_player(period)
    for k in ks_in_force(result.law, period.list_date):
        events = tuple(replace(event, k=None) for event in period.events)
        if k != result.k and _gives(replace(period, player=replace(period.player, k=k), events=events), official):
            yield Cause(K, {"k": k, "own": result.k})
    for place in range(len(period.events)):
        if _gives(replace(period, events=period.events[:place] + period.events[place + 1 :]), official):
            yield Cause(EVENT, {"event": _called(period.events[place], names[place : place + 1])})
    if sum(len(event.games) for event in period.events) <= MOST_GAMES:
        yield from _games_tried(period, official, names)


def _games_tried(period: RatingPeriod, official: int, names: Sequence[EventNames]) -> Iterator[Cause]:
    for place, event in enumerate(period.events):
        for number, game in enumerate(event.games):
            where = {"event": _called(event, names[place : place + 1]), "opponent": game.opponent, "name": ""}
            if names and number < len(names[place].opponents):
                where["name"] = names[place].opponents[number][1]
            others = event.games[:number], event.games[number + 1 :]
            if _gives(_with_event(period, place, replace(event, games=others[0] + others[1])), official):
                yield Cause(GAME, where)
            for score, written in _SCORES.items():
                games = (*others[0], replace(game, score=score), *others[1])
                if score != game.score and _gives(_with_event(period, place, replace(event, games=games)), official):
                    yield Cause(RESULT, {**where, "was": _SCORES[game.score], "instead": written})


def _called(event: Event, names: Sequence[EventNames]) -> str:
    """Name an event as a person knows it, or by its days."""
    return (names[0].event if names else "") or f"{event.start}/{event.end}"


def _with_event(period: RatingPeriod, place: int, event: Event) -> RatingPeriod:
    return replace(period, events=(*period.events[:place], event, *period.events[place + 1 :]))


def _gives(period: RatingPeriod, official: int) -> bool:
    return rate_player(period).change == official
