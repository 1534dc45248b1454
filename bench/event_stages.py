"""An office of FIDE's size with its events: a few are led there by deeds, 20,000 stand like them at every stage.

The steps of `office_steps.py` for what is done with events all month: the inbox, the pages of an event, and finding
out who is who in a report of 300 players.
"""

from __future__ import annotations

import os
from collections import Counter
from contextlib import contextmanager
from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from made_events import MIRRORED, circle

from arpad.formats.trf.writer import TRF16, write_trf
from arpad.model.numbers import Hundredths, Rating
from arpad.model.period import Born
from arpad.model.tournament import Entry, Pairing, Tournament

if TYPE_CHECKING:
    from collections.abc import Iterator

EVENTS, PLAYERS, ROUNDS = 20_000, 300, 9
START, END, REPORTED = date(2026, 12, 10), date(2026, 12, 18), date(2026, 12, 21)
SHARES = {
    "rated": 0.75, "due_for_list": 0.12, "announced": 0.0905, "awaited": 0.0125, "received": 0.0175,
    "returned": 0.003, "waiting": 0.003, "registered": 0.0025, "running": 0.001,
}  # fmt: skip
"""Which share of the events stands where: of four months in which FIDE rates five thousand each, those still open."""
_TYPING = {"transposed": 10, "without": 10, "misspelt": 10, "unknown": 5}
"""So many players of the report have two digits of their number changed over, none, one letter of their name too few,
or one that nobody has."""
_FEDERATIONS = 190


@contextmanager
def _day(day: date) -> Iterator[None]:
    kept = os.environ["ARPAD_TODAY"]
    os.environ["ARPAD_TODAY"] = day.isoformat()
    try:
        yield
    finally:
        os.environ["ARPAD_TODAY"] = kept


def fill(administrator: Any, system: Any) -> dict[str, Any]:  # noqa: ANN401 - of an office that is open now
    """Lead an event to each stage by deeds, and let many more stand there; give how many stand at each."""
    templates = _led(administrator, system)
    counts = _copied(templates)
    return {"events": sum(counts.values()), "by_stage": dict(counts)}


def _led(administrator: Any, system: Any) -> dict[str, int]:  # noqa: ANN401 - the same
    """Give by stage the number of an event that was led to it."""
    from arpad.office.approvals import LATE  # noqa: PLC0415 - once an office is open
    from arpad.office.ask_approval import AskApproval  # noqa: PLC0415 - the same
    from arpad.office.register_event import RegisterEvent  # noqa: PLC0415 - the same
    from arpad.office.report_reasons import ReasonWithArticle  # noqa: PLC0415 - the same
    from arpad.office.return_report import ReturnReport  # noqa: PLC0415 - the same
    from arpad.office.take_in_report import TakeInReport  # noqa: PLC0415 - the same
    from arpad.storage.deeds import event_approvals, report_decisions, reports  # noqa: PLC0415 - the same
    from arpad.storage.deeds.registrations import register  # noqa: PLC0415 - the same
    from arpad.storage.reports.reading_child import FileOfUpload  # noqa: PLC0415 - the same

    federation, tournament = report_of(system)
    person = administrator()

    def registered(name: str, start: date, end: date, today: date) -> int:
        values = {
            "name": name, "start": start, "end": end, "place": "Somewhere", "zone": "Europe/Oslo", "kind": "standard",
            "system": "swiss", "organiser": 990001, "chief_arbiter": 990002, "time_control": "5400+30",
        }  # fmt: skip
        with _day(today):
            _, number = register(administrator(), system, federation, RegisterEvent(values=values))
        return int(number)

    today, long_before = date.fromisoformat(os.environ["ARPAD_TODAY"]), date(2026, 10, 1)
    numbers = {
        "announced": registered("announced", today + timedelta(30), today + timedelta(38), long_before),
        "running": registered("running", today - timedelta(2), today + timedelta(6), long_before),
        "awaited": registered("awaited", START, END, long_before),
        "received": registered("received", START, END, long_before),
        "returned": registered("returned", START, END, long_before),
        "waiting": registered("waiting", today + timedelta(1), today + timedelta(3), today),
    }
    event_approvals.ask(person, numbers["waiting"], AskApproval(what=LATE, reason="The hall became free at last."))
    sent = [FileOfUpload("report.trf", write_trf(tournament, TRF16).encode())]
    for name in ("received", "returned"):
        with _day(REPORTED):
            asked = TakeInReport(sha256="", received_on=REPORTED, arbiter_sent_on=REPORTED - timedelta(1))
            reports.take_in(administrator(), numbers[name], sent, asked)
    with _day(REPORTED):
        why = ReturnReport(reasons=(ReasonWithArticle("Ten players have no number."),), until=today + timedelta(20))
        report_decisions.return_for_correction(administrator(), numbers["returned"], why)
    return numbers


