"""One path from a report to a number: `rate`, `player`, `period explain` and `period close` give the same."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any, ClassVar

import pytest
from made_events import entries, played
from reports import pairs, published, reported, robin
from running import answer, arpad
from small_books import SmallBook

from arpad.book.view import Period
from arpad.engine.period.close_kind import close_kind
from arpad.engine.reference.lines import Reference
from arpad.events.rate import Wanted, rate_events
from arpad.events.statement import rows
from arpad.formats.trf.writer import write_trf
from arpad.model.rating_list import KindRating, Listed
from arpad.model.tournament import Tournament

if TYPE_CHECKING:
    from pathlib import Path

    from arpad.events.rate import RatedEvents
    from arpad.events.rating_lists import ListOfDay
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
        document = answer("book", "import", self.book, str(place))
        assert len(document["events"]) == 1, document
        return str(place)

    def by_report(self, report: str) -> dict[str, Any]:
        """Rate the report."""
        document = answer("rate", report, *self._lists)
        assert document["missing_lists"] == []
        return {player["fide_id"]: player for player in document["players"]}[FIRST]

    def by_book(self, month: str) -> tuple[dict[str, Any], dict[str, Any]]:
        """Close a list; give what explains the player's line, and the line."""
        answer("period", "close", self.book, month)
        document = answer("period", "explain", self.book, month, str(FIRST))
        assert document["agrees"] is True
        return document["working"], document["listed"]


class Blitz:
    """A blitz event across 1 October 2022: 2450 loses to 2450; on the list of September K is 20, of October 10."""

    lists: ClassVar = [date(2022, 9, 1), date(2022, 10, 1)]
    listed: ClassVar = date(2022, 11, 1)
    start, end = date(2022, 9, 30), date(2022, 10, 2)

    def __init__(self) -> None:
        self.book = SmallBook()
        for number in (FIRST, FIRST + 1):
            self.book.player(number, born=1980)
            for day, k in zip(self.lists, (20, 10), strict=True):
                line = {"rating": 2450, "k": k, "played": 100, "highest": 2450}
                row = {"fide_id": number, **{f"blitz_{name}": value for name, value in line.items()}}
                self.book.lists.setdefault(day, []).append(row)
        self.book.event(1, self.start, self.end, [(FIRST, FIRST + 1, 0)], kind="blitz")

    def on(self, day: date) -> ListOfDay | None:
        """Give the published list of a day."""
        if day not in self.lists:
            return None
        line = KindRating(2450, 0, 20 if day == self.lists[0] else 10)
        return published(
            day, [Listed(FIRST + place, f"Player {1 + place}", blitz=line, birth_year=1980) for place in range(2)]
        )


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
    tournament = league(entries([None, *others.values()]), rounds, days, date(2010, 10, 3), {})
    report = office.reported(tournament, 'team_championship = true\nkind = "standard"\nsystem = "team"\n')

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
    tournament = league(
        entries([2000, 2000]), [[(1, 2)], [(1, 2)]], days, date(2004, 4, 30), {(1, 1, 2): "1", (2, 1, 2): "1"}
    )
    report = office.reported(tournament, 'kind = "standard"\nsystem = "team"\nleague = true\n')

    rated, (working, line) = office.by_report(report), office.by_book("2004-07")

    # 15 x (0.50 + 0.85) = 20.25; at the ratings of the first day it would be 15 x 1.00.
    assert (rated["change"], rated["new"], rated["k_chg"]) == (20, 2020, "20.25")
    assert (working["change"], line["rating"]) == (20, 2020)


@pytest.mark.article("8.3.3", edition="fide-2024-03")
def test_k_of_a_blitz_event_across_a_new_edition_is_that_of_the_list_before_on_every_path() -> None:
    """To September 2022 K was 20 for everybody, from October on as in standard chess: 10 from 2400 on, R-007."""
    blitz = Blitz()
    period = Period(blitz.book.view(), "blitz", blitz.listed)
    closed, reference = close_kind(period), Reference(period)
    document = {
        "kind": "blitz",
        "list": str(blitz.listed),
        "player": {"rating": 2450, "born": "1980", "games": 100, "highest": 2450},
        "events": [{"start": str(blitz.start), "end": str(blitz.end), "games": [{"opponent": 2450, "score": "0"}]}],
    }
    tournament = pairs([2450, 2450], [[(1, 2, "0")]], blitz.start, blitz.end)
    rated = rate_events([reported("a", tournament)], Wanted("blitz", blitz.listed, lists=blitz))

    # 10 x -0.50 is -5, and with K 20 it would be -10.
    by_player = answer("player", "-", given=document)
    assert (by_player["k"], by_player["new_rating"]) == (10, 2445)
    assert closed.ratings.filter(closed.ratings["fide_id"] == FIRST)["rating"].item() == 2445
    assert closed.changes.events["k"].to_list() == [10, 10]
    assert [coefficient.k for coefficient in reference.ks(FIRST)] == [10]
    assert reference.expected(FIRST).rating == 2445
    assert next((row.k, row.new) for row in rows(rated)) == (10, 2445)


