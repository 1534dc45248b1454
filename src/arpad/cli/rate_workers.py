"""Many reports on all cores: each helper reads, checks and rates a share of the files, and only rows come back.

A player of several shares is rated here, from what the helpers say he played, so that the result is the same as that of
one process. Single games do not come back; for a page, JSON or one player's working everything happens in one process.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from arpad.cli.rate_input import Reading, judged, read_one, refuse_broken, refuse_mixed
from arpad.events.rate import NoLists, Prepared, RatedEvents, Wanted, rated_entry
from arpad.events.rate_rows import rows, short_rows
from arpad.events.rating_lists import Asked, RatingLists, asked_of
from arpad.model.problems import ArpadError
from arpad.regulations.calendar import calendar

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from datetime import date
    from multiprocessing.connection import Connection

    from arpad.events.rate import Reported
    from arpad.events.rate_rows import Row

FILES_WORTH_HELPERS = 40
Key = tuple[int, int]


def helpers() -> int:
    """Give the number of processes that can work at once."""
    try:
        cores = len(os.sched_getaffinity(0))
    except AttributeError:  # not every system can say so
        cores = os.cpu_count() or 1
    return min(cores, 8) if "fork" in multiprocessing.get_all_start_methods() else 1


def rated_rows(reports: Sequence[Reported], wanted: Wanted) -> tuple[RatedEvents, list[Row]]:
    """Rate some events in this process and give a row for each player, with every game."""
    made = Prepared(reports, wanted)
    rated = made.rated(made.keys)
    return rated, rows(rated)


@dataclass(frozen=True, slots=True)
class _Checked:
    """What a helper knows of its share before it is rated; the reports come without their players."""

    reports: list[Reported]
    kinds: set[str]
    findings: list[str]
    refused: bool
    keys: list[Key]


def rated_by_helpers(given: argparse.Namespace, count: int) -> tuple[Reading, RatedEvents, list[Row]]:
    """Share the files among helpers; give what one process would give, without the single games."""
    size = -(-len(given.files) // count)
    shares = [(start, given.files[start : start + size]) for start in range(0, len(given.files), size)]
    context = multiprocessing.get_context("fork")
    pipes, processes = [], []
    for start, files in shares:
        here, there = context.Pipe()
        process = context.Process(target=_help, args=(there, given, start, files), daemon=True)
        process.start()
        there.close()
        pipes.append(here)
        processes.append(process)
    try:
        return _led(given, pipes)
    finally:
        for pipe, process in zip(pipes, processes, strict=True):
            pipe.close()
            process.join(timeout=5)
            if process.is_alive():
                process.terminate()


def _led(given: argparse.Namespace, pipes: list[Connection]) -> tuple[Reading, RatedEvents, list[Row]]:
    read = [_received(pipe) for pipe in pipes]
    refuse_broken([fault for faults, _ in read for fault in faults])
    lists = _lists(given, [asked for _, asked in read])
    for pipe in pipes:
        pipe.send(lists)
    checked: list[_Checked] = [_received(pipe) for pipe in pipes]
    kind = refuse_mixed({kind for one in checked for kind in one.kinds})
    reports = [one for each in checked for one in each.reports]
    wanted = Wanted(kind, given.list_date, given.edition, lists or NoLists(), given.k)
    listed = Prepared(reports, wanted).list_date
    met = Counter(key for one in checked for key in one.keys)
    shared = {key for key, shares in met.items() if shares > 1}
    wanted = replace(wanted, list_date=listed)
    for pipe in pipes:
        pipe.send((replace(wanted, lists=NoLists()), shared))
    made: dict[Key, Row] = {}
    played: dict[Key, list[Any]] = {}
    for pipe in pipes:
        found, others = _received(pipe)
        made |= found
        for key, of in others.items():
            played.setdefault(key, []).extend(of)
    rated = Prepared(reports, wanted).rated(())
    made |= _shared_rows(rated, played, wanted)
    findings = [said for one in checked for said in one.findings]
    reading = Reading(reports, kind, lists or NoLists(), findings, any(one.refused for one in checked))
    return reading, rated, [made[key] for key in met]


def _shared_rows(rated: RatedEvents, played: dict[Key, list[Any]], wanted: Wanted) -> dict[Key, Row]:
    before = calendar(wanted.kind, name=wanted.edition).list_before(rated.list_date)
    base = wanted.lists.on(before) if before else None
    entries = tuple(rated_entry(key, of, base, rated.list_date, wanted) for key, of in played.items())
    return dict(zip(played, short_rows(replace(rated, entries=entries)), strict=True))


def _lists(given: argparse.Namespace, asked: list[Asked]) -> RatingLists | None:
    if not given.lists:
        return None
    ids = frozenset(one for each in asked for one in each.ids)
    words = frozenset(one for each in asked for one in each.words)
    lists = RatingLists(Asked(ids, words))
    for one in given.lists:
        lists.add(one)
    return lists


def _received(pipe: Connection) -> Any:  # noqa: ANN401 - what a helper says
    """Take what a helper says; its fault is a fault here."""
    try:
        said = pipe.recv()
    except EOFError as fault:
        raise ArpadError.of("helper_lost", "A helper process ended before its work was done. Try again.") from fault
    if isinstance(said, BaseException):
        raise said
    return said


def _help(pipe: Connection, given: argparse.Namespace, first: int, files: Sequence[str]) -> None:
    """Do a share of the work: read, wait for the lists, check, wait for what is asked, rate."""
    gc.disable()
    try:
        read = [read_one(name, given) for name in files]
        asked = asked_of([made for _, made, _, _ in read]) if given.lists else Asked(frozenset(), frozenset())
        pipe.send(([fault for *_, faults in read for fault in faults], asked))
        lists = pipe.recv()
        reading, kinds = judged([(shown, made, facts) for shown, made, facts, _ in read], given, lists, several=True)
        light = [replace(one, tournament=replace(one.tournament, entries=())) for one in reading.reports]
        guess = Prepared(
            reading.reports, Wanted(reading.kind, _any_day(given, reading), given.edition, lists or NoLists()), first
        )
        pipe.send(_Checked(light, kinds, reading.findings, reading.refused, guess.keys))
        wanted, shared = pipe.recv()
        made = guess.asked_for(replace(wanted, lists=lists or NoLists()))
        alone = [key for key in made.keys if key not in shared]
        found = short_rows(made.rated(alone), first)
        others = {key: made.played(key) for key in made.keys if key in shared}
        pipe.send((dict(zip(alone, found, strict=True)), others))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass  # The other side has ended; nobody waits for an answer.
    except BaseException as fault:  # noqa: BLE001 - told to the other side, where it is raised again
        pipe.send(fault)


def _any_day(given: argparse.Namespace, reading: Reading) -> date | None:
    """Give a day of a list to prepare with; the list of all shares is known only later."""
    return given.list_date or reading.reports[0].tournament.end
