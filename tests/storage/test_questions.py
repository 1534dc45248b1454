"""Questions from asking to their outcome, with letters, numbers and the log; what was changed past it is found."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from asked_questions import DAY, EMAIL, NAME, TEXT, AskedOffice, asked_office, from_outside, question
from office_books import LISTS

from arpad.book.decisions.correct_event import CorrectResult
from arpad.model.problems import RefusedError
from arpad.office.answer_question import Close, PassOn
from arpad.office.ask_question import AskQuestion
from arpad.office.keep_office import ChangeSettings, Erase
from arpad.office.letters import EditTemplate
from arpad.office.person import VISITOR
from arpad.storage import log
from arpad.storage.archived_files import archive
from arpad.storage.database_book import DatabaseBook
from arpad.storage.deeds import questions
from arpad.storage.deeds.change_settings import change_settings
from arpad.storage.deeds.confirm import confirm
from arpad.storage.deeds.correspondence import edit_template
from arpad.storage.deeds.erase_person import erase_person
from arpad.storage.deeds.put_right import put_right
from arpad.storage.models import ArchivedFile, AskedQuestion, InHand, OfficeLetter, OutboxMail, SealedValue
from arpad.storage.queries.letters import letter
from arpad.storage.queries.questions import question as question_page
from arpad.storage.verify import verify

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("office")


def wrong_codes() -> list[str]:
    """Give the codes of everything that is wrong."""
    return sorted(problem.code for problem in verify(again=False).problems)


@pytest.fixture
def asked(tmp_path: Path) -> AskedOffice:
    """Give an office with a book and people."""
    return asked_office(tmp_path / "book", closed=True)


def test_a_question_from_outside_becomes_a_correction(asked: AskedOffice) -> None:
    """Confirmed by its address, passed on, replied to, put right, answered with the explanation, closed."""
    vera = asked.cast["administrator"]
    came, token = from_outside(question(asked.player, list=LISTS[1]))
    assert (came.number, came.waits_for_address) == (1, True)
    assert AskedQuestion.objects.get().due is None
    questions.confirm_address(VISITOR, token)
    assert AskedQuestion.objects.get().due == DAY + timedelta(days=30)
    questions.pass_on(vera, 1, PassOn("arbiter", DAY + timedelta(days=7), 4711), "Arno", "arno@example.org")
    assert AskedQuestion.objects.get().stage == "with_arbiter"
    questions.keep_reply(vera, 1, "The score sheet says 1:0.")
    with pytest.raises(RefusedError) as refused:
        questions.close(vera, 1, Close("corrected", 1))
    assert refused.value.problems[0].code == "no_correction"
    book = DatabaseBook(asked.system)
    rated = book.table("events").filter(rated_for=LISTS[1], kind="standard")["event_id"].to_list()
    games = book.table("games").filter(white_score=100)
    game = games.filter(games["event_id"].is_in(rated)).row(0, named=True)
    wrong = CorrectResult(game["event_id"], game["round"], game["white"], game["black"], (0, 100), "question 1")
    correction = put_right(vera, asked.system, wrong).entry
    questions.answer(vera, 1, "You are right; the next list goes on from it.", explained=True)
    questions.close(vera, 1, Close("corrected", correction))
    row = AskedQuestion.objects.get()
    assert (row.stage, row.outcome, row.correction) == ("closed", "corrected", correction)
    page = archive().read(row.explanation).decode()
    assert "Step by step" in page
    assert [each.reference for each in OfficeLetter.objects.order_by("number")] == ["2027-1", "2027-2", "2027-3"]
    assert OfficeLetter.objects.get(kind="question_answered").document == row.explanation
    assert OutboxMail.objects.filter(letter__kind="question_passed_on").values_list("address", flat=True)[0] == (
        "arno@example.org"
    )
    shown = question_page(vera, 1)
    assert shown is not None
    assert (shown.name, [entry.words for entry in shown.entries if entry.code == "question.ask"]) == (NAME, [TEXT])
    assert wrong_codes() == []


def test_nothing_personal_stands_in_the_log(asked: AskedOffice) -> None:
    """Neither name nor address nor words, whatever was done."""
    vera = asked.cast["administrator"]
    _, token = from_outside(question(asked.player))
    questions.confirm_address(VISITOR, token)
    questions.answer(vera, 1, "Nora, it stands.")
    for record in log.records():
        written = f"{record.facts} {record.reason}"
        assert not any(text in written for text in (NAME, EMAIL, TEXT, "Nora")), record.code


def test_what_was_asked_is_erased_and_everything_verifies(asked: AskedOffice) -> None:
    """The words beside the log, those of the letters, and what has not gone out by mail."""
    vera, alma = asked.cast["administrator"], asked.cast["approver"]
    _, token = from_outside(question(asked.player))
    questions.confirm_address(VISITOR, token)
    waits = erase_person(vera, Erase(1, "asked for, Article 17", "question")).waiting
    assert waits is not None
    confirm(alma, waits.number)
    values = SealedValue.objects.filter(of__in=("question", "letter"))
    assert values.count() == 4
    assert all(value.key is None and value.value is None for value in values)
    assert set(OutboxMail.objects.values_list("state", "address", "body")) == {("withdrawn", "", "")}
    shown, written = question_page(vera, 1), letter(vera, 1)
    assert shown is not None
    assert written is not None
    assert (shown.name, shown.entries[0].words, written.text) == ("", None, None)
    assert wrong_codes() == []


@pytest.mark.parametrize(
    ("wrong", "codes"),
    [
        ({"player": 1}, ["unknown_player"]),
        ({"kind": "fide_difference"}, ["unknown_question_kind"]),
        ({"kind": "perhaps", "chess": "bughouse"}, ["unknown_question_kind", "unknown_chess"]),
        ({"words": " ", "email": "no address"}, ["no_words", "no_address"]),
        ({"words": "x" * 4001}, ["long_words"]),
        ({"words": "a\x00b"}, ["unreadable_reason"]),
        ({"event": 1, "list": DAY}, ["unknown_event", "unknown_list"]),
        ({"name": "a\nb"}, ["no_name"]),
    ],
)
def test_everything_that_is_wrong_is_said_at_once(
    asked: AskedOffice, wrong: dict[str, object], codes: list[str]
) -> None:
    """And nothing is kept."""
    given = {"kind": "wrong_result", "words": TEXT, "email": EMAIL, "player": asked.player, **wrong}
    with pytest.raises(RefusedError) as refused:
        from_outside(AskQuestion(**given))  # type: ignore[arg-type] # as they come
    assert [problem.code for problem in refused.value.problems] == codes
    assert not AskedQuestion.objects.exists()
    assert not OutboxMail.objects.exists()


def test_a_difference_on_the_list_of_fide_is_asked_with_its_evidence(asked: AskedOffice) -> None:
    """By the office itself; the evidence goes with the letter to FIDE."""
    vera = asked.cast["administrator"]
    about = AskQuestion("fide_difference", asked.player, "K is 20.")
    with pytest.raises(RefusedError) as refused:
        questions.ask_question(vera, about)
    assert refused.value.problems[0].code == "no_evidence"
    questions.ask_question(vera, about, evidence=b"our line and theirs")
    questions.pass_on(vera, 1, PassOn("fide", DAY + timedelta(days=30)), address="fide@example.org")
    row = AskedQuestion.objects.get()
    assert (row.stage, archive().read(row.evidence)) == ("with_fide", b"our line and theirs")
    assert OutboxMail.objects.get().document == row.evidence
    assert ArchivedFile.objects.get(sha256=row.evidence).kind == "evidence"
    questions.keep_reply(vera, 1, "FIDE says: our mistake, next list.")
    questions.close(vera, 1, Close("not_corrected"))
    assert wrong_codes() == []


def test_many_are_set_aside_with_one_reason(asked: AskedOffice) -> None:
    """Those that nobody confirmed among them; an answered one is not."""
    vera = asked.cast["administrator"]
    for _ in range(3):
        from_outside(question(asked.player))
    with pytest.raises(RefusedError):
        questions.set_aside(vera, [1, 2], "")
    with pytest.raises(RefusedError):
        questions.set_aside(asked.cast["auditor"], [1, 2], "advertising")
    questions.set_aside(vera, [1, 2], "advertising")
    assert list(AskedQuestion.objects.order_by("number").values_list("stage", flat=True)) == [
        "set_aside", "set_aside", "unconfirmed",
    ]  # fmt: skip
    with pytest.raises(RefusedError):
        questions.set_aside(vera, [2, 3], "again")
    assert AskedQuestion.objects.get(number=3).stage == "unconfirmed"
    assert wrong_codes() == []


def test_a_link_is_good_once_and_for_nobody_else(asked: AskedOffice) -> None:
    """Used twice, guessed or ended, it does nothing."""
    _, token = from_outside(question(asked.player))
    questions.confirm_address(VISITOR, token)
    for wrong in (token, "guessed", ""):
        with pytest.raises(RefusedError):
            questions.confirm_address(VISITOR, wrong)
    assert OfficeLetter.objects.count() == 1


def test_letters_are_numbered_without_a_gap_and_written_as_the_office_decided(asked: AskedOffice) -> None:
    """A deed that fails takes no number; prefix and template are settings; text from outside asks for nothing."""
    vera = asked.cast["administrator"]
    change_settings(vera, ChangeSettings({"letter_prefix": "HUN", "question_days": "14"}, "the board"))
    edit_template(vera, EditTemplate("question_received", "We have {question}", "{name}! Until {term}.", "shorter"))
    for wrong in (
        EditTemplate("question_received", "{password}", "text", "why"),
        EditTemplate("perhaps", "subject", "text", "why"),
        EditTemplate("question_received", "", "", "why"),
        EditTemplate("question_received", "subject", "text", ""),
    ):
        with pytest.raises(RefusedError):
            edit_template(vera, wrong)
    questions.ask_question(vera, question(asked.player, name="{office} {reference}"))
    with pytest.raises(RefusedError):
        questions.answer(vera, 1, "")
    questions.ask_question(vera, question(asked.player))
    first, second = OfficeLetter.objects.order_by("number")
    assert (first.reference, second.reference) == ("HUN-2027-1", "HUN-2027-2")
    mail = OutboxMail.objects.get(letter=first)
    assert (mail.subject, mail.body) == ("We have 1", "{office} {reference}! Until 2027-02-15.\n")
    assert wrong_codes() == []


def test_what_was_changed_past_the_office_is_found_and_named(asked: AskedOffice) -> None:
    """A question, a letter, a mail, what is in hand: edited, taken away, put in."""
    vera = asked.cast["administrator"]
    questions.ask_question(vera, question(asked.player))
    assert wrong_codes() == []
    AskedQuestion.objects.update(stage="answered")
    (problem,) = verify(again=False).problems
    assert (problem.code, problem.facts["fields"]) == ("correspondence_differs", ["stage"])
    AskedQuestion.objects.update(stage="open")
    OfficeLetter.objects.update(reference="2027-9")
    assert wrong_codes() == ["correspondence_differs"]
    OfficeLetter.objects.update(reference="2027-1")
    OutboxMail.objects.all().delete()
    assert wrong_codes() == ["mail_gone"]
    InHand.objects.create(of="question", about=1, assignee=1)
    assert wrong_codes() == ["correspondence_not_logged", "mail_gone"]
    AskedQuestion.objects.all().delete()
    assert wrong_codes() == ["correspondence_gone", "correspondence_not_logged", "mail_gone"]