@pytest.mark.article("6.1", edition="fide-2014-07")
def test_results_of_another_report_decide_about_a_round_robin() -> None:
    """Without a point in a first event an unrated player is left out of the table; after a result, not."""
    losses = [
        [[50 if 4 not in (row, other) else 100 if other == 4 else 0] for other in range(1, 5)] for row in range(1, 5)
    ]
    table = robin({"A": 2000, "B": 2100, "C": 1900, "D": None}, losses, date(2015, 5, 8))
    numbers = [entry.fide_id for entry in table.entries]
    swiss = pairs([2000, 2100, 1900, None], [[(1, 4, "=")], [(2, 4, "=")], [(3, 4, "=")]], date(2015, 5, 1))
    swiss = replace(
        swiss,
        entries=tuple(replace(entry, fide_id=number) for entry, number in zip(swiss.entries, numbers, strict=True)),
    )
    games = {}
    for name, reports in {"first": [table], "later": [swiss, table], "any order": [table, swiss]}.items():
        rated = rate_events(
            [reported(str(report.start), report, "roundrobin" if report is table else "swiss") for report in reports],
            Wanted(k=20),
        )
        events = [event for event in rated.entries[0].result.events if event.event.start == table.start]
        games[name] = sum(event.working.whole["games"] for event in events)

    assert games == {"first": 2, "later": 3, "any order": 3}


def test_rapid_before_its_first_list_is_rated_with_the_standard_list() -> None:
    """Rapid lists began in July 2012; in April the standard ratings of March stand in, whatever the report says."""

    class March:
        """The standard list of March 2012."""

        def on(self, day: date) -> ListOfDay | None:
            """Give it, with 2200 for everybody."""
            line = KindRating(2200, 0, 15)
            people = [
                Listed(FIRST + place, f"Player {1 + place}", standard=line, birth_year=1980) for place in range(2)
            ]
            return published(day, people) if day.month in (3, 5) else None

    tournament = pairs([1500, 1500], [[(1, 2, "1")]], date(2012, 4, 14))
    rated = rate_events(
        [replace(reported("a", tournament), kind="rapid")], Wanted("rapid", date(2012, 7, 1), lists=March())
    )
    row = rows(rated)[0]

    # K is 20 for everybody: 20 x 0.50.
    assert (rated.missing_lists, row.estimate) == ((), False)
    assert (row.ro, row.rc, row.change, row.new) == (2200, 2200, 10, 2210)


class Standing:
    """Rapid in June 2025: the first player has only a standard rating, which was 2450 in May and is another now."""

    days: ClassVar = [date(2025, 5, 1), date(2025, 6, 1)]
    list_date: ClassVar = date(2025, 7, 1)
    start, end = date(2025, 5, 30), date(2025, 6, 2)

    def __init__(self, now: int, opponent: int | None) -> None:
        self.book = SmallBook()
        self.standard = dict(zip(self.days, (2450, now), strict=True))
        self.opponent = opponent
        for number in (FIRST, FIRST + 1):
            self.book.player(number, born=1980)
        for day in self.days:
            self.book.rated(day, FIRST, self.standard[day], k=10)
            row = {"fide_id": FIRST + 1}
            if opponent is not None:
                row |= {"rapid_rating": opponent, "rapid_k": 20, "rapid_played": 100, "rapid_highest": opponent}
            self.book.lists[day].append(row)
        self.book.event(1, self.start, self.end, [(FIRST, FIRST + 1, 50)], kind="rapid")

    def on(self, day: date) -> ListOfDay | None:
        """Give the published list of a day."""
        if day not in self.days:
            return None
        first = Listed(FIRST, "Player 1", standard=KindRating(self.standard[day], 0, 10), birth_year=1980)
        return published(
            day, [first, Listed(FIRST + 1, "Player 2", rapid=KindRating(self.opponent, 0, 20), birth_year=1980)]
        )

    def rated(self) -> RatedEvents:
        """Rate the report of the event: a draw."""
        tournament = pairs([2450, self.opponent], [[(1, 2, "=")]], self.start, self.end)
        return rate_events(
            [replace(reported("a", tournament), kind="rapid")], Wanted("rapid", self.list_date, lists=self)
        )

    def document(self, **player: int) -> dict[str, Any]:
        """Write the period for `arpad player`."""
        games = [{"opponent": self.opponent, "score": "0.5"}]
        return {
            "kind": "rapid",
            "list": str(self.list_date),
            "player": {"rating": None, "standard": self.standard[self.days[1]], "born": "1980", **player},
            "events": [{"start": str(self.start), "end": str(self.end), "rating": 2450, "games": games}],
        }


