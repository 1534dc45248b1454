"""A story in a real browser: from an imported book to a revised list, and the next one after it.

`make test` goes through it on both databases, and through the life of an event on SQLite; `make test-browser`
(`ARPAD_BROWSER=all`) through both on both.
"""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest
from chromium import chromium_program
from office_books import small_book
from offices import DATABASES
from offices import office as new_office
from web_offices import add_cast

from arpad.storage.opening import open_office
from arpad.storage.settings import read_settings
from arpad.web.django_settings import web_settings

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

NOT_TRIED = "the office in a browser: Chromium was not found. Install it (apt-get install chromium) and run again."
WHY = "as the office decided in its meeting"


@pytest.mark.parametrize("database", DATABASES)
def test_from_an_imported_book_to_the_list_after_the_revised_one(database: str, tmp_path: Path) -> None:
    """Import, preview, close, throw away, close, publish by two, put right, revise by two, close again, audit."""
    if chromium_program() is None:
        if os.environ.get("CI") == "true":
            pytest.fail(f"Not tried: {NOT_TRIED}")
        pytest.skip(NOT_TRIED)
    from office_browser import browser, log_in, page, served, working  # noqa: PLC0415 - needs Playwright

    packed = shutil.make_archive(str(tmp_path / "book"), "zip", small_book(tmp_path / "folder", closed=True).folder)
    with new_office(database, tmp_path / "office") as office:
        open_office(office.folder, web_settings(read_settings(office.folder)))
        add_cast()
        with served(office.folder) as address, working(), browser() as started:
            with page(started, address) as vera, page(started, address) as tomas:
                log_in(vera, "vera")
                log_in(tomas, "tomas")
                _imported(vera, packed)
                _closed_thrown_away_closed(vera)
                _published(vera, tomas)
                _revised(vera, tomas, *_put_right(vera))
                _next_goes_on(vera)
            with page(started, address, 390, dark=True, script=False) as ivo:
                log_in(ivo, "ivo")
                _audited(ivo)


def _imported(vera: Page, packed: str) -> None:
    """Bring the book in; the empty office says what to do."""
    from office_browser import after_work  # noqa: PLC0415 - needs Playwright

    assert vera.locator(".empty").is_visible()
    vera.click("text=Import a book or a list")
    vera.set_input_files("#id_file", packed)
    vera.fill("#id_reason", WHY)
    vera.click("button:has-text('Import')")
    after_work(vera)
    vera.goto("/office/next/")
    vera.click("button:has-text('Work it out now')")
    after_work(vera)
    vera.goto("/office/next/")
    assert "Biggest changes" in vera.inner_text("main")


def _closed_thrown_away_closed(vera: Page) -> None:
    from office_browser import after_work  # noqa: PLC0415 - needs Playwright

    for is_first in (True, False):
        vera.goto("/office/next/checklist/")
        vera.click("button:has-text('Close the list of')")
        after_work(vera)
        vera.goto("/office/next/closed/")
        assert "closed, not published" in vera.inner_text(".lede")
        if is_first:
            vera.click("text=Throw away")
            vera.fill("#id_reason", WHY)
            vera.click("button.grave")
            vera.wait_for_url("**/office/next/")


def _published(vera: Page, tomas: Page) -> None:
    """One asks, the other confirms; whoever asked cannot."""
    vera.goto("/office/next/closed/")
    vera.click("a.button:has-text('Publish')")
    vera.click("button:has-text('Publish the list of')")
    vera.wait_for_url("**/office/waiting/*/")
    assert not vera.locator("button:has-text('Confirm')").count()
    _confirmed(tomas, vera.url)
    vera.goto("/office/lists/2026-12/")
    assert "Revision 1" in vera.inner_text(".lede")


def _confirmed(tomas: Page, address: str) -> None:
    from office_browser import after_work  # noqa: PLC0415 - needs Playwright

    tomas.goto(address)
    tomas.click("button:has-text('Confirm as the second person')")
    after_work(tomas)


def _put_right(vera: Page) -> tuple[int, int]:
    """Correct a result of an event of the published list, after seeing who else changes; give both ratings."""
    from office_browser import after_work  # noqa: PLC0415 - needs Playwright

    vera.goto("/office/events/?list=2026-12&kind=standard")
    vera.click("tbody th a")
    line = vera.locator("tr", has_text="1 : 0").first
    line.locator("text=Correct").click()
    vera.check("input[value='0 100']")
    vera.click("button:has-text('See who else changes')")
    after_work(vera)
    rows = vera.locator("tbody tr")
    assert rows.count() >= 2
    before, after = (int(rows.first.locator("td.number").nth(place).inner_text()) for place in (0, 1))
    vera.check("#way_revised")
    vera.fill("#id_reason", WHY)
    vera.click("button:has-text('Correct a result')")
    vera.wait_for_url("**/office/lists/revise/")
    return before, after


def _revised(vera: Page, tomas: Page, before: int, after: int) -> None:
    from office_browser import after_work  # noqa: PLC0415 - needs Playwright

    assert before != after
    vera.click("button:has-text('Work the revised list out')")
    after_work(vera)
    vera.check("input[value='wrong_id']")
    vera.fill("#id_reason", WHY)
    vera.click("button:has-text('Publish the revised list')")
    vera.wait_for_url("**/office/waiting/*/")
    _confirmed(tomas, vera.url)
    vera.goto("/office/lists/2026-12/")
    assert "This is a revised list." in vera.inner_text("main")


def _next_goes_on(vera: Page) -> None:
    """The list after says from which revision it goes on."""
    from office_browser import after_work  # noqa: PLC0415 - needs Playwright

    vera.goto("/office/next/checklist/")
    vera.click("button:has-text('Close the list of 1 January 2027')")
    after_work(vera)
    vera.goto("/office/next/closed/")
    assert "1 January 2027" in vera.inner_text("h1")


def _audited(ivo: Page) -> None:
    """The auditor reads it all, on a telephone, in the dark and without a script, and changes nothing."""
    ivo.goto("/office/log/")
    text_of_log = ivo.inner_text("main")
    for words in ("mport", "was closed", "thrown away", "was published", "was corrected", "revised list"):
        assert words in text_of_log, words
    ivo.goto("/office/lists/2026-12/r2/difference/")
    assert ivo.locator("tbody tr").count()
    ivo.goto("/office/put-right/")
    assert "not yours to do" in ivo.inner_text("h1")
