"""Rapid and blitz: what differs from standard chess, edition by edition, from the officer's K of 2003 to today."""

from __future__ import annotations

from datetime import date

import pytest

from arpad import Facts, NoEditionError, PlayerResult, coefficient, explain, in_force, notices, rate_player
from arpad.model.period import Born, Event, Game, Player, RatingPeriod

KINDS = pytest.mark.parametrize("kind", ["rapid", "blitz"])

IN_2015 = (date(2015, 6, 1), date(2015, 5, 10))
IN_2021 = (date(2021, 12, 1), date(2021, 11, 10))
IN_2022 = (date(2022, 6, 1), date(2022, 5, 10))
IN_2023 = (date(2023, 6, 1), date(2023, 5, 10))
IN_2024 = (date(2024, 6, 1), date(2024, 5, 10))
IN_2025 = (date(2025, 6, 1), date(2025, 5, 10))


def period(kind: str, when: tuple[date, date], player: Player, *games: Game) -> RatingPeriod:
    """A period with an event of one day, at the player's own rating."""
    listed, start = when
    return RatingPeriod(kind, listed, player, (Event(start, start, player.rating, games),))


def rated(kind: str, when: tuple[date, date], rating: int, *games: Game) -> PlayerResult:
    """The same, rated with a K of 20 that is given."""
    return rate_player(period(kind, when, Player(rating, k=20), *games))


def counted(result: PlayerResult) -> list[int | None]:
    """The differences that count, game by game."""
    differences: list[int | None] = result.events[0].working.parts["counted_difference"]
    return differences


class TestLimitOf735:
    """2012 to 2021: no limit of 400; a difference counts up to 735."""

    @pytest.mark.article("8.54", edition="fide-rb-2012-01")
    @KINDS
    @pytest.mark.parametrize("when", [IN_2015, IN_2021], ids=["2015", "2021"])
    @pytest.mark.parametrize(
        ("gap", "difference", "expectation"),
        [(400, 400, 92), (401, 401, 92), (500, 500, 96), (735, 735, 99), (736, 735, 99), (1000, 735, 99)],
    )
    def test_both_sides(self, kind: str, when: tuple[date, date], gap: int, difference: int, expectation: int) -> None:
        """A gap of 500 counts as 500; one of 736 and more as 735, so that the expectation is never 1.0 or 0."""
        above = rated(kind, when, 2400, Game(2400 - gap, 100))
        below = rated(kind, when, 1600, Game(1600 + gap, 0))

        assert ([difference], [expectation]) == (counted(above), above.events[0].working.parts["expected"])
        assert ([-difference], [100 - expectation]) == (counted(below), below.events[0].working.parts["expected"])

    @pytest.mark.article("8.54", edition="fide-rb-2012-01")
    @KINDS
    def test_for_every_game(self, kind: str) -> None:
        """The limit of 735 holds for every game of an event."""
        result = rated(kind, IN_2015, 2500, Game(1700, 100), Game(1600, 100), Game(3300, 0))
        expected = [735, 735, -735]

        assert expected == counted(result)


