"""The lists with which properties of a period are tried."""

from __future__ import annotations

from datetime import date

LISTS = [
    ("standard", date(2004, 4, 1)),
    ("standard", date(2006, 7, 1)),
    ("standard", date(2009, 9, 1)),
    ("standard", date(2014, 8, 1)),
    ("standard", date(2022, 1, 1)),
    ("standard", date(2022, 2, 1)),
    ("standard", date(2024, 4, 1)),
    ("rapid", date(2004, 1, 1)),
    ("rapid", date(2013, 3, 1)),
    ("rapid", date(2022, 2, 1)),
    ("rapid", date(2024, 3, 1)),
    ("blitz", date(2014, 5, 1)),
    ("blitz", date(2022, 11, 1)),
    ("blitz", date(2025, 6, 1)),
]
"""Of every kind of chess, editions from 2003 to 2024, and seams at which two of them meet in one list."""
