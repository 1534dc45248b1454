"""Reports that come in: from arbiters and officers, or by a link; their bytes are kept before anything else happens."""

from __future__ import annotations

import hashlib
import json
import secrets
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import F, Max

from arpad.model.problems import RefusedError
from arpad.office import uploads
from arpad.office.attach_document import AttachDocument, attach_document
from arpad.office.decision import Decision
from arpad.office.event_case import ReportInHand
from arpad.office.take_in_report import TakeInReport, take_in_report
from arpad.office.uploads import LinkOnRecord, Uploaded
from arpad.storage import log
from arpad.storage.archived_files import REPORT, archive, name_files
from arpad.storage.deeds.asking import DeedOutcome, Origin, circumstances
from arpad.storage.events.carrying_out import MOST_NAME, NOTHING, about_event, held_event
from arpad.storage.events.rows import case_of
from arpad.storage.models import EventDocument, RegisteredEvent, ReportDelivery, UploadLink
from arpad.storage.reports.checking import keep, looked_at
from arpad.storage.reports.in_book import taken_back
from arpad.storage.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arpad.office.attach_document import AttachDocument as Attachment
    from arpad.office.decision import Waiting
    from arpad.office.event_case import EventState
    from arpad.office.log import LogRecord
    from arpad.office.person import Person
    from arpad.office.uploads import EndLink, MakeLink, SetAside
    from arpad.storage.archive import KeptBytes
    from arpad.storage.events.carrying_out import Along
    from arpad.storage.reports.reading_child import FileOfUpload

_TOKEN_BYTES = 32


class ArrivedFiles:
    """Files as they came, all of them in the archive."""

    def __init__(self, files: Sequence[FileOfUpload]) -> None:
        """Keep the bytes, before anything else happens with them."""
        self.files = [(file.name[:MOST_NAME], archive().put(file.data)) for file in files]
        listed = [[name, kept.sha256] for name, kept in self.files]
        self._list = None if len(self.files) == 1 else archive().put(json.dumps(listed, ensure_ascii=False).encode())

    @property
    def sha256(self) -> str:
        """The hash of the bytes; of several files that of the list of their names and hashes."""
        if self._list is not None:
            return self._list.sha256
        return self.files[0][1].sha256 if self.files else ""

    @property
    def size(self) -> int:
        """How many bytes there are."""
        return sum(kept.size for _, kept in self.files)

    @property
    def rows(self) -> list[list[Any]]:
        """Of each file name, hash and size, as its row has them."""
        return [[name, kept.sha256, kept.size] for name, kept in self.files]

    def keep(self) -> None:
        """Write the rows that make the files exist, within the transaction that is open."""
        lists: list[KeptBytes] = [] if self._list is None else [self._list]
        name_files([(kept, REPORT) for kept in (*(kept for _, kept in self.files), *lists)])


def take_in(
    person: Person,
    number: int,
    files: Sequence[FileOfUpload],
    asked: TakeInReport,
    along: Along = NOTHING,
) -> DeedOutcome:
    """Decide whether files are taken in as the report of an event; what their hashes are the office says itself."""
    came = ArrivedFiles(files)
    asked = replace(asked, sha256=came.sha256, files=len(came.files), size=came.size)
    return _taken_in(person, number, came, asked, None, along)


def take_in_upload(person: Person, upload: int, asked: TakeInReport, along: Along = NOTHING) -> DeedOutcome:
    """Decide whether what was sent by a link is taken in as the report of its event."""
    row = ReportDelivery.objects.filter(number=upload, state=ReportDelivery.WAITING).first()
    if row is None:
        raise RefusedError.of(WORDS, "no_such_upload", str(upload), upload=upload)
    asked = replace(asked, sha256=row.sha256, files=len(row.files), size=row.size, upload=upload)
    return _taken_in(person, row.event_id, None, asked, row, along)


def _taken_in(  # noqa: PLR0913, PLR0917 - what came, and what is asked with it
    person: Person,
    number: int,
    came: ArrivedFiles | None,
    asked: TakeInReport,
    waiting: ReportDelivery | None,
    along: Along,
) -> DeedOutcome:
    with transaction.atomic():
        row = held_event(person, number, along.seen)
    case = case_of(row)
    rows = came.rows if came is not None else []
    delivery = waiting or ReportDelivery(event=row, sha256=asked.sha256, files=rows, size=asked.size)
    delivery.before = "" if case.report is None else case.report.sha256
    report = ReportInHand(
        asked.sha256, asked.received_on, asked.arbiter_sent_on, is_from_federation=asked.is_from_federation
    )
    known = looked_at(row, replace(case, report=report), delivery, {})

    def inside(event: RegisteredEvent, entry: LogRecord) -> None:
        delivery.event, delivery.state, delivery.taken_entry = event, ReportDelivery.TAKEN_IN, entry.number
        if waiting is None:
            delivery.sent_at, delivery.by = entry.at, entry.by
        values = ("sent_by", "received_on", "arbiter_sent_on", "is_from_federation")
        for name in values:
            setattr(delivery, name, getattr(asked, name))
        if came is not None:
            came.keep()
        delivery.save()
        keep(delivery, known)

    beside = {"players": known.players, "ratings": known.ratings}
    along = replace(along, beside={**along.beside, **beside}, inside=inside)
    return about_event(
        person,
        number,
        "report.take_in",
        lambda state: take_in_report(person, asked, state),
        taken_back(row, case, along, asked.reason),
    )


def attach(person: Person, number: int, asked: Attachment, along: Along) -> DeedOutcome:
    """Decide whether a document is attached to an event; it is the first of the papers that go along."""

    def decides(state: EventState) -> Decision | Waiting:
        attached = EventDocument.objects.filter(event_id=number).values_list("sha256", flat=True)
        return attach_document(person, asked, state, frozenset(attached))

    return about_event(person, number, "report.attach", decides, along)


