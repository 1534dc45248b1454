"""The calendar of every edition: lists and their validity, closing days, deadlines, lead times and windows."""

from __future__ import annotations

from bisect import bisect_right
from datetime import date, timedelta
from itertools import takewhile

import pytest
from running import answer, arpad

from arpad.regulations.calendar import calendar
from arpad.regulations.durations import closing_day, shifted, shifted_months

FIRST_DAY, LAST_DAY = date(2003, 7, 1), date(2030, 12, 31)
ONE_DAY = timedelta(days=1)
EVERY_DAY = [FIRST_DAY + timedelta(days=offset) for offset in range((LAST_DAY - FIRST_DAY).days + 1)]


def quarterly(first: date, last: date) -> list[date]:
    """Give the first days of January, April, July and October between two days."""
    return [day for day in monthly(first, last) if day.month in {1, 4, 7, 10}]


def two_monthly(first: date, last: date) -> list[date]:
    """Give the first days of the odd months between two days."""
    return [day for day in monthly(first, last) if day.month in {1, 3, 5, 7, 9, 11}]


def monthly(first: date, last: date) -> list[date]:
    """Give the first days of all months between two days."""
    days = [date(year, month, 1) for year in range(first.year, last.year + 1) for month in range(1, 13)]
    return [day for day in days if first <= day <= last]


QUARTERLY = quarterly(date(2003, 7, 1), date(2009, 7, 1))
TWO_MONTHLY = two_monthly(date(2009, 9, 1), date(2012, 5, 1))
MONTHLY = monthly(date(2012, 7, 1), LAST_DAY)
LISTS = QUARTERLY + TWO_MONTHLY + MONTHLY


def lists(kind: str, first: date, last: date, authority: str = "fide") -> list[date]:
    """Ask the calendar for all lists between two days."""
    return list(takewhile(lambda day: day <= last, calendar(kind, authority).lists_from(first)))


@pytest.mark.article("7.1", edition="fide-2024-03")
def test_every_list_from_july_2003_to_2030() -> None:
    """Lists are quarterly to July 2009, two-monthly from September 2009 to May 2012, monthly from July 2012."""
    expected = LISTS
    actual = lists("standard", FIRST_DAY, LAST_DAY)

    assert expected == actual


@pytest.mark.parametrize(
    ("first", "last", "number"),
    [
        (date(2003, 7, 1), date(2009, 7, 1), 25),
        (date(2009, 7, 2), date(2012, 6, 30), 17),
        (date(2012, 7, 1), date(2020, 4, 1), 94),
    ],
)
def test_the_number_of_lists_is_that_of_fides_count(first: date, last: date, number: int) -> None:
    """FIDE counted 35 quarterly lists from 2001 (25 from July 2003), 17 two-monthly, 94 monthly to April 2020."""
    expected = number
    actual = len(lists("standard", first, last))

    assert expected == actual


@pytest.mark.parametrize(
    ("day", "published"),
    [
        (date(2003, 6, 1), False),
        (date(2003, 7, 1), True),
        (date(2003, 7, 2), False),
        (date(2003, 9, 1), False),
        (date(2003, 10, 1), True),
        (date(2009, 4, 1), True),
        (date(2009, 5, 1), False),
        (date(2009, 7, 1), True),
        (date(2009, 9, 1), True),
        (date(2009, 10, 1), False),
        (date(2012, 5, 1), True),
        (date(2012, 6, 1), False),
        (date(2012, 7, 1), True),
        (date(2012, 8, 1), True),
    ],
)
def test_a_day_is_a_list_date_or_not(day: date, published: bool) -> None:
    """A list is published on the first day of the months the day's edition names, and never before the first one."""
    expected = published
    actual = calendar().is_list_date(day)

    assert expected == actual


def test_every_day_has_the_latest_list() -> None:
    """On every day from July 2003 to 2030 the list in force is the last one published up to that day."""
    expected = [LISTS[bisect_right(LISTS, day) - 1] for day in EVERY_DAY]
    actual = [calendar().list_in_force(day) for day in EVERY_DAY]

    assert expected == actual


