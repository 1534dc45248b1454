"""A mistyped FIDE number makes nobody a newcomer: who is marked, who is proposed, and the report put right."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

import pytest
from made_events import DAYS, event
from running import answer, arpad

from arpad.formats.trf.writer import write_trf

if TYPE_CHECKING:
    from pathlib import Path

HEAD = "fide_id,name,federation,sex,title,standard_rating,standard_k,birth_year"
ROWS = {
    99000001: '99000001,"Kestrel, Ada",NLD,F,,1990,20,1990',
    99000002: '99000002,"Linden, Bruno",NLD,M,,1900,20,1990',
    99000003: '99000003,"Marlow, Cian",NLD,M,,1800,20,1990',
    99000004: '99000004,"Novak, Dita",NLD,F,,1700,20,1990',
    99000005: '99000005,"Okafor, Emeka",NLD,M,,1650,20,1990',
    99000006: '99000006,"Pryce, Fern",NLD,F,,1600,20,1990',
    99000990: '99000990,"Zephyr, Gil",IRL,M,,2100,20,1980',
}
RATINGS = [1990, 1900, 1800, 1700, 1650, 1600]
RIGHT, TYPED = "99000002", "99000072"


@pytest.fixture
def ratings(tmp_path: Path) -> str:
    """Write the lists of the first day and of the list before."""
    place = tmp_path / "list.csv"
    place.write_text("\n".join([HEAD, *ROWS.values()]) + "\n", encoding="utf-8")
    return f"2025-05-01={place}"


@pytest.fixture
def report() -> str:
    """Give the report of a round robin of six who are on the list."""
    return write_trf(event(RATINGS, start=DAYS["fide-2024-03"], cycles=1, time="90+30"), "trf26")


def written(folder: Path, text: str, name: str = "event.trf") -> str:
    """Write a report."""
    place = folder / name
    place.write_bytes(text.encode())
    return str(place)


def by_number(document: dict[str, Any]) -> dict[int, dict[str, Any]]:
    """Give the players by their starting numbers."""
    return {player["number"]: player for player in document["players"]}


def test_an_unknown_number_is_no_newcomer(tmp_path: Path, report: str, ratings: str) -> None:
    """The rating of the report counts; the player, and all who met this player, are marked."""
    document = answer("rate", written(tmp_path, report.replace(RIGHT, TYPED)), "--list", ratings)
    players = by_number(document)
    linden, kestrel = players[2], players[1]

    assert (linden["ro"], linden["estimate"], linden["proposed_id"]) == (1900, True, 99000002)
    assert linden["status"] != "published"
    assert linden["number_doubt"].startswith("FIDE number 99000072 is not on the list of 2025-05-01; 99000002 (Linden,")
    assert kestrel["doubtful_opponents"] == [{"event": 0, "number": 2}]
    assert [game["doubtful"] for game in kestrel["games"]].count(True) == 1
    assert {number for number, player in players.items() if player["doubtful_opponents"]} == {1, 3, 4, 5, 6}


def test_opponents_are_rated_against_the_rating_of_the_report(tmp_path: Path, report: str, ratings: str) -> None:
    """As if the number were right: five games for everybody, and the same change."""
    right = by_number(answer("rate", written(tmp_path, report), "--list", ratings))
    wrong = by_number(answer("rate", written(tmp_path, report.replace(RIGHT, TYPED)), "--list", ratings))

    assert [wrong[number]["n"] for number in (1, 3, 4, 5, 6)] == [5] * 5
    assert all(wrong[number]["change"] == right[number]["change"] for number in (1, 3, 4, 5, 6))


def test_the_number_of_somebody_else_is_not_used(tmp_path: Path, report: str, ratings: str) -> None:
    """Zephyr of Ireland has 2100; Linden does not get it."""
    linden = by_number(answer("rate", written(tmp_path, report.replace(RIGHT, "99000990")), "--list", ratings))[2]

    assert (linden["ro"], linden["proposed_id"]) == (1900, 99000002)
    assert linden["number_doubt"].startswith("FIDE number 99000990 belongs to Zephyr, Gil")


def test_without_a_rating_in_the_report_a_rated_player_is_no_newcomer(
    tmp_path: Path, report: str, ratings: str
) -> None:
    """Whoever is meant is rated on the list: no first rating is given, and the working of none is shown."""
    text = report.replace(f"1900 NLD    {RIGHT}", f"     NLD    {TYPED}")
    place = written(tmp_path, text)
    linden = by_number(answer("rate", place, "--list", ratings))[2]

    assert text != report
    assert (linden["ro"], linden["new"], linden["k"], linden["status"]) == (None, None, None, None)
    assert linden["missing"] == "no first rating, because the FIDE number is in doubt"
    explained = arpad("rate", place, "--list", ratings, "--explain", "2")[1]
    assert "First rating" not in explained
    assert "99000002 (Linden, Bruno, NLD, born 1990) is probably meant" in explained


def test_a_number_is_proposed_for_a_player_without_one(tmp_path: Path, report: str, ratings: str) -> None:
    """What is proposed is what --accept-ids takes; not a number that another player of the event rightly has."""
    missing = report.replace(RIGHT, " " * len(RIGHT))
    place = written(tmp_path, missing)
    text = arpad("rate", place, "--list", ratings)[1]
    twice = missing.replace("Pryce, Fern  ", "Linden, Bruno").replace("1600 NLD    99000006", f"1900 NLD    {RIGHT}")

    assert "Proposed: 99000002 for 2 Linden, Bruno. --accept-ids takes them" in text
    assert by_number(answer("rate", place, "--list", ratings))[2]["proposed_id"] == 99000002
    accepted = answer("rate", place, "--list", ratings, "--accept-ids")
    assert len(accepted["accepted_numbers"]) == 1
    assert "Proposed:" not in arpad("rate", written(tmp_path, twice, "twice.trf"), "--list", ratings)[1]


def test_a_newcomer_stays_a_newcomer(tmp_path: Path, report: str, ratings: str) -> None:
    """No rating in the report, and nobody on the list is like it."""
    text = report.replace("Linden, Bruno", "Tarn, Igor   ").replace(f"1900 NLD    {RIGHT}", f"     NLD    {TYPED}")
    tarn = by_number(answer("rate", written(tmp_path, text), "--list", ratings))[2]

    assert (tarn["number_doubt"], tarn["status"], tarn["new"] is not None) == (None, "published", True)


def test_a_new_surname_is_borne_out_by_the_rating(tmp_path: Path, report: str, ratings: str) -> None:
    """The number, the federation and the rating fit; then it is the player's."""
    text = report.replace("Novak, Dita  ", "Quillan, Dita")
    novak = by_number(answer("rate", written(tmp_path, text), "--list", ratings))[4]

    assert (novak["number_doubt"], novak["ro"], novak["estimate"]) == (None, 1700, False)


