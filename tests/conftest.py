"""What all tests share: the profile of the property tests."""

from __future__ import annotations

import gc
import os

from hypothesis import HealthCheck, settings

_SLOW = [HealthCheck.too_slow]
# A build that everybody waits for tries the same examples every time; new ones are looked for with the deep profile.
settings.register_profile("quick", max_examples=15, deadline=None, derandomize=True, suppress_health_check=_SLOW)
settings.register_profile("make", max_examples=150, deadline=None, derandomize=True, suppress_health_check=_SLOW)
settings.register_profile("deep", max_examples=5000, deadline=None, suppress_health_check=_SLOW)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "make"))


def pytest_collection_finish() -> None:
    """Keep modules and collected tests, which stay to the end, out of every later search for garbage."""
    gc.freeze()
