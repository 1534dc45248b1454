"""Reading what others wrote, within limits: so many bytes of a file, a pipe that stays silent, keys of so many parts.

Whatever is read here may be hostile. What goes beyond a limit is a fault of the system like any other, an `OSError`
with a sentence, so that whoever opens files tells it in the same way. All limits stand in `docs/reference/limits.md`.
"""

from __future__ import annotations

import errno
import io
import os
import re
import stat
import tomllib
from datetime import date
from typing import TYPE_CHECKING, Any, BinaryIO

from arpad.model.wording import Wording

if TYPE_CHECKING:
    from os import PathLike

    Name = str | PathLike[str]

MOST_IN_TOML = 1_000_000
"""The longest edition has less than 100,000 bytes."""
MOST_PARTS = 32
"""A key such as `kind.rapid.provisions.name` has four parts."""
MOST_BITS = 4000
"""A whole number of 1,200 digits; Python writes none of more than 4,300."""
MOST_IN_JSON = 16_000_000
MOST_IN_RECORD = 64_000_000
"""What arpad itself wrote about a list or a replay, read again."""
WRITER_WITHIN = 5
"""So many seconds somebody may take to begin writing into a named pipe."""
SILENT_FOR = 60
"""So many seconds a pipe may be silent while somebody holds it open."""
YEARS = range(1900, 2200)
"""No event, list or edition is of another year; days before and after these can still be counted."""
_WORDS = Wording(__file__)
_OPENED_FOR = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_PART = r"""(?:[\w-]+|"[^"\n]*"|'[^'\n]*')"""
_LONG_KEY = re.compile(rf"(?:^|[\[{{,])[ \t]*{_PART}(?:[ \t]*\.[ \t]*{_PART}){{{MOST_PARTS}}}", re.MULTILINE)


class TomlError(ValueError):
    """A text that is no TOML, or more of it than anybody writes by hand."""


def opened(name: Name) -> BinaryIO:
    """Open a file for reading. A pipe is read as long as somebody writes into it, and not waited for in vain."""
    handle = os.open(name, _OPENED_FOR)
    try:
        mode = os.fstat(handle).st_mode
        if stat.S_ISFIFO(mode):
            return io.BufferedReader(_Pipe(handle, os.fspath(name)))
        if hasattr(os, "set_blocking"):
            os.set_blocking(handle, True)
        return os.fdopen(handle, "rb")  # refuses a folder
    except BaseException:
        os.close(handle)
        raise


def read_most(name: Name, most: int) -> bytes:
    """Read a file, but no more of it than so many bytes."""
    with opened(name) as file:
        return file.read(most)


def read_whole(name: Name, most: int) -> bytes:
    """Read a file that may have at most so many bytes; a larger one is a fault of the system."""
    return within_limit(read_most(name, most + 1), most, os.fspath(name))


def read_stream(stream: BinaryIO, most: int) -> bytes:
    """Read a stream that may give less than it is asked for, but no more of it than so many bytes."""
    pieces: list[bytes] = []
    while most > 0 and (piece := stream.read(most)):
        pieces.append(piece)
        most -= len(piece)
    return b"".join(pieces)


def within_limit(raw: bytes, most: int, name: str) -> bytes:
    """Give bytes of which one more was asked for than there may be; refuse them where it came."""
    if len(raw) > most:
        raise OSError(errno.EFBIG, _WORDS.say("read", "too_large", {"most": most}), name)
    return raw


class _Pipe(io.RawIOBase):
    """A pipe that is opened without waiting: its end is told from a writer that has not come yet."""

    def __init__(self, handle: int, name: str) -> None:
        super().__init__()
        self._handle, self._name = handle, name
        self._has_begun = False

    def readable(self) -> bool:
        """True: that is what it is for."""
        return True

    def fileno(self) -> int:
        """Give the number of the open pipe."""
        return self._handle

    def readinto(self, buffer: Any) -> int:  # noqa: ANN401 - whatever bytes can be written into
        """Read what there is; wait where there is nothing yet, but not for ever."""
        while True:
            try:
                raw = os.read(self._handle, len(buffer))
            except BlockingIOError:
                # Somebody holds it open and has not written yet.
                self._has_begun = True
            else:
                if raw or self._has_begun:
                    self._has_begun = True
                    buffer[: len(raw)] = raw
                    return len(raw)
            self._wait()

    def _wait(self) -> None:
        """Wait until there is something, or nobody any more who could write."""
        import select  # noqa: PLC0415 - only a pipe is waited for

        seconds, says = (SILENT_FOR, "pipe_silent") if self._has_begun else (WRITER_WITHIN, "pipe_unwritten")
        poll = select.poll()
        poll.register(self._handle, select.POLLIN)
        events = poll.poll(1000 * seconds)
        if not events:
            raise TimeoutError(errno.ETIMEDOUT, _WORDS.say("read", says, {"seconds": seconds}), self._name)
        self._has_begun = True

    def close(self) -> None:
        """Close it, once."""
        if not self.closed:
            os.close(self._handle)
        super().close()


def day_of(text: str) -> date:
    """Read a day of these times, as YYYY-MM-DD.

    >>> day_of("2026-11-01")
    datetime.date(2026, 11, 1)
    """
    day = date.fromisoformat(text)
    if day.year not in YEARS:
        raise ValueError(text)
    return day


def toml_of(text: str) -> dict[str, Any]:
    """Parse TOML; refuse what is none, what is too long or too deep, and numbers that are none of this world."""
    if len(text) > MOST_IN_TOML:
        raise TomlError(_WORDS.say("read", "toml_long", {"most": MOST_IN_TOML}))
    if _LONG_KEY.search(text):
        raise TomlError(_WORDS.say("read", "toml_key", {"most": MOST_PARTS}))
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise TomlError(str(fault)) from fault
    except RecursionError as fault:
        raise TomlError(_WORDS.say("read", "toml_deep", {})) from fault
    except ValueError as fault:  # a number of thousands of digits
        raise TomlError(_WORDS.say("read", "toml_number", {})) from fault
    if _has_long_number(content):
        raise TomlError(_WORDS.say("read", "toml_number", {}))
    return content


def _has_long_number(content: Any) -> bool:  # noqa: ANN401 - anything that TOML can hold
    """Tell whether a number cannot be written in decimals again; in the digits of another base Python reads any."""
    values = [content]
    while values:
        value = values.pop()
        if isinstance(value, dict):
            values += value.values()
        elif isinstance(value, list):
            values += value
        elif isinstance(value, int) and value.bit_length() > MOST_BITS:
            return True
    return False
