"""The change of a period is rounded once, by the edition of the list, and added to the last published rating."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest

from arpad import PlayerResult, rate_player
from arpad.model.period import Event, Game, Player, RatingPeriod

if TYPE_CHECKING:
    from pathlib import Path

# edition and kind: article, list, first day of an event
HALF_UP = {
    ("fide-2003-07", "standard"): ("10.5.6", date(2004, 4, 1), date(2004, 2, 1)),
    ("fide-2003-07", "rapid"): ("10.5.6", date(2004, 4, 1), date(2004, 2, 1)),
    ("fide-2006-04", "standard"): ("10.5.6", date(2007, 4, 1), date(2007, 2, 1)),
    ("fide-2009-07", "standard"): ("8.57", date(2010, 3, 1), date(2010, 2, 1)),
    ("fide-2011-07", "standard"): ("8.57", date(2012, 3, 1), date(2012, 2, 1)),
    ("fide-2012-07", "standard"): ("8.57", date(2013, 3, 1), date(2013, 2, 1)),
    ("fide-2013-07", "standard"): ("8.57", date(2014, 3, 1), date(2014, 2, 1)),
    ("fide-2014-07", "standard"): ("8.57", date(2016, 3, 1), date(2016, 2, 1)),
    ("fide-2017-07", "standard"): ("8.57", date(2019, 3, 1), date(2019, 2, 1)),
    ("fide-2021-02", "standard"): ("8.57", date(2021, 12, 1), date(2021, 11, 1)),
    ("fide-rb-2012-01", "rapid"): ("8.57", date(2021, 12, 1), date(2021, 11, 1)),
    ("fide-rb-2012-01", "blitz"): ("8.57", date(2015, 6, 1), date(2015, 5, 1)),
}
HALF_AWAY = {
    ("fide-2022-01", "standard"): ("8.3.4", date(2023, 6, 1), date(2023, 5, 1)),
    ("fide-2024-03", "standard"): ("8.3.4", date(2024, 6, 1), date(2024, 5, 1)),
    ("fide-2025-10", "standard"): ("8.3.4", date(2025, 12, 1), date(2025, 11, 1)),
    ("fide-2026-01", "standard"): ("8.3.4", date(2026, 6, 1), date(2026, 5, 1)),
    ("fide-rb-2022-01", "rapid"): ("8.3.4", date(2022, 6, 1), date(2022, 5, 1)),
    ("fide-rb-2022-10", "blitz"): ("8.3.4", date(2023, 6, 1), date(2023, 5, 1)),
    ("fide-rb-2024-03", "rapid"): ("8.3.4", date(2024, 6, 1), date(2024, 5, 1)),
    ("fide-rb-2024-12", "blitz"): ("8.3.4", date(2025, 6, 1), date(2025, 5, 1)),
}
ALL = HALF_UP | HALF_AWAY


def each(editions: dict[tuple[str, str], tuple[str, date, date]]) -> pytest.MarkDecorator:
    """A test for each edition and kind."""
    return pytest.mark.parametrize(
        "case",
        [
            pytest.param(case, marks=pytest.mark.article(edition[0], edition=case[0]), id="-".join(case))
            for case, edition in editions.items()
        ],
    )


def rated(case: tuple[str, str], *events: tuple[Game, ...], edition: str | None = None) -> PlayerResult:
    """A period of a player rated 2000 with K 10, each event on a day of its own."""
    _, listed, first = ALL[case]
    days = [first.replace(day=1 + index) for index in range(len(events))]
    played = tuple(Event(day, day, 2000, games) for day, games in zip(days, events, strict=True))
    return rate_player(RatingPeriod(case[1], listed, Player(2000, k=10), played, edition))


WON = (Game(1810, 100),)
"""190 points (189-197): .75, so a win is 0.25, times 10 is 2.50."""
LOST = (Game(2190, 0),)
"""190 points below: .25, so a loss is -0.25, times 10 is -2.50."""


@each(ALL)
def test_the_case_is_under_its_edition(case: tuple[str, str]) -> None:
    """The dates of the cases lie in the editions whose names they carry."""
    result = rated(case, WON)

    assert (case[0], case[0]) == (result.law.id, result.events[0].law.id)


@each(HALF_UP)
def test_a_half_goes_up_until_2021(case: tuple[str, str]) -> None:
    """+2.50 becomes +3 and -2.50 becomes -2."""
    up, down = rated(case, WON), rated(case, LOST)
    expected = ((250, 3, 2003), (-250, -2, 1998))
    actual = ((up.unrounded, up.change, up.new_rating), (down.unrounded, down.change, down.new_rating))

    assert expected == actual


@each(HALF_AWAY)
def test_a_half_goes_away_from_zero_from_2022(case: tuple[str, str]) -> None:
    """+2.50 becomes +3 and -2.50 becomes -3, as FIDE's published calculations show."""
    up, down = rated(case, WON), rated(case, LOST)
    expected = ((250, 3, 2003), (-250, -3, 1997))
    actual = ((up.unrounded, up.change, up.new_rating), (down.unrounded, down.change, down.new_rating))

    assert expected == actual