@pytest.mark.parametrize(
    ("list_date", "last_day"),
    [
        (date(2003, 7, 1), date(2003, 9, 30)),
        (date(2003, 10, 1), date(2003, 12, 31)),
        (date(2004, 1, 1), date(2004, 3, 31)),
        (date(2004, 4, 1), date(2004, 6, 30)),
        (date(2009, 4, 1), date(2009, 6, 30)),
        (date(2009, 7, 1), date(2009, 8, 31)),
        (date(2010, 1, 1), date(2010, 2, 28)),
        (date(2012, 1, 1), date(2012, 2, 29)),
        (date(2010, 3, 1), date(2010, 4, 30)),
        (date(2010, 11, 1), date(2010, 12, 31)),
        (date(2012, 5, 1), date(2012, 6, 30)),
        (date(2012, 7, 1), date(2012, 7, 31)),
        (date(2024, 2, 1), date(2024, 2, 29)),
        (date(2025, 12, 1), date(2025, 12, 31)),
    ],
)
@pytest.mark.article("9.1.1", edition="fide-2003-07")
@pytest.mark.article("7.11 [1]", edition="fide-2009-07")
@pytest.mark.article("7.1.1", edition="fide-2024-03")
def test_a_list_is_valid_until_the_day_before_the_next(list_date: date, last_day: date) -> None:
    """A list holds for three months, then two, then one, also over the seams of July 2009 and July 2012."""
    days = calendar()
    expected = last_day, last_day + ONE_DAY, list_date
    actual = days.valid_until(list_date), days.next_list(list_date), days.list_before(last_day + ONE_DAY)

    assert expected == actual


@pytest.mark.parametrize(
    ("start", "list_date"),
    [
        (date(2003, 9, 30), date(2003, 7, 1)),
        (date(2003, 10, 1), date(2003, 10, 1)),
        (date(2003, 12, 31), date(2003, 10, 1)),
        (date(2009, 6, 30), date(2009, 4, 1)),
        (date(2009, 8, 31), date(2009, 7, 1)),
        (date(2012, 2, 29), date(2012, 1, 1)),
        (date(2012, 6, 30), date(2012, 5, 1)),
        (date(2012, 7, 31), date(2012, 7, 1)),
        (date(2024, 2, 29), date(2024, 2, 1)),
        (date(2025, 10, 31), date(2025, 10, 1)),
    ],
)
@pytest.mark.article("9.1.1", edition="fide-2003-07")
@pytest.mark.article("7.11 [1]", edition="fide-2009-07")
def test_an_event_uses_the_list_in_force_on_its_first_day(start: date, list_date: date) -> None:
    """The ratings of an event come from the list valid on the day it starts, even on the last day of that list."""
    expected = list_date
    actual = calendar().list_in_force(start)

    assert expected == actual


@pytest.mark.parametrize("day", [date(1999, 5, 1), date(2003, 6, 30)])
def test_no_list_is_known_before_the_first_edition(day: date) -> None:
    """What was published before July 2003 is not known here, so no list is named."""
    expected = None
    actual = calendar().list_in_force(day)

    assert expected == actual


@pytest.mark.parametrize(
    ("list_date", "closing", "official"),
    [
        (date(2003, 7, 1), date(2003, 6, 1), date(2003, 6, 1)),
        (date(2003, 10, 1), date(2003, 9, 1), date(2003, 9, 1)),
        (date(2004, 1, 1), date(2003, 12, 1), date(2003, 12, 1)),
        (date(2004, 4, 1), date(2004, 3, 1), date(2004, 3, 1)),
        (date(2006, 4, 1), date(2006, 3, 1), date(2006, 3, 1)),
        (date(2009, 4, 1), date(2009, 3, 1), date(2009, 3, 1)),
        (date(2009, 7, 1), date(2009, 6, 24), date(2009, 6, 30)),
        (date(2009, 9, 1), date(2009, 8, 25), date(2009, 8, 31)),
        (date(2010, 3, 1), date(2010, 2, 22), date(2010, 2, 28)),
        (date(2011, 9, 1), date(2011, 8, 25), date(2011, 8, 31)),
        (date(2012, 3, 1), date(2012, 2, 23), date(2012, 2, 29)),
        (date(2012, 8, 1), date(2012, 7, 25), date(2012, 7, 31)),
        (date(2013, 8, 1), date(2013, 7, 25), date(2013, 7, 31)),
        (date(2014, 7, 1), date(2014, 6, 28), date(2014, 6, 30)),
        (date(2015, 3, 1), date(2015, 2, 26), date(2015, 2, 28)),
        (date(2016, 3, 1), date(2016, 2, 27), date(2016, 2, 29)),
        (date(2017, 8, 1), date(2017, 7, 29), date(2017, 7, 31)),
        (date(2021, 3, 1), date(2021, 2, 26), date(2021, 2, 28)),
        (date(2022, 2, 1), date(2022, 1, 29), date(2022, 1, 31)),
        (date(2024, 3, 1), date(2024, 2, 27), date(2024, 2, 29)),
        (date(2025, 1, 1), date(2024, 12, 29), date(2024, 12, 31)),
        (date(2025, 11, 1), date(2025, 10, 29), date(2025, 10, 31)),
        (date(2026, 2, 1), date(2026, 1, 29), date(2026, 1, 31)),
    ],
)
@pytest.mark.article("9.1.3", edition="fide-2003-07")
@pytest.mark.article("7.13", edition="fide-2009-07")
@pytest.mark.article("7.13", edition="fide-2014-07")
@pytest.mark.article("7.1.3", edition="fide-2024-03")
def test_a_list_closes_before_its_date(list_date: date, closing: date, official: date) -> None:
    """One month, seven days or three days before for events and reports; the day before for official events."""
    days = calendar()
    expected = closing, official, closing
    actual = (
        days.event_closing(list_date),
        days.event_closing(list_date, official=True),
        days.report_closing(list_date),
    )

    assert expected == actual


