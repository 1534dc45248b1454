"""Everything that everybody may know of an event: where it is, who played, what came of it, what was not rated.

Who has no public page is nowhere named, neither by name nor by number.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from arpad.events.statement import performance
from arpad.events.verdict import DROPS, REFUSES
from arpad.model.numbers import HALF_UP, Rating, rounded_quotient
from arpad.model.problems import ArpadError, EditionError
from arpad.model.tournament import Entry
from arpad.office.public_stage import NOT_RATED, PublicStage, public_stage
from arpad.publication.open_events import NOT_RATED as UNRATED
from arpad.publication.open_events import TAKEN_BACK
from arpad.storage.models import EventRow, LogEntry, PlayerRow, RegisteredEvent, ReportCheck, ReportDelivery
from arpad.storage.queries.archived import archived_bytes
from arpad.storage.rulebooks import law_of_first_day
from arpad.storage.site.event_calendar import registered_events, stage_in_book
from arpad.storage.site.played_event import EventAsPlayed, played_event
from arpad.storage.site.shown import may_be_named
from arpad.storage.site.worked_out import NumbersOfEvent, NumbersOfPlayer, OpenEvent, list_being_made, numbers_of_event

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from arpad.storage.models import RatingSystem

_ABOUT_PERSONS = frozenset(
    ("identities", "namesakes", "unknown_id", "newcomers", "name_differs", "birth_year_differs", "federation_differs",
     "title_differs", "rating_differs")
)  # fmt: skip
"""Findings that compare a person with the record; they are the office's."""
_REFUSED = "report.refuse"
_NEAR = timedelta(days=60)
"""The sections of a festival begin within so many days of one another."""
_SHOWN_FACTS = (
    "place", "time_control", "system", "cycles", "league", "team_championship", "national_championship", "women_only",
    "official", "norms", "hybrid",
)  # fmt: skip
"""What is public of a registration, besides name, days, kind and federation."""


class PublicFinding(NamedTuple):
    """Something that a check found, in plain words."""

    message: str
    articles: tuple[tuple[str, str], ...]
    """Edition and article."""
    refuses: bool


class GameNotRated(NamedTuple):
    """A game that was played and is not rated, by starting numbers, and why."""

    round: int
    first: int
    second: int
    why: str


class Named(NamedTuple):
    """A player who may be named."""

    number: int
    name: str
    title: str
    federation: str


@dataclass(frozen=True, slots=True)
class PlayerOfEvent:
    """A player of an event with what came of it."""

    number: int
    """The starting number."""
    rank: int | None
    named: Named | None
    """None of whom is not named."""
    points: int | None
    numbers: NumbersOfPlayer | None
    """What it was worth; None where no file says it."""
    rating: int | None
    """At which the games were rated, or else as reported."""
    games: int
    """Played."""
    against_rated: int = 0
    score: int = 0
    """Against rated opponents, in hundredths."""
    average: int | None = None
    """Of the rated opponents."""
    performance: int | None = None


