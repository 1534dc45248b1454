"""A real PostgreSQL for tests: started by the run itself, shared by its workers, ended with it.

The server has a folder of its own, listens on this machine only and asks for a password that nobody else knows. Whoever
of the run needs it first starts it. A keeper, a process beside it, ends it when the run ends, also when the run was
killed. A database of a test is a copy of one whose tables are there already.
"""

from __future__ import annotations

import fcntl
import json
import os
import pwd
import re
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import psycopg
import pytest
from ports import free_port

import arpad

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = "ARPAD_TEST_POSTGRES"
"""The variable with which a run tells its workers where its server is, or will be."""
NOT_TRIED = "an office on PostgreSQL: PostgreSQL was not found. Install it (apt-get install postgresql) and run again."
TEMPLATE = "migrated"
_PLACES = "/usr/lib/postgresql"
_ABOUT, _LOCK, _DATA = "server.json", "lock", "data"
_PATIENCE = 300
_LOOK = 0.25
_QUICK = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
"""What only a machine that loses its power needs; tests that end processes work without it."""
_SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "max_connections": "60",
    "shared_buffers": "128MB",
    "autovacuum": "on",
    "log_min_messages": "fatal",
}


class Server(NamedTuple):
    """A server that answers: where, and as whom."""

    port: int
    password: str
    keeper: int
    """The process that ends it."""

    def url(self, database: str = "postgres") -> str:
        """Give the address of a database."""
        return f"postgresql://arpad:{self.password}@127.0.0.1:{self.port}/{database}"


@cache
def programs() -> Path | None:
    """Find the folder with the programs of the newest PostgreSQL; None where there is none."""
    on_path = shutil.which("postgres")
    places = [] if on_path is None else [Path(on_path).resolve().parent]
    if Path(_PLACES).is_dir():
        places += sorted(Path(_PLACES).glob("*/bin"), key=lambda place: -int(re.sub(r"\D", "", place.parent.name) or 0))
    return next((place for place in places if all((place / name).exists() for name in ("initdb", "postgres"))), None)


def server() -> Server:
    """Give the server of this run, started now if nobody has; where there is no PostgreSQL the test is skipped.

    With `CI=true`, where everything has to be tried, that is a failure.
    """
    if programs() is None:
        if os.environ.get("CI") == "true":
            pytest.fail(f"Not tried: {NOT_TRIED}")
        pytest.skip(NOT_TRIED)
    folder = Path(os.environ[FOLDER])
    with _locked(folder):
        about = folder / _ABOUT
        return Server(**json.loads(about.read_text(encoding="utf-8"))) if about.exists() else _started(folder)


