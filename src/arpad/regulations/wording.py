"""Words for data: titles of lines, sentences for reasons and warnings, in a language. The data stay the same."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

from arpad.regulations import shipped

LANGUAGE = "en"


@cache
def _words(language: str) -> dict[str, dict[str, str]]:
    return tomllib.loads(shipped.text("words", f"{language}.toml"))


def words(section: str, code: str, language: str = LANGUAGE, **facts: Any) -> str:  # noqa: ANN401 - shown as text
    """Give the words for a code, with the facts put in.

    >>> words("line", "difference")
    'Rating difference D'
    """
    return _words(language)[section][code].format(**facts)
