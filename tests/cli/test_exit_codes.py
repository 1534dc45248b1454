"""Exit codes and sentences: 0 done, 1 read and refused, 2 not carried out; all faults at once, never a traceback."""

from __future__ import annotations

import json
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from running import arpad

from arpad.formats.lists import line_program

GOOD = '{"kind":"standard","list":"2025-12-01","player":{"rating":2000,"k":20},"events":[]}'
BACKWARDS = '[{"start":"2025-11-09","end":"2025-11-07","games":[]}]'
ESTIMATE = ("estimate", "--rating", "2000", "--average", "2300", "--games", "2", "--score", "1", "--k", "20")
TEN_OF_TEN = ("performance", "--average", "2300", "--games", "10", "--score", "10")
ARPAD = Path(sysconfig.get_path("scripts"), "arpad")


@pytest.mark.parametrize(
    ("words", "text", "code", "problem"),
    [
        (("player", "-"), GOOD, 0, None),
        (("player", "-"), GOOD.replace("[]", BACKWARDS), 1, "end_before_start"),
        (("player", "-"), "{", 2, "not_json"),
        (("player", "-"), "", 2, "form_without_events"),
        (("player", "-"), '{"kind": NaN}', 2, "not_json"),
        (("player", "-"), "[" * 100_000, 2, "not_json"),
        (("player", "-"), GOOD.replace('"k":20', '"k":20,"k":10'), 2, "key_twice"),
        (("player", "-"), GOOD.replace('"k":20', '"elo":20'), 2, "unknown_key"),
        (("player", "-"), GOOD.replace("2000", "0"), 2, "out_of_range"),
        (("player", "-"), GOOD.replace("2000", '"2000"'), 2, "wrong_type"),
        (("player", "-"), GOOD.replace("2025-12-01", "2025-12-32"), 2, "wrong_date"),
        (("player", "-"), GOOD.replace('"kind"', '"edition":"fide-1999","kind"'), 2, "unknown_edition"),
        (("player", "-"), GOOD.replace('"kind"', '"edition":"fide-rb-2024-12","kind"'), 2, "wrong_kind"),
        (("player", "-"), GOOD.replace("2025-12-01", "2003-06-01"), 2, "edition_unknown"),
        (("player", "-"), GOOD.replace("standard", "rapid").replace("2025-12-01", "2010-01-01"), 2, "edition_none"),
        (("player", "no-such-file.json"), None, 2, "not_opened"),
        (("player", "."), None, 2, "not_opened"),
        (("player", "-"), b"\xff\xfe\x00", 2, "not_utf8"),
        (("expected", "2600"), None, 2, "usage"),
        (("expected", "2600", "0"), None, 2, "usage"),
        (("expected", "2600", "2150", "--on", "yesterday"), None, 2, "usage"),
        (("expected", "2600", "2150", "--on", "1999-01-01"), None, 2, "edition_unknown"),
        (("expected", "2600", "2150", "--edition", "no-such.toml"), None, 2, "edition_not_readable"),
        (("change", "--rating", "2000", "--k", "20", "--game", "2000"), None, 2, "usage"),
        (("performance", "--average", "2300", "--games", "10", "--score", "11"), None, 1, "score"),
        ((*TEN_OF_TEN, "--on", "2004-01-01"), None, 1, "table_cell"),
        (("performance", "--average", "2300", "--score", "1"), None, 2, "usage"),
        ((*ESTIMATE, "--edition", "fide-2024-03"), None, 2, "no_provision"),
        (("calendar", "2025-11-07", "--received", "2025-11-01"), None, 1, "received"),
        (("calendar", "2025-11-07", "--authority", "uscf"), None, 2, "unknown_authority"),
        (("editions", "on", "2010-01-01", "--kind", "blitz"), None, 2, "edition_none"),
        (("editions", "show", "fide-1999"), None, 2, "unknown_edition"),
        (("article", "fide-2014", "8.21"), None, 0, None),
        (("article", "fide-2014", "9.99"), None, 2, "unknown_article"),
        (("article", "fide-2006-04", "8.1"), None, 0, None),
        (("article", "fide-rb-2024-12", "8.1"), None, 2, "no_register"),
        (("article", "fide"), None, 2, "several_editions"),
        (("article",), None, 0, None),
        (("schema", "nothing"), None, 2, "unknown_schema"),
        (("frobnicate",), None, 2, "usage"),
        (("--frobnicate",), None, 2, "usage"),
    ],
)  # fmt: skip
def test_exit_code(words: tuple[str, ...], text: str | bytes | None, code: int, problem: str | None) -> None:
    """A command ends with the right code and says what is wrong, as JSON or as words on the error stream."""
    exit_code, out, err = arpad(*words, "--json", given=text)
    plain, _, message = arpad(*words, given=text)

    assert (code, code) == (exit_code, plain)
    assert err == ""
    if problem is None:
        assert message == ""
    else:
        problems = json.loads(out)["problems"]
        assert problem in [problem["code"] for problem in problems]
        assert all(problem["message"].endswith((".", "…")) for problem in problems)
        assert message.startswith("arpad: ")
        assert "Traceback" not in message


