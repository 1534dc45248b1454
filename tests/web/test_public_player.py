"""The page of a player of the public site: how it is reached, what it shows, and that its numbers are the list's."""

from __future__ import annotations

import io
import json
import re
from datetime import date
from functools import cache
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from django.test import Client
from django.urls import reverse
from office_addresses import parts
from web_offices import logged_in

from arpad.book.schema import LIST
from arpad.cli.main import run
from arpad.documents.receipt import JUNIOR
from arpad.model.period import KINDS
from arpad.pages.numbers import NONE

if TYPE_CHECKING:
    from pathlib import Path

    from django.http import HttpResponse

    from arpad.storage.models import RatingSystem
    from arpad.storage.opening import OfficeFolder

pytestmark = pytest.mark.usefixtures("office")


def got(name: str, **more: Any) -> HttpResponse:  # noqa: ANN401 - parts of an address
    """Ask for a page of the player of the addresses as a visitor."""
    answer: HttpResponse = Client().get(reverse(name, kwargs=parts()[name] | more))
    return answer


def text_of(answer: HttpResponse) -> str:
    """Give the words of a page."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def test_every_way_leads_to_the_one_address() -> None:
    """The number alone, a slash behind it, another name: all lead to the page for good, with what comes behind."""
    page = got("site_player")
    address = page.wsgi_request.path  # type: ignore[attr-defined] # of a test's answer
    assert page.status_code == 200
    assert f'<link rel="canonical" href="http://testserver{address}">' in page.content.decode()
    number = parts()["site_player"]["number"]
    for other in (f"/players/{number}", f"/players/{number}/", f"/players/{number}/x", f"{address}/"):
        answer = Client().get(other)
        assert (answer.status_code, answer.headers["Location"]) == (301, address)
    deeper = Client().get(f"/players/{number}/x/standard/2026-11")
    assert deeper.headers["Location"] == f"{address}/standard/2026-11"


def test_a_number_without_a_page_says_why() -> None:
    """Never issued, or on no list."""
    from arpad.storage.models import PlayerRow  # noqa: PLC0415 - needs an office
    from arpad.storage.queries.systems import rating_system  # noqa: PLC0415 - the same
    from arpad.storage.site.shown import may_be_named  # noqa: PLC0415 - the same

    never = Client().get("/players/77777777")
    assert never.status_code == 404
    assert "never issued" in text_of(never)
    system = rating_system()
    assert system is not None
    numbers = list(PlayerRow.objects.values_list("fide_id", flat=True))
    hidden = min(set(numbers) - may_be_named(system, numbers))
    row = PlayerRow.objects.get(fide_id=hidden)
    off = Client().get(f"/players/{hidden}")
    assert off.status_code == 404
    assert "stands on no published list" in text_of(off)
    assert row.name not in off.content.decode()


def test_old_numbers_lead_on_for_ever() -> None:
    """A number that was merged into another one, and that into a third."""
    from arpad.storage.models import BookLogRow, RatingSystem  # noqa: PLC0415 - needs an office

    system, number = RatingSystem.objects.get(), parts()["site_player"]["number"]
    newest = BookLogRow.objects.filter(rating_system=system).order_by("-entry").values_list("entry", flat=True)[0]
    steps = (("renumber", -3, 555), ("merge", 555, number))
    for place, (deed, old, new) in enumerate(steps, newest + 1):
        BookLogRow.objects.create(
            rating_system=system, entry=place, at="2026-11-01T00:00:00Z", deed=deed,
            facts=json.dumps({"old": old, "new": new}), before="{}", after="{}",
        )  # fmt: skip
    for old in (-3, 555):
        answer = Client().get(f"/players/{old}/somebody")
        assert answer.status_code == 301
        assert answer.headers["Location"].startswith(f"/players/{number}/")
    BookLogRow.objects.create(
        rating_system=system, entry=newest + 3, at="2026-11-01T00:00:00Z", deed="merge",
        facts=json.dumps({"old": 556, "new": 77777777}), before="{}", after="{}",
    )  # fmt: skip
    gone = Client().get("/players/556")
    assert gone.status_code == 404
    assert "This number was merged into 77777777." in text_of(gone)
    BookLogRow.objects.filter(entry__gt=newest).delete()


def test_ratings_of_the_page_are_those_of_the_list() -> None:
    """Of some players: every rating of the newest list, and no other."""
    from arpad.storage.archived_files import read_frame  # noqa: PLC0415 - needs an office
    from arpad.storage.queries.systems import rating_system  # noqa: PLC0415 - the same
    from arpad.storage.site.player_sheet import player_sheet  # noqa: PLC0415 - the same

    system = rating_system()
    assert system is not None
    assert system.newest is not None
    lines = read_frame(system.newest.list_file, LIST).filter(pl.any_horizontal(pl.col("^.*_rating$").is_not_null()))
    seen = 0
    for row in lines.gather_every(25).iter_rows(named=True):
        sheet = player_sheet(system, row["fide_id"])
        if sheet is not None:
            assert {kind: row[f"{kind}_rating"] for kind in KINDS} == sheet.shown.ratings
            seen += 1
    assert seen > 4


def test_why_and_what_comes_of_it_are_on_the_page() -> None:
    """K with its reason, places, the chart with its table, and a line for each period that opens."""
    page = got("site_player")
    words = text_of(page)
    assert re.search(r"K is \d+:", words)
    assert "on the whole list" in words
    assert "<svg viewBox" in page.content.decode()
    assert "The same as a table" in words
    opened = got("site_player_period")
    assert opened.status_code == 200
    assert "In FIDE's columns" in text_of(opened)
    assert "Step by step" in text_of(opened)
    games = opened.content.decode().partition("Game by game")[2].partition("Step by step")[0]
    assert re.search(r'<td class="name"><a href="/players/-?\d+/', games)
    assert re.search(r'<a href="/events/\d+/', opened.content.decode())
    assert opened.headers["Cache-Control"] == "public, max-age=86400"


@cache
def _sample() -> list[tuple[int, str]]:
    """Give some player-periods of the newest list: of each kind of chess those who played."""
    from arpad.storage.queries.systems import rating_system  # noqa: PLC0415 - needs an office
    from arpad.storage.site.receipts import played_lines  # noqa: PLC0415 - the same

    system = rating_system()
    assert system is not None
    assert system.newest is not None
    return played_lines(system, system.newest)[::4]


def test_receipts_come_to_the_same_number(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What the site hands out, computed again by the command; juniors are attested, no birthday is there."""
    from arpad.storage.models import PlayerRow  # noqa: PLC0415 - needs an office
    from arpad.web.public.player_places import player_address  # noqa: PLC0415 - the same

    juniors = 0
    assert len(_sample()) > 5
    for number, kind in _sample():
        row = PlayerRow.objects.get(fide_id=number)
        answer = Client().get(player_address(number, row.name, "receipt", kind, "2026-11"))
        assert answer.status_code == 200, (number, kind)
        text = answer.content.decode()
        assert row.birth_date is None or f"{row.birth_date:%m-%d}" not in str(json.loads(text)["player"])
        juniors += JUNIOR in text
        place = tmp_path / "receipt.json"
        place.write_text(text, encoding="utf-8")
        assert run(["player", str(place), "--json"]) == 0
        computed = json.loads(capsys.readouterr().out)
        assert computed["receipt"]["agrees"] is True
    assert juniors


