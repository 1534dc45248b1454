"""The thinking time of each round, White's and Black's: which rounds have which, and how that is said."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from arpad.regulations.workings.thinking_time import moves_counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from arpad.events.checked_event import Subject
    from arpad.model.time_control import TimeControl

    Pair = tuple[TimeControl, TimeControl]


@dataclass(frozen=True, slots=True)
class SameTime:
    """Some rounds in which White has one time, and Black one."""

    rounds: tuple[int, ...]
    white: TimeControl
    black: TimeControl
    everywhere: bool
    """True where no other time is played, so that the rounds need not be named."""

    @property
    def both(self) -> Pair:
        """White's and Black's time."""
        return self.white, self.black


def judged_rounds(subject: Subject) -> tuple[int, ...]:
    """Give the rounds that were played, or before play all that are announced."""
    if subject.games:
        return tuple(sorted({game.round for game in subject.games}))
    times = subject.time
    most = max(subject.rounds, 1)
    announced = {*times.by_round, *times.unread_rounds} if subject.before_play else set()
    return tuple(sorted({*range(1, most + 1), *announced}))


def unknown_rounds(subject: Subject) -> tuple[int, ...]:
    """Give the rounds whose thinking time is not known."""
    return tuple(number for number in judged_rounds(subject) if subject.time.of(number) is None)


def same_times(subject: Subject, by: Callable[[Pair], object] | None = None) -> list[SameTime]:
    """Put rounds together that have the same time, or the same as far as `by` tells."""
    groups: dict[object, tuple[Pair, list[int]]] = {}
    rounds = judged_rounds(subject)
    for number in rounds:
        both = subject.time.of(number)
        if both is not None:
            groups.setdefault(by(both) if by else both, (both, []))[1].append(number)
    return [
        SameTime(tuple(numbers), *both, everywhere=len(numbers) == len(rounds)) for both, numbers in groups.values()
    ]


def in_seconds(subject: Subject, both: Pair) -> tuple[int, int]:
    """Give White's and Black's time for a game as long as the edition takes it to be."""
    moves = moves_counted(subject.law)
    return both[0].seconds(moves), both[1].seconds(moves)


def gives(subject: Subject, time: SameTime) -> dict[str, Any]:
    """Give what a game gives to the players, as a sentence says it."""
    white, black = in_seconds(subject, time.both)
    given = {"moves": moves_counted(subject.law), "white": white, "black": black, "same": white == black}
    return {"in_rounds": () if time.everywhere else time.rounds, **given}


def rounds_of(times: Iterable[SameTime]) -> tuple[int, ...]:
    """Give all rounds of some times."""
    return tuple(sorted(number for time in times for number in time.rounds))
