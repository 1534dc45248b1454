"""Events registered, amended, approved and called off through the pages, and everything that can be wrong there."""

from __future__ import annotations

import csv
import io
import re
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from web_events import NAMES, events_of_stages
from web_offices import FOREIGN, HOSTILE, OWN, logged_in

from arpad.model.clock import now

if TYPE_CHECKING:
    from django.http import HttpResponse

    from arpad.storage.opening import OfficeFolder

WHY = "the hall is closed"
_STATE: dict[str, int] = {}


@pytest.fixture(autouse=True, scope="module")
def numbers(office: OfficeFolder) -> dict[str, int]:
    """Bring events to their stages, once for the module."""
    del office
    _STATE.update(events_of_stages())
    return _STATE


def text_of(answer: HttpResponse) -> str:
    """Give a page as text."""
    return answer.content.decode()


def faults(answer: HttpResponse) -> dict[str, str]:
    """Give the faults on top of a form, by the field to which each leads."""
    assert answer.status_code == 422, answer.status_code
    top = re.search(r'<div class="faults".*?</div>', text_of(answer), re.DOTALL)
    assert top is not None
    return dict(re.findall(r'<li>(?:<a href="#id_(\w+)">)?(.*?)(?:</a>)?</li>', top[0]))


def seen(answer: HttpResponse) -> str:
    """Give what a form says that the person looked at."""
    entry = re.search(r'name="seen" value="(\d+)"', text_of(answer))
    assert entry is not None
    return entry[1]


def facts(**other: str) -> dict[str, str]:
    """Give what somebody types to register an event."""
    start = now().date() + timedelta(days=90)
    return {
        "federation": OWN, "name": "Winter Open", "start": f"{start}", "end": f"{start + timedelta(days=4)}",
        "place": "Arcadia", "zone": "Europe/Lisbon", "kind": "standard", "organiser": "711", "chief_arbiter": "712",
        **other,
    }  # fmt: skip


def went_to(answer: HttpResponse) -> str:
    """Give where a deed that was done leads."""
    assert answer.status_code == 302, faults(answer)
    return str(answer.headers["Location"])


class TestNewEvent:
    """The form of a registration."""

    def test_an_empty_form_names_everything_that_is_needed_at_its_field(self) -> None:
        """All at once, each with a link, and what was typed stays."""
        answer = logged_in("ottar").post(
            "/office/events/new/", {"federation": OWN, "festival": "Spring & <b>", "start": "soon"}
        )

        assert set(faults(answer)) == {
            "name", "start", "end", "place", "zone", "kind", "organiser", "chief_arbiter",
        }  # fmt: skip
        assert 'value="Spring &amp; &lt;b&gt;"' in text_of(answer)
        assert 'value="soon"' in text_of(answer)
        assert "<title>Error:" in text_of(answer)

    def test_an_event_is_registered_with_every_kind_of_fact(self) -> None:
        """Players, arbiters, rounds and flags stand on its page; a visitor's federation is that of the person."""
        answer = logged_in("ottar").post(
            "/office/events/new/",
            facts(expected="711 2105 w\n714", arbiters="715 AAA-7", time_controls="5=60+30", league="yes", cycles="2"),
        )
        page = text_of(logged_in("ottar").get(went_to(answer)))

        assert "2 players" in page or "711, 2105, w" in page
        assert "715, AAA-7" in page
        assert "Winter Open" in page
        assert "/amend/" not in text_of(logged_in("ivo").get(went_to(answer)))
        assert logged_in("pia").get(went_to(answer)).status_code == 404

    def test_another_federation_is_not_offered_and_not_taken(self) -> None:
        """An officer registers for the own federation only."""
        answer = logged_in("ottar").post("/office/events/new/", facts(federation=FOREIGN))

        assert "federation" in faults(answer)

    def test_a_copy_and_a_section_begin_with_what_is_known(self) -> None:
        """A copy is 52 weeks later, a section has another name; who may not see the event copies nothing."""
        client = logged_in("ottar")
        copied = text_of(client.get(f"/office/events/new/?copy={_STATE['announced']}"))
        section = text_of(client.get(f"/office/events/new/?section={_STATE['announced']}"))

        assert f'value="{now().date() + timedelta(days=60, weeks=52)}"' in copied
        assert f'value="{NAMES["announced"]}"' in copied
        assert NAMES["announced"] not in section
        assert 'value="Spring Festival"' in section
        assert client.get(f"/office/events/new/?copy={_STATE['foreign']}").status_code == 404

    def test_a_section_follows_another(self) -> None:
        """The second button leads to the form of the next section."""
        answer = logged_in("ottar").post("/office/events/new/", facts(name="Cup, A", festival="Cup", another="1"))

        assert re.fullmatch(r"/office/events/new/\?section=\d+", went_to(answer))


