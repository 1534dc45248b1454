"""Pages are made by a few threads, and handed over by many: a reader who takes long over a download holds up no page.

A server lends a thread to every request until its last byte is sent. Here such a thread only waits for a page, in the
order in which people came, and hands over what is streamed; so few threads compute and are connected to the database.

Threads of one process share one processor. Four pages begun together are all ready at the end; made one after the
other, each but the last is ready earlier. So they take turns. A page that takes long is waited for only so long: then
the next is made beside it.
"""

from __future__ import annotations

from collections import deque
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    Start = Callable[..., Any]
    Application = Callable[[dict[str, Any], Start], Iterable[bytes]]

MAKING = 4
"""So many pages are made at the same time."""
DOWNLOADS = 32
"""So many downloads are handed over at the same time; whoever asks for one more is asked to come again."""
PATIENCE = 0.1
"""So many seconds the next page waits for its turn while one is made."""
_COME_AGAIN = "60"


class PageThreads:
    """An application whose pages are made by threads of its own."""

    def __init__(
        self, application: Application, *, making: int = MAKING, downloads: int = DOWNLOADS, patience: float = PATIENCE
    ) -> None:
        """Make the pages of an application so."""
        self._application = application
        self._turns = _Turns(patience)
        self._making = ThreadPoolExecutor(making, thread_name_prefix="page")
        self._downloads = BoundedSemaphore(downloads)

    def __call__(self, environ: dict[str, Any], start: Start) -> Iterable[bytes]:
        """Answer: whole, or in parts where the answer is streamed."""
        answer = self._making.submit(self._answered, environ, start).result()
        if isinstance(answer, list):
            return answer
        if self._downloads.acquire(blocking=False):
            return _Handed(answer, self._downloads.release)
        _ended(answer)
        start("503 Service Unavailable", [("Retry-After", _COME_AGAIN), ("Content-Length", "0")])
        return []

    def _answered(self, environ: dict[str, Any], start: Start) -> Iterable[bytes]:
        with self._turns.turn():
            answer = self._application(environ, start)
            if getattr(answer, "streaming", False):
                return answer
            try:
                return [b"".join(answer)]
            finally:
                _ended(answer)


class _Turns:
    """One after the other, in the order in which they came; whoever has waited long begins beside the one before."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._lock = Lock()
        self._now: Lock | None = None
        """Whose turn it is, by what they wait at."""
        self._next: deque[Lock] = deque()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for a turn, and give it on in the end."""
        own = Lock()
        self._wait(own)
        try:
            yield
        finally:
            with self._lock:
                if self._now is own:
                    self._now = self._next.popleft() if self._next else None
                    if self._now is not None:
                        self._now.release()

    def _wait(self, own: Lock) -> None:
        with self._lock:
            if self._now is None:
                self._now = own
                return
            own.acquire()
            self._next.append(own)
        if own.acquire(timeout=self._patience):
            return
        with self._lock:
            if self._now is not own:  # else it came just now
                self._next.remove(own)
                self._now = own


class _Handed:
    """The parts of a download, after which somebody else may have one."""

    def __init__(self, parts: Iterable[bytes], done: Callable[[], None]) -> None:
        self._parts, self._done = parts, done

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._parts)

    def close(self) -> None:
        """End it, as far as it was read."""
        done, self._done = self._done, _nothing
        try:
            _ended(self._parts)
        finally:
            done()


def _nothing() -> None:
    """Nothing is to be given back any more."""


def _ended(answer: Iterable[bytes]) -> None:
    close = getattr(answer, "close", None)
    if close is not None:
        close()
