"""A hostile report is imported, rated and published; on every page and in every download of the site it is text."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from html.parser import HTMLParser
from typing import TYPE_CHECKING
from urllib.parse import quote, urldefrag, urlsplit
from xml.etree import ElementTree as ET

import polars as pl
import pytest
from django.test import Client
from django.urls import Resolver404, get_resolver, resolve
from hostile_reports import EVENT, FIRST_NUMBER, NEWCOMERS, TEAMS, TURNED, hostile_report
from office_addresses import address, address_names, parts
from web_events import person_named, the_system
from web_offices import logged_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.http import HttpResponse

    from arpad.storage.opening import OfficeFolder

OF_EACH = 3
"""So many pages of each kind are looked at, besides those of the hostile event and its newcomers."""
MOST = 400
NUMBERS = ",".join(str(FIRST_NUMBER + place) for place in range(len(NEWCOMERS)))
_OF_FORMS = frozenset({"site_list_file", "site_month_csv", "site_calculator", "site_search"})
"""Of these each is another form of the same."""
_SHOWN = frozenset({"application/xml", "text/xml", "text/plain", "application/json", "image/svg+xml"})
"""What a browser shows, and runs nothing in."""
_LEFT_ALONE = frozenset({"log_out", "static", "site_registered_event"})
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
    """Crawl the site from its front, the files of the list and the hostile event, some pages of each kind."""
    from arpad.storage.models import ListVersion  # noqa: PLC0415 - after Django is set up

    newest = ListVersion.objects.filter(stage="published").latest("list_date", "number")
    of_list = f"/lists/{newest.list_date:%Y-%m}/r{newest.revision}/"
    beginnings = [
        "/", f"/events/{event}/", f"/players/{FIRST_NUMBER}/", f"{of_list}files/", f"{of_list}changes/", of_list,
        "/events/", "/events/?when=past", "/events/?q=%3Cscript%3E", f"/search/?q={FIRST_NUMBER}", "/search/?q=alert",
        "/search/?q=%3Cscript%3E", "/robots.txt", "/sitemap.xml", "/sitemap-players-0.xml",
        f"/my-list/?ids={NUMBERS}", f"/my-list.csv?ids={NUMBERS}", f"/calculators/event/?player={FIRST_NUMBER}",
        f"/calculators/expected/?player={quote(NEWCOMERS[0])}&rating={quote(NEWCOMERS[1])}",
        f"/calculators/event/?games={quote(EVENT)}&rating=1&kind={quote(EVENT)}&on={quote(EVENT)}",
        f"/questions/new/?player={FIRST_NUMBER}&event={event}&words={quote(EVENT)}", "/certificates/",
    ]  # fmt: skip
    of = parts()
    everywhere = [address(name, of) for name in address_names() if name.startswith("site_") and name not in _LEFT_ALONE]
    sitemaps = [f"/sitemap-{part}.xml" for part in ("pages", "players-0", "events-0")]
    return _crawled(Client(), [*beginnings, *sitemaps, *everywhere], event, ("site_", "ask", "certificates"))


@pytest.fixture(scope="module")
def office_pages(event: int) -> dict[str, HttpResponse]:
    """Crawl the office as a rating administrator does, with the letters to the hostile players and all downloads."""
    player = f"/office/players/{FIRST_NUMBER}/"
    beginnings = ["/office/", "/office/events/", f"/office/events/{event}/", player, f"{player}letter/standard/"]
    return _crawled(logged_in("vera"), beginnings, event, ("",))


def _crawled(client: Client, waiting: list[str], event: int, begun: tuple[str, ...]) -> dict[str, HttpResponse]:
    """Follow links, some of each kind of page, and all of those of the event and its newcomers."""
    shown, count = {}, Counter[str]()
    while waiting and len(shown) < MOST:
        place = waiting.pop(0)
        name = resolve(urlsplit(place).path).url_name or "" if is_there(place) else ""
        if place in shown or not name.startswith(begun) or name in _LEFT_ALONE:
            continue
        is_ours = str(event) in place or any(str(FIRST_NUMBER + each) in place for each in range(len(NEWCOMERS)))
        count[name] += 1
        if count[name] > OF_EACH * (10 if is_ours or name in _OF_FORMS else 1):
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
        of_link = urlsplit(place)
        if not place or of_link.netloc or of_link.scheme or place.startswith("/static/"):
            continue
        place = place if place.startswith("/") else f"{at}{place}"
        yield place


def whole(page: HttpResponse) -> bytes:
    """Give the bytes of an answer, streamed or not."""
    return b"".join(page.streaming_content) if page.streaming else page.content  # type: ignore[attr-defined] # streamed


def faults_of(pages: dict[str, HttpResponse]) -> tuple[dict[str, list[str]], str]:
    """Give what of the report is no text on the pages that were crawled, and all their texts."""
    faults, seen = {}, []
    for place, page in pages.items():
        if page.status_code in {200, 404} and "html" in page.headers["Content-Type"]:
            reader = read(page)
            seen += reader.texts
            if reader.faults:
                faults[place] = reader.faults
    return faults, "".join(seen)


def test_on_every_page_it_is_text(pages: dict[str, HttpResponse], event: int) -> None:
    """No element, attribute or script comes from the report, and nothing turns writing round beside it."""
    faults, seen = faults_of(pages)
    assert not faults
    own = "".join(read(Client().get(f"/events/{event}/", follow=True)).texts)
    for text in (EVENT, *NEWCOMERS):
        assert text in seen, text
        assert text in own, text
    # A fragment has a sign of its own in the place of one that turns writing round.
    for text in (team.replace(TURNED, "\ufffd") for team in TEAMS):
        assert text in own, text


def test_every_address_of_the_site_is_looked_at(pages: dict[str, HttpResponse]) -> None:
    """Every kind of page and download was crawled: a new one is among them, or is missed here."""
    known = {pattern.name for pattern in get_resolver().url_patterns if (pattern.name or "").startswith("site_")}  # type: ignore[union-attr] # there are no includes
    seen = {resolve(urlsplit(place).path).url_name for place in pages}
    assert known - seen == {"site_registered_event"}


def test_in_the_office_it_is_text(office_pages: dict[str, HttpResponse]) -> None:
    """Neither on a page of the office, in a letter nor in what is printed of it."""
    faults, seen = faults_of(office_pages)
    # Links of the office are isolated by its stylesheet; its other texts stand in cells of their own.
    # What was published with a list is a page with a script of ours in it.
    own = {place: {"<script>"} if "/files/" in place else set() for place in faults}
    wrong = {place: [fault for fault in of if not fault.startswith("turned")] for place, of in faults.items()}
    assert not {place: of for place, of in wrong.items() if set(of) - own[place]}
    for text in (EVENT, *NEWCOMERS):
        assert text in seen, text
    names = {resolve(urlsplit(place).path).url_name for place in office_pages}
    assert {"player", "player_letter", "player_letter_file", "event", "event_report", "log"} <= names
    downloads_are_text(office_pages)


def test_in_every_download_it_is_text(pages: dict[str, HttpResponse]) -> None:
    """A cell is never a formula, a line of a calendar never begins by itself, XML and JSON stay whole."""
    forms = downloads_are_text(pages)
    for form in ("text/csv", "text/plain", "application/xml", "application/json"):
        assert any(NEWCOMERS[0] in text for text in forms[form]), form
    for form in ("text/csv", "text/plain", "application/xml", "application/vnd.apache.parquet"):
        assert any("HYPERLINK" in text for text in forms[form]), form
    assert forms["text/calendar"]


def downloads_are_text(pages: dict[str, HttpResponse]) -> dict[str, list[str]]:
    """See that every download is what it says it is; give their texts by form."""
    forms: dict[str, list[str]] = {}
    for place, page in pages.items():
        form = page.headers["Content-Type"].partition(";")[0]
        if page.status_code == 200 and form != "text/html":
            forms.setdefault(form, []).append(_text_of(form, whole(page), place))
            assert page.headers["Content-Security-Policy"].startswith("sandbox") or form in _SHOWN, place
    return forms


def _text_of(form: str, data: bytes, place: str) -> str:
    """Read a download as programs do."""
    match form:
        case "application/vnd.apache.parquet":
            return "".join(pl.read_parquet(io.BytesIO(data)).select(pl.col(pl.String)).write_csv())
        case "application/xml" | "text/xml" | "image/svg+xml":
            return "".join(ET.fromstring(data).itertext())  # noqa: S314 - our own
        case "application/json":
            return json.dumps(json.loads(data), ensure_ascii=False)
    text = data.decode("utf-8-sig", errors="strict" if form.startswith("text/") else "replace")
    if form == "text/csv":
        for cell in (cell for row in csv.reader(io.StringIO(text, newline="")) for cell in row):
            assert not cell.lstrip(_UNSEEN).startswith(_FORMULA) or _NUMBER.fullmatch(cell), (place, cell)
    elif form == "text/calendar":
        for line in text.replace("\r\n ", "").rstrip("\r\n").split("\r\n"):
            assert _CALENDAR.match(line), (place, line)
    return text


def test_the_players_of_the_report_are_named_in_the_files(event: int) -> None:
    """The names are whole in the CSV, those that begin a formula behind an apostrophe; birth dates are not there."""
    text = Client().get(f"/events/{event}/players.csv").content.decode()
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    names = {row["name"] for row in rows}
    assert {NEWCOMERS[0], NEWCOMERS[1], f"'{NEWCOMERS[2]}"} <= names
    assert "1990" not in text
    assert all(row["first_rating"] for row in rows if row["fide_id"] and int(row["fide_id"]) >= FIRST_NUMBER)
