"""The player record, 001: the same columns in 2006, 2016 and 2026.

Each round is a block of ten columns. Blocks repeat a great deal within a file, so each is parsed once and remembered.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, cast

from arpad.formats.trf.columns import (
    BIRTH,
    BLOCK,
    FEDERATION,
    FIDE_ID,
    FIRST_ROUND,
    FITS,
    NAME,
    POINTS,
    RANK,
    RATING,
    STEP,
    in_columns,
)
from arpad.formats.trf.dates import born
from arpad.formats.trf.problems import problem
from arpad.model.numbers import Hundredths, Rating
from arpad.model.tournament import EMPTY, NOT_PAIRED, UNKNOWN, Entry, Pairing

if TYPE_CHECKING:
    from arpad.model.period import Born
    from arpad.model.problems import FileProblem, ProblemFacts

MAX_ROUNDS = 999

_TITLES = {
    "GM": "g gm", "IM": "m im", "FM": "f fm", "CM": "c cm",
    "WGM": "wg wgm", "WIM": "wm wim", "WFM": "wf wfm", "WCM": "wc wcm",
}  # fmt: skip
TITLES = {spelling: title for title, spellings in _TITLES.items() for spelling in spellings.split()}
SEXES = {"m": "m", "M": "m", "f": "w", "F": "w", "w": "w", "W": "w", " ": None}
_RESULT_OF = {letter: letter.upper() for letter in "1=0+-WDLHFUZwdlhfuz"} | {
    " ": EMPTY, "½": "=", "X": UNKNOWN, "x": UNKNOWN, "?": UNKNOWN, "*": UNKNOWN,
}  # fmt: skip
_LETTERS = frozenset("WDLHFUZ")
_COLOURS = {"w": "w", "W": "w", "b": "b", "B": "b", "s": "b", "S": "b", "-": None, " ": None}
_BYES = {"1": "F", "=": "H", "0": "Z"}
"""What the result of a game means against nobody: 2006 had no letters for byes."""
_LONGEST = len("-1234.5")
_POINTS = re.compile(r"(-?\d{1,4})(?:[.,](\d)|½)?|½", re.ASCII)

BLANK, SIGN, LETTER, MOVED = "blank", "sign", "letter", "moved"
"""What is to be told of a round: nothing stands there; a bye written as a result; a letter of 2016; not in columns."""
PROBLEMS = frozenset(("opponent_unreadable", "colour_unknown", "result_unknown", "opponent_missing"))
_FAULTS = PROBLEMS | {MOVED}
_NOTHING: frozenset[str] = frozenset()
_SCHEDULED = frozenset("1=0+-")

Block = tuple[Pairing, frozenset[str]]
_REMEMBERED = 100_000


class _Blocks(dict[str, Block]):
    """Every block that was met, parsed."""

    def __missing__(self, block: str) -> Block:
        if len(self) > _REMEMBERED:
            self.clear()
        parsed = self[block] = _parsed(block.ljust(STEP))
        return parsed


class _Games(dict[str, Pairing | None]):
    """The blocks of plain games, which nearly all are; None for anything else."""

    def __missing__(self, block: str) -> Pairing | None:
        if len(self) > _REMEMBERED:
            self.clear()
        opponent, usual = _NUMBERS[block[:6]], _USUAL.get(block[6:])
        pairing = self[block] = Pairing(opponent, *usual) if opponent and usual else None
        return pairing


class _Numbers(dict[str, int]):
    """The starting numbers that stand in their columns, after two blanks; 0 for anything else."""

    def __missing__(self, text: str) -> int:
        if len(self) > _REMEMBERED:
            self.clear()
        number = self[text] = int(text) if _NUMBER.fullmatch(text) else 0
        return number


_NUMBERS = _Numbers()
_NUMBER = re.compile(r"  (?:   \d|  \d\d| \d{3}|\d{4}|\d{3} |\d\d  |\d   )", re.ASCII)
_USUAL = {f" {colour} {result}": (colour, result) for colour in "wb" for result in "1=0"}
"""A game that was played, as nearly every round is."""


_BLOCKS, _GAMES = _Blocks(), _Games()


def forget() -> None:
    """Forget what was met so far, in whatever file; for measuring only."""
    for known in (_BLOCKS, _GAMES, _NUMBERS):
        known.clear()


def player(text: str, line: int, problems: list[FileProblem]) -> tuple[Entry | None, frozenset[str]]:
    """Read a player record; also say what is special about the rounds."""
    if "\t" in text:
        problems.append(problem("tabs", line, text.index("\t") + 1))
        text = text.expandtabs(8)
    static = text if len(text) >= FIRST_ROUND else text.ljust(FIRST_ROUND)
    rounds, special = _rounds(text, FIRST_ROUND)
    name = static[NAME].strip()
    if MOVED in special or not FITS.match(static):
        static, name, blocks, at = in_columns(text, line, problems)
        rounds, special = _rounds(blocks, 0)
        if special & _FAULTS:
            _say(blocks, at, line, problems)
    elif special & _FAULTS:
        _say(text[FIRST_ROUND:], FIRST_ROUND, line, problems)
    if len(rounds) > MAX_ROUNDS:
        facts: ProblemFacts = {"rounds": len(rounds), "most": MAX_ROUNDS}
        problems.append(problem("too_many_rounds", line, FIRST_ROUND + 3, says="record", mends="split", **facts))
        rounds = rounds[:MAX_ROUNDS]
    return _entry(static, name, tuple(rounds), line, problems), special


def _rounds(text: str, first: int) -> tuple[list[Pairing], frozenset[str]]:
    """Read the blocks, and say what is special about them; blank ones at the end are no rounds."""
    games = [_GAMES[text[column : column + STEP]] for column in range(first, len(text), STEP)]
    if all(games):
        return cast("list[Pairing]", games), _NOTHING
    pairings: list[Pairing] = []
    specials: frozenset[str] = frozenset()
    used = 0
    for column in range(first, len(text), STEP):
        pairing, special = _BLOCKS[text[column : column + STEP]]
        pairings.append(pairing)
        if special:
            specials |= special
            if BLANK in special:
                continue
        used = len(pairings)
    return pairings[:used], specials


def _parsed(block: str) -> Block:
    """Parse ten columns: two blanks, opponent, blank, colour, blank, result."""
    if not block.strip():
        return NOT_PAIRED, frozenset((BLANK,))
    special = [] if BLOCK.match(block) else [MOVED]
    digits = block[2:6].strip()
    opponent = int(digits) or None if digits.isdecimal() else None
    if digits.strip("-") and not digits.isdecimal():
        special.append("opponent_unreadable")
    colour = _COLOURS.get(block[7])
    if block[7] not in _COLOURS:
        special.append("colour_unknown")
    result = _RESULT_OF.get(block[9], UNKNOWN)
    if block[9] not in _RESULT_OF:
        special.append("result_unknown")
    if result in _LETTERS:
        special.append(LETTER)
    if opponent is None and not PROBLEMS & set(special):
        if colour is not None and result in _SCHEDULED:
            special.append("opponent_missing")
        elif result in _BYES or result == "+" or (result == "-" and digits):
            special.append(SIGN)
        elif result == "-":
            result = "Z"
        result = _BYES.get(result, result)
    return Pairing(opponent, colour if opponent else None, result), frozenset(special)


def in_letters(entry: Entry) -> Entry:
    """Write byes that are told by a sign with the letters of 2016."""
    signs = {"+": "F", "-": "Z"}
    rounds = tuple(
        Pairing(None, pairing.colour, signs[pairing.result])
        if pairing.opponent is None and pairing.result in signs
        else pairing
        for pairing in entry.rounds
    )
    return replace(entry, rounds=rounds)


def _say(blocks: str, at: int, line: int, problems: list[FileProblem]) -> None:
    """Tell what is wrong with the rounds of a record."""
    for number, start in enumerate(range(0, len(blocks), STEP), 1):
        block, column = blocks[start : start + STEP], at + start
        special = _BLOCKS[block][1]
        problems.extend(_block_problem(code, block, column, number, line) for code in sorted(special & PROBLEMS))
        if MOVED in special and not special & PROBLEMS:
            facts = {"round": number, "text": block, **_round(block)}
            problems.append(problem("misaligned_unclear", line, column + 3, says="round", mends="fix_round", **facts))


def _round(block: str) -> ProblemFacts:
    """Give as what a round was read."""
    pairing = _BLOCKS[block][0]
    return {"opponent": pairing.opponent, "colour": pairing.colour, "result": pairing.result}


def _block_problem(code: str, block: str, column: int, number: int, line: int) -> FileProblem:
    at, text = {
        "opponent_unreadable": (3, block[2:6].strip()),
        "opponent_missing": (3, block[7:10]),
        "colour_unknown": (8, block[7:8]),
        "result_unknown": (10, block[9:10]),
    }[code]
    return problem(code, line, column + at, round=number, text=text)


def _entry(text: str, name: str, rounds: tuple[Pairing, ...], line: int, problems: list[FileProblem]) -> Entry | None:
    digits = text[4:8].strip()
    number = int(digits) if digits.isdecimal() else 0
    if not number:
        problems.append(problem("number_missing", line, 5, text=digits))
        return None
    if not name:
        problems.append(problem("name_missing", line, 15, number=number))
    sex, title, rating, federation = text[9], text[10:13].strip(), text[RATING].strip(), text[FEDERATION].strip()
    fide_id, birth, rank = text[FIDE_ID].strip(), text[BIRTH], text[RANK].strip()
    day, readable = born(birth)
    if not readable:
        problems.append(problem("birth_unreadable", line, 70, text=birth.strip(), day=_day(day) if day else None))
    if sex not in SEXES:
        problems.append(problem("sex_unknown", line, 10, text=sex))
    return Entry(
        number,
        name,
        rounds,
        SEXES.get(sex),
        _title(title, line, problems) if title else None,
        _rating(rating, line, problems) if rating else None,
        federation or None,
        _fide_id(fide_id, line, problems) if fide_id else None,
        day,
        _points(text[POINTS].strip(), line, problems),
        _rank(rank, line, problems) if rank else None,
        line=line,
    )


def _day(day: Born) -> str:
    return f"{day.year}-{day.month:02}-{day.day:02}" if day.month and day.day else str(day.year)


def _title(text: str, line: int, problems: list[FileProblem]) -> str:
    if text.casefold() in TITLES:
        return TITLES[text.casefold()]
    problems.append(problem("title_unknown", line, 11, text=text))
    return text


def _rating(text: str, line: int, problems: list[FileProblem]) -> Rating | None:
    if text.isdecimal():
        return Rating(int(text)) if int(text) else None
    problems.append(problem("rating_unreadable", line, 49, text=text))
    return None


def _fide_id(text: str, line: int, problems: list[FileProblem]) -> int | None:
    if not text.strip("-0 "):
        return None
    if text.isdecimal():
        return int(text)
    problems.append(problem("fide_id_unreadable", line, 58, text=text))
    return None


def points(text: str) -> Hundredths | None:
    """Read points such as 11.5; None where it is none.

    >>> points("11.5"), points("4"), points("½"), points("x")
    (1150, 400, 50, None)
    """
    return _known_points(text) if len(text) <= _LONGEST else None


@lru_cache(maxsize=4096)
def _known_points(text: str) -> Hundredths | None:
    match = _POINTS.fullmatch(text)
    if not match:
        return None
    if text.endswith("½"):
        return Hundredths(int(match[1] or 0) * 100 + 50)
    whole = int(match[1]) * 100
    tenths = int(match[2] or 0) * 10
    return Hundredths(whole - tenths if text.startswith("-") else whole + tenths)


def _points(text: str, line: int, problems: list[FileProblem]) -> Hundredths | None:
    value = points(text)
    if text and value is None:
        problems.append(problem("points_unreadable", line, 81, text=text))
    return value


def _rank(text: str, line: int, problems: list[FileProblem]) -> int | None:
    if text.isdecimal():
        return int(text)
    problems.append(problem("rank_unreadable", line, 86, text=text))
    return None
