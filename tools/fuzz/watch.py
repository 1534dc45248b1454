"""A process that works on inputs, and the watch over it: it is ended where an input takes too long or too much memory.

It is begun again after that, and does the block without the input once more.
"""

from __future__ import annotations

import multiprocessing
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from work import FINDING, MEGABYTES, SECONDS, SECONDS_BY_THE_CLOCK, TOO_LARGE, Block, work

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.process import BaseProcess


class Worker:
    """A process with the block that it is at."""

    def __init__(self, seed: int, keep: Callable[[str, str], None], folder: str) -> None:
        """Begin it; `keep` is told the key of an input and what was wrong with it; it writes into the folder."""
        self._seed, self._keep, self._folder = seed, keep, folder
        self._block: Block | None = None
        self._ended: list[int] = []
        self._begin()

    def _begin(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._at = context.Value("q", -1, lock=False)
        self.pipe, there = context.Pipe()
        given = there, self._at, self._seed, self._folder
        self._process: BaseProcess = context.Process(target=work, args=given, daemon=True)
        self._process.start()
        there.close()
        self._seen, self._since, self._cpu = -1, time.monotonic(), 0.0

    def give(self, block: Block) -> None:
        """Give it a block to do."""
        self._block, self._ended = block, []
        self.pipe.send(block)

    def end(self) -> None:
        """Let it go."""
        self.pipe.send(None)
        self._process.join()

    def look(self) -> dict[str, Any] | None:
        """Take what it says, and see that it does not take too much; give the counts of a block that is done."""
        try:
            while self.pipe.poll(0):
                what, *content = self.pipe.recv()
                if what == "done":
                    return self._with_ended(content[0])
                if what == FINDING:
                    self._keep(content[0], content[1])
        except EOFError:
            self._process.join()
            code = self._process.exitcode
            self._again(_too_much() if code == TOO_LARGE else f"the process ended with {code}")
            return None
        at, used = self._at.value, _processor_seconds(self._process.pid)
        if at != self._seen:
            self._seen, self._since, self._cpu = at, time.monotonic(), used
        megabytes = _megabytes(self._process.pid)
        waited = time.monotonic() - self._since
        patience = SECONDS_BY_THE_CLOCK * (2 if self._block is not None and self._block.is_command else 1)
        if at >= 0 and (used - self._cpu > SECONDS or waited > patience):
            self._end(f"a hang: {used - self._cpu:.0f} s of the processor, {waited:.0f} s by the clock")
        elif megabytes > MEGABYTES:
            self._end(_too_much())
        return None

    def _end(self, why: str) -> None:
        self._process.kill()
        self._process.join()
        self._again(why)

    def _again(self, why: str) -> None:
        """Begin a new process with the block, without the input at which the last one ended."""
        block, number = self._block, self._at.value
        if block is None or number < 0:
            raise SystemExit(f"A worker could not begin: {why}.")
        self._keep(block.key(number), why)
        self._ended.append(number)
        self._begin()
        self.pipe.send(block._replace(left_out=tuple(self._ended)))

    def _with_ended(self, counts: dict[str, Any]) -> dict[str, Any]:
        if self._ended:
            counts["outcomes"]["ended"] = {FINDING: len(self._ended)}
        self._block = None
        return counts


def _too_much() -> str:
    return f"more than {MEGABYTES} MB of memory"


def _processor_seconds(process: int | None) -> float:
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _megabytes(process: int | None) -> int:
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
    except (OSError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE") >> 20
