"""The second reading of a whole period, fourth part: events that a list rated and a later one takes back.

FIDE adds no points by hand: it rates the whole event anew, and bases change by what that makes of difference. So the
list that rated it is worked out as it was known until now, and as it is known now. Written with nothing of arpad in it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import date

    from second_reading_period import Period
    from second_reading_period_events import Part

    Row = Mapping[str, Any]
    Kept = dict[int, list[tuple[date, Part]]]
    """Everybody's part results that no table has yet, each with its list."""
    Anew = Callable[[date, list[dict[str, Any]], Kept], Period]
    """Gives an earlier list of the same book, from other events and with more part results."""


class TakenBack(NamedTuple):
    """What a list takes back: events, by how much bases and games so far change, part results of the new forms."""

    events: frozenset[int]
    shifts: Mapping[int, int]
    games: Mapping[int, int]
    parts: Kept
    forms: frozenset[int]
    """The new forms of these events: their part results are worked out, whatever the pool may have of them."""


def is_taken_back(row: Row, list_date: date) -> bool:
    """Tell whether an event is known as withdrawn when a list is made; without a list it never counted."""
    return row["withdrawn"] and (row["withdrawn_for"] is None or row["withdrawn_for"] <= list_date)


def _rated(rows: Sequence[Row], day: date, known: date) -> list[dict[str, Any]]:
    """The events of a list as they are known when another one is made, as if there had never been others."""
    by_number = {row["event_id"]: row for row in rows}
    rated = []
    for row in rows:
        replaced = by_number.get(row["replaces"])
        rated_for = row["rated_for"] or (None if replaced is None else replaced["rated_for"])
        counts = replaced is None or is_taken_back(replaced, known)
        if rated_for == day and counts and not is_taken_back(row, known):
            plain = {"withdrawn": False, "withdrawn_for": None, "replaces": None, "rated_for": day}
            rated.append({**row, **plain})
    return rated


def taken_back(rows: Sequence[Row], last: date, list_date: date, anew: Anew) -> TakenBack:
    """Work out what a list takes back of the events of one kind of chess."""
    gone = [row for row in rows if row["withdrawn"] and row["withdrawn_for"] == list_date and row["rated_for"]]
    numbers = frozenset(row["event_id"] for row in gone)
    shifts: Counter[int] = Counter()
    games: Counter[int] = Counter()
    parts: Kept = defaultdict(list)
    for day in sorted({row["rated_for"] for row in gone}):
        earlier = [dict(row) for row in rows if row["rated_for"] and row["rated_for"] < day]
        was = anew(day, [*earlier, *_rated(rows, day, last)], parts)
        should = anew(day, [*earlier, *_rated(rows, day, list_date)], parts)
        for player, line in was.new_list.items():
            new = should.new_list[player].rating
            if line.rating is not None and new is not None:
                shifts[player] += new - line.rating
                games[player] += should.new_list[player].played - line.played
        # Whoever had no rating and still has none keeps his results from the new forms.
        forms = {row["event_id"] for row in rows if row["replaces"] in numbers}
        unrated = {
            player
            for player, line in should.new_list.items()
            if line.rating is None and (player not in should.standings or should.standings[player].rating is None)
        }
        for read in should.events:
            for player in unrated & set(read.games) if read.order[2] in forms else ():
                parts[player].append((day, read.part(player)))
    return TakenBack(
        numbers, shifts, games, parts, frozenset(row["event_id"] for row in rows if row["replaces"] in numbers)
    )
