"""The words of the fragments that pages are made of."""

from __future__ import annotations

from arpad.model.wording import Wording

WORDS = Wording(__file__)


def says(section: str, name: str, /, **facts: object) -> str:
    """Give the words for something, with its facts put in.

    >>> says("letter", "of_list", list="2026-09-01")
    'list of 2026-09-01'
    """
    return WORDS.say(section, name, facts)
