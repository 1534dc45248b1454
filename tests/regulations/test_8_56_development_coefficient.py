"""2009 to 2021 and the Hungarian regulations of 2017: the classes of K, taken at the first day of each event."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest

from arpad import Facts, PlayerResult, coefficient, edition, in_force, notices, rate_player
from arpad.model.period import Born, Event, Game, Player, RatingPeriod

if TYPE_CHECKING:
    from pathlib import Path

    from arpad import Edition

ADULT = Born(1970, 5, 1)

# edition: a day under it, K of newcomers and of the established
EDITIONS = {
    "fide-2009-07": (date(2010, 2, 10), 25, 15),
    "fide-2011-07": (date(2012, 2, 10), 30, 15),
    "fide-2012-07": (date(2013, 2, 10), 30, 15),
    "fide-2013-07": (date(2014, 2, 10), 30, 15),
    "fide-2014-07": (date(2016, 2, 10), 40, 20),
    "mssz-2017-01": (date(2017, 2, 10), 40, 20),
    "fide-2017-07": (date(2019, 2, 10), 40, 20),
    "fide-2021-02": (date(2021, 5, 10), 40, 20),
}
WITHOUT_JUNIORS = ("fide-2009-07", "fide-2011-07", "fide-2012-07", "fide-2013-07")


def articles(name: str) -> list[pytest.MarkDecorator]:
    """The marks for the article on K of an edition; the Hungarian regulations have it twice."""
    numbers = ("2 § K", "App. I 8.56") if name.startswith("mssz") else ("8.56",)
    return [pytest.mark.article(number, edition=name) for number in numbers]


EVERY = pytest.mark.parametrize("name", [pytest.param(name, marks=articles(name)) for name in EDITIONS])


def law(name: str) -> Edition:
    """The edition as it stands on its day."""
    return edition(name, "standard", EDITIONS[name][0])


@EVERY
def test_the_days_lie_in_their_editions(name: str) -> None:
    """The days of these tests are days on which the editions are in force."""
    assert name == in_force(EDITIONS[name][0], "standard", name.partition("-")[0]).id


class TestClasses:
    """From what is known of a player to K, on a day."""

    @EVERY
    @pytest.mark.parametrize(
        ("rating", "highest", "games", "of"),
        [
            pytest.param(1800, 1800, 0, "new", id="no games"),
            pytest.param(1800, 1800, 29, "new", id="29 games"),
            pytest.param(1800, 1800, 30, "established", id="30 games"),
            pytest.param(2399, 2399, 300, "established", id="2399"),
            pytest.param(2399, 2399, 29, "new", id="2399 with 29 games"),
            pytest.param(2400, 2400, 300, "top", id="2400"),
            pytest.param(2250, 2400, 300, "top", id="once 2400"),
            pytest.param(2250, 2399, 300, "established", id="never 2400"),
            pytest.param(2400, 2400, 5, "top", id="2400 with 5 games"),
            pytest.param(2250, 2400, 29, "top", id="once 2400, 29 games"),
        ],
    )
    def test_of_an_adult(self, name: str, rating: int, highest: int, games: int, of: str) -> None:
        """Once 2400 was published K is 10 for good, also with few games; else it follows from the 30 games."""
        day, new, established = EDITIONS[name]
        expected = {"new": new, "established": established, "top": 10}[of]

        assert expected == coefficient(law(name), Facts(rating, highest, games, ADULT), day).k

    @EVERY
    @pytest.mark.parametrize(
        ("rating", "highest", "games", "of"),
        [
            pytest.param(1800, 1800, 300, "junior", id="junior"),
            pytest.param(2299, 2299, 300, "junior", id="2299"),
            pytest.param(2300, 2300, 300, "established", id="2300"),
            pytest.param(2250, 2300, 300, "established", id="once 2300"),
            pytest.param(2250, 2299, 300, "junior", id="never 2300"),
            pytest.param(2250, 2300, 29, "new", id="once 2300, 29 games"),
            pytest.param(2250, 2400, 300, "top", id="once 2400"),
            pytest.param(2250, 2400, 10, "top", id="once 2400, 10 games"),
        ],
    )
    def test_of_a_junior(self, name: str, rating: int, highest: int, games: int, of: str) -> None:
        """From 2014 a junior who never had 2300 published has 40; 2300 once published stays reached; 2400 wins."""
        day, new, established = EDITIONS[name]
        of = "established" if of == "junior" and name in WITHOUT_JUNIORS else of
        expected = {"new": new, "established": established, "junior": 40, "top": 10}[of]

        assert expected == coefficient(law(name), Facts(rating, highest, games, Born(day.year - 14, 5, 1)), day).k

    @pytest.mark.article("8.56 [4]", edition="fide-2014-07-print")
    def test_the_print_measures_a_junior_by_the_present_rating(self) -> None:
        """As printed in 2014 a junior who once had 2300 and fell back has 40 again."""
        day = date(2016, 2, 10)

        assert coefficient(edition("fide-2014-07-print"), Facts(2250, 2300, 300, Born(2000, 5, 1)), day).k == 40


@pytest.mark.article("3 § [3]", edition="mssz-2017-01")
def test_the_three_multipliers_of_the_hungarian_regulations() -> None:
    """Whatever is known of a player, K is 40, 20 or 10, and all three occur."""
    day = date(2017, 2, 10)
    known = [
        Facts(rating, highest, games, Born(year, 5, 1))
        for rating in (1500, 2299, 2399, 2400)
        for highest in (rating, 2300, 2500)
        for games in (0, 29, 30)
        for year in (1970, 2003)
        if highest >= rating
    ]

    assert {coefficient(law("mssz-2017-01"), facts, day).k for facts in known} == {40, 20, 10}


class TestEighteenthBirthday:
    """Until the birthday in 2014 and in the Hungarian regulations, until the end of its year from July 2017."""

    @pytest.mark.parametrize(
        ("name", "born", "day", "expected"),
        [
            pytest.param("fide-2014-07", Born(1998, 3, 10), date(2016, 3, 9), 40, id="2014, the day before"),
            pytest.param("fide-2014-07", Born(1998, 3, 10), date(2016, 3, 10), 20, id="2014, the day itself"),
            pytest.param("fide-2014-07", Born(1998, 3, 10), date(2016, 3, 11), 20, id="2014, the day after"),
            pytest.param("fide-2014-07", Born(1998, 12, 31), date(2016, 12, 30), 40, id="2014, 30 December"),
            pytest.param("fide-2014-07", Born(1998, 12, 31), date(2016, 12, 31), 20, id="2014, 31 December"),
            pytest.param("fide-2014-07", Born(1998, 1, 1), date(2015, 12, 31), 40, id="2014, New Year's Eve"),
            pytest.param("fide-2014-07", Born(1998, 1, 1), date(2016, 1, 1), 20, id="2014, New Year's Day"),
            pytest.param("mssz-2017-01", Born(1999, 3, 10), date(2017, 3, 9), 40, id="mssz, the day before"),
            pytest.param("mssz-2017-01", Born(1999, 3, 10), date(2017, 3, 10), 20, id="mssz, the day itself"),
            pytest.param("mssz-2017-01", Born(2000, 3, 10), date(2018, 3, 9), 40, id="mssz 2018, the day before"),
            pytest.param("mssz-2017-01", Born(2000, 3, 10), date(2018, 3, 10), 20, id="mssz 2018, the day itself"),
            pytest.param("fide-2017-07", Born(2000, 1, 1), date(2018, 1, 1), 40, id="2017, the birthday"),
            pytest.param("fide-2017-07", Born(2000, 1, 1), date(2018, 12, 31), 40, id="2017, the end of its year"),
            pytest.param("fide-2017-07", Born(2000, 12, 31), date(2019, 1, 1), 20, id="2017, the next year"),
            pytest.param("fide-2021-02", Born(2003, 1, 1), date(2021, 12, 31), 40, id="2021, the end of its year"),
            pytest.param("fide-2021-02", Born(2002, 12, 31), date(2021, 2, 1), 20, id="2021, the next year"),
        ],
    )
    def test_to_the_day(self, name: str, born: Born, day: date, expected: int) -> None:
        """On the 18th birthday a player is no junior any more; from 2017 he is one until 31 December."""
        assert expected == coefficient(edition(name, "standard", day), Facts(1800, 1800, 300, born), day).k

    @pytest.mark.parametrize(
        ("name", "day", "expected"),
        [
            pytest.param("fide-2014-07", date(2018, 2, 27), 40, id="2014, 27 February"),
            pytest.param("fide-2014-07", date(2018, 3, 1), 20, id="2014, 1 March"),
            pytest.param("mssz-2017-01", date(2018, 2, 27), 40, id="mssz, 27 February"),
            pytest.param("mssz-2017-01", date(2018, 3, 1), 20, id="mssz, 1 March"),
            pytest.param("fide-2017-07", date(2018, 12, 31), 40, id="2017, year end"),
            pytest.param("fide-2017-07", date(2019, 1, 1), 20, id="2017, next year"),
        ],
    )
    def test_of_who_was_born_on_29_february(self, name: str, day: date, expected: int) -> None:
        """29 February 2000 has its 18th birthday in a year without that day: a junior on the 27th, not in March."""
        born = Born(2000, 2, 29)

        assert expected == coefficient(edition(name, "standard", day), Facts(1800, 1800, 300, born), day).k

    @pytest.mark.parametrize(
        ("name", "day", "expected"),
        [
            pytest.param("fide-2014-07", date(2016, 12, 31), 40, id="2014, to the end of the year"),
            pytest.param("fide-2014-07", date(2017, 1, 1), 20, id="2014, then no more"),
            pytest.param("mssz-2017-01", date(2017, 1, 1), 20, id="mssz"),
            pytest.param("fide-2017-07", date(2017, 7, 1), 20, id="2017"),
        ],
    )
    def test_with_only_the_year_known(self, name: str, day: date, expected: int) -> None:
        """Where only the year of birth is known a junior is one until the end of the year, as an estimate."""
        assert expected == coefficient(edition(name, "standard", day), Facts(1800, 1800, 300, Born(1998)), day).k

    @pytest.mark.parametrize(
        ("name", "listed", "born", "expected"),
        [
            pytest.param(None, date(2016, 6, 1), Born(1998), ["born_year_only"], id="2014, the year"),
            pytest.param(None, date(2016, 6, 1), Born(1998, 3, 10), [], id="2014, the day"),
            pytest.param("mssz-2017-01", date(2017, 6, 1), Born(1999), ["born_year_only"], id="mssz, the year"),
            pytest.param(None, date(2019, 6, 1), Born(2001), [], id="2017, the year is enough"),
        ],
    )
    def test_the_estimate_is_announced(self, name: str | None, listed: date, born: Born, expected: list[str]) -> None:
        """A notice says that the birthday was taken as the end of the year, where the birthday would decide."""
        start = listed.replace(month=5, day=10)
        event = Event(start, start, 1800, (Game(1800, 50),))
        player = Player(1800, born=born, games=300, highest=1800)
        result = rate_player(RatingPeriod("standard", listed, player, (event,), name))

        assert expected == [notice.code for notice in notices(result)]

    @pytest.mark.article("8.56 [4]", edition="fide-2014-07")
    def test_the_switch_for_a_replay_of_fides_lists(self, tmp_path: Path) -> None:
        """A derived edition may take the end of the year in 2014 too, as FIDE's lists did."""
        file = tmp_path / "replay.toml"
        file.write_text(
            'id = "replay"\nderives = "fide-2014-07"\n[provisions]\n'
            'k_junior_until = { article = "8.56 [4]", value = "year_end" }\n',
            encoding="utf-8",
        )
        facts = Facts(1800, 1800, 300, Born(1998, 3, 10))
        days = [date(2016, 12, 31), date(2017, 1, 1)]
        expected = [40, 20]

        assert expected == [coefficient(edition(str(file)), facts, day).k for day in days]


