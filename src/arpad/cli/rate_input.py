"""What `arpad rate` and `arpad tpr` read: the reports, the facts beside them, the rating lists, and each verdict."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from arpad.cli.check import event_facts
from arpad.cli.options import day, edition_name
from arpad.cli.trf import read_bytes, report_bytes
from arpad.events.check import check, unfit
from arpad.events.rate import LEFT_TO_THE_RULE, NoLists, Reported
from arpad.events.rating_lists import RatingLists, asked_of
from arpad.events.verdict import DROPS, NO, REFUSES, WARNING
from arpad.formats.trf_codes import RATING
from arpad.formats.trf_reader import read_trf
from arpad.formats.trf_text import MAX_BYTES
from arpad.model.period import KINDS
from arpad.model.problems import Problem, RefusedError

if TYPE_CHECKING:
    import argparse

    from arpad.events.facts import EventFacts
    from arpad.events.rate import Lists
    from arpad.events.verdict import Finding, Verdict
    from arpad.formats.trf_reader import TrfReport
    from arpad.model.tournament import Tournament

_SYSTEMS = {"doubleroundrobin": "roundrobin", "knockout": "swiss"}
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


def report_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what every command takes that reads reports to rate them."""
    parser.add_argument("files", metavar="FILE", nargs="+", help="TRF files; several are rated as one period")
    parser.add_argument(
        "--edition", type=edition_name, help="an edition's id or the path of a TOML file, instead of the one in force"
    )
    parser.add_argument("--kind", choices=KINDS, help="the kind of chess; found from the time control otherwise")
    parser.add_argument("--for", dest="list_date", type=day, metavar="DATE", help="the list being made")
    parser.add_argument(
        "--list", dest="lists", action="append", default=[], metavar="[DATE=]FILE", help="a rating list; repeatable"
    )
    parser.add_argument("--facts", metavar="FILE", help="a TOML file with what a report does not say")
    parser.add_argument("--start", type=day, metavar="DATE", help="the first day, where the report has none")
    parser.add_argument("--end", type=day, metavar="DATE", help="the last day, where the report has none")
    parser.add_argument("--system", choices=("swiss", "team", "roundrobin", "match", "scheveningen"))


def read_reports(given: argparse.Namespace) -> Reading:
    """Read all files; refuse all that cannot be rated, with every reason at once."""
    read = [read_one(name, given) for name in given.files]
    refuse_broken([fault for *_, faults in read for fault in faults])
    lists = _lists(given.lists, [made for _, made, _, _ in read])
    of_files = [(shown, made, facts) for shown, made, facts, _ in read]
    reading, kinds = judged(of_files, given, lists, several=len(read) > 1)
    refuse_mixed(kinds)
    return reading


def refuse_broken(faults: list[Problem]) -> None:
    """Refuse reports that are broken, with every reason."""
    if faults:
        raise RefusedError(faults)


def refuse_mixed(kinds: set[str]) -> str:
    """Refuse events of different kinds of chess; else give the one kind."""
    if len(kinds) > 1:
        named = ", ".join(sorted(kinds))
        said = f"The events are of different kinds of chess: {named}. Rate each kind alone, or --kind."
        raise RefusedError.of("kinds_mixed", said)
    return next(iter(kinds))


def judged(
    read: list[tuple[str, Tournament, EventFacts]],
    given: argparse.Namespace,
    lists: RatingLists | None,
    *,
    several: bool,
) -> tuple[Reading, set[str]]:
    """Check what was read; give it ready to be rated, and the kinds of chess it is."""
    verdicts = [check(made, facts, name=given.edition, lists=lists) for _, made, facts in read]
    kinds = {verdict.kind or "standard" for verdict in verdicts}
    reports = [_reported(shown, made, facts, one) for (shown, made, facts), one in zip(read, verdicts, strict=True)]
    findings = [
        f"{shown}: {said}" if several else said
        for (shown, _, _), verdict in zip(read, verdicts, strict=True)
        for said in _said(verdict)
    ]
    refused = any(verdict.rateable == NO for verdict in verdicts)
    return Reading(reports, next(iter(kinds)), lists or NoLists(), findings, refused), kinds


def read_one(name: str, given: argparse.Namespace) -> tuple[str, Tournament, EventFacts, list[Problem]]:
    """Read one report, with the facts beside it and what makes it unfit."""
    report = read_trf(report_bytes(read_bytes(name, MAX_BYTES + 1)), profile=RATING)
    facts = event_facts(name, given.facts)
    said = {key: getattr(given, key, None) for key in ("system", "kind", "start", "end")}
    facts = replace(facts, **{key: value for key, value in said.items() if value is not None})
    shown = "standard input" if name == "-" else Path(name).name
    start, end = facts.start or report.tournament.start, facts.end or report.tournament.end
    return shown, replace(report.tournament, start=start, end=end or start), facts, _faults(report, facts, shown)


def _reported(name: str, made: Tournament, facts: EventFacts, verdict: Verdict) -> Reported:
    dropped = {game: _why(verdict, game, reason) for game, reason in verdict.reasons().items()}
    system = _SYSTEMS.get(verdict.rated_as or "", verdict.rated_as or "swiss")
    return Reported(name, made, system if system in _RATED_AS else "swiss", dropped, facts.received)


def _why(verdict: Verdict, game: tuple[int, int, int], reason: str) -> str:
    """Say why a game is left out: the sentence of the finding about it, or the code where the rule says it itself."""
    if reason in LEFT_TO_THE_RULE:
        return reason
    number, *players = game
    about = [one for one in verdict.findings if one.code == reason and (not one.rounds or number in one.rounds)]
    nearest = [one for one in about if not one.players or set(players) & set(one.players)]
    return next((one.message for one in [*nearest, *about]), reason)


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
