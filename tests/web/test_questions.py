"""Questions by the pages: asked without a log-in and confirmed, slowed down, answered, set aside; calendars, checks."""

from __future__ import annotations

import hashlib
import json
import re

import pytest
from django.test import Client
from office_addresses import address, parts
from web_offices import logged_in
from web_questions import CALENDAR, HOSTILE_WORDS

from arpad.office.issue_certificate import signature_state

pytestmark = pytest.mark.usefixtures("office")


def asked_by(client: Client, **more: object) -> int:
    """Ask by the public form; give the status of the answer."""
    from arpad.storage.models import PlayerRow  # noqa: PLC0415 - an office is open first

    player = PlayerRow.objects.order_by("fide_id").values_list("fide_id", flat=True)[0]
    given = {"matter": "missing_game", "player": player, "words": HOSTILE_WORDS, "email": "n@example.org", **more}
    return client.post("/questions/new/", given).status_code


def test_whoever_asks_confirms_the_address_and_many_are_slowed_down() -> None:
    """A look at the link confirms nothing, the button does; the sixth question within an hour is not taken."""
    from arpad.storage.models import AskedFromOutside, AskedQuestion, OutboxMail  # noqa: PLC0415 - the same

    AskedFromOutside.objects.all().delete()
    client, before = Client(), AskedQuestion.objects.count()
    assert asked_by(client, player="7", words="") == 422
    assert AskedQuestion.objects.count() == before
    assert asked_by(client) == 200
    number = before + 1
    mail = OutboxMail.objects.get(mark=f"confirm-{number}")
    (place,) = re.findall(r"http://testserver(/questions/\S+)", mail.body)
    assert "Confirm that the answer" in client.get(place).content.decode()
    assert AskedQuestion.objects.get(number=number).stage == "unconfirmed"
    assert client.post(place).status_code == 302
    assert AskedQuestion.objects.get(number=number).stage == "open"
    assert client.post(place).status_code == 422
    while AskedFromOutside.objects.count() < 5:
        assert asked_by(client) == 200
    last = client.post("/questions/new/", {"matter": "method", "player": "1", "words": "x"})
    assert (last.status_code, "Try again later" in last.content.decode()) == (422, True)
    assert asked_by(Client(REMOTE_ADDR="192.0.2.7")) == 200


def test_a_question_is_answered_and_others_are_set_aside_in_the_browser() -> None:
    """What was typed from outside is text on every page; the reason is asked for."""
    of, vera = parts(), logged_in("vera")
    page = vera.get(address("question", of)).content.decode()
    assert "&lt;script&gt;alert(2)&lt;/script&gt;" in page
    assert "<script>alert(2)" not in page
    refused = vera.post(address("answer_question", of), {"words": ""})
    assert (refused.status_code, "Write what there is to say" in refused.content.decode()) == (422, True)
    answered = vera.post(address("answer_question", of), {"words": "It stands.", "explained": "on"})
    assert answered.status_code == 302
    closed = vera.post(address("close_question", of), {"outcome": "corrected", "correction": "1"})
    assert "puts nothing right" in closed.content.decode()
    assert vera.post(address("close_question", of), {"outcome": "stands"}).status_code == 302
    chosen = "/office/questions/set-aside/?question=2"
    assert "2" in vera.get(chosen).content.decode()
    assert vera.post("/office/questions/set-aside/", {"numbers": "2", "reason": ""}).status_code == 422
    assert vera.post("/office/questions/set-aside/", {"numbers": "2", "reason": "advertising"}).status_code == 302


def test_a_calendar_and_a_certificate_are_for_whoever_has_the_address() -> None:
    """The calendar names nobody; a fingerprint is taken with spaces, and a guessed one is none."""
    calendar = Client().get(f"/duties/{CALENDAR}.ics")
    assert calendar.headers["Content-Type"].startswith("text/calendar")
    assert calendar.content.startswith(b"BEGIN:VCALENDAR\r\n")
    assert b"Nora" not in calendar.content
    assert Client().get("/duties/guessed.ics").status_code == 404
    place = address("certificate", parts())
    digest = place.strip("/").rpartition("/")[2]
    looked_up = Client().get("/certificates/", {"fingerprint": f" {digest[:32].upper()} {digest[32:]} "})
    assert looked_up.headers["Location"] == place
    shown = Client().get(place).content.decode()
    assert "This office issued it" in shown
    assert "Its signature is that of this office, and holds." in shown
    file = Client().get(f"{place}file")
    assert hashlib.sha256(file.content).hexdigest() == digest
    key = json.loads(file.content)["key"]
    assert signature_state(json.loads(file.content), key) == "holds"
    assert key in Client().get("/certificates/").content.decode()
    assert Client().get(f"/certificates/{'0' * 64}/file").status_code == 404
    assert Client().get("/certificates/", {"fingerprint": "0" * 64}).status_code == 422
    assert Client().get(f"/certificates/{'0' * 64}/").status_code == 404


def test_a_letter_is_written_otherwise_and_a_note_kept() -> None:
    """By the pages, each with its decision."""
    of, vera = parts(), logged_in("vera")
    given = {"subject": "{password}", "body": "x", "reason": "why"}
    assert "{password}" not in vera.get(address("templates", of)).content.decode()
    assert vera.post(address("template", of), given).status_code == 422
    assert vera.post(address("template", of), {**given, "subject": "R {reference}"}).status_code == 302
    assert "R {reference}" in vera.get(address("templates", of)).content.decode()
    assert vera.post(address("note", of), {"note": "phoned"}).status_code == 302
    assert "phoned" in vera.get(address("matter", of)).content.decode()
    calendar = vera.post(address("calendar", of)).content.decode()
    assert "/duties/" in calendar
