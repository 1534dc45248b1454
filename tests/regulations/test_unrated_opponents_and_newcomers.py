"""Games against unrated opponents, matches with an unrated player, and players who entered the list meanwhile."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from arpad import explain, notices, rate_player
from arpad.model.period import Event, Game, Player, RatingPeriod

# edition: list, day of an event; articles on unrated opponents, on matches, on who became rated
EDITIONS: dict[str, tuple[date, date, str, str, str]] = {
    "fide-2003-07": (date(2004, 4, 1), date(2004, 2, 10), "6.4", "6.4", "10.4"),
    "fide-2006-04": (date(2007, 4, 1), date(2007, 2, 10), "6.4", "6.4", "10.4"),
    "fide-2009-07": (date(2010, 3, 1), date(2010, 2, 10), "8.52", "6.6", "8.4"),
    "fide-2011-07": (date(2012, 3, 1), date(2012, 2, 10), "8.52", "6.6", "8.4"),
    "fide-2012-07": (date(2013, 3, 1), date(2013, 2, 10), "8.52", "6.6", "8.4"),
    "fide-2013-07": (date(2014, 3, 1), date(2014, 2, 10), "8.52", "6.6", "8.4"),
    "fide-2014-07": (date(2016, 3, 1), date(2016, 2, 10), "8.52", "6.6", "8.4"),
    "mssz-2017-01": (date(2017, 3, 1), date(2017, 2, 10), "App. I 8.52", "6.6", "App. I 8.4"),
    "fide-2017-07": (date(2019, 3, 1), date(2019, 2, 10), "8.52", "6.6", "8.4"),
    "fide-2021-02": (date(2021, 6, 1), date(2021, 5, 10), "8.52", "6.6", "8.4"),
    "fide-2022-01": (date(2023, 6, 1), date(2023, 5, 10), "8.3.1", "6.6", "8.4"),
    "fide-2024-03": (date(2024, 6, 1), date(2024, 5, 10), "8.3.1", "6.1", "8.2.4"),
    "fide-2025-10": (date(2025, 12, 1), date(2025, 11, 10), "8.3.1", "6.1", "8.2.4"),
    "fide-2026-01": (date(2026, 6, 1), date(2026, 5, 10), "8.3.1", "6.1", "8.2.4"),
}
ONE_UNRATED_ALLOWED = ("fide-2003-07", "fide-2006-04")
FROM_2022 = ("fide-2022-01", "fide-2024-03", "fide-2025-10", "fide-2026-01")

UNRATED_OPPONENTS, MATCHES, BECAME_RATED = 2, 3, 4


def each(article: int, names: tuple[str, ...] = tuple(EDITIONS)) -> pytest.MarkDecorator:
    """A test for each edition, marked with one of its articles."""
    return pytest.mark.parametrize(
        "name",
        [pytest.param(name, marks=pytest.mark.article(EDITIONS[name][article], edition=name)) for name in names],
    )


def period(name: str, *games: Game, system: str = "swiss", rating: int | None = 2000) -> RatingPeriod:
    """A period with one event; the player's last published rating is 2000, K 20."""
    listed, day = EDITIONS[name][:2]
    event = Event(day, day, rating, games, system=system)
    return RatingPeriod("standard", listed, Player(2000, k=20), (event,), name if name.startswith("mssz") else None)


def reasons(given: RatingPeriod) -> list[tuple[int | None, str | None, list[str]]]:
    """Which games do not count, why, and by which articles."""
    _, lines = explain(given)
    return [
        (line.game, line.shown, [citation.article for citation in line.citations])
        for line in lines
        if line.name == "uncounted"
    ]


def codes(given: RatingPeriod) -> list[str]:
    """The codes of the notices, but for that of K 20, which editions before 2014 do not know."""
    return [notice.code for notice in notices(rate_player(given)) if notice.code != "k_unknown_here"]