@pytest.mark.parametrize(
    ("end", "list_date", "official_list"),
    [
        (date(2003, 9, 1), date(2003, 10, 1), date(2003, 10, 1)),
        (date(2003, 9, 2), date(2004, 1, 1), date(2004, 1, 1)),
        (date(2009, 3, 1), date(2009, 4, 1), date(2009, 4, 1)),
        (date(2009, 3, 2), date(2009, 7, 1), date(2009, 7, 1)),
        (date(2009, 6, 24), date(2009, 7, 1), date(2009, 7, 1)),
        (date(2009, 6, 25), date(2009, 9, 1), date(2009, 7, 1)),
        (date(2009, 8, 31), date(2009, 11, 1), date(2009, 9, 1)),
        (date(2009, 9, 1), date(2009, 11, 1), date(2009, 11, 1)),
        (date(2012, 6, 24), date(2012, 7, 1), date(2012, 7, 1)),
        (date(2012, 6, 25), date(2012, 8, 1), date(2012, 7, 1)),
        (date(2014, 6, 28), date(2014, 7, 1), date(2014, 7, 1)),
        (date(2014, 8, 29), date(2014, 9, 1), date(2014, 9, 1)),
        (date(2014, 8, 30), date(2014, 10, 1), date(2014, 9, 1)),
        (date(2024, 3, 29), date(2024, 4, 1), date(2024, 4, 1)),
        (date(2024, 3, 30), date(2024, 5, 1), date(2024, 4, 1)),
        (date(2024, 3, 31), date(2024, 5, 1), date(2024, 4, 1)),
        (date(2024, 4, 1), date(2024, 5, 1), date(2024, 5, 1)),
    ],
)
@pytest.mark.article("7.13 [2]", edition="fide-2009-07")
@pytest.mark.article("7.1.3 [2]", edition="fide-2024-03")
@pytest.mark.article("7.1.3 [3]", edition="fide-2024-03")
def test_an_event_is_rated_for_the_first_list_that_was_still_open(
    end: date, list_date: date, official_list: date
) -> None:
    """An event that ends on or before the closing day is in that list, a day later in the next one."""
    days = calendar()
    expected = list_date, official_list
    actual = days.list_for_event(end), days.list_for_event(end, official=True)

    assert expected == actual


@pytest.mark.parametrize(
    ("list_date", "official", "key", "article"),
    [
        (date(2015, 5, 1), False, "event_closing", "7.13 [2]"),
        (date(2015, 5, 1), True, "official_event_closing", "7.13 [3]"),
        (date(2008, 4, 1), True, "event_closing", "9.1.3a"),
    ],
)
def test_a_closing_day_cites_what_gives_it(list_date: date, official: bool, key: str, article: str) -> None:
    """The provision on official events where it gives the day, and otherwise the usual one; never both."""
    closing = calendar().closing_of_events(list_date, official=official)

    assert closing.day == calendar().event_closing(list_date, official=official)
    assert [citation.article for citation in closing.by.citations()] == [article]
    assert key in closing.by.noted


