"""Any bytes give a report: no traceback, no lost byte, no unbounded time; too much is refused with a sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trf_building import HEADER, codes, messages, player, read, two

from arpad.formats.trf.problems import CODES, PROFILES
from arpad.formats.trf.reader import TrfReport, read_trf
from arpad.formats.trf.records import KNOWN
from arpad.formats.trf.text import MAX_BYTES, MAX_LINES
from arpad.formats.trf.writer import PROGRAMS, write_trf
from arpad.model.meetings import meetings
from arpad.model.tournament import PLAYED

LONG_NUMBER = "9" * 5000

SEEDS = (
    b"",
    b"\xef\xbb\xbf",
    b"\xff\xfe0\x000\x001",
    b"001",
    b"001\t1\t2\t3",
    f"XXR {LONG_NUMBER}\nXXZ {LONG_NUMBER}\nDAT {LONG_NUMBER} A\n013 Team{' ' * 40}{LONG_NUMBER}".encode(),
    f"142 {LONG_NUMBER}\n042 1{' ' * 9000}1{' ' * 900}x\n320 {LONG_NUMBER}\nFRA    1 {LONG_NUMBER}".encode(),
    f"162 {'W' * 5000}\n362 {'TW' * 4000}\nXXS {'W=' * 4000}\nXXA 1 {LONG_NUMBER}".encode(),
    f"132{' ' * 88}{'25/01/01  ' * 1100}".encode(),
)
"""Bytes that broke, or might break, a reader."""


def tried(data: bytes, profile: str = "lenient") -> TrfReport:
    """Read bytes and do with them all that can be done."""
    report = read_trf(data, profile=profile)
    assert report.text.to_bytes() == data
    assert {problem.code for problem in report.problems} <= set(CODES)
    tournament = report.tournament
    players = tournament.by_number()
    for meeting in meetings(tournament):
        if meeting.played:
            assert meeting.second in players
            assert {meeting.first_result, meeting.second_result} <= PLAYED
    for version in ("trf16", "trf26"):
        write_trf(tournament, version, source=report)
        read_trf(write_trf(tournament, version).encode("utf-8", "replace"))
    for program in PROGRAMS:
        write_trf(tournament, program=program)
    return report


@given(st.binary(max_size=400), st.sampled_from(PROFILES))
def test_any_bytes(data: bytes, profile: str) -> None:
    """Bytes without any order."""
    tried(data, profile)


@pytest.mark.parametrize("data", SEEDS, ids=range(len(SEEDS)))
def test_seeds(data: bytes) -> None:
    """Bytes that once needed care."""
    for profile in PROFILES:
        tried(data, profile)


WHOLE = "\n".join(
    (
        *HEADER,
        "142 3",
        "152 W",
        "162  W 1.0    D 0.5",
        "XXS W=1.0",
        two("2w1 3b= 0-H", "1b0 0-U 3w-"),
        player(3, "0-Z 1w= 2b+", name="Ötödik, Őszi", title="GM", points="1.5"),
        player(1).replace("001", "FRA")[:79],
        f"013 {'Team A':32}   1    2",
        f"310   1 {'Team A':32} {'TA':5} {'2000':>6} {'2.0':>6} {'3.5':>6}   1     1    2",
        "240 H   1    1    2",
        "250  1.0  0.5   1   2    1    3",
        "260   1   3    1    2",
        "299 W   2.0   1.5  001 0001",
        "300   1   1   2    1    2",
        "320  1.0  2.0   1   2",
        "330 +-   1   1   2",
        "362 TW 2.0   TD 1.0",
        "DAT    1 EMAIL x@example.org",
        "XXA    1  1.0  0.5",
    )
).encode()


@given(st.lists(st.tuples(st.integers(0, len(WHOLE)), st.integers(0, 3), st.binary(max_size=3)), max_size=8))
def test_mutated_files(changes: list[tuple[int, int, bytes]]) -> None:
    """A file with every kind of record, some bytes of it changed, cut out or put in."""
    text = bytearray(WHOLE)
    for at, size, new in changes:
        text[at : at + size] = new
    tried(bytes(text))


@given(st.lists(st.tuples(st.integers(0, len(WHOLE)), st.sampled_from((b" ", b"\t", b"\n", b"0", b"")))))
def test_moved_files(changes: list[tuple[int, bytes]]) -> None:
    """The same file with blanks, tabs and breaks put in, and characters taken out."""
    text = bytearray(WHOLE)
    for at, new in changes:
        text[at : at + (not new)] = new
    tried(bytes(text))


fields = st.sampled_from(
    ("    ", "   1", "0000", "9999", " 2 w 1", "=", "12/13/14", "1.5", "-", "½", "é", "\t", LONG_NUMBER)
)
starts = st.sampled_from((*sorted(KNOWN), "FRA", "###", "", "999", "0012", " 001"))


@given(st.lists(st.builds("{} {}".format, starts, st.lists(fields, max_size=30).map(" ".join)), max_size=12))
def test_structured_garbage(lines: list[str]) -> None:
    """Every code with fields of every kind in the wrong places."""
    tried("\n".join(lines).encode())


def test_one_line_of_100_mb() -> None:
    """A line of 100 million bytes is refused at once."""
    data = b"001 " + b"1" * 100_000_000
    report = read_trf(data)
    assert codes(report) == {"too_large"}
    assert not report.readable
    assert "100000004 bytes" in report.problems[0].message


def test_ten_thousand_rounds() -> None:
    """A record of 10,000 rounds is not read, and neither is one round too many, nor a number of rounds like that."""
    report = read(*HEADER, player(1) + "     2 w 1" * 10_000, player(2))
    assert "line_too_long" in codes(report)
    assert "100089 characters" in messages(report, "line_too_long")[0]
    assert [entry.number for entry in report.tournament.entries] == [2]
    report = read(*HEADER, player(1) + "     2 w 1" * 1000, player(2))
    assert "too_many_rounds" in codes(report)
    assert len(report.tournament.entries[0].rounds) == 999
    for rounds in ("142 10000", "XXR 10000"):
        report = read(*HEADER, rounds, two())
        assert "too_many_rounds" in codes(report)
        assert report.tournament.rounds == 1


def test_two_million_players() -> None:
    """Two million players are refused at once, whatever their records hold."""
    for line in (b"001    1 m    A\n", b"001 \r"):
        report = read_trf(line * 2_000_000)
        assert codes(report) <= {"too_many_players", "too_large"}
        assert report.tournament.entries == ()
        assert not report.readable
    report = read_trf(("\n".join(player(1 + number % 9999) for number in range(10_000)) + "\n").encode("utf-16"))
    assert "too_many_players" in codes(report)
    assert report.tournament.entries == ()


def test_too_many_lines() -> None:
    """Lines without end are refused too."""
    report = read_trf(b"\n" * (MAX_LINES + 1))
    assert codes(report) == {"too_large"}
    assert len(b"\n" * (MAX_LINES + 1)) < MAX_BYTES


def test_much_garbage_in_bounded_time() -> None:
    """Long lines that fit nowhere are not looked at for ever."""
    lines = [player(1) + "  qq 1w 2 b"[:10] * 1000] * 200
    read(*lines)
