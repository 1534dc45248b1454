"""The records of a tournament report other than players: the header, teams, lists of byes and pairings, extensions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from arpad.formats.trf.columns import BIRTH, FEDERATION, FIDE_ID, FIRST_ROUND, FITS, NAME, RATING, in_columns
from arpad.formats.trf.dates import born
from arpad.formats.trf.players import SEXES, points
from arpad.formats.trf.problems import problem
from arpad.model.numbers import Hundredths, Rating
from arpad.model.tournament import ListRecord, NationalEntry, Team

if TYPE_CHECKING:
    from collections.abc import Callable

    from arpad.model.problems import FileProblem

ONCE = {
    "012": "name", "022": "city", "032": "federation", "042": "start", "052": "end", "062": "players_said",
    "072": "rated_said", "082": "teams_said", "092": "system", "102": "chief_arbiter", "122": "time",
    "142": "rounds_said", "152": "initial_colour", "172": "rank_method", "182": "controller", "192": "type_code",
    "202": "tie_breaks", "212": "standings", "222": "time_control", "352": "board_colours",
}  # fmt: skip
"""Records of the header that stand once, and what each holds."""
COUNTS = ("players_said", "rated_said", "teams_said", "rounds_said")
REPEATED = ("112", "132", "162", "362", "013", "310")
LISTS = ("240", "250", "260", "299", "300", "320", "330", "XXP", "XXA", "XXF")
EXTENSIONS = ("XXR", "XXC", "XXZ", "XXS", "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU", "DAT")
KEPT = (
    "801", "802", "XRS", "XID", "TNR", "ACC", "BYE", "FOR", "00A", "00B", "00C", "00D", "00E", "00F",
)  # fmt: skip
"""Records of programs and federations that say nothing about games; kept as they are."""
KNOWN = frozenset((*ONCE, *REPEATED, *LISTS, *EXTENSIONS, *KEPT, "001"))

_TYPES = re.compile(
    r"(?:FIDE_(?:DUTCH(?:_20\d\d)?|DUBOV|BURSTEIN|DOUBLESWISS|LIM)(?:_BAKU)?|CUSTOM_(?:DOUBLE)?SWISS"
    r"|(?:BERGER|FIDE|CUSTOM)_(?:TEAM_)?(?:DOUBLE)?ROUNDROBIN(?:_G\d+)?|(?:FIDE|CUSTOM)_SCHILLER(?:_\d+X\d+)?"
    r"|(?:FIDE|CUSTOM)_(?:DOUBLE)?SCHEVENINGEN(?:_G\d+)?|CUSTOM_(?:TEAM_)?KNOCKOUT"
    r"|FIDE_TEAM(?:_TYPE[AB])?(?:_MP_GP|_GP_MP|_MP|_GP)?(?:_BAKU)?|CUSTOM_TEAM_SWISS(?:_MP|_GP)?)"
)
_SCORING = re.compile(r"(?<![A-Z])([A-Z])\s*(-?\d{1,3}(?:[.,]\d)?)")
_MATCH_SCORING = re.compile(r"(T[WDL])\s*(-?\d{1,3}(?:[.,]\d)?)")
_EXTENDED_SCORING = re.compile(r"([A-Z]{1,3})\s*=\s*(-?\d{1,3}(?:[.,]\d)?)")
_SHORT_FOR = {
    "W": ("WW", "BW", "FW", "FPB"), "D": ("WD", "BD", "HPB"), "L": ("WL", "BL", "FL", "ZPB"),
}  # fmt: skip
"""The extension says some points in short."""
_OWN_CODE = re.compile(r"[A-Z][A-Z0-9]{2} ")
_NATIONAL = re.compile(r"[A-Z]{3} (?:   [0-9]|  [0-9]{2}| [0-9]{3}|[0-9]{4}) ")
_TEAM_2026 = re.compile(r"310 [ \d]{3} .{32} .{5} [\d., \-]{6} [\d., \-]{6} [\d., \-]{6} [ \d]{3}  [\d \t]*")
_TEAM_IDS = 36
"""Where the numbers of a team of 2006 begin, counted from 0; each has four columns and a blank."""
_DIGITS = re.compile(r"\d{1,4}", re.ASCII)
_ABNORMAL = frozenset("WDLFHZ+-")
_GAME_POINTS = 12
"""Points of matches end before this column, points of games begin after it."""
_BYE_COLUMN, _BYE_STEP = 14, 4


def knows_type(code: str) -> bool:
    """Tell whether an encoded type of tournament is one of TRF26.

    >>> knows_type("FIDE_DUTCH_2026_BAKU"), knows_type("BERGER_ROUNDROBIN_G2"), knows_type("SWISS")
    (True, True, False)
    """
    return _TYPES.fullmatch(code) is not None


def is_private(text: str) -> bool:
    """Tell whether a line is a record of a program's or a federation's own, which says nothing about games.

    >>> is_private("XID TORNELO 1 2 3"), is_private("XYZ whatever"), is_private("XXR 9"), is_private("777 whatever")
    (True, True, False, False)
    """
    code = text[:3]
    return code in KEPT or (_OWN_CODE.match(text) is not None and code not in KNOWN and not is_national(text))


def is_national(text: str) -> bool:
    """Tell whether a line is a national record: a federation's code and a starting number in its columns."""
    return _NATIONAL.match(text) is not None and text[:3] not in KNOWN and bool(text[9:].strip())


