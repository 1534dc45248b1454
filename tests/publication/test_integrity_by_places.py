"""The watch by places against a plain reading: dictionaries by FIDE number, one player and one game at a time."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from datetime import date
from random import Random
from statistics import multimode
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from made_books import BookMaker
from small_books import SmallBook

from arpad.book.memory import MemoryBook
from arpad.book.view import Period
from arpad.engine.ids import Places
from arpad.engine.period.adjustments import of_list
from arpad.engine.period.close_kind import rerated_bases
from arpad.engine.period.close_list import Closed, close
from arpad.engine.period.events import EventColumns
from arpad.model.period import KINDS
from arpad.model.problems import RefusedError
from arpad.publication.integrity.games import SidesOfGames, WorthOfSides, expectation, worth
from arpad.publication.integrity.lines import InPlaces, Lines
from arpad.publication.integrity.people import PERCENTILES, counted, described
from arpad.publication.integrity.report import integrity
from arpad.publication.integrity.weighed import rows_of_sides
from arpad.publication.listing import no_longer_shown, standing, unlisted
from arpad.regulations.catalogue import edition
from arpad.regulations.rules.performance import EXPECTATION
from arpad.regulations.rules.rated_event import RATED_EVENT
from arpad.regulations.terms.ints import ints
from arpad.regulations.workings.list_line import base_rating, status_at

DAYS = (date(2026, 11, 1), date(2024, 3, 1), date(2022, 3, 1), date(2015, 1, 1), date(2010, 1, 1), date(2004, 1, 1))
OCTOBER, NOVEMBER = date(2026, 10, 1), date(2026, 11, 1)
STANDARD_LAWS = ("fide-2003-07", "fide-2014-07", "fide-2022-01", "fide-2025-10")
ratings = st.integers(1000, 2900)


def by_number(frame: pl.DataFrame | None, column: str) -> dict[int, Any]:
    """What a frame says of each player: the value of a column, where there is any."""
    if frame is None:
        return {}
    rows = frame.select("fide_id", column).iter_rows()
    return {number: value for number, value in rows if value is not None}


def reasons(closed: Closed, view: MemoryBook, period: Period, day: date, frame: pl.DataFrame | None) -> dict[int, str]:
    """Why players are not on the list of a day, by FIDE number."""
    if frame is None:
        return {}
    days = view.rulebook.calendar(next(iter(closed.kinds)), closed.list_date)
    law = days.edition(day)
    gone = no_longer_shown(frame, law, days, view, day)
    return by_number(unlisted(view, law, period.kind, day, standing(view, law, day), gone), "reason")


class PlainAccount:
    """The items about members, decisions and the unlisted, in points and players; `residual` counts wrong ratings."""

    def __init__(self, closed: Closed, view: MemoryBook, period: Period) -> None:
        self.period, self.law = period, closed.kinds[period.kind].law
        kind, last_day = period.kind, period.calendar.list_before(period.list_date)
        before = period.rating_list(last_day) if last_day else None
        self.last, self.highest = by_number(before, f"{kind}_rating"), by_number(before, f"{kind}_highest")
        self.standard = {} if kind == KINDS[0] else by_number(before, "standard_rating")
        own_list = (pl.col("kind") == kind) & (pl.col("list") == period.list_date)
        self.corrected = by_number(view.table("corrections").filter(own_list), "rating")
        self.anew = by_number(rerated_bases(period).corrections.filter(own_list), "rating")
        self.change = by_number(closed.kinds[kind].changes.players, "change")
        self.published = by_number(closed.kinds[kind].newcomers, "published")
        self.now = by_number(closed.frame, f"{kind}_rating")
        self.off = reasons(closed, view, period, period.list_date, closed.frame)
        self.was_off = reasons(closed, view, period, last_day or period.list_date, before)
        self.items: dict[str, list[int]] = defaultdict(list)
        for number in view.table("players")["fide_id"]:
            self.player(number)

    def player(self, number: int) -> None:
        """Put what one player brings into the items."""
        last, due = self.last.get(number), self.published.get(number)
        start = self.corrected.get(number, self.anew.get(number, last))
        if start is None and number in self.change:
            start = base_rating(self.law, None, self.standard.get(number))
        if start is not None:
            name = {True: ("corrected_entries", "corrections"), False: ("standing_in", "taken_back")}
            entry, shift = name[number in self.corrected]
            if start != last:
                self.items[entry if last is None else shift].append(start - (last or 0))
            due = self.followed(number, start)
        elif due is not None:
            self.items["returns" if number in self.highest else "first_ratings"].append(due)
        for reason in {self.off.get(number), self.was_off.get(number)} - {None}:
            was = (last or 0) * (self.was_off.get(number) == reason)
            is_now = (due or 0) * (self.off.get(number) == reason)
            self.items[str(reason)] += [was - is_now] if was != is_now else []
        if number not in self.off and self.now.get(number) != due:
            self.items["residual"].append(0)

    def followed(self, number: int, start: int) -> int | None:
        """Give what follows from where a player starts: games, one-offs, the floor."""
        reached = after = start + self.change.get(number, 0)
        for adjustment in of_list(self.law, self.period.list_date, self.period.adjustments):
            after = adjustment.adjusted(self.law, after, self.standard.get(number)) or after
        if after != reached:
            self.items["one_offs"].append(after - reached)
        if status_at(self.law, after) == "rated":
            return after
        self.items["below_floor"].append(-after)
        return None

    def by_item(self) -> dict[str, tuple[int | None, int]]:
        """Give points and players of every item that has any; the points of the residual are another matter."""
        return {
            item: (None if item == "residual" else 100 * sum(points), len(points))
            for item, points in self.items.items()
            if points
        }


LISTS = [(kind, day) for kind in KINDS for day in DAYS if kind == KINDS[0] or day.year > 2012]


@settings(max_examples=25)
@given(seed=st.integers(0, 2**20), of=st.sampled_from(LISTS), faults=st.integers(0, 2))
def test_the_account_of_members_and_decisions(seed: int, of: tuple[str, date], faults: int) -> None:
    """Item by item, on books with all the traps, also where a list is in another order, lacks players or is wrong."""
    chance, (kind, day) = Random(seed), of  # noqa: S311 - made-up books, no secrets
    book = BookMaker(chance, kind, day).book()
    share = chance.choice((1, 0.9))
    lists = {then: rows.sample(fraction=share, shuffle=True, seed=seed) for then, rows in book.lists.items()}
    view = MemoryBook(book.tables, lists)
    try:
        closed = close(view, day, only=(kind,))
    except RefusedError:
        assume(condition=False)
    for number in chance.sample(sorted(closed.frame["fide_id"]), faults):
        rating = pl.when(pl.col("fide_id") == number).then(2222).otherwise(pl.col(f"{kind}_rating")).cast(pl.Int32)
        closed = replace(closed, frame=closed.frame.with_columns(rating.alias(f"{kind}_rating")))
    items = integrity(closed, view)["kinds"][kind]["points"]["items"]

    assert {
        each["item"]: (None if each["item"] == "residual" else each["points"], each["players"])
        for each in items
        if each["players"]
    } == PlainAccount(closed, view, Period(view, kind, day)).by_item()


@given(st.lists(st.tuples(st.sampled_from("ABC"), ratings, st.booleans()), min_size=1, max_size=60), st.booleans())
def test_groups_of_equal_ratings(players: list[tuple[str, int, bool]], from_the_lowest: bool) -> None:
    """Numbers, means and nearest ranks of each group are those of its ratings, sorted and counted one by one."""
    group, rating, active = (np.array(column) for column in zip(*players, strict=True))
    lowest = int(rating.min()) if from_the_lowest else 0
    answer = described("ABC", counted(np.searchsorted(list("ABC"), group), 3, rating - lowest, active), lowest)

    assert [each["group"] for each in answer] == sorted(set(group.tolist()))
    for each in answer:
        own = sorted(rated for name, rated, _ in players if name == each["group"])
        playing = [rated for name, rated, is_active in players if name == each["group"] and is_active]
        assert (each["number"], each["active"]) == (len(own), len(playing))
        assert each["mean"] == (2 * 100 * sum(own) + len(own)) // (2 * len(own))
        for percent in PERCENTILES:
            assert each[f"p{percent}"] == next(
                rated for place, rated in enumerate(own, 1) if 100 * place >= percent * len(own)
            )


def sides_of(
    rows: list[tuple[int, int, int, int, int]], law: str, systems: tuple[str, ...] = ("swiss",)
) -> SidesOfGames:
    """White sides and then black ones: player, event, own rating, the opponent's, score."""
    player, event, own, against, score = np.array(rows, dtype=np.int64).reshape(-1, 5).T
    none = np.zeros(len(systems), dtype=np.int64)
    flags = [np.array([system == name for system in systems]) for name in ("match", "roundrobin", "scheveningen")]
    events = EventColumns(none, none, none, *flags, none, none)
    return SidesOfGames(player, event, own, against, score, events, (edition(law),))


