"""The life of an event through the pages, on both databases: a late registration becomes an accepted report."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from event_life import ANSWERS, BEFORE, FACTS, PLAYED, broken_report, doubtful_report, office_of_life, on
from office_reports import file_of, tournament_of, with_entry
from offices import DATABASES
from web_events import person_named
from web_offices import HOSTILE, OWN, logged_in

from arpad.book.lists import with_people
from arpad.book.view import list_name
from arpad.storage.jobs.worker import work_here

if TYPE_CHECKING:
    from pathlib import Path

    from django.http import HttpResponse

    from arpad.storage.models import RatingSystem

WHY = "as the office decided"


def text_of(answer: HttpResponse) -> str:
    """Give a page as text."""
    return answer.content.decode()


def hidden(answer: HttpResponse) -> dict[str, str]:
    """Give the hidden fields of a form, as a browser sends them again."""
    return dict(re.findall(r'<input type="hidden" name="(seen|fingerprint|rows)" value="([^"]*)"', text_of(answer)))


def faults_of(answer: HttpResponse) -> list[str]:
    """Give the faults on top of a form."""
    return re.findall(r'<div class="faults".*?</div>', text_of(answer), re.DOTALL)


def done(client: Client, place: str, /, **given: Any) -> str:  # noqa: ANN401 - what is typed, and files
    """Send the form of a deed as it stands, with what is typed; give where it leads."""
    form = client.get(place)
    assert form.status_code == 200, (place, form.status_code)
    answer = client.post(place, {**hidden(form), **given})
    assert answer.status_code == 302, (place, faults_of(answer))
    return str(answer.headers["Location"])


def sent(data: bytes, name: str = "open.trf") -> SimpleUploadedFile:
    """Give a file that is sent."""
    return SimpleUploadedFile(name, data)


@pytest.mark.parametrize("database", DATABASES)
def test_a_late_registration_becomes_an_accepted_report(database: str, tmp_path: Path) -> None:
    """Approved by letter, broken, returned, sent anew, matched, answered, accepted; every step on its page."""
    with office_of_life(database, tmp_path / "office") as (_, system):
        event = done(logged_in("ottar"), "/office/events/new/", **FACTS)
        assert "waits for approval" in text_of(logged_in("ottar").get(event))
        approval = {"what": "late_registration", "body": "qc_chair", "verdict": "granted", "decided_on": f"{BEFORE}"}
        done(logged_in("vera"), f"{event}record-approval/", **approval, paper=sent(b"We let it pass.", HOSTILE))
        on(PLAYED)
        ottar, vera, arno = (logged_in(name) for name in ("ottar", "vera", "arno"))
        assert "report awaited" in text_of(ottar.get(event))
        days = {"received_on": "2026-10-19", "arbiter_sent_on": "2026-10-18"}
        done(arno, f"{event}take-in/", paper=sent(broken_report(system)), **days)
        report = text_of(ottar.get(f"{event}report/"))
        assert "it has faults" in report
        assert "<code>001    x" in report
        assert ottar.post(f"{event}accept/", hidden(ottar.get(f"{event}accept/"))).status_code == 422
        to = {"letter_to": "Arno Brandt", "letter_address": "arno@example.org"}
        done(ottar, f"{event}return/", text_0="line 13 cannot be read", until="2026-10-25", **to)
        assert [kind for kind, _ in letters()] == ["report_returned"]
        assert letters()[0][1] == "arno@example.org"
        assert "to come back by 25 October 2026" in text_of(arno.get(event))
        for place in (event, f"{event}take-in/"):
            assert "line 13 cannot be read" in text_of(arno.get(place)), place

        done(arno, f"{event}take-in/", paper=sent(doubtful_report(system)), **days)
        players = text_of(ottar.get(f"{event}players/"))
        assert "Nobody has this number." in players
        proposed = re.search(r'name="player_3" value="(\d+)"', players)
        assert proposed is not None
        done(ottar, f"{event}players/", player_3=proposed[1], reason=WHY)
        assert "Every player of the report is known" in text_of(ottar.get(f"{event}players/"))
        assert "<td>99</td>" in text_of(ottar.get(f"{event}report/"))

        asked = set(re.findall(r'name="fact_(\w+)"', text_of(ottar.get(f"{event}answer/"))))
        done(ottar, f"{event}answer/", reason=WHY, **{f"fact_{name}": ANSWERS.get(name, "yes") for name in asked})
        assert "clean" in text_of(ottar.get("/office/events/accept/"))
        assert "This is accepted, and nothing else" in text_of(ottar.get(f"{event}accept/"))
        done(ottar, f"{event}accept/")
        shown = text_of(ottar.get(event))
        assert "due for a list" in shown
        assert "Bytes and facts are as they were accepted." in shown
        assert HOSTILE not in shown
        assert text_of(vera.get("/office/events/")).count(">Open of Győr<") == 1
        book = re.search(r'href="(/office/events/\d+/)"', shown)
        assert book is not None
        assert event in text_of(vera.get(book[1]))


def test_a_refusal_is_appealed_against_and_allowed(tmp_path: Path) -> None:
    """Refused with an article, the body and the last day are said; allowed, the event is due for a list."""
    with office_of_life("sqlite", tmp_path / "office") as (_, system):
        event = registered_in_time()
        ottar, olga, vera = (logged_in(name) for name in ("ottar", "olga", "vera"))
        done(ottar, f"{event}take-in/", received_on="2026-10-19", paper=sent(doubtful_report(system)))
        shown = text_of(ottar.get(event))
        assert [name for name in ("approval", "ask-number", "accept") if f"{event}{name}" in shown] == ["accept"]
        assert "ask-approval" not in shown
        assert re.search(r'<div class="deeds"><a class="button" href="[^"]*answer/">', shown)
        assert "It came by 29 October 2026, when that list closes for reports." in shown
        asked = ottar.post(f"{event}return/", {**hidden(ottar.get(f"{event}return/")), "text_0": "no results"})
        assert (asked.status_code, "come back" in faults_of(asked)[0]) == (422, True)
        without = ottar.post(f"{event}refuse/", {**hidden(ottar.get(f"{event}refuse/")), "text_0": "two rounds a day"})
        assert "article" in faults_of(without)[0]
        done(ottar, f"{event}refuse/", text_0="two rounds a day", article_0="fide-2024-03 5.1")
        assert "two rounds a day" in text_of(olga.get(event))
        public = Client().get(event.removeprefix("/office"), follow=True).content.decode()
        assert "It was refused for what these articles ask:" in public
        assert 'href="/regulations/fide-2024-03/5.1/"' in public
        assert "two rounds a day" not in public
        until = re.search(r"to ([^<]*), until ([^<]*)</dd>", text_of(olga.get(f"{event}lodge-appeal/")))
        assert until is not None
        done(olga, f"{event}lodge-appeal/", lodged_on="2026-10-19", reason="it was one round a day")
        assert "An appeal is being heard." in text_of(ottar.get(event))
        heard = text_of(vera.get(f"{event}decide-appeal/"))
        assert [words in heard for words in ("two rounds a day", "fide-2024-03 5.1", "it was one round a day")] == [
            True
        ] * 3
        body = re.search(r'name="body" value="(\w+)"', heard)
        assert body is not None
        given = {"verdict": "allowed", "body": body[1], "decided_on": "2026-10-19", "document": "minutes 4"}
        done(vera, f"{event}decide-appeal/", **given, reason=WHY)
        assert "due for a list" in text_of(ottar.get(event))
        assert letters() == [("report_refused", ""), ("appeal_decided", "")]


def test_a_report_comes_by_a_link_and_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever holds the link sends it without an account, slowed down; an officer takes it in; used up it ends."""
    from arpad.storage import outside as outside_limits  # noqa: PLC0415 - after Django is set up

    with office_of_life("sqlite", tmp_path / "office") as (_, system):
        event = registered_in_time()
        ottar, outside = logged_in("ottar"), Client()
        given = hidden(ottar.get(f"{event}link/")) | {"ends_on": "2026-10-25", "uploads": "1"}
        link = re.search(r"(/office/send/[\w-]+/)", text_of(ottar.post(f"{event}link/", given)))
        assert link is not None
        assert outside.get("/office/send/nothing/").status_code == 410
        assert "Choose the file." in text_of(outside.post(link[1], {}))
        report = sent(doubtful_report(system))
        with monkeypatch.context() as slow:
            slow.setattr(outside_limits, "REPORTS", replace(outside_limits.REPORTS, by_address=0))
            slowed = outside.post(link[1], {"paper": report})
        assert (slowed.status_code, "Try again later" in faults_of(slowed)[0]) == (422, True)
        report.seek(0)
        assert "The report came." in text_of(outside.post(link[1], {"paper": report}))
        assert outside.post(link[1], {"paper": sent(b"012 again")}).status_code == 422
        upload = re.search(r'name="upload" value="(\d+)"', text_of(ottar.get(f"{event}take-in/")))
        assert upload is not None
        done(ottar, f"{event}take-in/", upload=upload[1], received_on="2026-10-19")
        assert "to look at" in text_of(ottar.get(event))


