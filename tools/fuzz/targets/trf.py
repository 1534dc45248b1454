"""Any bytes as a tournament report: read, told, and written again, under every profile and for every program."""

from __future__ import annotations

from arpad.formats.trf.problems import CODES, PROFILES
from arpad.formats.trf.reader import read_trf
from arpad.formats.trf.writer import PROGRAMS, write_trf
from arpad.model.meetings import meetings
from arpad.model.tournament import PLAYED

_HEADER = "012 Made-up Open\n042 2025/03/01\n052 2025/03/03\n132" + " " * 88 + "25/03/01  25/03/02\n222 5400+30\n"
_PLAYERS = (
    "001    1 mGM  Family1, Given                    2000 FID    99000001 1990/05/17  1.5    1     2 w 1     2 b =\n"
    "001    2 w    Őszi, Ödön                        1900 FID    99000002 1991        0.5    2     1 b 0     1 w =\n"
)
_LISTS = (
    "013 Team A                             1    2\n"
    "310   1 Team A                           TA      2000    2.0    3.5   1     1    2\n"
    "240 H   1    1    2\n250  1.0  0.5   1   2    1    2\n260   1   3    1    2\n299 W   2.0   1.5  001 0001\n"
    "300   1   1   2    1    2\n320  1.0  2.0   1   2\n330 +-   1   1   2\n362 TW 2.0   TD 1.0\n162  W 1.0    D 0.5\n"
    "FRA    1 m  A Family1, Given                    1850 BRE      C69548 1990/05/17\n"
    "XXR 3\nXXC rank white1\nXXZ 1\nXXP 1 2\nXXA    1  1.0\nXXS W=1.0\nBBW 1.0\nDAT    1 EMAIL x@example.org\n"
)
SEEDS = tuple(
    text.encode(encoding)
    for text in (_HEADER + _PLAYERS, _HEADER + _PLAYERS + _LISTS, _PLAYERS.replace(" ", "\t"), "001|1|Family\n")
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "cp1250")
)
"""Where to begin."""


def target(data: bytes) -> None:
    """Do everything with the bytes that can be done; whatever is raised is a find."""
    for profile in PROFILES:
        report = read_trf(data, profile=profile)
        if report.text.to_bytes() != data:
            raise AssertionError("Not the bytes that were read are written again.")
        strange = {problem.code for problem in report.problems} - set(CODES)
        if strange:
            raise AssertionError(f"Problems without an entry in the catalogue: {strange}.")
    tournament = report.tournament
    numbers = tournament.by_number()
    for meeting in meetings(tournament):
        if meeting.played and (
            meeting.second not in numbers or not {meeting.first_result, meeting.second_result} <= PLAYED
        ):
            raise AssertionError(f"This is no game: {meeting}.")
    for version in ("trf16", "trf26"):
        again = read_trf(write_trf(tournament, version, source=report).encode("utf-8", "replace"))
        if [entry.rounds for entry in again.tournament.entries] != [entry.rounds for entry in tournament.entries]:
            raise AssertionError(f"Converting to {version} changes the games.")
    for program in PROGRAMS:
        read_trf(write_trf(tournament, program=program).encode("utf-8", "replace"))


TARGET = target
