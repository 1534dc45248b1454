"""Questions asked, confirmed, passed on, answered, closed and set aside, each with the letters that go with it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from hashlib import sha256
from secrets import token_urlsafe
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Max

from arpad.model.clock import now
from arpad.model.problems import RefusedError
from arpad.office import answer_question as decisions
from arpad.office import ask_question as asking
from arpad.office.letters import OF_QUESTION, LetterDraft
from arpad.office.questions import TO_ARBITER, QuestionCase, QuestionState, kind_words, receiver_words
from arpad.pages.letter import letter_page
from arpad.storage import log
from arpad.storage.archived_files import EVIDENCE, EXPLANATION, archive, name_files
from arpad.storage.deeds.asking import DeedOutcome, Origin, circumstances
from arpad.storage.deeds.lists import office_day
from arpad.storage.letters import put_into_outbox, record_with_letters
from arpad.storage.models import AskedQuestion, EventRow, ListVersion, LogEntry, PlayerRow, SealedValue
from arpad.storage.queries.systems import rating_system
from arpad.storage.settings_in_force import settings_in_force
from arpad.storage.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import date

    from arpad.office.answer_question import Close, PassOn
    from arpad.office.ask_question import AskQuestion
    from arpad.office.decision import Decision
    from arpad.office.person import Person
    from arpad.storage.archive import Kept

NOWHERE = Origin()
LINK_HOLDS = timedelta(days=90)
"""So long the link of a question is good: to confirm the address, and to look what became of it."""


@dataclass(frozen=True, slots=True)
class QuestionAsked(DeedOutcome):
    """What came of asking: the number of the question, and whether the address has to be confirmed first."""

    number: int = 0
    waits_for_address: bool = False


def ask_question(
    person: Person,
    asked: AskQuestion,
    origin: Origin = NOWHERE,
    evidence: bytes | None = None,
    mail: Callable[[str], tuple[str, str]] | None = None,
) -> QuestionAsked:
    """Decide whether a question is taken in, and keep it; `mail` gives subject and body of the mail with a link."""
    kept = None if evidence is None else archive().put(evidence)
    if kept is not None:
        asked = replace(asked, evidence=kept.sha256)
    with transaction.atomic():
        log.hold()  # nobody else takes the same number
        decision = asking.ask_question(person, asked, _ask_state(asked))
        number, stage = decision.facts["question"], decision.facts["next"]
        waits = stage == "unconfirmed"
        token = token_urlsafe(32) if asked.email and decision.facts["from_outside"] else ""
        name_files([(kept, EVIDENCE)] if kept is not None else [])
        drafts = [] if waits or not asked.email else [_received(_asked_case(decision), asked.name, asked.email,
                                                                 office_day(), decision.facts["due"])]  # fmt: skip
        entry, _ = record_with_letters(decision, drafts, origin)
        AskedQuestion.objects.create(
            number=number, kind=asked.kind, stage=stage, federation=decision.facts["federation"], player=asked.player,
            chess=asked.chess, list_date=asked.list, event=asked.event, round=asked.round, asked_at=entry.at,
            is_from_outside=decision.facts["from_outside"], asked_entry=entry.number, due=decision.facts["due"],
            evidence=asked.evidence, token_hash=_hashed(token) if token else "",
            token_ends=now() + LINK_HOLDS if token else None,
        )  # fmt: skip
        if waits and mail is not None:
            subject, body = mail(token)
            put_into_outbox("question_confirm", f"confirm-{number}", asked.email, subject, body)
    return QuestionAsked(decision, entry.number, number=number, waits_for_address=waits)


def _ask_state(asked: AskQuestion) -> asking.AskState:
    system = rating_system()
    player = PlayerRow.objects.filter(rating_system=system, fide_id=asked.player).first() if system else None
    events = EventRow.objects.filter(rating_system=system)
    lists = ListVersion.objects.filter(rating_system=system, stage__in=("published", "revised"))
    newest = AskedQuestion.objects.aggregate(newest=Max("number"))["newest"] or 0
    return asking.AskState(
        circumstances("question.ask"),
        newest + 1,
        office_day(),
        settings_in_force().question_days,
        player.federation if player is not None else "",
        is_player_known=player is not None,
        is_event_known=asked.event is None or events.filter(event_id=asked.event).exists(),
        is_list_known=asked.list is None or lists.filter(list_date=asked.list).exists(),
    )


def _asked_case(decision: Decision) -> QuestionCase:
    facts = decision.facts
    return QuestionCase(facts["question"], facts["kind"], facts["next"], facts["federation"], facts["player"])


def _received(case: QuestionCase, name: str, email: str, asked_on: date, due: date) -> LetterDraft:
    facts = {**_letter_facts(case, asked_on), "term": due.isoformat()}
    return LetterDraft("question_received", OF_QUESTION, case.number, facts, name, email, case.federation)


def _letter_facts(case: QuestionCase, asked_on: date) -> dict[str, str]:
    matter = kind_words(case.kind)
    return {
        "question": str(case.number), "player": str(case.player), "matter": matter, "asked_on": asked_on.isoformat(),
    }  # fmt: skip


def _hashed(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def of_token(token: str) -> AskedQuestion | None:
    """Give the question of a link that is still good."""
    return AskedQuestion.objects.filter(token_hash=_hashed(token), token_ends__gt=now()).first() if token else None


def confirm_address(person: Person, token: str, origin: Origin = NOWHERE) -> DeedOutcome:
    """Decide that the address of whoever asked is confirmed, by the link that went there."""
    with transaction.atomic():
        row = of_token(token)
        if row is None:
            raise RefusedError.of(WORDS, "no_question_link")
        row = _held(row.number)
        decision = asking.confirm_address(person, _state(row, "question.confirm_address"),
                                          settings_in_force().question_days)  # fmt: skip
        asker = sealed_of(row.asked_entry)
        due = decision.facts["due"]
        draft = _received(case_of(row), asker.get("name", ""), asker.get("email", ""), office_day(row.asked_at), due)
        entry, _ = record_with_letters(decision, [draft] if draft.address else [], origin)
        _change(row, stage=decision.facts["next"], due=due)
    return DeedOutcome(decision, entry.number)


def pass_on(  # noqa: PLR0913, PLR0917 - what it is passed on with
    person: Person, number: int, asked: PassOn, name: str = "", address: str = "", evidence: bytes | None = None,
    origin: Origin = NOWHERE,
) -> DeedOutcome:  # fmt: skip
    """Decide whether a question is passed on, and write the letter; `name` and `address` are the receiver's."""
    kept = None if evidence is None else archive().put(evidence)
    with transaction.atomic():
        row = _held(number)
        asked = replace(asked, evidence=kept.sha256 if kept is not None else asked.evidence or row.evidence)
        decision = decisions.pass_on(person, asked, _state(row, "question.pass_on"))
        name_files([(kept, EVIDENCE)] if kept is not None else [])
        facts = {**_letter_facts(case_of(row), office_day(row.asked_at)), "until": asked.until.isoformat()}
        facts["words"] = sealed_of(row.asked_entry).get("words", "")
        receiver = name or receiver_words(asked.to)
        draft = LetterDraft(
            "question_passed_on", OF_QUESTION, number, facts, receiver, address, row.federation, asked.evidence
        )
        entry, _ = record_with_letters(decision, [draft], origin)
        arbiter = asked.arbiter if asked.to == TO_ARBITER else None
        _change(row, stage=decision.facts["next"], passed_until=asked.until, arbiter=arbiter, evidence=asked.evidence)
    return DeedOutcome(decision, entry.number)


