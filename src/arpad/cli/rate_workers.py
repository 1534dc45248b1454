"""Many reports on all cores: each helper reads, checks and rates a share of the files, and only rows come back.

A player of several shares is rated here, from what the helpers say was played, so that the result is the same as that
of one process. Single games do not come back; for a page, JSON or one player's working everything happens in one
process. So it does where an unrated player of a table is in several shares: what was played elsewhere decides about it.
"""

from __future__ import annotations

import gc
import multiprocessing
import signal
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from arpad.cli.progress import Progress
from arpad.cli.report_input import (
    Reading,
    judged_reports,
    read_files,
)
from arpad.cli.wording import WORDS
from arpad.events.asked_players import AskedPlayers
from arpad.events.rate import (
    Prepared,
    RatedEvents,
    Wanted,
    base_list,
    list_of_reports,
    rate_events,
    rated_entry,
    ratings_now,
)
from arpad.events.rating_lists import NoLists, RatingLists, asked_of
from arpad.events.statement import rows, short_rows
from arpad.library.reports import faults_of, refuse_broken, refuse_mixed
from arpad.model.cores import cores
from arpad.model.problems import ArpadError
from arpad.model.processes import end_with_parent, no_interrupt

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from multiprocessing.connection import Connection
    from multiprocessing.context import ForkProcess

    from arpad.cli.report_defaults import PeriodDefaults
    from arpad.events.defaults import TakenDefault
    from arpad.events.number_doubts import Proposal
    from arpad.events.reported_event import PlayerKey, Ratings
    from arpad.events.statement import StatementRow
    from arpad.model.report import Report

FILES_WORTH_HELPERS = 40


def helpers() -> int:
    """Give the number of processes that can work at once."""
    return cores() if "fork" in multiprocessing.get_all_start_methods() else 1


def rated_rows(reports: Sequence[Report], wanted: Wanted) -> tuple[RatedEvents, list[StatementRow]]:
    """Rate some events in this process and give a row for each player, with every game."""
    rated = rate_events(reports, wanted)
    return rated, rows(rated)


@dataclass(frozen=True, slots=True)
class _Checked:
    """What a helper knows of its share before it is rated; the reports come without their players."""

    reports: list[Report]
    kinds: set[str]
    findings: list[str]
    refused: bool
    accepted: list[tuple[str, Proposal]]
    defaults: tuple[TakenDefault, ...]
    last: dict[PlayerKey, Ratings]
    """The players, with what the last report knows of each."""
    in_tables: set[PlayerKey]
    """The unrated players of tables."""


