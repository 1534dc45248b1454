"""For which list an event is rated, and what a report costs that comes late."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any

import pytest
from made_events import DAYS, articles, event, finding_of, verdict

from arpad.events.verdict import NOTE, PASSES, REFUSES, WARNING

if TYPE_CHECKING:
    from pathlib import Path

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
    [pytest.param(*case, marks=pytest.mark.article(case[1], edition=case[0])) for case in CLOSINGS],
)
def test_the_closing_of_reports(name: str, article: str, listed: date, last: date, late: date) -> None:
    """On the closing day it is in time for the list; a day later it is rated for the next."""
    end = date(last.year, last.month - (1 if last.day < 5 else 0), 20)
    good, bad = (finding_of(ended(name, end, day), "report_received") for day in (last, late))

    assert (good.severity, f"list of {listed}" in good.message) == (PASSES, True)
    assert (bad.severity, f"after the closing for the list of {listed}" in bad.message) == (WARNING, True)
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
    [pytest.param(*case, marks=pytest.mark.article(case[1], edition=case[0])) for case in ENDINGS],
)
def test_the_last_day_on_which_an_event_may_end(name: str, article: str, listed: date, last: date) -> None:
    """An event that ends on the closing day is rated for the list; a day later it has missed it."""
    good, bad = ended(name, last), ended(name, date.fromordinal(last.toordinal() + 1))

    assert f"list of {listed}" in finding_of(good, "rating_list").message
    assert article in articles(finding_of(good, "rating_list"))
    assert f"list of {listed}" not in finding_of(bad, "rating_list").message
    assert finding_of(bad, "missed_list").severity == NOTE
    assert articles(finding_of(bad, "missed_list")) == {article}


@pytest.mark.article("9.1.3a", edition="fide-2003-07")
def test_a_report_after_the_closing_is_not_used_for_that_list() -> None:
    """The event ended in time, the report came a week after the closing."""
    given = finding_of(ended("fide-2003-07", date(2005, 5, 20), date(2005, 6, 8)), "report_received")

    assert (given.severity, "2005-10-01" in given.message, "9.1.3a" in articles(given)) == (WARNING, True, True)


OFFICIAL = [
    ("fide-2009-07", "7.13 [3]", date(2010, 7, 1), date(2010, 6, 30)),
    ("fide-2014-07", "7.13 [3]", date(2015, 6, 1), date(2015, 5, 31)),
    ("fide-2024-03", "7.1.3 [3]", date(2025, 6, 1), date(2025, 5, 31)),
]


@pytest.mark.parametrize(
    ("name", "article", "listed", "end"),
    [pytest.param(*case, marks=pytest.mark.article(case[1], edition=case[0])) for case in OFFICIAL],
)
def test_official_events_may_end_the_day_before(name: str, article: str, listed: date, end: date) -> None:
    """The day before the list they are rated for it; any other event, or one that ends on the day, for the next."""
    official, other = (
        finding_of(ended(name, end, official=is_official), "rating_list") for is_official in (True, False)
    )
    too_late = finding_of(ended(name, listed, official=True), "rating_list")

    assert f"list of {listed}" in official.message
    assert articles(official) == {article}
    assert f"list of {listed}" not in other.message
    assert f"list of {listed}" not in too_late.message


@pytest.mark.parametrize(
    ("name", "article", "listed", "end"),
    [pytest.param(*case, marks=pytest.mark.article(case[1], edition=case[0])) for case in OFFICIAL],
)
def test_the_report_of_an_official_event_is_not_due_before_its_end(
    name: str, article: str, listed: date, end: date
) -> None:
    """It has the day before the list, too, whether the event ends on it or long before (R-037)."""
    for ended_on in (end, date.fromordinal(end.toordinal() - 12)):
        due = finding_of(ended(name, ended_on, official=True), "report_due")
        in_time, late = (
            finding_of(ended(name, ended_on, day, official=True), "report_received") for day in (end, listed)
        )

        assert f"For the list of {listed} the report must have been received by {end}" in due.message
        assert (in_time.severity, late.severity) == (PASSES, WARNING)
        assert f"after the closing for the list of {listed}" in late.message
        assert all(article in articles(finding) for finding in (due, in_time, late))


@pytest.mark.parametrize(
    ("name", "article", "listed", "end"),
    [pytest.param(*case, marks=pytest.mark.article(case[1], edition=case[0])) for case in OFFICIAL],
)
def test_an_official_event_that_ends_early_cites_the_day_it_has(
    name: str, article: str, listed: date, end: date
) -> None:
    """The day that is said is that of the third sentence, so this is the one that is cited."""
    early = date.fromordinal(end.toordinal() - 12)
    official, other = (
        finding_of(ended(name, early, official=is_official), "rating_list") for is_official in (True, False)
    )

    assert (f"up to {end}" in official.message, articles(official)) == (True, {article})
    assert (f"up to {end}" in other.message, articles(other)) == (False, {article.replace("[3]", "[2]")})
    assert f"list of {listed}" in official.message


@pytest.mark.article("7.1.3 [3]", edition="fide-2024-03")
def test_official_reports_may_be_held_to_the_usual_closing(tmp_path: Path) -> None:
    """The other choice of R-037: then no report can be in time for the list, and the next one is named."""
    place = tmp_path / "usual.toml"
    place.write_text(
        'id = "usual"\nderives = "fide-2024-03"\ntitle = "usual"\n[provisions]\n'
        'official_report_closing = { article = "7.1.3 [1]", value = "3 days before" }\n',
        encoding="utf-8",
    )
    due = finding_of(ended(str(place), date(2025, 5, 31), official=True), "report_due")

    assert "2025-06-28" in due.message
    assert "by 2025-05-29" not in due.message


@pytest.mark.article("9.1 [3]", edition="fide-2024-03")
def test_the_third_list_is_the_last() -> None:
    """Ended in May, the lists are June, July, August: the report is there by 29 July, or the event is not rated."""
    good, bad = (ended("fide-2024-03", date(2025, 5, 4), day) for day in (date(2025, 7, 29), date(2025, 7, 30)))

    assert "2025-08-01" in finding_of(good, "report_received").message
    assert (finding_of(bad, "report_received").severity, bad.rateable) == (REFUSES, "no")
    assert "9.1 [3]" in articles(finding_of(bad, "report_received"))


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
    good, bad = (finding_of(ended(name, end, day), "upload") for day in (last, date.fromordinal(last.toordinal() + 1)))

    assert (good.severity, bad.severity) == (PASSES, WARNING)


@pytest.mark.article("9.1", edition="fide-2014-07")
@pytest.mark.parametrize(
    ("sent", "severity"), [(date(2015, 5, 17), PASSES), (date(2015, 5, 18), WARNING), (None, NOTE)]
)
def test_the_report_of_the_arbiter(sent: date | None, severity: str) -> None:
    """Within seven days of the end."""
    assert (
        finding_of(ended("fide-2014-07", date(2015, 5, 10), arbiter_sent=sent), "arbiter_report").severity == severity
    )


@pytest.mark.article("9.1", edition="fide-2014-07")
@pytest.mark.article("9.1 [1]", edition="fide-2024-03")
@pytest.mark.parametrize("name", DAYS)
@pytest.mark.parametrize("sent", [date(2000, 1, 1), "day before the end"])
def test_an_arbiter_cannot_have_sent_it_before_the_end(name: str, sent: date | str) -> None:
    """A day before the first one, or before the last, is a wrong day in every edition."""
    end = DAYS[name].replace(day=10)
    day = date.fromordinal(end.toordinal() - 1) if isinstance(sent, str) else sent
    given = ended(name, end, arbiter_sent=day)
    monthly = ended(name, end, arbiter_sent=date.fromordinal(end.toordinal() - 1), reported_monthly=True)

    assert finding_of(given, "arbiter_early").severity == WARNING
    assert not [finding for finding in given.findings if finding.code == "arbiter_report"]
    assert not [finding for finding in monthly.findings if finding.code == "arbiter_early"]


@pytest.mark.article("9.1 [1]", edition="fide-2024-03")
def test_fide_has_nothing_before_the_arbiter_sent_it() -> None:
    """Sent to the federation on the 8th, received by FIDE on the 7th: one of the two is wrong."""
    days = [date(2025, 5, 7), date(2025, 5, 8)]
    wrong, right = (
        ended("fide-2024-03", date(2025, 5, 4), received, arbiter_sent=date(2025, 5, 8)) for received in days
    )

    assert finding_of(wrong, "sent_after_received").severity == WARNING
    assert not [finding for finding in right.findings if finding.code == "sent_after_received"]


@pytest.mark.article("9.1 [2 a]", edition="fide-2024-03")
@pytest.mark.parametrize(("satisfied", "severity"), [(True, PASSES), (False, WARNING), (None, NOTE)])
def test_the_officer_of_the_federation_makes_sure_first(satisfied: bool | None, severity: str) -> None:
    """Before the upload, that the event was played by the regulations (E 56); other editions do not say so."""
    given = ended("fide-2024-03", date(2025, 5, 4), officer_satisfied=satisfied)
    before = ended("fide-2014-07", date(2015, 5, 10), officer_satisfied=satisfied)

    assert (finding_of(given, "officer").severity, articles(finding_of(given, "officer"))) == (severity, {"9.1 [2 a]"})
    assert finding_of(given, "officer").citations[0].errata == ("E 56",)
    assert not [finding for finding in before.findings if finding.code == "officer"]


@pytest.mark.article("0.3", edition="fide-2024-03")
@pytest.mark.article("0.4", edition="fide-2014-07")
@pytest.mark.parametrize("name", ["fide-2014-07", "fide-2024-03"])
@pytest.mark.parametrize("received", [None, 8])
def test_the_federation_has_no_part_in_the_report_of_an_official_event(name: str, received: int | None) -> None:
    """The chief arbiter sends it to FIDE; the upload and the officer of the federation are for the others."""
    end = DAYS[name].replace(day=10)
    day = None if received is None else date.fromordinal(end.toordinal() + received)
    official, other = (
        {finding.code for finding in ended(name, end, day, official=is_official).findings}
        for is_official in (True, False)
    )
    federation = {"upload_due" if day is None else "upload", *({"officer"} if name == "fide-2024-03" else ())}

    assert federation <= other
    assert not federation & official


@pytest.mark.article("9.1 [2 a]", edition="fide-2024-03-print")
def test_the_printed_text_lost_the_officers_duty() -> None:
    """As printed nothing is asked of the officer but the upload."""
    given = ended("fide-2024-03-print", date(2025, 5, 4))

    assert not [finding for finding in given.findings if finding.code == "officer"]


@pytest.mark.article("9.3.3", edition="fide-2003-07")
@pytest.mark.parametrize(
    ("received", "severity"), [(date(2005, 5, 31), PASSES), (date(2005, 6, 1), WARNING), (None, NOTE)]
)
def test_the_optional_monthly_lists_of_2003(received: date | None, severity: str) -> None:
    """For the list of 1 July reports close on the last day of May (E 54)."""
    given = ended("fide-2003-07", date(2005, 5, 20), received, monthly_regime=True)
    code = "report_received" if received else "report_due"

    assert (finding_of(given, code).severity, articles(finding_of(given, code))) == (severity, {"9.3.3"})
    assert "2005-07-01" in finding_of(given, code).message


def test_a_report_before_the_end_is_doubted() -> None:
    """Unless it is a part of a long event, a date is wrong."""
    given = ended("fide-2024-03", date(2025, 5, 4), date(2025, 5, 3))

    assert finding_of(given, "report_early").severity == WARNING


def test_a_monthly_part_comes_before_the_end() -> None:
    """As the sentence about early reports says."""
    given = ended("fide-2024-03", date(2025, 5, 4), date(2025, 5, 3), reported_monthly=True)

    assert finding_of(given, "report_early").severity == NOTE


def test_without_the_last_day() -> None:
    """The list stays open, the verdict does not depend on it."""
    tournament = replace(event(FIELD, start=DAYS["fide-2024-03"]), end=None)

    assert finding_of(verdict(tournament), "rating_list").decides is False


def test_the_days_of_every_duty_are_said_before_play() -> None:
    """An entry list hears the closing day, the upload and the last day of all."""
    given = verdict(event(FIELD, start=DAYS["fide-2024-03"], rounds=0))

    assert [finding_of(given, code).severity for code in ("report_due", "upload_due", "report_last")] == [NOTE] * 3


@pytest.mark.article("9.1", edition="fide-2014-07")
@pytest.mark.article("0.1 [2]", edition="fide-2014-07")
@pytest.mark.article("0.1 [2]", edition="fide-2024-03")
@pytest.mark.parametrize(
    ("start", "end", "arbiter", "upload"),
    [
        # Begun under the text before, ended under the new one: the duties are those of the first day.
        (date(2014, 6, 29), date(2014, 7, 2), None, None),
        (date(2014, 7, 1), date(2014, 7, 2), date(2014, 7, 9), date(2014, 8, 1)),
        (date(2024, 2, 28), date(2024, 3, 2), date(2024, 3, 9), date(2024, 4, 1)),
        (date(2024, 3, 1), date(2024, 3, 2), None, date(2024, 3, 29)),
    ],
)
def test_the_duties_are_those_of_the_edition_of_the_first_day(
    start: date, end: date, arbiter: date | None, upload: date | None
) -> None:
    """Changes apply to events that start on or after their day; every duty that is named has its article."""
    given = verdict(event(FIELD, start=start, end=end))

    for code, day in (("arbiter_report", arbiter), ("upload_due", upload)):
        duties = [finding for finding in given.findings if finding.code == code]
        assert len(duties) == (day is not None)
        assert all(str(day) in duty.message and duty.citations for duty in duties)


@pytest.mark.article("9.1", edition="fide-2014-07")
@pytest.mark.parametrize(("days", "severity"), [(30, PASSES), (31, WARNING)])
def test_an_upload_is_late_by_the_edition_of_the_first_day(days: int, severity: str) -> None:
    """Begun in February 2024, ended in March: thirty days for the upload, and not the closing of a list."""
    end = date(2024, 3, 2)
    received = date.fromordinal(end.toordinal() + days)
    given = finding_of(verdict(event(FIELD, start=date(2024, 2, 28), end=end), received=received), "upload")

    assert (given.severity, bool(given.citations)) == (severity, True)