def attachment(kind: str, kept: KeptBytes, reason: str = "") -> AttachDocument:
    """Give the request to attach bytes that are in the archive."""
    return AttachDocument(sha256=kept.sha256, size=kept.size, kind=kind, reason=reason)


def make_link(person: Person, number: int, asked: MakeLink, along: Along = NOTHING) -> tuple[DeedOutcome, str]:
    """Decide whether a link is made for the report of an event; give its secret, which is kept nowhere."""
    token = secrets.token_urlsafe(_TOKEN_BYTES)
    made_for: list[Decision] = []

    def decides(state: EventState) -> Decision | Waiting:
        newest = UploadLink.objects.aggregate(newest=Max("number"))["newest"] or 0
        decision = uploads.make_link(person, asked, state, newest + 1)
        if isinstance(decision, Decision):
            made_for.append(decision)
        return decision

    def inside(event: RegisteredEvent, entry: LogRecord) -> None:
        facts = made_for[0].facts
        UploadLink.objects.create(
            number=facts["link"],
            event=event,
            token_hash=hash_of(token),
            ends_at=facts["ends"],
            uploads=facts["uploads"],
            size=facts["size"],
            entry=entry.number,
        )

    outcome = about_event(person, number, "report.link", decides, replace(along, inside=inside))
    return outcome, token


def end_link(person: Person, link: int, asked: EndLink, along: Along = NOTHING) -> DeedOutcome:
    """Decide whether a link ends before its day."""
    row = UploadLink.objects.filter(number=link).first()
    if row is None:
        raise RefusedError.of(WORDS, "no_such_link", str(link), link=link)

    def inside(_event: RegisteredEvent, entry: LogRecord) -> None:
        UploadLink.objects.filter(number=link).update(ended_entry=entry.number)

    return about_event(
        person,
        row.event_id,
        "report.end_link",
        lambda state: uploads.end_link(person, asked, state, link_of(row)),
        replace(along, inside=inside),
    )


def link_by_token(token: str) -> UploadLink | None:
    """Give the link of a secret; None where there is none."""
    return UploadLink.objects.select_related("event").filter(token_hash=hash_of(token)).first()


def upload_by_link(token: str, files: Sequence[FileOfUpload], origin: Origin = Origin()) -> DeedOutcome:  # noqa: B008 - a value that never changes
    """Decide whether somebody's upload by a link is kept; an officer looks at it later."""
    size = sum(len(file.data) for file in files)
    # Whether a link takes anything at all is asked before anything is kept; how much it took, once it is held.
    known = link_by_token(token)
    _decided_upload(known, Uploaded("0" * 64, len(files), size), 0)
    came = ArrivedFiles(files)
    with transaction.atomic():
        log.hold()
        row = link_by_token(token)
        number = (ReportDelivery.objects.aggregate(newest=Max("number"))["newest"] or 0) + 1
        decision = _decided_upload(row, Uploaded(came.sha256, len(files), size), number)
        entry = log.record(decision, origin.request, origin.system_user)
        if row is None:
            raise TypeError("an upload without a link is refused")
        UploadLink.objects.filter(number=row.number).update(used=F("used") + 1)
        came.keep()
        ReportDelivery.objects.create(
            number=number,
            event=row.event,
            state=ReportDelivery.WAITING,
            sha256=came.sha256,
            files=came.rows,
            size=size,
            sent_at=entry.at,
            link=row,
            by=0,
            sent_entry=entry.number,
        )
    return DeedOutcome(decision, entry.number)


def _decided_upload(row: UploadLink | None, sent: Uploaded, number: int) -> Decision:
    decision = uploads.upload(None if row is None else link_of(row), sent, number, circumstances("upload.send"))
    if not isinstance(decision, Decision):
        raise TypeError("an upload needs no second person")
    return decision


def set_aside(
    person: Person,
    federation: str,
    asked: SetAside,
    origin: Origin = Origin(),  # noqa: B008 - a value that never changes
) -> DeedOutcome:
    """Decide whether uploads of a federation's events are set aside, all at once."""
    with transaction.atomic():
        log.hold()
        waiting = ReportDelivery.objects.filter(state=ReportDelivery.WAITING, event__federation=federation)
        numbers = list(waiting.values_list("number", flat=True))
        decision = uploads.set_aside(person, asked, numbers, federation, circumstances("upload.set_aside"))
        if not isinstance(decision, Decision):
            raise TypeError("setting aside needs no second person")
        entry = log.record(decision, origin.request, origin.system_user)
        waiting.filter(number__in=decision.facts["uploads"]).update(
            state=ReportDelivery.SET_ASIDE, aside_entry=entry.number
        )
    return DeedOutcome(decision, entry.number)


def link_of(row: UploadLink) -> LinkOnRecord:
    """Give a link as the office decides about it."""
    event = row.event
    return LinkOnRecord(
        row.number,
        event.number,
        event.part,
        event.federation,
        row.ends_at,
        row.uploads,
        row.size,
        row.used,
        row.ended_entry is not None,
    )


def hash_of(token: str) -> str:
    """Give the hash of a secret, by which its link is known."""
    return hashlib.sha256(token.encode()).hexdigest()


def newest_delivery(event: int) -> ReportDelivery:
    """Give the report that the office has of an event; refused where it has none."""
    row = ReportDelivery.objects.filter(event_id=event, state=ReportDelivery.TAKEN_IN).order_by("taken_entry").last()
    if row is None:
        raise RefusedError.of(WORDS, "no_report_yet", str(event), event=event)
    return row
