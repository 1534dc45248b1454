"""What is published with a list: who is on it, which fields, which parts, edition by edition."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from made_publications import MadeList, of_list, table

from arpad.publication.parts import TOP
from arpad.regulations.calendar import calendar

if TYPE_CHECKING:
    from pathlib import Path

    from arpad.publication.publication import Publication

IN_2003, IN_2009, IN_2014, IN_2024 = date(2005, 1, 1), date(2010, 1, 1), date(2015, 1, 1), date(2025, 1, 1)
LONG_AGO = date(2000, 1, 1)


def part_of(publication: Publication, part: str, *columns: str) -> pl.DataFrame:
    """Give a part of what is published, or some columns of it; fail where it is not there."""
    assert part in publication.parts, sorted(publication.parts)
    assert set(columns) <= set(publication.parts[part].columns), publication.parts[part].columns
    return publication.parts[part].select(columns) if columns else publication.parts[part]


def ids(publication: Publication, part: str = "list") -> list[int]:
    """Give the players of a part, in its order."""
    numbers: list[int] = part_of(publication, part, "fide_id")["fide_id"].to_list()
    return numbers


def rated(fide_id: int, rating: int, **more: Any) -> dict[str, Any]:  # noqa: ANN401 - any column
    """Give the line of a rated player."""
    return {"fide_id": fide_id, "standard_rating": rating, "standard_k": 20, **more}


def people(*numbers: int) -> list[dict[str, Any]]:
    """Give players of these numbers."""
    return [{"fide_id": number} for number in numbers]


FLOORS = [
    pytest.param(IN_2003, 1801, marks=pytest.mark.article("9.1.2a [1]", edition="fide-2003-07")),
    pytest.param(IN_2009, 1200, marks=pytest.mark.article("7.12 [1]", edition="fide-2009-07")),
    pytest.param(IN_2014, 1000, marks=pytest.mark.article("7.12 [1]", edition="fide-2014-07")),
    pytest.param(IN_2024, 1400, marks=pytest.mark.article("7.1.2 [1]", edition="fide-2024-03")),
]


@pytest.mark.parametrize(("day", "floor"), FLOORS)
def test_the_list_begins_at_the_lowest_rating(day: date, floor: int) -> None:
    """Who has exactly the lowest rating is on the list, one point less is not, and neither is who has none."""
    published = MadeList(day, people(1, 2, 3), [rated(1, floor), rated(2, floor - 1)]).published()

    assert ids(published) == [1]


FIELDS = [
    pytest.param(
        IN_2003,
        ["name", "title", "federation", "standard_rating", "fide_id", "standard_games", "birth_date", "standard_k",
         "standard_games_with_new_k", "standard_status"],
        marks=pytest.mark.article("9.1.2a [2]", edition="fide-2003-07"),
    ),
    pytest.param(
        IN_2009,
        ["name", "title", "federation", "standard_rating", "fide_id", "standard_games", "birth_year", "sex",
         "standard_k", "flag"],
        marks=pytest.mark.article("7.12 [2]", edition="fide-2009-07"),
    ),
    pytest.param(
        IN_2014,
        ["name", "title", "federation", "standard_rating", "fide_id", "standard_games", "birth_date", "sex",
         "standard_k", "flag"],
        marks=pytest.mark.article("7.12 [2]", edition="fide-2014-07"),
    ),
    pytest.param(
        IN_2024,
        ["name", "title", "federation", "standard_rating", "fide_id", "standard_games", "birth_year", "sex",
         "standard_k", "flag", "standard_status"],
        marks=pytest.mark.article("7.1.2 [2]", edition="fide-2024-03"),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("day", "columns"), FIELDS)
def test_the_list_shows_the_fields_of_its_edition(day: date, columns: list[str]) -> None:
    """The fields stand in the order of the text; marks that it asks for elsewhere come after them."""
    player = {"fide_id": 7, "name": "Made, Up", "title": "FM", "sex": "F", "birth_date": date(1980, 5, 6)}
    published = MadeList(day, [player], [rated(7, 2300, standard_games=9, flag="w")]).published()

    assert published.parts["list"].columns == columns
    row = published.parts["list"].to_dicts()[0]
    assert [row[name] for name in ("name", "title", "federation", "standard_rating", "standard_games")] == [
        "Made, Up", "FM", "AAX", 2300, 9,
    ]  # fmt: skip
    assert row.get("birth_date", date(1980, 5, 6)) == date(1980, 5, 6)
    assert row.get("flag", "w") == "w"


@pytest.mark.article("9.1.2a [3]", edition="fide-2003-07")
def test_games_so_far_are_shown_while_k_is_25() -> None:
    """A newcomer's K stands with the games he has played with it; with another K no number is shown."""
    lines = [rated(1, 2000, standard_k=25, standard_played=17), rated(2, 2100, standard_k=15, standard_played=17)]
    published = MadeList(IN_2003, people(1, 2), lines).published()

    assert part_of(published, "list", "standard_k", "standard_games_with_new_k").rows() == [(25, 17), (15, None)]


