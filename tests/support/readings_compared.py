"""Both readings of the same player or crosstable, compared number by number: arpad, and the second reading."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

import second_reading as second
import second_reading_crosstable as second_crosstable
import second_reading_first as second_first
from hypothesis import currently_in_test_context, event

from arpad import RefusedError, edition, rate_player
from arpad.regulations.workings.crosstable import Entrant, RoundRobin
from arpad.regulations.workings.first_rating import FirstRating, Pooled, first_rating
from arpad.regulations.workings.period import PlayerResult, next_coefficient
from arpad.regulations.workings.round_robin import round_robin

if TYPE_CHECKING:
    from fractions import Fraction

    from strategies import RoundRobinGiven

    from arpad.model.period import Event, Player, RatingPeriod

NO_CHANGE = {"round_robin_incomplete": "crosstable", "k_unknown": "K"}

NOT_COUNTED = {
    "no_rated_opponent": second_first.NO_GAME,
    "match": second_first.MATCH,
    "scheveningen": second_first.MATCH,
    "needs_average": second_first.NO_CROSSTABLE,
    "too_few_rated": second_first.FEW_OPPONENTS,
    "score_too_low": second_first.FEW_POINTS,
    "performance_below_floor": second_first.BELOW,
    "later": second_first.LATER,
    "expired": second_first.EXPIRED,
}
NOT_PUBLISHED = {"too_few_games": second_first.FEW_GAMES, "below_the_floor": second_first.BELOW_FLOOR}


def noted(what: str) -> None:
    """Count something for the statistics of a property test."""
    if currently_in_test_context():
        event(what)


def known(player: Player) -> second.Known:
    """What is known of a player, in the words of the second reading."""
    born: date | int | None = None
    if player.born is not None:
        born = player.born.year
        if player.born.month is not None and player.born.day is not None:
            born = date(player.born.year, player.born.month, player.born.day)
    return second.Known(player.rating or 0, player.games, player.highest, born)


def days(an_event: second.AnEvent | Event) -> tuple[date, date]:
    """What tells the events of a period apart."""
    return an_event.start, an_event.end


def rated_alike(name: str, period: RatingPeriod) -> PlayerResult:
    """Rate a period both ways, find every number the same, and give arpad's result."""
    player = period.player
    read = second.rated_period(name, known(player), period.events, period.list_date, player.k)
    player_result = rate_player(period)
    found = {days(one.event): one for one in player_result.events}
    ours = [found[days(one)] for one in read.events]

    assert player_result.law.id == name
    assert [one.working.whole["games"] for one in ours] == list(read.games)
    assert [one.working.whole["sum"] for one in ours] == list(read.balances)
    assert [one.k for one in ours] == list(read.coefficients)
    assert (player_result.reason is None) == (not read.without)
    assert player_result.reason is None or NO_CHANGE[player_result.reason] in read.without
    assert (player_result.unrounded, player_result.change) == (read.product, read.change)
    assert (player_result.reached, player_result.new_rating) == (read.reached, read.new_rating)
    noted(f"without: {sorted(read.without)}")
    if read.change is not None:
        applied = {days(one.event): k for one, k in zip(player_result.events, player_result.k_applied_to, strict=True)}

        assert [applied[days(one)] for one in read.events] == list(read.applied)
        assert (player_result.status == "rated") == (read.new_rating is not None)
        noted(f"half: {(read.product or 0) % 100 == 50}, K reduced: {read.applied != read.coefficients}")
        noted(f"published: {read.new_rating is not None}")
    if read.new_rating is not None and player.k is None:
        shown = next_coefficient(player_result)
        best = max(player.rating or 0, read.new_rating, *(one.rating or 0 for one in period.events), 0)
        history = known(player)._replace(rating=best)

        assert (shown and shown.k) == second.coefficient_of(name, history, sum(read.games), period.list_date)
    return player_result


def numbers(performance: second_first.Performance | None) -> tuple[Fraction | None, int | None, int | None]:
    """Ra, p and dp."""
    return (None, None, None) if performance is None else (performance.ra, performance.p, performance.dp)


def pooled_alike(name: str, pooled: Pooled, read: second_first.Judged) -> None:
    """Find that an event counts in both readings or in neither, for a reason that holds."""
    noted(f"event: {pooled.reason}")
    if pooled.reason != "counts":
        assert NOT_COUNTED[pooled.reason] in read.against, (pooled, read)
        return

    assert read.against == frozenset()
    assert (pooled.games, pooled.score) == (len(read.games), read.score)
    assert read.alone is not None
    assert pooled.performance == min(
        second.half_up(read.alone.ru), second_first.HIGHEST if name == second.E2024 else 9999
    )


