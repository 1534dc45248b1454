"""The computer table of the regulations of 2003 (11.3.1): what a program may send as a report, written and read.

For each player the average Rar of the rated opponents, n and W against them, W less We, and Ru where the player has no
rating. An unrated player with fewer than four rated opponents has a zero as average.
"""

from __future__ import annotations

from dataclasses import dataclass

from arpad.model.numbers import decimal, hundredths

HEAD = ("No", "Name", "Title", "Fed", "FIDE id", "Rating", "Rar", "n", "W", "W-We", "Ru")
TITLE = "Rating report, computer table"


@dataclass(frozen=True, slots=True)
class ComputerRow:
    """A player's line. Scores are hundredths; what a player does not have is None."""

    number: int
    name: str
    title: str | None
    federation: str | None
    fide_id: int | None
    rating: int | None
    average: int
    games: int
    score: int
    difference: int | None
    ru: int | None


def write_computer_table(rows: list[ComputerRow]) -> str:
    """Write the table."""
    cells = [list(HEAD), *(_cells(row) for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(HEAD))]
    lines = [" | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells]
    return "\n".join([TITLE, "", *lines]) + "\n"


def _cells(computer_row: ComputerRow) -> list[str]:
    return [
        str(computer_row.number),
        computer_row.name,
        computer_row.title or "",
        computer_row.federation or "",
        str(computer_row.fide_id or ""),
        _number(computer_row.rating),
        str(computer_row.average),
        str(computer_row.games),
        decimal(computer_row.score),
        "" if computer_row.difference is None else decimal(computer_row.difference),
        _number(computer_row.ru),
    ]


def _number(value: int | None) -> str:
    return "" if value is None else str(value)


def read_computer_table(text: str) -> list[ComputerRow]:
    """Read the table back; ValueError with a sentence where it is none."""
    lines = [line for line in text.lstrip("\ufeff").splitlines() if line.strip()]
    if not lines or lines[0].strip() != TITLE:
        raise ValueError("The first line does not name a computer table.")
    body = [[cell.strip() for cell in line.split("|")] for line in lines[1:]]
    if not body or tuple(body[0]) != HEAD:
        raise ValueError(f"The headings are not {', '.join(HEAD)}.")
    rows = []
    for cells in body[1:]:
        filled = cells + [""] * (len(HEAD) - len(cells))
        number, name, title, federation, fide_id, rating, average, games, score, difference, ru = filled
        rows.append(
            ComputerRow(
                int(number),
                name,
                title or None,
                federation or None,
                int(fide_id) if fide_id else None,
                int(rating) if rating else None,
                int(average),
                int(games),
                hundredths(score),
                hundredths(difference) if difference else None,
                int(ru) if ru else None,
            )
        )
    return rows