def test_a_missing_report_is_asked_for_by_a_letter(tmp_path: Path) -> None:
    """By the officer, once the event is over; the timeline has it, and nobody else is offered it."""
    with office_of_life("sqlite", tmp_path / "office"):
        event = registered_in_time()
        ottar, arno = logged_in("ottar"), logged_in("arno")
        assert f"{event}remind/" in text_of(ottar.get(event))
        assert f"{event}remind/" not in text_of(arno.get(event))
        to = {"letter_to": "Arno Brandt", "letter_address": "arno@example.org"}
        assert done(ottar, f"{event}remind/", **to) == event
        assert letters() == [("report_reminder", "arno@example.org")]
        assert "Somebody was reminded of the report" in text_of(ottar.get(event))


def test_who_acts_in_spite_of_a_conflict_is_listed(tmp_path: Path) -> None:
    """Whoever asked for an approval gives it all the same, with a reason: the log has a list of that."""
    with office_of_life("sqlite", tmp_path / "office"):
        event, vera = done(logged_in("ottar"), "/office/events/new/", **FACTS), logged_in("vera")
        done(vera, f"{event}ask-approval/", what="late_registration", reason=WHY)
        approval = {"what": "late_registration", "body": "qc_chair", "verdict": "granted", "decided_on": f"{BEFORE}"}
        place, paper = f"{event}record-approval/", {"document": "letter 12"}
        refused = vera.post(place, {**hidden(vera.get(place)), **approval, **paper})
        assert (refused.status_code, "asked" in faults_of(refused)[0]) == (422, True)
        assert "No entry fits" in text_of(vera.get("/office/log/?conflict=1"))
        done(vera, place, **approval, **paper, despite_conflict="on", reason="nobody else is there")
        listed = text_of(vera.get("/office/log/?conflict=1"))
        assert "all the same" in listed
        assert "nobody else is there" in listed
        assert listed.count('<td class="number">') == 1


