"""Chapter 6: matches, each decided by itself: who may be unrated, and which games came after the decision."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from made_events import DAYS, articles, entries, event, finding_of, match, played, verdict

from arpad.events.verdict import DROPS, NO, PASSES, REFUSES, UNKNOWN, WARNING, YES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arpad.model.tournament import Tournament

DECIDED = {"fide-2003-07": "6.5", "fide-2009-07": "6.5", "fide-2014-07": "6.5", "fide-2024-03": "6.2"}
EACH = pytest.mark.parametrize(
    ("name", "article"),
    [pytest.param(*case, marks=pytest.mark.article(case[1], edition=case[0])) for case in DECIDED.items()],
)


def matches(name: str, ratings: Sequence[int | None], *results: str) -> Tournament:
    """Make a report of several matches, 1-2, 3-4 and so on, with these results for the player named first."""
    start = DAYS[name]
    rounds: list[list[tuple[int, int]]] = [[] for _ in range(max(map(len, results)))]
    given: dict[Any, str] = {}
    for place, row in enumerate(results):
        pair = (2 * place + 1, 2 * place + 2)
        for number, result in enumerate(row, 1):
            rounds[number - 1].append(pair)
            given[number, *pair] = result
    tournament = event(ratings, start=start, rounds=0, end=start)
    days = tuple(start.replace(day=start.day + index) for index in range(len(rounds)))
    return replace(
        tournament, system="Match", entries=played(entries(ratings), rounds, given), round_dates=days, end=days[-1]
    )


def dropped(given: Any) -> list[tuple[int, int, int]]:  # noqa: ANN401 - a verdict
    """Give the games that are left out."""
    return [(game.round, game.first, game.second) for game in given.dropped]


@EACH
def test_each_match_of_a_report_is_decided_by_itself(name: str, article: str) -> None:
    """Two matches over two games, both won by 1.5 to 0.5 in the last game: no game came after a decision."""
    given = verdict(matches(name, [2000, 1900, 2000, 1900], "1=", "1="), games_agreed=2)

    assert (given.dropped, finding_of(given, "decided_match").severity) == ((), PASSES)
    assert articles(finding_of(given, "decided_match")) == {article}


@EACH
def test_only_the_match_that_was_decided_loses_its_later_games(name: str, article: str) -> None:
    """Of four games, 1 1 = decides in the third; beside it 1 0 1 0 is open to the end."""
    given = verdict(matches(name, [2000, 1900, 2000, 1900], "11=1", "1010"), games_agreed=4)

    assert dropped(given) == [(4, 1, 2)]
    assert (finding_of(given, "decided_match").severity, articles(finding_of(given, "decided_match"))) == (
        DROPS,
        {article},
    )
    assert finding_of(given, "decided_match").players == (1, 2)


UNRATED = [("fide-2009-07", "6.6"), ("fide-2014-07", "6.6"), ("fide-2024-03", "6.1")]


@pytest.mark.parametrize(
    ("name", "article"), [pytest.param(*case, marks=pytest.mark.article(case[1], edition=case[0])) for case in UNRATED]
)
def test_an_unrated_player_costs_only_the_own_match(name: str, article: str) -> None:
    """1-2 are rated, 4 is not: the games of 3-4 fall out, the event stays; if 2 is unrated too, it is refused."""
    some = verdict(matches(name, [2000, 1900, 2000, None], "1=", "=="), games_agreed=2)
    all_of_them = verdict(matches(name, [2000, None, 2000, None], "1=", "=="), games_agreed=2)

    assert dropped(some) == [(1, 3, 4), (2, 3, 4)]
    assert (finding_of(some, "match_unrated").severity, finding_of(some, "match_unrated").players) == (DROPS, (4,))
    assert articles(finding_of(some, "match_unrated")) == {article}
    assert some.rateable != NO
    assert (finding_of(all_of_them, "match_unrated").severity, all_of_them.rateable) == (REFUSES, NO)


@pytest.mark.article("6.4", edition="fide-2003-07")
def test_in_2003_a_match_may_have_one_unrated_player_and_a_report_more() -> None:
    """One unrated player in each of two matches is allowed; a match of two unrated players is not rated."""
    one_each = verdict(matches("fide-2003-07", [2000, None, 2000, None], "1=", "=="), games_agreed=2)
    two = verdict(matches("fide-2003-07", [2000, None, None, None], "1=", "=="), games_agreed=2)

    assert (finding_of(one_each, "match_unrated").severity, one_each.dropped) == (PASSES, ())
    assert (finding_of(two, "match_unrated").severity, dropped(two)) == (DROPS, [(1, 3, 4), (2, 3, 4)])


@pytest.mark.article("6.4", edition="fide-2003-07")
@pytest.mark.article("6.6", edition="fide-2014-07")
@pytest.mark.parametrize(
    ("name", "ratings", "severity", "left_out"),
    [
        ("fide-2003-07", [2000, 1900, 2000, None], UNKNOWN, 0),
        ("fide-2003-07", [2000, 1900, 2000, 1900], PASSES, 0),
        ("fide-2014-07", [2000, None, 2000, None], PASSES, 0),
        ("fide-2014-07", [2000, None, None, None], DROPS, 2),
        ("fide-2014-07", [None, None, None, None], REFUSES, 4),
    ],
)
def test_several_matches_as_printed(name: str, ratings: list[int | None], severity: str, left_out: int) -> None:
    """The print of 2003 lost its number word (E 19); that of 2014 speaks of games between two unrated (E 26)."""
    given = verdict(matches(name, ratings, "1=", "=="), f"{name}-print", games_agreed=2)

    assert (finding_of(given, "match_unrated").severity, len(given.dropped)) == (severity, left_out)


@pytest.mark.article("6.1", edition="fide-2024-03")
def test_where_nothing_is_left_the_event_is_refused() -> None:
    """3-4 has an unrated player; 1-2 was played too fast, since 1 has 2400: every game is gone."""
    tournament = replace(matches("fide-2024-03", [2400, 1700, 1700, None], "1=", "=="), time="90 min")
    given = verdict(tournament, games_agreed=2)

    assert len(given.dropped) == 4
    assert (finding_of(given, "nothing_left").severity, given.rateable) == (REFUSES, NO)


@pytest.mark.article("6.1", edition="fide-2024-03")
@pytest.mark.parametrize(
    ("ratings", "severity"),
    [([2000, None], REFUSES), ([2000, 1900, 2000, None], WARNING), ([2000, None, None, None], REFUSES)],
)
def test_before_play_it_is_open_who_meets_whom(ratings: list[int | None], severity: str) -> None:
    """With two entries they meet; with more, only the unrated player's own match is lost, while two are rated."""
    tournament = event(ratings, start=DAYS["fide-2024-03"], rounds=0, system="Match")

    assert finding_of(verdict(tournament), "match_unrated").severity == severity


