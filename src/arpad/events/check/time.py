"""The least thinking time of a game: by the ratings in the event or in the game, in every round, for both players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from arpad.events.check.limits import LIMITS, other_kinds, within_limits
from arpad.events.checked_event import with_ratings
from arpad.events.thinking_time.classes import TimeClass, time_class
from arpad.events.thinking_time.rounds import gives, in_seconds, judged_rounds, rounds_of, same_times, unknown_rounds
from arpad.events.thinking_time.text import time_of_text
from arpad.events.verdict import DROPS, NOTE, PASSES, REFUSES, UNKNOWN, WARNING
from arpad.model.period import STANDARD

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from arpad.events.checked_event import Outcome, Subject
    from arpad.events.thinking_time.rounds import Pair, SameTime
    from arpad.model.meetings import Meeting
    from arpad.model.problems import ProblemFacts
    from arpad.model.time_control import TimeControl
    from arpad.regulations.consulted import Consulted

_MINUTE = 60
_SIDES = 2


def least_time(subject: Subject) -> Iterator[Outcome]:
    """Compare the thinking time with the least that the edition asks for."""
    unknown = unknown_rounds(subject)
    if unknown:
        yield _not_known(subject, unknown)
    if len(unknown) == len(judged_rounds(subject)):
        return
    if subject.kind != STANDARD:
        yield from within_limits(subject)
    elif subject.law.has("time_low_minutes"):
        yield from _before_play(subject) if subject.before_play else _by_class(subject)


def _not_known(subject: Subject, rounds: Sequence[int]) -> Outcome:
    times = subject.time
    unread = [times.unread_rounds[number] for number in rounds if number in times.unread_rounds]
    if len(unread) < len(rounds):
        unread += [text for text in times.unreadable if text not in times.unread_rounds.values()]
    where = () if len(rounds) == len(judged_rounds(subject)) else rounds
    says = "cannot_be_read" if unread else "not_known"
    p = subject.consulted().citing("time_scope", *LIMITS)  # by which the time would be judged if it were known
    facts: ProblemFacts = {"rounds": where, "texts": list(dict.fromkeys(unread))}
    return subject.finding("time_control", UNKNOWN, p, says, fix="say_time_control", **facts)


def _least(subject: Subject) -> int:
    """Give the minutes of the lowest class, below which no game is rated; cited where it is the class of the games."""
    return int(subject.law.value("time_low_minutes"))


def _is_approved(subject: Subject, time: TimeControl) -> bool:
    """Tell whether a player's control is a faster one that the edition names, and FIDE approved it."""
    return bool(subject.facts.faster_time_approved) and _may_be_approved(subject, time)


def _approvable(subject: Subject) -> list[str]:
    """Give the faster controls that FIDE may approve; cited where one is."""
    return subject.law.get("time_faster_by_approval") or []


def _may_be_approved(subject: Subject, time: TimeControl) -> bool:
    return time in [time_of_text(text)[0] for text in _approvable(subject)]


def _controls(subject: Subject, rounds: Sequence[int]) -> list[TimeControl]:
    """Give the controls of both players in some rounds."""
    return [control for number in rounds for control in subject.time.of(number) or ()]


def _seconds(subject: Subject, both: Pair) -> int | None:
    """Give the time of the player with less; None where each has a control that is approved as it is."""
    given = zip(both, in_seconds(subject, both), strict=True)
    return min((seconds for control, seconds in given if not _is_approved(subject, control)), default=None)


def _is_enough(given: int | None, minutes: int) -> bool:
    return given is None or given >= minutes * _MINUTE


@dataclass(frozen=True, slots=True)
class _TimedGames:
    """Some rounds with the same time, and the games of them in one class."""

    time: SameTime
    needed: TimeClass
    games: list[Meeting]


def _timed_games(subject: Subject, *, whole: bool) -> list[_TimedGames]:
    """Put games together that have the same time and are of the same class."""
    everybody = subject.best(*(entry.number for entry in subject.entries))
    times = same_times(subject, lambda both: (in_seconds(subject, both), _seconds(subject, both)))
    by_round = {number: place for place, time in enumerate(times) for number in time.rounds}
    classes: dict[int | None, TimeClass] = {}
    groups: dict[tuple[int, TimeClass], _TimedGames] = {}
    for game in subject.games:
        if game.round not in by_round:
            continue
        best = everybody if whole else subject.best(game.first, game.second or 0)
        if best not in classes:
            classes[best] = time_class(subject.law, best)
        needed = classes[best]
        place = by_round[game.round]
        groups.setdefault((place, needed), _TimedGames(times[place], needed, [])).games.append(game)
    return list(groups.values())


