"""An office with events in a real browser: people who log in, forms as they stand, days that pass."""

from __future__ import annotations

import os
import re
import threading
from contextlib import ExitStack, contextmanager
from datetime import date
from typing import TYPE_CHECKING, Any

import pytest
from chromium import chromium_program
from event_life import ANSWERS, FACTS, PLAYED, office_of_life, on
from office_reports import file_of, tournament_of, with_entry
from web_events import person_named, the_system

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from arpad.model.tournament import Tournament

NOT_TRIED = "events in a browser: Chromium was not found. Install it (apt-get install chromium) and run again."
WHY = "as the office decided in its meeting"
_EARLY = date(2026, 8, 1)
OFFICERS_NUMBER = 713
"""By which number events name the officer of the cast."""


class Life:
    """An office that is served, with its people in browsers of their own."""

    def __init__(
        self, address: str, started: Browser, tournaments: tuple[Tournament, Tournament], stack: ExitStack
    ) -> None:
        """Begin with nobody."""
        self.address, self.browser = address, started
        self.tournament, self.other_tournament = tournaments
        self._stack = stack
        self._pages: dict[str, Page] = {}

    def on(self, day: date) -> None:
        """Let it be a day; whoever does something then has logged in on it."""
        on(day)
        self._pages.clear()

    def page(self, username: str, width: int = 1280, **more: Any) -> Page:  # noqa: ANN401 - of the page
        """Give the browser of somebody, who logs in where that was not done yet today."""
        from office_browser import log_in, page  # noqa: PLC0415 - needs Playwright

        if username not in self._pages:
            opened = self._stack.enter_context(page(self.browser, self.address, width, **more))
            log_in(opened, username)
            self._pages[username] = opened
        return self._pages[username]


@contextmanager
def life(database: str, folder: Path, *, is_under_fide: bool = False) -> Iterator[Life]:
    """Give an office that is served, with a browser; where there is none that is said, or with `CI=true` a failure."""
    if chromium_program() is None:
        if os.environ.get("CI") == "true":
            pytest.fail(f"Not tried: {NOT_TRIED}")
        pytest.skip(NOT_TRIED)
    from office_browser import browser, served, working  # noqa: PLC0415 - needs Playwright

    from arpad.office.grant_role import EndGrant  # noqa: PLC0415 - after Django is set up
    from arpad.office.keep_office import ChangeSettings  # noqa: PLC0415 - the same
    from arpad.storage.deeds.change_settings import change_settings  # noqa: PLC0415 - the same
    from arpad.storage.deeds.grant_role import end_grant  # noqa: PLC0415 - the same

    with office_of_life(database, folder) as (office, system):
        _number("ottar", OFFICERS_NUMBER)
        if is_under_fide:
            end_grant(person_named("vera"), EndGrant(person_named("alma").record, "approver", "", WHY))
            change_settings(person_named("vera"), ChangeSettings({"serves": "under_fide"}, WHY))
        # While no browser runs: Django asks nothing of its database beside one.
        tournaments = tournament_of(system), tournament_of(system, after=8)
        with served(office.folder) as address, working(), browser() as started, ExitStack() as stack:
            yield Life(address, started, tournaments, stack)


def _number(username: str, number: int) -> None:
    """Let events name somebody by a number."""
    from django.db import transaction  # noqa: PLC0415 - once an office is open

    from arpad.office.decision import Decision  # noqa: PLC0415 - the same
    from arpad.storage import log  # noqa: PLC0415 - the same
    from arpad.storage.models import Account  # noqa: PLC0415 - the same

    with transaction.atomic():
        account = Account.objects.get(username=username)
        account.fide_id = number
        account.save(update_fields=["fide_id"])
        log.record(Decision("account.number", {"account": account.record, "number": number, "was": None}, 0))


def played(office: Life, **facts: str) -> str:
    """Register an event in time, and let its days pass; give the address of its page."""
    office.on(_EARLY)
    event = registered(office.page("ottar"), **{**FACTS, **facts})
    office.on(PLAYED)
    return event


def list_of_fide(day: date) -> bytes:
    """Give a list of FIDE as the office expects it, but for one rating, which is three points higher."""
    kept: list[bytes] = []
    asking = threading.Thread(target=lambda: kept.append(_list_of_fide(day)))  # Django asks nothing beside a browser
    asking.start()
    asking.join()
    return kept[0]


