"""Every problem of the catalogue is met by a file, and says where it is and what to do."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from trf_building import HEADER, block, codes, player, read, two

from arpad.formats.trf import reader as trf_reader
from arpad.formats.trf import text as trf_text
from arpad.formats.trf.problems import CODES, LENIENT, PROFILES, RATING, SUBMISSION, TrfProblem
from arpad.formats.trf.reader import read_trf
from arpad.model.problems import ERROR, NOTE, SEVERITIES

BYTES: dict[str, bytes] = {
    "too_large": b" " * (trf_text.MAX_BYTES + 1),
    "line_too_long": two().encode() + b"\n" + b"x" * (trf_text.MAX_LINE + 1),
    "too_many_players": b"001    1 m    A\n" * (trf_text.MAX_PLAYERS + 1),
    "encoding_guessed": player(1, name="M\xfcnster, Jos\xe9").encode("latin-1"),
    "bytes_undecodable": b"012 Caf\xe9 Ren\xe9 Zo\xe9 Am\xe9lie \x81\n" + player(1).encode(),
}
"""Files that are not made of characters."""

TEXTS: dict[str, tuple[str, ...]] = {
    "not_a_trf": ("Dear arbiter,", "please find the report attached."),
    "too_many_rounds": (two(), "XXR 10000"),
    "no_players": ("012 Made-up Open",),
    "tabs": (player(1).replace("    Family1", "\tFamily1"),),
    "misaligned": (player(1, name="Longname" * 4 + ", J"), player(2)),
    "misaligned_unclear": (player(1)[:60] + "??" + player(1)[60:70] + "//", player(2)),
    "unknown_record": (two(), "777 something"),
    "unknown_record_like_player": (two(), player(3, points="0.0", rank="3").replace("001", "101")),
    "vega_file": ("001|1|Family, Given|2000", "012 Made-up Open"),
    "record_twice": ("012 Made-up Open", "012 Another Open", two()),
    "record_unreadable": (two(), "240 Q   1    1"),
    "number_missing": (player("", "2w1"), player(2)),
    "number_twice": (player(1), player(1)),
    "number_gap": (player(1), player(3)),
    "fide_id_twice": (player(1, fide_id="990001"), player(2, fide_id="990001")),
    "fide_id_missing": (player(1, fide_id=""), player(2)),
    "fide_id_unreadable": (player(1, fide_id="A-12345"), player(2)),
    "name_missing": (player(1, name=""),),
    "rating_unreadable": (player(1, rating="unr"),),
    "sex_unknown": (player(1, sex="x"),),
    "title_unknown": (player(1, title="3N"),),
    "birth_unreadable": (player(1, born="17 May"),),
    "points_unreadable": (player(1, points="lots"),),
    "rank_unreadable": (player(1, rank="1st"),),
    "rank_missing": (player(1),),
    "opponent_unreadable": (two("2w1 axw1", "1b0 ."),),
    "opponent_missing": (player(1) + "       w 1",),
    "opponent_unknown": (player(1, "7w1"),),
    "against_himself": (player(1, "1w1"),),
    "colour_unknown": (two("2q1", "1b0"),),
    "colour_missing": (two("2-1", "1-0"),),
    "result_unknown": (two("2wq", "1b0"),),
    "result_missing": (two("2w_", "1b_"),),
    "one_sided_game": (two("2w1", "."),),
    "results_contradict": (two("2w1", "1b1"),),
    "unusual_result": (two("2w0", "1b0"),),
    "colours_contradict": (two("2w1", "1w0"),),
    "bye_of_2006": (player(1, "0-1"),),
    "points_differ": (two("2w1", "1b0", points="0.5"),),
    "rounds_over": (two("2w1 2b=", "1b0 1w="), "142 1"),
    "round_missing": (two(), "142 2"),
    "date_unreadable": ("042 in spring", two()),
    "date_ambiguous": ("042 10.09.13", "052 11.09.13", two()),
    "dates_reversed": ("042 2025/03/03", "052 2025/03/01", two()),
    "round_date_outside": (*HEADER[:6], "132" + " " * 88 + "25/04/01", two()),
    "round_dates_missing": (*HEADER[:6], two()),
    "round_dates_order": (*HEADER[:6], "132" + " " * 88 + "25/03/02  25/03/01", two("2w1 2b=", "1b0 1w=")),
    "round_dates_columns": (*HEADER[:6], "132 2025/03/01", two()),
    "count_differs": ("062 17", two()),
    "count_unreadable": ("062 some", two()),
    "header_missing": ("012 Made-up Open", "042 2025/03/01", two()),
    "start_missing": ("012 Made-up Open", two()),
    "time_control_unreadable": ("222 90 minutes", two()),
    "type_code_unknown": ("192 SWISS", two()),
    "team_player_unknown": (two(), f"013 {'Team A':32}   1    7"),
    "team_player_twice": (two(), f"013 {'Team A':32}   1", f"013 {'Team B':32}   1"),
    "national_unlinked": (two(), player(9).replace("001", "FRA")[:79]),
    "program_data_unlinked": (two(), "DAT    9 EMAIL nobody@example.org"),
}
"""For each code the smallest file that has it."""


def test_the_catalogue_is_covered() -> None:
    """No code without a file, and no file for a code that is gone."""
    assert {*TEXTS, *BYTES, "too_many_problems"} == set(CODES)


@pytest.mark.parametrize("code", sorted({*TEXTS, *BYTES}))
def test_code(code: str) -> None:
    """The file has the problem, with a sentence and a place, and with the severities of the catalogue."""
    data = BYTES[code] if code in BYTES else ("\n".join(TEXTS[code]) + "\n").encode()
    for profile in PROFILES:
        problems = [problem for problem in read_trf(data, profile=profile).problems if problem.code == code]
        severity = CODES[code][PROFILES.index(profile)]
        if not problems:
            assert profile != SUBMISSION
            assert severity in {NOTE, "warning"}, f"{code} is told under no profile but submission"
        for problem in problems:
            assert problem.severity == severity
            assert problem.message.endswith((".", ")"))
            assert problem.fix or severity == NOTE
            assert problem.line is None or problem.line >= 1
            assert problem.column is None or problem.column >= 1
            assert problem.line is not None or problem.column is None


def test_more_problems_than_anybody_reads() -> None:
    """Reading stops with a sentence when nobody would read on."""
    bad = player(1) + "  qqqq q q" * 900
    report = read(*[bad] * 60, profile=RATING)
    assert "too_many_problems" in codes(report)
    assert len(report.problems) == trf_reader.MAX_PROBLEMS + 1
    lonely = [player(number) + "     7 w 1" * 900 for number in range(100, 220)]
    report = read(*lonely)
    assert "too_many_problems" in codes(report), "games that contradict each other are counted too"
    assert len(report.problems) == trf_reader.MAX_PROBLEMS + 1


def test_a_good_file_has_no_problems() -> None:
    """A full TRF26 report gives nothing to say, under the strictest profile too."""
    lines = [
        player(1, "2w1 3b= 0-H", points="2.0", rank="1"),
        player(2, "1b0 0-U 3w-", points="1.0", rank="3"),
        player(3, "0-Z 1w= 2b+", points="1.5", rank="2"),
    ]
    report = read(*HEADER, *lines, profile=SUBMISSION)
    assert report.problems == ()
    assert report.version == "trf26"
    assert report.readable
    assert not report.has_errors


def test_all_problems_at_once() -> None:
    """Three faults in a file give three messages, in the order of their places."""
    report = read("012 Made-up Open", two("2w1", "1w1"), player(3, "8b0", rating="abcd"), profile=RATING)
    places = [(problem.line, problem.column, problem.code) for problem in report.problems if problem.line in {2, 4}]
    assert places == [
        (2, 97, "colours_contradict"),
        (2, 99, "results_contradict"),
        (4, 49, "rating_unreadable"),
        (4, 92, "opponent_unknown"),
    ]
    assert report.has_errors


def test_profiles_grow_stricter() -> None:
    """No problem is milder under a stricter profile."""
    for code, severities in CODES.items():
        assert list(severities) == sorted(severities, key=SEVERITIES.index, reverse=True), code
    assert PROFILES == (LENIENT, RATING, SUBMISSION)
    assert CODES["one_sided_game"] == ("warning", ERROR, ERROR)


def test_a_problem_says_its_column() -> None:
    """The column is that of the field, counted from 1."""
    report = read(player(1, "2w1 2bq"), player(2, "1b0 1w0"))
    (unknown,) = [problem for problem in report.problems if problem.code == "result_unknown"]
    assert player(1, "2w1 2bq")[unknown.column - 1] == "q" if unknown.column else False
    assert block("2bq")[-1] == "q"


def test_every_code_has_its_words_and_no_sentence_stands_in_a_reader() -> None:
    """Each code of the catalogue has a meaning; what a reader says is named, and stands in the language file."""
    words = TrfProblem.WORDS.sections()
    assert words.keys() - {"phrase", "part", "status"} == CODES.keys()
    assert all(of["meaning"].endswith(".") for code, of in words.items() if code in CODES)
    for place in sorted(Path(trf_reader.__file__).parent.glob("*.py")):
        for call in ast.walk(ast.parse(place.read_text(encoding="utf-8"))):
            if not isinstance(call, ast.Call) or getattr(call.func, "id", "") != "problem":
                continue
            code = call.args[0]
            given = {keyword.arg: keyword.value for keyword in call.keywords}
            texts = [
                node.value for node in ast.walk(call) if isinstance(node, ast.Constant) and isinstance(node.value, str)
            ]
            assert not [text for text in texts if " " in text], f"{place.name}:{call.lineno}"
            if isinstance(code, ast.Constant):
                says = given.get("says", ast.Constant("message"))
                mends = given.get("mends")
                assert not isinstance(says, ast.Constant) or says.value in words[code.value], code.value
                assert not isinstance(mends, ast.Constant) or mends.value in words[code.value], code.value


def test_a_player_twice_in_one_team_is_not_in_two() -> None:
    """Named twice in a record, or in two records of the same team: the team is named once."""
    within = read(two(), f"013 {'Team A':32}   1    1")
    repeated = read(two(), f"013 {'Team A':32}   1", f"013 {'Team A':32}   1    2")
    messages = [
        problem.message
        for report in (within, repeated)
        for problem in report.problems
        if problem.code == "team_player_twice"
    ]

    assert messages == ["Player 1 stands twice in the team 'Team A'."] * 2


@pytest.mark.parametrize(
    ("profile", "more", "is_asked"),
    [(RATING, (), False), (RATING, ("192 FIDE_DUTCH_2025",), True), (SUBMISSION, (), True)],
)
def test_record_222_is_asked_only_of_reports_of_2026(profile: str, more: tuple[str, ...], *, is_asked: bool) -> None:
    """A report of 2006 or 2016 has no such record; one of 2026, or one to be submitted as such, has to have it."""
    report = read(*HEADER[:6], *more, two(), profile=profile)
    messages = [problem.message for problem in report.problems if problem.code == "header_missing"]

    assert any("222" in message for message in messages) == is_asked
