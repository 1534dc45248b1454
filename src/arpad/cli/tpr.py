"""`arpad tpr`: the performance rating of every player in tournament reports, from games against rated opponents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arpad.cli.answer import Answer, table
from arpad.cli.options import day
from arpad.cli.rate_input import read_reports
from arpad.events.rate import Wanted, rate_events
from arpad.events.rate_rows import rows
from arpad.model.numbers import HALF_UP, decimal, rounded_quotient
from arpad.model.period import KINDS
from arpad.regulations.ints import citations
from arpad.regulations.working import TEXT, ExplainedLine

if TYPE_CHECKING:
    import argparse

    from arpad.events.rate_rows import Row
    from arpad.regulations.edition import Edition


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("files", metavar="FILE", nargs="+", help="TRF files; several are taken together")
    parser.add_argument("--edition", help="an edition's id or the path of a TOML file, instead of the one in force")
    parser.add_argument("--kind", choices=KINDS, help="the kind of chess; found from the time control otherwise")
    parser.add_argument("--for", dest="list_date", type=day, metavar="DATE", help="the list being made")
    parser.add_argument(
        "--list", dest="lists", action="append", default=[], metavar="[DATE=]FILE", help="a rating list; repeatable"
    )
    parser.add_argument("--facts", metavar="FILE", help="a TOML file with what a report does not say")
    parser.add_argument("--start", type=day, metavar="DATE", help="the first day, where the report has none")
    parser.add_argument("--end", type=day, metavar="DATE", help="the last day, where the report has none")
    parser.add_argument("--system", choices=("swiss", "team", "roundrobin", "match", "scheveningen"))


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
