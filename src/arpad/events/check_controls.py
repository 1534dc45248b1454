"""The first control of every round, for both players; and whether both have the same time where they must."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.events.round_times import judged_rounds, rounds_of, same_times, unknown_rounds
from arpad.events.subject import rounds_named
from arpad.events.verdict import DROPS, NOTE, PASSES, REFUSES, WARNING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arpad.events.round_times import SameTime
    from arpad.events.subject import Found, Subject

_KEYS = ("first_control_moves", "first_control_sense", "first_control_duty")


def first_control(subject: Subject) -> Iterator[Found]:
    """Look at the number of moves of each first control, where one is set."""
    law = subject.law
    if not law.has("first_control_moves"):
        return
    times = [time for time in same_times(subject) if any(_moves(time))]
    wrong = [time for time in times if not all(_is_as_asked(subject, moves) for moves in _moves(time))]
    if times and not wrong:
        moves = sorted({moves for time in times for moves in _moves(time) if moves is not None})
        message = f"The first control is at move {' or '.join(map(str, moves))}."
        yield subject.found("first_control", PASSES, message, *_KEYS)
    if not wrong:
        return
    asked = law.value("first_control_moves")
    wanted = f"{'at least ' if law.get('first_control_sense') == 'at_least' else ''}{asked} moves"
    controls = "; ".join(_control_in_words(subject, time) for time in wrong)
    controls = controls[0].upper() + controls[1:]
    rounds = rounds_of(wrong)
    if law.value("first_control_duty") != "required":
        message = f"{controls}; {wanted} are recommended."
        fix = f"No game is lost by it. Set {wanted} next time."
        yield subject.found("first_control", WARNING, message, *_KEYS, fix=fix, rounds=rounds)
        return
    message = f"{controls}; it has to be {wanted}."
    everywhere = rounds == judged_rounds(subject)
    severity = REFUSES if everywhere else WARNING if subject.before_play else DROPS
    fix = f"Set it at {wanted}." if subject.before_play else "Ask the Qualification Commission."
    yield subject.found("first_control", severity, message, *_KEYS, fix=fix, rounds=() if everywhere else rounds)
    games = [game for game in subject.games if game.round in rounds]
    yield from subject.dropped(games, "first_control", "first_control_duty")


def _moves(time: SameTime) -> tuple[int | None, int | None]:
    """Give the moves of White's and of Black's first control; None where the first period is for all moves."""
    return time.white.periods[0].moves, time.black.periods[0].moves


def _is_as_asked(subject: Subject, moves: int | None) -> bool:
    asked = subject.law.value("first_control_moves")
    at_least = subject.law.get("first_control_sense") == "at_least"
    return moves is None or moves == asked or (at_least and moves > asked)


def _control_in_words(subject: Subject, time: SameTime) -> str:
    """Say at which move a first control is, whose, and in which rounds."""
    white, black = _moves(time)
    where = "" if time.everywhere else f"in {rounds_named(time.rounds)} "
    if white == black:
        return f"{where}the first control is at move {white}"
    wrong = [
        f"{side}'s first control is at move {moves}"
        for side, moves in (("White", white), ("Black", black))
        if not _is_as_asked(subject, moves)
    ]
    return where + " and ".join(wrong)


def equal_times(subject: Subject) -> Iterator[Found]:
    """Where both must have the same time, compare White's and Black's in every round."""
    law, times = subject.law, same_times(subject)
    if not law.has("time_equal_for_both") or not times:
        return
    unequal = [time for time in times if time.white != time.black]
    rounds = rounds_of(unequal)
    everywhere = rounds == judged_rounds(subject)
    where = "" if everywhere else f"In {rounds_named(rounds)} "
    if not unequal:
        if law.value("time_equal_for_both") and not unknown_rounds(subject):
            yield subject.found("equal_times", PASSES, "Both players have the same time.", "time_equal_for_both")
        return
    if not law.value("time_equal_for_both"):
        message = f"{where}White and Black have different times; each must have the least that is asked."
        yield subject.found("equal_times", NOTE, message, "time_equal_for_both", rounds=() if everywhere else rounds)
        return
    severity = REFUSES if everywhere else WARNING if subject.before_play else DROPS
    fix = "Give both the same time." if subject.before_play else "Nothing can mend it after play."
    yield subject.found(
        "equal_times",
        severity,
        f"{where}White and Black have different times; such games are not rated.",
        "time_equal_for_both",
        fix=fix,
        rounds=() if everywhere else rounds,
    )
    games = [game for game in subject.games if game.round in rounds]
    yield from subject.dropped(games, "equal_times", "time_equal_for_both")
