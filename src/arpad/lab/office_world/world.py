"""A made-up rating office: everybody, two years of events, and the list being made today; the same for seed and day."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from arpad.book.schema import EVENTS, GAMES
from arpad.lab.office_world.cast import Cast, chosen, twists, with_cast
from arpad.lab.office_world.events import Season
from arpad.lab.office_world.people import FEDERATIONS, federation_frame, office_people
from arpad.lab.office_world.reports import report_bytes
from arpad.lab.wording import WORDS
from arpad.lab.world.world import list_dates
from arpad.model.period import KINDS, RATINGS_AT_START, ROUND_ROBIN
from arpad.model.problems import RefusedError
from arpad.regulations.calendar import calendar

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from arpad.lab.office_world.events import OfficeEvent
    from arpad.lab.office_world.people import OfficePeople
    from arpad.lab.office_world.reports import ReportBytes
    from arpad.lab.world.people import Chance

PLAYERS, MONTHS, SEED = 3000, 24, 15
LEAST_PLAYERS, LEAST_MONTHS = 200, 3
_PEOPLE, _CAST, _OFFICERS = range(3)


@dataclass(frozen=True)
class OfficeWorld:
    """Everything about a made-up office that does not depend on its lists; those are made from it."""

    seed: int
    day: date
    """The day that is today in the office."""
    lists: tuple[date, ...]
    """The list with which the office begins, those that it has closed, and last the one being made."""
    people: OfficePeople
    cast: Cast
    events: tuple[OfficeEvent, ...]
    """Every event whose report is there today, in the order of the days on which they came."""
    federations: pl.DataFrame

    @property
    def first_list(self) -> date:
        """The list with which the office begins."""
        return self.lists[0]

    @property
    def open_list(self) -> date:
        """The list being made."""
        return self.lists[-1]

    @property
    def tables(self) -> dict[str, pl.DataFrame]:
        """The tables of the book with which the office begins; of a player it has a wrong year of birth."""
        number = int(self.people.population.fide_id[self.cast.wrongly_born])
        wrong = pl.col("birth_year") + pl.when(pl.col("fide_id") == number).then(2).otherwise(0).cast(pl.Int32)
        day = pl.when(pl.col("fide_id") != number).then("birth_date")
        return {
            "players": self.people.known.with_columns(birth_year=wrong, birth_date=day),
            "federations": self.federations,
        }

    def report(self, event: OfficeEvent, lists: Mapping[date, pl.DataFrame]) -> ReportBytes:
        """Write the report of an event; ratings are those of the lists that were published."""
        return report_bytes(event, self.people, lists)

    def number(self, event: OfficeEvent, player: int) -> int | None:
        """Give the number under which a player of the office stands in the report of an event."""
        return event.slips.get(player, int(self.people.population.fide_id[player]))

    @cached_property
    def by_name(self) -> dict[str, OfficeEvent]:
        """The events by their names, of which no two are the same."""
        return {event.name: event for event in self.events}

    def event_table(self, events: Iterable[OfficeEvent]) -> pl.DataFrame:
        """Give events as a book has them, but for their numbers, in the order of their names."""
        rows = [
            {
                "name": event.name,
                "kind": event.series.kind,
                "system": event.series.system,
                "cycles": event.series.cycles if event.series.system == ROUND_ROBIN else 1,
                "start": event.start,
                "end": event.end,
                "official": False,
                "received": event.received,
                "federation": FEDERATIONS[event.federation].code,
                "team_championship": False,
                "ratings": RATINGS_AT_START,
            }
            for event in events
        ]
        return pl.DataFrame(rows, schema={name: EVENTS.schema[name] for name in EVENT_COLUMNS}).sort("name")

    def game_table(self, events: Iterable[OfficeEvent]) -> pl.DataFrame:
        """Give the games of events as a book has them, with the name of the event in the place of its number."""
        rows = [
            {
                "name": event.name,
                "round": board.round,
                "day": event.round_dates[board.round - 1],
                "white": self.number(event, event.players[board.white]),
                "black": self.number(event, event.players[board.black]),
                "white_score": board.scores[0],
                "black_score": board.scores[1],
            }
            for event in events
            for board in event.boards
            if board.is_game
        ]
        schema = {"name": pl.String(), **{name: GAMES.schema[name] for name in GAME_COLUMNS[1:]}}
        return pl.DataFrame(rows, schema=schema).sort(GAME_COLUMNS, nulls_last=True)


EVENT_COLUMNS = ("name", "kind", "system", "cycles", "start", "end", "official", "received", "federation",
                 "team_championship", "ratings")  # fmt: skip
GAME_COLUMNS = ("name", "round", "day", "white", "black", "white_score", "black_score")


def office_world(today: date, players: int = PLAYERS, months: int = MONTHS, seed: int = SEED) -> OfficeWorld:
    """Make up an office of so many players that has closed so many lists before the one being made today."""
    if players < LEAST_PLAYERS or months < LEAST_MONTHS:
        raise RefusedError.of(WORDS, "office_too_small", players=LEAST_PLAYERS, months=LEAST_MONTHS)
    days = _lists(today, months)
    people = office_people(_chance(seed, _PEOPLE), players, days[0])
    cast = chosen(_chance(seed, _CAST), people)
    people = with_cast(people, cast)
    periods = [_month_before(day) for day in days[1:]]
    season = Season(people, (days[0], today), seed, twists(cast, people, story_months(periods)))
    events = [event for month in periods for event in season.month(month)]
    known = sorted(
        (event for event in events if event.received <= today), key=lambda event: (event.received, event.key)
    )
    return OfficeWorld(
        seed, today, tuple(days), people, cast, tuple(known), federation_frame(_chance(seed, _OFFICERS), people)
    )


def story_months(periods: list[date]) -> dict[str, date]:
    """Say in which month each part of the story is played; of few months, close together."""
    count = len(periods) - 1
    twice = count // 2 - 1
    return {
        "twice": periods[twice],
        "twice again": periods[twice + 1],
        "revised": periods[max(count - 4, 0)],
        "before open": periods[-3],
        "open": periods[-2],
        "today": periods[-1],
    }


def _lists(today: date, months: int) -> list[date]:
    """Give the lists of the office: the first one, so many that it closed, and the one that is made today."""
    first = calendar(KINDS[0]).next_list(today) or today.replace(day=1)
    for _ in range(months + 1):
        first = _month_before(first)
    return list_dates(first, months + 1)


def _month_before(day: date) -> date:
    return (day.replace(day=1) - timedelta(days=1)).replace(day=1)


def _chance(seed: int, stream: int) -> Chance:
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed, stream])))
