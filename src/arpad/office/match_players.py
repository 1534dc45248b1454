"""The players of a report beside those whom the office knows: who fits, who is doubtful, and who may be meant.

Doubts are a number that nobody has, or somebody else; one that stands there twice; another year of birth, sex or
federation; namesakes who fit as well; and two numbers of the office that look like one person. For each the candidates
are named with what speaks for them, the likeliest first. Nothing is chosen here.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.events.asked_players import AskedPerson, is_same, mistyped, transposed
from arpad.events.number_doubts import ANOTHER_PLAYER, UNKNOWN_NUMBER, number_doubt, proposal, proposals
from arpad.formats.lists.names import close_name, like_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arpad.events.rating_lists import ListOfDay
    from arpad.model.rating_list import Listed
    from arpad.model.tournament import Entry, Tournament

FITS, DOUBTFUL, OPEN = STATES = ("fits", "doubtful", "open")
"""How a player stands: known under the number; known, or not, with a doubt; without a number."""
NO_NUMBER, UNKNOWN, ANOTHER, TWICE, YEAR, SEX, FEDERATION, NAMESAKE, DOUBLE = DOUBTS = (
    "no_number", "unknown_number", "another_player", "number_twice", "other_year", "other_sex", "other_federation",
    "namesake", "double",
)  # fmt: skip
"""What can be doubtful of a player."""
OWN, EXCHANGED, SLIP, SAME, CLOSE, LIKE, SAME_YEAR, OTHER_YEAR, SAME_FEDERATION, SAME_RATING = SPEAKS = (
    "own_number", "exchanged_digits", "mistyped_number", "same_name", "close_name", "like_name", "same_year",
    "other_year", "same_federation", "same_rating",
)  # fmt: skip
"""What speaks for a candidate, or against."""
_WEIGHT = {OWN: 2, EXCHANGED: 4, SLIP: 3, SAME: 4, CLOSE: 3, LIKE: 2, SAME_YEAR: 3, OTHER_YEAR: -5, SAME_FEDERATION: 1,
           SAME_RATING: 2}  # fmt: skip
MOST_CANDIDATES = 5


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody whom the office knows and who may be meant, with what speaks for it."""

    listed: Listed
    speaks: tuple[str, ...]

    @property
    def fit(self) -> int:
        """How much speaks for it."""
        return sum(_WEIGHT[each] for each in self.speaks)


@dataclass(frozen=True, slots=True)
class PlayerMatch:
    """A player of a report, how the player stands, and who may be meant."""

    entry: Entry
    doubts: tuple[str, ...]
    candidates: tuple[Candidate, ...] = ()
    proposed: int | None = None
    """The number of the only candidate for whom enough speaks; an officer takes it, or does not."""
    twins: tuple[int, ...] = ()
    """Starting numbers of others who have the same number, and numbers of the office that look like the same person."""

    @property
    def state(self) -> str:
        """How the player stands."""
        if not self.doubts:
            return FITS
        return OPEN if NO_NUMBER in self.doubts else DOUBTFUL


def matched(tournament: Tournament, known: ListOfDay, kind: str, sure_of: frozenset[int]) -> list[PlayerMatch]:
    """Match the players of a report with those whom the office knows; `sure_of` were looked at, and hold."""
    proposed = {each.number: each.proposed.fide_id for each in proposals(tournament, known, kind)}
    times = Counter(entry.fide_id for entry in tournament.entries if entry.fide_id is not None)
    by_number: dict[int, list[int]] = {}
    for entry in tournament.entries:
        if entry.fide_id is not None and times[entry.fide_id] > 1:
            by_number.setdefault(entry.fide_id, []).append(entry.number)
    return [
        PlayerMatch(entry, ())
        if entry.number in sure_of
        else _match(entry, known, kind, proposed.get(entry.number), by_number.get(entry.fide_id or 0, []))
        for entry in tournament.by_number().values()
    ]


def asked_numbers(entries: Sequence[Entry], own_known: dict[int, str]) -> set[int]:
    """Give the numbers to look for besides the own ones: of whom the office does not know so, those a slip makes."""
    lost = [
        entry.fide_id
        for entry in entries
        if entry.fide_id is not None and not _is_named_so(entry, own_known.get(entry.fide_id))
    ]
    return {number for own in lost for number in mistyped(own)}


def lost_entries(entries: Sequence[Entry], own_known: dict[int, str]) -> list[Entry]:
    """Give the players who have no number, or whose number the office does not know under such a name."""
    return [
        entry
        for entry in entries
        if entry.name and (entry.fide_id is None or not _is_named_so(entry, own_known.get(entry.fide_id)))
    ]


