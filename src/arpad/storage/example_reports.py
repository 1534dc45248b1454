"""Reports of the example office, of every fate: to look at, returned, without a number, refused, appealed, by a link.

None of them is accepted, so that the lists are those of the same story in a folder.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

from arpad.formats.trf.writer import TRF16, write_trf
from arpad.lab.office_world.pairings import circle_round
from arpad.model.numbers import Hundredths, Rating
from arpad.model.period import Born
from arpad.model.tournament import Entry, Pairing, Tournament
from arpad.office.ask_question import AskQuestion
from arpad.office.lodge_appeal import LodgeAppeal
from arpad.office.refuse_report import RefuseReport
from arpad.office.report_reasons import ReasonWithArticle
from arpad.office.return_report import ReturnReport
from arpad.office.take_in_report import TakeInReport
from arpad.office.uploads import MakeLink
from arpad.storage.database_book import DatabaseBook
from arpad.storage.deeds import report_corrections, report_decisions, reports
from arpad.storage.deeds.questions import ask_question
from arpad.storage.events.carrying_out import Along
from arpad.storage.example_accounts import acting
from arpad.storage.example_events import (
    NORLAND,
    OFFICERS,
    TREVENIA,
    VESMARK,
    PlannedEvent,
    RegistrationStep,
    registration_steps,
)
from arpad.storage.models import RegisteredEvent
from arpad.storage.reports.reading_child import FileOfUpload

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from arpad.office.person import Person
    from arpad.storage.models import RatingSystem

_DAY = timedelta(days=1)
_SIZE, _ROUNDS = 6, 5
_BEGAN, _CAME = -13, -5
"""These events began so many days ago, and their reports came."""
_RESULTS = ("1", "=", "0")
_MIRRORED = {"1": "0", "=": "=", "0": "1"}
_POINTS = {"1": 100, "=": 50, "0": 0}
_ARTICLE = "fide-2024-03 3.1"


def steps_about_events(today: date) -> list[RegistrationStep]:
    """Give everything that was done about registered events until today, in the order of the days."""
    return sorted([*registration_steps(today), *_steps(today)], key=lambda step: step.day)


@dataclass(frozen=True, slots=True)
class _Reported:
    """An event that was played and reported: its players are taken from a place in the list of its federation."""

    plan: PlannedEvent
    first: int

    def number(self) -> int:
        """Give its number in the office."""
        return RegisteredEvent.objects.get(name=self.plan.values["name"], part=0).number

    def tournament(self, system: RatingSystem) -> Tournament:
        """Give a round robin of rated players of its federation."""
        book = DatabaseBook(system)
        newest = book.table(f"lists/{book.list_dates[-1]:%Y-%m}").drop_nulls("standard_rating")
        people = book.table("players").filter(federation=self.plan.federation)
        both = people.join(newest.select("fide_id", "standard_rating"), on="fide_id")
        players = both.sort("standard_rating", "fide_id", descending=[True, False])[self.first : self.first + _SIZE]
        rounds = _rounds()
        entries = [
            Entry(
                place + 1, row["name"], tuple(rounds[place]), "w" if row["sex"] == "F" else "m", None,
                Rating(row["standard_rating"]), row["federation"], row["fide_id"],
                Born(row["birth_year"]) if row["birth_year"] else None,
                Hundredths(sum(_POINTS[each.result] for each in rounds[place])), place + 1,
            )
            for place, row in enumerate(players.iter_rows(named=True))
        ]  # fmt: skip
        values = self.plan.values
        return Tournament(
            values["name"], values["place"], self.plan.federation, values["start"], values["end"],
            system="Individual: Round-Robin", time="90 minutes and 30 seconds a move",
            round_dates=tuple(values["start"] + turn * _DAY for turn in range(_ROUNDS)), entries=tuple(entries),
        )  # fmt: skip

    def take_in(self, day: date, nameless: int = 0, *, is_damaged: bool = False) -> Callable[[RatingSystem], object]:
        """Give what takes its report in, by its officer; a player may have no number, or a line be damaged."""

        def do(system: RatingSystem) -> object:
            played = self.tournament(system)
            entries = [replace(each, fide_id=None) if each.number == nameless else each for each in played.entries]
            text = write_trf(replace(played, entries=tuple(entries)), TRF16)
            text = text.replace("\n001    2", "\n001    x", 1) if is_damaged else text
            asked = TakeInReport(sha256="", received_on=day, arbiter_sent_on=day - _DAY, sent_by="chief_arbiter")
            return reports.take_in(self.officer(), self.number(), [_file(text)], asked)

        return do

    def officer(self) -> Person:
        """Give the officer of its federation."""
        return acting(OFFICERS[self.plan.federation])


def _rounds() -> list[list[Pairing]]:
    rounds: list[list[Pairing]] = [[] for _ in range(_SIZE)]
    for turn in range(_ROUNDS):
        for white, black in circle_round(_SIZE, turn):
            result = _RESULTS[(white + black + turn) % 3]
            rounds[white].append(Pairing(black + 1, "w", result))
            rounds[black].append(Pairing(white + 1, "b", _MIRRORED[result]))
    return rounds


def _file(text: str) -> FileOfUpload:
    return FileOfUpload("report.trf", text.encode())


def _steps(today: date) -> Iterator[RegistrationStep]:
    def planned(federation: str, name: str, town: int, first: int) -> _Reported:
        more = (("time_control", "5400+30"), ("system", "roundrobin"))
        return _Reported(PlannedEvent(federation, name, town, today + _BEGAN * _DAY, _ROUNDS, more=more), first)

    def on(days: int, do: Callable[[RatingSystem], object]) -> RegistrationStep:
        return RegistrationStep(today + days * _DAY, do)

    came = today + _CAME * _DAY
    looked_at = planned(NORLAND, "Lake Open", 4, 4)
    nameless = planned(TREVENIA, "Mill Tournament", 5, 4)
    returned = planned(VESMARK, "Windmill Cup", 5, 4)
    refused = planned(TREVENIA, "Tavern Masters", 6, 12)
    appealed = planned(NORLAND, "Quarry Open", 6, 12)
    by_link = planned(VESMARK, "Ferry Open", 6, 12)
    for event in (looked_at, nameless, returned, refused, appealed, by_link):
        yield on(-45, event.plan.register())
    yield on(_CAME, looked_at.take_in(came))
    yield on(_CAME, nameless.take_in(came, nameless=3))
    yield on(-2, lambda _: report_corrections.ask_number(nameless.officer(), nameless.number(), 3))
    yield on(_CAME, returned.take_in(came, is_damaged=True))
    yield on(-4, lambda _: _return(returned, today + 4 * _DAY))
    for event in (refused, appealed):
        yield on(_CAME, event.take_in(came))
        yield on(-3, _refuses(event))
    yield on(-1, lambda _: _appeal(appealed, today - _DAY))
    yield on(-2, lambda system: _sent_by_link(by_link, system))
    yield on(-2, _question)


def _return(event: _Reported, until: date) -> object:
    reason = ReasonWithArticle("A line of a player cannot be read.", "", "line of player 2")
    return report_decisions.return_for_correction(
        event.officer(), event.number(), ReturnReport(reasons=(reason,), until=until)
    )


def _refuses(event: _Reported) -> Callable[[RatingSystem], object]:
    def do(_system: RatingSystem) -> object:
        reason = ReasonWithArticle("Four rounds were played on one day, 16 hours of play.", _ARTICLE)
        return report_decisions.refuse(event.officer(), event.number(), RefuseReport(reasons=(reason,)))

    return do


def _appeal(event: _Reported, day: date) -> object:
    asked = LodgeAppeal(lodged_on=day, document="letter 44", reason="It was one round a day; the programme shows it.")
    return report_decisions.appeal(event.officer(), event.number(), asked)


def _sent_by_link(event: _Reported, system: RatingSystem) -> object:
    """Have a report sent by a link; it waits for its officer."""
    _, token = reports.make_link(event.officer(), event.number(), MakeLink(), Along())
    return reports.upload_by_link(token, [_file(write_trf(event.tournament(system), TRF16))])


def _question(system: RatingSystem) -> object:
    """Have an officer note a question about the newest list."""
    book = DatabaseBook(system)
    newest = book.table(f"lists/{book.list_dates[-1]:%Y-%m}").drop_nulls("standard_rating")
    people = book.table("players").filter(federation=NORLAND)
    player = people.join(newest.select("fide_id"), on="fide_id")["fide_id"].sort()[0]
    asked = AskQuestion("wrong_result", player, "My game of round 3 was a draw.", "standard", book.list_dates[-1])
    return ask_question(acting(OFFICERS[NORLAND]), asked)


__all__ = ["steps_about_events"]
