"""One path from a report to a number: `rate`, `player`, `period explain` and `period close` give the same."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

import pytest
from made_events import entries, played
from running import answer

from arpad.formats.trf_writer import write_trf
from arpad.model.tournament import Tournament

if TYPE_CHECKING:
    from pathlib import Path

    from arpad.model.tournament import Entry

FIRST = 99000001
"""The FIDE number of the player with starting number 1."""


class Office:
    """A folder with rating lists, a report and its facts, and a book into which they came."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.book = str(folder / "book")
        answer("book", "init", self.book, "--title", "Made up")
        self._lists: list[str] = []

    def rated(self, day: date, ratings: dict[int, int | None], k: int) -> None:
        """Publish a standard list; nobody has a rating who is None there."""
        place = self.folder / f"{day}.csv"
        rows = [
            f'{number},"Player, {number}",AAA,{rating or ""},{k if rating else ""},1980'
            for number, rating in ratings.items()
        ]
        place.write_text(
            "\n".join(["fide_id,name,federation,standard_rating,standard_k,birth_year", *rows]), encoding="utf-8"
        )
        answer("book", "import", self.book, str(place), "--date", str(day))
        self._lists += ["--list", f"{day}={place}"]

    def reported(self, tournament: Tournament, facts: str) -> str:
        """Send a report with its facts; it comes into the book."""
        place = self.folder / "event.trf"
        place.write_text(write_trf(tournament), encoding="utf-8")
        (self.folder / "event.toml").write_text(facts, encoding="utf-8")
        found = answer("book", "import", self.book, str(place))
        assert len(found["events"]) == 1, found
        return str(place)

    def by_report(self, report: str) -> dict[str, Any]:
        """Rate the report."""
        found = answer("rate", report, *self._lists)
        assert found["missing_lists"] == []
        return {one["fide_id"]: one for one in found["players"]}[FIRST]

    def by_book(self, month: str) -> tuple[dict[str, Any], dict[str, Any]]:
        """Close a list; give what explains the player's line, and the line."""
        answer("period", "close", self.book, month)
        found = answer("period", "explain", self.book, month, str(FIRST))
        assert found["agrees"] is True
        return found["working"], found["listed"]


def league(
    players: list[Entry], rounds: list[list[tuple[int, int]]], days: list[date], end: date, results: dict[Any, str]
) -> Tournament:
    """Make a team event of these rounds."""
    return Tournament(
        name="Made-up Teams",
        federation="AAA",
        start=days[0],
        end=end,
        round_dates=tuple(days),
        system="Team Swiss",
        chief_arbiter="Quill, Rosa",
        time="120 min",
        entries=played(players, rounds, results),
    )


@pytest.mark.article("7.14(f)", edition="fide-2009-07")
def test_seven_games_at_an_olympiad_are_a_first_rating_on_every_path(tmp_path: Path) -> None:
    """Seven draws with opponents of 2000 come to 2000, and seven games are enough at a team championship."""
    office = Office(tmp_path)
    others = {FIRST + place: 2000 for place in range(1, 8)}
    office.rated(date(2010, 9, 1), {FIRST: None, **others}, 15)
    days = [date(2010, 9, day) for day in range(21, 28)]
    rounds = [[(1, number)] for number in range(2, 9)]
    made = league(entries([None, *others.values()]), rounds, days, date(2010, 10, 3), {})
    report = office.reported(made, 'team_championship = true\nkind = "standard"\nsystem = "team"\n')

    rated, (working, line) = office.by_report(report), office.by_book("2010-11")

    assert (rated["new"], rated["missing"]) == (2000, None)
    assert (working["published"], line["rating"]) == (2000, 2000)


@pytest.mark.article("4.1.1", edition="fide-2003-07")
def test_a_long_league_is_rated_with_the_list_of_each_game_on_every_path(tmp_path: Path) -> None:
    """Over 107 days, 2000 then 2300: 0.50 of a game with 2000 and 0.85 of one with 2300 are above expectation."""
    office = Office(tmp_path)
    for day, rating in ((date(2004, 1, 1), 2000), (date(2004, 4, 1), 2300)):
        office.rated(day, {FIRST: 2000, FIRST + 1: rating}, 15)
    days = [date(2004, 1, 15), date(2004, 4, 25)]
    made = league(
        entries([2000, 2000]), [[(1, 2)], [(1, 2)]], days, date(2004, 4, 30), {(1, 1, 2): "1", (2, 1, 2): "1"}
    )
    report = office.reported(made, 'kind = "standard"\nsystem = "team"\nleague = true\n')

    rated, (working, line) = office.by_report(report), office.by_book("2004-07")

    # 15 x (0.50 + 0.85) = 20.25; at the ratings of the first day it would be 15 x 1.00.
    assert (rated["change"], rated["new"], rated["k_chg"]) == (20, 2020, "20.25")
    assert (working["change"], line["rating"]) == (20, 2020)
