"""What the editions say of themselves: their days, their documents, and how many lists a year they make."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from arpad.regulations.calendar import calendar
from arpad.regulations.catalogue import NoEditionError, edition, in_force, shipped_files

TITLES = [
    ("fide-2003-07", date(2003, 7, 1), "print mark 07/2003"),
    ("fide-2009-07", date(2009, 7, 1), "Handbook B.02"),
    ("fide-2014-07", date(2014, 7, 1), "B.01"),
    ("fide-2024-03", date(2024, 3, 1), "approved by the FIDE Council on 15 December 2023"),
]


@pytest.mark.parametrize(
    ("name", "first", "document"),
    [pytest.param(*case, marks=pytest.mark.article("title", edition=case[0])) for case in TITLES],
)
def test_an_edition_names_its_day_and_its_document(name: str, first: date, document: str) -> None:
    """The marker of the text is kept: in force from that day, and which print it was read from."""
    file = shipped_files()[name]

    assert (file.effective, in_force(first).id, edition(name).status) == (first, name, "text")
    assert document in str(file.document)
    assert str(first.year) in file.title


@pytest.mark.article("0.1.1", edition="fide-2003-07")
@pytest.mark.parametrize("name", ["fide-2003-07", "fide-2009-07", "fide-2011-07", "fide-2012-07", "fide-2014-07"])
def test_a_change_applies_to_events_from_its_first_day_on(name: str) -> None:
    """In those years an edition begins on 1 July; an event that starts the day before is still under the older one."""
    law = edition(name)
    assert law.effective is not None
    try:
        before = in_force(law.effective - timedelta(days=1)).id
    except NoEditionError:
        before = ""

    assert (law.effective.month, law.effective.day) == (7, 1)
    assert law.value("applies_to_events_starting") == "on_or_after"
    assert in_force(law.effective).id == name != before


@pytest.mark.parametrize(
    ("year", "months"),
    [
        pytest.param(2004, [1, 4, 7, 10], marks=pytest.mark.article("9.1 (first)", edition="fide-2003-07")),
        pytest.param(2010, [1, 3, 5, 7, 9, 11], marks=pytest.mark.article("7.1", edition="fide-2009-07")),
    ],
)
def test_so_many_lists_a_year(year: int, months: list[int]) -> None:
    """Four in 2003, six in 2009, each with what was played since the one before."""
    days = [date(year, month, 1) for month in range(1, 13) if calendar().is_list_date(date(year, month, 1))]
    law = in_force(days[0])

    assert [day.month for day in days] == months
    assert [calendar().list_before(later) for later in days[1:]] == days[:-1]
    assert law.table("expectation_table").cells()


@pytest.mark.article("7.11", edition="fide-2014-07")
def test_a_rating_period_is_the_time_of_a_list() -> None:
    """From the day of a list to the day before the next one."""
    days = calendar()

    assert days.valid_until(date(2015, 2, 1)) == date(2015, 2, 28)
    assert {days.list_in_force(date(2015, 2, day)) for day in (1, 15, 28)} == {date(2015, 2, 1)}
    assert days.next_list(date(2015, 2, 28)) == date(2015, 3, 1)
