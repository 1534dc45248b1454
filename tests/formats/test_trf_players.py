"""The player record: every spelling of sex, title, id and birth date, every result, and what each means."""

from __future__ import annotations

import pytest
from trf_building import HEADER, codes, messages, player, read, two

from arpad.model import meetings as why
from arpad.model.meetings import meetings
from arpad.model.period import Born
from arpad.model.tournament import Pairing


def entry(line: str) -> object:
    """Read one record."""
    (only,) = read(line).tournament.entries
    return only


@pytest.mark.parametrize(
    ("written", "read_as"), [(letter, "m") for letter in "mM"] + [(letter, "w") for letter in "wWfF"] + [(" ", None)]
)
def test_sexes(written: str, read_as: str | None) -> None:
    """Both letters for women, in both cases."""
    report = read(player(1, sex=written))
    assert report.tournament.entries[0].sex == read_as
    assert "sex_unknown" not in codes(report)


TITLES = {
    "GM": ("GM", "gm", "g", "G"),
    "IM": ("IM", "im", "m"),
    "FM": ("FM", "f"),
    "CM": ("CM", "c"),
    "WGM": ("WGM", "wg"),
    "WIM": ("WIM", "wm"),
    "WFM": ("WFM", "wf"),
    "WCM": ("WCM", "wc", "WC"),
}


@pytest.mark.parametrize(
    ("title", "spelling"), [(title, spelling) for title, all_of in TITLES.items() for spelling in all_of]
)
def test_titles(title: str, spelling: str) -> None:
    """The spellings of 2006 and of 2016, at the left and at the right of the field."""
    for written in (f"{spelling:>3}", f"{spelling:3}"):
        report = read(player(1, title=written))
        assert report.tournament.entries[0].title == title
        assert "title_unknown" not in codes(report)


def test_national_titles_are_kept() -> None:
    """A title that is none of FIDE's stays, with a note."""
    report = read(player(1, title="NC"))
    assert report.tournament.entries[0].title == "NC"
    assert messages(report, "title_unknown") == ["'NC' is no title of FIDE; it was kept as it is."]


@pytest.mark.parametrize(
    ("written", "read_as"),
    [
        ("12345678   ", 12345678),
        ("   12345678", 12345678),
        ("12345678901", 12345678901),
        ("", None),
        ("0", None),
        ("00000000", None),
        ("-----------", None),
    ],
)
def test_fide_numbers(written: str, read_as: int | None) -> None:
    """Right-aligned, left-aligned, eleven digits, and the ways to say none."""
    report = read(player(1, fide_id=written))
    assert report.tournament.entries[0].fide_id == read_as
    assert not codes(report) & {"fide_id_unreadable", "misaligned", "misaligned_unclear"}


@pytest.mark.parametrize("written", ["", "0", "0000"])
def test_unrated(written: str) -> None:
    """Three ways to have no rating."""
    assert read(player(1, rating=written)).tournament.entries[0].rating is None


BIRTHS = {
    "1987/06/05": Born(1987, 6, 5),
    "1987-06-05": Born(1987, 6, 5),
    "1987.06.05": Born(1987, 6, 5),
    "1987": Born(1987),
    "1987.  .  ": Born(1987),
    "1987/00/00": Born(1987),
    "1987/06/00": Born(1987, 6),
    "05.06.1987": Born(1987, 6, 5),
    "25.06.1987": Born(1987, 6, 25),
    "0000/00/00": None,
    ".  .": None,
    "": None,
}


@pytest.mark.parametrize("written", sorted(BIRTHS))
def test_births(written: str) -> None:
    """Every form of a birth date; where two orders make two days, that is said."""
    report = read(player(1, born=written))
    assert report.tournament.entries[0].born == BIRTHS[written]
    assert ("birth_unreadable" in codes(report)) == (written == "05.06.1987")


def test_birth_that_cannot_be() -> None:
    """The 30th of February is left out, a year of two digits is read, and both are said."""
    report = read(player(1, born="1987/02/30"), player(2, born="87/02/03"), player(3, born="45/02/03"))
    assert [player.born for player in report.tournament.entries] == [None, Born(1987, 2, 3), Born(1945, 2, 3)]
    assert [message.split(";")[0][-10:] for message in messages(report, "birth_unreadable")][1:] == ["YYYY/MM/DD"] * 2
    assert messages(report, "birth_unreadable")[0].endswith("and was left out.")


