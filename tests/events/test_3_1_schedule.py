"""Chapters 3 and 4: rounds and hours of a day, how long an event may last, and the parts of a long one."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest
from made_events import DAYS, articles, event, finding_of, verdict

from arpad.events.check.schedule import days_lasted
from arpad.events.verdict import NOTE, PASSES, REFUSES, UNKNOWN, WARNING
from arpad.model.tournament import Team

if TYPE_CHECKING:
    from arpad.model.tournament import Tournament

FIELD = [1990, 1900, 1800, 1700]


def lasting(name: str, days: int, **more: object) -> Tournament:
    """Make an event of so many days, first and last day counted."""
    start = DAYS[name]
    tournament = event(FIELD, start=start, system=more.pop("system", "Swiss"))
    return replace(tournament, end=start + timedelta(days=days - 1), **more)  # type: ignore[arg-type]


@pytest.mark.article("3.1", edition="fide-2003-07")
@pytest.mark.article("3.1", edition="fide-2009-07")
@pytest.mark.parametrize("name", ["fide-2003-07", "fide-2009-07"])
def test_three_rounds_a_day_are_the_most(name: str) -> None:
    """Three of two hours each are 12 hours in all; a fourth round is one too many."""
    three = verdict(event(FIELD, start=DAYS[name], rounds=6, a_day=3, time="2 h"))
    four = verdict(event(FIELD, start=DAYS[name], rounds=4, a_day=4, time="90 min"))

    assert [finding_of(three, code).severity for code in ("rounds_per_day", "hours_per_day")] == [PASSES, PASSES]
    assert [finding_of(four, code).severity for code in ("rounds_per_day", "hours_per_day")] == [REFUSES, PASSES]
    assert finding_of(four, "rounds_per_day").rounds == (1, 2, 3, 4)
    assert articles(finding_of(four, "rounds_per_day")) == {"3.1"}


@pytest.mark.article("3.1", edition="fide-2003-07")
@pytest.mark.article("3.1", edition="fide-2009-07")
@pytest.mark.article("3.1", edition="fide-2014-07")
@pytest.mark.article("3.1", edition="fide-2024-03")
@pytest.mark.parametrize("name", DAYS)
def test_twelve_hours_a_day_are_the_most(name: str) -> None:
    """Both players' time for 60 moves: three rounds of 90+30 are 12 hours, of 40/120, 60 they are 18."""
    long = verdict(event(FIELD, start=DAYS[name], rounds=3, a_day=3, time="90+30"))
    longer = verdict(event(FIELD, start=DAYS[name], rounds=3, a_day=3, time="40/120, 60"))

    assert "12 hours of play" in finding_of(long, "hours_per_day").message
    assert [finding_of(checked, "hours_per_day").severity for checked in (long, longer)] == [PASSES, REFUSES]
    assert "18 hours" in finding_of(longer, "hours_per_day").message
    assert "3.1" in articles(finding_of(longer, "hours_per_day"))


@pytest.mark.article("3.1", edition="fide-2014-07")
@pytest.mark.article("3.1", edition="fide-2024-03")
@pytest.mark.parametrize("name", ["fide-2014-07", "fide-2024-03"])
def test_from_2014_the_number_of_rounds_has_no_limit(name: str) -> None:
    """Five rounds of an hour each for both are ten hours, and nobody counts the rounds."""
    given = verdict(event([1500, 1400, 1450, 1350], start=DAYS[name], rounds=5, a_day=5, time="60 min"))

    assert finding_of(given, "hours_per_day").severity == PASSES
    assert not [finding for finding in given.findings if finding.code == "rounds_per_day"]


@pytest.mark.parametrize(("rounds", "days", "severity"), [(3, 2, PASSES), (7, 2, REFUSES), (5, 3, UNKNOWN)])
def test_without_the_dates_of_rounds(rounds: int, days: int, severity: str) -> None:
    """Three fit on one day whatever the schedule, seven cannot fit into two days, and five on three are open."""
    tournament = event(FIELD, start=DAYS["fide-2009-07"], rounds=rounds, time="90 min")
    tournament = replace(tournament, round_dates=(), end=DAYS["fide-2009-07"] + timedelta(days=days - 1))

    assert finding_of(verdict(tournament), "rounds_per_day").severity == severity