def test_all_faults_at_once() -> None:
    """Every fault of an input is said, not only the first."""
    text = (
        '{"kind":"slow","list":"x","player":{"rating":-1,"elo":2},"events":[{"start":1,"games":[{"score":1}]}],"a":1}'
    )
    _, out, _ = arpad("player", "-", "--json", given=text)
    places = {load["where"] for load in json.loads(out)["problems"]}

    assert places == {
        "kind", "list", "player.rating", "player.elo", "events[0].start", "events[0].end",
        "events[0].games[0].score", "events[0].games[0].opponent", "a",
    }  # fmt: skip


@pytest.mark.parametrize(
    "command",
    ["editions", "expected", "change", "coefficient", "performance", "estimate", "calendar", "player", "article"],
)
def test_help_of_every_command(command: str) -> None:
    """Every command explains itself, and has --json and --explain."""
    code, out, _ = arpad(command, "--help")

    assert code == 0
    assert "--json" in out
    assert "--explain" in out


def test_version_and_help() -> None:
    """`arpad --version` names the version and the kernels that are there; `arpad` alone shows what there is."""
    kernels = "with line kernel and game kernel" if line_program.KERNEL else "without kernels"
    assert arpad("--version")[:2] == (0, f"arpad 0.2.0 ({kernels})\n")
    assert "COMMAND" in arpad()[1]


@given(st.binary(max_size=200))
def test_any_bytes_give_a_sentence(raw: bytes) -> None:
    """Whatever comes in, the answer is a sentence, never a traceback."""
    code, out, _ = arpad("player", "-", "--json", given=raw)

    assert code == 2
    assert json.loads(out)["problems"]


KEYS = st.sampled_from(["kind", "list", "player", "events", "x"])
JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=8)),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner)),
    max_leaves=20,
)


@given(JSON)
def test_any_json_gives_a_sentence(value: object) -> None:
    """Whatever JSON comes in, the answer is a sentence, never a traceback."""
    code, out, _ = arpad("player", "-", "--json", given=json.dumps(value))

    assert code == 2
    assert "internal" not in [load["code"] for load in json.loads(out)["problems"]]


def test_installed_command_runs(tmp_path: Path) -> None:
    """The installed `arpad` reads a file, prints UTF-8, and survives a reader that goes away."""
    place = tmp_path / "period.json"
    place.write_text(GOOD, encoding="utf-8-sig")
    done = subprocess.run([ARPAD, "player", place], capture_output=True, check=False)
    piped = subprocess.run(  # noqa: S602 - a pipe is the point
        f"'{ARPAD}' editions show fide-2024-03 | head -1; echo ${{PIPESTATUS[0]}}",
        shell=True,
        executable="/bin/bash",
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, b"")
    assert "→" in done.stdout.decode()
    assert piped.stderr == ""
    assert sys.executable