class TestUnratedOpponents:
    """Swiss and team events: only games against rated opponents count."""

    @each(UNRATED_OPPONENTS)
    @pytest.mark.article("6.4.1", edition="fide-2003-07")
    @pytest.mark.article("6.42", edition="fide-2009-07")
    @pytest.mark.article("6.32", edition="fide-2014-07")
    @pytest.mark.parametrize("system", ["swiss", "team"])
    def test_they_do_not_count(self, name: str, system: str) -> None:
        """A win and a loss against unrated opponents leave no trace in games, score and sum."""
        games = (Game(None, 100), Game(1900, 100), Game(None, 0), Game(2000, 50))
        result = rate_player(period(name, *games, system=system))
        whole = result.events[0].working.whole
        # Game by game: .64 + .50, W 1.5: 0.36. By the average: Rc 1950, D = 50, PD .57, We 1.14: also 0.36.
        expected = (2, 150, 36, 720, 7)

        assert expected == (whole["games"], whole["score"], result.sum, result.unrounded, result.change)

    @each(UNRATED_OPPONENTS)
    @pytest.mark.parametrize("system", ["swiss", "team"])
    def test_the_reason_cites_the_article(self, name: str, system: str) -> None:
        """Each game that does not count says so, with the edition's article, and there is nothing to warn of."""
        given = period(name, Game(None, 100), Game(2000, 50), Game(None, 0), system=system)
        article = EDITIONS[name][UNRATED_OPPONENTS]
        expected = [(0, "opponent_unrated", [article]), (2, "opponent_unrated", [article])]

        assert expected == reasons(given)
        assert codes(given) == []

    @each(UNRATED_OPPONENTS)
    def test_an_event_against_unrated_opponents_only(self, name: str) -> None:
        """Such an event changes nothing."""
        result = rate_player(period(name, Game(None, 100), Game(None, 50)))
        expected = (0, 0, 0, 2000)

        assert expected == (result.events[0].working.whole["games"], result.sum, result.change, result.new_rating)

    @each(UNRATED_OPPONENTS)
    def test_nothing_played_changes_nothing(self, name: str) -> None:
        """A period without events keeps the rating."""
        listed = EDITIONS[name][0]
        result = rate_player(RatingPeriod("standard", listed, Player(2050, k=20), ()))
        expected = (0, 0, 0, 2050)

        assert expected == (result.sum, result.unrounded, result.change, result.new_rating)


class TestRoundRobins:
    """Until 2021 an unrated player's rating in a round robin follows from the crosstable; since 2022 he is left out."""

    @each(UNRATED_OPPONENTS, tuple(name for name in EDITIONS if name not in FROM_2022))
    def test_until_2021_the_crosstable_is_needed(self, name: str) -> None:
        """The game waits, a notice says that the change is incomplete, the other games are worked out."""
        given = period(name, Game(None, 100), Game(2000, 100), system="roundrobin")
        article = EDITIONS[name][UNRATED_OPPONENTS]

        assert reasons(given) == [(0, "needs_crosstable", [article])]
        assert codes(given) == ["needs_crosstable"]
        assert rate_player(given).sum == 50

    @each(UNRATED_OPPONENTS, tuple(name for name in EDITIONS if name not in FROM_2022))
    def test_until_2021_a_round_robin_of_rated_players_needs_nothing(self, name: str) -> None:
        """Where all opponents are rated there is no notice."""
        assert codes(period(name, Game(1900, 100), Game(2000, 100), system="roundrobin")) == []

    @each(UNRATED_OPPONENTS, FROM_2022)
    def test_since_2022_they_do_not_count(self, name: str) -> None:
        """The game does not count, as in a Swiss event, and nothing is missing."""
        given = period(name, Game(None, 100), Game(2000, 100), system="roundrobin")

        assert reasons(given) == [(0, "opponent_unrated", ["8.3.1"])]
        assert codes(given) == []

    @pytest.mark.parametrize(
        ("start", "expected"),
        [
            pytest.param(date(2021, 12, 31), ["needs_crosstable"], id="31 December 2021"),
            pytest.param(date(2022, 1, 1), [], id="1 January 2022"),
        ],
    )
    @pytest.mark.article("8.3.1", edition="fide-2022-01")
    def test_the_first_day_of_the_event_decides(self, start: date, expected: list[str]) -> None:
        """A round robin begun on the last day of 2021 still needs its crosstable."""
        event = Event(start, date(2022, 1, 8), 2000, (Game(None, 50),), system="roundrobin")

        assert expected == codes(RatingPeriod("standard", date(2022, 2, 1), Player(2000, k=20), (event,)))

    @pytest.mark.article("8.52", edition="fide-rb-2012-01")
    @pytest.mark.parametrize("kind", ["rapid", "blitz"])
    def test_rapid_and_blitz_alike(self, kind: str) -> None:
        """Rapid and blitz followed standard chess: the method was removed in 2022."""
        codes_by_kind = []
        for listed, day in ((date(2015, 6, 1), date(2015, 5, 10)), (date(2022, 6, 1), date(2022, 5, 10))):
            event = Event(day, day, 2000, (Game(None, 50),), system="roundrobin")
            codes_by_kind.append(codes(RatingPeriod(kind, listed, Player(2000, k=20), (event,))))
        expected = [["needs_crosstable"], []]

        assert expected == codes_by_kind


