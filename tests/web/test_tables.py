"""Tables: filters and orders are addresses, chips take filters off, what is seen is exported."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest
from web_offices import OWN, logged_in

import arpad
from arpad.storage.jobs.kinds import KINDS
from arpad.web.wording import WORDS

pytestmark = pytest.mark.usefixtures("office")


def shown(address: str, username: str = "vera") -> str:
    """Give a page as text."""
    return logged_in(username).get(address).content.decode()


def numbers(page: str) -> list[int]:
    """Give the players that a page shows, in order."""
    return [int(number) for number in re.findall(r'<th scope="row"><a href="/office/players/(-?\d+)/">', page)]


def test_a_filter_is_an_address_and_a_chip_takes_it_off() -> None:
    """The rows are those of the filter; the link of the chip has the others."""
    page = shown(f"/office/players/?federation={OWN}&sex=F")
    assert numbers(page)
    assert "BBB</td>" not in page
    assert 'href="/office/players/?sex=F"' in page
    assert f'href="/office/players/?federation={OWN}"' in page
    assert f'<option value="{OWN}" selected>' in page


def test_an_order_is_an_address_and_is_said() -> None:
    """The head by which the rows stand says so, and turns the order round."""
    page = shown("/office/players/?order=number")
    assert numbers(page) == sorted(numbers(page))
    assert 'aria-sort="ascending"><a href="/office/players/?order=-number">' in page
    falling = numbers(shown("/office/players/?order=-number"))
    assert falling == sorted(falling, reverse=True)


def test_pages_follow_each_other_without_a_gap() -> None:
    """Everybody stands on one page, and on no two."""
    seen: list[int] = []
    for number in range(1, 13):
        seen += numbers(shown(f"/office/players/?page={number}"))
    assert len(seen) == len(set(seen)) == 600


def test_what_is_seen_is_exported() -> None:
    """The file has the rows of the filter, on all pages."""
    client = logged_in("vera")
    page = client.get(f"/office/players/?federation={OWN}").content.decode()
    assert f'href="/office/players.csv?federation={OWN}"' in page
    rows = list(csv.DictReader(io.StringIO(client.get(f"/office/players.csv?federation={OWN}").content.decode())))
    total = re.search(r"of (\d+)</span>", page)
    assert total is not None
    assert len(rows) == int(total[1])
    assert {row["federation"] for row in rows} == {OWN}


def test_an_officer_sees_and_exports_the_own_federation_only() -> None:
    """Whatever stands in the address."""
    client = logged_in("ottar")
    rows = csv.DictReader(io.StringIO(client.get("/office/players.csv?federation=BBB").content.decode()))
    assert not list(rows)
    rows = csv.DictReader(io.StringIO(client.get("/office/players.csv").content.decode()))
    assert {row["federation"] for row in rows} == {OWN}


def test_a_number_goes_straight_to_the_player() -> None:
    """Whoever types a number wants that player."""
    first = numbers(shown("/office/players/?order=number"))[0]
    answer = logged_in("vera").get(f"/office/players/?q={first}")
    assert answer.headers["Location"] == f"/office/players/{first}/"


@pytest.mark.parametrize("asked", ["page=0", "page=x", "page=99999999999", "order=nonsense", "page=9999", "list=x-y"])
def test_nonsense_in_an_address_is_passed_over(asked: str) -> None:
    """Whatever somebody types into the address, the page is there."""
    client = logged_in("vera")
    assert client.get(f"/office/players/?{asked}").status_code == 200
    assert client.get(f"/office/events/?{asked}").status_code == 200


@pytest.mark.parametrize("place", ["players", "events", "log", "jobs", "people", "proof"])
def test_an_empty_table_says_what_to_do(place: str) -> None:
    """Nothing found is a sentence, not an empty table."""
    name = {"jobs": "state=cancelled", "proof": "outcome=damaged", "people": "role=arbiter&state=closed"}
    page = shown(f"/office/{place}/?{name.get(place, 'q=nobody-has-this-name')}")
    assert 'class="empty"' in page
    assert "<tbody>" not in page


@pytest.mark.parametrize("place", ["players", "events", "log", "jobs", "people"])
def test_every_table_has_a_caption_and_scopes(place: str) -> None:
    """For those who hear the page."""
    page = shown(f"/office/{place}/")
    for table in re.findall(r"<table>.*?</table>", page, re.DOTALL):
        assert "<caption" in table
        assert "<th>" not in table


def test_a_player_is_explained_in_the_kind_of_chess_that_was_played() -> None:
    """The page opens at the kind in which the player has games for the list being made."""
    from arpad.storage.models import EventRow, GameRow  # noqa: PLC0415 - after Django is set up

    blitz = EventRow.objects.filter(kind="blitz", rated_for=None).order_by("event_id")[0].event_id
    others = EventRow.objects.filter(rated_for=None).exclude(kind="blitz").values("event_id")
    elsewhere = {
        number for pair in GameRow.objects.filter(event_id__in=others).values_list("white", "black") for number in pair
    }
    games = GameRow.objects.filter(event_id=blitz).values_list("white", "black")
    only = next(number for pair in games for number in pair if number not in elsewhere)
    assert '/blitz/" aria-current="page"' in shown(f"/office/next/players/{only}/")


def test_every_kind_of_work_and_what_it_is_at_have_words() -> None:
    """A page shows no code: neither of a piece of work nor of its stage, wherever that is said."""
    sections = WORDS.sections()
    of_arpad = {kind for kind in KINDS if not kind.startswith("test.")}
    assert of_arpad - set(sections["job"]) == set()
    source = Path(arpad.__file__).parent
    naming = re.compile(r'(?:progress|stage|say)\(\s*"([a-z][a-z ]+ [a-zA-Z ]+|(?:backup|restore)\.[a-z]+)"')
    rooms = ("storage", "engine", "publication", "library")
    stages = {
        name
        for room in rooms
        for file in source.joinpath(room).rglob("*.py")
        for name in naming.findall(file.read_text())
    }
    assert len(stages) > 20
    assert stages - set(sections["job_stage"]) == set()


def test_a_file_that_has_not_all_rows_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there are more than are exported, the link says how many come."""
    assert "Export what is seen" in shown("/office/players/")
    monkeypatch.setattr("arpad.web.tables.MOST_EXPORTED", 2)
    page = shown("/office/players/")
    assert "Export the first 2 (CSV)" in page
    rows = logged_in("vera").get("/office/players.csv").content.decode().splitlines()
    assert len(rows) == 1 + 2
