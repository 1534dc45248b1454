"""Tournament reports become part of a book: events, games, and the players who were not known yet.

Nothing is counted twice. The same report again changes nothing; one that is nearly the same as an event is refused with
what differs, unless whoever imports it says that it replaces the event, or that both were played.
"""

from __future__ import annotations

import shlex
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import polars as pl

from arpad.book.imports import rulings
from arpad.book.imports.differences import differences, of_book, of_report
from arpad.book.imports.neighbours import neighbours
from arpad.book.imports.replacement import placed
from arpad.book.imports.rows import rows_of
from arpad.book.problems import problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arpad.book.change import Change
    from arpad.book.imports.differences import EventDifference
    from arpad.book.imports.lists import Imported
    from arpad.book.imports.neighbours import Neighbour, Neighbours
    from arpad.book.imports.rows import ReportRows
    from arpad.book.imports.rulings import Judgement
    from arpad.book.view import BookView
    from arpad.model.problems import FileProblem
    from arpad.model.report import Report

_SHOWN = 5
"""So many differences are told, the others counted."""
_OUTCOMES = {rulings.REPLACES: "replaced", rulings.BESIDE: "distinct"}
"""What became of a report that is near to an event; any other verdict refuses it."""


def reports_taken(
    book: BookView, reports: Sequence[Report], done: Imported, ruling: str = rulings.REFUSE, why: str = ""
) -> Change | None:
    """Give the change that puts reports into a book, in the order of their days and names; None where it has them all.

    `ruling` says what becomes of those that are nearly the same as an event. `done` is told what came in, and what is
    to be known of it. The order in which reports are given does not matter.
    """
    given = sorted(reports, key=lambda report: (report.start, report.end, report.tournament.name or "", report.file))
    rows, judgements = judged_rows(book, given, done, ruling)
    numbers = rulings.numbered(judgements, _next_event(book))
    if not numbers:
        return None
    change = placed(book, {number: rows[place] for place, number in numbers.items()}, done)
    return _with_ruling(change, judgements, numbers, why)


def judged_rows(
    book: BookView, reports: Sequence[Report], done: Imported, ruling: str = rulings.REFUSE
) -> tuple[list[ReportRows], list[Judgement]]:
    """Give reports as rows, but for those without a game, and what becomes of each beside the events of a book."""
    rows = [rows_of(report) for report in reports]
    for row in rows:
        if not row.games:
            done.problems.append(problem("report_refused", says="no_game", file=row.file))
    rows = [row for row in rows if row.games]
    rated = book.table("events").filter(pl.col("rated_for").is_not_null())["event_id"]
    between = neighbours(book, rows)
    judgements = rulings.judged(len(rows), between, frozenset(rated.to_list()), ruling)
    remarks = _Remarks(book, rows, done)
    for place, judgement in enumerate(judgements):
        done.problems += remarks.of(place, judgement, between)
    return rows, judgements


def _next_event(book: BookView) -> int:
    return max(*(int(book.table(name)["event_id"].max() or 0) for name in ("events", "pool")), 0) + 1  # type: ignore[arg-type] # whole numbers


def _with_ruling(change: Change, judgements: Sequence[Judgement], numbers: dict[int, int], why: str) -> Change:
    """Keep in the log which events were said to be two, and why."""
    pairs = {
        tuple(sorted((numbers[place], other)))
        for place, judgement in enumerate(judgements)
        if judgement.verdict == rulings.BESIDE
        for other in (
            *(near.number for near in judgement.events),
            *(numbers[near.number] for near in judgement.reports if near.number in numbers),
        )
    }
    if change.entry is None:
        return change
    facts = {**change.entry.facts, **({"distinct": sorted(pairs)} if pairs else {})}
    return replace(change, entry=replace(change.entry, facts=facts, why=why))