@pytest.mark.parametrize(
    ("kind", "day", "is_list"),
    [
        ("rapid", date(2012, 5, 1), False),
        ("rapid", date(2012, 7, 1), True),
        ("standard", date(2012, 6, 1), False),
        ("standard", date(2012, 5, 1), True),
    ],
)
def test_a_list_cites_the_months_of_lists(kind: str, day: date, is_list: bool) -> None:
    """Before the first list of a kind of chess, and in months without one, there is nothing to cite."""
    by = calendar(kind).list_by(day)

    assert (None if by is None else by.noted) == (("list_months",) if is_list else None)


@pytest.mark.parametrize("official", [False, True])
def test_no_event_skips_a_list_that_was_open(official: bool) -> None:
    """On every day the list found closes no earlier than the event ends, and the list before it had closed."""
    days = calendar()
    expected: list[date] = []
    actual = []
    for end in EVERY_DAY:
        listed = days.list_for_event(end, official=official)
        before = LISTS[LISTS.index(listed) - 1] if listed in LISTS[1:] else None
        late = days.event_closing(listed, official=official) < end
        skipped = before is not None and days.event_closing(before, official=official) >= end
        if late or skipped:
            actual.append(end)

    assert expected == actual


@pytest.mark.parametrize(
    ("end", "received", "list_date"),
    [
        (date(2003, 8, 15), date(2003, 9, 1), date(2003, 10, 1)),
        (date(2003, 8, 15), date(2003, 9, 2), date(2004, 1, 1)),
        (date(2009, 8, 15), date(2009, 8, 25), date(2009, 9, 1)),
        (date(2009, 8, 15), date(2009, 8, 26), date(2009, 11, 1)),
        (date(2014, 8, 10), date(2014, 8, 29), date(2014, 9, 1)),
        (date(2014, 8, 10), date(2014, 8, 30), date(2014, 10, 1)),
        (date(2014, 8, 10), date(2015, 6, 1), date(2015, 7, 1)),
        (date(2024, 3, 10), date(2024, 3, 29), date(2024, 4, 1)),
        (date(2024, 3, 10), date(2024, 3, 30), date(2024, 5, 1)),
        (date(2024, 3, 10), date(2024, 5, 29), date(2024, 6, 1)),
        (date(2024, 3, 10), date(2024, 5, 30), None),
        (date(2024, 3, 30), date(2024, 3, 30), date(2024, 5, 1)),
        (date(2024, 3, 30), date(2024, 6, 28), date(2024, 7, 1)),
        (date(2024, 3, 30), date(2024, 6, 29), None),
    ],
)
@pytest.mark.article("9.1.3", edition="fide-2003-07")
@pytest.mark.article("7.1.3 [1]", edition="fide-2024-03")
@pytest.mark.article("9.1 [3]", edition="fide-2024-03")
def test_a_report_reaches_the_list_that_is_open_when_it_comes(
    end: date, received: date, list_date: date | None
) -> None:
    """A late report goes to the next list; from 2024 on one that misses the third list leaves the event unrated."""
    expected = list_date
    actual = calendar().list_for_report(end, received)

    assert expected == actual


@pytest.mark.parametrize(
    ("end", "received", "list_date"),
    [
        (date(2024, 3, 31), date(2024, 3, 31), date(2024, 4, 1)),
        (date(2024, 3, 31), date(2024, 4, 1), date(2024, 5, 1)),
        (date(2024, 3, 31), date(2024, 5, 29), date(2024, 6, 1)),
        (date(2024, 3, 31), date(2024, 5, 30), date(2024, 7, 1)),
        (date(2025, 5, 4), date(2025, 8, 1), date(2025, 9, 1)),
        (date(2014, 8, 31), date(2014, 8, 31), date(2014, 9, 1)),
    ],
)
@pytest.mark.article("7.1.3 [3]", edition="fide-2024-03")
@pytest.mark.article("0.3", edition="fide-2024-03")
def test_the_report_of_an_official_event_may_come_the_day_before_the_list(
    end: date, received: date, list_date: date | None
) -> None:
    """An official event that ends the day before the list is in it, if its report comes that day; late, it is rated."""
    expected = list_date
    actual = calendar().list_for_report(end, received, official=True)

    assert expected == actual


