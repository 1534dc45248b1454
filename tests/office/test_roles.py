"""Roles and rights: every deed has roles and sentences, and each role does what its sentence says and no more."""

from __future__ import annotations

import pytest
from office_cast import (
    ADMINISTRATOR,
    AUDITOR,
    CAST,
    CONFIRMER,
    OFFICER,
    OPERATOR,
    REGISTRAR,
    STRANGER,
)

from arpad.office.person import MACHINE, MACHINE_ROLE, VISITOR, Grant, Person
from arpad.office.roles import (
    ANYWHERE,
    DEEDS,
    FEDERATION,
    GRANTED,
    OFFICE,
    OWN,
    PUBLIC,
    ROLES,
    SCOPES,
    confirming_refusal,
    deed_sentence,
    federations_seen,
    may,
    refusal,
    role_sentence,
)
from arpad.office.wording import WORDS


def test_there_are_ten_roles_each_with_a_sentence() -> None:
    """And a name."""
    words = WORDS.sections()

    assert len(ROLES) == 10
    assert set(words["role"]) == set(words["role_name"]) == set(ROLES)
    assert all(role_sentence(role).endswith(".") for role in ROLES)


def test_every_deed_has_roles_a_sentence_and_a_sentence_of_the_log() -> None:
    """And nothing else has."""
    words = WORDS.sections()

    assert set(words["deed"]) == set(words["log"]) == set(DEEDS)
    for code, deed in DEEDS.items():
        assert deed.roles
        assert set(deed.roles) <= {*ROLES, MACHINE_ROLE}
        assert deed.scope in SCOPES
        assert deed_sentence(code)[0].islower()
        assert words["log"][code].endswith(".")


def test_what_needs_a_second_person_needs_fresh_proof() -> None:
    """And changes something."""
    for deed in DEEDS.values():
        assert deed.changes or not (deed.needs_second or deed.needs_fresh_proof or deed.needs_reason), deed
        assert deed.needs_fresh_proof or not deed.needs_second, deed
        assert deed.confirmed_by or not deed.needs_second, deed


def test_second_persons_are_asked_for_what_the_issue_names() -> None:
    """Publishing, revising, merging, late reports, force, birth and sex of the rated, exclusions, rights, restoring."""
    assert {code for code, deed in DEEDS.items() if deed.needs_second} == {
        "list.publish", "list.revise", "player.merge", "late_report.take_in", "list.close_forced",
        "player.correct_identity", "player.exclude", "account.grant", "account.invite", "proof.restore",
        "person.erase", "settings.second_person",
    }  # fmt: skip


def changing(person: Person, federation: str = "") -> set[str]:
    """Give the deeds that change something and that a person may do, besides what everybody may."""
    everybody = {code for code, deed in DEEDS.items() if deed.scope in {OWN, PUBLIC}}
    return {code for code, deed in DEEDS.items() if deed.changes and may(person, code, federation)} - everybody


def test_an_auditor_reads_everything_and_changes_nothing() -> None:
    """Also for a federation."""
    assert changing(AUDITOR) == changing(AUDITOR, "HUN") == set()
    assert all(may(AUDITOR, code) for code, deed in DEEDS.items() if not deed.changes)


def test_an_operator_runs_the_machine_and_decides_nothing() -> None:
    """No list, no event, no player, no person."""
    assert changing(OPERATOR) == {"job.cancel", "proof.verify", "proof.backup", "proof.restore"}


def test_a_confirmer_only_confirms() -> None:
    """Or declines; and sees what it is about."""
    assert changing(CONFIRMER) == {"deed.confirm", "deed.decline"}
    for code, deed in DEEDS.items():
        assert (confirming_refusal(CONFIRMER, code) is None) == deed.needs_second, code


def test_a_visitor_sees_only_what_is_public() -> None:
    """Closed unless marked public; and what is refused says to log in."""
    for code, deed in DEEDS.items():
        refused = refusal(VISITOR, code)
        assert (refused is None) == (deed.scope == PUBLIC), code
        assert refused is None or refused.code == "not_logged_in"


