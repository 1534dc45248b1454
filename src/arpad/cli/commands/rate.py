"""`arpad rate`: what tournament reports do to every player, as one period; table, JSON, CSV or a page to print."""

from __future__ import annotations

import csv
import gc
import io
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from arpad.cli.answer import Answer, table
from arpad.cli.options import add_raw
from arpad.cli.output import plain_table
from arpad.cli.rate_workers import FILES_WORTH_HELPERS, helpers, rated_by_helpers, rated_rows
from arpad.cli.report_input import read_reports, report_arguments
from arpad.cli.whole_file import whole_file
from arpad.documents.parts import points
from arpad.documents.rated_events import columns, rated_events_data
from arpad.events.rate import Wanted
from arpad.model.numbers import decimal

if TYPE_CHECKING:
    import argparse

    from arpad.cli.report_input import Reading
    from arpad.events.rate import RatedEvents
    from arpad.events.statement import StatementRow

FORMATS = ("table", "csv", "html")
EXPLAINS_ONE = True
"""Here --explain names the player to explain."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    report_arguments(parser)
    parser.add_argument("--k", type=int, metavar="K", help="K for players of whom it is not known")
    parser.add_argument(
        "--explain", metavar="NUMBER|FIDE-ID", help="only this player: every game, each number with its article"
    )
    parser.add_argument(
        "--as", dest="others", action="append", default=[], metavar="EDITION", help="the same under another edition"
    )
    parser.add_argument("--format", choices=FORMATS, default="table", help="how to print it")
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="where to write; .html and .csv choose the format; with --explain a letter",
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
    form = given.format
    if given.output and Path(given.output).suffix in {".html", ".csv"}:
        form = Path(given.output).suffix[1:]
    count = helpers()
    single = given.json or given.explain or given.others or form == "html" or "-" in given.files
    shared = count > 1 and len(given.files) >= FILES_WORTH_HELPERS and not single
    reading, rated, rows = (rated_by_helpers(given, count) if shared else None) or _rated_alone(given)
    others = {name: rated_rows(reading.reports, _wanted(given, reading, name))[1] for name in given.others}
    data = rated_events_data(rated, rows, others, reading.findings) if given.json else {"players": [None] * len(rows)}
    if given.explain:
        from arpad.cli.rate_player import player_answer  # noqa: PLC0415 - only one player needs it

        return player_answer(rated, rows, given.explain, data, given.output)
    texts = _texts(form, given.output, rated, rows, others, reading)
    if form == "csv" and not given.raw:
        texts = {name: plain_table(text) for name, text in texts.items()}
    code = 1 if reading.refused else 0
    if not given.output:
        return Answer(data, texts[""].rstrip("\n"), code=code, is_content=form != FORMATS[0])
    for name, text in texts.items():
        with whole_file(name) as out:
            out.write(text.encode())
    beside = [f"{name} written: every player's working" for name in texts if name != given.output]
    sentence = "\n".join([f"{given.output} written: {_counted(rated, rows)}", *beside, *reading.findings])
    return Answer(data | {"output": given.output}, sentence, code=code)


def _texts(  # noqa: PLR0913, PLR0917 - what every form is made of
    form: str,
    output: str | None,
    rated: RatedEvents,
    rows: list[StatementRow],
    others: dict[str, list[StatementRow]],
    reading: Reading,
) -> dict[str, str]:
    """Give what is written, by the names of the files; a page in a file may have another beside it."""
    if form == "html" and output and (Path(output).is_file() or not Path(output).exists()):
        from arpad.pages.event import event_pages  # noqa: PLC0415 - only a page needs it

        return event_pages(rated, rows, others, reading.findings, output)
    return {output or "": {"table": _table, "csv": _csv, "html": _html}[form](rated, rows, others, reading)}


def _rated_alone(given: argparse.Namespace) -> tuple[Reading, RatedEvents, list[StatementRow]]:
    """Read and rate everything in this process."""
    reading = read_reports(given)
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
    shown = ["no", "name", "Ro", "Rc", "n", "w", "We", "chg", "K", "K*chg", "change", "new", *others]
    by_key = {name: {(row.number, row.name): row for row in other_rows} for name, other_rows in others.items()}
    cells = [
        (
            row.number,
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
            row.new if row.new is not None else _newcomer(row),
            *(_signed(by_key[name][row.number, row.name].change) for name in others),
        )
        for row in rows
    ]
    lines = [*head, "", table(shown, cells)]
    if any(row.k is None and row.ro is not None and row.n for row in rows):
        lines += ["", "K is not known for players marked ?: give --list with the rating list, or --k."]
    return "\n".join([*lines, *([""] if reading.findings else []), *reading.findings])


def _newcomer(row: StatementRow) -> str | None:
    """Say of a newcomer without a rating what the performance is, what it comes to, and what is missing."""
    if row.ro is not None:
        return None
    parts = [f"Rp {row.rp}" if row.rp is not None else "", f"Ru {row.ru}" if row.ru else "", row.missing or ""]
    return "; ".join(part for part in parts if part) or None


def _signed(value: int | None) -> str | None:
    return None if value is None else f"{value:+d}"


def _csv(rated: RatedEvents, rows: list[StatementRow], others: dict[str, list[StatementRow]], reading: Reading) -> str:  # noqa: ARG001 - as the others
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    names = list(columns(rows[0])) if rows else []
    writer.writerow([*names, *(f"change {name}" for name in others)])
    for index, row in enumerate(rows):
        writer.writerow([*columns(row).values(), *(other_rows[index].change for other_rows in others.values())])
    return out.getvalue()


def _html(rated: RatedEvents, rows: list[StatementRow], others: dict[str, list[StatementRow]], reading: Reading) -> str:
    from arpad.pages.event import event_page  # noqa: PLC0415 - only a page needs it

    return event_page(rated, rows, others, reading.findings)