@pytest.mark.parametrize(
    ("name", "end", "article"),
    [
        ("fide-2009-07", date(2010, 6, 30), "7.13 [3]"),
        ("fide-2009-07", date(2010, 6, 20), "7.13 [3]"),
        ("fide-2014-07", date(2015, 5, 31), "7.13 [3]"),
        ("fide-2024-03", date(2025, 5, 31), "7.1.3 [3]"),
    ],
)
@pytest.mark.article("7.13 [3]", edition="fide-2009-07")
@pytest.mark.article("7.13 [3]", edition="fide-2014-07")
@pytest.mark.article("7.1.3 [3]", edition="fide-2024-03")
def test_the_calendar_of_an_official_event_gives_one_answer(name: str, end: date, article: str) -> None:
    """The closing it names is the one by which the list of a report is found, and never before the end (R-037)."""
    given = answer("calendar", str(end), "--official")
    closing, listed = given["report_closing"], given["list_if_ended"]
    reached = [
        answer("calendar", str(end), "--official", "--received", str(day))["list_of_report"]
        for day in (date.fromisoformat(closing), date.fromisoformat(closing) + timedelta(days=1))
    ]

    assert (closing, given["event_closing"]) == (str(date.fromisoformat(listed) - timedelta(days=1)),) * 2
    assert (reached[0] == listed, reached[1] == listed) == (True, False)
    shown = arpad("calendar", str(end), "--official", "--received", closing)[1].splitlines()
    about = ("Whose closing day", "A report received as given")
    cited = [line.split("  ")[-1].strip() for line in shown if line.startswith(about)]
    assert cited == [f"{name} {article}", f"{name} {article} (R-037)", f"{name} {article} (R-037)"]


@pytest.mark.parametrize(
    ("end", "uploaded"),
    [
        pytest.param(date(2015, 5, 10), "2015-06-09", marks=pytest.mark.article("0.4", edition="fide-2014-07")),
        pytest.param(date(2025, 5, 10), "2025-05-29", marks=pytest.mark.article("0.3", edition="fide-2024-03")),
    ],
)
def test_the_federation_uploads_no_report_of_an_official_event(end: date, uploaded: str) -> None:
    """The chief arbiter sends it to FIDE, so no day of the federation is named; any other event has one."""
    official, other = answer("calendar", str(end), "--official"), answer("calendar", str(end))

    assert (official["upload_due"], official["list_due"]) == (None, None)
    assert other["upload_due"] == uploaded


@pytest.mark.article("7.13 [1]", edition="fide-2009-07-print")
def test_an_official_event_is_never_worse_off_than_another() -> None:
    """The print of 2009 closes a week after the list; that official events may end the day before takes nothing."""
    days = calendar("standard", "fide", "fide-2009-07-print")

    assert days.event_closing(date(2009, 9, 1), official=True) == days.event_closing(date(2009, 9, 1))
    assert days.report_closing(date(2009, 9, 1), official=True) == days.report_closing(date(2009, 9, 1))


@pytest.mark.parametrize(
    ("end", "latest"),
    [
        (date(2003, 8, 15), None),
        (date(2009, 8, 15), None),
        (date(2014, 8, 15), None),
        (date(2022, 8, 15), None),
        (date(2024, 3, 10), date(2024, 6, 1)),
        (date(2024, 3, 29), date(2024, 6, 1)),
        (date(2024, 3, 30), date(2024, 7, 1)),
        (date(2025, 12, 10), date(2026, 3, 1)),
    ],
)
@pytest.mark.article("9.1 [3]", edition="fide-2024-03")
def test_the_third_list_is_the_last_one_from_2024_on(end: date, latest: date | None) -> None:
    """The third list after the end of the event, counted by closing days, is the last that may rate it."""
    expected = latest
    actual = calendar().latest_list(end)

    assert expected == actual
    assert calendar().latest_list(end, official=True) is None


@pytest.mark.parametrize(
    ("end", "due", "upload"),
    [
        (date(2024, 3, 1), date(2024, 4, 1), date(2024, 3, 29)),
        (date(2024, 3, 25), date(2024, 4, 1), date(2024, 3, 29)),
        (date(2024, 3, 26), date(2024, 5, 1), date(2024, 4, 28)),
        (date(2024, 3, 31), date(2024, 5, 1), date(2024, 4, 28)),
        (date(2025, 2, 22), date(2025, 3, 1), date(2025, 2, 26)),
        (date(2025, 2, 23), date(2025, 4, 1), date(2025, 3, 29)),
        (date(2028, 2, 23), date(2028, 3, 1), date(2028, 2, 27)),
        (date(2028, 2, 24), date(2028, 4, 1), date(2028, 3, 29)),
        (date(2024, 12, 25), date(2025, 1, 1), date(2024, 12, 29)),
        (date(2024, 12, 26), date(2025, 2, 1), date(2025, 1, 29)),
    ],
)
@pytest.mark.article("9.1 [2]", edition="fide-2024-03")
def test_an_upload_is_due_for_the_list_of_the_month_or_the_next(end: date, due: date, upload: date) -> None:
    """With five days or fewer left in the month the next list is in time; the upload is due by its closing."""
    expected = due, upload
    actual = calendar().list_due(end), calendar().upload_due(end)

    assert expected == actual