pairs = st.tuples(st.integers(0, 8), st.integers(0, 5))


@given(rows=st.sets(pairs), sides=st.lists(pairs))
def test_the_row_of_a_player_in_an_event(rows: set[tuple[int, int]], sides: list[tuple[int, int]]) -> None:
    """As it is looked up by player and event; a side without a row has none."""
    player, event = np.array(sorted(rows), dtype=np.int64).reshape(-1, 2).T
    asked = sides_of([(*side, 0, 0, 0) for side in sides], STANDARD_LAWS[-1])
    places = {row: place for place, row in enumerate(sorted(rows))}

    assert rows_of_sides(asked, player, event, 9).tolist() == [places.get(side, -1) for side in sides]


games = st.lists(
    st.tuples(
        st.integers(0, 2), st.just(0) | ratings, st.just(0) | ratings, st.sampled_from((0, 50, 100)), st.booleans()
    ),
    min_size=1,
    max_size=12,
)
SYSTEMS = ("swiss", "match", "scheveningen")


def both(drawn: list[tuple[int, int, int, int, bool]], law: str) -> SidesOfGames:
    """Games from both sides; of some, both players have nothing."""
    whites = [(0, event, own, against, 0 if lost else score) for event, own, against, score, lost in drawn]
    blacks = [(1, event, against, own, 0 if lost else 100 - score) for event, own, against, score, lost in drawn]
    return sides_of(whites + blacks, law, SYSTEMS)