class TestWhatIsNotKnown:
    """None is *not known*: K is given where it cannot matter, else its possible values and what is missing."""

    @pytest.mark.parametrize(
        ("name", "facts", "possible", "missing"),
        [
            pytest.param("fide-2009-07", Facts(2300, None, 100), (10, 15), ("highest",), id="2009, highest"),
            pytest.param("fide-2009-07", Facts(2300, 2300, None), (15, 25), ("games",), id="2009, games"),
            pytest.param("fide-2009-07", Facts(2300), (10, 15, 25), ("highest", "games"), id="2009, all"),
            pytest.param("fide-2011-07", Facts(2300), (10, 15, 30), ("highest", "games"), id="2011, all"),
            pytest.param("fide-2014-07", Facts(1800, 1800, 100), (20, 40), ("born",), id="2014, born"),
            pytest.param("fide-2014-07", Facts(1800, 1800, None, ADULT), (20, 40), ("games",), id="2014, games"),
            pytest.param("fide-2014-07", Facts(2350, None, 100), (10, 20), ("highest",), id="2014, highest of 2350"),
            pytest.param(
                "fide-2014-07", Facts(1800), (10, 20, 40), ("highest", "games", "born"), id="2014, nothing known"
            ),
            pytest.param(
                "fide-2014-07", Facts(1800, 1800), (20, 40), ("games", "born"), id="2014, games or birth would do"
            ),
            pytest.param(
                "fide-2014-07",
                Facts(2250, None, 100, Born(2004, 5, 1)),
                (10, 20, 40),
                ("highest",),
                id="2014, a junior who may have had 2300 or 2400",
            ),
        ],
    )
    def test_and_matters(self, name: str, facts: Facts, possible: tuple[int, ...], missing: tuple[str, ...]) -> None:
        """All values K may have are given, and the facts that would settle it."""
        answer = coefficient(law(name), facts, EDITIONS[name][0])

        assert (None, possible, missing) == (answer.k, answer.possible, answer.missing)

    @pytest.mark.parametrize(
        ("name", "facts", "expected"),
        [
            pytest.param("fide-2009-07", Facts(2450), 10, id="2009, 2450 now"),
            pytest.param("fide-2009-07", Facts(2300, 2400), 10, id="2009, once 2400"),
            pytest.param("fide-2009-07", Facts(2300, 2300, 100), 15, id="2009, without a birth date"),
            pytest.param("fide-2014-07", Facts(2300, 2300, 100), 20, id="2014, 2300 now: too high for a junior"),
            pytest.param("fide-2014-07", Facts(1800, 1800, 10), 40, id="2014, new, junior or not"),
            pytest.param("fide-2014-07", Facts(1800, 1800, None, Born(2004)), 40, id="2014, junior, new or not"),
        ],
    )
    def test_and_does_not_matter(self, name: str, facts: Facts, expected: int) -> None:
        """Where every case gives the same K, it is given, and nothing is missing."""
        answer = coefficient(law(name), facts, EDITIONS[name][0])

        assert (expected, (expected,), ()) == (answer.k, answer.possible, answer.missing)

    @pytest.mark.article("8.56", edition="fide-2014-07")
    def test_a_period_without_k_has_no_change(self) -> None:
        """Where K cannot be told, the sum is given, but neither change nor rating, and the reason is named."""
        event = Event(date(2016, 2, 10), date(2016, 2, 18), 1800, (Game(1800, 100),))
        result = rate_player(RatingPeriod("standard", date(2016, 3, 1), Player(1800), (event,)))
        expected = ("k_unknown", 50, None, None, None)

        assert expected == (result.reason, result.sum, result.k, result.change, result.new_rating)

    @EVERY
    def test_a_given_k_is_used(self, name: str) -> None:
        """A K that is given for the player, or for an event, is used as it is."""
        day = EDITIONS[name][0]
        listed = date(day.year, day.month + 1, 1)
        events = tuple(
            Event(day.replace(day=at), day.replace(day=at), 1800, (Game(1800, 100),), k=k)
            for at, k in ((3, None), (5, 33))
        )
        national = name if name.startswith("mssz") else None
        result = rate_player(RatingPeriod("standard", listed, Player(1800, k=17), events, national))
        # 0.50 times 17 is 8.50, 0.50 times 33 is 16.50.
        expected = ([17, 33], 2500)

        assert expected == ([event.k for event in result.events], result.unrounded)