def _list_of_fide(day: date) -> bytes:
    import polars as pl  # noqa: PLC0415 - the extra
    from django.db import connections  # noqa: PLC0415 - once an office is open

    from arpad.book.lists import with_people  # noqa: PLC0415 - the same
    from arpad.book.view import list_name  # noqa: PLC0415 - the same
    from arpad.storage.deeds.compare_fide_list import expected_list  # noqa: PLC0415 - the same

    expected = expected_list(the_system(), day)
    frame = with_people(expected.view.table(list_name(day)), expected.view.table("players"))
    more = pl.when(pl.col("fide_id") == min(expected.events)).then(3).otherwise(0)
    columns = frame.select(name for name, kind in frame.schema.items() if kind != pl.Binary)
    connections.close_all()
    return columns.with_columns(pl.col("standard_rating") + more).write_csv().encode()


def report(tournament: Tournament, *, is_broken: bool = False, **third: Any) -> Any:  # noqa: ANN401 - a file
    """Give the report of an event as a file, with its third player otherwise, or with a line that cannot be read."""
    data = file_of(with_entry(tournament, 3, **third) if third else tournament).data
    return file(data.replace(b"\n001    5", b"\n001    x") if is_broken else data)


def typed(opened: Page, **given: Any) -> None:  # noqa: ANN401 - texts, choices and files
    """Fill in the fields of the form on the page, each by its name."""
    for name, value in given.items():
        field = opened.locator(f"main [name='{name}']").first
        kind = field.evaluate("field => field.type")
        if kind == "select-one":
            field.select_option(str(value))
        elif kind == "radio":
            opened.check(f"main input[name='{name}'][value='{value}']")
        elif kind == "checkbox":
            field.check()
        elif kind == "file":
            field.set_input_files(value)
        else:
            field.fill(str(value))


def file(data: bytes, name: str = "open.trf") -> Any:  # noqa: ANN401 - as Playwright has it
    """Give a file that is chosen."""
    return {"name": name, "mimeType": "application/octet-stream", "buffer": data}


def sent(opened: Page, **given: Any) -> None:  # noqa: ANN401 - as above
    """Fill the form of a deed in and send it; it leads on, or its faults fail the test."""
    typed(opened, **given)
    with opened.expect_navigation():
        opened.locator("main form[method='post'] .buttons button.button").first.click()
    assert not opened.locator("main .faults").count(), f"{opened.url}: {opened.inner_text('main .faults')}"


def refused(opened: Page, **given: Any) -> str:  # noqa: ANN401 - as above
    """Fill a form in and send it; give the faults that stand on top."""
    typed(opened, **given)
    opened.locator("main form[method='post'] .buttons button.button").first.click()
    opened.wait_for_selector(".faults")
    return opened.inner_text(".faults")


def deed(opened: Page, event: str, name: str, **given: Any) -> None:  # noqa: ANN401 - as above
    """Go to the page of an event, press the button of a deed and send its form."""
    form_of(opened, event, name)
    sent(opened, **given)


def form_of(opened: Page, event: str, name: str) -> None:
    """Go to the page of an event, and press the button of a deed."""
    opened.goto(event)
    opened.click(f".deeds a[href$='/{name}/']")
    opened.wait_for_url(f"**/{name}/")


def shown(opened: Page, event: str, part: str = "") -> str:
    """Go to the page of an event, or to one beside it; give what it says."""
    opened.goto(f"{event}{part}")
    return opened.inner_text("main")


def registered(opened: Page, **facts: str) -> str:
    """Register an event by the form; give the address of its page."""
    opened.goto("/office/events/")
    opened.click("a[href='/office/events/new/']")
    sent(opened, **facts)
    found_at = re.search(r"/office/events/r\d+/", opened.url)
    assert found_at is not None, opened.url
    return found_at[0]


def answered(opened: Page, event: str) -> None:
    """Answer all open questions of a report."""
    form_of(opened, event, "answer")
    names = opened.locator("main form [name^='fact_']").evaluate_all("fields => fields.map(field => field.name)")
    sent(opened, reason=WHY, **{name: ANSWERS.get(name.removeprefix("fact_"), "yes") for name in set(names)})


def published(office: Life) -> None:
    """Close the list that is being made, and publish it by two people."""
    from office_browser import after_work  # noqa: PLC0415 - needs Playwright

    vera, tomas = office.page("vera"), office.page("tomas")
    vera.goto("/office/next/checklist/")
    vera.click("button:has-text('Close the list of')")
    after_work(vera)
    vera.goto("/office/next/closed/")
    vera.click("a.button:has-text('Publish')")
    vera.click("button:has-text('Publish the list of')")
    vera.wait_for_url("**/office/waiting/*/")
    tomas.goto(vera.url)
    tomas.click("button:has-text('Confirm as the second person')")
    after_work(tomas)
