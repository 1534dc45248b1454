"""Why a round does not count, in words."""

from __future__ import annotations

from typing import Any

from arpad.events.wording import WORDS
from arpad.regulations.package_data import words


def note_words(code: str, **facts: Any) -> str:  # noqa: ANN401 - numbers of an edition
    """Say why a round does not count."""
    if " " in code:
        return code  # A check has said it in a sentence already.
    return WORDS.say("note", code, facts) if code in WORDS.sections()["note"] else words("reason", code, **facts)
