"""`arpad rate`: what tournament reports do to every player, as one period; table, JSON, CSV or a page to print."""

from __future__ import annotations

import csv
import gc
import io
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from arpad.cli.answer import Answer, table
from arpad.cli.options import UsageError, add_raw, coefficient
from arpad.cli.output import plain_table
from arpad.cli.output_form import output_form
from arpad.cli.rate_workers import FILES_WORTH_HELPERS, helpers, rated_by_helpers, rated_rows
from arpad.cli.report_input import defaults_for, read_reports, report_arguments, taken_lines
from arpad.cli.whole_file import whole_file
from arpad.cli.wording import WORDS
from arpad.documents.parts import points
from arpad.documents.rated_events import columns, rated_events_data
from arpad.documents.verdict import defaults_data
from arpad.events.intake import mended
from arpad.events.rate import Wanted
from arpad.events.statement import k_remarks, k_way, marks_explained
from arpad.model.numbers import decimal

if TYPE_CHECKING:
    import argparse

    from arpad.cli.report_defaults import PeriodDefaults
    from arpad.cli.report_input import Reading
    from arpad.events.rate import RatedEvents
    from arpad.events.statement import StatementRow

FORMATS = ("table", "csv", "html")
MENDED = "trf"
_SUFFIXES = {".html": "html", ".csv": "csv", ".txt": "table", ".trf": MENDED}
EXPLAINS_ONE = True
"""Here --explain names the player to explain."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    report_arguments(parser)
    parser.add_argument(
        "--accept-ids",
        action="store_true",
        help="take the FIDE numbers that the list proposes for players whose own is missing or somebody else's",
    )
    parser.add_argument("--k", type=coefficient, metavar="K", help="K for players of whom it is not known")
    parser.add_argument(
        "--explain", metavar="NUMBER|FIDE-ID|NAME", help="only this player: every game, each number with its article"
    )
    parser.add_argument(
        "--as", dest="others", action="append", default=[], metavar="EDITION", help="the same under another edition"
    )
    parser.add_argument("--format", choices=FORMATS, default="table", help="how to print it")
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="where to write; .html, .csv and .txt choose the format, .trf writes the report with accepted numbers; "
        "with --explain a letter",
    )
    add_raw(parser)


def answer(given: argparse.Namespace) -> Answer:
    """Rate the reports."""
    gc.disable()  # Hundreds of thousands of small objects are made, and hardly any is thrown away before the end.
    try:
        return _answered(given)
    finally:
        gc.enable()


def _answered(given: argparse.Namespace) -> Answer:
    form = output_form(given.output, _SUFFIXES, given.format) if given.output else given.format
    defaults = defaults_for(given)
    if form == MENDED:
        _refuse_unmended(given, defaults)
    count = helpers()
    single = given.json or given.explain or given.others or form in {"html", MENDED} or "-" in given.files
    shared = count > 1 and len(given.files) >= FILES_WORTH_HELPERS and not single
    reading, rated, rows = (rated_by_helpers(given, defaults, count) if shared else None) or _rated_alone(
        given, defaults
    )
    remarks = [notice.message for notice in k_remarks(rated, rows, given.k)]
    reading = replace(reading, findings=[*reading.findings, *remarks])
    others = {name: rated_rows(reading.reports, _wanted(given, reading, name))[1] for name in given.others}
    data = {"players": [None] * len(rows)}
    if given.json:
        data = rated_events_data(rated, rows, others, reading.findings, reading.accepted)
        data |= defaults_data(reading.defaults)
    if given.explain:
        from arpad.cli.rate_player import player_answer  # noqa: PLC0415 - only one player needs it

        of_player = player_answer(rated, rows, given.explain, data, given.output)
        return replace(of_player, text="\n".join([of_player.text, *taken_lines(reading.defaults)]))
    code = 1 if reading.refused else 0
    accepted = _accepted(reading, several=len(given.files) > 1)
    contents = _contents(form, given.output, rated, rows, others, reading)
    if form == "csv" and not given.raw:
        contents = {name: plain_table(content.decode()).encode() for name, content in contents.items()}
    if not given.output:
        text = "\n".join([*(accepted if form == "table" else []), contents[""].decode().rstrip("\n")])
        return Answer(data, text, code=code, is_content=form != FORMATS[0])
    for name, content in contents.items():
        with whole_file(name) as out:
            out.write(content)
    counted = f"{len(reading.accepted)} number(s) changed" if form == MENDED else _counted(rated, rows)
    beside = [f"{name} written: every player's working" for name in contents if name != given.output]
    sentences = [*beside, *accepted, *taken_lines(reading.defaults), *reading.findings]
    sentence = "\n".join([f"{given.output} written: {counted}", *sentences])
    return Answer(data | {"output": given.output}, sentence, code=code)


def _contents(  # noqa: PLR0913, PLR0917 - what every form is made of
    form: str,
    output: str | None,
    rated: RatedEvents,
    rows: list[StatementRow],
    others: dict[str, list[StatementRow]],
    reading: Reading,
) -> dict[str, bytes]:
    """Give what is written, by the names of the files; a page in a file may have another beside it."""
    if form == MENDED:
        return {output or "": mended(reading.read[0])}
    if form == "html" and output and (Path(output).is_file() or not Path(output).exists()):
        from arpad.pages.event import event_pages  # noqa: PLC0415 - only a page needs it

        pages = event_pages(rated, rows, others, _of_page(reading), output)
        return {name: page.encode() for name, page in pages.items()}
    return {output or "": {"table": _table, "csv": _csv, "html": _html}[form](rated, rows, others, reading).encode()}


def _refuse_unmended(given: argparse.Namespace, defaults: PeriodDefaults) -> None:
    """Refuse to write a report anew where nothing in it could be put right, or there are several."""
    if len(given.files) > 1:
        raise UsageError.of(
            WORDS, "usage", "command line", says="mended_of_one", name=given.output, count=len(given.files)
        )
    if not (given.accept_ids and defaults.lists):
        raise UsageError.of(WORDS, "usage", "command line", says="mended_without", name=given.output)


def _accepted(reading: Reading, *, several: bool) -> list[str]:
    """Say which numbers were taken instead of those of the reports."""
    return [
        f"Accepted: {f'{file}: ' if several else ''}{proposal.remark().sentence()}"
        for file, proposal in reading.accepted
    ]


def _rated_alone(
    given: argparse.Namespace, defaults: PeriodDefaults
) -> tuple[Reading, RatedEvents, list[StatementRow]]:
    """Read and rate everything in this process."""
    reading = read_reports(given, defaults)
    rated, rows = rated_rows(reading.reports, _wanted(given, reading, given.edition))
    return replace(reading, findings=[*reading.findings, *(note.message for note in rated.undefined)]), rated, rows


def _wanted(given: argparse.Namespace, reading: Reading, edition: str | None) -> Wanted:
    return Wanted(reading.kind, given.list_date, edition, reading.lists, given.k)


def _counted(rated: RatedEvents, rows: list[StatementRow]) -> str:
    games = sum(row.n for row in rows)
    return f"{len(rated.reports)} event(s), {len(rows)} players, {games} counted results"


def _table(
    rated: RatedEvents, rows: list[StatementRow], others: dict[str, list[StatementRow]], reading: Reading
) -> str:
    names = ", ".join(report.tournament.name or report.file for report in rated.reports)
    laws = ", ".join(dict.fromkeys(law.id for law in rated.laws))
    head = [f"{names}", f"{rated.kind}, by {laws}, for the list of {rated.list_date} ({rated.law.id})"]
    if rated.missing_lists:
        lists = ", ".join(map(str, rated.missing_lists))
        head.append(f"Estimate: no rating list of {lists} was given; ratings are those of the report.")
    # The column of marks is there only where somebody has one.
    marks = [""] if any(row.mark for row in rows) else []
    shown = ["no", *marks, "name", "Ro", "Rc", "n", "w", "We", "chg", "K", "K*chg", "change", "new", *others]
    by_key = {name: {(row.number, row.name): row for row in other_rows} for name, other_rows in others.items()}
    cells = [
        (
            row.number,
            *(row.mark for _ in marks),
            row.name,
            "unrated" if row.ro is None else row.ro,
            row.rc,
            row.n,
            decimal(row.w),
            points(row.we),
            points(row.difference),
            "?" if row.k is None and row.ro is not None else row.k,
            points(row.k_change),
            _signed(row.change),
            row.new if row.new is not None else _without_rating(row),
            *(_signed(by_key[name][row.number, row.name].change) for name in others),
        )
        for row in rows
    ]
    lines = [*head, "", table(shown, cells)]
    if any(row.k is None and row.ro is not None and row.n and row.doubt is None for row in rows):
        lines += ["", f"K is not known for players marked ?. {k_way(rated)}"]
    lines += _legend(rows)
    more = [*taken_lines(reading.defaults), *reading.findings]
    return "\n".join([*lines, *([""] if more else []), *more])


def _legend(rows: list[StatementRow]) -> list[str]:
    """Say what the marks mean, and which numbers are proposed."""
    explained = marks_explained(rows)
    lines = ["", *explained] if explained else []
    # As --accept-ids: nobody gets a number that another player rightly has, or that is proposed for two.
    taken = Counter(row.proposed_id if row.proposed_id is not None else row.fide_id for row in rows)
    proposed = [
        f"{row.proposed_id} for {row.number} {row.name}"
        for row in rows
        if row.proposed_id is not None and taken[row.proposed_id] == 1
    ]
    if proposed:
        lines.append(f"Proposed: {'; '.join(proposed)}. --accept-ids takes them, with -o FILE.trf into the report.")
    return lines


def _without_rating(row: StatementRow) -> str | None:
    """Say why there is no new rating; of a newcomer what the performance is, what it comes to, and what is missing."""
    if row.ro is not None:
        return None if row.change is None else row.status
    parts = [f"Rp {row.rp}" if row.rp is not None else "", f"Ru {row.ru}" if row.ru else "", row.missing or ""]
    return "; ".join(part for part in parts if part) or None


def _signed(value: int | None) -> str | None:
    return None if value is None else f"{value:+d}"


def _csv(rated: RatedEvents, rows: list[StatementRow], others: dict[str, list[StatementRow]], reading: Reading) -> str:  # noqa: ARG001 - as the others
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    names = list(columns(rows[0])) if rows else []
    writer.writerow([*names, "doubtful_opponents", *(f"change {name}" for name in others)])
    for index, row in enumerate(rows):
        doubtful = " ".join(str(number) for _, number in row.doubtful_opponents)
        changes = (other_rows[index].change for other_rows in others.values())
        writer.writerow([*columns(row).values(), doubtful, *changes])
    return out.getvalue()


def _html(rated: RatedEvents, rows: list[StatementRow], others: dict[str, list[StatementRow]], reading: Reading) -> str:
    from arpad.pages.event import event_page  # noqa: PLC0415 - only a page needs it

    return event_page(rated, rows, others, _of_page(reading))


def _of_page(reading: Reading) -> list[str]:
    """Give what stands on the page about what was read; it may hang in a hall, so files are named without folders."""
    return [*taken_lines([default.without_folders() for default in reading.defaults]), *reading.findings]
