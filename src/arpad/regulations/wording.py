"""Words for data: titles of lines, sentences for reasons and warnings, in a language. The data stay the same."""

from __future__ import annotations

from typing import Any

from arpad.model.wording import LANGUAGE, Wording

WORDS = Wording(__file__)


def words(section: str, code: str, language: str = LANGUAGE, **facts: Any) -> str:  # noqa: ANN401 - shown as text
    """Give the words for a code, with the facts put in.

    >>> words("line", "difference")
    'Rating difference D'
    """
    return WORDS.say(section, code, facts, language)
