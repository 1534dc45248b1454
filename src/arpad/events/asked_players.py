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
    differ_by_a_letter,
    like_name,
    name_key,
    one_spelling,
    plain_words,
    same_name,
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
    is_rated: bool = False
    """By the report."""

    @classmethod
    def of(cls, entry: Entry) -> AskedPerson:
        """Give the player of an entry."""
        return cls(entry.fide_id, entry.name, entry.federation, entry.rating is not None)


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
    (True, False, 87)
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

    Near is a number that a slip makes of the other, with a name like it; and the same name, whatever parts its words.
    To a player with a rating, and so on some list, a name is also near that has one letter of one word otherwise, or
    whose words are, or begin, the words of the other.
    """

    def __init__(self, people: Iterable[AskedPerson]) -> None:
        self._by_number: dict[str, list[AskedPerson]] = {}
        self._by_key: dict[str, list[AskedPerson]] = {}
        self._joined: dict[str, list[AskedPerson]] = {}
        self._by_rest: dict[tuple[str, str, int], list[tuple[str, AskedPerson]]] = {}
        """That word, by all words of a name but one, and of that one an end and about how many letters it has."""
        self._by_initial: dict[tuple[str, str], list[tuple[str, AskedPerson]]] = {}
        """Another word, by a word of a name and the first letter of the other."""
        self._words: set[str] = set()
        """The words of those who are looked for by more than their whole name."""
        for person in people:
            self._add(person)

    def _add(self, person: AskedPerson) -> None:
        for number in mistyped(person.fide_id) if person.fide_id is not None else ():
            self._by_number.setdefault(str(number), []).append(person)
        plain = plain_words(person.name)
        for joined in {"".join(plain), *one_spelling(["".join(plain)])} - {""}:
            self._joined.setdefault(joined, []).append(person)
        words = one_spelling(plain)
        self._by_key.setdefault(" ".join(sorted(words)), []).append(person)
        if not person.is_rated:
            return
        self._words |= {form for word in words_of(person.name) for form in word}
        for word, others in _each_with_others(words):
            rest = " ".join(sorted(others))
            for end in _ends(word):
                for length in range(len(word) - 1, len(word) + 2):
                    self._by_rest.setdefault((rest, end, length), []).append((word, person))
            if len(word) >= _LEAST_OF_SURNAME:
                for other in others:
                    self._by_initial.setdefault((word, other[0]), []).append((other, person))

    def takes(self, fide_id: str, name: str) -> bool:
        """Tell whether a player of a list is near to somebody; who has the same name is asked for already."""
        if any(is_like(person.name, name) for person in self._by_number.get(fide_id, ())):
            return True
        plain = plain_words(name)
        return "".join(plain) in self._joined or next(self._like(plain, name), None) is not None

    def near(self, fide_id: str, name: str) -> Iterator[AskedPerson]:
        """Give those to whom a player of a list is near; somebody may come more than once."""
        yield from (person for person in self._by_number.get(fide_id, ()) if is_like(person.name, name))
        plain = plain_words(name)
        yield from self._joined.get("".join(plain), ())
        yield from (person for person in self._by_key.get(name_key(plain), ()) if same_name(person.name, name))
        yield from self._like(plain, name)

    def _like(self, plain: list[str], name: str) -> Iterator[AskedPerson]:
        # Who is near by name shares a word at least; that rules out nearly everybody.
        if self._words.isdisjoint(plain) and name.isascii():
            return
        for word, others in _each_with_others(one_spelling(plain)):
            rest = " ".join(sorted(others))
            for end in _ends(word):
                for own, person in self._by_rest.get((rest, end, len(word)), ()):
                    if differ_by_a_letter(own, word):
                        yield person
            for other in others:
                for own, person in self._by_initial.get((word, other[0]), ()):
                    if (own.startswith(other) or other.startswith(own)) and like_name(person.name, name):
                        yield person


def _each_with_others(words: list[str]) -> Iterator[tuple[str, list[str]]]:
    return ((word, words[:place] + words[place + 1 :]) for place, word in enumerate(words))


def _ends(word: str) -> tuple[str, str]:
    """Give what one slip leaves of a word: its first letter, or its last, or both."""
    return f"{word[0]}-", f"-{word[-1]}"


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
