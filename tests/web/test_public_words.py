"""Every word of the public site comes from a file of words: each kind of page, read in a made-up language.

What is wide in it is looked at in a browser, in `test_browser_site.py`; here every page is read, its states too: what
is empty, faults of forms, answers, and what is not there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.test import Client
from office_addresses import address, address_names, parts
from office_rights import RIGHTS
from site_in_browser import STATES, known_words, listed, made_up_language, missed_in, page_texts
from web_offices import make_busy

if TYPE_CHECKING:
    from arpad.storage.opening import OfficeFolder


@pytest.fixture(scope="module")
def places(office: OfficeFolder) -> dict[str, str]:
    """Give the addresses of all public pages, and of their states."""
    del office
    make_busy()
    of, client = parts(), Client()
    named = {
        name: address(name, of) for name in address_names() if name.startswith("site_") and RIGHTS[name].status == 200
    }
    there = {name: place for name, place in named.items() if "html" in client.get(place).headers["Content-Type"]}
    more = {place: place for event in range(400001, 400007) for place in [f"/events/{event}/"]}
    return there | {place: place for place in STATES} | more


def test_no_word_is_missed(places: dict[str, str]) -> None:
    """Nothing stands outside the signs of the made-up language but data, numbers and codes."""
    known, client = known_words(), Client()
    with made_up_language():
        wrong = {
            name: missed_in(page_texts(client.get(place, follow=True).content.decode()), known)[:12]
            for name, place in places.items()
        }
    assert not listed(wrong), listed(wrong)
