"""An event registered, taken up, amended, postponed, cancelled and cut short; lead times by edition and class."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from event_cases import LAW, REPORT, TODAY, VALUES, WHY, carried_out, case_at, moment, on
from office_cast import ADMINISTRATOR, ARBITER, NOW, OFFICER, ORGANISER, codes, decision

from arpad.events.facts import FACTS, EventFacts
from arpad.model.problems import RefusedError
from arpad.office.amend_event import AmendEvent, amend_event
from arpad.office.approvals import needed
from arpad.office.cancel_event import CancelEvent, cancel_event
from arpad.office.cut_short_event import CutShortEvent, cut_short_event
from arpad.office.event_case import EventCase, by_day
from arpad.office.event_checks import event_checks
from arpad.office.note_unregistered import NoteUnregistered, note_unregistered
from arpad.office.postpone_event import PostponeEvent, postpone_event
from arpad.office.register_event import RegisterEvent, TakeUpRegistration, register_event, take_up
from arpad.office.registration_facts import (
    BEFORE_ROUND_1,
    GIVEN,
    NEEDED,
    OF_LEAD,
    ON_RECORD,
    OWN,
    WITH_REPORT,
    ArbiterOfEvent,
    ExpectedPlayer,
    amended,
    event_facts_of,
    given,
    people_of,
)
from arpad.office.report_facts import facts_known
from arpad.office.season_file import season_bytes, season_rows
from arpad.office.take_in_report import take_in_report
from arpad.office.wording import WORDS
from arpad.regulations.catalogue import edition, in_force

NEW = EventCase(7, "HUN", LAW)
WHOLE: dict[str, Any] = {
    **VALUES,
    "festival": "Summer of Győr",
    "first_round": "15:00",
    "schedule": tuple(VALUES["start"] + timedelta(days=day) for day in range(9)),
    "cycles": 1,
    "expected": (ExpectedPlayer(700, 2480, "m"), ExpectedPlayer(701)),
    "chief_licence": "IA 3",
    "arbiters": (ArbiterOfEvent(713, "FA 12"),),
    "for_list": date(2027, 2, 1),
    "continental": False,
    "time_control": "90+30",
    "time_controls": ((9, "60+30"),),
    "stages": ("preliminaries", "final"),
    "ratings": "start",
    "norms": True,
}


def test_every_fact_of_a_check_has_its_place() -> None:
    """Given before play, on record in the office, or with the report; and every fact here has words."""
    assert sorted((*GIVEN, *ON_RECORD, *WITH_REPORT)) == sorted(FACTS)
    assert not set(OWN) & set(FACTS)
    assert {*NEEDED, *BEFORE_ROUND_1, *OF_LEAD} <= {*GIVEN, *OWN}
    assert {*OWN, *NEEDED, *BEFORE_ROUND_1} <= set(WORDS.sections()["registration_fact"])
    assert set(OWN.values()) <= set(WORDS.sections()["fact_form"])


def test_a_federation_registers_an_event_in_time() -> None:
    """It is announced; the log has every fact, and of expected players only how many."""
    done = decision(register_event(OFFICER, RegisterEvent(values=WHOLE), on(NEW)))

    assert (done.facts["next"], done.facts["needs"], done.cites) == ("announced", [], ())
    assert (done.facts["facts"]["name"], done.facts["facts"]["cycles"]) == ("Open of Győr", 1)
    assert done.facts["facts"]["expected"]["count"] == 2
    assert done.facts["facts"]["arbiters"] == [[713, "FA 12"]]
    assert "2480" not in str(done.facts)
    assert (done.facts["edition"], done.facts["registered_at"]) == ("fide-2024-03", NOW)
    assert event_facts_of(WHOLE).time_controls == ((9, "60+30"),)


def test_what_is_registered_after_round_1_declares_nothing() -> None:
    """It had to stand before, by the clock at the venue; a plain event is registered all the same, and waits."""
    begun = {**VALUES, "start": TODAY, "end": TODAY + timedelta(days=8)}
    declared = {**begun, "ratings": "game", "stages": ("preliminaries", "final"), "announced_unrated": False}
    done = decision(register_event(OFFICER, RegisterEvent(values=begun), on(NEW)))
    with pytest.raises(RefusedError) as refused:
        register_event(OFFICER, RegisterEvent(values=declared), on(NEW))
    later = {**declared, "first_round": "23:00"}

    assert done.facts["next"] == "waiting_for_approval"
    assert [(problem.code, problem.facts["names"]) for problem in refused.value.problems] == [
        ("declared_too_late", ["ratings", "stages"]),
    ]  # fmt: skip
    assert decision(register_event(OFFICER, RegisterEvent(values=later), on(NEW))).facts["next"] != ""


def test_what_an_organiser_hands_in_is_taken_up_by_the_federation() -> None:
    """Only then is it registered, and only that day counts."""
    late = {**VALUES, "start": TODAY + timedelta(days=4), "end": TODAY + timedelta(days=6)}
    handed_in = decision(register_event(ORGANISER, RegisterEvent(values=late), on(NEW)))
    case = carried_out(NEW, handed_in, facts=given(late, ORGANISER.record, NOW))
    taken_up = decision(take_up(OFFICER, TakeUpRegistration(), on(case)))
    two_days_later = on(case, NOW + timedelta(days=2))

    assert (handed_in.facts["next"], taken_up.facts["next"]) == ("registered", "announced")
    assert "needs" not in handed_in.facts
    assert decision(take_up(OFFICER, TakeUpRegistration(), two_days_later)).facts["next"] == "waiting_for_approval"


def test_everything_that_is_wrong_with_a_registration_is_named_at_once() -> None:
    """Names that are none, forms, what is missing, days that cannot be."""
    wrong = {"name": " ", "zone": "Mars/Olympus", "first_round": "25:00", "colour": 1, "kind": "fast", "schedule": (1,)}
    refused = codes(lambda: register_event(OFFICER, RegisterEvent(values=wrong), on(NEW)))
    outside = {**VALUES, "schedule": (VALUES["start"], VALUES["end"] + timedelta(days=1))}
    reversed_days = {**VALUES, "end": VALUES["start"] - timedelta(days=1)}

    assert refused == [
        "unknown_registration_facts", "wrong_fact", *["wrong_registration_fact"] * 4, "registration_facts_missing",
    ]  # fmt: skip
    assert codes(lambda: register_event(OFFICER, RegisterEvent(values=outside), on(NEW))) == ["rounds_outside"]
    assert codes(lambda: register_event(OFFICER, RegisterEvent(values=reversed_days), on(NEW))) == ["days_reversed"]


ELITE, WOMAN = (ExpectedPlayer(700, 2701, "m"),), (ExpectedPlayer(700, 2501, "w"),)
LEADS = [
    # edition, facts, days before the first day that are in time, and one that is too late, the class, who may let it
    ("fide-2003-07", {}, 1, "event", ()),
    ("fide-2009-07", {}, 31, "event", ("qc_chair",)),
    ("fide-2014-07", {}, 7, "event", ("qc_chair",)),
    ("fide-2014-07", {"norms": True}, 30, "norms", ("qc_chair",)),
    ("fide-2024-03", {}, 3, "event", ("qc_chair",)),
    ("fide-2024-03", {"expected": (ExpectedPlayer(700, 2700, "m"),)}, 3, "event", ("qc_chair",)),
    ("fide-2024-03", {"expected": ELITE}, 30, "elite", ("fide_president",)),
    ("fide-2024-03", {"expected": (ExpectedPlayer(700, 2500, "w"),)}, 3, "event", ("qc_chair",)),
    ("fide-2024-03", {"expected": WOMAN}, 30, "elite", ("fide_president",)),
    ("fide-2024-03", {"expected": (ExpectedPlayer(700, 2501, "m"),)}, 3, "event", ("qc_chair",)),
    ("fide-2024-03", {"expected": (ExpectedPlayer(700, 2501),)}, 30, "elite", ("fide_president",)),
    ("fide-2024-03", {"norms": True}, 3, "event", ("qc_chair",)),
]


LETS_PASS = {
    ("fide-2009-07", "event"): "0.4 [2]", ("fide-2014-07", "event"): "0.2 [2]", ("fide-2014-07", "norms"): "0.2 [2]",
    ("fide-2024-03", "event"): "0.2.4", ("fide-2024-03", "elite"): "0.2.3",
}  # fmt: skip
"""By edition and class, the article by which a late registration is let pass."""


@pytest.mark.parametrize(
    ("name", "facts", "days", "of", "bodies"),
    [
        pytest.param(
            *case, marks=[pytest.mark.article(LETS_PASS[case[0], case[3]], edition=case[0])] if case[4] else []
        )
        for case in LEADS
    ],
)
def test_lead_times_by_edition_and_class(
    name: str, facts: dict[str, Any], days: int, of: str, bodies: tuple[str, ...]
) -> None:
    """The last day is in time; the day after it needs an approval of the body of that edition, if there is any."""
    law, start = edition(name), date(2026, 8, 20)
    values = {**VALUES, "start": start, "end": start + timedelta(days=5), **facts}
    in_time = needed(law, values, moment(start - timedelta(days=days)))
    late = needed(law, values, moment(start - timedelta(days=days - 1)))

    assert in_time == ()
    assert [(need.what, need.bodies) for need in late] == [("late_registration", bodies)]
    assert (late[0].condition["class"], late[0].condition["days_late"]) == (of, 1)
    assert all(cite.startswith(name) for cite in late[0].cites)
    assert late[0].cites


def test_a_sex_that_is_not_said_asks_for_the_longer_lead_and_is_named() -> None:
    """Nothing is taken for granted: 2501 may be a woman."""
    values = {**VALUES, "start": TODAY + timedelta(days=10), "end": TODAY + timedelta(days=12)}
    (need,) = needed(LAW, {**values, "expected": (ExpectedPlayer(700, 2501),)}, NOW)

    assert need.condition["open_sexes"] == [700]


@pytest.mark.parametrize(
    ("zone", "outcome"),
    [("Pacific/Auckland", "waiting_for_approval"), ("Europe/Budapest", "announced"), ("America/Lima", "announced")],
)
def test_the_day_is_counted_at_the_venue(zone: str, outcome: str) -> None:
    """At half past nine in the evening in London it is the next morning in Auckland, and too late there."""
    start = date(2026, 11, 21)
    values = {**VALUES, "zone": zone, "start": start, "end": start + timedelta(days=2)}
    at = datetime(2026, 11, 18, 21, 30, tzinfo=UTC)
    done = decision(register_event(OFFICER, RegisterEvent(values=values), on(NEW, at)))

    assert done.facts["next"] == outcome


def test_in_2003_a_late_registration_has_no_remedy() -> None:
    """It is refused by rule; the day before the first is in time."""
    case = replace(NEW, law=edition("fide-2003-07"))
    today = {**VALUES, "start": TODAY, "end": TODAY + timedelta(days=8)}
    tomorrow = {**today, "start": TODAY + timedelta(days=1)}
    late = decision(register_event(OFFICER, RegisterEvent(values=today), on(case)))

    assert late.facts["next"] == "registration_refused"
    assert late.facts["needs"][0]["bodies"] == []
    assert late.cites == ("fide-2003-07 0.0", "fide-2003-07 7.1 (R-028)")
    assert decision(register_event(OFFICER, RegisterEvent(values=tomorrow), on(case))).facts["next"] == "announced"


OTHER_NEEDS = [
    ("fide-2009-07", "4.12", {"days": 91, "league": False}, "longer_duration", ("qc_chair",)),
    ("fide-2014-07", "4.12", {"days": 91, "league": False, "team_championship": False}, "longer_duration",
     ("qualification_commission",)),
    ("fide-2003-07", "", {"days": 91, "league": False}, "longer_duration", ()),
    ("fide-2024-03", "0.2 (hybrid)", {"hybrid": True}, "hybrid", ("qc_chair",)),
    ("fide-2014-07", "", {"hybrid": True}, "hybrid", ()),
    ("fide-2009-07", "", {"changed_laws": "no forced recording"}, "changed_laws", ("technical_commission",)),
    ("fide-2024-03", "", {"changed_laws": "no forced recording"}, "changed_laws", ()),
    ("fide-2026-01", "", {"time_control": "60+30"}, "faster_time", ("fide",)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "facts", "what", "bodies"),
    [
        pytest.param(name, *case, marks=[pytest.mark.article(article, edition=name)] if article else [])
        for name, article, *case in OTHER_NEEDS
    ],
)
def test_what_else_waits_for_an_approval(name: str, facts: dict[str, Any], what: str, bodies: tuple[str, ...]) -> None:
    """What is too long, hybrid, faster or played by other laws; the body is that of the edition, or there is none."""
    days, start = facts.get("days", 5), date(2026, 8, 20)
    given_facts = {name: value for name, value in facts.items() if name != "days"}
    values = {**VALUES, "start": start, "end": start + timedelta(days=days - 1), **given_facts}
    needs = needed(edition(name), values, moment(date(2026, 1, 5)))

    assert [(need.what, need.bodies) for need in needs] == [(what, bodies)]
    plain = {**VALUES, "start": start, "end": start + timedelta(days=4)}
    assert needed(edition(name), plain, moment(date(2026, 1, 5))) == ()


def test_a_league_may_last_longer_and_a_control_of_its_own_round_counts() -> None:
    """Leagues in 2009, team championships in 2014; one round with a faster control is enough to ask."""
    long = {**VALUES, "start": date(2026, 1, 1), "end": date(2026, 8, 1)}
    early = moment(date(2025, 1, 5))

    assert needed(edition("fide-2009-07"), {**long, "league": True}, early) == ()
    assert needed(edition("fide-2014-07"), {**long, "league": False, "team_championship": True}, early) == ()
    rounds = {**VALUES, "time_control": "90+30", "time_controls": ((3, "45+30"),)}
    assert needed(edition("fide-2026-01"), rounds, early)[0].condition == {"controls": ["45+30"]}
    assert needed(edition("fide-2026-01"), {**VALUES, "time_control": "90+30"}, early) == ()


def test_an_amendment_keeps_the_history_of_each_fact() -> None:
    """Who gave it and when; what is taken back is named."""
    case = case_at("announced", place="Pécs", festival="Summer")
    done = decision(amend_event(ORGANISER, AmendEvent(changes={"place": "Sopron", "festival": None}), on(case)))
    facts = amended(case.facts, {"place": "Sopron", "festival": None}, 11, NOW + timedelta(days=1))

    assert (done.facts["was"], done.facts["facts"]) == ({"place": "Pécs", "festival": "Summer"}, {"place": "Sopron"})
    assert done.facts["taken_back"] == ["festival"]
    assert (facts["place"].by, facts["place"].at, facts["name"].at) == (11, NOW + timedelta(days=1), NOW)
    assert codes(lambda: amend_event(ORGANISER, AmendEvent(changes={"place": "Pécs"}), on(case))) == [
        "nothing_to_change"
    ]


def test_other_dates_or_entries_run_the_lead_test_again() -> None:
    """Dates count from the day of the amendment; entries leave the day of registration alone."""
    case = case_at("announced")
    soon = {"start": TODAY + timedelta(days=2), "end": TODAY + timedelta(days=4)}
    entries = {"expected": ELITE}
    short_notice = replace(case, registered_at=VALUES_AT - timedelta(days=29))

    assert decision(amend_event(ORGANISER, AmendEvent(changes=soon), on(case))).facts["next"] == "waiting_for_approval"
    assert decision(amend_event(ORGANISER, AmendEvent(changes=entries), on(case))).facts["next"] == "announced"
    late = decision(amend_event(ORGANISER, AmendEvent(changes=entries), on(short_notice)))
    assert (late.facts["next"], late.facts["needs"][0]["condition"]["class"]) == ("waiting_for_approval", "elite")


VALUES_AT = moment(VALUES["start"])


def test_other_dates_may_bring_another_edition() -> None:
    """The lead is that of the edition in force on the new first day."""
    case = replace(case_at("announced"), law=edition("fide-2003-07"))
    soon = {"start": TODAY + timedelta(days=2), "end": TODAY + timedelta(days=4)}
    state = on(case)

    assert decision(amend_event(ORGANISER, AmendEvent(changes=soon), state)).facts["next"] == "announced"
    done = decision(amend_event(ORGANISER, AmendEvent(changes=soon), replace(state, new_law=LAW)))
    assert (done.facts["next"], done.facts["edition"]) == ("waiting_for_approval", "fide-2024-03")


def test_after_play_has_begun_only_the_office_amends_with_a_reason() -> None:
    """And what had to be declared before round 1 is locked, by the clock at the venue."""
    start = date(2026, 11, 18)
    case = case_at("announced", start=start, end=date(2026, 11, 25), first_round="15:00", zone="Europe/Budapest")
    before, after = datetime(2026, 11, 18, 13, 59, tzinfo=UTC), datetime(2026, 11, 18, 14, 0, tzinfo=UTC)
    declared = AmendEvent(changes={"ratings": "game"}, **WHY)
    place = AmendEvent(changes={"place": "Sopron"})

    assert decision(amend_event(ORGANISER, declared, on(case, before))).facts["stage"] == "announced"
    assert codes(lambda: amend_event(ORGANISER, declared, on(case, after))) == ["not_at_this_stage"]
    assert codes(lambda: amend_event(OFFICER, declared, on(case, after))) == ["declared_too_late"]
    assert codes(lambda: amend_event(OFFICER, place, on(case, after))) == ["no_reason"]
    done = decision(amend_event(OFFICER, replace(place, reason="the hall was flooded"), on(case, after)))
    assert (done.facts["stage"], done.facts["next"]) == ("running", "running")


def test_what_still_waits_for_an_approval_when_play_begins_is_amended_by_the_office_only() -> None:
    """And its report is taken in when it is over, not before."""
    start = date(2026, 11, 18)
    case = case_at("waiting_for_approval", place="Pécs")
    case = replace(case, facts=given({**case.values, "start": start, "end": date(2026, 11, 20)}, 11, NOW))
    before, begun, over = moment(start - timedelta(days=1)), moment(start), moment(date(2026, 11, 21))
    place = AmendEvent(changes={"place": "Sopron"}, reason="the hall was flooded")

    assert decision(amend_event(ORGANISER, place, on(case, before))).facts["next"] == "waiting_for_approval"
    assert codes(lambda: amend_event(ORGANISER, place, on(case, begun))) == ["begun_for_office"]
    assert decision(amend_event(OFFICER, place, on(case, begun))).facts["stage"] == "waiting_for_approval"
    report = replace(REPORT, received_on=start)
    for at in (before, begun):
        assert codes(lambda: take_in_report(ARBITER, report, on(case, at)))[0] == "event_not_over"  # noqa: B023
    assert decision(take_in_report(ARBITER, report, on(case, over))).facts["next"] == "received"


def test_announced_as_not_rated_counts_with_both_proofs_only() -> None:
    """Where the invitation says so, and where the chief arbiter announced it; the page asks for them until round 1."""
    half = {"announced_unrated": True, "unrated_in_invitation": "its page 2"}
    whole = {**half, "unrated_by_arbiter": "before round 1, minutes"}
    checks = {
        name: next(each for each in event_checks(case_at("announced", **facts), NOW) if each.what == "declarations")
        for name, facts in (("none", {}), ("half", half), ("whole", whole))
    }

    assert {name: check.facts["unproved"] for name, check in checks.items()} == {
        "none": [], "half": ["unrated_by_arbiter"], "whole": [],
    }  # fmt: skip
    assert {name: check.state for name, check in checks.items()} == {"none": "later", "half": "to_do", "whole": "later"}
    for facts, counts in ((half, False), (whole, True), ({"announced_unrated": False}, False), ({}, None)):
        case = case_at("received", **facts)
        assert facts_known(case, {}, EventFacts()).announced_unrated is counts, facts


def test_days_bring_an_event_on() -> None:
    """To the day at the venue: play begins, and the report is awaited from the day after the last one."""
    case = case_at("announced", start=date(2026, 11, 18), end=date(2026, 11, 20), zone="Pacific/Auckland")
    moments = [datetime(2026, 11, day, hour, tzinfo=UTC) for day, hour in ((17, 10), (17, 12), (20, 10), (20, 12))]

    assert [by_day(case, at).stage for at in moments] == ["announced", "running", "running", "report_awaited"]
    assert by_day(replace(case, stage="waiting_for_approval"), moments[-1]).stage == "waiting_for_approval"


def test_a_postponed_event_is_tested_when_it_has_new_days() -> None:
    """A day too soon waits for an approval; cancelled it ends."""
    case = case_at("announced")
    postponed = decision(postpone_event(ORGANISER, PostponeEvent(**WHY), on(case)))
    case = carried_out(case, postponed)
    later = {"start": TODAY + timedelta(days=90), "end": TODAY + timedelta(days=95)}
    soon = {"start": TODAY + timedelta(days=1), "end": TODAY + timedelta(days=5)}

    assert postponed.facts["next"] == "postponed"
    assert decision(amend_event(ORGANISER, AmendEvent(changes=later), on(case))).facts["next"] == "announced"
    assert decision(amend_event(ORGANISER, AmendEvent(changes=soon), on(case))).facts["next"] == "waiting_for_approval"
    assert decision(cancel_event(ORGANISER, CancelEvent(**WHY), on(case))).facts["next"] == "cancelled"
    assert codes(lambda: cancel_event(ORGANISER, CancelEvent(), on(case))) == ["no_reason"]


def test_an_event_that_is_cut_short_awaits_its_report() -> None:
    """With its last day, which lies among those of the event and is not to come."""
    case = case_at("running")
    cut = CutShortEvent(last_day=date(2026, 11, 10), rounds=4, **WHY)

    assert decision(cut_short_event(ARBITER, cut, on(case))).facts["next"] == "cut_short"
    early = replace(cut, last_day=date(2026, 8, 1))
    assert codes(lambda: cut_short_event(ARBITER, early, on(case))) == ["day_outside_event"]
    future = replace(cut, last_day=date(2026, 12, 1))
    assert codes(lambda: cut_short_event(ARBITER, future, on(case))) == ["decided_in_future"]
    assert codes(lambda: cancel_event(ORGANISER, CancelEvent(**WHY), on(case))) == ["wrong_event_stage"]


NOTED = [
    ("fide-2003-07", "11.4", True, False),
    ("fide-2009-07", "9.2", True, False),
    ("fide-2014-07", "9.2", True, False),
    ("fide-2024-03", "9.2", False, False),
]


@pytest.mark.parametrize(
    ("name", "article", "is_owed", "is_owed_if_announced"),
    [pytest.param(*case, marks=pytest.mark.article(case[1], edition=case[0])) for case in NOTED],
)
def test_an_event_that_was_never_registered_is_noted(
    name: str, article: str, is_owed: bool, is_owed_if_announced: bool
) -> None:
    """To 2024 its report is owed, unless it was announced as not rated; the article says so."""
    asked = NoteUnregistered(
        name="Cup of Pécs", start=date(2026, 10, 1), end=date(2026, 10, 5), known_from="a newspaper", **WHY
    )
    case = replace(NEW, law=edition(name))
    done = decision(note_unregistered(ADMINISTRATOR, asked, on(case)))
    unrated = decision(note_unregistered(ADMINISTRATOR, replace(asked, announced_unrated=True), on(case)))

    assert (done.facts["next"], done.facts["is_owed"], done.cites) == (
        "never_registered",
        is_owed,
        (f"{name} {article}",),
    )
    assert unrated.facts["is_owed"] == is_owed_if_announced
    wrong = replace(asked, name=" ", end=date(2026, 9, 1))
    assert codes(lambda: note_unregistered(ADMINISTRATOR, wrong, on(case))) == [
        "wrong_registration_fact", "days_reversed",
    ]  # fmt: skip


@pytest.mark.article("App. I 9", edition="mssz-2017-01")
def test_under_the_hungarian_rules_its_report_is_owed_too() -> None:
    """By appendix I, while FIDE's edition of 2014 is in force."""
    asked = NoteUnregistered(
        name="Cup of Pécs", start=date(2017, 3, 1), end=date(2017, 3, 5), known_from="a newspaper", **WHY
    )
    case = replace(NEW, law=in_force(date(2017, 3, 1), "standard", "mssz"))
    done = decision(note_unregistered(ADMINISTRATOR, asked, on(case)))

    assert (done.facts["is_owed"], done.cites) == (True, ("mssz-2017-01 App. I 9",))


def test_what_is_registered_is_written_as_a_table_and_read_again() -> None:
    """Every fact as it is typed: the file by which an event is registered elsewhere, and a season of another office."""
    events = [WHOLE, {**VALUES, "league": True, "name": 'Cup "A", men; second'}]
    rows = season_rows(season_bytes(events), "season.csv")

    assert [dict(row.values) for row in rows] == events


def test_everybody_whom_a_registration_names() -> None:
    """By what they are in the event."""
    assert people_of(WHOLE) == {
        "arbiter": frozenset({712, 713}), "organiser": frozenset({711}), "player": frozenset({700, 701}),
    }  # fmt: skip