@pytest.mark.article("9.2.2", edition="fide-2003-07")
@pytest.mark.article("7.22", edition="fide-2009-07")
@pytest.mark.article("7.22", edition="fide-2014-07")
@pytest.mark.parametrize("day", [IN_2003, IN_2009, IN_2014])
def test_titled_players_without_a_rating_have_a_list_of_their_own(day: date) -> None:
    """On it are titled players who are unrated, women's titles included; nobody else; 2024 knows no such list."""
    players = [
        {"fide_id": 1, "title": "IM"}, {"fide_id": 2, "womens_title": "WFM"}, {"fide_id": 3, "title": "GM"},
        {"fide_id": 4}, {"fide_id": 5, "title": "GM", "died": LONG_AGO},
    ]  # fmt: skip
    published = MadeList(day, players, [rated(3, 2500)]).published()

    assert ids(published, "titled_unrated") == [1, 2]
    assert ids(published) == [3]
    assert "titled_unrated" not in MadeList(IN_2024, players, [rated(3, 2500)]).published().parts


@pytest.mark.article("9.2.3b", edition="fide-2003-07")
def test_2003_shows_the_inactive_on_their_own_list_for_five_lists() -> None:
    """They leave the list at once, stand on the list of the inactive five times, and then nowhere."""
    days = [date(2005, 1, 1)]
    while len(days) < 7:
        next_list = calendar().next_list(days[-1])
        assert next_list is not None
        days.append(next_list)
    idle, active = of_list(rated(1, 2000, flag="i")), of_list(rated(1, 2000))
    shown = []
    for place in range(1, 7):
        earlier = {days[0]: active} | dict.fromkeys(days[1:place], idle)
        published = MadeList(
            days[place], people(1, 2), [rated(1, 2000, flag="i"), rated(2, 1900)], earlier=earlier
        ).published()
        shown.append(ids(published, "inactive"))
        assert ids(published) == [2]
        assert ids(published, "by_federation") == [2]

    assert shown == [[1]] * 5 + [[]]


@pytest.mark.article("7.23(b)", edition="fide-2009-07")
@pytest.mark.parametrize(
    ("last", "shown"),
    [(date(2008, 12, 31), True), (date(2007, 1, 1), True), (date(2006, 12, 31), False), (None, True)],
)
def test_2009_marks_the_inactive_for_two_years_in_the_alphabetical_list_only(last: date | None, shown: bool) -> None:
    """Inactive after a year without a game, marked for two more years, then gone; never in the part by federation."""
    lines = [rated(1, 2000, flag="i", standard_last=last), rated(2, 1900)]
    published = MadeList(IN_2009, people(1, 2), lines).published()

    assert ids(published) == ([1, 2] if shown else [2])
    assert part_of(published, "list", "flag")["flag"].to_list() == (["i", ""] if shown else [""])
    assert ids(published, "by_federation") == [2]
    assert "inactive" not in published.parts


@pytest.mark.article("7.23", edition="fide-2014-07")
@pytest.mark.parametrize("day", [IN_2014, IN_2024])
def test_later_editions_mark_the_inactive_and_keep_them(day: date) -> None:
    """However long ago the last game was."""
    published = MadeList(day, people(1), [rated(1, 2000, flag="i", standard_last=LONG_AGO)]).published()

    assert part_of(published, "list", "fide_id", "flag").rows() == [(1, "i")]


