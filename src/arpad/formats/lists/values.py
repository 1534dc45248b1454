"""The columns of rating lists: what a text in them means, and how a value is written back.

Every column is one function from text to value, the same for TXT, XML, CSV and frames. Nothing is thrown away
silently: a text that means nothing gives a code for the report.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from arpad.model.period import KINDS
from arpad.model.rating_list import NO_RATING, ColumnStyle, KindRating, Listed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

BLANKS = " \t\r\n"
RATED = tuple(f"{kind}_{part}" for kind in KINDS for part in ("rating", "games", "k"))
COLUMNS = (
    "fide_id", "name", "federation", "sex", "title", "womens_title", "other_titles", "foa_title",
    *RATED, "birth_year", "flag",
)  # fmt: skip
NUMBERS = frozenset({"fide_id", "birth_year", *RATED})

Value = int | str | None

TITLES = {
    "GM": ("GM", "g"), "IM": ("IM", "m"), "FM": ("FM", "f"), "CM": ("CM", "c"), "H": ("H", "h"),
    "WGM": ("WG", "wg"), "WIM": ("WM", "wm"), "WFM": ("WF", "wf"), "WCM": ("WC", "wc"), "WH": ("WH", "wh"),
}  # fmt: skip
"""Titles of players, each with its short form and its letters. H and WH are honorary grandmasters."""
FOA_TITLES = frozenset({"AGM", "AIM", "AFM", "ACM"})
OTHER_TITLES = frozenset(
    {"IA", "FA", "NA", "IO", "AO", "FT", "FST", "FI", "NI", "DI", "SI", "LSI", "SLI"}
)  # fmt: skip
TITLE_STYLES = ("codes", "short", "letters")
_CODE_OF = {written: code for code, forms in TITLES.items() for written in (code, *forms)}
_CODE_OF |= {written.upper(): code for written, code in _CODE_OF.items() if written.upper() not in _CODE_OF}
_FLAGS = {"": "", "i": "i", "w": "w", "wi": "wi", "iw": "wi"}
_FEDERATION = re.compile(r"[A-Z]{3}")
_DATE = re.compile(r"(?:(\d{4})[-./]\d\d[-./]\d\d|\d\d[-./]\d\d[-./](\d{4}|\d\d))", re.ASCII)
_NUMBER = re.compile(r"\d{1,15}", re.ASCII)
UNWRITABLE = re.compile(r"[\x00-\x1f\ud800-\udfff\ufffe\uffff]+")
"""What can stand neither in a line of text nor in XML."""
_MOST = {"fide_id": 10**15 - 1, "rating": 9999, "games": 9999, "k": 999}


class ReadCell(NamedTuple):
    """What a text in a column means, what is wrong with it, and whether it is written as the dialect writes it."""

    value: Value
    fault: str | None
    conforms: bool


def meaning(column: str, text: str) -> tuple[Value, str | None]:
    """Give the value of a text without the blanks around it, and the code of what is wrong with it.

    >>> meaning("title", "wm"), meaning("standard_rating", "0"), meaning("birth_year", "24.12.61")
    (('WIM', None), (None, None), (1961, None))
    >>> meaning("standard_rating", "2x00")
    (None, 'number_unreadable')
    """
    read = _READERS.get(column)
    if read is not None:
        return read(text)
    return _number(column, text) if column in NUMBERS else (text, None)


def _other_titles(text: str) -> tuple[str, str | None]:
    parts = [part.strip(BLANKS) for part in text.split(",")]
    known = not text or all(part in OTHER_TITLES for part in parts)
    return ",".join(part for part in parts if part), None if known else "title_unknown"


def _foa_title(text: str) -> tuple[str, str | None]:
    return text, None if not text or text in FOA_TITLES else "title_unknown"


def _federation(text: str) -> tuple[str, str | None]:
    return text, None if not text or _FEDERATION.fullmatch(text) else "federation_odd"


def _sex(text: str) -> tuple[str, str | None]:
    return text, None if text in {"", "M", "F"} else "sex_unknown"


def _flag(text: str) -> tuple[str, str | None]:
    known = _FLAGS.get(text.lower())
    return (text, "flag_unknown") if known is None else (known, None)


def _number(column: str, text: str) -> tuple[int | None, str | None]:
    part = column.rpartition("_")[2]
    if not text:
        return None, "line_unreadable" if column == "fide_id" else None
    if _NUMBER.fullmatch(text):
        value = int(text)
        if value <= _MOST.get(column, _MOST.get(part, 0)):
            # An unrated player has the rating 0 or none, and so with K; no games are 0 games.
            return (
                value if value or part == "games" else None
            ), "line_unreadable" if part == "id" and not value else None
    return None, "line_unreadable" if column == "fide_id" else "number_unreadable"


def _year(text: str) -> tuple[int | None, str | None]:
    """Read a year, or the year of a date. Two digits are of the 1900s: only lists from 2001 to 2005 have them."""
    match = _DATE.fullmatch(text)
    digits = (match[1] or match[2]) if match else text
    if not digits.strip("0"):
        return None, None
    if digits.isascii() and digits.isdigit():
        if match and len(digits) == 2:  # noqa: PLR2004 - DD.MM.YY
            return 1900 + int(digits), None
        if len(digits) == 4 and "1800" <= digits <= "2199":  # noqa: PLR2004 - YYYY
            return int(digits), None
    return None, "birth_year_unreadable"


def _title(text: str) -> tuple[str, str | None]:
    known = _CODE_OF.get(text) if text else ""
    return (text, "title_unknown") if known is None else (known, None)


_READERS: dict[str, Callable[[str], tuple[Value, str | None]]] = {
    "title": _title,
    "womens_title": _title,
    "other_titles": _other_titles,
    "foa_title": _foa_title,
    "federation": _federation,
    "sex": _sex,
    "flag": _flag,
    "birth_year": _year,
}


def written(style: ColumnStyle, value: Value) -> str:
    """Give the text of a value, without padding.

    >>> written(ColumnStyle("title", titles="letters"), "WIM"), written(ColumnStyle("birth_year", empty="0000"), None)
    ('wm', '0000')
    """
    if value is None:
        return style.empty
    if style.titles != "codes" and style.name in {"title", "womens_title"} and value in TITLES:
        return TITLES[str(value)][TITLE_STYLES.index(style.titles) - 1]
    return str(value)


def texts_of(columns: Sequence[ColumnStyle], values: Mapping[str, Value]) -> list[str]:
    """Give the texts of a player's columns, without padding."""
    texts = []
    for column in columns:
        value = values.get(column.name)
        kind, _, part = column.name.rpartition("_")
        # A rated player without a number of games has nothing there; only an unrated one may have 0 for it.
        nothing = value is None and part == "games" and values.get(f"{kind}_rating") is not None
        texts.append("" if nothing or not column.name else written(column, value))
    return texts


