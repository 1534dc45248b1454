"""Daily pages read of a book what they need: the line of one player, and what speaks against closing the list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import polars as pl
import pytest
from office_books import IMPORT, LISTS, imported_book, small_book
from office_people import Silent, people, worked
from published_in_office import published, wrong_result

from arpad.book.about import About
from arpad.book.change import changed
from arpad.book.decisions.annul import Annul
from arpad.book.decisions.keep_apart import KeepPlayersApart
from arpad.book.folder import Book
from arpad.book.schema import TABLES
from arpad.engine.reference.explain import explained_line
from arpad.library.guards import closing_guards
from arpad.model.clock import VARIABLE
from arpad.model.period import KINDS
from arpad.model.problems import RefusedError
from arpad.office.close_list import CloseList
from arpad.storage.database_book import DatabaseBook
from arpad.storage.deeds import preview_list
from arpad.storage.deeds.close_list import close_list
from arpad.storage.deeds.corrections import request_data, request_of
from arpad.storage.deeds.lists import guards, known_doubts
from arpad.storage.deeds.put_right import look, put_right
from arpad.storage.importing import import_book
from arpad.storage.models import EventRow, ListVersion
from arpad.storage.part_of_book import PartOfBook, about_player
from arpad.storage.queries.explained import explained_on_the_whole

if TYPE_CHECKING:
    from pathlib import Path

    from arpad.storage.models import RatingSystem

FEW = 25


def asked_about(system: RatingSystem, events: list[int]) -> list[int]:
    """Give players of some events, those of other events that wait, and somebody without a game."""
    book = DatabaseBook(system)
    games, waiting = book.table("games"), book.table("events").filter(pl.col("rated_for").is_null())["event_id"]
    of_events = games.filter(pl.col("event_id").is_in(events))["white"].unique().sort().head(8)
    others = games.filter(pl.col("event_id").is_in(waiting.implode()))["black"].unique().sort().head(FEW)
    quiet = book.table("players").filter(
        ~pl.col("fide_id").is_in(pl.concat([games["white"], games["black"]]).implode())
    )["fide_id"]
    return [*of_events.to_list(), *others.to_list(), *quiet.head(2).to_list()]


@pytest.mark.usefixtures("office")
def test_a_player_is_explained_from_a_part_as_from_the_whole(tmp_path: Path) -> None:
    """With an event that is taken back and one that is rated otherwise: every number, article and sentence alike."""
    cast_of_office = people()
    system = imported_book(tmp_path / "book")
    published(cast_of_office, system, LISTS[1])
    book = small_book(tmp_path / "closed", closed=True)
    request = wrong_result(book, LISTS[1])
    events = book.table("events").filter(rated_for=LISTS[1])["event_id"].sort().to_list()
    annul = Annul(next(number for number in events if number != request.event), "never played")
    for each in (request, annul):
        put_right(cast_of_office["administrator"], system, each)
    parts = 0
    for player in asked_about(system, [request.event, annul.event]):
        for kind in KINDS if player % 5 == 0 else KINDS[:1]:
            opened = DatabaseBook(system)
            part = about_player(opened, LISTS[2], kind, player)
            assert part is not None
            line = explained_line(cast("Any", part), part, LISTS[2], player, kind)
            whole = explained_on_the_whole(DatabaseBook(system), LISTS[2], player, kind)
            assert line == whole, (player, kind)
            assert str(line) == str(whole)
            assert isinstance(part, PartOfBook)
            assert part.tables["players"].height <= 2 * part.tables["games"].height + 1
            assert not TABLES.keys() & opened._read.keys()  # noqa: SLF001 - no table was read whole
            parts += line.expected.rating is not None
    assert parts > 10
    for player in asked_about(system, [request.event, annul.event])[:FEW]:
        part = about_player(DatabaseBook(system), LISTS[1], "standard", player)
        assert part is not None
        line = explained_line(cast("Any", part), part, LISTS[1], player, "standard")
        assert line == explained_on_the_whole(DatabaseBook(system), LISTS[1], player, "standard"), player
        assert line.agrees


@pytest.mark.usefixtures("office")
def test_an_older_edition_reads_the_whole(tmp_path: Path) -> None:
    """Where a line reaches further than the player's own events."""
    about = About(title="By the text of 2003", seed=5, edition="fide-2003-07")
    small = small_book(tmp_path / "plain")
    book = Book.create(tmp_path / "book", about)
    tables = {name: small.table(name) for name in ("players", "events", "games", "pool")}
    book.apply(changed(book, tables, {day: small.rating_list(day) for day in small.list_dates}))
    system = import_book(book.folder, IMPORT)
    event = EventRow.objects.filter(rating_system=system, kind="standard", rated_for=None).first()
    assert event is not None
    games = DatabaseBook(system).table("games").filter(event_id=event.event_id)

    assert about_player(DatabaseBook(system), LISTS[1], "standard", games["white"][0]) is None