@contextmanager
def database(template: str = TEMPLATE) -> Iterator[str]:
    """Give the address of a new database for as long as it is used: a copy of one that has the tables already."""
    running = server()
    if template == TEMPLATE:
        with _locked(Path(os.environ[FOLDER])):
            _with_template(running)
    name = f"test_{secrets.token_hex(8)}"
    _told(running, f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
    try:
        yield running.url(name)
    finally:
        _told(running, f'DROP DATABASE "{name}" WITH (FORCE)')


@contextmanager
def empty_database() -> Iterator[str]:
    """Give the address of a new database without tables."""
    with database("template0") as address:
        yield address


def begin() -> None:
    """Name the place of the server; called once, by the process that leads the run."""
    os.environ[FOLDER] = tempfile.mkdtemp(prefix="arpad-postgres-")


def end() -> None:
    """End the server of this run, where it was started, and wait for it."""
    folder = Path(os.environ.get(FOLDER, ""))
    about = folder / _ABOUT
    if about.exists():
        keeper = Server(**json.loads(about.read_text(encoding="utf-8"))).keeper
        os.kill(keeper, signal.SIGTERM)
        until = time.monotonic() + _PATIENCE
        while about.exists() and time.monotonic() < until:
            time.sleep(_LOOK / 10)
    elif folder.name.startswith("arpad-postgres-"):
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def durable_server() -> Iterator[Server]:
    """Give a server of one's own that brings everything to the disk, for tests in which it is killed."""
    with tempfile.TemporaryDirectory(prefix="arpad-postgres-") as name:
        running = _started(Path(name), durable=True)
        try:
            yield running
        finally:
            os.kill(running.keeper, signal.SIGTERM)
            while Path(name, _ABOUT).exists():
                time.sleep(_LOOK / 10)
            Path(name).mkdir(exist_ok=True)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    with folder.joinpath(_LOCK).open("w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _told(running: Server, statement: str) -> None:
    with psycopg.connect(running.url(), autocommit=True) as connection:
        connection.execute(statement.encode())


def _with_template(running: Server) -> None:
    """Make the tables once, in a process of its own."""
    with psycopg.connect(running.url()) as connection:
        if connection.execute("SELECT FROM pg_database WHERE datname = %s", [TEMPLATE]).fetchone() is not None:
            return
    aside = f"{TEMPLATE}_aside"
    _told(running, f'DROP DATABASE IF EXISTS "{aside}"')
    _told(running, f'CREATE DATABASE "{aside}"')
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(map(str, (Path(arpad.__file__).parents[1], Path(__file__).parent))),
        "DATABASE_URL": running.url(aside),
    }
    words = [sys.executable, str(Path(__file__).with_name("migrated.py"))]
    run = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    _told(running, f'ALTER DATABASE "{aside}" RENAME TO "{TEMPLATE}"')


def _started(folder: Path, *, durable: bool = False) -> Server:
    """Make the files of a server, start it with its keeper, and wait until it answers."""
    place = programs()
    assert place is not None
    account = _account()
    password = secrets.token_urlsafe(18)
    (folder / _DATA).mkdir()
    (folder / "password").write_text(password, encoding="ascii")
    if account is not None:
        folder.chmod(0o711)
        for name in (_DATA, "password"):
            os.chown(folder / name, account.pw_uid, account.pw_gid)
    words = [
        *(str(place / "initdb"), "-D", str(folder / _DATA), "-U", "arpad", "-A", "scram-sha-256", "--no-sync"),
        *("--pwfile", str(folder / "password"), "--encoding", "UTF8", "--locale", "C", "--no-instructions"),
    ]
    run = subprocess.run(words, capture_output=True, text=True, check=False, **_as(account))
    assert run.returncode == 0, run.stdout + run.stderr
    port = free_port()
    settings = {**_SETTINGS, **({} if durable else _QUICK), "port": str(port)}
    lines = "".join(f"{name} = '{value}'\n" for name, value in settings.items())
    with (folder / _DATA / "postgresql.conf").open("a", encoding="utf-8") as file:
        file.write(lines)
    keeper = subprocess.Popen(
        [sys.executable, __file__, str(folder), str(place / "postgres"), str(_leader())],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    running = Server(port, password, keeper.pid)
    _answers(running, keeper)
    (folder / _ABOUT).write_text(json.dumps(running._asdict()), encoding="utf-8")
    return running


def _answers(running: Server, keeper: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            psycopg.connect(running.url(), connect_timeout=60).close()
        except psycopg.OperationalError:
            assert keeper.poll() is None, "PostgreSQL did not start."
            assert time.monotonic() < until, f"PostgreSQL has not answered within {_PATIENCE} seconds."
            time.sleep(_LOOK / 5)
        else:
            return


def _leader() -> int:
    """Give the process that leads the run: of a worker of xdist the process that started it."""
    return os.getppid() if "PYTEST_XDIST_WORKER" in os.environ else os.getpid()


def _account() -> pwd.struct_passwd | None:
    """Give the account under which the server runs, where it is not our own: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return None
    known = {account.pw_name: account for account in pwd.getpwall()}
    return known.get("postgres") or known["nobody"]


def _as(account: pwd.struct_passwd | None) -> dict[str, object]:
    """Give how a process is started under an account."""
    return {} if account is None else {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": [], "cwd": "/"}


def keep(folder: Path, program: str, leader: int) -> None:
    """Run the server until the run has ended or asks for it, then take everything away."""
    ending: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda got, _: ending.append(got))
    words = [program, "-D", str(folder / _DATA)]
    with subprocess.Popen(words, **_as(_account())) as running:  # type: ignore[call-overload]
        while not ending and running.poll() is None and _is_alive(leader):
            time.sleep(_LOOK)
        running.send_signal(signal.SIGQUIT)  # at once: nothing of it is needed any more
    shutil.rmtree(folder, ignore_errors=True)


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


if __name__ == "__main__":
    keep(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