class TestSameKForAll:
    """2012 to 30 September 2022: K is 20 for everybody."""

    @pytest.mark.article("8.56", edition="fide-rb-2012-01")
    @KINDS
    @pytest.mark.parametrize("when", [IN_2015, IN_2021, IN_2022], ids=["2015", "2021", "2022"])
    @pytest.mark.parametrize(
        "player",
        [
            pytest.param(Player(1700, games=0, highest=1700, born=Born(2010, 5, 1)), id="new junior"),
            pytest.param(Player(1700, games=3, highest=1700, born=Born(1970)), id="new"),
            pytest.param(Player(2100, games=500, highest=2150, born=Born(1970)), id="established"),
            pytest.param(Player(2500, games=500, highest=2550, born=Born(1970)), id="top"),
            pytest.param(Player(2500), id="nothing known"),
        ],
    )
    def test_whoever_it_is(self, kind: str, when: tuple[date, date], player: Player) -> None:
        """Neither games, nor age, nor rating matter: a win against an equal gives 10 points."""
        result = rate_player(period(kind, when, player, Game(player.rating, 100)))
        expected = (20, 20, 1000, 10)

        assert expected == (result.k, result.k_applied, result.unrounded, result.change)

    @pytest.mark.article("8.3.3 [5]", edition="fide-rb-2012-01")
    @KINDS
    @pytest.mark.parametrize(("games", "expected"), [(35, 20), (36, 19), (39, 17), (70, 10)])
    def test_the_limit_of_700_holds_from_the_beginning(self, kind: str, games: int, expected: int) -> None:
        """Beyond 35 games K is the whole part of 700 / n, already under the regulations of 2012."""
        result = rate_player(period(kind, IN_2015, Player(2000), *[Game(2000, 50)] * games))

        assert expected == result.k_applied


class TestOneUpgrade:
    """2022 to February 2024: 400 points, for the game with the largest gap of an event only."""

    @KINDS
    @pytest.mark.parametrize(
        "when",
        [
            pytest.param(IN_2022, marks=pytest.mark.article("8.3.1", edition="fide-rb-2022-01"), id="2022"),
            pytest.param(IN_2023, marks=pytest.mark.article("8.3.1", edition="fide-rb-2022-10"), id="2023"),
        ],
    )
    def test_the_largest_gap_only(self, kind: str, when: tuple[date, date]) -> None:
        """Of gaps of 450, 800 and 760 the largest counts as 400, the others as they are, without a limit of 735."""
        result = rated(kind, when, 2500, Game(2050, 100), Game(1700, 100), Game(1740, 100))
        # .94, .92 and 1.0: wins give .06 + .08 + .00.
        expected = ([450, 400, 760], 14)

        assert expected == (counted(result), result.sum)


class TestKByHistory:
    """From 1 October 2022: K 40 / 20 / 10 as in standard chess."""

    @pytest.mark.article("8.3.3", edition="fide-rb-2022-10")
    @KINDS
    @pytest.mark.parametrize("when", [IN_2023, IN_2024, IN_2025], ids=["2023", "2024", "2025"])
    @pytest.mark.parametrize(
        ("player", "expected"),
        [
            pytest.param(Player(1700, games=29, highest=1700, born=Born(1970)), 40, id="29 games"),
            pytest.param(Player(1700, games=30, highest=1700, born=Born(1970)), 20, id="30 games"),
            pytest.param(Player(2000, games=300, highest=2100, born=Born(2010)), 40, id="junior"),
            pytest.param(Player(2250, games=300, highest=2300, born=Born(2010)), 20, id="junior who had 2300"),
            pytest.param(Player(2350, games=300, highest=2400, born=Born(1970)), 10, id="once 2400"),
        ],
    )
    def test_the_classes(self, kind: str, when: tuple[date, date], player: Player, expected: int) -> None:
        """New players and juniors have 40, who once had 2400 has 10, everybody else 20."""
        result = rate_player(period(kind, when, player, Game(player.rating, 100)))

        assert expected == result.k

    @KINDS
    @pytest.mark.parametrize(
        ("listed", "start", "expected"),
        [
            pytest.param(
                date(2022, 10, 1),
                date(2022, 9, 23),
                20,
                marks=pytest.mark.article("8.56", edition="fide-rb-2022-01"),
                id="list of October, after that of September",
            ),
            pytest.param(
                date(2022, 11, 1),
                date(2022, 9, 30),
                10,
                marks=pytest.mark.article("8.3.3", edition="fide-rb-2022-10"),
                id="list of November, begun on 30 September",
            ),
            pytest.param(
                date(2022, 11, 1),
                date(2022, 10, 1),
                10,
                marks=pytest.mark.article("8.3.3", edition="fide-rb-2022-10"),
                id="list of November, begun on 1 October",
            ),
        ],
    )
    def test_the_list_before_decides(self, kind: str, listed: date, start: date, expected: int) -> None:
        """Who once had 2400 plays with the K of the list before: 20 on that of September 2022, 10 from October.

        The first day of the event does not matter (R-007, R-022).
        """
        player = Player(2450, games=300, highest=2450, born=Born(1970), standard=2450)
        result = rate_player(period(kind, (listed, start), player, Game(2450, 100)))

        assert expected == result.k


