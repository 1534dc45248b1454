"""Made-up periods of players whose whole answer is frozen: every kind of chess, twice a year from 2003 to today."""

from __future__ import annotations

import hashlib
import json
from datetime import date, timedelta
from random import Random
from typing import TYPE_CHECKING, Any

import running

from arpad.model.period import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator

_FOR_EACH_LIST = 4
_SYSTEMS = ("swiss", "swiss", "swiss", "team", "roundrobin", "match", "scheveningen")
_SCORES = ("0", "0.5", "1")


def periods() -> Iterator[tuple[str, dict[str, Any]]]:
    """Give a name and the input of `arpad player` for each."""
    for year in range(2003, 2027):
        for month in (1, 7):
            for kind in KINDS:
                if kind != KINDS[0] and year < 2012:
                    continue
                for number in range(_FOR_EACH_LIST):
                    name = f"{year}-{month:02d} {kind} {number}"
                    # Made-up games, the same on every machine.
                    yield name, _period(Random(name), kind, date(year, month, 1), number)  # noqa: S311


def _period(draw: Random, kind: str, list_date: date, number: int) -> dict[str, Any]:
    """Make up a period; the last of four is that of a player without a rating."""
    rating = None if number == _FOR_EACH_LIST - 1 else draw.randrange(1400, 2750)
    player: dict[str, Any] = {"rating": rating, "born": f"{list_date.year - draw.randrange(10, 70)}"}
    if draw.random() < 0.4:
        player["k"] = draw.choice((10, 20, 40))
    else:
        player["games"] = draw.randrange(60)
        player["highest"] = None if rating is None else rating + draw.randrange(120)
    if kind != KINDS[0]:
        player["standard"] = draw.choice((None, draw.randrange(1400, 2600)))
    events = [_event(draw, list_date, rating) for _ in range(draw.randrange(1, 4))]
    return {"kind": kind, "list": list_date.isoformat(), "player": player, "events": events}


def _event(draw: Random, list_date: date, rating: int | None) -> dict[str, Any]:
    end = list_date - timedelta(days=draw.randrange(2, 45))
    start = end - timedelta(days=draw.randrange(12))
    games = []
    for turn in range(1, draw.randrange(3, 12)):
        near = (rating or 1900) + draw.randrange(-550, 550)
        opponent = None if draw.random() < 0.1 else max(near, 1400)
        games.append({"opponent": opponent, "score": draw.choice(_SCORES), "round": turn, "opponent_id": 100 + turn})
    event: dict[str, Any] = {"start": start.isoformat(), "end": end.isoformat(), "rating": rating, "games": games}
    return {**event, "system": draw.choice(_SYSTEMS), "team_championship": draw.random() < 0.1}


def hash_of(given: dict[str, Any]) -> str:
    """Hash everything that `arpad player` answers, numbers, reasons and articles, with its exit code."""
    code, output, _ = running.arpad("player", "-", "--explain", "--json", given=json.dumps(given))
    return hashlib.sha256(f"{code} {output}".encode()).hexdigest()[:16]
