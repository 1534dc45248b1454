"""What becomes of each report of an import: taken as a new event, in the place of one, or not, and why."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from arpad.book.imports.neighbours import Neighbour, Neighbours

REFUSE, REPLACE, DISTINCT = "refuse", "replace", "distinct"
"""What whoever imports says of reports that are nearly the same as events: nothing, that they replace the events, or
that both were played."""
NEW, REPLACES, BESIDE = "new", "replaces", "beside"
SAME, NEAR, NEAR_RATED, NEAR_REPORTS = "same", "near", "near_rated", "near_reports"
SAME_ANNULLED, SAME_AS_BEFORE = "same_annulled", "same_as_before"
"""The same as an event that was annulled; or that another one has taken the place of, which is near."""
NEAR_SEVERAL, CONTESTED = "near_several", "contested"
"""A report that would replace several events, and several that would replace the same."""
TAKEN = frozenset((NEW, REPLACES, BESIDE))


class Judgement(NamedTuple):
    """What becomes of a report, and because of which neighbours."""

    verdict: str
    events: tuple[Neighbour, ...] = ()
    reports: tuple[Neighbour, ...] = ()


def judged(count: int, between: Neighbours, rated: Collection[int], ruling: str) -> list[Judgement]:
    """Judge as many reports; `rated` are the events that a list has rated. The order of the files does not matter."""
    claims = Counter(
        near_events[0].number
        for place, near_events in between.near_events.items()
        if place not in between.same_event and place not in between.same_report
    )
    contested = {number for number, count_of in claims.items() if count_of > 1}
    judgements: list[Judgement] = []
    for place in range(count):
        first = between.same_report.get(place)
        if place in between.same_event or (first is not None and judgements[first].verdict in TAKEN):
            judgements.append(Judgement(SAME))
        else:
            judgements.append(_judged(place, between, rated, contested, ruling))
    return judgements


def _judged(  # noqa: PLR0911 - one for each verdict
    place: int, between: Neighbours, rated: Collection[int], contested: Collection[int], ruling: str
) -> Judgement:
    events, reports = tuple(between.near_events.get(place, ())), tuple(between.near_reports.get(place, ()))
    if not events and not reports:
        return Judgement(SAME_ANNULLED if place in between.same_annulled and ruling != DISTINCT else NEW)
    if ruling == DISTINCT:
        return Judgement(BESIDE, events, reports)
    if ruling == REFUSE and any(event.number in between.corrected.get(place, ()) for event in events):
        return Judgement(SAME_AS_BEFORE)
    if ruling == REFUSE:
        # Beside a report that the book has already, the event itself is what is told.
        reports = tuple(report for report in reports if report.number not in between.same_event)
    if reports:
        return Judgement(NEAR_REPORTS, events, reports)
    if any(event.number in rated for event in events):
        return Judgement(NEAR_RATED, events)
    if ruling == REFUSE:
        return Judgement(NEAR, events)
    if len(events) > 1:
        return Judgement(NEAR_SEVERAL, events)
    return Judgement(CONTESTED if events[0].number in contested else REPLACES, events)


def numbered(judgements: Sequence[Judgement], following: int) -> dict[int, int]:
    """Give the number of the event as which each report that is taken comes into the book, by its place."""
    numbers: dict[int, int] = {}
    for place, judgement in enumerate(judgements):
        if judgement.verdict == REPLACES:
            numbers[place] = judgement.events[0].number
        elif judgement.verdict in TAKEN:
            numbers[place] = following
            following += 1
    return numbers
