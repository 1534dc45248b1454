"""2022 on: the classes of K, and the K of the list before the one being made, for all events of the period."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from arpad import Facts, coefficient, edition, explain, in_force, rate_player
from arpad.model.period import Born, Event, Game, Player, RatingPeriod
from arpad.regulations.workings.period import next_coefficient

ADULT = Born(1970, 5, 1)

# edition and kind: a day under it
EDITIONS = {
    ("fide-2022-01", "standard"): date(2023, 5, 10),
    ("fide-2024-03", "standard"): date(2024, 5, 10),
    ("fide-2025-10", "standard"): date(2025, 11, 10),
    ("fide-2026-01", "standard"): date(2026, 5, 10),
    ("fide-rb-2022-10", "rapid"): date(2023, 5, 10),
    ("fide-rb-2022-10", "blitz"): date(2023, 5, 10),
    ("fide-rb-2024-03", "rapid"): date(2024, 5, 10),
    ("fide-rb-2024-12", "blitz"): date(2025, 5, 10),
}
EVERY = pytest.mark.parametrize(
    ("name", "kind"),
    [pytest.param(*case, marks=pytest.mark.article("8.3.3", edition=case[0]), id="-".join(case)) for case in EDITIONS],
)


def with_days(*days: tuple[int, int, int], month: date, rating: int = 1800) -> tuple[Event, ...]:
    """Events from a first to a last day of a month, each of so many draws with equals."""
    return tuple(
        Event(month.replace(day=first), month.replace(day=last), rating, (Game(rating, 50),) * games)
        for first, last, games in days
    )


@EVERY
def test_the_days_lie_in_their_editions(name: str, kind: str) -> None:
    """The days of these tests are days on which the editions are in force."""
    assert name == in_force(EDITIONS[name, kind], kind).id


class TestClasses:
    """From what is known of a player to K, on a day."""

    @EVERY
    @pytest.mark.parametrize(
        ("facts", "expected"),
        [
            pytest.param(Facts(1800, 1800, 0, ADULT), 40, id="no games"),
            pytest.param(Facts(1800, 1800, 29, ADULT), 40, id="29 games"),
            pytest.param(Facts(1800, 1800, 30, ADULT), 20, id="30 games"),
            pytest.param(Facts(1800, 1800, 31, ADULT), 20, id="31 games"),
            pytest.param(Facts(2399, 2399, 300, ADULT), 20, id="2399"),
            pytest.param(Facts(2400, 2400, 300, ADULT), 10, id="2400"),
            pytest.param(Facts(1900, 2400, 300, ADULT), 10, id="once 2400"),
            pytest.param(Facts(2450, 2450, 5, ADULT), 10, id="2400 with 5 games"),
            pytest.param(Facts(1800, 1800, 300, Born(2010)), 40, id="junior"),
            pytest.param(Facts(2299, 2299, 300, Born(2010)), 40, id="junior, 2299"),
            pytest.param(Facts(2300, 2300, 300, Born(2010)), 20, id="junior, 2300"),
            pytest.param(Facts(2250, 2300, 300, Born(2010)), 20, id="junior, once 2300"),
            pytest.param(Facts(2250, 2299, 300, Born(2010)), 40, id="junior, never 2300"),
            pytest.param(Facts(2250, 2300, 29, Born(2010)), 40, id="junior, once 2300, 29 games"),
            pytest.param(Facts(2250, 2400, 300, Born(2010)), 10, id="junior, once 2400"),
        ],
    )
    def test_in_their_order(self, name: str, kind: str, facts: Facts, expected: int) -> None:
        """10 for good once 2400 was published; else 40 for juniors who never had 2300; else by the 30 games."""
        day = EDITIONS[name, kind]

        assert expected == coefficient(edition(name, kind, day), facts, day).k

    @EVERY
    @pytest.mark.parametrize(
        ("born", "expected"),
        [
            pytest.param((17, 6, 1), 40, id="turns 17"),
            pytest.param((18, 1, 1), 40, id="turned 18 on New Year's Day"),
            pytest.param((18, 12, 31), 40, id="turns 18 on 31 December"),
            pytest.param((19, 1, 1), 20, id="turned 19 on New Year's Day"),
            pytest.param((19, 12, 31), 20, id="turns 19 on 31 December"),
            pytest.param((18, None, None), 40, id="only the year: 18"),
            pytest.param((19, None, None), 20, id="only the year: 19"),
        ],
    )
    def test_to_the_end_of_the_year(
        self, name: str, kind: str, born: tuple[int, int | None, int | None], expected: int
    ) -> None:
        """Only the year of birth decides: a junior is one until 31 December of the year in which he turns 18."""
        day = EDITIONS[name, kind]
        age, month, in_month = born
        facts = Facts(1800, 1800, 300, Born(day.year - age, month, in_month))

        assert expected == coefficient(edition(name, kind, day), facts, day).k

    @pytest.mark.article("8.3.3 [4]", edition="fide-2024-03-print")
    def test_the_print_measures_a_junior_by_the_present_rating(self) -> None:
        """As printed in 2024 a junior who once had 2300 and fell back has 40 again."""
        day = date(2024, 5, 10)

        assert coefficient(edition("fide-2024-03-print"), Facts(2250, 2300, 300, Born(2010)), day).k == 40


class TestWhatIsNotKnown:
    """None is *not known*: K is given where it cannot matter, else its possible values and what is missing."""

    @EVERY
    @pytest.mark.parametrize(
        ("facts", "possible", "missing"),
        [
            pytest.param(Facts(1800, None, 300, ADULT), (10, 20), ("highest",), id="highest"),
            pytest.param(Facts(1800, 1800, None, ADULT), (20, 40), ("games",), id="games"),
            pytest.param(Facts(1800, 1800, 300), (20, 40), ("born",), id="born"),
            pytest.param(Facts(1800), (10, 20, 40), ("highest", "games", "born"), id="nothing known"),
            pytest.param(
                Facts(2250, None, 300, Born(2010)), (10, 20, 40), ("highest",), id="a junior's highest: 2300 or 2400?"
            ),
        ],
    )
    def test_and_matters(
        self, name: str, kind: str, facts: Facts, possible: tuple[int, ...], missing: tuple[str, ...]
    ) -> None:
        """All values K may have are given, and the facts that would settle it."""
        day = EDITIONS[name, kind]
        answer = coefficient(edition(name, kind, day), facts, day)

        assert (None, possible, missing) == (answer.k, answer.possible, answer.missing)

    @EVERY
    @pytest.mark.parametrize(
        ("facts", "expected"),
        [
            pytest.param(Facts(2450), 10, id="2450 now"),
            pytest.param(Facts(1800, 2400), 10, id="once 2400"),
            pytest.param(Facts(1800, 2300, 300), 20, id="once 2300: too high for a junior"),
            pytest.param(Facts(1800, 1800, 29), 40, id="new, junior or not"),
            pytest.param(Facts(1800, 1800, None, Born(2010)), 40, id="junior, new or not"),
        ],
    )
    def test_and_does_not_matter(self, name: str, kind: str, facts: Facts, expected: int) -> None:
        """Where every case gives the same K, it is given, and nothing is missing."""
        day = EDITIONS[name, kind]
        answer = coefficient(edition(name, kind, day), facts, day)

        assert (expected, (expected,), ()) == (answer.k, answer.possible, answer.missing)


class TestOfTheListBefore:
    """Settled reading 5: one K for the period, that of the list before the one being made."""

    @EVERY
    def test_30_games_passed_in_the_period_change_nothing_yet(self, name: str, kind: str) -> None:
        """With 29 games on the last list all events of the period have 40; the list being made shows 20."""
        day = EDITIONS[name, kind]
        player = Player(1800, born=ADULT, games=29, highest=1800)
        events = with_days((1, 3, 2), (5, 9, 2), (10, 12, 2), month=day)
        result, lines = explain(RatingPeriod(kind, date(day.year, day.month + 1, 1), player, events))
        expected = ([40, 40, 40], [20])

        assert expected == (
            [event.k for event in result.events],
            [line.value for line in lines if line.name == "next_k"],
        )

    @EVERY
    @pytest.mark.parametrize(
        ("month", "expected"),
        [
            pytest.param(12, 40, id="the list of December, from that of November"),
            pytest.param(1, 40, id="the list of January, from that of December"),
            pytest.param(2, 20, id="the list of February, from that of January"),
        ],
    )
    def test_the_january_list(self, name: str, kind: str, month: int, expected: int) -> None:
        """A junior's last period with 40 is that of the January list, for K is taken from the December list."""
        year = EDITIONS[name, kind].year + (month < 12)
        listed = date(year, month, 1)
        start = date(year - 1, 12, 10) if month == 1 else date(year, month - 1, 10)
        eighteen_in = EDITIONS[name, kind].year
        player = Player(1800, born=Born(eighteen_in - 18, 3, 10), games=300, highest=1800)
        result = rate_player(RatingPeriod(kind, listed, player, (Event(start, start, 1800, (Game(1800, 100),)),)))

        assert expected == result.k

    @pytest.mark.article("8.3.3 [4]", edition="fide-2024-03")
    def test_an_event_of_the_new_year_in_the_january_k(self) -> None:
        """In the list of February an event begun in December has the K of the January list like all others: 20."""
        player = Player(1800, born=Born(2006, 3, 10), games=300, highest=1800)
        events = (
            Event(date(2024, 12, 27), date(2025, 1, 5), 1800, (Game(1800, 100),)),
            Event(date(2025, 1, 10), date(2025, 1, 12), 1800, (Game(1800, 100),)),
        )
        result = rate_player(RatingPeriod("standard", date(2025, 2, 1), player, events))
        expected = ([20, 20], 20)

        assert expected == ([event.k for event in result.events], result.change)

    @pytest.mark.article("8.3.3 [3]", edition="fide-2025-10")
    def test_2400_published_while_the_event_was_played(self) -> None:
        """FIDE took K 10 for an event begun with 2395, because the list before the new one had 2400 (F-P02)."""
        player = Player(2400, born=ADULT, games=300, highest=2400)
        event = Event(date(2025, 10, 31), date(2025, 11, 2), 2395, (Game(2205, 50),))
        result = rate_player(RatingPeriod("standard", date(2025, 12, 1), player, (event,)))

        assert result.k == 10

    @EVERY
    def test_a_published_rating_of_an_event_is_part_of_the_history(self, name: str, kind: str) -> None:
        """Who was listed with 2410 when the event began has K 10, even if his highest rating is not given."""
        day = EDITIONS[name, kind]
        event = Event(day - timedelta(days=25), day, 2410, (Game(2410, 100),))
        player = Player(2395, born=ADULT, games=300)
        result = rate_player(RatingPeriod(kind, date(day.year, day.month + 1, 1), player, (event,)))

        assert result.k == 10

    @pytest.mark.article("8.3.3", edition="fide-2024-03")
    def test_the_k_of_the_list_being_made(self) -> None:
        """The list being made shows 10 for who reaches 2400 on it, though the period was rated with 20."""
        player = Player(2395, born=ADULT, games=300, highest=2395)
        event = Event(date(2024, 5, 10), date(2024, 5, 12), 2395, (Game(2395, 100),))
        result, lines = explain(RatingPeriod("standard", date(2024, 6, 1), player, (event,)))
        # 0.50 times 20 = 10: 2405.
        expected = (20, 2405, [10])

        assert expected == (result.k, result.new_rating, [line.value for line in lines if line.name == "next_k"])

    @pytest.mark.parametrize(("games", "expected"), [(29, None), (30, 20)])
    def test_30_games_of_the_period_are_enough_where_those_before_are_not_known(
        self, games: int, expected: int | None
    ) -> None:
        """However many he had before, with 30 in the period he has them on the next list; with 29 it is not known.

        He is a junior until the end of 2024, so K of the period is 40 in any case.
        """
        day = date(2024, 12, 10)
        event = Event(day, day, 1800, (Game(1800, 50),) * games)
        player = Player(1800, born=Born(2006, 5, 1), highest=1800)
        result = rate_player(RatingPeriod("standard", date(2025, 1, 1), player, (event,)))
        shown = next_coefficient(result)

        assert shown is not None
        assert shown.k == expected
