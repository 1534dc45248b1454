"""A report with faults: every fault has its place among the parts of a report, and what goes by that part is silent."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from trf_building import HEADER, player, two

from arpad.events.check import faulty
from arpad.events.check.event import CHECKS, GOES_BY
from arpad.events.check.faulty import DAYS, FIRST_DAY, GAMES, UNREADABLE, is_checkable, spoiled_by
from arpad.events.defaults import default_files
from arpad.events.facts import EventFacts
from arpad.events.intake import read_report, verdict_on
from arpad.events.verdict import PASSES
from arpad.formats.trf.problems import CODES, PROFILES, RATING
from arpad.model.problems import ERROR

if TYPE_CHECKING:
    from pathlib import Path

FACTS = EventFacts(laws_of_chess=True)


def codes(*lines: str) -> set[str]:
    """Check a report, and give the codes of what was found."""
    read = read_report("made.trf", "\n".join(lines).encode(), FACTS)
    assert read.faults
    verdict = verdict_on(read)
    assert not verdict.of(PASSES)
    return {finding.code for finding in verdict.findings}


def test_every_code_that_is_named_is_one_of_a_fault() -> None:
    """A code that is gone, or that refuses no report, is named nowhere."""
    refusing = {code for code, severities in CODES.items() if severities[PROFILES.index(RATING)] == ERROR}

    assert refusing >= UNREADABLE | faulty._OF_DAYS | faulty._OF_NUMBERS  # noqa: SLF001 - the tables of the module
    assert {*CHECKS} >= {*GOES_BY}


@pytest.mark.parametrize(
    ("lines", "parts"),
    [
        (("042 in spring", "052 2025/03/03", two("2w1", "1b0")), {FIRST_DAY, DAYS}),
        (("042 2025/03/01", "052 in spring", two("2w1", "1b0")), {DAYS}),
        (("042 2025/03/03", "052 2025/03/01", two("2w1", "1b0")), {FIRST_DAY, DAYS}),
        ((*HEADER, two("2w1", "1b1")), {GAMES}),
        ((*HEADER, player(1, "2w1", fide_id="7"), player(2, "1b0", fide_id="7")), set()),
    ],
)
def test_a_fault_spoils_the_part_it_is_in(lines: tuple[str, ...], parts: set[str]) -> None:
    """And no other."""
    assert spoiled_by(read_report("made.trf", "\n".join(lines).encode(), FACTS).faults) == parts


def test_what_goes_by_the_games_is_silent_where_a_game_is_broken() -> None:
    """Two players of a round robin whose results contradict each other: nobody says that a game was not played."""
    broken = (*HEADER, "092 Round robin", two("2w1", "1b1"))

    assert not codes(*broken) & {"as_swiss", "no_games", "unplayed", "composition", "match_unrated", "nothing_left"}
    assert {"registration", "announcement"} <= codes(*broken)


def test_what_goes_by_the_days_is_silent_where_they_are_broken() -> None:
    """The last day is before the first: neither the length nor the list is judged, but the laws are."""
    reversed_days = ("042 2015/03/03", "052 2015/03/01", "092 Swiss", two("2w1", "1b0"))

    assert not codes(*reversed_days) & {"duration", "rating_list", "registration", "hours_per_day", "round_outside"}
    assert "licences" in codes(*reversed_days)


def test_a_file_that_is_no_report_is_not_checked() -> None:
    """There is nothing to go by."""
    assert not is_checkable(read_report("letter.txt", b"Dear arbiter,", FACTS).faults)


def test_defaults_are_looked_for_where_they_may_be(tmp_path: Path) -> None:
    """In the named folder if that is a whole path, else in that of the home; without either only beside the report."""
    for folder in ("config", "home/.config", "reports"):
        name = "arpad.toml" if folder == "reports" else "arpad/defaults.toml"
        tmp_path.joinpath(folder, name).parent.mkdir(parents=True, exist_ok=True)
        tmp_path.joinpath(folder, name).touch()
    report, home = str(tmp_path / "reports" / "open.trf"), {"HOME": str(tmp_path / "home")}
    beside = tmp_path / "reports" / "arpad.toml"

    assert default_files(report, home) == [beside, tmp_path / "home" / ".config" / "arpad" / "defaults.toml"]
    configured = home | {"XDG_CONFIG_HOME": str(tmp_path / "config")}
    assert default_files(None, configured) == [tmp_path / "config" / "arpad" / "defaults.toml"]
    assert default_files(report, home | {"XDG_CONFIG_HOME": "config"}) == default_files(report, home)
    assert default_files(report, {}) == [beside]
