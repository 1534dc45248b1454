"""`arpad office decide`: what an edition leaves to the office, decided with author, day and document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.cli.asked_player import number_of
from arpad.cli.office_outcome import outcome_answer
from arpad.cli.office_session import session, system_of
from arpad.cli.options import coefficient, day, month, player
from arpad.model.period import KINDS

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from arpad.cli.answer import Answer

_MATTERS = {
    "k": "K of a kind of chess from a list on, where the edition leaves it to the officer (rapid chess of 2003)",
    "monthly-lists": "the days on which the optional monthly lists of 2003 and 2009 begin",
    "adjustment": "a one-off adjustment of a list",
}


def _decide(action: argparse.ArgumentParser) -> None:
    matters = action.add_subparsers(dest="matter", metavar="MATTER", required=True)
    for name, summary in _MATTERS.items():
        matter = matters.add_parser(name, help=summary, description=summary, allow_abbrev=False)
        if name == "k":
            matter.add_argument("k", metavar="K", type=coefficient, help="the coefficient")
            matter.add_argument("--since", type=month, metavar="YYYY-MM", required=True, help="the first list")
            matter.add_argument("--player", type=player, metavar="PLAYER", help="of one player; else of everybody")
        elif name == "monthly-lists":
            matter.add_argument("days", metavar="DATE", type=day, nargs="+", help="the first of July of a year")
        else:
            matter.add_argument("adjustment", metavar="NAME", help="the name of a shipped adjustment")
            matter.add_argument(
                "--list", dest="list_day", type=month, metavar="YYYY-MM", required=True, help="the list"
            )
        if name != "monthly-lists":
            matter.add_argument("--kind", choices=KINDS, required=True, help="the kind of chess")
        matter.add_argument("--author", required=True, help="the body that decided it; no person's name")
        matter.add_argument("--on", type=day, metavar="DATE", required=True, help="the day on which it was decided")
        matter.add_argument("--document", required=True, help="where it is written")
        matter.add_argument("--why", default="", metavar="TEXT", help="why, without names; kept in the log")
        matter.add_argument("--system", metavar="KEY", help="which rating system, where the office has several")


ACTIONS: dict[str, tuple[str, Callable[[argparse.ArgumentParser], None]]] = {
    "decide": ("decide what an edition leaves to the office, with author, day and document", _decide),
}


def answered(given: argparse.Namespace) -> Answer:
    """Decide it, and put it into the book."""
    given.no_wait = False
    now_in = session(given)
    from arpad.office.decide_open_law import (  # noqa: PLC0415 - needs an office that is open
        AdjustmentMatter,
        CoefficientMatter,
        DecideOpenLaw,
        MonthlyLists,
    )
    from arpad.storage.database_book import DatabaseBook  # noqa: PLC0415 - the same
    from arpad.storage.deeds.decide_open_law import decide_open_law  # noqa: PLC0415 - the same

    system = system_of(given)
    matter: CoefficientMatter | MonthlyLists | AdjustmentMatter
    if given.matter == "k":
        number = None if given.player is None else number_of(DatabaseBook(system), given.player)
        matter = CoefficientMatter(given.kind, given.since, given.k, number)
    elif given.matter == "monthly-lists":
        matter = MonthlyLists(tuple(given.days))
    else:
        matter = AdjustmentMatter(given.list_day, given.kind, given.adjustment)
    asked = DecideOpenLaw(matter, given.author, given.on, given.document, given.why)
    return outcome_answer(decide_open_law(now_in.person, system, asked, now_in.origin), given, now_in)
