r"""The one way to write facts down before they are hashed: canonical JSON.

- UTF-8 text without white space between the parts;
- the names of an object in the order of their code points, each once;
- whole numbers in decimal, `true`, `false`, `null`; no number with a fraction;
- text as it is, with `\"`, `\\` and the short or `\u00xx` escapes for signs below U+0020, and no other escapes;
- a day as text `2026-11-18`, a moment as text in UTC, `2026-11-18T09:30:00.000000Z`;
- tuples and lists as arrays, in their order.

The same facts give the same bytes in every version and on every machine, so that anybody can work a hash out again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any

_MOMENT = "%Y-%m-%dT%H:%M:%S.%fZ"


def moment(at: datetime) -> str:
    """Write a moment as text in UTC.

    >>> moment(datetime(2026, 11, 18, 9, 30, tzinfo=UTC))
    '2026-11-18T09:30:00.000000Z'
    """
    return at.astimezone(UTC).strftime(_MOMENT)


def plain(value: Any) -> Any:  # noqa: ANN401 - a fact, or several
    """Give a fact as JSON can hold it: days and moments as text, tuples as lists; what is no fact is a fault.

    >>> plain({"list": date(2026, 11, 1), "players": (7, None)})
    {'list': '2026-11-01', 'players': [7, None]}
    """
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, datetime):
        return moment(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Mapping):
        if not all(isinstance(name, str) for name in value):
            raise TypeError(f"The names of facts are text: {[name for name in value if not isinstance(name, str)]}")
        return {name: plain(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in value]
    raise TypeError(f"{type(value).__name__} is no fact: whole numbers, text, days and several of them are")


def canonical(value: Any) -> bytes:  # noqa: ANN401 - facts
    """Write facts in the one way.

    >>> canonical({"b": 1, "a": ["é", date(2026, 11, 1)]}).decode()
    '{"a":["é","2026-11-01"],"b":1}'
    """
    text = json.dumps(plain(value), ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))
    return text.encode("utf-8")


def fingerprint(value: Any) -> str:  # noqa: ANN401 - facts
    """Give the SHA-256 of facts, as 64 hexadecimal digits."""
    return hashlib.sha256(canonical(value)).hexdigest()
