"""The player of a book that a command is about: given by number, or by words of the name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.cli.wording import WORDS
from arpad.documents.schema import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arpad.book.view import BookView

_SHOWN = 10


def number_of(book: BookView, asked: int | str) -> int:
    """Give the number of a player; of a name the one player of the book that has it, as `arpad list find` reads names.

    Refused where nobody or more than one player is called so; then with their numbers.
    """
    if isinstance(asked, int):
        return asked
    from arpad.book.frames.lists import called  # noqa: PLC0415 - the extra may be missing

    players = called(book.table("players"), asked).sort("name", "fide_id")
    if not players.height:
        raise InputError.of(WORDS, "nobody_called", "PLAYER", name=asked)
    if players.height > 1:
        every = [f"{row['fide_id']} {row['name']}" for row in players.iter_rows(named=True)]
        raise several_called(asked, every, "PLAYER")
    return int(players["fide_id"][0])


def several_called(name: str, players: Sequence[str], where: str) -> InputError:
    """Give the refusal of a name that more than one player has; each with the number, as far as they are few."""
    more = max(0, len(players) - _SHOWN)
    shown = "; ".join(players[:_SHOWN])
    return InputError.of(WORDS, "several_called", where, name=name, count=len(players), players=shown, more=more)
