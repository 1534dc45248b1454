"""The events of the public site: the calendar and its filters, the page of an event, where it is, who is named."""

from __future__ import annotations

import csv
import io
from datetime import timedelta
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import polars as pl
import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from web_events import NAMES, events_of_stages, the_system
from web_offices import HOSTILE

from arpad.model.clock import now
from arpad.model.numbers import decimal

if TYPE_CHECKING:
    from arpad.storage.opening import OfficeFolder

RATED, OPEN = 400002, 400006
REPORT = Path(__file__).parents[1] / "data" / "spring-open.trf"
NEVER_PUBLIC = ("registered", "waiting_for_approval", "never_registered")


@pytest.fixture(scope="module")
def numbers(office: OfficeFolder) -> dict[str, int]:
    """Bring events to their stages in the office of this module."""
    del office
    return events_of_stages()


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a":
            self.links.append(dict(attrs).get("href") or "")


def shown(place: str) -> str:
    """Give the text of a page that is there."""
    page = Client().get(place, follow=True)
    assert page.status_code == 200, place
    return page.content.decode()


def links_of(text: str) -> list[str]:
    """Give the links of a page."""
    parser = _Links()
    parser.feed(text)
    return parser.links


def main_of(text: str) -> str:
    """Give what a page says between its head and its foot."""
    return text.partition("<main")[2].partition("</main>")[0]


def rows_of(place: str) -> list[dict[str, str]]:
    """Give the rows of a download."""
    return list(csv.DictReader(io.StringIO(Client().get(place).content.decode(), newline="")))


def test_the_calendar_has_what_is_public(numbers: dict[str, int]) -> None:
    """Every event stands in one part of it, with where it is; what was never announced stands nowhere."""
    del numbers
    parts = {when: main_of(shown(f"/events/?when={when}")) for when in ("announced", "running", "past")}
    for name in ("announced", "announced_too", "postponed", "cancelled"):
        assert [when for when, text in parts.items() if NAMES[name] in text] == ["announced"], name
    assert [when for when, text in parts.items() if NAMES["report_awaited"] in text] == ["past"]
    assert not [name for name in NEVER_PUBLIC if any(NAMES[name] in text for text in parts.values())]
    for words in ("postponed", "cancelled", "to come"):
        assert words in parts["announced"]
    assert "not reported" in parts["past"]
    assert "no games" in parts["past"]
    assert '<span class="nowrap">2026-11</span>' in parts["past"]


def test_filters_are_addresses(numbers: dict[str, int]) -> None:
    """By federation, kind, month and words; what is shown is what fits, and the form says what was asked."""
    del numbers
    of_federation = main_of(shown("/events/?when=announced&federation=BBB"))
    assert "Open of Borduria" in of_federation
    assert NAMES["announced"] not in of_federation
    assert "<option selected>BBB</option>" in of_federation
    month = (now().date() + timedelta(days=60)).strftime("%Y-%m")
    of_month = main_of(shown(f"/events/?when=announced&month={month}"))
    assert NAMES["announced"] in of_month
    assert NAMES["hostile"] not in of_month
    assert "Toriquin" in main_of(shown("/events/?when=past&q=toriquin&month=2026-10&kind=standard"))
    assert "Nothing fits" in main_of(shown("/events/?when=past&kind=blitz&q=toriquin"))
    assert "Nothing fits" in main_of(shown("/events/?when=past&month=1999-01"))
    assert "Toriquin" in main_of(shown("/events/?when=past&month=nonsense&page=x"))
    assert 'content="noindex' in shown("/events/?when=past&kind=rapid")


def test_a_hundred_events_on_a_page(office: OfficeFolder) -> None:
    """More stand on pages of their own, none twice; a page asks as often as one with few."""
    from arpad.storage.models import EventRow  # noqa: PLC0415 - after Django is set up

    del office
    day = now().date() - timedelta(days=4000)
    few = _queries("/events/?when=past&federation=CCC")
    rows = [
        EventRow(
            rating_system=the_system(), event_id=900_000 + place, name=f"Open {place}", kind="rapid", system="swiss",
            cycles=1, start=day, end=day + timedelta(days=place % 3), official=False, federation="CCC",
            team_championship=False, ratings="start", withdrawn=False,
        )
        for place in range(230)
    ]  # fmt: skip
    EventRow.objects.bulk_create(rows)
    pages = [shown(f"/events/?when=past&federation=CCC&page={page}") for page in (1, 2, 3)]
    held = [[link for link in links_of(text) if link.startswith("/events/900")] for text in pages]
    assert [len(each) for each in held] == [100, 100, 30]
    assert len({link for each in held for link in each}) == 230
    assert any("page=2" in link for link in links_of(pages[0]))
    assert not any("page=4" in link for link in links_of(pages[2]))
    assert _queries("/events/?when=past&federation=CCC") == few
    EventRow.objects.filter(event_id__gte=900_000).delete()


def _queries(place: str) -> int:
    Client().get(place)
    with CaptureQueriesContext(connection) as asked:
        Client().get(place)
    return len(asked)


