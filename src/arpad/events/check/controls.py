"""The first control of every round, for both players; and whether both have the same time where they must."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from arpad.events.thinking_time.rounds import judged_rounds, rounds_of, same_times, unknown_rounds
from arpad.events.verdict import DROPS, NOTE, PASSES, REFUSES, WARNING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arpad.events.checked_event import Outcome, Subject
    from arpad.events.thinking_time.rounds import SameTime
    from arpad.events.verdict import Facts


class AskedMoves(NamedTuple):
    """What an edition asks of the first control: so many moves, or at least so many."""

    moves: int
    at_least: bool

    def kept(self, moves: int | None) -> bool:
        """Tell whether a first control is as asked; one for all moves always is."""
        return moves is None or moves == self.moves or (self.at_least and moves > self.moves)


def first_control(subject: Subject) -> Iterator[Outcome]:
    """Look at the number of moves of each first control, where one is set."""
    p = subject.consulted()
    if not p.has("first_control_moves"):
        return
    asked = AskedMoves(p.value("first_control_moves"), p.get("first_control_sense") == "at_least")
    times = [time for time in same_times(subject) if any(_moves(time))]
    wrong = [time for time in times if not all(asked.kept(moves) for moves in _moves(time))]
    if times and not wrong:
        moves = sorted({moves for time in times for moves in _moves(time) if moves is not None})
        # Whether it is a duty or advice made no difference here; it is cited as for any other control.
        yield subject.finding("first_control", PASSES, p.citing("first_control_duty"), "is_at", moves=moves)
    if not wrong:
        return
    rounds = rounds_of(wrong)
    facts: Facts = {"moves": asked.moves, "at_least": asked.at_least}
    facts["controls"] = [_control(asked, time) for time in wrong]
    if p.value("first_control_duty") != "required":
        yield subject.finding("first_control", WARNING, p, "recommended", fix="next_time", rounds=rounds, **facts)
        return
    everywhere = rounds == judged_rounds(subject)
    severity = REFUSES if everywhere else WARNING if subject.before_play else DROPS
    fix, where = "set_control" if subject.before_play else "ask_commission", () if everywhere else rounds
    yield subject.finding("first_control", severity, p, "has_to_be", fix=fix, rounds=where, **facts)
    games = [game for game in subject.games if game.round in rounds]
    yield from subject.dropped(games, "first_control", "first_control_duty")


def _moves(time: SameTime) -> tuple[int | None, int | None]:
    """Give the moves of White's and of Black's first control; None where the first period is for all moves."""
    return time.white.periods[0].moves, time.black.periods[0].moves


def _control(asked: AskedMoves, time: SameTime) -> Facts:
    """Give at which move a first control is that is not as asked, whose, and in which rounds."""
    white, black = _moves(time)
    wrong = {"white": not asked.kept(white), "black": not asked.kept(black), "same": white == black}
    return {"in_rounds": () if time.everywhere else time.rounds, "of_white": white, "of_black": black, **wrong}


def equal_times(subject: Subject) -> Iterator[Outcome]:
    """Where both must have the same time, compare White's and Black's in every round."""
    p, times = subject.consulted(), same_times(subject)
    if not p.has("time_equal_for_both") or not times:
        return
    unequal = [time for time in times if time.white != time.black]
    rounds = rounds_of(unequal)
    where = () if rounds == judged_rounds(subject) else rounds
    if not unequal:
        if p.value("time_equal_for_both") and not unknown_rounds(subject):
            yield subject.finding("equal_times", PASSES, p, "same")
        return
    if not p.value("time_equal_for_both"):
        yield subject.finding("equal_times", NOTE, p, "each_the_least", rounds=where)
        return
    severity = REFUSES if not where else WARNING if subject.before_play else DROPS
    fix = "give_both_the_same" if subject.before_play else "nothing_after_play"
    yield subject.finding("equal_times", severity, p, "not_rated", fix=fix, rounds=where)
    games = [game for game in subject.games if game.round in rounds]
    yield from subject.dropped(games, "equal_times", "time_equal_for_both")
