"""Who the players are: FIDE numbers, names, years of birth and federations against the list in force; ratings, titles.

Wrong numbers are the main source of wrong ratings. What the list says counts; what the report says is told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from arpad.events.asked_players import transposed
from arpad.events.number_doubts import number_doubt, proposal, shown
from arpad.events.verdict import NOTE, PASSES, UNKNOWN, WARNING
from arpad.formats.lists.names import like_name
from arpad.model.period import STANDARD
from arpad.regulations.workings.list_line import base_rating

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from arpad.events.checked_event import Outcome, Subject
    from arpad.events.rating_lists import ListOfDay
    from arpad.events.verdict import Finding
    from arpad.model.problems import ProblemFacts
    from arpad.model.rating_list import Listed
    from arpad.model.tournament import Entry
    from arpad.regulations.consulted import Consulted
    from arpad.regulations.edition import Edition


def listed_rating(listed: Listed, kind: str, law: Edition) -> int | None:
    """Give the rating that counts; in rapid and blitz the standard one may stand in."""
    own = {STANDARD: listed.standard, "rapid": listed.rapid, "blitz": listed.blitz}[kind].rating
    return base_rating(law, own, listed.standard.rating)


def rating_in(entry: Entry, of_day: ListOfDay | None, kind: str, law: Edition) -> int | None:
    """Give the rating of an entry: the list's; the report's where the list cannot have it, or the number is wrong."""
    if of_day is None or entry.fide_id is None or kind not in of_day.kinds:
        return entry.rating
    if number_doubt(entry, of_day, kind) is not None:
        return entry.rating
    listed = of_day.get(entry.fide_id)
    if listed is None:
        return None if of_day.covers(entry.federation) else entry.rating
    return listed_rating(listed, kind, law)


def without_number(subject: Subject) -> Iterator[Outcome]:
    """Name the players without a FIDE number."""
    without = [entry.number for entry in subject.entries if entry.fide_id is None]
    if without:
        yield subject.finding("no_fide_id", WARNING, None, "without", fix="ask_for_number", players=without)


def identities(subject: Subject, of_day: ListOfDay | None, list_day: date | None) -> Iterator[Outcome]:
    """Compare everybody with the list in force on the first day."""
    p = subject.consulted().citing("list_for_event")  # read by the calendar, which chose the list
    if of_day is None:
        yield subject.finding("list_missing", UNKNOWN, p, "not_given", fix="give_list", decides=False, list=list_day)
        return
    outside = [entry.number for entry in subject.entries if not of_day.covers(entry.federation)]
    if outside:
        federations = sorted(of_day.federations)
        yield subject.finding(
            "list_partial", NOTE, p, "only", players=outside, count=len(outside), federations=federations
        )
    of_players: list[Outcome] = []
    new: list[int] = []
    for entry in subject.entries:
        if of_day.covers(entry.federation):
            identity = _Identity(subject, p, entry, of_day)
            if identity.is_new():
                new.append(entry.number)
            else:
                of_players += identity.findings()
    if new:
        facts: ProblemFacts = {"players": new, "count": len(new), "list": of_day.day}
        of_players.append(subject.finding("newcomers", NOTE, p, "not_listed", fix="sure_of_numbers", **facts))
    yield from of_players
    if not of_players and len(outside) < len(subject.entries):
        yield subject.finding("identities", PASSES, p, "everybody_fits", list=of_day.day)


class _Identity(NamedTuple):
    """A player of the report beside the list."""

    subject: Subject
    p: Consulted
    entry: Entry
    of_day: ListOfDay

    def is_new(self) -> bool:
        """Tell whether the player has no rating, and nobody on the list can be meant: to be absent is no slip then."""
        entry = self.entry
        is_absent = entry.fide_id is not None and self.of_day.get(entry.fide_id) is None
        return is_absent and entry.rating is None and not any(self._meant().values())

    def findings(self) -> Iterator[Finding]:
        entry, of_day = self.entry, self.of_day
        if entry.fide_id is None:
            same = of_day.namesakes(entry.name) if entry.name else []
            if same:
                facts: ProblemFacts = {"same": _shown(same), "proposed": self._proposed() is not None}
                yield self._finding("namesakes", WARNING, "no_number", fix="find_out_which", **facts)
            return
        listed = of_day.get(entry.fide_id)
        if listed is None:
            facts = {"id": entry.fide_id, "list": of_day.day, **self._meant()}
            yield self._finding("unknown_id", WARNING, "not_on_list", fix="correct_number", **facts)
            return
        if entry.name and not like_name(entry.name, listed.name):
            facts = {"id": entry.fide_id, "other": listed.name, "federation": listed.federation, **self._meant()}
            yield self._finding("name_differs", WARNING, "belongs_to", fix="correct_number_or_name", **facts)
            return
        yield from self._details(listed)
        yield from self._namesakes(listed)

    def _finding(self, code: str, severity: str, says: str, **facts: Any) -> Finding:  # noqa: ANN401 - facts
        entry = self.entry
        named: ProblemFacts = {"number": entry.number, "name": entry.name, "players": (entry.number,)}
        return self.subject.finding(code, severity, self.p, says, **named, **facts)

    def _meant(self) -> ProblemFacts:
        """Guess the player a wrong number meant: two digits exchanged, somebody of the same name, or the nearest."""
        entry, of_day = self.entry, self.of_day
        for number in sorted(transposed(entry.fide_id or 0)):
            other = of_day.get(number)
            if other is not None and entry.name and like_name(entry.name, other.name):
                is_proposed = self._proposed() is not None
                return {
                    "exchanged": number,
                    "exchanged_name": other.name,
                    "same": (),
                    "near": None,
                    "proposed": is_proposed,
                }
        same = of_day.namesakes(entry.name) if entry.name else []
        near = self._proposed()
        return {
            "exchanged": None,
            "exchanged_name": "",
            "same": _shown(same),
            "near": None if same or near is None else shown(near),
            "proposed": near is not None,
        }

    def _proposed(self) -> Listed | None:
        """Give the one player of the list whose number would be taken instead of the one of the report."""
        return proposal(self.entry, self.of_day, self.subject.kind)

    def _details(self, listed: Listed) -> Iterator[Finding]:
        """Compare year of birth, federation, sex, title and rating."""
        entry, subject = self.entry, self.subject
        if entry.born is not None and listed.birth_year is not None and entry.born.year != listed.birth_year:
            years: ProblemFacts = {"reported": entry.born.year, "listed": listed.birth_year}
            yield self._finding("birth_year_differs", WARNING, "born", fix="same_person", **years)
        if entry.federation and listed.federation and entry.federation != listed.federation:
            federations: ProblemFacts = {"reported": entry.federation, "listed": listed.federation}
            yield self._finding("federation_differs", WARNING, "plays_for", fix="list_counts", **federations)
        if entry.title and entry.title not in {listed.title, listed.womens_title}:
            yield self._finding("title_differs", NOTE, "title", reported=entry.title, listed=listed.title)
        rating = listed_rating(listed, subject.kind, subject.law)
        if entry.rating != rating:
            shown: ProblemFacts = {"reported": _as_shown(entry.rating), "listed": _as_shown(rating)}
            yield self._finding("rating_differs", NOTE, "rating", **shown)

    def _namesakes(self, listed: Listed) -> Iterator[Finding]:
        """Where somebody else of the same name fits as well or better, say so."""
        entry = self.entry
        year = entry.born.year if entry.born is not None else None
        others = [
            other
            for other in self.of_day.namesakes(entry.name)
            if other.fide_id != listed.fide_id
            and (entry.federation is None or other.federation == entry.federation)
            and (year is None or other.birth_year == year)
        ]
        if others:
            yield self._finding("namesakes", NOTE, "fits_as_well", fix="sure_of_number", same=_shown(others))


def _as_shown(rating: int | None) -> str | None:
    """Give a rating as text, so that one of 0 is not taken for none."""
    return None if rating is None else str(rating)


def _shown(same: list[Listed]) -> list[ProblemFacts]:
    """Give the first few of some namesakes, as a sentence names them."""
    return [{"id": listed.fide_id, "federation": listed.federation, "born": listed.birth_year} for listed in same[:5]]
