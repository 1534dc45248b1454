"""The public site in a real browser: each kind of page on a telephone and on a desk, by keys, by axe, in other words.

`make test` opens each kind of page once; `make test-browser` (`ARPAD_BROWSER=all`) tries all of them in every way.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

import pytest
from chromium import chromium_program
from django.test import Client
from office_addresses import address, address_names, parts
from office_rights import RIGHTS
from site_in_browser import STATES, axe_faults, axe_source, known_words, listed, made_up_language, missed, not_reached
from web_offices import make_busy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

    from arpad.storage.opening import OfficeFolder

NOT_TRIED = "the site in a browser: Chromium was not found. Install it (apt-get install chromium) and run again."
ALL = os.environ.get("ARPAD_BROWSER") == "all"
NARROW, WIDE = 390, 1280
FEW = ("site_front", "site_events", "site_event_named")
"""What `make test` tries by keys, by axe and in other words."""


class Site(NamedTuple):
    """An office that is served, and a browser to look at it."""

    address: str
    browser: Browser


@pytest.fixture(scope="module")
def places(office: OfficeFolder) -> dict[str, str]:
    """Give the addresses of the public pages by name, in an office in which there is something at each.

    `make test-browser` looks at pages in other states too: empty, filtered, answered, at fault, not there.
    """
    del office
    make_busy()
    of, client = parts(), Client()
    there = {}
    for name in address_names():
        if name.startswith("site_") and RIGHTS[name].status == 200:
            place = address(name, of)
            page = client.get(place)
            if page.headers["Content-Type"].startswith("text/html"):
                there[name] = place
    return there | ({place: place for place in STATES} if ALL else {})


@pytest.fixture(scope="module")
def known(places: dict[str, str]) -> set[str]:
    """Give every word of the data of the office; it is asked before the browser begins, beside which nothing can be."""
    del places
    return known_words()


@pytest.fixture(scope="module")
def site(office: OfficeFolder, places: dict[str, str], known: set[str]) -> Iterator[Site]:
    """Serve the office and start a browser; where there is none that is told, or with `CI=true` a failure."""
    del places, known
    if chromium_program() is None:
        if os.environ.get("CI") == "true":
            pytest.fail(f"Not tried: {NOT_TRIED}")
        pytest.skip(NOT_TRIED)
    from office_browser import browser, served  # noqa: PLC0415 - needs Playwright

    with served(office.folder) as address, browser() as started:
        yield Site(address, started)


def tried(places: dict[str, str]) -> dict[str, str]:
    """Give the pages that are tried in every way."""
    return places if ALL else {name: places[name] for name in FEW}


def fits(opened: Page, width: int, name: str, *, script: bool) -> None:
    """See that a page has one heading and its title, and is not wider than its screen."""
    assert opened.locator("h1").count() == 1, name
    assert opened.title().endswith("Chess Union of Arcadia"), name
    if script:
        assert opened.evaluate("document.documentElement.scrollWidth") <= width, name
    inner = opened.locator("main").bounding_box()
    assert inner is not None
    assert inner["x"] + inner["width"] <= width + 1, name


@pytest.mark.parametrize(
    ("width", "script"), [(NARROW, True), *([(WIDE, True), (NARROW, False), (WIDE, False)] if ALL else [])]
)
def test_every_page_fits(site: Site, places: dict[str, str], width: int, *, script: bool) -> None:
    """No page is wider than its screen, with a script or without, and the console is silent."""
    from office_browser import page  # noqa: PLC0415 - needs Playwright

    with page(site.browser, site.address, width, dark=width == NARROW, script=script) as opened:
        for name, place in places.items():
            opened.goto(place)
            fits(opened, width, name, script=script)


@pytest.mark.parametrize("width", [WIDE, *([NARROW] if ALL else [])])
def test_keys_reach_everything(site: Site, places: dict[str, str], width: int) -> None:
    """The first stop skips to the content; every link and field is reached, is in sight and shows its focus."""
    from office_browser import page  # noqa: PLC0415 - needs Playwright

    faults = {}
    with page(site.browser, site.address, width) as opened:
        for name, place in tried(places).items():
            opened.goto(place)
            faults[name] = not_reached(opened)
        opened.goto("/events/")
        opened.keyboard.press("Tab")
        opened.keyboard.press("Enter")
        assert opened.evaluate("document.activeElement.id") == "content"
    assert not listed(faults), listed(faults)


@pytest.mark.parametrize("width", [NARROW, *([WIDE] if ALL else [])])
def test_axe_has_nothing_against_a_page(site: Site, places: dict[str, str], width: int) -> None:
    """Neither in light nor in dark."""
    from office_browser import page  # noqa: PLC0415 - needs Playwright

    source, faults = axe_source(), {}
    with page(site.browser, site.address, width, dark=width == NARROW) as opened:
        for name, place in tried(places).items():
            opened.goto(place)
            faults[name] = axe_faults(opened, source)
    assert not listed(faults), listed(faults)


def test_another_language_misses_no_word_and_fits(site: Site, places: dict[str, str], known: set[str]) -> None:
    """With texts 40 % longer nothing is wider than its screen, and every word comes from a file of words."""
    from office_browser import page  # noqa: PLC0415 - needs Playwright

    wrong: dict[str, list[str]] = {}
    with made_up_language():
        for width in (NARROW, *((WIDE,) if ALL else ())):
            with page(site.browser, site.address, width) as opened:
                for name, place in tried(places).items():
                    opened.goto(place)
                    wide = opened.evaluate("document.documentElement.scrollWidth")
                    lacking = missed(opened, known)
                    faults = [*lacking[:8], *([f"{wide} wide at {width}"] if wide > width else [])]
                    if faults:
                        wrong[name] = faults
    assert not listed(wrong), listed(wrong)


def test_three_clicks_lead_to_a_change_and_why(site: Site) -> None:
    """From the front to whoever gained, to the list, and to the article that asks for a step; without a script."""
    from office_browser import page  # noqa: PLC0415 - needs Playwright

    with page(site.browser, site.address, NARROW, script=False) as opened:
        opened.goto("/")
        opened.locator(".rows a[href^='/players/']").first.click()
        change = opened.locator("#periods ~ .scroll tbody tr").first.locator("td.up, td.down").inner_text()
        opened.locator("#periods ~ .scroll tbody th a").first.click()
        explained = opened.locator("main").inner_text()
        assert change.strip("+\u2212") in opened.locator(".answer").first.inner_text()
        assert "Step by step" in explained
        assert "In FIDE's columns" in explained
        opened.locator("table.worked a[href^='/regulations/']").first.click()
        assert opened.locator(".requirement .asks").count()


def test_somebody_is_found_by_keys(site: Site) -> None:
    """Some letters of a name and the key Enter lead to the players who are called so, Tab and Enter to one of them."""
    from office_browser import page  # noqa: PLC0415 - needs Playwright

    with page(site.browser, site.address, WIDE) as opened:
        opened.goto("/")
        called = opened.locator(".rows a[href^='/players/']").first.inner_text()
        opened.locator("#find").focus()
        opened.keyboard.type(called.partition(",")[0].lower())
        opened.keyboard.press("Enter")
        opened.wait_for_url("**/search/?q=*")
        opened.locator(".hits a", has_text=called).first.focus()
        opened.keyboard.press("Enter")
        opened.wait_for_url("**/players/**")
        assert opened.locator("h1").inner_text().endswith(called)