def first_alike(name: str, period: RatingPeriod) -> FirstRating:
    """Work out a first rating both ways, find every number the same, and give arpad's result."""
    player = period.player
    read = second_first.first_rating(name, period.events, period.list_date, known(player), player.association)
    made = first_rating(period)
    found = {days(one.event): one for one in made.events}

    assert made.law.id == name
    assert len(found) == len(read.events)
    for one in read.events:
        pooled_alike(name, found[days(one.event)], one)
    assert (made.games, made.score, made.needed) == (read.games, read.score, read.needed)
    assert (made.ra, made.p, made.dp) == numbers(read.found)
    assert (made.ru, made.rating, made.published) == (read.ru, read.rating, read.published)
    assert {NOT_PUBLISHED[reason] for reason in made.reasons} == read.reasons
    assert (made.published is None) == bool(read.reasons)
    assert made.expires == read.expires
    assert (made.k and made.k.k) == read.k
    noted(f"events that count: {sum(one.counts for one in read.events)}, reasons: {sorted(read.reasons)}")
    noted(f"K: {read.k}, capped: {read.ru is not None and read.rating != second.half_up(read.ru)}")
    return made


def columns(row: Any) -> dict[str, Any]:  # noqa: ANN401 - a row of either reading
    """The columns that both readings have under the same name."""
    names = ("games", "score", "p", "dp", "ru", "rc_new", "ru_new", "difference", "pd", "expected", "change")
    return {name: getattr(row, name) for name in names}


def read_crosstable(name: str, given: RoundRobinGiven) -> second_crosstable.Table | None:
    """A crosstable in the second reading; None where the edition leaves a number of it undefined."""
    players = zip(letters(given), given.ratings, given.coefficients, given.part_results, strict=True)
    try:
        return second_crosstable.round_robin(
            name, [second_crosstable.Entrant(*player) for player in players], given.results, given.cycles
        )
    except second.UndefinedError:
        return None


def made_crosstable(name: str, given: RoundRobinGiven) -> RoundRobin | None:
    """A crosstable as arpad has it; None where it is refused."""
    players = zip(letters(given), given.ratings, given.coefficients, given.part_results, strict=True)
    try:
        return round_robin(edition(name), [Entrant(*player) for player in players], given.results, given.cycles)
    except RefusedError:
        return None


def letters(given: RoundRobinGiven) -> str:
    """Names for the players of a crosstable."""
    return "ABCDEFGHIJKLMNOP"[: len(given.ratings)]


def crosstable_alike(name: str, given: RoundRobinGiven) -> RoundRobin | None:
    """Work out a round robin both ways and find every column the same; None where both find a number undefined."""
    read, made = read_crosstable(name, given), made_crosstable(name, given)
    noted(f"undefined: {read is None}")

    assert (made is None) == (read is None)
    if made is None or read is None:
        return None
    left_out = sum(row.dropped for row in read.rows)
    only_rated = all(row.dropped or row.rating is not None for row in read.rows)
    noted(f"left out: {left_out}, only rated ones stay: {only_rated}")
    if not only_rated:
        assert (made.rar, made.dpa, made.ra) == (read.rar, read.dpa, read.ra)
    for ours, row in zip(made.rows, read.rows, strict=True):
        assert (ours.dropped is not None) == row.dropped
        assert ours.sum == row.balance
        if only_rated:  # like any other event of rated players: no columns of a first pass and its correction
            assert (ours.expected, ours.change) == (row.expected, row.change)
            continue
        assert columns(ours) == columns(row)
        assert ours.rc == (None if row.rc is None else second.half_up(row.rc))
        assert dict(ours.limited) == row.counts_as
        noted(f"opponents too far away: {bool(row.counts_as)}")
    return made


def swiss_alike(name: str, given: RoundRobinGiven) -> RoundRobin:
    """Work out a round robin with unplayed games both ways: like a Swiss event, every number the same."""
    read, made = read_crosstable(name, given), made_crosstable(name, given)

    assert read is not None
    assert made is not None
    assert made.method == "swiss"
    for ours, row in zip(made.rows, read.rows, strict=True):
        assert (ours.games, ours.score) == (row.games, row.score)
        assert (ours.expected, ours.sum, ours.change) == (row.expected, row.balance, row.change)
        noted(f"left out: {row.dropped}, with three rated opponents: {row.games >= 3}")
        assert (ours.dropped is not None) == row.dropped
        assert ours.ru == row.ru
    return made