class TestSeason:
    """A season from a table."""

    HEAD = "name,start,end,place,zone,kind,organiser,chief_arbiter\n"

    def test_lines_with_faults_are_shown_and_nothing_is_registered(self) -> None:
        """The page has every line with its faults; mended, all of them are registered at once."""
        start = now().date() + timedelta(days=100)
        good = f"Cup {HOSTILE.split(',')[0]},{start},{start},Arcadia,Europe/Lisbon,rapid,711,712\n"
        bad = f"Cup two,{start},,Arcadia,Mars,rapid,711,712\n"
        client = logged_in("ottar")
        sent = SimpleUploadedFile("season.csv", (self.HEAD + good + bad).encode())
        looked = client.post("/office/events/season/", {"federation": OWN, "season": sent, "register": "1"})

        assert "1 line has faults." in text_of(looked)
        assert "<script>alert" not in text_of(looked)
        assert "Cup two" in text_of(looked)
        mended = self.HEAD + good + bad.replace(",,", f",{start},").replace("Mars", "Europe/Lisbon")
        ready = client.post("/office/events/season/", {"federation": OWN, "table": mended, "look": "1"})
        assert "Register 2 events" in text_of(ready)
        done = client.post("/office/events/season/", {"federation": OWN, "table": mended, "register": "1"})
        assert went_to(done) == "/office/events/"
        assert "Cup two" in text_of(client.get("/office/events/?q=Cup two"))

    def test_what_is_no_season_is_said(self) -> None:
        """No file, another encoding, unknown columns."""
        client = logged_in("ottar")
        latin = SimpleUploadedFile("season.csv", "name\nGyőr".encode("latin2"))

        assert "season" in faults(client.post("/office/events/season/", {"federation": OWN}))
        assert "UTF-8" in faults(client.post("/office/events/season/", {"federation": OWN, "season": latin}))["season"]
        unknown = client.post("/office/events/season/", {"federation": OWN, "table": "prize\n100"})
        assert "no facts" in text_of(unknown)


