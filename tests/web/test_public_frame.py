"""The frame of the public site: no session, no cookie, a strong ETag, and everything from the own host."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import brotli
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from office_addresses import address, address_names, parts
from office_rights import RIGHTS
from web_offices import logged_in, make_busy

if TYPE_CHECKING:
    from arpad.storage.opening import OfficeFolder

MOST_OF_A_VISIT = 60_000
pytestmark = pytest.mark.usefixtures("office")


def test_a_page_leaves_nothing_behind_and_is_kept() -> None:
    """A visitor gets no cookie; the page may be kept by others, and is answered shortly when it is the same."""
    came = Client().get("/")
    assert came.status_code == 200
    assert not came.cookies
    assert "Cookie" not in came.headers.get("Vary", "")
    assert came.headers["Cache-Control"].startswith("public, max-age=")
    assert re.fullmatch(r'"[0-9a-f]{32}"', came.headers["ETag"])
    again = Client().get("/", headers={"If-None-Match": came.headers["ETag"]})
    assert again.status_code == 304
    assert not again.content


def test_nobody_is_asked_for_and_nothing_is_taken() -> None:
    """Who is logged in is never looked up, and a form is not answered."""
    client = logged_in("vera")
    with CaptureQueriesContext(connection) as asked:
        page = client.get("/")
    assert not [query["sql"] for query in asked if "session" in query["sql"] or "account" in query["sql"]]
    assert "vera" not in page.content.decode()
    assert Client().post("/").status_code == 405


def test_every_page_loads_little_and_from_the_own_host() -> None:
    """Of each kind of page: no other host, no script or style within, title, description, canonical, a strong ETag.

    Page, style and script together weigh at most 60 kB at a first visit, as Brotli packs them.
    """
    make_busy()
    client, of, seen = Client(), parts(), 0
    for name in address_names():
        if not name.startswith("site_") or RIGHTS[name].status != 200:
            continue
        page = client.get(address(name, of))
        if not page.headers["Content-Type"].startswith("text/html"):
            continue
        text, seen = page.content.decode(), seen + 1
        assert not re.findall(r'(?:src|href|action)="(?:https?:)?//(?!testserver)', text), name
        assert "<style" not in text, name
        assert " style=" not in text, name
        assert not re.search(r"<script(?![^>]* src=)", text), name
        assert re.search(r"<title>([^<]+ \u2013 )?Chess Union of Arcadia<", text), name
        assert re.search(r'<meta name="description" content="[^"]+">', text) or 'name="robots"' in text, name
        assert 'rel="canonical" href="http://testserver/' in text, name
        assert re.fullmatch(r'"[0-9a-f]{32}"', page.headers["ETag"]), name
        files = [client.get(place).content for place in re.findall(r'(?:href|src)="(/static/[^"]+)"', text)]
        assert sum(len(brotli.compress(part)) for part in (page.content, *files)) <= MOST_OF_A_VISIT, name
    assert seen > 30


def test_what_is_not_there(office: OfficeFolder) -> None:
    """An address of the site that is not there says so in the site, and is not kept."""
    del office
    page = Client().get("/nothing/here/")
    assert page.status_code == 404
    assert 'class="top"' in page.content.decode()
    assert "no-store" in page.headers["Cache-Control"]
