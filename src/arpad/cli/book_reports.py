"""A tournament report on its way into a book: read, with its facts, judged, and refused if it is broken."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arpad.cli.check import event_facts
from arpad.cli.trf import read_bytes, report_bytes
from arpad.events.check import check, unfit
from arpad.events.rate import LEFT_TO_THE_RULE
from arpad.events.verdict import NO, REFUSES
from arpad.formats.trf_codes import RATING
from arpad.formats.trf_reader import read_trf
from arpad.formats.trf_text import MAX_BYTES
from arpad.model.period import SYSTEMS
from arpad.model.problems import ArpadError

if TYPE_CHECKING:
    from pathlib import Path

    from arpad.engine.book_import import Imported
    from arpad.engine.book_import_reports import Report

_SHOWN = 5


def judged_report(place: Path, kind: str | None, *, unchecked: bool, done: Imported) -> Report | None:
    """Read a report and say what it is; None where it is refused, which is then noted with every reason."""
    from arpad.engine.book_import_reports import Report  # noqa: PLC0415 - an extra, and slow to load

    name = place.name
    try:
        report = read_trf(report_bytes(read_bytes(str(place), MAX_BYTES + 1)), profile=RATING)
        facts = event_facts(str(place), None)
    except ArpadError as fault:
        _refuse(done, name, [one.message for one in fault.problems])
        return None
    facts = replace(facts, kind=facts.kind or kind)
    faults = [f"{f'line {one.line}: ' if one.line else ''}{one.message}" for one in unfit(report, facts)]
    made = report.tournament
    start = facts.start or made.start
    if faults or start is None:
        _refuse(done, name, faults or ["The first day is not known."])
        return None
    verdict = check(made, facts)
    if verdict.rateable == NO and not unchecked:
        _refuse(done, name, [one.message for one in verdict.findings if one.severity == REFUSES])
        return None
    # Gaps are left to the rating, which goes by the book's own lists; here only the report's ratings are known.
    left_out = () if unchecked else [one for one in verdict.dropped if one.reason not in LEFT_TO_THE_RULE]
    dropped = frozenset((one.round, min(one.first, one.second), max(one.first, one.second)) for one in left_out)
    return Report(
        name,
        made,
        start,
        max(facts.end or made.end or start, start),
        verdict.kind or "standard",
        verdict.rated_as if verdict.rated_as in SYSTEMS else "swiss",
        verdict.cycles if verdict.rated_as == "roundrobin" else 1,
        bool(facts.official),
        bool(facts.team_championship),
        facts.received,
        dropped,
    )


def _refuse(done: Imported, name: str, reasons: list[str]) -> None:
    from arpad.engine.book_codes import problem  # noqa: PLC0415 - an extra, and slow to load

    more = [f"And {len(reasons) - _SHOWN} more."] if len(reasons) > _SHOWN else []
    done.problems.append(problem("report_refused", f"{name}: {' '.join([*reasons[:_SHOWN], *more])}"))
