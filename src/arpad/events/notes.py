"""Why a round does not count, in words."""

from __future__ import annotations

from typing import Any

from arpad.regulations.wording import words

_OF_REPORTS = {
    "forfeit": "won or lost by forfeit, not played",
    "under_one_move": "over before both had made a move",
    "half_point_bye": "half-point bye",
    "full_point_bye": "full-point bye",
    "pairing_allocated_bye": "bye by the pairing",
    "absence": "absent",
    "unfinished": "no result yet",
    "unknown_result": "the result is not known",
    "unknown_opponent": "the opponent has no record",
    "one_sided": "the opponent's record does not have this game",
    "against_himself": "against the same player",
}


def note_words(code: str, **facts: Any) -> str:  # noqa: ANN401 - numbers of an edition
    """Say why a round does not count."""
    if " " in code:
        return code  # A check has said it in a sentence already.
    return _OF_REPORTS[code] if code in _OF_REPORTS else words("reason", code, **facts)
