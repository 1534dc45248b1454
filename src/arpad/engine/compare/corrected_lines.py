"""Which corrections of arpad explain that a line of an older list differs: by what the player played, and by column.

A list keeps what was published. Where an earlier version made it, a difference is explained if corrections that the
version lacked can touch the line, and together every column that differs. Which lines a correction can touch is asked
here once for each, in the words of its entry in `regulations/corrections.toml`.
"""

from __future__ import annotations

from collections import Counter
from datetime import date
from typing import TYPE_CHECKING, Any

from arpad.model.period import RATINGS_AT_GAME, RATINGS_AT_START
from arpad.regulations.adjustments import adjustments
from arpad.regulations.catalogue import DEFAULT_AUTHORITY
from arpad.regulations.corrections import LISTS, mended_after
from arpad.regulations.merging import is_path
from arpad.regulations.rulebook import MONTHLY_AT_ONCE
from arpad.regulations.rules.development_coefficient import EVENT_START
from arpad.regulations.rules.event_basis import NOT_RATED, WITH_UNRATED
from arpad.regulations.rules.newcomer_event import TABLE_ENTRY
from arpad.regulations.terms.ints import ints
from arpad.regulations.workings.activity import games_to_be_active
from arpad.regulations.workings.coefficient import k_moment
from arpad.regulations.workings.crosstable import is_by_average
from arpad.regulations.workings.first_rating import opponents_needed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from arpad.engine.reference.lines import Reference
    from arpad.regulations.edition import Edition
    from arpad.regulations.periods import Side

    Played = tuple[dict[str, Any], Edition, list[Side]]
    """An event of a player: its row in the book, its edition, the player's games."""

MONTHLY_ENDED = date(2012, 7, 1)
"""From this list on every list is monthly."""


def explaining_corrections(reference: Reference, player: int, fields: Sequence[str], version: str) -> tuple[str, ...]:
    """Name the corrections that explain a line made by a version; none where not every column is explained."""
    possible = [
        correction
        for correction in mended_after(version)
        if correction.touches == LISTS
        and reference.kind in correction.kinds
        and set(fields) & set(correction.fields)
        and TOUCHED[correction.id](reference, player)
    ]
    covered = {field for correction in possible for field in correction.fields}
    return tuple(correction.id for correction in possible) if covered >= set(fields) else ()


def _official_and_late(reference: Reference, player: int) -> bool:
    """The player's official event was reported after the third list."""
    for row, law, _ in reference.events_played(player):
        first = reference.days.list_for_event(row["end"], official=True)
        if row["official"] and first is not None and law.has("late_report_lists"):
            lists = reference.days.lists_from(first)
            in_time = {day for _, day in zip(range(law.value("late_report_lists")), lists, strict=False)}
            if reference.list_date not in in_time:
                return True
    return False


def _few_opponents(reference: Reference, player: int) -> bool:
    """The player is unrated, with games against fewer different rated opponents than there were games."""
    if reference.base(player)[1] is not None:
        return False
    for _, law, sides in reference.events_played(player):
        rated = [side.opponent for side in sides if side.against is not None]
        if len(set(rated)) < opponents_needed(law) <= len(rated):
            return True
    return any(
        row["system"] == "match" and 0 < opponents_needed(law) <= row["games"] for row, law in _kept(reference, player)
    )


def _kept(reference: Reference, player: int) -> Iterator[tuple[dict[str, Any], Edition]]:
    for row in reference.parts_kept(player):
        yield row, reference.days.edition_of_event(row["start"])


def _met_again(reference: Reference, player: int) -> bool:
    """The player met an opponent of a round robin more often than another, and the average of the event decides."""
    return any(
        is_by_average(law)
        and row["system"] == "roundrobin"
        and len(set(Counter(side.opponent for side in sides).values())) > 1
        for row, law, sides in reference.events_played(player)
    )


def _unrated_met_twice(reference: Reference, player: int) -> bool:
    """The player met the one unrated player of a Scheveningen event more than once."""
    for row, law, sides in reference.events_played(player):
        met = Counter(side.opponent for side in sides if side.against is None)
        # What was counted were games against unrated players.
        counted = {"is_scheveningen": row["system"] == "scheveningen", "is_match": False}
        counted |= {"unrated_players": max(met.values(), default=0)}
        if ints(WITH_UNRATED, law).run(counted, {}).whole["unrateable"] == NOT_RATED:
            return True
    return False