@given(drawn=games, law=st.sampled_from(STANDARD_LAWS), base=st.just(-1) | ratings)
def test_what_a_side_is_worth(drawn: list[tuple[int, int, int, int, bool]], law: str, base: int) -> None:
    """As the rule says of a player with this one game in an event; a player rated since then plays it at the base."""
    sides = both(drawn, law)
    answer = worth(sides, np.full(len(sides.player), base))
    for place in range(len(sides.player)):
        own, against, system = int(sides.own[place]), int(sides.against[place]), SYSTEMS[int(sides.event[place])]
        if (own or base) < 0:
            assert (answer.change[place], answer.counts[place]) == (0, False)
            continue
        player = {"rating": own or base, "was_unrated": not own, "table_average": 0, "is_round_robin": False}
        player |= {"is_match": system == "match", "is_scheveningen": system == "scheveningen"}
        game = {"opponent": [against], "unrated": [not against], "score": [int(sides.score[place])], "order": [0]}
        working = ints(RATED_EVENT, edition(law)).run(player, game | {"met_before": [False]}).whole

        assert answer.counts[place] == (working["games"] > 0)
        assert answer.change[place] == (working["sum"] if working["games"] else 0)


@given(drawn=games, law=st.sampled_from(STANDARD_LAWS))
def test_what_favourites_scored(drawn: list[tuple[int, int, int, int, bool]], law: str) -> None:
    """Band by band, from the games of the higher-rated players between two who are rated, one game at a time."""
    sides = both(drawn, law)
    change = np.arange(len(sides.player))
    answer = expectation(sides, WorthOfSides(change, np.ones(len(change), dtype=bool)))
    bands: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    for place in range(len(drawn)):
        for side, other in ((place, place + len(drawn)), (place + len(drawn), place)):
            gap, score = int(sides.own[side] - sides.against[side]), int(sides.score[side])
            if sides.own[side] and sides.against[side] and gap > 0 and score + sides.score[other] == 100:
                table = ints(EXPECTATION, edition(law)).run({"counted_difference": gap}, {}).whole["expectation"]
                bands[min(gap // 25 * 25, 800)].append((score, table, score - side))

    assert answer["games"] == sum(len(band) for band in bands.values())
    assert [each["from"] for each in answer["bands"]] == sorted(bands)
    for each in answer["bands"]:
        band = bands[each["from"]]
        sums = [sum(column) for column in zip(*band, strict=True)]
        means = [(2 * 100 * total + len(band)) // (2 * len(band)) for total in sums]
        assert [each["games"], each["score"], each["table"], each["counted"]] == [len(band), *means]


class TestLines:
    """A list by places, whatever the order of its rows."""

    frame = pl.DataFrame(
        {"fide_id": [30, 10, 99], "rapid_rating": [1600, None, 1500], "standard_rating": [None, 2000, 1900]},
        schema={"fide_id": pl.Int64, "rapid_rating": pl.Int32, "standard_rating": pl.Int32},
    )
    order = InPlaces(Places(pl.Series([10, 20, 30])))

    def test_everybody_stands_at_a_place(self) -> None:
        """10, 20 and 30 are at 0, 1 and 2; 20 is not on the list, 10 is unrated."""
        lines = Lines(self.frame, "rapid", self.order)

        assert (lines.of("rating").tolist(), lines.standard().tolist()) == ([0, 0, 1600], [2000, 0, 0])

    def test_a_number_of_nobody_is_told(self) -> None:
        """99 is in no table of players."""
        assert Lines(self.frame, "rapid", self.order).ratings_of_nobody.tolist() == [1500]
        assert Lines(self.frame, "rapid", InPlaces(Places(pl.Series([10, 30, 99])))).ratings_of_nobody.tolist() == []

    @pytest.mark.parametrize("part", ["rating", "played", "highest"])
    def test_without_a_list_nobody_is_rated(self, part: str) -> None:
        """As before the first list of a kind of chess."""
        assert multimode(Lines(None, "rapid", self.order).of(part).tolist()) == [0]


def test_a_rating_of_a_number_that_the_book_does_not_have_is_unexplained() -> None:
    """The list before rates 9 at 1700, and there is no such player any more: 1700 points are gone without a cause."""
    book = SmallBook()
    for number in (1, 2):
        book.player(number)
        book.rated(OCTOBER, number, 2000)
    book.rated(OCTOBER, 9, 1700)
    points = integrity(book.closed(NOVEMBER), book.view())["kinds"]["standard"]["points"]

    assert (points["opening"], points["closing"]) == (570_000, 400_000)
    assert (points["items"][-1]["points"], points["items"][-1]["players"]) == (-170_000, 1)
