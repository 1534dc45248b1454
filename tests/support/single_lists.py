"""Single rating lists of a few made-up players, written as FIDE writes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

HEADER = (
    "ID Number      Name                                                         Fed Sex Tit  WTit OTit           "
    "FOA {month} Gms K  B-day Flag"
)


def line(fide_id: int, name: str, rating: int, games: int, k: int, born: int = 1990) -> str:  # noqa: PLR0913, PLR0917 - a line
    """Write a line of a single list."""
    person = f"{fide_id:<15}{name:<61}{'AAX':<4}{'M':<4}{'':<5}{'':<5}{'':<15}{'':<4}"
    return f"{person}{rating:<6}{games:<4}{k:<3}{born:<6}    "


def single(folder: Path, name: str, month: str, *lines: str) -> Path:
    """Write a single list."""
    place = folder / name
    place.write_text("\r\n".join([HEADER.format(month=month), *lines, ""]), encoding="utf-8", newline="")
    return place