def _zero_in_a_table(reference: Reference, player: int) -> bool:
    """The player is unrated and scored nothing in a round robin, and the edition then drops the opponents' games."""
    return reference.base(player)[1] is None and any(
        row["system"] == "roundrobin" and _counts_though_left_out(law, sides)
        for row, law, sides in reference.events_played(player)
    )


def _counts_though_left_out(law: Edition, sides: Sequence[Side]) -> bool:
    """Tell whether such games of a table, left out for the opponents, count for a player with a part result."""
    facts = {"is_rated": False, "has_result": True, "has_part_result": True, "games": len(sides)}
    facts |= {"score": sum(side.score for side in sides)}
    return bool(ints(TABLE_ENTRY, law).run(facts, {}).whole["counts_for_player"])


def _ratings_of_days_refused(reference: Reference, player: int) -> bool:
    """The player has an event for which ratings of each game's day are asked and not used."""
    return any(
        row["ratings"] == RATINGS_AT_START and reference.ratings_asked(row["event_id"]) == RATINGS_AT_GAME
        for row, _, _ in reference.events_played(player)
    )


def _last_by_rated_opponent(reference: Reference, player: int) -> bool:
    """The player's last game against a rated opponent is not the last rated game."""
    sides = [side for _, _, every in reference.events_played(player) for side in every if side.against is not None]
    days = [*(side.day for side in sides), reference.last_before(player)]
    was = max((day for day in days if day is not None), default=None)
    return was != reference.expected(player).last


def _unrated_at_the_start(reference: Reference, player: int) -> bool:
    """The player is rated, and was not when an event began whose K is that of its start."""
    return reference.base(player)[1] is not None and any(
        k_moment(law) == EVENT_START and any(side.own is None for side in sides)
        for _, law, sides in reference.events_played(player)
    )


def _year_not_in_the_book(reference: Reference, _: int) -> bool:
    """Everybody on a list that asks for games of a year which the book does not reach back."""
    if games_to_be_active(reference.law, was_idle=False) <= 1:
        return False
    since = reference.days.inactive_from(reference.list_date)
    day = reference.days.list_before(reference.list_date)
    while day is not None and day > since:
        if not reference.has_list(day):
            return True
        day = reference.days.list_before(day)
    return day is None


def _at_a_seam_of_monthly_lists(reference: Reference, player: int) -> bool:
    """The player has an event of the time before a seam of the optional monthly lists."""
    if "monthly" not in (reference.name or ""):
        return False
    starts = [row["start"] for row, _, _ in reference.events_played(player)]
    starts += [row["start"] for row in reference.parts_kept(player)]
    return any(start < seam <= reference.list_date for start in starts for seam in (MONTHLY_AT_ONCE[1], MONTHLY_ENDED))


def _one_off_of_another_authority(reference: Reference, _: int) -> bool:
    """Everybody on a list with a one-off of FIDE that another authority made."""
    has_one_off = bool(adjustments(reference.list_date, reference.kind))
    return has_one_off and reference.law.authority != DEFAULT_AUTHORITY


def _one_off_under_a_file(reference: Reference, _: int) -> bool:
    """Everybody on a list with a one-off of FIDE that was made under a file."""
    return bool(adjustments(reference.list_date, reference.kind)) and is_path(reference.name or "")


def _nobody_stands_in(reference: Reference, _: int) -> bool:
    """Everybody on a rapid or blitz list made under a file by which no standard rating stands in."""
    return reference.law.get("standard_stands_in") is False


def _day_before_the_first_list(reference: Reference, player: int) -> bool:
    """The player has a game of before the first list of a kind of chess, with the ratings of its day."""
    return any(
        row["ratings"] == RATINGS_AT_GAME
        and side.list_day is not None
        and reference.days.list_in_force(side.list_day) is None
        for row, _, sides in reference.events_played(player)
        for side in sides
    )


TOUCHED: dict[str, Callable[[Reference, int], bool]] = {
    "C-004": _official_and_late,
    "C-027": _few_opponents,
    "C-028": _met_again,
    "C-038": _unrated_met_twice,
    "C-040": _zero_in_a_table,
    "C-041": _ratings_of_days_refused,
    "C-042": _last_by_rated_opponent,
    "C-043": _unrated_at_the_start,
    "C-045": _year_not_in_the_book,
    "C-047": _at_a_seam_of_monthly_lists,
    "C-049": _one_off_of_another_authority,
    "C-050": _one_off_under_a_file,
    "C-052": _nobody_stands_in,
    "C-061": _day_before_the_first_list,
}
"""Of each correction that can change a column of a list: whether it can touch a player's line."""
