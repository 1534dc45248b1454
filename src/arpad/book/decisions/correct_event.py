"""What a book says of an event, corrected: a result, who played, its days, its kind of chess, when it was reported."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import polars as pl

from arpad.book.change import changed
from arpad.book.decisions.events import event_of, games_of, in_other_form, refuse_settled
from arpad.book.log import BookLogEntry, changes, with_rows
from arpad.book.wording import WORDS
from arpad.model.problems import NOTE, Problem, RefusedError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from arpad.book.change import Change
    from arpad.book.imports.rows import Row
    from arpad.book.view import BookView


@dataclass(frozen=True, slots=True)
class CorrectResult:
    """The result of a game of an event: white's and black's score in hundredths; None where it was not played."""

    event: int
    round: int
    white: int
    black: int
    scores: tuple[int, int] | None
    why: str


@dataclass(frozen=True, slots=True)
class CorrectEvent:
    """What is right of an event; None where what the book says stays."""

    event: int
    why: str
    start: date | None = None
    end: date | None = None
    kind: str | None = None
    received: date | None = None
    """The day on which its report came."""
    players: Mapping[int, int] = field(default_factory=dict)
    """By the number that stands in its games by mistake, the number of the player who played them."""


def with_result(view: BookView, request: CorrectResult) -> Change:
    """Give the change that corrects the result of a game."""
    event, games = _standing(view, request.event), games_of(view, request.event)
    pair = (pl.col("white") == request.white) & (pl.col("black") == request.black)
    is_game = (pl.col("round") == request.round) & pair
    game = games.filter(is_game)
    if game.is_empty():
        raise _no_game(games, request)
    was = game.select("white_score", "black_score").row(0)
    if request.scores == was:
        raise RefusedError.of(WORDS, "nothing_to_correct", str(request.event))
    if request.scores is None:
        corrected = games.filter(~is_game)
    else:
        sides = zip(("white_score", "black_score"), request.scores, strict=True)
        corrected = games.with_columns(
            pl.when(is_game).then(score).otherwise(name).cast(pl.Int32).alias(name) for name, score in sides
        )
    facts = {"round": request.round, "white": request.white, "black": request.black}
    return _corrected(
        view, event, (event, corrected), request.why, {**facts, "was": list(was), "scores": request.scores}
    )


def _no_game(games: pl.DataFrame, request: CorrectResult) -> RefusedError:
    """Say which games the two played in that event, where there is none as it was named."""
    both = [request.white, request.black]
    theirs = games.filter(pl.col("white").is_in(both) & pl.col("black").is_in(both)).sort("round")
    return RefusedError.of(
        WORDS, "no_game", str(request.event),
        number=request.event, round=request.round, white=request.white, black=request.black,
        games=theirs.select("round", "white", "black").rows(named=True),
    )  # fmt: skip


def with_event(view: BookView, request: CorrectEvent) -> Change:
    """Give the change that corrects what is said of an event, and who played in it."""
    event, games = _standing(view, request.event), games_of(view, request.event)
    given = {"start": request.start, "end": request.end, "kind": request.kind, "received": request.received}
    other = {name: value for name, value in given.items() if value is not None and value != event[name]}
    if not other and not request.players:
        raise RefusedError.of(WORDS, "nothing_to_correct", str(request.event))
    for old, new in request.players.items():
        games = _with_player(view, event, games, old, new)
    facts: dict[str, Any] = {name: [event[name], value] for name, value in other.items()}
    facts |= {"players": {str(old): new for old, new in request.players.items()}} if request.players else {}
    return _corrected(view, event, ({**event, **other}, games), request.why, facts)


def _with_player(view: BookView, event: Row, games: pl.DataFrame, old: int, new: int) -> pl.DataFrame:
    """Give the games of an event with another player in the place of the one who stands there by mistake."""
    number = event["event_id"]
    if view.table("players").filter(pl.col("fide_id") == new).is_empty():
        raise RefusedError.of(WORDS, "no_player", str(new), book="", number=new)
    own = pl.col("white", "black") == old
    rounds = games.filter(pl.any_horizontal(own))["round"]
    if rounds.is_empty():
        raise RefusedError.of(WORDS, "not_in_event", str(old), player=old, number=number, name=event["name"])
    taken = games.filter(pl.any_horizontal(pl.col("white", "black") == new) & pl.col("round").is_in(rounds.implode()))
    if taken.height:
        turn = taken["round"].sort()[0]
        raise RefusedError.of(WORDS, "plays_already", str(new), player=new, round=turn, number=number)
    return games.with_columns(pl.col("white", "black").replace({old: new}))


def _standing(view: BookView, number: int) -> Row:
    """Give an event that can be corrected: one that is not annulled, and in whose place nothing stands."""
    event = event_of(view, number)
    refuse_settled(view, event)
    if event["withdrawn"]:
        raise RefusedError.of(WORDS, "event_annulled", str(number), number=number, name=event["name"])
    return event


def _corrected(
    view: BookView, event: Row, form: tuple[Row, pl.DataFrame], why: str, facts: Mapping[str, Any]
) -> Change:
    """Give the change by which an event has another form: its row and its games."""
    other = in_other_form(view, event, *form)
    number, name = event["event_id"], event["name"]
    about = {"what": "event", "event_id": number, "name": name, "now": other.event_id, **facts}
    reason = Problem.of(
        WORDS, "event_corrected", severity=NOTE, number=number, name=name, why=why, changes=changes(about)
    )
    return with_rows(
        changed(view, other.tables, reasons=(reason,)), BookLogEntry("correct", why, other.list_date, about)
    )