def letters() -> list[tuple[str, str]]:
    """Give the letters that were written, each with the address to which it was put into the outbox, if to any."""
    from arpad.storage.models import OfficeLetter, OutboxMail  # noqa: PLC0415 - needs an office that is open

    mails = {mail.letter_id: mail.address for mail in OutboxMail.objects.all()}
    return [(letter.kind, mails.get(letter.pk, "")) for letter in OfficeLetter.objects.order_by("pk")]


def registered_in_time() -> str:
    """Register an event in time, and let its days pass; give the address of its page."""
    on(BEFORE.replace(day=1))
    event = done(logged_in("ottar"), "/office/events/new/", **FACTS)
    on(PLAYED)
    return event


def test_a_number_is_asked_for_and_given_by_the_registrar(tmp_path: Path) -> None:
    """The request stands in the inbox and in a queue, with who the player is; given, it stands in the report.

    Where the player is erased, so is what was asked about somebody without a number.
    """
    from arpad.office.keep_office import Erase  # noqa: PLC0415 - after Django is set up
    from arpad.storage.deeds.confirm import confirm  # noqa: PLC0415 - the same
    from arpad.storage.deeds.erase_person import erase_person  # noqa: PLC0415 - the same
    from arpad.storage.models import SealedValue  # noqa: PLC0415 - the same

    with office_of_life("sqlite", tmp_path / "office") as (_, system):
        event = registered_in_time()
        ottar, runa, pia = (logged_in(name) for name in ("ottar", "runa", "pia"))
        report = file_of(with_entry(tournament_of(system), 3, fide_id=None, name="Newcomer, Nora")).data
        done(ottar, f"{event}take-in/", received_on="2026-10-19", paper=sent(report))
        done(ottar, f"{event}ask-number/", player="3")
        assert 'href="/office/events/numbers/"' in text_of(runa.get("/office/inbox/?kind=number"))
        assert "Newcomer, Nora" in text_of(runa.get("/office/events/numbers/"))
        assert "Newcomer" not in text_of(pia.get("/office/events/numbers/"))
        assert ottar.get("/office/events/numbers/1/give/").status_code == 403
        player = {"name": "Newcomer, Nora", "born": "2001-02-03", "sex": "w", "of_federation": OWN}
        sources = {f"source_{value}": "passport" for value in ("name", "born", "sex", "federation")}
        given = {"fide_id": "99111222", "way": "given_by_office", **player, **sources}
        place = "/office/events/numbers/1/give/"
        without = runa.post(place, {**hidden(runa.get(place)), **given, "source_born": "", "born": "2001-13-03"})
        assert "Choose from where the birth is known." in faults_of(without)[0]
        done(runa, place, **given)
        assert "No number is asked for" in text_of(runa.get("/office/events/numbers/"))
        assert "99111222" in text_of(ottar.get(f"{event}report/"))
        done(ottar, f"{event}attach/", kind="other", paper=sent(b"more"))
        assert runa.get(place).status_code == 404
        waiting = erase_person(person_named("vera"), Erase(99111222, "asked for, Article 17")).waiting
        assert waiting is not None
        confirm(person_named("tomas"), waiting.number)
        assert not SealedValue.objects.filter(of="request", value__isnull=False).exists()


