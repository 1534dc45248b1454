"""The duties of an office, as one list: what waits, until when, for whom since when; in order of urgency, with *next*.

Whoever knows of something that has to be done gives it as a `OfficeDuty`. Here nothing is looked up.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

(
    QUESTION, PASSED_ON, MAIL_FAILED, DEED_WAITS, REPORT, REGISTRATION, APPROVAL, APPEAL, NUMBER, UPLOAD, MISSING,
    SEND_ON, NEW_DAYS,
) = KINDS = (
    "question", "passed_on", "mail_failed", "deed_waits", "report", "registration", "approval", "appeal", "number",
    "upload", "missing_report", "send_on", "new_days",
)  # fmt: skip
"""What a duty can be."""
OVERDUE, SOON, OURS, OTHERS = URGENCIES = ("overdue", "soon", "ours", "others")
"""How urgent: its day is past; its day is near; it waits for the office; it waits for somebody else."""
NEAR = timedelta(days=7)
"""A day is near for so long before it."""
US = ""
"""Stands for the office itself as whom something waits for."""


@dataclass(frozen=True, slots=True)
class OfficeDuty:
    """Something that has to be done, or that somebody else owes."""

    kind: str
    of: str
    """What it is about: a question, an event, a deed that waits, a letter."""
    number: int
    federation: str = ""
    due: date | None = None
    """The last day; None where there is none."""
    since: datetime | None = None
    """Since when it waits."""
    waiting_for: str = US
    """The role or body for whom it waits; empty for the office."""
    assignee: int | None = None
    subject: str = ""
    """What it is called, such as the name of an event; never a person's."""

    @property
    def key(self) -> tuple[str, int]:
        """What the office keeps notes and assignees by."""
        return self.of, self.number


@dataclass(frozen=True, slots=True)
class HeldBy:
    """Who has a matter in hand, and whom it waits for since when."""

    assignee: int | None = None
    waiting_for: str = US
    waiting_since: datetime | None = None


def urgency(duty: OfficeDuty, today: date) -> str:
    """Give how urgent a duty is on a day.

    >>> urgency(OfficeDuty("question", "question", 1, due=date(2026, 11, 20)), date(2026, 11, 18))
    'soon'
    """
    if duty.due is not None and duty.due < today:
        return OVERDUE
    if duty.due is not None and duty.due - today <= NEAR:
        return SOON
    return OTHERS if duty.waiting_for else OURS


def in_order(duties: Iterable[OfficeDuty], today: date) -> list[OfficeDuty]:
    """Put duties in order of urgency: first what is overdue, last what waits for others; the nearest day first."""

    def place(duty: OfficeDuty) -> tuple[object, ...]:
        since = "" if duty.since is None else duty.since.isoformat()
        return (URGENCIES.index(urgency(duty, today)), duty.due or date.max, since, duty.kind, duty.of, duty.number)

    return sorted(duties, key=place)


def in_hand(duties: Iterable[OfficeDuty], held: Mapping[tuple[str, int], HeldBy]) -> list[OfficeDuty]:
    """Put to each duty who has it in hand, and whom the office said that it waits for."""
    return [_with(duty, held.get(duty.key)) for duty in duties]


def _with(duty: OfficeDuty, held: HeldBy | None) -> OfficeDuty:
    if held is None:
        return duty
    is_said = bool(held.waiting_for)
    return OfficeDuty(
        duty.kind, duty.of, duty.number, duty.federation, duty.due,
        held.waiting_since if is_said else duty.since,
        held.waiting_for if is_said else duty.waiting_for,
        held.assignee if held.assignee is not None else duty.assignee,
        duty.subject,
    )  # fmt: skip


def next_duty(duties: Sequence[OfficeDuty], people: frozenset[int]) -> OfficeDuty | None:
    """Give what to do next, of duties in order: what waits for the office and is nobody's, or one's own.

    `people` are the records of whoever asks and of everybody whom the person stands in for.
    """
    for duty in duties:
        if not duty.waiting_for and (duty.assignee is None or duty.assignee in people):
            return duty
    return None


def of_people(duties: Iterable[OfficeDuty], people: frozenset[int]) -> list[OfficeDuty]:
    """Give the duties that are somebody's own, those of people for whom one stands in among them."""
    return [duty for duty in duties if duty.assignee in people]
