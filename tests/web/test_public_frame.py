"""The frame of the public site: no session, no cookie, a strong ETag, and everything from the own host."""

from __future__ import annotations

import gzip
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

from arpad.web.static_files import static_address

if TYPE_CHECKING:
    from collections.abc import Callable

    from arpad.storage.opening import OfficeFolder

MOST_OF_A_VISIT = 60_000
PACKED = {"Accept-Encoding": "gzip, deflate, br"}
"""As a browser asks."""
pytestmark = pytest.mark.usefixtures("busy")


@pytest.fixture(scope="module")
def busy(office: OfficeFolder) -> None:
    """Let the office have something at every address."""
    del office
    make_busy()


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

    Page, style and script together are at most 60 kB on the way at a first visit.
    """
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
        assert re.search(r"<title[^>]*>([^<]+ \u2013 )?Chess Union of Arcadia<", text), name
        assert re.search(r'<meta name="description"[^>]* content="[^"]+">', text) or 'name="robots"' in text, name
        assert 'rel="canonical" href="http://testserver/' in text, name
        assert re.fullmatch(r'"[0-9a-f]{32}"', page.headers["ETag"]), name
        there = [page.request["PATH_INFO"], *re.findall(r'(?:href|src)="(/static/[^"]+)"', text)]
        weight = sum(len(client.get(place, headers=PACKED).content) for place in there)
        assert weight <= MOST_OF_A_VISIT, (name, weight)
    assert seen > 30


@pytest.mark.parametrize(("coding", "unpacked"), [("br", brotli.decompress), ("gzip", gzip.decompress), ("", bytes)])
def test_everything_is_known_by_its_bytes(coding: str, unpacked: Callable[[bytes], bytes]) -> None:
    """Every page and every file has a strong tag and a time for which it may be kept; who has it gets a short answer.

    Packed as the browser asks for it, it is the same, and has a tag of its own.
    """
    client, of, seen = Client(), parts(), set()
    for name in address_names():
        if name != "static" and (not name.startswith("site_") or RIGHTS[name].status != 200):
            continue
        place = static_address("site.css") if name == "static" else address(name, of)
        plain, page = client.get(place), client.get(place, headers={"Accept-Encoding": coding})
        tag = page.headers["ETag"]
        assert re.fullmatch(r'"[^"]+"', tag), name
        assert "public, max-age=" in page.headers["Cache-Control"], name
        again = client.get(place, headers={"Accept-Encoding": coding, "If-None-Match": tag})
        assert (again.status_code, again.headers["ETag"]) == (304, tag), name
        if not page.streaming and plain.content:
            assert page.headers.get("Content-Encoding", "") == coding, name
            assert page.headers["Vary"] == "Accept-Encoding", name
            assert unpacked(page.content) == plain.content, name
            assert (tag == plain.headers["ETag"]) is not bool(coding), name
        seen.add(page.headers["Content-Type"].partition(";")[0])
    assert {"text/html", "text/css", "text/csv", "text/calendar", "application/json", "application/xml"} <= seen


def test_what_has_secrets_is_not_packed() -> None:
    """A page of the office goes out as it is, whatever the browser unpacks: its length would tell."""
    assert "Content-Encoding" not in logged_in("vera").get("/office/", headers=PACKED).headers


def test_what_is_not_there(office: OfficeFolder) -> None:
    """An address of the site that is not there says so in the site, and is not kept."""
    del office
    page = Client().get("/nothing/here/")
    assert page.status_code == 404
    assert 'class="top"' in page.content.decode()
    assert "no-store" in page.headers["Cache-Control"]
