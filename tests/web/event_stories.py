"""Further stories of events in a real browser, on both databases: what is refused, stopped, reported in parts, asked.

`make test-browser` goes through them. They share an office, each with an event of its own; the auditor reads them last.
That of a federation under FIDE stands in `event_story_under_fide.py`, since it has an office of its own.
"""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

import pytest
from browser_life import (
    OFFICERS_NUMBER,
    WHY,
    Life,
    answered,
    deed,
    form_of,
    life,
    played,
    published,
    refused,
    report,
    sent,
    shown,
    typed,
)
from event_life import PLAYED
from offices import DATABASES

if TYPE_CHECKING:
    from collections.abc import Iterator

CLOSED = date(2026, 10, 31)
RECEIVED = {"received_on": "2026-10-19"}


@pytest.fixture(scope="module", params=DATABASES)
def office(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Life]:
    """Give an office that the stories share."""
    with life(request.param, tmp_path_factory.mktemp("stories") / "office") as served:
        yield served


def test_a_refusal_is_appealed_against_and_allowed(office: Life) -> None:
    """A reason needs its article; who refused does not decide the appeal; allowed, the event is due for a list."""
    event = played(office, name="Open of Sopron")
    ottar, olga, vera = office.page("ottar"), office.page("olga"), office.page("vera")
    deed(ottar, event, "take-in", paper=report(office.tournament), **RECEIVED)
    form_of(ottar, event, "refuse")
    assert "article" in refused(ottar, text_0="two rounds a day")
    sent(ottar, article_0="fide-2024-03 5.1")
    deed(olga, event, "lodge-appeal", lodged_on=f"{PLAYED}", reason="it was one round a day")
    assert "An appeal is being heard." in shown(ottar, event)
    form_of(vera, event, "decide-appeal")
    sent(vera, verdict="allowed", decided_on=f"{PLAYED}", document="minutes 4", reason=WHY)
    assert "due for a list" in shown(ottar, event)


def test_an_official_event_cannot_be_refused(office: Life) -> None:
    """Its games can drop out; the event itself is rated, and the form says by which article."""
    event = played(office, name="Zonal of Arcadia", official="yes")
    ottar = office.page("ottar")
    deed(ottar, event, "take-in", paper=report(office.tournament, title="FM"), sent_by="chief_arbiter", **RECEIVED)
    form_of(ottar, event, "refuse")
    faults = refused(ottar, text_0="the hall was closed", article_0="fide-2024-03 0.4")
    assert "official" in faults
    assert "0.3" in faults
    assert "to look at" in shown(ottar, event)


def test_a_league_is_reported_in_parts_and_a_month_is_declared_empty(office: Life) -> None:
    """A month without a report is missing until it is declared empty; another has a report of its own."""
    months = {"start": "2026-09-01", "end": "2026-11-30", "league": "yes", "system": "team"}
    event = played(office, name="League of Arcadia", **months)
    ottar = office.page("ottar")
    assert "missing" in shown(ottar, event)
    parts = ottar.locator("#parts ~ .scroll a[href*='/office/events/r']")
    assert parts.count() >= 3
    september, october = (parts.nth(place).get_attribute("href") or "" for place in (0, 1))
    deed(ottar, september, "declare-empty", reason="the hall was closed for the whole month")
    assert "declared empty" in shown(ottar, event)
    deed(ottar, october, "take-in", paper=report(office.tournament, title="CM"), **RECEIVED)
    assert "to look at" in shown(ottar, event)


def test_who_is_too_near_to_an_event_is_stopped(office: Life) -> None:
    """Nobody accepts an event whose arbiter they are; all the same it takes a reason, and the log lists it."""
    event = played(office, name="Open of the Officer", chief_arbiter=f"{OFFICERS_NUMBER}")
    ottar = office.page("ottar")
    deed(office.page("arno"), event, "take-in", paper=report(office.other_tournament), **RECEIVED)
    answered(ottar, event)
    form_of(ottar, event, "accept")
    assert "somebody else should do this" in ottar.inner_text("main")
    assert "arbiter" in refused(ottar)
    assert "to look at" in shown(ottar, event)
    form_of(ottar, event, "accept")
    sent(ottar, despite_conflict=True, reason="nobody else is there until Monday")
    assert "all the same" in shown(ottar, event)


def test_a_question_becomes_a_correction(office: Life) -> None:
    """Asked from outside about a published line, looked at with who else changes, corrected, answered and closed."""
    from office_browser import after_work, page  # noqa: PLC0415 - needs Playwright

    office.on(CLOSED)
    published(office)
    vera = office.page("vera")
    vera.goto("/office/events/?list=2026-11&kind=standard")
    vera.click("tbody th a:has-text('Open of Sopron')")
    vera.click("main a:has-text('of the book')")
    vera.wait_for_url(re.compile(r"/office/events/\d+/"))
    game = vera.locator("tr", has_text="1 : 0").first
    player = (game.locator("a").first.get_attribute("href") or "").strip("/").rpartition("/")[2]
    number = vera.url.strip("/").rpartition("/")[2]
    with page(office.browser, office.address, 390) as outside:
        outside.goto("/questions/new/")
        typed(outside, matter="wrong_result", player=player, kind="standard", list_month="2026-11", event=number)
        sent(outside, words="I lost this game, the list has it won.", full_name="Nora Example")
    vera.goto("/office/questions/")
    vera.click("tbody th a")
    place = vera.url
    assert "I lost this game" in vera.inner_text("main")
    vera.click("text=Put something right")
    vera.goto(f"/office/events/{number}/")
    vera.locator("tr", has_text="1 : 0").first.locator("text=Correct").click()
    vera.check("input[value='0 100']")
    vera.click("button:has-text('See who else changes')")
    after_work(vera)
    vera.check("#way_next")
    vera.fill("#id_reason", WHY)
    vera.click("button:has-text('Correct a result')")
    entry = re.search(r"as entry (\d+)", vera.locator("main", has_text="as entry").inner_text())
    assert entry is not None
    vera.goto(place)
    vera.click("a.button:has-text('Answer')")
    sent(vera, words="You are right. It is corrected, with the next list.")
    vera.click("a.button:has-text('Close')")
    sent(vera, outcome="corrected", correction=entry[1])
    assert "corrected" in shown(vera, place)


def test_the_auditor_reads_it_all(office: Life) -> None:
    """On a telephone, in the dark, without a script: log, letters, questions, events; and changes nothing."""
    ivo = office.page("ivo", 390, dark=True, script=False)
    ivo.goto("/office/log/")
    text_of_log = ivo.inner_text("main")
    for words in ("refused", "appeal", "empty", "answered", "corrected"):
        assert words in text_of_log, words
    ivo.goto("/office/events/")
    for name in ("Open of Sopron", "Zonal of Arcadia", "League of Arcadia"):
        assert name in ivo.inner_text("main"), name
    ivo.click("text=Open of Sopron")
    assert not ivo.locator(".deeds a").count()
    for place in ("/office/questions/", "/office/letters/", "/office/inbox/", "/office/events/fide/"):
        ivo.goto(place)
        assert ivo.locator("h1").count() == 1, place
    ivo.goto("/office/events/new/")
    assert "not yours to do" in ivo.inner_text("h1")
