"""Every vector of conformance/ holds, in the library and on the command line.

The expected numbers come from the articles, the printed examples and published results, never from arpad; each
vector's `origin` gives the working. A vector says what must be there: other keys of an answer are not compared.
"""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from running import arpad as command

import arpad
from arpad.regulations.rules.first_rating import FIRST_RATING
from arpad.regulations.rules.performance import PERFORMANCE, QUICK_ESTIMATE
from arpad.regulations.terms.ints import ints
from arpad.regulations.workings.crosstable import Entrant
from arpad.regulations.workings.first_rating import FirstRating, first_rating
from arpad.regulations.workings.period import base_rating, law_of_day, next_coefficient
from arpad.regulations.workings.round_robin import round_robin

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from fractions import Fraction

    from arpad.regulations.workings.period import EventResult

FOLDER = Path(__file__).resolve().parents[2] / "conformance"
SCORES = {"1": arpad.WIN, "0.5": arpad.DRAW, "0": arpad.LOSS}
POSITIONAL = {"expected": ("player", "opponent"), "calendar": ("date",), "editions on": ("date",)}
FROM_A_FILE = ("player", "roundrobin")

Json = dict[str, Any]


def vectors() -> Iterator[Any]:
    """Give every vector of every file, under its id."""
    for path in sorted(FOLDER.glob("*.json")):
        if path.name != "schema.json":
            for load in json.loads(path.read_text(encoding="utf-8"))["vectors"]:
                yield pytest.param(load, id=load["id"])


ALL = list(vectors())


def differences(expected: Any, found: Any, where: str = "") -> list[str]:  # noqa: ANN401 - any JSON
    """Say where an answer does not hold what is expected: keys that are not named are free, lists are whole."""
    if isinstance(expected, dict) and isinstance(found, dict):
        missing = [f"{where}.{key} is not there" for key in expected if key not in found]
        both = [key for key in expected if key in found]
        return missing + [
            difference for key in both for difference in differences(expected[key], found[key], f"{where}.{key}")
        ]
    if isinstance(expected, list) and isinstance(found, list):
        if len(expected) != len(found):
            return [f"{where} has {len(found)} items, not {len(expected)}"]
        pairs = enumerate(zip(expected, found, strict=True))
        return [
            difference for place, (pair, other) in pairs for difference in differences(pair, other, f"{where}[{place}]")
        ]
    same = type(expected) is type(found) and expected == found
    return [] if same else [f"{where} is {found!r}, not {expected!r}"]


# The command line


def words(name: str, inputs: Json) -> tuple[list[str], str | None]:
    """Give the words of a command, and what it reads from standard input."""
    if name in FROM_A_FILE:
        return [name, "-", "--json"], json.dumps(inputs)
    said = [*name.split(), *(str(inputs[key]) for key in POSITIONAL.get(name, ())), "--json"]
    for key, value in inputs.items():
        if key in POSITIONAL.get(name, ()) or value is False:
            continue
        said.append(f"--{key}")
        if value is not True:
            said.append(",".join(map(str, value)) if isinstance(value, list) else str(value))
    return said, None


@pytest.mark.parametrize("vector", ALL)
def test_the_command_line_holds_a_vector(vector: Json) -> None:
    """The command answers with every number that is expected, or refuses where none is."""
    said, given = words(vector["command"], vector["inputs"])

    code, out, err = command(*said, given=given)

    if vector["expected"].get("refused"):
        assert code in (1, 2), f"{vector['origin']}\n{out}"
        assert json.loads(out)["problems"]
    else:
        assert (code, err) == (0, ""), out + err
        assert not differences(vector["expected"], json.loads(out)), vector["origin"]