class TestDeeds:
    """What is done with an event that is registered."""

    def test_an_amendment_is_bound_to_what_was_seen(self) -> None:
        """Who looked at an older event sees both versions; what was typed stays, and counts when it is sent again."""
        place = f"/office/events/r{_STATE['registered']}/amend/"
        ottar, olga = logged_in("ottar"), logged_in("olga")
        first, second = ottar.get(place), olga.get(place)
        typed = {**form_of(first), "place": "Harbour hall"}
        went_to(ottar.post(place, typed))

        late = olga.post(place, {**form_of(second), "place": "Old mill"})
        page = text_of(late)
        assert late.status_code == 422
        assert "What you looked at" in page
        assert "What it is now" in page
        assert "Arcadia Bay" in page
        assert "Harbour hall" in page
        assert 'value="Old mill"' in page
        assert seen(late) != seen(second)
        went_to(olga.post(place, {**form_of(second), "place": "Old mill", "seen": seen(late)}))
        history = text_of(olga.get(f"/office/events/r{_STATE['registered']}/"))
        assert "<s>Harbour hall</s> → Old mill" in history

    def test_what_had_to_be_declared_is_locked_once_play_has_begun(self) -> None:
        """The field is there and takes nothing; a reason is needed."""
        place = f"/office/events/r{_STATE['report_awaited']}/amend/"
        page = logged_in("ottar").get(place)
        assert re.search(r'<select name="ratings"[^>]*disabled', text_of(page))
        assert "reason" in faults(logged_in("ottar").post(place, {**form_of(page), "place": "Elsewhere"}))
        done = logged_in("ottar").post(place, {**form_of(page), "place": "Elsewhere", "ratings": "game", "reason": WHY})
        assert "All given by" in text_of(logged_in("ottar").get(went_to(done))) or done.status_code == 302

    def test_an_approval_is_asked_for_and_recorded_with_its_letter(self) -> None:
        """The page says what is missing, by whom and by which article; the letter is kept; who asked is stopped."""
        event = f"/office/events/r{_STATE['waiting_for_approval']}/"
        ottar = logged_in("ottar")
        page = text_of(ottar.get(event))
        assert "needs an approval. It was not asked for yet." in page
        assert "the chair of the Qualification Commission" in page
        went_to(
            ottar.post(
                f"{event}ask-approval/",
                {"what": "late_registration", "reason": WHY, "seen": seen(ottar.get(f"{event}ask-approval/"))},
            )
        )

        form = ottar.get(f"{event}record-approval/")
        assert "You are the person who asked for it, so somebody else should do this." in text_of(form)
        letter = SimpleUploadedFile("letter <b>.pdf", b"approved")
        given = {"what": "late_registration", "body": "qc_chair", "verdict": "granted",
                 "decided_on": f"{now().date()}", "seen": seen(form)}  # fmt: skip
        stopped = faults(ottar.post(f"{event}record-approval/", {**given, "document": "letter 7"}))
        assert "despite_conflict" in stopped
        no_paper = faults(logged_in("vera").post(f"{event}record-approval/", given))
        assert "document" in no_paper
        went_to(logged_in("vera").post(f"{event}record-approval/", {**given, "paper": letter}))
        page = text_of(ottar.get(event))
        assert "letter &lt;b&gt;.pdf" in page
        paper = re.search(r'href="(/office/events/r\d+/papers/[0-9a-f]{64})"', page)
        assert paper is not None
        assert ottar.get(paper[1]).content == b"approved"
        assert logged_in("pia").get(paper[1]).status_code == 404

    def test_what_cannot_be_done_now_says_whose_turn_it_is(self) -> None:
        """A deed of another stage, or of the whole event, answers so and does nothing."""
        answer = logged_in("ottar").get(f"/office/events/r{_STATE['cancelled']}/postpone/")
        assert answer.status_code == 409
        assert "cancelled" in text_of(answer)
        whole = logged_in("ottar").get(f"/office/events/r{_STATE['part']}/cancel/")
        assert whole.status_code == 409

    def test_only_what_a_person_may_do_is_a_button(self) -> None:
        """The auditor has none; the officer has those of the stage."""
        event = f"/office/events/r{_STATE['announced']}/"
        assert f'href="{event}cancel/"' in text_of(logged_in("ottar").get(event))
        assert f'href="{event}take-up/"' not in text_of(logged_in("ottar").get(event))
        assert "cancel/" not in text_of(logged_in("ivo").get(event))

    def test_a_missing_month_is_named_and_declared_empty(self) -> None:
        """The page of the league says which months are missing; the empty one is no longer."""
        event = f"/office/events/r{_STATE['league']}/"
        ottar = logged_in("ottar")
        before = re.search(r"Months that are over without a report: ([^<]*)\.", text_of(ottar.get(event)))
        assert before is not None
        place = f"/office/events/r{_STATE['part']}/declare-empty/"
        went_to(ottar.post(place, {"seen": seen(ottar.get(place)), "reason": WHY}))
        after = re.search(r"Months that are over without a report: ([^<]*)\.", text_of(ottar.get(event)))
        assert after is not None
        assert before[1] != after[1]

    def test_an_event_that_nobody_registered_is_listed(self) -> None:
        """It is noted with what is known of it."""
        client = logged_in("ottar")
        day = f"{now().date() - timedelta(days=9)}"
        wrong = client.post("/office/events/never-registered/note/", {"federation": OWN, "start": day, "end": day})
        assert {"name", "known_from", "reason"} <= set(faults(wrong))
        went_to(client.post("/office/events/never-registered/note/", {
            "federation": OWN, "name": "Pub open", "start": day, "end": day, "known_from": "a poster", "reason": WHY,
        }))  # fmt: skip
        assert "a poster" in text_of(client.get("/office/events/never-registered/"))


