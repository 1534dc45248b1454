"""The front of the site: the search box, the newest list, the one being made, the next dates; and its surroundings."""

from __future__ import annotations

import re

import pytest
from django.test import Client

pytestmark = pytest.mark.usefixtures("office")


def test_the_front_says_what_is_new_and_what_comes() -> None:
    """The newest list with its figures, the biggest gains, the list being made, and dates with their articles."""
    text = Client().get("/").content.decode()
    for words in ("The list of November 2026", "Biggest gains", "Being made: December 2026", "The next dates"):
        assert words in text, words
    assert '<form class="find large" action="/search/"' in text
    assert re.search(r'<time datetime="20\d\d-\d\d-01">', text)
    assert re.search(r'class="law" href="/regulations/[^"]+">fide-', text)


def test_who_gained_has_a_page() -> None:
    """Nobody is named without a public page."""
    from arpad.storage.queries.systems import rating_system  # noqa: PLC0415 - needs an office
    from arpad.storage.site.shown import may_be_named  # noqa: PLC0415 - the same

    system = rating_system()
    assert system is not None
    numbers = {int(number) for number in re.findall(r"/players/(\d+)/", Client().get("/").content.decode())}
    assert numbers
    assert may_be_named(system, numbers) == numbers


def test_robots_and_sitemap() -> None:
    """Search engines are told where everything is, and to leave results of searches and the office alone."""
    robots = Client().get("/robots.txt")
    assert robots.headers["Content-Type"].startswith("text/plain")
    text = robots.content.decode()
    assert "Disallow: /office/" in text
    assert "Sitemap: http://testserver/sitemap.xml" in text
    index = Client().get("/sitemap.xml").content.decode()
    parts = re.findall(r"<loc>http://testserver(/sitemap-[^<]+)</loc>", index)
    assert parts
    addresses = [address for part in parts for address in re.findall(r"<loc>http://testserver([^<]*)</loc>",
                                                                     Client().get(part).content.decode())]  # fmt: skip
    assert "/" in addresses
    assert "/regulations/fide-2024-03/8.3.3/" in addresses
    for place in ("/players/", "/events/", "/lists/", "/month/", "/federations/"):
        assert any(address.startswith(place) and address != place for address in addresses), place
    for address in addresses[:: len(addresses) // 60]:
        page = Client().get(address)
        assert page.status_code == 200, address
        assert 'name="robots"' not in page.content.decode(), address
    assert len(addresses) == len(set(addresses))
