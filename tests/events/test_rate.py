"""What reports do to players: by the law of each event's day, at the ratings of its list, over several files."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from reports import pairs, published, reported, robin
from worked_examples import crosstable, examples

from arpad.events.rate import Wanted, rate_events
from arpad.events.rating_lists import ListOfDay, NoLists
from arpad.events.statement import StatementRow, rows
from arpad.model.numbers import Rating
from arpad.model.rating_list import KindRating, Listed
from arpad.model.tournament import Entry

DAYS = {
    "2003-roundrobin": date(2004, 3, 5),
    "2009-roundrobin": date(2010, 3, 5),
    "2014-roundrobin": date(2015, 3, 5),
    "2017-roundrobin": date(2017, 3, 5),
}
EXAMPLES = {example["id"]: example for example in examples() if example["id"] in DAYS}


def by_name(rated_rows: list[StatementRow]) -> dict[str, StatementRow]:
    """Give the rows by the last word of the name."""
    return {row.name.split()[-1]: row for row in rated_rows}


@pytest.mark.parametrize("name", DAYS)
def test_worked_example_as_a_report(name: str) -> None:
    """The round robin of each document, as a TRF, gives the columns of the example by the rule."""
    example = EXAMPLES[name]
    inputs = example["inputs"]
    edition = "mssz-2017-01" if name.startswith("2017") else None
    tournament = robin(inputs["ratings"], crosstable(inputs["scores"]), DAYS[name])
    rated = rate_events([reported("example", tournament, "roundrobin")], Wanted(edition=edition, k=10))
    rows_by_name = by_name(rows(rated))
    kinds = {value["name"]: value for value in example["values"]}
    checked = 0
    for player, row in rows_by_name.items():
        for label, value in (
            (f"{player} We", row.we),
            (f"{player} Ru(new)", row.ru),
            (f"{player} Ru(new) table", row.ru),
        ):
            if label in kinds and kinds[label]["kind"] == "rule":
                shown = value if isinstance(value, str) else f"{(value or 0) / 100:g}"
                assert shown == kinds[label]["printed"], label
                checked += 1

    assert checked >= 3
    assert rated.robins[0] is not None


@pytest.mark.article("8.55 (c)", edition="fide-2014-07")
def test_several_files_are_one_period() -> None:
    """Two draws of 2000 against 2033 in two events: 0.05 each, K 10 makes 1.00 in all, rounded once to 1."""
    first = pairs([2000, 2033], [[(1, 2, "=")]], date(2015, 3, 5))
    second = pairs([2000, 2033], [[(2, 1, "=")]], date(2015, 3, 12))
    rated = rate_events([reported("a", first), reported("b", second)], Wanted(k=10))
    row = rows(rated)[0]

    assert len(rated.entries) == 2
    assert (row.n, row.w, row.difference, row.k_change, row.change, row.new) == (2, 100, 10, 100, 1, 2001)


def test_limit_of_700_over_all_files() -> None:
    """Twenty games in two events: K 40 becomes 35, the largest whole number with K times games up to 700."""
    games = [[(1, 2, "1")] for _ in range(10)]
    events = [pairs([1500, 1500], games, date(2025, 5, day)) for day in (2, 12)]
    rated = rate_events([reported(str(index), event) for index, event in enumerate(events)], Wanted(k=40))
    row = rows(rated)[0]

    # 20 times (1 - .50) is 10.00; 35 times that is 350.
    assert (row.n, row.k, row.k_change, row.change) == (20, 35, 35000, 350)


def test_players_without_a_number_stay_apart() -> None:
    """Without a FIDE number nobody knows whether two players are one."""
    tournament = pairs([2000, 2000], [[(1, 2, "=")]], date(2025, 5, 2))
    nameless = replace(tournament, entries=tuple(replace(entry, fide_id=None) for entry in tournament.entries))
    rated = rate_events([reported("a", nameless), reported("b", nameless)], Wanted(k=20))

    assert len(rated.entries) == 4


def test_only_played_games_count() -> None:
    """A forfeit, a game under one move and a dropped game say why they do not count."""
    tournament = pairs(
        [2000, 2000, 2000, 2000], [[(1, 2, "+")], [(1, 3, "W")], [(1, 4, "1")], [(2, 1, "=")]], date(2025, 5, 2)
    )
    dropped = {(4, 1, 2): "played too fast for the regulations"}
    row = rows(rate_events([reported("a", tournament, dropped=dropped)], Wanted(k=20)))[0]

    assert [game.note for game in row.games] == ["forfeit", "under_one_move", "", "played too fast for the regulations"]
    assert (row.n, row.w) == (1, 100)


def test_unrated_player_says_what_is_missing() -> None:
    """A newcomer with two games against rated opponents needs three more."""
    tournament = pairs([None, 2000, 1900], [[(1, 2, "=")], [(3, 1, "0")]], date(2025, 5, 2))
    row = rows(rate_events([reported("a", tournament)], Wanted()))[0]

    assert (row.ro, row.n, row.w, row.new) == (None, 2, 150, None)
    assert row.missing == "2 of 5 games, kept to the list of 2027-07-01"


def test_k_that_is_not_known_gives_no_change() -> None:
    """Without a list and without K there is a sum, and no change."""
    tournament = pairs([2000, 2000], [[(1, 2, "=")]], date(2025, 5, 2))
    row = rows(rate_events([reported("a", tournament)], Wanted()))[0]

    assert (row.difference, row.k, row.change, row.new) == (0, None, None, None)


def one_list(day: date, players: dict[int, tuple[int | None, int | None]]) -> ListOfDay:
    """Make a rating list of a day, by FIDE number: rating and K."""
    people = [
        Listed(fide_id, f"Player {fide_id - 99000000}", "NLD", standard=KindRating(rating, 0, k), birth_year=1980)
        for fide_id, (rating, k) in players.items()
    ]
    return published(day, people)


class SomeLists:
    """Rating lists of some days."""

    def __init__(self, *lists: ListOfDay) -> None:
        self._by_day = {list_.day: list_ for list_ in lists}

    def on(self, day: date) -> ListOfDay | None:
        """Give the list of a day."""
        return self._by_day.get(day)


def test_ratings_are_those_of_the_list() -> None:
    """The typed ratings do not count where the list is there; K is that of the list before the one being made."""
    tournament = pairs([1111, 1111], [[(1, 2, "1")]], date(2025, 4, 28), date(2025, 5, 3))
    april = one_list(date(2025, 4, 1), {99000001: (2000, 20), 99000002: (2100, 20)})
    may = one_list(date(2025, 5, 1), {99000001: (2012, 40), 99000002: (2090, 20)})
    rated = rate_events([reported("a", tournament)], Wanted(lists=SomeLists(april, may)))
    row = rows(rated)[0]

    # Rated for June; D -100 on the April list is .36, so .64 times 40, added to the 2012 of May.
    assert rated.list_date == date(2025, 6, 1)
    assert (row.ro, row.rc, row.k, row.difference, row.k_change, row.new) == (2012, 2100, 40, 64, 2560, 2038)
    assert not row.estimate
    assert rated.missing_lists == ()


def test_missing_list_is_named_and_makes_an_estimate() -> None:
    """Where the list of the first day is not given, it is named."""
    tournament = pairs([2000, 2000], [[(1, 2, "=")]], date(2025, 4, 28), date(2025, 5, 3))
    rated = rate_events([reported("a", tournament)], Wanted(lists=NoLists(), k=20))

    assert rated.missing_lists == (date(2025, 4, 1), date(2025, 5, 1))
    assert all(entry.estimate for entry in rated.entries)


def test_who_is_not_on_the_list_and_has_no_rating_is_unrated() -> None:
    """Such a player is new, and counts as unrated for the opponent; a rating in the report makes it a doubt."""
    tournament = pairs([2000, None], [[(1, 2, "=")]], date(2025, 5, 2))
    may = one_list(date(2025, 5, 1), {99000001: (2000, 20)})
    first, second = rows(rate_events([reported("a", tournament)], Wanted(lists=SomeLists(may))))

    assert (first.n, first.games[0].note) == (0, "opponent_unrated")
    assert (second.ro, second.n, second.w, second.doubt) == (None, 1, 50, None)
    tournament = pairs([2000, 1999], [[(1, 2, "=")]], date(2025, 5, 2))
    first, second = rows(rate_events([reported("a", tournament)], Wanted(lists=SomeLists(may))))
    assert (first.n, first.doubtful_opponents) == (1, ((0, 2),))
    assert (second.ro, second.estimate, second.doubt is not None) == (1999, True, True)


def test_before_2022_k_is_that_of_the_events_list() -> None:
    """To 2021 K is taken at the start of each event; the base is the last list."""
    tournament = pairs([2000, 2000], [[(1, 2, "1")]], date(2015, 2, 20), date(2015, 3, 3))
    february = one_list(date(2015, 2, 1), {99000001: (2000, 40), 99000002: (2000, 20)})
    march = one_list(date(2015, 3, 1), {99000001: (2050, 20), 99000002: (2000, 20)})
    row = rows(rate_events([reported("a", tournament)], Wanted(lists=SomeLists(february, march))))[0]

    assert (row.ro, row.k_change, row.new) == (2050, 2000, 2070)


def test_same_event_under_another_edition() -> None:
    """With 500 points between them 2003 counts 350, 2015 counts 400, and from October 2025 2700 counts all of it."""
    tournament = pairs([2700, 2200], [[(1, 2, "=")]], date(2025, 11, 5))
    sums = {
        name: rows(rate_events([reported("a", tournament)], Wanted(edition=name, k=10)))[0].difference
        for name in (None, "fide-2014-07", "fide-2003-07")
    }

    # PD .96 for 500, .92 for 400, .89 for 350.
    assert sums == {None: -46, "fide-2014-07": -42, "fide-2003-07": -39}


@pytest.mark.article("6.4", edition="fide-2014-07")
def test_an_entrant_who_was_never_paired_makes_no_round_robin_a_swiss() -> None:
    """A table of four with an unrated player is worked out as a round robin, also with a fifth name in the report."""
    whole = robin({"A": 2200, "B": 2150, "C": None, "D": 2100}, [[[50]] * 4] * 4, date(2015, 3, 5))
    fifth = Entry(5, "Player E", fide_id=99000005, rating=Rating(2000))
    longer = replace(whole, entries=(*whole.entries, fifth))
    first, second = (
        rate_events([reported("made-up", tournament, "roundrobin")], Wanted(k=20)) for tournament in (whole, longer)
    )

    assert [table and table.method for table in (first.robins[0], second.robins[0])] == ["roundrobin"] * 2
    assert [row.k_change for row in rows(second)][:4] == [row.k_change for row in rows(first)]
    assert by_name(rows(first))["C"].ru == by_name(rows(second))["C"].ru


@pytest.mark.article("1.2", edition="fide-2014-07")
def test_a_game_that_is_not_rated_is_not_in_the_table() -> None:
    """A game of a round robin that a check left out counts for nobody: the rest is rated like a Swiss event."""
    tournament = robin({"A": 2200, "B": 2150, "C": None, "D": 2100}, [[[50]] * 4] * 4, date(2015, 3, 5))
    turn = next(number for number, pairing in enumerate(tournament.entries[0].rounds, 1) if pairing.opponent == 2)
    rated = rate_events([reported("made-up", tournament, "roundrobin", {(turn, 1, 2): "too fast"})], Wanted(k=20))

    assert rated.robins[0] is not None
    assert rated.robins[0].method == "swiss"
    assert by_name(rows(rated))["A"].n == 1


@pytest.mark.article("10.5.1 [3]", edition="fide-2003-07")
@pytest.mark.parametrize(
    ("left_out", "expected"),
    [
        # 2000 against 2000, 2100 and 2400 (as 2350), with 2400 three times: 2150, PD .30; 2.5 - 1.5.
        pytest.param((), (2150, 5, 150, 100), id="play-offs"),
        # 2 and 3 did not play: a Swiss event, by games: 2230, PD .21; 2.5 - 1.05.
        pytest.param(((2, 3),), (2230, 5, 105, 145), id="play-offs and an unplayed game"),
    ],
)
def test_play_offs_in_a_round_robin_of_2004(
    left_out: tuple[tuple[int, int], ...], expected: tuple[int, int, int, int]
) -> None:
    """Every opponent is averaged once, unless a game was not played (R-039)."""
    met = [[(1, 2), (3, 4)], [(1, 3), (2, 4)], [(1, 4), (2, 3)], [(1, 4)], [(4, 1)]]
    games = [[(*pair, "=") for pair in each if pair not in left_out] for each in met]
    tournament = pairs([2000, 2000, 2100, 2400], games, date(2004, 3, 5))
    row = rows(rate_events([reported("a", tournament, "roundrobin")], Wanted(k=15)))[0]

    assert (row.rc, row.n, row.we, row.difference) == expected


def test_a_table_without_an_average_is_rated_like_a_swiss_event() -> None:
    """2003 has no dp for a rated player without a point: games between rated players are rated, and that is said."""
    rounds = [[(1, 2, "1")], [(1, 3, "1")], [(3, 2, "1")]]
    tournament = pairs([2100, 2000, None], rounds, date(2004, 3, 5))
    rated = rate_events([reported("a", tournament, "roundrobin")], Wanted(k=15))

    assert [row.n for row in rows(rated)][:2] == [1, 1]
    assert len(rated.undefined) == 1
    assert rated.undefined[0].message.startswith("A made-up open: ")
    assert rated.undefined[0].message.endswith("rated, as in a Swiss event.")


@pytest.mark.article("6.4", edition="fide-2003-07")
def test_a_scheveningen_event_with_two_unrated_players_is_rated_for_nobody() -> None:
    """Also not for a player who met only one of them; every game says why."""
    rounds = [[(1, 3, "="), (2, 4, "=")], [(1, 4, "1"), (2, 3, "1")]]
    tournament = pairs([2100, None, 2000, None], rounds, date(2004, 3, 5))
    lines = rows(rate_events([reported("a", tournament, "scheveningen")], Wanted(k=15)))

    assert [row.n for row in lines] == [0, 0, 0, 0]
    assert {game.note for row in lines for game in row.games} == {"scheveningen_with_unrated"}


def test_a_league_whose_lists_are_not_all_at_hand_is_an_estimate() -> None:
    """The lists of its games are named; until they are there, ratings are those of the first day."""
    tournament = pairs([2000, 2000], [[(1, 2, "1")], [(1, 2, "1")]], date(2004, 1, 15), date(2004, 4, 30))
    tournament = replace(tournament, round_dates=(date(2004, 1, 15), date(2004, 4, 25)))
    january = one_list(date(2004, 1, 1), {99000001: (2000, 15), 99000002: (2000, 15)})
    rated = rate_events([reported("a", tournament, "team")], Wanted(lists=SomeLists(january)))
    row = rows(rated)[0]

    assert rated.missing_lists == (date(2004, 4, 1),)
    assert (row.estimate, row.n, row.difference) == (True, 2, 100)
