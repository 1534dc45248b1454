"""Nothing is sent that did not happen, and nothing that happened is lost: by a real mail server, and with kills."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from asked_questions import EMAIL, NAME, TEXT, AskedOffice, asked_office, from_outside, question
from django.db import connections, transaction
from django.test import override_settings
from smtp_sink import MailSink, mail_sink

from arpad.model.problems import RefusedError
from arpad.office.person import VISITOR
from arpad.storage import outbox
from arpad.storage.deeds import questions
from arpad.storage.deeds.correspondence import send_again
from arpad.storage.deeds.inbox import choose_digest
from arpad.storage.digests import write_digests
from arpad.storage.jobs.claims import machine_time
from arpad.storage.jobs.worker import work_here
from arpad.storage.models import Account, AskedQuestion, LogEntry, MailAttempt, OfficeLetter, OutboxMail
from arpad.storage.opening import open_now
from arpad.storage.verify import verify

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("office")
NO_LEASE = timedelta(0)
SENDER = """
import sys
from datetime import timedelta
from pathlib import Path
from django.conf import settings
from arpad.storage.opening import open_office
folder, port = sys.argv[1:]
backend = "django.core.mail.backends.smtp.EmailBackend"
open_office(Path(folder), {"EMAIL_BACKEND": backend, "EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": int(port)})
from arpad.storage import outbox
print("ready", flush=True)
outbox.send_due(timedelta(0))
"""


@pytest.fixture
def asked(tmp_path: Path) -> AskedOffice:
    """Give an office with a book and people."""
    return asked_office(tmp_path / "book")


def by_smtp(sink: MailSink) -> override_settings:
    """Send to a mail server of the test."""
    backend = "django.core.mail.backends.smtp.EmailBackend"
    return override_settings(EMAIL_BACKEND=backend, EMAIL_HOST="127.0.0.1", EMAIL_PORT=sink.port)


def test_a_mail_goes_out_by_the_worker_and_what_came_of_it_is_kept(asked: AskedOffice, tmp_path: Path) -> None:
    """Asked for when one is due, sent once, with its reference; a second round sends nothing."""
    assert outbox.ask_outbox() is None
    questions.ask_question(asked.cast["administrator"], question(asked.player))
    job = outbox.ask_outbox()
    assert job is not None
    with mail_sink(tmp_path / "mails") as sink, by_smtp(sink):
        assert work_here(job.number)
        job.refresh_from_db()
        assert job.result == {"sent": 1, "failed": 0}
        assert outbox.send_due() == {"sent": 0, "failed": 0}
        (mail,) = sink.mails()
    assert (mail["To"], mail["Subject"]) == (EMAIL, "Your question 1 (2027-1)")
    assert NAME in mail.get_content()
    assert mail["Message-ID"].startswith("<letter-1.")
    assert list(MailAttempt.objects.values_list("attempt", "outcome")) == [(1, "sent")]
    assert OutboxMail.objects.get().state == "sent"


def test_nothing_is_sent_for_work_that_was_rolled_back(asked: AskedOffice, tmp_path: Path) -> None:
    """A deed that fails after its letter was written leaves neither letter nor mail nor number."""
    with transaction.atomic():
        questions.ask_question(asked.cast["administrator"], question(asked.player))
        assert OutboxMail.objects.count() == OfficeLetter.objects.count() == 1
        transaction.set_rollback(True)
    with mail_sink(tmp_path / "mails") as sink, by_smtp(sink):
        outbox.send_due()
        assert sink.mails() == []
    assert not OfficeLetter.objects.exists()
    assert not AskedQuestion.objects.exists()


def test_a_failure_is_kept_and_tried_again_until_somebody_has_to_look(asked: AskedOffice, tmp_path: Path) -> None:
    """Nobody listens: five attempts, each later; then a person sends it again with a reason."""
    vera = asked.cast["administrator"]
    questions.ask_question(vera, question(asked.player))
    with mail_sink(tmp_path / "gone") as sink:
        closed = sink
    with by_smtp(closed):
        for attempt in range(1, 6):
            assert outbox.send_due() == {"sent": 0, "failed": 1}
            assert outbox.send_due() == {"sent": 0, "failed": 0}, "not before its time"
            OutboxMail.objects.filter(state="waiting").update(not_before=machine_time())
            assert MailAttempt.objects.filter(outcome="failed").exclude(failure="").count() == attempt
    mail = OutboxMail.objects.get()
    assert mail.state == "failed"
    with pytest.raises(RefusedError):
        send_again(vera, mail.number, "")
    send_again(vera, mail.number, "the mail server was moved")
    with pytest.raises(RefusedError):
        send_again(vera, mail.number, "once more")
    with mail_sink(tmp_path / "mails") as sink, by_smtp(sink):
        assert outbox.send_due() == {"sent": 1, "failed": 0}
    assert verify(again=False).problems == []


def test_an_address_that_is_refused_is_not_tried_again(asked: AskedOffice, tmp_path: Path) -> None:
    """The mail server says that there is nobody of this name."""
    questions.ask_question(asked.cast["administrator"], question(asked.player, email="refused@example.org"))
    with mail_sink(tmp_path / "mails") as sink, by_smtp(sink):
        assert outbox.send_due() == {"sent": 0, "failed": 1}
    assert OutboxMail.objects.get().state == "failed"
    assert "SMTPRecipientsRefused" in MailAttempt.objects.get().failure


def test_the_words_of_a_confirmation_are_not_kept(asked: AskedOffice, tmp_path: Path) -> None:
    """Its link is whoever's has the address; what is kept of it after it was sent is that it was."""
    _, token = from_outside(question(asked.player))
    with mail_sink(tmp_path / "mails") as sink, by_smtp(sink):
        outbox.send_due()
        (mail,) = sink.mails()
    assert token in mail.get_content()
    assert OutboxMail.objects.get().body == ""
    assert not LogEntry.objects.filter(facts__icontains=token).exists()
    questions.confirm_address(VISITOR, token)


