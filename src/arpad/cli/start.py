"""Where the command begins and ends: from the first moment on an interrupt ends it with a sentence, never a traceback.

Nothing is imported here but what Python has loaded already, so that the moment in which nobody is prepared is as short
as it can be. Everything else is imported when an interrupt is expected.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from types import FrameType

INTERRUPTED, TERMINATED = 128 + signal.SIGINT, 128 + signal.SIGTERM
"""What a shell says of a command that a signal ended: 130 and 143."""
_SENTENCES = {
    signal.SIGINT: "arpad: Interrupted; what was being written is whole, as it was before or as it was to be.\n",
    signal.SIGTERM: "arpad: Ended from outside; what was being written is whole, as it was before or as it was to be.\n",
}
_ERROR_STREAM = 2


class StoppedError(KeyboardInterrupt):
    """The command is to end: by Ctrl-C or from outside. What is open is closed, what is begun is taken back."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def run() -> int:
    """Run the command line, prepared for its end at any moment, and give its exit code."""
    for number in _SENTENCES:
        signal.signal(number, _end_at_once)
    from arpad.cli.main import run as run_command  # noqa: PLC0415 - see above

    for number in _SENTENCES:
        signal.signal(number, _stop)
    try:
        return run_command()
    except KeyboardInterrupt as stopped:  # Polars raises one of its own
        number = getattr(stopped, "number", signal.SIGINT)
        _say(number)
        return 128 + number
    finally:
        # What is left is Python's own tidying up; there is nothing more to close.
        for number in _SENTENCES:
            signal.signal(number, _end_at_once)


def _end_at_once(number: int, _: FrameType | None) -> NoReturn:
    """End before anything was begun, or where the end itself does not come."""
    _say(number)
    os._exit(128 + number)


def _stop(number: int, _: FrameType | None) -> NoReturn:
    """Let the command end in order; whoever asks once more ends it at once."""
    for each in _SENTENCES:
        signal.signal(each, _end_at_once)
    raise StoppedError(number)


def _say(number: int) -> None:
    with suppress(OSError):  # nobody may be there to read it
        os.write(_ERROR_STREAM, _SENTENCES[signal.Signals(number)].encode())


if __name__ == "__main__":
    sys.exit(run())
