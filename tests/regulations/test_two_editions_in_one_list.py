"""Settled reading 12: one list with events of two editions.

By the edition of each event's first day: what counts, the largest difference, the expectation, when K is taken, and to
2021 K itself. From 2022 on K is that of the list before, and so by the edition of that list (settled reading 5). By the
edition of the list's day: the limit of 700, the rounding, the floor and the status below it.
"""

from __future__ import annotations

from datetime import date

import pytest

from arpad import NoEditionError, PlayerResult, explain, rate_player
from arpad.model.period import Born, Event, Game, Player, RatingPeriod

ADULT = Born(1970, 5, 1)


def rated(listed: date, player: Player, *events: Event, kind: str = "standard") -> PlayerResult:
    """The result of a period."""
    return rate_player(RatingPeriod(kind, listed, player, events))


def laws(result: PlayerResult) -> list[str]:
    """The editions of the events, then that of the list."""
    return [*(event.law.id for event in result.events), result.law.id]


@pytest.mark.article("10.5.1", edition="fide-2006-04")
def test_april_2006_the_average_and_the_games() -> None:
    """In the list of July 2006 an event of March is rated by its average, one of April game by game."""
    games = (Game(2050, 100), Game(2400, 50))
    first = Event(date(2006, 3, 31), date(2006, 4, 4), 2400, games)
    second = Event(date(2006, 4, 1), date(2006, 4, 9), 2400, games)
    result = rated(date(2006, 7, 1), Player(2400, k=10), first, second)
    # By the average: Rc 2225, D = 175, PD .73, We 1.46: 0.04. Game by game: .89 + .50 = 1.39: 0.11.
    expected = (["fide-2003-07", "fide-2006-04", "fide-2006-04"], [4, 11], 150, 2)
    sums = [event.working.whole["sum"] for event in result.events]

    assert expected == (laws(result), sums, result.unrounded, result.change)


@pytest.mark.article("8.54", edition="fide-2009-07")
def test_july_2009_350_and_400() -> None:
    """In the list of September 2009 an event of June is limited to 350, one of July to 400; K by history alike."""
    first = Event(date(2009, 6, 30), date(2009, 7, 5), 2400, (Game(1900, 100),))
    second = Event(date(2009, 7, 1), date(2009, 7, 9), 2400, (Game(1900, 100),))
    result = rated(date(2009, 9, 1), Player(2400, games=100, highest=2400), first, second)
    # .11 + .08 = 0.19, times 10.
    expected = (["fide-2006-04", "fide-2009-07", "fide-2009-07"], [350, 400], 190, 2)
    differences = [event.working.parts["counted_difference"][0] for event in result.events]

    assert expected == (laws(result), differences, result.unrounded, result.change)


@pytest.mark.article("8.56", edition="fide-2009-07")
def test_july_2009_when_k_is_taken() -> None:
    """The event of June has the K of the calculation, that of July the K of its first day."""
    first = Event(date(2009, 6, 20), date(2009, 7, 5), 2000, (Game(2000, 100),) * 4)
    second = Event(date(2009, 7, 1), date(2009, 7, 9), 2000, (Game(2000, 100),) * 4)
    result = rated(date(2009, 9, 1), Player(2000, games=26, highest=2000), first, second)
    # June: 26 games at the calculation. July: the first event was not over on 1 July, so 26 games as well.
    expected = [25, 25]

    assert expected == [event.k for event in result.events]


