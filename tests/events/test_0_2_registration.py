"""Registration in every edition: that there was one, how long before, and who may let a late one pass."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from made_events import DAYS, articles, event, finding_of, verdict

from arpad.events.verdict import NO, NOTE, PASSES, REFUSES, UNKNOWN, WARNING

if TYPE_CHECKING:
    from pathlib import Path

FIELD = [1990, 1900, 1800, 1700]


def registered(name: str, when: object, ratings: Any = FIELD, sexes: str = "", **facts: Any) -> Any:  # noqa: ANN401 - a verdict
    """Check an event registered so many days before, or on a day, or not at all."""
    day = DAYS[name] - timedelta(days=when) if type(when) is int else when
    return verdict(event(ratings, start=DAYS[name], sexes=sexes), registered=day, **facts)


REGISTERED = [("fide-2003-07", "0.0"), ("fide-2009-07", "0.0"), ("fide-2014-07", "0"), ("fide-2024-03", "0.2")]


@pytest.mark.parametrize(
    ("name", "article"),
    [pytest.param(*case, marks=pytest.mark.article(case[1], edition=case[0])) for case in REGISTERED],
)
def test_only_registered_events_are_rated(name: str, article: str) -> None:
    """Registered long before it is fine, not registered it is refused, not said it stays open."""
    good, bad, unsaid = (registered(name, when) for when in (90, False, None))

    assert (
        finding_of(good, "registration_lead").severity,
        article in articles(finding_of(good, "registration_lead")),
    ) == (
        PASSES,
        True,
    )
    assert (finding_of(bad, "not_registered").severity, bad.rateable) == (REFUSES, NO)
    assert article in articles(finding_of(bad, "not_registered"))
    assert (finding_of(unsaid, "registration").severity, unsaid.rateable) == (UNKNOWN, "unknown")


LEADS = [
    # edition, article, registered on the last day, and a day later
    ("fide-2003-07", "7.1", date(2005, 5, 5), date(2005, 5, 6)),
    ("fide-2009-07", "0.4 [1]", date(2010, 4, 7), date(2010, 4, 8)),
    ("fide-2014-07", "0.2 [1]", date(2015, 5, 1), date(2015, 5, 2)),
    ("fide-2024-03", "0.2.2", date(2025, 4, 29), date(2025, 4, 30)),
]


@pytest.mark.parametrize(
    ("name", "article", "last", "late"),
    [pytest.param(*case, marks=pytest.mark.article(case[1], edition=case[0])) for case in LEADS],
)
def test_the_lead_before_the_first_day(name: str, article: str, last: date, late: date) -> None:
    """In advance, one month, one week, three days: the last day is in time, the next is not."""
    good, bad = (registered(name, day, norms=False) for day in (last, late))

    assert finding_of(good, "registration_lead").severity == PASSES
    assert (finding_of(bad, "registration_lead").severity, bad.rateable) == (REFUSES, NO)
    assert article in articles(finding_of(good, "registration_lead")) & articles(finding_of(bad, "registration_lead"))


@pytest.mark.article("0.2 [3]", edition="fide-2014-07")
def test_norm_events_are_registered_30_days_before() -> None:
    """30 days are enough, 29 not; without norms a week is; where norms are not said, that is open."""
    good, bad, plain, unsaid = (
        registered("fide-2014-07", days, norms=norms)
        for days, norms in ((30, True), (29, True), (29, False), (29, None))
    )

    assert [finding_of(checked, "registration_lead").severity for checked in (good, bad, plain)] == [
        PASSES,
        REFUSES,
        PASSES,
    ]
    assert "0.2 [3]" in articles(finding_of(bad, "registration_lead"))
    assert finding_of(unsaid, "registration_norms").severity == UNKNOWN


@pytest.mark.article("0.2.1", edition="fide-2024-03")
@pytest.mark.parametrize(
    ("rating", "sex", "elite"), [(2701, "m", True), (2700, "m", False), (2501, "w", True), (2500, "w", False)]
)
def test_very_high_ratings_ask_for_30_days(rating: int, sex: str, elite: bool) -> None:
    """Above 2700, of a woman above 2500: 30 days; 29 are late, and enough for everybody else."""
    in_time, late = (registered("fide-2024-03", days, [rating, 2000, 1900, 1800], f"{sex}mmm") for days in (30, 29))

    assert finding_of(in_time, "registration_lead").severity == PASSES
    assert finding_of(late, "registration_lead").severity == (REFUSES if elite else PASSES)
    assert ("0.2.1" in articles(finding_of(late, "registration_lead"))) is elite
    assert not elite or finding_of(late, "registration_class").players == (1,)


OPEN_CLASS = [
    # rating of a player whose sex is not given, days before, who approved, what follows
    (2501, 30, None, PASSES),
    (2501, 29, None, UNKNOWN),
    (2501, 3, None, UNKNOWN),
    (2501, 3, "fide_president", PASSES),
    (2501, 3, "qc_chair", UNKNOWN),
    (2501, 2, None, REFUSES),
    (2501, 2, "qc_chair", UNKNOWN),
    (2501, 2, "fide_president", UNKNOWN),
    (2700, 3, None, UNKNOWN),
    (2500, 3, None, PASSES),
    (2701, 29, None, REFUSES),
]


@pytest.mark.article("0.2.1", edition="fide-2024-03")
@pytest.mark.parametrize(("rating", "days", "approved", "severity"), OPEN_CLASS)
def test_a_sex_that_is_not_given_leaves_the_class_open(
    rating: int, days: int, approved: str | None, severity: str
) -> None:
    """From 2501 to 2700 a woman asks for 30 days, a man for three: open, unless both classes say the same."""
    tournament = event([rating, 2000, 1900, 1800], start=DAYS["fide-2024-03"])
    tournament = replace(tournament, entries=(replace(tournament.entries[0], sex=None), *tournament.entries[1:]))
    when = DAYS["fide-2024-03"] - timedelta(days=days)
    given = finding_of(verdict(tournament, registered=when, late_registration_approved=approved), "registration_lead")

    assert given.severity == severity
    if severity == UNKNOWN:
        assert (given.players, {"0.2.1", "0.2.2"} <= articles(given)) == ((1,), True)
        assert "sex" in given.fix


@pytest.mark.article("0.2.1", edition="fide-2024-03")
@pytest.mark.parametrize(("title", "women_only"), [("WGM", None), (None, True)])
def test_a_womans_title_and_a_womens_event_say_the_sex(title: str | None, women_only: bool | None) -> None:
    """Nobody else has such a title, or could enter."""
    tournament = event([2501, 2000, 1900, 1800], start=DAYS["fide-2024-03"])
    tournament = replace(
        tournament, entries=(replace(tournament.entries[0], sex=None, title=title), *tournament.entries[1:])
    )
    when = DAYS["fide-2024-03"] - timedelta(days=29)

    assert (
        finding_of(verdict(tournament, registered=when, women_only=women_only), "registration_lead").severity == REFUSES
    )


@pytest.mark.article("0.2.1", edition="fide-2024-03")
def test_before_play_an_open_class_hears_both_days() -> None:
    """Not registered yet: by 2 April if the player is a woman, else by 29 April."""
    tournament = event([2501, 2000], start=DAYS["fide-2024-03"], rounds=0)
    tournament = replace(tournament, entries=(replace(tournament.entries[0], sex=None), *tournament.entries[1:]))
    given = finding_of(verdict(tournament), "registration")

    assert given.severity == UNKNOWN
    assert all(day in given.message + given.fix for day in ("2025-04-02", "2025-04-29"))


SCHEDULES = [("fide-2014-07", "0.2 [1]"), ("fide-2024-03", "0.2")]


@pytest.mark.parametrize(
    ("name", "article"),
    [pytest.param(*case, marks=pytest.mark.article(case[1], edition=case[0])) for case in SCHEDULES],
)
def test_the_schedule_of_rounds_is_registered_with_the_event(name: str, article: str) -> None:
    """Said it passes, denied it is refused; the dates of a report show it; with neither it is open (R-038)."""
    dated = event(FIELD, start=DAYS[name])
    undated = replace(dated, round_dates=())
    partly = replace(dated, round_dates=(*dated.round_dates[:-1], None))
    when = {"registered": DAYS[name] - timedelta(days=90)}
    given = {
        is_registered: finding_of(verdict(dated, schedule_registered=is_registered, **when), "schedule")
        for is_registered in (True, False)
    }
    shown, missing, lacking = (
        finding_of(verdict(tournament, **when), "schedule") for tournament in (dated, undated, partly)
    )

    assert {key: finding.severity for key, finding in given.items()} == {True: PASSES, False: REFUSES}
    assert (shown.severity, missing.severity, lacking.severity) == (NOTE, UNKNOWN, UNKNOWN)
    assert all(article in articles(finding) for finding in (*given.values(), shown, missing, lacking))
    assert "schedule_registered" in missing.fix
    assert missing.decides


@pytest.mark.article("0.2", edition="fide-2024-03")
def test_dates_that_must_be_said(tmp_path: Path) -> None:
    """The other choice of R-038: the dates of the rounds show nothing, it has to be said."""
    place = tmp_path / "said.toml"
    place.write_text(
        'id = "said"\nderives = "fide-2024-03"\ntitle = "said"\n[provisions]\n'
        'registration_schedule = { article = "0.2", value = "only_if_said" }\n',
        encoding="utf-8",
    )
    tournament = event(FIELD, start=DAYS["fide-2024-03"])

    assert finding_of(verdict(tournament, str(place)), "schedule").severity == UNKNOWN
    assert finding_of(verdict(tournament, str(place), schedule_registered=True), "schedule").severity == PASSES


@pytest.mark.parametrize("name", ["fide-2003-07", "fide-2009-07"])
def test_before_2014_no_schedule_is_asked_for(name: str) -> None:
    """Nor of an event that was never registered, which hears of that."""
    asked = verdict(event(FIELD, start=DAYS[name]), schedule_registered=False)
    unregistered = registered("fide-2024-03", False, schedule_registered=False)

    assert not [finding for finding in (*asked.findings, *unregistered.findings) if finding.code == "schedule"]


SENDERS = [
    # edition, article, ratings, who decided, what follows
    ("fide-2003-07", "0.2", FIELD, "fide", PASSES),
    ("fide-2009-07", "0.2", FIELD, "fide", PASSES),
    ("fide-2009-07", "0.2", FIELD, None, UNKNOWN),
    ("fide-2024-03", "0.2 (exceptional)", FIELD, "council", PASSES),
    ("fide-2024-03", "0.2 (exceptional)", FIELD, None, UNKNOWN),
    ("fide-2024-03", "0.2 (exceptional)", FIELD, "fide_president", REFUSES),
    ("fide-2024-03", "0.2 (exceptional)", [2700, 2700], "fide_president", REFUSES),
    ("fide-2024-03", "0.2 (exceptional)", [2700, 2701], "fide_president", PASSES),
    ("fide-2024-03", "0.2 (exceptional)", [2750, None], "fide_president", UNKNOWN),
    ("fide-2024-03", "0.2 (exceptional)", FIELD, "fide", UNKNOWN),
]


@pytest.mark.parametrize(
    ("name", "article", "ratings", "decided", "severity"),
    [pytest.param(*case, marks=pytest.mark.article(case[1], edition=case[0])) for case in SENDERS],
)
def test_an_event_that_its_federation_did_not_send(
    name: str, article: str, ratings: list[int | None], decided: str | None, severity: str
) -> None:
    """FIDE may rate it; in 2024 the Council, or the President where the average is above 2700."""
    tournament = event(ratings, start=DAYS[name])
    given = finding_of(verdict(tournament, federation_sent=False, rated_by_decision=decided), "sender")

    assert (given.severity, articles(given)) == (severity, {article})


def test_2014_knows_no_event_without_a_federation() -> None:
    """So it is refused; what the federation sent, and official events, which others send, hear nothing."""
    tournament = event(FIELD, start=DAYS["fide-2014-07"])
    none = [
        verdict(tournament, federation_sent=True),
        verdict(tournament),
        verdict(tournament, federation_sent=False, official=True),
    ]

    assert finding_of(verdict(tournament, federation_sent=False), "sender").severity == REFUSES
    assert not [finding for each in none for finding in each.findings if finding.code == "sender"]


APPROVALS = [
    # edition, article, ratings, the right approval, the one that is not enough
    ("fide-2009-07", "0.4 [2]", FIELD, "qc_chair", "fide_president"),
    ("fide-2014-07", "0.2 [2]", FIELD, "qc_chair", "fide_president"),
    ("fide-2024-03", "0.2.4", FIELD, "qc_chair", "fide_president"),
    ("fide-2024-03", "0.2.3", [2750, 2000, 1900, 1800], "fide_president", "qc_chair"),
]
NAMED = {"qc_chair": "he chair of the Qualification Commission", "fide_president": "he FIDE President"}
"""Without the first letter, which is a capital at the beginning of a sentence."""


@pytest.mark.parametrize(
    ("name", "article", "ratings", "right", "wrong"),
    [pytest.param(*case, marks=pytest.mark.article(case[1], edition=case[0])) for case in APPROVALS],
)
def test_whose_approval_a_late_registration_needs(
    name: str, article: str, ratings: list[int], right: str, wrong: str
) -> None:
    """The chair of the Qualification Commission; for the class of 30 days the FIDE President, and nobody else."""
    good, bad, none = (
        finding_of(registered(name, 1, ratings, late_registration_approved=by), "registration_lead")
        for by in (right, wrong, None)
    )

    assert (good.severity, bad.severity, none.severity) == (PASSES, REFUSES, REFUSES)
    assert article in articles(good) & articles(bad) & articles(none)
    assert all(repr(right) in finding.fix for finding in (bad, none))
    assert good.message.endswith(f"T{NAMED[right]} let it pass.")
    assert f"T{NAMED[wrong]} let it pass, but it takes t{NAMED[right]}." in bad.message
    assert "let it pass" not in none.message


@pytest.mark.article("7.1", edition="fide-2003-07")
def test_2003_knows_no_approval_of_late_registrations() -> None:
    """On the first day it is too late, whoever agrees."""
    given = registered("fide-2003-07", 0, late_registration_approved="qc_chair")

    assert finding_of(given, "registration_lead").severity == REFUSES


OFFICIAL = [("fide-2009-07", "0.3", WARNING), ("fide-2014-07", "0.4", REFUSES), ("fide-2024-03", "0.3", WARNING)]


@pytest.mark.parametrize(
    ("name", "article", "severity"),
    [pytest.param(*case, marks=pytest.mark.article(case[1], edition=case[0])) for case in OFFICIAL],
)
def test_official_events(name: str, article: str, severity: str) -> None:
    """Always rated in 2009 and 2024, even if registered late; who reports them is said; others hear nothing."""
    given, other = registered(name, 1, official=True), registered(name, 1, official=False)

    assert (finding_of(given, "official").severity, articles(finding_of(given, "official"))) == (NOTE, {article})
    assert finding_of(given, "registration_lead").severity == severity
    assert finding_of(other, "registration_lead").severity == REFUSES
    assert not [finding for finding in other.findings if finding.code == "official"]


APPEALS = [
    ("fide-2009-07", "0.5", "Commission"),
    ("fide-2014-07", "0.5", "Commission"),
    ("fide-2024-03", "0.4", "Council"),
]


@pytest.mark.parametrize(
    ("name", "article", "whom"),
    [pytest.param(*case, marks=pytest.mark.article(case[1], edition=case[0])) for case in APPEALS],
)
def test_a_refused_event_hears_of_the_appeal(name: str, article: str, whom: str) -> None:
    """Seven days, to the Commission or the Council; an event that is not refused hears nothing."""
    refused, fine = registered(name, False), registered(name, 90)

    assert articles(finding_of(refused, "appeal")) == {article}
    assert whom in finding_of(refused, "appeal").message
    assert not [finding for finding in fine.findings if finding.code == "appeal"]


def test_registered_but_not_said_when() -> None:
    """It stays open."""
    assert finding_of(registered("fide-2024-03", True), "registration").severity == UNKNOWN


def test_before_play_the_last_day_is_said() -> None:
    """An entry list hears by when to register, and why so early."""
    given = verdict(event([2710, 1900], start=DAYS["fide-2024-03"], rounds=0))

    assert "2025-04-02" in finding_of(given, "registration").fix
    assert finding_of(given, "registration_class").players == (1,)
