"""Registration in every edition: that there was one, how long before, and who may let a late one pass."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from made_events import DAYS, articles, event, found, verdict

from arpad.events.verdict import NO, NOTE, PASSES, REFUSES, UNKNOWN, WARNING

FIELD = [1990, 1900, 1800, 1700]


def registered(name: str, when: object, ratings: Any = FIELD, sexes: str = "", **facts: Any) -> Any:  # noqa: ANN401 - a verdict
    """Check an event registered so many days before, or on a day, or not at all."""
    day = DAYS[name] - timedelta(days=when) if type(when) is int else when
    return verdict(event(ratings, start=DAYS[name], sexes=sexes), registered=day, **facts)


REGISTERED = [("fide-2003-07", "0.0"), ("fide-2009-07", "0.0"), ("fide-2014-07", "0"), ("fide-2024-03", "0.2")]


@pytest.mark.parametrize(
    ("name", "article"), [pytest.param(*one, marks=pytest.mark.article(one[1], edition=one[0])) for one in REGISTERED]
)
def test_only_registered_events_are_rated(name: str, article: str) -> None:
    """Registered long before it is fine, not registered it is refused, not said it stays open."""
    good, bad, unsaid = (registered(name, when) for when in (90, False, None))

    assert (found(good, "registration_lead").severity, article in articles(found(good, "registration_lead"))) == (
        PASSES,
        True,
    )
    assert (found(bad, "not_registered").severity, bad.rateable) == (REFUSES, NO)
    assert article in articles(found(bad, "not_registered"))
    assert (found(unsaid, "registration").severity, unsaid.rateable) == (UNKNOWN, "unknown")


LEADS = [
    # edition, article, registered on the last day, and a day later
    ("fide-2003-07", "7.1", date(2005, 5, 5), date(2005, 5, 6)),
    ("fide-2009-07", "0.4 [1]", date(2010, 4, 7), date(2010, 4, 8)),
    ("fide-2014-07", "0.2 [1]", date(2015, 5, 1), date(2015, 5, 2)),
    ("fide-2024-03", "0.2.2", date(2025, 4, 29), date(2025, 4, 30)),
]


@pytest.mark.parametrize(
    ("name", "article", "last", "late"),
    [pytest.param(*one, marks=pytest.mark.article(one[1], edition=one[0])) for one in LEADS],
)
def test_the_lead_before_the_first_day(name: str, article: str, last: date, late: date) -> None:
    """In advance, one month, one week, three days: the last day is in time, the next is not."""
    good, bad = (registered(name, day, norms=False) for day in (last, late))

    assert found(good, "registration_lead").severity == PASSES
    assert (found(bad, "registration_lead").severity, bad.rateable) == (REFUSES, NO)
    assert article in articles(found(good, "registration_lead")) & articles(found(bad, "registration_lead"))


@pytest.mark.article("0.2 [3]", edition="fide-2014-07")
def test_norm_events_are_registered_30_days_before() -> None:
    """30 days are enough, 29 not; without norms a week is; where norms are not said, that is open."""
    good, bad, plain, unsaid = (
        registered("fide-2014-07", days, norms=norms)
        for days, norms in ((30, True), (29, True), (29, False), (29, None))
    )

    assert [found(one, "registration_lead").severity for one in (good, bad, plain)] == [PASSES, REFUSES, PASSES]
    assert "0.2 [3]" in articles(found(bad, "registration_lead"))
    assert found(unsaid, "registration_norms").severity == UNKNOWN


@pytest.mark.article("0.2.1", edition="fide-2024-03")
@pytest.mark.parametrize(
    ("rating", "sex", "elite"), [(2701, "m", True), (2700, "m", False), (2501, "w", True), (2500, "w", False)]
)
def test_very_high_ratings_ask_for_30_days(rating: int, sex: str, elite: bool) -> None:
    """Above 2700, of a woman above 2500: 30 days; 29 are late, and enough for everybody else."""
    in_time, late = (registered("fide-2024-03", days, [rating, 2000, 1900, 1800], f"{sex}mmm") for days in (30, 29))

    assert found(in_time, "registration_lead").severity == PASSES
    assert found(late, "registration_lead").severity == (REFUSES if elite else PASSES)
    assert ("0.2.1" in articles(found(late, "registration_lead"))) is elite
    assert not elite or found(late, "registration_class").players == (1,)


APPROVALS = [
    # edition, article, ratings, the right approval, one that is not enough
    ("fide-2009-07", "0.4 [2]", FIELD, "qc_chair", None),
    ("fide-2014-07", "0.2 [2]", FIELD, "qc_chair", None),
    ("fide-2024-03", "0.2.4", FIELD, "qc_chair", None),
    ("fide-2024-03", "0.2.3", [2750, 2000, 1900, 1800], "fide_president", "qc_chair"),
]


@pytest.mark.parametrize(
    ("name", "article", "ratings", "right", "wrong"),
    [pytest.param(*one, marks=pytest.mark.article(one[1], edition=one[0])) for one in APPROVALS],
)
def test_whose_approval_a_late_registration_needs(
    name: str, article: str, ratings: list[int], right: str, wrong: str | None
) -> None:
    """The chair of the Qualification Commission; for the class of 30 days the FIDE President."""
    good, bad = (
        found(registered(name, 1, ratings, late_registration_approved=by), "registration_lead") for by in (right, wrong)
    )

    assert (good.severity, bad.severity) == (PASSES, REFUSES)
    assert article in articles(good) & articles(bad)
    assert repr(right) in bad.fix


@pytest.mark.article("7.1", edition="fide-2003-07")
def test_2003_knows_no_approval_of_late_registrations() -> None:
    """On the first day it is too late, whoever agrees."""
    given = registered("fide-2003-07", 0, late_registration_approved="qc_chair")

    assert found(given, "registration_lead").severity == REFUSES


OFFICIAL = [("fide-2009-07", "0.3", WARNING), ("fide-2014-07", "0.4", REFUSES), ("fide-2024-03", "0.3", WARNING)]


@pytest.mark.parametrize(
    ("name", "article", "severity"),
    [pytest.param(*one, marks=pytest.mark.article(one[1], edition=one[0])) for one in OFFICIAL],
)
def test_official_events(name: str, article: str, severity: str) -> None:
    """Always rated in 2009 and 2024, even if registered late; who reports them is said; others hear nothing."""
    given, other = registered(name, 1, official=True), registered(name, 1, official=False)

    assert (found(given, "official").severity, articles(found(given, "official"))) == (NOTE, {article})
    assert found(given, "registration_lead").severity == severity
    assert found(other, "registration_lead").severity == REFUSES
    assert not [one for one in other.findings if one.code == "official"]


APPEALS = [
    ("fide-2009-07", "0.5", "Commission"),
    ("fide-2014-07", "0.5", "Commission"),
    ("fide-2024-03", "0.4", "Council"),
]


@pytest.mark.parametrize(
    ("name", "article", "whom"),
    [pytest.param(*one, marks=pytest.mark.article(one[1], edition=one[0])) for one in APPEALS],
)
def test_a_refused_event_hears_of_the_appeal(name: str, article: str, whom: str) -> None:
    """Seven days, to the Commission or the Council; an event that is not refused hears nothing."""
    refused, fine = registered(name, False), registered(name, 90)

    assert articles(found(refused, "appeal")) == {article}
    assert whom in found(refused, "appeal").message
    assert not [one for one in fine.findings if one.code == "appeal"]


def test_registered_but_not_said_when() -> None:
    """It stays open."""
    assert found(registered("fide-2024-03", True), "registration").severity == UNKNOWN


def test_before_play_the_last_day_is_said() -> None:
    """An entry list hears by when to register, and why so early."""
    given = verdict(event([2710, 1900], start=DAYS["fide-2024-03"], rounds=0))

    assert "2025-04-02" in found(given, "registration").fix
    assert found(given, "registration_class").players == (1,)
