"""Deeds through the forms of the pages: invited, granted, closed, published, put right, revised, refused."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest
from django.test import Client
from web_events import person_named
from web_offices import PASSWORD, SECRET, logged_in

from arpad.book.about import About
from arpad.book.change import changed
from arpad.book.folder import Book
from arpad.lab.world.world import world
from arpad.web.one_time_codes import code_of, step_now

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from django.http import HttpResponse

pytestmark = pytest.mark.usefixtures("office")
WHY = "as the office decided in its meeting"


@pytest.fixture(autouse=True)
def anew() -> None:
    """Let a code of the second factor be good in every test."""
    from arpad.storage.models import SecondFactor  # noqa: PLC0415 - after Django is set up

    SecondFactor.objects.update(last_step=0)


def worked(answer: HttpResponse) -> str:
    """Do the work that a form began, and give the address of its page."""
    from arpad.storage.jobs.worker import work_here  # noqa: PLC0415 - after Django is set up
    from arpad.storage.models import Job  # noqa: PLC0415 - the same

    place = str(answer.headers["Location"])
    number = int(place.rstrip("/").rpartition("/")[2])
    work_here(number)
    job = Job.objects.get(number=number)
    assert job.state == "done", job.failure
    return place


def faults(answer: HttpResponse) -> list[str]:
    """Give the faults on top of a form."""
    assert answer.status_code == 422, answer.status_code
    top = re.search(r'<div class="faults".*?</div>', answer.content.decode(), re.DOTALL)
    assert top is not None
    return [re.sub(r"<[^>]+>", "", item) for item in re.findall(r"<li>(.*?)</li>", top[0], re.DOTALL)]


def test_an_invitation_is_confirmed_accepted_and_used_once() -> None:
    """One asks, another confirms and gets the link; whoever holds it opens an account."""
    vera, tomas = logged_in("vera"), logged_in("tomas")
    given = {
        "full_name": "Nils Holm",
        "email": "nils@example.org",
        "role": "federation_officer",
        "federation": "aaa",
        "reason": WHY,
    }
    asked = vera.post("/office/people/invite/", given)
    place = asked.headers["Location"]
    assert "You asked for this" in vera.get(place).content.decode()
    assert faults(vera.post(f"{place}confirm/"))[0].startswith("Nobody confirms")
    page = tomas.post(f"{place}confirm/").content.decode()
    link = re.search(r"http://testserver(/office/invitation/[^<\s]+)", page)
    assert link is not None
    new = {"username": "nils", "full_name": "Nils Holm", "new_password": PASSWORD, "new_password_again": PASSWORD}
    visitor = Client()
    assert faults(visitor.post(link[1], new | {"username": "vera"}))
    assert visitor.post(link[1], new).headers["Location"] == "/office/account/second-factor/"
    assert visitor.get("/office/players/").status_code == 200
    assert Client().get(link[1]).status_code == 410


def test_proof_is_asked_for_in_the_form_itself() -> None:
    """Whoever has not proved lately gives a code beside the reason, and loses nothing that was typed."""
    client = logged_in("vera", is_proved=False)
    page = client.get("/office/people/5/renew-factor/").content.decode()
    assert 'name="proof_code"' in page
    wrong = client.post("/office/people/5/renew-factor/", {"reason": WHY, "proof_code": "000000"})
    assert faults(wrong)[0].startswith("This code is not good")
    assert WHY in wrong.content.decode()
    right = {"reason": WHY, "proof_code": code_of(SECRET, step_now())}
    assert client.post("/office/people/5/renew-factor/", right).status_code == 302
    assert 'name="proof_code"' not in client.get("/office/people/6/renew-factor/").content.decode()


def test_a_reason_is_needed_and_what_was_chosen_stays() -> None:
    """All faults at once, each with its field."""
    answer = logged_in("vera").post("/office/people/4/grant/", {"role": "", "federation": "AAA"})
    assert faults(answer) == ["Choose a role.", "Say why; the reason stands in the log."]
    assert 'value="AAA"' in answer.content.decode()


def test_a_role_is_granted_by_two_and_ended_by_one() -> None:
    """The log names both."""
    vera, tomas = logged_in("vera"), logged_in("tomas")
    asked = vera.post("/office/people/10/grant/", {"role": "organiser", "federation": "", "reason": WHY})
    assert tomas.post(f"{asked.headers['Location']}confirm/").status_code == 302
    page = vera.get("/office/log/?code=account.grant").content.decode()
    assert "Vera Lindqvist" in page
    assert "Tomas Okafor" in page
    assert vera.post("/office/people/10/roles/organiser/end/", {"reason": WHY}).status_code == 302
    assert "ended" in vera.get("/office/people/10/").content.decode()


def test_by_which_number_events_name_somebody_is_said_on_a_page() -> None:
    """Two people have no number in common; without one nobody is named."""
    vera = logged_in("vera")
    page = vera.post("/office/people/4/number/", {"fide_number": "712345", "reason": WHY})
    assert page.headers["Location"] == "/office/people/4/"
    assert "712345" in vera.get("/office/people/4/").content.decode()
    taken = vera.post("/office/people/5/number/", {"fide_number": "712345", "reason": WHY})
    assert (taken.status_code, len(faults(taken))) == (422, 1)
    assert vera.post("/office/people/4/number/", {"fide_number": "", "reason": WHY}).status_code == 302


def test_somebody_is_erased_by_two_on_a_page() -> None:
    """The legal ground is asked; what is sealed of nobody is said; somebody else confirms it."""
    from arpad.book.decisions.correct_player import CorrectPerson  # noqa: PLC0415 - after Django is set up
    from arpad.storage.deeds.put_right import put_right  # noqa: PLC0415 - the same
    from arpad.storage.models import PlayerRow, SealedValue  # noqa: PLC0415 - the same
    from arpad.storage.queries.systems import rating_system  # noqa: PLC0415 - the same

    vera, system = logged_in("vera"), rating_system()
    assert system is not None
    player = PlayerRow.objects.order_by("-fide_id").values_list("fide_id", flat=True)[0]
    put_right(person_named("vera"), system, CorrectPerson(player, WHY, name="Other, Name"))
    assert faults(vera.post("/office/erase/player/1/", {"reason": WHY}))
    assert vera.get("/office/erase/world/1/").status_code == 404
    assert faults(vera.post(f"/office/erase/player/{player}/", {}))
    waits = vera.post(f"/office/erase/player/{player}/", {"reason": "asked for, Article 17"})
    assert logged_in("tomas").post(f"{waits.headers['Location']}confirm/").status_code == 302
    assert not SealedValue.objects.filter(of="player", person=player, value__isnull=False).exists()


def test_a_merger_is_declined_with_a_reason() -> None:
    """What waits is seen by whoever may confirm it, and declining says why."""
    alma = logged_in("alma")
    assert "Merge two numbers" in alma.get("/office/waiting/").content.decode()
    assert faults(alma.post("/office/waiting/1/decline/", {"reason": ""}))
    assert alma.post("/office/waiting/1/decline/", {"reason": WHY}).status_code == 302
    page = alma.get("/office/waiting/1/").content.decode()
    assert "Declined" in page
    assert WHY in page


def test_from_closing_to_the_revised_list() -> None:
    """Closed, thrown away, closed, published by two, put right, revised by two; the log tells it all."""
    vera, tomas, ivo = logged_in("vera"), logged_in("tomas"), logged_in("ivo")
    worked(vera.post("/office/next/checklist/", {"reason": ""}))
    assert "closed, not published" in vera.get("/office/next/closed/").content.decode()
    assert vera.post("/office/next/closed/throw-away/", {"reason": WHY}).headers["Location"] == "/office/next/"
    worked(vera.post("/office/next/checklist/", {"reason": ""}))
    page = vera.get("/office/next/closed/publish/").content.decode()
    seen = re.search(r'name="seen" value="([0-9a-f]{64})"', page)
    assert seen is not None
    other = vera.post("/office/next/closed/publish/", {"seen": "0" * 64, "valid_from": "2026-12-01"})
    assert other.status_code == 422
    assert "Somebody was faster" in other.content.decode()
    asked = vera.post("/office/next/closed/publish/", {"seen": seen[1], "valid_from": "2026-12-01"})
    worked(tomas.post(f"{asked.headers['Location']}confirm/"))
    assert vera.get("/office/lists/2026-12/").status_code == 200
    _put_right_and_revised(vera, tomas)
    page = ivo.get("/office/lists/2026-12/").content.decode()
    assert "This is a revised list." in page
    assert ivo.get("/office/lists/2026-12/r1/").status_code == 200
    assert "What revision 2" in ivo.get("/office/lists/2026-12/r2/difference/").content.decode()
    codes = re.findall(r"<td>(.*?)</td>", ivo.get("/office/log/").content.decode())
    assert sum("was closed." in code for code in codes) == 2


def _put_right_and_revised(vera: Client, tomas: Client) -> None:
    """Correct a result of the newest list after seeing who else changes, then revise the list."""
    from arpad.storage.models import EventRow, GameRow  # noqa: PLC0415 - after Django is set up

    rated = EventRow.objects.filter(rated_for="2026-12-01", kind="standard").values_list("event_id", flat=True)
    game = GameRow.objects.filter(event_id__in=list(rated), white_score=100).order_by("event_id", "round")[0]
    given = {"event": game.event_id, "round": game.round, "white": game.white, "black": game.black, "result": "0 100"}
    place = worked(vera.post("/office/put-right/result/", given))
    page = vera.get(place).content.decode()
    assert "Who else changes" in page
    assert faults(vera.post(place, {"reason": "", "way": "revised"}))
    assert vera.post(place, {"reason": WHY, "way": "revised"}).headers["Location"] == "/office/lists/revise/"
    overtaken = vera.get(place).content.decode()
    assert "Somebody was faster" in overtaken
    assert "What the book says now" in overtaken
    assert faults(vera.post("/office/lists/revise/")) == ["Tick what is in the revised list."]
    causes = re.findall(r'name="causes" value="(\d+)"', vera.get("/office/lists/revise/").content.decode())
    assert len(causes) == 1
    place = worked(vera.post("/office/lists/revise/", {"causes": causes}))
    page = vera.get(place).content.decode()
    assert "In the revised list" in page
    assert "everything put right since the list was closed is in the revised list" in page
    seen = re.search(r'name="seen" value="([0-9a-f]{64})"', page)
    assert seen is not None
    asked = {"seen": seen[1], "error": "wrong_id", "events_keep_ratings": "on", "reason": WHY}
    waits = vera.post(place, asked)
    worked(tomas.post(f"{waits.headers['Location']}confirm/"))


def test_a_late_report_is_taken_in_by_two_after_who_else_changes() -> None:
    """The page shows who else changes first; no revised list is offered for it, and a second person confirms it."""
    from arpad.book.decisions.correct_event import CorrectEvent  # noqa: PLC0415 - after Django is set up
    from arpad.storage.deeds.put_right import put_right  # noqa: PLC0415 - the same
    from arpad.storage.models import EventRow  # noqa: PLC0415 - the same
    from arpad.storage.queries.systems import rating_system  # noqa: PLC0415 - the same

    vera, system = logged_in("vera"), rating_system()
    assert system is not None
    event = EventRow.objects.filter(rated_for=None, withdrawn=False, kind="standard").order_by("end", "event_id")[0]
    late = CorrectEvent(event.event_id, WHY, received=event.end + timedelta(days=60))
    put_right(person_named("vera"), system, late)
    assert "Take a late report in" in vera.get(f"/office/put-right/?event={event.event_id}").content.decode()
    place = worked(vera.post("/office/put-right/late_report/", {"event": event.event_id}))
    page = vera.get(place).content.decode()
    assert ("Who else changes" in page, "way_revised" in page) == (True, False)
    waits = vera.post(place, {"reason": WHY})
    assert logged_in("tomas").post(f"{waits.headers['Location']}confirm/").status_code == 302
    assert EventRow.objects.get(event_id=event.event_id).received < late.received


def test_what_belongs_to_others_cannot_be_put_right() -> None:
    """The officer names a player of another federation: there is none of that number here."""
    from arpad.storage.models import PlayerRow  # noqa: PLC0415 - after Django is set up

    foreign = PlayerRow.objects.filter(federation="BBB").values_list("fide_id", flat=True)[0]
    answer = logged_in("ottar").post("/office/put-right/player/", {"player": foreign, "name": "Other, Name"})
    assert faults(answer) == ["There is no player of this number here. Look the number up among the players."]
    assert "Other, Name" in answer.content.decode()


def test_work_is_cancelled_with_a_reason() -> None:
    """It stands in the log."""
    from arpad.storage.models import Job  # noqa: PLC0415 - after Django is set up

    vera = logged_in("vera")
    place = f"/office/jobs/{Job.objects.filter(state=Job.RUNNING).latest('number').number}/"
    assert vera.post(f"{place}cancel/", {"reason": WHY}).status_code == 302
    assert "is being cancelled" in vera.get(place).content.decode()


def test_what_work_found_is_said_in_sentences() -> None:
    """A proof that finds a damaged file names it in words, not as a program does."""
    from arpad.storage.models import Job  # noqa: PLC0415 - after Django is set up

    job = Job.objects.filter(kind="verify").earliest("number")
    (line,) = (each for each in job.lines if each["message"].startswith("list 2026-09"))
    shown = logged_in("ivo").get(f"/office/jobs/{job.number}/").content.decode()
    assert line["message"] in shown
    assert "message" not in shown.partition('<div class="lines">')[2].partition("</div>")[0]


def test_settings_are_changed_on_a_page_and_shown_at_once() -> None:
    """Title and zone by one person; every page has the new title, and the page of settings names the entry."""
    vera = logged_in("vera")
    page = vera.get("/office/settings/change/").content.decode()
    seen = re.search(r'name="seen" value="([0-9a-f]{64})"', page)
    assert seen is not None
    given = {"title": "Chess Union of Utopia", "zone": "Europe/Lisbon", "serves": "authority", "question_days": "30"}
    given |= {"letter_prefix": "", "reason": WHY, "seen": seen[1]}
    assert faults(vera.post("/office/settings/change/", given | {"zone": "Mars/Base"})) == [
        "The setting zone is the name of a time zone, such as &quot;Europe/Budapest&quot;."
    ]
    assert vera.post("/office/settings/change/", given).headers["Location"] == "/office/settings/"
    shown = vera.get("/office/settings/").content.decode()
    assert shown.count("Chess Union of Utopia") >= 2
    assert "decided, entry" in shown
    overtaken = faults(vera.post("/office/settings/change/", given | {"title": "Mine"}))
    assert overtaken[0].startswith("Somebody was faster")


def test_the_second_person_is_changed_by_two_people_on_pages() -> None:
    """One asks, another confirms; an auditor sees the settings and changes none."""
    vera, tomas, ivo = logged_in("vera"), logged_in("tomas"), logged_in("ivo")
    assert ivo.get("/office/settings/second-person/").status_code == 403
    assert "Change settings" not in ivo.get("/office/settings/").content.decode()
    place = vera.post("/office/settings/second-person/", {"second_person": "alone", "reason": WHY}).headers["Location"]
    assert "The setting of the second person is alone" in tomas.get(place).content.decode()
    assert tomas.post(f"{place}confirm/").status_code == 302
    assert "decided, entry" in vera.get("/office/settings/").content.decode()
    back = vera.post("/office/settings/second-person/", {"second_person": "required", "reason": WHY})
    assert back.headers["Location"] == "/office/settings/"


LAW = {"author": "the commission", "decided_on": "2005-08-01", "document": "minutes 12", "reason": WHY}


@pytest.fixture
def of_2003(tmp_path: Path) -> Iterator[None]:
    """Let the office serve a book of 2005 in the place of the one that it has."""
    from office_books import IMPORT  # noqa: PLC0415 - after Django is set up

    from arpad.storage.importing import import_book  # noqa: PLC0415 - the same
    from arpad.storage.models import RatingSystem  # noqa: PLC0415 - the same

    small, book = world(60, 1, 3), Book.create(tmp_path / "book", About(title="Before the computers"))
    lists = {date(2005, 7, 1): next(iter(small.lists.values()))}
    book.apply(changed(book, {"players": small.tables["players"]}, lists))
    system = import_book(book.folder, IMPORT, key="old")
    others = RatingSystem.objects.exclude(pk=system.pk)
    others.update(is_ready=False)
    yield
    others.update(is_ready=True)
    RatingSystem.objects.filter(pk=system.pk).update(is_ready=False)


def test_by_the_editions_of_today_nothing_is_left_open() -> None:
    """The form says so, and keeps what was typed."""
    k = LAW | {"kind": "rapid", "first_list": "2027-01", "coefficient": "20"}
    answer = logged_in("vera").post("/office/settings/open-law/k/", k)
    assert "does not leave this" in faults(answer)[0]
    assert 'value="minutes 12"' in answer.content.decode()


@pytest.mark.usefixtures("of_2003")
def test_what_the_law_leaves_open_is_decided_on_a_page() -> None:
    """K of the rapid list and the first monthly list, under the text of 2003; what is not open is told at the form."""
    vera, ivo = logged_in("vera"), logged_in("ivo")
    k = LAW | {"kind": "rapid", "first_list": "2005-10", "coefficient": "20"}
    missing = faults(vera.post("/office/settings/open-law/k/", {"kind": "rapid"}))
    assert missing == [
        "Write the month of the first list.", "Write K.",
        "Say who decided it.", "Write the day on which it was decided.",
        "Say where the decision can be read.", "Say why; the reason stands in the log.",
    ]  # fmt: skip
    assert vera.post("/office/settings/open-law/k/", k).headers["Location"] == "/office/settings/open-law/"
    months = LAW | {"monthly_days": "2006-07-01"}
    wrong = vera.post("/office/settings/open-law/monthly-lists/", months | {"monthly_days": "2006-08-01"})
    assert "begin on 1 July, not on 2006-08-01" in faults(wrong)[0]
    assert vera.post("/office/settings/open-law/monthly-lists/", months).status_code == 302
    shown = ivo.get("/office/settings/open-law/").content.decode()
    for words in ("15.0 b", "9.3", "minutes 12", "2006-07-01", "the commission"):
        assert words in shown
    assert ivo.get("/office/settings/open-law/k/").status_code == 403
    assert vera.get("/office/settings/open-law/colour/").status_code == 404
