"""`arpad player FILE|-`: one player's rating period, from JSON to numbers with their reasons."""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arpad.cli.options import SCORES, parsed_born
from arpad.cli.period_answer import period_answer
from arpad.documents.schema import InputError, faults, parsed
from arpad.model.numbers import Rating
from arpad.model.period import RATINGS_AT_START, Event, Game, Player, RatingPeriod
from arpad.model.problems import EditionError, Problem, RefusedError
from arpad.regulations.player_period import law_of_day

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from arpad.cli.answer import Answer


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument(
        "file", metavar="FILE", help="a JSON file, or - for standard input; see `arpad schema player.input`"
    )


def answer(given: argparse.Namespace) -> Answer:
    """Read a period, rate it, give everything."""
    one = period(parsed(read(given.file), _name(given.file)), _folder(given.file))
    without = list(_without_edition(one))
    if without:
        raise EditionError(without)
    return period_answer(one)


def _without_edition(one: RatingPeriod) -> Iterator[Problem]:
    """Find every day of a period that no edition governs."""
    days = {"list": one.list_date, **{f"events[{index}].start": event.start for index, event in enumerate(one.events)}}
    for where, on in days.items():
        try:
            law_of_day(one, on)
        except EditionError as fault:
            yield from (Problem(found.code, where, f"{where}: {found.message}") for found in fault.problems)


def read(name: str) -> str:
    """Read a text file or standard input as UTF-8, with or without a byte order mark."""
    try:
        if name == "-" and sys.stdin is None:
            raise InputError.of("not_opened", "Standard input is closed. Give a file.", name)
        raw = sys.stdin.buffer.read() if name == "-" else Path(name or "''").read_bytes()
    except OSError as fault:
        raise InputError.of(
            "not_opened", f"{name!r} cannot be opened: {fault.strerror}. Check the path.", name
        ) from fault
    except ValueError as fault:
        raise InputError.of("not_opened", f"{name!r} is no name of a file ({fault}). Check it.", name) from fault
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise InputError.of(
            "not_utf8", f"{_name(name)} is not UTF-8 text: byte {fault.start} does not fit. Save it as UTF-8.", name
        ) from fault


def _name(name: str) -> str:
    return "standard input" if name == "-" else name


def _folder(name: str) -> Path:
    return Path() if name == "-" else Path(name).parent


def period(content: Any, folder: Path = Path()) -> RatingPeriod:  # noqa: ANN401 - any JSON
    """Make a rating period of parsed JSON; refuse what breaks the schema, then what contradicts itself."""
    broken = faults(content, "player.input")
    broken += [] if broken else _born_faults(content)
    if broken:
        raise InputError(broken)
    contradictions = list(_contradictions(content))
    if contradictions:
        raise RefusedError(contradictions)
    one = content["player"]
    player = Player(
        rating=_rating(one["rating"]),
        k=one.get("k"),
        born=parsed_born(one["born"]) if one.get("born") else None,
        games=one.get("games"),
        highest=_rating(one.get("highest")),
        standard=_rating(one.get("standard")),
        association=one.get("association"),
    )
    return RatingPeriod(
        kind=content["kind"],
        list_date=date.fromisoformat(content["list"]),
        player=player,
        events=tuple(_event(event, player) for event in content["events"]),
        edition=_edition(content.get("edition"), folder),
    )


def _edition(name: str | None, folder: Path) -> str | None:
    """A path in a file is meant from where the command runs, or else from the file's own folder."""
    if name is not None and name.endswith(".toml") and not Path(name).exists() and folder.joinpath(name).exists():
        return str(folder.joinpath(name))
    return name


def _rating(value: int | None) -> Rating | None:
    return None if value is None else Rating(int(value))


def _event(event: dict[str, Any], player: Player) -> Event:
    return Event(
        start=date.fromisoformat(event["start"]),
        end=date.fromisoformat(event["end"]),
        rating=_rating(event["rating"]) if "rating" in event else player.rating,
        games=tuple(_game(game) for game in event["games"]),
        k=event.get("k"),
        system=event.get("system", "swiss"),
        ratings=event.get("ratings", RATINGS_AT_START),
        average=_rating(event.get("average")),
        cycles=event.get("cycles", 1),
        field=event.get("field"),
        team_championship=event.get("team_championship", False),
        number=event.get("number"),
    )


def _game(game: dict[str, Any]) -> Game:
    return Game(
        opponent=_rating(game["opponent"]),
        score=SCORES[game["score"]],
        round=game.get("round"),
        date=date.fromisoformat(game["date"]) if game.get("date") else None,
        opponent_id=game.get("opponent_id"),
    )


def _born_faults(content: dict[str, Any]) -> list[Problem]:
    text = content["player"].get("born")
    try:
        if text is not None:
            parsed_born(text)
    except ValueError as fault:
        return [Problem("wrong_date", "player.born", f"player.born: {fault}.")]
    return []


def _contradictions(content: dict[str, Any]) -> list[Problem]:
    """Find what no player's period can hold, though each value alone is fine."""
    found: list[Problem] = []
    for index, event in enumerate(content["events"]):
        where = f"events[{index}]"
        if event["end"] < event["start"]:
            found.append(
                Problem(
                    "end_before_start",
                    f"{where}.end",
                    f"{where} ends on {event['end']}, before it starts on {event['start']}; put the dates right.",
                )
            )
    born, games = content["player"].get("born"), content["events"]
    if born is not None and games and born[:4] > min(event["start"] for event in games)[:4]:
        found.append(
            Problem("born_after_event", "player.born", f"player.born is {born}, after an event was played; check it.")
        )
    return found