@pytest.mark.article("9.2.3d", edition="fide-2003-07")
@pytest.mark.article("7.24", edition="fide-2009-07")
@pytest.mark.parametrize("day", [IN_2003, IN_2009])
def test_the_top_list_leaves_out_the_inactive(day: date) -> None:
    """Places by rating, shared where ratings are equal; who shares the last place is on it, the inactive are not."""
    numbers = range(1, TOP + 4)
    lines = [rated(number, 2700 - number) for number in numbers] + [rated(900, 2800, flag="i")]
    lines[TOP] |= {"standard_rating": 2700 - TOP}
    part = part_of(MadeList(day, people(*numbers, 900), lines).published(), "top")

    assert part["fide_id"].to_list() == list(range(1, TOP + 2))
    assert part["rank"].to_list() == [*range(1, TOP), TOP, TOP]
    assert "top" not in MadeList(IN_2014, people(1), [rated(1, 2000)]).published().parts


SUSPENDED = {"suspensions": table("suspensions", {"federation": "BBX", "since": date(2004, 6, 1), "until": None})}


@pytest.mark.article("9.2.4", edition="fide-2003-07")
def test_2003_shows_suspended_federations_in_the_alphabetical_part_only() -> None:
    """Their players stand in the order of names, and not in the part by federation."""
    players = [{"fide_id": 1, "federation": "BBX"}, {"fide_id": 2}]
    published = MadeList(IN_2003, players, [rated(1, 2000), rated(2, 1900)], tables=SUSPENDED).published()

    assert (ids(published), ids(published, "by_federation")) == ([1, 2], [2])
    assert published.parts["federations"].filter(pl.col("suspended"))["federation"].to_list() == ["BBX"]


@pytest.mark.article("13.1", edition="fide-2014-07")
@pytest.mark.article("10.1", edition="fide-2024-03")
@pytest.mark.article("16.1", edition="fide-2003-07-print")
@pytest.mark.parametrize(("day", "name"), [(IN_2014, None), (IN_2024, None), (IN_2003, "fide-2003-07-print")])
def test_suspended_federations_are_not_listed_elsewhere(day: date, name: str | None) -> None:
    """From 2014 on, and as 2003 is printed, their players are on no list; nor is who has no federation."""
    players = [{"fide_id": 1, "federation": "BBX"}, {"fide_id": 2}, {"fide_id": 3, "federation": ""}]
    lines = [rated(1, 2000), rated(2, 1900), rated(3, 1950)]
    published = MadeList(day, players, lines, name, tables=SUSPENDED).published()

    assert ids(published) == [2]


@pytest.mark.parametrize(
    ("day", "listed"),
    [
        pytest.param(IN_2003, [1], marks=pytest.mark.article("16.1", edition="fide-2003-07")),
        pytest.param(IN_2009, [1, 2], id="2009 has no rule of membership"),
        pytest.param(IN_2014, [1], marks=pytest.mark.article("13.1", edition="fide-2014-07")),
        pytest.param(IN_2024, [1], marks=pytest.mark.article("10.1", edition="fide-2024-03")),
    ],
)
def test_who_has_no_federation_is_not_listed(day: date, listed: list[int]) -> None:
    """Neither in standard chess nor in rapid; the member of a federation is on both."""
    players = [{"fide_id": 1}, {"fide_id": 2, "federation": ""}]
    lines = [rated(fide_id, 2000, rapid_rating=1900) for fide_id in (1, 2)]
    kinds = ("standard",) if day == IN_2009 else ("standard", "rapid")

    assert ids(MadeList(day, players, lines, kinds=kinds).published()) == listed


@pytest.mark.parametrize(("since", "listed"), [(date(2015, 1, 2), [1, 2]), (date(2015, 1, 1), [2])])
def test_a_suspension_counts_from_its_first_day(since: date, listed: list[int]) -> None:
    """Before it begins, and after it ends, the players are listed."""
    players = [{"fide_id": 1, "federation": "BBX"}, {"fide_id": 2}]
    lines = [rated(1, 2000), rated(2, 1900)]
    begun = {"suspensions": table("suspensions", {"federation": "BBX", "since": since, "until": None})}
    over = {"suspensions": table("suspensions", {"federation": "BBX", "since": LONG_AGO, "until": date(2014, 12, 31)})}

    assert ids(MadeList(IN_2014, players, lines, tables=begun).published()) == listed
    assert ids(MadeList(IN_2014, players, lines, tables=over).published()) == [1, 2]


