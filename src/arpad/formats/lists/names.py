"""Finding people by name: accents, capital letters and the order of the parts do not matter."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h", "ŋ": "n"}  # noqa: RUF001 - letters of names
)
_TWO_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})
"""How names are often written where the letter is not at hand."""
MOST_DIGITS = 15
_WORD = re.compile(r"[^\W_]+")


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
    bare = re.sub(r"['’`]", "", text)  # noqa: RUF001 - the apostrophe of names, in all its forms
    return [_folded(word) for word in _WORD.findall(bare)]


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
