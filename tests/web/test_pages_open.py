"""Every page that is only read opens, for somebody who may."""

from __future__ import annotations

import pytest
from web_offices import logged_in

pytestmark = pytest.mark.usefixtures("office")


@pytest.mark.parametrize(
    "address",
    [
        "/office/",
        "/office/players/",
        "/office/events/",
        "/office/lists/",
        "/office/log/",
        "/office/jobs/",
        "/office/proof/",
        "/office/people/",
        "/office/settings/",
        "/office/settings/rights/",
        "/office/account/",
        "/office/players.csv",
        "/office/log.csv",
        "/office/log/1/",
        "/office/jobs/1/",
        "/office/people/1/",
        "/office/lists/2026-11/",
        "/office/lists/2026-11/r1/scale/",
    ],
)
def test_it_opens(address: str) -> None:
    """Status 200."""
    assert logged_in("vera").get(address).status_code == 200
