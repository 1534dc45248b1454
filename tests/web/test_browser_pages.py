"""Pages of the office in a real browser, on a telephone and on a desk: nothing overflows, nothing is complained about.

`make test` looks at a few; `make test-browser` (`ARPAD_BROWSER=all`) at every page that an administrator reads.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

import pytest
from chromium import chromium_program
from office_addresses import address, address_names, parts
from office_rights import RIGHTS
from web_offices import make_busy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

    from arpad.storage.opening import OfficeFolder

NOT_TRIED = "the office in a browser: Chromium was not found. Install it (apt-get install chromium) and run again."
FEW = ("front", "players", "list", "checklist", "publish")
_FILES = ("_csv", "_file", "_report", "_paper", "health", "static", "duties_calendar")


@pytest.fixture(scope="module")
def places(office: OfficeFolder) -> dict[str, str]:
    """Give the addresses of the pages by name, in an office in which there is something at each."""
    del office
    make_busy()
    of = parts()
    names = [
        name for name in address_names()
        if RIGHTS[name].method == "GET" and "A" in RIGHTS[name].open_to and RIGHTS[name].status == 200
        and not name.endswith(_FILES) and not name.startswith("site_")  # those of the public site are looked at there
        and (os.environ.get("ARPAD_BROWSER") == "all" or name in FEW)
    ]  # fmt: skip
    return {name: address(name, of) for name in names}


class Site(NamedTuple):
    """An office that is served, and a browser to look at it."""

    address: str
    browser: Browser


@pytest.fixture(scope="module")
def site(office: OfficeFolder, places: dict[str, str]) -> Iterator[Site]:
    """Serve the office and start a browser; where there is none that is said, or with `CI=true` a failure."""
    del places
    if chromium_program() is None:
        if os.environ.get("CI") == "true":
            pytest.fail(f"Not tried: {NOT_TRIED}")
        pytest.skip(NOT_TRIED)
    from office_browser import browser, served  # noqa: PLC0415 - needs Playwright

    with served(office.folder) as address, browser() as started:
        yield Site(address, started)


@pytest.mark.parametrize(("width", "dark", "script"), [(390, True, True), (1280, False, False)])
def test_pages_fit_and_nothing_is_refused(
    site: Site, places: dict[str, str], width: int, *, dark: bool, script: bool
) -> None:
    """No page is wider than its screen, each has one heading and its title, and the console is silent."""
    from office_browser import log_in, page  # noqa: PLC0415 - needs Playwright

    with page(site.browser, site.address, width, dark=dark, script=script) as opened:
        log_in(opened, "vera" if script else "tomas")
        for name, place in places.items():
            if not script and name.startswith("put_right_look"):
                continue  # only whoever asked for it sees it
            opened.goto(place)
            assert opened.locator("h1").count() == 1, name
            if script:
                assert opened.evaluate("document.documentElement.scrollWidth") <= width, name
            inner = opened.locator("main").bounding_box()
            assert inner is not None
            assert inner["x"] + inner["width"] <= width + 1, name
            assert opened.title().endswith("Chess Union of Arcadia"), name


def test_filters_need_no_script_and_go_on_without_a_reload(site: Site) -> None:
    """With HTMX the rows change in place and the address with them; without it the page is loaded."""
    from office_browser import log_in, page  # noqa: PLC0415 - needs Playwright

    for script, username in ((True, "runa"), (False, "alma")):
        with page(site.browser, site.address, script=script) as opened:
            log_in(opened, username)
            opened.goto("/office/players/")
            opened.select_option("#filter_federation", "AAA")
            opened.click("button:has-text('Filter')")
            opened.wait_for_selector(".chips")
            assert "federation=AAA" in opened.url
            opened.click(".chips a:not(.all)")
            opened.wait_for_selector(".chips", state="detached")


def test_the_keyboard_reaches_the_content_first(site: Site) -> None:
    """The first stop skips the places of the office."""
    from office_browser import log_in, page  # noqa: PLC0415 - needs Playwright

    with page(site.browser, site.address) as opened:
        log_in(opened, "ivo")
        opened.keyboard.press("Tab")
        assert opened.evaluate("document.activeElement.className") == "skip"
