"""What comes from outside without a log-in: a report by a one-time link, taken in or set aside by an officer.

Of a link only a hash is kept. It ends on a day, takes so many uploads of so many bytes, and is for one event. An upload
waits: it is looked at, and an officer takes it in as the report of the event, or sets it aside with a reason.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from arpad.model.problems import Problem
from arpad.office.decision import Content, decide
from arpad.office.event_case import EventAct, EventDone, decide_about
from arpad.office.person import VISITOR
from arpad.office.take_in_report import SHA256
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from arpad.office.decision import Circumstances, Decision, Waiting
    from arpad.office.event_case import EventState
    from arpad.office.person import Person

LINK_FOR, LONGEST_LINK = timedelta(days=14), timedelta(days=90)
"""So long a link can be used where nothing else is said, and at most."""
MOST_UPLOADS, UPLOADS = 20, 3
"""So many uploads a link takes at most, and where nothing else is said."""
MOST_BYTES = 20_000_000
"""So many bytes an upload has at most; a report of a thousand players in a package has less than one million."""
MOST_SET_ASIDE = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeLink(EventAct):
    """Until when a link can be used, how often, and for how many bytes at a time."""

    ends_at: datetime | None = None
    uploads: int = UPLOADS
    size: int = MOST_BYTES


@dataclass(frozen=True, slots=True, kw_only=True)
class EndLink(EventAct):
    """That a link ends before its day; the reason says why."""


@dataclass(frozen=True, slots=True)
class LinkOnRecord:
    """A link as the office has it."""

    number: int
    event: int
    part: int
    federation: str
    ends_at: datetime
    uploads: int
    size: int
    used: int = 0
    is_ended: bool = False


@dataclass(frozen=True, slots=True)
class Uploaded:
    """What was uploaded: its fingerprint, how many files and bytes."""

    sha256: str
    files: int
    size: int


@dataclass(frozen=True, slots=True)
class SetAside:
    """Which uploads are set aside, all at once, and why."""

    uploads: Sequence[int]
    reason: str


def make_link(person: Person, asked: MakeLink, state: EventState, number: int) -> Decision | Waiting:
    """Decide whether a link is made, by which somebody can send the report of an event; `number` is its number."""
    where, now, problems = str(state.case.event), state.circumstances.now, []
    ends = asked.ends_at or now + LINK_FOR
    if not now < ends <= now + LONGEST_LINK:
        problems.append(Problem.of(WORDS, "link_days", where, days=LONGEST_LINK.days))
    if not 0 < asked.uploads <= MOST_UPLOADS or not 0 < asked.size <= MOST_BYTES:
        problems.append(Problem.of(WORDS, "link_limits", where, uploads=MOST_UPLOADS, bytes=MOST_BYTES))
    facts = {"link": number, "uploads": asked.uploads, "size": asked.size, "ends": ends}
    return decide_about(person, "report.link", asked, state, EventDone("", facts, problems=problems))


def end_link(person: Person, asked: EndLink, state: EventState, link: LinkOnRecord) -> Decision | Waiting:
    """Decide whether a link ends before its day."""
    problems = [Problem.of(WORDS, "link_ended", str(link.number))] if link.is_ended else []
    return decide_about(
        person, "report.end_link", asked, state, EventDone("", {"link": link.number}, problems=problems)
    )


def upload(link: LinkOnRecord | None, sent: Uploaded, number: int, circumstances: Circumstances) -> Decision | Waiting:
    """Decide whether somebody's upload by a link is kept; who does not know a link learns nothing else."""
    problems = list(_upload_problems(link, sent, circumstances.now))
    facts = {
        "upload": number,
        "link": link.number if link is not None else 0,
        "event": link.event if link is not None else 0,
        "part": link.part if link is not None else 0,
        "sha256": sent.sha256,
        "files": sent.files,
        "size": sent.size,
    }
    return decide(VISITOR, "upload.send", Content(facts, problems=problems), "", circumstances)


def set_aside(
    person: Person, asked: SetAside, waiting: Sequence[int], federation: str, circumstances: Circumstances
) -> Decision | Waiting:
    """Decide whether uploads are set aside; `waiting` are those of the federation that nobody has decided about."""
    problems = []
    unknown = sorted(set(asked.uploads) - set(waiting))
    if not asked.uploads or len(asked.uploads) > MOST_SET_ASIDE:
        problems.append(Problem.of(WORDS, "no_uploads", "", most=MOST_SET_ASIDE))
    elif unknown:
        problems.append(Problem.of(WORDS, "not_waiting", "", uploads=unknown))
    content = Content({"uploads": sorted(set(asked.uploads))}, federation=federation, problems=problems)
    return decide(person, "upload.set_aside", content, asked.reason, circumstances)


def _upload_problems(link: LinkOnRecord | None, sent: Uploaded, now: datetime) -> Iterator[Problem]:
    if link is None or link.is_ended or now >= link.ends_at or link.used >= link.uploads:
        yield Problem.of(WORDS, "link_ended", "" if link is None else str(link.number))
        return
    where = str(link.event)
    if sent.size > link.size:
        yield Problem.of(WORDS, "upload_too_large", where, size=sent.size, most=link.size)
    if not sent.size or not sent.files:
        yield Problem.of(WORDS, "upload_empty", where)
    elif not SHA256.fullmatch(sent.sha256):
        yield Problem.of(WORDS, "no_fingerprint", where)