def national(text: str, line: int, problems: list[FileProblem]) -> NationalEntry:
    """Read a national record; its columns are those of the player record."""
    static, name = text.ljust(FIRST_ROUND), text[NAME].strip()
    if not FITS.match(static):
        static, name, _, _ = in_columns(text, line, problems)
    rating = static[RATING].strip()
    own_id = static[FIDE_ID].strip()
    return NationalEntry(
        federation=static[:3],
        number=int(text[4:8]),
        title=static[10:13].strip() or None,
        name=name,
        rating=Rating(int(rating)) if rating.isdecimal() and int(rating) else None,
        origin=static[FEDERATION].strip(),
        national_id=own_id if own_id.strip("-0") else None,
        born=born(static[BIRTH])[0],
        sex=SEXES.get(static[9]),
        line=line,
    )


def scoring(code: str, text: str) -> list[tuple[str, Hundredths]] | None:
    """Read the points for results or matches, records 162, 362 and XXS; None where something else stands there.

    >>> scoring("162", " W 3.0    D 1.0    L 0.0")
    [('W', 300), ('D', 100), ('L', 0)]
    """
    form = {"162": _SCORING, "362": _MATCH_SCORING, "XXS": _EXTENDED_SCORING}[code]
    upper = text.upper()
    if form.sub("", upper).strip(" \t,;"):
        return None
    scores = [(symbol, points(value) or Hundredths(0)) for symbol, value in form.findall(upper)]
    if code != "XXS":
        return scores
    return [(symbol, value) for short, value in scores for symbol in _SHORT_FOR.get(short, (short,))]


def team_2006(text: str, line: int, problems: list[FileProblem]) -> Team | None:
    """Read a team of 2006 and 2016, record 013: the name, then numbers every five columns."""
    start = _TEAM_IDS
    ends = {match.end() % 5 for match in re.finditer(r"\d+", text[_TEAM_IDS:])}
    moved = {3: -1, 2: -2, 1: -3}.get(ends.pop(), 0) if len(ends) == 1 else 0
    if moved and not text[_TEAM_IDS + moved - 1 : _TEAM_IDS + moved].isdecimal():
        start += moved
        problems.append(problem("misaligned", line, _TEAM_IDS + 1, says="team", columns=-moved))
    name, ids = text[4:start].strip(), _ids(text[start:].split())
    runs_together = text[start - 1 : start].isdecimal() and text[start : start + 1].isdecimal()
    return None if ids is None or not name or runs_together else Team(name, ids, line=line)


def team_2026(text: str, line: int, problems: list[FileProblem]) -> Team | None:  # noqa: ARG001 - read like 013
    """Read a team of 2026, record 310."""
    padded = text.ljust(73)
    number, ids = _whole(text[4:7]), _ids(text[73:].split())
    if number is None or ids is None or not _TEAM_2026.fullmatch(padded):
        return None
    return Team(
        name=text[8:40].strip(),
        players=ids,
        number=number,
        nickname=text[41:46].strip() or None,
        strength=points(text[47:53].strip()),
        match_points=points(text[54:60].strip()),
        game_points=points(text[61:67].strip()),
        rank=_whole(text[68:71]),
        line=line,
    )


def list_record(text: str, line: int) -> ListRecord | None:
    """Read a record about some players or teams; None where it does not stand in its columns."""
    code = text[:3]
    try:
        return _READERS[code](text, line)
    except ValueError:
        return None


