"""Sentences of a book as an office says them: a command for a folder becomes the one of the office.

What a book says is written once, with the commands by which a folder is put right. The office has deeds of the same
names, of which none takes the folder of a book.
"""

from __future__ import annotations

import re

_DEEDS = ("annul", "correct", "distinct", "exclude", "merge", "replace")
"""What `arpad book` and `arpad office` call alike."""
_COMMAND = re.compile(rf"`arpad book ({'|'.join(_DEEDS)})(?: (?:BOOK|…|'[^']*'|/[^ `]*))?(?=[ `])")


def in_office(sentence: str) -> str:
    """Give a sentence with the commands of an office in the place of those of a folder.

    >>> in_office("Decide; `arpad book correct BOOK base 7 RATING` sets the rating.")
    'Decide; `arpad office correct base 7 RATING` sets the rating.'
    >>> in_office("Put it right with `arpad book correct` or `arpad book annul '/srv/our office' 12 --back`.")
    'Put it right with `arpad office correct` or `arpad office annul 12 --back`.'
    """
    return _COMMAND.sub(r"`arpad office \1", sentence)
