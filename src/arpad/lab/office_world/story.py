"""What happens in a made-up office, day by day: reports come, lists are closed and published, things are put right.

The same steps can be gone in a book in a folder and in an office with its database; the same lists come out.
"""

from __future__ import annotations

from calendar import monthrange
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, ClassVar

import polars as pl

from arpad.book.decisions.annul import Annul, annulled
from arpad.book.decisions.correct_event import CorrectEvent, CorrectResult, with_event, with_result
from arpad.book.decisions.correct_player import CorrectPerson, with_person
from arpad.book.decisions.exclude import Exclude, excluded
from arpad.book.decisions.merge import Merge, merged
from arpad.lab.office_world.cast import GRAND, SECOND_NUMBERS
from arpad.lab.office_world.world import story_months
from arpad.lab.wording import WORDS
from arpad.model.period import Born
from arpad.model.tournament import DRAW

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    from arpad.book.change import Change
    from arpad.book.view import BookView
    from arpad.lab.office_world.events import OfficeEvent
    from arpad.lab.office_world.world import OfficeWorld

Request = Annul | CorrectResult | CorrectEvent | CorrectPerson | Exclude | Merge
"""What is asked when something is put right, as books take it."""
_MIDDLE_OF_MONTH = 16
_MONTHS_EXCLUDED = 183


@dataclass(frozen=True, slots=True)
class TakeIn:
    """Reports are taken in."""

    stage: ClassVar[str] = "reports"
    day: date
    events: tuple[OfficeEvent, ...]


@dataclass(frozen=True, slots=True)
class ClosingStep:
    """A list is closed."""

    stage: ClassVar[str] = "close"
    day: date
    list_date: date


@dataclass(frozen=True, slots=True)
class PublishingStep:
    """A closed list is published."""

    stage: ClassVar[str] = "publish"
    day: date
    list_date: date


@dataclass(frozen=True, slots=True)
class RevisingStep:
    """A published list is published again, after an error of the office."""

    stage: ClassVar[str] = "revise"
    day: date
    list_date: date
    why: str


@dataclass(frozen=True, slots=True)
class PutRight:
    """Something is put right; an event is named, for its number is known only to the book."""

    stage: ClassVar[str] = "put_right"
    day: date
    what: str
    why: str
    event: str = ""
    round: int = 0
    white: int = 0
    black: int = 0
    scores: tuple[int, int] = (0, 0)
    player: int = 0
    instead: int = 0
    """The number that is right."""
    since: date | None = None
    until: date | None = None
    born: Born | None = None


StoryStep = TakeIn | ClosingStep | PublishingStep | RevisingStep | PutRight

RESULT, ANNUL, MERGE, EXCLUDE, BORN, NUMBER = "result", "annul", "merge", "exclude", "born", "number"
"""What is put right."""


def steps(world: OfficeWorld) -> list[StoryStep]:
    """Give everything that happens until today, in the order of days; on a day, reports come before lists."""
    happened: list[StoryStep] = [*_arrivals(world), *_lists(world), *_put_right(world)]
    order = {TakeIn: 0, PutRight: 1, RevisingStep: 2, ClosingStep: 3, PublishingStep: 4}
    return sorted((step for step in happened if step.day <= world.day), key=lambda step: (step.day, order[type(step)]))


def _arrivals(world: OfficeWorld) -> Iterator[TakeIn]:
    """Reports are taken in twice a month, and what came until today."""
    days = {world.day}
    for list_date in world.lists[1:]:
        last = list_date - timedelta(days=1)
        days |= {last, last.replace(day=_MIDDLE_OF_MONTH)}
    before = date.min
    for day in sorted(day for day in days if day <= world.day):
        came = tuple(event for event in world.events if before < event.received <= day)
        before = day
        if came:
            yield TakeIn(day, came)