@pytest.mark.parametrize(
    ("end", "arbiter", "upload"),
    [
        (date(2003, 8, 10), None, date(2003, 9, 9)),
        (date(2009, 8, 10), None, None),
        (date(2013, 8, 10), None, None),
        (date(2014, 7, 1), date(2014, 7, 8), date(2014, 7, 31)),
        (date(2014, 8, 10), date(2014, 8, 17), date(2014, 9, 9)),
        (date(2016, 2, 28), date(2016, 3, 6), date(2016, 3, 29)),
        (date(2019, 8, 10), date(2019, 8, 17), date(2019, 9, 9)),
    ],
)
@pytest.mark.article("8.1", edition="fide-2003-07")
@pytest.mark.article("9.1", edition="fide-2014-07")
def test_the_arbiter_has_seven_days_and_the_federation_thirty(
    end: date, arbiter: date | None, upload: date | None
) -> None:
    """From 2014 the arbiter reports within 7 days and the federation uploads by day 30; in 2003 it had 30 days too."""
    days = calendar()
    expected = arbiter, upload, None
    actual = days.arbiter_report_due(end), days.upload_due(end), days.list_due(end)

    assert expected == actual


@pytest.mark.article("9.1 [1]", edition="fide-2024-03")
def test_the_arbiter_has_no_term_of_days_from_2024_on() -> None:
    """The edition of 2024 counts by lists, not by days."""
    expected = None
    actual = calendar().arbiter_report_due(date(2024, 8, 10))

    assert expected == actual


@pytest.mark.parametrize(
    ("start", "leads"),
    [
        (date(2003, 10, 10), [("registration_lead", "1 day", date(2003, 10, 9))]),
        (date(2004, 3, 1), [("registration_lead", "1 day", date(2004, 2, 29))]),
        (date(2009, 10, 10), [("registration_lead", "1 month", date(2009, 9, 10))]),
        (date(2010, 3, 31), [("registration_lead", "1 month", date(2010, 2, 28))]),
        (date(2012, 3, 31), [("registration_lead", "1 month", date(2012, 2, 29))]),
        (date(2012, 3, 30), [("registration_lead", "1 month", date(2012, 2, 29))]),
        (date(2011, 1, 31), [("registration_lead", "1 month", date(2010, 12, 31))]),
        (date(2013, 7, 31), [("registration_lead", "7 days", date(2013, 7, 24))]),
        (
            date(2014, 10, 10),
            [
                ("registration_lead", "7 days", date(2014, 10, 3)),
                ("registration_lead_norms", "30 days", date(2014, 9, 10)),
            ],
        ),
        (
            date(2022, 10, 10),
            [
                ("registration_lead", "3 days", date(2022, 10, 7)),
                ("registration_lead_norms", "30 days", date(2022, 9, 10)),
            ],
        ),
        (
            date(2024, 10, 10),
            [
                ("registration_lead", "3 days", date(2024, 10, 7)),
                ("registration_lead_elite", "30 days", date(2024, 9, 10)),
            ],
        ),
        (
            date(2026, 3, 1),
            [
                ("registration_lead", "3 days", date(2026, 2, 26)),
                ("registration_lead_elite", "30 days", date(2026, 1, 30)),
            ],
        ),
    ],
)
@pytest.mark.article("7.1", edition="fide-2003-07")
@pytest.mark.article("0.4 [1]", edition="fide-2009-07")
@pytest.mark.article("0.2 [1]", edition="fide-2014-07")
@pytest.mark.article("0.2 [3]", edition="fide-2014-07")
@pytest.mark.article("0.2.1", edition="fide-2024-03")
@pytest.mark.article("0.2.2", edition="fide-2024-03")
def test_an_event_is_registered_before_it_starts(start: date, leads: list[tuple[str, str, date]]) -> None:
    """In advance in 2003, a month before in 2009, then a week, then three days; 30 days for norms or the very best."""
    expected = leads
    actual = [
        (*registration.by.noted, registration.lead, registration.last_day)
        for registration in calendar().registrations(start)
    ]

    assert expected == actual


