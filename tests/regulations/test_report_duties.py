"""Duties after an event as rules: each term from both sides, and where an edition sets none."""

from __future__ import annotations

import pytest

from arpad.regulations.catalogue import edition
from arpad.regulations.consulted import answer
from arpad.regulations.rules import list_dates, report_duties


@pytest.mark.parametrize(
    ("name", "days_left", "passed", "due"),
    [
        ("fide-2014-07", 0, report_duties.NOT_BY_LISTS, 20250530),
        ("fide-2024-03", 6, 0, list_dates.NO_DAY),
        ("fide-2024-03", 5, 1, list_dates.NO_DAY),
    ],
)
def test_an_upload_is_due_by_days_or_by_lists(name: str, days_left: int, passed: int, due: int) -> None:
    """To 2023 within thirty days; from 2024 on for the next list, or with five days left for the one after it."""
    duty = answer(edition(name), report_duties.UPLOAD_DUE, end=20250430, days_left=days_left)

    assert (duty["lists_passed"], duty["upload_due"]) == (passed, due)


@pytest.mark.parametrize(("name", "due"), [("fide-2014-07", 20250507), ("fide-2024-03", list_dates.NO_DAY)])
def test_the_arbiter_has_a_week_to_2023(name: str, due: int) -> None:
    """Later there is no term of days."""
    assert answer(edition(name), report_duties.ARBITER_DUE, end=20250430)["arbiter_due"] == due


@pytest.mark.parametrize(
    ("name", "is_sent", "is_asked"),
    [("fide-2024-03", True, True), ("fide-2024-03", False, False), ("fide-2014-07", True, False)],
)
def test_the_officer_makes_sure_of_what_the_federation_sends(name: str, is_sent: bool, is_asked: bool) -> None:
    """Of nothing else, and not before 2024."""
    review = answer(edition(name), report_duties.OFFICER_REVIEW, is_sent_by_federation=is_sent)

    assert review["officer_makes_sure"] is is_asked


@pytest.mark.parametrize(("name", "closing"), [("fide-2003-07", 20040229), ("fide-2009-07", list_dates.NO_DAY)])
def test_a_monthly_list_closes_a_month_before(name: str, closing: int) -> None:
    """On the last day of the month before last, in 2003."""
    assert answer(edition(name), list_dates.MONTHLY_CLOSING, list_day=20040401)["monthly_closing"] == closing