def keep_reply(person: Person, number: int, words: str, origin: Origin = NOWHERE) -> DeedOutcome:
    """Decide that the reply to a question is kept."""
    with transaction.atomic():
        row = _held(number)
        decision = decisions.keep_reply(person, words, _state(row, "question.reply"))
        entry = log.record(decision, origin.request, origin.system_user)
        _change(row, stage=decision.facts["next"], passed_until=None)
    return DeedOutcome(decision, entry.number)


def answer(
    person: Person, number: int, words: str, *, explained: bool = False, origin: Origin = NOWHERE
) -> DeedOutcome:
    """Decide whether a question is answered, with the explanation of the line attached where that is asked for."""
    kept = explanation_of(_row(number)) if explained else None
    with transaction.atomic():
        row = _held(number)
        asked = decisions.QuestionAnswer(words, kept.sha256 if kept is not None else "")
        decision = decisions.answer(person, asked, _state(row, "question.answer"))
        name_files([(kept, EXPLANATION)] if kept is not None else [])
        asker = sealed_of(row.asked_entry)
        facts = {**_letter_facts(case_of(row), office_day(row.asked_at)), "answer": words}
        draft = LetterDraft(
            "question_answered", OF_QUESTION, number, facts, asker.get("name", ""), asker.get("email", ""),
            row.federation, asked.explanation,
        )  # fmt: skip
        entry, _ = record_with_letters(decision, [draft], origin)
        _change(row, stage=decision.facts["next"], explanation=asked.explanation)
    return DeedOutcome(decision, entry.number)


