"""FIDE numbers as places: everybody gets a number from 0 on, in the order of the FIDE numbers.

A number's place is how many numbers are below it. So there is a bit for each number that is given out, 32 of them in
a word, and in the same word how many bits were set before it; a look-up counts the bits up to its own in one word. That
is sixteen times smaller than a table of places, and stays in the cache of the processor. Numbers are given out in
blocks, so only pages that hold any have words; where they lie too far apart for pages, they are looked up by a join.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arpad.engine.arrays import Column

_WORD_BITS = 5
_IN_WORD = (1 << _WORD_BITS) - 1
_COUNT = np.uint64(32)
"""Where in a word of 64 bits the count begins."""
_HIGHEST = 63
_PAGE_BITS = 7
"""A page has so many words, as a power of two."""
_IN_PAGE = (1 << _PAGE_BITS) - 1
_MOST_PAGES = 1 << 15
_WIDEST = 1 << 34
BLOCK = 1 << 14
"""So many rows at a time, where each stands alone: what lies between stays in the cache of the processor."""


class Places:
    """Where each of some numbers stands among all of them, sorted."""

    def __init__(self, numbers: pl.Series) -> None:
        given = numbers.to_numpy()
        self.is_sorted = bool(np.all(given[1:] > given[:-1]))
        self.numbers: Column = given if self.is_sorted else np.unique(given)
        self.series = numbers if self.is_sorted else pl.Series(self.numbers)
        """The same for frames, without a copy."""
        self._words: Column | None = None
        self._is_run = False
        if len(self.numbers) and int(self.numbers[-1]) - int(self.numbers[0]) < _WIDEST:
            self._first = int(self.numbers[0])
            self._span = int(self.numbers[-1]) - self._first
            self._is_run = self._span == len(self.numbers) - 1
            if not self._is_run:
                self._make_words()

    def __len__(self) -> int:
        """Count the numbers."""
        return len(self.numbers)

    def _make_words(self) -> None:
        """Set a bit for each number, page by page."""
        in_page = np.zeros((self._span >> (_WORD_BITS + _PAGE_BITS)) + 1, dtype=bool)
        for offsets in self._offsets():
            in_page[offsets >> (_WORD_BITS + _PAGE_BITS)] = True
        pages = int(np.count_nonzero(in_page))
        if pages > _MOST_PAGES:
            return
        self._is_whole = pages == len(in_page)
        if not self._is_whole:
            # An empty page comes first; it stands for all that hold no number.
            pages += 1
            self._page = np.where(in_page, np.cumsum(in_page), 0) << _PAGE_BITS
        bits = np.zeros(pages << (_WORD_BITS + _PAGE_BITS), dtype=bool)
        for offsets in self._offsets():
            bits[(self._word(offsets) << _WORD_BITS) | (offsets & _IN_WORD)] = True
        words = np.packbits(bits, bitorder="little").view("<u4")
        count = np.bitwise_count(words)
        self._words = ((np.cumsum(count, dtype=np.uint64) - count) << _COUNT) | words

    def _offsets(self) -> Iterator[Column]:
        """Give how far the numbers are from the first, block by block."""
        for start in range(0, len(self.numbers), BLOCK):
            yield self.numbers[start : start + BLOCK] - self._first

    def _word(self, offsets: Column) -> Column:
        """Give in which word the bit of each number stands."""
        word: Column = offsets >> _WORD_BITS
        return word if self._is_whole else self._page[word >> _PAGE_BITS] | (word & _IN_PAGE)

    def of(self, wanted: pl.Series, kind: type[np.signedinteger[Any]] = np.int64) -> Column:
        """Give the places of numbers as whole numbers of a kind; -1 for those that are not among them."""
        asked = wanted.to_numpy()
        if len(asked) == len(self.numbers) and np.array_equal(asked, self.numbers):
            return np.arange(len(asked), dtype=kind)
        if not len(self.numbers):
            return np.full(len(asked), -1, dtype=kind)
        if self._words is not None or self._is_run:
            column = np.empty(len(asked), dtype=kind)
            for start in range(0, len(asked), BLOCK):
                rows = slice(start, start + BLOCK)
                column[rows] = self._looked_up(asked[rows])
            return column
        known = pl.DataFrame({"number": self.numbers, "place": np.arange(len(self.numbers), dtype=np.int64)})
        joined = wanted.to_frame("number").join(known, on="number", how="left", maintain_order="left")
        return joined["place"].fill_null(-1).to_numpy().astype(kind, copy=False)

    def _looked_up(self, asked: Column) -> Column:
        offsets = asked - self._first
        inside = None
        # What lies below the first number is a very large one without its sign.
        if offsets.view(np.uint64).max() > self._span:
            inside = (offsets >= 0) & (offsets <= self._span)
            offsets = np.where(inside, offsets, 0)
        if self._words is None:
            return offsets if inside is None else np.where(inside, offsets, -1)
        word = self._words.take(self._word(offsets))
        offsets &= _IN_WORD
        # The number's own bit becomes the highest, so it is the sign; what stands above it falls off.
        upto = word << (_HIGHEST - offsets).view(np.uint64)
        word >>= _COUNT
        word += np.bitwise_count(upto)
        places: Column = word.view(np.int64) - 1
        known = upto.view(np.int64)
        if inside is None and known.max() < 0:
            return places
        return np.where(known < 0 if inside is None else (known < 0) & inside, places, -1)


def distinct(numbers: Column) -> Column:
    """Give every number once, in order: sorted, which is quicker than the hash table of `np.unique`.

    >>> distinct(np.array([3, 1, 3])).tolist(), distinct(np.zeros(0, dtype=np.int64)).tolist()
    ([1, 3], [])
    """
    ordered = np.sort(numbers)
    is_first = np.ones(len(ordered), dtype=bool)
    np.not_equal(ordered[1:], ordered[:-1], out=is_first[1:])
    return ordered[is_first]