DELISTED = [
    pytest.param(IN_2003, 1800, "delisted", True, marks=pytest.mark.article("9.2.1", edition="fide-2003-07")),
    pytest.param(IN_2009, 1199, None, True, marks=pytest.mark.article("7.21", edition="fide-2009-07")),
    pytest.param(IN_2014, 999, None, False, marks=pytest.mark.article("7.21", edition="fide-2014-07")),
    pytest.param(IN_2024, 1399, "unrated", False, marks=pytest.mark.article("7.2.1", edition="fide-2024-03")),
]


@pytest.mark.parametrize(("day", "reached", "status", "own_list"), DELISTED)
def test_who_falls_below_the_lowest_rating(day: date, reached: int, status: str | None, own_list: bool) -> None:
    """Shown in the list as delisted, on a list of the delisted, not at all, or in the list as unrated; once."""
    before = calendar().list_before(day)
    assert before is not None
    moved = [(1, reached + 10, 5, -50, -1000, -10, reached)]
    old = {before: of_list(rated(1, reached + 10), rated(2, 2000))}
    published = MadeList(day, people(1, 2), [rated(2, 2000)], changes=moved, earlier=old).published()
    again = MadeList(day, people(1, 2), [rated(2, 2000)], earlier={before: of_list(rated(2, 2000))}).published()

    assert ids(published) == ([1, 2] if status else [2])
    assert ids(again) == [2]
    assert ("delisted" in published.parts) == own_list
    if status:
        assert part_of(published, "list", "standard_rating", "standard_status").row(0) == (None, status)
    if own_list:
        assert part_of(published, "delisted", "fide_id", "before", "reached").rows() == [(1, reached + 10, reached)]
    assert published.summary["movements"]["below_floor"]["standard"]["count"] == 1


@pytest.mark.article("15.0 (last)", edition="fide-2003-07")
def test_rapid_ratings_of_2003_are_shown_with_three_digits() -> None:
    """The first three digits stand in the list and in the files; the working keeps the whole number."""
    line = {"fide_id": 1, "standard_rating": 2500, "rapid_rating": 2437, "rapid_games": 5}
    published = MadeList(IN_2003, people(1), [line], kinds=("standard", "rapid")).published()

    assert part_of(published, "list", "standard_rating", "rapid_rating").rows() == [(2500, 243)]
    assert part_of(published, "top", "kind", "rating").rows() == [("standard", 2500)]


@pytest.mark.article("10.2", edition="fide-2024-03")
@pytest.mark.parametrize(("died", "listed"), [(date(2025, 1, 2), [1, 2]), (date(2025, 1, 1), [2])])
def test_who_died_is_no_longer_listed(died: date, listed: list[int]) -> None:
    """A death that a federation reported takes the player off the lists from that day on; the page says so."""
    before = date(2024, 12, 1)
    old = {before: of_list(rated(1, 2000), rated(2, 1900))}
    lines = [rated(1, 2000), rated(2, 1900)]
    published = MadeList(IN_2024, [{"fide_id": 1, "died": died}, {"fide_id": 2}], lines, earlier=old).published()

    assert ids(published) == listed
    assert (published.summary["movements"]["died"].get("standard", {}).get("count", 0)) == 2 - len(listed)
    assert published.summary["articles"]["standard"]["died"] == "fide-2024-03 10.2"


EXCLUSIONS = [
    # scope, and who is left with a standard and with a rapid rating
    ("list", [2], [2]),
    ("standard", [2], [1, 2]),
    ("rapid", [1, 2], [2]),
    ("games", [1, 2], [1, 2]),
]


