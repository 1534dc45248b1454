"""The records of the header, the teams, the lists of TRF26, the extensions and the national records."""

from __future__ import annotations

import pytest
from trf_building import HEADER, codes, messages, player, read, two

from arpad.formats.trf.reader import read_trf
from arpad.formats.trf.records import knows_type
from arpad.formats.trf.time import time_control
from arpad.model.period import Born
from arpad.model.time_control import TimeControl, TimePeriod
from arpad.model.tournament import ListRecord, NationalEntry, Team, Tournament

EVERYTHING = (
    "012 Made-up Open",
    "022 Nowhere",
    "032 FID",
    "042 2025/03/01",
    "052 2025/03/03",
    "062 3 (2)",
    "072 3",
    "082 1",
    "092 Individual: Swiss-System (Standard)",
    "102 IA Arbiter, Ann (99000009)",
    "112 Deputy, Dan",
    "112 Deputy, Dora",
    "122 90 minutes and 30 seconds",
    "132" + " " * 88 + "25/03/01",
    "142 9",
    "152 B",
    "162  W 3.0    D 1.0    L 0.0    A 0.0    P 3.0    X 1.0",
    "172 HUN FIDON",
    "182 A pairing program",
    "192 FIDE_DUTCH_2026_BAKU",
    "202 BH/C1,BH,SB",
    "212 PTS,BH/C1",
    "222 40/5400+30:1800+30",
    "352 WBWB",
    "362 TW 2.0   TD 1.0   TL 0.0",
)


def test_header() -> None:
    """Every record of the header finds its place."""
    tournament = read(*EVERYTHING, player(1), player(2), player(3)).tournament
    assert (tournament.name, tournament.city, tournament.federation) == ("Made-up Open", "Nowhere", "FID")
    assert (tournament.players_said, tournament.rated_said, tournament.teams_said, tournament.rounds_said) == (
        3,
        3,
        1,
        9,
    )
    assert tournament.system == "Individual: Swiss-System (Standard)"
    assert tournament.chief_arbiter == "IA Arbiter, Ann (99000009)"
    assert tournament.deputies == ("Deputy, Dan", "Deputy, Dora")
    assert tournament.time == "90 minutes and 30 seconds"
    assert tournament.initial_colour == "b"
    assert tournament.scoring == (("W", 300), ("D", 100), ("L", 0), ("A", 0), ("P", 300), ("X", 100))
    assert (tournament.rank_method, tournament.controller) == ("HUN FIDON", "A pairing program")
    assert tournament.type_code == "FIDE_DUTCH_2026_BAKU"
    assert (tournament.tie_breaks, tournament.standings) == (("BH/C1", "BH", "SB"), ("PTS", "BH/C1"))
    assert tournament.time_control == TimeControl((TimePeriod(5400, 30, 40), TimePeriod(1800, 30)))
    assert tournament.board_colours == "WBWB"
    assert tournament.match_scoring == (("TW", 200), ("TD", 100), ("TL", 0))


def test_empty_records() -> None:
    """A code with nothing after it is normal."""
    report = read(*(line[:3] for line in EVERYTHING), two())
    assert codes(report) <= {"number_gap"}
    assert report.tournament == Tournament(entries=report.tournament.entries)


@pytest.mark.parametrize(
    ("text", "white", "black"),
    [
        ("5400+30", [5400 + 30 * 60], None),
        ("40/6000+30:900+30", [6000 + 900 + 30 * 60], None),
        ("W300-B240", [300], [240]),
        ("W300+3-B300+3", [480], None),
        ("900", [900], None),
    ],
)
def test_time_controls(text: str, white: list[int], black: list[int] | None) -> None:
    """The encoded time control, of both or of each."""
    first, second = time_control(text)
    assert [control.seconds(60) for control in (first,) if control] == white
    assert ([second.seconds(60)] if second else None) == black


@pytest.mark.parametrize("text", ["", "90 min", "W300", "5400+", "40/", "1:2:x", "W300-B", "-5"])
def test_time_controls_that_are_none(text: str) -> None:
    """Anything else is not guessed at."""
    assert time_control(text) == (None, None)