STATUSES = {
    ("1", "0"): why.GAME,
    ("=", "="): why.GAME,
    ("0", "0"): why.GAME,
    ("=", "0"): why.GAME,
    ("+", "-"): why.FORFEIT,
    ("-", "-"): why.FORFEIT,
    ("W", "L"): why.UNDER_ONE_MOVE,
    ("d", "D"): why.UNDER_ONE_MOVE,
    ("_", "_"): why.UNFINISHED,
    ("?", "X"): why.UNKNOWN_RESULT,
    ("*", "*"): why.UNKNOWN_RESULT,
    ("1", "_"): why.UNFINISHED,
    ("1", "-"): why.FORFEIT,
    ("1", "L"): why.UNDER_ONE_MOVE,
    ("1", "?"): why.UNKNOWN_RESULT,
    ("1", "H"): why.HALF_POINT_BYE,
}


@pytest.mark.parametrize(("first", "second"), sorted(STATUSES))
def test_a_game_needs_two_results_of_a_game(first: str, second: str) -> None:
    """A game counts as played only if both results are among 1 = 0; else the reason is told."""
    report = read(two(f"2w{first}", f"1b{second}"))
    (meeting,) = meetings(report.tournament)
    assert meeting.status == STATUSES[first, second]
    assert meeting.played == (first in "1=0" and second in "1=0")
    assert (meeting.first, meeting.second, meeting.first_is_white) == (1, 2, True)
    strange = {("1", "_"), ("1", "-"), ("1", "L"), ("1", "?"), ("1", "H")}
    assert ("results_contradict" in codes(report)) == ((first, second) in strange)


BYES = {
    "0-H": why.HALF_POINT_BYE,
    "0-h": why.HALF_POINT_BYE,
    "0-F": why.FULL_POINT_BYE,
    "0-U": why.PAIRING_BYE,
    "0-Z": why.ABSENCE,
    "0-_": why.ABSENCE,
    "0-1": why.FULL_POINT_BYE,
    "0-+": why.FULL_POINT_BYE,
    "0-=": why.HALF_POINT_BYE,
    "0-0": why.ABSENCE,
    "0--": why.ABSENCE,
    "0-?": why.UNKNOWN_RESULT,
}


@pytest.mark.parametrize("bye", sorted(BYES))
def test_byes(bye: str) -> None:
    """A round without an opponent is no game, in the letters of 2016 and in the results of 2006."""
    report = read(player(1, f"{bye} 2w1"), player(2, ". 1b0"))
    first = next(iter(meetings(report.tournament)))
    assert (first.status, first.second, first.played) == (BYES[bye], None, False)
    assert ("bye_of_2006" in codes(report)) == (bye[-1] in "1+=0-")
    assert report.version == ("trf16" if bye[-1].upper() in "HFUZ" else "trf06")


def test_results_without_anything_else() -> None:
    """A server writes byes with neither opponent nor colour."""
    report = read(player(1) + "         H         -         U    12 w 1", player(12, ". . . 1b0"))
    assert [pairing.result for pairing in report.tournament.entries[0].rounds] == ["H", "Z", "U", "1"]
    assert not codes(report) & {"bye_of_2006", "misaligned", "misaligned_unclear", "opponent_missing"}


def test_signs_in_a_team_report() -> None:
    """In a report of teams + and - against nobody say who was not fielded: a forfeit for one, absence for the other."""
    team = f"013 {'Team A':32}   1    2"
    report = read(team, player(1, "0-+ 2w1"), player(2, "0-- 1b0"))
    assert [player.rounds[0].result for player in report.tournament.entries] == ["+", "-"]
    assert [meeting.status for meeting in meetings(report.tournament)] == [why.FORFEIT, why.ABSENCE, why.GAME]
    assert "bye_of_2006" in codes(report)
    assert [player.rounds[0].result for player in read(player(1, "0-+"), player(2, "0--")).tournament.entries] == [
        "F",
        "Z",
    ]


