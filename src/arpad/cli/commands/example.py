"""`arpad example`: rate the bundled, made-up event and explain one player; or write its files, to try things on."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arpad.cli.answer import Answer, table
from arpad.cli.options import UsageError
from arpad.cli.overview import nearest
from arpad.cli.whole_file import whole_file
from arpad.cli.wording import WORDS
from arpad.library.reports import rate
from arpad.model.numbers import decimal

if TYPE_CHECKING:
    import argparse

    from arpad.events.statement import StatementRow

REPORT, LIST = "spring-open.trf", "standard_may25frl.txt"
FILES = (REPORT, "spring-open.toml", LIST)
EXPLAINED = "Linden, Bruno"
"""The player who is explained if none is named: a win, a draw, and a draw that does not count."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("--player", help="the player to explain, by name; the event's own choice if not given")
    parser.add_argument(
        "--write",
        metavar="FOLDER",
        help="write the event's report, its facts and a rating list there, to try things on",
    )


def answer(given: argparse.Namespace) -> Answer:
    """Rate everybody, explain one; or write the files of the event."""
    if given.write:
        return _written(Path(given.write))
    folder = files("arpad.examples")
    rated = rate(str(folder.joinpath(REPORT)), lists=[str(folder.joinpath(LIST))])
    rows = {row.name: row for row in rated if row.ro is not None}
    chosen = given.player or EXPLAINED
    if chosen not in rows:
        close = nearest(chosen, rows)
        raise UsageError.of(WORDS, "usage", says="nobody", name=chosen, close=close, known=tuple(rows))
    players = [_player_data(row) for row in rows.values()]
    (report,) = rated.rated.reports
    data = {
        "event": report.tournament.name,
        "edition": rated.rated.law.id,
        "list": rated.list_date.isoformat(),
        "players": players,
        "explained": chosen,
    }
    head = ["player", "Ro", "n", "W", "We", "W-We", "K", "K*chg", "change", "new"]
    text = f"{data['event']}, {data['edition']}, list of {data['list']}\n\n"
    text += table(head, [tuple(player.values()) for player in players])
    text += f"\n\n{chosen}:" if given.explain else f"\n\n{WORDS.say('example', 'next', {'name': chosen})}"
    return Answer(data, text, rated.explain(rows[chosen].number).lines)


def _written(folder: Path) -> Answer:
    """Write the files of the bundled event into a folder."""
    places = [folder / name for name in FILES]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as fault:
        why = getattr(fault, "strerror", None) or fault
        raise UsageError.of(WORDS, "not_written", says="folder_not_written", folder=folder, why=why) from fault
    for place in places:
        with whole_file(str(place)) as out:
            out.write(files("arpad.examples").joinpath(place.name).read_bytes())
    return Answer({"written": [str(place) for place in places]}, "\n".join(f"{place} written" for place in places))


def _player_data(row: StatementRow) -> dict[str, Any]:
    """Give the numbers of a rated player."""
    return {
        "name": row.name,
        "rating": row.ro,
        "games_counted": row.n,
        "score": decimal(row.w),
        "expected": decimal(row.we or 0),
        "sum": decimal(row.difference or 0),
        "k": row.k,
        "unrounded": decimal(row.k_change or 0),
        "change": row.change,
        "new_rating": row.new,
    }
