"""First ratings to 2021, article by article: the average of the rated opponents, one pool, its rounding, its floor."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from arpad import FirstRating, edition, first_rating
from arpad.model.period import Born, Event, Game, Player, RatingPeriod
from arpad.regulations.workings.crosstable import Entrant
from arpad.regulations.workings.round_robin import round_robin

# edition: a list
LISTED = {
    "fide-2003-07": date(2005, 1, 1),
    "fide-2009-07": date(2010, 5, 1),
    "fide-2014-07": date(2015, 5, 1),
    "mssz-2017-01": date(2017, 5, 1),
}
WIN, DRAW, LOSS = 100, 50, 0


def each(articles: dict[str, str | tuple[str, ...]]) -> pytest.MarkDecorator:
    """A test for each of these editions, marked with its article or articles."""
    return pytest.mark.parametrize(
        "name",
        [
            pytest.param(
                name,
                marks=[
                    pytest.mark.article(number, edition=name)
                    for number in (numbers if isinstance(numbers, tuple) else (numbers,))
                ],
            )
            for name, numbers in articles.items()
        ],
    )


def played(name: str, opponents: tuple[int | None, ...], score: int, *, before: int = 60, **more: object) -> Event:
    """An event so many days before the list; a score in hundredths is made of wins first, then a draw, then losses."""
    scores = [max(0, min(100, score - 100 * index)) for index in range(len(opponents))]
    games = tuple(Game(opponent, score) for opponent, score in zip(opponents, scores, strict=True))
    day = LISTED[name] - timedelta(before)
    return Event(day, day, None, games, **more)  # type: ignore[arg-type]


def pooled(name: str, *events: Event, law: str | None = None) -> FirstRating:
    """What a newcomer's events come to on the list of the edition."""
    national = name if name.startswith("mssz") else None
    player = Player(None, born=Born(1980, 1, 1))
    return first_rating(RatingPeriod("standard", LISTED[name], player, events, law or national))


@each(
    {
        "fide-2003-07": ("10.2.1", "10.2.1a"),
        "fide-2009-07": ("8.21 [2]", "8.21 (a)"),
        "fide-2014-07": ("8.21 [2]", "8.21 (a)"),
        "mssz-2017-01": ("App. I 8.21 [2]", "App. I 8.21 (a)"),
    }
)
@pytest.mark.parametrize("system", ["swiss", "team"])
def test_the_average_is_the_mean_of_the_rated_opponents(name: str, system: str) -> None:
    """Ten rated opponents, 2051 on average; two unrated ones, beaten, are in neither average nor score."""
    # 4 x 2000 + 3 x 2050 + 2 x 2100 + 2160 = 20510. Five of ten is one half, so the average itself is published.
    opponents = (None, None, *(2000,) * 4, *(2050,) * 3, *(2100,) * 2, 2160)
    found = pooled(name, played(name, opponents, 700, system=system))

    assert (found.games, found.score, found.ra, found.published) == (10, 500, 2051, 2051)


@each({"fide-2009-07": ("8.3", "7.14(e)"), "fide-2014-07": ("8.3", "7.14 e"), "mssz-2017-01": "App. I 8.3"})
def test_all_games_are_as_if_played_in_one_event(name: str) -> None:
    """Nothing is published after the first event; then all games together, not the mean of two ratings."""
    first = played(name, (2100,) * 4, 300, before=75)
    second = played(name, (2000,) * 5, 250, before=45)
    alone, together = (pooled(name, *events) for events in ((first,), (first, second)))
    # (4 x 2100 + 5 x 2000) / 9 = 2044.44; 5.5 of 9 are two half points above 4.5: 25 in 2009, 30 later.
    # Rated one by one: 2125 (2130) from 4 games and 2000 from 5, weighted 2055.56 (2057.78).
    expected = 2069 if name == "fide-2009-07" else 2074

    assert (alone.published, alone.reasons) == (None, ("too_few_games",))
    assert (together.games, together.score, together.published) == (9, 550, expected)


@each({"fide-2009-07": ("8.3", "7.14(e)"), "fide-2014-07": ("8.3", "7.14 e"), "mssz-2017-01": "App. I 8.3"})
def test_a_round_robin_is_part_of_the_same_pool(name: str) -> None:
    """With the average of its table: the same numbers as above, where the second event was a Swiss."""
    first = played(name, (2100,) * 4, 300, before=75)
    second = played(name, (None,) * 5, 250, before=45, system="roundrobin", average=2000)
    found = pooled(name, first, second)

    assert (found.games, found.score, found.published) == (9, 550, 2069 if name == "fide-2009-07" else 2074)


