"""FIDE numbers that lead nowhere, or to somebody else: whose ratings count then, and who is probably meant.

A mistyped number never makes a rated player a newcomer. Where the list of the day could know the player and does not,
the rating of the report counts, as an estimate, and whoever met this player is told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from arpad.events.asked_players import AskedPerson, is_like, is_same, mistyped
from arpad.events.wording import Remark
from arpad.formats.lists.names import close_name, words_of

if TYPE_CHECKING:
    from datetime import date

    from arpad.events.rating_lists import ListOfDay
    from arpad.model.rating_list import Listed
    from arpad.model.tournament import Entry, Tournament

UNKNOWN_NUMBER, ANOTHER_PLAYER = "unknown_number", "another_player"

_NEAR_NUMBER, _SAME_NAME, _CLOSE_NAME, _LIKE_NAME = 3, 3, 2, 1
_SAME_YEAR, _OTHER_YEAR, _SAME_RATING, _SAME_FEDERATION, _OTHER_FEDERATION = 2, -4, 2, 1, -1
_ENOUGH = 5
"""What speaks for a player, and how much of it makes a proposal: a number nearly the same and a name like it with the
federation, or the same name with federation and year of birth or rating. A name alone never does."""


class NumberDoubt(NamedTuple):
    """A number of a report that cannot be this player's."""

    code: str
    list_day: date
    fide_id: int
    rating: int | None
    """The rating of the report, which counts instead."""
    belongs_to: Listed | None = None
    """Whose number it is."""
    proposed: Listed | None = None
    """Who is probably meant."""

    def remark(self) -> Remark:
        """Give what is said of it beside the player's numbers."""
        meant, owner = self.proposed, self.belongs_to
        facts = {
            "id": self.fide_id,
            "list": self.list_day,
            "rating": self.rating,
            "owner": None if owner is None else owner.name,
            "proposed": None if meant is None else shown(meant),
        }
        return Remark(self.code, facts)


class Proposal(NamedTuple):
    """A number that is taken instead of the one of the report."""

    line: int | None
    """The line of the player in the report."""
    number: int
    name: str
    before: int | None
    proposed: Listed

    def remark(self) -> Remark:
        """Give what is said of it."""
        facts = {"number": self.number, "name": self.name, "id": self.before, "proposed": shown(self.proposed)}
        return Remark("number_accepted", facts)


def shown(listed: Listed) -> dict[str, object]:
    """Give a player of a list, as a sentence names it."""
    return {
        "id": listed.fide_id,
        "listed_name": listed.name,
        "federation": listed.federation,
        "born": listed.birth_year,
    }


def could_know(entry: Entry, of_day: ListOfDay, kind: str) -> bool:
    """Tell whether a player can be expected on a list: it is of this kind of chess, and not of another federation."""
    return kind in of_day.kinds and of_day.covers(entry.federation)


def number_doubt(entry: Entry, of_day: ListOfDay, kind: str) -> NumberDoubt | None:
    """Give why a number cannot be the player's; None where it is, or the player may be new."""
    if entry.fide_id is None or not could_know(entry, of_day, kind):
        return None
    listed = of_day.get(entry.fide_id)
    if listed is not None and _is_of(entry, listed, kind):
        return None
    meant = proposal(entry, of_day, kind)
    if listed is None:
        is_rated = entry.rating is not None or (meant is not None and bool(_ratings(meant, kind)))
        return NumberDoubt(UNKNOWN_NUMBER, of_day.day, entry.fide_id, entry.rating, None, meant) if is_rated else None
    return NumberDoubt(ANOTHER_PLAYER, of_day.day, entry.fide_id, entry.rating, listed, meant)


def _is_of(entry: Entry, listed: Listed, kind: str) -> bool:
    """Tell whether a number is the player's: the name is like it, or a new name is borne out by everything else.

    A year and a federation alone do not bear it out: numbers are given out one after the other, often to a whole class.
    """
    if not entry.name or is_like(entry.name, listed.name):
        return True
    if entry.federation != listed.federation:
        return False
    shared = frozenset().union(*words_of(entry.name)) & frozenset().union(*words_of(listed.name))
    is_as_old = entry.born is not None and entry.born.year == listed.birth_year
    return entry.rating in _ratings(listed, kind) or (bool(shared) and is_as_old)


def _ratings(listed: Listed, kind: str) -> set[int]:
    """Give the ratings that may stand in a report of a kind of chess: its own, or the standard one."""
    return {part.rating for part in (getattr(listed, kind), listed.standard) if part.rating is not None}


def proposal(entry: Entry, of_day: ListOfDay, kind: str) -> Listed | None:
    """Give the one player of a list that is probably meant; None where nobody is, or two are as likely."""
    if not entry.name:
        return None
    near = [listed for listed in of_day.near(AskedPerson.of(entry)) if listed.fide_id != entry.fide_id]
    fits = sorted(((_fit(entry, listed, kind), listed.fide_id) for listed in near), reverse=True)
    if not fits or fits[0][0] < _ENOUGH or (len(fits) > 1 and fits[1][0] == fits[0][0]):
        return None
    return of_day.get(fits[0][1])


def _fit(entry: Entry, listed: Listed, kind: str) -> int:
    """Say how much speaks for a player."""
    fit = _SAME_NAME if is_same(entry.name, listed.name) else _LIKE_NAME
    if fit == _LIKE_NAME and close_name(entry.name, listed.name):
        fit = _CLOSE_NAME
    if entry.fide_id is not None and listed.fide_id in mistyped(entry.fide_id):
        fit += _NEAR_NUMBER
    if entry.born is not None and listed.birth_year is not None:
        fit += _SAME_YEAR if entry.born.year == listed.birth_year else _OTHER_YEAR
    if entry.federation and listed.federation:
        fit += _SAME_FEDERATION if entry.federation == listed.federation else _OTHER_FEDERATION
    return fit + (_SAME_RATING if entry.rating in _ratings(listed, kind) else 0)


def proposals(tournament: Tournament, of_day: ListOfDay, kind: str) -> tuple[Proposal, ...]:
    """Give the numbers proposed for players whose own is missing or cannot be theirs.

    A number that another player of the event rightly has, or that is proposed for two, is proposed for nobody.
    """
    held: set[int] = set()
    proposed: list[Proposal] = []
    for entry in tournament.entries:
        listed = None if entry.fide_id is None else of_day.get(entry.fide_id)
        if listed is not None and _is_of(entry, listed, kind):
            held.add(listed.fide_id)
        elif could_know(entry, of_day, kind):
            meant = proposal(entry, of_day, kind)
            if meant is not None:
                proposed.append(Proposal(entry.line, entry.number, entry.name, entry.fide_id, meant))
    counts: dict[int, int] = {}
    for each in proposed:
        counts[each.proposed.fide_id] = counts.get(each.proposed.fide_id, 0) + 1
    return tuple(each for each in proposed if each.proposed.fide_id not in held and counts[each.proposed.fide_id] == 1)