def test_a_header_cannot_be_put_into_a_mail(asked: AskedOffice, tmp_path: Path) -> None:
    """What somebody writes stays in the body, line breaks and all."""
    text = f"{TEXT}\nBcc: all@example.org\n.\nQUIT"
    with mail_sink(tmp_path / "mails") as sink, by_smtp(sink):
        vera = asked.cast["administrator"]
        questions.ask_question(vera, question(asked.player))
        questions.answer(vera, 1, text)
        outbox.send_due()
        mail = sink.mails()[1]
    assert mail["Bcc"] is None
    assert "Bcc: all@example.org\n.\nQUIT" in mail.get_content().replace("\r\n", "\n")


def test_digests_come_once_a_day_to_whoever_chose_them(asked: AskedOffice) -> None:
    """Numbers and days; no name of whoever asked."""
    vera = asked.cast["administrator"]
    Account.objects.filter(record=vera.record).update(email="vera@example.org")
    questions.ask_question(vera, question(asked.player, email=""))
    assert write_digests() == 0
    choose_digest(vera, wanted=True)
    assert (write_digests(), write_digests()) == (1, 0)
    mail = OutboxMail.objects.get()
    assert (mail.address, mail.mark) == ("vera@example.org", f"digest-{vera.record}-2027-02-01")
    assert "Answer question 1" in mail.body
    assert NAME not in mail.body
    choose_digest(vera, wanted=False)
    OutboxMail.objects.all().delete()
    assert write_digests() == 0


@pytest.mark.parametrize("moment", ["before", "while"])
def test_a_worker_that_is_killed_leaves_a_mail_neither_lost_nor_marked_twice(
    asked: AskedOffice, tmp_path: Path, moment: str
) -> None:
    """Between the deed and the sending, and while the mail server has it: it goes out, with the same Message-ID."""
    vera = asked.cast["administrator"]
    for _ in range(3):
        questions.ask_question(vera, question(asked.player))
    folder = open_now().folder
    connections.close_all()
    with mail_sink(tmp_path / "mails", seconds=600) as slow:
        words = [sys.executable, "-c", SENDER, str(folder), str(slow.port)]
        with subprocess.Popen(words, stdout=subprocess.PIPE, env={**os.environ}) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == b"ready\n"
            until = time.monotonic() + 300
            while moment == "while" and not slow.mails() and time.monotonic() < until:
                time.sleep(0.02)
            process.send_signal(signal.SIGKILL)
        before = len(slow.mails())
    assert before == (1 if moment == "while" else before)
    assert not MailAttempt.objects.filter(outcome="sent").exists()
    with mail_sink(tmp_path / "again") as sink, by_smtp(sink):
        outbox.send_due(NO_LEASE)
        marks = sorted(str(mail["Message-ID"]).partition(".")[0] for mail in sink.mails())
    assert marks == ["<letter-1", "<letter-2", "<letter-3"]
    assert set(OutboxMail.objects.values_list("state", flat=True)) == {"sent"}
    assert MailAttempt.objects.filter(outcome="sent").count() == 3
    assert not MailAttempt.objects.filter(outcome="begun").exists()
    if moment == "while":
        assert list(MailAttempt.objects.filter(mail=1).order_by("attempt").values_list("outcome", flat=True)) == [
            "unknown", "sent",
        ]  # fmt: skip
    assert verify(again=False).problems == []


def test_two_workers_send_no_mail_twice(asked: AskedOffice) -> None:
    """What one has claimed the other does not get; who lost a claim marks nothing."""
    vera = asked.cast["administrator"]
    for _ in range(2):
        questions.ask_question(vera, question(asked.player))
    first, second = outbox.claimed(), outbox.claimed()
    assert first is not None
    assert second is not None
    assert (first.mail.number, second.mail.number) == (1, 2)
    assert outbox.claimed() is None
    again = outbox.claimed(NO_LEASE)
    assert again is not None
    assert (again.mail.number, again.attempt) == (1, 2)
    with override_settings(EMAIL_BACKEND="django.core.mail.backends.dummy.EmailBackend"):
        assert outbox.send(first)
        assert OutboxMail.objects.get(number=1).state == "sending"
        assert outbox.send(again)
    assert list(MailAttempt.objects.filter(mail=1).order_by("attempt").values_list("outcome", flat=True)) == [
        "unknown", "sent",
    ]  # fmt: skip