@pytest.mark.parametrize(
    ("listed", "starts", "editions", "new", "established"),
    [
        pytest.param(
            date(2011, 9, 1),
            (date(2011, 6, 30), date(2011, 7, 1)),
            ["fide-2009-07", "fide-2011-07", "fide-2011-07"],
            [25, 30],
            [15, 15],
            marks=pytest.mark.article("8.56", edition="fide-2011-07"),
            id="July 2011",
        ),
        pytest.param(
            date(2014, 8, 1),
            (date(2014, 6, 30), date(2014, 7, 1)),
            ["fide-2013-07", "fide-2014-07", "fide-2014-07"],
            [30, 40],
            [15, 20],
            marks=pytest.mark.article("8.56", edition="fide-2014-07"),
            id="July 2014",
        ),
    ],
)
def test_the_values_of_k_are_those_of_the_event(
    listed: date, starts: tuple[date, date], editions: list[str], new: list[int], established: list[int]
) -> None:
    """An event begun on 30 June has the old K, one begun on 1 July the new one, in the same list."""
    events = tuple(Event(start, listed.replace(month=7, day=8), 2000, (Game(2000, 50),)) for start in starts)
    newcomer = rated(listed, Player(2000, born=ADULT, games=5, highest=2000), *events)
    old_hand = rated(listed, Player(2000, born=ADULT, games=500, highest=2000), *events)

    assert editions == laws(newcomer)
    assert new == [event.k for event in newcomer.events]
    assert established == [event.k for event in old_hand.events]


@pytest.mark.article("8.56 [4]", edition="fide-2017-07")
def test_july_2017_birthday_and_end_of_the_year() -> None:
    """Born on 10 March 1999: no junior in an event begun on 30 June 2017, a junior again in one begun on 1 July."""
    events = tuple(
        Event(start, date(2017, 7, 8), 2000, (Game(2000, 50),)) for start in (date(2017, 6, 30), date(2017, 7, 1))
    )
    result = rated(date(2017, 8, 1), Player(2000, born=Born(1999, 3, 10), games=300, highest=2000), *events)
    expected = [20, 40]

    assert expected == [event.k for event in result.events]


@pytest.mark.parametrize(
    ("listed", "start", "applied", "change"),
    [
        pytest.param(date(2017, 6, 1), date(2017, 5, 10), 40, 40, id="June 2017"),
        pytest.param(date(2017, 7, 1), date(2017, 6, 10), 38, 38, id="July 2017, event of June"),
        pytest.param(date(2017, 8, 1), date(2017, 7, 10), 38, 38, id="August 2017"),
    ],
)
@pytest.mark.article("8.3.3 [5]", edition="fide-2017-07")
def test_july_2017_the_limit_of_700_is_that_of_the_list(listed: date, start: date, applied: int, change: int) -> None:
    """18 games with K 40 in June 2017 are limited on the list of July, though their edition knows no limit."""
    games = (Game(2000, 100),) * 2 + (Game(2000, 50),) * 16
    result = rated(listed, Player(2000, k=40), Event(start, start, 2000, games))

    assert (applied, change) == (result.k_applied, result.change)


@pytest.mark.article("8.3.3 [5]", edition="fide-2017-07")
def test_july_2017_the_limit_counts_the_games_of_both_editions() -> None:
    """Nine games begun in June and nine begun in July are 18 games of the list of August."""
    events = tuple(
        Event(start, date(2017, 7, 8), 2000, (Game(2000, 50),) * 9) for start in (date(2017, 6, 30), date(2017, 7, 1))
    )
    result = rated(date(2017, 8, 1), Player(2000, k=40), *events)
    expected = (38, 38)

    assert expected == result.k_applied_to


@pytest.mark.article("8.3.1", edition="fide-2022-01")
def test_january_2022_every_game_and_one_upgrade() -> None:
    """In the list of February 2022 an event of December has 400 in every game, one of January in one only."""
    games = (Game(1950, 100), Game(1900, 100))
    events = tuple(Event(start, date(2022, 1, 8), 2400, games) for start in (date(2021, 12, 31), date(2022, 1, 1)))
    result = rated(date(2022, 2, 1), Player(2400, k=10), *events)
    # December: .08 + .08. January: 450 gives .94, 500 counts as 400: .06 + .08.
    expected = (["fide-2021-02", "fide-2022-01", "fide-2022-01"], [[400, 400], [450, 400]], [16, 14], 300)
    differences = [event.working.parts["counted_difference"] for event in result.events]
    sums = [event.working.whole["sum"] for event in result.events]

    assert expected == (laws(result), differences, sums, result.unrounded)


