"""On a terminal answers are coloured and fit its width; a file, a pipe and NO_COLOR get plain text."""

from __future__ import annotations

import io
import re
from pathlib import Path
from unittest import mock

import pytest

from arpad.cli.answer import table
from arpad.cli.main import run

GOOD = str(Path(__file__).parents[1] / "data" / "spring-open.trf")
ROWS = [
    (1, "Kestrel-Featherstonehaugh, Ada Wilhelmina", "A long remark about this player", "+8"),
    (2, "Linden", "", "-3"),
]
HEAD = ("no", "name", "remark", "change")


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        """Say so."""
        return True


def printed(*words: str) -> str:
    """Run a command on a terminal of 80 columns and give what it shows."""
    out = Terminal()
    with mock.patch("sys.stdout", out), mock.patch.dict("os.environ", {"COLUMNS": "80", "TERM": "xterm"}):
        run(words)
    return out.getvalue()


def test_a_terminal_gets_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    """The headings of a check, the head of a table, gains and losses."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[1;33mWarnings (1)\x1b[0m" in printed("check", GOOD)
    rated = printed("rate", GOOD, "--k", "20")
    assert "\x1b[32m" in rated
    assert "\x1b[31m" in rated


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_colour_can_be_refused(name: str, value: str) -> None:
    """By NO_COLOR, and by a terminal that has none; an empty NO_COLOR refuses nothing."""
    out = Terminal()
    with mock.patch("sys.stdout", out), mock.patch.dict("os.environ", {"TERM": "xterm", name: value}):
        run(["check", GOOD])

    assert "\x1b" not in out.getvalue()


def test_data_is_never_coloured() -> None:
    """JSON on a terminal is JSON."""
    assert "\x1b" not in printed("check", GOOD, "--json")


def test_lines_fit_the_terminal() -> None:
    """Sentences are continued below, further in; no word is cut."""
    with mock.patch.dict("os.environ", {"NO_COLOR": "1"}):
        lines = printed("check", GOOD, "--all").splitlines()

    assert max(map(len, lines)) <= 80
    assert any(line.startswith("    ") for line in lines)


@pytest.mark.parametrize(("columns", "widest"), [(60, 60), (200, 86)])
def test_columns_fit_the_terminal(columns: int, widest: int) -> None:
    """Text is cut, and says so; numbers never are. Where there is room, or no terminal, nothing is cut."""
    environment = {"COLUMNS": str(columns), "NO_COLOR": "1"}
    with mock.patch("sys.stdout", Terminal()), mock.patch.dict("os.environ", environment):
        lines = table(HEAD, ROWS).splitlines()

    assert max(map(len, lines)) == widest
    assert [line.split()[-1] for line in lines] == ["change", "+8", "-3"]
    assert ("…" in lines[1]) == (columns == 60)
    assert "…" not in table(HEAD, ROWS)


def narrow(*words: str) -> list[str]:
    """Run a command on a terminal of 60 columns without colour and give its lines."""
    out = Terminal()
    with mock.patch("sys.stdout", out), mock.patch.dict("os.environ", {"COLUMNS": "60", "NO_COLOR": "1"}):
        run(words)
    return out.getvalue().splitlines()


def test_what_a_row_is_about_is_cut_last() -> None:
    """An edition is asked for by its id; the title gives way first."""
    assert any(line.startswith("fide-2009-07-monthly ") for line in narrow("editions"))


def test_no_day_is_cut() -> None:
    """Half of a date is none."""
    lines = narrow("editions")

    assert any("2024-03-01" in line for line in lines)
    assert not any(re.search(r"\d{4}-(\d\d?(-\d?)?)?…", line) for line in lines)


def test_sentences_of_a_player_and_of_the_law_fit_a_narrow_terminal() -> None:
    """They are continued below, and no word is cut; so are the lines of the help."""
    lines = narrow("change", "--rating", "2000", "--k", "17", "--game", "1900:1", "--on", "2025-11-07")
    tables = [line for line in lines if line.startswith(("round", "event", "Event", " "))]

    assert max(len(line) for line in lines if line not in tables) <= 60
    assert any(line.startswith("Note: ") for line in lines)
    assert max(map(len, narrow("article", "R-005"))) <= 60
    assert max(map(len, narrow("help"))) <= 66
    assert any(len(line) > 60 for line in printed("article", "R-005").splitlines())
