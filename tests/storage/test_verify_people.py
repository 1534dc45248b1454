"""Accounts, roles and settings follow from the log; whatever was changed past the office is found, all of it."""

from __future__ import annotations

import pytest
from office_people import added, people

from arpad.model.clock import now
from arpad.model.problems import RefusedError
from arpad.office.grant_role import EndGrant, GrantRole
from arpad.office.keep_accounts import AddAccount, Invite, NumberAccount, OfAccount
from arpad.office.keep_office import ChangeSettings, Erase
from arpad.storage.deeds.asking import Origin
from arpad.storage.deeds.change_settings import change_settings
from arpad.storage.deeds.confirm import confirm
from arpad.storage.deeds.erase_person import erase_person
from arpad.storage.deeds.grant_role import end_grant, grant_role
from arpad.storage.deeds.invite import invite
from arpad.storage.deeds.keep_accounts import close_account, number_account
from arpad.storage.deeds.own_account import accept_invitation
from arpad.storage.deeds.set_up import add_account
from arpad.storage.models import Account, DecidedSetting, Invitation, RoleGrant
from arpad.storage.verify import verify

pytestmark = pytest.mark.usefixtures("office")
PASSWORD = "seven quiet rooks wait"  # noqa: S105 - of people who do not exist
OF_POST = Origin("1")


def wrong_codes() -> list[str]:
    """Give the codes of everything that is wrong."""
    return sorted(problem.code for problem in verify(again=False).problems)


def lived_in() -> dict[str, int]:
    """Let people be added, invited, granted roles that end, and closed; give their records."""
    cast = people()
    administrator, approver = cast["administrator"], cast["approver"]
    add_account(AddAccount("dora", "Dora Example", "dora@example.org", "arbiter", "HUN"), PASSWORD)
    tokens = []
    asked = [
        invite(administrator, Invite(f"Guest {name}", f"{name}@example.org", "registrar", "HUN", None, "helps"))
        for name in ("e", "f")
    ]
    for each in asked:
        assert each.waiting is not None
        invited = confirm(approver, each.waiting.number)
        tokens.append(invited.token)  # type: ignore[attr-defined] # of an invitation
    emil = accept_invitation(tokens[1], "emil", "Emil Example", PASSWORD, OF_POST)
    granted = grant_role(administrator, GrantRole(emil.record, "organiser", "", "helps"))
    assert granted.waiting is not None
    confirm(approver, granted.waiting.number)
    end_grant(administrator, EndGrant(emil.record, "organiser", "", "no longer"))
    close_account(administrator, OfAccount(cast["auditor"].record, "left"))
    change_settings(administrator, ChangeSettings({"title": "Office"}, "the board"))
    return {**{name: person.record for name, person in cast.items()}, "emil": emil.record}


def test_what_deeds_made_is_what_the_log_tells() -> None:
    """Added, invited in any order, granted, ended, closed, and personal values erased: nothing is wrong."""
    records = lived_in()
    result = verify(again=False)
    assert (result.problems, result.accounts, result.grants) == ([], 6, 7)
    erased = erase_person(
        people_of(records, "administrator"), Erase(records["auditor"], "asked for, Article 17", "account")
    )
    assert erased.waiting is not None
    confirm(people_of(records, "approver"), erased.waiting.number)
    assert Account.objects.get(record=records["auditor"]).username == f"erased-{records['auditor']}"
    assert wrong_codes() == []


def people_of(records: dict[str, int], name: str):  # noqa: ANN201 - a person
    """Give somebody who has just proved who it is."""
    from arpad.storage.queries.people import person_with  # noqa: PLC0415 - beside its only use

    return person_with(Account.objects.get(record=records[name]), now())


