"""The check of an event: every condition of the edition in force on its first day, asked one by one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from arpad.events import check_composition as composition
from arpad.events import check_conditions as conditions
from arpad.events import check_controls as controls_of
from arpad.events import check_registration as registration
from arpad.events import check_schedule as schedule
from arpad.events import check_time as time
from arpad.events.check_gap import large_gaps
from arpad.events.check_identity import identities, rating_in, without_number
from arpad.events.check_limits import kind_of_time
from arpad.events.check_reporting import list_and_deadlines
from arpad.events.facts import EventFacts
from arpad.events.subject import STANDARD, Subject, controls
from arpad.events.system import event_system
from arpad.events.verdict import NOTE, REFUSES, SEVERITIES, UNKNOWN, DroppedGame, Finding, Verdict
from arpad.model.file_problems import ERROR
from arpad.model.period import KINDS
from arpad.regulations.calendar import calendar
from arpad.regulations.catalogue import DEFAULT_AUTHORITY, NoEditionError, edition, in_force

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from arpad.events.rating_lists import ListOfDay, RatingLists
    from arpad.events.subject import Controls, Found
    from arpad.formats.trf_reader import TrfReport
    from arpad.model.file_problems import FileProblem
    from arpad.model.tournament import Entry, Tournament
    from arpad.regulations.edition import Edition

CHECKS = (
    time.least_time,
    controls_of.first_control,
    controls_of.equal_times,
    schedule.rounds_outside,
    schedule.rounds_a_day,
    schedule.hours_a_day,
    schedule.duration,
    schedule.ratings_of_the_day,
    composition.unplayed_games,
    composition.round_robin,
    composition.match,
    composition.scheveningen,
    composition.stages,
    large_gaps,
    registration.registration,
    registration.official,
    registration.sender,
    conditions.announcement,
    conditions.licences,
    conditions.laws,
    conditions.membership,
    list_and_deadlines,
    without_number,
)
_KIND_WORDS = {
    "blitz": re.compile(r"\bblitz|\blightning|vill[áa]m|błyskaw"),
    "rapid": re.compile(r"\brapid|schnellschach|\bactive chess|szybki|gyors|\bjuego r[áa]pido"),
    STANDARD: re.compile(r"\bstandard\b|\bclassical\b|\bklassisch"),
}


def unfit(report: TrfReport, facts: EventFacts) -> list[FileProblem]:
    """Give the faults for which a report is refused as a whole; a first day given otherwise is not missing."""
    given = {"start_missing": facts.start, "The start date": facts.start, "The end date": facts.end}
    return [
        one
        for one in report.problems
        if one.severity == ERROR
        and not given.get(one.code)
        and not (one.code == "date_unreadable" and given.get(" ".join(one.message.split()[:3])))
    ]


def check(
    tournament: Tournament,
    facts: EventFacts | None = None,
    *,
    name: str | None = None,
    authority: str = DEFAULT_AUTHORITY,
    lists: RatingLists | None = None,
) -> Verdict:
    """Check an event by the edition in force on its first day, or by a named one."""
    facts = facts or EventFacts()
    start = facts.start or tournament.start
    end = facts.end or tournament.end
    played_time = controls(tournament, facts)
    kind, source = event_kind(tournament, facts, played_time, start, name)
    system = event_system(tournament, facts)
    used = {"kind": source, "system": system.source, "time": played_time.source or "not known"}
    try:
        law = _law(start, kind, name, authority)
    except NoEditionError as fault:
        severity = REFUSES if fault.answer == "none" else UNKNOWN
        found = Finding("no_edition", severity, fault.problems[0].message, "Name one with --edition.")
        return Verdict((found,), (), None, kind, system.name, used=used)
    days = calendar(kind, authority, name)
    list_day = days.list_in_force(start) if start is not None else None
    of_day = lists.on(list_day) if lists is not None and list_day is not None else None
    before_play = not any(pairing.opponent is not None for one in tournament.entries for pairing in one.rounds)
    entries = tuple(one for one in tournament.by_number().values() if before_play or _took_part(one))
    subject = Subject(
        tournament,
        facts,
        law,
        days,
        kind,
        system,
        played_time,
        start,
        end,
        {one.number: rating_in(one, of_day, kind, law) for one in entries},
        entries,
        before_play,
    )
    return _verdict(subject, used, lists, of_day, list_day)


def _verdict(
    subject: Subject,
    used: dict[str, str],
    lists: RatingLists | None,
    of_day: ListOfDay | None,
    list_day: date | None,
) -> Verdict:
    found: list[Found] = [*_about(subject, used)]
    for one in CHECKS:
        found += one(subject)
    if lists is not None:
        found += identities(subject, of_day, list_day)
    found += _nothing_left(subject, found)
    findings = [one for one in found if isinstance(one, Finding)]
    refused = any(one.severity == REFUSES for one in findings)
    findings += [one for one in registration.appeal(subject, refused=refused) if isinstance(one, Finding)]
    findings.sort(key=lambda one: SEVERITIES.index(one.severity))
    dropped = {(one.round, one.first, one.second): one for one in reversed(found) if isinstance(one, DroppedGame)}
    return Verdict(
        tuple(findings),
        tuple(dropped[key] for key in sorted(dropped)),
        subject.law.id,
        subject.kind,
        subject.system.name,
        subject.system.cycles,
        before_play=subject.before_play,
        used=used,
    )


def _nothing_left(subject: Subject, found: list[Found]) -> Iterable[Finding]:
    """Refuse an event whose games are all left out, for several reasons together."""
    left_out = {(one.round, frozenset((one.first, one.second))) for one in found if isinstance(one, DroppedGame)}
    played = {(game.round, frozenset((game.first, game.second))) for game in subject.games}
    refused = any(isinstance(one, Finding) and one.severity == REFUSES for one in found)
    if played and played <= left_out and not refused:
        message = "Every game is left out for one reason or another, so there is nothing to rate."
        yield subject.found("nothing_left", REFUSES, message, fix="See the reasons below.")


def _about(subject: Subject, used: dict[str, str]) -> Iterable[Finding]:
    """Say by which edition, as what kind of chess and system the event is judged."""
    law = subject.law
    said = f"Judged as {subject.kind} chess ({used['kind']}), {subject.system.words} ({used['system']})"
    yield subject.found("judged_as", NOTE, f"{said}, by {law.id}.", "applies_to_events_starting")
    if law.status == "reconstructed":
        said = f"The text of {law.id} was not seen; its conditions are reconstructed or presumed unchanged."
        yield Finding("reconstructed", NOTE, said, "Treat the verdict with care.")


def _took_part(entry: Entry) -> bool:
    return any(pairing.opponent is not None for pairing in entry.rounds)


def _law(start: date | None, kind: str, name: str | None, authority: str) -> Edition:
    if name is not None:
        return edition(name, kind, start)
    if start is None:
        fault = NoEditionError.of("edition_unknown", "The first day is not known, so no edition can be chosen.")
        fault.answer = "unknown"
        raise fault
    return in_force(start, kind, authority)


def event_kind(
    tournament: Tournament, facts: EventFacts, played: Controls, start: date | None, name: str | None = None
) -> tuple[str, str]:
    """Give the kind of chess and where it was taken from: the facts, the words of the report, or the thinking time."""
    if facts.kind is not None:
        return facts.kind, "as given"
    kinds = edition(name).kinds if name is not None else KINDS
    for text, record in ((tournament.system, "092"), (tournament.time, "122")):
        for kind, pattern in _KIND_WORDS.items():
            if kind in kinds and pattern.search((text or "").casefold()):
                return kind, f"from record {record}"
    by_time = kind_of_time(played, start, kinds, name) if start is not None else None
    if by_time is not None:
        return by_time, "from the thinking time"
    for kind, pattern in _KIND_WORDS.items():
        if kind in kinds and pattern.search((tournament.name or "").casefold()):
            return kind, "from its name, nothing else being said"
    return kinds[0], "nothing else being said"