def rated_by_helpers(
    given: argparse.Namespace, defaults: PeriodDefaults, count: int
) -> tuple[Reading, RatedEvents, list[StatementRow]] | None:
    """Share the files among helpers; give what one process would give, without the single games.

    None where the files cannot be shared, because one share decides about the tables of another.
    """
    size = -(-len(given.files) // count)
    shares = [(start, given.files[start : start + size]) for start in range(0, len(given.files), size)]
    context = multiprocessing.get_context("fork")
    pipes: list[Connection] = []
    processes: list[ForkProcess] = []
    try:
        with no_interrupt():
            for start, files in shares:
                here, there = context.Pipe()
                process = context.Process(target=_help, args=(there, given, defaults, start, files), daemon=True)
                process.start()
                there.close()
                pipes.append(here)
                processes.append(process)
        return _led(given, defaults, pipes)
    finally:
        for pipe, process in zip(pipes, processes, strict=True):
            pipe.close()
            process.terminate()
            process.join()


def _led(
    given: argparse.Namespace, defaults: PeriodDefaults, pipes: list[Connection]
) -> tuple[Reading, RatedEvents, list[StatementRow]] | None:
    read = [_received(pipe) for pipe in pipes]
    refuse_broken([*defaults.refusals, *(fault for faults, _ in read for fault in faults)])
    lists = _lists(defaults, [asked for _, asked in read])
    for pipe in pipes:
        pipe.send(lists)
    shares: list[_Checked] = [_received(pipe) for pipe in pipes]
    kind = refuse_mixed({kind for share in shares for kind in share.kinds}, "--kind")
    reports = [report for share in shares for report in share.reports]
    wanted = Wanted(kind, given.list_date, given.edition, lists or NoLists(), given.k)
    list_date = given.list_date or list_of_reports(reports, wanted)
    met = Counter(key for share in shares for key in share.last)
    last = {key: ratings for share in shares for key, ratings in share.last.items() if met[key] > 1}
    if any(key in last for share in shares for key in share.in_tables):
        return None
    for pipe in pipes:
        pipe.send((list_date, last))
    rated = Prepared(reports, wanted).on_list(list_date).rated(())
    by_key: dict[PlayerKey, StatementRow] = {}
    played: dict[PlayerKey, list[Any]] = {}
    undefined: list[str] = []
    for pipe in pipes:
        alone, others, sentences = _received(pipe)
        by_key |= alone
        undefined += sentences
        for key, parts in others.items():
            played.setdefault(key, []).extend(parts)
    by_key |= _shared_rows(rated, played, last, wanted)
    findings = [*(finding for share in shares for finding in share.findings), *undefined]
    refused, accepted = any(share.refused for share in shares), [each for share in shares for each in share.accepted]
    taken = dict.fromkeys(default for share in shares for default in share.defaults)
    named = (*taken, *defaults.taken_lists)
    reading = Reading(reports, kind, lists or NoLists(), findings, refused, accepted, [], named)
    return reading, rated, [by_key[key] for key in met]


def _shared_rows(
    rated: RatedEvents, played: dict[PlayerKey, list[Any]], last: dict[PlayerKey, Ratings], wanted: Wanted
) -> dict[PlayerKey, StatementRow]:
    base = base_list(wanted, rated.list_date)
    entries = tuple(
        rated_entry(key, parts, ratings_now(parts[0][0].entry, base, last[key], wanted.kind), rated.list_date, wanted)
        for key, parts in played.items()
    )
    return dict(zip(played, short_rows(replace(rated, entries=entries)), strict=True))


def _lists(defaults: PeriodDefaults, asked: list[AskedPlayers]) -> RatingLists | None:
    if not defaults.lists:
        return None
    people = frozenset(person for share in asked for person in share.people)
    with Progress("reading the rating list") as progress:
        lists = RatingLists(AskedPlayers(people), progress)
        for name in defaults.lists:
            lists.add(name)
    return lists


def _received(pipe: Connection) -> Any:  # noqa: ANN401 - what a helper says
    """Take what a helper says; its fault is a fault here."""
    try:
        received = pipe.recv()
    except EOFError as fault:
        raise ArpadError.of(WORDS, "helper_lost") from fault
    if isinstance(received, BaseException):
        raise received
    return received


def _help(
    pipe: Connection, given: argparse.Namespace, defaults: PeriodDefaults, first: int, files: Sequence[str]
) -> None:
    """Do a share of the work: read, wait for the lists, check, wait for what is asked, rate."""
    # Whoever interrupts means the command as a whole, which then ends its helpers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    end_with_parent()
    gc.disable()
    try:
        read, taken = read_files(given, files, defaults)
        asked = asked_of([report.tournament for report in read] if defaults.lists else [])
        pipe.send(([fault for report in read for fault in faults_of(report)], asked))
        lists = pipe.recv()
        reading, kinds = judged_reports(read, given, lists, several=True)
        light = [
            replace(report, tournament=replace(report.tournament, entries=()), met=()) for report in reading.reports
        ]
        wanted = Wanted(reading.kind, given.list_date, given.edition, lists or NoLists(), given.k)
        prepared = Prepared(reading.reports, wanted, first)
        last = {key: parts[-1].own for key, parts in prepared.parts.items()}
        in_tables = prepared.unrated_in_tables()
        pipe.send(_Checked(light, kinds, reading.findings, reading.refused, reading.accepted, taken, last, in_tables))
        list_date, shared = pipe.recv()
        on_list = prepared.on_list(list_date, shared)
        alone = [key for key in prepared.keys if key not in shared]
        rated = on_list.rated(alone)
        others = {key: on_list.played(key) for key in prepared.keys if key in shared}
        pipe.send(
            (
                dict(zip(alone, short_rows(rated, first), strict=True)),
                others,
                [note.message for note in rated.undefined],
            )
        )
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass  # The other side has ended; nobody waits for an answer.
    except BaseException as fault:  # noqa: BLE001 - told to the other side, where it is raised again
        pipe.send(fault)
