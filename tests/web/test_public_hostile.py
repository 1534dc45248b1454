"""A hostile report is imported, rated and published; on every page and in every download of the site it is text."""

from __future__ import annotations

import csv
import io
import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING
from urllib.parse import urldefrag, urlsplit
from xml.etree import ElementTree as ET

import pytest
from django.test import Client
from django.urls import Resolver404, resolve
from hostile_reports import EVENT, FIRST_NUMBER, NEWCOMERS, TEAMS, TURNED, hostile_report
from web_events import person_named, the_system

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.http import HttpResponse

    from arpad.storage.opening import OfficeFolder

OF_EACH = 3
"""So many pages of each kind are looked at, besides those of the hostile event and its newcomers."""
MOST = 250
_FORMULA = tuple("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")
_UNSEEN = " \u00a0\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"
_NUMBER = re.compile(r"[-+]?\d+([.]\d+)?")
_CALENDAR = re.compile(r"[A-Z-]+(;[A-Z]+=[A-Z]+)?:")
_ISOLATED = frozenset(("bdi", "title", "option", "h1", "caption", "figcaption", "desc", "text", "textarea", "code"))
"""Elements in which writing that is turned round turns nothing around it."""


class Reader(HTMLParser):
    """Reads a page as a browser does, and notes what is not as it should be."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.texts: list[str] = []
        self.faults: list[str] = []
        self._open: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a link, and what no page of ours has."""
        given = dict(attrs)
        for name, value in attrs:
            if name.startswith("on") or name == "style" or (value or "").strip().lower().startswith("javascript:"):
                self.faults.append(f"{tag} {name}={value}")
        if tag in {"img", "iframe", "object", "u"} or (
            tag == "script" and not (given.get("src") or "").startswith("/")
        ):
            self.faults.append(f"<{tag}>")
        for name in ("href", "action"):
            if tag in {"a", "form"} and given.get(name):
                self.links.append(given[name] or "")
        if tag not in {"meta", "link", "input", "br", "hr", "path", "line", "rect", "circle", "polyline"}:
            self._open.append((tag, given.get("class") or ""))

    def handle_endtag(self, tag: str) -> None:
        """Close an element."""
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        """Note a text, and writing that turns round what stands beside it."""
        self.texts.append(data)
        is_apart = any(tag in _ISOLATED or "name" in look.split() for tag, look in self._open)
        if TURNED in data and not is_apart:
            self.faults.append(f"turned round in {self._open[-3:]}: {data[:60]!r}")


@pytest.fixture(scope="module")
def event(office: OfficeFolder) -> int:
    """Import the report, close and publish the list that rates it, and write who is shown."""
    del office
    from office_people import worked  # noqa: PLC0415 - after Django is set up

    from arpad.office.close_list import CloseList  # noqa: PLC0415 - the same
    from arpad.office.publish_list import PublishList  # noqa: PLC0415 - the same
    from arpad.storage.deeds.close_list import close_list  # noqa: PLC0415 - the same
    from arpad.storage.deeds.confirm import confirm  # noqa: PLC0415 - the same
    from arpad.storage.deeds.publish_list import publish_list  # noqa: PLC0415 - the same
    from arpad.storage.deeds.take_in_reports import Delivered, take_in_reports  # noqa: PLC0415 - the same
    from arpad.storage.jobs.worker import work_here  # noqa: PLC0415 - the same
    from arpad.storage.models import EventRow, Job, ListVersion, PlayerRow, Standing  # noqa: PLC0415 - the same
    from arpad.storage.queries.next_list import next_day  # noqa: PLC0415 - the same

    system, vera, tomas = the_system(), person_named("vera"), person_named("tomas")
    rated = Standing.objects.filter(is_off=False, standard_rating__isnull=False, standard_rating__lt=2300)
    names = dict(PlayerRow.objects.values_list("fide_id", "name"))
    ratings = {row.fide_id: row.standard_rating or 0 for row in rated.order_by("generation")}
    best = sorted(ratings, key=lambda number: -ratings[number])[:6]
    six = [(number, names[number], ratings[number]) for number in best]
    take_in_reports(vera, system, [Delivered("hostile.trf", hostile_report(six))], "it was sent")
    day = next_day(system)
    assert day is not None
    worked(close_list(vera, system, day, CloseList(is_forced=True)), vera)
    newest = ListVersion.objects.filter(rating_system=system).latest("list_date", "number")
    outcome = publish_list(vera, system, day, PublishList(newest.list_hash))
    worked(outcome if outcome.waiting is None else confirm(tomas, outcome.waiting.number), vera)
    for number in list(Job.objects.filter(state="waiting").values_list("number", flat=True)):
        work_here(number)
    return int(EventRow.objects.get(name=EVENT).event_id)