class TestAtTheFirstDay:
    """Settled reading 5: from the last list and the games of events completed before the event began."""

    @staticmethod
    def rated(name: str, before: int, *days: tuple[int, int, int], opponent: int | None = 1800) -> PlayerResult:
        """A period with events from a first to a last day of the month, each of so many games."""
        day = EDITIONS[name][0]
        events = tuple(
            Event(day.replace(day=first), day.replace(day=last), 1800, (Game(opponent, 50),) * games)
            for first, last, games in days
        )
        player = Player(1800, born=ADULT, games=before, highest=1800)
        national = name if name.startswith("mssz") else None
        return rate_player(RatingPeriod("standard", date(day.year, day.month + 1, 1), player, events, national))

    @EVERY
    @pytest.mark.parametrize(
        ("before", "days", "of"),
        [
            pytest.param(29, [(1, 5, 9)], ["new"], id="29 games: new throughout the event"),
            pytest.param(30, [(1, 5, 9)], ["established"], id="30 games"),
            pytest.param(25, [(1, 5, 5), (6, 9, 5)], ["new", "established"], id="completed the day before"),
            pytest.param(25, [(1, 6, 5), (6, 9, 5)], ["new", "new"], id="completed the same day"),
            pytest.param(25, [(1, 9, 5), (6, 8, 5)], ["new", "new"], id="still running"),
            pytest.param(24, [(1, 5, 5), (6, 9, 5)], ["new", "new"], id="29 by then"),
            pytest.param(20, [(1, 3, 5), (2, 4, 5), (5, 9, 1)], ["new", "new", "established"], id="both completed"),
            pytest.param(25, [(6, 9, 5), (1, 5, 5)], ["established", "new"], id="given in another order"),
        ],
    )
    def test_games_of_completed_events(
        self, name: str, before: int, days: list[tuple[int, int, int]], of: list[str]
    ) -> None:
        """Only events that ended before the first day of the event add to the games of the last list."""
        _, new, established = EDITIONS[name]
        expected = [{"new": new, "established": established}[text] for text in of]

        assert expected == [event.k for event in self.rated(name, before, *days).events]

    @EVERY
    def test_games_against_unrated_opponents_do_not_count(self, name: str) -> None:
        """Only rated games count towards the 30."""
        _, new, _ = EDITIONS[name]
        result = self.rated(name, 25, (1, 5, 5), (6, 9, 5), opponent=None)

        assert [new, new] == [event.k for event in result.events]

    @pytest.mark.parametrize(
        ("name", "listed", "born"),
        [
            pytest.param(
                None,
                date(2016, 4, 1),
                Born(1998, 3, 10),
                marks=pytest.mark.article("8.56 [4]", edition="fide-2014-07"),
                id="2014",
            ),
            pytest.param(
                "mssz-2017-01",
                date(2017, 4, 1),
                Born(1999, 3, 10),
                marks=pytest.mark.article("2 § K [3]", edition="mssz-2017-01"),
                id="mssz",
            ),
        ],
    )
    def test_a_birthday_in_the_period(self, name: str | None, listed: date, born: Born) -> None:
        """An event begun before the 18th birthday is played with 40 to its end, one begun on it with 20."""
        events = tuple(
            Event(listed.replace(month=3, day=first), listed.replace(month=3, day=last), 1800, (Game(1800, 100),))
            for first, last in ((1, 3), (9, 15), (10, 12))
        )
        player = Player(1800, born=born, games=300, highest=1800)
        result = rate_player(RatingPeriod("standard", listed, player, events, name))
        # 0.50 times 40, 40 and 20: 50.00.
        expected = ([40, 40, 20], 5000, 50, None)

        assert expected == ([event.k for event in result.events], result.unrounded, result.change, result.k)

    @pytest.mark.article("8.56 [4]", edition="fide-2017-07")
    def test_the_end_of_the_year_in_the_period(self) -> None:
        """From 2017 an event begun on 31 December has 40 and one begun on 1 January 20, in the same list."""
        events = (
            Event(date(2018, 12, 31), date(2019, 1, 5), 1800, (Game(1800, 100),)),
            Event(date(2019, 1, 1), date(2019, 1, 5), 1800, (Game(1800, 100),)),
        )
        player = Player(1800, born=Born(2000, 3, 10), games=300, highest=1800)
        result = rate_player(RatingPeriod("standard", date(2019, 2, 1), player, events))
        expected = [40, 20]

        assert expected == [event.k for event in result.events]

    @EVERY
    def test_a_published_rating_of_an_event_is_part_of_the_history(self, name: str) -> None:
        """Who was listed with 2410 when the event began has K 10, even if his highest rating is not given."""
        day = EDITIONS[name][0]
        # Begun under the list before the last: that is two months back at most, one where lists are monthly.
        back = timedelta(days=52 if day.year < 2013 else 25)
        event = Event(day - back, day, 2410, (Game(2410, 100),))
        national = name if name.startswith("mssz") else None
        player = Player(2395, born=ADULT, games=300)
        result = rate_player(RatingPeriod("standard", date(day.year, day.month + 1, 1), player, (event,), national))

        assert result.k == 10

    @EVERY
    @pytest.mark.parametrize(
        ("highest", "reason", "codes"),
        [
            pytest.param(None, "open", [], id="highest not known"),
            pytest.param(2380, "established", ["highest_below_rating"], id="highest as of then"),
            pytest.param(2405, "top", ["k_of_an_older_list"], id="highest as of now"),
        ],
    )
    def test_a_rating_published_after_the_event_began(
        self, name: str, highest: int | None, reason: str, codes: list[str]
    ) -> None:
        """Begun with 2390, 2405 published since: the newer list does not decide; a notice says where it may have."""
        day, _, established = EDITIONS[name]
        back = timedelta(days=52 if day.year < 2013 else 25)
        event = Event(day - back, day, 2390, (Game(2390, 100),))
        national = name if name.startswith("mssz") else None
        player = Player(2405, born=ADULT, games=300, highest=highest)
        result = rate_player(RatingPeriod("standard", date(day.year, day.month + 1, 1), player, (event,), national))
        answer = result.events[0].k_from
        expected = {"open": (10, established), "established": (established,), "top": (10,)}[reason]

        assert answer is not None
        assert expected == answer.possible
        assert codes == [notice.code for notice in notices(result)]
