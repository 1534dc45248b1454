"""The office served: its pages by granian, and a worker beside them; both end together, cleanly."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import socket
import subprocess
import threading
import time
from functools import partial
from http.client import HTTPConnection, HTTPException
from typing import TYPE_CHECKING

from granian import Granian
from granian.constants import Interfaces

from arpad.model.problems import RefusedError
from arpad.storage.jobs.working import ONLY_FAULTS, WORDS_OF_PROCESS
from arpad.storage.running_log import write_log
from arpad.web.page_threads import DOWNLOADS, MAKING, PageThreads
from arpad.web.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ADDRESS = "127.0.0.1"
_PATIENCE, _LOOK = 20.0, 0.1
_LAST_PORT = 65535
_REST = 2.0
"""So many seconds pass before a worker that ended is followed by another."""
_NEW_OBJECTS = 20_000
"""So many new objects are made before Python looks which of them nobody uses: a page makes some thousands."""
_MOST_TO_END = 5
"""So many seconds a request has to end when the office is stopped."""


def serve(
    folder: Path,
    port: int,
    *,
    has_worker: bool = True,
    only_faults: bool = False,
    ready: Callable[[], None] = lambda: None,
) -> None:
    """Serve the office in a folder on this machine until it is stopped; `ready` is called when it can be opened.

    Every request and all work is written to standard error, a line of JSON each; or faults only.
    """
    refuse_taken_port(port)
    # A process that is started anew has no locks or threads of this one in it.
    multiprocessing.set_start_method("spawn", force=True)
    server = Granian(
        target=str(folder),
        address=ADDRESS,
        port=port,
        interface=Interfaces.WSGI,
        workers=1,
        blocking_threads=MAKING + DOWNLOADS,
        log_enabled=False,
        websockets=False,
        workers_kill_timeout=_MOST_TO_END,
        respawn_failed_workers=True,
    )
    server.on_startup(lambda: _end_with_terminal(server.signal_handler_interrupt))
    threading.Thread(target=_say_when_ready, args=(port, ready), daemon=True).start()
    worker = _WorkerBeside(folder, only_faults=only_faults) if has_worker else None
    try:
        server.serve(target_loader=partial(_pages, folder, only_faults=only_faults), wrap_loader=False)
    except KeyboardInterrupt:  # before the server listened
        pass
    finally:
        if worker is not None:
            worker.end()


def _say_when_ready(port: int, ready: Callable[[], None]) -> None:
    """Ask the office whether it is there until it answers."""
    while True:
        asked = HTTPConnection(ADDRESS, port, timeout=_PATIENCE)
        try:
            asked.request("GET", "/health")
            asked.getresponse().read()
        except (OSError, HTTPException):
            time.sleep(_LOOK)
        else:
            ready()
            return
        finally:
            asked.close()


def _end_with_terminal(end: Callable[..., None]) -> None:
    """Let a terminal that is closed end the server; granian by itself would begin anew."""
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, end)


def _pages(folder: Path, *, only_faults: bool) -> PageThreads:
    """Give the pages of an office, in the process that serves them."""
    from arpad.web.wsgi import application  # noqa: PLC0415 - only there

    pages = PageThreads(application(folder))
    write_log(only_faults=only_faults)
    # What was loaded so far stays, and is not looked through again while somebody waits for a page.
    gc.collect()
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS)
    return pages


class _WorkerBeside:
    """The worker beside the pages: one that ends before it was told to is followed by another."""

    def __init__(self, folder: Path, *, only_faults: bool) -> None:
        self._words = [*WORDS_OF_PROCESS, str(folder), *([ONLY_FAULTS] if only_faults else [])]
        self._ending = threading.Event()
        self._process = self._started()
        threading.Thread(target=self._watch, daemon=True).start()

    def _started(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(self._words, stdin=subprocess.PIPE, env=dict(os.environ))  # noqa: S603 - our own program

    def _watch(self) -> None:
        """Wait for the end of each; one that cannot even begin is not started over and over without a pause."""
        while True:
            self._process.wait()
            if self._ending.wait(_REST):
                return
            self._process = self._started()

    def end(self) -> None:
        """End it, and start no other."""
        self._ending.set()
        self._process.terminate()
        try:
            self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()


def refuse_taken_port(port: int, *, by_make: bool = False) -> None:
    """Refuse a port at which something else listens, and say what to do; `by_make` where `make run` was asked."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((ADDRESS, port))
        except OSError as fault:
            raise RefusedError.of(
                WORDS, "port_taken", str(port), address=ADDRESS, port=port, by_make=by_make,
                other=port + 1 if port < _LAST_PORT else port - 1, why=fault.strerror,
            ) from fault  # fmt: skip
