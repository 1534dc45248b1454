"""Whatever a command is given: an answer or a sentence, in bounded time and memory; never a traceback."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest
from processes import ENVIRONMENT
from running import arpad

from arpad.cli import main
from arpad.cli.commands import editions
from arpad.model.bounded import WRITER_WITHIN

DATA = Path(__file__).parents[1] / "data"
BIG = "9" * 5000
PERIOD = '{"kind":"standard","list":"2025-12-01","player":{"rating":2000,"k":20},"events":[]}'


def refused(*words: str, given: str | bytes | None = None) -> str:
    """Run a command that must end with a sentence, as text and as JSON; give the sentence."""
    code, out, err = arpad(*words, given=given)
    assert code in {1, 2}, out
    assert "A fault in arpad" not in err + out
    json_code, answer, _ = arpad(*words, "--json", given=given)
    assert json_code == code
    assert json.loads(answer)
    return err + out


@pytest.mark.parametrize(
    "fault",
    [pl.exceptions.PanicException("a panic"), RuntimeError("x"), RecursionError(), MemoryError(), ValueError("\x1b")],
    ids=lambda fault: type(fault).__name__,
)
@pytest.mark.parametrize("more", [(), ("--json",)])
def test_a_fault_of_our_own_is_a_sentence(
    fault: BaseException, more: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Panics of Polars are no exceptions of Python's usual kind."""

    def broken(_: object) -> None:
        raise fault

    monkeypatch.setattr(editions, "answer", broken)
    code, out, err = arpad("editions", *more)

    assert code == main.NOT_CARRIED_OUT
    assert "Traceback" not in out + err
    assert "\x1b" not in out + err
    assert "memory" in out + err if isinstance(fault, MemoryError) else "A fault in arpad itself" in out + err