def explanation_of(row: AskedQuestion) -> Kept:
    """Work the line out that a question is about, and keep the page that explains it."""
    from arpad.storage.queries.explained import explained_letter  # noqa: PLC0415 - loads the engine

    system = rating_system()
    if system is None or not case_of(row).is_explainable or row.list_date is None:
        raise RefusedError.of(WORDS, "nothing_to_explain", str(row.number), number=row.number)
    letter = explained_letter(system, row.list_date, row.player, row.chess)
    return archive().put(letter_page(letter).encode())


def close(person: Person, number: int, asked: Close, origin: Origin = NOWHERE) -> DeedOutcome:
    """Decide whether a question is closed with its outcome."""
    with transaction.atomic():
        row = _held(number)
        correction = LogEntry.objects.filter(number=asked.correction or 0).values_list("code", flat=True).first()
        decision = decisions.close(person, asked, _state(row, "question.close"), correction or "")
        entry = log.record(decision, origin.request, origin.system_user)
        facts = decision.facts
        _change(row, stage=facts["next"], outcome=facts["outcome"], correction=facts["correction"])
    return DeedOutcome(decision, entry.number)


def set_aside(person: Person, numbers: Sequence[int], reason: str, origin: Origin = NOWHERE) -> DeedOutcome:
    """Decide whether several questions are set aside."""
    with transaction.atomic():
        rows = [_held(number) for number in sorted(set(numbers))]
        cases = [case_of(row) for row in rows]
        decision = decisions.set_aside(person, cases, reason, circumstances("question.set_aside"))
        entry = log.record(decision, origin.request, origin.system_user)
        AskedQuestion.objects.filter(number__in=decision.facts["questions"]).update(stage=decision.facts["next"])
    return DeedOutcome(decision, entry.number)


def case_of(row: AskedQuestion) -> QuestionCase:
    """Give a question as the office decides about it."""
    return QuestionCase(
        row.number, row.kind, row.stage, row.federation, row.player, row.chess, row.list_date, row.event,
        bool(row.chess and row.list_date),
    )  # fmt: skip


def sealed_of(entry: int) -> dict[str, str]:
    """Give what is sealed beside an entry and was not erased, by name."""
    values = SealedValue.objects.filter(entry_number=entry, erased_at__isnull=True)
    return {value.name: str(value.value) for value in values}


def _state(row: AskedQuestion, code: str) -> QuestionState:
    return QuestionState(circumstances(code), case_of(row), office_day())


def _row(number: int) -> AskedQuestion:
    row = AskedQuestion.objects.filter(number=number).first()
    if row is None:
        raise RefusedError.of(WORDS, "no_question", str(number), number=number)
    return row


def _held(number: int) -> AskedQuestion:
    """Give a question that nobody else changes until the transaction has ended."""
    log.hold()
    return _row(number)


def _change(row: AskedQuestion, **values: object) -> None:
    AskedQuestion.objects.filter(number=row.number).update(**values)
