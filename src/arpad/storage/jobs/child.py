"""The process in which the work of a job is done; it ends when its parent does.

What the work says goes to the parent line by line, as JSON. The process reads nothing: when its standard input ends,
the parent is gone, and it stops at once, whatever it does. What was not committed by then has not been.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from arpad.model.problems import ArpadError, Problem
from arpad.office.commands import in_office
from arpad.storage.opening import open_office
from arpad.storage.running_log import note_fault, write_log
from arpad.storage.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arpad.storage.jobs.claims import Claim
    from arpad.storage.jobs.kinds import Result

DONE, FAILED, LOST, AGAIN, ORPHANED = 0, 1, 3, 4, 5
"""How the process ends: done; failed with a reason; not ours any more; to be tried again; without a parent."""
_QUIET = 0.1


class ProgressPipe:
    """Tells the parent how far the work is, at most some times in a second."""

    def __init__(self, target: IO[str]) -> None:
        """Write to a pipe."""
        self._target, self._stage, self._last = target, "", 0.0
        self.lines: list[dict[str, Any]] = []

    def __call__(self, stage: str, done: int = 0, of: int = 0) -> None:
        """Say at which stage the work is, and how much of it is done."""
        if stage != self._stage or done == of or time.monotonic() - self._last > _QUIET:
            self._stage, self._last = stage, time.monotonic()
            self._say(stage=stage, done=done, of=of)

    def line(self, code: str, **facts: object) -> None:
        """Say something that stays."""
        self.lines.append({"code": code, **facts})
        self._say(line=self.lines[-1])

    def _say(self, **message: Any) -> None:  # noqa: ANN401 - plain data
        try:
            self._target.write(json.dumps(message) + "\n")
            self._target.flush()
        except BrokenPipeError:  # the parent is gone, and that is no fault of the work
            os._exit(ORPHANED)


def end_with_parent() -> None:
    """Stop this process once its parent is gone."""

    def waiting() -> None:
        while os.read(0, 1):
            pass
        os._exit(ORPHANED)

    threading.Thread(target=waiting, daemon=True).start()


def worked(claim: Claim, telling: ProgressPipe) -> int:
    """Do the work of a claim, to its end or to its fault."""
    from django.db import InterfaceError, OperationalError, transaction  # noqa: PLC0415 - once an office is open

    from arpad.storage.jobs.claims import LostError, fail, finish, person_of  # noqa: PLC0415 - the same
    from arpad.storage.jobs.kinds import work_of  # noqa: PLC0415 - the same

    finished: list[bool] = []

    def last(result: Result) -> None:
        finish(claim, result, telling.lines)
        finished.append(True)

    try:
        result = work_of(claim.kind)(claim.job_input, person_of(claim), telling, last)
        if not finished:
            with transaction.atomic():
                last(result)
    except LostError:
        return LOST
    except ArpadError as fault:
        fail(claim, in_office(fault.sentence()), telling.lines)
        return FAILED
    except (OperationalError, InterfaceError) as fault:  # the database was busy or away: that may pass
        note_fault(fault, job=claim.number)
        return AGAIN
    except Exception as fault:  # noqa: BLE001 - whatever it is, the job ends with a reason
        note_fault(fault, job=claim.number)
        why = Problem.of(WORDS, "job_fault", str(claim.number), fault=type(fault).__name__)
        fail(claim, why.message, telling.lines)
        return FAILED
    return DONE


def main(words: Sequence[str] | None = None) -> int:
    """Do the work that the arguments name: folder of the office, number of the job, its token."""
    folder, number, token = sys.argv[1:] if words is None else words
    target = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what anybody prints is no progress
    end_with_parent()
    open_office(Path(folder))
    write_log()
    from arpad.storage.jobs.claims import LostError, held  # noqa: PLC0415 - once an office is open

    try:
        claim = held(int(number), token)
    except LostError:
        return LOST
    return worked(claim, ProgressPipe(target))


if __name__ == "__main__":
    sys.exit(main())