@pytest.mark.article("3.1", edition="fide-2009-07")
def test_where_no_dates_can_help_none_are_asked_for() -> None:
    """Seven rounds in two days cannot be three a day whatever their dates; five in three days can."""
    tournament = replace(event(FIELD, start=DAYS["fide-2009-07"], rounds=7, time="90 min"), round_dates=())
    hopeless, open_still = (
        verdict(replace(tournament, end=DAYS["fide-2009-07"] + timedelta(days=days - 1))) for days in (2, 3)
    )
    entries = verdict(replace(tournament, entries=event(FIELD, start=DAYS["fide-2009-07"], rounds=0).entries))

    assert finding_of(hopeless, "rounds_per_day").severity == REFUSES
    assert "No dates of the rounds can help" in finding_of(hopeless, "rounds_per_day").fix
    assert "132" not in finding_of(hopeless, "rounds_per_day").fix
    assert "132" in finding_of(open_still, "rounds_per_day").fix
    assert entries.before_play


@pytest.mark.article("3.1", edition="fide-2024-03")
@pytest.mark.parametrize(("days", "severity"), [(1, REFUSES), (2, UNKNOWN), (4, UNKNOWN)])
def test_hours_without_dates_go_by_the_length_of_each_round(days: int, severity: str) -> None:
    """One round of 10 hours and three of 2 cannot be played on one day, and can on two: 10 + 2 and 2 + 2."""
    start = DAYS["fide-2024-03"]
    tournament = replace(event(FIELD, start=start, rounds=4, time="60 min"), round_dates=())
    tournament = replace(tournament, end=start + timedelta(days=days - 1))
    given = finding_of(verdict(tournament, time_controls=((1, "300 min"),)), "hours_per_day")

    assert given.severity == severity


@pytest.mark.article("3.1", edition="fide-2024-03")
def test_hours_without_dates_that_fit_on_one_day() -> None:
    """Eight hours and two of two are 12: in order whatever the dates."""
    tournament = replace(event(FIELD, start=DAYS["fide-2024-03"], rounds=3, time="60 min"), round_dates=())
    tournament = replace(tournament, end=DAYS["fide-2024-03"] + timedelta(days=3))

    assert finding_of(verdict(tournament, time_controls=((1, "240 min"),)), "hours_per_day").severity == PASSES


def test_rapid_has_its_own_number_of_rounds() -> None:
    """Fifteen rapid rounds a day, not sixteen."""
    start = DAYS["fide-2024-03"]
    given = [
        verdict(event([1500] * 18, start=start, rounds=rounds, a_day=16, time="10+1"), kind="rapid")
        for rounds in (15, 16)
    ]

    assert [finding_of(checked, "rounds_per_day").severity for checked in given] == [PASSES, REFUSES]


@pytest.mark.article("4.1", edition="fide-2003-07")
@pytest.mark.article("4.1", edition="fide-2009-07")
@pytest.mark.article("4.1", edition="fide-2014-07")
@pytest.mark.parametrize("name", ["fide-2003-07", "fide-2009-07", "fide-2014-07"])
def test_ninety_days_are_the_most(name: str) -> None:
    """The 90th day is still in time, the 91st is not (E 55: both ends counted)."""
    given = [finding_of(verdict(lasting(name, days)), "duration") for days in (90, 91)]

    assert [finding.severity for finding in given] == [PASSES, REFUSES]
    assert all("4.1" in articles(finding) for finding in given)


@pytest.mark.article("4.1", edition="fide-2003-07")
@pytest.mark.article("4.1", edition="fide-2009-07")
@pytest.mark.article("4.1", edition="fide-2014-07")
@pytest.mark.parametrize("name", ["fide-2003-07", "fide-2009-07", "fide-2014-07"])
@pytest.mark.parametrize(("last_round", "severity"), [(90, PASSES), (91, REFUSES)])
def test_a_round_after_the_last_day_makes_the_event_longer(name: str, last_round: int, severity: str) -> None:
    """Declared until day 81, played until day 91: it lasts 91 days, and that the dates differ is said."""
    start = DAYS[name]
    played = (start, start + timedelta(days=last_round - 1))
    tournament = replace(event(FIELD, start=start, rounds=2), round_dates=played, end=start + timedelta(days=80))
    given = verdict(tournament)

    assert (finding_of(given, "duration").severity, f"{last_round} days" in finding_of(given, "duration").message) == (
        severity,
        True,
    )
    assert (finding_of(given, "round_outside").severity, finding_of(given, "round_outside").rounds) == (WARNING, (2,))
    assert all(str(day) in finding_of(given, "round_outside").message for day in (played[1], tournament.end))


@pytest.mark.article("4.1", edition="fide-2003-07")
def test_a_round_before_the_first_day_makes_the_event_longer() -> None:
    """Played one day before the first day, until the 90th: 91 days."""
    start = DAYS["fide-2003-07"]
    played = (start - timedelta(days=1), start + timedelta(days=89))
    tournament = replace(event(FIELD, start=start, rounds=2), round_dates=played, end=played[1])

    assert finding_of(verdict(tournament), "duration").severity == REFUSES
    assert finding_of(verdict(tournament), "round_outside").rounds == (1,)