@pytest.mark.article("16.2", edition="fide-2003-07")
@pytest.mark.article("13.2", edition="fide-2014-07")
@pytest.mark.parametrize("day", [IN_2003, IN_2014])
@pytest.mark.parametrize(("scope", "standard", "rapid"), EXCLUSIONS)
def test_who_must_not_be_listed_is_not(day: date, scope: str, standard: list[int], rapid: list[int]) -> None:
    """What a federation told is an exclusion of the book: from all lists, from that of one kind, or from none."""
    exclusion = {"fide_id": 1, "since": LONG_AGO, "until": None, "scope": scope, "reason": "told by the federation"}
    over = exclusion | {"fide_id": 2, "scope": "list", "until": date(2004, 1, 1)}
    lines = [rated(1, 2000, rapid_rating=2100), rated(2, 1900, rapid_rating=2200)]
    published = MadeList(
        day,
        people(1, 2),
        lines,
        kinds=("standard", "rapid"),
        tables={"exclusions": table("exclusions", exclusion, over)},
    ).published()
    part = published.parts["list"]

    assert part.filter(pl.col("standard_rating").is_not_null())["fide_id"].to_list() == standard
    assert part.filter(pl.col("rapid_rating").is_not_null())["fide_id"].to_list() == rapid
    assert published.shown.law.cite("exclusion_reported_by").article in {"16.2", "13.2"}


EXEMPTIONS = [
    pytest.param(IN_2003, marks=pytest.mark.article("16.3", edition="fide-2003-07")),
    pytest.param(IN_2014, marks=pytest.mark.article("13.3", edition="fide-2014-07")),
    pytest.param(IN_2024, marks=pytest.mark.article("10.1", edition="fide-2024-03")),
]


def granted(*numbers: int, since: date = LONG_AGO, until: date | None = None) -> dict[str, pl.DataFrame]:
    """Give the table of the exemptions of these players."""
    rows = [{"fide_id": number, "since": since, "until": until, "reason": "stateless"} for number in numbers]
    return {"exemptions": table("exemptions", *rows)}


@pytest.mark.parametrize("day", EXEMPTIONS)
def test_an_exemption_lists_who_has_no_federation(day: date) -> None:
    """Of two players without a federation the one whom FIDE exempted is listed, the other is not."""
    players = [{"fide_id": fide_id, "federation": ""} for fide_id in (1, 2)]
    lines = [rated(1, 2000), rated(2, 1900)]

    assert ids(MadeList(day, players, lines, tables=granted(1)).published()) == [1]
    assert ids(MadeList(day, players, lines).published()) == []


def test_2009_has_no_rule_of_membership_and_none_of_exemptions() -> None:
    """There an exemption changes nothing: who has no federation is listed anyway."""
    players = [{"fide_id": fide_id, "federation": ""} for fide_id in (1, 2)]

    assert ids(MadeList(IN_2009, players, [rated(1, 2000), rated(2, 1900)], tables=granted(1)).published()) == [1, 2]


@pytest.mark.article("13.3", edition="fide-2014-07")
@pytest.mark.article("10.1", edition="fide-2024-03")
@pytest.mark.parametrize("day", [IN_2014, IN_2024])
def test_an_exemption_lists_who_is_of_a_suspended_federation(day: date) -> None:
    """For the article a suspended federation is no member, so who is of one belongs to none (R-030)."""
    closed_out = {"federation": "AAX", "since": LONG_AGO, "until": None}
    tables = granted(1) | {"suspensions": table("suspensions", closed_out)}

    assert ids(MadeList(day, people(1, 2), [rated(1, 2000), rated(2, 1900)], tables=tables).published()) == [1]


@pytest.mark.article("16.3", edition="fide-2003-07")
def test_an_exempted_player_of_a_suspended_federation_stays_out_of_the_part_by_federation() -> None:
    """9.2.4 of 2003 is about that part; it shows the federation, which no exemption makes a member."""
    tables = granted(1) | {"suspensions": table("suspensions", {"federation": "AAX", "since": LONG_AGO, "until": None})}
    published = MadeList(IN_2003, people(1), [rated(1, 2000)], tables=tables).published()

    assert (ids(published), ids(published, "by_federation")) == ([1], [])