def test_a_federation_officer_acts_for_one_federation_only() -> None:
    """What is about the whole office, or about another federation, is refused."""
    own = {code for code, deed in DEEDS.items() if deed.scope == FEDERATION and "federation_officer" in deed.roles}

    assert own == {
        "list.preview", "event.read", "player.read", "player.correct", "registration.read", "event.register",
        "event.take_up", "event.amend",
        "event.cancel", "event.postpone", "event.cut_short", "event.note_unregistered", "approval.ask",
        "approval.record", "part.declare_empty", "report.take_in", "report.return", "report.accept", "report.refuse",
        "appeal.lodge", "fide.send_registration", "fide.answer_registration", "fide.send", "fide.answer",
        "fide.note_list", "report.correct", "report.answer", "report.ask_number", "report.attach", "report.link",
        "report.end_link", "upload.set_aside", "report.withdraw_number",
        "letter.remind", "question.read", "question.pass_on", "question.reply", "question.answer",
        "question.close", "question.set_aside", "letter.read", "inbox.read", "inbox.assign", "inbox.wait", "inbox.note",
        "player.unindex", "certificate.issue",
    }  # fmt: skip
    for code in own:
        assert may(OFFICER, code, "HUN")
        assert not may(OFFICER, code, "POL")
        assert not may(OFFICER, code)
        assert federations_seen(OFFICER, code) == {"HUN"}
        assert federations_seen(STRANGER, code) == {"POL"}
        assert federations_seen(ADMINISTRATOR, code) is None
    assert all(not may(OFFICER, code, "HUN") for code, deed in DEEDS.items() if deed.scope == OFFICE)


def test_a_role_for_a_federation_gives_no_right_in_the_whole_office() -> None:
    """A registrar of one federation does not correct the players of another, and merges across none."""
    registrar = Person(20, "r", frozenset({Grant("registrar", "HUN")}))

    assert may(registrar, "player.merge", "HUN")
    assert not may(registrar, "player.merge")
    assert may(REGISTRAR, "player.merge")
    assert federations_seen(registrar, "log.read") == frozenset()


def test_who_holds_the_folder_does_what_needs_only_the_folder() -> None:
    """Setting up, migrating, adding people, backups, restoring, renewing a factor; and no list."""
    assert {code for code in DEEDS if may(MACHINE, code) and DEEDS[code].scope != PUBLIC} == {
        "office.init", "office.migrate", "account.add", "account.renew_factor", "proof.verify", "proof.backup",
        "proof.restore",
    }  # fmt: skip
    assert MACHINE_ROLE not in GRANTED
    assert confirming_refusal(MACHINE, "proof.restore") is not None


@pytest.mark.parametrize("code", [code for code, deed in DEEDS.items() if deed.needs_second])
def test_whoever_may_do_a_deed_may_confirm_it(code: str) -> None:
    """And approvers and confirmers may; nobody else."""
    for person in CAST:
        can = (may(person, code, "HUN") and person.record > 0) or person.roles & {"approver", "confirmer"}
        assert (confirming_refusal(person, code, "HUN") is None) == bool(can), person


def test_a_refusal_names_who_has_the_right() -> None:
    """In a sentence."""
    refused = refusal(OFFICER, "player.correct", "POL")
    folder = refusal(ADMINISTRATOR, "account.add")

    assert refused is not None
    assert refused.message == (
        "To correct what is said of a player is the right of a federation officer, a registrar and a rating "
        "administrator, for POL or for the whole office. An administrator of the office can grant it."
    )
    assert folder is not None
    assert "of whoever holds the folder of the office on its machine" in folder.message


def test_everybody_who_is_logged_in_reads_lists() -> None:
    """Whichever federation they are of."""
    assert all(may(person, "list.read") for person in CAST if person.record)
    assert DEEDS["list.read"].scope == ANYWHERE
