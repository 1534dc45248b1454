"""Progress on a terminal: after a second, what is being done, how far, and for how long. Nowhere else."""

from __future__ import annotations

import os
import sys
import threading
import time
from typing import Self, TextIO

from arpad.cli.output import shown

AFTER = 1.0
EVERY = 0.5
MEGABYTE = 1_000_000


class Progress:
    """Tells a waiting person what happens. It writes to the error stream, and only if that is a terminal."""

    def __init__(self, what: str, total: int | None = None) -> None:
        self._what, self._total, self._done = what, total, 0
        self._start = time.monotonic()
        self._over = threading.Event()
        self._thread: threading.Thread | None = None
        self._out: TextIO | None = None
        self._shown = 0

    def __enter__(self) -> Self:
        if sys.stderr is not None and sys.stderr.isatty():
            self._out = _own_stream(sys.stderr)
            self._thread = threading.Thread(target=self._run, daemon=True)
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        if self._thread is not None:
            self._thread.join()
        if self._out is not None:
            if self._shown:
                print("\r" + " " * self._shown + "\r", end="", file=self._out, flush=True)
            if self._out is not sys.stderr:
                self._out.close()

    def stage(self, what: str, total: int | None = None) -> None:
        """Say what is being done now."""
        self._what, self._total, self._done = what, total, 0

    def note(self, sentence: str) -> None:
        """Say something that stays to be read."""
        if self._out is not None:
            print("\r" + shown(sentence).ljust(self._shown), file=self._out, flush=True)

    def reached(self, done: int) -> None:
        """Say how much is done, in the units of the total."""
        self._done = done

    def _run(self) -> None:
        wait = AFTER
        while not self._over.wait(wait):
            wait = EVERY
            text = shown(self.text())
            print("\r" + text.ljust(self._shown), end="", file=self._out, flush=True)
            self._shown = max(self._shown, len(text))

    def text(self) -> str:
        """Give what is shown now."""
        seconds = int(time.monotonic() - self._start)
        if self._total:
            return f"arpad: {self._what}, {min(100 * self._done // self._total, 100)} %, {seconds} s"
        amount = f", {self._done // MEGABYTE} MB" if self._done >= MEGABYTE else ""
        return f"arpad: {self._what}{amount}, {seconds} s"


def _own_stream(stream: TextIO) -> TextIO:
    """Give a stream to the same terminal; that of the system is silent while tables are read."""
    try:
        handle = os.dup(stream.fileno())
    except OSError:  # it is none of the system's
        return stream
    return open(handle, "w", encoding=stream.encoding, errors="backslashreplace")  # noqa: PTH123 - a handle, no path
