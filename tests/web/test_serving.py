"""The office as it is served: ready when it answers, gone with a signal, a taken port said with what to do."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import suppress
from pathlib import Path

import pytest
from offices import office
from ports import free_port

from arpad.model.problems import RefusedError
from arpad.web.serving import ADDRESS, refuse_taken_port

_SERVE = """
import sys
from pathlib import Path
from arpad.web.serving import serve
if __name__ == "__main__":
    serve(Path(sys.argv[1]), int(sys.argv[2]), ready=lambda: print("ready", flush=True))
    print("closed", flush=True)
"""


def worker_beside(server: int, but: int = 0) -> int:
    """Give the process that works beside a server, once there is one, other than a certain one."""
    until = time.monotonic() + 300
    while time.monotonic() < until:
        for place in Path("/proc").glob("[0-9]*"):
            with suppress(OSError, IndexError):
                words = place.joinpath("cmdline").read_bytes()
                parent = int(place.joinpath("stat").read_text(encoding="utf-8").rpartition(")")[2].split()[1])
                if parent == server and b"arpad.storage.jobs.working" in words and int(place.name) != but:
                    return int(place.name)
        time.sleep(0.1)
    pytest.fail("nothing works beside the pages")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP])
def test_served_until_a_signal(number: signal.Signals, tmp_path: Path) -> None:
    """When it says that it is ready it answers; Ctrl-C or a closed terminal ends pages and worker, and it says so."""
    port, script = free_port(), tmp_path / "served.py"
    script.write_text(_SERVE, encoding="utf-8")
    with office("sqlite", tmp_path / "office"):
        pass
    words = [sys.executable, str(script), str(tmp_path / "office"), str(port)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, start_new_session=True) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == "ready\n"
            with urllib.request.urlopen(f"http://{ADDRESS}:{port}/health", timeout=300) as answer:
                assert answer.status == 200
            if number == signal.SIGINT and Path("/proc/self").exists():
                killed = worker_beside(process.pid)
                os.kill(killed, signal.SIGKILL)
                assert worker_beside(process.pid, but=killed) != killed  # another took its place
            os.killpg(process.pid, number)
            assert process.stdout.readline() == "closed\n"
            assert process.wait(300) == 0
        finally:
            process.kill()
    until = time.monotonic() + 300
    while time.monotonic() < until:
        with socket.socket() as probe:
            if probe.connect_ex((ADDRESS, port)):
                return
        time.sleep(0.1)
    pytest.fail("something still listens")


def test_a_taken_port() -> None:
    """The sentence says which port it is and what to do."""
    with socket.socket() as other:
        port = free_port()
        other.bind((ADDRESS, port))
        other.listen()
        with pytest.raises(RefusedError, match=f"make run PORT={port + 1}"):
            refuse_taken_port(port, by_make=True)
    refuse_taken_port(port)
