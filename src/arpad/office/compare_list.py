"""Compare a list of FIDE with what a federation's office expected from its own reports: a deed, since it is kept."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arpad.model.problems import Problem
from arpad.office.decision import UNDER_FIDE, Content, decide
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from arpad.office.decision import Circumstances, Decision, Waiting
    from arpad.office.person import Person


@dataclass(frozen=True, slots=True)
class CompareList:
    """Which list was compared, by its bytes, and what came of it."""

    list: date
    sha256: str
    found_in: str
    """The file of the archive that has every difference."""
    events: tuple[int, ...] = ()
    """The events that the office expected on it."""
    left_out: tuple[int, ...] = ()
    """Events whose report could not be read as it is."""
    players: int = 0
    counts: Mapping[str, int] = field(default_factory=dict)
    """By class, how many differences there are."""


def compare_list(person: Person, asked: CompareList, circumstances: Circumstances) -> Decision | Waiting:
    """Decide whether a comparison is kept; only a federation under FIDE expects anything of it."""
    where = f"{asked.list:%Y-%m}"
    problems = []
    if circumstances.office.serves != UNDER_FIDE:
        problems.append(Problem.of(WORDS, "no_list_of_fide", where))
    if not asked.events:
        problems.append(Problem.of(WORDS, "nothing_expected", where, month=where, left_out=list(asked.left_out)))
    facts = {
        "list": asked.list,
        "sha256": asked.sha256,
        "differences": asked.found_in,
        "events": list(asked.events),
        "left_out": list(asked.left_out),
        "players": asked.players,
        "counts": dict(asked.counts),
    }
    return decide(person, "list.compare", Content(facts, problems=problems), "", circumstances)