def test_events_to_come_as_a_calendar(numbers: dict[str, int]) -> None:
    """Programs subscribe to it: whole days, what is put off or cancelled says so, and a name is only a name."""
    text = Client().get("/events/announced.ics").content.decode()
    events = text.replace("\r\n ", "").split("BEGIN:VEVENT")[1:]
    by_name = {each.partition("SUMMARY:")[2].partition("\r\n")[0]: each for each in events}
    assert NAMES["report_awaited"] not in by_name
    assert f"UID:event-{numbers['postponed']}@testserver" in by_name[NAMES["postponed"]]
    assert "STATUS:TENTATIVE" in by_name[NAMES["postponed"]]
    assert "STATUS:CANCELLED" in by_name[NAMES["cancelled"]]
    assert not [name for name in NEVER_PUBLIC if NAMES[name] in by_name]
    assert HOSTILE.replace(",", "\\,") in by_name
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))


def test_a_name_in_an_address_is_put_right(numbers: dict[str, int]) -> None:
    """A wrong name leads to the right one; an event that was never public is not there."""
    for place, right in (
        (f"/events/{RATED}/", f"/events/{RATED}/dorundland-open"),
        (f"/events/{RATED}/other", f"/events/{RATED}/dorundland-open"),
        (f"/events/r{numbers['announced']}/x?a=1", f"/events/r{numbers['announced']}/spring-festival-group-a?a=1"),
    ):
        page = Client().get(place)
        assert (page.status_code, page.headers["Location"]) == (302, right)
        assert not page.cookies
    for name in NEVER_PUBLIC:
        assert Client().get(f"/events/r{numbers[name]}/").status_code == 404
    assert Client().get("/events/999999999/").status_code == 404


@pytest.mark.usefixtures("numbers")
def test_numbers_are_those_of_the_published_list() -> None:
    """Every change of an event, and every first rating, is what stands in the published working."""
    from arpad.storage.queries.archived import archived_bytes  # noqa: PLC0415 - after Django is set up

    newest = the_system().newest
    assert newest is not None
    frame = pl.read_parquet(io.BytesIO(archived_bytes(newest.files["working_standard.parquet"])))
    published = {row["fide_id"]: row for row in frame.iter_rows(named=True)}
    rows = rows_of(f"/events/{RATED}/players.csv")
    assert len(rows) == 14
    checked = 0
    for row in rows:
        line = published[int(row["fide_id"])]
        own = [each for each in line["events"] or () if each["event_id"] == RATED]
        if own:
            assert row["difference"] == decimal(own[0]["sum"])
            assert row["k_difference"] == decimal(own[0]["sum"] * own[0]["k_applied"])
            assert int(row["rating"]) == own[0]["rating"]
        assert row["first_rating"] == str(line["first_published"] or "")
        checked += bool(own)
    assert checked >= 8
    text = main_of(shown(f"/events/{RATED}/"))
    assert "From the list of 1 November 2026, revision 1." in text
    assert "It is rated, on the list of 1 November 2026." in text
    assert text.index("First ratings") < text.index('id="crosstable"')


@pytest.mark.usefixtures("numbers")
def test_an_average_and_a_performance_by_hand() -> None:
    """A player of the event worked out by hand from the games and the ratings of the page."""
    players = {row["number"]: row for row in rows_of(f"/events/{RATED}/players.csv")}
    games = rows_of(f"/events/{RATED}/games.csv")
    met: list[int] = []
    score = 0
    for game in games:
        for own, other in (("white", "black"), ("black", "white")):
            if game[f"{own}_number"] == "1" and players[game[f"{other}_number"]]["rating"]:
                met.append(int(players[game[f"{other}_number"]]["rating"]))
                score += 100 * (game[f"{own}_score"] == "1.00")
    assert int(players["1"]["average"]) == (2 * sum(met) + len(met)) // (2 * len(met))
    assert score == 100 * len(met)
    # 8.1.1a of the 2024 regulations: all points won stand 800 above the average.
    assert int(players["1"]["performance"]) == int(players["1"]["average"]) + 800


@pytest.mark.usefixtures("numbers")
def test_the_list_being_made_says_when_it_was_worked_out() -> None:
    """Changes of an event that the next list rates, as of the preview; what comes later waits."""
    text = main_of(shown(f"/events/{OPEN}/"))
    assert "From the list being made for 1 December 2026, as of " in text
    assert "the numbers may still change" in text
    assert "It is accepted and due for the list of 1 December 2026." in text
    assert any(row["k_difference"] for row in rows_of(f"/events/{OPEN}/players.csv"))
    later = main_of(shown("/events/400012/"))
    assert "not being made yet" in later
    assert "Every game" not in later
    assert "once the list is worked out" in later
    assert "due for the list of 1 January 2027" in later


