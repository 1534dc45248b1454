"""Settings of an office changed by decisions: kept with the log, in force at once, the environment before them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from office_people import people

from arpad.model.problems import RefusedError
from arpad.office.grant_role import EndGrant, GrantRole
from arpad.office.keep_office import ChangeSettings
from arpad.storage.deeds.asking import circumstances
from arpad.storage.deeds.change_settings import change_settings
from arpad.storage.deeds.confirm import confirm
from arpad.storage.deeds.grant_role import end_grant, grant_role
from arpad.storage.deeds.lists import office_day
from arpad.storage.models import Asked, DecidedSetting, LogEntry
from arpad.storage.settings_in_force import settings_in_force

pytestmark = pytest.mark.usefixtures("office")


def codes(fault: RefusedError) -> list[str]:
    """Give the codes of what was refused."""
    return [problem.code for problem in fault.problems]


def test_title_and_zone_are_changed_and_hold_at_once() -> None:
    """One person with fresh proof and a reason; the log says what was and what is; the day follows the new zone."""
    administrator, late = people()["administrator"], datetime(2026, 11, 30, 23, 30, tzinfo=UTC)
    assert office_day(late).isoformat() == "2026-11-30"
    asked = ChangeSettings({"title": "Office of Arcadia", "zone": "Europe/Budapest"}, "the board, 3 November")
    done = change_settings(administrator, asked)
    entry = LogEntry.objects.get(number=done.entry)
    assert (entry.code, entry.by, entry.reason) == ("settings.change", administrator.record, "the board, 3 November")
    assert entry.facts["values"] == {"title": ["", "Office of Arcadia"], "zone": ["UTC", "Europe/Budapest"]}
    assert (settings_in_force().title, settings_in_force().zone) == ("Office of Arcadia", "Europe/Budapest")
    assert office_day(late).isoformat() == "2026-12-01"
    assert {row.changed_by for row in DecidedSetting.objects.all()} == {done.entry}


def test_the_second_person_is_changed_by_two_people_and_then_counts() -> None:
    """It waits, is confirmed by somebody else, and from then on one person decides, marked so; and back again."""
    cast = people()
    asked = ChangeSettings({"second_person": "alone"}, "one of two has left")
    waiting = change_settings(cast["administrator"], asked).waiting
    assert waiting is not None
    assert settings_in_force().second_person == "required"
    with pytest.raises(RefusedError) as own:
        confirm(cast["administrator"], waiting.number)
    assert codes(own.value) == ["own_deed"]
    done = confirm(cast["approver"], waiting.number)
    entry = LogEntry.objects.get(number=done.entry)
    assert (entry.code, entry.second, entry.by_one_person) == ("settings.second_person", cast["approver"].record, False)
    assert not circumstances("list.publish").office.asks_for_second
    back = change_settings(cast["colleague"], ChangeSettings({"second_person": "required"}, "two again"))
    assert LogEntry.objects.get(number=back.entry).by_one_person
    assert circumstances("list.publish").office.asks_for_second


def test_what_changed_since_it_was_asked_for_is_not_confirmed() -> None:
    """Two people ask for the same; the second confirmation finds that it was done already."""
    cast = people()
    numbers = []
    for name in ("administrator", "colleague"):
        waiting = change_settings(cast[name], ChangeSettings({"second_person": "alone"}, f"by {name}")).waiting
        assert waiting is not None
        numbers.append(waiting.number)
    confirm(cast["approver"], numbers[0])
    with pytest.raises(RefusedError):
        confirm(cast["approver"], numbers[1])
    assert Asked.objects.get(number=numbers[1]).decided_at is None


def test_all_that_speaks_against_a_setting_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A zone that is none, a title on two lines, a setting of the machine, one that the environment has; no right."""
    cast = people()
    monkeypatch.setenv("ARPAD_OFFICE_ZONE", "Europe/Rome")
    asked = ChangeSettings({"title": "a\nb", "zone": "Mars/Base", "port": "80"}, "")
    with pytest.raises(RefusedError) as refused:
        change_settings(cast["administrator"], asked)
    assert codes(refused.value) == [
        "setting_wrong",
        "set_by_environment",
        "setting_wrong",
        "unknown_settings",
        "no_reason",
    ]
    with pytest.raises(RefusedError) as refused:
        change_settings(cast["auditor"], ChangeSettings({"title": "x"}, "why"))
    assert codes(refused.value) == ["no_right"]
    assert not DecidedSetting.objects.exists()


def test_the_environment_wins_over_what_was_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    """As over the file."""
    change_settings(people()["administrator"], ChangeSettings({"title": "As decided"}, "why"))
    monkeypatch.setenv("ARPAD_OFFICE_TITLE", "From outside")
    assert settings_in_force().title == ""  # of the file, which was read before the environment was set


def test_what_an_office_is_for_is_decided_and_approvers_are_elsewhere_then() -> None:
    """While somebody is an approver it stays an authority; afterwards nobody becomes one."""
    cast = people()
    asked = ChangeSettings({"serves": "under_fide"}, "the board")
    with pytest.raises(RefusedError) as refused:
        change_settings(cast["administrator"], asked)
    assert codes(refused.value) == ["approvers_there"]
    end_grant(cast["administrator"], EndGrant(cast["approver"].record, "approver", "", "decides in letters"))
    change_settings(cast["administrator"], asked)
    assert settings_in_force().serves == "under_fide"
    with pytest.raises(RefusedError) as refused:
        grant_role(cast["administrator"], GrantRole(cast["approver"].record, "approver", "", "again"))
    assert codes(refused.value) == ["approver_elsewhere"]
    with pytest.raises(RefusedError) as refused:
        change_settings(cast["administrator"], ChangeSettings({"serves": "a_club"}, "why"))
    assert codes(refused.value) == ["setting_wrong"]
