"""What a file says never steers a terminal, JSON is JSON whatever the terminal can write, and CSV holds no formulas."""

from __future__ import annotations

import ast
import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from processes import ENVIRONMENT
from running import arpad

from arpad.cli import output
from arpad.cli.output import plain_table, shown
from arpad.formats.lists.csv import CsvReader, write_csv
from arpad.formats.lists.problems import Findings
from arpad.model.rating_list import Listed

DATA = Path(__file__).parents[1] / "data"
STEERING = ["\x1b[2J", "\x07", "\x9b31m", "\x7f", "\u202e", "\u2066", "\u2028", "\x00", "\x85"]


@pytest.fixture(params=STEERING, ids=ascii)
def steering(request: pytest.FixtureRequest) -> str:
    """Something that a terminal would obey."""
    return str(request.param)


def report(folder: Path, name: str) -> Path:
    """Write a report with an event of that name."""
    place = folder / "event.trf"
    text = DATA.joinpath("spring-open.trf").read_text(encoding="utf-8")
    head = next(line for line in text.splitlines() if line.startswith("012"))
    place.write_text(text.replace(head, f"012 Open {name}"), encoding="utf-8")
    return place


def test_nothing_of_a_file_steers_a_terminal(steering: str, tmp_path: Path) -> None:
    """As text, as JSON, and in what is said on the error stream."""
    place = report(tmp_path, steering)
    answers = [
        arpad("trf", "show", str(place)),
        arpad("trf", "show", str(place), "--json"),
        arpad("rate", str(place), "--k", "20"),
        arpad("trf", "show", f"no-such-file{steering}"),
        arpad("trf", "show", f"no-such-file{steering}", "--json"),
    ]
    for _, out, err in answers:
        assert steering[0] not in out + err
    assert json.loads(answers[1][1])
    assert json.loads(answers[4][1])["problems"]


def test_nobody_prints_but_the_output() -> None:
    """What is said passes one place; a line of progress is made of numbers and names that passed it."""
    home = Path(output.__file__).parent
    printing = [
        f"{place.relative_to(home)}:{node.lineno}"
        for place in home.rglob("*.py")
        for node in ast.walk(ast.parse(place.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "print"
        if place.name not in {"output.py", "progress.py"}
    ]

    assert printing == []


@given(st.text())
def test_what_is_shown_has_no_control_characters(text: str) -> None:
    """But tabs and ends of lines; a plain text is shown as it is."""
    assert not [sign for sign in shown(text) if (sign < " " and sign not in "\t\n") or "\x7f" <= sign <= "\x9f"]
    if text.isalnum():
        assert shown(text) == text


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "utf-8", "cp437"])
def test_json_is_json_whatever_the_terminal_can_write(encoding: str, tmp_path: Path) -> None:
    """It says the same in all of them."""
    place = report(tmp_path, "Ő → 中 \U0001f600")
    done = subprocess.run(
        [sys.executable, "-m", "arpad", "trf", "show", str(place), "--json"],
        capture_output=True, check=True, env={**ENVIRONMENT, "PYTHONIOENCODING": encoding},
    )  # fmt: skip

    assert json.loads(done.stdout.decode(encoding))["tournament"]["name"].endswith("Ő → 中 \U0001f600")


def test_paths_that_are_no_text(tmp_path: Path) -> None:
    """Bytes in a name that are no UTF-8 are shown, not a reason to fail."""
    place = os.fsencode(tmp_path) + b"/na\xffme\xc3.trf"
    with open(place, "wb") as out:  # noqa: PTH123 - the name is bytes
        out.write(DATA.joinpath("spring-open.trf").read_bytes())
    for words in (["trf", "show"], ["check"], ["rate", "--k", "20"], ["list", "show"], ["player"]):
        for more in ([], ["--json"]):
            done = subprocess.run(
                [sys.executable, "-m", "arpad", *words, place, *more], capture_output=True, check=False, env=ENVIRONMENT
            )
            assert done.returncode in {0, 1, 2}
            assert b"Traceback" not in done.stderr
            assert b"fault in arpad" not in done.stderr
            if more:
                assert json.loads(done.stdout)


def test_the_content_of_a_file_goes_out_as_it_is() -> None:
    """Where it is not looked at: a pipe or a file takes it as it is."""
    done = subprocess.run(
        [sys.executable, "-m", "arpad", "trf", "convert", str(DATA / "spring-open.trf"), "--to", "trf16"],
        capture_output=True, check=True, env=ENVIRONMENT,
    )  # fmt: skip

    assert b"\r\n" in done.stdout
    assert b"\\r" not in done.stdout


FORMULAS = ["=1+1", "+x", "-x", "@sum(a1)", "\tx", "=cmd|' /C calc'!A0"]


@pytest.mark.parametrize("name", FORMULAS)
def test_csv_of_rated_events_holds_no_formulas(name: str, tmp_path: Path) -> None:
    """Unless it is asked for as it is."""
    place = tmp_path / "event.trf"
    text = DATA.joinpath("spring-open.trf").read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.startswith("001"))
    place.write_text(text.replace(line, line[:14] + name.strip().ljust(33) + line[47:]), encoding="utf-8")
    plain, raw = (arpad("rate", str(place), "--k", "20", "--format", "csv", *more)[1] for more in ((), ("--raw",)))
    names = [[row["name"] for row in csv.DictReader(io.StringIO(text))] for text in (plain, raw)]

    if name.strip().startswith(("=", "+", "-", "@")):
        assert f"'{name.strip()}" in names[0]
    assert name.strip() in names[1]


def test_csv_for_people_steers_no_terminal(tmp_path: Path) -> None:
    """A name with a control character is shown with its number; as it is only where that is asked for."""
    place = tmp_path / "event.trf"
    text = DATA.joinpath("spring-open.trf").read_bytes()
    place.write_bytes(text.replace(b"Linden, Bruno ", b"Linden, Brun\x1fo"))
    plain, raw = (arpad("rate", str(place), "--k", "20", "--format", "csv", *more)[1] for more in ((), ("--raw",)))

    assert ("\x1f" in plain, "Linden, Brun\\x1fo" in plain, "\x1f" in raw) == (False, True, True)


def test_numbers_are_no_formulas() -> None:
    """A change keeps its sign."""
    table = 'a\n-14\n+3.5\n-\n"-1,5"\n+7%\n'

    assert plain_table(table) == table


@given(st.text(alphabet="=+-@'\tax ", min_size=1))
def test_a_list_in_csv_keeps_its_names(name: str) -> None:
    """An apostrophe that was put before a name is taken away again."""
    out = io.BytesIO()
    write_csv(out, [Listed(7, name.strip() or "x")])
    lines = list(CsvReader(io.BytesIO(out.getvalue()), Findings()))
    cells = next(row for row in csv.reader(io.StringIO(out.getvalue().decode())) if row[0] == "7")

    assert [line.listed.name for line in lines if line.listed] == [(name.strip() or "x")]
    assert cells[1][0] not in "=+-@\t\r"