TYPES = (
    "FIDE_DUTCH", "FIDE_DUTCH_2017", "FIDE_DUTCH_2025", "FIDE_DUTCH_2026_BAKU", "FIDE_DUBOV", "FIDE_BURSTEIN_BAKU",
    "CUSTOM_SWISS", "FIDE_DOUBLESWISS_BAKU", "CUSTOM_DOUBLESWISS", "BERGER_ROUNDROBIN", "BERGER_ROUNDROBIN_G4",
    "BERGER_DOUBLEROUNDROBIN", "FIDE_ROUNDROBIN", "FIDE_DOUBLEROUNDROBIN", "CUSTOM_ROUNDROBIN", "FIDE_SCHILLER_3X4",
    "CUSTOM_SCHILLER", "FIDE_SCHEVENINGEN_G2", "FIDE_DOUBLESCHEVENINGEN", "CUSTOM_SCHEVENINGEN", "CUSTOM_KNOCKOUT",
    "FIDE_TEAM", "FIDE_TEAM_TYPEA_MP_GP_BAKU", "FIDE_TEAM_BAKU", "CUSTOM_TEAM_SWISS_GP", "BERGER_TEAM_ROUNDROBIN_G2",
    "BERGER_TEAM_DOUBLEROUNDROBIN", "FIDE_TEAM_DOUBLEROUNDROBIN", "CUSTOM_TEAM_ROUNDROBIN", "CUSTOM_TEAM_KNOCKOUT",
)  # fmt: skip


@pytest.mark.parametrize("code", TYPES)
def test_types(code: str) -> None:
    """Every encoded type of tournament is known."""
    assert knows_type(code)
    assert not knows_type(code + "_X")
    assert not knows_type(code.lower())


LISTS = {
    "240 H   5    7   12": ListRecord("240", (7, 12), "H", 5, 5),
    "240 F 005 0007": ListRecord("240", (7,), "F", 5, 5),
    "250  2.0        1   3    1   25": ListRecord("250", (1, 25), None, 1, 3, 200, None),
    "250       0.5   1   3    1   25": ListRecord("250", (1, 25), None, 1, 3, None, 50),
    "250  2.0  0.5   1   3    1   25": ListRecord("250", (1, 25), None, 1, 3, 200, 50),
    "260   1   9    4   11   16": ListRecord("260", (4, 11, 16), None, 1, 9),
    "299 W   2.0   1.5  003 0001 0002": ListRecord("299", (1, 2), "W", 3, 3, 200, 150),
    "299          -0.5  000 0001": ListRecord("299", (1,), None, 0, 0, None, -50),
    "299 +  2.0  2.5   1    1": ListRecord("299", (1,), "+", 1, 1, 200, 250),
    "299 -  0.0  1.5": ListRecord("299", (), "-", None, None, 0, 150),
    "300   2   1   4   10    7 0000 0000": ListRecord("300", (10, 7, 0, 0), None, 2, 2, teams=(1, 4)),
    "320  1.0  2.0          50  49      46": ListRecord(
        "320", (), None, None, None, 100, 200, (0, 0, 50, 49, 0, 46)
    ),
    "320  1.0  2.0 000 050": ListRecord("320", (), None, None, None, 100, 200, (0, 50)),
    "330 +-   4  23  33": ListRecord("330", (), "+-", 4, 4, teams=(23, 33)),
    "330 --   4  23  33": ListRecord("330", (), "--", 4, 4, teams=(23, 33)),
    "XXP 1 2 3": ListRecord("XXP", (1, 2, 3)),
    "XXA    1  1.0  0.5": ListRecord("XXA", (1,), by_round=(100, 50)),
    "XXF 4 5": ListRecord("XXF", (4, 5)),
}  # fmt: skip


@pytest.mark.parametrize("line", sorted(LISTS))
def test_lists(line: str) -> None:
    """Every record about some players or teams, padded with blanks or zeros."""
    report = read(line, two())
    (record,) = report.tournament.records
    assert record.line == 1
    assert ListRecord(**{name: getattr(record, name) for name in record.__slots__ if name != "line"}) == LISTS[line]
    assert "record_unreadable" not in codes(report)


@pytest.mark.parametrize(
    "line",
    [
        "240 X   1    1",
        "240 H one    1",
        "240",
        "250 1 2 3",
        "250  2.0        1   3    1   25   26   27",
        "260   1",
        "260   1   9    x",
        "299 Q   1.0  001 0001",
        "299 W",
        "300   1   1",
        "320  1.0  2.0 0500",
        "330 ++   1   1   2",
        "330 +-   1   1",
        "XXP one two",
        "XXA one 1.0",
        "XXA 1 lots",
        "XXR many",
        "XXC green1",
        "XXZ all",
        "XXS W:3",
        "162 three for a win",
        "362 2 1 0",
        "152 green",
        "BBW three",
        "DAT nobody",
        "013 Team without a column for its name 1    2",
        "310   1 Team beside its columns 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18",
    ],
)
def test_lists_that_cannot_be_read(line: str) -> None:
    """What does not stand in its columns is kept and told, never guessed at."""
    report = read(line, two())
    assert ("record_unreadable" in codes(report)) == bool(line[4:].strip())
    assert not report.tournament.records
    assert line in report.text.to_bytes().decode()


def test_points_without_decimals() -> None:
    """Some write whole points without a decimal."""
    assert read("362 TW 2     TD 1     TL 0").tournament.match_scoring == (("TW", 200), ("TD", 100), ("TL", 0))
    assert read("162  W 3      D 1      L 0").tournament.scoring == (("W", 300), ("D", 100), ("L", 0))


