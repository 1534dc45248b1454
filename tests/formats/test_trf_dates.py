"""Dates of the event and of its rounds: every form that is met, and never a silent choice."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest
from trf_building import codes, messages, player, read, two

from arpad.formats.trf.writer import write_trf

if TYPE_CHECKING:
    from arpad.formats.trf.reader import TrfReport

COLUMNS = "132" + " " * 88


def event(start: str, end: str, *more: str) -> TrfReport:
    """An event with these dates."""
    return read(f"042 {start}", f"052 {end}", *more, two())


FORMS = {
    ("2024/11/23", "2024/11/24"): (date(2024, 11, 23), date(2024, 11, 24)),
    ("2024-11-23", "2024-11-24"): (date(2024, 11, 23), date(2024, 11, 24)),
    ("2024.11.23", "2024.11.24"): (date(2024, 11, 23), date(2024, 11, 24)),
    ("24/11/23", "24/11/30"): (date(2024, 11, 23), date(2024, 11, 30)),
    ("28. 07. 2005", "31. 07. 2005"): (date(2005, 7, 28), date(2005, 7, 31)),
    ("24/09/2010", "02/10/2010"): (date(2010, 9, 24), date(2010, 10, 2)),
    ("May 29, 2020", "May 30, 2020"): (date(2020, 5, 29), date(2020, 5, 30)),
    ("29 May 2020", "30. Mai 2020"): (date(2020, 5, 29), date(2020, 5, 30)),
    ("20241123", "20241124"): (date(2024, 11, 23), date(2024, 11, 24)),
    ("10.09.13", "10.09.21"): (date(2010, 9, 13), date(2010, 9, 21)),
    ("11.09.26", "12.04.01"): (date(2011, 9, 26), date(2012, 4, 1)),
    ("2024/11/23 18:30", "2024/11/23 21:00"): (date(2024, 11, 23), date(2024, 11, 23)),
}


@pytest.mark.parametrize(("start", "end"), sorted(FORMS))
def test_forms(start: str, end: str) -> None:
    """Every form of the description; the last day must not lie before the first."""
    report = event(start, end)
    assert (report.tournament.start, report.tournament.end) == FORMS[start, end]
    assert "date_unreadable" not in codes(report)


def test_a_choice_is_told() -> None:
    """Where two orders make an event, one is taken and that is said."""
    report = event("05/06/2010", "06/06/2010")
    assert report.tournament.start == date(2010, 6, 5)
    assert messages(report, "date_ambiguous") == [
        "The dates of the event can be read in more than one order; 2010-06-05 to 2010-06-06 was taken."
    ]
    assert "date_ambiguous" not in codes(event("2010/06/05", "2010/06/06"))
    assert "date_ambiguous" in codes(read("042 05/06/10", two()))


def test_unreadable_dates() -> None:
    """A text that is no date is kept and told, however long it is."""
    report = event("next week", "1" + " " * 9000 + "1" + " " * 2000 + "x")
    assert report.tournament.start is None
    assert len(messages(report, "date_unreadable")) == 2
    assert report.unread_dates


def rounds_of(report: TrfReport) -> list[str]:
    """The days of the rounds."""
    return [str(day) if day else "" for day in report.tournament.round_dates]


def test_round_dates_in_columns() -> None:
    """Every ten columns a date; a round without one stays without."""
    report = event("2025/03/01", "2025/03/09", COLUMNS + "25/03/01            25/03/03")
    assert rounds_of(report) == ["2025-03-01", "", "2025-03-03"]
    assert not codes(report) & {"round_dates_columns", "date_ambiguous", "round_date_outside"}


@pytest.mark.parametrize("move", [-3, -1, 1, 4])
def test_round_dates_beside_their_columns(move: int) -> None:
    """Moved dates are found, with their gaps, and it is said by how much they are moved."""
    report = event("2025/03/01", "2025/03/09", "132" + " " * (88 + move) + "25/03/01            25/03/03")
    assert rounds_of(report) == ["2025-03-01", "", "2025-03-03"]
    side = "left" if move < 0 else "right"
    assert messages(report, "round_dates_columns") == [
        f"The dates of the rounds do not stand in their columns but {abs(move)} to the {side}."
    ]


@pytest.mark.parametrize(
    "lines",
    [
        ("132 2025/03/01 2025/03/02",),
        ("132 25/03/01  25/03/02",),
        ("132 2025/03/01", "132 2025/03/02"),
        ("132" + " " * 88 + "25/03/01 25/03/02",),
        (COLUMNS + "2025/03/012025/03/02",),
        (COLUMNS + "25/03/01", COLUMNS + "25/03/02"),
        (COLUMNS + "25/03/01", COLUMNS + "          25/03/02"),
    ],
)
def test_round_dates_in_other_places(lines: tuple[str, ...]) -> None:
    """Dates without columns, one record for each, with long years, or going on in a second record."""
    assert rounds_of(event("2025/03/01", "2025/03/09", *lines)) == ["2025-03-01", "2025-03-02"]


def test_orders_of_round_dates() -> None:
    """An order that puts all rounds into the event is taken; another than year, month, day is said."""
    report = event("2023/09/24", "2024/04/21", COLUMNS + "24/09/23  08/10/23  21/04/24")
    assert rounds_of(report) == ["2023-09-24", "2023-10-08", "2024-04-21"]
    assert messages(report, "date_ambiguous") == [
        "The dates of the rounds were read as day, month, year: only so all of them lie in the event."
    ]
    report = event("25.02.2011", "27.02.2011", COLUMNS + "11.25.02  11.26.02")
    assert rounds_of(report) == ["2011-02-25", "2011-02-26"]
    assert "year, day, month" in messages(report, "date_ambiguous")[0]


def test_mixed_orders_of_round_dates() -> None:
    """Rounds that lie in the event only in an order of their own are named."""
    report = event("2024/09/20", "2025/03/20", COLUMNS + "24/09/29  08/10/24  25/03/16")
    assert rounds_of(report) == ["2024-09-29", "2024-10-08", "2025-03-16"]
    assert messages(report, "date_ambiguous")[0].startswith("The dates of round(s) 2 lie in the event only")


def test_round_dates_outside() -> None:
    """A round before the start or after the end is told, and one before the round before it."""
    report = event("2025/03/01", "2025/03/02", COLUMNS + "25/02/28  25/03/02  25/03/01  25/03/09")
    assert len(messages(report, "round_date_outside")) == 2
    assert len(messages(report, "round_dates_order")) == 1


def test_dates_without_an_event() -> None:
    """Without a first and a last day the order of the description is taken."""
    report = read(COLUMNS + "25/03/01", player(1))
    assert rounds_of(report) == ["2025-03-01"]
    assert "date_ambiguous" not in codes(report)


def test_dates_are_written_in_the_form_of_2026() -> None:
    """Whatever the form was, YYYY/MM/DD and YY/MM/DD are written."""
    report = event("28. 07. 2005", "31. 07. 2005", "132 28.07.2005")
    written = write_trf(report.tournament, "trf26", source=report, newline="\n").splitlines()
    assert written[:3] == ["042 2005/07/28", "052 2005/07/31", COLUMNS + "05/07/28"]