@pytest.mark.article("8.3.3", edition="fide-2022-01")
def test_january_2022_when_k_is_taken() -> None:
    """Born in 2003: 40 in an event begun on 31 December 2021, 20 in one begun in January, by the January list."""
    events = tuple(
        Event(start, date(2022, 1, 8), 2000, (Game(2000, 100),)) for start in (date(2021, 12, 31), date(2022, 1, 1))
    )
    result = rated(date(2022, 2, 1), Player(2000, born=Born(2003, 3, 10), games=300, highest=2000), *events)
    # 0.50 times 40 and 0.50 times 20.
    expected = ([40, 20], 3000, 30)

    assert expected == ([event.k for event in result.events], result.unrounded, result.change)


@pytest.mark.article("8.3.4", edition="fide-2022-01")
def test_january_2022_the_rounding_is_that_of_the_list() -> None:
    """-2.50 from an event of December 2021 becomes -3 on the list of January 2022."""
    event = Event(date(2021, 12, 10), date(2021, 12, 12), 2000, (Game(2190, 0),))
    result = rated(date(2022, 1, 1), Player(2000, k=10), event)
    expected = (["fide-2021-02", "fide-2022-01"], -250, -3)

    assert expected == (laws(result), result.unrounded, result.change)


@pytest.mark.article("8.3.1", edition="fide-2024-03")
def test_march_2024_one_upgrade_and_every_game() -> None:
    """In the list of April 2024 an event begun on 29 February has one upgrade, one begun on 1 March 400 everywhere."""
    games = (Game(1950, 100), Game(1900, 100))
    events = tuple(Event(start, date(2024, 3, 8), 2400, games) for start in (date(2024, 2, 29), date(2024, 3, 1)))
    result = rated(date(2024, 4, 1), Player(2400, k=10), *events)
    expected = (["fide-2022-01", "fide-2024-03", "fide-2024-03"], [[450, 400], [400, 400]], [14, 16])
    differences = [event.working.parts["counted_difference"] for event in result.events]

    assert expected == (laws(result), differences, [event.working.whole["sum"] for event in result.events])


@pytest.mark.article("7.2.1", edition="fide-2024-03")
def test_march_2024_the_floor_and_its_word_are_those_of_the_list() -> None:
    """An event of February rated for April 2024: 1390 is below the new floor of 1400, and the word is *unrated*."""
    event = Event(date(2024, 2, 20), date(2024, 3, 3), 1400, (Game(1400, 0),))
    result = rated(date(2024, 4, 1), Player(1400, k=20), event)
    expected = (["fide-2022-01", "fide-2024-03"], 1390, None, "unrated")

    assert expected == (laws(result), result.reached, result.new_rating, result.status)


@pytest.mark.article("8.3.1", edition="fide-rb-2024-12")
@pytest.mark.parametrize("kind", ["rapid", "blitz"])
def test_december_2024_rapid_and_blitz(kind: str) -> None:
    """In the list of January 2025 a game of 30 November counts with 400, the same game of 1 December not at all."""
    events = tuple(Event(day, day, 2700, (Game(2000, 100),)) for day in (date(2024, 11, 30), date(2024, 12, 1)))
    result = rated(date(2025, 1, 1), Player(2700, k=10), *events, kind=kind)
    expected = (["fide-rb-2024-03", "fide-rb-2024-12", "fide-rb-2024-12"], [1, 0], 80)
    games = [event.working.whole["games"] for event in result.events]

    assert expected == (laws(result), games, result.unrounded)


