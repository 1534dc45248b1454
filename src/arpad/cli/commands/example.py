"""`arpad example`: rate the bundled, made-up event and explain one player."""

from __future__ import annotations

import json
from datetime import date
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arpad.cli.answer import Answer, table
from arpad.cli.options import SCORES, UsageError
from arpad.cli.whole_file import whole_file
from arpad.cli.wording import WORDS
from arpad.model.numbers import WIN, Hundredths, Rating, decimal
from arpad.model.period import Event, Game, Player, RatingPeriod
from arpad.regulations.calendar import calendar
from arpad.regulations.workings.explanation import explain
from arpad.regulations.workings.period import rate_player

if TYPE_CHECKING:
    import argparse

FILES = ("spring-open.trf", "spring-open.toml", "standard_may25frl.txt")


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
    example = json.loads(files("arpad.examples").joinpath("spring-open.json").read_text(encoding="utf-8"))
    rated = [index for index, player in enumerate(example["players"]) if player["rating"] is not None]
    periods = {example["players"][index]["name"]: _period(example, index) for index in rated}
    chosen = given.player or example["explained"]
    if chosen not in periods:
        raise UsageError.of(WORDS, "usage", says="nobody", name=chosen, known=tuple(periods))
    players = [_row(name, period) for name, period in periods.items()]
    _, lines = explain(periods[chosen])
    first = next(iter(periods.values()))
    data = {
        "event": example["event"],
        "edition": rate_player(first).law.id,
        "list": first.list_date.isoformat(),
        "players": players,
        "explained": chosen,
    }
    head = ["player", "Ro", "n", "W", "We", "W-We", "K", "K*chg", "change", "new"]
    text = f"{example['event']}, {data['edition']}, list of {data['list']}\n\n"
    text += table(head, [tuple(player.values()) for player in players])
    text += f"\n\nEvery number of {chosen}, with its article: `arpad example --explain`"
    if given.explain:
        text = text.rpartition("\n\n")[0] + f"\n\n{chosen}:"
    return Answer(data, text, lines)


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


def _period(example: dict[str, Any], index: int) -> RatingPeriod:
    start, end = date.fromisoformat(example["start"]), date.fromisoformat(example["end"])
    player = example["players"][index]
    rating = Rating(player["rating"])
    games = tuple(
        _game(example, index, pairing, number)
        for number, pairings in enumerate(example["rounds"], start=1)
        for pairing in pairings
        if index in pairing[:2]
    )
    event = Event(start, end, rating, games)
    return RatingPeriod("standard", calendar().list_for_event(end) or end, Player(rating, player["k"]), (event,))


def _game(example: dict[str, Any], index: int, pairing: list[Any], number: int) -> Game:
    white, black, result = pairing
    score = SCORES[result] if white == index else Hundredths(WIN - SCORES[result])
    rating = example["players"][black if white == index else white]["rating"]
    return Game(None if rating is None else Rating(rating), score, number)


def _row(name: str, period: RatingPeriod) -> dict[str, Any]:
    result = rate_player(period)
    whole = result.events[0].working.whole
    return {
        "name": name,
        "rating": period.player.rating,
        "games_counted": whole["games"],
        "score": decimal(whole["score"]),
        "expected": decimal(whole["expected"]),
        "sum": decimal(whole["sum"]),
        "k": result.k,
        "unrounded": decimal(result.unrounded or 0),
        "change": result.change,
        "new_rating": result.new_rating,
    }
