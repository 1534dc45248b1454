"""`arpad tpr`: the performance rating of every player in tournament reports, from games against rated opponents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.cli.answer import Answer, table
from arpad.cli.rate_input import read_reports, report_arguments
from arpad.documents.rated_events import performances_data
from arpad.events.rate import Wanted, rate_events
from arpad.events.rate_rows import rows
from arpad.regulations.ints import citations
from arpad.regulations.working import TEXT, ExplainedLine

if TYPE_CHECKING:
    import argparse


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    report_arguments(parser)


def answer(given: argparse.Namespace) -> Answer:
    """Work out everybody's performance."""
    reading = read_reports(given)
    rated = rate_events(reading.reports, Wanted(reading.kind, given.list_date, given.edition, reading.lists))
    law = rated.laws[0]
    data = performances_data(rated, rows(rated))
    shown = ["number", "name", "rating", "n", "w", "average", "p", "performance"]
    lines = [[player[key] for key in shown] for player in data["players"]]
    text = table(["no", "name", "rating", "n", "w", "Rc", "p", "Rp"], lines)
    cited = citations(law, ["percentage_table", "percentage_rounding"])
    return Answer(data, f"{rated.kind}, by {law.id}\n\n{text}", [ExplainedLine("performance", law.id, TEXT, cited)])
