"""The words of the pages that are made in code: names of fields, faults of forms, what was done."""

from __future__ import annotations

from typing import Any

from arpad.model.wording import Wording

WORDS = Wording(__file__)


def says(section: str, name: str, /, **facts: Any) -> str:  # noqa: ANN401 - plain values
    """Give the words for something, with its facts put in."""
    return WORDS.say(section, name, facts)


def known(section: str, name: str) -> str:
    """Give the words for a code, or the code itself where there are none: a page never fails for want of a word."""
    return (
        says(section, name) if name in WORDS.sections().get(section, {}) else name.replace("_", " ").replace(".", ": ")
    )
