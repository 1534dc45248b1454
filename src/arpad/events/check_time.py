"""Thinking time: the least for a game, by the ratings in the event or in the game; the first control; equal times."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.events.subject import STANDARD, counted, duration, rounds_named, with_ratings
from arpad.events.time_text import time_of_text
from arpad.events.verdict import DROPS, NOTE, PASSES, REFUSES, UNKNOWN, WARNING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arpad.events.subject import Found, Subject
    from arpad.model.meetings import Meeting
    from arpad.model.time_control import TimeControl
    from arpad.regulations.edition import Edition

_MINUTE = 60
_GIVE = "Say it with --time-control, or as time_control in event.toml, for instance 90+30."


def minutes_needed(law: Edition, best: int | None) -> tuple[int, tuple[str, ...]]:
    """Give the least minutes by the best rating, and the provisions that say so; unrated is below all (R-021)."""
    for limit, minutes in (("time_120_from", "time_high_minutes"), ("time_90_from", "time_middle_minutes")):
        if law.has(limit) and best is not None and best >= law.value(limit):
            return int(law.value(minutes)), (limit, minutes)
    return int(law.value("time_low_minutes")), ("time_low_minutes",)


def least_time(subject: Subject) -> Iterator[Found]:
    """Compare the thinking time with the least that the edition asks for."""
    if subject.time.white is None and not subject.time.by_round:
        yield _not_known(subject)
    elif subject.kind != STANDARD:
        yield from _within_limits(subject)
    elif subject.law.has("time_low_minutes"):
        yield from _approved(subject) or _by_class(subject)


def _not_known(subject: Subject) -> Found:
    said = "The thinking time is not known, so it is open whether the games are slow enough to be rated."
    if subject.time.unreadable:
        texts = ", ".join(repr(one) for one in dict.fromkeys(subject.time.unreadable))
        said = f"The thinking time {texts} cannot be read with certainty, so it is open whether it is enough."
    return subject.found("time_control", UNKNOWN, said, "time_scope", "minutes_from", fix=_GIVE)


def _seconds(subject: Subject, both: tuple[TimeControl, TimeControl]) -> int:
    """Give the time of the player who has less, for a game as long as the edition takes it to be."""
    moves = subject.law.value("time_moves")
    return min(one.seconds(moves) for one in both)


def _approved(subject: Subject) -> list[Found]:
    """Let a faster control pass that the edition names and FIDE approved."""
    if not subject.law.has("time_faster_by_approval") or subject.time.white is None:
        return []
    allowed = [time_of_text(text)[0] for text in subject.law.value("time_faster_by_approval")]
    if subject.time.white not in allowed or not subject.facts.faster_time_approved:
        return []
    said = "The faster control is one of those that may be approved, and it is said to be."
    return [subject.found("time_control", PASSES, said, "time_faster_by_approval")]


def _by_class(subject: Subject) -> Iterator[Found]:
    whole = subject.law.value("time_scope") == "event"
    everybody = subject.best(*(one.number for one in subject.entries))
    if subject.before_play:
        yield from _before_play(subject, everybody, whole=whole)
        return
    fast: dict[tuple[int, tuple[str, ...]], list[Meeting]] = {}
    open_games: list[Meeting] = []
    games = subject.games
    by_round = {number: subject.time.of(number) for number in {game.round for game in games}}
    seconds = {number: None if both is None else _seconds(subject, both) for number, both in by_round.items()}
    needed_by: dict[int | None, tuple[int, tuple[str, ...]]] = {}
    for game in games:
        best = everybody if whole else subject.best(game.first, game.second or 0)
        if best not in needed_by:
            needed_by[best] = minutes_needed(subject.law, best)
        given, needed = seconds[game.round], needed_by[best]
        if given is None:
            open_games.append(game)
        elif given < needed[0] * _MINUTE:
            fast.setdefault(needed, []).append(game)
    if open_games:
        said = f"The thinking time of {rounds_named(one.round for one in open_games)} is not known."
        yield subject.found("time_control", UNKNOWN, said, "time_scope", fix=_GIVE)
    if fast:
        yield from _too_fast(subject, fast, whole=whole)
    elif not open_games:
        yield _slow_enough(subject, everybody)


def _has(subject: Subject) -> str:
    both = (subject.time.white, subject.time.black or subject.time.white)
    if both[0] is None or both[1] is None:
        return "The rounds have times of their own"
    moves = subject.law.value("time_moves")
    return f"A game of {moves} moves gives each player {duration(_seconds(subject, (both[0], both[1])))}"


def _slow_enough(subject: Subject, best: int | None) -> Found:
    needed, keys = minutes_needed(subject.law, best)
    said = f"{_has(subject)}; at most {needed} are needed here."
    examples = subject.law.get("time_examples") or ()
    if subject.time.white in [time_of_text(text)[0] for text in examples]:
        said += " It is one of the controls that the article names."
        keys += ("time_examples",)
    return subject.found("time_control", PASSES, said, "time_moves", "time_scope", *keys)


def _too_fast(
    subject: Subject, fast: dict[tuple[int, tuple[str, ...]], list[Meeting]], *, whole: bool
) -> Iterator[Found]:
    games = [one for of in fast.values() for one in of]
    everything = len(games) == len(subject.games)
    for (needed, keys), of in sorted(fast.items(), reverse=True):
        asked = subject.rated if whole else {number for one in of for number in (one.first, one.second or 0)}
        who = [one for one in asked if minutes_needed(subject.law, subject.ratings.get(one))[0] >= needed]
        because = f" because of {with_ratings(subject, sorted(who))}" if who and len(keys) > 1 else ""
        said = f"{_has(subject)}, but {needed} are needed{because}: {counted(len(of), 'game')} cannot be rated."
        fix = "Nothing can mend it after play."
        if needed == subject.law.value("time_low_minutes"):
            fix = "As rapid or blitz they may be: see --kind."
        if subject.law.has("time_faster_by_approval"):
            fix += " If FIDE approved the control, say faster_time_approved = true."
        yield subject.found(
            "too_fast",
            REFUSES if everything else DROPS,
            said,
            "time_moves",
            "time_scope",
            *keys,
            "time_too_fast",
            fix=fix,
            players=who if len(keys) > 1 else (),
            rounds=(one.round for one in of),
        )
    yield from subject.dropped(games, "too_fast", "time_too_fast")


def _before_play(subject: Subject, best: int | None, *, whole: bool) -> Iterator[Found]:
    """Say what the entries need, and which of them make it so."""
    law = subject.law
    both = subject.time.of(1)
    given = None if both is None else _seconds(subject, both)
    above = law.value("time_low_minutes")
    needed, keys = minutes_needed(law, best)
    who = [one for one in subject.rated if minutes_needed(law, subject.ratings[one])[0] == needed]
    if needed > above:
        scope = "all games need" if whole else "their games need"
        others = subject.best(*(one for one in subject.rated if one not in who))
        rest = f"; without them {minutes_needed(law, others)[0]} would do" if whole else ""
        moves = law.value("time_moves")
        said = f"Because of {with_ratings(subject, who)} {scope} {needed} minutes for {moves} moves{rest}."
        yield subject.found("time_needed", NOTE, said, "time_scope", *keys, "time_moves", players=who)
    if given is None:
        return
    if given >= needed * _MINUTE:
        said = f"{_has(subject)}; at most {needed} are needed."
        yield subject.found("time_control", PASSES, said, "time_moves", *keys)
        return
    low = given < above * _MINUTE
    where = "" if whole or low else f" in the games of {with_ratings(subject, who)}"
    said = f"{_has(subject)}, but {needed} are needed{where}."
    yield subject.found(
        "too_fast",
        REFUSES if whole or low else WARNING,
        said,
        *keys,
        "time_too_fast",
        fix="Lengthen the thinking time, or ask whether it is to be rated as rapid or blitz.",
        players=who,
    )


def _within_limits(subject: Subject) -> Iterator[Found]:
    """Rapid and blitz: the time lies between two limits."""
    law = subject.law
    if not law.has("minutes_below"):
        said = f"The limits of {subject.kind} chess in this edition are not known here."
        yield subject.found("time_control", UNKNOWN, said, "coefficient", fix="Ask the rating officer.")
        return
    wrong = []
    rounds = range(1, max(subject.tournament.rounds, 1) + 1)
    for number in rounds:
        both = subject.time.of(number)
        if both is not None and not is_within(law, _seconds(subject, both)):
            wrong.append(number)
    least = f"from {law.value('minutes_from')} to" if law.has("minutes_from") else "up to"
    limits = f"{least} below {law.value('minutes_below')} minutes"
    if not wrong:
        said = f"{_has(subject)}, within the limits of {subject.kind} chess ({limits})."
        yield subject.found("time_control", PASSES, said, "minutes_from", "minutes_below")
        return
    games = [one for one in subject.games if one.round in wrong]
    said = f"{_has(subject)}, outside the limits of {subject.kind} chess ({limits})."
    everything = len(wrong) == len(rounds)
    yield subject.found(
        "too_fast",
        REFUSES if everything else DROPS,
        said,
        "minutes_from",
        "minutes_below",
        fix="Report it as the kind of chess it is: see --kind.",
        rounds=() if everything else wrong,
    )
    yield from subject.dropped(games, "too_fast", "minutes_below")


def is_within(law: Edition, seconds: int) -> bool:
    """Tell whether a time lies within the limits of rapid or blitz; whole minutes count, a begun one as whole."""
    begun = -(-seconds // _MINUTE)
    least = law.get("minutes_from") or 0
    return bool(least <= begun and seconds < law.value("minutes_below") * _MINUTE)


def first_control(subject: Subject) -> Iterator[Found]:
    """Look at the number of moves of the first control, where one is set."""
    law, control = subject.law, subject.time.white
    if not law.has("first_control_moves") or control is None or control.periods[0].moves is None:
        return
    moves, asked = control.periods[0].moves, law.value("first_control_moves")
    keys = "first_control_moves", "first_control_sense", "first_control_duty"
    at_least = law.get("first_control_sense") == "at_least"
    if moves == asked or (at_least and moves > asked):
        said = f"The first control is at move {moves}."
        yield subject.found("first_control", PASSES, said, *keys)
        return
    wanted = f"{'at least ' if at_least else ''}{asked} moves"
    if law.value("first_control_duty") == "required":
        said = f"The first control is at move {moves}; it has to be {wanted}."
        yield subject.found("first_control", REFUSES, said, *keys, fix="Ask the Qualification Commission.")
    else:
        said = f"The first control is at move {moves}; {wanted} are recommended."
        yield subject.found("first_control", NOTE, said, *keys)


def equal_times(subject: Subject) -> Iterator[Found]:
    """Where both must have the same time, compare white's and black's."""
    if not subject.law.has("time_equal_for_both") or subject.time.white is None:
        return
    asked = subject.law.value("time_equal_for_both")
    if subject.time.black is None:
        if asked:
            yield subject.found("equal_times", PASSES, "Both players have the same time.", "time_equal_for_both")
    elif asked:
        said = "White and black have different times; such games are not rated."
        yield subject.found("equal_times", REFUSES, said, "time_equal_for_both", fix="Nothing can mend it after play.")
        yield from subject.dropped(subject.games, "equal_times", "time_equal_for_both")
    else:
        said = "White and black have different times; each must have the least that is asked."
        yield subject.found("equal_times", NOTE, said, "time_equal_for_both")
