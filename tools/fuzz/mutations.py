"""Inputs that nobody meant: samples of everything arpad reads, changed at random, also in the terms of their format."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

MOST_BYTES = 60_000
"""So long an input becomes; the limits of the readers themselves are tried by tests."""
NUMBERS = (
    "0", "-1", "1", "00", "9999", "10000", "65535", "65536", "2147483648", "-2147483649", "9223372036854775808",
    "1e400", "-1e400", "0.5", ".5", "1/2", "NaN", "inf", "0x10", "1_000", "9" * 20, "9" * 400, "9" * 5000, "٣", "½",
    "0x" + "f" * 5000, "1e-400", "-0", "+1", "²",
)  # fmt: skip
DAYS = (
    "0001-01-01", "9999-12-31", "2026-02-30", "2200-01-01", "1899-12-31", "2025-12-31", "2024-02-29", "25/13/01",
    "0000/00/00", "2025/03/01", "01.02.03", "2026-11-01T00:00:00Z",
)  # fmt: skip
TEXTS = (
    "", " ", "\t", "\0", "\x1b[2J", "\x9b", "\u202e", "\ufeff", "\u2028", "\ud800", "é", "Ő", "中", "\U0001f600",
    "=1+1", "@x", "'", '"', "''", ",", ";", "|", "\\", "/", "../../x", "<", ">", "&", "&amp;", "]]>", "<![CDATA[",
    "<!--", "-->", "<?x", "?>", "<player>", "</player>", "true", "null", "none", "[", "{", "x" * 300, "a." * 40 + "a",
    "\r", "\n", "\r\n", "~", "~\0", "~nobody/x", "%s", "{0}", "-", "--", "-o",
)  # fmt: skip
BYTES = (
    b"\xff", b"\xfe\xff", b"\xff\xfe", b"\xef\xbb\xbf", b"\x80", b"\xc3", b"\xed\xa0\x80", b"\x1f\x8b", b"\x00", b"x^",
)  # fmt: skip
RECORDS = (b"001", b"012", b"132", b"013", b"310", b"XXR", b"092", b"142", b"222")
_NUMBER = re.compile(rb"\d+")
MOST_DIGITS = 15
"""A number with more digits is none of the samples'."""


def happens(chance: Random, percent: int) -> bool:
    """Tell whether something happens that does so often."""
    return chance.randrange(100) < percent


def sign(chance: Random) -> bytes:
    """Give a piece that is seldom meant."""
    pools: tuple[Any, ...] = (NUMBERS, DAYS, TEXTS, BYTES)
    piece = chance.choice(chance.choice(pools))
    return piece if isinstance(piece, bytes) else str(piece).encode("utf-8", "surrogatepass")