def _lists(world: OfficeWorld) -> Iterator[StoryStep]:
    """Every list but the one being made is closed on the last day before it, and published on the same."""
    for list_date in world.lists[1:-1]:
        day = list_date - timedelta(days=1)
        yield ClosingStep(day, list_date)
        yield PublishingStep(day, list_date)


def _put_right(world: OfficeWorld) -> Iterator[StoryStep]:
    """Everything that an office had to put right in these months."""
    count = len(world.lists) - 2
    numbers = world.cast.numbers(world.people)
    periods = [(day - timedelta(days=1)).replace(day=1) for day in world.lists[1:]]
    months = story_months(periods)

    def after(month: date, days: int) -> date:
        """Give a day after the list for which a month was rated."""
        return month.replace(day=monthrange(month.year, month.month)[1]) + timedelta(days=days)

    month = periods[max(count // 5, 1) - 1]
    event = _event(world, month, "weekend-vsx")
    if event is not None:
        game = next(board for board in event.boards if board.is_game and board.white_result != DRAW)
        white, black = (world.number(event, event.players[side]) or 0 for side in (game.white, game.black))
        yield PutRight(after(month, 9), RESULT, _why("result"), event.name, game.round, white, black, scores=(50, 50))
    month = periods[max(count // 3, 1) - 1]
    event = _event(world, month, "school-rapid")
    if event is not None:
        yield PutRight(after(month, 11), ANNUL, _why("annulled"), event.name)
    yield PutRight(
        after(months["twice again"], 6), MERGE, _why("merged"),
        player=SECOND_NUMBERS["twice"], instead=numbers["twice"],
    )  # fmt: skip
    since = after(periods[count * 2 // 3], 1)
    yield PutRight(
        since, EXCLUDE, _why("excluded"), player=numbers["excluded"],
        since=since, until=since + timedelta(days=_MONTHS_EXCLUDED),
    )  # fmt: skip
    row = world.people.rows[world.cast.wrongly_born]
    day = row["birth_date"]
    born = Born(row["birth_year"]) if day is None else Born(day.year, day.month, day.day)
    yield PutRight(after(periods[count * 3 // 4 - 1], 8), BORN, _why("born"), player=numbers["wrongly_born"], born=born)
    event = _event(world, months["revised"], GRAND)
    if event is not None:
        list_date = world.lists[periods.index(months["revised"]) + 2]
        day = list_date + timedelta(days=4)
        yield PutRight(
            day, NUMBER, _why("revised"), event.name, player=numbers["mistaken_for"], instead=numbers["confused"]
        )
        yield RevisingStep(day, list_date, _why("revised"))


def _event(world: OfficeWorld, month: date, key: str) -> OfficeEvent | None:
    own = (event for event in world.events if event.start.replace(day=1) == month and event.series.key == key)
    return next(own, None)


def _why(code: str) -> str:
    return WORDS.say("why", code, {})


def request_of(step: PutRight, events: pl.DataFrame) -> Request:
    """Give what is asked of a book or an office; `events` is its table, in which the event has its number."""
    event = 0
    if step.event:
        own = events.filter((pl.col("name") == step.event) & ~pl.col("withdrawn"))
        event = int(own["event_id"][0])
    match step.what:
        case "result":
            return CorrectResult(event, step.round, step.white, step.black, step.scores, step.why)
        case "annul":
            return Annul(event, step.why)
        case "number":
            return CorrectEvent(event, step.why, players={step.player: step.instead})
        case "merge":
            return Merge(step.player, step.instead, step.why)
        case "exclude":
            return Exclude(step.player, step.since or step.day, "games", step.why, step.until)
    return CorrectPerson(step.player, step.why, step.born)


_CHANGES: Mapping[type, Callable[[BookView, Any], Change]] = {
    CorrectResult: with_result,
    CorrectEvent: with_event,
    CorrectPerson: with_person,
    Annul: annulled,
    Exclude: excluded,
    Merge: merged,
}


def change_of(view: BookView, request: Request) -> Change:
    """Give the change of a book that a request asks for."""
    return _CHANGES[type(request)](view, request)