def _by_class(subject: Subject) -> Iterator[Outcome]:
    p = subject.consulted()
    p.value("time_moves")  # in which every time is counted
    whole = p.value("time_scope") == "event"
    least = _least(subject)
    fast, in_no_class, enough = [], [], []
    for group in _timed_games(subject, whole=whole):
        given = _seconds(subject, group.time.both)
        if not _is_enough(given, group.needed.minutes or least):
            fast.append(group)
        elif group.needed.minutes is None and given is not None:
            in_no_class.append(group)
        else:
            enough.append(group)
    for group in in_no_class:
        yield _no_class(subject, group.time, _players_in_no_class(subject, group.games, whole=whole))
    yield from _too_fast(subject, p, fast, whole=whole)
    approved = [group for group in enough if _seconds(subject, group.time.both) is None]
    by_time = [group for group in enough if group not in approved]
    if approved:
        yield _as_approved(subject, approved)
    if by_time and not fast and not in_no_class and not unknown_rounds(subject):
        yield _slow_enough(subject, p, by_time)


def _players_in_no_class(subject: Subject, games: Sequence[Meeting], *, whole: bool) -> list[int]:
    numbers = (
        subject.rated if whole else sorted({number for game in games for number in (game.first, game.second or 0)})
    )
    ratings = {number: subject.ratings.get(number) for number in numbers}
    return [number for number, rating in ratings.items() if time_class(subject.law, rating).minutes is None]


def _no_class(subject: Subject, time: SameTime, players: Sequence[int]) -> Outcome:
    """Say that the classes leave a rating out, and what that leaves open."""
    law, p = subject.law, subject.consulted()
    p.value("time_moves")  # in which the sentence counts
    facts: ProblemFacts = {"from": p.value("time_90_from"), "below": p.value("time_60_below")}
    facts |= {"middle": law.value("time_middle_minutes"), "low": _least(subject)}
    decides = not _is_enough(_seconds(subject, time.both), facts["middle"])
    return subject.finding(
        "time_control",
        UNKNOWN,
        p,
        "no_class",
        fix="ask_officer" if decides else "enough_in_either",
        players=players,
        rounds=() if time.everywhere else rounds_of([time]),
        decides=decides,
        time=gives(subject, time),
        rated=with_ratings(subject, players),
        **facts,
    )


def _as_approved(subject: Subject, approved: Sequence[_TimedGames]) -> Outcome:
    times = {group.time.rounds: group.time for group in approved}.values()
    rounds = rounds_of(times)
    where = () if rounds == judged_rounds(subject) else rounds
    p = subject.consulted().citing("time_faster_by_approval")  # read when each control was looked at
    return subject.finding("time_control", PASSES, p, "approved_in" if where else "approved", rounds=where)


def _slow_enough(subject: Subject, p: Consulted, judged: Sequence[_TimedGames]) -> Outcome:
    highest: dict[tuple[int, ...], _TimedGames] = {}
    for group in judged:
        other = highest.get(group.time.rounds)
        if other is None or (group.needed.minutes or 0) > (other.needed.minutes or 0):
            highest[group.time.rounds] = group
    times = [
        {"time": gives(subject, group.time), "minutes": group.needed.minutes, "here": group.time.everywhere}
        for group in highest.values()
    ]
    p = p.citing(*(key for group in highest.values() for key in group.needed.keys))
    named = p.citing()
    examples = [time_of_text(text)[0] for text in named.get("time_examples") or ()]
    if all(control in examples for control in _controls(subject, judged_rounds(subject))):
        return subject.finding("time_control", PASSES, named, "enough", "named_by_article", times=times)
    return subject.finding("time_control", PASSES, p, "enough", times=times)


def _too_fast(subject: Subject, p: Consulted, fast: Sequence[_TimedGames], *, whole: bool) -> Iterator[Outcome]:
    law, least = subject.law, _least(subject)
    games = [game for group in fast for game in group.games]
    everything = len(games) == len(subject.games)
    for group in sorted(fast, key=lambda group: (-(group.needed.minutes or least), group.time.rounds)):
        needed = group.needed.minutes or least
        of_games = {number for game in group.games for number in (game.first, game.second or 0)}
        asked = subject.rated if whole else of_games
        ratings = {number: subject.ratings.get(number) for number in sorted(asked)}
        because = [number for number, rating in ratings.items() if (time_class(law, rating).minutes or 0) >= needed]
        because = because if needed > least else []
        mending = _mending(subject, group.time)
        yield subject.finding(
            "too_fast",
            REFUSES if everything else DROPS,
            p.citing(*group.needed.keys, "time_too_fast"),
            "cannot_be_rated",
            fix=mending.says,
            players=because,
            rounds=(game.round for game in group.games),
            time=gives(subject, group.time),
            needed=needed,
            because=with_ratings(subject, because),
            count=len(group.games),
            **mending.facts,
        )
    yield from subject.dropped(games, "too_fast", "time_too_fast")


class _Mending(NamedTuple):
    """What can be done about a time that is too short."""

    says: tuple[str, ...]
    facts: ProblemFacts