class TestMatches:
    """A match with an unrated player is not rated; in 2003 only if both are unrated."""

    @each(MATCHES, tuple(name for name in EDITIONS if name not in ONE_UNRATED_ALLOWED))
    def test_a_match_with_an_unrated_player_is_not_rated(self, name: str) -> None:
        """No game of it counts, by the article on matches (2014: E 26)."""
        given = period(name, Game(None, 100), Game(None, 50), system="match")
        article = EDITIONS[name][MATCHES]
        expected = [(0, "match_with_unrated", [article]), (1, "match_with_unrated", [article])]
        result = rate_player(given)

        assert expected == reasons(given)
        assert result.change == 0

    @each(MATCHES, ONE_UNRATED_ALLOWED)
    def test_in_2003_the_match_is_allowed_but_gives_the_rated_player_nothing(self, name: str) -> None:
        """One unrated player does not spoil the match, yet only games against rated opponents count (E 19)."""
        given = period(name, Game(None, 100), Game(None, 50), system="match")
        result = rate_player(given)

        assert [reason[1] for reason in reasons(given)] == ["opponent_unrated", "opponent_unrated"]
        assert result.change == 0

    @each(MATCHES)
    def test_a_match_of_rated_players_is_rated(self, name: str) -> None:
        """Against a rated opponent a match is rated like any other event."""
        result = rate_player(period(name, Game(1900, 100), Game(1900, 50), system="match"))
        # 100 points: .64 each. W 1.5 - 1.28 = 0.22, times 20 = 4.40.
        expected = (22, 440, 4)

        assert expected == (result.sum, result.unrounded, result.change)

    @each(MATCHES, ONE_UNRATED_ALLOWED)
    def test_in_2003_one_unrated_opponent_in_a_scheveningen_event_is_left_out(self, name: str) -> None:
        """With one unrated player a Scheveningen event is rated, without the games against him."""
        result = rate_player(period(name, Game(None, 100), Game(2000, 100), system="scheveningen"))
        expected = (1, 50)

        assert expected == (result.events[0].working.whole["games"], result.sum)

    @each(MATCHES, ONE_UNRATED_ALLOWED)
    def test_in_2003_a_scheveningen_event_with_two_unrated_players_is_not_rated(self, name: str) -> None:
        """Who met two unrated opponents knows that more than one took part: nothing of it is rated (E 19)."""
        games = (Game(None, 100, round=1), Game(None, 100, round=2), Game(2000, 100, round=3))
        result = rate_player(period(name, *games, system="scheveningen"))
        expected = (0, 0)

        assert expected == (result.events[0].working.whole["games"], result.change)


class TestNewcomers:
    """Who was unrated when the event began and is rated now: his own change from his present rating."""

    @each(BECAME_RATED)
    def test_his_present_rating_is_used(self, name: str) -> None:
        """Without a rating on the list of the event he is rated with his current one, 2000."""
        result = rate_player(period(name, Game(1900, 100), Game(2100, 50), rating=None))
        # Game by game: .64 + .36 = 1.00, W 1.5: 0.50. By the average: Rc 2000, PD .50, We 1.00: also 0.50.
        expected = (2000, [100, -100], 50, 1000, 10, 2010)
        event = result.events[0]
        numbers = (result.sum, result.unrounded, result.change, result.new_rating)

        assert expected == (event.rating, event.working.parts["difference"], *numbers)

    @each(BECAME_RATED)
    def test_the_explanation_says_so(self, name: str) -> None:
        """The rating that was used has a line of its own, with the article on newcomers."""
        _, lines = explain(period(name, Game(1900, 100), rating=None))
        lines_of_rating = [
            (line.value, [citation.article for citation in line.citations])
            for line in lines
            if line.name == "own_rating"
        ]
        expected = [(2000, [EDITIONS[name][BECAME_RATED]])]

        assert expected == lines_of_rating

    @each(BECAME_RATED)
    def test_a_rating_on_the_list_of_the_event_needs_no_such_line(self, name: str) -> None:
        """Who was rated when the event began is rated with that."""
        _, lines = explain(period(name, Game(1900, 100), rating=1950))

        assert [line for line in lines if line.name == "own_rating"] == []

    @each(BECAME_RATED)
    def test_for_his_opponents_he_stays_unrated(self, name: str) -> None:
        """From the other side the same game is one against an unrated opponent: it counts for one of the two only."""
        his = rate_player(period(name, Game(2000, 100), rating=None))
        theirs = rate_player(period(name, Game(None, 0)))
        expected = (1, 0)

        assert expected == tuple(result.events[0].working.whole["games"] for result in (his, theirs))

    @each(BECAME_RATED)
    def test_who_is_still_unrated_has_no_change(self, name: str) -> None:
        """Without any rating there is nothing to change, and the result says so."""
        listed, day = EDITIONS[name][:2]
        event = Event(day, day, None, (Game(2000, 100),))
        national = name if name.startswith("mssz") else None
        result = rate_player(RatingPeriod("standard", listed, Player(None, k=20), (event,), national))
        expected: tuple[Any, ...] = ("unrated_player", None, None, None, None)

        assert expected == (result.reason, result.sum, result.change, result.new_rating, result.status)
