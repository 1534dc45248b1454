"""The hashes by which equal lists are equal, whatever their files are. There are two versions, and both stay.

Version 1 hashes a text: a line for every player, tabs between the columns. Version 2 hashes the columns as they lie in
a computer's memory, so that a list of two million players takes a fraction of a second:

- `arpad rating list 2` and a line end; the number of lines, in 8 bytes;
- then every column in its order: its name and a line end; of a column of numbers each number, in 4 bytes, the FIDE ID
  in 8, and -1 where nothing is known; of a column of texts the length of each in bytes of UTF-8, in 4 bytes, and after
  the lengths the texts.

Numbers are whole, with their sign, the lowest byte first. Lines stand in the order of the FIDE ID, those of the same in
the order of their lines in version 1. Here this is written row by row, for everybody to read; frames do the same by
columns.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from arpad.formats.lists.values import COLUMNS, NUMBERS, Value, values_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from arpad.model.rating_list import Listed

VERSION = 2
"""The hash that is written with new lists."""
CANONICAL = "arpad rating list 1\n"
RAW = b"arpad rating list 2\n"
NOTHING = -1
ID_BYTES, NUMBER_BYTES, COUNT_BYTES = 8, 4, 8
_ESCAPES = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})


def canonical_line(values: dict[str, Value]) -> str:
    r"""Give the canonical text of a player: every column, tabs between them.

    >>> canonical_line({"fide_id": 7, "name": "Nobody, N", "standard_rating": 1500}).split("\t")[:3]
    ['7', 'Nobody, N', '']
    """
    return "\t".join(str("" if values.get(name) is None else values[name]).translate(_ESCAPES) for name in COLUMNS)


def canonical_hash(players: Iterable[Listed]) -> str:
    """Give the SHA-256 of the canonical text: the hash of version 1."""
    lines = sorted((player.fide_id, canonical_line(values_of(player))) for player in players)
    digest = hashlib.sha256(CANONICAL.encode())
    for _, line in lines:
        digest.update(f"{line}\n".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def raw_hash(players: Iterable[Listed]) -> str:
    """Give the SHA-256 of the columns: the hash of version 2."""
    rows = [values_of(player) for player in players]
    rows.sort(key=lambda values: (values["fide_id"], canonical_line(values)))
    digest = hashlib.sha256(RAW)
    digest.update(len(rows).to_bytes(COUNT_BYTES, "little"))
    for name in COLUMNS:
        digest.update(f"{name}\n".encode())
        cells = [values.get(name) for values in rows]
        if name in NUMBERS:
            width = ID_BYTES if name == "fide_id" else NUMBER_BYTES
            numbers = (NOTHING if cell is None else int(cell) for cell in cells)
            digest.update(b"".join(number.to_bytes(width, "little", signed=True) for number in numbers))
        else:
            texts = [str("" if cell is None else cell).encode("utf-8", "surrogatepass") for cell in cells]
            digest.update(b"".join(len(text).to_bytes(NUMBER_BYTES, "little") for text in texts))
            digest.update(b"".join(texts))
    return digest.hexdigest()