def test_a_row_of_an_account_that_was_edited_is_found_and_named() -> None:
    """Address, user name, an account opened again, put in or taken away."""
    records = lived_in()
    emil = Account.objects.get(record=records["emil"])
    Account.objects.filter(pk=emil.pk).update(email="mallory@example.org", username="mallory")
    (problem,) = verify(again=False).problems
    assert (problem.code, problem.facts["fields"]) == ("account_differs", ["email", "username"])
    assert "the e-mail address" in problem.sentence()
    emil.save()
    Account.objects.filter(pk=records["auditor"]).update(closed_at=None, closed_by=None)
    assert wrong_codes() == ["account_differs"]
    Account.objects.filter(pk=records["auditor"]).update(closed_at=now(), closed_by=records["administrator"])
    Account.objects.create(record=99, username="mallory", opened_at=now())
    assert wrong_codes() == ["account_not_logged"]
    Account.objects.filter(username="mallory").delete()
    RoleGrant.objects.filter(account__username="dora").delete()
    Account.objects.filter(username="dora").delete()
    assert wrong_codes() == ["account_gone", "role_gone"]


def test_a_role_that_was_edited_put_in_or_taken_away_is_found_and_named() -> None:
    """Another role, another federation, one that ended and is held again, one more, one fewer."""
    records = lived_in()
    of_emil = RoleGrant.objects.get(account=records["emil"], role="registrar")
    for changed in ({"role": "rating_administrator", "federation": ""}, {"federation": "POL"}, {"granted_by": 0}):
        RoleGrant.objects.filter(pk=of_emil.pk).update(**changed)
        assert wrong_codes() == ["role_gone", "role_not_logged"], changed
        of_emil.save()
    RoleGrant.objects.filter(account=records["emil"], role="organiser").update(ended_at=None, ended_by=None)
    says = [problem.sentence() for problem in verify(again=False).problems]
    assert any(f"account {records['emil']} holds the role organiser" in sentence for sentence in says)
    RoleGrant.objects.filter(account=records["emil"], role="organiser").delete()
    assert wrong_codes() == ["role_gone"]


def test_an_invitation_that_was_edited_leads_to_an_account_that_is_named() -> None:
    """The link was sent for a registrar; somebody made an administrator of it before it was used."""
    cast = people()
    asked = invite(cast["administrator"], Invite("Guest", "e@example.org", "registrar", "HUN", None, "helps"))
    assert asked.waiting is not None
    invited = confirm(cast["approver"], asked.waiting.number)
    Invitation.objects.update(role="rating_administrator", federation="")
    accept_invitation(invited.token, "emil", "Emil Example", PASSWORD, OF_POST)  # type: ignore[attr-defined]
    assert wrong_codes() == ["account_not_invited"]


def test_a_setting_that_was_edited_is_found() -> None:
    """In the table of what was decided."""
    lived_in()
    DecidedSetting.objects.update(value="Another")
    assert wrong_codes() == ["setting_differs"]
    DecidedSetting.objects.all().delete()
    assert wrong_codes() == ["setting_differs"]


def test_people_of_tests_are_logged() -> None:
    """So that a test which verifies an office finds nothing of the test's own making."""
    added("gust", "auditor")
    assert wrong_codes() == []


def test_the_number_by_which_events_name_somebody_is_decided_and_proved() -> None:
    """By it conflicts of roles are seen; no two people have the same, and an edited one is found."""
    records = lived_in()
    administrator = people_of(records, "administrator")
    number_account(administrator, NumberAccount(records["emil"], 711, "his card"))
    assert Account.objects.get(record=records["emil"]).fide_id == 711
    assert people_of(records, "emil").number == 711
    with pytest.raises(RefusedError) as refused:
        number_account(administrator, NumberAccount(records["colleague"], 711, "the same"))
    assert [problem.code for problem in refused.value.problems] == ["events_number_taken"]
    assert wrong_codes() == []
    Account.objects.filter(record=records["emil"]).update(fide_id=712)
    (problem,) = verify(again=False).problems
    assert (problem.code, problem.facts["fields"]) == ("account_differs", ["fide_id"])
    Account.objects.filter(record=records["emil"]).update(fide_id=711)
    number_account(administrator, NumberAccount(records["emil"], None, "it was another's"))
    assert wrong_codes() == []