def report_of(system: Any) -> tuple[str, Tournament]:  # noqa: ANN401 - the same
    """Give the report of a Swiss of players of the newest list, some of them wrongly written; and its federation."""
    from arpad.storage.models import PlayerRow, Standing  # noqa: PLC0415 - once an office is open

    rated = Standing.objects.filter(rating_system=system, generation__lte=system.generation, standard_rating__gt=0)
    step = max(1, rated.count() // PLAYERS)
    ratings = dict(rated.order_by("row_number").values_list("fide_id", "standard_rating")[: PLAYERS * step : step])
    people = PlayerRow.objects.filter(rating_system=system, fide_id__in=list(ratings))
    rows = list(people.values_list("fide_id", "name", "federation", "sex", "birth_year")[:PLAYERS])
    pairings: dict[int, list[Pairing]] = {number: [] for number in range(1, len(rows) + 1)}
    for round_number, pairs in enumerate(circle(len(rows))[:ROUNDS]):
        for first, second in pairs:
            result = ("1", "=", "0")[(first + second + round_number) % 3]
            pairings[first].append(Pairing(second, "w", result))
            pairings[second].append(Pairing(first, "b", MIRRORED[result]))
    worth = {"1": 100, "=": 50, "0": 0}
    entries = [
        Entry(
            number, name, tuple(pairings[number]), "w" if sex == "F" else "m", None, Rating(ratings[fide_id]),
            federation, fide_id, Born(year) if year else None,
            Hundredths(sum(worth[pairing.result] for pairing in pairings[number])), number,
        )
        for number, (fide_id, name, federation, sex, year) in enumerate(rows, 1)
    ]  # fmt: skip
    written = _mistyped(entries)
    days = tuple(START + timedelta(days=place) for place in range(ROUNDS))
    federation = Counter(row[2] for row in rows).most_common(1)[0][0]
    about = Tournament(
        "Open", "Somewhere", federation, START, END, system="Individual: Swiss-System",
        time="90 minutes and 30 seconds a move", round_dates=days, entries=tuple(written),
    )  # fmt: skip
    return federation, about


def _mistyped(entries: list[Entry]) -> Iterator[Entry]:
    kinds = [kind for kind, count in _TYPING.items() for _ in range(count)]
    for entry, kind in zip(entries, [*kinds, *[""] * (len(entries) - len(kinds))], strict=True):
        digits = str(entry.fide_id)
        if kind == "transposed":
            yield replace(entry, fide_id=int(digits[:-2] + digits[-1] + digits[-2]))
        elif kind == "without":
            yield replace(entry, fide_id=None)
        elif kind == "misspelt":
            yield replace(entry, fide_id=None, name=entry.name[:2] + entry.name[3:])
        elif kind == "unknown":
            yield replace(entry, fide_id=999_000_000 + entry.number, name=f"Qwertz{entry.number}, Nobody")
        else:
            yield entry


def _copied(templates: dict[str, int]) -> Counter[str]:
    """Let events stand at every stage as those that were led there do; give how many stand at each."""
    from django.db import transaction  # noqa: PLC0415 - once an office is open

    from arpad.storage.models import EventEntry, InHand, RegisteredEvent  # noqa: PLC0415 - the same

    like = {
        "rated": "received", "due_for_list": "received", "registered": "announced",
        **{name: name for name in templates},
    }  # fmt: skip
    rows = {name: RegisteredEvent.objects.get(number=number) for name, number in templates.items()}
    federations = _federations()
    number = max(templates.values())
    copies: dict[str, list[RegisteredEvent]] = {name: [] for name in SHARES}
    for name, share in SHARES.items():
        for turn in range(round(EVENTS * share)):
            number += 1
            copies[name].append(_copy(rows[like[name]], number, name, turn, federations))
    with transaction.atomic():
        for name, events in copies.items():
            RegisteredEvent.objects.bulk_create(events, batch_size=500)
            entries = list(EventEntry.objects.filter(event_id=templates[like[name]]).values_list("entry", flat=True))
            shown = (EventEntry(event_id=event.number, entry=entry) for event in events for entry in entries)
            EventEntry.objects.bulk_create(shown, batch_size=2000)
            if like[name] in {"received", "returned"}:
                _deliver(templates[like[name]], events)
        open_now = [event for name in ("awaited", "received", "waiting") for event in copies[name]]
        held = (InHand(of="registration", about=event.number, assignee=1 + place % 2)
                for place, event in enumerate(open_now) if place % 3 == 0)  # fmt: skip
        InHand.objects.bulk_create(held, batch_size=1000)
    return Counter({name: len(events) for name, events in copies.items()})


def _federations() -> list[str]:
    from arpad.storage.models import PlayerRow  # noqa: PLC0415 - once an office is open

    every = PlayerRow.objects.exclude(federation="").values_list("federation", flat=True)[:200_000:7]
    return [name for name, _ in Counter(every).most_common(_FEDERATIONS)]


def _copy(like: Any, number: int, name: str, turn: int, federations: list[str]) -> Any:  # noqa: ANN401 - a row
    """Give an event like another one, of another federation, on other days, with its own name."""
    from arpad.storage.models import RegisteredEvent  # noqa: PLC0415 - once an office is open

    shift = timedelta(days=-(turn % 60) if name in {"rated", "awaited", "received", "returned"} else turn % 5)
    values = {field.attname: getattr(like, field.attname) for field in RegisteredEvent._meta.concrete_fields}  # noqa: SLF001 - Django's own way
    for moved in ("start", "end", "due_on", "begins_at", "ends_at", "since", "for_list", "returned_until"):
        values[moved] = None if values[moved] is None else values[moved] + shift
    values |= {"number": number, "name": f"Open {number}", "federation": federations[turn % len(federations)]}
    if name in {"rated", "due_for_list"}:
        values |= {"stage": name, "accepted": f"{like.report_sha256}", "due_on": None}
    if name == "registered":
        values["stage"] = "registered"
    return RegisteredEvent(**values)


def _deliver(like: int, events: list[Any]) -> None:
    """Let every event have the report that another one has, and its check."""
    from arpad.storage.models import ReportCheck, ReportDelivery  # noqa: PLC0415 - once an office is open

    model = ReportDelivery.objects.filter(event_id=like).order_by("number").last()
    check = ReportCheck.objects.filter(delivery=model).order_by("number").last()
    if model is None or check is None:
        raise SystemExit(f"event {like} has no report")
    first = ReportDelivery.objects.order_by("-number").values_list("number", flat=True)[0] + 1
    of = {field.attname: getattr(model, field.attname) for field in ReportDelivery._meta.concrete_fields}  # noqa: SLF001 - Django's own way
    came = [
        ReportDelivery(**{**of, "number": first + place, "event_id": event.number})
        for place, event in enumerate(events)
    ]
    ReportDelivery.objects.bulk_create(came, batch_size=1000)
    checked = {field.attname: getattr(check, field.attname) for field in ReportCheck._meta.concrete_fields}  # noqa: SLF001 - the same
    del checked["number"]
    ReportCheck.objects.bulk_create(
        (ReportCheck(**{**checked, "delivery_id": delivery.number}) for delivery in came), batch_size=1000
    )


def addresses() -> dict[str, list[str]]:
    """Give the pages that are visited, by what they are: the inbox, and those of events at several stages."""
    from arpad.storage.models import RegisteredEvent  # noqa: PLC0415 - once an office is open

    def of(stage: str, many: int) -> list[int]:
        return list(
            RegisteredEvent.objects.filter(stage=stage).order_by("-number").values_list("number", flat=True)[:many]
        )

    received = of("received", 30)
    return {
        "inbox": ["/office/inbox/"],
        "event": [f"/office/events/r{number}/" for number in (*received[:15], *of("rated", 10), *of("announced", 10))],
        "report": [f"/office/events/r{number}/report/" for number in received[:10]],
        "table": ["/office/events/", "/office/events/?stage=received", "/office/events/?page=3"],
        "accept": ["/office/events/accept/"],
    }


def match(person: Any, number: int) -> tuple[int, int]:  # noqa: ANN401 - of an office that is open now
    """Match the players of an event's report with those whom the office knows; how many, and how many are in doubt."""
    from arpad.office.match_players import FITS  # noqa: PLC0415 - once an office is open
    from arpad.storage.queries.event_pages import office_event  # noqa: PLC0415 - the same
    from arpad.storage.queries.report_pages import matches_in, report_of_event  # noqa: PLC0415 - the same

    event = office_event(person, number)
    if event is None:
        raise SystemExit(f"nobody sees event {number}")
    matches = matches_in(event, report_of_event(event))
    return len(matches), sum(each.state != FITS for each in matches)
