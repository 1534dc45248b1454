"""Who has what in hand, notes, stand-ins, calendars; and certificates that the office can neither change nor forget."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest
from asked_questions import DAY, AskedOffice, asked_office, question
from office_books import LISTS
from office_people import added

from arpad.model.clock import now
from arpad.model.problems import RefusedError
from arpad.office.answer_question import PassOn
from arpad.office.issue_certificate import signature_state
from arpad.office.keep_inbox import NameStandIn
from arpad.office.keep_office import Erase
from arpad.office.person import Grant, Person
from arpad.storage.archived_files import archive
from arpad.storage.deeds import inbox as deeds
from arpad.storage.deeds import questions
from arpad.storage.deeds.confirm import confirm
from arpad.storage.deeds.correspondence import issue_certificate
from arpad.storage.deeds.erase_person import erase_person
from arpad.storage.models import InHand, ListVersion, RoleGrant, StandIn
from arpad.storage.queries.inbox import calendar_duties, inbox, matter, person_of_calendar, possible_stand_ins
from arpad.storage.queries.letters import certificate
from arpad.storage.signing import office_key
from arpad.storage.verify import verify

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("office")


@pytest.fixture
def asked(tmp_path: Path) -> AskedOffice:
    """Give an office with a book and people."""
    return asked_office(tmp_path / "book")


def somebody(username: str, role: str, federation: str = "") -> Person:
    """Give somebody with a role."""
    account = added(username, role, federation)
    return Person(account.record, username, frozenset({Grant(role, federation)}), now())


def test_duties_stand_in_order_of_urgency_and_one_is_next(asked: AskedOffice) -> None:
    """What waits for others comes last, unless its day is near; what somebody else has in hand is not next."""
    vera, tomas = asked.cast["administrator"], asked.cast["colleague"]
    for _ in range(3):
        questions.ask_question(vera, question(asked.player))
    questions.pass_on(vera, 1, PassOn("arbiter", DAY + timedelta(days=20)))
    questions.pass_on(vera, 2, PassOn("arbiter", DAY + timedelta(days=3)))
    shown = inbox(vera)
    assert [(line.duty.number, line.urgency) for line in shown.lines] == [(2, "soon"), (3, "ours"), (1, "others")]
    assert shown.next is not None
    assert shown.next.duty.number == 3
    deeds.assign(vera, "question", 3, tomas.record)
    assert inbox(vera).next is None
    following = inbox(tomas).next
    assert following is not None
    assert (following.duty.number, following.is_own) == (3, True)
    deeds.wait_for(vera, "question", 3, "player")
    assert inbox(tomas).next is None
    deeds.wait_for(vera, "question", 3, "")
    deeds.assign(vera, "question", 3, None)
    assert inbox(vera).next is not None
    assert verify(again=False).problems == []


def test_only_who_may_has_something_in_hand_and_only_what_is_there(asked: AskedOffice) -> None:
    """An auditor reads; an officer of another federation does not see it."""
    vera, ivo = asked.cast["administrator"], asked.cast["auditor"]
    questions.ask_question(vera, question(asked.player))
    stranger = somebody("pia", "federation_officer", "ZZZ")
    for account in (ivo.record, stranger.record, 99):
        with pytest.raises(RefusedError):
            deeds.assign(vera, "question", 1, account)
    for of, number in (("question", 9), ("perhaps", 1)):
        with pytest.raises(RefusedError):
            deeds.note(vera, of, number, "text")
    for person in (ivo, stranger):
        with pytest.raises(RefusedError):
            deeds.note(person, "question", 1, "text")
    assert inbox(stranger).lines == []
    assert matter(stranger, "question", 1) is None
    assert [line.duty.number for line in inbox(ivo).lines] == [1]
    assert not InHand.objects.exists()


def test_a_note_is_sealed_and_can_be_erased(asked: AskedOffice) -> None:
    """The words stand nowhere but beside the log."""
    vera = asked.cast["administrator"]
    questions.ask_question(vera, question(asked.player))
    deeds.note(vera, "question", 1, "The arbiter is on holiday until Friday.")
    shown = matter(vera, "question", 1)
    assert shown is not None
    assert [each.words for each in shown.notes] == ["The arbiter is on holiday until Friday."]
    waits = erase_person(vera, Erase(1, "it named somebody", "note")).waiting
    assert waits is not None
    confirm(asked.cast["approver"], waits.number)
    shown = matter(vera, "question", 1)
    assert shown is not None
    assert [each.words for each in shown.notes] == [None]
    assert verify(again=False).problems == []


def test_a_stand_in_sees_duties_and_gets_no_right(asked: AskedOffice) -> None:
    """From a day until a day, for somebody who holds one of the same roles, and only as long as that is so."""
    vera, tomas, alma = (asked.cast[name] for name in ("administrator", "colleague", "approver"))
    questions.ask_question(vera, question(asked.player))
    deeds.assign(vera, "question", 1, vera.record)
    for other, first, last in (
        (alma.record, DAY, DAY), (vera.record, DAY, DAY), (tomas.record, DAY, DAY - timedelta(days=1)),
        (tomas.record, DAY - timedelta(days=9), DAY - timedelta(days=1)),
    ):  # fmt: skip
        with pytest.raises(RefusedError):
            deeds.name_stand_in(vera, NameStandIn(other, first, last))
    assert possible_stand_ins(vera) == [(tomas.record, "colleague")]
    deeds.name_stand_in(vera, NameStandIn(tomas.record, DAY, DAY + timedelta(days=14)))
    seen = inbox(tomas)
    assert (seen.stands_in_for, seen.lines[0].is_own) == ([(vera.record, "administrator")], True)
    assert not RoleGrant.objects.filter(account=tomas.record).exclude(role="rating_administrator").exists()
    with pytest.raises(RefusedError):
        deeds.end_stand_in(tomas, 1)
    grants = RoleGrant.objects.filter(account=tomas.record)
    grants.update(role="registrar")
    lowered = replace(tomas, grants=frozenset({Grant("registrar")}))
    assert inbox(lowered).stands_in_for == []
    grants.update(role="rating_administrator")
    deeds.end_stand_in(vera, 1)
    assert inbox(tomas).stands_in_for == []
    assert StandIn.objects.get().ended_by == vera.record
    assert verify(again=False).problems == []


def test_the_address_of_a_calendar_is_renewed_and_ends_with_the_account(asked: AskedOffice) -> None:
    """The one before is nobody's any more; roles are those of the moment."""
    vera = asked.cast["administrator"]
    questions.ask_question(vera, question(asked.player))
    _, first = deeds.renew_calendar(vera)
    _, second = deeds.renew_calendar(vera)
    assert person_of_calendar(first) is None
    owner = person_of_calendar(second)
    assert owner is not None
    assert [duty.number for duty in calendar_duties(owner)] == [1]
    RoleGrant.objects.filter(account=vera.record).update(ended_at=now(), ended_by=0)
    owner = person_of_calendar(second)
    assert owner is not None
    assert calendar_duties(owner) == []
    assert person_of_calendar("") is None


