"""An office served: its pages by a production server, its long work by a worker beside it; Ctrl-C ends both."""

from __future__ import annotations

import errno
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arpad.cli.output import put
from arpad.cli.wording import WORDS
from arpad.model.problems import ArpadError

if TYPE_CHECKING:
    from arpad.storage.jobs.worker import Worker

_SERVED = "ARPAD_SERVED_OFFICE"
"""Under this name the processes of the server are told the folder."""
_THREADS = 4
_PATIENCE = 20
"""Seconds for the worker to give back what it has begun."""


def wsgi() -> Any:  # noqa: ANN401 - Django's own handler
    """Give the pages of the office that is being served; called in each process of the server."""
    from arpad.web.wsgi import application  # noqa: PLC0415 - an extra, and slow to load

    return application(Path(os.environ[_SERVED]))


def refuse_taken(host: str, port: int) -> None:
    """Refuse a port on which something listens already, or which nobody may take."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, port))
        except OSError as fault:
            is_taken = fault.errno == errno.EADDRINUSE
            raise ArpadError.of(
                WORDS, "port", "--port", says="port_taken" if is_taken else "port_refused",
                port=port, host=host, other=port + 1, why=fault.strerror,
            ) from fault  # fmt: skip


def serve(folder: Path, host: str, port: int, *, with_worker: bool) -> None:
    """Serve the pages of an office until somebody ends it, with a worker beside it."""
    from granian import Granian  # noqa: PLC0415 - an extra, and slow to load
    from granian.constants import Interfaces  # noqa: PLC0415 - the same

    refuse_taken(host, port)
    os.environ[_SERVED] = str(folder)
    worker = _worker(folder) if with_worker else None
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}/office/"
    put(WORDS.say("office", "serving", {"address": address}))
    try:
        Granian(
            f"{__name__}:wsgi",
            address=host,
            port=port,
            interface=Interfaces.WSGI,
            factory=True,
            blocking_threads=_THREADS,
            log_enabled=bool(os.environ.get("ARPAD_SERVER_LOG")),
        ).serve()
    finally:
        if worker is not None:
            worker.terminate()
            try:
                worker.wait(_PATIENCE)
            except subprocess.TimeoutExpired:
                worker.kill()
                worker.wait()


def _worker(folder: Path) -> subprocess.Popen[bytes]:
    """Start a worker in a process of its own; Ctrl-C reaches the server, which ends it."""
    words = [sys.executable, "-m", "arpad", "office", "work", "--office", str(folder)]
    return subprocess.Popen(words, stdout=subprocess.DEVNULL, start_new_session=True)  # noqa: S603 - our own program


def until_told(worker: Worker) -> None:
    """Let a worker work until it is told to end; what it has begun is given back."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: worker.stop.set())
    worker.work()
