"""Who the players are: FIDE numbers, names, years of birth and federations against the list in force; ratings, titles.

Wrong numbers are the main source of wrong ratings. What the list says counts; what the report says is told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.events.rating_lists import like_name, transposed
from arpad.events.subject import STANDARD, counted, named
from arpad.events.verdict import NOTE, PASSES, UNKNOWN, WARNING
from arpad.regulations.list_line import base_rating

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from arpad.events.rating_lists import ListOfDay
    from arpad.events.subject import Found, Subject
    from arpad.model.rating_list import Listed
    from arpad.model.tournament import Entry
    from arpad.regulations.edition import Edition

_KEY = "list_for_event"


def listed_rating(one: Listed, kind: str, law: Edition) -> int | None:
    """Give the rating that counts; in rapid and blitz the standard one may stand in."""
    own = {STANDARD: one.standard, "rapid": one.rapid, "blitz": one.blitz}[kind].rating
    return base_rating(law, own, one.standard.rating)


def rating_in(entry: Entry, of_day: ListOfDay | None, kind: str, law: Edition) -> int | None:
    """Give the rating of an entry: the list's, and the report's where the list does not have the player or cannot."""
    if of_day is None or entry.fide_id is None or kind not in of_day.kinds:
        return entry.rating
    found = of_day.get(entry.fide_id)
    if found is None:
        return None if of_day.covers(entry.federation) else entry.rating
    return listed_rating(found, kind, law)


def without_number(subject: Subject) -> Iterator[Found]:
    """Name the players without a FIDE number."""
    without = [one.number for one in subject.entries if one.fide_id is None]
    if without:
        verb = "has" if len(without) == 1 else "have"
        said = f"{named(without).capitalize()} {verb} no FIDE number; nobody knows whose games these are."
        fix = "Ask the federation; a new player gets one."
        yield subject.found("no_fide_id", WARNING, said, fix=fix, players=without)


def identities(subject: Subject, of_day: ListOfDay | None, list_day: date | None) -> Iterator[Found]:
    """Compare everybody with the list in force on the first day."""
    if of_day is None:
        said = f"The list of {list_day} was not given; names, ratings and titles are taken from the report."
        yield subject.found("list_missing", UNKNOWN, said, _KEY, fix="Give it with --list.", decides=False)
        return
    outside = [one.number for one in subject.entries if not of_day.covers(one.federation)]
    if outside:
        fed = ", ".join(sorted(of_day.federations))
        said = (
            f"The list has only players of {fed}; {counted(len(outside), 'player')} of others could not be looked up."
        )
        yield subject.found("list_partial", NOTE, said, _KEY, players=outside)
    found: list[Found] = []
    for entry in subject.entries:
        if of_day.covers(entry.federation):
            found += _of_player(subject, entry, of_day)
    yield from found
    if not found and len(outside) < len(subject.entries):
        yield subject.found("identities", PASSES, f"Everybody fits the list of {of_day.day}.", _KEY)


def _of_player(subject: Subject, entry: Entry, of_day: ListOfDay) -> Iterator[Found]:
    who = f"Player {entry.number}, {entry.name or 'without a name'}"
    if entry.fide_id is None:
        yield from _unnumbered(subject, entry, of_day, who)
        return
    one = of_day.get(entry.fide_id)
    if one is None:
        said = f"{who}: FIDE number {entry.fide_id} is not on the list of {of_day.day}.{_meant(entry, of_day)}"
        fix = "Correct the number; a player not yet on the list may be new."
        yield subject.found("unknown_id", WARNING, said, _KEY, fix=fix, players=(entry.number,))
        return
    if entry.name and not like_name(entry.name, one.name):
        said = f"{who}: FIDE number {entry.fide_id} belongs to {one.name} ({one.federation}).{_meant(entry, of_day)}"
        fix = "Correct the number, or the name."
        yield subject.found("name_differs", WARNING, said, _KEY, fix=fix, players=(entry.number,))
        return
    yield from _details(subject, entry, one, who)
    yield from _namesakes(subject, entry, one, of_day, who)


def _meant(entry: Entry, of_day: ListOfDay) -> str:
    """Guess whom a wrong number meant: a number with two digits exchanged, or somebody of the same name."""
    for number in sorted(transposed(entry.fide_id or 0)):
        other = of_day.get(number)
        if other is not None and entry.name and like_name(entry.name, other.name):
            return f" With two digits exchanged, {number} is {other.name}."
    same = of_day.namesakes(entry.name) if entry.name else []
    return f" Of this name: {_shown(same)}." if same else ""


def _shown(same: list[Listed]) -> str:
    return "; ".join(f"{one.fide_id} ({one.federation}, born {one.birth_year or '?'})" for one in same[:5])


def _unnumbered(subject: Subject, entry: Entry, of_day: ListOfDay, who: str) -> Iterator[Found]:
    same = of_day.namesakes(entry.name) if entry.name else []
    if same:
        said = f"{who}: has no FIDE number. Of this name: {_shown(same)}."
        yield subject.found("namesakes", WARNING, said, _KEY, fix="Find out which it is.", players=(entry.number,))


def _details(subject: Subject, entry: Entry, one: Listed, who: str) -> Iterator[Found]:
    """Compare year of birth, federation, sex, title and rating."""
    at = (entry.number,)
    if entry.born is not None and one.birth_year is not None and entry.born.year != one.birth_year:
        said = f"{who}: born {entry.born.year} in the report, {one.birth_year} on the list."
        fix = "Make sure that it is the same person."
        yield subject.found("birth_year_differs", WARNING, said, _KEY, fix=fix, players=at)
    if entry.federation and one.federation and entry.federation != one.federation:
        said = f"{who}: plays for {entry.federation} in the report, {one.federation} on the list."
        yield subject.found("federation_differs", WARNING, said, _KEY, fix="The list counts.", players=at)
    if entry.title and entry.title not in {one.title, one.womens_title}:
        said = f"{who}: {entry.title} in the report, {one.title or 'no title'} on the list."
        yield subject.found("title_differs", NOTE, said, _KEY, players=at)
    rating = listed_rating(one, subject.kind, subject.law)
    if entry.rating != rating:
        shown = [str(value) if value is not None else "unrated" for value in (entry.rating, rating)]
        said = f"{who}: {shown[0]} in the report, {shown[1]} on the list, which counts."
        yield subject.found("rating_differs", NOTE, said, _KEY, players=at)


def _namesakes(subject: Subject, entry: Entry, one: Listed, of_day: ListOfDay, who: str) -> Iterator[Found]:
    """Where somebody else of the same name fits as well or better, say so."""
    year = entry.born.year if entry.born is not None else None
    others = [
        other
        for other in of_day.namesakes(entry.name)
        if other.fide_id != one.fide_id
        and (entry.federation is None or other.federation == entry.federation)
        and (year is None or other.birth_year == year)
    ]
    if others:
        said = f"{who}: somebody else fits as well: {_shown(others)}."
        yield subject.found("namesakes", NOTE, said, _KEY, fix="Make sure of the number.", players=(entry.number,))
