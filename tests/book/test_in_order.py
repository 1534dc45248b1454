"""Two readers of the same rows go through the same pieces, and neither waits for one who has gone."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import polars as pl

from arpad.book.frames.in_order import InOrder

SIZE, PIECE = 1000, 10


def pieces(rows: InOrder, most: int = SIZE) -> list[pl.DataFrame]:
    """Go through the rows, or through the first of them."""
    with rows.reading():
        return [rows.slice(start, PIECE) for start in range(0, most, PIECE)]


def reversed_rows(readers: int) -> InOrder:
    """Give a thousand rows in the other order."""
    order = pl.Series(list(range(SIZE - 1, -1, -1)), dtype=pl.UInt32)
    return InOrder(pl.DataFrame({"number": range(SIZE)}), order, readers)


def test_both_readers_get_the_same_pieces() -> None:
    """A piece is taken out once, and it is the right one."""
    rows = reversed_rows(2)
    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(pieces, [rows, rows])

    assert all(piece is other for piece, other in zip(first, second, strict=True))
    assert pl.concat(first)["number"].to_list() == list(range(SIZE - 1, -1, -1))


def test_nobody_waits_for_one_who_has_gone() -> None:
    """Whoever ends before the end, by a fault or not, is no longer a reader."""
    rows = reversed_rows(2)
    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(pieces, [rows, rows], [SIZE, 3 * PIECE])

    assert len(first) == SIZE // PIECE
    assert len(second) == 3


def test_one_reader_waits_for_nobody() -> None:
    """Rows for one reader are given as they are asked for, again if need be."""
    rows = reversed_rows(1)

    assert rows.slice(0, PIECE)["number"].to_list() == rows.slice(0, PIECE)["number"].to_list()
    assert len(pieces(rows)) == SIZE // PIECE