def of_bytes(raw: bytes, chance: Random, others: tuple[bytes, ...]) -> bytes:  # noqa: C901, PLR0911 - one way each
    """Change bytes, whatever they mean."""
    start = chance.randrange(len(raw) + 1)
    end = min(len(raw), start + chance.choice((1, 1, 2, 8, 40, 300)))
    match chance.randrange(10):
        case 0 if raw:
            place = chance.randrange(len(raw))
            return raw[:place] + bytes([raw[place] ^ (1 << chance.randrange(8))]) + raw[place + 1 :]
        case 1:
            return raw[:start] + sign(chance) + raw[end:]
        case 2:
            return raw[:start] + raw[end:]
        case 3:
            return raw[:end] + raw[start:end] * chance.choice((1, 2, 20)) + raw[end:]
        case 4:
            return raw[:start]
        case 5:
            other = chance.choice(others)
            place = chance.randrange(len(other) + 1)
            return raw[:start] + other[place : place + chance.choice((10, 100, 2000))] + raw[end:]
        case 6:
            numbers = list(_NUMBER.finditer(raw[:MOST_BYTES]))
            if numbers:
                number = chance.choice(numbers)
                value = chance.choice((*NUMBERS, *DAYS)).encode()
                return raw[: number.start()] + value + raw[number.end() :]
        case 7:
            piece = raw[start:end] or b"x"
            return raw[:start] + piece * (chance.choice((100, 2000)) // len(piece) + 1) + raw[end:]
        case 8:
            return chance.choice(BYTES) + raw
    return raw[:start] + sign(chance) + raw[start:]


def of_lines(raw: bytes, chance: Random, others: tuple[bytes, ...]) -> bytes:
    """Change lines and their columns: of reports and lists with fixed places."""
    lines = raw.split(b"\n")
    place = chance.randrange(len(lines))
    line = lines[place]
    match chance.randrange(8):
        case 0:
            del lines[place]
        case 1:
            lines.insert(chance.randrange(len(lines) + 1), line)
        case 2:
            other = chance.randrange(len(lines))
            lines[place], lines[other] = lines[other], line
        case 3:
            lines.insert(place, chance.choice(chance.choice(others).split(b"\n")))
        case 4:
            column = chance.randrange(len(line) + 1)
            lines[place] = line[:column] + b" " * chance.randrange(1, 9) + line[column:]
        case 5:
            column = chance.randrange(len(line) + 1)
            text = sign(chance)[: chance.choice((1, 3, 10))]
            lines[place] = line[:column] + text + line[column + len(text) :]
        case 6:
            lines[place] = chance.choice(RECORDS) + line[3:]
        case _:
            column = chance.randrange(len(line) + 1)
            lines[place] = line[:column]
    return b"\n".join(lines)


def rows_of(raw: bytes) -> list[list[str]]:
    """Give the cells of a table as text, as far as there are any."""
    try:
        rows = list(csv.reader(io.StringIO(raw.decode("utf-8", "replace"), newline="")))
    except csv.Error:
        rows = []
    return [row for row in rows if row] or [["fide_id", "name"], ["1", "Nobody"]]


def of_cells(raw: bytes, chance: Random, _: tuple[bytes, ...]) -> bytes:
    """Change cells and columns of a table as text."""
    rows = rows_of(raw)
    row = chance.choice(rows)
    match chance.randrange(5):
        case 0:
            row[chance.randrange(len(row))] = sign(chance).decode("utf-8", "replace")
        case 1:
            place = chance.randrange(len(rows[0]))
            rows = [cells[:place] + cells[place + 1 :] for cells in rows]
        case 2:
            place = chance.randrange(len(rows[0]))
            rows = [[*cells, *cells[place : place + 1]] for cells in rows]
        case 3:
            chance.shuffle(rows)
        case _:
            rows[0][chance.randrange(len(rows[0]))] = sign(chance).decode("utf-8", "replace")
    out = io.StringIO()
    quoting = chance.choice((csv.QUOTE_MINIMAL, csv.QUOTE_ALL))
    csv.writer(out, lineterminator="\n", quoting=quoting).writerows(rows)
    return out.getvalue().encode("utf-8", "replace")


def of_json(raw: bytes, chance: Random, _: tuple[bytes, ...]) -> bytes:
    """Change a value somewhere in a document."""
    try:
        document = json.loads(raw)
    except (ValueError, RecursionError):
        return raw
    text = json.dumps(_changed(document, chance), ensure_ascii=happens(chance, 50))
    return text.encode("utf-8", "surrogatepass")


def _changed(value: Any, chance: Random) -> Any:  # noqa: ANN401 - any JSON
    if isinstance(value, dict) and value and happens(chance, 85):
        key = chance.choice(list(value))
        if happens(chance, 10):
            return {name: part for name, part in value.items() if name != key}
        if happens(chance, 10):
            return value | {chance.choice(TEXTS): value[key]}
        return value | {key: _changed(value[key], chance)}
    if isinstance(value, list) and value and happens(chance, 85):
        place = chance.randrange(len(value))
        if happens(chance, 20):
            return value + value * chance.choice((1, 30))
        return [*value[:place], _changed(value[place], chance), *value[place + 1 :]]
    return chance.choice(
        (None, True, 0, -1, 1, 0.5, 10**20, 10**400, -(10**30), 1e300, [], {}, [[]], "x", *DAYS, *TEXTS, *NUMBERS)
    )


def of_toml(raw: bytes, chance: Random, others: tuple[bytes, ...]) -> bytes:
    """Change a key, a value or a line."""
    lines = raw.decode("utf-8", "replace").split("\n")
    settings = [place for place, line in enumerate(lines) if "=" in line]
    if not settings or happens(chance, 20):
        return of_lines(raw, chance, others)
    place = chance.choice(settings)
    key, _, value = lines[place].partition("=")
    quoted = f'"{chance.choice(NUMBERS)}"'
    values = (*NUMBERS, *DAYS, "true", "[]", "{}", "[[]]", '""', '"\\u0000"', '["~\\u0000"]', "'../x'", quoted, value)
    match chance.randrange(4):
        case 0:
            key = f"{key.strip()}.{key.strip()} "
        case 1:
            key = lines[chance.choice(settings)].partition("=")[0]
        case _:
            value = f" {chance.choice(values)}"
    lines[place] = f"{key}={value}"
    return "\n".join(lines).encode("utf-8", "surrogatepass")


def in_zip(raw: bytes, chance: Random) -> bytes:
    """Put a list into an archive, perhaps a damaged one."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in chance.choice((("a.txt",), ("a.xml",), ("a.csv", "b.csv"), ("../../x.txt",), ("a\0b.txt",), ())):
            archive.writestr(zipfile.ZipInfo(name.replace("\0", "")), raw)
    packed = out.getvalue()
    return packed if happens(chance, 50) else of_bytes(packed, chance, (raw,))


WAYS: dict[str, tuple[Callable[[bytes, Random, tuple[bytes, ...]], bytes], ...]] = {
    "lines": (of_lines, of_lines, of_bytes),
    "xml": (of_bytes, of_bytes, of_lines),
    "cells": (of_cells, of_bytes),
    "json": (of_json, of_json, of_bytes),
    "toml": (of_toml, of_toml, of_bytes),
    "bytes": (of_bytes,),
}


def nudged(raw: bytes, chance: Random) -> bytes:
    """Put another number of as many digits, or the next one, into the place of a number: most readers still take it."""
    numbers = list(_NUMBER.finditer(raw))
    if not numbers:
        return raw
    number = chance.choice(numbers)
    digits = len(number[0])
    if digits > MOST_DIGITS or happens(chance, 50):
        value = bytes(chance.choice(b"0123456789") for _ in range(digits))
    else:
        value = b"%0*d" % (digits, max(0, int(number[0]) + chance.choice((-1, 1, 10))))
    return raw[: number.start()] + value + raw[number.end() :]


def mutated(samples: tuple[bytes, ...], way: str, chance: Random) -> bytes:
    """Change a sample a few times: often only its numbers, so that it is read and something is worked out with it."""
    raw = chance.choice(samples)
    if happens(chance, 40):
        for _ in range(chance.choice((1, 2, 4))):
            raw = nudged(raw, chance)
        if happens(chance, 70):
            return raw
    for _ in range(chance.choice((1, 1, 2, 3, 6))):
        raw = chance.choice(WAYS[way])(raw, chance, samples)[:MOST_BYTES]
    return raw
