"""The settings that hold now: what was decided in the office goes before its file, and the environment before both."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arpad.storage.models import DecidedSetting
from arpad.storage.opening import open_now
from arpad.storage.settings import DECIDED, set_by_environment

if TYPE_CHECKING:
    from arpad.storage.settings import OfficeSettings


def settings_in_force() -> OfficeSettings:
    """Give the settings of the open office as they hold at this moment, whichever process changed them."""
    decided = {
        name: value
        for name, value in DecidedSetting.objects.values_list("name", "value")
        if name in DECIDED and not set_by_environment(name)
    }
    return replace(open_now().settings, **decided)


def decided_by() -> dict[str, int]:
    """Give, of every setting that was decided, the entry of the log by which it was."""
    return dict(DecidedSetting.objects.values_list("name", "changed_by"))
