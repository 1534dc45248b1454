"""Small books with all the traps of a list: limits, seams, late reports, tables, newcomers, latches, exclusions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import combinations
from typing import TYPE_CHECKING, Any

import polars as pl

from arpad.book.memory import MemoryBook
from arpad.book.schema import LIST, TABLES
from arpad.book.tables import fitted
from arpad.book.view import Period
from arpad.model.period import ASSOCIATIONS, KINDS, SYSTEMS
from arpad.regulations.calendar import calendar
from arpad.regulations.rulebook import Rulebook

if TYPE_CHECKING:
    from random import Random

TRAPS = (1000, 1001, 1199, 1200, 1399, 1400, 1401, 1600, 1800, 1801, 1805, 1999, 2000, 2199, 2200, 2299, 2300, 2399,
         2400, 2599, 2600, 2649, 2650, 2651, 2800)  # fmt: skip
PLAY_OFF = 90
"""Rounds from here on are play-offs."""
_SCORES = ((100, 0), (50, 50), (0, 100))
_ODD_SCORES = ((0, 0), (50, 0), (0, 50))
_WITH_NEWCOMERS = ("swiss", "team", "roundrobin")
"""Nobody gets a part result from a match or a Scheveningen event."""
ADULT = 1970


@dataclass(frozen=True, slots=True)
class MadeBook:
    """The tables of a book, its lists, and the list to be made."""

    tables: dict[str, pl.DataFrame]
    lists: dict[date, pl.DataFrame]
    kind: str
    list_date: date
    name: str | None

    @property
    def period(self) -> Period:
        """The list to be made."""
        return Period(MemoryBook(self.tables, self.lists, Rulebook(edition=self.name)), self.kind, self.list_date)


class BookMaker:
    """Makes up a book for one list of one kind of chess from a source of chance."""

    systems = SYSTEMS
    unrated_share = 0.3
    play_offs = 0.2

    def __init__(self, chance: Random, kind: str, list_date: date, name: str | None = None) -> None:
        self.chance, self.kind, self.list_date, self.name = chance, kind, list_date, name
        self.days = calendar(kind, name=name)
        before = self._list_before(list_date)
        older = self._list_before(before)
        self.list_days = (older, before)
        self.oldest = self._list_before(older)
        """Older lists are asked for by what is rated anew, and by long events."""
        self.ids = [100 + 7 * place for place in range(chance.randint(6, 13))]
        self.events: list[dict[str, Any]] = []
        self.games: list[dict[str, Any]] = []

    def _list_before(self, day: date) -> date:
        return self.days.list_before(day) or day - timedelta(days=90)

    def book(self) -> MadeBook:
        """Make everything up."""
        players = [self._player(fide_id) for fide_id in self.ids]
        lists = self._lists(players)
        for _ in range(self.chance.randint(1, 5)):
            self._event(self.list_date)
        if self.chance.random() < 0.4:
            self._earlier_events()
        if self.chance.random() < 0.3:
            self._events_of_another_kind()
        pool = [row for fide_id in self.ids for row in self._pool(fide_id, lists[self.list_days[1]])]
        pool += self._pool_of_earlier_events(lists)
        corrections = [
            {"kind": kind, "fide_id": fide_id, "list": day, "rating": self._rating()}
            for day, base in ((self.list_date, self.list_days[1]), (self.list_days[1], self.list_days[0]))
            for kind in KINDS
            for fide_id in [
                row["fide_id"] for row in lists[base] if row[f"{kind}_rating"] or self.chance.random() < 0.4
            ]
            if self.chance.random() < 0.06
        ]
        exclusions = [row for fide_id in self.ids if self.chance.random() < 0.12 for row in self._exclusions(fide_id)]
        officer = [{"kind": self.kind, "fide_id": None, "since": date(2000, 1, 1), "k": 20}]
        officer += [
            {"kind": self.kind, "fide_id": fide_id, "since": since, "k": self.chance.choice((10, 15, 25))}
            for fide_id in self.ids
            if self.chance.random() < 0.2
            for since in sorted({self.list_days[0], self.list_date})
        ]
        lines = [
            {"kind": kind, "fide_id": row["fide_id"], "list": day, **self._corrected_line()}
            for day, base in ((self.list_date, self.list_days[1]), (self.list_days[1], self.list_days[0]))
            for kind in KINDS
            for row in lists[base]
            if row[f"{kind}_rating"] and self.chance.random() < 0.08
        ]
        rows = {
            "players": players, "events": self.events, "games": self.games, "pool": pool, "corrections": corrections,
            "exclusions": exclusions, "coefficients": officer, "line_corrections": lines,
        }  # fmt: skip
        tables = {name: _frame(rows.get(name, []), name) for name in TABLES if name != "adjustments"}
        frames = {day: fitted(_list_frame(rows), LIST) for day, rows in lists.items()}
        return MadeBook(tables, frames, self.kind, self.list_date, self.name)

    def _corrected_line(self) -> dict[str, int | None]:
        """What an officer corrected of a line: K, the count of games, or both."""
        k, played = self.chance.choice((10, 20, 40)), self.chance.choice((0, 5, 25, 29, 30, 70, 74, 75))
        return self.chance.choice(({"k": k, "played": None}, {"k": None, "played": played}, {"k": k, "played": played}))

    def _rating(self) -> int:
        if self.chance.random() < 0.5:
            return max(1, self.chance.choice(TRAPS) + self.chance.randint(-12, 12))
        return self.chance.randint(1000, 2700)

    def _player(self, fide_id: int) -> dict[str, Any]:
        turning = self.list_date.year - 18 + self.chance.randint(-1, 1)
        year = self.chance.choice((None, ADULT, turning, turning, self.list_date.year - 12))
        day = None
        if year is not None and self.chance.random() < 0.7:
            near = date(year, self.chance.randint(1, 12), self.chance.randint(1, 28))
            day = self.chance.choice((near, date(year, self.list_date.month, 1), date(year, 12, 31)))
        member = self.chance.choice((None, None, None, *ASSOCIATIONS))
        return {
            "fide_id": fide_id,
            "name": f"Player {fide_id}",
            "birth_year": year,
            "birth_date": day,
            "association": member,
        }

    def _lists(self, players: list[dict[str, Any]]) -> dict[date, list[dict[str, Any]]]:
        older, before = self.list_days
        lists: dict[date, list[dict[str, Any]]] = {self.oldest: [], older: [], before: []}
        for player in players:
            now = None if self.chance.random() < self.unrated_share else self._rating()
            near = max(1, (now or self._rating()) + self.chance.randint(-60, 60))
            then = None if self.chance.random() < self.unrated_share else near
            top = max(now or 0, then or 0, self.chance.choice((0, 2299, 2300, 2399, 2400, 2401)))
            played = self.chance.choice((0, 5, 9, 21, 27, 29, 30, 31, 200))
            once = None if self.chance.random() < 0.3 else max(1, near + self.chance.randint(-30, 30))
            top = max(top, once or 0)
            for day, rating in ((self.oldest, once), (older, then), (before, now)):
                lists[day].append(self._line(player, day, rating, top if rating else top or None, played))
        return lists

    def _line(
        self, player: dict[str, Any], day: date, rating: int | None, top: int | None, played: int
    ) -> dict[str, Any]:
        k = None if rating is None else self.chance.choice((None, 10, 15, 20, 25, 30, 40, "right"))
        row: dict[str, Any] = {"fide_id": player["fide_id"], "flag": ""}
        for kind in KINDS:
            long_ago = day - timedelta(days=self.chance.randint(1, 500))
            own = rating if kind == self.kind else self._rating() if self.chance.random() < 0.6 else None
            row |= {
                f"{kind}_rating": own,
                f"{kind}_games": 0,
                f"{kind}_k": self._k(k, player, day, own, top, played) if own is not None else None,
                f"{kind}_played": played,
                f"{kind}_highest": max(own or 0, top or 0) or None,
                f"{kind}_last": None if self.chance.random() < 0.3 else long_ago,
            }
        return row

    def _k(  # noqa: PLR0913, PLR0917 - what K depends on
        self,
        text: str | int | None,
        player: dict[str, Any],
        day: date,
        rating: int,
        top: int | None,
        played: int,
    ) -> int | None:
        """Give the K that a list shows: often the right one, so that history is believed."""
        if text != "right":
            return None if text is None else int(text)
        from arpad import Facts, coefficient  # noqa: PLC0415 - only here
        from arpad.model.period import Born  # noqa: PLC0415 - only here
        from arpad.regulations.catalogue import NoEditionError  # noqa: PLC0415 - only here

        born = player["birth_date"]
        known = Born(born.year, born.month, born.day) if born else Born(player["birth_year"] or 1900)
        try:
            return coefficient(self.days.edition(day), Facts(rating, max(rating, top or 0), played, known), day).k
        except NoEditionError:
            return 20

    def _event(self, list_date: date, kind: str | None = None) -> dict[str, Any]:
        """Make up an event that is due for a list, or nearly so."""
        chance, number = self.chance, len(self.events) + 1
        closing = self.days.event_closing(list_date)
        end = closing - timedelta(days=chance.choice((0, 0, 1, 3, 10, 25, 40)))
        if chance.random() < 0.15:
            end = closing + timedelta(days=chance.randint(1, 3))
        if list_date < self.list_date:
            # It was rated for that list, so it ended before, even where that was too late by the calendar.
            end = min(end, list_date - timedelta(days=1))
        start = end - timedelta(days=chance.choice((0, 1, 2, 5, 9, 20, 45, 100)))
        while not self._known(start):
            start += timedelta(days=1)
        end = max(start, end)
        received = chance.choice((None, None, end, end + timedelta(days=chance.randint(0, 70))))
        system = chance.choice(self.systems)
        rounds = self._pairings(system)
        event = {
            "event_id": number,
            "name": f"Event {number}",
            "kind": kind or self.kind,
            "system": system,
            "cycles": self._cycles(rounds) if system == "roundrobin" else 1,
            "start": start,
            "end": end,
            "official": chance.random() < 0.1,
            "received": received,
            "team_championship": system == "team" and chance.random() < 0.3,
            "ratings": "game" if chance.random() < 0.1 else "start",
            "withdrawn": chance.random() < 0.05,
        }
        self.events.append(event)
        odd = chance.random() < 0.15
        for turn, white, black in rounds:
            scores = chance.choice(_SCORES + (_ODD_SCORES if odd else ()))
            day = None if chance.random() < 0.3 else start + timedelta(days=chance.randint(0, (end - start).days))
            self.games.append(
                {
                    "event_id": number,
                    "round": turn,
                    "day": day,
                    "white": white,
                    "black": black,
                    "white_score": scores[0],
                    "black_score": scores[1],
                }
            )
        return event

    def _cycles(self, rounds: list[tuple[int, int, int]]) -> int:
        """Give how often everybody should have met everybody: now and then once more than they did."""
        turns = max((turn for turn, _, _ in rounds if turn < PLAY_OFF), default=1)
        return turns + (self.chance.random() < 0.1)

    def _events_of_another_kind(self) -> None:
        """Add events of the same days and people that are no business of this list."""
        other = self.chance.choice([kind for kind in KINDS if kind != self.kind])
        for _ in range(self.chance.randint(1, 3)):
            event = self._event(self.list_date, other)
            event["rated_for"] = self.chance.choice((None, self.list_date, self.list_days[1]))

    def _earlier_events(self) -> None:
        """Add events that earlier lists rated: some withdrawn for this list, some replaced by a re-rated form."""
        older, before = self.list_days
        # A list can be worked out again where the book has the list before it.
        again = [
            day for day in (older, before) if self._known(day) and self.days.list_before(day) in {self.oldest, older}
        ]
        for day in [self.chance.choice(again) for _ in range(self.chance.randint(1, 4) if again else 0)]:
            event = self._event(day)
            later = [due for due in (before, self.list_date, self.list_date + timedelta(days=40)) if due > day]
            taken_back = self.chance.choice((None, *later, later[0]))
            taken_back = taken_back and taken_back.replace(day=1)
            event |= {"rated_for": day, "withdrawn": taken_back is not None, "withdrawn_for": taken_back}
            if taken_back is not None and self.chance.random() < 0.6:
                self._rerated(event)
        if self.chance.random() < 0.4:
            # The office may have rated something for this list that the calendar gives to another one.
            self._event(before)["rated_for"] = self.list_date

    def _rerated(self, event: dict[str, Any]) -> None:
        """Add the form in which an event is rated anew: other results, fewer games, or nothing but other dates."""
        number = len(self.events) + 1
        known = event["withdrawn_for"] < self.list_date or self.chance.random() < 0.3
        form = {**event, "event_id": number, "name": f"Event {number}", "replaces": event["event_id"]}
        form |= {"withdrawn": False, "withdrawn_for": None, "rated_for": event["rated_for"] if known else None}
        self.events.append(form)
        for game in [game for game in self.games if game["event_id"] == event["event_id"]]:
            if self.chance.random() < 0.9:
                scores = self.chance.choice(_SCORES)
                kept = (game["white_score"], game["black_score"])
                white, black = scores if self.chance.random() < 0.4 else kept
                self.games.append({**game, "event_id": number, "white_score": white, "black_score": black})

    def _pairings(self, system: str) -> list[tuple[int, int, int]]:
        chance = self.chance
        field = chance.sample(self.ids, chance.randint(3, len(self.ids)))
        if system == "roundrobin":
            field = field[: chance.randint(3, 6)]
            turns = chance.choice((1, 1, 2))
            every = [(turn, *pair) for turn in range(1, turns + 1) for pair in combinations(field, 2)]
            if chance.random() < self.play_offs:
                # Play-offs come after all rounds, and between any two.
                pairs = list(combinations(field, 2))
                every += [(PLAY_OFF + turn, *chance.choice(pairs)) for turn in range(chance.choice((1, 1, 2)))]
            return every[1:] if chance.random() < 0.15 else every
        if system == "match":
            return [(turn, field[0], field[1]) for turn in range(1, chance.randint(2, 8))]
        if system == "scheveningen":
            half = len(field) // 2
            pairs = [(player, other) for player in field[:half] for other in field[half:]] * chance.choice((1, 1, 1, 2))
            return [(turn, *pair) for turn, pair in enumerate(pairs, start=1)]
        # Many rounds now and then, so that K times games passes 700.
        rounds = chance.choice((1, 3, 5, 9, 9, 24))
        pairings = []
        for turn in range(1, rounds + 1):
            mixed = chance.sample(field, len(field))
            pairings += [(turn, white, other) for white, other in zip(mixed[::2], mixed[1::2], strict=False)]
        return pairings

    def _pool(self, fide_id: int, last: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Part results whose lists lie around the edges of the window."""
        line = next(row for row in last if row["fide_id"] == fide_id)
        if line[f"{self.kind}_rating"] is not None or self.chance.random() < 0.3:
            return []
        window = self.days.pooling_from(self.list_date)
        dues = [window, self.days.next_list(window), self.list_days[0], self.list_days[1]]
        rows = []
        for number in range(self.chance.randint(1, 3)):
            due = self.chance.choice([day for day in dues if day is not None])
            end = due - timedelta(days=self.chance.randint(1, 60))
            start = end - timedelta(days=self.chance.choice((0, 8)))
            system = self.chance.choice(("swiss", "swiss", "team", "roundrobin"))
            event = {"event_id": 900 + number, "start": start, "end": end, "system": system, "cycles": 1}
            team = system == "team" and self.chance.random() < 0.4
            rows.append(self._part_result(fide_id, {**event, "team_championship": team}, due))
        return [row for row in rows if self._known(row["start"])]

    def _pool_of_earlier_events(self, lists: dict[date, list[dict[str, Any]]]) -> list[dict[str, Any]]:
        """Part results from events that earlier lists rated; those of withdrawn ones have to go."""
        unrated = {row["fide_id"] for row in lists[self.list_days[1]] if row[f"{self.kind}_rating"] is None}
        rows = []
        for event in self.events:
            day = event.get("rated_for")
            if event["kind"] != self.kind or day is None or day >= self.list_date:
                continue
            if (
                event["system"] not in _WITH_NEWCOMERS
                or (event.get("withdrawn_for") or self.list_date) < self.list_date
            ):
                continue
            own = [game for game in self.games if game["event_id"] == event["event_id"]]
            players = sorted({game[side] for game in own for side in ("white", "black")} & unrated)
            rows += [self._part_result(player, event, day) for player in players if self.chance.random() < 0.5]
        return rows

    def _part_result(self, fide_id: int, event: dict[str, Any], due: date) -> dict[str, Any]:
        """Make up somebody's part result from an event."""
        games = self.chance.randint(1, 7)
        some = 50 * self.chance.randint(0, 2 * games)
        score = self.chance.choice((0, 50, 100, 50 * games, 100 * games, some))
        tabled = event["system"] == "roundrobin" and self.chance.random() < 0.8
        return {
            "kind": self.kind,
            "fide_id": fide_id,
            **{name: event[name] for name in ("event_id", "start", "end", "system", "cycles", "team_championship")},
            "due": due,
            "games": games * event["cycles"],
            "score": min(score, 100 * games),
            "opponents": sum(self._rating() for _ in range(games * event["cycles"])),
            "average": self._rating() if tabled else None,
            "field": self.chance.randint(1, games) if tabled and self.chance.random() < 0.2 else None,
            "met": self.chance.randint(1, games) if self.chance.random() < 0.7 else None,
        }

    def _known(self, day: date) -> bool:
        """Tell whether an edition answers for a day."""
        from arpad.model.problems import EditionError  # noqa: PLC0415 - only here

        try:
            self.days.edition(day)
        except EditionError:
            return False
        return True

    def _exclusions(self, fide_id: int) -> list[dict[str, Any]]:
        """Make up when somebody is excluded, often to the day on which he has a game."""
        own = [game["day"] for game in self.games if fide_id in {game["white"], game["black"]} and game["day"]]
        rows = {}
        for _ in range(self.chance.choice((1, 1, 2))):
            near = self.list_date - timedelta(days=self.chance.randint(1, 80))
            since = self.chance.choice((near, *own[:4])) + timedelta(days=self.chance.choice((-1, 0, 0, 1)))
            until = self.chance.choice((None, since, since + timedelta(days=self.chance.randint(0, 30))))
            scope = self.chance.choice(("games", "games", "list"))
            rows[since] = {"fide_id": fide_id, "since": since, "until": until, "scope": scope, "reason": "fair play"}
        return list(rows.values())