@pytest.mark.article("4.1", edition="fide-2024-03")
def test_a_round_after_the_last_day_asks_for_monthly_parts() -> None:
    """Declared 30 days, played 31."""
    start = DAYS["fide-2024-03"]
    tournament = replace(event(FIELD, start=start, rounds=2), end=start + timedelta(days=29))
    kept = replace(tournament, round_dates=(start, start + timedelta(days=29)))
    longer = replace(tournament, round_dates=(start, start + timedelta(days=30)))

    assert finding_of(verdict(longer), "monthly_parts").severity == UNKNOWN
    assert not [finding for finding in verdict(kept).findings if finding.code in {"monthly_parts", "round_outside"}]


@pytest.mark.article("4.1.1", edition="fide-2003-07")
@pytest.mark.article("4.11", edition="fide-2009-07")
@pytest.mark.article("4.11", edition="fide-2014-07")
@pytest.mark.parametrize(
    ("name", "article", "fact"),
    [
        ("fide-2003-07", "4.1.1", "league"),
        ("fide-2009-07", "4.11", "league"),
        ("fide-2014-07", "4.11", "team_championship"),
    ],
)
def test_leagues_may_last_longer(name: str, article: str, fact: str) -> None:
    """A league, in 2014 a team championship, may; anything else may not; of a team event it is asked."""
    tournament = lasting(name, 120)
    team = lasting(name, 120, system="Team Swiss")
    may, may_not = (finding_of(verdict(tournament, **{fact: fact_value}), "duration") for fact_value in (True, False))

    assert (may.severity, may_not.severity) == (PASSES, REFUSES)
    assert article in articles(may)
    assert finding_of(verdict(team), "duration").severity == UNKNOWN


@pytest.mark.article("4.12", edition="fide-2009-07")
@pytest.mark.article("4.12", edition="fide-2014-07")
@pytest.mark.parametrize(
    ("name", "severity"), [("fide-2003-07", REFUSES), *((edition, PASSES) for edition in list(DAYS)[1:3])]
)
def test_others_may_with_approval_from_2009_on(name: str, severity: str) -> None:
    """2003 knows no approval; later the Qualification Commission or its chair may give it."""
    given = finding_of(verdict(lasting(name, 120), longer_approved=True), "duration")

    assert given.severity == severity
    assert severity == REFUSES or "4.12" in articles(given)


@pytest.mark.article("4.1", edition="fide-2024-03")
@pytest.mark.article("4.13", edition="fide-2014-07")
@pytest.mark.parametrize(("name", "days", "article"), [("fide-2014-07", 91, "4.13"), ("fide-2024-03", 31, "4.1")])
def test_long_events_are_reported_every_month(name: str, days: int, article: str) -> None:
    """More than 90 days in 2014, more than 30 in 2024; a day less asks nothing."""
    facts = {"team_championship": True}
    findings = {
        monthly: finding_of(verdict(lasting(name, days), reported_monthly=monthly, **facts), "monthly_parts")
        for monthly in (True, False, None)
    }
    shorter = verdict(lasting(name, days - 1), **facts)

    assert {key: finding.severity for key, finding in findings.items()} == {True: PASSES, False: WARNING, None: UNKNOWN}
    assert findings[True].citations[0].article == article
    assert not [finding for finding in shorter.findings if finding.code == "monthly_parts"]


@pytest.mark.article("4.13", edition="fide-2009-07")
@pytest.mark.parametrize(("ratings", "severity"), [(None, NOTE), ("start", PASSES), ("game", PASSES)])
def test_the_choice_of_the_list_is_made_before_round_1(ratings: str | None, severity: str) -> None:
    """In 2009 it is a choice; nothing said means the ratings of the first day."""
    given = finding_of(verdict(lasting("fide-2009-07", 40), ratings=ratings), "ratings_of")

    assert (given.severity, articles(given)) == (severity, {"4.13"})


@pytest.mark.article("4.1.1", edition="fide-2003-07")
def test_long_leagues_of_2003_take_the_list_of_each_game() -> None:
    """Over 90 days; a league of 90 days takes the list of its first day like any event."""
    long, short = (verdict(lasting("fide-2003-07", days), league=True) for days in (91, 90))

    assert finding_of(long, "ratings_of").severity == NOTE
    assert not [finding for finding in short.findings if finding.code == "ratings_of"]


