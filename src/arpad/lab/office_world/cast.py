"""Who the story of a made-up office is about: players to whom something happens that an office has to notice.

Each is chosen among the people by what the story needs, and stays at home until then.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from arpad.lab.office_world.events import Twist
from arpad.lab.office_world.people import stronger
from arpad.model.period import KINDS

if TYPE_CHECKING:
    from datetime import date

    from arpad.engine.arrays import Column
    from arpad.lab.office_world.people import OfficePeople
    from arpad.lab.world.people import Chance

GRAND, WEEKEND, OTHER_WEEKEND = "grand", "weekend-nlx", "weekend-vsx"
AT_HOME = "at home"
_COMET = 2800
"""How strong somebody is of whom the list thinks little."""
_LOW, _HIGH = 1420, 1560
_MIDDLE = range(1550, 2000)
_SCHOOL_YEARS = 5
"""The comet is among the youngest, and is still a junior when it rises."""
_ROUNDS_OF_HASTY = 4
"""A game too few for a first rating."""
_UNUSED_NUMBER = 99_900_011


@dataclass(frozen=True, slots=True)
class Cast:
    """The players of the story, by their places among the people."""

    comet: int
    """A junior who wins more than anybody gains in a month."""
    hasty: int
    """A newcomer who leaves a game before a first rating."""
    mistyped: int
    """Somebody whose report has two digits of the number exchanged: in the open period."""
    nameless: int
    """Somebody whose report has no number: in the open period."""
    twice: int
    """A newcomer who was given two numbers, which are put together later."""
    twice_again: int
    """Another one, whom nobody has noticed yet."""
    confused: int
    """Somebody who played under the number of `mistaken_for`, for which a list was revised."""
    mistaken_for: int
    excluded: int
    """Somebody whose games are not rated for a time."""
    wrongly_born: int
    """Somebody of whom the book had a wrong year of birth."""

    def numbers(self, people: OfficePeople) -> dict[str, int]:
        """Give the number of each by the name of the part."""
        return {name: int(people.population.fide_id[getattr(self, name)]) for name in self.__dataclass_fields__}


SECOND_NUMBERS = {"twice": _UNUSED_NUMBER, "twice_again": _UNUSED_NUMBER + 7}
"""The second number of who has two."""


def chosen(chance: Chance, people: OfficePeople) -> Cast:
    """Choose the players of the story; nobody has two parts."""
    standard = people.population.kinds[KINDS[0]]
    rating, taken = standard.rating, np.zeros(people.size, dtype=bool)
    is_adult, plays = ~people.population.junior, people.activity > 0
    middle = (rating >= _MIDDLE.start) & (rating < _MIDDLE.stop) & plays
    low = (rating >= _LOW) & (rating < _HIGH) & people.population.junior & plays
    is_young = people.population.birth_year > people.population.birth_year[low].max(initial=0) - _SCHOOL_YEARS

    def pick(*fits: Column) -> int:
        """Give somebody who fits best; in a small office, somebody who fits less well."""
        free = next(free for wish in fits if len(free := np.flatnonzero(wish & ~taken)))
        player = int(free[int(chance.integers(0, len(free)))])
        taken[player] = True
        return player

    return Cast(
        comet=pick(low & is_young, low),
        hasty=pick(people.is_newcomer),
        mistyped=pick(middle & is_adult),
        nameless=pick(middle & is_adult),
        twice=pick(people.is_newcomer),
        twice_again=pick(people.is_newcomer),
        confused=pick(middle & is_adult),
        mistaken_for=pick(middle & is_adult),
        excluded=pick(middle & is_adult),
        wrongly_born=pick(middle & people.population.junior, middle),
    )


def with_cast(people: OfficePeople, cast: Cast) -> OfficePeople:
    """Give the people with the strengths that the story asks for."""
    return stronger(stronger(people, cast.comet, _COMET), cast.hasty, _MIDDLE.stop)


def mistyped_number(number: int, taken: set[int]) -> int:
    """Give a number with two neighbouring digits exchanged, which nobody has.

    >>> mistyped_number(99100123, {99100132})
    99100213
    """
    text = str(number)
    for at in range(len(text) - 2, 0, -1):
        other = int(text[:at] + text[at + 1] + text[at] + text[at + 2 :])
        if other != number and other not in taken:
            return other
    return _UNUSED_NUMBER + 14


def twists(cast: Cast, people: OfficePeople, months: dict[str, date]) -> dict[tuple[date, str], Twist]:
    """Give what happens at which events; `months` says when each part of the story is played."""
    numbers = cast.numbers(people)
    taken = set(people.population.fide_id.tolist())
    typed = mistyped_number(numbers["mistyped"], taken)
    wanted = {
        months["open"]: Twist(
            (cast.comet, cast.hasty, cast.mistyped, cast.nameless, cast.twice_again),
            {cast.hasty: _ROUNDS_OF_HASTY},
            {cast.mistyped: typed, cast.nameless: None, cast.twice_again: SECOND_NUMBERS["twice_again"]},
        ),
        months["revised"]: Twist((cast.confused,), {}, {cast.confused: numbers["mistaken_for"]}, (cast.mistaken_for,)),
    }
    weekends = {
        months["twice"]: Twist((cast.twice,)),
        months["twice again"]: Twist((cast.twice,), {}, {cast.twice: SECOND_NUMBERS["twice"]}),
    }
    # Nothing blurs their traces in the month of today.
    at_home = Twist(wanted[months["open"]].wanted)
    other_weekends = {months["before open"]: Twist((cast.twice_again,))}
    return {
        **{(month, GRAND): twist for month, twist in wanted.items()},
        **{(month, WEEKEND): twist for month, twist in weekends.items()},
        (months["today"], AT_HOME): at_home,
        **{(month, OTHER_WEEKEND): twist for month, twist in other_weekends.items()},
    }