class TestPlainLimitOf400:
    """From 1 March 2024: 400 points for every game."""

    @KINDS
    @pytest.mark.parametrize(
        "when",
        [
            pytest.param(IN_2024, marks=pytest.mark.article("8.3.1", edition="fide-rb-2024-03"), id="2024"),
            pytest.param(IN_2025, marks=pytest.mark.article("8.3.1", edition="fide-rb-2024-12"), id="2025"),
        ],
    )
    def test_for_every_game_and_both_sides(self, kind: str, when: tuple[date, date]) -> None:
        """Every gap above 400 counts as 400, for the higher- and for the lower-rated."""
        result = rated(
            kind, when, 2100, Game(1650, 100), Game(1600, 100), Game(2550, 0), Game(2580, 0), Game(1700, 100)
        )
        # .08 + .08 - .08 - .08 + .08 (400 gives .92 as well).
        expected = ([400, 400, -400, -400, 400], 8)

        assert expected == (counted(result), result.sum)

    @KINDS
    @pytest.mark.parametrize(
        ("start", "expected"),
        [
            pytest.param(
                date(2024, 2, 29),
                [450, 400],
                marks=pytest.mark.article("8.3.1", edition="fide-rb-2022-10"),
                id="29 February",
            ),
            pytest.param(
                date(2024, 3, 1),
                [400, 400],
                marks=pytest.mark.article("8.3.1", edition="fide-rb-2024-03"),
                id="1 March",
            ),
        ],
    )
    def test_the_first_day_of_the_event_decides(self, kind: str, start: date, expected: list[int]) -> None:
        """An event begun on 29 February 2024 still has one upgrade only."""
        result = rated(kind, (date(2024, 4, 1), start), 2400, Game(1950, 100), Game(1900, 100))

        assert expected == counted(result)


class TestGapOf600:
    """From 1 December 2024: not rated with a gap of 600 or more, if a player is above 2600."""

    @pytest.mark.article("8.3.1", edition="fide-rb-2024-12")
    @KINDS
    @pytest.mark.parametrize(
        ("own", "opponent", "rated_game"),
        [
            pytest.param(2601, 2001, False, id="2601, 600 above"),
            pytest.param(2601, 2002, True, id="2601, 599 above"),
            pytest.param(2601, 1801, False, id="2601, 800 above"),
            pytest.param(2600, 2000, True, id="2600, 600 above"),
            pytest.param(2600, 1500, True, id="2600, 1100 above"),
            pytest.param(2001, 2601, False, id="600 below 2601"),
            pytest.param(2002, 2601, True, id="599 below 2601"),
            pytest.param(2000, 2600, True, id="600 below 2600"),
            pytest.param(1500, 2600, True, id="1100 below 2600"),
            pytest.param(2850, 2700, True, id="both above 2600"),
        ],
    )
    def test_both_edges_from_either_side(self, kind: str, own: int, opponent: int, rated_game: bool) -> None:
        """600 excludes and 599 does not; 2601 excludes and 2600 does not; whichever of the two is the higher."""
        result = rated(kind, IN_2025, own, Game(opponent, 50))

        assert [rated_game] == result.events[0].working.parts["counted"]

    @pytest.mark.article("8.3.1", edition="fide-rb-2024-12")
    @KINDS
    def test_such_a_game_leaves_no_trace(self, kind: str) -> None:
        """It counts neither as a game nor as a score, and the explanation says why."""
        result, lines = explain(period(kind, IN_2025, Player(2700, k=10), Game(2000, 0), Game(2600, 50)))
        # Only the draw with 2600 counts: 100 gives .64, -0.14.
        expected = (1, 50, -14, -140, -1)
        whole = result.events[0].working.whole
        reasons = [(line.game, line.shown) for line in lines if line.name == "uncounted"]

        assert expected == (whole["games"], whole["score"], result.sum, result.unrounded, result.change)
        assert reasons == [(0, "gap_too_large")]

    @KINDS
    @pytest.mark.parametrize(
        ("start", "games"),
        [
            pytest.param(
                date(2024, 11, 30), 1, marks=pytest.mark.article("8.3.1", edition="fide-rb-2024-03"), id="30 November"
            ),
            pytest.param(
                date(2024, 12, 1), 0, marks=pytest.mark.article("8.3.1", edition="fide-rb-2024-12"), id="1 December"
            ),
        ],
    )
    def test_the_first_day_of_the_event_decides(self, kind: str, start: date, games: int) -> None:
        """An event begun on 30 November 2024 is rated as before."""
        result = rated(kind, (date(2025, 1, 1), start), 2700, Game(2000, 100))

        assert games == result.events[0].working.whole["games"]

    @pytest.mark.article("8.3.1", edition="fide-2024-03")
    def test_not_in_standard_chess(self) -> None:
        """In standard chess such a game is rated, as one of 400."""
        result = rated("standard", IN_2025, 2700, Game(2000, 100))

        assert counted(result) == [400]


