"""The columns of a player record, and what to do when a writer misses them.

A record is moved when its writer counted bytes instead of characters, or when a name is longer than its field. How far
is found by trying: a move is taken only if everything after it stands in its columns, and it is always said.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from arpad.formats.trf.problems import problem

if TYPE_CHECKING:
    from arpad.formats.trf.problems import Facts
    from arpad.model.problems import FileProblem

FIRST_ROUND, STEP = 89, 10
"""Where the first block begins, with its two blanks, counted from 0; and how long a block is."""
NUMBER_END, NAME_AT, NAME_END = 8, 14, 47
NAME, RATING, FEDERATION, FIDE_ID, BIRTH, POINTS, RANK = (
    slice(14, 47), slice(48, 52), slice(53, 56), slice(57, 68), slice(69, 79), slice(80, 84), slice(85, 89),
)  # fmt: skip

_FIELDS = r" [\d ]{4} \D{3} [\w\- ]{11} [\d ./\-]{10} [\d., \-½]{4} [\d ]{4}"
_AFTER_NAME = re.compile(_FIELDS)
FITS = re.compile(r"[0-9A-Z]{3} [ \d]{4} .{4} .{33}" + _FIELDS)
"""Columns 1 to 89: every field between its blanks."""
BLOCK = re.compile(r"  (?:   \d|  \d\d| \d{3}|\d{4}|\d{3} |\d\d  |\d   |    ) [wbWBsS\- ] [1=0+\-WDLHFUZwdlhfuzXx?*½ ]")
"""One round: two blanks, opponent, blank, colour, blank, result."""
_TOKENS = re.compile(
    r" +(\d{3,4})?(?: +([A-Za-z]{3}))?(?: +(\d{5,11}|-+))?(?: +(\d{4}[./\-]\d\d[./\-]\d\d))?"
    r"(?: +(\d{1,3}[.,]\d))?(?: +(\d{1,4}))? *"
)
"""The fields after the name one after the other, each with a form of its own."""
_NUMBER = re.compile(r"[0-9A-Z]{3} {0,9}(\d{1,4})(?!\d)")
_MOVES = tuple(move for size in range(1, 9) for move in (-size, size))
_BETWEEN = (47, 52, 56, 68, 79, 84)
_ENOUGH = 40
"""So many rounds are looked at to find how far they are moved."""


class RecordColumns(NamedTuple):
    """A record put into its columns."""

    text: str
    """Columns 1 to 89."""
    name: str
    """The name, also where it is longer than its field."""
    rounds: str
    """The blocks of the rounds."""
    at: int
    """The column at which the blocks stand in the record as it was, counted from 0."""


def in_columns(text: str, line: int, problems: list[FileProblem]) -> RecordColumns:
    """Put a record that does not stand in its columns into them, and say what was moved."""
    moved_text, head = _numbered(text, line, problems)
    name_at = NAME_AT
    if moved_text[NAME_AT - 1 : NAME_AT].strip():
        name_at = NAME_AT - 1
        _name_early(moved_text, line, problems)
    shift, rounds = _moves(moved_text, line, problems)
    static = _moved(moved_text, shift).ljust(FIRST_ROUND)
    end, at = NAME_END + max(shift, 0), FIRST_ROUND + rounds
    if not shift and not _between_blanks(static):
        static = _by_form(static, line, problems)
    name = (moved_text if shift > 0 else static)[name_at:end].strip()
    return RecordColumns(static, name, _blocks_from(moved_text, shift, at), at + head)


def _numbered(text: str, line: int, problems: list[FileProblem]) -> tuple[str, int]:
    """Bring the starting number to its columns: with the whole record, or alone."""
    match = _NUMBER.match(text)
    in_place = text[4:8].strip().isdecimal() and not text[3].strip() and not text[NUMBER_END : NUMBER_END + 1].strip()
    if match is None or in_place:
        return text, 0
    move = match.end(1) - NUMBER_END
    whole = f"{text[:3]} {match[1]:>4}{text[match.end(1) :]}"
    if move and FITS.match(whole.ljust(FIRST_ROUND)):
        problems.append(problem("misaligned", line, 5, says="from_5", **_sideways(move)))
        return whole, move
    alone = f"{text[:3]} {match[1]:>4} {text[NUMBER_END + 1 :]}"
    if move <= 1 and FITS.match(alone.ljust(FIRST_ROUND)):
        problems.append(problem("misaligned", line, 5, says="number", number=match[1]))
        return alone, 0
    problems.append(problem("misaligned_unclear", line, 5, says="number"))
    return whole, move


def _name_early(text: str, line: int, problems: list[FileProblem]) -> None:
    if text[NAME_AT - 2].strip():
        problems.append(problem("misaligned_unclear", line, NAME_AT, says="title_and_name"))
    else:
        problems.append(problem("misaligned", line, NAME_AT, says="name"))


def _moves(text: str, line: int, problems: list[FileProblem]) -> tuple[int, int]:
    """Find by how many columns the fields after the name, and the rounds, are moved; say it."""
    shift = 0
    if not _between_blanks(text) or _wrong_blocks(text, 0, FIRST_ROUND):
        fitting = [
            move
            for move in (0, *_MOVES)
            if _AFTER_NAME.match(moved := _moved(text, move).ljust(FIRST_ROUND), NAME_END) and moved[NAME].strip()
        ]
        shift = min(fitting, key=lambda move: (_wrong_blocks(text, move, FIRST_ROUND + move), abs(move)), default=0)
        if 0 in fitting and _wrong_blocks(text, shift, FIRST_ROUND + shift):
            shift = 0
    rounds = shift
    if _wrong_blocks(text, shift, FIRST_ROUND + shift):
        rounds += next((move for move in _MOVES if not _wrong_blocks(text, shift, FIRST_ROUND + shift + move)), 0)
    if shift:
        problems.append(problem("misaligned", line, NAME_END + 1, says="from_48", **_sideways(shift)))
    if rounds != shift:
        problems.append(problem("misaligned", line, FIRST_ROUND + 3, says="rounds", **_sideways(rounds)))
    return shift, rounds


def _between_blanks(text: str) -> bool:
    """Tell whether the fields after the name have their blanks between them, whatever stands in the fields."""
    return not any(text[column : column + 1].strip() for column in _BETWEEN)


def _moved(text: str, shift: int) -> str:
    """Move what stands after the name back to where it belongs."""
    if shift >= 0:
        return text[:NAME_END] + text[NAME_END + shift :]
    return text[: NAME_END + shift] + " " * -shift + text[NAME_END + shift :]


def _blocks_from(text: str, shift: int, at: int) -> str:
    """Give the blocks from a column on; what stands there of the fields before them is no part of them."""
    end = FIRST_ROUND + shift
    return " " * (end - at) + text[end:] if at < end else text[at:]


def _wrong_blocks(text: str, shift: int, at: int) -> int:
    """Count the rounds that do not stand in their columns if the first begins here."""
    blocks = _blocks_from(text, shift, at)[: _ENOUGH * STEP]
    cut = (blocks[column : column + STEP] for column in range(0, len(blocks), STEP))
    return sum(not BLOCK.match(block.ljust(STEP)) for block in cut)


def _by_form(text: str, line: int, problems: list[FileProblem]) -> str:
    """Put the fields after the name into their columns, if they are told apart by their form; else leave them."""
    match = _TOKENS.fullmatch(text[NAME_END:FIRST_ROUND]) if not text[NAME_END : NAME_END + 1].strip() else None
    if match is None:
        problems.append(problem("misaligned_unclear", line, says="record"))
        return text
    problems.append(problem("misaligned", line, NAME_END + 1, says="by_form"))
    rating, federation, fide_id, birth, score, rank = (part or "" for part in match.groups())
    return f"{text[:47]} {rating:>4} {federation:3} {fide_id:>11} {birth:10} {score:>4} {rank:>4}"


def _sideways(shift: int) -> Facts:
    """Give by how much and to which side something is moved."""
    return {"columns": abs(shift), "right": shift > 0}
