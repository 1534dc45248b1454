"""`arpad tpr`: the performance rating of every player in tournament reports, from games against rated opponents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.cli.answer import Answer, table
from arpad.cli.report_input import read_reports, report_arguments
from arpad.documents.rated_events import performances_data, performances_lines
from arpad.events.rate import Wanted, rate_events
from arpad.events.statement import rows

if TYPE_CHECKING:
    import argparse


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    report_arguments(parser)


def answer(given: argparse.Namespace) -> Answer:
    """Work out everybody's performance."""
    reading = read_reports(given)
    rated = rate_events(reading.reports, Wanted(reading.kind, given.list_date, given.edition, reading.lists))
    data = performances_data(rated, rows(rated))
    shown = ["number", "name", "rating", "n", "w", "average", "p", "performance"]
    lines = [[player[key] for key in shown] for player in data["players"]]
    text = table(["no", "name", "rating", "n", "w", "Rc", "p", "Rp"], lines)
    return Answer(data, f"{data['kind']}, by {data['edition']}\n\n{text}", performances_lines(rated))