def test_what_waits_is_opened_from_the_inbox_and_uploads_are_set_aside(tmp_path: Path) -> None:
    """A duty leads to its event; what came by a link stands in a queue, is set aside with a reason, and links end."""
    with office_of_life("sqlite", tmp_path / "office") as (_, system):
        event = registered_in_time()
        ottar, outside = logged_in("ottar"), Client()
        assert f'href="{event}"' in text_of(ottar.get("/office/inbox/?kind=missing_report"))
        given = hidden(ottar.get(f"{event}link/")) | {"ends_on": "2026-10-25", "uploads": "3"}
        link = re.search(r"(/office/send/[\w-]+/)", text_of(ottar.post(f"{event}link/", given)))
        assert link is not None
        outside.post(link[1], {"paper": sent(doubtful_report(system), HOSTILE)})
        assert 'href="/office/events/uploads/"' in text_of(ottar.get("/office/inbox/?kind=upload"))
        queue = text_of(ottar.get("/office/events/uploads/"))
        assert "Open of Győr" in queue
        assert HOSTILE not in queue
        refused = ottar.post("/office/events/uploads/", {"waiting": "1"})
        assert (refused.status_code, "reason" in faults_of(refused)[0]) == (422, True)
        assert ottar.post("/office/events/uploads/", {"waiting": "1", "reason": "sent twice"}).status_code == 302
        assert "Nothing waits" in text_of(ottar.get("/office/events/uploads/"))
        assert "0 of 3" not in text_of(ottar.get(f"{event}link/"))
        done(ottar, "/office/events/links/1/end/", reason="it was passed around")
        assert "Links that are open" not in text_of(ottar.get(f"{event}link/"))
        assert outside.post(link[1], {"paper": sent(b"012 again")}).status_code == 422


