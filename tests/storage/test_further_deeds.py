"""Late reports, reports in the place of events, and personal values erased: each by its decision."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import polars as pl
import pytest
from office_books import IMPORT, LISTS, imported_book, small_book
from office_people import Silent, people, worked

from arpad.book.decisions.correct_event import CorrectEvent, CorrectResult
from arpad.book.decisions.correct_player import CorrectPerson
from arpad.book.decisions.exclude import Exclude
from arpad.book.decisions.merge import Merge
from arpad.book.view import list_name
from arpad.model.period import Born
from arpad.model.problems import RefusedError
from arpad.office.close_list import CloseList
from arpad.office.keep_office import Erase
from arpad.office.take_in_late_report import TakeInLateReport
from arpad.storage.database_book import DatabaseBook
from arpad.storage.deeds.close_list import close_list
from arpad.storage.deeds.confirm import confirm
from arpad.storage.deeds.corrections import request_data, request_of
from arpad.storage.deeds.erase_person import erase_person
from arpad.storage.deeds.put_right import look, put_right
from arpad.storage.deeds.take_in_late_report import take_in_late_report
from arpad.storage.importing import import_book
from arpad.storage.models import LogEntry, SealedValue
from arpad.storage.verify import verify

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.usefixtures("office")
def test_a_late_report_is_taken_into_the_list_being_made_by_two_people(tmp_path: Path) -> None:
    """It is rated with that list; in time it needs no decision, and once rated it is too late."""
    system, cast = imported_book(tmp_path / "book"), people()
    administrator, book = cast["administrator"], DatabaseBook(system)
    events = book.table("events").filter(pl.col("end") < date(2026, 10, 20), kind="standard", official=False)
    number = events["event_id"].sort()[0]
    asked = TakeInLateReport(number, "the post was late")
    with pytest.raises(RefusedError):
        take_in_late_report(administrator, system, asked)
    put_right(administrator, system, CorrectEvent(number, "the stamp", received=date(2026, 11, 25)))
    assert request_of(request_data(asked)) == asked
    job_input = {"system": system.key, "request": request_data(asked)}
    shown = look(job_input, administrator, Silent(), lambda _: None)["impact"]
    assert shown["players"] > 1
    waiting = put_right(administrator, system, asked, shown).waiting
    assert waiting is not None
    entry = confirm(cast["approver"], waiting.number).entry
    assert LogEntry.objects.get(number=entry).facts["impact"] == shown
    worked(close_list(administrator, system, LISTS[1], CloseList()), administrator)
    rated = DatabaseBook(system).table("events").filter(event_id=number)["rated_for"].to_list()
    assert rated == [LISTS[1]]
    with pytest.raises(RefusedError):
        take_in_late_report(administrator, system, asked)
    assert verify(again=False).problems == []


@pytest.mark.usefixtures("office")
def test_a_reason_with_the_name_of_a_player_is_refused(tmp_path: Path) -> None:
    """Of the player who is corrected, of both who were one person, of both who met; the number may stand there."""
    administrator = people()["administrator"]
    book = small_book(tmp_path / "book")
    system = import_book(book.folder, IMPORT)
    players = book.table("players")
    number, name = players.select("fide_id", "name").row(0)
    other, others_name = players.select("fide_id", "name").row(1)
    family, others_family = (each.partition(",")[0] for each in (name, others_name))
    game = book.table("games").row(0, named=True)
    white = players.filter(fide_id=game["white"])["name"][0].partition(",")[0]
    result = CorrectResult(
        game["event_id"], game["round"], game["white"], game["black"], (50, 50), f"the sheet of {white}"
    )
    for request, named in (
        (CorrectPerson(number, f"{family} sent a passport", name="Other, Name"), name),
        (CorrectPerson(number, "now called Other", name="Other, Name"), "Other, Name"),
        (Merge(other, number, f"{others_family} wrote to us"), others_name),
        (Exclude(number, LISTS[1], "games", f"ruling on {family}"), name),
        (result, white),
    ):
        with pytest.raises(RefusedError, match=named):
            put_right(administrator, system, request)
    done = put_right(
        administrator, system, CorrectPerson(number, f"player {number} sent a passport", name="Other, Name")
    )
    assert done.entry is not None


@pytest.mark.usefixtures("office")
def test_personal_values_are_erased_and_the_chain_still_verifies(tmp_path: Path) -> None:
    """Nothing of them is left beside the log; nothing is damaged by it."""
    book, cast = small_book(tmp_path / "book"), people()
    system = import_book(book.folder, IMPORT)
    rated = book.table(list_name(LISTS[0])).filter(pl.col("standard_rating").is_not_null())["fide_id"][0]
    request = CorrectPerson(rated, "the passport", born=Born(1987, 6, 5))
    waiting = put_right(cast["administrator"], system, request).waiting
    assert waiting is not None
    confirm(cast["approver"], waiting.number)
    assert SealedValue.objects.filter(person=rated, value__isnull=False).count() == 2
    waiting = erase_person(cast["administrator"], Erase(rated, "asked for, Article 17")).waiting
    assert waiting is not None
    confirm(cast["approver"], waiting.number)
    of_players = SealedValue.objects.filter(of="player")
    assert not of_players.filter(value__isnull=False).exists()
    assert not of_players.filter(key__isnull=False).exists()
    assert verify(again=False).problems == []
    with pytest.raises(RefusedError):
        erase_person(cast["administrator"], Erase(rated, "once more"))