def test_what_the_system_refuses_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is no fault of the output."""

    def broken(_: object) -> None:
        raise OSError(5, "Input/output error", "some/file")

    monkeypatch.setattr(editions, "answer", broken)
    code, _, err = arpad("editions")

    assert (code, err) == (2, "arpad: 'some/file' cannot be read or written: Input/output error. Check the path.\n")


@pytest.mark.parametrize(
    "text",
    [
        PERIOD.replace("2000", BIG),
        PERIOD.replace("2000", "1e400"),
        PERIOD.replace("2000", "-1e400"),
        PERIOD.replace("2025-12-01", "9999-12-31"),
        PERIOD.replace("2025-12-01", "0001-01-01"),
        PERIOD.replace("2025-12-01", "\uff12025-12-01"),
        PERIOD.replace('"kind"', '"edition":"a\\u0000b.toml","kind"'),
        PERIOD.replace('"kind"', '"edition":"\\ud800","kind"'),
        PERIOD.replace("standard", "\\ud800"),
        "[" * 200_000,
        '{"a":' * 100_000,
        " " * 17_000_000,
    ],
    ids=range(12),
)
def test_json_beyond_this_world(text: str) -> None:
    """Numbers of thousands of digits, days of other ages, halves of characters, more than anybody writes."""
    refused("player", "-", given=text)
    refused("roundrobin", "-", given=text)


@pytest.mark.parametrize(
    "line",
    [
        "start = 9999-12-31",
        "end = 0001-01-01",
        f"rounds = {BIG}",
        f"games_agreed = {'9' * 4000}",
        ".".join("a" * 50_000) + " = 1",
        "x = " + "[" * 50_000,
        'city = "\\u0000"',
        'time_control = "' + "9" * 5000 + '"',
        'federation = "\\ud800"',
        f'time_controls = {{ {BIG} = "90+30" }}',
    ],
    ids=range(10),
)
def test_facts_beyond_this_world(line: str, tmp_path: Path) -> None:
    """The same beside a report."""
    place = tmp_path / "event.trf"
    shutil.copy(DATA / "spring-open.trf", place)
    place.with_suffix(".toml").write_text(line, encoding="utf-8")
    for words in (("check", str(place)), ("rate", str(place), "--k", "20")):
        for more in ((), ("--json",)):
            code, out, err = arpad(*words, *more)
            assert code in {0, 1, 2}
            assert "A fault in arpad" not in out + err


@pytest.mark.parametrize(
    "words",
    [
        ("list", "find", str(DATA / "made-list.txt"), BIG),
        ("list", "find", str(DATA / "made-list.txt"), "٣" * 5000),
        ("rate", str(DATA / "spring-open.trf"), "--k", BIG),
        ("rate", str(DATA / "spring-open.trf"), "--k", "-5"),
        ("rate", str(DATA / "spring-open.trf"), "--explain", BIG),
        ("check", str(DATA / "spring-open.trf"), "--fact", f"rounds={BIG}"),
        ("check", str(DATA / "spring-open.trf"), "--list", "9999-12-31=x"),
        ("check", str(DATA / "spring-open.trf"), "--list", "na\0me"),
        ("rate", str(DATA / "spring-open.trf"), "--list", "2025-05-01=na\0me"),
        ("expected", BIG, "2000"),
        ("expected", "2000", "2000", "--edition", "na\0me.toml"),
        ("trf", "show", "na\0me"),
        ("list", "show", "na\0me"),
        ("player", "na\0me"),
        ("period", "close", "na\0me", "2026-11"),
        ("book", "check", "na\0me"),
        ("book", "import", str(DATA / "small-book"), "na\0me"),
        ("replay", "na\0me", "--from", "2026-11", "--to", "2026-11"),
        ("trf", "convert", str(DATA / "spring-open.trf"), "-o", "na\0me"),
        ("example", "--write", "na\0me"),
        ("article", "na\0me"),
        ("schema", "na\0me"),
        ("trf", "show", str(DATA / "spring-open.trf"), "--encoding", "\0"),
        ("trf", "show", str(DATA / "spring-open.trf"), "--encoding", "\udc80"),
        ("rate", str(DATA / "spring-open.trf"), "--encoding", "\0"),
        ("book", "backup", str(DATA / "small-book"), "/"),
        ("book", "backup", str(DATA / "small-book"), "."),
        ("book", "restore", "/", str(DATA / "small-book")),
    ],
    ids=range(28),
)
def test_words_beyond_this_world(words: tuple[str, ...]) -> None:
    """On the command line itself."""
    code, out, err = arpad(*words)

    assert code in {0, 1, 2}
    assert "A fault in arpad" not in out + err


@pytest.mark.parametrize("name", ["/", ".", "..", ""])
@pytest.mark.parametrize(
    "words",
    [
        ("check", "REPORT"),
        ("check", "REPORT", "--ask"),
        ("rate", "REPORT", "--k", "20"),
        ("rate", str(DATA / "spring-open.trf"), "REPORT", "--k", "20"),
        ("tpr", "REPORT", "1"),
        ("trf", "show", "REPORT"),
        ("book", "replace", str(DATA / "small-book"), "1", "REPORT", "--why", "x", "--dry-run"),
    ],
    ids=" ".join,
)
def test_a_folder_where_a_report_is_expected(words: tuple[str, ...], name: str) -> None:
    """Also one whose path has no name in it, beside which nothing can lie."""
    code, out, err = arpad(*(name if word == "REPORT" else word for word in words))

    assert code in {1, 2}
    assert "is a folder" in out + err or (not name and "No such file" in out + err)
    assert "arpad: :" not in err


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="a device of Unix")
@pytest.mark.parametrize(
    "words",
    [
        ("player", "/dev/zero"),
        ("roundrobin", "/dev/zero"),
        ("trf", "show", "/dev/zero"),
        ("check", "/dev/zero"),
        ("check", str(DATA / "spring-open.trf"), "--facts", "/dev/zero"),
        ("check", str(DATA / "spring-open.trf"), "--list", "/dev/zero"),
        ("list", "show", "/dev/zero"),
        ("list", "diff", str(DATA / "made-list.txt"), "/dev/zero"),
        ("editions", "show", "/dev/zero"),
        ("book", "check", "/dev/zero"),
        ("period", "compare", str(DATA / "small-book"), "2026-10", "/dev/zero"),
    ],
)
def test_a_device_without_an_end(words: tuple[str, ...]) -> None:
    """It is refused before long, in little memory."""
    limited = "import resource, sys\nresource.setrlimit(resource.RLIMIT_DATA, (1 << 30, 1 << 30))\n"
    limited += "resource.setrlimit(resource.RLIMIT_CPU, (30, 30))\n"  # a busy machine does not count
    limited += "from arpad.cli.start import run\nsys.exit(run())\n"
    done = subprocess.run(
        [sys.executable, "-c", limited, *words], capture_output=True, text=True, check=False, env=ENVIRONMENT,
        timeout=600,
    )  # fmt: skip

    assert done.returncode in {1, 2}, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    assert "fault in arpad" not in done.stderr
    assert "memory" not in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="pipes of Unix")
def test_a_pipe_into_which_nobody_writes(tmp_path: Path) -> None:
    """No command waits for ever."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    begun = {
        words: subprocess.Popen(
            [sys.executable, "-m", "arpad", *words, str(pipe)],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT,
        )
        for words in (("trf", "show"), ("list", "show"), ("player",), ("editions", "show"))
    }  # fmt: skip
    for words, running in begun.items():
        _, err = running.communicate(timeout=600)
        assert running.returncode == 2
        assert f"nobody wrote into this pipe within {WRITER_WITHIN} seconds" in err or words == ("editions", "show")


def test_a_number_of_thousands_of_digits_is_called_one() -> None:
    """It is not nested too deeply."""
    assert "a number with thousands of digits" in refused("player", "-", given=PERIOD.replace("2000", BIG))
    assert "nested" in refused("player", "-", given="[" * 200_000)


@pytest.mark.parametrize("number", ["-1", "70000"])
def test_a_list_of_a_book_with_numbers_that_no_list_has(number: str, tmp_path: Path) -> None:
    """A K below zero or far above any is told with its column."""
    book = Path(shutil.copytree(DATA / "small-book", tmp_path / "book"))
    place = book / "lists" / "2026-10.csv"
    pl.read_csv(place, infer_schema=False).with_columns(blitz_k=pl.lit(number)).write_csv(place)

    assert "'blitz_k' holds a number that is below zero or too large" in refused("list", "show", str(place))
