"""Reports of events in the database of a test's office: made from players of its book, sent on a day that is set."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any

from made_events import MIRRORED, circle
from office_events import HUN, cast, system_with_book, values

from arpad.events.facts import fact_text
from arpad.formats.trf.writer import TRF16, write_trf
from arpad.model.numbers import Hundredths, Rating
from arpad.model.period import Born
from arpad.model.tournament import Entry, Pairing, Tournament
from arpad.office.register_event import RegisterEvent
from arpad.office.take_in_report import TakeInReport
from arpad.storage.database_book import DatabaseBook
from arpad.storage.deeds import reports
from arpad.storage.deeds.registrations import register
from arpad.storage.models import RegisteredEvent
from arpad.storage.reports.reading_child import FileOfUpload

if TYPE_CHECKING:
    import pytest

    from arpad.office.person import Person
    from arpad.storage.models import RatingSystem

REGISTERED_ON, START, END, REPORTED_ON = date(2026, 10, 2), date(2026, 10, 10), date(2026, 10, 16), date(2026, 10, 19)
ANSWERS: dict[str, Any] = {
    "announced_rated": True,
    "arbiters_licensed": True,
    "laws_of_chess": True,
    "pgn": True,
    "suspended_federations": [],
    "norms": False,
}
"""What a report does not say, and an officer knows."""
_SIZE = 8
_POINTS = {"1": 100, "=": 50, "0": 0}


class OfficeWithEvent:
    """An office with a book, people, and an event that was played and is not yet reported."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, **facts: Any) -> None:  # noqa: ANN401 - facts of the event
        """Register an event, and let its days pass."""
        self._patch = monkeypatch
        self.on(REGISTERED_ON)
        self.system: RatingSystem = system_with_book()
        self.people = cast()
        days = {"start": START, "end": END, "schedule": rounds_of(START), "time_control": "5400+30"}
        asked = RegisterEvent(values=values(**{**days, **facts}))
        _, self.number = register(self.officer, self.system, HUN, asked)
        self.on(REPORTED_ON)

    def on(self, day: date) -> None:
        """Let it be a day; everybody proves anew who it is."""
        self._patch.setenv("ARPAD_TODAY", day.isoformat())
        moment = datetime(day.year, day.month, day.day, tzinfo=UTC)
        people = getattr(self, "people", {})
        for name, person in people.items():
            people[name] = replace(person, proved_at=moment)

    @property
    def officer(self) -> Person:
        """The officer of the event's federation."""
        return self.people["officer"]

    @property
    def row(self) -> RegisteredEvent:
        """The event as it is now."""
        return RegisteredEvent.objects.select_related("parent", "rating_system").get(number=self.number)

    def tournament(self) -> Tournament:
        """Give the report of the event: a round robin of players of the book."""
        return tournament_of(self.system)

    def send(self, *files: FileOfUpload, **asked: Any) -> Any:  # noqa: ANN401 - what is asked, and what came of it
        """Take files in as the report of the event, by its arbiter."""
        given = {"sha256": "", "received_on": REPORTED_ON, "arbiter_sent_on": REPORTED_ON - timedelta(days=1), **asked}
        sent = list(files) or [file_of(self.tournament())]
        return reports.take_in(self.people["arbiter"], self.number, sent, TakeInReport(**given))


def rounds_of(start: date) -> tuple[date, ...]:
    """Give the days of the rounds: one a day."""
    return tuple(start + timedelta(days=place) for place in range(_SIZE - 1))


def tournament_of(system: RatingSystem, after: int = 0) -> Tournament:
    """Give a round robin of rated players of a book, from the best `after` some, each game with a result of its own."""
    book = DatabaseBook(system)
    listed = book.table("lists/2026-10").drop_nulls("standard_rating").select("fide_id", "standard_rating")
    people = book.table("players")
    rows = (
        people.join(listed, on="fide_id")
        .sort("standard_rating", "fide_id", descending=[True, False])
        .slice(after, _SIZE)
    )
    rounds: dict[int, list[Pairing]] = {number: [] for number in range(1, _SIZE + 1)}
    for number_of_round, pairs in enumerate(circle(_SIZE)):
        for first, second in pairs:
            result = ("1", "=", "0")[(first + second + number_of_round) % 3]
            rounds[first].append(Pairing(second, "w", result))
            rounds[second].append(Pairing(first, "b", MIRRORED[result]))
    entries = tuple(
        Entry(
            number,
            row["name"],
            tuple(rounds[number]),
            "w" if row["sex"] == "F" else "m",
            None,
            Rating(row["standard_rating"]),
            row["federation"],
            row["fide_id"],
            Born(row["birth_year"]) if row["birth_year"] else None,
            Hundredths(sum(_POINTS[pairing.result] for pairing in rounds[number])),
            number,
        )
        for number, row in enumerate(rows.iter_rows(named=True), 1)
    )
    return Tournament(
        "Open of Győr",
        "Győr",
        HUN,
        START,
        END,
        system="Individual: Round-Robin",
        time="90 minutes and 30 seconds a move",
        round_dates=rounds_of(START),
        entries=entries,
    )


def file_of(tournament: Tournament, name: str = "open.trf") -> FileOfUpload:
    """Give a report as a file."""
    return FileOfUpload(name, write_trf(tournament, TRF16).encode())


def facts_file(**facts: Any) -> FileOfUpload:  # noqa: ANN401 - facts
    """Give a file of facts."""
    return FileOfUpload("event.toml", "".join(f"{name} = {fact_text(fact)}\n" for name, fact in facts.items()).encode())


def with_entry(tournament: Tournament, number: int, **values: Any) -> Tournament:  # noqa: ANN401 - of a player
    """Give a tournament with a player otherwise."""
    entries = tuple(replace(entry, **values) if entry.number == number else entry for entry in tournament.entries)
    return replace(tournament, entries=entries)
