"""Letters of the office, the outbox, and certificates, as far as the person who asks may see them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from arpad.office.duties import MAIL_FAILED, OfficeDuty
from arpad.office.letters import WrittenLetter
from arpad.office.roles import federations_seen, may
from arpad.storage.models import DecidedSetting, ListVersion, MailAttempt, OfficeLetter, OutboxMail, SealedValue
from arpad.storage.queries.archived import archived_json
from arpad.storage.queries.paging import AskedRows, RowsOfTable, paged

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from django.db.models import QuerySet

    from arpad.office.person import Person

_ORDERS = {"number": ("number",)}


@dataclass(frozen=True, slots=True)
class LetterLine:
    """A letter in a table, with the mail that takes it."""

    row: OfficeLetter
    mail: OutboxMail | None

    @property
    def state(self) -> str:
        """How far the mail is; *printed* where it goes out on paper."""
        return "printed" if self.mail is None else self.mail.state


@dataclass(frozen=True, slots=True)
class LetterPage:
    """A letter with its words; None where these were erased."""

    line: LetterLine
    text: WrittenLetter | None
    attempts: Sequence[MailAttempt]


def _seen(person: Person) -> QuerySet[OfficeLetter]:
    seen = federations_seen(person, "letter.read")
    rows = OfficeLetter.objects.select_related("mail")
    return rows if seen is None else rows.filter(federation__in=seen)


def letters(person: Person, asked: AskedRows) -> RowsOfTable[LetterLine]:
    """Give letters, the newest first."""
    rows = _seen(person)
    for name in ("kind", "federation"):
        if value := asked.wanted(name):
            rows = rows.filter(**{name: value})
    if words := asked.wanted("reference"):
        rows = rows.filter(reference__icontains=words)
    return paged(rows, asked.ordered("-number"), _ORDERS, _line)


def _line(row: OfficeLetter) -> LetterLine:
    return LetterLine(row, getattr(row, "mail", None))


def letter(person: Person, number: int) -> LetterPage | None:
    """Give a letter, if the person may read it."""
    row = _seen(person).filter(number=number).first()
    if row is None:
        return None
    line = _line(row)
    attempts = [] if line.mail is None else list(line.mail.attempts.order_by("attempt"))
    return LetterPage(line, text_of(row), attempts)


def text_of(row: OfficeLetter) -> WrittenLetter | None:
    """Give the words of a letter; None where they were erased."""
    value = SealedValue.objects.filter(
        entry_number=row.entry, name=f"letter_{row.number}", erased_at__isnull=True
    ).first()
    return None if value is None or value.value is None else WrittenLetter(*value.value)


def outbox(person: Person, asked: AskedRows) -> RowsOfTable[OutboxMail]:
    """Give the mails of the outbox, the newest first."""
    if not may(person, "outbox.read"):
        return RowsOfTable([], 0)
    rows = OutboxMail.objects.select_related("letter").prefetch_related("attempts")
    for name in ("state", "kind"):
        if value := asked.wanted(name):
            rows = rows.filter(**{name: value})
    return paged(rows, asked.ordered("-number"), _ORDERS, lambda row: row)


def outbox_duties(person: Person) -> Iterator[OfficeDuty]:
    """Give the mails that failed for good, as duties of whoever sees the outbox."""
    if not may(person, "outbox.read"):
        return
    for mail in OutboxMail.objects.filter(state=OutboxMail.FAILED).order_by("number"):
        yield OfficeDuty(MAIL_FAILED, "mail", mail.number, "", None, mail.written_at)


def changed_templates() -> dict[str, int]:
    """Give the kinds of letters that the office writes in its own way, with the entry by which it was decided."""
    rows = DecidedSetting.objects.filter(name__startswith="letter.").values_list("name", "changed_by")
    return {name.removeprefix("letter."): entry for name, entry in rows}


@dataclass(frozen=True, slots=True)
class CheckedCertificate:
    """A certificate as the office issued it, and whether the list that it names still holds."""

    row: OfficeLetter
    data: dict[str, Any]
    is_revised: bool
    """True where a later revision of its list was published since."""


def certificate(sha256: str) -> CheckedCertificate | None:
    """Give the certificate of a fingerprint; None where this office issued none such."""
    row = OfficeLetter.objects.filter(kind="certificate", document=sha256.strip().lower()).first()
    if row is None:
        return None
    data = archived_json(row.document)
    of_list = data["list"]
    later = ListVersion.objects.filter(
        list_date=of_list["date"], revision__gt=of_list["revision"], stage__in=("published", "revised")
    )
    return CheckedCertificate(row, data, later.exists())
