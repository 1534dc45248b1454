"""How a file writes its columns: found from a sample of it, made anew for a new file, kept as JSON beside a table."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections import Counter
from dataclasses import fields, replace
from datetime import date
from typing import TYPE_CHECKING, Any

from arpad.formats.lists.values import BLANKS, NUMBERS, TITLE_STYLES, Value, meaning, written
from arpad.model.rating_list import ColumnStyle, RatingList, TextDialect, XmlDialect

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arpad.formats.lists.layouts import Layout

_RIGHT = {
    "single-2005": {"fide_id": 9, "games": 5},
    "single-2002-10": {"fide_id": 8, "games": 4},
    **{
        name: {"fide_id": 8, "games": 3}
        for name in ("single-2002", "single-2002-04", "single-2001-07", "single-2001-04", "single-2001")
    },
}
"""Columns whose text ends at an edge, in the layouts that have them."""
_MODERN = ("combined", "combined-legacy", "single")


def of_kind(name: str, kind: str) -> str:
    """Give a column's name everywhere: the rating of a single list is of the list's kind."""
    return f"{kind}_{name}" if name in {"rating", "games", "k"} else name


def columns_of(layout: Layout, kind: str) -> tuple[ColumnStyle, ...]:
    """Give the columns of a layout as a new file has them: unrated is 0 in FIDE's lists of today."""
    right = _RIGHT.get(layout.name, {})
    letters = "codes" if layout.name in {*_MODERN, "single-2012"} else "letters"
    styles = []
    for place in layout.places:
        name = of_kind(place.name, kind)
        empty = "0" if layout.name in _MODERN and name in NUMBERS else ""
        edge = right.get(place.name, 0)
        styles.append(ColumnStyle(name, place.start, place.width, bool(edge), edge, empty, letters))
    return tuple(styles)


def styled(columns: Sequence[ColumnStyle], rows: Sequence[Sequence[str]]) -> tuple[ColumnStyle, ...]:
    """Give the columns as the rows of a sample write them; each row has a text for each column."""
    names = [column.name for column in columns]
    styles = []
    for index, column in enumerate(columns):
        cells = [row[index] for row in rows]
        style = _aligned(column, cells) if column.width else column
        if column.name in NUMBERS and column.name != "fide_id":
            rating = f"{column.name.removesuffix('_games')}_rating"
            if column.name.endswith("_games") and rating in names:
                # Only the games of unrated players tell how none are written.
                place = names.index(rating)
                cells = [row[index] for row in rows if meaning(rating, row[place].strip(BLANKS)) == (None, None)]
            style = replace(style, empty=_empty(column.name, cells))
        if column.name in {"title", "womens_title"}:
            style = replace(style, titles=_titles(style, cells))
        styles.append(style)
    return tuple(styles)


def _aligned(column: ColumnStyle, cells: Sequence[str]) -> ColumnStyle:
    """See whether texts begin or end at the same place; white space at the ends of names is no padding."""
    filled = [cell for cell in cells if cell.strip(BLANKS)]
    starts = Counter(len(cell) - len(cell.lstrip(" ")) for cell in filled).most_common(1)
    ends = Counter(len(cell.rstrip(" ")) for cell in filled).most_common(1)
    if not starts or column.name == "name":
        return column
    (start, beginning), (end, ending) = starts[0], ends[0]
    # Where all texts are equally long both are true; then the layout's own way is kept, if it is one of them.
    if ending > beginning or (ending == beginning and column.right and column.edge == end):
        return replace(column, right=True, edge=end)
    return replace(column, right=False, edge=start)


def _empty(name: str, cells: Sequence[str]) -> str:
    texts = Counter(text for text in (cell.strip(BLANKS) for cell in cells) if not text.strip("0"))
    known = {text: count for text, count in texts.items() if text in {"", "0", "0000"} and _is_none(name, text)}
    return max(known, key=lambda text: known[text]) if known else ""


def _is_none(name: str, text: str) -> bool:
    value, fault = meaning(name, text)
    return not value and fault is None


def _titles(style: ColumnStyle, cells: Sequence[str]) -> str:
    """See how titles are written; where the sample has none, as the layout does."""
    texts = [text for text in (cell.strip(BLANKS) for cell in cells) if text]
    values: list[Value] = [meaning(style.name, text)[0] for text in texts]
    fitting = {
        name: sum(
            written(replace(style, titles=name), value) == text for value, text in zip(values, texts, strict=True)
        )
        for name in (style.titles, *TITLE_STYLES)
    }
    return max(fitting, key=lambda name: fitting[name])


def as_json(about: RatingList) -> str:
    """Write what is known of a list as JSON, for the metadata of a Parquet file."""

    def plain(value: Any) -> Any:  # noqa: ANN401 - any part of a list's description
        if isinstance(value, bytes):
            return {"base64": b64encode(value).decode("ascii")}
        if isinstance(value, date):
            return value.isoformat()
        if isinstance(value, tuple):
            return [plain(part) for part in value]
        if isinstance(value, ColumnStyle | TextDialect | XmlDialect | RatingList):
            return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
        return value

    return json.dumps({"version": 1, **plain(about)})


def from_json(text: str) -> RatingList | None:
    """Read it again; None where it is none of ours."""
    try:
        data = json.loads(text)
        dialect = data["dialect"]
        return RatingList(
            str(data["form"]),
            str(data["layout"]),
            tuple(str(kind) for kind in data["kinds"]),
            date.fromisoformat(data["list_date"]) if data["list_date"] else None,
            _dialect(dialect) if dialect else None,
            tuple((int(place), _bytes(raw)) for place, raw in data["strays"]),
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def _bytes(data: dict[str, str]) -> bytes:
    return b64decode(data["base64"], validate=True)


def _dialect(data: dict[str, Any]) -> TextDialect | XmlDialect:
    columns = tuple(ColumnStyle(**column) for column in data["columns"])
    rest: dict[str, Any] = {name: _bytes(value) if isinstance(value, dict) else value for name, value in data.items()}
    rest["columns"] = columns
    return TextDialect(**rest) if "width" in data else XmlDialect(**rest)