def padded(style: ColumnStyle, text: str) -> str:
    """Give a text in its column; one that is too long stays too long.

    >>> padded(ColumnStyle("standard_games", width=6, right=True, edge=3), "18")
    ' 18   '
    """
    if not style.width:
        return text
    return (text.rjust(style.edge) if style.right else " " * style.edge + text).ljust(style.width)


def cell(style: ColumnStyle, raw: str) -> ReadCell:
    """Read the whole of a column, blanks and all."""
    if not style.name:
        return ReadCell(None, None, not raw.strip(BLANKS))
    value, fault = meaning(style.name, raw.strip(BLANKS))
    # A number of games says nothing of the player's having none: the row decides, see `settled`.
    text = "" if value is None and style.name.endswith("_games") else written(style, value)
    return ReadCell(value, fault, fault is None and padded(style, text) == raw and not UNWRITABLE.search(raw))


def settled(rating: Value, games: Value, raw_games: str, style: ColumnStyle) -> tuple[Value, bool]:
    """Give the games of a player and whether they are written as the dialect does: without a rating 0 is none."""
    if rating is None and not games:
        return None, padded(style, style.empty) == raw_games
    return games, True


def listed(values: dict[str, Value]) -> Listed:
    """Make the player of the values of the columns; `values` has a FIDE ID."""
    kinds: dict[str, Any] = {}
    for kind in KINDS:
        rating, games, k = (values.get(f"{kind}_{part}") for part in ("rating", "games", "k"))
        kinds[kind] = NO_RATING if rating is games is k is None else KindRating(rating, games, k)  # type: ignore[arg-type]
    others = values.get("other_titles") or ""
    texts: dict[str, Any] = {name: values.get(name) or "" for name in _TEXTS}
    return Listed(
        fide_id=values["fide_id"],  # type: ignore[arg-type]
        other_titles=tuple(str(others).split(",")) if others else (),
        birth_year=values.get("birth_year"),  # type: ignore[arg-type]
        **texts,
        **kinds,
    )


_TEXTS = ("name", "federation", "sex", "title", "womens_title", "foa_title", "flag")


def values_of(player: Listed) -> dict[str, Value]:
    """Give the values of the columns of a player."""
    values: dict[str, Value] = {"fide_id": player.fide_id, "other_titles": ",".join(player.other_titles)}
    values |= {name: getattr(player, name) for name in _TEXTS}
    for kind in KINDS:
        kind_rating: KindRating = getattr(player, kind)
        values |= {f"{kind}_rating": kind_rating.rating, f"{kind}_games": kind_rating.games, f"{kind}_k": kind_rating.k}
    values["birth_year"] = player.birth_year
    return values
