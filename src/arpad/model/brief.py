"""A short `repr`: what was given, without what stands at its default."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any


def brief(record: Any) -> str:  # noqa: ANN401 - any dataclass
    """Write a dataclass as the call that makes it, without the fields that have their default value.

    >>> from arpad.model.period import Born, Player
    >>> brief(Player(2282, born=Born(2008, 5, 4), games=164))
    'Player(2282, born=Born(2008, month=5, day=4), games=164)'
    """
    parts: list[str] = []
    for field in fields(record):
        value = getattr(record, field.name)
        if field.default is MISSING:
            parts.append(repr(value))
        elif value != field.default:
            parts.append(f"{field.name}={value!r}")
    return f"{type(record).__name__}({', '.join(parts)})"