def test_teams_of_2006() -> None:
    """The name, then four columns and a blank for each player, as many as there are."""
    many = " ".join(f"{number:>4}" for number in range(1, 22))
    report = read(f"013 {'Dock Road':32}{many}", *(player(number) for number in range(1, 22)))
    assert report.tournament.teams == (Team("Dock Road", tuple(range(1, 22)), line=1),)
    assert not codes(report)
    one_more_blank = read(f"013 {'Dock Road 2':32}    1    2", two("2w1", "1b0"))
    assert one_more_blank.tournament.teams[0] == Team("Dock Road 2", (1, 2), line=1)


def test_teams_padded_by_bytes() -> None:
    """A name with accents, padded by bytes, moves the numbers to the left."""
    for name in ("Équipe 7", "Équipé 7", "Éçé 7"):
        extra = len(name.encode()) - len(name)
        line = f"013 {name}{' ' * (32 - len(name.encode()))}  26   27"
        report = read(line, player(26, "27w1"), player(27, "26b0"))
        assert report.tournament.teams == (Team(name, (26, 27), line=1),)
        assert messages(report, "misaligned")[0].startswith(f"The numbers of the team are moved {extra} column(s)")


def test_teams_of_2026() -> None:
    """Number, name, nickname, strength, points, rank and players."""
    line = f"310   7 {'Dock Road':32} {'DOCK':5} {'2486.5':>6} {'15.0':>6} {'28.5':>6}  11     1    2"
    report = read("082 1", line, two("2w1", "1b0"))
    assert report.tournament.teams == (
        Team("Dock Road", (1, 2), 7, "DOCK", 248_650, 1500, 2850, 11, line=2),
    )  # fmt: skip
    assert not codes(report)
    both = read("082 1", line, f"013 {'7 Dock Road':32}   1    2", two("2w1", "1b0"))
    assert not codes(both), "a team in both forms is one team"


def test_national_records() -> None:
    """A federation's code in the place of 001, with its own class, rating and id."""
    line = player(1, title="A", rating="1850", federation="BRE", fide_id="C69548").replace("001", "FRA")[:79]
    report = read(*HEADER, line, two("2w1", "1b0"))
    assert report.tournament.national == (
        NationalEntry("FRA", 1, "A", "Family1, Given", 1850, "BRE", "C69548", Born(1990, 5, 17), "m", line=9),
    )  # fmt: skip
    assert not codes(report)
    assert "unknown_record" in codes(read("FRA is no number", two()))


def test_extensions() -> None:
    """Rounds, colours, absences, points and the data of a program."""
    report = read(
        "XXR 9", "XXC rank", "XXC black1", "XXZ 1 2", "XXZ 3", "XXS W=3.0 D=1.0", "BBW 3.0", "TNR 5", "XRS Program",
        "XID PROGRAM 1234", "00A 12345", "801   1 ABC", "DAT    1 EMAIL a@example.org", "DAT    1 GROUP U 18",
        player(1), player(2), player(3),
    )  # fmt: skip
    tournament = report.tournament
    assert (tournament.rounds_said, tournament.pair_by_rank, tournament.initial_colour, tournament.absent) == (
        9,
        True,
        "b",
        (1, 2, 3),
    )
    assert dict(tournament.scoring) == {"WW": 300, "BW": 300, "FW": 300, "FPB": 300, "WD": 100, "BD": 100, "HPB": 100}
    assert tournament.extra == (
        ("BBW", "3.0"), ("TNR", "5"), ("XRS", "Program"), ("XID", "PROGRAM 1234"), ("00A", "12345"), ("801", "  1 ABC"),
    )  # fmt: skip
    assert tournament.entries[0].data == (("EMAIL", "a@example.org"), ("GROUP", "U 18"))
    assert codes(report) == {"round_missing"}


def test_the_first_of_two_counts() -> None:
    """A record that stands twice with the same words is no harm; with others the first counts."""
    report = read("012 One", "012 One", "012 Two", "022", "022 Nowhere", two())
    assert (report.tournament.name, report.tournament.city) == ("One", "Nowhere")
    assert len(messages(report, "record_twice")) == 1


def test_versions() -> None:
    """The version is told by what only it has."""
    assert read(two()).version == "trf06"
    assert read(player(1, "0-H")).version == "trf16"
    assert read("142 3", two()).version == "trf16"
    assert read("222 5400+30", two()).version == "trf26"


def test_number_with_a_gap_is_no_national_record() -> None:
    """Three capital letters and a broken number are a comment or an unknown record, never a fault in reading."""
    report = read_trf(b"FRA 0  1 m    Family, Given                     2000 FID    99000001 1990/05/17\n012 X\n")

    assert report.tournament.national == ()