@pytest.mark.article("App. I 8.57", edition="mssz-2017-01")
def test_the_national_edition_rounds_like_2014() -> None:
    """Under the Hungarian regulations, in the first half of 2017, -2.50 becomes -2."""
    event = Event(date(2017, 2, 10), date(2017, 2, 12), 2000, LOST)
    result = rate_player(RatingPeriod("standard", date(2017, 3, 1), Player(2000, k=10), (event,), "mssz-2017-01"))

    assert result.change == -2


@each(ALL)
@pytest.mark.parametrize(
    ("opponent", "score", "expected"),
    [
        # Differences: 100 gives .64, 107 gives .65, -100 gives .36, -107 gives .35; 50 gives .57, -50 gives .43.
        pytest.param(1900, 100, (360, 4), id="3.60"),
        pytest.param(2100, 0, (-360, -4), id="-3.60"),
        pytest.param(1950, 100, (430, 4), id="4.30"),
        pytest.param(2050, 0, (-430, -4), id="-4.30"),
        pytest.param(2000, 50, (0, 0), id="0.00"),
        pytest.param(2000, 100, (500, 5), id="5.00"),
    ],
)
def test_everything_else_goes_to_the_nearest(
    case: tuple[str, str], opponent: int, score: int, expected: tuple[int, int]
) -> None:
    """What is no half is rounded to the nearest whole number in every edition."""
    result = rated(case, (Game(opponent, score),))

    assert expected == (result.unrounded, result.change)


@each(ALL)
def test_it_is_rounded_once_for_the_period(case: tuple[str, str]) -> None:
    """Two events of -0.40 each cost 1 point together; rounded one by one they would cost nothing."""
    drawn = (Game(1970, 50),)
    # 30 points (26-32): .54; a draw is -0.04, times 10 is -0.40; twice -0.80.
    result = rated(case, drawn, drawn)
    expected = ([-4, -4], -80, -1, 1999)
    sums = [event.working.whole["sum"] for event in result.events]

    assert expected == (sums, result.unrounded, result.change, result.new_rating)


@each(ALL)
def test_halves_of_two_events_make_a_whole(case: tuple[str, str]) -> None:
    """Two events of 2.50 are 5.00, not twice 3; and 2.50 less 2.50 is nothing."""
    both_won, one_each = rated(case, WON, WON), rated(case, WON, LOST)
    expected = (5, 0)

    assert expected == (both_won.change, one_each.change)


@each(ALL)
def test_the_change_is_added_to_the_last_published_rating(case: tuple[str, str]) -> None:
    """The event began with 2000, but 2012 was published before it ended: 2012 and not 2000 is changed."""
    _, listed, first = ALL[case]
    event = Event(first - timedelta(days=40), first, 2000, (Game(2000, 100),))
    result = rate_player(RatingPeriod(case[1], listed, Player(2012, k=10), (event,)))
    expected = (0, 5, 2017)

    assert expected == (result.events[0].working.parts["difference"][0], result.change, result.new_rating)


@pytest.mark.parametrize(
    ("kind", "listed", "start", "end", "expected"),
    [
        pytest.param("standard", date(2021, 12, 1), date(2021, 11, 5), date(2021, 11, 9), -2, id="December 2021"),
        pytest.param("standard", date(2022, 1, 1), date(2021, 12, 5), date(2021, 12, 9), -3, id="January 2022"),
        pytest.param("standard", date(2022, 2, 1), date(2021, 12, 30), date(2022, 1, 4), -3, id="February 2022"),
        pytest.param("rapid", date(2021, 12, 1), date(2021, 11, 5), date(2021, 11, 5), -2, id="rapid, December 2021"),
        pytest.param("rapid", date(2022, 1, 1), date(2021, 12, 5), date(2021, 12, 5), -3, id="rapid, January 2022"),
        pytest.param("blitz", date(2022, 1, 1), date(2021, 12, 5), date(2021, 12, 5), -3, id="blitz, January 2022"),
    ],
)
@pytest.mark.article("8.3.4", edition="fide-2022-01")
def test_the_edition_of_the_list_decides(kind: str, listed: date, start: date, end: date, expected: int) -> None:
    """An event of December 2021 is rounded by the edition in force on the day of the list (settled reading 12)."""
    result = rate_player(RatingPeriod(kind, listed, Player(2000, k=10), (Event(start, end, 2000, LOST),)))

    assert (-250, expected) == (result.unrounded, result.change)


@pytest.mark.article("8.57", edition="fide-2014-07")
def test_the_other_reading_can_be_selected(tmp_path: Path) -> None:
    """Over 2014 a derived edition may send a half away from zero (R-002): -2.50 becomes -3."""
    file = tmp_path / "away.toml"
    file.write_text(
        'id = "away"\nderives = "fide-2014-07"\n[provisions]\n'
        'rounding = { article = "8.57", value = "half_away_from_zero" }\n',
        encoding="utf-8",
    )

    assert rated(("fide-2014-07", "standard"), LOST, edition=str(file)).change == -3


@pytest.mark.article("8.3.4", edition="fide-2024-03-print")
def test_the_print_of_2024_sends_a_half_up() -> None:
    """As the Spanish document prints it, -2.50 becomes -2."""
    assert rated(("fide-2024-03", "standard"), LOST, edition="fide-2024-03-print").change == -2
