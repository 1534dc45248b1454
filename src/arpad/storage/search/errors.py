"""Typing errors: the words of all names with each of their letters left out once, and how far two words are apart.

Two words that are one error apart share a spelling when a letter of either is left out, or of both. So the words near
to what was typed are looked up by a few exact spellings, and counted out here, alike on both databases.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

if TYPE_CHECKING:
    from collections.abc import Iterable

LEAST, MOST = 2, 24
"""Words of so many letters are forgiven an error."""
LONG = 8
"""Words of so many letters are forgiven two."""


def without_a_letter(word: str) -> list[str]:
    """Give a word, and the word with each of its letters left out.

    >>> without_a_letter("eber")
    ['eber', 'ber', 'eer', 'ebr', 'ebe']
    """
    return list(dict.fromkeys([word, *(word[:place] + word[place + 1 :] for place in range(len(word)))]))


def spellings(words: pl.Series) -> pl.DataFrame:
    """Give the same for every word of the names of an index: spelling and word, in order.

    >>> spellings(pl.Series(["ab cd", "ab", "x"])).rows()
    [('a', 'ab'), ('ab', 'ab'), ('b', 'ab'), ('c', 'cd'), ('cd', 'cd'), ('d', 'cd')]
    """
    own = words.str.split(" ").explode().unique().drop_nulls()
    known = pl.DataFrame({"word": own}, schema={"word": pl.String})
    known = known.filter(pl.col("word").str.len_chars().is_between(LEAST, MOST))
    size = pl.col("word").str.len_chars()
    left_out = [
        known.filter(size > place).select(
            spelling=pl.col("word").str.slice(0, place) + pl.col("word").str.slice(place + 1), word="word"
        )
        for place in range(MOST)
    ]
    return pl.concat([known.select(spelling="word", word="word"), *left_out]).unique().sort("spelling", "word")


def near(typed: str, words: Iterable[str]) -> list[str]:
    """Give the words that are as near to what was typed as is forgiven, the nearest first.

    >>> near("kestrle", ["kestrel", "kestle", "castle", "kestrle"])
    ['kestle', 'kestrel']
    """
    most = 2 if len(typed) >= LONG else 1
    apart = {word: distance(typed, word) for word in words if word != typed}
    return sorted((word for word, errors in apart.items() if errors <= most), key=lambda word: (apart[word], word))


def distance(first: str, second: str) -> int:
    """Count the errors between two words: a letter too many, too few or another, or two neighbours changed over.

    >>> distance("eber", "eebr"), distance("ada", "ad"), distance("ada", "oda"), distance("ada", "ede")
    (1, 1, 1, 2)
    """
    before: list[int] = []
    row = list(range(len(second) + 1))
    for at, letter in enumerate(first):
        two, before, row = before, row, [at + 1]
        for other_at, other in enumerate(second):
            errors = min(before[other_at + 1] + 1, row[other_at] + 1, before[other_at] + (letter != other))
            if at and other_at and letter == second[other_at - 1] and other == first[at - 1]:
                errors = min(errors, two[other_at - 1] + 1)
            row.append(errors)
    return row[-1]
