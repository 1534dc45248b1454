"""Pages are made by a few threads, and handed over by many: a reader who takes long over a download holds up no page.

A server lends a thread to every request until its last byte is sent. Here such a thread only waits for a page, in the
order in which people came, and hands over what is streamed; so few threads compute and are connected to the database.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import BoundedSemaphore
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    Start = Callable[..., Any]
    Application = Callable[[dict[str, Any], Start], Iterable[bytes]]

MAKING = 4
"""So many pages are made at the same time."""
DOWNLOADS = 32
"""So many downloads are handed over at the same time; whoever asks for one more is asked to come again."""
_COME_AGAIN = "60"


class PageThreads:
    """An application whose pages are made by threads of its own."""

    def __init__(self, application: Application, *, making: int = MAKING, downloads: int = DOWNLOADS) -> None:
        """Make the pages of an application so."""
        self._application = application
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
        answer = self._application(environ, start)
        if getattr(answer, "streaming", False):
            return answer
        try:
            return [b"".join(answer)]
        finally:
            _ended(answer)


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
