"""Words for data: titles of lines, sentences for reasons and warnings, in a language. The data stay the same."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

LANGUAGE = "en"


@cache
def _words(language: str) -> dict[str, dict[str, str]]:
    place = files(__package__).joinpath("words", f"{language}.toml")
    return tomllib.loads(place.read_text(encoding="utf-8"))


def words(section: str, code: str, language: str = LANGUAGE, **facts: Any) -> str:  # noqa: ANN401 - shown as text
    """Give the words for a code, with the facts put in.

    >>> words("line", "difference")
    'Rating difference D'
    """
    return _words(language)[section][code].format(**facts)