@pytest.mark.article("8.3.3", edition="fide-rb-2022-10")
@pytest.mark.parametrize("kind", ["rapid", "blitz"])
@pytest.mark.parametrize(
    ("player", "expected"),
    [
        pytest.param(Player(2450, born=ADULT, games=300, highest=2450), 10, id="2400 was published"),
        pytest.param(Player(1900, born=ADULT, games=300, highest=1950), 20, id="established"),
        pytest.param(Player(1900, born=ADULT, games=12, highest=1900), 40, id="new to the list"),
        pytest.param(Player(1900, born=Born(2008, 2, 3), games=300, highest=1950), 40, id="a junior"),
    ],
)
def test_october_2022_k_is_that_of_the_list_before(kind: str, player: Player, expected: int) -> None:
    """An event from 28 September to 4 October 2022, rated for November: K is that of the list of 1 October.

    The list before the one being made is under the edition of October, whatever edition the event began under (R-007,
    R-022); that event and one of October have the same K.
    """
    events = tuple(
        Event(start, date(2022, 10, 4), player.rating, (Game(player.rating, 100),))
        for start in (date(2022, 9, 28), date(2022, 10, 1))
    )
    result = rated(date(2022, 11, 1), player, *events, kind=kind)

    assert laws(result) == ["fide-rb-2022-01", "fide-rb-2022-10", "fide-rb-2022-10"]
    assert [event.k for event in result.events] == [expected, expected]
    assert result.unrounded == 2 * 50 * expected


@pytest.mark.article("8.3.3", edition="fide-rb-2022-10")
@pytest.mark.parametrize("kind", ["rapid", "blitz"])
def test_october_2022_the_list_of_september_has_20_for_all(kind: str) -> None:
    """What is rated for the list of 1 October 2022 has the K of the list of September: 20, also without any event."""
    player = Player(2450, born=ADULT, games=300, highest=2450, standard=2450)
    event = Event(date(2022, 9, 8), date(2022, 9, 11), 2450, (Game(2450, 100),))

    assert rated(date(2022, 10, 1), player, event, kind=kind).k == 20
    assert rated(date(2022, 10, 1), player, kind=kind).k == 20


@pytest.mark.article("8.3.1", edition="fide-2022-01")
def test_each_event_cites_its_own_edition() -> None:
    """The lines of an event name the event's edition, those of the list the list's; K that of the list before."""
    games = (Game(1950, 100), Game(1900, 100))
    events = tuple(Event(start, date(2024, 3, 8), 2400, games) for start in (date(2024, 2, 29), date(2024, 3, 1)))
    player = Player(2400, born=ADULT, games=300, highest=2400)
    _, lines = explain(RatingPeriod("standard", date(2024, 4, 1), player, events))
    cited = {
        part: {
            citation.edition for line in lines if line.event == part and line.name != "k" for citation in line.citations
        }
        for part in (0, 1, None)
    }
    of_k = [[(citation.edition, citation.article) for citation in line.citations] for line in lines if line.name == "k"]
    expected = {0: {"fide-2022-01"}, 1: {"fide-2024-03"}, None: {"fide-2024-03"}}

    assert expected == cited
    # The list before is that of 1 March 2024; which list it is, says the edition of each event.
    assert [("fide-2022-01", "8.3.3") in of_k[0], ("fide-2024-03", "8.3.3 [3]") in of_k[0]] == [True, True]
    assert {edition for edition, _ in of_k[1]} == {"fide-2024-03"}


@pytest.mark.parametrize(
    ("kind", "listed", "start"),
    [
        pytest.param("standard", date(2003, 7, 1), date(2003, 6, 30), id="standard, before July 2003"),
        pytest.param("rapid", date(2009, 7, 1), date(2009, 6, 20), id="rapid, a list when there was none"),
    ],
)
def test_a_day_without_an_edition_is_refused(kind: str, listed: date, start: date) -> None:
    """An event or a list of a day for which no edition is known is refused, not guessed."""
    with pytest.raises(NoEditionError):
        rated(listed, Player(2000, k=15), Event(start, start, 2000, (Game(2000, 50),)), kind=kind)


@pytest.mark.article("8.3.1", edition="fide-2024-03")
def test_a_named_edition_governs_everything() -> None:
    """Who names an edition gets it for all events and the list, whatever the days."""
    event = Event(date(2016, 2, 10), date(2016, 2, 12), 2000, (Game(2190, 0),))
    period = RatingPeriod("standard", date(2016, 3, 1), Player(2000, k=10), (event,), "fide-2024-03")
    result = rate_player(period)
    expected = (["fide-2024-03", "fide-2024-03"], -3)

    assert expected == (laws(result), result.change)