@EACH
def test_without_the_number_agreed_nothing_is_known_about_the_decision(name: str, article: str) -> None:
    """A match over six games, stopped after 1 1 = 1: nobody said six, so no game is dropped, and it is asked."""
    tournament = match([2000, 1900], "11=1", start=DAYS[name])
    unsaid, of_six, of_four = (
        verdict(tournament),
        verdict(tournament, games_agreed=6),
        verdict(tournament, games_agreed=4),
    )

    assert (finding_of(unsaid, "decided_match").severity, unsaid.dropped) == (UNKNOWN, ())
    assert finding_of(unsaid, "decided_match").decides
    assert "games_agreed" in finding_of(unsaid, "decided_match").fix
    assert articles(finding_of(unsaid, "decided_match")) == {article}
    assert (finding_of(of_six, "decided_match").severity, of_six.dropped) == (PASSES, ())
    assert dropped(of_four) == [(4, 1, 2)]


@EACH
@pytest.mark.parametrize("results", ["1", "==", "===1"])
def test_where_the_score_was_level_before_every_game_none_came_after_a_decision(
    name: str, article: str, results: str
) -> None:
    """Nobody had won while the score was level, whatever number was agreed."""
    given = verdict(match([2000, 1900], results, start=DAYS[name]))

    assert (finding_of(given, "decided_match").severity, articles(finding_of(given, "decided_match"))) == (
        PASSES,
        {article},
    )


@pytest.mark.article("6.2", edition="fide-2024-03")
def test_a_request_made_before_answers_the_question() -> None:
    """If all games count, it does not matter when the match was decided."""
    tournament = match([2000, 1900], "11=1", start=DAYS["fide-2024-03"])
    given = verdict(tournament, games_after_decision_requested=True)

    assert (finding_of(given, "decided_match").severity, given.dropped) == (PASSES, ())


@pytest.mark.article("6.2", edition="fide-2024-03")
def test_the_number_of_rounds_in_the_report_takes_no_game_away() -> None:
    """Record 142 says four rounds: 1 0 1 0 was open to the end of four; of 1 1 = 1 it is asked whether four held."""
    level, decided = (
        verdict(replace(match([2000, 1900], results, start=DAYS["fide-2024-03"]), rounds_said=4))
        for results in ("1010", "11=1")
    )

    assert finding_of(level, "decided_match").severity == PASSES
    assert (finding_of(decided, "decided_match").severity, decided.dropped) == (UNKNOWN, ())


@pytest.mark.article("6.5", edition="fide-2009-07")
@pytest.mark.parametrize(
    ("results", "severity", "left_out"),
    [("10=1", PASSES, []), ("101=", UNKNOWN, []), ("1=01", DROPS, [3, 4]), ("10+1", UNKNOWN, [])],
)
def test_games_beyond_the_number_agreed(results: str, severity: str, left_out: list[int]) -> None:
    """Two games were agreed. A play-off after a draw: its second game is safe while level; after a win all is over."""
    given = verdict(match([2000, 1900], results, start=DAYS["fide-2009-07"]), games_agreed=2)

    assert (finding_of(given, "decided_match").severity, [game.round for game in given.dropped]) == (severity, left_out)


@pytest.mark.article("6.5", edition="fide-2009-07")
def test_who_cannot_be_caught_has_won() -> None:
    """Of six games 1 1 1 and one that both lose: with two to go three points are safe, the fifth came too late."""
    tournament = match([2000, 1900], "1110=", start=DAYS["fide-2009-07"])
    first, second = tournament.entries
    rounds = [replace(pairing, result="0") if place == 3 else pairing for place, pairing in enumerate(second.rounds)]
    given = verdict(replace(tournament, entries=(first, replace(second, rounds=tuple(rounds)))), games_agreed=6)

    assert [game.round for game in given.dropped] == [5]


def test_everything_answered_the_report_of_two_matches_can_be_rated() -> None:
    """The case of two matches, both 1 =, with every question answered."""
    given = verdict(
        matches("fide-2009-07", [2000, 1900, 2000, 1900], "1=", "1="), games_agreed=2, registered=DAYS["fide-2003-07"]
    )

    assert given.rateable == YES