class TestRapidOf2003:
    """Article 15 of 2003: the rating officer sets K. It ended on 30 June 2009."""

    @pytest.mark.parametrize(
        "when",
        [
            pytest.param(
                (date(2004, 4, 1), date(2004, 2, 10)),
                marks=pytest.mark.article("15.0 b", edition="fide-2003-07"),
                id="2004",
            ),
            pytest.param(
                (date(2009, 4, 1), date(2009, 2, 10)),
                marks=pytest.mark.article("15.0 b", edition="fide-2006-04"),
                id="2009",
            ),
        ],
    )
    def test_k_is_not_known_from_history(self, when: tuple[date, date]) -> None:
        """Whatever is known of a player, K has to be given; without it there is no change."""
        player = Player(2300, games=300, highest=2450, born=Born(1970))
        answer = coefficient(in_force(when[1], "rapid"), Facts(2300, 2450, 300, Born(1970)), when[1])
        result = rate_player(period("rapid", when, player, Game(2300, 100)))
        expected = (None, (), ("k",), "k_unknown", None, None)

        assert expected == (answer.k, answer.possible, answer.missing, result.reason, result.change, result.new_rating)

    @pytest.mark.article("15.0 b", edition="fide-2003-07")
    def test_the_officers_k_is_used(self) -> None:
        """With the K that the officer set the event is rated by its average, as in standard chess of that time."""
        when = (date(2004, 4, 1), date(2004, 2, 10))
        result = rate_player(period("rapid", when, Player(2400, k=12), Game(1900, 100), Game(2400, 100)))
        # 1900 counts as 2050; Rc 2225, D = 175, PD .73, We 1.46; 0.54 times 12 = 6.48, rounded 6.
        expected = (54, 648, 6, 2406)

        assert expected == (result.sum, result.unrounded, result.change, result.new_rating)

    @pytest.mark.parametrize(
        ("kind", "day", "answer"),
        [
            pytest.param("rapid", date(2003, 6, 30), "unknown", id="rapid, before July 2003"),
            pytest.param("rapid", date(2009, 7, 1), "none", id="rapid, July 2009"),
            pytest.param("rapid", date(2011, 12, 31), "none", id="rapid, end of 2011"),
            pytest.param("blitz", date(2004, 2, 10), "none", id="blitz, 2004"),
            pytest.param("blitz", date(2011, 12, 31), "none", id="blitz, end of 2011"),
        ],
    )
    def test_events_of_days_without_an_edition_are_refused(self, kind: str, day: date, answer: str) -> None:
        """An event that began when there were no rapid or blitz ratings is refused, with the answer why."""
        with pytest.raises(NoEditionError) as refusal:
            rated(kind, (date(2012, 7, 1), day), 2000, Game(2000, 50))

        assert answer == refusal.value.answer

    @KINDS
    @pytest.mark.article("8.54", edition="fide-rb-2012-01")
    def test_the_first_day_of_2012(self, kind: str) -> None:
        """An event of 1 January 2012 is the first that is rated, for the list of 1 July 2012."""
        result = rated(kind, (date(2012, 7, 1), date(2012, 1, 1)), 2000, Game(2000, 100))
        expected = ("fide-rb-2012-01", 10)

        assert expected == (result.events[0].law.id, result.change)


