"""How letters are written, changed; a mail that failed, sent again; a certificate, issued."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import transaction

from arpad.model.period import KINDS
from arpad.model.problems import RefusedError
from arpad.office.issue_certificate import CertificateState, CertifiedLine, certificate_bytes
from arpad.office.issue_certificate import issue_certificate as decided_to_certify
from arpad.office.letters import OF_PLAYER, LetterDraft
from arpad.office.letters import edit_template as decided_to_edit
from arpad.office.letters import send_again as decided_to_send
from arpad.storage import log
from arpad.storage.archived_files import CERTIFICATE, archive, name_files
from arpad.storage.deeds.asking import DeedOutcome, Origin, circumstances
from arpad.storage.deeds.change_settings import settings_of
from arpad.storage.deeds.lists import office_day
from arpad.storage.jobs.claims import machine_time
from arpad.storage.letters import next_letter, record_with_letters
from arpad.storage.models import DecidedSetting, ListVersion, OutboxMail, PlayerRow, Standing
from arpad.storage.settings_in_force import settings_in_force
from arpad.storage.signing import office_key, office_seed
from arpad.storage.wording import WORDS

if TYPE_CHECKING:
    from datetime import date

    from arpad.office.letters import EditTemplate
    from arpad.office.person import Person
    from arpad.storage.models import OfficeLetter, RatingSystem

NOWHERE = Origin()


def edit_template(person: Person, asked: EditTemplate, origin: Origin = NOWHERE) -> DeedOutcome:
    """Decide whether a kind of letter is written otherwise, and write it so from then on."""
    decision = decided_to_edit(person, asked, circumstances("letter.edit"))
    with transaction.atomic():
        entry = log.record(decision, origin.request, origin.system_user)
        for name, value in settings_of(decision.code, decision.facts).items():
            DecidedSetting.objects.update_or_create(name=name, defaults={"value": value, "changed_by": entry.number})
    return DeedOutcome(decision, entry.number)


def send_again(person: Person, number: int, reason: str, origin: Origin = NOWHERE) -> DeedOutcome:
    """Decide whether a mail that failed is sent once more, and let it wait for that."""
    with transaction.atomic():
        log.hold()
        mail = OutboxMail.objects.filter(number=number).first()
        if mail is None:
            raise RefusedError.of(WORDS, "no_mail", str(number), number=number)
        decision = decided_to_send(person, number, mail.state, reason, circumstances("outbox.send_again"))
        OutboxMail.objects.filter(number=number).update(state=OutboxMail.WAITING, not_before=machine_time())
        entry = log.record(decision, origin.request, origin.system_user)
    return DeedOutcome(decision, entry.number)


def issue_certificate(
    person: Person, system: RatingSystem, player: int, on: date, origin: Origin = NOWHERE
) -> tuple[DeedOutcome, OfficeLetter]:
    """Decide whether a certificate is issued, and issue it: numbered, archived by its hash, in the log."""
    row = PlayerRow.objects.filter(rating_system=system, fide_id=player).first()
    line = None if row is None else certified_line(system, row, on)
    federation = "" if row is None else row.federation
    with transaction.atomic():
        number = next_letter()
        state = CertificateState(circumstances("certificate.issue"), federation, office_day(), line, office_key())
        decision = decided_to_certify(person, player, on, state)
        if line is None:
            raise TypeError("a certificate without a line was decided on")
        title = settings_in_force().title
        data = certificate_bytes(line, on, office_day(), number.reference, title, office_seed())
        kept = archive().put(data)
        name_files([(kept, CERTIFICATE)])
        facts = {"player": str(player), "on_day": on.isoformat()}
        draft = LetterDraft("certificate", OF_PLAYER, player, facts, "", "", federation, kept.sha256)
        entry, (letter,) = record_with_letters(decision, [draft], origin)
    return DeedOutcome(decision, entry.number), letter


def certified_line(system: RatingSystem, row: PlayerRow, on: date) -> CertifiedLine | None:
    """Give what the list in use on a day says of a player; None where there was none, or the player is not on it."""
    public = (ListVersion.PUBLISHED, ListVersion.REVISED)
    versions = ListVersion.objects.filter(rating_system=system, stage__in=public, valid_from__lte=on)
    version = versions.order_by("-list_date", "-revision").first()
    if version is None:
        return None
    lines = Standing.objects.filter(
        rating_system=system, fide_id=row.fide_id, generation__lte=min(version.generation, system.generation)
    )
    standing = lines.order_by("-generation").first()
    if standing is None or standing.is_off:
        return None
    ratings = {kind: values for kind in KINDS if (values := _of_kind(standing, kind))["rating"] is not None}
    if not ratings:
        return None
    return CertifiedLine(
        row.fide_id, row.name, row.federation, row.title or row.womens_title, ratings, version.list_date,
        version.revision, version.valid_from, version.list_hash, version.fingerprint,
    )  # fmt: skip


def _of_kind(standing: Standing, kind: str) -> dict[str, Any]:
    return {name: getattr(standing, f"{kind}_{name}") for name in ("rating", "games", "k")}
