"""Who decides about an event, edition by edition: bodies, appeals, what cannot be refused, and terms of reports."""

from __future__ import annotations

from datetime import date

import pytest

from arpad.regulations.catalogue import edition
from arpad.regulations.workings.decisions import (
    CHANGED_LAWS,
    CONSULTED,
    FASTER,
    HYBRID,
    LONGER,
    REGISTRATION_REFUSED,
    appeal_against,
    cannot_be_refused,
    correction_due,
    counts_as_official,
    decider,
    is_reported_in_parts,
    sender_of_report,
)

DECIDED, TOLD = date(2015, 3, 2), date(2015, 3, 5)


def cited(p: object) -> list[str]:
    """Give the articles that were consulted."""
    return [citation.article for citation in p.citations()]  # type: ignore[attr-defined]


BODIES = [
    ("fide-2003-07", REGISTRATION_REFUSED, None, ""),
    ("fide-2009-07", REGISTRATION_REFUSED, "qc_chair", "0.4 [2]"),
    ("fide-2014-07", REGISTRATION_REFUSED, "qc_chair", "0.2 [2]"),
    ("fide-2024-03", REGISTRATION_REFUSED, "qc_chair", "0.2 (refusal)"),
    ("fide-2003-07", LONGER, None, ""),
    ("fide-2009-07", LONGER, "qc_chair", "4.12"),
    ("fide-2014-07", LONGER, "qualification_commission", "4.12"),
    ("fide-2024-03", LONGER, None, ""),
    ("fide-2014-07", HYBRID, None, ""),
    ("fide-2021-02", HYBRID, "fide", ""),
    ("fide-2024-03", HYBRID, "qc_chair", "0.2 (hybrid)"),
    ("fide-2024-03", FASTER, None, ""),
    ("fide-2026-01", FASTER, "fide", ""),
    ("fide-2003-07", CHANGED_LAWS, None, ""),
    ("fide-2009-07", CHANGED_LAWS, "technical_commission", "2.1"),
    ("fide-2014-07", CHANGED_LAWS, None, ""),
    ("fide-2009-07", CONSULTED, None, ""),
    ("fide-2024-03", CONSULTED, "qualification_commission", "0.2 (exceptional)"),
]
MARKED = [
    pytest.param(*case, marks=[pytest.mark.article(case[3], edition=case[0])] if case[3] else []) for case in BODIES
]


@pytest.mark.parametrize(("name", "matter", "body", "article"), MARKED)
def test_each_edition_names_its_own_bodies(name: str, matter: str, body: str | None, article: str) -> None:
    """With the article by which they decide."""
    decides = decider(edition(name), matter)

    assert decides.body == body
    assert not article or cited(decides.p) == [article]


APPEALS = [
    ("fide-2009-07", "0.5", "qualification_commission", "chief_organiser", date(2015, 3, 12)),
    ("fide-2014-07", "0.5", "qualification_commission", "chief_organiser", date(2015, 3, 9)),
    ("fide-2024-03", "0.4", "council", "organiser", date(2015, 3, 12)),
]


@pytest.mark.parametrize(
    ("name", "article", "to", "by", "last_day"),
    [pytest.param(*case, marks=pytest.mark.article(case[1], edition=case[0])) for case in APPEALS],
)
def test_the_days_of_an_appeal_are_counted_as_the_edition_says(
    name: str, article: str, to: str, by: str, last_day: date
) -> None:
    """From the notice in 2009 and 2024, from the decision in 2014; refused on the 2nd, told on the 5th."""
    appeal = appeal_against(edition(name), decided=DECIDED, notified=TOLD)

    assert appeal is not None
    assert (appeal.to, appeal.by, appeal.last_day) == (to, by, last_day)
    assert cited(appeal.p) == [article]


def test_2003_knows_no_appeal() -> None:
    """Nobody hears one."""
    assert appeal_against(edition("fide-2003-07"), decided=DECIDED, notified=TOLD) is None


OFFICIAL = [
    # edition, article, an event of FIDE counts and cannot be refused, the same of a continent
    ("fide-2003-07", "", (True, False), (False, False)),
    ("fide-2009-07", "0.3", (True, True), (False, False)),
    ("fide-2014-07", "0.4", (True, False), (True, False)),
    ("fide-2024-03", "0.3", (True, True), (True, True)),
]


@pytest.mark.parametrize(
    ("name", "article", "of_fide", "of_continent"),
    [
        pytest.param(*case, marks=[pytest.mark.article(case[1], edition=case[0])] if case[1] else [])
        for case in OFFICIAL
    ],
)
def test_which_events_cannot_be_refused(
    name: str, article: str, of_fide: tuple[bool, bool], of_continent: tuple[bool, bool]
) -> None:
    """Official events of FIDE in 2009 and 2024, those of continents in 2024; in 2014 their reports are owed."""
    law = edition(name)
    for is_of_fide, expected in ((True, of_fide), (False, of_continent)):
        of = {"is_of_fide": is_of_fide, "is_continental": not is_of_fide}
        p = cannot_be_refused(law, **of)
        assert (counts_as_official(law, **of), p is not None) == expected
        assert p is None or cited(p) == [article]
    assert cannot_be_refused(law, is_of_fide=False, is_continental=False) is None


SENDERS = [
    ("fide-2003-07", "8.1", False, "chief_arbiter_or_officer"),
    ("fide-2009-07", "", False, None),
    ("fide-2009-07", "0.3", True, "organiser"),
    ("fide-2014-07", "9.1", False, "chief_arbiter"),
    ("fide-2014-07", "0.4", True, "chief_arbiter"),
    ("fide-2024-03", "9.1 [1]", False, "chief_arbiter"),
    ("fide-2024-03", "0.3", True, "chief_arbiter"),
]


@pytest.mark.parametrize(
    ("name", "article", "is_official", "sender"),
    [pytest.param(*case, marks=[pytest.mark.article(case[1], edition=case[0])] if case[1] else []) for case in SENDERS],
)
def test_who_sends_the_report(name: str, article: str, is_official: bool, sender: str | None) -> None:
    """The chief arbiter; in 2003 or the officer; in 2009 only of official events somebody is named."""
    by, p = sender_of_report(edition(name), is_official=is_official)

    assert by == sender
    assert not article or cited(p) == [article]


@pytest.mark.article("8.1", edition="fide-2003-07")
def test_a_returned_report_comes_back_within_four_weeks() -> None:
    """By B.01 7.13, to which 8.1 of 2003 leads; later editions set no term."""
    due, p = correction_due(edition("fide-2003-07"), date(2004, 3, 1))

    assert (due, cited(p)) == (date(2004, 3, 29), ["8.1"])
    assert [citation.confidence for citation in p.citations()] == ["H"]
    for name in ("fide-2009-07", "fide-2014-07", "fide-2024-03"):
        assert correction_due(edition(name), date(2004, 3, 1))[0] is None


@pytest.mark.parametrize(
    ("name", "days", "in_parts"),
    [
        ("fide-2003-07", 200, False),
        ("fide-2014-07", 90, False),
        ("fide-2014-07", 91, True),
        ("fide-2024-03", 30, False),
        ("fide-2024-03", 31, True),
    ],
)
def test_from_which_length_on_an_event_is_reported_in_parts(name: str, days: int, in_parts: bool) -> None:
    """Longer than 90 days in 2014, than 30 in 2024, first and last day counted."""
    first = date(2025, 1, 1)
    last = date.fromordinal(first.toordinal() + days - 1)

    assert (is_reported_in_parts(edition(name), first, last) is not None) == in_parts