def real_book(folder: Path) -> Book:
    """Give the small book as one that has a public, so that closing a list is guarded; somebody has no number."""
    small = small_book(folder.with_name("plain"))
    book = Book.create(folder, About(title="A real book"))
    players, games = small.table("players"), small.table("games")
    waiting = small.table("events").filter(pl.col("rated_for").is_null())["event_id"].min()
    number = games.filter(event_id=waiting)["white"].min()
    in_event = pl.when(pl.col("event_id") == waiting)
    sides = [
        in_event.then(pl.col(side).replace({number: -1})).otherwise(side).alias(side) for side in ("white", "black")
    ]
    twin = players.filter(fide_id=number).with_columns(fide_id=pl.lit(-1, dtype=pl.Int64))
    tables = {"events": small.table("events"), "games": games.with_columns(sides), "pool": small.table("pool")}
    people_of_book = pl.concat([players, twin.select(players.columns)])
    book.apply(
        changed(book, {**tables, "players": people_of_book}, {day: small.rating_list(day) for day in small.list_dates})
    )
    return book


@pytest.mark.usefixtures("office")
def test_asking_to_close_reads_no_table_whole_and_the_work_looks_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is in doubt is taken from the list being made, while nothing has changed since; else the work finds it."""
    monkeypatch.setenv(VARIABLE, "2026-11-05")
    cast_of_office = people()
    administrator = cast_of_office["administrator"]
    system = import_book(real_book(tmp_path / "book").folder, IMPORT)
    whole = DatabaseBook(system)
    spoken = [guard.message for guard in closing_guards(whole, whole, LISTS[1])]
    assert spoken
    assert known_doubts(DatabaseBook(system), LISTS[1]) is None
    asked = close_list(administrator, system, LISTS[1], CloseList())
    with pytest.raises(RefusedError) as refused:
        worked(asked, administrator)
    assert [problem.message for problem in refused.value.problems] == spoken
    assert not ListVersion.objects.filter(list_date=LISTS[1]).exists()

    preview_list.work({"system": system.key}, administrator, Silent(), lambda _: None)
    book = DatabaseBook(system)
    doubts = known_doubts(book, LISTS[1])
    assert doubts
    assert [guard.message for guard in guards(book, LISTS[1], doubts)] == spoken
    assert not TABLES.keys() & book._read.keys()  # noqa: SLF001 - no table was read whole
    with pytest.raises(RefusedError) as refused:
        close_list(administrator, system, LISTS[1], CloseList())
    assert {problem.code for problem in refused.value.problems} >= {"open_problems"}
    put_right(administrator, system, Annul(_waiting_event(system), "never played"))
    assert known_doubts(DatabaseBook(system), LISTS[1]) is None
    waits = close_list(administrator, system, LISTS[1], CloseList(is_forced=True, reason="they are two"))
    assert waits.waiting is not None
    assert waits.waiting.deed == "list.close_forced"
    assert waits.waiting.facts["passed"] == ["open_problems"]


def _waiting_event(system: RatingSystem) -> int:
    events = EventRow.objects.filter(rating_system=system, rated_for=None, kind="standard").order_by("-event_id")
    return int(events[0].event_id)


@pytest.mark.usefixtures("office")
def test_namesakes_who_are_two_are_in_doubt_no_longer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is decided once, stands in both logs, changes nobody, and the list is closed without force."""
    monkeypatch.setenv(VARIABLE, "2026-11-05")
    administrator = people()["administrator"]
    system = import_book(real_book(tmp_path / "book").folder, IMPORT)
    players = DatabaseBook(system).table("players")
    twin, name = players.filter(pl.col("fide_id") < 0).select("fide_id", "name").row(0)
    first = players.filter(pl.col("fide_id") > 0, name=name)["fide_id"][0]
    request = KeepPlayersApart(twin, first, "born in two towns")
    assert request_of(request_data(request)) == request
    shown = look({"system": system.key, "request": request_data(request)}, administrator, Silent(), lambda _: None)
    assert shown["impact"]["players"] == 0
    assert put_right(administrator, system, request).entry is not None
    with pytest.raises(RefusedError, match="no player"):
        put_right(administrator, system, KeepPlayersApart(twin, 12, "nobody"))
    worked(close_list(administrator, system, LISTS[1], CloseList()), administrator)
    assert ListVersion.objects.get(list_date=LISTS[1]).stage == "closed"