def test_guests_of_a_list_of_one_federation_keep_their_ratings(tmp_path: Path, report: str) -> None:
    """The list cannot know them; that is no doubt, and nobody is a newcomer by it."""
    place = tmp_path / "nld.csv"
    rows = [row for number, row in ROWS.items() if number not in {99000002, 99000990}]
    place.write_text("\n".join([HEAD, *rows]) + "\n", encoding="utf-8")
    text = report.replace(f"1900 NLD    {RIGHT}", f"1900 AUT    {RIGHT}")
    guest = by_number(answer("rate", written(tmp_path, text), "--list", f"2025-05-01={place}"))[2]

    assert (guest["ro"], guest["number_doubt"], guest["estimate"]) == (1900, None, True)


def test_the_table_marks_both(tmp_path: Path, report: str, ratings: str) -> None:
    """With what the marks mean, and what can be done; without a doubt there is no column for them."""
    out = arpad("rate", written(tmp_path, report.replace(RIGHT, TYPED)), "--list", ratings)[1]
    lines = out.splitlines()

    assert any(line.split()[:2] == ["2", "!"] for line in lines)
    assert any(line.split()[:2] == ["1", "~"] for line in lines)
    assert "! The FIDE number is in doubt" in out
    assert "Proposed: 99000002 for 2 Linden, Bruno. --accept-ids takes them" in out
    assert "~" not in arpad("rate", written(tmp_path, report, "right.trf"), "--list", ratings)[1]


def test_csv_has_the_marks(tmp_path: Path, report: str, ratings: str) -> None:
    """In columns of their own."""
    place = written(tmp_path, report.replace(RIGHT, TYPED))
    text = arpad("rate", place, "--list", ratings, "--format", "csv")[1]
    rows = list(csv.DictReader(io.StringIO(text)))

    assert (rows[1]["proposed_id"], rows[0]["doubtful_opponents"]) == ("99000002", "2")