def test_opponents() -> None:
    """Left-aligned, padded with zeros, in any case, and the colour of another language."""
    first = player(1) + "  2    W 1  0002 s =     2 - +"
    other = player(2, "1B0 1W= 1--")
    report = read(first, other)
    assert report.tournament.entries[0].rounds == (Pairing(2, "w", "1"), Pairing(2, "b", "="), Pairing(2, None, "+"))
    assert not report.problems or codes(report) <= {"number_gap"}


def test_unknown_opponents_and_one_sided_games() -> None:
    """Neither is a game, and both are told."""
    report = read(player(1, "2w1 7b1 1w1"), player(2, "3b0"), player(3))
    statuses = {(meeting.first, meeting.second): meeting.status for meeting in meetings(report.tournament)}
    assert statuses == {
        (1, 2): why.ONE_SIDED,
        (2, 3): why.ONE_SIDED,
        (1, 7): why.UNKNOWN_OPPONENT,
        (1, 1): why.HIMSELF,
    }
    assert {"one_sided_game", "opponent_unknown", "against_himself"} <= codes(report)
    assert messages(report, "one_sided_game")[0] == (
        "Round 1: player 1 has a game against player 2, who has player 3 as opponent (line 2)."
    )


def test_points_are_never_the_score() -> None:
    """Standings points stay standings points; a difference is told and the results stand."""
    report = read("162  W 3.0    D 1.0    L 0.0", two("2w1", "1b0", points="3.0"))
    assert report.tournament.entries[0].points == 300
    assert "points_differ" not in codes(report)
    report = read(two("2w1", "1b0", points="3.0"))
    assert messages(report, "points_differ") == ["Player 1 has 3.00 points, but the results add up to 1.00."]
    assert next(iter(meetings(report.tournament))).first_result == "1"
    report = read(two("2w1", "1b0", points="0.5"), "299 W        0.5  001 0001")
    assert "points_differ" not in codes(report)


@pytest.mark.parametrize(
    ("scoring", "points"),
    [
        (("XXS WW=3.0 BW=3.0",), "3.0"),
        (("XXS W=3.0 D=1.0",), "3.0"),
        (("BBW 3.0",), "3.0"),
        (("XXS WW=3.0 BW=2.0",), "9.0"),
    ],
)
def test_points_by_the_extensions(scoring: tuple[str, ...], points: str) -> None:
    """The extensions give other points; where they depend on the colour nothing is checked."""
    assert "points_differ" not in codes(read(*scoring, two("2w1", "1b0", points=points)))


def test_trimmed_and_padded_lines() -> None:
    """Blanks at the end of a line say nothing, and missing ones neither."""
    lines = [*HEADER, player(1, "2w1 . 0-Z"), player(2, "1b0")]
    trimmed = read(*(line.rstrip() for line in lines))
    padded = read(*(f"{line:200}" for line in lines))
    assert trimmed.tournament == padded.tournament == read(*lines).tournament
    assert len(trimmed.tournament.entries[0].rounds) == 3
    assert trimmed.tournament.entries[0].rounds[1] == Pairing(None, None, "")
    short = read("001    1", "001    2 w    Short, Name")
    assert [(player.number, player.name) for player in short.tournament.entries] == [(1, ""), (2, "Short, Name")]


def test_numbers_of_rounds() -> None:
    """The rounds are those of the longest record, or more if the report says so."""
    assert read(player(1, "2w1 . ."), player(2, "1b0")).tournament.rounds == 1
    assert read("142 5", two()).tournament.rounds == 5
    assert read("XXR 7", two()).tournament.rounds == 7


def test_the_same_block_means_the_same_twice() -> None:
    """Reading a file leaves nothing behind that changes the next."""
    bad = read(player(1, "2wq 2w1"), player(2, "1b0 1b0"))
    moved = player(1)[:89] + "    2 w q  "
    first, again = read(moved, player(2, "1b0")), read(moved, player(2, "1b0"))
    assert first.problems == again.problems
    assert bad.problems == read(player(1, "2wq 2w1"), player(2, "1b0 1b0")).problems