def test_a_receipt_that_was_changed_is_noticed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A result that somebody turned comes to another number, and the command says so."""
    document = json.loads(got("site_player_receipt").content)
    for event in document["events"]:
        for game in event["games"]:
            game["score"] = "1"
    place = tmp_path / "receipt.json"
    place.write_text(json.dumps(document), encoding="utf-8")
    run(["player", str(place)])
    assert "and here it is" in re.sub(r"\s+", " ", capsys.readouterr().out)


def test_who_is_young_or_asked_is_left_alone_by_search_engines(office: OfficeFolder) -> None:
    """Nothing of the page is for search engines or previews; the page itself is there."""
    from arpad.storage.models import PlayerRow  # noqa: PLC0415 - needs an office
    from arpad.storage.queries.systems import rating_system  # noqa: PLC0415 - the same
    from arpad.storage.site.shown import may_be_named  # noqa: PLC0415 - the same

    del office
    system = rating_system()
    assert system is not None
    young = PlayerRow.objects.filter(birth_year__gte=2010).values_list("fide_id", flat=True)
    number = min(may_be_named(system, young))
    page = Client().get(f"/players/{number}", follow=True)
    assert page.status_code == 200
    assert '<meta name="robots" content="noindex, nosnippet, noimageindex">' in page.content.decode()
    assert '<meta name="description" content="">' in page.content.decode()
    assert "noindex" not in got("site_player").content.decode()


def test_a_person_asks_not_to_be_found_and_takes_it_back() -> None:
    """By a deed of the office with its entry in the log; asked twice it is refused."""
    from arpad.model.clock import now  # noqa: PLC0415 - needs an office
    from arpad.model.problems import RefusedError  # noqa: PLC0415 - the same
    from arpad.office.unindex_player import UnindexPlayer  # noqa: PLC0415 - the same
    from arpad.storage.deeds.unindex_player import unindex_player  # noqa: PLC0415 - the same
    from arpad.storage.models import Account, LogEntry  # noqa: PLC0415 - the same
    from arpad.storage.queries.people import person_with  # noqa: PLC0415 - the same
    from arpad.storage.queries.systems import rating_system  # noqa: PLC0415 - the same

    system, number = rating_system(), parts()["site_player"]["number"]
    assert system is not None
    runa = person_with(Account.objects.get(username="runa"), now())
    for is_unindexed in (True, False):
        asked = UnindexPlayer(number, "a letter of 12 November", is_unindexed=is_unindexed)
        outcome = unindex_player(runa, system, asked)
        entry = LogEntry.objects.get(number=outcome.entry)
        assert entry.facts == {"system": system.key, "player": number, "is_unindexed": is_unindexed}
        assert ('name="robots"' in got("site_player").content.decode()) is is_unindexed
        named = Client().get("/sitemap-players-0.xml").content.decode()
        assert (f"/players/{number}/" in named) is not is_unindexed
        with pytest.raises(RefusedError, match="Nothing was changed"):
            unindex_player(runa, system, asked)
    with pytest.raises(RefusedError, match="Nobody has the number 77"):
        unindex_player(runa, system, UnindexPlayer(77, "why"))


def test_tables_of_their_own() -> None:
    """All periods, events and opponents, and the games of two against each other."""
    for name in ("site_player_periods", "site_player_events", "site_player_opponents", "site_player_against"):
        assert got(name).status_code == 200
    assert "Rated games" in text_of(got("site_player_against"))
    assert got("site_player_against", other=77).status_code == 404


def test_the_list_being_made_as_it_stands() -> None:
    """What is not published yet says so, and is kept for a minute."""
    page = got("site_player_next")
    assert "Nothing here is published yet" in text_of(page)
    assert page.headers["Cache-Control"].startswith("public, max-age=60")


def test_the_page_has_what_the_list_being_made_comes_to() -> None:
    """Before and after, points and games of each kind of chess that waits, as of when, with the events behind it."""
    from arpad.storage.queries.systems import rating_system  # noqa: PLC0415 - needs an office
    from arpad.storage.site.player_sheet import player_sheet  # noqa: PLC0415 - the same
    from arpad.storage.site.public_line import public_line  # noqa: PLC0415 - the same
    from arpad.storage.site.worked_out import list_being_made, so_far  # noqa: PLC0415 - the same

    system = rating_system()
    assert system is not None
    being_made = list_being_made(system)
    assert being_made is not None
    seen = 0
    for number in _waiting(system):
        sheet, came = player_sheet(system, number), so_far(system, number)
        if sheet is None or "standard" not in came:
            continue
        own = came["standard"]
        line = public_line(system, being_made.list_date, number, "standard")
        assert own.after == line.expected.rating
        page = Client().get(f"/players/{number}", follow=True)
        words = text_of(page)
        assert "As it stood on" in words
        assert str(own.after or NONE) in words.partition("The list being made")[2]
        assert re.search(r'so-far.*?<a href="/events/\d+', page.content.decode(), re.DOTALL)
        seen += 1
        if seen > 2:
            break
    assert seen


def test_a_sheet_to_print_has_what_the_page_has() -> None:
    """Ratings, K and why, places, periods and events, on a page of its own that is known under the player's."""
    page = got("site_player_paper")
    words = text_of(page)
    player = got("site_player")
    address = player.wsgi_request.path  # type: ignore[attr-defined] # of a test's answer
    assert f'<link rel="canonical" href="http://testserver{address}">' in page.content.decode()
    assert f'href="{address}/sheet"' in player.content.decode()
    assert re.search(r"K is \d+:", words)
    assert "on the whole list" in words
    assert "K*chg" in words
    assert "/standard/2026-11.json" not in page.content.decode()