@each(
    {
        "fide-2003-07": "10.5.4a [1]",
        "fide-2009-07": "8.56 [1]",
        "fide-2014-07": "8.56 [1]",
        "mssz-2017-01": ("App. II 2 [2]", "2 § K [2]"),
    }
)
@pytest.mark.parametrize("games", [15, 29, 30])
def test_the_games_of_the_first_rating_are_among_the_thirty(name: str, games: int) -> None:
    """With 15 of them a newcomer's K stays for 15 more; after 30 it is over at once (R-008)."""
    found = pooled(name, played(name, (2000,) * games, 50 * games))
    new, established = {"fide-2003-07": (25, 15), "fide-2009-07": (25, 15)}.get(name, (40, 20))

    assert found.k is not None
    assert (found.published, found.k.k) == (2000, new if games < 30 else established)


@each({"fide-2009-07": "8.32", "fide-2014-07": "8.32", "mssz-2017-01": "App. I 8.32"})
@pytest.mark.parametrize(
    ("higher", "expected"),
    [pytest.param(4, 2003, id=".40 down"), pytest.param(5, 2004, id=".50 up"), pytest.param(6, 2004, id=".60 up")],
)
def test_the_published_rating_is_whole_and_a_half_goes_up(name: str, higher: int, expected: int) -> None:
    """Half of the points against opponents of 2003 and 2004: the average decides, whatever digit it ends in."""
    found = pooled(name, played(name, (2004,) * higher + (2003,) * (10 - higher), 500))

    assert found.published == expected


@each(
    {
        "fide-2003-07": "10.3.2 [2]",
        "fide-2009-07": ("8.33", "7.14(d)"),
        "fide-2014-07": ("8.33", "7.14 d"),
        "mssz-2017-01": "App. I 8.33",
    }
)
def test_only_a_rating_from_the_floor_on_is_published(name: str) -> None:
    """Exactly the floor is published; a later event that brings the rating below it leaves the player unrated."""
    floor = {"fide-2003-07": 1801, "fide-2009-07": 1200}.get(name, 1000)
    first = played(name, (floor,) * 10, 500, before=75)
    worse = played(name, (floor,) * 4, 100, before=45)
    at_the_floor, below = pooled(name, first), pooled(name, first, worse)
    # 2003: 10 games at 1801, 4 games at 1801 - 193 (.25): 1745.86. Later: 6 of 14 are .43, dp -50.
    reached = 1746 if name == "fide-2003-07" else floor - 50

    assert (at_the_floor.published, at_the_floor.reasons) == (floor, ())
    assert [event.reason for event in below.events] == ["counts", "counts"]
    assert (below.rating, below.published, below.reasons) == (reached, None, ("below_the_floor",))


class TestHungary:
    """Appendix I of the Hungarian regulations, which binds to 30 June 2017."""

    NAME = "mssz-2017-01"
    NINE = (2000, 2050, 2100, 2010, 2020, 2150, 2200, 2110, 2005)
    """Nine opponents: their sum is 18645, the average 2071.67."""

    @pytest.mark.parametrize(
        ("score", "expected"),
        [
            pytest.param(450, 2072, marks=pytest.mark.article("App. I 8.22", edition="mssz-2017-01")),
            # Two half points of 15; App. II 2 would have 20 (E 2): 2112.
            pytest.param(550, 2102, marks=pytest.mark.article("App. I 8.23", edition="mssz-2017-01")),
            # 3 of 9 is .33, dp -125.
            pytest.param(300, 1947, marks=pytest.mark.article("App. I 8.24", edition="mssz-2017-01")),
        ],
    )
    def test_half_more_and_less(self, score: int, expected: int) -> None:
        """The average, the average and 15 for each half point, the average and dp."""
        assert pooled(self.NAME, played(self.NAME, self.NINE, score)).published == expected

    @pytest.mark.article("App. I 8.25", edition="mssz-2017-01")
    def test_less_than_half_in_a_round_robin(self) -> None:
        """2 of 9 against an average of 2150: p .22, dp -220, nine tenths of it are -198."""
        one = played(self.NAME, (None,) * 9, 200, system="roundrobin", average=2150)

        assert pooled(self.NAME, one).published == 1952

    @pytest.mark.article("App. I 8.21 [1]", edition="mssz-2017-01")
    def test_nothing_in_the_first_event_is_left_out_and_every_later_event_counts(self) -> None:
        """Zero in a first event drops it, half a point does not; after that a single lost game counts too."""
        nothing = played(self.NAME, (1500,) * 3, 0, before=75)
        half = played(self.NAME, (1500,) * 5, 50, before=60)
        one_loss = played(self.NAME, (1500,), 0, before=45)
        found = pooled(self.NAME, nothing, half, one_loss)

        assert [event.reason for event in found.events] == ["score_too_low", "counts", "counts"]
        assert (found.games, found.score) == (6, 50)

    @pytest.mark.article("App. I 8.31", edition="mssz-2017-01")
    @pytest.mark.parametrize(("opponent", "reason"), [(1239, "performance_below_floor"), (1240, "counts")])
    def test_a_first_performance_below_1000_is_left_out(self, opponent: int, reason: str) -> None:
        """One of five is p .20 and dp -240: 999 is dropped, 1000 is kept."""
        assert pooled(self.NAME, played(self.NAME, (opponent,) * 5, 100)).events[0].reason == reason

    @pytest.mark.article("2 § FIDE ID [2]", edition="mssz-2017-01")
    def test_five_games_are_enough_and_nine_as_printed(self) -> None:
        """The paragraph prints nine, in some cases five or seven; the example enters with five (E 20)."""
        four, five, eight, nine = (played(self.NAME, (1900,) * count, 200) for count in (4, 5, 8, 9))
        as_printed = f"{self.NAME}-print"

        assert pooled(self.NAME, four).published is None
        assert pooled(self.NAME, five).published is not None
        assert pooled(self.NAME, eight, law=as_printed).reasons == ("too_few_games",)
        assert pooled(self.NAME, nine, law=as_printed).published is not None