def _byes(text: str, line: int) -> ListRecord | None:
    kind, number, *ids = text[4:].split()
    read = _ids(ids)
    if kind.upper() not in {"F", "H", "Z"} or read is None:
        return None
    return ListRecord("240", read, kind.upper(), _int(number), _int(number), line=line)


def _acceleration(text: str, line: int) -> ListRecord | None:
    parts = text[4:].split()
    match_points, game_points = points(text[4:8].strip()), points(text[9:13].strip())
    if len(parts) == 6:  # noqa: PLR2004 - all six fields are there
        match_points, game_points = points(parts[0]), points(parts[1])
    scores = (match_points is not None) + (game_points is not None)
    if len(parts) != 4 + scores:
        return None
    first, last, lowest, highest = (_int(part) for part in parts[-4:])
    return ListRecord("250", (lowest, highest), None, first, last, match_points, game_points, line=line)


def _prohibited(text: str, line: int) -> ListRecord | None:
    first, last, *ids = text[4:].split()
    read = _ids(ids)
    return None if read is None else ListRecord("260", read, None, _int(first), _int(last), line=line)


def _abnormal(text: str, line: int) -> ListRecord | None:
    """Abnormal points: two layouts of this record are in use, so it is split at blanks."""
    parts = text[4:].split()
    kind = parts.pop(0).upper() if parts and not any(char.isdecimal() for char in parts[0]) else None
    words = [parts.pop(0) for _ in range(2) if parts and ("." in parts[0] or "," in parts[0])]
    values = [points(word) for word in words]
    number = _int(parts.pop(0)) if parts else None
    ids = _ids(parts)
    if ids is None or not values or None in values or (kind and kind not in _ABNORMAL):
        return None
    if len(values) == 1:  # of which kind it is, only its place says
        values.insert(1 if text.index(words[0]) < _GAME_POINTS else 0, None)
    return ListRecord("299", ids, kind, number, number, values[0], values[1], line=line)


def _line_up(text: str, line: int) -> ListRecord | None:
    number, white, black, *ids = text[4:].split()
    read = _ids(ids, keep_zero=True)
    teams = (_int(white), _int(black))
    return None if read is None else ListRecord("300", read, None, _int(number), _int(number), teams=teams, line=line)


def _team_byes(text: str, line: int) -> ListRecord | None:
    """Teams with a bye: one for each round in its columns, 0 where there is none."""
    cells = [text[at : at + _BYE_STEP] for at in range(_BYE_COLUMN, len(text.rstrip()), _BYE_STEP)]
    if any(cell[3:].strip() for cell in cells):
        return None
    teams = tuple(_int(cell.strip() or "0") for cell in cells)
    match_points, game_points = points(text[4:8].strip()), points(text[9:13].strip())
    return ListRecord("320", (), None, None, None, match_points, game_points, teams, line=line)


def _forfeited(text: str, line: int) -> ListRecord | None:
    kind, number, white, black = text[4:].split()
    if kind not in {"+-", "-+", "--"}:
        return None
    return ListRecord("330", (), kind, _int(number), _int(number), teams=(_int(white), _int(black)), line=line)


def _together(text: str, line: int) -> ListRecord | None:
    read = _ids(text[4:].split())
    return None if read is None else ListRecord(text[:3], read, line=line)


def _fictitious(text: str, line: int) -> ListRecord | None:
    number, *values = text[4:].split()
    read = [points(value) for value in values]
    if None in read:
        return None
    return ListRecord("XXA", (_int(number),), by_round=tuple(point for point in read if point is not None), line=line)


_READERS: dict[str, Callable[[str, int], ListRecord | None]] = {
    "240": _byes,
    "250": _acceleration,
    "260": _prohibited,
    "299": _abnormal,
    "300": _line_up,
    "320": _team_byes,
    "330": _forfeited,
    "XXP": _together,
    "XXF": _together,
    "XXA": _fictitious,
}


def _ids(parts: list[str], *, keep_zero: bool = False) -> tuple[int, ...] | None:
    """Read starting numbers of up to four digits; None where something else stands among them."""
    if not all(map(_DIGITS.fullmatch, parts)):
        return None
    return tuple(int(part) for part in parts if keep_zero or int(part))


def _int(text: str) -> int:
    """Read a number of up to four digits; anything else makes the record unreadable."""
    if not _DIGITS.fullmatch(text):
        raise ValueError(text)
    return int(text)


def _whole(text: str) -> int | None:
    return int(text) if _DIGITS.fullmatch(text.strip()) else None
