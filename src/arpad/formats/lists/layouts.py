"""The layouts of FIDE's lists of fixed columns since 2001, and how the layout of a file is found.

A file's header tells: the columns begin where their names begin. Where there is no header (some files of 2003 to
2005), or it does not stand above its columns, the lines tell, by which layout fits them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from arpad.formats.lists.values import FOA_TITLES
from arpad.model.period import KINDS

if TYPE_CHECKING:
    from collections.abc import Sequence

MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
FIRST_YEAR = 70
"""Two digits of a year from here on are of the 1900s."""
FITS = 80
"""A layout fits where so many lines of a hundred make sense in it."""


@dataclass(frozen=True, slots=True)
class Place:
    """A column of a layout: its name (`rating` is of the list's own kind), its first character, its width."""

    name: str
    start: int
    width: int
    title: str = ""
    """Its name in the header."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A layout of fixed columns."""

    name: str
    places: tuple[Place, ...]
    unknown: tuple[str, ...] = ()
    """Names in the header that are no columns we know."""

    @property
    def width(self) -> int:
        """The characters of a line."""
        return self.places[-1].start + self.places[-1].width

    @property
    def is_combined(self) -> bool:
        """True where a line has all kinds of chess."""
        return any(place.name == "rapid_rating" for place in self.places)

    def place(self, name: str) -> Place | None:
        """Give a column by its name."""
        return next((place for place in self.places if place.name == name), None)

    def header(self, on: date | None) -> str:
        """Write the header of a list of that day."""
        if self.name == "single-2005":
            return f"ID number Name{' ' * 30}TitlFed  {month_text(on).capitalize():5} GamesBorn  Flag"
        header = ""
        for place in self.places:
            header = header.ljust(place.start) + (month_text(on) if place.name == "rating" else place.title)
        return header


def _laid_out(name: str, *columns: tuple[str, int, str]) -> Layout:
    places, start = [], 0
    for column, width, title in columns:
        places.append(Place(column, start, width, title))
        start += width
    return Layout(name, tuple(places))


_PERSON = (
    ("fide_id", 15, "ID Number"), ("name", 61, "Name"), ("federation", 4, "Fed"), ("sex", 4, "Sex"),
    ("title", 5, "Tit"), ("womens_title", 5, "WTit"), ("other_titles", 15, "OTit"),
)  # fmt: skip
_THREE_KINDS = tuple(
    (f"{kind}_{part}", width, title)
    for kind, titles in zip(
        KINDS, (("SRtng", "SGm", "SK"), ("RRtng", "RGm", "Rk"), ("BRtng", "BGm", "BK")), strict=True
    )
    for part, width, title in zip(("rating", "games", "k"), (6, 4, 3), titles, strict=True)
)
_ONE_KIND = (("rating", 6, ""), ("games", 4, "Gms"), ("k", 3, "K"))
_END = (("birth_year", 6, "B-day"), ("flag", 4, "Flag"))
_FOA = ("foa_title", 4, "FOA")


def _early(name: str, *columns: tuple[str, int]) -> Layout:
    titles = {
        "fide_id": "ID_NUMBER", "name": "NAME", "title": "TITLE", "federation": "COUNTRY", "games": "GAMES",
        "birth_year": "BIRTHDAY", "sex": "SEX", "flag": "FLAG",
    }  # fmt: skip
    return _laid_out(name, *((column, width, titles.get(column, "")) for column, width in columns))


_START_2001 = (("fide_id", 10), ("name", 33), ("title", 6), ("federation", 8), ("rating", 6), ("games", 6))

LAYOUTS = {
    layout.name: layout
    for layout in (
        _laid_out("combined", *_PERSON, _FOA, *_THREE_KINDS, *_END),
        _laid_out("combined-legacy", *_PERSON, *_THREE_KINDS, *_END),
        _laid_out("single", *_PERSON, _FOA, *_ONE_KIND, *_END),
        _laid_out("single-2012", *_PERSON, *_ONE_KIND, *_END),
        _laid_out(
            "single-2005",
            ("fide_id", 10, "ID number"),
            ("name", 34, "Name"),
            ("title", 4, "Titl"),
            ("federation", 5, "Fed"),
            ("rating", 4, ""),
            ("games", 7, ""),
            ("birth_year", 6, ""),
            ("flag", 4, "Flag"),
        ),
        _early(
            "single-2002-10",
            ("fide_id", 9),
            ("name", 32),
            ("title", 6),
            ("federation", 8),
            ("rating", 6),
            ("games", 5),
            ("birth_year", 11),
            ("flag", 4),
        ),
        _early("single-2002", *_START_2001, ("birth_year", 11), ("flag", 6)),
        _early("single-2002-04", *_START_2001, ("birth_year", 11), ("sex", 4), ("flag", 6)),
        _early("single-2001-07", *_START_2001, ("birth_year", 11), ("sex", 4), ("flag", 4)),
        _early("single-2001-04", *_START_2001, ("birth_year", 11), ("flag", 4)),
        _early("single-2001", *_START_2001, ("flag", 4)),
    )
}
"""Newest first: where two fit the same lines, the first is taken."""

_TOKEN = re.compile(
    r"(?P<fide_id>ID[ _]?NUMBER|CODE|ID(?=\s))|(?P<name>NAME)|(?P<womens_title>WTIT)|(?P<other_titles>OTIT)"
    r"|(?P<foa_title>FOA)|(?P<title>TITLE|TITL|TIT)|(?P<federation>COUNTRY|FED)|(?P<sex>SEX)"
    r"|(?P<standard_rating>SRTNG)|(?P<standard_games>SGM)|(?P<standard_k>SK)"
    r"|(?P<rapid_rating>RRTNG)|(?P<rapid_games>RGM)|(?P<rapid_k>RK)"
    r"|(?P<blitz_rating>BRTNG)|(?P<blitz_games>BGM)|(?P<blitz_k>BK)"
    r"|(?P<birth_year>B-DAY|BIRTHDAY|BORN)|(?P<flag>FLAG)|(?P<games>GAMES|GAME|GMS)|(?P<k>K(?=\s|$))"
    r"|(?P<rating>RTNG|RATING|(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)[A-Z]?\d{0,2}(?!\w))"
    r"|(?P<other>\S+)",
    re.IGNORECASE | re.ASCII,
)
_OF_NO_KIND = frozenset(("rating", "games", "k"))
_OF_A_KIND = frozenset(f"{kind}_{name}" for kind in KINDS for name in _OF_NO_KIND)
_HEADER_2005 = re.compile(
    r"ID number Name {30}TitlFed  [A-Z]{3}[A-Z\d]\d? {1,2}GamesBorn  Flag", re.IGNORECASE | re.ASCII
)
_MONTH = re.compile(r"(" + "|".join(MONTHS) + r")[A-Z]?(\d\d)(?!\w)", re.IGNORECASE | re.ASCII)


def month_text(on: date | None) -> str:
    """Write the month of a list as its header does.

    >>> month_text(date(2025, 9, 1)), month_text(None)
    ('SEP25', 'Rtng')
    """
    return f"{MONTHS[on.month - 1]}{on.year % 100:02}" if on else "Rtng"


def month_in(text: str) -> date | None:
    """Find the month of a list in its header or in the name of its file.

    >>> month_in("standard_sep26frl_xml.zip".replace("frl", " ")), month_in("Name  Titl")
    (datetime.date(2026, 9, 1), None)
    """
    match = _MONTH.search(text)
    if not match:
        return None
    year = int(match[2])
    return date(year + (1900 if year >= FIRST_YEAR else 2000), MONTHS.index(match[1].upper()) + 1, 1)


def layout_of_header(text: str) -> Layout | None:
    """Give the layout that a header tells, or None where the line is no header."""
    text = text.rstrip()
    if _HEADER_2005.fullmatch(text):
        # Its columns are narrower than their names, which run into each other.
        return LAYOUTS["single-2005"]
    tokens = _in_one_way([(token.lastgroup or "", token.start(), token[0]) for token in _TOKEN.finditer(text)])
    names = [name for name, _, _ in tokens if name != "other"]
    if len(set(names)) != len(names) or not {"fide_id", "name"} <= set(names):
        return None
    if not {"rating", "standard_rating", "rapid_rating", "blitz_rating"} & set(names):
        return None
    starts = [0, *(start for _, start, _ in tokens[1:])]
    ends = [*starts[1:], len(text)]
    places = tuple(
        Place("" if name == "other" else name, start, end - start, title)
        for (name, _, title), start, end in zip(tokens, starts, ends, strict=True)
    )
    columns = [(place.name, place.start) for place in places]
    for known in LAYOUTS.values():
        if (
            columns == [(place.name, place.start) for place in known.places]
            and places[-1].width <= known.places[-1].width
        ):
            return known
    return Layout("derived", places, tuple(title for name, _, title in tokens if name == "other"))


def _in_one_way(tokens: list[tuple[str, int, str]]) -> list[tuple[str, int, str]]:
    """Give the columns of a header; one that has ratings of a kind of chess does not know a K of none, nor the reverse.

    Otherwise a damaged header would name the same column twice.
    """
    names = {name for name, _, _ in tokens}
    strange = _OF_NO_KIND if names & {name for name in _OF_A_KIND if name.endswith("_rating")} else _OF_A_KIND
    return [("other" if name in strange else name, start, title) for name, start, title in tokens]


def fit(layout: Layout, lines: Sequence[str]) -> int:
    """Say how many lines of a hundred make sense in a layout."""
    if not lines:
        return 100
    return 100 * sum(makes_sense(layout, line) for line in lines) // len(lines)


def makes_sense(layout: Layout, line: str) -> bool:
    """True where an ID, a name, a federation and numbers stand where the layout has them."""
    for place in layout.places:
        text = line[place.start : place.start + place.width].strip()
        kind = place.name.rpartition("_")[2]
        if place.name == "fide_id":
            sensible = text.isascii() and text.isdigit()
        elif place.name == "federation":
            sensible = not text or (len(text) == 3 and text.isalpha() and text.isupper())  # noqa: PLR2004 - a code
        elif kind in {"rating", "games", "k"}:
            sensible = not text or (text.isascii() and text.isdigit())
        elif place.name == "birth_year":
            sensible = not text or bool(re.fullmatch(r"[\d.\-/]+", text))
        elif place.name == "foa_title":
            sensible = text in {"", *FOA_TITLES}
        elif place.name == "sex":
            sensible = text in {"", "M", "F", "m", "f"}
        elif place.name == "flag":
            sensible = len(text) <= 2 and (not text or text.isalpha())  # noqa: PLR2004 - i, w, wi
        else:
            sensible = True
        if not sensible:
            return False
    return True


def layout_of_shape(lines: Sequence[str]) -> Layout | None:
    """Give the layout that fits lines best, or None where none fits most of them."""
    filled = [line for line in lines if line.strip()]
    if not filled:
        return None
    best = max(LAYOUTS.values(), key=lambda layout: (_fit_without_header(layout, filled), _tight(layout, filled)))
    return best if _fit_without_header(best, filled) >= FITS and 2 * _tight(best, filled) > len(filled) else None


def _fit_without_header(layout: Layout, lines: Sequence[str]) -> int:
    """Say how many lines of a hundred make sense in a layout and are not longer than it."""
    return fit(layout, [line if len(line.rstrip()) <= layout.width else "" for line in lines])


def _tight(layout: Layout, lines: Sequence[str]) -> int:
    """Count the lines that have a federation in its place, and in the place of the rating a number or nothing."""
    federation, rating = layout.place("federation"), layout.place("rating") or layout.place("standard_rating")
    if federation is None or rating is None:
        return 0
    cells = (
        [line[place.start : place.start + place.width].strip() for place in (federation, rating)] for line in lines
    )
    return sum(bool(_FEDERATION.fullmatch(fed) and _RATING.fullmatch(number)) for fed, number in cells)


_FEDERATION = re.compile(r"[A-Z]{3}")
_RATING = re.compile(r"(?:\d{3,4}|0?)", re.ASCII)
