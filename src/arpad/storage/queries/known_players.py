"""Whom the office knows among the players of a report: by number, by one like it, by the same name, by one like it.

A few statements, however many players a report has; names that are not spelled so are asked of the index of names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arpad.formats.lists.names import plain_words
from arpad.model.period import KINDS
from arpad.model.rating_list import KindRating, Listed
from arpad.office.match_players import asked_numbers, lost_entries
from arpad.storage.models import ListVersion, PlayerRow, Standing
from arpad.storage.search.asked import matches
from arpad.storage.search.index import index_of
from arpad.storage.search.rows import WantedPlayers

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import date

    from arpad.model.tournament import Entry
    from arpad.storage.models import RatingSystem

_AT_ONCE = 5000
"""So many numbers are asked for at a time."""
_MOST_LOST, _MOST_NEAR = 60, 40
"""So many players without a number that fits are looked for by names like theirs, and so many are given for each."""
_PERSON = ("fide_id", "name", "federation", "sex", "birth_year")
_RATINGS = tuple(f"{kind}_rating" for kind in KINDS)


def players_known(system: RatingSystem, entries: Sequence[Entry], day: date | None = None) -> list[Listed]:
    """Give everybody who may be meant by a player of a report, as the list of a day has them, or the newest."""
    rows = _by_number(system, {entry.fide_id for entry in entries if entry.fide_id is not None})
    names = {number: str(row[1]) for number, row in rows.items()}
    lost = lost_entries(entries, names)
    rows |= _by_number(system, asked_numbers(entries, names) - set(rows))
    rows |= _by_name(system, {entry.name for entry in entries if entry.name})
    rows |= _by_number(system, _near(system, lost) - set(rows))
    ratings = _ratings(system, set(rows), day)
    nothing: tuple[int | None, ...] = (None,) * len(KINDS)
    return [_listed(row, ratings.get(number, nothing)) for number, row in sorted(rows.items())]


def list_of_day(system: RatingSystem, day: date) -> ListVersion | None:
    """Give the published list of a day in its newest revision; None where the office has none."""
    versions = ListVersion.objects.filter(rating_system=system, list_date=day, stage=ListVersion.PUBLISHED)
    return versions.order_by("-revision").first()


def _by_number(system: RatingSystem, numbers: Iterable[int]) -> dict[int, tuple[Any, ...]]:
    rows: dict[int, tuple[Any, ...]] = {}
    for part in _parts(numbers):
        chosen = PlayerRow.objects.filter(rating_system=system, fide_id__in=part)
        rows |= {row[0]: row for row in chosen.values_list(*_PERSON)}
    return rows


def _by_name(system: RatingSystem, names: Iterable[str]) -> dict[int, tuple[Any, ...]]:
    rows: dict[int, tuple[Any, ...]] = {}
    for part in _parts(names):
        # Asked for the rating system too, SQLite would look through all of its players instead of the index of names.
        chosen = PlayerRow.objects.filter(name__in=part).values_list(*_PERSON, "rating_system")
        rows |= {row[0]: row[:-1] for row in chosen if row[-1] == system.number}
    return rows


def _near(system: RatingSystem, lost: Sequence[Entry]) -> set[int]:
    """Give who has a name like that of somebody whom the office does not know: each word, with the others begun."""
    index = index_of(system)
    if index is None:
        return set()
    found_for: set[int] = set()
    for entry in lost[:_MOST_LOST]:
        words = plain_words(entry.name)
        wanted = WantedPlayers((entry.federation,) if entry.federation else None)
        for place, word in enumerate(words[:3]):
            others = [other[0] for other in (*words[:place], *words[place + 1 :])]
            numbers = matches(index, [word, *others[:2]], wanted, _MOST_NEAR)
            found_for |= set(numbers)
    return found_for


def _ratings(system: RatingSystem, numbers: Iterable[int], day: date | None) -> dict[int, tuple[int | None, ...]]:
    """Give the ratings on a list: of each player the newest row that is not beyond the generation of the list."""
    generation = system.generation
    version = None if day is None else list_of_day(system, day)
    if version is not None and version.generation:
        generation = version.generation
    ratings: dict[int, tuple[int | None, ...]] = {}
    for part in _parts(numbers):
        rows = Standing.objects.filter(rating_system=system, fide_id__in=part, generation__lte=generation)
        for number, is_off, *values in rows.order_by("generation").values_list("fide_id", "is_off", *_RATINGS):
            ratings[number] = (None,) * len(KINDS) if is_off else tuple(values)
    return ratings


def _listed(row: tuple[Any, ...], ratings: tuple[int | None, ...]) -> Listed:
    number, name, federation, sex, year = row
    standard, rapid, blitz = map(KindRating, ratings)
    return Listed(
        number, name, federation, sex, standard=standard, rapid=rapid, blitz=blitz, birth_year=year
    )  # fmt: skip


def _parts(values: Iterable[Any]) -> Iterator[list[Any]]:
    """Give values in order, so many at a time."""
    ordered = sorted(values)
    for at in range(0, len(ordered), _AT_ONCE):
        yield ordered[at : at + _AT_ONCE]
