"""Processes that help a command: started whole or not at all, and ended with it, however it ends."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextlib.contextmanager
def no_interrupt() -> Iterator[None]:
    """Hold interrupts back while processes are started: a new one holds them back as well, and ends with this one."""
    if not hasattr(signal, "pthread_sigmask"):  # not every system has it
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def end_with_parent() -> None:
    """Let this process end as soon as the one that started it has ended, whatever ended that."""
    threading.Thread(target=_ended_with_parent, daemon=True).start()


def _ended_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
