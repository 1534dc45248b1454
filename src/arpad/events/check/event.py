"""The check of an event: every condition of the edition in force on its first day, asked one by one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from arpad.events.check import composition, conditions, registration, schedule, time
from arpad.events.check import controls as controls_of
from arpad.events.check import match as matches
from arpad.events.check import official as officials
from arpad.events.check.faulty import DAYS, FIRST_DAY, GAMES, spoiled_by
from arpad.events.check.gap import large_gaps
from arpad.events.check.identity import identities, rating_in, without_number
from arpad.events.check.limits import kind_of_time
from arpad.events.check.reporting import list_and_deadlines
from arpad.events.checked_event import Subject, controls
from arpad.events.facts import EventFacts
from arpad.events.participants import is_before_play, participants
from arpad.events.system import event_system
from arpad.events.verdict import NOTE, PASSES, REFUSES, SEVERITIES, UNKNOWN, DroppedGame, Finding, Verdict
from arpad.events.wording import GIVEN, NOT_KNOWN, NOTHING_SAID, WORDS, Source
from arpad.model.meetings import meetings
from arpad.model.period import KINDS, STANDARD, SWISS
from arpad.model.problems import ERROR
from arpad.regulations.calendar import calendar
from arpad.regulations.catalogue import DEFAULT_AUTHORITY, NoEditionError, edition, in_force
from arpad.regulations.workings.event_basis import governing

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from arpad.events.checked_event import Controls, Outcome
    from arpad.events.rating_lists import ListOfDay, RatingLists
    from arpad.formats.trf.reader import TrfReport
    from arpad.model.meetings import Meeting
    from arpad.model.problems import FileProblem, ProblemFacts
    from arpad.model.tournament import Tournament
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
    composition.absentees,
    composition.round_robin,
    matches.match,
    composition.scheveningen,
    composition.stages,
    large_gaps,
    registration.registration,
    registration.sender,
    conditions.announcement,
    conditions.licences,
    conditions.laws,
    conditions.membership,
    list_and_deadlines,
    without_number,
)
GOES_BY = {
    schedule.rounds_outside: DAYS,
    schedule.rounds_a_day: DAYS,
    schedule.hours_a_day: DAYS,
    schedule.duration: DAYS,
    composition.unplayed_games: GAMES,
    composition.absentees: GAMES,
    composition.round_robin: GAMES,
    matches.match: GAMES,
    composition.scheveningen: GAMES,
    registration.registration: FIRST_DAY,
    list_and_deadlines: DAYS,
}
"""The part of a report without which a check has nothing to go by."""
_KIND_WORDS = {
    "blitz": re.compile(r"\bblitz|\blightning|vill[áa]m|błyskaw"),
    "rapid": re.compile(r"\brapid|schnellschach|\bactive chess|szybki|gyors|\bjuego r[áa]pido"),
    STANDARD: re.compile(r"\bstandard\b|\bclassical\b|\bklassisch"),
}


def unfit(report: TrfReport, facts: EventFacts) -> list[FileProblem]:
    """Give the faults for which a report is refused as a whole; a first day given otherwise is not missing."""
    given = {"start": facts.start, "end": facts.end}
    codes = {"start_missing", "date_unreadable"}
    return [
        problem
        for problem in report.problems
        if problem.severity == ERROR and not (problem.code in codes and given.get(problem.facts.get("which", "")))
    ]


def check(  # noqa: PLR0913 - what a report is checked by
    tournament: Tournament,
    facts: EventFacts | None = None,
    *,
    name: str | None = None,
    authority: str = DEFAULT_AUTHORITY,
    lists: RatingLists | None = None,
    met: tuple[Meeting, ...] | None = None,
    faults: tuple[FileProblem, ...] = (),
) -> Verdict:
    """Check an event by the edition in force on its first day, or by a named one.

    `met` are the meetings of the players, where they are known already. `faults` are those for which the report is
    refused as a whole: then what can be known besides is found, and nothing is said to be in order.
    """
    facts = facts or EventFacts()
    start = facts.start or tournament.start
    end = facts.end or tournament.end
    played_time = controls(tournament, facts)
    law_day = _law_day(tournament, start, end, is_broken=bool(faults))
    kind, source = event_kind(tournament, facts, played_time, law_day, name)
    met = meetings(tournament) if met is None else met
    system = event_system(tournament, met, facts)
    used = {"kind": source, "system": system.source, "time": played_time.source or NOT_KNOWN}
    try:
        law = _law(law_day, kind, name, authority)
    except NoEditionError as fault:
        severity = REFUSES if fault.answer == "none" else UNKNOWN
        finding = Finding("no_edition", severity, ("none",), {"why": fault.problems[0].message}, ("name_edition",))
        findings = () if FIRST_DAY in spoiled_by(faults) else (finding,)
        return Verdict(findings, (), None, kind, system.name, used=used, rated_as=system.name)
    days = calendar(kind, authority, name)
    list_day = days.list_in_force(start) if start is not None else None
    of_day = lists.on(list_day) if lists is not None and list_day is not None else None
    entries = participants(tournament, met, law)
    subject = Subject(
        tournament,
        met,
        facts,
        law,
        days,
        kind,
        system,
        played_time,
        start,
        end,
        {entry.number: rating_in(entry, of_day, kind, law) for entry in entries},
        entries,
        is_before_play(tournament),
        faults,
    )
    return _verdict(subject, used, lists, of_day, list_day)


def _verdict(
    subject: Subject,
    used: dict[str, Source],
    lists: RatingLists | None,
    of_day: ListOfDay | None,
    list_day: date | None,
) -> Verdict:
    outcomes: list[Outcome] = [*_about(subject, used)]
    spoiled = spoiled_by(subject.faults)
    for rule_check in CHECKS:
        outcomes += rule_check(subject) if GOES_BY.get(rule_check) not in spoiled else ()
    if lists is not None:
        outcomes += identities(subject, of_day, list_day)
    outcomes = [*officials.not_refused(subject, outcomes)]
    outcomes += officials.nothing_left(subject, outcomes) if GAMES not in spoiled else ()
    outcomes += officials.official(subject, outcomes)
    findings = [outcome for outcome in outcomes if isinstance(outcome, Finding)]
    findings = [finding for finding in findings if not subject.faults or finding.severity != PASSES]
    refused = any(finding.severity == REFUSES for finding in findings)
    findings += [outcome for outcome in registration.appeal(subject, refused=refused) if isinstance(outcome, Finding)]
    findings.sort(key=lambda finding: SEVERITIES.index(finding.severity))
    dropped = {
        (game.round, game.first, game.second): game for game in reversed(outcomes) if isinstance(game, DroppedGame)
    }
    return Verdict(
        tuple(findings),
        tuple(dropped[key] for key in sorted(dropped)),
        subject.law.id,
        subject.kind,
        subject.system.name,
        subject.system.cycles,
        before_play=subject.before_play,
        used=used,
        rated_as=_rated_as(subject, findings),
    )


def _rated_as(subject: Subject, findings: Iterable[Finding]) -> str:
    """Give the system by whose rules the games count."""
    kept = officials.is_always_rated(subject) and any(finding.code == matches.UNRATED_PLAYER for finding in findings)
    return SWISS if kept or composition.is_as_swiss(subject) else subject.system.name


def _about(subject: Subject, used: dict[str, Source]) -> Iterable[Finding]:
    """Say by which edition, as what kind of chess and system the event is judged."""
    law = subject.law
    p = subject.consulted().citing("applies_to_events_starting")  # read when the edition was chosen
    facts: ProblemFacts = {"kind": subject.kind, "kind_from": used["kind"]._asdict(), "system": subject.system.code}
    facts |= {"system_from": used["system"]._asdict(), "edition": law.id}
    yield subject.finding("judged_as", NOTE, p, "judged", **facts)
    if law.status == "reconstructed":
        yield subject.finding("reconstructed", NOTE, None, "not_seen", fix="with_care", edition=law.id)


def _law_day(tournament: Tournament, start: date | None, end: date | None, *, is_broken: bool) -> date | None:
    """Give the day whose edition holds: the first; where a broken report lacks it, the earliest that it has."""
    days = [day for day in (end, *tournament.round_dates) if day is not None] if is_broken else []
    return min(days) if start is None and days else start


def _law(start: date | None, kind: str, name: str | None, authority: str) -> Edition:
    if name is not None:
        law = edition(name, kind, start)
        return law if start is None else governing(law, start)
    if start is None:
        fault = NoEditionError.of(WORDS, "edition_unknown")
        fault.answer = "unknown"
        raise fault
    return governing(in_force(start, kind, authority), start)


def event_kind(
    tournament: Tournament, facts: EventFacts, played: Controls, start: date | None, name: str | None = None
) -> tuple[str, Source]:
    """Give the kind of chess and where it was taken from: the facts, the words of the report, or the thinking time."""
    if facts.kind is not None:
        return facts.kind, GIVEN
    kinds = edition(name).kinds if name is not None else KINDS
    for text, record in ((tournament.system, "record_092"), (tournament.time, "record_122")):
        for kind, pattern in _KIND_WORDS.items():
            if kind in kinds and pattern.search((text or "").casefold()):
                return kind, Source(record)
    by_time = kind_of_time(played, start, kinds, name) if start is not None else None
    if by_time is not None:
        return by_time, Source("time")
    for kind, pattern in _KIND_WORDS.items():
        if kind in kinds and pattern.search((tournament.name or "").casefold()):
            return kind, Source("name")
    return kinds[0], NOTHING_SAID
