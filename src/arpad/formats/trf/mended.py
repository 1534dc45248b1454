"""A report with the FIDE numbers of some players put right, and nothing else changed: every other byte stays."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from arpad.formats.trf.columns import FIDE_ID, FIRST_ROUND, NAME_AT
from arpad.formats.trf.text import text_of
from arpad.formats.wording import WORDS
from arpad.model.problems import RefusedError

if TYPE_CHECKING:
    from collections.abc import Mapping

_WIDTH = FIDE_ID.stop - FIDE_ID.start
_FURTHEST = 8
"""By so many columns can a record be moved."""


def with_fide_ids(data: bytes, numbers: Mapping[int, tuple[int | None, int]], encoding: str | None = None) -> bytes:
    """Write the bytes of a report with other FIDE numbers, by the lines of their players: the old one and the new."""
    text = text_of(data, encoding)
    if text.unread is not None or text.to_bytes() != data:
        raise RefusedError.of(WORDS, "not_mended", says="bytes_not_kept", encoding=text.encoding)
    lines = [
        (_mended(line.text, line.number, *numbers[line.number]) if line.number in numbers else line.text) + line.end
        for line in text.lines
    ]
    return text.mark + "".join(lines).encode(text.encoding, "surrogateescape")


def _mended(text: str, line: int, before: int | None, after: int) -> str:
    """Write a number into its field; where the record is moved, over the one that stands there."""
    field = text[FIDE_ID].strip()
    between = text[FIDE_ID.start - 1 : FIDE_ID.start] + text[FIDE_ID.stop : FIDE_ID.stop + 1]
    is_in_place = "\t" not in text and not between.strip()
    if is_in_place and (not field.strip("-0 ") if before is None else field.lstrip("0") == str(before)):
        return f"{text[: FIDE_ID.start]:{FIDE_ID.start}}{after:>{_WIDTH}}{text[FIDE_ID.stop :]}"
    stands = re.compile(rf" *(?<!\d)0*{before}(?!\d)")
    places = [] if before is None else list(stands.finditer(text, NAME_AT, FIRST_ROUND + _FURTHEST))
    if len(places) != 1:
        raise RefusedError.of(WORDS, "not_mended", says="number_not_found", line=line, after=after)
    (place,) = places
    return f"{text[: place.start()]}{after:>{len(place[0])}}{text[place.end() :]}"