def _is_named_so(entry: Entry, name: str | None) -> bool:
    return name is not None and (not entry.name or like_name(entry.name, name))


def _match(entry: Entry, known: ListOfDay, kind: str, proposed: int | None, same_number: list[int]) -> PlayerMatch:
    listed = None if entry.fide_id is None else known.get(entry.fide_id)
    doubts = list(_doubts(entry, listed, known, kind))
    others = tuple(number for number in same_number if number != entry.number)
    if others:
        doubts.append(TWICE)
    namesakes = [other for other in known.namesakes(entry.name) if other.fide_id != entry.fide_id] if entry.name else []
    fitting = [other for other in namesakes if _fits_as_well(entry, listed, other)]
    doubles = [other.fide_id for other in namesakes if listed is not None and _is_double(listed, other)]
    if fitting and listed is not None:
        doubts.append(DOUBLE if doubles else NAMESAKE)
    if not doubts:
        return PlayerMatch(entry, ())
    near = {other.fide_id: other for other in (*namesakes, *known.near(AskedPerson.of(entry)))}
    for number in sorted(transposed(entry.fide_id or 0)):
        other = known.get(number)
        if other is not None and entry.name and like_name(entry.name, other.name):
            near[number] = other
    if listed is not None:
        near[listed.fide_id] = listed
    candidates = [Candidate(other, tuple(_speaks(entry, other, kind))) for other in near.values()]
    candidates.sort(key=lambda each: (-each.fit, each.listed.fide_id))
    if proposed is None and listed is None:
        meant = proposal(entry, known, kind)
        proposed = None if meant is None else meant.fide_id
    return PlayerMatch(entry, tuple(doubts), tuple(candidates[:MOST_CANDIDATES]), proposed, (*others, *doubles))


def _doubts(entry: Entry, listed: Listed | None, known: ListOfDay, kind: str) -> Iterator[str]:
    """Say what is doubtful of a player beside whoever has the number."""
    if entry.fide_id is None:
        yield NO_NUMBER
        return
    doubt = number_doubt(entry, known, kind)
    if listed is None:
        yield UNKNOWN
        return
    if doubt is not None and doubt.code in {UNKNOWN_NUMBER, ANOTHER_PLAYER}:
        yield ANOTHER
        return
    if entry.born is not None and listed.birth_year is not None and entry.born.year != listed.birth_year:
        yield YEAR
    if entry.sex and listed.sex and (entry.sex == "w") != (listed.sex in {"w", "F"}):
        yield SEX
    if entry.federation and listed.federation and entry.federation != listed.federation:
        yield FEDERATION


def _fits_as_well(entry: Entry, listed: Listed | None, other: Listed) -> bool:
    """Tell whether a namesake fits as well as whoever has the number."""
    if listed is None:
        return True
    year = entry.born.year if entry.born is not None else None
    is_there = entry.federation is None or other.federation == entry.federation
    return is_there and (year is None or other.birth_year in {None, year})


def _is_double(listed: Listed, other: Listed) -> bool:
    """Tell whether two numbers of the office look like one person: name and year of birth, or federation, the same."""
    if not is_same(listed.name, other.name):
        return False
    if listed.birth_year is not None and other.birth_year is not None:
        return listed.birth_year == other.birth_year
    return bool(listed.federation) and listed.federation == other.federation


def _speaks(entry: Entry, listed: Listed, kind: str) -> Iterator[str]:
    """Say what speaks for a candidate, and against."""
    if entry.fide_id == listed.fide_id:
        yield OWN
    elif entry.fide_id is not None and listed.fide_id in transposed(entry.fide_id):
        yield EXCHANGED
    elif entry.fide_id is not None and listed.fide_id in mistyped(entry.fide_id):
        yield SLIP
    yield from _name_speaks(entry.name, listed.name)
    if entry.born is not None and listed.birth_year is not None:
        yield SAME_YEAR if entry.born.year == listed.birth_year else OTHER_YEAR
    if entry.federation and entry.federation == listed.federation:
        yield SAME_FEDERATION
    ratings = {part.rating for part in (getattr(listed, kind), listed.standard) if part.rating is not None}
    if entry.rating is not None and entry.rating in ratings:
        yield SAME_RATING


def _name_speaks(name: str, other: str) -> Iterator[str]:
    if name and is_same(name, other):
        yield SAME
    elif name and close_name(name, other):
        yield CLOSE
    elif name and like_name(name, other):
        yield LIKE