@pytest.mark.usefixtures("numbers")
def test_whom_no_list_has_is_nowhere_named() -> None:
    """On no page and in no download of an event stands the name or the number of who has no public page."""
    from arpad.storage.models import EventRow, GameRow, PlayerRow  # noqa: PLC0415 - after Django is set up
    from arpad.storage.site.shown import may_be_named  # noqa: PLC0415 - the same
    from arpad.storage.site.shown_table import table_of  # noqa: PLC0415 - the same

    people = dict(PlayerRow.objects.values_list("fide_id", "name"))
    system, numbers = the_system(), list(EventRow.objects.values_list("event_id", flat=True))
    playing = GameRow.objects.filter(event_id=numbers[0]).values_list("white", flat=True)[0]
    table = table_of(system)
    assert table is not None
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(f"DELETE FROM {table.table} WHERE fide_id = %s", [playing])  # noqa: S608 - our own name
        allowed = may_be_named(system, people)
        assert playing not in allowed
        _nowhere_named({number: name for number, name in people.items() if number not in allowed}, numbers)
        transaction.set_rollback(True)


def _nowhere_named(hidden: dict[int, str], events: list[int]) -> None:
    is_tried = False
    for number in events:
        for place in (f"/events/{number}/", f"/events/{number}/players.csv", f"/events/{number}/games.csv"):
            text = shown(place)
            is_tried = is_tried or "not listed" in text
            assert not [each for each, name in hidden.items() if name in text or str(each) in text], place
            assert "birth" not in text
    assert is_tried


def test_every_fate_is_told_in_words(numbers: dict[str, int]) -> None:
    """Cancelled, postponed, not reported, a part without games, a whole with its parts."""
    words = {
        "cancelled": "It was cancelled.",
        "postponed": "It is postponed; no new date is announced yet.",
        "announced": "It is announced and still to come.",
        "report_awaited": "It is over; the federation does not have the report yet.",
        "empty": "No games were played in this part, and nothing is to be rated.",
    }
    for name, sentence in words.items():
        assert sentence in main_of(shown(f"/events/r{numbers[name]}/")), name
    whole = links_of(main_of(shown(f"/events/r{numbers['league']}/")))
    assert f"/events/r{numbers['empty']}/league-of-arcadia" in whole
    of_festival = links_of(main_of(shown(f"/events/r{numbers['announced']}/")))
    assert f"/events/r{numbers['announced_too']}/spring-festival-group-b" in of_festival


@pytest.mark.usefixtures("numbers")
def test_something_is_wrong_here() -> None:
    """The link opens the form of a question with its kind and the event filled in."""
    text = main_of(shown(f"/events/{RATED}/"))
    asked = [link for link in links_of(text) if "matter=" in link]
    assert {parse_qs(urlsplit(link).query)["matter"][0] for link in asked} == {
        "wrong_result", "wrong_opponent", "missing_game",
    }  # fmt: skip
    form = shown(next(link for link in asked if "missing_game" in link))
    assert f'value="{RATED}"' in form
    assert "missing_game" in form


@pytest.mark.usefixtures("numbers")
def test_an_annulled_event_says_so() -> None:
    """Nothing of it is rated, whatever list had it; the calendar says it too."""
    from arpad.storage.models import EventRow  # noqa: PLC0415 - after Django is set up

    rows = EventRow.objects.filter(event_id=400001)
    rows.update(withdrawn=True)
    text = main_of(shown("/events/400001/"))
    assert "It is not rated." in text
    assert "K*chg" not in text
    assert "Nothing of this event is rated." in text
    assert "not rated" in main_of(shown("/events/?when=past&q=rusundrand"))
    rows.update(withdrawn=False)


def test_a_report_that_was_gone_for_a_while_is_read_again(office: OfficeFolder) -> None:
    """Nobody remembers that it could not be read: its file may be back, and another office may have the same report."""
    from arpad.storage.archived_files import archive  # noqa: PLC0415 - an office is open first
    from arpad.storage.models import ReportFile  # noqa: PLC0415 - the same
    from arpad.storage.site.played_event import reported_tournament  # noqa: PLC0415 - the same

    del office
    report, system = REPORT.read_bytes() + b"### of one test\n", the_system()
    digest = archive().put(report).sha256
    with transaction.atomic():
        ReportFile.objects.create(
            rating_system=system, event_id=RATED, sha256=digest, name="open.trf", received_at=now() + timedelta(days=1)
        )
        assert archive().erase(digest)
        assert reported_tournament(system, RATED, None) is None
        archive().put(report)
        tournament = reported_tournament(system, RATED, None)
        transaction.set_rollback(True)
    assert tournament is not None
    assert tournament.entries


@pytest.mark.usefixtures("numbers")
def test_a_page_that_is_known_is_not_made_again() -> None:
    """The second visit is answered from a few rows, and neither list nor report is read."""
    place = f"/events/{RATED}/dorundland-open"
    tag = Client().get(place).headers["ETag"]
    with CaptureQueriesContext(connection) as asked:
        again = Client().get(place, headers={"If-None-Match": tag})
    assert again.status_code == 304
    assert not [query["sql"] for query in asked if "gamerow" in query["sql"] or "storage_game" in query["sql"]]
    assert len(asked) <= 6
