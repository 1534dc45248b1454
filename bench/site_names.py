"""Names of players who do not exist, as names are: few are common and most are rare; and the errors of typing.

The world's own names are all about equally common, which would make a search easier than it is. Here the family names
are drawn from 150,000 words and the given names from 12,000, the most common of which belongs to about one player in
fifty; one player in eight has a second given name, one in thirty a family name of two words, one name in 12 accents.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

if TYPE_CHECKING:
    from collections.abc import Callable

FAMILY, GIVEN = 150_000, 12_000
_BEGINNINGS = ("", "b", "br", "ch", "d", "f", "g", "gr", "h", "j", "k", "kr", "l", "m", "n", "p", "r", "s", "sh", "st",
               "t", "tr", "v", "w", "y", "z")  # fmt: skip
_MIDDLES = ("a", "a", "e", "e", "i", "i", "o", "u", "ai", "ia", "ei")
_ENDS = ("", "", "", "n", "r", "l", "s", "m", "k", "nd", "rt")
_LETTERS = "abcdefghijklmnoprstuvwyz"


def _words(random: Random, count: int, syllables: tuple[int, ...]) -> list[str]:
    """Make so many different words, those of few syllables first."""
    words: dict[str, None] = {}
    while len(words) < count:
        several = random.choice(syllables)
        word = "".join(
            random.choice(_BEGINNINGS) + random.choice(_MIDDLES) + random.choice(_ENDS) for _ in range(several)
        )
        if 2 < len(word) < 14:
            words[word.capitalize()] = None
    return sorted(words, key=len)


def _drawn(chance: np.random.Generator, words: list[str], power: float, size: int) -> pl.Series:
    """Draw words, of which the first are the most common."""
    share = np.arange(10, len(words) + 10, dtype=float) ** -power
    return pl.Series(words).gather(chance.choice(len(words), size, p=share / share.sum()))


def names(size: int, seed: int = 17) -> pl.Series:
    """Make up so many names."""
    random, chance = Random(seed), np.random.default_rng(seed)  # noqa: S311 - names
    families = _words(random, FAMILY, (2, 2, 3, 3, 3, 4))
    random.shuffle(families)
    given = _words(random, GIVEN, (1, 2, 2, 3))
    random.shuffle(given)
    frame = pl.DataFrame(
        {
            "family": _drawn(chance, families, 0.85, size),
            "second": _drawn(chance, families, 0.85, size),
            "given": _drawn(chance, given, 0.95, size),
            "further": _drawn(chance, given, 0.95, size),
            "draw": chance.random(size),
        }
    )
    draw = pl.col("draw")
    family = pl.when(draw < 1 / 30).then(pl.format("{}-{}", "family", "second")).otherwise("family")
    whole = pl.format(
        "{}, {}", family, pl.when(draw > 7 / 8).then(pl.format("{} {}", "given", "further")).otherwise("given")
    )
    accented = whole.str.replace_many(list("aeiou"), list("áéíóú"))
    return frame.select(pl.when((draw * 1000) % 12 < 1).then(accented).otherwise(whole)).to_series()


def mistyped(name: str, random: Random) -> str:
    """Give a name with one error: a letter left out, another one, one too many, or two neighbours changed over."""
    place = random.choice([at for at in range(len(name) - 1) if name[at : at + 2].isalpha()])
    errors: tuple[Callable[[], str], ...] = (
        lambda: name[:place] + name[place + 1 :],
        lambda: name[:place] + random.choice(_LETTERS) + name[place + 1 :],
        lambda: name[:place] + random.choice(_LETTERS) + name[place:],
        lambda: name[:place] + name[place + 1 : place + 2] + name[place] + name[place + 2 :],
    )
    while (typed := random.choice(errors)()) == name:
        pass
    return typed
