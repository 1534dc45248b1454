from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import event as seen
from hypothesis import given
from hypothesis import strategies as st
from second_reading import Known, UndefinedError, rated_period
from second_reading_crosstable import Entrant as Named
from second_reading_crosstable import round_robin as read_round_robin
from second_reading_first import first_rating as read_first_rating
from strategies import EDITIONS, WITH_ROUND_ROBINS, RoundRobinGiven, first_periods, rated_periods, round_robins

from arpad import Born, Player, RatingPeriod, RefusedError, edition, rate_player
from arpad.regulations.first_rating import first_rating
from arpad.regulations.player_period import next_coefficient
from arpad.regulations.round_robin import Entrant, round_robin

E = {"crosstable": "round_robin_incomplete", "K": "k_unknown", None: None}


def born(b):
    if b is None:
        return None
    return b.year if b.only_year else date(b.year, b.month, b.day)


def known(p):
    return Known(p.rating or 0, p.games, p.highest, born(p.born))


@pytest.mark.parametrize("name", EDITIONS)
@given(data=st.data())
def test_rated(name, data):
    period = data.draw(rated_periods(name))
    mine = rated_period(name, known(period.player), period.events, period.list_date, period.player.k)
    made = rate_player(period)
    days = lambda e: (e.start, e.end)
    theirs = {days(o.event): o for o in made.events}
    for at, e in enumerate(mine.events):
        o = theirs[days(e)]
        assert o.working.whole["games"] == mine.games[at]
        assert o.working.whole["sum"] == mine.balances[at]
        assert o.k == mine.coefficients[at]
    assert made.reason == E[mine.reason]
    assert (made.unrounded, made.change, made.reached, made.new_rating) == (
        mine.product,
        mine.change,
        mine.reached,
        mine.new_rating,
    )
    if mine.change is not None:
        ks = {days(o.event): k for o, k in zip(made.events, made.k_applied_to, strict=True)}
        assert [ks[days(e)] for e in mine.events] == list(mine.applied)


REASON = {
    "no_rated_opponent": "no game counts",
    "match": "a match with an unrated player",
    "needs_average": "a round robin without its Rc(new)",
    "too_few_rated": "too few rated opponents",
    "score_too_low": "too few points",
    "performance_below_floor": "first performance below the floor",
    "later": "ended after the closing",
    "expired": "too old for this list",
}


@pytest.mark.parametrize("name", EDITIONS)
@given(data=st.data())
def test_first(name, data):
    period = data.draw(first_periods(name))
    mine = read_first_rating(name, period.events, period.list_date, known(period.player), period.player.association)
    made = first_rating(period)
    theirs = {o.event.end: o for o in made.events}
    for one in mine.events:
        o = theirs[one.event.end]
        if one.counts:
            assert o.reason == "counts", (o, one)
        else:
            assert REASON.get(o.reason) in one.against, (o, one)
        if one.counts:
            assert (o.games, o.score) == (len(one.games), one.score)
        if one.counts:
            assert o.performance == int(one.alone.ru + __import__("fractions").Fraction(1, 2)), (o, one)
    f = mine.found
    assert (made.games, made.score, made.ru, made.rating, made.published, made.needed, made.expires) == (
        mine.games,
        mine.score,
        mine.ru,
        mine.rating,
        mine.published,
        mine.needed,
        mine.expires,
    )
    assert (made.ra, made.p, made.dp) == ((f.ra, f.p, f.dp) if f else (None,) * 3)
    assert {r.replace("_", " ").replace("below the floor", "below the floor") for r in made.reasons} == mine.reasons
    assert (made.k.k if made.k else None) == mine.k


@pytest.mark.parametrize("unplayed", [False, True])
@pytest.mark.parametrize("name", WITH_ROUND_ROBINS)
@given(data=st.data())
def test_rr(name, unplayed, data):
    g = data.draw(round_robins(name, unplayed=unplayed))
    names = [chr(65 + i) for i in range(len(g.ratings))]
    try:
        mine = read_round_robin(
            name, [Named(*x) for x in zip(names, g.ratings, g.coefficients, g.part_results)], g.results
        )
    except UndefinedError:
        mine = None
    try:
        made = round_robin(
            edition(name), [Entrant(*x) for x in zip(names, g.ratings, g.coefficients, g.part_results)], g.results
        )
    except RefusedError:
        made = None
    except Exception as e:
        made = None
        assert mine is None
    assert (mine is None) == (made is None)
    if mine is None:
        return
    if not unplayed:
        assert (made.rar, made.dpa, made.ra) == (mine.rar, mine.dpa, mine.ra)
    for r, o in zip(mine.rows, made.rows):
        if not unplayed:
            cols = lambda x: (
                x.games,
                x.score,
                bool(x.dropped),
                x.p,
                x.dp,
                x.ru,
                x.rc_new,
                x.ru_new,
                x.difference,
                x.pd,
                x.expected,
                x.change,
            )
            assert cols(r) == cols(o)
            assert dict(o.limited) == r.counts_as
            assert o.rc == (None if r.rc is None else int(r.rc + __import__("fractions").Fraction(1, 2)))
            assert o.sum == r.balance
        else:
            assert (r.games, r.score, r.expected, r.balance, r.change) == (
                o.games,
                o.score,
                o.expected,
                o.sum,
                o.change,
            )
            if not r.dropped:
                assert r.ru == o.ru
