"""The thinking time of each round, White's and Black's: which rounds have which, and how that is said."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.events.subject import duration, rounds_named

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from arpad.events.subject import Subject
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

    def where(self) -> str:
        """Say in which rounds, at the beginning of a sentence.

        >>> from arpad.events.time_text import time_of_text
        >>> time, _ = time_of_text("90+30")
        >>> [SameTime((2, 3), time, time, everywhere=alone).where() for alone in (False, True)]
        ['In rounds 2 and 3 a', 'A']
        """
        return "A" if self.everywhere else f"In {rounds_named(self.rounds)} a"


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
    moves = subject.law.value("time_moves")
    return both[0].seconds(moves), both[1].seconds(moves)


def gives(subject: Subject, time: SameTime) -> str:
    """Say what a game gives to the players."""
    white, black = in_seconds(subject, time.both)
    each = (
        f"each player {duration(white)}" if white == black else f"White {duration(white)} and Black {duration(black)}"
    )
    return f"{time.where()} game of {subject.law.value('time_moves')} moves gives {each}"


def rounds_of(times: Iterable[SameTime]) -> tuple[int, ...]:
    """Give all rounds of some times."""
    return tuple(sorted(number for time in times for number in time.rounds))
