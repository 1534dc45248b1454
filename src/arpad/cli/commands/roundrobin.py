"""`arpad roundrobin FILE`: a whole round robin with unrated players, all columns of the worked examples."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arpad.cli.answer import Answer, table
from arpad.cli.commands.player import read
from arpad.documents.round_robin import read_crosstable, round_robin_data, round_robin_lines
from arpad.documents.schema import parsed
from arpad.regulations.workings.round_robin import round_robin

if TYPE_CHECKING:
    import argparse

_COLUMNS = ("score", "p", "dp", "rc", "ru", "rc_new", "ru_new", "difference", "pd", "expected", "k", "change")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument(
        "file", metavar="FILE", help="a JSON file, or - for standard input; see `arpad schema roundrobin.input`"
    )


def answer(given: argparse.Namespace) -> Answer:
    """Read a crosstable, work it out, give every column."""
    name = "standard input" if given.file == "-" else given.file
    law, entrants, results, cycles = read_crosstable(parsed(read(given.file), name))
    result = round_robin(law, entrants, results, cycles)
    data = round_robin_data(result)
    return Answer(data, _text(data), round_robin_lines(result), result.notes)


def _text(data: dict[str, Any]) -> str:
    head = ["player", "R", "W", "p", "dp", "Rc", "Ru", "Rc(new)", "Ru(new)", "D", "PD", "We", "K", "change"]
    rows = [
        (
            player["id"],
            "unrated" if player["rating"] is None else player["rating"],
            *(player[column] for column in _COLUMNS),
        )
        for player in data["players"]
    ]
    lines = [f"{data['edition']}, worked out as a {'round robin' if data['method'] == 'roundrobin' else 'Swiss event'}"]
    if data["ra"] is not None:
        lines.append(f"Rar {data['rar']}, dpa {data['dpa']}, Ra {data['ra']}")
    lines.append(table(head, rows))
    lines += [
        f"{player['id']} is left out for the opponents: the score is too low. There is an earlier result, so the games "
        "count for the player."
        if player["counts_for_player"]
        else f"{player['id']} is left out for both sides: the score is too low."
        for player in data["players"]
        if player["dropped"]
    ]
    return "\n".join(lines)
