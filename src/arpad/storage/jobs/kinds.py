"""The kinds of long work: for each the function that does it, loaded when it is needed.

A function is called as `work(job_input, person, progress, finish)` and gives its result, plain data. What it stores it
stores in one last transaction, and calls `finish(result)` within it: that is refused where the job is no longer this
worker's, and then nothing is stored. Done twice it leaves the same as done once.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

from arpad.model.problems import RefusedError
from arpad.storage.wording import WORDS

if TYPE_CHECKING:
    from arpad.office.person import Person

JobInput = dict[str, Any]
"""What is to be done: plain data."""
Result = dict[str, Any]
Finish = Callable[[Result], None]


class WorkProgress(Protocol):
    """Takes how far the work is, as often as it likes."""

    def __call__(self, stage: str, done: int = 0, of: int = 0) -> None:
        """Say at which stage the work is, and how much of it is done; the words for a stage come when it is shown."""

    def line(self, code: str, **facts: object) -> None:
        """Say something that stays: a code and its facts."""


Progress = WorkProgress


class Work(Protocol):
    """What does the work of a kind."""

    def __call__(self, job_input: JobInput, person: Person, progress: Progress, finish: Finish) -> Result:
        """Do it."""


KINDS: dict[str, str] = {
    "archive.nightly": "arpad.storage.nightly:work",
    "outbox.send": "arpad.storage.outbox:work",
    "search.rebuild": "arpad.storage.search.index:work",
    "backup": "arpad.storage.backup:backup_work",
    "drill": "arpad.storage.restore:drill_work",
    "book.import": "arpad.storage.deeds.import_book:work",
    "proof.verify": "arpad.storage.deeds.verify_office:work",
    "list.compare": "arpad.storage.deeds.compare_fide_list:work",
    "list.close": "arpad.storage.deeds.close_list:work",
    "list.preview": "arpad.storage.deeds.preview_list:work",
    "list.publish": "arpad.storage.deeds.publish_list:work",
    "list.public_files": "arpad.storage.site.public_files:work",
    "list.revise": "arpad.storage.deeds.revise_list:work",
    "list.work_out_revision": "arpad.storage.deeds.revise_list:look",
    "put_right.look": "arpad.storage.deeds.put_right:look",
}
"""By kind, the module and the function in it."""


def registered(kind: str, place: str) -> None:
    """Name the function of a kind: `module:function`."""
    KINDS[kind] = place


def work_of(kind: str) -> Work:
    """Give the function that does the work of a kind."""
    if kind not in KINDS:
        raise RefusedError.of(WORDS, "job_unknown_kind", kind, kind=kind, names=sorted(KINDS))
    module, _, name = KINDS[kind].partition(":")
    return cast("Work", getattr(import_module(module), name))
