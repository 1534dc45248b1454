"""Running the command line inside the test process, and reading what it says."""

from __future__ import annotations

import io
import json
from contextlib import redirect_stderr, redirect_stdout
from typing import Any
from unittest import mock

from arpad.cli.main import run


def arpad(*words: str, given: str | bytes | None = None) -> tuple[int, str, str]:
    """Run a command; give its exit code, what it printed, and what it said on the error stream."""
    out, err = io.StringIO(), io.StringIO()
    raw = given.encode() if isinstance(given, str) else given or b""
    with redirect_stdout(out), redirect_stderr(err), mock.patch("sys.stdin", io.TextIOWrapper(io.BytesIO(raw))):
        try:
            code = run(words)
        except SystemExit as left:  # argparse leaves by itself after --help and --version
            code = int(left.code or 0)
    return code, out.getvalue(), err.getvalue()


def answer(*words: str, given: object = None, code: int = 0) -> Any:  # noqa: ANN401 - any JSON
    """Run a command with --json that must end with the code, and give its answer."""
    text = given if given is None or isinstance(given, str) else json.dumps(given)
    exit_code, out, err = arpad(*words, "--json", given=text)

    assert (exit_code, err) == (code, ""), out + err
    return json.loads(out)
