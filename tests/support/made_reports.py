"""Made-up reports of one list with the rating lists they need: events of all systems, long leagues, newcomers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from made_events import circle
from reports import published
from small_books import rows_of

from arpad.book.imports.lists import Imported
from arpad.book.imports.reports import reports_taken
from arpad.book.imports.rulings import DISTINCT
from arpad.book.memory import MemoryBook
from arpad.book.schema import LIST, TABLES
from arpad.book.view import Period
from arpad.model.meetings import meetings
from arpad.model.period import KINDS, RATINGS_AT_GAME, RATINGS_AT_START, SYSTEMS, Born
from arpad.model.rating_list import KindRating, Listed
from arpad.model.report import Dropped, Report
from arpad.model.tournament import Entry, Pairing, Tournament
from arpad.regulations.calendar import base_day_of, calendar, list_on
from arpad.regulations.catalogue import NoEditionError
from arpad.regulations.workings.coefficient import Facts, coefficient

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    import polars as pl

    from arpad.events.rating_lists import ListOfDay

RATINGS = (1400, 1401, 1600, 1800, 1999, 2000, 2199, 2200, 2300, 2399, 2400, 2450, 2599, 2650, 2700)
MANY_GAMES, ADULT = 100, 1970
"""Of players whose K depends on nothing that a published list does not say."""
_RESULTS = (("1", "0"), ("=", "="), ("0", "1"))
_LONG = 100
"""Days of an event that is longer than any limit."""


@dataclass(frozen=True, slots=True)
class MadeReports:
    """Reports that one list rates, and the lists before it."""

    kind: str
    list_date: date
    reports: list[Report]
    lists: dict[date, list[dict[str, Any]]]

    @property
    def period(self) -> Period:
        """The list to be made, of a book into which the reports came."""
        lists = {day: rows_of(LIST, rows) for day, rows in self.lists.items()}
        return Period(MemoryBook(self.tables(), lists), self.kind, self.list_date)

    def tables(self) -> dict[str, pl.DataFrame]:
        """Give the tables of a book into which the reports came."""
        tables = {name: table.empty() for name, table in TABLES.items()}
        done = Imported()
        # In a small world the same people meet again in the same round; here all of it was played.
        change = reports_taken(MemoryBook(tables), self.reports, done, DISTINCT)
        assert len(done.events) == len(self.reports), done.problems
        return tables if change is None else tables | {name: table.after for name, table in change.tables.items()}

    def on(self, day: date) -> ListOfDay | None:
        """Give a list as it was published: without games and highest rating."""
        return published(day, map(_listed, self.lists[day])) if day in self.lists else None


def _listed(row: dict[str, Any]) -> Listed:
    kinds = {kind: KindRating(row.get(f"{kind}_rating"), 0, row.get(f"{kind}_k")) for kind in KINDS}
    return Listed(row["fide_id"], f"Player {row['fide_id']}", birth_year=ADULT, **kinds)


class ReportMaker:
    """Makes up reports for a list of one kind of chess from a source of chance."""

    def __init__(self, chance: Random, kind: str, list_date: date) -> None:
        self.chance, self.kind, self.list_date = chance, kind, list_date
        self.days = calendar(kind)
        self.ids = [100 + 7 * place for place in range(chance.randint(5, 10))]
        due = [list_date - timedelta(days=back) for back in range(1, 130)]
        self._ends = [day for day in due if self.days.list_for_event(day) == list_date]
        self._spans: set[tuple[date, date]] = set()

    def reports(self) -> MadeReports:
        """Make everything up."""
        drawn = [report for number in range(self.chance.randint(1, 3)) for report in self._report(number)]
        # A book refuses a report without a game; nobody rates that anyway.
        reports = [report for report in drawn if _has_games(report)]
        first = min([report.start for report in reports], default=self.list_date)
        return MadeReports(self.kind, self.list_date, reports, dict(self._lists(first)))

    def _lists(self, first: date) -> Iterator[tuple[date, list[dict[str, Any]]]]:
        """Publish every list from that of a first day to the one before; ratings move, newcomers enter."""
        day, oldest = base_day_of(self.days, self.kind, self.list_date), list_on(self.days, first)
        ratings = {(kind, fide_id): self._rating() for kind in KINDS for fide_id in self.ids}
        drawn: dict[date, dict[tuple[str, int], int | None]] = {}
        while day is not None and oldest is not None and day >= oldest:
            drawn[day] = ratings
            ratings = {key: self._earlier(rating) for key, rating in ratings.items()}
            day = base_day_of(self.days, self.kind, day)
        highest: dict[tuple[str, int], int] = {}
        for day in sorted(drawn):
            highest = {key: max(rating or 0, highest.get(key, 0)) for key, rating in drawn[day].items()}
            yield day, [self._line(day, fide_id, drawn[day], highest) for fide_id in self.ids]

    def _rating(self) -> int | None:
        return None if self.chance.random() < 0.25 else self.chance.choice(RATINGS)

    def _earlier(self, rating: int | None) -> int | None:
        """Give the rating on the list before: that of a newcomer was none."""
        if rating is None or self.chance.random() < 0.2:
            return None
        return max(1400, rating + self.chance.choice((0, 0, 10, -25, 300, -300)))

    def _line(
        self, day: date, fide_id: int, ratings: dict[tuple[str, int], int | None], highest: dict[tuple[str, int], int]
    ) -> dict[str, Any]:
        row: dict[str, Any] = {"fide_id": fide_id, "flag": ""}
        for kind in KINDS:
            rating, top = ratings[kind, fide_id], highest[kind, fide_id]
            if rating is not None and calendar(kind).is_list_date(day):
                k = coefficient(calendar(kind).edition(day), Facts(rating, top, MANY_GAMES, Born(ADULT)), day).k
                known = {"rating": rating, "k": k, "played": MANY_GAMES, "highest": top}
                row |= {f"{kind}_{name}": value for name, value in known.items()}
        return row

    def _report(self, number: int) -> Iterator[Report]:
        chance = self.chance
        system = chance.choice((*SYSTEMS, "roundrobin", "team"))
        end = chance.choice(self._ends)
        span = chance.choice((0, 3, 8, 40, *([_LONG, _LONG] if system == "team" else [])))
        start = end - timedelta(days=span)
        if (start, end) in self._spans or not self._is_governed(start):
            return
        self._spans.add((start, end))
        cycles = chance.choice((1, 1, 2)) if system == "roundrobin" else 1
        field = chance.sample(self.ids, chance.randint(3, min(7, len(self.ids))))
        rounds = [turn for turn in self._rounds(system, len(field), cycles) if turn]
        tournament = self._tournament(f"Event {number}", field, rounds, (start, end))
        yield Report(
            f"{number}.trf",
            tournament,
            start,
            end,
            self.kind,
            system,
            cycles,
            team_championship=system == "team" and chance.random() < 0.5,
            ratings=chance.choice((RATINGS_AT_START, RATINGS_AT_GAME)),
            dropped=self._dropped(rounds),
        )

    def _is_governed(self, start: date) -> bool:
        try:
            self.days.edition_of_event(start)
        except NoEditionError:
            return False
        return list_on(self.days, start) is not None

    def _rounds(self, system: str, size: int, cycles: int) -> list[list[tuple[int, int]]]:
        """Pair players by their starting numbers."""
        chance, pairs = self.chance, circle(size)
        if system == "match":
            return [[(1, 2)] for _ in range(chance.randint(1, 6))]
        if system == "roundrobin":
            rounds = [list(turn) for turn in pairs * cycles]
            if chance.random() < 0.2:
                rounds[0] = rounds[0][1:]
            if chance.random() < 0.2:
                rounds.append([tuple(chance.sample(range(1, size + 1), 2))])  # type: ignore[list-item] # two of them
            return rounds
        if system == "scheveningen":
            half = size // 2
            return [
                [(number, half + 1 + (number - 1 + turn) % (size - half)) for number in range(1, half + 1)]
                for turn in range(size - half)
            ]
        return [chance.choice(pairs) for _ in range(chance.choice((1, 7, 9, 11)))]

    def _tournament(
        self, name: str, field: Sequence[int], rounds: list[list[tuple[int, int]]], span: tuple[date, date]
    ) -> Tournament:
        pairings: list[list[Pairing]] = [[] for _ in field]
        for turn in rounds:
            for first, second in turn:
                result, back = self.chance.choice(_RESULTS)
                pairings[first - 1].append(Pairing(second, "w", result))
                pairings[second - 1].append(Pairing(first, "b", back))
            longest = max(map(len, pairings))
            for own in pairings:
                own.extend([Pairing(None, None, "Z")] * (longest - len(own)))
        entries = tuple(
            Entry(place, f"Player {fide_id}", tuple(own), fide_id=fide_id, born=Born(ADULT), sex="m", federation="AAA")
            for place, (fide_id, own) in enumerate(zip_longest(field, pairings), 1)
        )
        start, end = span
        dates = sorted(start + timedelta(days=self.chance.randint(0, (end - start).days)) for _ in rounds)
        known = tuple(dates) if self.chance.random() < 0.8 else ()
        return Tournament(name, federation="AAA", start=start, end=end, round_dates=known, entries=entries)

    def _dropped(self, rounds: list[list[tuple[int, int]]]) -> dict[tuple[int, int, int], Dropped]:
        if self.chance.random() < 0.8:
            return {}
        turn = self.chance.randrange(len(rounds))
        first, second = self.chance.choice(rounds[turn])
        return {(turn + 1, min(first, second), max(first, second)): Dropped("ruled_out", "It was ruled out.")}


def _has_games(report: Report) -> bool:
    """Tell whether a game was played that is not left out."""
    played = [met for met in meetings(report.tournament) if met.played and met.second is not None]
    games = {(met.round, *sorted((met.first, met.second or 0))) for met in played}
    return not games <= set(report.left_out)