@pytest.fixture(scope="module")
def pages(event: int) -> dict[str, HttpResponse]:
    """Crawl the site from its front and from the hostile event, some pages of each kind."""
    client, shown, count = Client(), {}, {}
    waiting = ["/", "/events/", "/events/?when=past", f"/events/{event}/", f"/players/{FIRST_NUMBER}/",
               f"/search/?q={FIRST_NUMBER}", "/search/?q=alert", "/search/?q=%3Cscript%3E"]  # fmt: skip
    while waiting and len(shown) < MOST:
        place = waiting.pop(0)
        if place in shown or not is_there(place):
            continue
        kind = resolve(place.partition("?")[0]).url_name or ""
        is_ours = str(event) in place or any(str(FIRST_NUMBER + each) in place for each in range(len(NEWCOMERS)))
        count[kind] = count.get(kind, 0) + 1
        if count[kind] > OF_EACH * (10 if is_ours else 1):
            continue
        page = client.get(place, follow=True)
        shown[place] = page
        if page.status_code == 200 and "html" in page.headers["Content-Type"]:
            waiting += _followed(read(page), page.request["PATH_INFO"])
    return shown


def is_there(place: str) -> bool:
    """Tell whether the site has a page at an address."""
    try:
        return bool(resolve(urlsplit(place).path))
    except Resolver404:
        return False


def read(page: HttpResponse) -> Reader:
    """Read a page."""
    reader = Reader()
    reader.feed(page.content.decode())
    return reader


def _followed(reader: Reader, at: str) -> Iterator[str]:
    """Give where the links of a page lead, within the site."""
    for link in reader.links:
        place = urldefrag(link)[0]
        parts = urlsplit(place)
        if not place or parts.netloc or parts.scheme or place.startswith(("/office/", "/static/")):
            continue
        place = place if place.startswith("/") else f"{at}{place}"
        yield place


def whole(page: HttpResponse) -> bytes:
    """Give the bytes of an answer, streamed or not."""
    return b"".join(page.streaming_content) if page.streaming else page.content  # type: ignore[attr-defined] # streamed


def test_on_every_page_it_is_text(pages: dict[str, HttpResponse], event: int) -> None:
    """No element, attribute or script comes from the report, and nothing turns writing round beside it."""
    faults, seen = {}, ""
    for place, page in pages.items():
        if page.status_code == 200 and "html" in page.headers["Content-Type"]:
            reader = read(page)
            seen += "".join(reader.texts)
            if reader.faults:
                faults[place] = reader.faults[:3]
    assert not faults
    own = "".join(read(Client().get(f"/events/{event}/", follow=True)).texts)
    for text in (EVENT, *NEWCOMERS):
        assert text in seen, text
        assert text in own, text
    # A fragment has a sign of its own in the place of one that turns writing round.
    for text in (team.replace(TURNED, "\ufffd") for team in TEAMS):
        assert text in own, text


def test_in_every_download_it_is_text(pages: dict[str, HttpResponse]) -> None:
    """A cell is never a formula, a line of a calendar never begins by itself, XML stays whole."""
    kinds = set()
    for place, page in pages.items():
        form = page.headers["Content-Type"].partition(";")[0]
        if page.status_code != 200 or form == "text/html":
            continue
        kinds.add(form)
        data = whole(page)
        if form == "text/csv":
            for row in csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")):
                for cell in row:
                    begins = cell.lstrip(_UNSEEN)
                    assert not begins.startswith(_FORMULA) or _NUMBER.fullmatch(cell), (place, cell)
        elif form == "text/calendar":
            for line in data.decode().replace("\r\n ", "").rstrip("\r\n").split("\r\n"):
                assert _CALENDAR.match(line), (place, line)
        elif form.endswith("xml"):
            ET.fromstring(data)  # noqa: S314 - our own
        assert page.headers["Content-Security-Policy"].startswith("sandbox") or form in {
            "application/xml", "text/xml", "text/plain", "application/json", "image/svg+xml",
        }, place  # fmt: skip
    assert {"text/csv", "text/calendar"} <= kinds


def test_the_players_of_the_report_are_named_in_the_files(event: int) -> None:
    """The names are whole in the CSV, those that begin a formula behind an apostrophe; birth dates are not there."""
    text = Client().get(f"/events/{event}/players.csv").content.decode()
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    names = {row["name"] for row in rows}
    assert {NEWCOMERS[0], NEWCOMERS[1], f"'{NEWCOMERS[2]}"} <= names
    assert "1990" not in text
    assert all(row["first_rating"] for row in rows if row["fide_id"] and int(row["fide_id"]) >= FIRST_NUMBER)
