"""The served site of `bench/site.py` under load: the server on one core, with its database; the visitors on another.

The server is the command that everybody serves an office with; the worker, which closes lists and makes backups, is
left out. With PostgreSQL its processes are on the core of the server too.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

CLIENT = [sys.executable, str(Path(__file__).with_name("site_client.py"))]
CONNECTIONS = (4, 16, 64, 200)
COUNT = int(os.environ.get("BENCH_VISITS", "3000"))
"""So many pages are asked for in a run."""
SERVER_CORE, CLIENT_CORE = 0, 1
_WARM, _SINGLE = COUNT // 5, COUNT // 5
_PATIENCE = 60
_LOOK = 0.02
_PART = 1 << 16
HOST = "127.0.0.1"


class Served(NamedTuple):
    """A server that answers: its port, and its processes, those of the database apart."""

    port: int
    process: int
    database: tuple[int, ...]

    @property
    def processes(self) -> list[int]:
        """The processes of the server, those that it started too."""
        return [self.process, *_below(self.process)]


def on_core(core: int) -> list[str]:
    """Give the words that begin a command which stays on a core."""
    return ["taskset", "-c", str(core)]


def _below(process: int) -> list[int]:
    try:
        text = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii")
    except OSError:
        return []
    children = [int(word) for word in text.split()]
    return [*children, *(each for child in children for each in _below(child))]


def _postmaster(url: str) -> int | None:
    """Give the process of PostgreSQL that all its others come from."""
    import psycopg  # noqa: PLC0415 - only here

    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT pg_backend_pid()").fetchone()
        assert row is not None  # noqa: S101 - it answered
        stat = Path(f"/proc/{row[0]}/stat").read_text(encoding="utf-8")
    return int(stat.rpartition(")")[2].split()[1])


@contextmanager
def served(office: Path, url: str = "") -> Iterator[Served]:
    """Serve an office on a core of its own, as long as it is asked."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port = int(probe.getsockname()[1])
    database: tuple[int, ...] = ()
    if url:
        first = _postmaster(url)
        assert first is not None  # noqa: S101 - it answered
        database = (first, *_below(first))
        _pinned(database, {SERVER_CORE})
    words = [sys.executable, "-m", "arpad", "office", "serve", "--office", str(office), "--without-worker"]
    words += ["--port", str(port)]
    process = subprocess.Popen(
        [*on_core(SERVER_CORE), *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        _answers(port, process)
        yield Served(port, process.pid, database)
    finally:
        os.killpg(process.pid, signal.SIGINT)
        try:
            process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        _pinned(database, set(range(os.cpu_count() or 1)))


def _pinned(processes: Iterable[int], cores: set[int]) -> None:
    for number in processes:
        try:
            os.sched_setaffinity(number, cores)
        except ProcessLookupError:
            continue


def _answers(port: int, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + _PATIENCE
    while time.monotonic() < until and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex((HOST, port)) == 0:
                return
        time.sleep(_LOOK)
    raise SystemExit("The office was not served.")


def client(served: Served, visits: Path, way: str, amount: float, count: int = COUNT) -> dict[str, Any]:
    """Visit from a core of its own."""
    before = faults(served)
    run = subprocess.run(
        [*on_core(CLIENT_CORE), *CLIENT, str(served.port), str(visits), way, str(amount), str(count)],
        stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    outcome: dict[str, Any] = json.loads(run.stdout)
    after = faults(served)
    outcome["faults"] = {name: after[name] - before[name] for name in after}
    print(f"{way} {amount}: {outcome}", flush=True)
    return outcome


def faults(served: Served) -> dict[str, int]:
    """Count the page faults of the server: without and with reading from the disk."""
    sums = {"minor": 0, "major": 0}
    for process in served.processes:
        try:
            stat = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        except OSError:
            continue
        sums["minor"] += int(stat[7])
        sums["major"] += int(stat[9])
    return sums


def visited(office: Path, visits: Path, url: str = "") -> dict[str, Any]:
    """Visit the site: a single reader, so many at once, and at half the rate that so many came to."""
    with served(office, url) as server:
        client(server, visits, "closed", 4, _WARM)
        single = client(server, visits, "closed", 1, _SINGLE)
        at_once = {str(count): client(server, visits, "closed", count) for count in CONNECTIONS}
        most = max(at_once[str(count)]["visits_per_s"] for count in CONNECTIONS[:-1])
        last = at_once[str(CONNECTIONS[-1])]
        half = client(server, visits, "open", last["visits_per_s"] / 2, COUNT // 2)
    return {
        "single": single,
        "connections": at_once,
        "half_rate": half,
        "share_of_best": round(last["visits_per_s"] / most, 3),
        "p99_of_turns": round(last["p99_ms"] / (1000 * CONNECTIONS[-1] / last["visits_per_s"]), 2),
        "half_rate_p99_of_single": round(half["p99_ms"] / single["median_ms"], 2),
    }


def downloaded(office: Path, files: dict[str, str], url: str = "") -> dict[str, Any]:
    """Download each file of a list from a server that has answered before, and give what memory it took more."""
    figures = {}
    with served(office, url) as server:
        for name, address in files.items():
            _taken(server.port, address)  # what the first reader loads stays
            idle = _memory(server)
            size, lines, highest, seconds = _taken(server.port, address, lambda: _memory(server))
            figures[name] = {
                "megabytes": round(size / 1e6, 1), "lines": lines, "seconds": round(seconds, 1),
                "idle_mb": idle, "highest_mb": highest, "more_mb": round(highest - idle, 1),
            }  # fmt: skip
            print(f"{name}: {figures[name]}", flush=True)
    return figures


def _taken(port: int, address: str, measured: Callable[[], float] = lambda: 0.0) -> tuple[int, int, float, float]:
    """Read a file part by part, and measure beside it; its bytes, its lines, the highest measure and the seconds."""
    start, size, lines, highest, looked = time.perf_counter(), 0, 0, 0.0, 0.0
    with urllib.request.urlopen(f"http://{HOST}:{port}{address}", timeout=_PATIENCE) as answer:
        while part := answer.read(_PART):
            size, lines = size + len(part), lines + part.count(b"\n")
            if time.perf_counter() - looked > _LOOK:
                highest, looked = max(highest, measured()), time.perf_counter()
    return size, lines, highest, time.perf_counter() - start


def _memory(served: Served) -> float:
    """Give the resident memory of the server's processes, in megabytes."""
    total = 0
    for process in served.processes:
        try:
            lines = Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines()
        except OSError:
            continue
        total += sum(int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))
    return round(total / 1000, 1)