def test_a_narrow_exemption_is_for_who_has_no_federation(tmp_path: Path) -> None:
    """The other reading of 13.3 can be chosen: a member of a suspended federation stays off the list."""
    rules = tmp_path / "narrow.toml"
    rules.write_text(
        'id = "narrow"\nderives = "fide-2014-07"\ntitle = "made up"\n[provisions]\n'
        'list_exemption = { article = "13.3", value = "no_federation" }\n',
        encoding="utf-8",
    )
    players = [{"fide_id": 1, "federation": ""}, {"fide_id": 2}]
    tables = granted(1, 2) | {
        "suspensions": table("suspensions", {"federation": "AAX", "since": LONG_AGO, "until": None})
    }
    made_list = MadeList(IN_2014, players, [rated(1, 2000), rated(2, 1900)], name=str(rules), tables=tables)

    assert ids(made_list.published()) == [1]


def test_an_exemption_is_from_membership_only() -> None:
    """It lists nobody who died, whom his federation had excluded, or who has no FIDE number."""
    numbered = [{"fide_id": 1, "died": LONG_AGO}, {"fide_id": 2}, {"fide_id": -3}, {"fide_id": 4}]
    exclusion = {"fide_id": 2, "since": LONG_AGO, "until": None, "scope": "list", "reason": "told by the federation"}
    tables = granted(1, 2, -3, 4) | {"exclusions": table("exclusions", exclusion)}
    players = [player | {"federation": ""} for player in numbered]
    lines = [rated(player["fide_id"], 2000) for player in numbered]

    assert ids(MadeList(IN_2014, players, lines, tables=tables).published()) == [4]


@pytest.mark.parametrize(
    ("since", "until", "listed"),
    [
        (IN_2014, IN_2014, [1]),
        (date(2015, 1, 2), None, []),
        (LONG_AGO, date(2014, 12, 31), []),
    ],
)
def test_an_exemption_has_its_time(since: date, until: date | None, listed: list[int]) -> None:
    """It holds from its first day to its last, both of them counted."""
    tables = granted(1, since=since, until=until)
    published = MadeList(IN_2014, [{"fide_id": 1, "federation": ""}], [rated(1, 2000)], tables=tables).published()

    assert ids(published) == listed


@pytest.mark.article("11.5", edition="fide-2003-07")
@pytest.mark.article("9.3", edition="fide-2009-07")
@pytest.mark.article("9.3", edition="fide-2014-07")
@pytest.mark.article("9.3", edition="fide-2024-03")
@pytest.mark.parametrize(("day", "article"), [(IN_2003, "11.5"), (IN_2009, "9.3"), (IN_2014, "9.3"), (IN_2024, "9.3")])
def test_every_federation_has_its_rating_officer(day: date, article: str) -> None:
    """Name and contact stand with the federation in its table and on the page; one without an officer shows it."""
    officer = {
        "federation": "AAX",
        "name": "Federation of AAX",
        "officer": "Made, Officer",
        "contact": "aax@aax.example",
    }
    players = [{"fide_id": 1}, {"fide_id": 2, "federation": "BBX"}]
    published = MadeList(
        day, players, [rated(1, 2000), rated(2, 1900)], tables={"federations": table("federations", officer)}
    ).published()
    officers = published.parts["federations"].select("federation", "officer", "contact", "standard_listed").rows()

    assert officers == [("AAX", "Made, Officer", "aax@aax.example", 1), ("BBX", "", "", 1)]
    assert published.shown.law.cite("rating_officer").article == article
    assert f"{article}" in published.summary["articles"]["standard"]["federations"]


def test_a_player_without_a_fide_number_waits() -> None:
    """A negative number stands for one that is not known yet; nobody is published under it."""
    published = MadeList(IN_2024, people(-5, 1), [rated(-5, 2000), rated(1, 1900)]).published()

    assert ids(published) == [1]


def test_rows_stand_by_name_then_by_number() -> None:
    """Equal names by FIDE number; capitals before small letters, plain characters before accented ones."""
    names = {5: "Bo", 3: "Ad", 4: "Ad", 2: "ad", 1: "Äd"}
    players = [{"fide_id": fide_id, "name": name} for fide_id, name in names.items()]
    published = MadeList(IN_2024, players, [rated(name, 2000) for name in names]).published()

    assert ids(published) == [3, 4, 5, 2, 1]