class _Remarks:
    """Says what becomes of reports that are not simply taken, and notes in full what each is near to."""

    def __init__(self, book: BookView, rows: Sequence[ReportRows], done: Imported) -> None:
        self._tables = {name: book.table(name) for name in ("events", "games", "players")}
        self._rows, self._done = rows, done

    def of(self, place: int, judgement: Judgement, between: Neighbours) -> Iterator[FileProblem]:
        """Tell about one report."""
        verdict = judgement.verdict
        events = [self._near_event(place, near, verdict) for near in judgement.events]
        reports = [self._near_report(place, near, verdict) for near in judgement.reports]
        match verdict:
            case rulings.SAME | rulings.SAME_ANNULLED | rulings.SAME_AS_BEFORE:
                yield self._same(place, verdict, between)
            case rulings.NEAR:
                yield from (problem("near_duplicate", **facts) for facts in events)
            case rulings.NEAR_RATED:
                yield from (problem("near_duplicate_rated", **facts) for facts in events if facts["rated_for"])
            case rulings.NEAR_REPORTS:
                yield from (problem("near_duplicate_files", **facts) for facts in reports)
            case rulings.NEAR_SEVERAL:
                yield problem("near_duplicate_several", **events[0], events=events)
            case rulings.CONTESTED:
                yield problem("near_duplicate_several", says="contested", **events[0], events=events)
            case rulings.REPLACES:
                yield problem("report_replaced", **events[0])
            case rulings.BESIDE:
                yield from (problem("report_beside", **facts) for facts in events)
                yield from (problem("report_beside", says="file", **facts) for facts in reports)

    def _same(self, place: int, verdict: str, between: Neighbours) -> FileProblem:
        """Say what a report is the same as: an event that counts, an annulled one, or one before it was corrected."""
        file, name = self._rows[place].file, self._rows[place].event["name"]
        if verdict == rulings.SAME:
            return problem("report_twice", file=file, event=name)
        typed = {"book": shlex.quote(self._done.called), "path": self._typed(file)}
        facts = {**typed, "file": file, "event_id": between.same_annulled[place], "name": name}
        if verdict == rulings.SAME_ANNULLED:
            return problem("report_annulled", **facts)
        return problem("report_as_before", **facts, now=between.corrected[place][-1])

    def _near_event(self, place: int, near: Neighbour, verdict: str) -> dict[str, Any]:
        was = of_book(near.number, *self._tables.values())
        rated_for = was.event["rated_for"]
        of_event = {
            "event_id": near.number,
            "name": was.event["name"],
            "other_file": None,
            "rated_for": None if rated_for is None else rated_for.isoformat(),
        }
        return self._noted(place, near, verdict, of_event, differences(was, of_report(self._rows[place])))

    def _near_report(self, place: int, near: Neighbour, verdict: str) -> dict[str, Any]:
        other = self._rows[near.number]
        of_file = {"event_id": None, "name": other.event["name"], "other_file": other.file, "rated_for": None}
        facts = self._noted(place, near, verdict, of_file, differences(of_report(other), of_report(self._rows[place])))
        return {**facts, "other_path": self._typed(other.file)}

    def _noted(
        self, place: int, near: Neighbour, verdict: str, other: dict[str, Any], differing: list[EventDifference]
    ) -> dict[str, Any]:
        """Note what a report is near to, and give the facts of the sentence about it."""
        file = self._rows[place].file
        counts = {"common": near.common, "games": near.games, "other_games": near.other_games}
        outcome = _OUTCOMES.get(verdict, "refused")
        self._done.near.append({"file": file, "outcome": outcome, **other, **counts, "differences": differing})
        shown = differing[:_SHOWN]
        return {
            "file": file,
            **other,
            **counts,
            "shown": shown,
            "more": len(differing) - len(shown),
            "book": shlex.quote(self._done.called),
            "path": self._typed(file),
        }

    def _typed(self, file: str) -> str:
        """Give the name of a file as it is typed into a command line."""
        return shlex.quote(self._done.places.get(file, file))
