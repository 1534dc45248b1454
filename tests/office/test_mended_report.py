"""A report with what was put right in it: the lines concerned are written anew, everything else stays."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from arpad.formats.trf.compare import report_differences
from arpad.formats.trf.reader import read_trf
from arpad.model.problems import RefusedError
from arpad.office.mended_report import mended, values_before
from arpad.office.report_changes import ReportChange

DATA = (Path(__file__).parents[1] / "data" / "spring-open.trf").read_bytes()
TOURNAMENT = read_trf(DATA).tournament
FIRST = TOURNAMENT.entries[0]


def differences(changes: list[ReportChange]) -> list[tuple[str, str, str | None, str | None]]:
    """Give in what a report with changes differs from the one before."""
    after = read_trf(mended(DATA, changes)).tournament
    return [(each.change, each.fact, each.before, each.after) for each in report_differences(TOURNAMENT, after)]


def test_numbers_names_births_and_days_are_put_right() -> None:
    """And nothing else changes, byte for byte."""
    changes = [
        ReportChange("player", "fide_id", "1503014", FIRST.number),
        ReportChange("player", "name", "Kestrel, Ádám", FIRST.number),
        ReportChange("player", "born", "2001-02-03", FIRST.number),
        ReportChange("player", "federation", "HUN", FIRST.number),
        ReportChange("event", "end", "2026-12-30"),
    ]
    before = values_before(TOURNAMENT, changes)
    data = mended(DATA, changes)
    after = read_trf(data).tournament

    assert before["player.name.1"] == FIRST.name
    assert set(before) == {change.key for change in changes}
    entry = after.entries[0]
    assert (entry.fide_id, entry.name, str(entry.federation)) == (1503014, "Kestrel, Ádám", "HUN")
    assert after.end == date(2026, 12, 30)
    assert after.entries[1:] == TOURNAMENT.entries[1:]
    lines, were = data.splitlines(), DATA.splitlines()
    assert len(lines) == len(were)
    assert sum(line != was for line, was in zip(lines, were, strict=True)) == 2


def test_a_result_is_put_right_for_both_with_their_points() -> None:
    """So that the report agrees with itself."""
    place = next(place for place, pairing in enumerate(FIRST.rounds) if pairing.result in {"1", "0"})
    pairing = FIRST.rounds[place]
    change = ReportChange("result", "result", "=-=", FIRST.number, place + 1, pairing.opponent or 0)

    assert values_before(TOURNAMENT, [change])[change.key] in {"1-0", "0-1"}
    assert [(each[0], each[3]) for each in differences([change])] == [("result", "=-=")]
    problems = {problem.code for problem in read_trf(mended(DATA, [change])).problems}
    assert problems <= {problem.code for problem in read_trf(DATA).problems}


def test_what_is_not_there_has_no_value() -> None:
    """A player, a round, an opponent of somebody else."""
    changes = [
        ReportChange("player", "name", "x", 999),
        ReportChange("result", "result", "1-0", FIRST.number, 99, 2),
        ReportChange("result", "result", "1-0", FIRST.number, 1, FIRST.number),
        ReportChange("event", "motto", "x"),
    ]
    assert values_before(TOURNAMENT, changes) == {}


def test_what_the_report_did_not_say_stands_before_everything_else() -> None:
    """A city, where there was none."""
    without = b"".join(line for line in DATA.splitlines(keepends=True) if not line.startswith(b"022"))
    data = mended(without, [ReportChange("event", "city", "Sopron")])

    assert read_trf(data).tournament.city == "Sopron"
    assert data.endswith(without)


def test_a_line_that_could_not_be_read_is_not_written_anew() -> None:
    """It would lose what stands there."""
    lines = DATA.splitlines(keepends=True)
    place = next(place for place, line in enumerate(lines) if line.startswith(b"001"))
    # A result that nobody knows, in the first round.
    text = lines[place].decode()
    lines[place] = f"{text[:98]}#{text[99:]}".encode()
    broken = b"".join(lines)
    change = ReportChange("player", "name", "Somebody, New", FIRST.number)
    with pytest.raises(RefusedError) as refused:
        mended(broken, [change])
    assert refused.value.problems[0].facts["line"] == place + 1