def test_the_way_to_a_first_rating_says_everything() -> None:
    """How many games count and are missing, what would come out today, why it is not published, what expires when."""
    from arpad.storage.models import PartResultRow  # noqa: PLC0415 - needs an office
    from arpad.storage.queries.next_list import next_day  # noqa: PLC0415 - the same
    from arpad.storage.queries.systems import rating_system  # noqa: PLC0415 - the same
    from arpad.storage.site.player_sheet import player_sheet  # noqa: PLC0415 - the same
    from arpad.storage.site.public_line import public_line  # noqa: PLC0415 - the same

    system = rating_system()
    assert system is not None
    day, seen = next_day(system), 0
    assert day is not None
    rows = PartResultRow.objects.filter(rating_system=system, kind="standard").order_by("fide_id")
    for number in rows.values_list("fide_id", flat=True).distinct():
        sheet = player_sheet(system, number)
        if sheet is None or sheet.shown.ratings["standard"] is not None:
            continue
        result = public_line(system, day, number, "standard").explanation.result
        if not result.games or result.published is not None:
            continue
        player = Client().get(f"/players/{number}", follow=True)
        assert "the way to a first rating" in text_of(player)
        words = text_of(Client().get(f"/players/{number}/x/next/standard", follow=True))
        assert re.search(rf"games that count\s+{result.games}\s+games needed\s+{result.needed}\s+games missing", words)
        assert re.search(rf"would come out today\s+{result.rating or NONE}", words)
        assert "It would not be published yet:" in words
        assert f"the list of {result.expires}" in words
        asked = text_of(Client().get(f"/calculators/initial/?player={number}"))
        assert f"{result.rating} from {result.games} game" in asked
        seen += 1
        if seen > 2:
            break
    assert seen


