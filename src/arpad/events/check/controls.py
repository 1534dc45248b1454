"""The first control of every round, for both players; and whether both have the same time where they must."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.events.thinking_time.rounds import judged_rounds, rounds_of, same_times, unknown_rounds
from arpad.events.verdict import DROPS, NOTE, PASSES, REFUSES, WARNING
from arpad.regulations.rules.thinking_time import EACH_THE_LEAST, SAME_FOR_BOTH, UNEQUAL
from arpad.regulations.workings.thinking_time import first_control as control_of
from arpad.regulations.workings.thinking_time import times_of_both

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arpad.events.checked_event import Outcome, Subject
    from arpad.events.thinking_time.rounds import SameTime
    from arpad.model.problems import ProblemFacts
    from arpad.regulations.edition import Edition


def first_control(subject: Subject) -> Iterator[Outcome]:
    """Look at the number of moves of each first control, where one is set."""
    p = subject.consulted()
    if not p.has("first_control_moves"):
        return
    facts: ProblemFacts = {"moves": p.value("first_control_moves")}
    facts["at_least"] = p.get("first_control_sense") == "at_least"
    p, law = p.citing("first_control_duty"), subject.law  # cited where it made no difference too
    times = [time for time in same_times(subject) if any(_moves(time))]
    wrong = [time for time in times if not all(control_of(law, moves).is_as_asked for moves in _moves(time))]
    if times and not wrong:
        moves = sorted({moves for time in times for moves in _moves(time) if moves is not None})
        yield subject.finding("first_control", PASSES, p, "is_at", moves=moves)
    if not wrong:
        return
    rounds = rounds_of(wrong)
    facts["controls"] = [_control(law, time) for time in wrong]
    if not any(control_of(law, moves).is_refused for time in wrong for moves in _moves(time)):
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


def _control(law: Edition, time: SameTime) -> ProblemFacts:
    """Give at which move a first control is that is not as asked, whose, and in which rounds."""
    white, black = _moves(time)
    return {
        "in_rounds": () if time.everywhere else time.rounds,
        "of_white": white,
        "of_black": black,
        "white": not control_of(law, white).is_as_asked,
        "black": not control_of(law, black).is_as_asked,
        "same": white == black,
    }


def equal_times(subject: Subject) -> Iterator[Outcome]:
    """Where both must have the same time, compare White's and Black's in every round."""
    p, law = subject.consulted().citing("time_equal_for_both"), subject.law
    times = {time: times_of_both(law, is_same=time.white == time.black) for time in same_times(subject)}
    rounds = rounds_of(time for time, says in times.items() if says in {EACH_THE_LEAST, UNEQUAL})
    where = () if rounds == judged_rounds(subject) else rounds
    if not rounds:
        if SAME_FOR_BOTH in times.values() and not unknown_rounds(subject):
            yield subject.finding("equal_times", PASSES, p, "same")
        return
    if UNEQUAL not in times.values():
        yield subject.finding("equal_times", NOTE, p, "each_the_least", rounds=where)
        return
    severity = REFUSES if not where else WARNING if subject.before_play else DROPS
    fix = "give_both_the_same" if subject.before_play else "nothing_after_play"
    yield subject.finding("equal_times", severity, p, "not_rated", fix=fix, rounds=where)
    games = [game for game in subject.games if game.round in rounds]
    yield from subject.dropped(games, "equal_times", "time_equal_for_both")
