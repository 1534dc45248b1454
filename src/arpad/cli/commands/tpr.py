"""`arpad tpr`: the performance rating of every player in tournament reports, from games against rated opponents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.cli.answer import Answer, table
from arpad.cli.report_input import defaults_for, read_reports, report_arguments, taken_lines
from arpad.documents.rated_events import performances_data, performances_lines
from arpad.documents.verdict import defaults_data
from arpad.events.rate import Wanted, rate_events
from arpad.events.statement import rows

if TYPE_CHECKING:
    import argparse


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    report_arguments(parser)


def answer(given: argparse.Namespace) -> Answer:
    """Work out everybody's performance."""
    reading = read_reports(given, defaults_for(given))
    rated = rate_events(reading.reports, Wanted(reading.kind, given.list_date, given.edition, reading.lists))
    data = performances_data(rated, rows(rated))
    shown = ["number", "name", "rating", "n", "w", "average", "p", "performance"]
    lines = [[player[key] for key in shown] for player in data["players"]]
    text = table(["no", "name", "rating", "n", "w", "Rc", "p", "Rp"], lines)
    head = "\n".join([f"{data['kind']}, by {data['edition']}", *taken_lines(reading.defaults)])
    return Answer(data | defaults_data(reading.defaults), f"{head}\n\n{text}", performances_lines(rated))
