"""What an edition leaves to the office, decided: on a day, by an author, with a document.

K of the rapid list is the officer's under 2003 (15.0 b); monthly lists begin when the authority says so (2003 9.3,
2009 7.3); and a whole list may be adjusted once. Each goes where the engine reads it: the tables `coefficients` and
`adjustments` of the book, and its `monthly_regime`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from arpad.model.problems import Problem
from arpad.office.decision import Content, decide
from arpad.office.wording import WORDS
from arpad.regulations.rulebook import monthly_fault

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date

    from arpad.office.decision import Circumstances, Decision, Waiting
    from arpad.office.person import Person

COEFFICIENT, MONTHLY_LISTS, ADJUSTMENT = MATTERS = ("coefficient", "monthly_lists", "adjustment")
MOST_K = 100
_MOST_TEXT = 200


@dataclass(frozen=True, slots=True)
class CoefficientMatter:
    """K of a kind of chess from a list on, of one player, or of everybody where no player is named."""

    kind: str
    since: date
    k: int
    player: int | None = None


@dataclass(frozen=True, slots=True)
class MonthlyLists:
    """The days on which the monthly lists began: one for each of the texts that have them."""

    days: tuple[date, ...]


@dataclass(frozen=True, slots=True)
class AdjustmentMatter:
    """A one-off adjustment of a list of a kind of chess, by its name."""

    list_date: date
    kind: str
    adjustment: str


@dataclass(frozen=True, slots=True)
class DecideOpenLaw:
    """What is decided, by whom and when, and where that is written."""

    matter: CoefficientMatter | MonthlyLists | AdjustmentMatter
    author: str
    """The body or office that decided it, such as a commission; no person's name."""
    decided_on: date
    document: str
    """Where it is written: the SHA-256 of a document in the archive, or its reference."""
    reason: str


@dataclass(frozen=True, slots=True)
class OpenLawState:
    """What has to be known to decide what an edition leaves open."""

    circumstances: Circumstances
    day: date
    article: str
    """The article that leaves it open, as a citation; empty where none does: then it is not open."""
    newest_list: date | None = None
    """The newest list that was closed: no earlier list can be changed by a decision."""
    monthly_days: tuple[date, ...] = ()
    """The days on which monthly lists began, as it was decided before."""
    adjustments: Sequence[str] = ()
    """The names of the adjustments that there are."""
    is_in_force: bool = False
    """True where the same holds already."""


def decide_open_law(person: Person, asked: DecideOpenLaw, state: OpenLawState) -> Decision | Waiting:
    """Decide what the edition leaves open."""
    matter, facts = facts_of_matter(asked.matter)
    problems = [*_of_document(asked, state), *_of_matter(asked.matter, state)]
    about = {"author": asked.author, "decided_on": asked.decided_on, "document": asked.document}
    content = Content(
        {"matter": matter, **facts, **about, "article": state.article},
        cites=(state.article,) if state.article else (),
        problems=problems,
    )
    return decide(person, "law.decide", content, asked.reason, state.circumstances)


def facts_of_matter(matter: CoefficientMatter | MonthlyLists | AdjustmentMatter) -> tuple[str, dict[str, Any]]:
    """Give the name of a matter, and its facts."""
    if isinstance(matter, CoefficientMatter):
        return COEFFICIENT, {"kind": matter.kind, "since": matter.since, "k": matter.k, "player": matter.player}
    if isinstance(matter, MonthlyLists):
        return MONTHLY_LISTS, {"days": sorted(matter.days)}
    return ADJUSTMENT, {"list": matter.list_date, "kind": matter.kind, "adjustment": matter.adjustment}


def _of_document(asked: DecideOpenLaw, state: OpenLawState) -> Iterator[Problem]:
    for name, text in (("author", asked.author), ("document", asked.document)):
        if not text.strip() or len(text) > _MOST_TEXT or not text.isprintable():
            yield Problem.of(WORDS, "no_text", name, name=name, most=_MOST_TEXT)
    if asked.decided_on > state.day:
        yield Problem.of(WORDS, "decided_in_future", "decided_on", day=asked.decided_on, today=state.day)
    if not state.article:
        yield Problem.of(WORDS, "not_open", "matter")
    if state.is_in_force:
        yield Problem.of(WORDS, "decided_already", "matter")


def _of_matter(matter: CoefficientMatter | MonthlyLists | AdjustmentMatter, state: OpenLawState) -> Iterator[Problem]:
    if isinstance(matter, CoefficientMatter):
        if not 0 <= matter.k <= MOST_K:
            yield Problem.of(WORDS, "no_coefficient", "k", k=matter.k, most=MOST_K)
        yield from _of_closed_list(matter.since, state)
    elif isinstance(matter, MonthlyLists):
        fault = monthly_fault(matter.days)
        if fault is not None:
            yield fault
        for day in set(matter.days) - set(state.monthly_days):
            yield from _of_closed_list(day, state)
    else:
        if matter.adjustment not in state.adjustments:
            yield Problem.of(
                WORDS, "no_adjustment", "adjustment", name=matter.adjustment[:80], known=list(state.adjustments)
            )
        yield from _of_closed_list(matter.list_date, state)


def _of_closed_list(day: date, state: OpenLawState) -> Iterator[Problem]:
    """Say why a decision cannot begin with a list that was closed already."""
    if state.newest_list is not None and day <= state.newest_list:
        yield Problem.of(WORDS, "list_closed_already", "since", day=day, newest=f"{state.newest_list:%Y-%m}")