@pytest.mark.article("4.1.1", edition="fide-2003-07")
@pytest.mark.parametrize("league", [True, False, None])
def test_in_2003_nothing_else_may_choose_it(league: bool | None) -> None:
    """A league of 90 days, or an event that is no league, has the ratings of its first day, whatever was declared."""
    finding = finding_of(verdict(lasting("fide-2003-07", 90), league=league, ratings="game"), "ratings_of")

    assert (finding.severity, articles(finding)) == (WARNING, {"9.1.1"})


def test_an_edition_without_that_choice_says_so() -> None:
    """Declared for 2025, it has no effect."""
    assert finding_of(verdict(lasting("fide-2024-03", 5), ratings="game"), "ratings_of").severity == WARNING


def test_days_are_counted_with_both_ends() -> None:
    """E 55."""
    assert days_lasted(date(2025, 5, 2), date(2025, 5, 2)) == 1


@pytest.mark.article("3.1", edition="fide-2009-07")
@pytest.mark.article("3.1", edition="fide-2024-03")
@pytest.mark.parametrize(
    ("name", "codes"), [("fide-2009-07", {"rounds_per_day", "hours_per_day"}), ("fide-2024-03", {"hours_per_day"})]
)
def test_before_play_the_days_of_the_rounds_are_looked_at(name: str, codes: set[str]) -> None:
    """Entries with the day of every round and nothing else: four rounds of 4 hours on one day are too many."""
    tournament = event(FIELD, start=DAYS[name], rounds=0, round_dates=(DAYS[name],) * 4)
    given = verdict(tournament)

    assert given.before_play
    assert {finding.code for finding in given.of(REFUSES)} == codes
    assert finding_of(given, "hours_per_day").rounds == (1, 2, 3, 4)


@pytest.mark.article("0.2 [1]", edition="fide-2014-07")
@pytest.mark.article("0.2", edition="fide-2024-03")
@pytest.mark.parametrize("name", ["fide-2014-07", "fide-2024-03"])
def test_before_play_the_days_of_the_rounds_show_a_schedule(name: str) -> None:
    """The entries come with the day of every round; a day that is missing leaves the question open."""
    day = DAYS[name]
    dated, partly = (
        verdict(event(FIELD, start=day, rounds=0, round_dates=dates)) for dates in ((day, day), (day, None))
    )

    assert [finding_of(checked, "schedule").severity for checked in (dated, partly)] == [NOTE, UNKNOWN]


@pytest.mark.article("3.1", edition="fide-2009-07")
@pytest.mark.parametrize("undated", [5, 1])
def test_what_is_too_much_for_a_day_is_so_whatever_the_other_dates_are(undated: int) -> None:
    """Four rounds are on one day, the day of the fifth is not given: no date of it can help."""
    day = DAYS["fide-2009-07"]
    dates = tuple(None if number == undated else day for number in range(1, 6))
    tournament = replace(event(FIELD, start=day, rounds=5), round_dates=dates, end=day + timedelta(days=3))
    given = verdict(tournament)

    for code in ("rounds_per_day", "hours_per_day"):
        assert finding_of(given, code).severity == REFUSES
        assert finding_of(given, code).rounds == tuple(number for number in range(1, 6) if number != undated)


@pytest.mark.article("3.1", edition="fide-2024-03")
def test_hours_are_too_many_whatever_the_time_of_another_round_is() -> None:
    """Rounds 1 to 4 of one day take 16 hours; how long round 5 lasts is not known and does not matter."""
    tournament = event(FIELD, start=DAYS["fide-2024-03"], rounds=5, a_day=5)
    given = finding_of(verdict(tournament, time_controls=((5, "as announced"),)), "hours_per_day")

    assert (given.severity, given.rounds) == (REFUSES, (1, 2, 3, 4))


@pytest.mark.article("3.1", edition="fide-2024-03")
@pytest.mark.parametrize(
    ("time", "rounds", "sentence", "severity"),
    [
        ("W5401-B5401", 4, "12 hours 8 seconds", REFUSES),
        ("25 min", 1, "At most 50 minutes of play", PASSES),
        ("W14401-B14400", 1, "At most 8 hours 1 second of play", PASSES),
        ("400 min", 1, "Round 1 on 2025-05-02 takes 13 hours 20 minutes", REFUSES),
    ],
)
def test_hours_are_said_to_the_second(time: str, rounds: int, sentence: str, severity: str) -> None:
    """No sentence says that 12 hours are more than 12."""
    tournament = event(FIELD, start=DAYS["fide-2024-03"], rounds=rounds, a_day=rounds, time=time)
    given = finding_of(verdict(tournament, kind="standard"), "hours_per_day")

    assert (given.severity, sentence in given.message) == (severity, True)


