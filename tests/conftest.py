"""What all tests share: the profile of the property tests, their day and settings, and what was not tried."""

from __future__ import annotations

import gc
import os
import sys
from functools import cache
from typing import TYPE_CHECKING

import django
import kept_folders
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.db.backends.signals import connection_created
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

if TYPE_CHECKING:
    import pytest
    from _pytest.terminal import TerminalReporter
    from django.db.backends.base.base import BaseDatabaseWrapper

_SLOW = [HealthCheck.too_slow]
# A build that everybody waits for tries the same examples every time; new ones are looked for with the deep profile.
settings.register_profile("quick", max_examples=15, deadline=None, derandomize=True, suppress_health_check=_SLOW)
settings.register_profile("make", max_examples=150, deadline=None, derandomize=True, suppress_health_check=_SLOW)
settings.register_profile("deep", max_examples=5000, deadline=None, suppress_health_check=_SLOW)
# What a person keeps as defaults must not change what a test finds.
kept_folders.begin()
os.environ["XDG_CONFIG_HOME"] = str(kept_folders.kept_folder("config"))
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "make"))

# Models of an office can be loaded, by tests and by the search for examples in code; a test opens an office of its own.
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arpad.storage.plain_settings")
django.setup()

# A list is closed only after its last events; on this day those of all tests have ended.
os.environ.setdefault("ARPAD_TODAY", "2027-02-01")


# Only what loses its power needs the disk; tests that end processes begin them without this.
os.fsync = lambda _: None


# Passwords of tests are guarded from nobody; what is tried is that they are kept as hashes of this kind.
Argon2PasswordHasher.time_cost, Argon2PasswordHasher.memory_cost, Argon2PasswordHasher.parallelism = 1, 64, 1


@connection_created.connect
def _without_syncs(connection: BaseDatabaseWrapper, **_: object) -> None:
    """Let SQLite bring nothing to the disk in this process either."""
    if connection.vendor == "sqlite":
        connection.cursor().execute("PRAGMA synchronous=OFF")


def pytest_configure(config: pytest.Config) -> None:
    """Name the place of the PostgreSQL that this run and its workers share, and have reports read by each of them."""
    import reports_read_here  # noqa: PLC0415 - the folder of the tests' support is known from here on

    reports_read_here.begin()
    if not hasattr(config, "workerinput"):
        import postgres  # noqa: PLC0415 - as above

        postgres.begin()


def pytest_unconfigure(config: pytest.Config) -> None:
    """End that PostgreSQL, where it was started, and take away what was kept for the run."""
    if not hasattr(config, "workerinput"):
        import postgres  # noqa: PLC0415 - as above

        postgres.end()
        kept_folders.end()


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """Say what was not tried, and why; otherwise it would be a letter among thousands."""
    skipped = [report.longrepr for report in terminalreporter.stats.get("skipped", ())]
    reasons = {place[2].removeprefix("Skipped: ") for place in skipped if isinstance(place, tuple)}
    for reason in sorted(reasons):
        terminalreporter.write_line(f"NOT TRIED: {reason}", yellow=True, bold=True)


def pytest_collection_finish() -> None:
    """Let examples have the constants of the modules that are there now, and of none that is loaded later.

    Else it would hang on the order of the tests which examples are tried. Modules and collected tests, which stay to
    the end, are also kept out of every later search for garbage.
    """
    there, constants_of_all = {id(module) for module in sys.modules.values()}, providers._get_local_constants  # noqa: SLF001 - it has no other place

    @cache
    def constants() -> providers.Constants:
        providers._seen_modules.update(id(module) for module in sys.modules.values() if id(module) not in there)  # noqa: SLF001 - the same
        return constants_of_all()

    providers._get_local_constants = constants  # noqa: SLF001 - the same
    gc.freeze()