@pytest.mark.parametrize("vector", ALL[:: max(1, len(ALL) // 12)])
def test_a_process_of_its_own_holds_a_vector(vector: Json) -> None:
    """The installed command answers alike when it is started the way another program would."""
    said, given = words(vector["command"], vector["inputs"])

    done = subprocess.run(
        [sys.executable, "-m", "arpad", *said],
        input=given,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )

    answer = {"refused": done.returncode in (1, 2), **json.loads(done.stdout)}
    assert not differences(vector["expected"], answer), vector["origin"]


# The library


@pytest.mark.parametrize("vector", ALL)
def test_the_library_holds_a_vector(vector: Json) -> None:
    """The library gives every number that is expected, or raises where none is."""
    work_out = LIBRARY[vector["command"]]
    if vector["expected"].get("refused"):
        with pytest.raises(arpad.ArpadError):
            work_out(vector["inputs"])
    else:
        assert not differences(vector["expected"], work_out(vector["inputs"])), vector["origin"]


def day(text: str | None) -> date | None:
    """Read a day."""
    return date.fromisoformat(text) if text else None


def written(value: date | None) -> str | None:
    """Write a day."""
    return value.isoformat() if value else None


def points(value: int | None) -> str | None:
    """Write hundredths, or nothing."""
    return None if value is None else arpad.decimal(value)


def exact(value: Fraction | None) -> str | None:
    """Write an exact number with two decimals, a half up."""
    return (
        None if value is None else arpad.decimal((200 * value.numerator + value.denominator) // (2 * value.denominator))
    )


def law(inputs: Json) -> arpad.Edition:
    """Give the edition that is named, or that of the day."""
    on = day(inputs.get("on") or inputs.get("start")) or date(2026, 11, 15)
    if "edition" in inputs:
        return arpad.edition(inputs["edition"], inputs.get("kind"), on)
    return arpad.in_force(on, inputs.get("kind", "standard"))


def born(text: str | None) -> arpad.Born | None:
    """Read a birth date or a year."""
    return arpad.Born(*map(int, text.split("-"))) if text else None


def rating(value: int | None) -> arpad.Rating | None:
    """Give a rating as the library has it."""
    return None if value is None else arpad.Rating(value)


def event(given: Json, player: Json) -> arpad.Event:
    """Make an event of its JSON."""
    games = tuple(
        arpad.Game(rating(one["opponent"]), SCORES[one["score"]], one.get("round"), day(one.get("date")))
        for one in given["games"]
    )
    start, end = date.fromisoformat(given["start"]), date.fromisoformat(given["end"])
    rest = {
        key: given[key] for key in ("k", "system", "ratings", "average", "cycles", "team_championship") if key in given
    }
    return arpad.Event(start, end, rating(given.get("rating", player["rating"])), games, **rest)


def period(given: Json) -> arpad.RatingPeriod:
    """Make a period of its JSON."""
    one = given["player"]
    player = arpad.Player(
        rating(one["rating"]),
        one.get("k"),
        born(one.get("born")),
        one.get("games"),
        rating(one.get("highest")),
        rating(one.get("standard")),
        one.get("association"),
    )
    events = tuple(event(found, one) for found in given["events"])
    return arpad.RatingPeriod(given["kind"], date.fromisoformat(given["list"]), player, events, given.get("edition"))


def by_player(inputs: Json) -> Json:
    """Rate a period, or give a newcomer's first rating."""
    one = period(inputs)
    if base_rating(one.player, law_of_day(one, one.list_date)) is None:
        return newcomer(first_rating(one, explained=True))
    result = arpad.rate_player(one)
    following = next_coefficient(result)
    applied = result.k_applied_to or (None,) * len(result.events)
    adjusted = result.adjustment
    return {
        "list_edition": result.law.id,
        "rating": base_rating(one.player, result.law),
        "games_counted": sum(each.working.whole["games"] for each in result.events),
        "sum": points(result.sum),
        "k": result.k,
        "k_applied": result.k_applied,
        "unrounded": points(result.unrounded),
        "change": result.change,
        "adjustment": {"id": adjusted[0].id, "points": adjusted[1]} if adjusted else None,
        "new_rating": result.new_rating,
        "status": result.status,
        "next_k": following.k if following else None,
        "events": [rated_event(each, k) for each, k in zip(result.events, applied, strict=True)],
    }


def rated_event(event_result: EventResult, k_applied: int | None) -> Json:
    """Give an event of a rated player."""
    whole, parts = event_result.working.whole, event_result.working.parts
    games = [
        {
            "counted": counted,
            "counted_difference": difference,
            "expected": points(expected),
        }
        for counted, difference, expected in zip(
            parts["counted"],
            parts["counted_difference"],
            parts.get("expected", [None] * len(event_result.event.games)),
            strict=True,
        )
    ]
    return {
        "edition": event_result.law.id,
        "rating": event_result.rating,
        "k": event_result.k,
        "k_applied": k_applied,
        "games_counted": whole["games"],
        "score": points(whole["score"]),
        "average": whole.get("average"),
        "expected": points(whole["expected"]),
        "sum": points(whole["sum"]),
        "games": games,
    }


def newcomer(made: FirstRating) -> Json:
    """Give a first rating."""
    k = made.k.k if made.k else None
    return {
        "list_edition": made.law.id,
        "rating": None,
        "games_counted": made.games,
        "k": k,
        "next_k": k,
        "new_rating": made.published,
        "status": "unrated" if made.published is None else "rated",
        "ra": exact(made.ra),
        "p": points(made.p),
        "dp": made.dp,
        "ru": exact(made.ru),
        "published": made.published,
        "expires": written(made.expires),
        "events": [
            {
                "edition": one.law.id,
                "counted": one.counts,
                "games_counted": one.games if one.counts else 0,
                "performance": one.performance,
            }
            for one in made.events
        ],
    }


def by_expected(inputs: Json) -> Json:
    """Rate one game from both sides."""
    edition = law(inputs)
    sides = {"player": ("player", "opponent"), "opponent": ("opponent", "player")}
    on = day(inputs.get("on")) or date(2026, 11, 15)
    found: Json = {"edition": edition.id}
    for side, (own, other) in sides.items():
        games = (arpad.Game(rating(inputs[other]), arpad.LOSS),)
        one = arpad.Event(on, on, rating(inputs[own]), games)
        player = arpad.Player(rating(inputs[own]), k=20)
        result = arpad.rate_player(arpad.RatingPeriod(edition.kind, on, player, (one,), edition.id))
        game = rated_event(result.events[0], None)
        expected = game["games"][0]["expected"] or game["expected"]
        counted = game["games"][0]["counted"]
        found[side] = game["games"][0] | {
            "difference": inputs[own] - inputs[other],
            "expected": expected if counted else None,
        }
    return found


def by_coefficient(inputs: Json) -> Json:
    """Give K on a day."""
    edition, on = law(inputs), date.fromisoformat(inputs["on"])
    facts = arpad.Facts(inputs["rating"], inputs.get("highest"), inputs.get("games"), born(inputs.get("born")))
    found = arpad.coefficient(edition, facts, on)
    return {"edition": edition.id, "k": found.k, "possible": list(found.possible), "missing": list(found.missing)}


def opponents(inputs: Json) -> list[int]:
    """Give the opponents' ratings, or their average once for each game."""
    return inputs.get("opponents") or [inputs["average"]] * inputs["games"]


def of_score(inputs: Json) -> dict[str, int]:
    """Give the opponents' sum, their number and the score, as the rules take them."""
    met = opponents(inputs)
    return {"opponents": sum(met), "games": len(met), "score": arpad.hundredths(inputs["score"])}


def by_performance(inputs: Json) -> Json:
    """Give a performance rating."""
    edition = law(inputs)
    found = ints(PERFORMANCE, edition).run(of_score(inputs), {}).whole
    return {
        "edition": edition.id,
        "percentage": points(found["percentage"]),
        "dp": found["percentage_difference"],
        "performance": found["performance"],
    }


def by_initial(inputs: Json) -> Json:
    """Give the first rating of one event, and whether it would be published."""
    edition, given = law(inputs), of_score(inputs)
    found = ints(FIRST_RATING, edition).run(given | {"is_round_robin": False, "field": 0}, {}).whole
    on = day(inputs.get("on")) or date(2026, 11, 15)
    listed = arpad.calendar(edition.kind, name=edition.id).list_for_event(on) or on
    halves = 2 * given["score"] // 100
    scores = [SCORES[("0", "0.5", "1")[max(0, min(2, halves - 2 * place))]] for place in range(given["games"])]
    games = tuple(
        arpad.Game(rating(opponent), score) for opponent, score in zip(opponents(inputs), scores, strict=True)
    )
    rating_period = arpad.RatingPeriod(
        edition.kind, listed, arpad.Player(None), (arpad.Event(on, on, None, games),), edition.id
    )
    return {
        "edition": edition.id,
        "p": points(found["percentage"]),
        "dp": found["percentage_difference"],
        "rating": found["rating"],
        "published": first_rating(rating_period).published,
    }


def by_estimate(inputs: Json) -> Json:
    """Give a quick estimate."""
    edition, given = law({"edition": "mssz-2017-01", **inputs}), of_score(inputs)
    average = (2 * given["opponents"] + given["games"]) // (2 * given["games"])
    taken = {"rating": inputs["rating"], "average": average, "k": inputs["k"]}
    found = ints(QUICK_ESTIMATE, edition).run(taken | {"games": given["games"], "score": given["score"]}, {}).whole
    numbers = {key: points(found[key]) for key in ("expected", "sum", "unrounded")}
    return {"edition": edition.id, "difference": found["difference"], "change": found["change"], **numbers}


def by_calendar(inputs: Json) -> Json:
    """Give the calendar around a day."""
    on, official = date.fromisoformat(inputs["date"]), inputs.get("official", False)
    days = arpad.calendar(inputs.get("kind", "standard"), inputs.get("authority", "fide"), inputs.get("edition"))
    edition, current, coming = days.edition(on), days.list_in_force(on), days.next_list(on)
    due, latest = days.list_for_event(on, official=official), days.latest_list(on, official=official)
    received = day(inputs.get("received"))
    rated_for = days.list_for_report(on, received, official=official) if received else None
    found = {
        "list_in_force": current,
        "valid_until": days.valid_until(current) if current else None,
        "next_list": coming,
        "list_if_ended": due,
        "event_closing": days.event_closing(due, official=official) if due else None,
        "report_closing": days.report_closing(due, official=official) if due else None,
        "list_if_official": days.list_for_official_event(on),
        "arbiter_report_due": days.arbiter_report_due(on),
        "list_due": days.list_due(on),
        "upload_due": days.upload_due(on),
        "latest_list": latest,
        "latest_report": days.report_closing(latest, official=official and latest == due) if latest else None,
        "list_of_report": rated_for,
        "pooling_from": days.pooling_from(coming) if coming else None,
    }
    return {
        "edition": edition.id,
        **{key: written(value) for key, value in found.items()},
        "too_late": received is not None and rated_for is None,
        "registrations": [{"last_day": written(registration.last_day)} for registration in days.registrations(on)],
    }


def by_edition_of_day(inputs: Json) -> Json:
    """Give the edition in force on a day."""
    on = date.fromisoformat(inputs["date"])
    found = arpad.in_force(on, inputs.get("kind", "standard"), inputs.get("authority", "fide"))
    return {"edition": {"id": found.id, "base": found.base}}


def by_round_robin(inputs: Json) -> Json:
    """Work out a crosstable."""
    entrants = [
        Entrant(one["id"], one["rating"], one.get("k"), one.get("part_result", False)) for one in inputs["players"]
    ]
    results = [
        [[SCORES[score] for score in ([cell] if isinstance(cell, str) else cell or [])] for cell in line]
        for line in inputs["results"]
    ]
    made = round_robin(law(inputs), entrants, results)
    return {
        "edition": made.law.id,
        "method": made.method,
        "rar": exact(made.rar),
        "dpa": exact(made.dpa),
        "ra": made.ra,
        "players": [
            {
                "id": row.entrant.id,
                "games": row.games,
                "score": points(row.score),
                "p": points(row.p),
                "dp": row.dp,
                "rc": row.rc,
                "ru": row.ru,
                "limited": dict(row.limited),
                "rc_new": row.rc_new,
                "ru_new": row.ru_new,
                "difference": row.difference,
                "pd": points(row.pd),
                "expected": points(row.expected),
                "sum": points(row.sum),
                "change": points(row.change),
                "dropped": row.dropped is not None,
            }
            for row in made.rows
        ],
    }


LIBRARY: dict[str, Callable[[Json], Json]] = {
    "player": by_player,
    "expected": by_expected,
    "coefficient": by_coefficient,
    "performance": by_performance,
    "initial": by_initial,
    "estimate": by_estimate,
    "calendar": by_calendar,
    "editions on": by_edition_of_day,
    "roundrobin": by_round_robin,
}
