"""What never leaves the office, sought in every public byte: pages and downloads of a book made for it are crawled.

Pages that somebody adds join by being linked, or by having an address of the site.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from datetime import date
from html import unescape
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urldefrag, urljoin, urlsplit

import polars as pl
import pytest
from django.db import connections
from django.test import Client
from django.urls import NoReverseMatch, Resolver404, get_resolver, resolve, reverse
from office_addresses import _of_site
from private_book import ASSOCIATIONS, HIDDEN, REASON, birthdays, office_of_private_book

from arpad.model.numbers import Hundredths, Rating
from arpad.model.period import Event, Game, Player, RatingPeriod
from arpad.pages.letter import Letter, letter_parts
from arpad.regulations.workings.explanation import explain
from arpad.regulations.workings.first_rating import FirstRating

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_OF_A_KIND = 6
"""So many pages of each address are looked at."""
_MANY = frozenset({"site_list_file", "site_month_csv", "site_calculator", "site_search", "site_player_against"})
MOST_OF_MANY = 40
"""So many of those of which each is another form of the same."""
_OPEN = frozenset({"ask", "certificates"})
"""Pages of the office that everybody opens."""
_LINK = re.compile(r'(?:href|src|action)="([^"]*)"')
_DAYS = re.compile(
    rb"\d{4}[-/]\d\d[-/]\d\d|\d\d[./]\d\d[./]\d{4}|(?<!\d)\d{8}(?!\d)"
    rb"|\d{1,2} [A-Z][a-z]+ \d{4}|[A-Z][a-z]+ \d{1,2}, \d{4}"
)
"""A day in any form in which `birthdays` writes it."""
_OF_PEOPLE = ("/players/", "/lists/", "/events/", "/federations/", "/month/", "/search/")
"""Where an association could only be somebody's; the regulations name them all."""
_OF_LAW = ("/about/", "/regulations/")
"""Where days are those of editions and corrections, which somebody may have been born on."""


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, bytes]]:
    """Go through the whole site from its front, and give what it answers by address."""
    office_of_private_book(tmp_path_factory.mktemp("private") / "office")
    yield _crawled()
    connections.close_all()


def _crawled() -> dict[str, bytes]:
    client, seen, answers = Client(), set[str](), dict[str, bytes]()
    counts: Counter[str] = Counter()
    waiting = [*_beginnings()]
    while waiting:
        address = waiting.pop(0)
        name = _name_of(address)
        most = MOST_OF_MANY if name in _MANY else MOST_OF_A_KIND
        if address in seen or not (name.startswith("site_") or name in _OPEN) or counts[name] >= most:
            continue
        seen.add(address)
        counts[name] += 1
        answer = client.get(address)
        body = b"".join(answer.streaming_content) if answer.streaming else answer.content
        answers[address] = _readable(body) + str(answer.headers).encode()
        if answer.status_code in {301, 302}:
            waiting.append(urljoin(address, answer.headers["Location"]))
        elif "html" in answer.headers["Content-Type"]:
            assert answer.status_code in {200, 404, 410}, (address, answer.status_code)
            links = [unescape(link) for link in _LINK.findall(body.decode())]
            waiting += [urldefrag(urljoin(address, link)).url for link in links]
    return answers


def _beginnings() -> Iterator[str]:
    """Give where to begin: the front, every address of the site without parts, players, and those without a page."""
    from arpad.storage.models import ListVersion, PlayerRow  # noqa: PLC0415 - needs an office

    of = _of_site(ListVersion.objects.filter(stage="published").latest("list_date"))
    for pattern in get_resolver().url_patterns:
        if (pattern.name or "").startswith("site_"):  # type: ignore[union-attr] # there are no includes
            try:
                yield reverse(pattern.name, kwargs=of.get(pattern.name, {}))  # type: ignore[union-attr] # the same
            except NoReverseMatch:
                continue
    yield from (
        "/questions/new/",
        "/certificates/",
        "/sitemap-pages.xml",
        "/sitemap-players-0.xml",
        "/sitemap-events-0.xml",
    )
    hidden = PlayerRow.objects.filter(name__contains=HIDDEN).order_by("fide_id")[:4]
    for row in hidden:
        yield f"/players/{row.fide_id}"
        yield f"/search/?q={row.name}"
        yield f"/search/?q={row.fide_id}"
        yield f"/calculators/needed/?player={row.fide_id}"
        yield f"/questions/new/?player={row.fide_id}"
    of_person = of["site_player"]
    yield from (reverse("site_player_against", kwargs=of_person | {"other": row.fide_id}) for row in hidden)
    numbers = ",".join(str(row.fide_id) for row in hidden)
    yield from (f"/my-list/?ids={numbers}", f"/my-list.csv?ids={numbers}")


def _name_of(address: str) -> str:
    """Give the name of an address of the own host; nothing for others."""
    parts = urlsplit(address)
    if parts.netloc:
        return ""
    try:
        return resolve(parts.path).url_name or ""
    except Resolver404:
        return ""


def _readable(body: bytes) -> bytes:
    """Give what can be sought in; a table of Parquet as text."""
    if body[:4] == b"PAR1":
        frame = pl.read_parquet(io.BytesIO(body))
        plain = [name for name, kind in frame.schema.items() if not kind.is_nested()]
        return frame.select(plain).write_csv().encode()
    return body


