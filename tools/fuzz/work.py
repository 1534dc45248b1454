"""The work on a block of inputs, in a process that is watched: in this process, or through the real command."""

from __future__ import annotations

import gc
import json
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.sharedctypes import Synchronized

ROOT = Path(__file__).resolve().parents[2]
SECONDS, SECONDS_BY_THE_CLOCK = 10, 60
MEGABYTES = int(os.environ.get("FUZZ_MEGABYTES", "1000"))
TOO_LARGE = 77
"""How a process ends that has taken too much memory."""
FINDING = "finding"
_SHOWN = 2500
"""So many characters of a fault are kept, the last ones."""


class Block(NamedTuple):
    """Inputs in a row."""

    first: int
    last: int
    """The number after the last one."""
    is_command: bool
    left_out: tuple[int, ...] = ()
    """Those at which a process ended before."""

    @property
    def name(self) -> str:
        """How it is called where it is kept."""
        return f"{'command:' if self.is_command else ''}{self.first}"

    def key(self, number: int) -> str:
        """Name an input."""
        return f"command:{number}" if self.is_command else str(number)


def work(pipe: Connection, at: Synchronized[int], seed: int, base: str) -> None:
    """Do one block after the other, until there is none; what is being tried stands in `at`."""
    import inputs  # noqa: PLC0415 - the watchdog does without
    from spoken import loaded_as_in_tests  # noqa: PLC0415 - the same

    loaded_as_in_tests()
    sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - what libraries say is not at stake
    os.dup2(sys.stderr.fileno(), 2)
    with tempfile.TemporaryDirectory(dir=base) as name:
        tempfile.tempdir = name
        inputs.targets()
        gc.collect()
        gc.freeze()  # what is loaded stays; it need not be looked through again and again
        folder = Path(name, "inputs")
        folder.mkdir()
        while (block := pipe.recv()) is not None:
            pipe.send(("done", _done(block, pipe, at, seed, folder)))
            at.value = -1


def _done(block: Block, pipe: Connection, at: Synchronized[int], seed: int, folder: Path) -> dict[str, Any]:
    """Try every input of a block; give the counts."""
    import inputs  # noqa: PLC0415 - the watchdog does without

    counts: dict[str, Counter[str]] = {}
    cpu: Counter[str] = Counter()
    slowest: dict[str, float] = {}
    most = 0
    begun = time.monotonic()
    for number in range(block.first, block.last):
        if number in block.left_out:
            continue
        at.value = number
        key = block.key(number)
        target = inputs.target_of(key)
        outcome, seconds, megabytes = (_through_command if block.is_command else _in_process)(key, seed, folder)
        is_finding = not outcome.startswith(("read", "refused", "exit "))
        if is_finding:
            pipe.send((FINDING, key, outcome))
        counts.setdefault(target, Counter())[FINDING if is_finding else outcome] += 1
        cpu[target] += seconds
        slowest[target] = max(seconds, slowest.get(target, 0.0))
        most = max(most, megabytes)
        if megabytes > MEGABYTES and not block.is_command:
            os._exit(TOO_LARGE)  # the watch keeps it, and the next process begins small
    return {
        "block": block.name,
        "outcomes": counts,
        "cpu": {name: round(seconds, 4) for name, seconds in cpu.items()},
        "slowest": {name: round(seconds, 3) for name, seconds in slowest.items()},
        "megabytes": most,
        "seconds": round(time.monotonic() - begun, 2),
    }


def _in_process(key: str, seed: int, folder: Path) -> tuple[str, float, int]:
    """Try an input here; give what became of it, the time of the processor and the most memory so far."""
    import inputs  # noqa: PLC0415 - the watchdog does without

    start = time.process_time()
    try:
        outcome = inputs.tried(inputs.input_of(seed, key), folder)
    except BaseException as fault:  # noqa: BLE001 - panics too
        outcome = "".join(traceback.format_exception(fault))[-_SHOWN:]
    return outcome, time.process_time() - start, _most_megabytes()


def _most_megabytes() -> int:
    """Give the most memory that this process had so far.

    What is quickly asked for counts the memory of whoever began the process, too; only where that would be too much is
    the process's own looked up.
    """
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    if megabytes <= MEGABYTES:
        return megabytes
    status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
    (own,) = (line.split()[1] for line in status.splitlines() if line.startswith("VmHWM:"))
    return int(own) // 1024


def _through_command(key: str, seed: int, folder: Path) -> tuple[str, float, int]:
    """Try an input with the real command, in a process of its own."""
    import inputs  # noqa: PLC0415 - the watchdog does without
    from spoken import asks_for_json  # noqa: PLC0415 - the same

    given = inputs.input_of(seed, key)
    words_of = inputs.targets()[given.target].words
    if words_of is None:
        raise AssertionError(given.target)
    words = words_of(given.raw, given.chance, folder)
    if any("\0" in word for word in words):
        return "exit 2", 0.0, 0  # no system takes such a word
    encoded = [os.fsencode(word.encode("utf-8", "replace").decode()) for word in words]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "POLARS_MAX_THREADS": "2"}
    environment.pop("ARPAD_TRACEBACK", None)
    outputs = folder / "stdout", folder / "stderr"
    with outputs[0].open("wb") as out, outputs[1].open("wb") as err:
        running = subprocess.Popen(  # noqa: S603 - our own command
            [os.fsencode(sys.executable), b"-m", b"arpad", *encoded],
            stdin=subprocess.DEVNULL, stdout=out, stderr=err, env=environment,
        )  # fmt: skip
        timer = threading.Timer(SECONDS_BY_THE_CLOCK, running.kill)
        timer.start()
        _, status, used = os.wait4(running.pid, 0)
        timer.cancel()
        running.returncode = os.waitstatus_to_exitcode(status)
    seconds, megabytes = used.ru_utime + used.ru_stime, used.ru_maxrss // 1024
    printed, complained = (place.read_bytes() for place in outputs)
    wrong = _wrong(running.returncode, printed, complained, is_json=asks_for_json(words))
    if wrong or seconds > SECONDS or megabytes > MEGABYTES:
        outcome = f"{words}: {wrong}, {seconds:.1f} s, {megabytes} MB: {complained[-_SHOWN:]!r}"
        return outcome, seconds, megabytes
    return f"exit {running.returncode}", seconds, megabytes


def _wrong(code: int, printed: bytes, complained: bytes, *, is_json: bool) -> list[str]:
    """Say what must not be in the answer of a command."""
    wrong_words = (b"Traceback", b"panicked", b"fault in arpad", b"\x1b")
    wrong = [word.decode() for word in wrong_words if word in complained + printed]
    if code not in {0, 1, 2, 3, 4}:
        wrong.append(f"exit {code}")
    try:
        json.loads(printed if is_json else b"0")
    except ValueError:
        wrong.append("no JSON")
    return wrong
