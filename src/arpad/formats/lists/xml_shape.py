"""The elements of rating lists in XML: their names, and the one shape that nearly all players of a file have."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from arpad.formats.lists.dialect import columns_of, styled
from arpad.formats.lists.layouts import LAYOUTS, Layout
from arpad.model.period import KINDS
from arpad.model.rating_list import ColumnStyle, XmlDialect

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_SAMPLED = 500
_NAMES = {
    "fide_id": ("fideid", "fide_id", "id", "id_number", "fidenumber"),
    "name": ("name",),
    "federation": ("country", "fed", "federation"),
    "sex": ("sex", "gender"),
    "title": ("title", "tit"),
    "womens_title": ("w_title", "wtit", "womens_title"),
    "other_titles": ("o_title", "otit", "other_titles"),
    "foa_title": ("foa_title", "foa"),
    "rating": ("rating",),
    "games": ("games",),
    "k": ("k",),
    **{f"{kind}_{part}": (f"{kind}_{part}",) for kind in KINDS for part in ("rating", "games", "k")},
    "birth_year": ("birthday", "birth_year", "birthdate", "born", "bday"),
    "flag": ("flag",),
}
COLUMN_OF = {tag: column for column, tags in _NAMES.items() for tag in tags}
"""The column of an element or attribute, by its name in small letters."""
_TAG_OF = {column: tags[0] for column, tags in _NAMES.items()} | {"standard_rating": "rating"}
_TAG_OF |= {"standard_games": "games", "standard_k": "k"}

TEXT = r"[^<>&\x00-\x08\x0a-\x1f\ud800-\udfff\ufffe\uffff]*"
"""Text without markup, references, line ends and whatever XML does not allow: it means what it looks like."""
_PLAYER = re.compile(rf"<player>((?:\s*<([A-Za-z_]\w*)>{TEXT}</\2>)*)(\s*)</player>", re.ASCII)
_BLANKS_BEFORE = " \t\n\r\f\v"
_ELEMENT = re.compile(rf"(\s*)<([A-Za-z_]\w*)>({TEXT})</\2>", re.ASCII)


def column_of(tag: str, kind: str) -> str:
    """Give the column of an element or attribute; empty where it is none we know."""
    name = COLUMN_OF.get(tag.lower(), "")
    return f"{kind}_{name}" if name in {"rating", "games", "k"} else name


def is_combined(sample: str) -> bool:
    """True where players have ratings of rapid or blitz beside standard."""
    return re.search(r"[<\s](?:rapid|blitz)_rating[\s>=/]", sample, re.IGNORECASE) is not None


def dialect_of(sample: str, kind: str, head: bytes, encoding: str) -> XmlDialect:
    """Find the shape that most players of a sample have, and how they write their values."""
    shapes: Counter[tuple[str, tuple[tuple[str, str], ...], str]] = Counter()
    end = 0
    for count, player in enumerate(_PLAYER.finditer(sample)):
        # Looked for from its tag on, and then what stands before: blanks without a tag after them are passed over once.
        gap = sample[end : player.start()]
        end = player.end()
        shapes[gap[len(gap.rstrip(_BLANKS_BEFORE)) :], tuple(_shape(player[1])), player[3]] += 1
        if count >= MOST_SAMPLED:
            break
    common = shapes.most_common(1)
    columns: tuple[ColumnStyle, ...] = ()
    between = closing = ""
    if common:
        (between, elements, closing), _ = common[0]
        columns = tuple(ColumnStyle(column_of(tag, kind), tag=tag, before=before) for before, tag in elements)
    names = [column.name for column in columns if column.name]
    if "fide_id" not in names or len(set(names)) < len(names):
        return XmlDialect((), head=head, encoding=encoding)
    pattern = template(columns, between, closing)
    rows = [player.groups() for _, player in zip(range(MOST_SAMPLED), pattern.finditer(sample), strict=False)]
    return XmlDialect(styled(columns, rows), head, b"", between, closing, encoding)


def _shape(elements: str) -> Iterable[tuple[str, str]]:
    return ((element[1], element[2]) for element in _ELEMENT.finditer(elements))


def template(columns: Iterable[ColumnStyle], between: str, closing: str) -> re.Pattern[str]:
    """Give the pattern of a player that is written exactly as the dialect does, with a group for each column."""
    inner = "".join(f"{re.escape(column.before)}<{column.tag}>({TEXT})</{column.tag}>" for column in columns)
    return re.compile(f"{re.escape(between)}<player>{inner}{re.escape(closing)}</player>")


def layout_name(dialect: XmlDialect) -> str:
    """Name the layout of FIDE that has these columns, or `derived`."""
    names = [column.name for column in dialect.columns]
    for layout in LAYOUTS.values():
        kind = next((name.removesuffix("_rating") for name in names if name.endswith("_rating")), KINDS[0])
        if names == [column.name for column in columns_of(layout, kind)]:
            return layout.name
    return "derived"


def new_dialect(layout: Layout, kind: str) -> XmlDialect:
    """Give the dialect of a new file, as FIDE writes XML: what is not known is an empty element."""
    columns = []
    for column in columns_of(layout, kind):
        name = column.name.removeprefix(f"{kind}_") if not layout.is_combined else column.name
        columns.append(ColumnStyle(column.name, tag=_TAG_OF[name], before="\n"))
    return XmlDialect(tuple(columns))