class RobinMaker(BookMaker):
    """Makes up books of round robins with play-offs, most of them of rated players only."""

    systems = ("roundrobin",)
    unrated_share = 0.1
    play_offs = 0.7


class RevisedMaker(BookMaker):
    """The same with lists that were revised: events that had begun keep what was published then (R-044)."""

    def book(self) -> MadeBook:
        """Make everything up, and earlier issues of the lists."""
        book = super().book()
        tables, issues = dict(book.tables), []
        for day in self.list_days:
            until = day
            for issue in range(1, self.chance.choice((1, 2, 2, 3))):
                until += timedelta(days=self.chance.randint(2, 25))
                issues.append({"list": day, "issue": issue, "until": until})
                tables[f"originals/{day:%Y-%m}-{issue}"] = self._as_published_first(book.lists[day])
        return replace(book, tables={**tables, "issues": _frame(issues, "issues")})

    def _as_published_first(self, frame: pl.DataFrame) -> pl.DataFrame:
        """Give a list as it was before it was revised: somebody rated otherwise, somebody not at all."""
        name, rows = f"{self.kind}_rating", frame.rows(named=True)
        for row in rows:
            if self.chance.random() < 0.6:
                row[name] = None if self.chance.random() < 0.2 else self._rating()
                row[f"{self.kind}_highest"] = max(row[name] or 0, row[f"{self.kind}_highest"] or 0) or None
                row[f"{self.kind}_k"] = None if row[name] is None else self.chance.choice((None, 10, 20, 40))
        return fitted(pl.DataFrame(rows, schema=frame.schema, orient="row"), LIST)


def _frame(rows: list[dict[str, Any]], name: str) -> pl.DataFrame:
    table = TABLES[name]
    known = {key for row in rows for key in row}
    schema = {key: dtype for key, dtype in table.schema.items() if key in known}
    return fitted(pl.DataFrame(rows, schema=schema, orient="row"), table) if rows else table.empty()


def _list_frame(rows: list[dict[str, Any]]) -> pl.DataFrame:
    return pl.DataFrame(rows, schema=dict(LIST.schema), orient="row")