def test_accepted_numbers_are_rated(tmp_path: Path, report: str, ratings: str) -> None:
    """Everything is as if the number had been right, and what was taken is told."""
    right = answer("rate", written(tmp_path, report), "--list", ratings)
    document = answer("rate", written(tmp_path, report.replace(RIGHT, TYPED)), "--list", ratings, "--accept-ids")

    assert document["players"] == right["players"]
    (accepted,) = document["accepted_numbers"]
    assert (accepted["number"], accepted["before"], accepted["after"]) == (2, 99000072, 99000002)
    out = arpad("rate", str(tmp_path / "event.trf"), "--list", ratings, "--accept-ids")[1]
    assert "Accepted: Player 2, Linden, Bruno: FIDE number 99000002 instead of 99000072, Linden, Bruno (NLD," in out


def test_a_mended_report_differs_in_the_number_alone(tmp_path: Path, report: str, ratings: str) -> None:
    """Line ends, comments, records of programs and bytes that are no UTF-8 stay as they were."""
    right = report.replace("\r\n", "\n", 3) + "### a comment  \r\nXID PROGRAM " + "9" * 20_000 + "\r\nQQQ  odd\n"
    data = right.encode().replace(b"Kestrel, Ada", b"K\xe9strel, Ada")
    place, mended = tmp_path / "event.trf", tmp_path / "mended.trf"
    place.write_bytes(data.replace(RIGHT.encode(), TYPED.encode()))
    code, out, _ = arpad("rate", str(place), "--list", ratings, "--accept-ids", "-o", str(mended))

    assert code == 0
    assert mended.read_bytes() == data
    assert "1 number(s) changed" in out


def test_a_missing_number_is_filled_in(tmp_path: Path, report: str, ratings: str) -> None:
    """Name, federation and year of birth fit one player of the list."""
    place, mended = written(tmp_path, report.replace(RIGHT, " " * 8)), tmp_path / "mended.trf"
    arpad("rate", place, "--list", ratings, "--accept-ids", "-o", str(mended))

    assert mended.read_bytes() == report.encode()


def test_a_number_of_another_player_of_the_event_is_proposed_for_nobody(
    tmp_path: Path, report: str, ratings: str
) -> None:
    """Bruno Linden is there under his number; a second one of the name keeps what the report says."""
    text = report.replace("Marlow, Cian ", "Linden, Bruno").replace("99000003", "99000077")
    document = answer("rate", written(tmp_path, text), "--list", ratings, "--accept-ids")

    assert document["accepted_numbers"] == []


def test_exchanged_numbers_are_put_right(tmp_path: Path, report: str, ratings: str) -> None:
    """Two players with each other's numbers."""
    text = report.replace("99000002", "@").replace("99000003", "99000002").replace("@", "99000003")
    mended = tmp_path / "mended.trf"
    arpad("rate", written(tmp_path, text), "--list", ratings, "--accept-ids", "-o", str(mended))

    assert mended.read_bytes() == report.encode()


@pytest.mark.parametrize(
    "name", ["Lindn, Bruno", "Linden Brunno", "BRUNO LINDEN", "Lin-den, Bruno", "Línden, Brúno", "Linden, B."]
)
def test_a_close_spelling_is_proposed(tmp_path: Path, report: str, ratings: str, name: str) -> None:
    """The number is far from the right one; name, year, federation and rating lead to the player."""
    text = report.replace("Linden, Bruno".ljust(33), name.ljust(33)).replace(RIGHT, "12345678")
    linden = by_number(answer("rate", written(tmp_path, text), "--list", ratings))[2]

    assert linden["proposed_id"] == 99000002


