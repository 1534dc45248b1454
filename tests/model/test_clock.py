"""The one clock: today, or the day that ARPAD_TODAY sets."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from running import arpad as run

from arpad.model.clock import VARIABLE, now, today
from arpad.model.problems import ArpadError


def test_the_day_can_be_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """The day is that of the variable, and a moment of it is always the same."""
    monkeypatch.setenv(VARIABLE, "2026-10-01")

    assert today() == date(2026, 10, 1)
    assert now() == datetime(2026, 10, 1, tzinfo=UTC)


@pytest.mark.parametrize("unset", [None, ""])
def test_without_it_the_machine_is_asked(unset: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Time goes on, and the day is that of the place where the machine is."""
    if unset is None:
        monkeypatch.delenv(VARIABLE, raising=False)
    else:
        monkeypatch.setenv(VARIABLE, unset)
    start = now()

    assert start <= datetime.now(UTC)
    assert start.tzinfo is UTC
    assert abs((today() - start.date()).days) <= 1


@pytest.mark.parametrize("wrong", ["tomorrow", "2026-13-01", "20261001", "2026-10-01T10:00", "2026-W40-1"])
def test_what_is_no_day_is_refused_in_a_sentence(wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a program and at the command line."""
    monkeypatch.setenv(VARIABLE, wrong)
    with pytest.raises(ArpadError, match=r"ARPAD_TODAY is '.*', which is no day"):
        today()
    code, _, err = run("coefficient", "--rating", "2100", "--games", "40")

    assert code == 2
    assert "Write it as 2026-10-01" in err


def test_commands_go_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """An edition that is not named is the one of the day that is set."""
    answers = []
    for day in ("2015-05-01", "2026-05-01"):
        monkeypatch.setenv(VARIABLE, day)
        code, out, err = run("expected", "2700", "2200", "--json")
        assert (code, err) == (0, "")
        answers.append(out)

    assert "fide-2014-07" in answers[0]
    assert "fide-2014-07" not in answers[1]
