"""A worker as a process of its own: `python -m arpad.storage.jobs.working FOLDER`, until it is told to end.

It ends when it is asked to, or when its standard input does, for then whoever started it is gone.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from arpad.storage.opening import open_office
from arpad.storage.running_log import write_log

if TYPE_CHECKING:
    from collections.abc import Sequence

ONLY_FAULTS = "only-faults"
"""A further word: nothing is written to standard error but faults."""
WORDS_OF_PROCESS = (sys.executable, "-m", "arpad.storage.jobs.working")
"""The words that start a worker; the folder of the office comes after them."""


def main(words: Sequence[str] | None = None) -> int:
    """Work for the office in a folder."""
    folder, *more = sys.argv[1:] if words is None else words
    stop = threading.Event()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it decides
    for number in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
        signal.signal(number, lambda *_: stop.set())
    threading.Thread(target=_end_with_parent, args=(stop,), daemon=True).start()
    open_office(Path(folder))
    write_log(only_faults=ONLY_FAULTS in more)
    from arpad.storage.due import DUE  # noqa: PLC0415 - once an office is open
    from arpad.storage.jobs.worker import Worker  # noqa: PLC0415 - the same

    Worker(Path(folder), stop=stop, asks=DUE).work()
    return 0


def _end_with_parent(stop: threading.Event) -> None:
    while os.read(0, 1):
        pass
    stop.set()


if __name__ == "__main__":
    sys.exit(main())
