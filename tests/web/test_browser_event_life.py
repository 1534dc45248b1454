"""The life of an event in a real browser: registered late, approved by letter, broken, returned, mended, on the list.

`make test` goes through it on SQLite; `make test-browser` (`ARPAD_BROWSER=all`) on both databases, and through the
other stories of events, which stand in `event_stories.py` and `event_story_under_fide.py`.
"""

from __future__ import annotations

import os
from datetime import date
from typing import TYPE_CHECKING

import pytest
from browser_life import (
    WHY,
    Life,
    answered,
    deed,
    file,
    form_of,
    life,
    published,
    registered,
    report,
    sent,
    shown,
    typed,
)
from event_life import BEFORE, FACTS, PLAYED
from offices import DATABASES

if TYPE_CHECKING:
    from pathlib import Path

TRIED_ON = DATABASES if os.environ.get("ARPAD_BROWSER") == "all" else DATABASES[:1]
CLOSED = date(2026, 10, 31)
"""The day on which the list is closed and published."""
DAYS = {"received_on": "2026-10-19", "arbiter_sent_on": "2026-10-18"}


@pytest.mark.parametrize("database", TRIED_ON)
def test_a_late_registration_comes_onto_the_list(database: str, tmp_path: Path) -> None:
    """Approval by letter, a broken upload, returned, corrected, accepted, closed, published by two, and rated."""
    with life(database, tmp_path / "office") as office:
        event = _registered_late(office)
        office.on(PLAYED)
        _broken_and_returned(office, event)
        _corrected(office, event)
        _accepted(office, event)
        office.on(CLOSED)
        _on_the_list(office, event)


def _registered_late(office: Life) -> str:
    office.on(BEFORE)
    ottar, vera = office.page("ottar"), office.page("vera")
    event = registered(ottar, **FACTS)
    assert "waits for approval" in shown(ottar, event)
    approval = {"what": "late_registration", "body": "qc_chair", "verdict": "granted", "decided_on": f"{BEFORE}"}
    deed(vera, event, "record-approval", **approval, paper=file(b"We let it pass.", "letter of the chair.txt"))
    assert "letter of the chair.txt" in shown(ottar, event)
    assert "announced" in shown(ottar, event)
    return event


def _broken_and_returned(office: Life, event: str) -> None:
    """The report cannot be read in one line; the officer returns it with that line as the reason."""
    arno, ottar = office.page("arno"), office.page("ottar")
    assert "report awaited" in shown(arno, event)
    deed(arno, event, "take-in", paper=report(office.tournament, is_broken=True), **DAYS)
    assert "001    x" in shown(ottar, event, "report/")
    assert "has faults" in shown(ottar, event, "report/")
    deed(ottar, event, "return", text_0="a player has no number", until="2026-10-25")
    assert "to come back by 25 October 2026" in shown(arno, event)


def _corrected(office: Life, event: str) -> None:
    """A wrong number is matched; a result is put right on the word of the chief arbiter, which is attached."""
    arno, ottar = office.page("arno"), office.page("ottar")
    deed(arno, event, "take-in", paper=report(office.tournament, fide_id=99), **DAYS)
    assert "Nobody has this number." in shown(ottar, event, "players/")
    proposed = ottar.locator("label.choice", has_text="proposed").first
    proposed.click()
    sent(ottar, reason=WHY)
    assert "Every player of the report is known" in shown(ottar, event, "players/")
    deed(arno, event, "attach", kind="arbiters_word", paper=file(b"White lost in round 1.", "word.txt"))
    form_of(ottar, event, "correct")
    change = {
        "field_0": "result.result",
        "player_0": 1,
        "round_0": 1,
        "opponent_0": office.tournament.entries[0].rounds[0].opponent,
    }
    typed(ottar, **change, after_0="0-1", reason=WHY)
    ottar.locator("main [name='word']").select_option(label="word.txt")
    sent(ottar)
    assert "As it was put right" in shown(ottar, event, "report/")


def _accepted(office: Life, event: str) -> None:
    """The open questions are answered, and the officer accepts what was seen, bytes and facts."""
    ottar = office.page("ottar")
    answered(ottar, event)
    form_of(ottar, event, "accept")
    assert "This is accepted, and nothing else" in ottar.inner_text("main")
    sent(ottar)
    assert "due for a list" in shown(ottar, event)


def _on_the_list(office: Life, event: str) -> None:
    """One closes, the other confirms; the event is rated, and its list names it."""
    published(office)
    vera = office.page("vera")
    assert "rated" in shown(vera, event).split("Checks", maxsplit=1)[0]
    vera.goto("/office/events/?list=2026-11")
    assert "Open of Győr" in vera.inner_text("main")
    vera.goto("/office/lists/2026-11/")
    assert "published" in vera.inner_text("main")
