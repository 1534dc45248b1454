"""`arpad office serve` as a process of its own: it answers, works beside it, says a taken port, and ends by Ctrl-C."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING
from urllib.error import HTTPError, URLError
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
    with (
        tmp_path.joinpath("lines").open("w", encoding="utf-8") as lines,
        subprocess.Popen(words, stdout=subprocess.PIPE, stderr=lines, text=True, env=ENVIRONMENT) as served,
    ):
        try:
            assert served.stdout is not None
            assert served.stdout.readline() == (
                f"The office is served on http://127.0.0.1:{port}/office/ (Ctrl-C ends it).\n"
            )
            assert health(port) == 200
            with pytest.raises(HTTPError, match="404"):
                urlopen(f"http://127.0.0.1:{port}/players/Anna%20Example?name=Anna", timeout=PATIENCE)
            assert run(["office", "serve", "--office", str(folder), "--port", str(port), "--json"]) != 0
            assert f"--port {port + 1}" in json.loads(capsys.readouterr().out)["problems"][0]["message"]
        finally:
            served.send_signal(signal.SIGINT)
            ended = served.wait(PATIENCE)
        assert ended == 0
        assert served.stdout.read() == "The office is no longer served.\n"
    written = [json.loads(line) for line in tmp_path.joinpath("lines").read_text(encoding="utf-8").splitlines()]
    asked = [(line["route"], line["status"]) for line in written if line["event"] == "request"]
    assert ("health", 200) in asked
    assert (None, 404) in asked
    assert "Anna" not in tmp_path.joinpath("lines").read_text(encoding="utf-8")


def test_what_cannot_be_used_is_said_and_leaves_nothing(tmp_path: Path) -> None:
    """A zone that there is not, another kind of database, a port beyond the last: a sentence, and no folder."""
    command = [sys.executable, "-m", "arpad", "office"]
    for words, says in (
        (["--zone", "Mars/Base"], "Mars/Base"),
        (["--database-url", "mysql://somewhere/x"], "postgresql:"),
        (["--port", "99999"], "is no port"),
    ):
        refused = subprocess.run(
            [*command, "init", str(tmp_path / "office"), *words],
            check=False,
            env=ENVIRONMENT,
            capture_output=True,
            text=True,
        )
        assert refused.returncode in {1, 2}
        assert "A fault in arpad" not in refused.stderr
        assert says in refused.stderr
        assert not tmp_path.joinpath("office").exists()