@pytest.mark.article("4.1", edition="fide-2024-03")
def test_without_a_limit_the_last_day_decides_nothing() -> None:
    """From 2022 on an event may last as long as it likes; only monthly reports depend on its length."""
    facts = {"registered": date(2025, 1, 1), "laws_of_chess": True, "schedule_registered": True}
    tournament = replace(event(FIELD, start=DAYS["fide-2024-03"]), end=None)
    given = verdict(tournament, **facts)

    assert not [finding for finding in given.findings if finding.code == "duration"]
    assert (finding_of(given, "monthly_parts").severity, finding_of(given, "monthly_parts").decides) == (UNKNOWN, False)
    assert given.rateable == "yes"


@pytest.mark.article("4.1", edition="fide-2003-07")
@pytest.mark.parametrize(("day", "severity"), [(90, UNKNOWN), (91, REFUSES)])
def test_a_late_round_is_enough_to_know_that_an_event_is_too_long(day: int, severity: str) -> None:
    """The last day is not given, but round 3 was played on day 91."""
    start = DAYS["fide-2003-07"]
    dates = (start, start, start + timedelta(days=day - 1))
    tournament = replace(event(FIELD, start=start), end=None, round_dates=dates)

    assert finding_of(verdict(tournament), "duration").severity == severity


@pytest.mark.parametrize("words", ["Team League", "Landesliga", "Ligue par équipes"])
def test_record_092_answers_whether_it_is_a_league(words: str) -> None:
    """It may last longer, and the sentence says where that was taken from; what is given goes before the record."""
    tournament = lasting("fide-2009-07", 120, system=words)
    given = finding_of(verdict(tournament), "duration")

    assert (given.severity, f"By record 092, {words}, it is one." in given.message) == (PASSES, True)
    assert "4.11" in articles(given)
    assert finding_of(verdict(tournament, league=False), "duration").severity == REFUSES
    assert "By record 092" not in finding_of(verdict(tournament, league=True), "duration").message


def test_a_long_league_of_2003_by_its_record() -> None:
    """Record 092 also says that the ratings of the day of each game hold."""
    assert finding_of(verdict(lasting("fide-2003-07", 91, system="Team League")), "ratings_of").severity == NOTE


def test_a_league_question_that_nobody_answered_refuses_nothing() -> None:
    """Without record 092, or with teams, it is asked; a Swiss event without teams is no league."""
    silent, swiss = lasting("fide-2009-07", 120, system=None), lasting("fide-2009-07", 120)
    teams = replace(swiss, teams=(Team("Kestrels", (1, 2)), Team("Lindens", (3, 4))))
    given = [finding_of(verdict(tournament), "duration") for tournament in (silent, teams, swiss)]

    assert [finding.severity for finding in given] == [UNKNOWN, UNKNOWN, REFUSES]
    assert finding_of(verdict(silent, league=False), "duration").severity == REFUSES


@pytest.mark.parametrize("name", ["fide-2009-07", "fide-2024-03"])
@pytest.mark.parametrize("days", [-1, 4])
def test_four_rounds_on_a_day_outside_the_event_are_one_problem(name: str, days: int) -> None:
    """The dates are wrong: that is asked once, and no day is refused for it that is no day of the event."""
    start = DAYS[name]
    tournament = event(FIELD, start=start, rounds=4, time="2 h")
    wrong = replace(tournament, round_dates=(start + timedelta(days=days),) * 4)
    given = verdict(wrong)
    about = finding_of(given, "round_outside")

    assert not [finding for finding in given.findings if finding.code in {"rounds_per_day", "hours_per_day"}]
    assert (about.severity, about.decides, about.rounds) == (UNKNOWN, True, (1, 2, 3, 4))
    assert str(start + timedelta(days=days)) in about.message.split("By these dates")[1]
    assert articles(about) == {"3.1", "1.1 [1]"}
    assert not given.of(REFUSES)


def test_a_day_of_the_event_that_is_too_full_is_still_refused() -> None:
    """Four rounds on its second day, and one on a day outside: both are told."""
    start = DAYS["fide-2009-07"]
    tournament = event(FIELD, start=start, rounds=5, time="90 min", end=start + timedelta(days=1))
    given = verdict(replace(tournament, round_dates=(start - timedelta(days=9), *(start + timedelta(days=1),) * 4)))

    assert finding_of(given, "rounds_per_day").rounds == (2, 3, 4, 5)
    assert (finding_of(given, "round_outside").severity, finding_of(given, "round_outside").rounds) == (WARNING, (1,))