def test_a_certificate_says_what_the_list_in_use_on_the_day_says(asked: AskedOffice) -> None:
    """Numbered as letters are, archived by its hash, in the log; what nobody can certify is refused."""
    vera, system = asked.cast["administrator"], asked.system
    outcome, letter = issue_certificate(vera, system, asked.player, DAY)
    data = json.loads(archive().read(letter.document))
    version = ListVersion.objects.latest("list_date")
    assert (data["reference"], data["player"]["number"]) == ("2027-1", asked.player)
    assert data["list"]["hash"] == version.list_hash
    assert data["ratings"]["standard"]["rating"] > 1000
    checked = certificate(letter.document)
    assert checked is not None
    assert (checked.row.entry, checked.data, checked.is_revised) == (outcome.entry, data, False)
    assert signature_state(data, office_key()) == "holds"
    forged = {**data, "ratings": {"standard": {**data["ratings"]["standard"], "rating": 2900}}}
    assert signature_state(forged, office_key()) == "changed"
    assert signature_state({**data, "key": "0" * 64}, office_key()) == "other_key"
    assert signature_state({name: data[name] for name in data if name != "signature"}, office_key()) == "unsigned"
    assert certificate("0" * 64) is None
    for player, day in ((asked.player, DAY + timedelta(days=1)), (asked.player, date(2001, 1, 1)), (1, DAY)):
        with pytest.raises(RefusedError):
            issue_certificate(vera, system, player, day)
    with pytest.raises(RefusedError):
        issue_certificate(asked.cast["auditor"], system, asked.player, DAY)
    assert verify(again=False).problems == []
    assert LISTS[0] <= version.list_date
