"""A federation under FIDE in a real browser, on both databases: what is sent on, and a difference on its list.

`make test-browser` goes through it. Its office is of another kind than that of the other stories, and a browser of its
own is started for it.
"""

from __future__ import annotations

from datetime import date
from hashlib import sha256
from pathlib import Path

import pytest
from browser_life import answered, deed, file, life, list_of_fide, played, report, sent, shown
from event_life import PLAYED
from offices import DATABASES

RECEIVED = {"received_on": "2026-10-19"}


@pytest.mark.parametrize("database", DATABASES)
def test_a_federation_under_fide_sends_on_and_finds_a_difference(database: str, tmp_path: Path) -> None:
    """Accepted, sent with its bytes, taken; on FIDE's list a rating is another, and becomes a question to FIDE."""
    with life(database, tmp_path / "office", is_under_fide=True) as office:
        event = played(office, name="Open of Arcadia")
        ottar, vera = office.page("ottar"), office.page("vera")
        deed(ottar, event, "take-in", paper=report(office.tournament), **RECEIVED)
        answered(ottar, event)
        deed(ottar, event, "accept")
        assert "accepted" in shown(ottar, event)
        ottar.goto("/office/events/fide/")
        with ottar.expect_download() as download:
            ottar.click("text=the file")
        handed_over = Path(download.value.path()).read_bytes()
        deed(ottar, event, "fide-send", sent_on=f"{PLAYED}", fide_code="412345")
        ottar.goto(event)
        assert sha256(handed_over).hexdigest() in ottar.content()
        deed(ottar, event, "fide-answer", answer="taken", answered_on=f"{PLAYED}", document="mail 2")
        assert "412345" in shown(ottar, "/office/events/fide/")
        vera.goto("/office/events/fide/")
        vera.click("text=Compare a list of FIDE")
        sent(vera, fide_list=file(list_of_fide(date(2026, 11, 1)), "list.csv"), list_month="2026-11")
        vera.wait_for_url("**/fide/lists/*/")
        assert vera.locator("main tbody tr").count() == 1
        vera.click("main tbody a[href$='/ask/']")
        sent(vera, question="Our report gives three points less; see the evidence.")
        assert "three points less" in vera.inner_text("main")
        deed(ottar, event, "fide-list", list="2026-11-01", seen_on=f"{PLAYED}")
        assert "on FIDE's list" in shown(ottar, event)