class TestTable:
    """All events in one table."""

    def test_stages_are_filters_with_their_counts(self) -> None:
        """The count beside a stage is how many rows the table has with it; of the book too."""
        client = logged_in("vera")
        page = text_of(client.get("/office/events/"))
        counts = re.findall(
            r'href="/office/events/\?stage=(\w+)"><span class="mark \w*">[^<]*</span> <b>(\d+)</b>', page
        )
        assert {"announced", "rated", "due_for_list", "registered"} <= {stage for stage, _ in counts}
        for stage, count in counts:
            rows = list(csv.DictReader(io.StringIO(text_of(client.get(f"/office/events.csv?stage={stage}")))))
            assert len(rows) == int(count), stage
            assert {row["stage"] for row in rows} == {stage}

    def test_an_officer_sees_the_own_federation_in_both(self) -> None:
        """Rows of the office and of the book alike."""
        rows = list(csv.DictReader(io.StringIO(text_of(logged_in("ottar").get("/office/events.csv")))))
        assert {row["federation"] for row in rows} == {OWN}
        assert {bool(row["number"]) for row in rows} == {True, False}

    def test_an_arbiter_sees_registrations_and_nothing_of_the_book(self) -> None:
        """The book is for those inside the office."""
        rows = list(csv.DictReader(io.StringIO(text_of(logged_in("arno").get("/office/events.csv")))))
        assert rows
        assert all(row["number"] for row in rows)

    @pytest.mark.parametrize("order", ["name", "-due", "federation", "-rated_for", "kind", "end"])
    def test_every_event_stands_there_once_in_each_order(self, order: str) -> None:
        """No row is lost or shown twice."""
        rows = list(csv.DictReader(io.StringIO(text_of(logged_in("vera").get(f"/office/events.csv?order={order}")))))
        keys = [(row["number"], row["book_event"]) for row in rows]
        assert len(keys) == len(set(keys)) > 20

    def test_hostile_names_are_text(self) -> None:
        """In the table, on the page and in the file."""
        client = logged_in("vera")
        for place in ("/office/events/", f"/office/events/r{_STATE['hostile']}/"):
            assert "<script>alert" not in text_of(client.get(place))
            assert "&lt;script&gt;alert" in text_of(client.get(place))


def form_of(answer: HttpResponse) -> dict[str, str]:
    """Give what a form has in its fields, as a browser would send it again."""
    page = text_of(answer)
    fields = dict(re.findall(r'<input type="(?:text|hidden)" name="(\w+)" value="([^"]*)"', page))
    chosen = re.findall(r'<select name="(\w+)"[^>]*>(.*?)</select>', page, re.DOTALL)
    for name, options in chosen:
        fields |= dict.fromkeys([name], "".join(re.findall(r'<option value="([^"]*)" selected', options)))
    areas = re.findall(r'<textarea name="(\w+)"[^>]*>\s*(.*?)</textarea>', page, re.DOTALL)
    return {**fields, **dict(areas)}
