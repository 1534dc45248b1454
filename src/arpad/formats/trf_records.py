"""The records of a tournament report other than players: the header, teams, lists of byes and pairings, extensions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from arpad.formats.trf_dates import born
from arpad.formats.trf_players import TITLES, points
from arpad.model.numbers import Hundredths, Rating
from arpad.model.tournament import ListRecord, NationalEntry, Team

if TYPE_CHECKING:
    from collections.abc import Callable

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
_SCORING = re.compile(r"([A-Z])\s*(-?\d{1,3}[.,]\d)")
_MATCH_SCORING = re.compile(r"(T[WDL])\s*(-?\d{1,3}[.,]\d)")
_NATIONAL = re.compile(r"[A-Z]{3} [ \d]{3}\d ")


def knows_type(code: str) -> bool:
    """Tell whether an encoded type of tournament is one of TRF26.

    >>> knows_type("FIDE_DUTCH_2026_BAKU"), knows_type("BERGER_ROUNDROBIN_G2"), knows_type("SWISS")
    (True, True, False)
    """
    return _TYPES.fullmatch(code) is not None


def is_national(text: str) -> bool:
    """Tell whether a line is a national record: a federation's code and a starting number in its columns."""
    return _NATIONAL.match(text) is not None and text[:3] not in KNOWN and bool(text[9:].strip())


def national(text: str) -> NationalEntry:
    """Read a national record; its columns are those of the player record."""
    title = text[10:13].strip()
    rating = text[48:52].strip()
    fide_id = text[57:68].strip()
    return NationalEntry(
        federation=text[:3],
        number=int(text[4:8]),
        title=TITLES.get(title.casefold(), title) or None,
        name=text[14:47].strip(),
        rating=Rating(int(rating)) if rating.isdecimal() and int(rating) else None,
        origin=text[53:56].strip(),
        national_id=fide_id if fide_id.strip("-0") else None,
        born=born(text[69:79])[0],
        sex={"m": "m", "w": "w", "f": "w"}.get(text[9:10].casefold()),
    )


def scoring(text: str) -> list[tuple[str, Hundredths]]:
    """Read the points for results, record 162.

    >>> scoring("162  W 3.0    D 1.0    L 0.0")
    [('W', 300), ('D', 100), ('L', 0)]
    """
    return [(symbol, _points(value)) for symbol, value in _SCORING.findall(text[4:])]


def match_scoring(text: str) -> list[tuple[str, Hundredths]]:
    """Read the points for matches, record 362."""
    return [(symbol, _points(value)) for symbol, value in _MATCH_SCORING.findall(text[4:])]


def extended_scoring(text: str) -> list[tuple[str, Hundredths]]:
    """Read the points of the extension XXS: pairs such as `W=3.0`."""
    found = re.findall(r"([A-Z]{1,3})\s*=\s*(-?\d{1,3}(?:[.,]\d)?)", text[4:].upper())
    return [(symbol, _points(value)) for symbol, value in found]


def _points(text: str) -> Hundredths:
    return points(text) or Hundredths(0)


def team_2006(text: str, line: int) -> Team | None:
    """Read a team of 2006 and 2016, record 013: the name, then numbers every five columns."""
    name = text[4:36].strip()
    ids = _ids(text, 36)
    if ids is None or not name:
        return None
    return Team(name, ids, line=line)


def team_2026(text: str, line: int) -> Team | None:
    """Read a team of 2026, record 310."""
    number, ids = _whole(text[4:7]), _ids(text, 73)
    if number is None or ids is None:
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
    except (ValueError, IndexError):
        return None


def _byes(text: str, line: int) -> ListRecord | None:
    ids = _ids(text, 10)
    if text[4:5].upper() not in set("FHZ") or ids is None:
        return None
    number = int(text[6:9])
    return ListRecord("240", ids, text[4:5].upper(), number, number, line=line)


def _acceleration(text: str, line: int) -> ListRecord | None:
    parts = text[4:].split()
    match_points, game_points = points(text[4:8].strip()), points(text[9:13].strip())
    if len(parts) >= 6:  # noqa: PLR2004 - all six fields are there
        match_points, game_points = points(parts[0]), points(parts[1])
    first, last, one, other = (int(part) for part in parts[-4:])
    return ListRecord("250", (one, other), None, first, last, match_points, game_points, line=line)


def _prohibited(text: str, line: int) -> ListRecord | None:
    ids = _ids(text, 12)
    return None if ids is None else ListRecord("260", ids, None, int(text[4:7]), int(text[8:11]), line=line)


def _abnormal(text: str, line: int) -> ListRecord | None:
    """Abnormal points: two layouts of this record are in use, so it is split at blanks."""
    parts = text[4:].split()
    kind = parts.pop(0).upper() if parts and not any(char.isdecimal() for char in parts[0]) else None
    values = []
    while parts and "." in parts[0]:
        values.append(points(parts.pop(0)))
    number, *ids = (int(part) for part in parts)
    match_points = values[0] if len(values) > 1 else None
    return ListRecord("299", tuple(ids), kind, number, number, match_points, values[-1] if values else None, line=line)


def _line_up(text: str, line: int) -> ListRecord | None:
    ids = _ids(text, 16, keep_zero=True)
    number = int(text[4:7])
    teams = (int(text[8:11]), int(text[12:15]))
    return None if ids is None else ListRecord("300", ids, None, number, number, teams=teams, line=line)


def _team_byes(text: str, line: int) -> ListRecord | None:
    teams = tuple(int(part) for part in text[14:].split())
    return ListRecord(
        "320", (), None, None, None, points(text[4:8].strip()), points(text[9:13].strip()), teams, line=line
    )


def _forfeited(text: str, line: int) -> ListRecord | None:
    kind = text[4:6]
    if set(kind) - set("+-") or len(kind) != 2:  # noqa: PLR2004 - a sign for each team
        return None
    number = int(text[7:10])
    return ListRecord("330", (), kind, number, number, teams=(int(text[11:14]), int(text[15:18])), line=line)


def _together(text: str, line: int) -> ListRecord | None:
    return ListRecord(text[:3], tuple(int(part) for part in text[4:].split()), line=line)


def _fictitious(text: str, line: int) -> ListRecord | None:
    number, *values = text[4:].split()
    read = [points(value) for value in values]
    if None in read:
        return None
    return ListRecord("XXA", (int(number),), by_round=tuple(one for one in read if one is not None), line=line)


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


def _ids(text: str, first: int, *, keep_zero: bool = False) -> tuple[int, ...] | None:
    """Read starting numbers of four digits every five columns; split at blanks where they do not stand there."""
    cut = [text[column : column + 5].strip() for column in range(first, len(text.rstrip()), 5)]
    if not all(not part or part.isdecimal() for part in cut):
        cut = text[first:].split()
    if not all(not part or part.isdecimal() for part in cut):
        return None
    return tuple(int(part) for part in cut if part and (keep_zero or int(part)))


def _whole(text: str) -> int | None:
    return int(text) if text.strip().isdecimal() else None