def test_a_list_is_entered_by_playing_on_every_path() -> None:
    """The standard rating stands in for a rapid one, but without a game that counts nobody is on the rapid list."""
    standing = Standing(2450, None)
    period = Period(standing.book.view(), "rapid", standing.list_date)
    closed, reference = close_kind(period).ratings, Reference(period)
    row = rows(standing.rated())[0]
    by_player = answer("player", "-", given=standing.document(games=0, highest=2450))

    assert closed.filter(closed["fide_id"] == FIRST)["rating"].to_list() in ([], [None])
    assert reference.expected(FIRST).rating is None
    assert (row.ro, row.n, row.change, row.new, row.status) == (2450, 0, None, None, "unrated")
    assert [by_player[name] for name in ("games_counted", "change", "new_rating", "status")] == [
        0,
        None,
        None,
        "unrated",
    ]
    assert by_player["reason"].endswith("the list is entered only by playing.")


@pytest.mark.parametrize(("now", "k"), [(2450, 10), (2390, 40)])
def test_k_of_a_rating_that_stands_in_is_that_of_the_moment_on_every_path(now: int, k: int) -> None:
    """From 2400 on K is 10; a standard rating of 2450 that stood in once was never published in rapid (R-042)."""
    standing = Standing(now, 2450)
    period = Period(standing.book.view(), "rapid", standing.list_date)
    closed, reference = close_kind(period), Reference(period)
    by_player = answer("player", "-", given=standing.document(games=0, highest=now))
    row = rows(standing.rated())[0]

    assert closed.changes.events.filter(closed.changes.events["fide_id"] == FIRST)["k"].to_list() == [k]
    assert [k_of_event.k for k_of_event in reference.ks(FIRST)] == [k]
    assert by_player["k"] == k
    # How many rapid games came before, the lists do not say; from 2400 on that does not matter.
    assert (row.k, row.status) == ((10, "rated") if now == 2450 else (None, "k_unknown"))
    assert (by_player["next_k"], reference.expected(FIRST).k) == (k, k)


@pytest.mark.parametrize(
    ("facts", "list_date"),
    [
        pytest.param({}, "2025-07-01", id="ended after the closing of June"),
        pytest.param({"official": "true"}, "2025-06-01", id="an official event closes later"),
        pytest.param({"received": "2025-07-20"}, "2025-08-01", id="the report came after July closed"),
        pytest.param({"received": "2026-07-20"}, "2025-07-01", id="too late for any list, rated for that of its end"),
    ],
)
def test_a_report_is_rated_for_the_list_that_takes_it_into_a_book(
    tmp_path: Path, facts: dict[str, str], list_date: str
) -> None:
    """Whether the event is official and when its report came decide, as they do when a list is closed."""
    tournament = pairs([2000, 2000], [[(1, 2, "1")]], date(2025, 5, 30), date(2025, 5, 31))
    place = tmp_path / "event.trf"
    place.write_text(write_trf(replace(tournament, chief_arbiter="Quill, Rosa", time="120 min")), encoding="utf-8")
    lines = ['kind = "standard"', *(f"{name} = {value}" for name, value in facts.items())]
    place.with_suffix(".toml").write_text("\n".join(lines) + "\n", encoding="utf-8")

    code, out, _ = arpad("rate", str(place), "--k", "20", "--json")

    assert code in {0, 1}
    assert json.loads(out)["list"] == list_date


@pytest.mark.article("10.5.1 [3]", edition="fide-2003-07")
def test_announced_cycles_decide_whether_a_game_lacks() -> None:
    """All but one pair met twice: a double round robin lacks a game, a single one has play-offs."""
    rounds = [[(1, 2), (3, 4)], [(1, 3), (2, 4)], [(1, 4), (2, 3)], [(2, 1), (4, 3)], [(3, 1), (4, 2)], [(4, 1)]]
    tournament = pairs([2000, 2000, 2100, 2400], [[(*pair, "=") for pair in turn] for turn in rounds], date(2004, 3, 5))
    report = reported("a", tournament, "roundrobin")
    averages = [rows(rate_events([replace(report, cycles=cycles)], Wanted(k=15)))[1].rc for cycles in (1, 2)]

    # 2000, 2100 and 2350, which is 2400 cut, each once; or by games, with 2100 once only.
    assert averages == [2150, 2160]
