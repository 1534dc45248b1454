"""Finding people by name: accents, capital letters and the order of the parts do not matter."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h", "ŋ": "n"}  # noqa: RUF001 - letters of names
)
_TWO_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})
"""How names are often written where the letter is not at hand."""
MOST_DIGITS = 15
_WORD = re.compile(r"[^\W_]+")
_APOSTROPHES = "'’`"  # noqa: RUF001 - the apostrophe of names, in all its forms
_APOSTROPHE = re.compile(f"[{_APOSTROPHES}]")
_PLAIN_LETTERS = {
    code: None if chr(code) in _APOSTROPHES else chr(code).lower() if chr(code).isalnum() else " "
    for code in range(128)
}
_LONG_A, _LONG_O_OR_U = re.compile("a[ae]+"), re.compile("([ou])e+")
_TWO_WRITTEN = ("ae", "oe", "ue", "aa")
LEAST_FOR_CLOSE = 4
"""A word of fewer letters with one changed is another word."""


@lru_cache(maxsize=4096)
def _folded(word: str) -> frozenset[str]:
    small = unicodedata.normalize("NFC", word).casefold()
    return frozenset(_plain(form) for form in (small, small.translate(_TWO_LETTERS)))


def _plain(word: str) -> str:
    parts = unicodedata.normalize("NFKD", word.translate(_LETTERS))
    return "".join(part for part in parts if not unicodedata.combining(part))


def words_of(text: str) -> list[frozenset[str]]:
    """Give the words of a name, each in the forms it may be looked for.

    >>> [sorted(word) for word in words_of("Müller, Jörg")]
    [['mueller', 'muller'], ['joerg', 'jorg']]
    """
    return [_folded(word) for word in _WORD.findall(_APOSTROPHE.sub("", text))]


def plain_words(text: str) -> list[str]:
    """Give the words of a name in small letters, as they are written; each is looked for in the forms of `words_of`.

    >>> plain_words("O'Hara-Smith, Ann"), plain_words("Müller, Jörg")
    (['ohara', 'smith', 'ann'], ['muller', 'jorg'])
    """
    if text.isascii():
        return text.translate(_PLAIN_LETTERS).split()
    return [min(forms, key=len) for forms in words_of(text)]


def one_spelling(words: Iterable[str]) -> list[str]:
    """Give words in one spelling, whether ü is written as u or ue.

    >>> one_spelling(["mueller", "muller", "joerg", "haakon", "hakon"])
    ['muller', 'muller', 'jorg', 'hakon', 'hakon']
    """
    text = " ".join(words)
    if any(written in text for written in _TWO_WRITTEN):
        text = _LONG_O_OR_U.sub(r"\1", _LONG_A.sub("a", text))
    return text.split(" ") if text else []


def name_key(words: Iterable[str]) -> str:
    """Give the key under which a name is found: its words in one spelling, in any order.

    Names that are the same have the same key; a few others have it too.

    >>> name_key(plain_words("MÜLLER Jörg")) == name_key(plain_words("Joerg Mueller"))
    True
    """
    return " ".join(sorted(one_spelling(words)))


def same_name(name: str, other: str) -> bool:
    """Tell whether two names have the same words, in any order.

    >>> same_name("MÜLLER Jörg", "Mueller, Joerg"), same_name("Müller, Jörg", "Müller, Hans")
    (True, False)
    """
    return _fits(name, other, initials=False)


def like_name(name: str, other: str) -> bool:
    """Tell whether two names can be one person's: all words of the shorter are in the longer, or begin one.

    >>> like_name("Müller, J.", "Mueller, Joerg Michael"), like_name("Müller, J.", "Meier, Jörg")
    (True, False)
    """
    return _fits(name, other, initials=True)


def close_name(name: str, other: str) -> bool:
    """Tell whether two names differ by one letter of one word: missing, added, another one, or two exchanged.

    >>> close_name("Kestrel, Ada", "Kestral, Ada"), close_name("Kestrel, Ada", "Kastral, Ada")
    (True, False)
    """
    first, second = (sorted(one_spelling(plain_words(text))) for text in (name, other))
    if len(first) != len(second):
        return False
    only_first = list((Counter(first) - Counter(second)).elements())
    only_second = list((Counter(second) - Counter(first)).elements())
    return len(only_first) == 1 and differ_by_a_letter(only_first[0], only_second[0])


def differ_by_a_letter(word: str, other: str) -> bool:
    """Tell whether two words of some length differ by one letter, or by two neighbours exchanged.

    >>> [differ_by_a_letter("linden", other) for other in ("lindn", "lniden", "linden", "lndin", "lindan")]
    [True, True, False, False, True]
    """
    if word == other or min(len(word), len(other)) < LEAST_FOR_CLOSE or abs(len(word) - len(other)) > 1:
        return False
    start = next(
        (place for place, (own, its) in enumerate(zip(word, other, strict=False)) if own != its),
        min(len(word), len(other)),
    )
    own, its = word[start:], other[start:]
    if len(own) == len(its):
        return own[1:] == its[1:] or (own[:2] == its[1::-1] and own[2:] == its[2:])
    return own[1:] == its or own == its[1:]


def _fits(name: str, other: str, *, initials: bool) -> bool:
    first, second = sorted((words_of(name), words_of(other)), key=len)
    if not first or (not initials and len(first) != len(second)):
        return False
    left = list(second)
    for word in sorted(first, key=lambda forms: -max(map(len, forms))):
        match = next((has for has in left if word & has or (initials and _begins(word, has))), None)
        if match is None:
            return False
        left.remove(match)
    return True


def _begins(word: frozenset[str], has: frozenset[str]) -> bool:
    return any(a.startswith(b) or b.startswith(a) for a in word for b in has)


def is_found(wanted: list[frozenset[str]], name: str) -> bool:
    """True where every wanted word begins a word of the name of its own.

    >>> is_found(words_of("jörg MÜLLER"), "Mueller, Joerg Michael"), is_found(words_of("li li"), "Li, Wei")
    (True, False)
    """
    left = words_of(name)
    for word in sorted(wanted, key=lambda forms: -max(map(len, forms))):
        match = next((has for has in left if any(own.startswith(form) for own in has for form in word)), None)
        if match is None:
            return False
        left.remove(match)
    return bool(wanted)


def number_in(words: str) -> int | None:
    """Give the FIDE ID that is looked for; None where a name is, or a number longer than any ID.

    >>> number_in(" 99000011 "), number_in("Kestrel"), number_in("9" * 5000)
    (99000011, None, None)
    """
    text = words.strip()
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else None
