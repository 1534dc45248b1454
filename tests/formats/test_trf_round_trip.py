"""What is written is read again as it was, and what was read is written again as it stood."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trf_building import HEADER, player, read, two
from trf_strategies import complete_events, tournaments

from arpad.formats.trf.reader import read_trf
from arpad.formats.trf.writer import PROGRAMS, write_trf

if TYPE_CHECKING:
    from random import Random

    from arpad.model.tournament import Tournament

VERSIONS = ("trf16", "trf26")


def without_lines(tournament: Tournament) -> Tournament:
    """Forget in which line everything stood."""
    return replace(
        tournament,
        entries=tuple(replace(entry, line=None) for entry in tournament.entries),
        teams=tuple(replace(team, line=None) for team in tournament.teams),
        national=tuple(replace(record, line=None) for record in tournament.national),
        records=tuple(replace(record, line=None) for record in tournament.records),
    )


def in_any_order(tournament: Tournament) -> Tournament:
    """Forget the order of the records of one kind."""
    bare = without_lines(tournament)
    bare = replace(bare, entries=tuple(replace(entry, data=tuple(sorted(entry.data))) for entry in bare.entries))
    return replace(
        bare,
        **{
            name: tuple(sorted(getattr(bare, name), key=repr))
            for name in ("deputies", "scoring", "match_scoring", "entries", "teams", "national", "records", "extra")
        },
        absent=tuple(sorted(bare.absent)),
    )


@given(tournaments(), st.sampled_from(VERSIONS))
def test_written_and_read(tournament: Tournament, version: str) -> None:
    """Both versions hold the whole model."""
    report = read_trf(write_trf(tournament, version).encode())
    assert without_lines(report.tournament) == tournament


@given(tournaments(), st.sampled_from(VERSIONS), st.sampled_from(VERSIONS))
def test_converted_in_place(tournament: Tournament, version: str, other: str) -> None:
    """Converting a file keeps everything, and doing it twice changes nothing more."""
    report = read_trf(write_trf(tournament, version).encode())
    once = write_trf(report.tournament, other, source=report)
    again = read_trf(once.encode())
    assert without_lines(again.tournament) == tournament
    assert write_trf(again.tournament, other, source=again) == once


@given(complete_events(), st.sampled_from(sorted(PROGRAMS)))
def test_for_other_programs(tournament: Tournament, program: str) -> None:
    """A file for another program holds the same games."""
    again = read_trf(write_trf(tournament, program=program).encode()).tournament
    assert [(entry.number, entry.name, entry.rounds) for entry in again.entries] == [
        (entry.number, entry.name, entry.rounds) for entry in tournament.entries
    ]
    assert [(entry.rating, entry.fide_id, entry.born, entry.points, entry.rank) for entry in again.entries] == [
        (entry.rating, entry.fide_id, entry.born, entry.points, entry.rank) for entry in tournament.entries
    ]


@given(tournaments(), st.randoms(use_true_random=False))
def test_order_of_lines(tournament: Tournament, chance: Random) -> None:
    """The order of the lines changes neither the tournament nor what is wrong with it."""
    lines = write_trf(tournament, "trf26", newline="\n").splitlines()
    first = read(*lines)
    chance.shuffle(lines)
    second = read(*lines)
    assert in_any_order(first.tournament) == in_any_order(second.tournament)
    assert sorted(problem.code for problem in first.problems) == sorted(problem.code for problem in second.problems)


@given(
    tournaments(), st.sampled_from(("utf-8", "utf-8-sig", "utf-16", "cp1250")), st.sampled_from(("\n", "\r", "\r\n"))
)
def test_encodings_and_line_ends(tournament: Tournament, encoding: str, newline: str) -> None:
    """How a file is encoded and how its lines end changes nothing, and the same bytes are written again."""
    data = write_trf(tournament, "trf26", newline=newline).encode(encoding, "replace")
    plain = write_trf(tournament, "trf26").encode(encoding, "replace").decode(encoding)
    report = read_trf(data, encoding="cp1250" if encoding == "cp1250" else None)
    assert report.tournament == read_trf(plain.encode()).tournament
    assert report.text.to_bytes() == data


COMMENTED = (
    "### SSSS sTTT NNN",
    *HEADER,
    "",
    "DDD SSSS sTTT NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN RRRR FFF IIIIIIIIIII BBBB/BB/BB PPPP RRRR  1111 1 1",
    two("2w1 2b=", "1b0 1w="),
    "QQ9 a record of tomorrow   ",
    "# a remark",
    "XXR 3",
    "XXC rank black1",
)


@pytest.mark.parametrize("version", VERSIONS)
def test_unknown_records_stay_in_place(version: str) -> None:
    """Comments, rulers, blank lines and unknown records are written where they stood."""
    report = read(*COMMENTED)
    written = write_trf(report.tournament, version, source=report, newline="\n").splitlines()
    swapped = {"XXR 3": ["142 3"], "XXC rank black1": ["152 B", "XXC rank"]} if version == "trf26" else {}
    lines = "\n".join(COMMENTED).splitlines()
    assert written == [record.rstrip() for line in lines for record in swapped.get(line, [line])]
    assert "QQ9" in report.text.to_bytes().decode()


def test_what_cannot_be_read_is_kept() -> None:
    """A field that cannot be read stays as it was when the file is converted."""
    bad = player(1, "2w1 2wq", rating="abcd", born="17 May")
    dates = "132 some day soon"
    report = read("042 2025/03/01", "042 2025/03/02", dates, bad, player(2, "1b0"))
    written = write_trf(report.tournament, "trf26", source=report, newline="\n")
    assert bad.rstrip() in written
    assert dates in written
    assert "042 2025/03/02" in written


def test_long_numbers_and_old_years() -> None:
    """Points from a hundred on, and years that two digits cannot say, survive."""
    tournament = read(*HEADER, two()).tournament
    first = replace(tournament.entries[0], points=12_350)
    days = tuple(day.replace(year=1950) for day in tournament.round_dates if day)
    old = replace(tournament, entries=(first, *tournament.entries[1:]), start=days[0], end=days[-1], round_dates=days)
    again = read_trf(write_trf(old).encode())
    assert again.tournament.entries[0].points == 12_350
    assert again.tournament.round_dates == days
    assert "round_dates_columns" not in {problem.code for problem in again.problems}
