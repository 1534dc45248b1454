"""`arpad trf`: shown, checked, listed and written again; a file that opens never exits 2."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from running import answer, arpad

import arpad as package
from arpad.events.package import Package, packed

DATA = Path(__file__).parents[1] / "data"
GOOD, BROKEN = str(DATA / "spring-open.trf"), str(DATA / "spring-open-broken.trf")
LIST = Path(package.__file__).parent / "examples" / "standard_may25frl.txt"


@pytest.mark.article("9.1", edition="fide-2009-07")
def test_show() -> None:
    """What was read comes out, with the version and the encoding."""
    document = answer("trf", "show", GOOD)

    assert (document["version"], document["encoding"], document["problems"]) == ("trf26", "utf-8", [])
    assert (document["tournament"]["name"], document["tournament"]["start"]) == ("Made-up Spring Open", "2025-05-02")
    assert document["tournament"]["players"][3]["born"] == "2001"
    assert document["tournament"]["time_control"] == "5400+30"


@pytest.mark.parametrize(
    ("file", "profile", "code", "codes"),
    [
        (GOOD, "rating", 0, {"fide_id_missing"}),
        (GOOD, "submission", 1, {"fide_id_missing"}),
        (BROKEN, "lenient", 0, {"colours_contradict", "one_sided_game", "opponent_unknown", "points_differ"}),
        (
            BROKEN,
            "rating",
            1,
            {"colours_contradict", "one_sided_game", "opponent_unknown", "points_differ", "fide_id_missing"},
        ),
    ],
)
def test_check(file: str, profile: str, code: int, codes: set[str]) -> None:
    """The profile decides what is an error; all problems are told at once."""
    exit_code, out, _ = arpad("trf", "check", file, "--profile", profile)

    assert exit_code == code
    assert {
        problem["code"] for problem in answer("trf", "check", file, "--profile", profile, code=code)["problems"]
    } == codes
    assert all(code in out for code in codes)


def test_games_say_why_there_is_none() -> None:
    """The forfeit is told as one; the games of the unrated player are games."""
    document = answer("trf", "games", GOOD)
    unplayed = [game for game in document["games"] if not game["played"]]

    assert document["played"] == 8
    assert [(game["first"], game["second"], game["reason"]) for game in unplayed] == [(4, 6, "forfeit")]


def test_the_same_bytes_again(tmp_path: Path) -> None:
    """`--to same` gives back what was read."""
    place = tmp_path / "again.trf"

    assert arpad("trf", "convert", BROKEN, "--to", "same", "-o", str(place))[0] == 0
    assert place.read_bytes() == Path(BROKEN).read_bytes()


@pytest.mark.article("9.1", edition="fide-2009-07")
@pytest.mark.parametrize("to", ["trf16", "trf26"])
@pytest.mark.parametrize("more", [(), ("--plain",), ("--for", "py4swiss"), ("--for", "trf"), ("--newline", "lf")])
def test_converted_file_has_the_same_games(tmp_path: Path, to: str, more: tuple[str, ...]) -> None:
    """Whatever is written, it holds the same games."""
    place = tmp_path / "out.trf"
    arpad("trf", "convert", GOOD, "--to", to, *more, "-o", str(place))

    assert answer("trf", "games", str(place))["games"] == answer("trf", "games", GOOD)["games"]


@pytest.mark.parametrize("form", ["form1", "form2", "form3"])
def test_forms_can_be_read_again(tmp_path: Path, form: str) -> None:
    """A form of 2003 is read like a report, with the same results of everybody."""
    place = tmp_path / "form.txt"
    arpad("trf", "convert", GOOD, "--to", form, "-o", str(place))
    document = answer("trf", "show", str(place))["tournament"]

    assert (document["name"], document["start"], document["end"]) == ("Made-up Spring Open", "2025-05-02", "2025-05-04")
    assert {player["name"]: player["points"] for player in document["players"]}["Marlow, Cian"] == "1.00"
    assert answer("trf", "games", str(place))["played"] == 8


@pytest.mark.article("11.2.3", edition="fide-2003-07")
def test_a_form_says_who_differs_from_the_current_list(tmp_path: Path) -> None:
    """`--list` marks a player whom the list has otherwise, `--remark` adds what happened; both can be read again."""
    current, place = tmp_path / "standard_may25frl.txt", tmp_path / "form.txt"
    current.write_bytes(LIST.read_bytes().replace(b"Linden, Bruno", b"Lindner,Bruno"))
    sentence = "Round 2 began half an hour late."
    arpad("trf", "convert", GOOD, "--to", "form1", "--list", str(current), "--remark", sentence, "-o", str(place))
    text = place.read_text(encoding="utf-8")
    marked = [line for line in text.splitlines() if "! list: Lindner,Bruno" in line]

    assert [line.split("|")[1].strip() for line in marked] == ["Linden, Bruno"]
    assert text.endswith(f"Remark       | {sentence}\n")
    assert answer("trf", "games", str(place))["played"] == 8


def test_computer_table() -> None:
    """The table shows n and W against rated opponents only; an unrated player with three of them has a zero."""
    out = arpad("trf", "convert", GOOD, "--to", "computer-table")[1]
    rows = [[cell.strip() for cell in line.split("|")] for line in out.splitlines()[2:]]
    by_name = {row[1]: dict(zip(rows[0], row + [""] * 11, strict=False)) for row in rows[1:]}

    # Ada met 1998, 2251 and 2105, average 2118; she expected .84 + .55 + .73 and made 2.5.
    assert by_name["Kestrel, Ada"] | {"n": "3", "W": "2.50", "Rar": "2118", "W-We": "0.38"} == by_name["Kestrel, Ada"]
    assert by_name["Pryce, Fern"] | {"n": "2", "Rar": "0", "Ru": ""} == by_name["Pryce, Fern"]


@pytest.mark.parametrize("action", ["show", "check", "games", "convert"])
def test_what_is_no_report_is_refused_with_a_sentence(tmp_path: Path, action: str) -> None:
    """A file that opens and is no TRF exits 1; one that does not open exits 2."""
    place = tmp_path / "letter.txt"
    place.write_text("Dear arbiter,\nhere is the report.\n", encoding="utf-8")

    assert arpad("trf", action, str(place))[0] == 1
    assert "no record of a tournament report" in arpad("trf", action, str(place))[1]
    assert arpad("trf", action, str(tmp_path / "nowhere.trf"))[0] == 2
    assert arpad("trf", action, GOOD, "--encoding", "klingon")[0] == 2


@settings(max_examples=40)
@given(data=st.binary(max_size=400))
def test_any_bytes_never_exit_2(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    """Anything that opens is read or refused."""
    place = tmp_path_factory.mktemp("any") / "file.trf"
    place.write_bytes(data)

    assert all(arpad("trf", action, str(place))[0] in {0, 1} for action in ("show", "check", "games", "convert"))


def test_problems_of_one_code_are_gathered(tmp_path: Path) -> None:
    """Where there are many of one code, the first few are shown, and all with --all."""
    lines = [f"001 {number:>4}      Player {number:<26} 2000" for number in range(1, 31)]
    place = tmp_path / "many.trf"
    place.write_text("\n".join(["042 2025/05/02", *lines]), encoding="utf-8")

    assert "… and 25 more of fide_id_missing" in arpad("trf", "check", str(place))[1]
    assert arpad("trf", "check", str(place), "--all")[1].count("fide_id_missing") == 30


def test_a_newer_report_is_compared_with_an_older(tmp_path: Path) -> None:
    """Every difference on a line, and as data; a package is as good as a report."""
    older = DATA / "spring-open.trf"
    newer = tmp_path / "newer.trf"
    newer.write_bytes(older.read_bytes().replace(b"Marlow, Cian", b"Marlow, Kian"))
    sent = tmp_path / "newer.zip"
    sent.write_bytes(packed(Package("newer.trf", newer.read_bytes())))
    code, out, _ = arpad("trf", "diff", str(older), str(newer))
    (difference,) = answer("trf", "diff", str(older), str(sent))["differences"]

    assert code == 0
    assert " ".join(out.splitlines()[-1].split()) == "player 3 Marlow, Kian name Marlow, Cian Marlow, Kian"
    assert (difference["change"], difference["fact"], difference["player"]) == ("player", "name", 3)
    assert arpad("trf", "diff", str(older), str(older))[1].strip() == "The reports say the same."
