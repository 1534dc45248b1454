"""Tournament reports: read, checked and rated, on the path that the command line goes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from arpad.events import intake
from arpad.events.facts import EventFacts, facts_from
from arpad.events.intake import (
    ReadReport,
    facts_beside,
    facts_of,
    judged,
    verdict_on,
    with_given,
    with_proposed_numbers,
)
from arpad.events.rate import Wanted, rate_events
from arpad.events.rating_lists import NoLists, RatingLists, asked_of
from arpad.events.statement import k_remarks, rows
from arpad.events.verdict import DROPS, NO, REFUSES, WARNING
from arpad.formats.trf.text import MAX_BYTES
from arpad.library.periods import MOST_K, day_of, known, number_of
from arpad.library.wording import WORDS
from arpad.model.bounded import MOST_IN_TOML, read_most
from arpad.model.numbers import decimal
from arpad.model.period import KINDS
from arpad.model.problems import ArpadError, Problem, RefusedError
from arpad.regulations.catalogue import DEFAULT_AUTHORITY
from arpad.regulations.workings.in_words import why_not_rated

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from datetime import date

    from arpad.events.rate import RatedEntry, RatedEvents
    from arpad.events.rating_lists import Watch
    from arpad.events.statement import StatementRow
    from arpad.events.verdict import Finding, Verdict
    from arpad.model.report import Report
    from arpad.regulations.workings.explanation import Explanation


class RatedReports:
    """What some reports do to everybody in them: a row for each player, in the order of the reports."""

    def __init__(
        self,
        rated: RatedEvents,
        verdicts: Sequence[Verdict],
        reports: Sequence[ReadReport] = (),
        k: int | None = None,
    ) -> None:
        self.rated, self._k = rated, k
        """Everything, as it was worked out."""
        self.verdicts = tuple(verdicts)
        """What the check of each report found."""
        self.reports = tuple(reports)
        """The reports, with the numbers of players that were accepted."""
        self.players: tuple[StatementRow, ...] = tuple(rows(rated))

    @property
    def list_date(self) -> date:
        """The list for which the events are rated."""
        return self.rated.list_date

    @property
    def kind(self) -> str:
        """The kind of chess."""
        return self.rated.kind

    @property
    def findings(self) -> tuple[str, ...]:
        """What was found that matters to the numbers, in sentences with their articles."""
        return (
            *(finding for verdict in self.verdicts for finding in findings_of(verdict)),
            *(note.message for note in self.rated.undefined),
            *(notice.message for notice in k_remarks(self.rated, self.players, self._k)),
        )

    @property
    def is_estimate(self) -> bool:
        """True where a rating list was not at hand, and ratings are those of the report."""
        return any(row.estimate for row in self.players)

    def get(self, number: int) -> StatementRow | None:
        """Give the row of a player by FIDE number or starting number; None where nobody has it."""
        place = self._place(number)
        return None if place is None else self.players[place]

    def explain(self, number: int) -> Explanation:
        """Explain a player's period, by FIDE number or starting number."""
        place = self._place(number)
        if place is None:
            raise ArpadError.of(WORDS, "unknown_player", "number", number=number)
        from arpad.regulations.workings.explanation import explain  # noqa: PLC0415 - only when it is asked for

        return explain(self.rated.entries[place].period)

    def _place(self, number: int) -> int | None:
        for field in ("fide_id", "number"):
            for place, row in enumerate(self.players):
                if getattr(row, field) == number:
                    return place
        return None

    def __iter__(self) -> Iterator[StatementRow]:
        return iter(self.players)

    def __len__(self) -> int:
        return len(self.players)

    def __repr__(self) -> str:
        names = ", ".join(report.file for report in self.rated.reports)
        return f"<RatedReports {names}: {len(self)} players, {self.kind} list of {self.list_date}>"

    def __str__(self) -> str:
        laws = ", ".join(dict.fromkeys(law.id for law in self.rated.laws))
        names = ", ".join(report.tournament.name or report.file for report in self.rated.reports)
        head = f"{names}: {self.kind}, by {laws}, for the list of {self.list_date} ({self.rated.law.id})"
        missing = ", ".join(map(str, self.rated.missing_lists))
        estimate = [f"An estimate: no list of {missing} was given; ratings are those of the report."] if missing else []
        lines = map(_row_text, self.players, self.rated.entries)
        return "\n".join([head, *estimate, *lines, *self.findings])


