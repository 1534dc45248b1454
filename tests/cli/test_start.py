"""An interrupt ends a command with a sentence and its code, at whatever moment, and never with a traceback."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from processes import ENVIRONMENT

MOMENTS = (0, 0.01, 0.03, 0.1, 0.3)
"""First come our imports, then the work."""
DATA = Path(__file__).parents[1] / "data"
PREPARED = """
import os, signal, sys
sys.argv[1:] = {words!r}
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            os.kill(os.getpid(), signal.{signal})
sys.meta_path.insert(0, Finder())
from arpad.cli.start import run
sys.exit(run())
"""
"""The command, interrupted at the moment at which it imports something."""


def ended(code: str) -> subprocess.CompletedProcess[str]:
    """Run some Python to its end."""
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, env=ENVIRONMENT, timeout=600
    )


@pytest.mark.parametrize(("name", "code", "word"), [("SIGINT", 130, "Interrupted"), ("SIGTERM", 143, "Ended")])
@pytest.mark.parametrize("imported", ["arpad.cli.main", "arpad.cli.options", "arpad.cli.commands.book", "polars"])
def test_while_modules_are_imported(name: str, code: int, word: str, imported: str, tmp_path: Path) -> None:
    """Ours and those of others."""
    words = ["book", "world", str(tmp_path / "book"), "--players", "100"]
    done = ended(PREPARED.format(words=words, name=imported, signal=name))

    assert (done.returncode, done.stdout) == (code, "")
    assert done.stderr.startswith(f"arpad: {word}")
    assert done.stderr.count("\n") == 1


def prepared(running: subprocess.Popen[str]) -> None:
    """Wait until a command is prepared for its end; before that Python itself is not ready, and nobody can be."""
    status, waits = Path(f"/proc/{running.pid}/status"), signal.SIGTERM - 1
    for _ in range(150_000):
        if not status.exists():  # another system: long enough for any Python
            time.sleep(2)
            return
        caught = next(line for line in status.read_text(encoding="ascii").splitlines() if line.startswith("SigCgt"))
        if int(caught.split()[1], 16) >> waits & 1:
            return
        time.sleep(0.002)
    raise AssertionError("The command was never prepared.")


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_at_any_moment(moment: float, number: int, code: int, tmp_path: Path) -> None:
    """A command that waits for its input, so that it is surely not done before."""
    reader, writer = os.pipe()
    with subprocess.Popen(
        [sys.executable, "-m", "arpad", "trf", "show", "-"],
        stdin=reader, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT, cwd=tmp_path,
    ) as running:  # fmt: skip
        prepared(running)
        time.sleep(moment)
        running.send_signal(number)
        out, err = running.communicate(timeout=600)
    os.close(reader)
    os.close(writer)

    assert (running.returncode, out) == (code, "")
    assert err.startswith("arpad: ")
    assert err.count("\n") == 1


def test_asked_twice_it_ends_at_once() -> None:
    """Also where what is open does not close."""
    code = (
        "import os, signal, sys, time\nimport arpad.cli.main as main\nfrom arpad.cli import start\n"
        "def stuck():\n"
        "    try:\n        os.kill(os.getpid(), signal.SIGINT)\n        time.sleep(600)\n"
        "    finally:\n        os.kill(os.getpid(), signal.SIGINT)\n        time.sleep(600)\n"
        "main.run = stuck\nsys.exit(start.run())\n"
    )
    start = time.monotonic()
    done = ended(code)

    assert done.returncode == 130
    assert "Traceback" not in done.stderr
    assert time.monotonic() - start < 300


def test_an_interrupt_while_helpers_start_leaves_none(tmp_path: Path) -> None:
    """Between the birth of a helper and the moment at which the command knows of it."""
    files = [shutil.copy(DATA / "spring-open.trf", tmp_path / f"{number}.trf") for number in range(40)]
    code = (
        "import os, signal, sys, time\nfrom multiprocessing.popen_fork import Popen\nfrom arpad.cli import start\n"
        "launch = Popen._launch\n"
        "def interrupted(self, process):\n"
        "    launch(self, process)\n    os.kill(os.getpid(), signal.SIGINT)\n    time.sleep(0.1)\n"
        "Popen._launch = interrupted\n"
        f"sys.argv = ['arpad', 'rate', *{[str(file) for file in files]!r}, '--k', '20']\nsys.exit(start.run())\n"
    )
    done = ended(code)  # it waits until nobody holds its output any more

    assert done.returncode == 130
    assert done.stderr.count("\n") == 1


def test_helpers_end_with_the_command(tmp_path: Path) -> None:
    """Ctrl-C reaches all processes of a terminal; only the command says something."""
    files = []
    for number in range(60):
        place = tmp_path / f"{number}.trf"
        place.write_bytes(DATA.joinpath("spring-open.trf").read_bytes())
        files.append(str(place))
    with subprocess.Popen(
        [sys.executable, "-m", "arpad", "rate", *files, "--k", "20"],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT, start_new_session=True,
    ) as running:  # fmt: skip
        time.sleep(0.5)
        helpers = Path(f"/proc/{running.pid}/task/{running.pid}/children")
        # On a busy machine it has not begun by then; before it has, a signal ends it without a word.
        while running.poll() is None and helpers.exists() and not helpers.read_text(encoding="utf-8"):
            time.sleep(0.02)
        if running.poll() is None:
            os.killpg(running.pid, signal.SIGINT)
        _, err = running.communicate(timeout=600)

    assert running.returncode in {0, 1, 130}
    assert "Traceback" not in err