def _mending(subject: Subject, time: SameTime) -> _Mending:
    """Say what can be done about a time that is too short: another kind of chess, or an approval."""
    kinds, approvable = other_kinds(subject, time), _approvable(subject) or None
    facts: ProblemFacts = {"other_kind": kinds[0] if kinds else None, "approvable": approvable}
    first = "may_be_as_kind" if kinds else "nothing_after_play"
    if approvable and all(_may_be_approved(subject, control) for control in _controls(subject, time.rounds)):
        return _Mending((first, "if_approved"), facts)
    if approvable and subject.facts.faster_time_approved:
        return _Mending((first, "only_can_be_approved"), facts)
    return _Mending((first,), facts)


def _before_play(subject: Subject) -> Iterator[Outcome]:
    """Say what the entries need, and which of them make it so; look at the time of every round announced."""
    law, p = subject.law, subject.consulted()
    whole = p.value("time_scope") == "event"
    best = subject.best(*(entry.number for entry in subject.entries))
    needed = time_class(law, best)
    players = [number for number in subject.rated if time_class(law, subject.ratings[number]).minutes == needed.minutes]
    if (needed.minutes or 0) > _least(subject):
        yield _needed(subject, p, needed, players, whole=whole)
    classes = {needed: players} if whole else _classes_entered(subject)
    times = same_times(subject, lambda both: (in_seconds(subject, both), _seconds(subject, both)))
    fast = [time for time in times if _too_high(subject, time, classes)]
    if fast:
        yield from _too_fast_before_play(subject, fast, classes, whole=whole)
    elif needed.minutes is None:
        for time in times:
            yield _no_class(subject, time, players)
    elif not unknown_rounds(subject):
        facts = [
            {"time": gives(subject, time), "approved": _seconds(subject, time.both) is None, "minutes": needed.minutes}
            for time in times
        ]
        p = subject.consulted().citing("time_moves", *needed.keys, "time_faster_by_approval")
        yield subject.finding("time_control", PASSES, p, "enough_for_entries", times=facts)


def _classes_entered(subject: Subject) -> dict[TimeClass, list[int]]:
    """Give the classes of the players that entered, the highest first; the lowest where nobody has."""
    law = subject.law
    classes: dict[TimeClass, list[int]] = {} if subject.entries else {time_class(law, None): []}
    for entry in subject.entries:
        classes.setdefault(time_class(law, subject.ratings.get(entry.number)), []).append(entry.number)
    return dict(sorted(classes.items(), key=lambda entered: -(entered[0].minutes or 0)))


def _too_high(subject: Subject, time: SameTime, classes: Mapping[TimeClass, list[int]]) -> list[TimeClass]:
    """Give the classes that need more than a time gives."""
    given, least = _seconds(subject, time.both), _least(subject)
    return [needed for needed in classes if not _is_enough(given, needed.minutes or least)]


def _needed(subject: Subject, p: Consulted, needed: TimeClass, players: Sequence[int], *, whole: bool) -> Outcome:
    p = p.citing(*needed.keys)
    rest = [number for number in subject.rated if number not in players]
    others = time_class(subject.law, subject.best(*rest)).minutes if whole else None
    facts: ProblemFacts = {"minutes": needed.minutes, "others": others, "whole": whole, "moves": p.value("time_moves")}
    rated = with_ratings(subject, players)
    return subject.finding("time_needed", NOTE, p, "because_of", players=players, rated=rated, **facts)


def _too_fast_before_play(
    subject: Subject, fast: Sequence[SameTime], classes: Mapping[TimeClass, list[int]], *, whole: bool
) -> Iterator[Outcome]:
    """Name the games that would be too fast; refuse where no two players could have one that is slow enough."""
    every_round = rounds_of(fast) == judged_rounds(subject)
    left_out = [_too_high(subject, time, classes) for time in fast]
    able = max(sum(len(of) for needed, of in classes.items() if needed not in high) for high in left_out)
    nothing = whole or not able or able < min(_SIDES, len(subject.entries))
    for time, high in zip(fast, left_out, strict=True):
        needed = {time_of_class: [] if whole else classes[time_of_class] for time_of_class in high}
        keys = [key for time_of_class in high for key in time_of_class.keys]
        yield subject.finding(
            "too_fast",
            REFUSES if every_round and nothing else WARNING,
            subject.consulted().citing(*keys, "time_too_fast"),
            "before_play",
            fix="lengthen_time",
            players=[number for time_of_class in high for number in classes[time_of_class]],
            rounds=() if time.everywhere else rounds_of([time]),
            time=gives(subject, time),
            needed=_needed_by(subject, needed),
        )


def _needed_by(subject: Subject, needed: Mapping[TimeClass, list[int]]) -> list[ProblemFacts]:
    """Give what each class needs and in whose games, the highest first; no players where all games are of one class."""
    least = _least(subject)
    classes: list[ProblemFacts] = []
    for time_of_class, players in needed.items():
        minutes = time_of_class.minutes or least
        rated = with_ratings(subject, players) if minutes > least else []
        classes.append({"minutes": minutes, "highest": not classes, "rated": rated})
    return classes
