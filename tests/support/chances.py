"""Chance from one number: a whole example from a single draw.

A draw for each value of a large example costs Hypothesis more than working the example out. Where what is tried is
made of plain numbers, with the limits named among them, a test draws a number and makes up the rest from it. The number
gives the same example on every machine.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, TypeVar

from hypothesis import strategies as st

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

T = TypeVar("T")

SEEDS = st.integers(0, 10**9)


class Chance(Random):
    """Chance with the turns of speech of the tests."""

    def one_in(self, number: int) -> bool:
        """Tell whether it is one time in so many."""
        return self.randrange(number) == 0

    def near(self, least: int, most: int, limits: Sequence[int]) -> int:
        """Give a number: one of the limits, an end of the range, or any in it; each kind in its turn."""
        kind = self.randrange(5)
        if kind == 0:
            return self.choice((least, most))
        return self.choice(limits) if kind > 2 else self.randint(least, most)

    def some(self, make: Callable[[], T], least: int, most: int) -> list[T]:
        """Give from so many to so many of something."""
        return [make() for _ in range(self.randint(least, most))]

    def shuffled(self, values: Sequence[T]) -> list[T]:
        """Give values in any order."""
        return self.sample(values, len(values))


def made_by(make: Callable[..., T], *given: object) -> st.SearchStrategy[T]:
    """Draw what is made up from chance, and from what is given besides."""
    return SEEDS.map(lambda seed: make(Chance(seed), *given))
