"""The player record, 001: the same columns in 2006, 2016 and 2026, and what to do when a writer misses them.

Each round is a block of ten columns. Blocks repeat a great deal within a file, so each is parsed once and remembered.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.formats.trf_codes import problem
from arpad.formats.trf_dates import born
from arpad.model.numbers import Hundredths, Rating
from arpad.model.tournament import EMPTY, NOT_PAIRED, UNKNOWN, Entry, Pairing

if TYPE_CHECKING:
    from arpad.model.file_problems import FileProblem
    from arpad.model.period import Born

FIRST_ROUND, STEP = 89, 10
"""Where the first block begins, with its two blanks, counted from 0; and how long a block is."""
NAME, RATING, FEDERATION, FIDE_ID, BIRTH, POINTS, RANK = (
    slice(14, 47), slice(48, 52), slice(53, 56), slice(57, 68), slice(69, 79), slice(80, 84), slice(85, 89),
)  # fmt: skip
MAX_ROUNDS = 999

_TITLES = {
    "GM": "g gm", "IM": "m im", "FM": "f fm", "CM": "c cm",
    "WGM": "wg wgm", "WIM": "wm wim", "WFM": "wf wfm", "WCM": "wc wcm",
}  # fmt: skip
TITLES = {spelling: title for title, spellings in _TITLES.items() for spelling in spellings.split()}
_SEXES = {"m": "m", "f": "w", "w": "w", "": None}
_RESULT_OF = {letter: letter.upper() for letter in "1=0+-WDLHFUZwdlhfuz"} | {
    " ": EMPTY, "": EMPTY, "½": "=", "X": UNKNOWN, "x": UNKNOWN, "?": UNKNOWN, "*": UNKNOWN,
}  # fmt: skip
_COLOURS = {"w": "w", "W": "w", "b": "b", "B": "b", "s": "b", "S": "b", "-": None, " ": None, "": None}
_BYES = {"1": "F", "=": "H", "0": "Z", "+": "F", "-": "Z"}
"""What a result against nobody means: 2006 had no letters for byes."""
_POINTS = re.compile(r"(-?\d{1,3})(?:[.,](\d)|½)?|½")
_STATIC = re.compile(
    r" [\d ]{4} [A-Za-z?\- ]{3} [\w\- ]{11} [\d ./\-]{10} [\d., \-½]{4} [\d ]{4}|"  # all of it
    r" [\d ]{0,4}(?: [A-Za-z?\- ]{0,3}(?: [\w\- ]{0,11}(?: [\d ./\-]{0,10}(?: [\d., \-½]{0,4}(?: [\d ]{0,4})?)?)?)?)?"
)
"""Columns 48 to 89, or less at the end of a line."""
_TOKENS = re.compile(
    r" +(\d{3,4})?(?: +([A-Za-z]{3}))?(?: +(\d{5,11}|-+))?(?: +(\d{4}[./\-]\d\d[./\-]\d\d))?"
    r"(?: +(\d{1,3}[.,]\d))?(?: +(\d{1,4}))? *"
)
"""The same fields one after the other, each with a form of its own."""
_BLOCK = re.compile(r"  (?:[ ]{0,3}\d{1,4}|    ) [wbWBsS\- ] [1=0+\-WDLHFUZwdlhfuzXx?*½ ]")
_SHIFTS = (-1, 1, -2, 2, -3, 3, -4, 4, -5, 5, -6, 6, -7, 7, -8, 8)

Parsed = tuple[Pairing, tuple[str, ...], str]
_parsed: dict[str, Parsed] = {}
_REMEMBERED = 100_000


@dataclass(frozen=True, slots=True)
class Row:
    """A player record as read, and what was wrong with it."""

    entry: Entry | None
    problems: tuple[FileProblem, ...]
    old_byes: bool = False
    """A bye is written as a result against nobody, as in 2006."""


def player(text: str, line: int) -> Row:
    """Read a player record."""
    found: list[FileProblem] = []
    if "\t" in text:
        said = "The player record holds tabs. They were read as blanks up to the next multiple of eight columns."
        found.append(problem("tabs", said, "Write blanks instead of tabs.", line, text.index("\t") + 1))
        text = text.expandtabs(8)
    shift, round_shift = 0, 0
    if not _fits(text):
        shift, round_shift = _moved(text, line, found)
    static = _in_columns(text, line, found) if not shift else _shifted(text, 47, shift)
    rounds, old_byes = _rounds(text, FIRST_ROUND + round_shift, line, found)
    entry = _entry(static, rounds, line, found)
    return Row(entry, tuple(found), old_byes)


def _entry(text: str, rounds: tuple[Pairing, ...], line: int, found: list[FileProblem]) -> Entry | None:
    digits = text[4:8].strip()
    if not digits.isdecimal() or not int(digits):
        said = f"The starting number in columns 5 to 8 is {digits!r}; nobody can be paired with this record."
        found.append(problem("number_missing", said, "Write the starting number, right-aligned.", line, 5))
        return None
    name = text[NAME].strip()
    if not name:
        found.append(problem("name_missing", f"Player {int(digits)} has no name.", "Write it.", line, 15))
    day, readable = born(text[BIRTH])
    if not readable:
        said = f"The birth date {text[BIRTH].strip()!r} is not of the form YYYY/MM/DD"
        said += f"; it was read as {_day(day)}." if day else " and was left out."
        found.append(problem("birth_unreadable", said, "Write it as YYYY/MM/DD, or only the year.", line, 70))
    federation = text[FEDERATION].strip()
    return Entry(
        number=int(digits),
        name=name,
        rounds=rounds,
        sex=_sex(text[9:10], line, found),
        title=_title(text[10:13].strip(), line, found),
        rating=_rating(text[RATING].strip(), line, found),
        federation=federation or None,
        fide_id=_fide_id(text[FIDE_ID].strip(), line, found),
        born=day,
        points=_points(text[POINTS].strip(), line, found),
        rank=_rank(text[RANK].strip(), line, found),
        line=line,
    )


def _day(day: Born) -> str:
    return f"{day.year}-{day.month:02}-{day.day:02}" if day.month and day.day else str(day.year)


def _sex(char: str, line: int, found: list[FileProblem]) -> str | None:
    if char.strip().casefold() in _SEXES:
        return _SEXES[char.strip().casefold()]
    found.append(problem("sex_unknown", f"The sex is {char!r}, neither m nor w.", "Write m or w.", line, 10))
    return None


def _title(text: str, line: int, found: list[FileProblem]) -> str | None:
    if not text:
        return None
    if text.casefold() in TITLES:
        return TITLES[text.casefold()]
    found.append(problem("title_unknown", f"{text!r} is no title of FIDE; it was kept as it is.", "", line, 11))
    return text


def _rating(text: str, line: int, found: list[FileProblem]) -> Rating | None:
    if not text:
        return None
    if text.isdecimal():
        return Rating(int(text)) if int(text) else None
    said = f"The rating is {text!r}, which is no number; the player was read as unrated."
    found.append(problem("rating_unreadable", said, "Write the rating in columns 49 to 52.", line, 49))
    return None


def _fide_id(text: str, line: int, found: list[FileProblem]) -> int | None:
    if not text.strip("-0 "):
        return None
    if text.isdecimal():
        return int(text)
    said = f"The FIDE number is {text!r}, which is no number; it was left out."
    found.append(problem("fide_id_unreadable", said, "Write only digits, right-aligned to column 68.", line, 58))
    return None


def points(text: str) -> Hundredths | None:
    """Read points such as 11.5; None where it is none.

    >>> points("11.5"), points("4"), points("½"), points("x")
    (1150, 400, 50, None)
    """
    found = _POINTS.fullmatch(text)
    if not found:
        return None
    if text.endswith("½"):
        return Hundredths(int(found[1] or 0) * 100 + 50)
    whole = int(found[1]) * 100
    tenths = int(found[2] or 0) * 10
    return Hundredths(whole - tenths if text.startswith("-") else whole + tenths)


def _points(text: str, line: int, found: list[FileProblem]) -> Hundredths | None:
    value = points(text)
    if text and value is None:
        said = f"The points are {text!r}, which is no number such as 4.5; they were left out."
        found.append(problem("points_unreadable", said, "Write them in columns 81 to 84.", line, 81))
    return value


def _rank(text: str, line: int, found: list[FileProblem]) -> int | None:
    if not text:
        return None
    if text.isdecimal():
        return int(text)
    said = f"The rank is {text!r}, which is no number; it was left out."
    found.append(problem("rank_unreadable", said, "Write it in columns 86 to 89.", line, 86))
    return None


def _rounds(text: str, first: int, line: int, found: list[FileProblem]) -> tuple[tuple[Pairing, ...], bool]:
    """Read the blocks; blank ones at the end are no rounds."""
    made: list[Pairing] = []
    used, old_byes = 0, False
    for column in range(first, len(text), STEP):
        block = text[column : column + STEP]
        known = _parsed.get(block) or _remember(block)
        made.append(known[0])
        if known[2]:
            used = len(made)
            old_byes = old_byes or known[2] == "old"
        if known[1]:
            found.extend(_block_problem(code, block, column, len(made), line) for code in known[1])
    return tuple(made[:used]), old_byes


def _remember(block: str) -> Parsed:
    if len(_parsed) > _REMEMBERED:
        _parsed.clear()
    _parsed[block] = made = _block(block)
    return made


def _block(block: str) -> Parsed:
    """Parse ten columns: two blanks, opponent, blank, colour, blank, result. Also say whether anything stands there."""
    if not block.strip():
        return NOT_PAIRED, (), ""
    codes = []
    digits = block[2:6].strip()
    opponent: int | None = None
    if digits.isdecimal():
        opponent = int(digits) or None
    elif digits and digits.strip("-"):
        codes.append("opponent_unreadable")
    colour = _COLOURS.get(block[7:8], UNKNOWN)
    if colour == UNKNOWN:
        codes.append("colour_unknown")
        colour = None
    result = _RESULT_OF.get(block[9:10])
    if result is None:
        codes.append("result_unknown")
        result = UNKNOWN
    used = "used"
    if opponent is None and not codes and result in _BYES:
        if digits:
            used = "old"
        result = _BYES[result]
    return Pairing(opponent, colour, result), tuple(codes), used


def _block_problem(code: str, block: str, column: int, number: int, line: int) -> FileProblem:
    at, what, fix = {
        "opponent_unreadable": (3, block[2:6].strip(), "Write the opponent's starting number, or 0000 for none."),
        "colour_unknown": (8, block[7:8], "Write w, b or -."),
        "result_unknown": (10, block[9:10], "Write one of 1 = 0 + - W D L H F U Z."),
    }[code]
    word = code.partition("_")[0]
    said = f"Round {number} has {what!r} as {word}, which is none; this round counts as not played."
    if code == "colour_unknown":
        said = f"Round {number} has {what!r} as colour; it was read without one."
    return problem(code, said, fix, line, column + at)


def _fits(text: str) -> bool:
    """Tell whether a record stands in its columns: fields between their blanks, and blocks between theirs."""
    if len(text) <= 47:  # noqa: PLR2004 - up to the name
        return True
    if not _STATIC.fullmatch(text, 47, min(len(text), FIRST_ROUND)):
        return False
    return all(
        block in _parsed or not block.strip() or _BLOCK.match(block.ljust(STEP))
        for block in (text[column : column + STEP] for column in range(FIRST_ROUND, len(text), STEP))
    )


def _wrong_blocks(text: str, first: int) -> int:
    return sum(
        1
        for column in range(first, len(text), STEP)
        if text[column : column + STEP].strip() and not _BLOCK.match(text[column : column + STEP].ljust(STEP))
    )


def _shifted(text: str, column: int, shift: int) -> str:
    """Move what stands from a column on back to where it belongs."""
    return text[:column] + " " * -shift + text[column:] if shift < 0 else text[:column] + text[column + shift :]


def _moved(text: str, line: int, found: list[FileProblem]) -> tuple[int, int]:
    """Find by how many columns the fields after the name, and the rounds, are moved; say it."""
    shift = 0
    if not _STATIC.fullmatch(text, 47, min(len(text), FIRST_ROUND)):
        fitting = [
            one
            for one in _SHIFTS
            if _STATIC.fullmatch(moved := _shifted(text, 47, one), 47, min(len(moved), FIRST_ROUND))
            and moved[NAME].strip()
        ]
        shift = min(fitting, key=lambda one: (_wrong_blocks(text, FIRST_ROUND + one), abs(one)), default=0)
    before = _wrong_blocks(text, FIRST_ROUND + shift)
    best = min((0, *_SHIFTS), key=lambda one: (_wrong_blocks(text, FIRST_ROUND + shift + one), abs(one)))
    rounds = shift + (best if _wrong_blocks(text, FIRST_ROUND + shift + best) == 0 < before else 0)
    fix = "Write every field in its columns; count characters, not bytes."
    if shift:
        said = f"From column 48 on the record is moved {_sideways(shift)}; it was read there."
        found.append(problem("misaligned", said, fix, line, 48))
    if rounds != shift:
        said = f"The rounds are moved {_sideways(rounds)}; they were read there."
        found.append(problem("misaligned", said, fix, line, FIRST_ROUND + 3))
    return shift, rounds


def _in_columns(text: str, line: int, found: list[FileProblem]) -> str:
    """Put the fields after the name into their columns, if they are told apart by their form; else leave them."""
    tail = text[47:FIRST_ROUND]
    if not any(text[column : column + 1].strip() for column in (47, 52, 56, 68, 79, 84)):
        return text
    fix = "Write every field in its columns; count characters, not bytes."
    match = _TOKENS.fullmatch(tail) if text[46:48].strip() == text[46:47].strip() else None
    if match is None:
        said = "The record does not stand in its columns, and no single move of up to eight columns explains it."
        found.append(problem("misaligned_unclear", said, fix, line))
        return text
    said = "The fields after the name do not stand in their columns; they were told apart by their form."
    found.append(problem("misaligned", said, fix, line, 48))
    rating, federation, fide_id, birth, score, rank = (part or "" for part in match.groups())
    return f"{text[:47]} {rating:>4} {federation:3} {fide_id:>11} {birth:10} {score:>4} {rank:>4}{text[FIRST_ROUND:]}"


def _sideways(shift: int) -> str:
    size = abs(shift)
    return f"{size} column{'s' if size > 1 else ''} to the {'right' if shift > 0 else 'left'}"
