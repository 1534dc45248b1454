"""One player of the texts of the columns: the reference that every faster reading is compared with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.formats.lists.values import ReadCell, Value, cell, listed, settled
from arpad.model.rating_list import WOMAN

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from arpad.formats.lists.problems import Findings
    from arpad.model.rating_list import ColumnStyle, Listed

MOST_REMEMBERED = 50_000
MOST_STRAYS = 100_000
MOST_PLAYERS = 5_000_000
"""More than twice as many players as FIDE has ever registered."""
MOST_STRAY_BYTES = 16_000_000


class RowReader:
    """Reads rows of texts, one text for each column; what a text means is remembered, for texts come again."""

    def __init__(
        self, columns: Sequence[ColumnStyle], findings: Findings, written: Container[str] | None = None
    ) -> None:
        """Take the columns; `written` are those that the file has, where the texts of others are only empty."""
        self.columns = tuple(columns)
        self.findings = findings
        self._known: list[dict[str, ReadCell]] = [{} for _ in columns]
        places = {column.name: index for index, column in enumerate(self.columns)}
        self._id = places.get("fide_id")
        self._games = [
            (places[f"{kind}_rating"], index)
            for index, kind in (
                (i, name.removesuffix("_games")) for name, i in places.items() if name.endswith("_games")
            )
            if f"{kind}_rating" in places
        ]
        self._checked = all(name in (places if written is None else written) for name in ("sex", "flag"))

    def row(self, texts: Sequence[str], line: int) -> tuple[Listed | None, bool]:
        """Give the player, None where there is no FIDE ID, and whether all is written as the dialect does."""
        cells = [self._cell(index, text) for index, text in enumerate(texts)]
        if self._id is None or cells[self._id].value is None:
            fide_id = "" if self._id is None else texts[self._id]
            self.findings.add("line_unreadable", line, self._column(self._id or 0), text=fide_id.strip())
            return None, False
        values: dict[str, Value] = {}
        conforms = True
        for index, (column, field) in enumerate(zip(self.columns, cells, strict=True)):
            values[column.name] = field.value
            conforms = conforms and field.conforms
            if field.fault:
                text = texts[index].strip()
                self.findings.add(field.fault, line, self._column(index), what=column.name, text=text)
        for rating, games in self._games:
            style = self.columns[games]
            value, as_usual = settled(cells[rating].value, cells[games].value, texts[games], style)
            values[style.name] = value
            conforms = conforms and as_usual
        if self._checked:
            sex, flag = str(values["sex"]), str(values["flag"])
            if contradict(sex, flag):
                self.findings.add("flag_against_sex", line, sex=sex, flag=flag)
        return listed(values), conforms

    def _cell(self, index: int, text: str) -> ReadCell:
        known = self._known[index]
        remembered = known.get(text)
        if remembered is None:
            if len(known) >= MOST_REMEMBERED:
                known.clear()
            remembered = known[text] = cell(self.columns[index], text)
        return remembered

    def _column(self, index: int) -> int | None:
        return self.columns[index].start + 1 if self.columns and self.columns[index].width else None


class StrayRoom:
    """Says how long reading goes on: until far more lines are no players than are, or too much stands between them."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._lines, self._bytes = 0, 0

    def takes(self, number: int, size: int, players: int) -> bool:
        """True where a line that is no player is kept, after so many players; else reading ends, which is noted."""
        self._lines += 1
        self._bytes += size
        if self._lines <= MOST_STRAYS + players and self._bytes <= MOST_STRAY_BYTES:
            return True
        self._findings.add("reading_stopped", number)
        return False


def contradict(sex: str, flag: str) -> bool:
    """True where a flag that is known contradicts a sex that is known."""
    return sex in {"M", "F"} and flag in {"", "i", "w", "wi"} and (sex == "F") != (WOMAN in flag)
