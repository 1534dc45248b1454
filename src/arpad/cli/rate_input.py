"""What `arpad rate` and `arpad tpr` read: the reports, the facts beside them, the rating lists, and each verdict."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from arpad.cli.check import event_facts
from arpad.cli.rate_workers import FILES_WORTH_HELPERS, helpers, in_parallel
from arpad.cli.trf import read_bytes, report_bytes
from arpad.events.check import check, unfit
from arpad.events.rate import NoLists, Reported
from arpad.events.rating_lists import RatingLists, asked_of
from arpad.events.verdict import DROPS, NO, REFUSES, WARNING
from arpad.formats.trf_codes import RATING
from arpad.formats.trf_reader import read_trf
from arpad.formats.trf_text import MAX_BYTES
from arpad.model.problems import Problem, RefusedError

if TYPE_CHECKING:
    import argparse

    from arpad.events.facts import EventFacts
    from arpad.events.rate import Lists
    from arpad.events.verdict import Finding, Verdict
    from arpad.formats.trf_reader import TrfReport
    from arpad.model.tournament import Tournament

_SYSTEMS = {"doubleroundrobin": "roundrobin", "knockout": "swiss"}
_shared: list[tuple[list[tuple[str, Tournament, EventFacts]], str | None, RatingLists | None]] = []
"""What helpers find already read."""
_RATED_AS = ("swiss", "team", "roundrobin", "match", "scheveningen")


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything that was read: the events, their kind of chess, the lists, and what was found about them."""

    reports: list[Reported]
    kind: str
    lists: Lists
    findings: list[str]
    refused: bool
    """At least one event would not be rated."""


def read_reports(given: argparse.Namespace) -> Reading:
    """Read all files; refuse all that cannot be rated, with every reason at once."""
    broken: list[Problem] = []
    read: list[tuple[str, Tournament, EventFacts]] = []
    many = len(given.files) >= FILES_WORTH_HELPERS and helpers() > 1 and "-" not in given.files
    work = partial(_read, given=given)
    for shown, tournament, facts, faults in (
        in_parallel(work, given.files, helpers()) if many else map(work, given.files)
    ):
        broken += faults
        read.append((shown, tournament, facts))
    if broken:
        raise RefusedError(broken)
    lists = _lists(given.lists, [made for _, made, _ in read])
    _shared.append((read, given.edition, lists))
    try:
        places = range(len(read))
        verdicts = in_parallel(_verdict, places, helpers()) if many else [_verdict(place) for place in places]
    finally:
        _shared.pop()
    kinds = {verdict.kind or "standard" for verdict in verdicts}
    if len(kinds) > 1:
        said = (
            f"The events are of different kinds of chess: {', '.join(sorted(kinds))}. Rate each kind alone, or --kind."
        )
        raise RefusedError.of("kinds_mixed", said)
    reports = [_reported(shown, made, facts, one) for (shown, made, facts), one in zip(read, verdicts, strict=True)]
    several = len(read) > 1
    findings = [
        f"{shown}: {said}" if several else said
        for (shown, _, _), verdict in zip(read, verdicts, strict=True)
        for said in _said(verdict)
    ]
    refused = any(verdict.rateable == NO for verdict in verdicts)
    return Reading(reports, kinds.pop(), lists or NoLists(), findings, refused)


def _verdict(place: int) -> Verdict:
    """Check one of the reports that were read."""
    read, edition, lists = _shared[-1]
    _, made, facts = read[place]
    return check(made, facts, name=edition, lists=lists)


def _read(name: str, given: argparse.Namespace) -> tuple[str, Tournament, EventFacts, list[Problem]]:
    """Read one report, with the facts beside it and what makes it unfit."""
    report = read_trf(report_bytes(read_bytes(name, MAX_BYTES + 1)), profile=RATING)
    facts = event_facts(name, given.facts)
    if given.system:
        facts = replace(facts, system=given.system)
    if given.kind:
        facts = replace(facts, kind=given.kind)
    shown = "standard input" if name == "-" else Path(name).name
    start, end = facts.start or report.tournament.start, facts.end or report.tournament.end
    return shown, replace(report.tournament, start=start, end=end or start), facts, _faults(report, facts, shown)


def _reported(name: str, made: Tournament, facts: EventFacts, verdict: Verdict) -> Reported:
    reasons = {one.code: one.message for one in verdict.findings}
    dropped = {
        (one.round, min(one.first, one.second), max(one.first, one.second)): reasons.get(one.reason, one.reason)
        for one in verdict.dropped
    }
    system = _SYSTEMS.get(verdict.system or "", verdict.system or "swiss")
    return Reported(name, made, system if system in _RATED_AS else "swiss", dropped, facts.received)


def _lists(names: list[str], tournaments: list[Tournament]) -> RatingLists | None:
    if not names:
        return None
    lists = RatingLists(asked_of(tournaments))
    for one in names:
        lists.add(one)
    return lists


def _said(verdict: Verdict) -> list[str]:
    """Say what a check found that matters to the numbers."""
    words = {REFUSES: "Not rated", DROPS: "Games left out", WARNING: "Check"}
    return [_sentence(words[one.severity], one) for one in verdict.findings if one.severity in words]


def _sentence(word: str, one: Finding) -> str:
    cited = "; ".join(str(citation) for citation in one.citations)
    return f"{word}: {one.message}{f' [{cited}]' if cited else ''}"


def _faults(report: TrfReport, facts: EventFacts, name: str) -> list[Problem]:
    """Say what makes a report unfit to be rated: nothing is computed from half of it."""
    return [
        Problem(
            one.code, f"{name}:{one.line or ''}", f"{name}{f', line {one.line}' if one.line else ''}: {one.message}"
        )
        for one in unfit(report, facts)
    ]