def test_a_line_that_is_wrong_is_asked_about() -> None:
    """The explanation of a line opens a question with its kind, the player, the list and the kind of chess."""
    page = got("site_player_period").content.decode()
    number = parts()["site_player"]["number"]
    assert f"/questions/new/?matter=missing_game&amp;player={number}&amp;kind=standard&amp;list_month=2026-11" in page
    assert "Rc: the mean of the opponents" in page


def _waiting(system: RatingSystem) -> list[int]:
    """Give players with games that wait for the list being made."""
    from arpad.storage.models import EventRow, GameRow  # noqa: PLC0415 - needs an office

    events = EventRow.objects.filter(rating_system=system, rated_for__isnull=True, withdrawn=False, kind="standard")
    games = GameRow.objects.filter(rating_system=system, event_id__in=list(events.values_list("event_id", flat=True)))
    return sorted({number for pair in games.values_list("white", "black") for number in pair})


def test_periods_stand_in_the_columns_of_fide() -> None:
    """Of each list what the working that was published with it has: points above what was expected, K, and K times."""
    from arpad.pages.numbers import signed  # noqa: PLC0415 - needs an office
    from arpad.storage.archived_files import archive  # noqa: PLC0415 - the same
    from arpad.storage.queries.systems import rating_system  # noqa: PLC0415 - the same

    system, number = rating_system(), parts()["site_player"]["number"]
    assert system is not None
    assert system.newest is not None
    working = pl.read_parquet(io.BytesIO(archive().read(system.newest.files["working_standard.parquet"])))
    own = working.row(by_predicate=pl.col("fide_id") == number, named=True)
    for name in ("site_player", "site_player_periods"):
        page = got(name).content.decode()
        cells = re.findall(r'<td class="number wide">([^<]*)</td>', page.partition('id="periods"')[2] or page)
        wanted = [signed(own["sum"]), str(own["k_applied"]), signed(own["unrounded"])]
        assert wanted in [cells[place : place + 3] for place in range(len(cells))], name


