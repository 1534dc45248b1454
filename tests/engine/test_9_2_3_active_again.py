"""Inactive below four games in a year, active again with four (2003 9.2.3a, 9.2.3c, E 33; five as printed)."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest
from small_books import SmallBook

from arpad.book.view import Period
from arpad.engine.period.close_list import close
from arpad.engine.reference.lines import Reference

if TYPE_CHECKING:
    from pathlib import Path

FIRST, LISTED = date(2004, 1, 1), date(2004, 4, 1)
A_YEAR = [date(2003, 7, 1), date(2003, 10, 1), FIRST]
LONG_AGO, LATELY = date(2002, 5, 1), date(2003, 11, 20)


def flag_after(games: int, lists: list[date], *, was: str, last: date | None, name: str | None = None) -> str:
    """Give the flag of player 1 after so many games, from lists on which that player had no games."""
    book = SmallBook()
    for number in (1, 2):
        book.player(number)
        for day in lists:
            book.rated(day, number, 2000, k=15, last=last)
            book.lists[day][-1]["flag"] = was if number == 1 else ""
    book.event(1, date(2004, 1, 10), date(2004, 1, 20), [(1, 2, 50)] * games)
    frame = close(book.view(name), LISTED).frame
    flag: str = frame.filter(fide_id=1)["flag"][0]
    assert Reference(Period(book.view(name), "standard", LISTED)).expected(1).flag == flag
    return flag


@pytest.mark.article("9.2.3c", edition="fide-2003-07")
@pytest.mark.parametrize("lists", [[FIRST], A_YEAR], ids=["one list", "a year of lists"])
@pytest.mark.parametrize(("games", "flag"), [(0, "i"), (1, "i"), (3, "i"), (4, ""), (5, "")])
def test_an_inactive_player_returns_with_four_games(lists: list[date], games: int, flag: str) -> None:
    """Also where the book has less than a year of lists: the last game is known to be older, so nothing is missing."""
    assert flag_after(games, lists, was="i", last=LONG_AGO) == flag


@pytest.mark.article("9.2.3c", edition="fide-2003-07-print")
@pytest.mark.parametrize(("games", "was", "flag"), [(4, "i", "i"), (5, "i", ""), (3, "", "i"), (4, "", "")])
def test_as_printed_it_takes_five_and_four_keep_active(games: int, was: str, flag: str) -> None:
    """Printed is "more than 4"; below four one becomes inactive."""
    assert flag_after(games, A_YEAR, was=was, last=LONG_AGO, name="fide-2003-07-print") == flag


@pytest.mark.article("9.2.3a", edition="fide-2003-07")
@pytest.mark.parametrize(
    ("last", "games", "flag"),
    [
        pytest.param(LATELY, 0, "", id="games before the first list may be enough"),
        pytest.param(LATELY, 1, "", id="so with one game more"),
        pytest.param(LONG_AGO, 3, "i", id="three are all there are"),
        pytest.param(LONG_AGO, 4, "", id="four suffice"),
        pytest.param(None, 0, "", id="nothing is known, so it stays"),
        pytest.param(None, 1, "", id="nor with one game"),
    ],
)
def test_an_active_player_in_a_book_of_one_list(last: date | None, games: int, flag: str) -> None:
    """Fewer than four are only too few where it is known that there were no others in the year."""
    assert flag_after(games, [FIRST], was="", last=last) == flag


@pytest.mark.article("9.2.3c", edition="fide-2003-07")
@pytest.mark.parametrize(
    ("last", "games", "flag"), [(None, 0, "i"), (None, 1, "i"), (None, 4, ""), (LATELY, 0, "i"), (LATELY, 1, "")]
)
def test_an_inactive_player_in_a_book_of_one_list(last: date | None, games: int, flag: str) -> None:
    """Where nothing is known four games are asked; where there were others lately, they may be four with this one."""
    assert flag_after(games, [FIRST], was="i", last=last) == flag


@pytest.mark.parametrize(
    ("year", "month"),
    [
        pytest.param(2010, 5, marks=pytest.mark.article("7.23(c)", edition="fide-2009-07"), id="2009"),
        pytest.param(2015, 4, marks=pytest.mark.article("7.23 b", edition="fide-2014-07"), id="2014"),
        pytest.param(2025, 4, marks=pytest.mark.article("7.2.2 b", edition="fide-2024-03"), id="2024"),
    ],
)
@pytest.mark.parametrize(("games", "flag"), [(0, "i"), (1, "")])
def test_from_2009_on_one_game_suffices(year: int, month: int, games: int, flag: str) -> None:
    """With whatever lists the book has."""
    book = SmallBook()
    for number in (1, 2):
        book.player(number)
        book.rated(date(year, 3, 1), number, 2000, k=15, last=date(year - 2, 1, 1))
        book.lists[date(year, 3, 1)][-1]["flag"] = "i"
    book.event(1, date(year, 3, 10), date(year, 3, 20), [(1, 2, 50)] * games)

    frame = book.closed(date(year, month, 1)).frame

    assert frame["flag"].to_list() == [flag, flag]


def test_a_federation_may_ask_for_more_games_to_return(tmp_path: Path) -> None:
    """The provision decides: one game a year keeps active, three make active again."""
    rules = tmp_path / "club.toml"
    rules.write_text(
        'id = "club"\nderives = "fide-2009-07"\ntitle = "A club"\n[provisions]\n'
        'active_again_from = { article = "1", value = 3 }\n',
        encoding="utf-8",
    )
    flags = []
    for games, was in ((2, "i"), (3, "i"), (1, "")):
        book = SmallBook()
        for number in (1, 2):
            book.player(number)
            book.rated(date(2010, 3, 1), number, 2000, k=15, last=date(2008, 1, 1))
            book.lists[date(2010, 3, 1)][-1]["flag"] = was
        book.event(1, date(2010, 3, 10), date(2010, 3, 20), [(1, 2, 50)] * games)
        frame = close(book.view(str(rules)), date(2010, 5, 1)).frame
        expected = Reference(Period(book.view(str(rules)), "standard", date(2010, 5, 1))).expected(1)
        assert expected.flag == frame["flag"][0]
        flags.append(frame["flag"][0])

    assert flags == ["i", "", ""]