def test_two_who_fit_as_well_are_not_proposed(tmp_path: Path, report: str) -> None:
    """Then somebody has to find out."""
    place = tmp_path / "list.csv"
    twins = ['99000102,"Linden, Bruno",NLD,M,,1900,20,1990', '99000302,"Linden, Bruno",NLD,M,,1900,20,1990']
    rows = [row for number, row in ROWS.items() if number != 99000002]
    place.write_text("\n".join([HEAD, *rows, *twins]) + "\n", encoding="utf-8")
    text = report.replace(RIGHT, "12345678")
    linden = by_number(answer("rate", written(tmp_path, text), "--list", f"2025-05-01={place}"))[2]

    assert (linden["proposed_id"], linden["number_doubt"] is not None, linden["ro"]) == (None, True, 1900)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("-o", "x.pdf"), "arpad writes no PDF. Write the page with -o x.html, open it in a browser"),
        (("-o", "x.doc"), "'x.doc' does not say what to write; end it in .html, .csv, .txt, .trf."),
        (("-o", "x.trf"), "give --accept-ids and --list"),
    ],
)
def test_what_cannot_be_written_is_refused_first(
    tmp_path: Path, report: str, words: tuple[str, ...], sentence: str
) -> None:
    """With what to do instead; nothing is written."""
    code, _, err = arpad("rate", written(tmp_path, report), *words)

    assert (code, sentence in err) == (2, True)


def test_a_mended_report_is_one_report(tmp_path: Path, report: str, ratings: str) -> None:
    """Two reports cannot be written into one file."""
    place = written(tmp_path, report)
    words = ("rate", place, place, "--list", ratings, "--accept-ids", "-o", str(tmp_path / "x.trf"))

    assert "Give one at a time" in arpad(*words)[2]


@pytest.mark.parametrize(
    ("words", "ends"),
    [
        (("trf", "convert", "REPORT", "--to", "json", "-o", "x.html"), ".json"),
        (("trf", "convert", "REPORT", "-o", "x.pdf"), ".trf, .trfx, .txt, .tab"),
        (("list", "convert", "LIST", "x.pdf"), ".txt, .xml, .csv, .parquet"),
    ],
)
def test_other_commands_refuse_an_unknown_suffix(
    tmp_path: Path, report: str, ratings: str, words: tuple[str, ...], ends: str
) -> None:
    """With the suffixes that there are."""
    places = {"REPORT": written(tmp_path, report), "LIST": ratings.partition("=")[2]}
    code, _, err = arpad(*(places.get(word, word) for word in words))

    assert (code, ends in err) == (2, True)


def test_k_fills_only_what_is_not_known(tmp_path: Path, report: str) -> None:
    """A junior has K 40 by the birth date, a grandmaster K 10 by the rating; --k 20 is for the others."""
    text = report.replace("1600 NLD", "2450 NLD")
    lines = [
        line.replace("1990/00/00", "2012/03/04") if line.startswith("001    5") else line for line in text.split("\r\n")
    ]
    document = answer("rate", written(tmp_path, "\r\n".join(lines)), "--k", "20")
    ks = {number: (player["k"], player["k_from"]) for number, player in by_number(document).items()}

    assert ks[5] == (40, "what is known of the player")
    assert ks[6] == (10, "what is known of the player")
    assert ks[1] == (20, "what was given")


def test_helpers_mark_and_accept_the_same(
    tmp_path: Path, report: str, ratings: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many files, shared out: the marks, the proposals and what is accepted are those of one process."""
    files = [written(tmp_path, report.replace(RIGHT, TYPED) if part else report, f"{part}.trf") for part in range(4)]
    monkeypatch.setattr("arpad.cli.commands.rate.helpers", lambda: 2)
    for more in ((), ("--accept-ids",)):
        words = ("rate", *files, "--list", ratings, "--for", "2025-06-01", *more)
        monkeypatch.setattr("arpad.cli.commands.rate.FILES_WORTH_HELPERS", 2)
        shared = arpad(*words), arpad(*words, "--format", "csv")
        monkeypatch.setattr("arpad.cli.commands.rate.FILES_WORTH_HELPERS", 9)
        alone = arpad(*words), arpad(*words, "--format", "csv")

        assert shared == alone
        assert ("Accepted: 3.trf: Player 2" in shared[0][1]) == bool(more)


def test_a_half_is_a_draw_where_the_encoding_is_named(tmp_path: Path, report: str) -> None:
    """Without it the byte is not read as a draw, and the report is refused with the place."""
    place = tmp_path / "event.trf"
    text = report.replace("Kestrel, Ada", "K\xe9strel, Zo\xe9").replace(" w =", " w ½", 1)
    place.write_bytes(text.encode("cp1252"))
    code, _, err = arpad("rate", str(place), "--k", "20")

    assert (code, "'\ufffd' as result" in err) == (1, True)
    assert arpad("rate", str(place), "--k", "20", "--encoding", "cp1252")[0] == 0
