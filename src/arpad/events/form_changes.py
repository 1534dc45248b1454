"""What a report says of its players otherwise than the current list, for the forms of 2003 (11.2.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from arpad.events.rating_lists import ListOfDay
    from arpad.model.rating_list import Listed
    from arpad.model.tournament import Entry, Tournament


def changes_from_list(tournament: Tournament, of_day: ListOfDay) -> Mapping[int, str]:
    """Say, by starting number, what the list has otherwise: name, title, federation, standard rating."""
    changes: dict[int, str] = {}
    for entry in tournament.entries:
        listed = None if entry.fide_id is None else of_day.get(entry.fide_id)
        if listed is None:
            if of_day.covers(entry.federation):
                changes[entry.number] = "not on the list"
        elif differing := list(_differing(entry, listed)):
            changes[entry.number] = f"list: {'; '.join(differing)}"
    return changes


def _differing(entry: Entry, listed: Listed) -> Iterator[str]:
    titles = [title for title in (listed.title, listed.womens_title) if title]
    if entry.name != listed.name:
        yield listed.name
    if (entry.title or "") not in (titles or [""]):
        yield " ".join(dict.fromkeys(titles)) or "no title"
    if (entry.federation or "") != listed.federation:
        yield listed.federation or "no federation"
    if entry.rating != listed.standard.rating:
        yield "unrated" if listed.standard.rating is None else str(listed.standard.rating)