def test_the_walk_comes_far(crawled: dict[str, bytes]) -> None:
    """Every address of the site was answered, every file of a list, and more than one page of many."""
    names = Counter(_name_of(address) for address in crawled)
    known = {pattern.name for pattern in get_resolver().url_patterns if (pattern.name or "").startswith("site_")}  # type: ignore[union-attr] # there are no includes
    # What was registered with the office and is in no book; this office has no such event.
    assert known - names.keys() == {"site_registered_event", "site_registered_event_named"}
    assert names["site_player"] > 3
    files = {urlsplit(address).path.rpartition("/")[2] for address in crawled if "/files/" in address}
    assert files >= {"list.txt", "list.xml", "list.csv", "list.parquet", "standard_rating_list.txt"}


def test_a_calculator_knows_nothing_newer(crawled: dict[str, bytes]) -> None:
    """Of whoever has left the lists or died it takes nothing; of the others what the newest list shows."""
    from arpad.storage.models import PlayerRow  # noqa: PLC0415 - needs an office
    from arpad.storage.queries.systems import rating_system  # noqa: PLC0415 - the same
    from arpad.storage.site.player_state import player_state  # noqa: PLC0415 - the same
    from arpad.storage.site.shown import Presence, presences, shown_player  # noqa: PLC0415 - the same

    assert crawled
    system = rating_system()
    assert system is not None
    seen = Counter[Presence]()
    for number, of in presences(system, PlayerRow.objects.values_list("fide_id", flat=True)).items():
        state, shown = player_state(system, number, "standard"), shown_player(system, number)
        seen[of] += 1
        if of in {Presence.LISTED, Presence.UNRATED}:
            assert state is not None
            assert shown is not None
            assert state.rating == shown.ratings["standard"]
        else:
            assert state is None, (number, of)
    assert seen[Presence.DIED] + seen[Presence.LEFT] > 3
    assert seen[Presence.NONE] > 3


def test_nobody_without_a_page_is_named(crawled: dict[str, bytes]) -> None:
    """No name of whom no list shows, on no page, in no file and in no answer to a search, but for what was asked."""
    from arpad.storage.models import PlayerRow  # noqa: PLC0415 - needs an office
    from arpad.storage.queries.systems import rating_system  # noqa: PLC0415 - the same
    from arpad.storage.site.shown import may_be_named  # noqa: PLC0415 - the same

    system = rating_system()
    assert system is not None
    rows = dict(PlayerRow.objects.filter(name__contains=HIDDEN).values_list("fide_id", "name"))
    without = [f"{HIDDEN}{number}" for number in sorted(rows.keys() - may_be_named(system, rows))]
    assert len(without) > 5
    # In an address a name has small letters.
    sought = re.compile(f"(?:{'|'.join(without)})(?![0-9])".encode(), re.IGNORECASE)
    for address, body in crawled.items():
        # A search says once more what was asked.
        asked = parse_qs(urlsplit(address).query).get("q", [""])[0]
        named = {name.decode().casefold() for name in sought.findall(body)} - {asked.partition(",")[0].casefold()}
        assert not named, (address, named)


def test_no_birthday(crawled: dict[str, bytes]) -> None:
    """Nobody's birth date in any form; only the year is public."""
    from arpad.storage.models import PlayerRow  # noqa: PLC0415 - needs an office

    days = [day for day in PlayerRow.objects.values_list("birth_date", flat=True) if day is not None]
    born = birthdays(days)
    assert len(born) > 100
    for address, body in crawled.items():
        if not address.startswith(_OF_LAW):
            assert not born & {*_DAYS.findall(body)}, address


@pytest.mark.usefixtures("crawled")
def test_a_first_rating_tells_nobody_who_is_in_an_association() -> None:
    """In 2009 to 2014 members of some associations need fewer games; in public nothing tells who is one."""
    from arpad.storage.site.public_line import without_association  # noqa: PLC0415 - needs an office

    for games, needed in ((4, 9), (7, 0), (9, 9)):
        played = tuple(Game(Rating(1900), Hundredths(50), number) for number in range(games))
        event = Event(date(2009, 11, 3), date(2009, 11, 12), None, played)
        period = RatingPeriod("standard", date(2010, 1, 1), Player(None, association="IBCA"), (event,))
        own = explain(period)
        public = without_association(own)
        assert isinstance(own.result, FirstRating)
        assert isinstance(public.result, FirstRating)
        assert own.result.needed_by == "initial_games_disabled_associations"
        assert (public.result.published, public.result.needed) == (own.result.published, needed)
        assert public.result.needed_by == "initial_games"
        assert public.result.period.player.association is None
        needed_lines = [line for line in public.lines if line.name == "games_needed"]
        assert [line.value for line in needed_lines] == ([needed] if needed else [])
        letter = Letter("Ada", 7, "AJX", public, (), (public.result.status,), is_public=True)
        assert "7 games needed" not in "".join(letter_parts(letter))


def test_no_association_and_no_reason(crawled: dict[str, bytes]) -> None:
    """Membership in an association of players with disabilities, and why somebody is excluded, stay in the office."""
    for address, body in crawled.items():
        assert REASON.encode() not in body, address
        if address.startswith(_OF_PEOPLE):
            for association in ASSOCIATIONS:
                assert association.encode() not in body, address
