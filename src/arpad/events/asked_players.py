"""The players of reports, looked for in a rating list: by number and name, and failing that by what is near.

A list of the world has half a million lines, so whether a line is asked for is told by look-ups: numbers, keys of
names, and for those that were not found the spellings that differ by a letter. Nobody is compared with everybody.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from arpad.formats.lists.names import (
    close_name,
    like_name,
    name_key,
    one_spelling,
    plain_words,
    same_name,
    without_a_letter,
    words_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from arpad.model.tournament import Entry

_LEAST_OF_SURNAME = 3
_DIGITS = "0123456789"


class AskedPerson(NamedTuple):
    """A player of a report, as far as a list can know the same person."""

    fide_id: int | None
    name: str
    federation: str | None = None

    @classmethod
    def of(cls, entry: Entry) -> AskedPerson:
        """Give the player of an entry."""
        return cls(entry.fide_id, entry.name, entry.federation)


def transposed(fide_id: int) -> set[int]:
    """Give the numbers that differ by two neighbouring digits exchanged.

    >>> sorted(transposed(1234))
    [1243, 1324, 2134]
    """
    digits = str(fide_id)
    swapped = (
        digits[:place] + digits[place + 1] + digits[place] + digits[place + 2 :] for place in range(len(digits) - 1)
    )
    return {int(number) for number in swapped if number != digits and number[0] != "0"}


def mistyped(fide_id: int) -> set[int]:
    """Give the numbers from which one comes by a slip: digits exchanged, one wrong, one missing, one too many.

    >>> {1243, 1235, 134, 12345} <= mistyped(1234), 1234 in mistyped(1234), len(mistyped(1234))
    (True, False, 89)
    """
    digits = str(fide_id)
    places = range(len(digits))
    slips = {digits[:place] + digit + digits[place + 1 :] for place in places for digit in _DIGITS}
    slips |= {digits[:place] + digits[place + 1 :] for place in places}
    slips |= {digits[:place] + digit + digits[place:] for place in range(len(digits) + 1) for digit in _DIGITS}
    return {int(slip) for slip in slips if slip and slip[0] != "0" and slip != digits} | transposed(fide_id)


@dataclass(frozen=True)
class AskedPlayers:
    """The players looked for in a list: by number, by a number with two digits exchanged, or by the same name."""

    people: frozenset[AskedPerson]

    @cached_property
    def _numbers(self) -> frozenset[str]:
        numbers = {person.fide_id for person in self.people if person.fide_id is not None}
        return frozenset(str(number) for own in numbers for number in (own, *transposed(own)))

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(form for person in self.people for word in words_of(person.name) for form in word)

    @cached_property
    def _keys(self) -> frozenset[str]:
        return frozenset(name_key(words) for person in self.people if (words := plain_words(person.name)))

    def takes(self, fide_id: str, name: str) -> bool:
        """Tell whether a player of a list is asked for."""
        if fide_id in self._numbers:
            return True
        words = plain_words(name)
        # The first word alone rules out nearly everybody, and costs less than the key.
        return bool(words) and (words[0] in self._words or not name.isascii()) and name_key(words) in self._keys


class NearPlayers:
    """Players of reports that a list does not know under their number, and who on the list is near to them.

    Near is a number that a slip makes of the other, with a name like it; a name with one letter of one word
    otherwise, or its words joined; and one whose words are, or begin, the words of the other.
    """

    def __init__(self, people: Iterable[AskedPerson]) -> None:
        self._by_number: dict[str, list[AskedPerson]] = {}
        self._by_rest: dict[str, dict[str, list[AskedPerson]]] = {}
        """By all words of a name but one, and by what is left of that without a letter."""
        self._by_initial: dict[tuple[str, str], list[AskedPerson]] = {}
        """By a word of a name, and the first letter of another."""
        self._joined: dict[str, list[AskedPerson]] = {}
        self._words: set[str] = set()
        for person in people:
            self._add(person)

    def _add(self, person: AskedPerson) -> None:
        for number in mistyped(person.fide_id) if person.fide_id is not None else ():
            self._by_number.setdefault(str(number), []).append(person)
        plain = plain_words(person.name)
        words = one_spelling(plain)
        self._words |= {form for word in words_of(person.name) for form in word}
        for joined in {"".join(plain), *one_spelling(["".join(plain)])} - {""}:
            self._joined.setdefault(joined, []).append(person)
        for place, word in enumerate(words):
            others = words[:place] + words[place + 1 :]
            by_spelling = self._by_rest.setdefault(" ".join(sorted(others)), {})
            for spelling in without_a_letter(word):
                by_spelling.setdefault(spelling, []).append(person)
            if len(word) >= _LEAST_OF_SURNAME:
                for initial in {other[0] for other in others}:
                    self._by_initial.setdefault((word, initial), []).append(person)

    def takes(self, fide_id: str, name: str) -> bool:
        """Tell whether a player of a list is near to somebody."""
        return next(self.near(fide_id, name), None) is not None

    def near(self, fide_id: str, name: str) -> Iterator[AskedPerson]:
        """Give those to whom a player of a list is near; somebody may come more than once."""
        if fide_id in self._by_number:
            yield from (person for person in self._by_number[fide_id] if is_like(person.name, name))
        plain = plain_words(name)
        yield from self._joined.get("".join(plain), ())
        # Who is near by name shares a word at least; that rules out nearly everybody.
        if name.isascii() and self._words.isdisjoint(plain):
            return
        words = one_spelling(plain)
        for place, word in enumerate(words):
            others = words[:place] + words[place + 1 :]
            by_spelling = self._by_rest.get(" ".join(sorted(others)), {})
            for spelling in without_a_letter(word) if by_spelling else ():
                yield from (person for person in by_spelling.get(spelling, ()) if is_like(person.name, name))
            for initial in {other[0] for other in others}:
                persons = self._by_initial.get((word, initial), ())
                yield from (person for person in persons if like_name(person.name, name))


def is_joined(name: str, other: str) -> bool:
    """Tell whether two names differ only by what parts their words: a hyphen, a blank, nothing.

    >>> is_joined("Al-Hadi, Omar", "Alhadi, Omar")
    True
    """
    first, second = one_spelling("".join(plain_words(text)) for text in (name, other))
    return bool(first) and first == second


def is_like(name: str, other: str) -> bool:
    """Tell whether two names can be one person's, with a letter otherwise or an initial for a word.

    >>> is_like("Kestral, Ada", "Kestrel, Ada"), is_like("Kestrel, A", "Kestrel, Ada"), is_like("Linden, A", "Kestrel")
    (True, True, False)
    """
    return like_name(name, other) or close_name(name, other) or is_joined(name, other)


def is_same(name: str, other: str) -> bool:
    """Tell whether two names are the same, whatever parts their words."""
    return same_name(name, other) or is_joined(name, other)
