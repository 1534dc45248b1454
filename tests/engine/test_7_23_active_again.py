"""Inactive players: rated games make them active again, and meanwhile they count at their last published rating."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest
from small_books import SmallBook

from arpad.book.view import Period
from arpad.engine.period.close_list import close
from arpad.engine.reference.lines import Reference
from arpad.regulations.calendar import calendar

if TYPE_CHECKING:
    from pathlib import Path

IDLE, PARTNER = 1, 50
OPPONENTS = range(10, 16)
LISTED = {
    "fide-2003-07": date(2005, 4, 1),
    "fide-2009-07": date(2011, 5, 1),
    "fide-2014-07": date(2016, 4, 1),
    "fide-2024-03": date(2025, 5, 1),
}
NEEDED = {"fide-2003-07": 4, "fide-2009-07": 1, "fide-2014-07": 1, "fide-2024-03": 1}
"""Games by which an inactive player is active again."""
ARTICLE = {"fide-2003-07": "9.2.3c", "fide-2009-07": "7.23(c)", "fide-2014-07": "7.23 b", "fide-2024-03": "7.2.2 b"}
EACH_EDITION = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.article(ARTICLE[name], edition=name)) for name in LISTED]
)


def book(name: str, games: int, *, earlier: int = 0, was_idle: bool = True, opponent: int | None = 2000) -> SmallBook:
    """A player with 2000, whose last game was two years ago, plays some games for the list of the edition.

    The book has the lists of more than a year. `earlier` games were rated for the last list; `opponent` is the rating
    of everybody else.
    """
    small_book, listed = SmallBook(), LISTED[name]
    days = [listed]
    while len(days) < 8 or days[-1] > listed - timedelta(days=500):
        before = calendar("standard").list_before(days[-1])
        assert before is not None
        days.append(before)
    last = days[1]
    long_ago = listed - timedelta(days=730)
    for number in (IDLE, PARTNER, *OPPONENTS):
        small_book.player(number, 1980)
        for day in days[1:]:
            is_idle = number == IDLE and was_idle
            played = earlier if day == last and number == IDLE else 0
            small_book.rated(
                *(day, number, 2000 if number in {IDLE, PARTNER} else opponent),
                games=played,
                last=(last - timedelta(days=45) if played else long_ago) if is_idle else last - timedelta(days=45),
            )
            small_book.lists[day][-1]["flag"] = "i" if is_idle else ""
    day = last + timedelta(days=4)
    small_book.event(1, day, day, [(IDLE, other, 50) for other in OPPONENTS[:games]])
    small_book.event(2, day, day, [(PARTNER, OPPONENTS[0], 50)])
    return small_book


def flag(small_book: SmallBook, listed: date, name: str | None = None) -> str:
    """Give the flag of the player on the new list; columns and reference say the same."""
    frame = close(small_book.view(name), listed, only=("standard",)).frame
    of_columns: str = frame.filter(fide_id=IDLE)["flag"].item()

    assert Reference(Period(small_book.view(name), "standard", listed)).expected(IDLE).flag == of_columns
    return of_columns


@EACH_EDITION
def test_the_games_that_make_a_player_active_again(name: str) -> None:
    """Exactly the number that is asked for; one game fewer leaves the player inactive."""
    assert flag(book(name, NEEDED[name]), LISTED[name]) == ""
    assert flag(book(name, NEEDED[name] - 1), LISTED[name]) == "i"


@pytest.mark.article("9.2.3a", edition="fide-2003-07")
@pytest.mark.parametrize(("earlier", "games", "expected"), [(0, 3, "i"), (0, 4, ""), (3, 0, "i"), (2, 2, "")])
def test_2003_fewer_than_four_games_in_a_year_make_a_player_inactive(earlier: int, games: int, expected: str) -> None:
    """Three games of the year are too few, wherever in the year they were; four suffice."""
    small = book("fide-2003-07", games, earlier=earlier, was_idle=False)

    assert flag(small, LISTED["fide-2003-07"]) == expected


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("fide-2009-07", marks=pytest.mark.article("7.23(a)", edition="fide-2009-07")),
        pytest.param("fide-2014-07", marks=pytest.mark.article("7.23 a", edition="fide-2014-07")),
        pytest.param("fide-2024-03", marks=pytest.mark.article("7.2.2 a", edition="fide-2024-03")),
    ],
)
def test_a_year_without_a_game_makes_a_player_inactive(name: str) -> None:
    """A last game on the day of the list a year before still counts, one a day earlier does not."""
    listed = LISTED[name]
    a_year_ago = date(listed.year - 1, listed.month, 1)
    flags = []
    for day in (a_year_ago, a_year_ago - timedelta(days=1)):
        small = book(name, 0, was_idle=False)
        for rows in small.lists.values():
            rows[0]["standard_last"] = day
        flags.append(flag(small, listed))

    assert flags == ["", "i"]


@pytest.mark.article("9.2.3c", edition="fide-2003-07")
@pytest.mark.parametrize(("earlier", "games", "expected"), [(1, 2, "i"), (1, 3, ""), (3, 1, ""), (4, 0, "")])
def test_2003_counts_the_games_of_a_year(earlier: int, games: int, expected: str) -> None:
    """Games that were rated for the lists of the year before are added."""
    small = book("fide-2003-07", games, earlier=earlier)

    assert flag(small, LISTED["fide-2003-07"]) == expected


@pytest.mark.article("7.23 b", edition="fide-2014-07")
@pytest.mark.article("7.2.2 b", edition="fide-2024-03")
@pytest.mark.parametrize("name", ["fide-2014-07", "fide-2024-03"])
def test_games_against_unrated_opponents_make_nobody_active(name: str) -> None:
    """Five of them are no game against a rated opponent, and none is rated."""
    assert flag(book(name, 5, opponent=None), LISTED[name]) == "i"


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("fide-2003-07", marks=pytest.mark.article("9.2.3", edition="fide-2003-07")),
        pytest.param("fide-2009-07", marks=pytest.mark.article("7.23", edition="fide-2009-07")),
        pytest.param("fide-2014-07", marks=pytest.mark.article("7.23", edition="fide-2014-07")),
    ],
)
def test_whoever_meets_an_inactive_player_meets_a_rated_one(name: str) -> None:
    """A beats an inactive player of 2000, B draws with the same: D is 0, so 0.50 and 0 before K."""
    small, listed = book(name, 0), LISTED[name]
    day = small.tables["events"][0]["start"]
    small.event(3, day, day, [(PARTNER, IDLE, 100), (OPPONENTS[1], IDLE, 50)])
    changes = close(small.view(), listed, only=("standard",)).kinds["standard"].changes
    sums = dict(changes.players.select("fide_id", "sum").iter_rows())

    assert [sums.get(number) for number in (PARTNER, OPPONENTS[1], IDLE)] == [50, 0, -50]


@pytest.mark.article("9.2.3c", edition="fide-2003-07")
@pytest.mark.parametrize(
    ("was_idle", "games", "expected"), [(True, 3, "i"), (True, 4, "i"), (True, 5, ""), (False, 3, "i"), (False, 4, "")]
)
def test_the_print_of_2003_asks_for_more_than_four(games: int, expected: str, *, was_idle: bool) -> None:
    """As printed, four games keep a player active, and five make one active again."""
    small = book("fide-2003-07", games, was_idle=was_idle)

    assert flag(small, LISTED["fide-2003-07"], "fide-2003-07-print") == expected


@EACH_EDITION
def test_an_edition_may_ask_for_one_game_more(name: str, tmp_path: Path) -> None:
    """What makes active again is the provision of the edition: with one more asked for, one more is needed."""
    place, needed = tmp_path / "club.toml", NEEDED[name] + 1
    place.write_text(
        f'id = "club"\nderives = "{name}"\ntitle = "One game more"\n[provisions]\n'
        f'active_again_from = {{ article = "{ARTICLE[name]}", value = {needed} }}\n',
        encoding="utf-8",
    )

    assert flag(book(name, needed - 1), LISTED[name], str(place)) == "i"
    assert flag(book(name, needed), LISTED[name], str(place)) == ""
