"""Where the command begins and ends: from the first moment on an interrupt ends it with a sentence, never a traceback.

Nothing is imported here but what Python has loaded already, so that the moment in which nobody is prepared is as short
as it can be: not `signal`, which loads enumerations, but what it is made of, and not `typing`. Everything else is
imported when an interrupt is expected.
"""

from __future__ import annotations

import gc
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
    from types import FrameType
    from typing import NoReturn
else:
    import _signal as signal

SIGNALLED = 128
"""A shell says of a command that a signal ended so much more than the number of the signal: 130 and 143."""
_SENTENCES: dict[int, str] = {
    signal.SIGINT: "arpad: Interrupted; what was being written is whole, as before or as it was to be.\n",
    signal.SIGTERM: "arpad: Ended from outside; what was being written is whole, as before or as it was to be.\n",
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
        number = int(getattr(stopped, "number", signal.SIGINT))
        _say(number)
        return SIGNALLED + number
    finally:
        # What is left is Python's own tidying up; there is nothing more to close. It need not look through everything
        # once more for objects that hold each other, which takes longer than many a command.
        gc.freeze()
        gc.disable()
        for number in _SENTENCES:
            signal.signal(number, _end_at_once)


def _end_at_once(number: int, _: FrameType | None) -> NoReturn:
    """End before anything was begun, or where the end itself does not come."""
    _say(number)
    os._exit(SIGNALLED + number)


def _stop(number: int, _: FrameType | None) -> NoReturn:
    """Let the command end in order; whoever asks once more ends it at once."""
    for each in _SENTENCES:
        signal.signal(each, _end_at_once)
    raise StoppedError(number)


def _say(number: int) -> None:
    try:
        os.write(_ERROR_STREAM, _SENTENCES[number].encode())
    except OSError:  # nobody is there to read it
        return


if __name__ == "__main__":
    sys.exit(run())
