"""From the bytes of a report to the event as reported: read, with the facts beside it, refused or judged.

Whoever takes a report in goes this way, whether to check it, to rate it or to put it into a book. Nothing here knows
where the bytes come from; facts and options are plain values.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING

from arpad.events.check.event import check, event_kind, unfit
from arpad.events.checked_event import controls
from arpad.events.facts import EventFacts, read_facts
from arpad.events.number_doubts import proposals
from arpad.events.package import as_sent, facts_name
from arpad.events.wording import WORDS
from arpad.formats.forms_2003.report_forms import report_bytes
from arpad.formats.trf.mended import with_fide_ids
from arpad.formats.trf.problems import RATING
from arpad.formats.trf.reader import read_trf
from arpad.model.meetings import meetings
from arpad.model.period import KINDS, RATINGS_AT_START, ROUND_ROBIN, SYSTEMS
from arpad.model.problems import RefusedError
from arpad.model.report import Dropped, Report
from arpad.regulations.calendar import calendar, list_on
from arpad.regulations.catalogue import DEFAULT_AUTHORITY
from arpad.regulations.rules.rated_event import GAP_TOO_LARGE
from arpad.regulations.workings.explained_lines import REASONS

if TYPE_CHECKING:
    from arpad.events.number_doubts import Proposal
    from arpad.events.package import Package
    from arpad.events.rating_lists import RatingLists
    from arpad.events.verdict import Verdict
    from arpad.model.meetings import Meeting
    from arpad.model.problems import FileProblem
    from arpad.model.report import GameOfReport
    from arpad.model.tournament import Tournament
    from arpad.regulations.rulebook import Rulebook

LEFT_TO_THE_RULE = frozenset({REASONS[GAP_TOO_LARGE]})
"""Codes for which the rule itself leaves a game out, with its article, and another edition may not."""


@dataclass(frozen=True, slots=True)
class ReadReport:
    """A report as it was read, with what is known besides, and everything that is wrong with the file."""

    name: str
    """The name of the file, as people are told."""
    tournament: Tournament
    facts: EventFacts
    problems: tuple[FileProblem, ...]
    faults: tuple[FileProblem, ...]
    """Those of the problems for which it is refused as a whole: nothing is computed from half of a report."""
    data: bytes = b""
    """The bytes, from which it can be written again with corrected numbers."""
    encoding: str | None = None
    """The encoding that was named for them."""
    accepted: tuple[Proposal, ...] = ()
    """The numbers of players that were taken instead of those of the report."""

    def __repr__(self) -> str:
        return f"<ReadReport {self.name}: {len(self.tournament.entries)} players, {len(self.problems)} problem(s)>"

    def __str__(self) -> str:
        """Write what it is, and then everything that is wrong with the file."""
        tournament = self.tournament
        days = f", {tournament.start} to {tournament.end or tournament.start}" if tournament.start else ""
        refused = " It is broken, and would be refused." if self.faults else ""
        head = f"{self.name}: {tournament.name or 'without a name'}{days}, {len(tournament.entries)} players.{refused}"
        lines = [f"line {problem.line or '?'}: {problem.message} {problem.fix}".rstrip() for problem in self.problems]
        return "\n".join([head, *lines])


@dataclass(frozen=True, slots=True)
class JudgedReport:
    """A report and the verdict about it."""

    verdict: Verdict
    report: Report


def facts_beside(report: str) -> str | None:
    """Give the file with the facts of a report: NAME.toml or event.toml in the same folder, if there is one.

    A path without a name, such as that of the uppermost folder, is no report, and nothing lies beside it.
    """
    path = Path(report)
    if not path.name:
        return None
    for place in (path.with_suffix(".toml"), path.parent / "event.toml"):
        if place.is_file() and str(place) != report:
            return str(place)
    return None


def facts_of(data: bytes, name: str) -> EventFacts:
    """Read the facts of an event from the bytes of a file."""
    try:
        return read_facts(data.decode("utf-8-sig"), name)
    except UnicodeDecodeError as fault:
        raise RefusedError.of(WORDS, "facts_not_toml", says="facts_not_text", file=name, why=str(fault)) from fault


def with_given(facts: EventFacts, given: EventFacts) -> EventFacts:
    """Give facts with those that the caller gives, which go before them."""
    known = {fact.name: getattr(given, fact.name) for fact in fields(EventFacts)}
    return replace(facts, **{name: value for name, value in known.items() if value is not None})


def sent_facts(sent: Package, name: str) -> EventFacts:
    """Give the facts that came with a report in one package; none where the report came alone."""
    return EventFacts() if sent.facts is None else facts_of(sent.facts, facts_name(name))


def read_report(name: str, data: bytes, facts: EventFacts | None = None, encoding: str | None = None) -> ReadReport:
    """Read a report: a TRF, a form of 2003, or one of them in a package, whose facts count where none are given."""
    sent = as_sent(name, data)
    facts = with_given(sent_facts(sent, name), facts or EventFacts())
    data = report_bytes(sent.report)
    report = read_trf(data, profile=RATING, encoding=encoding)
    return ReadReport(name, report.tournament, facts, report.problems, tuple(unfit(report, facts)), data, encoding)


def with_proposed_numbers(read: ReadReport, lists: RatingLists | None, edition: str | None = None) -> ReadReport:
    """Give a report with the numbers that the list of its first day proposes for players whose own cannot be right."""
    tournament, facts = read.tournament, read.facts
    start = facts.start or tournament.start
    if lists is None or start is None:
        return read
    kind, _ = event_kind(tournament, facts, controls(tournament, facts), start, edition)
    list_day = list_on(calendar(kind, name=edition), start)
    of_day = None if list_day is None else lists.on(list_day)
    accepted = () if of_day is None else proposals(tournament, of_day, kind)
    numbers = {proposal.number: proposal.proposed.fide_id for proposal in accepted}
    entries = tuple(
        replace(entry, fide_id=numbers[entry.number]) if entry.number in numbers else entry
        for entry in tournament.entries
    )
    return replace(read, tournament=replace(tournament, entries=entries), accepted=accepted)


def mended(read: ReadReport) -> bytes:
    """Write a report with the numbers that were accepted; nothing else of it changes."""
    numbers = {
        proposal.line: (proposal.before, proposal.proposed.fide_id)
        for proposal in read.accepted
        if proposal.line is not None
    }
    return with_fide_ids(read.data, numbers, read.encoding)


def verdict_on(
    read: ReadReport,
    *,
    edition: str | None = None,
    authority: str = DEFAULT_AUTHORITY,
    lists: RatingLists | None = None,
    met: tuple[Meeting, ...] | None = None,
) -> Verdict:
    """Check an event by the edition of its first day, or by a named one; also before play.

    Of a report that is broken it is found what can be known all the same.
    """
    return check(
        read.tournament, read.facts, name=edition, authority=authority, lists=lists, met=met, faults=read.faults
    )


def judged(read: ReadReport, *, edition: str | None = None, lists: RatingLists | None = None) -> JudgedReport:
    """Judge a report that has no faults, and give the event as it is to be rated."""
    met = meetings(read.tournament)
    verdict = verdict_on(read, edition=edition, lists=lists, met=met)
    facts, tournament = read.facts, read.tournament
    start = facts.start or tournament.start
    if start is None:
        raise RefusedError.of(WORDS, "start_missing", file=read.name)
    end = facts.end or tournament.end or start
    system = verdict.rated_as if verdict.rated_as in SYSTEMS else SYSTEMS[0]
    report = Report(
        read.name,
        replace(tournament, start=start, end=end),
        start,
        max(start, end),
        verdict.kind or KINDS[0],
        system,
        verdict.cycles if system == ROUND_ROBIN else 1,
        bool(facts.official),
        bool(facts.team_championship),
        facts.ratings or RATINGS_AT_START,
        facts.received,
        _dropped(verdict),
        met,
    )
    return JudgedReport(verdict, report)


def judged_by(read: ReadReport, rulebook: Rulebook) -> JudgedReport:
    """Judge a report that has no faults by the law of the office that takes it in."""
    read, edition = by_rulebook(read, rulebook)
    return judged(read, edition=edition)


def by_rulebook(read: ReadReport, rulebook: Rulebook) -> tuple[ReadReport, str | None]:
    """Give a report and the name of the edition by which an office judges it; None for the one in force.

    An edition of the office's own that is for some kinds of chess only does not decide which kind an event is.
    """
    facts, tournament = read.facts, read.tournament
    start = facts.start or tournament.start
    if rulebook.edition is not None and rulebook.kinds == KINDS:
        return read, rulebook.edition
    kind, _ = event_kind(tournament, facts, controls(tournament, facts), start)
    name = None if start is None else rulebook.name(kind, start)
    return (read if name is None else replace(read, facts=replace(facts, kind=kind))), name


def _dropped(verdict: Verdict) -> dict[GameOfReport, Dropped]:
    return {
        game: Dropped(reason, _words(verdict, game, reason), reason in LEFT_TO_THE_RULE)
        for game, reason in verdict.reasons().items()
    }


def _words(verdict: Verdict, game: GameOfReport, reason: str) -> str:
    """Say why a game is left out: the sentence of the finding about it, or the code where the rule says it itself."""
    if reason in LEFT_TO_THE_RULE:
        return reason
    about = verdict.why_dropped(*game)
    return reason if about is None else about.message
