"""What `arpad check` reads: reports with their facts and the defaults for them, each checked as far as it can be."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from arpad.cli.commands.trf import read_bytes
from arpad.cli.report_defaults import defaults_of
from arpad.events.check.faulty import is_checkable
from arpad.events.checked_report import CheckedReport
from arpad.events.defaults import taken_defaults
from arpad.events.facts import EventFacts, FactsRefusedError
from arpad.events.intake import facts_beside, facts_of, read_report, verdict_on, with_given
from arpad.events.package import as_sent, facts_name
from arpad.formats.trf.text import MAX_BYTES
from arpad.library.reports import lists_of
from arpad.model.problems import ERROR, RefusedError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from arpad.events.defaults import TakenDefault
    from arpad.events.intake import ReadReport
    from arpad.events.package import Package
    from arpad.events.rating_lists import RatingLists
    from arpad.model.problems import Problem


@dataclass(frozen=True, slots=True)
class OpenedReport:
    """A report that was read, with everything that is known besides."""

    read: ReadReport
    facts_file: str | None
    """Where the facts of the event stand, or would stand; None where there is no place for them."""
    lists: tuple[str, ...]
    """The rating lists to use, as an option would name them."""
    refusals: tuple[Problem, ...]
    """What is wrong with its facts and with the defaults."""
    defaults: tuple[TakenDefault, ...]
    sent: Package
    """The bytes of the report as they came, alone or with facts in a package."""


def shown_name(name: str) -> str:
    """Give the name of a file as people are told."""
    return "standard input" if name == "-" else Path(name).name


def opened(name: str, given: argparse.Namespace, options: EventFacts, encoding: str | None) -> OpenedReport:
    """Read a report, its facts and the defaults; facts that are right are taken, also where others are wrong."""
    sent = as_sent(shown_name(name), read_bytes(name, MAX_BYTES + 1))
    beside = None if name == "-" else facts_beside(name)
    place: str | None = given.facts or beside
    is_new = place is None or (given.ask and not Path(place).exists())
    facts, refusals = _right_facts(None if is_new else read_bytes(place or ""), Path(place or "").name)
    of_package, wrong_in_package = _right_facts(sent.facts, facts_name(shown_name(name)))
    known = with_given(of_package, with_given(facts, options))
    defaults, more = ((), ()) if given.no_defaults else defaults_of(name)
    by_default, lists, taken = taken_defaults(defaults, known, with_lists=not given.lists)
    read = read_report(shown_name(name), sent.report, with_given(by_default, known), encoding)
    new_place = None if name == "-" else str(Path(name).with_suffix(".toml"))
    refused = (*refusals, *wrong_in_package, *more)
    return OpenedReport(read, place or new_place, tuple(given.lists) or lists, refused, taken, sent)


def _right_facts(data: bytes | None, name: str) -> tuple[EventFacts, tuple[Problem, ...]]:
    """Read facts: those that are right, and what is wrong with the others; none where there is no file of them."""
    if data is None:
        return EventFacts(), ()
    try:
        return facts_of(data, name), ()
    except FactsRefusedError as fault:
        return fault.facts, tuple(fault.problems)
    except RefusedError as fault:
        return EventFacts(), tuple(fault.problems)


def lists_for(reports: Sequence[OpenedReport]) -> dict[tuple[str, ...], RatingLists | None]:
    """Read the rating lists of some reports, each file once for all that use it."""
    names = dict.fromkeys(report.lists for report in reports)
    return {of: lists_of(of, [report.read for report in reports if report.lists == of]) for of in names}


def checked(
    report: OpenedReport, lists: RatingLists | None, given: argparse.Namespace, *, with_lists: bool = True
) -> CheckedReport:
    """Check a report as far as it can be; without `with_lists`, what is wrong with the lists was told before."""
    read = report.read
    verdict = None
    if is_checkable(read.faults):
        verdict = verdict_on(read, edition=given.edition, authority=given.authority, lists=lists)
    return CheckedReport(
        read.name,
        verdict,
        read.faults,
        tuple(problem for problem in read.problems if problem.severity != ERROR),
        ()
        if lists is None or not with_lists
        else tuple(replace(problem, file=file) for file, problem in lists.problems),
        report.refusals,
        report.defaults,
    )