class TestStandardRating:
    """The standard rating: it stands in for a missing rapid or blitz rating, and lifted ratings once."""

    @KINDS
    @pytest.mark.parametrize(
        "when",
        [
            pytest.param(IN_2015, marks=pytest.mark.article("7", edition="fide-rb-2012-01"), id="2015"),
            pytest.param(IN_2024, marks=pytest.mark.article("7", edition="fide-rb-2024-03"), id="2024"),
            pytest.param(IN_2025, marks=pytest.mark.article("7", edition="fide-rb-2024-12"), id="2025"),
        ],
    )
    def test_it_stands_in_for_a_missing_rating(self, kind: str, when: tuple[date, date]) -> None:
        """A player without a rapid or blitz rating plays with his standard rating and counts as rated."""
        result = rate_player(period(kind, when, Player(None, k=20, standard=2100), Game(2100, 100)))
        expected = (2100, 10, 2110)

        assert expected == (result.events[0].rating if result.events else None, result.change, result.new_rating)

    @KINDS
    @pytest.mark.parametrize(
        ("rating", "standard", "points", "expected"),
        [
            pytest.param(2283, 2732, 349, 2632, id="449 below"),
            pytest.param(1899, 2000, 1, 1900, id="101 below"),
            pytest.param(1900, 2000, 0, 1900, id="100 below"),
            pytest.param(2050, 2000, 0, 2050, id="above"),
        ],
    )
    def test_the_lift_of_october_2022(self, kind: str, rating: int, standard: int, points: int, expected: int) -> None:
        """On the list of 1 October 2022 a rating more than 100 below standard rises to standard less 100."""
        player = Player(rating, k=20, standard=standard)
        result = rate_player(RatingPeriod(kind, date(2022, 10, 1), player, ()))

        assert result.adjustment is not None
        assert (points, expected) == (result.adjustment[1], result.new_rating)

    @KINDS
    def test_the_lift_comes_after_the_normal_calculation(self, kind: str) -> None:
        """A loss of 10 points in September is made good by the lift."""
        player = Player(1905, k=20, standard=2000)
        when = (date(2022, 10, 1), date(2022, 9, 10))
        result = rate_player(period(kind, when, player, Game(1905, 0)))
        # 1905 - 10 = 1895, lifted by 5 to 1900.
        expected = (-10, 5, 1900)

        assert result.adjustment is not None
        assert expected == (result.change, result.adjustment[1], result.new_rating)

    @KINDS
    def test_the_lift_needs_the_standard_rating(self, kind: str) -> None:
        """Where the standard rating is not known nothing is lifted, and a notice asks for it."""
        result = rate_player(RatingPeriod(kind, date(2022, 10, 1), Player(1700, k=20), ()))

        assert result.new_rating == 1700
        assert [notice.code for notice in notices(result)] == ["standard_needed"]

    def test_standard_chess_was_not_lifted(self) -> None:
        """The list of standard ratings of 1 October 2022 has no adjustment."""
        result = rate_player(RatingPeriod("standard", date(2022, 10, 1), Player(1700, k=20), ()))

        assert result.adjustment is None
