"""For which list an event is rated, and what a report costs that comes late."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from made_events import DAYS, articles, event, found, verdict

from arpad.events.verdict import NOTE, PASSES, REFUSES, WARNING

FIELD = [1990, 1900, 1800, 1700]


def ended(name: str, end: date, received: date | None = None, **facts: Any) -> Any:  # noqa: ANN401 - a verdict
    """Check an event that ended and was reported on these days."""
    start = date.fromordinal(end.toordinal() - 2)
    return verdict(event(FIELD, start=start, end=end), name, received=received, **facts)


CLOSINGS = [
    # edition, article on reports, the list, a report on its closing day, and one a day later
    ("fide-2003-07", "9.1.3", date(2005, 7, 1), date(2005, 6, 1), date(2005, 6, 2)),
    ("fide-2009-07", "7.13 [1]", date(2010, 7, 1), date(2010, 6, 24), date(2010, 6, 25)),
    ("fide-2014-07", "7.13 [1]", date(2015, 6, 1), date(2015, 5, 29), date(2015, 5, 30)),
    ("fide-2024-03", "7.1.3 [1]", date(2025, 6, 1), date(2025, 5, 29), date(2025, 5, 30)),
]


@pytest.mark.parametrize(
    ("name", "article", "listed", "last", "late"),
    [pytest.param(*one, marks=pytest.mark.article(one[1], edition=one[0])) for one in CLOSINGS],
)
def test_the_closing_of_reports(name: str, article: str, listed: date, last: date, late: date) -> None:
    """On the closing day it is in time for the list; a day later it is rated for the next."""
    end = date(last.year, last.month - (1 if last.day < 5 else 0), 20)
    good, bad = (found(ended(name, end, day), "report_received") for day in (last, late))

    assert (good.severity, f"list of {listed}" in good.message) == (PASSES, True)
    assert (bad.severity, f"after the closing of {listed}" in bad.message) == (WARNING, True)
    assert article in articles(good) & articles(bad)


ENDINGS = [
    # edition, article on the end of events, the list, an event that ends in time, and one a day later
    ("fide-2003-07", "9.1.3a", date(2005, 7, 1), date(2005, 6, 1)),
    ("fide-2009-07", "7.13 [2]", date(2010, 7, 1), date(2010, 6, 24)),
    ("fide-2014-07", "7.13 [2]", date(2015, 6, 1), date(2015, 5, 29)),
    ("fide-2024-03", "7.1.3 [2]", date(2025, 6, 1), date(2025, 5, 29)),
]


@pytest.mark.parametrize(
    ("name", "article", "listed", "last"),
    [pytest.param(*one, marks=pytest.mark.article(one[1], edition=one[0])) for one in ENDINGS],
)
def test_the_last_day_on_which_an_event_may_end(name: str, article: str, listed: date, last: date) -> None:
    """An event that ends on the closing day is rated for the list; a day later it has missed it."""
    good, bad = ended(name, last), ended(name, date.fromordinal(last.toordinal() + 1))

    assert f"list of {listed}" in found(good, "rating_list").message
    assert article in articles(found(good, "rating_list"))
    assert f"list of {listed}" not in found(bad, "rating_list").message
    assert found(bad, "missed_list").severity == NOTE
    assert articles(found(bad, "missed_list")) == {article}


@pytest.mark.article("9.1.3a", edition="fide-2003-07")
def test_a_report_after_the_closing_is_not_used_for_that_list() -> None:
    """The event ended in time, the report came a week after the closing."""
    given = found(ended("fide-2003-07", date(2005, 5, 20), date(2005, 6, 8)), "report_received")

    assert (given.severity, "2005-10-01" in given.message, "9.1.3a" in articles(given)) == (WARNING, True, True)


OFFICIAL = [
    ("fide-2009-07", "7.13 [3]", date(2010, 7, 1), date(2010, 6, 30)),
    ("fide-2014-07", "7.13 [3]", date(2015, 6, 1), date(2015, 5, 31)),
    ("fide-2024-03", "7.1.3 [3]", date(2025, 6, 1), date(2025, 5, 31)),
]


@pytest.mark.parametrize(
    ("name", "article", "listed", "end"),
    [pytest.param(*one, marks=pytest.mark.article(one[1], edition=one[0])) for one in OFFICIAL],
)
def test_official_events_may_end_the_day_before(name: str, article: str, listed: date, end: date) -> None:
    """The day before the list they are rated for it; any other event, or one that ends on the day, for the next."""
    official, other = (found(ended(name, end, official=said), "rating_list") for said in (True, False))
    too_late = found(ended(name, listed, official=True), "rating_list")

    assert f"list of {listed}" in official.message
    assert article in articles(official)
    assert f"list of {listed}" not in other.message
    assert f"list of {listed}" not in too_late.message


@pytest.mark.article("9.1 [3]", edition="fide-2024-03")
def test_the_third_list_is_the_last() -> None:
    """Ended in May, the lists are June, July, August: the report is there by 29 July, or the event is not rated."""
    good, bad = (ended("fide-2024-03", date(2025, 5, 4), day) for day in (date(2025, 7, 29), date(2025, 7, 30)))

    assert "2025-08-01" in found(good, "report_received").message
    assert (found(bad, "report_received").severity, bad.rateable) == (REFUSES, "no")
    assert "9.1 [3]" in articles(found(bad, "report_received"))


@pytest.mark.article("9.1", edition="fide-2014-07")
@pytest.mark.article("9.1 [2]", edition="fide-2024-03")
@pytest.mark.parametrize(
    ("name", "end", "last"),
    [
        ("fide-2014-07", date(2015, 5, 10), date(2015, 6, 9)),
        ("fide-2024-03", date(2025, 5, 25), date(2025, 5, 29)),
        ("fide-2024-03", date(2025, 5, 26), date(2025, 6, 28)),
    ],
)
def test_the_upload_of_the_federation(name: str, end: date, last: date) -> None:
    """By the 30th day in 2014; by the list of the month in 2024, or the next with five days or fewer left."""
    good, bad = (found(ended(name, end, day), "upload") for day in (last, date.fromordinal(last.toordinal() + 1)))

    assert (good.severity, bad.severity) == (PASSES, WARNING)


@pytest.mark.article("9.1", edition="fide-2014-07")
@pytest.mark.parametrize(
    ("sent", "severity"), [(date(2015, 5, 17), PASSES), (date(2015, 5, 18), WARNING), (None, NOTE)]
)
def test_the_report_of_the_arbiter(sent: date | None, severity: str) -> None:
    """Within seven days of the end."""
    assert found(ended("fide-2014-07", date(2015, 5, 10), arbiter_sent=sent), "arbiter_report").severity == severity


@pytest.mark.article("9.3.3", edition="fide-2003-07")
@pytest.mark.parametrize(
    ("received", "severity"), [(date(2005, 5, 31), PASSES), (date(2005, 6, 1), WARNING), (None, NOTE)]
)
def test_the_optional_monthly_lists_of_2003(received: date | None, severity: str) -> None:
    """For the list of 1 July reports close on the last day of May (E 54)."""
    given = ended("fide-2003-07", date(2005, 5, 20), received, monthly_regime=True)
    code = "report_received" if received else "report_due"

    assert (found(given, code).severity, articles(found(given, code))) == (severity, {"9.3.3"})
    assert "2005-07-01" in found(given, code).message


def test_a_report_before_the_end_is_doubted() -> None:
    """Unless it is a part of a long event, a date is wrong."""
    given = ended("fide-2024-03", date(2025, 5, 4), date(2025, 5, 3))

    assert found(given, "report_early").severity == WARNING


def test_without_the_last_day() -> None:
    """The list stays open, the verdict does not depend on it."""
    made = replace(event(FIELD, start=DAYS["fide-2024-03"]), end=None)

    assert found(verdict(made), "rating_list").decides is False


def test_the_days_of_every_duty_are_said_before_play() -> None:
    """An entry list hears the closing day, the upload and the last day of all."""
    given = verdict(event(FIELD, start=DAYS["fide-2024-03"], rounds=0))

    assert [found(given, code).severity for code in ("report_due", "upload_due", "report_last")] == [NOTE] * 3
