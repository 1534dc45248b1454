"""People of the office: invited, granted roles, closed; settings, personal values, backups, open law."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from office_cast import (
    ADMINISTRATOR,
    APPROVER,
    COLLEAGUE,
    NOW,
    ONE,
    OPERATOR,
    TWO,
    codes,
    confirming,
    decision,
    waiting,
)

from arpad.office.decide_open_law import (
    AdjustmentMatter,
    CoefficientMatter,
    DecideOpenLaw,
    MonthlyLists,
    OpenLawState,
    decide_open_law,
)
from arpad.office.decision import PersonalValue
from arpad.office.grant_role import AccountState, EndGrant, GrantRole, end_grant, grant_role
from arpad.office.keep_accounts import (
    AddAccount,
    AddState,
    Invite,
    InviteState,
    OfAccount,
    add_account,
    close_account,
    end_log_ins,
    invite,
    renew_factor,
)
from arpad.office.keep_office import (
    ChangeSettings,
    Erase,
    EraseState,
    Restore,
    RestoreState,
    SettingsState,
    change_settings,
    erase_person,
    restore,
)
from arpad.office.log import log_sentence
from arpad.office.person import MACHINE, Grant

REGISTRAR = frozenset({Grant("registrar")})
TWO_ADMINISTRATORS = AccountState(TWO, frozenset({Grant("rating_administrator")}), administrators=2)


def test_rights_are_granted_by_two_people_of_whom_neither_gets_them() -> None:
    """Nobody grants themselves anything, nor confirms it."""
    state = AccountState(TWO)
    asked = waiting(grant_role(ADMINISTRATOR, GrantRole(4, "registrar", "HUN", "new here"), state))
    confirmed = replace(state, circumstances=confirming(asked))
    done = decision(grant_role(COLLEAGUE, GrantRole(4, "registrar", "HUN", ""), confirmed))

    assert done.facts == {"account": 4, "role": "registrar", "federation": "HUN"}
    assert log_sentence(done.code, done.facts) == "Account 4 was granted the role of a registrar for HUN."
    own = GrantRole(1, "registrar", "", "w")
    assert codes(lambda: grant_role(ADMINISTRATOR, own, state)) == ["own_right"]
    for_approver = waiting(grant_role(ADMINISTRATOR, GrantRole(6, "registrar", "", "w"), state))
    theirs = replace(state, circumstances=confirming(for_approver))
    assert codes(lambda: grant_role(APPROVER, GrantRole(6, "registrar", "", ""), theirs)) == ["own_right"]


@pytest.mark.parametrize(
    ("role", "federation", "expected"),
    [
        ("king", "", ["unknown_role"]),
        ("visitor", "", ["unknown_role"]),
        ("machine", "", ["unknown_role"]),
        ("federation_officer", "", ["role_needs_federation"]),
        ("federation_officer", "hun", ["no_federation"]),
        ("rating_administrator", "HUN", ["role_of_whole_office"]),
        ("auditor", "", ["role_stands_alone"]),
        ("confirmer", "", ["role_stands_alone"]),
        ("registrar", "", ["granted_already"]),
    ],
)
def test_a_role_fits_its_federation_and_the_other_roles(role: str, federation: str, expected: list[str]) -> None:
    """An auditor and a confirmer hold no other role."""
    state = AccountState(TWO, REGISTRAR)

    assert codes(lambda: grant_role(ADMINISTRATOR, GrantRole(4, role, federation, "w"), state)) == expected


def test_an_office_keeps_an_administrator() -> None:
    """Neither the last role nor the last account ends."""
    last = replace(TWO_ADMINISTRATORS, administrators=1)
    asked = EndGrant(1, "rating_administrator", "", "leaves")

    assert decision(end_grant(COLLEAGUE, asked, TWO_ADMINISTRATORS)).code == "account.end_grant"
    assert codes(lambda: end_grant(COLLEAGUE, asked, last)) == ["last_administrator"]
    assert codes(lambda: close_account(ADMINISTRATOR, OfAccount(1, ""), last)) == ["last_administrator", "no_reason"]
    assert codes(lambda: end_grant(COLLEAGUE, replace(asked, role="auditor"), last)) == ["not_granted"]
    done = decision(close_account(COLLEAGUE, OfAccount(1, "leaves"), replace(TWO_ADMINISTRATORS, log_ins=3)))
    assert done.facts == {
        "account": 1, "roles": [{"role": "rating_administrator", "federation": ""}], "count": 3,
    }  # fmt: skip
    closed = AccountState(TWO, is_closed=True)
    assert codes(lambda: close_account(COLLEAGUE, OfAccount(4, "w"), closed)) == ["account_closed"]
    assert codes(lambda: grant_role(COLLEAGUE, GrantRole(4, "registrar", "", "w"), closed)) == ["account_closed"]


def test_an_invitation_brings_a_role_so_two_people_send_it() -> None:
    """Name and address are sealed; it ends."""
    asked = Invite("Some Body", "some@body.example", "registrar", reason="new")
    wait = waiting(invite(ADMINISTRATOR, asked, InviteState(TWO, 3)))
    done = decision(invite(COLLEAGUE, asked, InviteState(confirming(wait), 4)))

    assert done.facts == {"role": "registrar", "federation": "", "invitation": 4, "ends": NOW + timedelta(days=7)}
    assert done.sealed["email"] == PersonalValue(4, "some@body.example", "invitation")
    assert "body" not in str(done.facts).lower()
    wrong = Invite(" ", "nobody", "king", ends_at=NOW + timedelta(days=31))
    assert codes(lambda: invite(ADMINISTRATOR, wrong, InviteState(ONE, 3, is_known=True))) == [
        "unknown_role", "no_name", "no_address", "account_known", "invitation_days", "no_reason",
    ]  # fmt: skip


def test_the_first_administrator_is_added_at_the_machine() -> None:
    """And by nobody else."""
    asked = AddAccount("anna", "Anna Example", "", "rating_administrator")
    done = decision(add_account(MACHINE, asked, AddState(ONE, 1)))

    assert (done.by, done.facts) == (0, {"account": 1, "role": "rating_administrator", "federation": ""})
    assert done.sealed["username"] == PersonalValue(1, "anna", "account")
    assert codes(lambda: add_account(ADMINISTRATOR, asked, AddState(ONE, 1))) == ["no_right"]
    wrong = AddAccount("Ä", "", "x", "rating_administrator", "HUN")
    assert codes(lambda: add_account(MACHINE, wrong, AddState(ONE, 1))) == [
        "role_of_whole_office", "no_name", "no_username", "no_address",
    ]  # fmt: skip
    assert codes(lambda: add_account(MACHINE, asked, AddState(ONE, 1, is_taken=True))) == ["username_taken"]


def test_a_lost_factor_is_renewed_by_somebody_else_or_at_the_machine() -> None:
    """The log says where."""
    state = AccountState(TWO)

    assert decision(renew_factor(COLLEAGUE, OfAccount(1, "lost phone"), state)).facts["at_machine"] is False
    at_machine = decision(renew_factor(MACHINE, OfAccount(1, "lost phone"), state))
    assert log_sentence(at_machine.code, at_machine.facts) == (
        "The second factor of account 1 was renewed at the machine."
    )
    assert codes(lambda: renew_factor(ADMINISTRATOR, OfAccount(1, "w"), state)) == ["own_factor_lost"]
    assert codes(lambda: renew_factor(OPERATOR, OfAccount(1, "w"), state)) == ["no_right"]
    assert decision(end_log_ins(ADMINISTRATOR, OfAccount(4, "w"), replace(state, log_ins=2))).facts["count"] == 2


SETTINGS: dict[str, Any] = {"second_person": "required", "title": "Office", "mail_password": "old"}


def test_settings_are_changed_and_secret_ones_never_stand_in_the_log() -> None:
    """That of the second person alone and by two people."""
    state = SettingsState(TWO, SETTINGS, frozenset({"mail_password"}))
    asked = ChangeSettings({"title": "Bureau", "mail_password": "new"}, "w")
    done = decision(change_settings(ADMINISTRATOR, asked, state))

    assert done.facts == {"names": ["mail_password", "title"], "values": {"title": ["Office", "Bureau"]}}
    second = waiting(change_settings(ADMINISTRATOR, ChangeSettings({"second_person": "alone"}, "w"), state))
    assert (second.code, second.facts) == ("settings.second_person", {"was": "required", "value": "alone"})
    both = ChangeSettings({"second_person": "never", "title": "x", "colour": "red"}, "")
    assert codes(lambda: change_settings(ADMINISTRATOR, both, state)) == [
        "unknown_settings", "wrong_second_person", "second_person_alone", "no_reason",
    ]  # fmt: skip
    same = ChangeSettings({"title": "Office"}, "w")
    assert codes(lambda: change_settings(ADMINISTRATOR, same, state)) == ["nothing_to_change"]


def test_personal_values_are_erased_by_two_people() -> None:
    """The decision names the records, not the values."""
    state = EraseState(TWO, [(9, "name_after"), (4, "email")])
    asked = waiting(erase_person(ADMINISTRATOR, Erase(7, "asked for it, article 17"), state))

    assert asked.facts["values"] == [{"entry": 4, "name": "email"}, {"entry": 9, "name": "name_after"}]
    empty = EraseState(TWO, [], is_open_account=True)
    assert codes(lambda: erase_person(ADMINISTRATOR, Erase(7, "w", "account"), empty)) == [
        "erase_of_open_account", "nothing_to_erase",
    ]  # fmt: skip


def test_a_backup_is_restored_by_two_people_or_at_the_machine() -> None:
    """The mark tells."""
    assert waiting(restore(OPERATOR, Restore("2026-11-17", "disk"), RestoreState(TWO, 40, 2))).facts["lost"] == 2
    assert decision(restore(MACHINE, Restore("2026-11-17", "disk"), RestoreState(TWO, 40))).by_one_person


LAW: dict[str, Any] = {
    "author": "Qualification Commission", "decided_on": date(2004, 5, 1), "document": "minutes 4/2004", "reason": "w",
}  # fmt: skip
RAPID = CoefficientMatter("rapid", date(2004, 7, 1), 15)
STATE = OpenLawState(TWO, date(2004, 6, 1), "2003 15.0 b", date(2004, 4, 1), (), ("lift",))


@pytest.mark.parametrize(
    ("matter", "facts", "sentence"),
    [
        (
            RAPID,
            {"matter": "coefficient", "kind": "rapid", "since": date(2004, 7, 1), "k": 15, "player": None},
            "Decided, as the edition leaves it open: K of the rapid list (2003 15.0 b).",
        ),
        (
            MonthlyLists((date(2005, 7, 1),)),
            {"matter": "monthly_lists", "days": [date(2005, 7, 1)]},
            "Decided, as the edition leaves it open: the first of the monthly lists (2003 15.0 b).",
        ),
        (
            AdjustmentMatter(date(2004, 7, 1), "rapid", "lift"),
            {"matter": "adjustment", "list": date(2004, 7, 1), "kind": "rapid", "adjustment": "lift"},
            "Decided, as the edition leaves it open: a one-off adjustment (2003 15.0 b).",
        ),
    ],
)
def test_what_an_edition_leaves_open_is_decided_with_author_day_and_document(
    matter: Any,  # noqa: ANN401 - of three kinds
    facts: dict[str, Any],
    sentence: str,
) -> None:
    """And with the article that leaves it open."""
    done = decision(decide_open_law(ADMINISTRATOR, DecideOpenLaw(matter, **LAW), STATE))
    about = {name: LAW[name] for name in ("author", "decided_on", "document")}

    assert done.facts == {**facts, **about, "article": "2003 15.0 b"}
    assert done.cites == ("2003 15.0 b",)
    assert log_sentence(done.code, done.facts) == sentence


def test_everything_wrong_with_a_decision_about_open_law_is_named_at_once() -> None:
    """No author, no document, no article, a day to come, a list that is closed, a K that is none."""
    asked = DecideOpenLaw(CoefficientMatter("rapid", date(2004, 4, 1), 101), "", date(2004, 6, 2), "\n", "")
    state = replace(STATE, article="", is_in_force=True)

    assert codes(lambda: decide_open_law(ADMINISTRATOR, asked, state)) == [
        "no_text", "no_text", "decided_in_future", "not_open", "decided_already", "no_coefficient",
        "list_closed_already", "no_reason",
    ]  # fmt: skip
    wrong = DecideOpenLaw(MonthlyLists((date(2005, 1, 1),)), **LAW)
    assert codes(lambda: decide_open_law(ADMINISTRATOR, wrong, STATE)) == ["not_first_of_july"]
    unknown = DecideOpenLaw(AdjustmentMatter(date(2004, 7, 1), "rapid", "comet"), **LAW)
    assert codes(lambda: decide_open_law(ADMINISTRATOR, unknown, STATE)) == ["no_adjustment"]


def test_the_second_start_of_monthly_lists_names_the_first_too() -> None:
    """Which was decided before, and whose list is closed long since."""
    days = (date(2005, 7, 1), date(2010, 7, 1))
    asked = DecideOpenLaw(MonthlyLists(days), **{**LAW, "decided_on": date(2010, 1, 1)})
    state = replace(STATE, day=date(2010, 2, 1), newest_list=date(2010, 1, 1), monthly_days=days[:1])

    assert decision(decide_open_law(ADMINISTRATOR, asked, state)).facts["days"] == list(days)
