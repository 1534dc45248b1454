"""A period in plain words: the answer first, events by name, games that do not count, the heaviest game, K in words."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from arpad.library.periods import Event, Game, Player, RatingPeriod
from arpad.model.period import Born, EventNames
from arpad.regulations.workings.explanation import explain
from arpad.regulations.workings.fide_columns import event_columns, game_columns, period_columns
from arpad.regulations.workings.period import PlayerResult
from arpad.regulations.workings.plain_words import plain_words

LIST = date(2025, 6, 1)


def result_of(player: Player, *events: Event, day: date = LIST) -> Any:  # noqa: ANN401 - rated or a first rating
    """Rate a period with its working."""
    return explain(RatingPeriod("standard", day, player, events)).result


def event(*games: Game, start: date = date(2025, 5, 2), rating: int | None = 2282, **more: Any) -> Event:  # noqa: ANN401
    """An event of three days."""
    return Event(start, start.replace(day=start.day + 2), rating, games, **more)


JUNIOR = Player(2282, born=Born(2008, 5, 4), games=164, highest=2315)
FIRST = event(Game(1835, 1, 1), Game(None, 1, 2), Game(2414, 0.5, 3), Game(2197, 0, 4))
SECOND = event(Game(2301, 1, 1), Game(2144, 0, 2), start=date(2025, 5, 17))


def test_the_answer_comes_first() -> None:
    """2.5 from 5 games, 3.02 expected: -0.52 times 20 is -10.4, rounded -10 (8.3.2, 8.3.4)."""
    sentences = plain_words(result_of(JUNIOR, FIRST, SECOND))

    assert sentences[0] == (
        "You lost 10: 2.5 from 5 counted games where 3.02 were expected make -0.52; times K 20 that is -10.4, "
        "rounded -10. 2282 → 2272."
    )


def test_about_somebody_by_name() -> None:
    """An officer reads of the player, not of herself."""
    assert plain_words(result_of(JUNIOR, FIRST), person="Adler, Anna")[0].startswith("Adler, Anna lost 7: ")


def test_events_and_opponents_have_their_names() -> None:
    """Where they are known; else events are numbered."""
    result = result_of(JUNIOR, FIRST, SECOND)
    names = [EventNames("Spring Open", [(1, "A"), (2, "B"), (3, "C"), (4, "Falke, Dora")]), EventNames("Cup", [])]

    assert (
        "Spring Open (2025-05-02 to 2025-05-04): 1.5 from 3 counted games, 1.86 expected; -0.36, times K 20 -7.2."
        in (plain_words(result, names))
    )
    assert "Event 2 (2025-05-17 to 2025-05-19): 1 from 2 counted games, 1.16 expected; -0.16, times K 20 -3.2." in (
        plain_words(result)
    )
    assert "1 game does not count: the opponent was unrated on the list that applies." in (plain_words(result))


def test_the_heaviest_game_is_named() -> None:
    """The loss to 2144 cost -0.69 times 20."""
    result = result_of(JUNIOR, FIRST, SECOND)
    names = [EventNames("Spring Open", ()), EventNames("Cup", [(5, "Eder, Emil"), (6, "Falke, Dora")])]

    assert "Most weighed round 2 of Cup against Falke, Dora (2144): lost, -0.69 times K 20, -13.8." in plain_words(
        result, names
    )


@pytest.mark.parametrize(
    ("player", "sentence"),
    [
        (JUNIOR, "K is 20: 30 rated games or more, and never yet 2400."),
        (
            Player(2282, born=Born(2008, 5, 4), games=164, highest=2290),
            (
                "K is 40: a junior, until the end of the year of the 18th birthday, "
                "as long as the rating stays below 2300."
            ),
        ),
        (Player(2282, born=Born(1990), games=12, highest=2290), "K is 40: still new, with fewer than 30 rated games."),
        (
            Player(2282, born=Born(1990), games=300, highest=2410),
            "K is 10, for good: a rating of 2400 or more was published once.",
        ),
        (Player(2282, k=20), "K is 20, as given."),
    ],
    ids=["established", "junior", "new", "top", "given"],
)
def test_k_is_explained_in_words(player: Player, sentence: str) -> None:
    """Which sentence of 8.3.3 held."""
    assert plain_words(result_of(player, FIRST))[-1] == sentence


def test_without_a_game_that_counts_nothing_changes() -> None:
    """Only unrated opponents."""
    sentences = plain_words(result_of(JUNIOR, event(Game(None, 1, 1))))

    assert sentences[0] == "You neither gained nor lost: no game counts for this list. The rating stays 2282."


def test_without_k_the_sentence_says_what_is_missing() -> None:
    """No number is made up."""
    assert plain_words(result_of(Player(2282), FIRST))[0].startswith("K is not known")


def test_a_first_rating() -> None:
    """Five wins against 1800; and too few games."""
    games = [Game(1800, 1, number) for number in range(1, 6)]
    newcomer = plain_words(result_of(Player(None), event(*games, rating=None)))
    waiting = plain_words(result_of(Player(None), event(*games[:3], rating=None)))

    assert newcomer[0].startswith("You have a first rating: ")
    assert waiting[0] == "You have no rating on this list yet: 3 of 5 games."
    assert "Event 1 (2025-05-02 to 2025-05-04): 3 from 3 games against rated opponents." in waiting


def test_fides_columns_add_up() -> None:
    """K times the change of each game makes that of the event, and events make the period."""
    result = result_of(JUNIOR, FIRST, SECOND)
    assert isinstance(result, PlayerResult)
    games = game_columns(result, 0)

    assert [game.k_chg for game in games] == [160, None, 360, -1240]
    assert event_columns(result, 0)[2:] == (150, 3, -36, 20, -720)
    assert period_columns(result)[2:] == (250, 5, -52, 20, -1040)
    # 1835 counts as 2282 - 400 = 1882: (1882 + 2414 + 2197) / 3.
    assert event_columns(result, 0).rc == 2164
    assert [columns.ro for columns in (event_columns(result, 1), period_columns(result))] == [2282, 2282]


def test_an_event_by_the_average_of_2003_has_no_change_of_single_games() -> None:
    """The average of the opponents gives the expectation of the whole event."""
    player = Player(2282, k=15)
    result = result_of(player, event(Game(2200, 1, 1), Game(2300, 0, 2), start=date(2005, 1, 5)), day=date(2005, 4, 1))

    assert [game.k_chg for game in game_columns(result, 0)] == [None, None]
    assert event_columns(result, 0).rc == 2250