@each(
    {
        "fide-2009-07": ("8.21 (b)", "8.21 (b)(i)", "8.21 (b)(ii)", "8.21 (b)(iii)"),
        "fide-2014-07": ("8.21 (b)", "8.21 (b) I", "8.21 (b) II", "8.21 (b) III"),
        "mssz-2017-01": ("App. I 8.21 (b)", "App. I 8.21 (b) I", "App. I 8.21 (b) II", "App. I 8.21 (b) III"),
    }
)
def test_the_average_of_a_round_robin_comes_from_the_rated_players(name: str) -> None:
    """Two rated and two unrated players; all games are used, also those between the unrated ones."""
    field = [Entrant("A", 2200), Entrant("B", 2100), Entrant("C", None), Entrant("D", None)]
    results = [
        [[], [DRAW], [WIN], [WIN]],
        [[DRAW], [], [LOSS], [WIN]],
        [[LOSS], [WIN], [], [DRAW]],
        [[LOSS], [LOSS], [DRAW], []],
    ]
    found = round_robin(edition(name), field, results)
    # Rar: 2150. A 2.5 of 3 is .83, dp 273; B 1.5 of 3 is .50, dp 0; dpa 136.5.
    # Ra: 2150 - 136.5 x 3/4 = 2047.625, rounded 2048. C has exactly half: his first rating is Ra.
    third = found.rows[2]

    assert (found.rar, found.dpa and 2 * found.dpa, found.ra) == (2150, 273, 2048)
    assert (third.games, third.score, third.rc, third.ru) == (3, 150, 2048, 2048)


@pytest.mark.article("10.2.1b", edition="fide-2003-07")
@pytest.mark.article("10.2.1b (i)", edition="fide-2003-07")
@pytest.mark.article("10.2.1b (ii)", edition="fide-2003-07")
@pytest.mark.article("10.2.1b (iii)", edition="fide-2003-07")
def test_the_three_steps_of_2003() -> None:
    """The same in 2003, with a point for everybody, since half a point would be left out there."""
    field = [Entrant("A", 2200), Entrant("B", 2100), Entrant("C", None), Entrant("D", None)]
    results = [
        [[], [DRAW], [WIN], [WIN]],
        [[DRAW], [], [LOSS], [DRAW]],
        [[LOSS], [WIN], [], [DRAW]],
        [[LOSS], [DRAW], [DRAW], []],
    ]
    found = round_robin(edition("fide-2003-07"), field, results)
    # Rar: 2150. A 2.5 of 3 is .83, dp 273; B 1 of 3 is .33, dp -125; dpa 74. Ra: 2150 - 74 x 3/4 = 2094.5, so 2095.
    # C has half: Ra. D has a third: 2095 - 125 x 3/4 = 2001.25.
    assert (found.rar, found.dpa, found.ra) == (2150, 74, 2095)
    assert [found.rows[place].ru for place in (2, 3)] == [2095, 2001]
