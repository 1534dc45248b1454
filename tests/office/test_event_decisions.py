"""Approvals, reports and decisions about an event: bodies, days, fingerprints, appeals, conflicts of roles, FIDE."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest
from event_cases import (
    LET,
    NOW,
    NUMBER_GIVEN,
    OTHER_SHA,
    PART,
    REASONS,
    REPORT,
    SHA,
    TODAY,
    WHY,
    carried_out,
    case_at,
    moment,
    on,
)
from office_cast import ADMINISTRATOR, APPROVER, ARBITER, COLLEAGUE, OFFICER, ORGANISER, REGISTRAR, codes, decision

from arpad.model.problems import RefusedError
from arpad.office.accept_report import AcceptReport, ChecksOfReport, accept_report
from arpad.office.approvals import MATTERS, Approval, needed, open_approvals, without_federation
from arpad.office.ask_approval import AskApproval, ask_approval, ratings_of
from arpad.office.decide_appeal import DecideAppeal, decide_appeal
from arpad.office.declare_empty import DeclareEmpty, declare_empty
from arpad.office.event_case import CONFLICTS, EventCase, ReportInHand
from arpad.office.lodge_appeal import LodgeAppeal, lodge_appeal
from arpad.office.log import log_sentence
from arpad.office.number_requests import NumberRequestState, give_number
from arpad.office.parts import missing_parts, parts_of
from arpad.office.record_approval import RecordApproval, approved, record_approval
from arpad.office.refuse_registration import RefuseRegistration, refuse_registration
from arpad.office.refuse_report import RefuseReport, refuse_report, refused
from arpad.office.registration_facts import ExpectedPlayer, given
from arpad.office.report_reasons import ReasonWithArticle
from arpad.office.return_report import ReturnReport, return_report
from arpad.office.send_to_fide import FideAnswer, SendToFide, keep_answer, send_to_fide
from arpad.office.stages import STAGES
from arpad.office.take_in_report import take_in_report
from arpad.office.wording import WORDS
from arpad.regulations.catalogue import edition
from arpad.regulations.workings.decisions import BODIES

LATE_EVENT = case_at("waiting_for_approval")
RECEIVED = case_at("received")
SEEN = AcceptReport(fingerprint=RECEIVED.fingerprint)
CLEAN = ChecksOfReport(list=date(2026, 12, 1))


def test_everything_that_is_named_has_words() -> None:
    """What is approved, by whom, and what somebody is to an event."""
    words = WORDS.sections()

    assert set(words["approval"]) == set(MATTERS)
    assert set(words["body"]) == set(BODIES)
    assert set(words["conflict"]) == set(CONFLICTS)


class TestApprovals:
    """One record for every approval."""

    def test_an_approval_is_asked_for_and_recorded_with_its_document(self) -> None:
        """The record has what, by which article, which body, day, document and the condition as computed."""
        asked = decision(ask_approval(ORGANISER, AskApproval(what="late_registration", **WHY), on(LATE_EVENT)))
        done = decision(record_approval(OFFICER, LET, on(LATE_EVENT)))

        assert (asked.facts["bodies"], asked.facts["next"]) == (["qc_chair"], "waiting_for_approval")
        assert asked.cites == done.cites == ("fide-2024-03 0.2", "fide-2024-03 0.2.2", "fide-2024-03 0.2.4")
        assert (done.facts["next"], done.facts["body"], done.facts["document"]) == (
            "announced",
            "qc_chair",
            "letter 12",
        )
        assert done.facts["condition"] == {
            "class": "event", "lead": "3 days", "last_day": TODAY - timedelta(days=2), "registered": TODAY,
            "days_late": 2,
        }  # fmt: skip
        assert log_sentence(done.code, done.facts) == (
            f"For event 7, a late registration: approved by the chair of the Qualification Commission on {TODAY}."
        )

    def test_without_its_document_the_event_waits(self) -> None:
        """Unless an approver of the authority decides here; under FIDE nobody does."""
        bare = replace(LET, document="")
        under_fide = replace(LATE_EVENT, office="under_fide")

        assert codes(lambda: record_approval(OFFICER, bare, on(LATE_EVENT))) == ["no_document"]
        assert decision(record_approval(APPROVER, bare, on(LATE_EVENT))).facts["next"] == "announced"
        assert codes(lambda: record_approval(APPROVER, bare, on(under_fide))) == ["no_document"]

    def test_the_body_is_that_of_the_edition(self) -> None:
        """The President lets an event with very high-rated players, the chair any other."""
        start = TODAY + timedelta(days=10)
        elite = replace(
            LATE_EVENT,
            facts=given(
                {**LATE_EVENT.values, "start": start, "end": start, "expected": (ExpectedPlayer(700, 2750, "m"),)},
                1,
                NOW,
            ),
        )
        president = replace(LET, body="fide_president")

        assert codes(lambda: record_approval(OFFICER, president, on(LATE_EVENT))) == ["wrong_body"]
        assert codes(lambda: record_approval(OFFICER, LET, on(elite))) == ["wrong_body"]
        done = decision(record_approval(OFFICER, president, on(elite)))
        assert (done.facts["next"], done.cites[-1]) == ("announced", "fide-2024-03 0.2.3")

    def test_a_declined_approval_ends_the_registration(self) -> None:
        """And one more that is missing keeps it waiting."""
        declined = decision(record_approval(OFFICER, replace(LET, is_granted=False), on(LATE_EVENT)))
        hybrid = replace(LATE_EVENT, facts=given({**LATE_EVENT.values, "hybrid": True}, 1, NOW))
        first = decision(record_approval(OFFICER, LET, on(hybrid)))
        with_first = replace(hybrid, approvals=(approved(LET, hybrid.needs[0]),))
        second = RecordApproval(what="hybrid", body="qc_chair", decided_on=TODAY, document="letter 13")

        assert declined.facts["next"] == "registration_refused"
        assert first.facts["next"] == "waiting_for_approval"
        assert decision(record_approval(OFFICER, second, on(with_first))).facts["next"] == "announced"

    def test_an_approval_counts_for_the_condition_under_which_it_was_given(self) -> None:
        """Another class or another day needs another one."""
        need = LATE_EVENT.needs[0]
        given_once = approved(LET, need)
        later = needed(LATE_EVENT.law, LATE_EVENT.values, NOW + timedelta(days=1))

        assert open_approvals((need,), (given_once,)) == ()
        assert open_approvals(later, (given_once,)) == later
        assert open_approvals((need,), (replace(given_once, is_granted=False),)) == (need,)
        assert open_approvals((need,), (replace(given_once, body="council"),)) == (need,)

    def test_what_is_not_needed_or_not_known_is_not_approved(self) -> None:
        """Nor a day to come; and where nobody may, there is no remedy."""
        hybrid = replace(LET, what="hybrid")
        of_2003 = replace(LATE_EVENT, law=edition("fide-2003-07"), registered_at=moment(LATE_EVENT.values["start"]))
        future = replace(LET, decided_on=TODAY + timedelta(days=1))

        assert codes(lambda: record_approval(OFFICER, hybrid, on(LATE_EVENT))) == ["approval_not_needed"]
        assert codes(lambda: record_approval(OFFICER, replace(LET, what="luck"), on(LATE_EVENT))) == [
            "unknown_approval"
        ]
        assert codes(lambda: record_approval(OFFICER, LET, on(of_2003))) == ["nobody_may_approve"]
        assert codes(lambda: record_approval(OFFICER, future, on(LATE_EVENT))) == ["decided_in_future"]

    def test_who_asked_does_not_approve(self) -> None:
        """Acting all the same needs a reason, and the record lists it."""
        case = replace(LATE_EVENT, asked={"late_registration": OFFICER.record})
        despite = replace(LET, despite_conflict=True)

        assert codes(lambda: record_approval(OFFICER, LET, on(case))) == ["conflict_of_roles"]
        assert codes(lambda: record_approval(OFFICER, despite, on(case))) == ["no_reason"]
        done = decision(record_approval(OFFICER, replace(despite, reason="the only officer"), on(case)))
        assert done.facts["conflicts"] == ["asked_for_it"]
        assert "(by the person who asked for it, all the same)" in log_sentence(done.code, done.facts)
        assert decision(record_approval(ADMINISTRATOR, LET, on(case))).facts["conflicts"] == []

    @pytest.mark.parametrize(
        ("name", "ratings", "bodies"),
        [
            pytest.param("fide-2003-07", (2400,), ("fide",), marks=pytest.mark.article("0.2", edition="fide-2003-07")),
            pytest.param("fide-2009-07", (2400,), ("fide",), marks=pytest.mark.article("0.2", edition="fide-2009-07")),
            ("fide-2014-07", (2800,), ()),
            pytest.param(
                *("fide-2024-03", (2700, 2700), ("council",)),
                marks=pytest.mark.article("0.2 (exceptional)", edition="fide-2024-03"),
            ),
            ("fide-2024-03", (2700, 2701), ("council", "fide_president")),
            ("fide-2024-03", (2800, None), ("council",)),
        ],
    )
    def test_who_may_have_an_event_rated_that_its_federation_did_not_send(
        self, name: str, ratings: tuple[int | None, ...], bodies: tuple[str, ...]
    ) -> None:
        """FIDE in 2003 and 2009, nobody in 2014, in 2024 the Council, or the President with an average above 2700."""
        need = without_federation(edition(name), ratings)

        assert need.bodies == bodies
        assert need.condition["sum_of_ratings"] == sum(rating or 0 for rating in ratings)

    def test_the_council_consults_the_commission_first(self) -> None:
        """The President decides without."""
        case = replace(RECEIVED, report=ReportInHand(SHA, TODAY, ratings=(2750,), is_from_federation=False))
        council = RecordApproval(what="without_report", body="council", decided_on=TODAY, document="minutes 4")
        president = replace(council, body="fide_president")

        assert codes(lambda: record_approval(OFFICER, council, on(case))) == ["not_consulted"]
        assert decision(record_approval(OFFICER, president, on(case))).facts["next"] == "received"
        heard = replace(council, consulted="qualification_commission")
        assert decision(record_approval(OFFICER, heard, on(case))).facts["consulted"] == "qualification_commission"

    @pytest.mark.article("0.2 (refusal)", edition="fide-2024-03")
    def test_a_registration_is_refused_by_the_body_of_the_edition(self) -> None:
        """The chair in 2024; in 2003 nobody may, and an official event is safe from it."""
        case = case_at("announced")
        asked = RefuseRegistration(decided_on=TODAY, document="letter 3", **WHY)
        done = decision(refuse_registration(ADMINISTRATOR, asked, on(case)))
        of_2003 = replace(case, law=edition("fide-2003-07"))

        assert (done.facts["body"], done.facts["next"]) == ("qc_chair", "registration_refused")
        assert done.cites == ("fide-2024-03 0.2 (refusal)",)
        assert codes(lambda: refuse_registration(ADMINISTRATOR, asked, on(of_2003))) == ["nobody_refuses_registration"]
        official = case_at("announced", official=True)
        assert codes(lambda: refuse_registration(ADMINISTRATOR, asked, on(official))) == ["cannot_be_refused"]


class TestReports:
    """Reports taken in, returned, accepted and refused."""

    def test_a_second_report_is_set_beside_the_first(self) -> None:
        """The same bytes are nothing new, and both days are kept."""
        asked = replace(REPORT, arbiter_sent_on=TODAY - timedelta(days=2))
        done = decision(take_in_report(ARBITER, asked, on(case_at("returned"))))

        assert (done.facts["before"], done.facts["sha256"], done.facts["next"]) == (SHA, OTHER_SHA, "received")
        assert (done.facts["arbiter_sent_on"], done.facts["received_on"]) == (TODAY - timedelta(days=2), TODAY)
        assert (done.facts["sender"], done.cites) == ("chief_arbiter", ("fide-2024-03 9.1 [1]",))
        same = replace(REPORT, sha256=SHA)
        assert codes(lambda: take_in_report(ARBITER, same, on(RECEIVED))) == ["same_report_again"]

    def test_what_is_wrong_with_a_report_in_hand_is_named_at_once(self) -> None:
        """No fingerprint, a day to come, days in a wrong order, an event that goes on."""
        wrong = replace(
            REPORT,
            sha256="x",
            received_on=TODAY + timedelta(days=1),
            arbiter_sent_on=TODAY + timedelta(days=2),
        )
        assert codes(lambda: take_in_report(ARBITER, wrong, on(case_at("running")))) == [
            "no_fingerprint", "event_not_over", "decided_in_future", "sent_after_received",
        ]  # fmt: skip
        part = replace(case_at("running"), part=2)
        assert decision(take_in_report(ARBITER, REPORT, on(part))).facts["part"] == 2

    def test_a_report_is_returned_with_reasons_and_a_day(self) -> None:
        """The office sets the day; in 2003 it has a term of four weeks."""
        asked = ReturnReport(reasons=REASONS, until=TODAY + timedelta(days=40))
        of_2003 = replace(RECEIVED, law=edition("fide-2003-07"))
        done = decision(return_report(OFFICER, replace(asked, until=None), on(of_2003)))

        assert decision(return_report(OFFICER, asked, on(RECEIVED))).facts["until"] == TODAY + timedelta(days=40)
        assert (done.facts["until"], done.cites[-1]) == (TODAY + timedelta(days=28), "fide-2003-07 8.1")
        assert codes(lambda: return_report(OFFICER, asked, on(of_2003))) == ["after_term"]
        assert codes(lambda: return_report(OFFICER, replace(asked, until=None), on(RECEIVED))) == ["no_day_to_return"]
        empty = ReturnReport(reasons=(), until=TODAY)
        assert codes(lambda: return_report(OFFICER, empty, on(RECEIVED))) == ["no_reasons", "day_is_past"]

    def test_an_acceptance_is_bound_to_bytes_and_facts(self) -> None:
        """Another report, or another fact, is not what was seen; and what changes afterwards is not accepted."""
        done = decision(accept_report(OFFICER, SEEN, on(RECEIVED), CLEAN))
        accepted = carried_out(RECEIVED, done, accepted=str(done.facts["fingerprint"]))
        other_bytes = replace(RECEIVED, report=ReportInHand(OTHER_SHA, TODAY))
        other_facts = replace(RECEIVED, facts=given({**RECEIVED.values, "place": "Sopron"}, 1, NOW))

        assert (done.facts["next"], done.facts["list"]) == ("due_for_list", date(2026, 12, 1))
        assert done.cites == ("fide-2024-03 9.1 [2 a]",)
        assert accepted.is_still_accepted
        for changed in (other_bytes, other_facts):
            assert codes(lambda: accept_report(OFFICER, SEEN, on(changed), CLEAN)) == ["other_report_seen"]  # noqa: B023
            assert not replace(accepted, report=changed.report, facts=changed.facts).is_still_accepted
        again = {name: replace(fact, by=99) for name, fact in RECEIVED.facts.items()}
        assert replace(accepted, facts=again).is_still_accepted

    def test_everything_that_speaks_against_an_acceptance_is_named_at_once(self) -> None:
        """Approvals, findings, open questions, a report that misses the last list."""
        case = replace(RECEIVED, facts=given({**RECEIVED.values, "hybrid": True}, 1, NOW))
        case = replace(case, report=replace(case.report or ReportInHand(SHA, TODAY), is_from_federation=False))
        checked = ChecksOfReport(("too_fast",), ("laws",), misses_last_list=True)
        seen = AcceptReport(fingerprint=case.fingerprint)

        assert codes(lambda: accept_report(OFFICER, seen, on(case), checked)) == [
            "approval_missing", "approval_missing", "findings_refuse", "questions_open", "misses_last_list",
        ]  # fmt: skip
        granted = Approval(
            "hybrid", "qc_chair", is_granted=True, decided_on=TODAY, document="1", condition={"hybrid": True}
        )
        with_one = replace(case, approvals=(granted,))
        with pytest.raises(RefusedError) as refused_for:
            accept_report(OFFICER, seen, on(with_one), CLEAN)
        assert [problem.facts["what"] for problem in refused_for.value.problems] == ["without_report"]

    def test_under_fide_nothing_is_accepted_while_a_number_is_open(self) -> None:
        """An authority rates with a stand-in, which is renumbered later; what is sent on needs every number."""
        case = case_at("received", "under_fide")
        seen, checked = AcceptReport(fingerprint=case.fingerprint), ChecksOfReport(without_number=1)

        assert codes(lambda: accept_report(OFFICER, seen, on(case), checked)) == ["numbers_open"]
        assert decision(accept_report(OFFICER, SEEN, on(RECEIVED), checked)).facts["next"] == "due_for_list"

    @pytest.mark.article("0.3", edition="fide-2024-03")
    @pytest.mark.article("0.3", edition="fide-2009-07")
    def test_an_official_event_is_accepted_although_a_check_would_refuse_it(self) -> None:
        """It cannot be refused (0.3); in 2014 it can."""
        checked = ChecksOfReport(("registration_lead",), list=date(2026, 12, 1))
        for name, is_safe in (("fide-2009-07", True), ("fide-2014-07", False), ("fide-2024-03", True)):
            case = replace(case_at("received", official=True), law=edition(name))
            seen, refusal = AcceptReport(fingerprint=case.fingerprint), RefuseReport(reasons=REASONS)
            if is_safe:
                assert decision(accept_report(OFFICER, seen, on(case), checked)).facts["next"] == "due_for_list"
                assert codes(lambda: refuse_report(OFFICER, refusal, on(case))) == ["cannot_be_refused"]  # noqa: B023
            else:
                assert codes(lambda: accept_report(OFFICER, seen, on(case), checked)) == ["findings_refuse"]  # noqa: B023
                assert decision(refuse_report(OFFICER, refusal, on(case))).facts["next"] == "refused"

    @pytest.mark.parametrize(("name", "is_safe"), [("fide-2009-07", False), ("fide-2024-03", True)])
    def test_an_event_of_a_continent_is_safe_from_2024_on(self, name: str, is_safe: bool) -> None:
        """In 2009 only those of FIDE are."""
        case = replace(case_at("received", continental=True), law=edition(name))

        assert (case.safe_from_refusal is not None) == is_safe

    @pytest.mark.parametrize(
        ("number", "being"), [(711, "organiser"), (712, "arbiter"), (700, "player"), (701, "player")]
    )
    def test_who_has_to_do_with_an_event_does_not_accept_it(self, number: int, being: str) -> None:
        """Numbers tell: arbiter, organiser, expected player or player of the report."""
        case = replace(case_at("received", expected=(ExpectedPlayer(700),)))
        case = replace(case, report=ReportInHand(SHA, TODAY, players=frozenset({701})))
        seen, officer = AcceptReport(fingerprint=case.fingerprint), replace(OFFICER, number=number)
        despite = replace(seen, despite_conflict=True)

        assert codes(lambda: accept_report(officer, seen, on(case), CLEAN)) == ["conflict_of_roles"]
        assert codes(lambda: accept_report(officer, despite, on(case), CLEAN)) == ["no_reason"]
        done = decision(accept_report(officer, replace(despite, reason="nobody else"), on(case), CLEAN))
        assert done.facts["conflicts"] == [being]
        assert decision(accept_report(replace(OFFICER, number=9), seen, on(case), CLEAN)).facts["conflicts"] == []

    def test_a_refusal_has_reasons_with_articles_and_an_appeal(self) -> None:
        """In 2003 no appeal is known."""
        done = decision(refuse_report(OFFICER, RefuseReport(reasons=REASONS), on(RECEIVED)))
        of_2003 = replace(RECEIVED, law=edition("fide-2003-07"))
        silent = decision(refuse_report(OFFICER, RefuseReport(reasons=REASONS), on(of_2003)))

        assert (done.facts["appeal_to"], done.facts["appeal_until"]) == ("council", TODAY + timedelta(days=7))
        assert done.cites == ("fide-2024-03 9.1 [1]", "fide-2024-03 0.4")
        assert log_sentence(done.code, done.facts) == (
            f"Event 7 was refused; the FIDE Council hears an appeal until {TODAY + timedelta(days=7)}."
        )
        assert (silent.facts["appeal_to"], silent.facts["appeal_until"]) == ("", None)
        bare = RefuseReport(reasons=(ReasonWithArticle("x"),), told_on=TODAY - timedelta(days=1))
        assert codes(lambda: refuse_report(OFFICER, bare, on(RECEIVED))) == [
            "reason_without_article", "told_before_decided",
        ]  # fmt: skip


class TestAppeals:
    """Appeals against a refusal."""

    def test_an_appeal_is_made_until_the_last_day(self) -> None:
        """Not a day later, not before the refusal, and not where the edition knows none."""
        case = case_at("refused")
        last = TODAY + timedelta(days=7)

        def lodged(day: date) -> LodgeAppeal:
            return LodgeAppeal(lodged_on=day, **WHY)

        done = decision(lodge_appeal(ORGANISER, lodged(last), on(case, moment(last))))
        assert (done.facts["next"], done.facts["to"]) == ("under_appeal", "council")
        late = last + timedelta(days=1)
        assert codes(lambda: lodge_appeal(ORGANISER, lodged(late), on(case, moment(late)))) == ["appeal_too_late"]
        early = TODAY - timedelta(days=1)
        assert codes(lambda: lodge_appeal(ORGANISER, lodged(early), on(case))) == ["appeal_before_refusal"]
        silent = replace(case, refusal=refused(edition("fide-2003-07"), 1, TODAY, TODAY)[0])
        assert codes(lambda: lodge_appeal(ORGANISER, lodged(TODAY), on(silent))) == ["no_appeal"]

    def test_what_an_appeal_allowed_is_accepted_anew_although_a_check_would_refuse_it(self) -> None:
        """The body decided about this report; another report is looked at as any other."""
        checked = ChecksOfReport(("time_control",), list=date(2026, 12, 1))
        refusal = replace(refused(RECEIVED.law, COLLEAGUE.record, TODAY, TODAY)[0], is_lifted=True)
        case = replace(RECEIVED, refusal=refusal)

        assert decision(accept_report(OFFICER, SEEN, on(case), checked)).facts["next"] == "due_for_list"
        standing = replace(case, refusal=replace(refusal, is_lifted=False))
        assert codes(lambda: accept_report(OFFICER, SEEN, on(standing), checked)) == ["findings_refuse"]

    def test_what_a_body_decided_to_rate_is_not_refused_because_nobody_registered_it(self) -> None:
        """Anything else that the check found still refuses it, and without the decision so does that."""
        checked = ChecksOfReport(("not_registered",), list=date(2026, 12, 1))
        report = replace(RECEIVED.report, is_from_federation=False) if RECEIVED.report is not None else None
        sent = replace(RECEIVED, report=report)
        need = without_federation(sent.law, ratings_of(sent))
        let = Approval("without_report", "council", True, TODAY, "minutes 4", "", need.cites, need.condition)
        case = replace(sent, approvals=(let,))
        seen = AcceptReport(fingerprint=case.fingerprint)

        assert decision(accept_report(OFFICER, seen, on(case), checked)).facts["next"] == "due_for_list"
        more = replace(checked, refusing=("not_registered", "time_control"))
        assert codes(lambda: accept_report(OFFICER, seen, on(case), more)) == ["findings_refuse"]
        assert codes(lambda: accept_report(OFFICER, seen, on(sent), checked)) == ["approval_missing", "findings_refuse"]

    def test_who_refused_does_not_decide_the_appeal(self) -> None:
        """Another administrator may; or the same, with a reason, and it is listed."""
        case = case_at("under_appeal")
        case = replace(case, refusal=refused(case.law, ADMINISTRATOR.record, TODAY, TODAY)[0])
        asked = DecideAppeal(is_allowed=True, body="council", decided_on=TODAY, document="minutes 9", **WHY)

        assert codes(lambda: decide_appeal(ADMINISTRATOR, asked, on(case))) == ["conflict_of_roles"]
        despite = decision(decide_appeal(ADMINISTRATOR, replace(asked, despite_conflict=True), on(case)))
        assert despite.facts["conflicts"] == ["refused_it"]
        done = decision(decide_appeal(COLLEAGUE, asked, on(case)))
        assert (done.facts["next"], done.facts["fingerprint"]) == ("due_for_list", case.fingerprint)
        dismissed = decision(decide_appeal(COLLEAGUE, replace(asked, is_allowed=False), on(case)))
        assert (dismissed.facts["next"], dismissed.facts["fingerprint"]) == ("appeal_dismissed", "")

    def test_an_appeal_is_heard_by_the_body_of_the_edition(self) -> None:
        """With its document."""
        case = case_at("under_appeal")
        asked = DecideAppeal(is_allowed=True, body="qualification_commission", decided_on=TODAY, **WHY)

        assert codes(lambda: decide_appeal(COLLEAGUE, asked, on(case))) == ["no_document", "other_body_hears"]


class TestParts:
    """Long events in parts."""

    @pytest.mark.article("4.1", edition="fide-2024-03")
    @pytest.mark.article("4.13", edition="fide-2014-07")
    def test_a_missing_month_is_named_and_an_empty_one_declared(self) -> None:
        """A part that is over and neither reported nor empty is missing."""
        parts = parts_of(edition("fide-2024-03"), date(2026, 8, 15), date(2026, 12, 20))
        stages = {1: "rated", 2: "report_awaited"}
        answered = tuple(stage for stage in STAGES if stage not in {"running", "report_awaited", "announced"})

        assert [part.month for part in parts] == ["2026-08", "2026-09", "2026-10", "2026-11", "2026-12"]
        assert [part.month for part in missing_parts(parts, stages, TODAY, answered)] == ["2026-09", "2026-10"]
        of_2014 = parts_of(edition("fide-2014-07"), date(2015, 3, 1), date(2015, 6, 30))
        assert [part.month for part in of_2014] == ["2015-03", "2015-04", "2015-05", "2015-06"]
        assert parts_of(edition("fide-2003-07"), date(2026, 8, 15), date(2026, 12, 20)) == ()

    def test_a_part_is_declared_empty_when_it_is_over(self) -> None:
        """Not one of another event, and not one that was reported."""
        case = replace(case_at("running"), part=2)
        done = decision(declare_empty(ARBITER, DeclareEmpty(part=PART), on(case)))
        future = replace(PART, last_day=TODAY)

        assert (done.facts["next"], done.facts["month"], done.cites) == (
            "declared_empty", "2026-09", ("fide-2024-03 4.1 (R-009)",),
        )  # fmt: skip
        assert codes(lambda: declare_empty(ARBITER, DeclareEmpty(part=future), on(case))) == ["part_not_over"]
        assert codes(lambda: declare_empty(ARBITER, DeclareEmpty(part=None), on(case))) == ["not_a_part"]
        reported = replace(case, report=ReportInHand(SHA, TODAY))
        assert codes(lambda: declare_empty(ARBITER, DeclareEmpty(part=PART), on(reported))) == ["was_played"]


class TestFide:
    """A federation under FIDE."""

    def test_a_number_that_comes_after_the_acceptance_has_to_be_accepted_anew(self) -> None:
        """It changes the bytes that are sent; in an authority it changes the book, and the event stays where it is."""
        accepted = case_at("accepted", "under_fide")
        of = NumberRequestState(1, 3, mended=OTHER_SHA)

        assert decision(give_number(REGISTRAR, NUMBER_GIVEN, on(accepted), of)).facts["next"] == "received"
        due = decision(give_number(REGISTRAR, NUMBER_GIVEN, on(case_at("due_for_list")), of))
        assert due.facts["next"] == "due_for_list"

    def test_only_what_was_accepted_is_sent_and_only_with_all_numbers(self) -> None:
        """The proof has the bytes, the day and FIDE's code."""
        case = case_at("accepted", "under_fide")
        asked = SendToFide(sha256=SHA, sent_on=TODAY, fide_code="400123")
        done = decision(send_to_fide(OFFICER, asked, on(case)))

        assert (done.facts["next"], done.facts["fide_code"], done.facts["sha256"]) == ("sent_to_fide", "400123", SHA)
        changed = replace(case, facts=given({**case.values, "place": "Sopron"}, 1, NOW))
        assert codes(lambda: send_to_fide(OFFICER, replace(asked, without_number=2), on(changed))) == [
            "not_accepted_so", "numbers_open",
        ]  # fmt: skip

    @pytest.mark.parametrize(
        ("answer", "after"),
        [("taken", "taken_by_fide"), ("returned", "returned_by_fide"), ("refused", "refused_by_fide")],
    )
    def test_what_fide_answers_is_kept(self, answer: str, after: str) -> None:
        """What is returned or refused with its letter."""
        case = case_at("sent_to_fide", "under_fide")
        asked = FideAnswer(answer=answer, answered_on=TODAY, document="mail 5")

        assert decision(keep_answer(OFFICER, asked, on(case))).facts["next"] == after
        bare = replace(asked, document="")
        if answer == "taken":
            assert decision(keep_answer(OFFICER, bare, on(case))).facts["next"] == after
        else:
            assert codes(lambda: keep_answer(OFFICER, bare, on(case))) == ["no_document"]

    def test_what_was_taken_is_not_taken_twice(self) -> None:
        """Nor is something an answer that is none."""
        case: EventCase = case_at("taken_by_fide", "under_fide")

        assert codes(lambda: keep_answer(OFFICER, FideAnswer(answer="taken", answered_on=TODAY), on(case))) == [
            "wrong_outcome"
        ]
        assert codes(lambda: keep_answer(OFFICER, FideAnswer(answer="lost", answered_on=TODAY), on(case))) == [
            "unknown_answer"
        ]
