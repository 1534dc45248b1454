"""What an office of the pages' tests was asked and has in hand: questions of both federations, letters, a stand-in."""

from __future__ import annotations

from datetime import timedelta
from hashlib import sha256

from arpad.model.clock import now, today
from arpad.office.ask_question import AskQuestion
from arpad.office.keep_inbox import NameStandIn

CALENDAR = "calendar-of-vera"
"""The secret part of the address of somebody's calendar."""
HOSTILE_WORDS = "<script>alert(2)</script> {reference}\n<b>bold</b>"


def asked() -> None:
    """Let questions be asked, letters be written, a certificate be issued and a stand-in be named."""
    from arpad.storage.deeds import inbox, questions  # noqa: PLC0415 - after Django is set up
    from arpad.storage.deeds.correspondence import issue_certificate  # noqa: PLC0415 - the same
    from arpad.storage.models import Account, DutyCalendar, GameRow, PlayerRow  # noqa: PLC0415 - the same
    from arpad.storage.queries.people import person_with  # noqa: PLC0415 - the same
    from arpad.storage.queries.systems import rating_system  # noqa: PLC0415 - the same

    system = rating_system()
    assert system is not None
    assert system.newest is not None
    vera, tomas = (person_with(Account.objects.get(username=name), now()) for name in ("vera", "tomas"))
    played = GameRow.objects.filter(rating_system=system).values_list("white", flat=True)
    day = system.newest.list_date
    for federation in ("AAA", "BBB"):
        rows = PlayerRow.objects.filter(federation=federation, fide_id__in=set(played)).order_by("fide_id")
        number = rows.values_list("fide_id", flat=True)[0]
        name, email = "<i>Nora</i>", "nora@example.org"
        question = AskQuestion("wrong_result", number, HOSTILE_WORDS, "standard", day, name=name, email=email)
        questions.ask_question(vera, question, evidence=f"a score sheet {federation}".encode())
    player = PlayerRow.objects.filter(federation="AAA").order_by("fide_id").values_list("fide_id", flat=True)[0]
    inbox.assign(vera, "question", 1, vera.record)
    inbox.note(vera, "question", 1, HOSTILE_WORDS)
    inbox.name_stand_in(vera, NameStandIn(tomas.record, today(), today() + timedelta(days=7)))
    inbox.renew_calendar(vera)
    DutyCalendar.objects.filter(account=vera.record).update(token_hash=sha256(CALENDAR.encode()).hexdigest())
    issue_certificate(vera, system, player, today())
