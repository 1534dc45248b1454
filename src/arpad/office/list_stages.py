"""The stages of a list and what leads from one to the next: one table, which buttons, commands, docs and tests read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.model.problems import Problem
from arpad.office.roles import DEEDS
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from datetime import date

OPEN, CLOSED, PUBLISHED, THROWN_AWAY, REVISED = STAGES = ("open", "closed", "published", "thrown_away", "revised")
"""A list is being made; worked out and not yet public; public; given up before it was public; public once, with a later
revision in its place."""

NEXT: dict[tuple[str, str], str] = {
    (OPEN, "list.close"): CLOSED,
    (OPEN, "list.close_forced"): CLOSED,
    (CLOSED, "list.throw_away"): THROWN_AWAY,
    (CLOSED, "list.publish"): PUBLISHED,
    (PUBLISHED, "list.revise"): REVISED,
}
"""Which stage follows when a deed is done with a list. The revision that takes its place is published with that."""


@dataclass(frozen=True, slots=True)
class ListState:
    """A list as it stands in the office."""

    system: str
    """The key of the rating system whose list it is."""
    list_date: date
    stage: str = OPEN
    revision: int = 1
    list_hash: str = ""
    """The hash of its lines, once it was closed."""
    closed_on: date | None = None
    """The calendar day in the office's zone on which it was closed."""
    is_newest: bool = True
    """False where a later list was closed already."""

    @property
    def month(self) -> str:
        """Its month, by which it is called."""
        return f"{self.list_date:%Y-%m}"

    @property
    def facts(self) -> dict[str, object]:
        """What every record of the log says of it."""
        return {"system": self.system, "list": self.list_date, "revision": self.revision, "list_hash": self.list_hash}


def deeds_at(stage: str) -> tuple[str, ...]:
    """Give what can be done with a list at a stage.

    >>> deeds_at("closed")
    ('list.throw_away', 'list.publish')
    """
    return tuple(deed for at, deed in NEXT if at == stage)


def stage_problems(state: ListState, deed: str) -> list[Problem]:
    """Say why a deed cannot be done with a list at its stage, and whose turn it is; nothing where it can be."""
    if (state.stage, deed) in NEXT:
        return []
    turns = [{"turn": code, "roles": DEEDS[code].roles} for code in deeds_at(state.stage)]
    return [Problem.of(WORDS, "wrong_stage", state.month, month=state.month, stage=state.stage, deed=deed, turns=turns)]
