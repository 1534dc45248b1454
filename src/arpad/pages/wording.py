"""The words of the fragments that pages are made of."""

from __future__ import annotations

from arpad.model.numbers import grouped
from arpad.model.wording import Wording

WORDS = Wording(__file__)


def says(section: str, name: str, /, **facts: object) -> str:
    """Give the words for something, with its facts put in.

    >>> says("letter", "of_list", list="2026-09-01")
    'list of 2026-09-01'
    """
    return WORDS.say(section, name, facts)


def counted(what: str, number: int) -> str:
    """Write a number of things.

    >>> counted("games", 1), counted("games", 0)
    ('1 game', '0 games')
    """
    return says("counted", what, number=number, shown=grouped(number))
