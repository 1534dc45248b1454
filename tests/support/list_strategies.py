"""Rating lists for property tests: in every layout and dialect, sound or with a few bytes changed."""

from __future__ import annotations

import io
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from chances import Chance, made_by
from hypothesis import strategies as st

from arpad.formats.lists.layouts import LAYOUTS
from arpad.formats.lists.problems import Findings
from arpad.formats.lists.text import TextReader
from arpad.formats.lists.values import FOA_TITLES, OTHER_TITLES, TITLES
from arpad.formats.lists.writer import new_list, write_lines
from arpad.formats.lists.xml import XmlReader
from arpad.model.period import KINDS
from arpad.model.rating_list import KindRating, Listed, ListLine, RatingList, TextDialect, XmlDialect

if TYPE_CHECKING:
    from collections.abc import Callable

SINGLE = st.sampled_from(KINDS)


def _word(chance: Chance) -> str:
    return "".join(chance.choices("abcdefghijklmnopqrstuvwxyz", k=chance.randint(1, 9))).capitalize()


def _name(chance: Chance) -> str:
    """A name in the usual form, a single word, nothing, or any letters and signs, as long as they may be."""
    match chance.randrange(4):
        case 0:
            return f"{_word(chance)}, {_word(chance)}"
        case 1:
            return _word(chance)
        case 2:
            return ""
    length = chance.randint(0, chance.choice((10, 70)))
    return "".join(chance.choices("abcABC ,.'-äøÅ&<>\t", k=length)).strip(" \t")


def _kind_rating(chance: Chance) -> KindRating:
    rating = chance.near(1, 3000, (999, 1000))
    return chance.choice(
        (
            KindRating(),
            KindRating(rating, chance.randint(0, 40), chance.choice((10, 20, 40))),
            KindRating(rating, None, None),
            KindRating(None, chance.randint(1, 9), None),
        )
    )


def _listed(chance: Chance) -> Listed:
    return Listed(
        fide_id=chance.choice((chance.randint(1, 300), chance.near(1, 10**8, (10**7 - 1, 10**7)))),
        name=_name(chance),
        federation=chance.choice(("AAX", "BBX", "NON", "")),
        sex=chance.choice(("M", "F", "")),
        title=chance.choice(("", "", *TITLES)),
        womens_title=chance.choice(("", "", "WGM", "WCM", "WH")),
        other_titles=tuple(chance.some(lambda: chance.choice(sorted(OTHER_TITLES)), 0, 6)),
        foa_title=chance.choice(("", *sorted(FOA_TITLES))),
        standard=_kind_rating(chance),
        rapid=_kind_rating(chance),
        blitz=_kind_rating(chance),
        birth_year=chance.choice((None, chance.randint(1900, 2020))),
        flag=chance.choice(("", "i", "w", "wi")),
    )


PLAYERS = made_by(_listed)
DAYS = st.dates(date(2001, 1, 1), date(2030, 1, 1)).map(lambda on: on.replace(day=1))


@st.composite
def text_abouts(draw: st.DrawFn) -> RatingList:
    """Draw a layout and a dialect of fixed columns."""
    layout = LAYOUTS[draw(st.sampled_from(sorted(LAYOUTS)))]
    about = new_list(RatingList("csv", "", KINDS, draw(DAYS)), "txt", layout, draw(SINGLE))
    assert isinstance(about.dialect, TextDialect)
    end = draw(st.sampled_from(["\r\n", "\n"]))
    empty = draw(st.sampled_from(["", "0"]))
    columns = tuple(
        replace(column, empty=empty if column.empty or draw(st.booleans()) else "") if column.empty else column
        for column in about.dialect.columns
    )
    dialect = replace(
        about.dialect,
        columns=columns,
        line_end=end,
        head=about.dialect.head.replace(b"\r\n", end.encode()) if draw(st.integers(0, 9)) else b"",
        trimmed=draw(st.booleans()),
        last_line_ended=draw(st.booleans()),
    )
    return replace(about, dialect=dialect)


@st.composite
def xml_abouts(draw: st.DrawFn) -> RatingList:
    """Draw a layout and a dialect in XML."""
    layout = LAYOUTS[draw(st.sampled_from(["combined", "combined-legacy", "single", "single-2012"]))]
    about = new_list(RatingList("csv", "", KINDS, None), "xml", layout, draw(SINGLE))
    assert isinstance(about.dialect, XmlDialect)
    space = draw(st.sampled_from(["\n", "", "\n  ", "\r\n"]))
    head = draw(st.sampled_from([b"<playerslist>", b'<?xml version="1.0"?>\n<playerslist>', b"<list a='>'>"]))
    tail = b"</list>" if head.startswith(b"<list") else b"\n</playerslist>\n"
    columns = tuple(replace(column, before=space) for column in about.dialect.columns)
    return replace(about, dialect=replace(about.dialect, columns=columns, head=head, tail=tail, between=space))


def written(about: RatingList, players: list[Listed]) -> bytes:
    """Give the bytes of a list."""
    out = io.BytesIO()
    write_lines(out, (ListLine(0, player) for player in players), about, Findings())
    return out.getvalue()


def damaged(raws: st.SearchStrategy[bytes], pieces: list[bytes]) -> st.SearchStrategy[bytes]:
    """Change a few bytes of a file: remove, replace, put in."""

    @st.composite
    def change(draw: st.DrawFn) -> bytes:
        raw = draw(raws)
        for _ in range(draw(st.integers(0, 4))):
            start = draw(st.integers(0, len(raw)))
            end = min(len(raw), start + draw(st.sampled_from([0, 0, 1, 2, 20])))
            raw = raw[:start] + draw(st.one_of(st.sampled_from(pieces), st.binary(max_size=3))) + raw[end:]
        return raw

    return change()


def lists(abouts: st.SearchStrategy[RatingList]) -> st.SearchStrategy[bytes]:
    """Draw sound lists."""
    return st.builds(written, abouts, st.lists(PLAYERS, min_size=1, max_size=12))


TEXTS = lists(text_abouts())
XMLS = lists(xml_abouts())
DAMAGED_TEXTS = damaged(
    TEXTS, [b" ", b"\n", b"\r\n", b"\r", b"0", b"\xff", b"\xc3\xa4", b"\x01", b"\t", b"  \n", b"x" * 5000]
)
DAMAGED_XMLS = damaged(
    XMLS,
    [b"<", b">", b"&", b"&amp;", b"&x;", b"</player>", b"<player>", b"<!--", b"-->", b"<![CDATA[", b"]]>", b"<player/>",
     b"\xff", b"\xc3\xa4", b" ", b"\n", b"<x y='>'/>", b"<name/>", b"<!DOCTYPE a>", b"\x00", b"</playerslist>"],
)  # fmt: skip


def reader(raw: bytes, findings: Findings, kind: str | None = "standard") -> TextReader | XmlReader:
    """Open bytes with the reader that they are for."""
    form: Callable[..., TextReader | XmlReader] = XmlReader if raw.lstrip()[:1] == b"<" else TextReader
    return form(io.BytesIO(raw), findings, kind=kind)
