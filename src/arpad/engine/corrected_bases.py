"""Why a list goes on from another rating than the one published before: what was decided, about which event, and why.

A base is corrected by hand (table `corrections`), or because an event that an earlier list rated was withdrawn or
replaced. The words of whoever decided it stand in the log of the book, where there is one.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import polars as pl

from arpad.book.log import entries
from arpad.engine.period.withdrawals import events_taken_back
from arpad.engine.wording import WORDS
from arpad.model.wording import LANGUAGE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from datetime import date

    from arpad.book.log import BookLogEntry
    from arpad.book.view import Period

BY_HAND, ANNULLED, REPLACED = "by_hand", "annulled", "replaced"
_DECIDED = ("annul", "replace", "correct", "import", "merge")
"""The deeds of the log that take an event back or correct a base; a closing only carries them out."""


@dataclass(frozen=True, slots=True)
class BaseCause:
    """One reason why a base is another: what was done, about which event, and why."""

    what: str
    """by_hand; or annulled, replaced (an event)."""
    why: str = ""
    """In the words of whoever decided it; empty where the book has none."""
    event: int | None = None
    name: str = ""
    """The name of the event."""
    rated_for: date | None = None
    """The list that rated it."""
    instead: int | None = None
    """The event that stands in its place."""

    def sentence(self, language: str = LANGUAGE) -> str:
        """Say it in a language, as the end of a sentence."""
        facts = {name: getattr(self, name) for name in ("why", "event", "name", "rated_for", "instead")}
        return WORDS.say("because", self.what, facts, language)

    @property
    def data(self) -> dict[str, Any]:
        """The same for documents."""
        return {
            "what": self.what,
            "why": self.why or None,
            "event": self.event,
            "name": self.name or None,
            "rated_for": None if self.rated_for is None else self.rated_for.isoformat(),
            "instead": self.instead,
            "sentence": self.sentence(),
        }


@dataclass(frozen=True, slots=True)
class CorrectedBase:
    """The way of a player from the rating published before to the one from which a list goes on."""

    published: int | None
    """The rating on the list before; None where the player had none."""
    published_on: date | None
    base: int
    causes: tuple[BaseCause, ...]

    def sentence(self, change: int | None, rating: int | None, language: str = LANGUAGE) -> str:
        """Say it from the list before to this one: published, corrected and why, the change, the rating now."""
        facts = {
            "published": self.published,
            "on": self.published_on,
            "base": self.base,
            "causes": self.causes,
            "changed": change is not None,
            "change": "0" if not change else f"{change:+d}",
            "rating": rating,
        }
        return WORDS.say("line", "corrected", facts, language)


@dataclass(frozen=True, slots=True)
class LineCorrection:
    """What of the line of a player on the list before was corrected besides the rating, and why."""

    k: int | None
    played: int | None
    """All rated games so far."""
    why: str = ""

    def games_sentence(self, language: str = LANGUAGE) -> str:
        """Say that the count of games was corrected."""
        return WORDS.say("line", "games_corrected", {"played": self.played, "why": self.why}, language)


class BaseCauses:
    """Why the bases of one list in one kind of chess are other ones, player by player."""

    def __init__(self, period: Period) -> None:
        self._period = period
        own = (pl.col("kind") == period.kind) & (pl.col("list") == period.list_date)
        self._by_hand = set(period.table("corrections").filter(own)["fide_id"].to_list())
        self.events = tuple(self._taken_back())
        """The events that this list takes back."""
        self._players = self._players_of_events()
        self._log = entries(period.view)

    @property
    def are_there(self) -> bool:
        """True where any base of the list may be another than was published."""
        return bool(self._by_hand or self.events)

    def of(self, player: int) -> tuple[BaseCause, ...]:
        """Give the reasons why a player's base is another; a correction by hand goes before everything else."""
        if player in self._by_hand:
            return (self._decision(player),)
        own = [cause for cause in self.events if player in self._players[cause.event or 0]]
        # In a round robin of before 2022 an event can move somebody who did not play in it.
        return tuple(self._explained(cause) for cause in own or self.events)

    def explained_events(self) -> Iterator[BaseCause]:
        """Give the events that this list takes back, with the reasons that the log has."""
        yield from map(self._explained, self.events)

    def _taken_back(self) -> Iterator[BaseCause]:
        gone = events_taken_back(self._period)
        every = self._period.table("events")
        replaced = every.filter(pl.col("replaces").is_in(gone["event_id"].implode()) & ~pl.col("withdrawn"))
        instead = dict(replaced.select("replaces", "event_id").iter_rows())
        for event, name, rated_for in gone.sort("event_id").select("event_id", "name", "rated_for").iter_rows():
            what = REPLACED if event in instead else ANNULLED
            yield BaseCause(what, "", event, name or "", rated_for, instead.get(event))

    def _players_of_events(self) -> Mapping[int, set[int]]:
        """Give the players of each event that is taken back, also those of the event in its place."""
        of = {number: cause.event or 0 for cause in self.events for number in (cause.event, cause.instead) if number}
        players: dict[int, set[int]] = defaultdict(set)
        games = self._period.table("games").filter(pl.col("event_id").is_in(list(of)))
        for event, white, black in games.select("event_id", "white", "black").iter_rows():
            players[of[event]] |= {white, black}
        return players

    def _decision(self, player: int) -> BaseCause:
        day, kind = self._period.list_date.isoformat(), self._period.kind
        wanted = {"kind": kind, "fide_id": player, "list": day}
        entry = next(_having(self._log, "corrections", wanted), None)
        return BaseCause(BY_HAND, "" if entry is None else _within(entry.why))

    def line(self, player: int) -> LineCorrection | None:
        """Give what of a player's line before was corrected for this list besides the rating; None without any."""
        day, kind = self._period.list_date, self._period.kind
        own = (pl.col("kind") == kind) & (pl.col("fide_id") == player) & (pl.col("list") == day)
        rows = self._period.table("line_corrections").filter(own)
        if rows.is_empty():
            return None
        wanted = {"kind": kind, "fide_id": player, "list": day.isoformat()}
        entry = next(_having(self._log, "line_corrections", wanted), None)
        return LineCorrection(rows["k"][0], rows["played"][0], "" if entry is None else _within(entry.why))

    def _explained(self, cause: BaseCause) -> BaseCause:
        """Add to an event that is taken back why, in the words of the log."""
        wanted = {"event_id": cause.event, "withdrawn": True}
        entry = next(_having(self._log, "events", wanted), None)
        return cause if entry is None else replace(cause, why=_within(entry.why))


def _within(why: str) -> str:
    """Write a reason so that it can stand within a sentence."""
    return why.strip().rstrip(".")


def _having(log: Iterable[BookLogEntry], table: str, wanted: Mapping[str, Any]) -> Iterator[BookLogEntry]:
    """Give the entries that left a row in a table in which these cells stand, the newest first."""
    for entry in sorted(log, key=lambda entry: entry.number, reverse=True):
        rows = entry.after.get(table, ()) if entry.deed in _DECIDED else ()
        if isinstance(rows, list) and any(wanted.items() <= row.items() for row in rows if isinstance(row, dict)):
            yield entry
