"""What an edition leaves to the office is a dated decision with author and document, where the engine reads it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

import pytest
from office_books import IMPORT
from office_people import people

from arpad.book.about import About
from arpad.book.change import changed
from arpad.book.folder import Book
from arpad.lab.world.world import world
from arpad.model.problems import RefusedError
from arpad.office.decide_open_law import CoefficientMatter, DecideOpenLaw, MonthlyLists
from arpad.storage.database_book import DatabaseBook
from arpad.storage.deeds.decide_open_law import decide_open_law
from arpad.storage.importing import import_book
from arpad.storage.log import records
from arpad.storage.verify import verify

if TYPE_CHECKING:
    from pathlib import Path

DAY = date(2005, 7, 1)


@pytest.mark.usefixtures("office")
def test_k_of_the_rapid_list_and_the_start_of_monthly_lists_are_decided(tmp_path: Path) -> None:
    """Each cites the article that leaves it open; what is not open is refused, and so is what holds already."""
    small = world(60, 1, 3)
    book = Book.create(tmp_path / "book", About(title="Before the computers"))
    listed = next(iter(small.lists.values()))
    book.apply(changed(book, {"players": small.tables["players"]}, {DAY: listed}))
    system = import_book(book.folder, IMPORT)
    administrator = people("administrator")["administrator"]
    asked = DecideOpenLaw(
        CoefficientMatter("rapid", date(2005, 10, 1), 20), "the commission", date(2005, 8, 1), "minutes 12", "15.0 b"
    )
    decide_open_law(administrator, system, asked)
    entry = list(records())[-1]
    assert "15.0 b" in entry.cites[0]
    assert DatabaseBook(system).table("coefficients").rows() == [("rapid", None, date(2005, 10, 1), 20)]
    for wrong in (asked, replace(asked, matter=CoefficientMatter("standard", date(2005, 10, 1), 20))):
        with pytest.raises(RefusedError):
            decide_open_law(administrator, system, wrong)
    decide_open_law(administrator, system, replace(asked, matter=MonthlyLists((date(2006, 7, 1),))))
    assert DatabaseBook(system).about.monthly_days == (date(2006, 7, 1),)
    assert DatabaseBook(system).rulebook.monthly == (date(2006, 7, 1),)
    assert verify(again=False).problems == []
