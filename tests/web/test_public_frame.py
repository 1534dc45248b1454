"""The frame of the public site: no session, no cookie, a strong ETag, and everything from the own host."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from web_offices import logged_in

if TYPE_CHECKING:
    from arpad.storage.opening import OfficeFolder

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


def test_only_the_own_host() -> None:
    """A page names no other host, and holds no script or style of its own."""
    text = Client().get("/").content.decode()
    assert not re.findall(r'(?:src|href|action)="(?:https?:)?//(?!testserver)', text)
    assert "<style" not in text
    assert " style=" not in text
    assert 'rel="canonical" href="http://testserver/"' in text


def test_what_is_not_there(office: OfficeFolder) -> None:
    """An address of the site that is not there says so in the site, and is not kept."""
    del office
    page = Client().get("/nothing/here/")
    assert page.status_code == 404
    assert 'class="top"' in page.content.decode()
    assert "no-store" in page.headers["Cache-Control"]