def read_report(
    report: str | Path | bytes,
    *,
    facts: str | Path | Mapping[str, object] | None = None,
    encoding: str | None = None,
    name: str | None = None,
) -> ReadReport:
    """Read a tournament report: a TRF file or a form of 2003, by path or as bytes.

    What a report does not say comes from `facts`: a TOML file, or names and values as they would stand there. Without
    it, NAME.toml or event.toml beside the report is taken, if there is one. A broken report is read as well: `faults`
    says for what it would be refused.

    >>> import arpad
    >>> from importlib.resources import files
    >>> folder = str(files("arpad").joinpath("examples"))
    >>> report = arpad.read_report(f"{folder}/spring-open.trf")
    >>> report
    <ReadReport spring-open.trf: 6 players, 1 problem(s)>
    >>> report.problems[0].message
    'Player 6 has no FIDE number, and nobody knows whose games these are.'
    """
    is_path = not isinstance(report, bytes)
    beside = facts_beside(str(report)) if is_path else None
    shown = name or (Path(str(report)).name if is_path else "report")
    data = _bytes(report, MAX_BYTES + 1) if not isinstance(report, bytes) else report[: MAX_BYTES + 1]
    if facts is None or isinstance(facts, (str, Path)):
        place = beside if facts is None else str(facts)
        event_facts = EventFacts() if place is None else facts_of(_bytes(place, MOST_IN_TOML + 1), Path(place).name)
    else:
        event_facts = EventFacts() if beside is None else facts_of(_bytes(beside, MOST_IN_TOML + 1), Path(beside).name)
        event_facts = with_given(event_facts, facts_from(facts, "facts"))
    return intake.read_report(shown, data, event_facts, encoding)


def check(
    report: ReadReport | str | Path | bytes,
    *,
    edition: str | Path | None = None,
    authority: str = DEFAULT_AUTHORITY,
    lists: str | Path | Iterable[str | Path] = (),
) -> Verdict:
    """Check whether an event can be rated: every condition of its edition, each with its article.

    `lists` are rating lists, by path, one or several; with them players are known by their numbers. A list that
    does not say its day is written `2025-10-01=FILE`.

    >>> import arpad
    >>> from importlib.resources import files
    >>> folder = str(files("arpad").joinpath("examples"))
    >>> print(arpad.check(f"{folder}/spring-open.trf", lists=[f"{folder}/standard_may25frl.txt"]))
    Can be rated.
    warning: no_fide_id: Player 6 has no FIDE number; nobody knows whose games these are.
    """
    read = _read(report)
    refuse_broken(faults_of(read))
    named = None if edition is None else str(edition)
    return verdict_on(read, edition=named, authority=authority, lists=lists_of(_paths(lists), [read]))


def rate(  # noqa: PLR0913 - how reports are to be rated
    reports: ReadReport | str | Path | bytes | Iterable[ReadReport | str | Path | bytes],
    *,
    list_date: date | None = None,
    kind: str | None = None,
    edition: str | Path | None = None,
    lists: str | Path | Iterable[str | Path] = (),
    k: int | None = None,
    accept_ids: bool = False,
) -> RatedReports:
    """Rate reports as one period: what they do to everybody in them.

    `list_date` is the list being made, by the calendar if not given; `lists` are rating lists as for `check`, and `k`
    is K for players of whom it is not known. With `accept_ids` players whose FIDE number cannot be right are taken for
    those of the list that are proposed.

    >>> import arpad
    >>> from importlib.resources import files
    >>> folder = str(files("arpad").joinpath("examples"))
    >>> rated = arpad.rate(f"{folder}/spring-open.trf", lists=[f"{folder}/standard_may25frl.txt"])
    >>> [(row.name, row.change) for row in rated][:2]
    [('Kestrel, Ada', 8), ('Linden, Bruno', 3)]
    >>> rated.explain(1).result
    <PlayerResult 2284 → 2292, standard list of 2025-06-01>
    """
    several = [reports] if isinstance(reports, (ReadReport, str, Path, bytes)) else list(reports)
    if not several:
        raise ArpadError.of(WORDS, "no_reports", "reports")
    read = [_read(report) for report in several]
    if kind is not None:
        known("kind", kind, KINDS)
        read = [replace(report, facts=with_given(report.facts, EventFacts(kind=kind))) for report in read]
    refuse_broken([fault for report in read for fault in faults_of(report)])
    named = None if edition is None else str(edition)
    taken = taken_in(read, named, lists_of(_paths(lists), read), accept_ids=accept_ids)
    of_kind = refuse_mixed(taken.kinds)
    day = None if list_date is None else day_of(list_date, "list_date")
    wanted = Wanted(of_kind, day, named, taken.lists or NoLists(), number_of(k, "k", most=MOST_K))
    return RatedReports(rate_events(taken.reports, wanted), taken.verdicts, taken.read, wanted.k)