@pytest.mark.parametrize(
    ("list_date", "first_day"),
    [
        (date(2005, 7, 1), date(2003, 7, 1)),
        (date(2005, 10, 1), date(2003, 10, 1)),
        (date(2003, 7, 1), date(2001, 7, 1)),
        (date(2004, 1, 1), date(2002, 1, 1)),
        (date(2009, 4, 1), date(2007, 4, 1)),
        (date(2009, 7, 1), date(2007, 7, 1)),
        (date(2011, 9, 1), date(2009, 9, 1)),
        (date(2012, 3, 1), date(2010, 3, 1)),
        (date(2014, 6, 1), date(2012, 6, 1)),
        (date(2014, 7, 1), date(2012, 5, 1)),
        (date(2017, 1, 1), date(2014, 11, 1)),
        (date(2024, 3, 1), date(2022, 1, 1)),
        (date(2026, 2, 1), date(2023, 12, 1)),
    ],
)
@pytest.mark.article("9.1.4c", edition="fide-2003-07")
@pytest.mark.article("7.14(c)", edition="fide-2009-07")
@pytest.mark.article("7.14 c", edition="fide-2014-07")
@pytest.mark.article("7.1.4", edition="fide-2024-03")
def test_part_results_are_kept_for_a_window(list_date: date, first_day: date) -> None:
    """Eight quarterly periods in 2003, two years from 2009, 26 months from 2014, back from the list."""
    expected = first_day
    actual = calendar().pooling_from(list_date)

    assert expected == actual


@pytest.mark.parametrize(
    ("list_date", "first_day"),
    [
        (date(2003, 10, 1), date(2002, 10, 1)),
        (date(2008, 1, 1), date(2007, 1, 1)),
        (date(2010, 3, 1), date(2009, 3, 1)),
        (date(2014, 7, 1), date(2013, 7, 1)),
        (date(2024, 3, 1), date(2023, 3, 1)),
        (date(2026, 2, 1), date(2025, 2, 1)),
    ],
)
@pytest.mark.article("9.2.3a", edition="fide-2003-07")
@pytest.mark.article("7.23(a)", edition="fide-2009-07")
@pytest.mark.article("7.23 a", edition="fide-2014-07")
@pytest.mark.article("7.2.2 a", edition="fide-2024-03")
def test_games_of_a_year_keep_a_player_active(list_date: date, first_day: date) -> None:
    """Inactivity is judged by the games of the year before the list."""
    expected = first_day
    actual = calendar().inactive_from(list_date)

    assert expected == actual


@pytest.mark.parametrize("kind", ["rapid", "blitz"])
def test_rapid_and_blitz_lists_begin_in_july_2012_and_are_monthly(kind: str) -> None:
    """Events are rated from January 2012, the first list is that of 1 July 2012, then one comes every month."""
    expected = monthly(date(2012, 7, 1), date(2014, 12, 1))
    actual = lists(kind, date(2012, 1, 1), date(2014, 12, 1))

    assert expected == actual


@pytest.mark.parametrize(
    ("end", "list_date"),
    [
        (date(2012, 1, 10), date(2012, 7, 1)),
        (date(2012, 6, 24), date(2012, 7, 1)),
        (date(2012, 6, 25), date(2012, 8, 1)),
        (date(2014, 8, 29), date(2014, 9, 1)),
        (date(2024, 3, 30), date(2024, 5, 1)),
    ],
)
def test_the_first_rapid_events_wait_for_the_first_list(end: date, list_date: date) -> None:
    """What was played in the first half of 2012 is rated for July; after that closings are those of standard."""
    expected = list_date
    actual = calendar("rapid").list_for_event(end)

    assert expected == actual


@pytest.mark.parametrize("day", [date(2009, 7, 1), date(2009, 12, 31), date(2011, 12, 31), date(2012, 6, 30)])
def test_no_rapid_list_is_in_force_between_2009_and_2012(day: date) -> None:
    """Rapid by article 15 ended on 30 June 2009, and the first new list is that of July 2012."""
    expected = None
    actual = calendar("rapid").list_in_force(day)

    assert expected == actual


