"""`arpad office serve` as a process of its own: it answers, works beside it, says a taken port, and ends by Ctrl-C."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from ports import free_port
from processes import ENVIRONMENT

pytest.importorskip("granian")

from arpad.cli.main import run

if TYPE_CHECKING:
    from pathlib import Path

PATIENCE = 300


def health(port: int) -> int:
    """Ask the office whether it works, until it answers."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            with urlopen(f"http://127.0.0.1:{port}/health", timeout=PATIENCE) as answer:
                return int(answer.status)
        except (URLError, OSError):
            if time.monotonic() > until:
                raise
            time.sleep(0.2)


def test_an_office_is_set_up_served_and_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With a worker beside it; the health address is public; Ctrl-C ends everything with code 0."""
    folder, port = tmp_path / "office", free_port()
    command = [sys.executable, "-m", "arpad", "office"]
    subprocess.run([*command, "init", str(folder)], check=True, env=ENVIRONMENT, capture_output=True)
    words = [*command, "serve", "--office", str(folder), "--port", str(port)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT) as served:
        try:
            assert served.stdout is not None
            assert served.stdout.readline() == (
                f"The office is served on http://127.0.0.1:{port}/office/ (Ctrl-C ends it).\n"
            )
            assert health(port) == 200
            assert run(["office", "serve", "--office", str(folder), "--port", str(port), "--json"]) != 0
            assert str(port + 1) in json.loads(capsys.readouterr().out)["problems"][0]["message"]
        finally:
            served.send_signal(signal.SIGINT)
            ended = served.wait(PATIENCE)
        assert ended == 0
        assert served.stdout.read() == "The office is no longer served.\n"
