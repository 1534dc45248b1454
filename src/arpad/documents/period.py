"""A player's rating period: the JSON that comes in becomes a period, and its result becomes the JSON that goes out."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from arpad.documents.parts import READ_SCORES, game_data, points, problem_data
from arpad.documents.wording import WORDS
from arpad.model.numbers import Rating
from arpad.model.period import RATINGS_AT_START, Born, Event, EventNames, Game, Player, RatingPeriod
from arpad.model.problems import EditionError, Problem, RefusedError
from arpad.regulations.package_data import words
from arpad.regulations.workings.explained_lines import REASONS, reason_facts
from arpad.regulations.workings.first_rating import FirstRating
from arpad.regulations.workings.in_words import why_not_rated
from arpad.regulations.workings.period import law_of_day, next_coefficient

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from arpad.regulations.workings.period import EventResult, PlayerResult
    from arpad.regulations.workings.warnings import Notice

_OF_NEWCOMERS: dict[str, Any] = {
    **dict.fromkeys(("ra", "p", "dp", "ru", "published")),
    "reasons": [],
    **dict.fromkeys(("missing", "expires")),
}
"""What a rated player's document has in the place of a newcomer's first rating."""


def read_period(document: Any) -> RatingPeriod:  # noqa: ANN401 - any JSON
    """Make a period of parsed JSON; refuse what breaks the schema `player.input`, then what contradicts itself.

    >>> given = {"kind": "standard", "list": "2025-12-01", "player": {"rating": 2410}, "events": []}
    >>> read_period(given)
    <RatingPeriod standard list of 2025-12-01: Player(2410), 0 event(s)>
    """
    from arpad.documents.schema import InputError, faults  # noqa: PLC0415 - a period that is only written needs no schema

    broken = faults(document, "player.input") or _born_faults(document["player"].get("born"))
    if broken:
        raise InputError(broken)
    contradictions = [*_ending_before_start(document["events"]), *_born_after_an_event(document)]
    if contradictions:
        raise RefusedError(contradictions)
    player = _read_player(document["player"])
    return RatingPeriod(
        kind=document["kind"],
        list_date=date.fromisoformat(document["list"]),
        player=player,
        events=tuple(_read_event(event, player) for event in document["events"]),
        edition=document.get("edition"),
    )


def refuse_days_without_edition(period: RatingPeriod) -> None:
    """Refuse a period of which a day is governed by no edition, naming every such day."""
    problems = list(_days_without_edition(period))
    if problems:
        raise EditionError(problems)


def _days_without_edition(period: RatingPeriod) -> Iterator[Problem]:
    starts = {f"events[{index}].start": event.start for index, event in enumerate(period.events)}
    for where, day in {"list": period.list_date, **starts}.items():
        try:
            law_of_day(period, day)
        except EditionError as fault:
            for problem in fault.problems:
                yield Problem.of(WORDS, problem.code, where, says="in_place", place=where, fault=problem)


def _read_player(player: dict[str, Any]) -> Player:
    return Player(
        rating=_rating(player["rating"]),
        k=player.get("k"),
        born=Born.of(str(player["born"])) if player.get("born") else None,
        games=player.get("games"),
        highest=_rating(player.get("highest")),
        standard=_rating(player.get("standard")),
        association=player.get("association"),
    )


def _rating(value: int | None) -> Rating | None:
    return None if value is None else Rating(int(value))


def _read_event(event: dict[str, Any], player: Player) -> Event:
    return Event(
        start=date.fromisoformat(event["start"]),
        end=date.fromisoformat(event["end"]),
        rating=_rating(event["rating"]) if "rating" in event else player.rating,
        games=tuple(_read_game(game) for game in event["games"]),
        k=event.get("k"),
        system=event.get("system", "swiss"),
        ratings=event.get("ratings", RATINGS_AT_START),
        average=_rating(event.get("average")),
        cycles=event.get("cycles", 1),
        field=event.get("field"),
        team_championship=event.get("team_championship", False),
        number=event.get("number"),
        is_junior=event.get("attested") is not None,
    )


def _read_game(game: dict[str, Any]) -> Game:
    return Game(
        opponent=_rating(game["opponent"]),
        score=READ_SCORES[game["score"]],
        round=game.get("round"),
        date=date.fromisoformat(game["date"]) if game.get("date") else None,
        opponent_id=game.get("opponent_id", game.get("name")),
    )


def names_in(document: dict[str, Any]) -> tuple[EventNames, ...]:
    """Give what a document calls its events and opponents; nothing where it has no names."""
    events = document["events"]
    names = [event.get("name") for event in events]
    opponents = [[game.get("name") for game in event["games"]] for event in events]
    if not any(names) and not any(name for of_event in opponents for name in of_event):
        return ()
    return tuple(
        EventNames(name or "", [(None, opponent or "") for opponent in of_event] if any(of_event) else ())
        for name, of_event in zip(names, opponents, strict=True)
    )


def _born_faults(text: str | int | None) -> list[Problem]:
    try:
        if text is not None:
            Born.of(str(text))
    except ValueError:
        return [Problem.of(WORDS, "wrong_date", "player.born", says="wrong_birth", text=text)]
    return []


def _ending_before_start(events: Iterable[dict[str, Any]]) -> Iterator[Problem]:
    for index, event in enumerate(events):
        if event["end"] < event["start"]:
            where = f"events[{index}]"
            named, start, end = event.get("name") or where, event["start"], event["end"]
            yield Problem.of(WORDS, "end_before_start", f"{where}.end", event=named, start=start, end=end)


def _born_after_an_event(document: dict[str, Any]) -> Iterator[Problem]:
    born, starts = document["player"].get("born"), [event["start"] for event in document["events"]]
    if born is not None and starts and str(born)[:4] > min(starts)[:4]:
        yield Problem.of(WORDS, "born_after_event", "player.born", born=born)


def period_data(
    result: PlayerResult | FirstRating, warnings: Iterable[Problem | Notice], names: Sequence[EventNames] = ()
) -> dict[str, Any]:
    """Give the result of a period without its explanation; with the names of events and opponents, where known."""
    if isinstance(result, FirstRating):
        from arpad.documents.first_rating import first_rating_data  # noqa: PLC0415 - only newcomers need it

        data = first_rating_data(result)
    else:
        data = _rated_data(result)
    for event, of_event in zip(data["events"], names, strict=bool(names)):
        event["name"] = of_event.event
        for game, (number, name) in zip(event["games"], of_event.opponents, strict=False):
            game |= {"opponent_id": number, "opponent_name": name}
    return {**data, "warnings": [problem_data(warning) for warning in warnings]}


def _rated_data(result: PlayerResult) -> dict[str, Any]:
    following = next_coefficient(result)
    adjustment = result.adjustment
    applied = result.k_applied_to or [None] * len(result.events)
    return {
        "kind": result.period.kind,
        "list": result.period.list_date.isoformat(),
        "list_edition": result.law.id,
        "rating": result.rating,
        "games_counted": result.games,
        "sum": points(result.sum),
        "k": result.k,
        "k_applied": result.k_applied,
        "unrounded": points(result.unrounded),
        "change": result.change,
        "adjustment": None if adjustment is None else {"id": adjustment[0].id, "points": adjustment[1]},
        "new_rating": result.new_rating,
        "status": result.status,
        "next_k": None if following is None else following.k,
        **_OF_NEWCOMERS,
        "reason": why_not_rated(result),
        "events": [_event_data(event, k) for event, k in zip(result.events, applied, strict=True)],
    }


def _event_data(result: EventResult, k_applied: int | None) -> dict[str, Any]:
    whole = result.working.whole
    articles = {
        line.part: line.citations[-1].article
        for line in result.working.lines
        if line.step.name == "uncounted" and line.value and line.citations
    }
    return {
        "start": result.event.start.isoformat(),
        "end": result.event.end.isoformat(),
        "edition": result.law.id,
        "rating": result.rating,
        "k": result.k,
        "k_applied": k_applied,
        "games_counted": whole["games"],
        "score": points(whole["score"]),
        "average": whole.get("average"),
        "expected": points(whole["expected"]),
        "sum": points(whole["sum"]),
        **dict.fromkeys(("counted", "reason", "article", "performance")),
        "games": [
            {**game_data(game), **_worked_game_data(result, index), "article": articles.get(index)}
            for index, game in enumerate(result.event.games)
        ],
    }


def _worked_game_data(result: EventResult, index: int) -> dict[str, Any]:
    """Give what was worked out about a game, and why it does not count, if so."""
    parts, opponent = result.working.parts, result.event.games[index].opponent
    difference = None if opponent is None else result.rating - opponent
    counted = parts["counted"][index]
    uncounted = None if counted else REASONS[parts["uncounted"][index]]
    return {
        "difference": parts["difference"][index] if counted else difference,
        "counted_difference": parts["counted_difference"][index],
        "expected": points(parts["expected"][index]) if "expected" in parts else None,
        "change": points(parts["change"][index]) if "change" in parts else None,
        "counted": counted,
        "reason": None if uncounted is None else words("reason", uncounted, **reason_facts(result.law)),
    }