@dataclass(frozen=True, slots=True)
class TakenIn:
    """Reports that were judged: ready to be rated, with the verdict on each."""

    reports: list[Report]
    verdicts: list[Verdict]
    lists: RatingLists | None
    read: list[ReadReport]
    """As they were read, with the numbers that were accepted."""

    @property
    def kinds(self) -> set[str]:
        """The kinds of chess that they are."""
        return {report.kind for report in self.reports}

    @property
    def is_refused(self) -> bool:
        """True where at least one event would not be rated."""
        return any(verdict.rateable == NO for verdict in self.verdicts)


def taken_in(
    read: Sequence[ReadReport], edition: str | None, lists: RatingLists | None, *, accept_ids: bool = False
) -> TakenIn:
    """Judge reports that have no faults; with `accept_ids` under the numbers that are proposed for wrong ones."""
    taken = [with_proposed_numbers(report, lists, edition) if accept_ids else report for report in read]
    judged_reports = [judged(report, edition=edition, lists=lists) for report in taken]
    return TakenIn(
        [judged_report.report for judged_report in judged_reports],
        [judged_report.verdict for judged_report in judged_reports],
        lists,
        taken,
    )


def lists_of(names: Sequence[str], read: Sequence[ReadReport], watch: Watch | None = None) -> RatingLists | None:
    """Read rating lists, as far as they speak of the players of some reports; None where none is named."""
    if not names:
        return None
    lists = RatingLists(asked_of([report.tournament for report in read]), watch)
    for name in names:
        lists.add(name)
    return lists


def refuse_broken(faults: list[Problem]) -> None:
    """Refuse reports that are broken, with every reason."""
    if faults:
        raise RefusedError(faults)


def refuse_mixed(kinds: set[str], option: str = "") -> str:
    """Refuse events of different kinds of chess; else give the one kind. `option` is what names one on a command line.

    Who calls a function gives `kind` instead.
    """
    if len(kinds) > 1:
        raise RefusedError.of(WORDS, "kinds_mixed", kinds=sorted(kinds), option=option)
    return next(iter(kinds))


def faults_of(read: ReadReport) -> list[Problem]:
    """Say what makes a report unfit to be rated."""
    return [
        Problem.of(
            WORDS,
            fault.code,
            f"{read.name}:{fault.line or ''}",
            says="in_report",
            file=read.name,
            line=fault.line,
            fault=fault,
        )
        for fault in read.faults
    ]


def findings_of(verdict: Verdict) -> list[str]:
    """Say what a check found that matters to the numbers."""
    words = {REFUSES: "Not rated", DROPS: "Games left out", WARNING: "Check"}
    return [_sentence(words[finding.severity], finding) for finding in verdict.findings if finding.severity in words]


def _sentence(word: str, finding: Finding) -> str:
    cited = "; ".join(str(citation) for citation in finding.citations)
    return f"{word}: {finding.message}{f' [{cited}]' if cited else ''}"


def _paths(lists: str | Path | Iterable[str | Path]) -> list[str]:
    """Give the names of rating lists; one alone is a list of one."""
    return [str(lists)] if isinstance(lists, (str, Path)) else list(map(str, lists))


def _read(report: ReadReport | str | Path | bytes) -> ReadReport:
    if isinstance(report, ReadReport):
        return report
    if not isinstance(report, (str, Path, bytes)):
        raise ArpadError.of(WORDS, "wrong_value", "report", says="no_report", value=repr(report))
    return read_report(report)


def _bytes(place: str | Path, most: int) -> bytes:
    try:
        return read_most(place, most)
    except OSError as fault:
        raise ArpadError.of(WORDS, "not_opened", str(place), name=str(place), why=fault.strerror) from fault
    except ValueError as fault:
        name = str(place)
        raise ArpadError.of(WORDS, "not_opened", name, says="no_file", name=name, why=str(fault)) from fault


def _row_text(row: StatementRow, entry: RatedEntry) -> str:
    """Write a player's row in a line."""
    played = f"{row.number} {row.name}: {decimal(row.w)} of {row.n}"
    if row.ro is None:
        return f"{played}, unrated, {f'first rating {row.new}' if row.new is not None else row.missing}"
    if row.change is None:
        return f"{played}, {row.ro}. {'' if entry.result is None else why_not_rated(entry.result)}".rstrip()
    return f"{played}, {row.ro} → {row.status if row.new is None else row.new} ({row.change:+d}, K {row.k})"
