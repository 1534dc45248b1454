"""Reports corrected and answered, numbers asked for and given, uploads by links, documents: what the office decides."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from event_cases import AS_READ, NUMBER_GIVEN, NUMBER_RIGHT, OTHER_SHA, REPORT, SHA, TODAY, WHY, case_at, on
from office_cast import ADMINISTRATOR, ARBITER, NOW, OFFICER, REGISTRAR, STRANGER, TWO, codes, decision

from arpad.events.facts import EventFacts, facts_from
from arpad.office import attach_document as documents
from arpad.office import number_requests as numbers
from arpad.office import uploads
from arpad.office.answer_report import ANSWERABLE, DECIDED_ELSEWHERE, AnswerReport, AnswersSoFar, answer_report
from arpad.office.approvals import Approval
from arpad.office.attach_document import AttachDocument, attach_document
from arpad.office.correct_report import CorrectReport, ReportAsRead, correct_report
from arpad.office.decision import PersonalValue
from arpad.office.log import log_sentence
from arpad.office.number_requests import (
    AskNumber,
    NumberRequestState,
    PlayerWithoutNumber,
    WithdrawRequest,
    ask_number,
    give_number,
    withdraw_request,
)
from arpad.office.registration_facts import GIVEN, ON_RECORD
from arpad.office.report_changes import RESULTS, ReportChange, change_of, form_of, has_form
from arpad.office.report_facts import facts_known, of_report, plain_facts
from arpad.office.take_in_report import SENT_BY, take_in_report
from arpad.office.uploads import (
    EndLink,
    LinkOnRecord,
    MakeLink,
    SetAside,
    Uploaded,
    end_link,
    make_link,
    set_aside,
    upload,
)
from arpad.office.wording import WORDS
from arpad.regulations.catalogue import edition
from arpad.regulations.workings.decisions import SENDERS

RECEIVED = case_at("received")
NAME = ReportChange("player", "name", "Kestrel, Ada", player=4)
BORN = ReportChange("player", "born", "1987-06-05", player=3)
RESULT = ReportChange("result", "result", "=-=", player=3, round=2, opponent=4)
READ = ReportAsRead(
    {**AS_READ.before, NAME.key: "Kestral, Ada", BORN.key: "1978-06-05", RESULT.key: "1-0"},
    AS_READ.players,
    frozenset({SHA}),
)


def test_everything_that_is_named_has_words() -> None:
    """Kinds of documents, senders, ways to a number, sources."""
    words = WORDS.sections()

    assert set(words["document_kind"]) == set(documents.KINDS)
    assert set(words["report_sender"]) == {*SENDERS, *SENT_BY}
    assert set(words["number_way"]) == set(numbers.WAYS)
    assert set(words["number_source"]) == set(numbers.SOURCES)
    assert set(words["value_form"]) == {
        "number", "rating", "birth", "day", "sex", "federation", "title", "result", "text",
    }  # fmt: skip


class TestCorrections:
    """What is put right in a report."""

    def test_numbers_stand_in_the_log_and_names_and_births_beside_it(self) -> None:
        """Original and correction of each; of who has no number by the event."""
        asked = CorrectReport(changes=(NUMBER_RIGHT, NAME, BORN), mended=OTHER_SHA, **WHY)
        done = decision(correct_report(OFFICER, asked, on(RECEIVED), READ))

        assert done.facts["changes"] == [
            {"about": "player", "field": "fide_id", "player": 3, "before": "1503041", "after": "1503014"},
            {"about": "player", "field": "name", "player": 4},
            {"about": "player", "field": "born", "player": 3},
        ]
        assert done.sealed == {
            "name_1_before": PersonalValue(7, "Kestral, Ada", "report"),
            "name_1_after": PersonalValue(7, "Kestrel, Ada", "report"),
            "born_2_before": PersonalValue(1503041, "1978-06-05"),
            "born_2_after": PersonalValue(1503041, "1987-06-05"),
        }
        assert (done.facts["report"], done.facts["mended"], done.facts["next"]) == (SHA, OTHER_SHA, "received")
        assert "Kest" not in str(done.facts)
        assert change_of(done.facts["changes"][0], "1503014") == NUMBER_RIGHT

    def test_a_result_is_corrected_on_the_word_of_the_chief_arbiter_only(self) -> None:
        """Which is attached; and nobody corrects a result of an event that is their own."""
        asked = CorrectReport(changes=(RESULT,), mended=OTHER_SHA, **WHY)
        with_word = replace(asked, document=SHA)
        done = decision(correct_report(OFFICER, with_word, on(RECEIVED), READ))
        own = replace(OFFICER, number=712)

        assert codes(lambda: correct_report(OFFICER, asked, on(RECEIVED), READ)) == ["no_word_of_arbiter"]
        assert done.facts["changes"][0]["before"] == "1-0"
        assert log_sentence(done.code, done.facts) == (
            "The report of event 7 was corrected: result.result, on the word of the chief arbiter."
        )
        assert codes(lambda: correct_report(own, with_word, on(RECEIVED), READ)) == ["conflict_of_roles"]

    def test_everything_that_is_wrong_with_corrections_is_named_at_once(self) -> None:
        """What is not there, has no form, stands so already, stands there twice; and players who are nobody."""
        nowhere = replace(NUMBER_RIGHT, player=99)
        letters = replace(NUMBER_RIGHT, after="15O3O14")
        same = replace(NUMBER_RIGHT, after="1503041")
        asked = CorrectReport(changes=(nowhere, letters, same, BORN, BORN), sure_of=(9,), **WHY)

        assert codes(lambda: correct_report(OFFICER, asked, on(RECEIVED), READ)) == [
            "nothing_like_it", "wrong_value", "stands_so_already", "changed_twice", "changed_twice",
            "no_such_starting_numbers",
        ]  # fmt: skip
        nothing = CorrectReport(**WHY)
        assert codes(lambda: correct_report(OFFICER, nothing, on(RECEIVED), READ)) == ["nothing_to_change"]

    def test_who_was_doubtful_can_be_said_to_be_who_the_report_says(self) -> None:
        """Nothing changes by it, and the record has it."""
        done = decision(correct_report(OFFICER, CorrectReport(sure_of=(3,), **WHY), on(RECEIVED), READ))

        assert (done.facts["sure_of"], done.facts["changes"]) == ([3], [])
        assert log_sentence(done.code, done.facts).endswith("nothing, doubts were looked at.")

    def test_what_is_corrected_was_not_accepted(self) -> None:
        """The fingerprint that is accepted has corrections and answers in it."""
        report = RECEIVED.report
        assert report is not None
        mended = replace(RECEIVED, report=replace(report, mended=OTHER_SHA), accepted=RECEIVED.fingerprint)
        answered = replace(RECEIVED, report=replace(report, answers=SHA))

        assert not mended.is_still_accepted
        assert len({RECEIVED.fingerprint, mended.fingerprint, answered.fingerprint}) == 3
        under_fide = case_at("accepted", "under_fide")
        asked = CorrectReport(changes=(NUMBER_RIGHT,), mended=OTHER_SHA, **WHY)
        assert decision(correct_report(OFFICER, asked, on(under_fide), READ)).facts["next"] == "received"

    def test_every_form_takes_what_it_should(self) -> None:
        """And nothing else."""
        for text in RESULTS:
            assert has_form("result", text)
        assert not has_form("result", "2-0")
        assert [has_form("federation", text) for text in ("HUN", "hun", "HU", "")] == [True, False, False, True]
        assert [has_form("sex", text) for text in ("m", "w", "f", "")] == [True, True, False, True]
        assert [has_form("rating", text) for text in ("2400", "24000", "0", "")] == [True, False, False, True]
        assert [has_form("day", text) for text in ("2026-11-01", "2026-11-31", "")] == [True, False, False]
        assert [has_form("title", text) for text in ("WFM", "wfm", "GRAND")] == [True, False, False]
        assert form_of(replace(RESULT, round=0)) == form_of(ReportChange("event", "motto", "x")) == ""


class TestAnswers:
    """Open questions answered."""

    def test_an_answer_is_a_fact_with_its_fingerprint(self) -> None:
        """The next one goes on from it, and one can be taken back."""
        first = decision(
            answer_report(OFFICER, AnswerReport(answers={"pgn": True}, **WHY), on(RECEIVED), AnswersSoFar())
        )
        so_far = AnswersSoFar({"pgn": True})
        back = decision(answer_report(OFFICER, AnswerReport(answers={"pgn": None}, **WHY), on(RECEIVED), so_far))

        assert (first.facts["answers"], first.facts["before"]) == ({"pgn": True}, {})
        assert back.facts["before"] == {"pgn": True}
        assert first.facts["fingerprint"] != back.facts["fingerprint"]
        again = AnswerReport(answers={"pgn": True}, **WHY)
        assert codes(lambda: answer_report(OFFICER, again, on(RECEIVED), so_far)) == ["nothing_to_change"]

    def test_what_is_on_record_is_not_answered(self) -> None:
        """Registration, approvals and days follow from the record; what is no fact is none."""
        asked = AnswerReport(answers={"received": "2026-11-01", "pgn": "perhaps", "weather": "fine"}, **WHY)

        assert codes(lambda: answer_report(OFFICER, asked, on(RECEIVED), AnswersSoFar())) == [
            "on_record", "wrong_fact", "unknown_fact",
        ]  # fmt: skip
        assert set(ANSWERABLE) >= {"pgn", "ruled_out", *GIVEN}
        assert set(DECIDED_ELSEWHERE) < set(ON_RECORD)


class TestFactsOfACheck:
    """Which facts a report is checked by."""

    def test_the_record_goes_before_answers_registration_and_what_was_sent(self) -> None:
        """In this order, each only where it says something."""
        report = RECEIVED.report
        assert report is not None
        case = replace(RECEIVED, report=replace(report, arbiter_sent_on=TODAY - timedelta(days=1)))
        sent = EventFacts(
            received=TODAY - timedelta(days=9), system="team", pgn=False, time_control="90+30", norms=True
        )
        facts = facts_known(case, {"pgn": True, "norms": False}, sent)

        assert (facts.received, facts.arbiter_sent, facts.federation_sent) == (TODAY, TODAY - timedelta(days=1), True)
        assert facts.registered == TODAY - timedelta(days=100)
        assert (facts.pgn, facts.norms, facts.system, facts.time_control) == (True, False, "swiss", "90+30")
        assert facts.officer_satisfied is None
        assert facts_known(case, {}, sent, is_accepted=True).officer_satisfied is True
        assert of_report(facts, has_start=True, has_end=False).start is None
        assert of_report(facts, has_start=True, has_end=False).end == case.values["end"]

    def test_approvals_are_facts(self) -> None:
        """By the body that gave them; one that was declined says no; what was never registered was not."""
        approvals = (
            Approval("late_registration", "qc_chair", is_granted=True, decided_on=TODAY, document="1"),
            Approval("hybrid", "qc_chair", is_granted=False, decided_on=TODAY, document="2"),
            Approval("without_report", "council", is_granted=True, decided_on=TODAY, document="3"),
        )
        facts = facts_known(replace(RECEIVED, approvals=approvals, registered_at=None, part=2), {}, EventFacts())

        assert (facts.late_registration_approved, facts.hybrid_approved, facts.longer_approved) == (
            "qc_chair", False, None,
        )  # fmt: skip
        assert (facts.rated_by_decision, facts.registered, facts.reported_monthly) == ("council", False, True)

    def test_facts_are_written_so_that_they_can_be_read_again(self) -> None:
        """Rounds with a time of their own, games, days."""
        facts = EventFacts(time_controls=((1, "60+30"),), ruled_out=((1, 2, 3),), received=TODAY, stages=("a", "b"))

        assert facts_from(plain_facts(facts), "again") == facts


class TestNumbers:
    """Players without a number."""

    def test_a_number_is_asked_for_once(self) -> None:
        """What the report says of the player is sealed."""
        of = PlayerWithoutNumber(name="Kestrel, Ada", born="2010", sex="w", federation="HUN")
        done = decision(ask_number(OFFICER, AskNumber(player=4, request=12), on(RECEIVED), of))

        assert (done.facts["request"], done.facts["player"], done.facts["player_federation"]) == (12, 4, "HUN")
        assert done.sealed["name"] == PersonalValue(12, "Kestrel, Ada", "request")
        assert "Kestrel" not in str(done.facts)
        for state, code in (
            (replace(of, is_asked=True), "number_asked_already"),
            (replace(of, has_number=True), "has_number"),
            (replace(of, is_there=False), "no_such_starting_numbers"),
        ):
            assert codes(lambda: ask_number(OFFICER, AskNumber(player=4), on(RECEIVED), state)) == [code]  # noqa: B023

    STATE = NumberRequestState(12, 4, stand_in=-3)

    def test_the_registrar_closes_a_request_with_the_number_and_its_sources(self) -> None:
        """An officer cannot; who the player is stands beside the log."""
        done = decision(give_number(REGISTRAR, NUMBER_GIVEN, on(RECEIVED), self.STATE))

        assert (done.facts["number"], done.facts["way"], done.facts["stand_in"]) == (1503014, "received_from_fide", -3)
        assert done.facts["sources"]["born"] == "passport"
        assert done.sealed["born"] == PersonalValue(1503014, "2010-03-04")
        assert codes(lambda: give_number(OFFICER, NUMBER_GIVEN, on(RECEIVED), self.STATE)) == ["no_right"]
        assert log_sentence(done.code, done.facts) == (
            "Request 12 was closed: the player has the number 1503014, received from FIDE."
        )

    def test_what_is_wrong_with_a_number_is_named_at_once(self) -> None:
        """Whose it is, how it came, values without a form or a source."""
        wrong = replace(NUMBER_GIVEN, way="by_chance", number=0, born="long ago", sex="", sources=())

        assert codes(lambda: give_number(REGISTRAR, wrong, on(RECEIVED), replace(self.STATE, is_open=False))) == [
            "request_closed", "unknown_way", "wrong_value", "wrong_value", "wrong_value", "no_source",
        ]  # fmt: skip
        taken = replace(self.STATE, taken=(1503014,))
        assert codes(lambda: give_number(REGISTRAR, NUMBER_GIVEN, on(RECEIVED), taken)) == ["number_taken"]
        had = replace(NUMBER_GIVEN, way="had_one")
        assert codes(lambda: give_number(REGISTRAR, had, on(RECEIVED), self.STATE)) == ["number_not_known"]
        assert codes(lambda: give_number(REGISTRAR, had, on(RECEIVED), taken)) == ["merge_first"]
        not_in_book = replace(taken, stand_in=0)
        assert decision(give_number(REGISTRAR, had, on(RECEIVED), not_in_book)).facts["way"] == "had_one"

    def test_a_request_is_taken_back_with_a_reason(self) -> None:
        """Once."""
        asked = WithdrawRequest(reason="the player did not play")

        assert decision(withdraw_request(OFFICER, asked, on(RECEIVED), self.STATE)).facts["request"] == 12
        assert codes(lambda: withdraw_request(OFFICER, WithdrawRequest(), on(RECEIVED), self.STATE)) == ["no_reason"]
        closed = replace(self.STATE, is_open=False)
        assert codes(lambda: withdraw_request(OFFICER, asked, on(RECEIVED), closed)) == ["request_closed"]


class TestUploads:
    """What comes by a link."""

    LINK = LinkOnRecord(5, 7, 0, "HUN", NOW + timedelta(days=3), uploads=2, size=1000)
    SENT = Uploaded(SHA, 1, 900)

    def test_a_link_ends_on_a_day_and_takes_so_much(self) -> None:
        """Within the limits of the office, for an event that can still be reported."""
        done = decision(make_link(OFFICER, MakeLink(), on(RECEIVED), 5))
        wrong = MakeLink(ends_at=NOW + timedelta(days=91), uploads=21)

        assert (done.facts["link"], done.facts["uploads"], done.facts["size"]) == (5, 3, uploads.MOST_BYTES)
        assert done.facts["ends"] == NOW + uploads.LINK_FOR
        assert codes(lambda: make_link(OFFICER, wrong, on(RECEIVED), 5)) == [
            "link_days", "link_limits",
        ]  # fmt: skip
        assert codes(lambda: make_link(STRANGER, MakeLink(), on(RECEIVED), 5)) == ["no_right"]
        ended = decision(end_link(OFFICER, EndLink(reason="it was sent on"), on(RECEIVED), self.LINK))
        assert ended.facts["link"] == 5
        gone = replace(self.LINK, is_ended=True)
        assert codes(lambda: end_link(OFFICER, EndLink(reason="again"), on(RECEIVED), gone)) == ["link_ended"]

    def test_an_upload_waits_until_an_officer_takes_it_in(self) -> None:
        """It says by which link it came; nothing changes at the event."""
        done = decision(upload(self.LINK, self.SENT, 31, TWO))

        assert (done.by, done.facts["link"], done.facts["upload"], done.facts["sha256"]) == (0, 5, 31, SHA)
        assert "stage" not in done.facts
        taken = decision(take_in_report(OFFICER, replace(REPORT, upload=31), on(RECEIVED)))
        assert taken.facts["upload"] == 31

    @pytest.mark.parametrize(
        "link",
        [
            None,
            replace(LINK, used=2),
            replace(LINK, is_ended=True),
            replace(LINK, ends_at=datetime(2026, 11, 18, 9, 30, tzinfo=UTC)),
        ],
    )
    def test_a_link_that_has_ended_takes_nothing(self, link: LinkOnRecord | None) -> None:
        """Nor does one that never was; which of these it is nobody learns."""
        assert codes(lambda: upload(link, self.SENT, 31, TWO)) == ["link_ended"]

    def test_too_much_or_nothing_is_refused(self) -> None:
        """With the limit of the link."""
        assert codes(lambda: upload(self.LINK, replace(self.SENT, size=1001), 31, TWO)) == ["upload_too_large"]
        assert codes(lambda: upload(self.LINK, Uploaded("", 0, 0), 31, TWO)) == ["upload_empty"]

    def test_uploads_are_set_aside_in_bulk_with_a_reason(self) -> None:
        """Only those that wait."""
        done = decision(set_aside(OFFICER, SetAside((32, 31), "no reports"), (31, 32, 33), "HUN", TWO))

        assert done.facts["uploads"] == [31, 32]
        assert codes(lambda: set_aside(OFFICER, SetAside((34,), "x"), (31,), "HUN", TWO)) == ["not_waiting"]
        assert codes(lambda: set_aside(OFFICER, SetAside((), ""), (31,), "HUN", TWO)) == ["no_uploads", "no_reason"]
        assert codes(lambda: set_aside(STRANGER, SetAside((31,), "x"), (31,), "HUN", TWO)) == ["no_right"]


class TestSenders:
    """Who sends the report of an official event."""

    @pytest.mark.parametrize(
        ("name", "sent_by", "is_refused"),
        [
            ("fide-2009-07", "organiser", False),
            pytest.param(
                *("fide-2009-07", "chief_arbiter", True), marks=pytest.mark.article("0.3", edition="fide-2009-07")
            ),
            ("fide-2014-07", "chief_arbiter", False),
            pytest.param(*("fide-2014-07", "officer", True), marks=pytest.mark.article("0.4", edition="fide-2014-07")),
            ("fide-2024-03", "chief_arbiter", False),
            pytest.param(*("fide-2024-03", "officer", True), marks=pytest.mark.article("0.3", edition="fide-2024-03")),
        ],
    )
    def test_the_edition_says_who_sends_an_official_report(self, name: str, sent_by: str, is_refused: bool) -> None:
        """The organiser in 2009 (0.3), the chief arbiter in 2014 (0.4) and 2024 (0.3)."""
        case = replace(case_at("received", official=True), law=edition(name))
        asked = replace(REPORT, sent_by=sent_by)
        if is_refused:
            assert codes(lambda: take_in_report(ARBITER, asked, on(case))) == ["other_sender"]
        else:
            assert decision(take_in_report(ARBITER, asked, on(case))).facts["sent_by"] == sent_by
        plain = replace(case_at("received"), law=edition(name))
        assert decision(take_in_report(ARBITER, asked, on(plain))).facts["sent_by"] == sent_by
        odd = replace(asked, sent_by="a_friend")
        assert codes(lambda: take_in_report(ARBITER, odd, on(plain))) == ["unknown_sender"]


def test_documents_are_attached_by_their_bytes() -> None:
    """Each once, of a kind that is known, not too large."""
    asked = AttachDocument(sha256=OTHER_SHA, size=900, kind="arbiters_word")
    done = decision(attach_document(ARBITER, asked, on(RECEIVED), frozenset()))
    wrong = replace(asked, kind="song", size=0)

    assert (done.facts["kind"], done.facts["sha256"]) == ("arbiters_word", OTHER_SHA)
    assert log_sentence(done.code, done.facts) == "To event 7 was attached: the word of the chief arbiter."
    assert codes(lambda: attach_document(ARBITER, wrong, on(RECEIVED), frozenset())) == [
        "unknown_document", "document_size",
    ]  # fmt: skip
    assert codes(lambda: attach_document(ARBITER, asked, on(RECEIVED), frozenset({OTHER_SHA}))) == [
        "attached_already",
    ]  # fmt: skip
    assert codes(lambda: attach_document(ADMINISTRATOR, replace(asked, sha256="x"), on(RECEIVED), frozenset())) == [
        "no_fingerprint",
    ]  # fmt: skip
