"""The worker: claims a job, has it done in a process of its own, and keeps the heartbeat meanwhile."""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from django.db import Error, connection

import arpad
from arpad.storage.jobs.child import ProgressPipe, worked
from arpad.storage.jobs.claims import LEASE, Claim, News, beat, claimed, given_back
from arpad.storage.models import Job
from arpad.storage.running_log import note

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

CHILD = (sys.executable, "-m", "arpad.storage.jobs.child")
_LOOK = 0.1
_WRITE = 0.5
"""What the work says is written at most so often, in seconds."""
_REST = 0.5
_ASK = 60
"""So many seconds pass at least between two looks for work that is due by itself."""
_BEATS = 6
"""So many heartbeats fit into a lease."""


@dataclass(frozen=True, slots=True)
class Worker:
    """A worker of an office."""

    folder: Path
    lease: float = LEASE
    child: Sequence[str] = CHILD
    """The words that start the process of a job."""
    listen: Callable[[News], None] | None = None
    """Hears what the work says, for a command that waits for it."""
    stop: threading.Event = field(default_factory=threading.Event)
    """Set, the worker ends: what it has begun is given back."""
    asks: Sequence[Callable[[], object]] = ()
    """What asks for work by itself, such as that of every day; called now and then."""

    def work(self) -> None:
        """Do one job after the other, until the worker is stopped."""
        asked_at = float(-_ASK)
        while not self.stop.is_set():
            try:
                if time.monotonic() - asked_at >= _ASK:
                    asked_at = time.monotonic()
                    for ask in self.asks:
                        ask()
                is_done = self.work_once()
            except Error:  # the database is away or busy; the worker goes on when it is back
                connection.close()
                is_done = False
            if not is_done:
                self.stop.wait(_REST)

    def work_once(self, number: int | None = None) -> bool:
        """Do the next job, or a certain one; tell whether there was one to do."""
        claim = claimed(self.lease, number)
        if claim is None:
            return False
        self._carried_out(claim)
        return True

    def _carried_out(self, claim: Claim) -> None:
        source = str(Path(arpad.__file__).parents[1])
        paths = os.pathsep.join(filter(None, [source, os.environ.get("PYTHONPATH")]))
        began = time.monotonic()
        with subprocess.Popen(  # noqa: S603 - our own program
            [*self.child, str(self.folder), str(claim.number), claim.token],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": paths},
        ) as process:
            try:
                self._watched(claim, process)
            finally:
                if process.poll() is None:
                    process.kill()
                process.wait()
        how = _how(process.returncode)
        _patiently(lambda: given_back(claim, how, is_counted=not self.stop.is_set()), self.lease)
        seconds = round(time.monotonic() - began, 3)
        note("work", job=claim.number, kind=claim.kind, state=_state_of(claim), seconds=seconds)

    def _watched(self, claim: Claim, process: subprocess.Popen[bytes]) -> None:
        """Listen to the work and keep its job, until it ends or shall end."""
        assert process.stdout is not None  # noqa: S101 - it has a pipe
        hearing = _Hearing(process.stdout)
        beaten = written = time.monotonic()
        while process.poll() is None and not self.stop.is_set():
            hearing.listen(_LOOK)
            moment = time.monotonic()
            if (hearing.has_news and moment - written > _WRITE) or moment - beaten > self.lease / _BEATS:
                news = hearing.taken()
                if self.listen is not None:
                    self.listen(news)
                shall_stop = _quietly(lambda news=news: beat(claim, news))  # type: ignore[misc]
                if shall_stop is None or shall_stop is True:
                    return
                beaten = written = moment
            elif moment - written > _WRITE:
                written = moment
                if _quietly(lambda: claim.row.filter(cancel_asked=True).exists()) is True:
                    return
        hearing.listen(0)
        if hearing.has_news:
            news = hearing.taken()
            if self.listen is not None:
                self.listen(news)
            _quietly(lambda: beat(claim, news))


class _Hearing:
    """Gathers what the work says."""

    def __init__(self, source: IO[bytes]) -> None:
        self._source, self._rest = source, b""
        self._selector = selectors.DefaultSelector()
        self._selector.register(source, selectors.EVENT_READ)
        self._is_open = True
        self._stage: dict[str, Any] | None = None
        self._lines: list[dict[str, Any]] = []

    @property
    def has_news(self) -> bool:
        return self._stage is not None or bool(self._lines)

    def listen(self, seconds: float) -> None:
        """Hear what is said within a time."""
        if not self._is_open:
            time.sleep(seconds)
            return
        while self._selector.select(seconds):
            data = os.read(self._source.fileno(), 1 << 16)
            if not data:
                self._is_open = False
                return
            *lines, self._rest = (self._rest + data).split(b"\n")
            for line in lines:
                self._hear(json.loads(line))
            seconds = 0

    def _hear(self, message: dict[str, Any]) -> None:
        if "line" in message:
            self._lines.append(message["line"])
        else:
            self._stage = message

    def taken(self) -> News:
        """Give what was said since the last time."""
        stage, lines = self._stage, tuple(self._lines)
        self._stage, self._lines = None, []
        return News(lines=lines) if stage is None else News(stage["stage"], stage["done"], stage["of"], lines)


def work_here(number: int, lease: float = LEASE) -> bool:
    """Do a job in this process, without a child; tell whether it was free. For programs that do nothing else."""
    claim = claimed(lease, number)
    if claim is None:
        return False
    ended = threading.Event()

    def beating() -> None:
        while not ended.wait(lease / _BEATS):
            _quietly(lambda: beat(claim))
        connection.close()

    heart = threading.Thread(target=beating, daemon=True)
    heart.start()
    try:
        with open(os.devnull, "w", encoding="utf-8") as nobody:  # noqa: PTH123 - no file
            worked(claim, ProgressPipe(nobody))
    finally:
        ended.set()
        heart.join()
    given_back(claim, "fault")
    return True


def _how(code: int) -> str:
    """Name how a process ended."""
    return signal.Signals(-code).name if code < 0 else f"exit {code}"


def _state_of(claim: Claim) -> str:
    """Say in which state a job is now; nothing where the database is busy or away."""
    try:
        return str(Job.objects.values_list("state", flat=True).get(number=claim.number))
    except (Error, Job.DoesNotExist):
        return ""


def _quietly(asked: Callable[[], bool | None]) -> bool | None:
    """Ask the database; where it is busy or away, go on without an answer."""
    try:
        return asked()
    except Error:
        with suppress(Error):
            connection.close()
        return False


def _patiently(asked: Callable[[], object], seconds: float) -> None:
    """Ask the database until it answers, for as long as the job is ours."""
    until = time.monotonic() + seconds
    while True:
        try:
            asked()
        except Error:
            connection.close()
            if time.monotonic() > until:
                return
            time.sleep(_LOOK)
        else:
            return