def test_the_last_rapid_list_by_article_15_ends_with_the_edition() -> None:
    """The rapid list of April 2009 is not valid for longer than its edition."""
    expected = date(2009, 6, 30)
    actual = calendar("rapid").valid_until(date(2009, 4, 1))

    assert expected == actual


@pytest.mark.article("3 § [4]", edition="mssz-2017-01")
def test_national_lists_are_fides_from_2017_on() -> None:
    """The Hungarian federation's regulations know the list of the first of each month, from January 2017."""
    expected = monthly(date(2017, 1, 1), date(2018, 12, 1))
    actual = lists("standard", date(2016, 1, 1), date(2018, 12, 1), "mssz")

    assert expected == actual


@pytest.mark.parametrize(
    ("name", "closing", "list_of_event"),
    [
        ("fide-2009-07", date(2009, 8, 25), date(2009, 11, 1)),
        ("fide-2009-07-print", date(2009, 9, 8), date(2009, 9, 1)),
        ("fide-2003-07", date(2009, 8, 1), date(2009, 10, 1)),
        ("fide-2024-03", date(2009, 8, 29), date(2009, 10, 1)),
    ],
)
@pytest.mark.article("7.13 [1]", edition="fide-2009-07-print")
def test_one_edition_may_answer_for_all_days(name: str, closing: date, list_of_event: date) -> None:
    """Named by its id an edition gives its own calendar for any day; the print of 2009 closes after the list."""
    days = calendar("standard", "fide", name)
    expected = closing, list_of_event
    actual = days.event_closing(date(2009, 9, 1)), days.list_for_event(date(2009, 8, 31))

    assert expected == actual


@pytest.mark.parametrize(
    ("day", "name"),
    [(date(2009, 6, 30), "fide-2006-04"), (date(2009, 7, 1), "fide-2009-07"), (date(2024, 3, 1), "fide-2024-03")],
)
def test_the_calendar_asks_the_edition_of_the_day(day: date, name: str) -> None:
    """Without a name each day is answered by the edition in force on it."""
    expected = name
    actual = calendar().edition(day).id

    assert expected == actual


@pytest.mark.parametrize(
    ("day", "months", "shifted_day"),
    [
        (date(2025, 3, 31), -1, date(2025, 2, 28)),
        (date(2024, 3, 31), -1, date(2024, 2, 29)),
        (date(2025, 3, 28), -1, date(2025, 2, 28)),
        (date(2025, 5, 31), -1, date(2025, 4, 30)),
        (date(2025, 1, 31), -1, date(2024, 12, 31)),
        (date(2024, 2, 29), 12, date(2025, 2, 28)),
        (date(2024, 2, 29), -12, date(2023, 2, 28)),
        (date(2024, 1, 15), -26, date(2021, 11, 15)),
        (date(2024, 12, 1), 1, date(2025, 1, 1)),
        (date(2024, 5, 5), 0, date(2024, 5, 5)),
    ],
)
def test_a_month_is_the_same_day_number_or_the_last_day(day: date, months: int, shifted_day: date) -> None:
    """A month earlier or later has the same day number, or the last day of a shorter month (E 55)."""
    expected = shifted_day
    actual = shifted_months(day, months)

    assert expected == actual


@pytest.mark.parametrize(
    ("closing", "day"),
    [
        ("1 month before", date(2024, 2, 1)),
        ("7 days before", date(2024, 2, 23)),
        ("3 days before", date(2024, 2, 27)),
        ("1 day before", date(2024, 2, 29)),
        ("7 days after", date(2024, 3, 8)),
        ("1 month after", date(2024, 4, 1)),
    ],
)
def test_a_closing_lies_before_or_after_the_list(closing: str, day: date) -> None:
    """The words of a closing give its day for the list of 1 March 2024."""
    expected = day
    actual = closing_day(date(2024, 3, 1), closing)

    assert expected == actual


@pytest.mark.parametrize("duration", ["8 periods", "two weeks", "7 days before", ""])
def test_only_days_and_months_are_counted_on_the_calendar(duration: str) -> None:
    """A number of periods, or words that are no length, cannot be counted off from a day."""
    with pytest.raises(ValueError, match="is not a length in days or months"):
        shifted(date(2024, 3, 1), duration, -1)


def test_without_a_day_it_is_that_of_today(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the clock of arpad."""
    monkeypatch.setenv("ARPAD_TODAY", "2025-11-07")

    assert answer("calendar") == answer("calendar", "2025-11-07")
