"""`arpad tpr`: the performance rating of every player in tournament reports, from games against rated opponents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arpad.cli.answer import Answer, table
from arpad.cli.report_input import read_reports, report_arguments
from arpad.events.rate import Wanted, rate_events
from arpad.events.rate_rows import rows
from arpad.model.numbers import HALF_UP, decimal, rounded_quotient
from arpad.regulations.ints import citations
from arpad.regulations.working import TEXT, ExplainedLine

if TYPE_CHECKING:
    import argparse

    from arpad.events.rate_rows import Row
    from arpad.regulations.edition import Edition


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    report_arguments(parser)


def answer(given: argparse.Namespace) -> Answer:
    """Work out everybody's performance."""
    reading = read_reports(given)
    rated = rate_events(reading.reports, Wanted(reading.kind, given.list_date, given.edition, reading.lists))
    law = rated.laws[0]
    players = [_player(row, law) for row in rows(rated)]
    shown = ["number", "name", "rating", "n", "w", "average", "p", "performance"]
    text = table(["no", "name", "rating", "n", "w", "Rc", "p", "Rp"], [[one[key] for key in shown] for one in players])
    cited = citations(law, ["percentage_table", "percentage_rounding"])
    data = {"edition": law.id, "kind": rated.kind, "players": players}
    return Answer(data, f"{rated.kind}, by {law.id}\n\n{text}", [ExplainedLine("performance", law.id, TEXT, cited)])


def _player(row: Row, law: Edition) -> dict[str, Any]:
    counted = [game for game in row.games if game.rating is not None and game.score is not None and not game.note]
    total = sum(game.rating or 0 for game in counted)
    return {
        "number": row.number,
        "name": row.name,
        "fide_id": row.fide_id,
        "rating": row.ro,
        "n": row.n,
        "w": decimal(row.w),
        "average": rounded_quotient(total, row.n, HALF_UP) if row.n else None,
        "p": decimal(rounded_quotient(row.w, row.n, law.value("percentage_rounding"))) if row.n else None,
        "performance": row.rp,
    }
