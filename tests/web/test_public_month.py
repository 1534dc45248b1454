"""The month for journalists and clubs: thresholds, bests, number ones, gains, losses, federations, one's own list."""

from __future__ import annotations

import csv
import io
import re
from datetime import date

import polars as pl
import pytest
from django.test import Client

from arpad.publication.list_federations import spread
from arpad.publication.list_rows import in_orders
from arpad.publication.month import average, bests, crossed, gains, losses, number_ones, teams
from arpad.publication.public_list import public_list

DAY = date(2026, 11, 1)
NOBODY = pl.DataFrame(schema={"fide_id": pl.Int64})
# number, name, federation, sex, born, flag, rating before, rating now
PEOPLE = [
    (1, "Aro, Ida", "AAA", "F", 1990, "w", 2390, 2405),
    (2, "Bek, Olo", "AAA", "M", 1980, "", 2099, 2301),
    (3, "Cid, Una", "BBB", "F", 2012, "w", 2010, 1990),
    (4, "Dag, Emo", "BBB", "M", 2008, "", 1900, 1850),
    (5, "Eno, Ali", "BBB", "M", 1950, "", 1999, 1960),
    (6, "Fay, Uma", "CCC", "F", 1955, "wi", 2600, 2600),
    (7, "Gus, Tor", "CCC", "M", None, "", 1700, 1600),
    (8, "Hal, New", "CCC", "M", 2015, "", None, 1500),
    (9, "Ivo, Six", "CCC", "M", 2007, "", 1800, 1700),
]


def frame(rating: int, people: list[tuple[object, ...]] | None = None) -> pl.DataFrame:
    """Give a list of people with the ratings of a column."""
    columns = ("fide_id", "name", "federation", "sex", "birth_year", "flag")
    rows = [(*row[:6], row[rating]) for row in people or PEOPLE]
    return pl.DataFrame(rows, schema=[*columns, "standard_rating"], orient="row")


def tables(people: list[tuple[object, ...]] | None = None) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Give the list before and the list, as pages have them."""
    then, now = frame(6, people), frame(7, people)
    highest = now.select(
        "fide_id", standard_highest=pl.Series([row[7] for row in people or PEOPLE]),
        was_standard_highest=pl.Series([row[6] for row in people or PEOPLE]),
    )  # fmt: skip
    before = public_list({"list": then}, NOBODY, None, NOBODY)
    return in_orders(before, DAY), in_orders(public_list({"list": now}, NOBODY, before, highest), DAY)


def test_thresholds_are_crossed_upwards() -> None:
    """Each player once, at the highest threshold that was crossed; newcomers cross none."""
    _, now = tables()
    assert crossed(now, "standard").select("fide_id", "threshold").rows() == [(1, 2400), (2, 2300)]
    assert crossed(now, "standard", "BBB").is_empty()


def test_personal_bests() -> None:
    """Rated higher than ever before; a first rating is no best."""
    rows, many = bests(tables()[1], "standard")
    assert (rows["fide_id"].to_list(), many) == ([1, 2], 2)


def test_losses_are_of_adults() -> None:
    """Whoever may be under 18 by the year of birth is not there, and neither is whose year is not known."""
    _, now = tables()
    assert gains(now, "standard").select("fide_id", "change").rows() == [(2, 202), (1, 15)]
    assert losses(now, "standard", DAY).select("fide_id", "change").rows() == [(9, -100), (5, -39)]


def test_number_ones_are_active() -> None:
    """The first of each group; who was first before stands beside, and a shared place has two."""
    then, now = tables()
    ones = {(each.group, each.fide_id): each for each in number_ones(now, then, "standard", DAY)}
    assert ("everybody", 1) in ones
    assert ("u8", 8) not in ones
    assert ("u12", 8) in ones
    assert ones["u14", 3].before == (3, "Cid, Una")
    assert ones["65+", 5].rating == 1960
    shared = [(1, "A", "AAA", "M", 1990, "", 2000, 2100), (2, "B", "AAA", "M", 1990, "", 2100, 2100)]
    then, now = tables(shared)
    assert [(each.fide_id, each.before) for each in number_ones(now, then, "standard", DAY)] == [
        (1, (2, "B")), (2, (2, "B")),
    ]  # fmt: skip


def test_federations_by_their_best_ten() -> None:
    """Ten active players make an average, exact to the tenth; the same sum is the same place."""
    teams_of = (("AAA", 0, 2001), ("BBB", 20, 2001), ("CCC", 40, 2003))
    people: list[tuple[object, ...]] = [
        (number, f"P{number:02}", federation, "M", 1990, "", 1500, rating)
        for federation, first, rating in teams_of
        for number in range(first, first + 10)
    ]
    people[-1] = (*people[-1][:7], 1999)
    people.append((99, "Idle", "AAA", "M", 1990, "i", 2800, 2800))
    ranked = teams(tables(people)[1], "standard").select("federation", "total", "place").rows()
    assert ranked == [("CCC", 20026, 1), ("AAA", 20010, 2), ("BBB", 20010, 2)]
    assert average(20026) == "2002.60"
    assert teams(tables(people[1:])[1], "standard")["federation"].to_list() == ["CCC", "BBB"]


def test_bands_leave_none_out() -> None:
    """Every hundred between the lowest and the highest is there, also where nobody is."""
    assert spread(tables()[1], "standard", "AAA") == [(2300, 1), (2400, 1)]
    assert [count for _, count in spread(tables()[1], "standard", "CCC")][2:10] == [1, 0, 0, 0, 0, 0, 0, 0]


@pytest.mark.usefixtures("office")
def test_pages_of_the_month() -> None:
    """Every part has its text and its file; a file of a federation has its players alone."""
    client = Client()
    page = client.get("/month/?kind=rapid").content.decode()
    parts = re.findall(r'href="(/month/2026-11/[a-z]+\.csv\?kind=rapid)"', page)
    assert len(parts) >= 3
    for part in parts:
        rows = list(csv.DictReader(io.StringIO(client.get(part).content.decode(), newline="")))
        assert rows
        for row in rows:
            assert row["name"] in page or row["name"].replace("'", "&#x27;") in page
    gained = list(csv.DictReader(io.StringIO(client.get("/month/2026-11/gains.csv?federation=AAX").content.decode())))
    assert {row["federation"] for row in gained} == {"AAX"}
    assert client.get("/month/2026-11/nothing.csv").status_code == 404
    assert client.get("/month/2026-09/").status_code == 404


@pytest.mark.usefixtures("office")
def test_my_list() -> None:
    """An address holds the players; who is on no list is named by number only, and it is not indexed."""
    page = Client().get("/my-list/?ids=104991;104425 and 5").content.decode()
    assert "/players/104991/" in page
    assert "/players/104425/" in page
    assert "/players/5/" not in page
    assert "noindex" in page
    rows = list(csv.DictReader(io.StringIO(Client().get("/my-list.csv?ids=104991").content.decode())))
    assert [row["fide_id"] for row in rows] == ["104991"]
    assert Client().get("/my-list/?ids=<script>").status_code == 200
