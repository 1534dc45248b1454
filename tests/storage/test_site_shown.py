"""Who has a public page: by the parts of the published lists, on both databases, and the places on the newest."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import polars as pl
import pytest
from office_books import IMPORT, LISTS, small_book
from office_people import Silent

from arpad.book.change import changed
from arpad.book.schema import LIST
from arpad.book.view import list_name
from arpad.library.books import close
from arpad.model.clock import now
from arpad.model.period import KINDS
from arpad.office.person import MACHINE
from arpad.publication.listing import is_inactive
from arpad.storage.archived_files import read_frame
from arpad.storage.importing import import_book
from arpad.storage.jobs.kinds import work_of
from arpad.storage.models import Job, PlayerRow
from arpad.storage.search.rows import WantedPlayers
from arpad.storage.site.age_groups import AGE_GROUPS, born_in, group_of
from arpad.storage.site.player_sheet import CURRENT, player_sheet
from arpad.storage.site.player_state import player_state
from arpad.storage.site.search import site_search
from arpad.storage.site.shown import Presence, may_be_named, presence, presences, shown_player

if TYPE_CHECKING:
    from pathlib import Path

    from arpad.storage.models import RatingSystem
    from arpad.storage.opening import OfficeFolder


def built(system: RatingSystem) -> RatingSystem:
    """Do the work that was asked for when the newest list changed."""
    job = Job.objects.filter(kind="search.rebuild", state=Job.WAITING).latest("number")

    def finish(result: dict[str, object]) -> None:
        Job.objects.filter(pk=job.pk).update(state=Job.DONE, result=result, ended_at=now())

    work_of(job.kind)(job.input, MACHINE, Silent(), finish)
    system.refresh_from_db()
    return system


@pytest.fixture
def cast() -> dict[str, int]:
    """Give the players of the story by what becomes of them; filled when the office is there."""
    return {}


@pytest.fixture
def system(office: OfficeFolder, tmp_path: Path, cast: dict[str, int]) -> RatingSystem:
    """Give an office whose second list somebody died before, somebody is excluded from, somebody left."""
    del office
    book = small_book(tmp_path / "book")
    first = book.table(list_name(LISTS[0]))
    rated = first.filter(pl.col("standard_rating").is_not_null())["fide_id"].to_list()
    cast |= dict(zip(("died", "excluded", "left", "stays"), rated, strict=False))
    blitz = first.filter(pl.col("blitz_rating").is_not_null() & ~pl.col("fide_id").is_in(rated[:4]))["fide_id"]
    cast |= {"not_in_blitz": blitz[0]}
    games = book.table("games")
    playing = pl.concat([first.drop_nulls("standard_rating")["fide_id"], games["white"], games["black"]])
    silent = book.table("players").filter(~pl.col("fide_id").is_in(playing.implode()), pl.col("federation") != "")
    unrated = silent.join(
        first.filter(pl.any_horizontal(pl.col("^.*_rating$").is_not_null())), on="fide_id", how="anti"
    )
    cast |= {"number_only": unrated["fide_id"][0]}
    players = book.table("players").with_columns(
        died=pl.when(pl.col("fide_id") == cast["died"]).then(date(2026, 10, 5)).otherwise("died"),
        federation=pl.when(pl.col("fide_id") == cast["left"]).then(pl.lit("")).otherwise("federation"),
    )
    empty = book.table("exclusions")
    rows = [
        {"fide_id": cast[name], "since": date(2026, 10, 5), "until": None, "scope": scope, "reason": "asked"}
        for name, scope in (("excluded", "list"), ("not_in_blitz", "blitz"))
    ]
    exclusions = pl.concat([empty, pl.DataFrame(rows, schema=empty.schema)])
    book.apply(changed(book, {"players": players, "exclusions": exclusions}))
    close(book.folder, LISTS[1])
    return import_book(book.folder, IMPORT)


def test_what_becomes_of_whom(system: RatingSystem, cast: dict[str, int]) -> None:
    """Nobody is shown before the table is there; then by the newest list, and by those that somebody stood on."""
    assert presence(system, cast["stays"]) is Presence.NONE
    built(system)
    expected = {
        "died": Presence.DIED,
        "excluded": Presence.NONE,
        "left": Presence.LEFT,
        "stays": Presence.LISTED,
        "number_only": Presence.UNRATED,
    }
    barred = shown_player(system, cast["not_in_blitz"])
    assert barred is not None
    expected["not_in_blitz"] = barred.presence
    assert barred.ratings["blitz"] is None
    assert (LISTS[1], "blitz") in barred.hidden  # fmt: skip
    assert {name: presence(system, number) for name, number in cast.items()} == {name: expected[name] for name in cast}
    assert presences(system, [cast["died"], -7]) == {cast["died"]: Presence.DIED, -7: Presence.NONE}
    named = may_be_named(system, cast.values())
    assert named == {number for name, number in cast.items() if expected[name] is not Presence.NONE}
    died, stays = shown_player(system, cast["died"]), shown_player(system, cast["stays"])
    assert died is not None
    assert (died.ranks, died.first_list, died.last_list) == ((), LISTS[0], LISTS[0])
    assert stays is not None
    assert (stays.first_list, stays.last_list) == LISTS[:2]
    assert shown_player(system, cast["excluded"]) is None
    _unrated(system, cast["number_only"])
    _places_are_those_of_the_list(system)
    _nothing_newer_than_their_lists(system, cast)
    _nothing_unpublished_elsewhere(system, cast)


def _nothing_unpublished_elsewhere(system: RatingSystem, cast: dict[str, int]) -> None:
    """Look at what a search gives and what calculators are filled in with: only ratings that the newest list shows."""
    rows = {row.fide_id: row for row in PlayerRow.objects.filter(rating_system=system, fide_id__in=cast.values())}
    for name in ("left", "died", "not_in_blitz", "stays"):
        number = cast[name]
        hits = site_search(system, rows[number].name, WantedPlayers(), 1)
        assert hits is not None
        given = next(hit for hit in hits.exact if hit.number == number)
        shown = shown_player(system, number)
        assert shown is not None
        assert given.ratings == tuple(shown.ratings[kind] for kind in KINDS)
        for kind in KINDS:
            state = player_state(system, number, kind)
            assert (state is None) is (shown.presence not in CURRENT)
            if state is not None:
                assert state.rating == shown.ratings[kind]
                assert shown.ratings[kind] is not None or (state.k, state.highest) == (None, None)


def _nothing_newer_than_their_lists(system: RatingSystem, cast: dict[str, int]) -> None:
    """Look at the sheets of who is no longer on the lists, and of whom one list does not show."""
    for name in ("left", "died"):
        sheet = player_sheet(system, cast[name])
        assert sheet is not None
        assert {line.list_date for line in sheet.lines} == {LISTS[0]}
        assert sheet.standing is None
        assert not sheet.waiting
        assert all(game.event.rated_for is not None and game.event.rated_for <= LISTS[0] for game in sheet.games)
    barred = player_sheet(system, cast["not_in_blitz"])
    assert barred is not None
    assert [line.ratings["blitz"] for line in barred.lines if line.list_date == LISTS[1]] in ([], [None])
    assert player_sheet(system, cast["excluded"]) is None


def _unrated(system: RatingSystem, number: int) -> None:
    """Look at the page of who has a number and no rating: it is there, it goes on, and no list stands on it."""
    sheet = player_sheet(system, number)
    assert sheet is not None
    assert (sheet.shown.first_list, sheet.shown.ranks, sheet.lines) == (None, (), [])


def _places_are_those_of_the_list(system: RatingSystem) -> None:
    """Count for some players who of the active has more."""
    assert system.newest is not None
    whole = read_frame(system.newest.list_file, LIST)
    active = whole.filter(~is_inactive(pl.col("flag")) & pl.col("standard_rating").is_not_null())
    shown = presences(system, active["fide_id"].to_list())
    active = active.filter(pl.Series([shown[number] is Presence.LISTED for number in active["fide_id"]]))
    for row in active.sort("standard_rating").gather_every(40).iter_rows(named=True):
        player = shown_player(system, row["fide_id"])
        assert player is not None
        place = next(each.place for each in player.ranks if (each.kind, each.scope) == ("standard", "everybody"))
        assert place == 1 + active.filter(pl.col("standard_rating") > row["standard_rating"]).height


def test_groups_of_age() -> None:
    """The narrowest that a player belongs to; nobody between 21 and 49 has one."""
    day = date(2026, 9, 1)
    assert [group_of(day.year - age, day) for age in (6, 8, 9, 20, 21, 49, 50, 64, 65)] == [
        "U8", "U8", "U10", "U20", "", "", "50+", "50+", "65+",
    ]  # fmt: skip
    assert [born_in(group, day)[0] for group in AGE_GROUPS[:3]] == [2018, 2016, 2014]