@dataclass(frozen=True, slots=True)
class EventSheet:
    """An event as everybody may know it."""

    name: str
    federation: str
    kind: str
    start: date
    end: date
    stage: PublicStage
    registered: RegisteredEvent | None = None
    row: EventRow | None = None
    """The event in the book; None while it is in none."""
    played: EventAsPlayed | None = None
    players: Sequence[PlayerOfEvent] = ()
    numbers: NumbersOfEvent | None = None
    open: OpenEvent | None = None
    """What becomes of it on the list being made."""
    replaced_by: int | None = None
    findings: Sequence[PublicFinding] = ()
    not_rated: Sequence[GameNotRated] = ()
    refused_by: Sequence[tuple[str, str]] = ()
    """Of an event that was refused, edition and article of the reasons; their words stay in the office."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    parts: Sequence[RegisteredEvent] = ()
    """The parts of a long event, each with its stage as `stands`."""
    sections: Sequence[RegisteredEvent] = ()
    """The other sections of its festival, the same way."""

    @property
    def why_not(self) -> str:
        """Why the list being made does not rate it, as it stands; empty where there is nothing to say."""
        is_said = self.open is not None and self.open.state in {UNRATED, TAKEN_BACK}
        return self.open.why if is_said and self.open is not None else ""

    @property
    def newcomers(self) -> list[PlayerOfEvent]:
        """Those for whom a first rating came out."""
        return [each for each in self.players if each.numbers is not None and each.numbers.first_rating is not None]


def place_of_registration(system: RatingSystem, number: int) -> tuple[RegisteredEvent, int | None] | None:
    """Give a public event of the office, and its number in the book where it is in one."""
    row = registered_events(system).select_related("parent").filter(number=number).first()
    return None if row is None else (row, row.book_event)


def mark_of_event(system: RatingSystem, number: int) -> tuple[str, EventRow, RegisteredEvent | None] | None:
    """Give an event of the book with its registration, and what its page follows from, told cheaply."""
    row = EventRow.objects.filter(rating_system=system, event_id=number).first()
    if row is None:
        return None
    registered = registered_events(system).select_related("parent").filter(book_event=number).first()
    being_made = list_being_made(system)
    changed = 0 if registered is None else registered.changed_by
    newest = "" if system.newest is None else system.newest.fingerprint
    parts = (number, system.version, changed, newest, "" if being_made is None else being_made.data)
    return "/".join(map(str, parts)), row, registered


def sheet_of_registration(system: RatingSystem, row: RegisteredEvent) -> EventSheet:
    """Give an event of the office that is in no book yet, or never will be."""
    stands: str = row.stands  # type: ignore[attr-defined] # was worked out by the query
    assert row.start is not None  # noqa: S101 - public events have days
    assert row.end is not None  # noqa: S101 - the same
    stage = public_stage(stands, row.fide_list)
    is_not_rated = stage.code == NOT_RATED
    return EventSheet(
        row.name, row.federation, row.kind, row.start, row.end, stage, row,
        findings=_findings(row, None) if is_not_rated else (),
        refused_by=_refused_by(row) if is_not_rated else (),
        **_around(system, row),
    )  # fmt: skip


def sheet_of_event(system: RatingSystem, row: EventRow, registered: RegisteredEvent | None) -> EventSheet:
    """Give an event of the book."""
    being_made = list_being_made(system)
    open_event = None if being_made is None else being_made.events.get(row.event_id)
    published = _published_list(system, row)
    stage = _stage(system, row, registered, open_event)
    played = played_event(system, row, registered)
    there = set(played.players.values())
    numbers = None if row.withdrawn else numbers_of_event(system, row.event_id, row.kind, published, there)
    named = _named(system, there)
    players = list(_players(system, row, played, numbers, named))
    unnamed = [each.name for each in played.tournament.entries if played.players.get(each.number) not in named]
    # What was replaced is withdrawn; of others nobody has to ask.
    later = EventRow.objects.filter(rating_system=system, replaces=row.event_id) if row.withdrawn else None
    return EventSheet(
        row.name or (registered.name if registered is not None else ""),
        row.federation,
        row.kind,
        row.start,
        row.end,
        stage,
        registered,
        row,
        played,
        players,
        numbers,
        open_event,
        None if later is None else later.values_list("event_id", flat=True).first(),
        () if registered is None else _findings(registered, unnamed),
        () if registered is None else _not_rated(registered, unnamed),
        **({} if registered is None else _around(system, registered)),
    )


def _published_list(system: RatingSystem, row: EventRow) -> date | None:
    """Give the published list that rated an event; None where none did."""
    newest = system.newest
    if row.rated_for is None or newest is None or row.rated_for > newest.list_date:
        return None
    return row.rated_for


def _stage(
    system: RatingSystem, row: EventRow, registered: RegisteredEvent | None, open_event: OpenEvent | None
) -> PublicStage:
    if registered is not None:
        stands: str = registered.stands  # type: ignore[attr-defined] # was worked out by the query
    else:
        stands = stage_in_book(system, row)
    of_list = row.rated_for or (None if open_event is None else open_event.list)
    return public_stage(stands, of_list)


def _named(system: RatingSystem, numbers: set[int]) -> dict[int, Named]:
    """Give those who may be named."""
    allowed = may_be_named(system, numbers)
    rows = PlayerRow.objects.filter(rating_system=system, fide_id__in=allowed)
    return {
        number: Named(number, name, title or womens, federation)
        for number, name, title, womens, federation in rows.values_list(
            "fide_id", "name", "title", "womens_title", "federation"
        )
    }


def _players(
    system: RatingSystem,
    row: EventRow,
    played: EventAsPlayed,
    numbers: NumbersOfEvent | None,
    named: Mapping[int, Named],
) -> Iterator[PlayerOfEvent]:
    """Give the players in the order of the standing, each with what came of the event."""
    known = {} if numbers is None else numbers.players
    try:
        law = law_of_first_day(system, row.kind, row.start)
    except EditionError:
        law = None
    results: dict[int, list[tuple[int, int]]] = {}
    for game in played.games:
        results.setdefault(game.white, []).append((game.black, game.white_score))
        results.setdefault(game.black, []).append((game.white, game.black_score))
    used = {number: own.rating for number, own in known.items()}
    for entry in sorted(played.tournament.entries, key=_standing):
        player = played.players.get(entry.number)
        own = None if player is None else known.get(player)
        games = results.get(player or 0, [])
        rated = [(rating, score) for other, score in games if (rating := used.get(other)) is not None]
        score = sum(each for _, each in rated)
        opponents = [rating for rating, _ in rated]
        yield PlayerOfEvent(
            entry.number,
            entry.rank,
            None if player is None else named.get(player),
            entry.points,
            own,
            own.rating if own is not None else entry.rating,
            len(games),
            len(rated),
            score,
            rounded_quotient(sum(opponents), len(opponents), HALF_UP) if opponents else None,
            None if law is None else performance(law, opponents, score),
        )


def _standing(entry: Entry) -> tuple[int, int, int]:
    return (entry.rank or 10_000, -(entry.points or 0), entry.number)


def as_shown(sheet: EventSheet) -> EventAsPlayed | None:
    """Give who played whom as it may be shown: only with the names of those who may be named, and what is public."""
    played = sheet.played
    if played is None:
        return None
    by_number = {each.number: each for each in sheet.players}
    entries = tuple(_entry_as_shown(entry, by_number[entry.number]) for entry in played.tournament.entries)
    return played._replace(tournament=replace(played.tournament, entries=entries, national=(), chief_arbiter=None))


def _entry_as_shown(entry: Entry, own: PlayerOfEvent) -> Entry:
    name = "" if own.named is None else own.named.name
    rating = None if own.named is None or own.rating is None else Rating(own.rating)
    return Entry(entry.number, name, entry.rounds, rating=rating, points=entry.points, rank=entry.rank)


def _around(system: RatingSystem, row: RegisteredEvent) -> dict[str, Any]:
    """Give what belongs to an event of the office: its public facts, its parts, other sections of its festival."""
    whole = row if row.parent is None else row.parent
    facts = {name: whole.facts[name]["value"] for name in _SHOWN_FACTS if name in whole.facts}
    rows = registered_events(system)
    parts = rows.filter(parent_id=whole.number).order_by("part") if whole.has_parts else ()
    sections = (
        rows.filter(festival=row.festival, parent__isnull=True, federation=row.federation) if row.festival else None
    )
    others = () if sections is None else sections.exclude(number=whole.number).order_by("start", "number")[:100]
    return {"facts": facts, "parts": list(parts), "sections": list(others)}


def _checked(row: RegisteredEvent) -> dict[str, Any]:
    """Give what the newest check of the report of an event found; nothing where there is none."""
    taken = ReportDelivery.objects.filter(event_id=row.number, state=ReportDelivery.TAKEN_IN).order_by("taken_entry")
    delivery = taken.last()
    check = None if delivery is None else ReportCheck.objects.filter(delivery=delivery).order_by("number").last()
    if check is None:
        return {}
    try:
        document: dict[str, Any] = json.loads(archived_bytes(check.document))
    except ArpadError:
        return {}
    verdict: dict[str, Any] = document.get("verdict", {})
    return verdict


def _findings(row: RegisteredEvent, unnamed: Sequence[str] | None) -> list[PublicFinding]:
    """Give what refuses an event or leaves games out; nothing that names whom nobody may name.

    Where it is not known who may be named, nothing that is about players.
    """
    shown = []
    for each in _checked(row).get("findings", ()):
        names = each["players"] if unnamed is None else _names_in(each["message"], unnamed)
        if each["severity"] in {REFUSES, DROPS} and each["code"] not in _ABOUT_PERSONS and not names:
            cited = tuple((cite["edition"], cite["article"]) for cite in each["citations"] if cite["article"])
            shown.append(PublicFinding(each["message"], cited, each["severity"] == REFUSES))
    return shown


def _refused_by(row: RegisteredEvent) -> list[tuple[str, str]]:
    """Give the articles for which an event was refused; who refused it wrote why, and that may name somebody."""
    entry = LogEntry.objects.filter(code=_REFUSED, facts__event=row.number).order_by("-number").first()
    reasons = () if entry is None else entry.facts.get("reasons", ())
    cited = [each["article"].partition(" ") for each in reasons if each.get("article")]
    return list(dict.fromkeys((edition, article) for edition, _, article in cited if article))


def _names_in(text: str, names: Sequence[str]) -> list[str]:
    return [name for name in names if name and name in text]


def _not_rated(row: RegisteredEvent, unnamed: Sequence[str]) -> list[GameNotRated]:
    """Give the games that were played and are not rated, each with the finding that says why."""
    verdict = _checked(row)
    words = {
        each["code"]: each["message"]
        for each in verdict.get("findings", ())
        if each["severity"] == DROPS and each["code"] not in _ABOUT_PERSONS and not _names_in(each["message"], unnamed)
    }
    return [
        GameNotRated(each["round"], each["first"], each["second"], words.get(each["reason"], ""))
        for each in verdict.get("dropped", ())
    ]