def test_a_line_has_the_opponents_and_points_of_its_explanation() -> None:
    """Rc and W of every period in the table are those of all events together that the explanation of the line has."""
    from arpad.regulations.workings.fide_columns import period_columns  # noqa: PLC0415 - needs an office
    from arpad.storage.queries.systems import rating_system  # noqa: PLC0415 - the same
    from arpad.storage.site.period_columns import columns_of_periods  # noqa: PLC0415 - the same
    from arpad.storage.site.player_sheet import player_sheet  # noqa: PLC0415 - the same
    from arpad.storage.site.public_line import public_line  # noqa: PLC0415 - the same

    system, seen = rating_system(), 0
    assert system is not None
    for number, kind in _sample():
        sheet = player_sheet(system, number)
        assert sheet is not None
        for period, columns in columns_of_periods(system, sheet, sheet.periods[:2]):
            if columns is None or period.kind != kind:
                continue
            result = public_line(system, period.list_date, number, kind).explanation.result
            whole = period_columns(result)
            own = (columns.ro, columns.rc, columns.w, columns.games, columns.chg)
            assert own == (whole.ro, whole.rc, whole.w, whole.n, whole.chg)
            seen += columns.rc is not None
    assert seen > 2
    page = text_of(got("site_player"))
    assert re.search(r"Ro\s+Rc\s+W\s+n\s+chg\s+K\s+K\*chg", page)


def test_who_is_active_is_told_until_when(office: OfficeFolder) -> None:
    """The first list on which games up to the last one are too old; who is inactive is told what makes active again."""
    del office
    from arpad.regulations.calendar import calendar  # noqa: PLC0415 - needs an office
    from arpad.storage.models import Standing  # noqa: PLC0415 - the same
    from arpad.storage.queries.systems import rating_system  # noqa: PLC0415 - the same
    from arpad.storage.site.activity import activity  # noqa: PLC0415 - the same

    system = rating_system()
    assert system is not None
    assert system.newest is not None
    day, days = system.newest.list_date, calendar()
    row = Standing(standard_rating=1800, standard_last=date(2026, 3, 15), flag="")
    active = activity(days, day, row, "standard")
    assert active is not None
    assert (active.is_active, active.inactive_on, active.games) == (True, date(2027, 4, 1), 1)
    row.flag, row.standard_last = "i", date(2025, 3, 15)
    idle = activity(days, day, row, "standard")
    assert idle is not None
    assert (idle.is_active, idle.since, idle.inactive_on) == (False, date(2025, 11, 1), None)
    assert idle.by is not None
    assert idle.by.article == "7.2.2 a"
    assert activity(days, day, Standing(standard_rating=None, flag=""), "standard") is None
    words = text_of(got("site_player"))
    assert re.search(r"Active; without another rated game inactive on the list of \w+ 20\d\d\.", words)


def test_an_officer_is_told_why_there_is_no_page() -> None:
    """Beside the public page or its absence stands what the listing decision says, with its article."""
    from django.utils.html import escape  # noqa: PLC0415 - needs an office

    from arpad.storage.models import ExclusionRow, PlayerRow  # noqa: PLC0415 - the same
    from arpad.storage.queries.public_presence import public_presence  # noqa: PLC0415 - the same
    from arpad.storage.queries.systems import rating_system  # noqa: PLC0415 - the same
    from arpad.storage.site.shown import may_be_named  # noqa: PLC0415 - the same

    client, system = logged_in("vera"), rating_system()
    assert system is not None
    listed = client.get(f"/office/players/{parts()['site_player']['number']}/").content.decode()
    assert "the player stands on the newest list" in listed
    rows = PlayerRow.objects.filter(rating_system=system)
    hidden = min(
        set(rows.values_list("fide_id", flat=True)) - may_be_named(system, rows.values_list("fide_id", flat=True))
    )
    excluded = ExclusionRow.objects.create(
        rating_system=system, fide_id=hidden, since=date(2020, 1, 1), scope="list", reason="a reason of their own"
    )
    try:
        known = public_presence(system, rows.get(fide_id=hidden))
        assert known is not None
        assert not known.has_page
        page = client.get(f"/office/players/{hidden}/").content.decode()
        assert "There is no public page" in page
        assert "excluded from all lists" in page or known.reason != "excluded"
        assert known.reason
        assert all(escape(str(each)) in page for each in known.citations)
    finally:
        excluded.delete()


def test_an_officer_has_search_engines_pass_a_page_by() -> None:
    """In the browser as at the command line: a form with a reason, and once more to take it back."""
    number = parts()["site_player"]["number"]
    client = logged_in("runa")
    for wanted in (True, False):
        asked = client.post(f"/office/players/{number}/search-engines/", {"reason": "a letter of 12 November"})
        assert asked.status_code == 302, text_of(asked)
        assert ('name="robots"' in got("site_player").content.decode()) is wanted
        assert ("asked search engines to pass it by" in text_of(client.get(f"/office/players/{number}/"))) is wanted