def test_an_entry_list_is_checked_before_play(tmp_path: Path) -> None:
    """Every line that has to be looked at, whom the office knows instead, and the class; of a clean one it says so."""
    with office_of_life("sqlite", tmp_path / "office") as (_, system):
        on(BEFORE.replace(day=1))
        event = done(logged_in("ottar"), "/office/events/new/", **FACTS)
        olga = logged_in("olga")
        assert f"{event}entries/" in text_of(olga.get(event))
        known = [(each.fide_id, each.name) for each in tournament_of(system).entries[:3]]
        (first, name), (second, _), (third, own) = known
        lines = f"number,name\n{first},{name}\n{second},{HOSTILE}\n77,Nobody\n,Newcomer\n{first},{name}\n"
        checked = text_of(olga.post(f"{event}entries/", {"entry_file": sent(lines.encode(), "entries.csv")}))
        assert "4 lines have to be looked at." in checked
        for words in (
            "another name under this number",
            "nobody has this number",
            "has no number",
            "stands there twice",
        ):
            assert words in checked, words
        assert HOSTILE not in checked
        clean = olga.post(f"{event}entries/", {"entries": f"{first},{name}\n{third},{own}"})
        assert "2 players are known, and nothing speaks against the list." in text_of(clean)
        assert olga.post(f"{event}entries/", {}).status_code == 422
        assert olga.post(f"{event}entries/", {"entries": "no number"}).status_code == 422
        on(PLAYED)
        assert f"{event}entries/" not in text_of(logged_in("olga").get(event))


def test_an_event_is_sent_on_and_fides_list_is_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody without a number is sent on; the file is handed over and kept; what differs becomes a question to FIDE."""
    monkeypatch.setenv("ARPAD_SERVES", "under_fide")
    with office_of_life("sqlite", tmp_path / "office") as (_, system):
        event = registered_in_time()
        ottar, vera, pia = (logged_in(name) for name in ("ottar", "vera", "pia"))
        nameless = file_of(with_entry(tournament_of(system), 3, fide_id=None)).data
        done(ottar, f"{event}take-in/", received_on="2026-10-19", paper=sent(nameless))
        asked = set(re.findall(r'name="fact_(\w+)"', text_of(ottar.get(f"{event}answer/"))))
        done(ottar, f"{event}answer/", reason=WHY, **{f"fact_{name}": ANSWERS.get(name, "yes") for name in asked})
        refused = ottar.post(f"{event}accept/", hidden(ottar.get(f"{event}accept/")))
        assert (refused.status_code, "number" in faults_of(refused)[0]) == (422, True)
        right = tournament_of(system).by_number()[3].fide_id
        done(ottar, f"{event}correct/", field_0="player.fide_id", player_0="3", after_0=str(right), reason=WHY)
        done(ottar, f"{event}accept/")
        file = ottar.get(f"{event}fide-file")
        assert (file.status_code, f"{right}".encode() in file.content) == (200, True)
        done(ottar, f"{event}fide-send/", sent_on="2026-10-19", fide_code="412345")
        assert sha256(file.content).hexdigest() in text_of(ottar.get(event))

        place = "/office/events/fide/compare/"
        moved = list_of_fide(system, date(2026, 11, 1), 3)
        given = {"fide_list": sent(moved, "standard_nov26frl.csv"), "list_month": "2026-11"}
        assert faults_of(ottar.post(place, {"list_month": "2026-11-02"}))
        compared = str(ottar.post(place, given).headers["Location"])
        work_here(int(compared.rstrip("/").rpartition("/")[2]))
        result = str(ottar.get(compared).headers["Location"])
        page = text_of(ottar.get(result))
        assert page.count(">ask FIDE<") == 1
        assert "ask FIDE" not in text_of(pia.get(result))
        assert b"fide-2026-11" in ottar.get(f"{result.rstrip('/')}.csv").headers["Content-Disposition"].encode()
        ask = re.search(r'href="([^"]*/ask/)"', page)
        assert ask is not None
        assert pia.get(ask[1]).status_code == 404
        question = done(vera, ask[1])
        assert "difference on FIDE" in text_of(vera.get(question))
        assert ">ask FIDE<" not in text_of(ottar.get(result))
        assert "1 difference" in text_of(ottar.get("/office/events/fide/"))


def list_of_fide(system: RatingSystem, day: date, more: int) -> bytes:
    """Give the list that an office expects as a file, in which one rating is another."""
    from arpad.storage.deeds.compare_fide_list import expected_list  # noqa: PLC0415 - after Django is set up

    expected = expected_list(system, day)
    frame = with_people(expected.view.table(list_name(day)), expected.view.table("players"))
    shown = frame.select(name for name, kind in frame.schema.items() if kind != pl.Binary)
    moved = pl.when(pl.col("fide_id") == min(expected.events)).then(more).otherwise(0)
    return shown.with_columns(pl.col("standard_rating") + moved).write_csv().encode()
