"""The story of a made-up office in a book of a folder, step by step by commands, as somebody would type them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING
from unittest import mock

from running import arpad

from arpad.book.about import About
from arpad.book.change import changed
from arpad.book.folder import Book
from arpad.lab.office_world.carried_out import reports_of, revision_of
from arpad.lab.office_world.story import (
    ANNUL,
    EXCLUDE,
    MERGE,
    NUMBER,
    RESULT,
    ClosingStep,
    PublishingStep,
    RevisingStep,
    TakeIn,
    request_of,
    steps,
)
from arpad.model.clock import VARIABLE
from arpad.pages.published import pages_of_list
from arpad.publication.issue import Kept

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from arpad.lab.office_world.story import PutRight, StoryStep
    from arpad.lab.office_world.world import OfficeWorld

_RESULTS = {(100, 0): "1-0", (50, 50): "½-½", (0, 100): "0-1"}


def begun_in_folder(world: OfficeWorld, folder: Path) -> Book:
    """Make the book with which a made-up office begins."""
    book = Book.create(folder, About("A made-up office"))
    book.apply(changed(book, world.tables, {world.first_list: world.people.first_list}))
    return book


def gone_through_in_folder(world: OfficeWorld, folder: Path, only: Iterable[StoryStep] | None = None) -> None:
    """Go through everything that happened in an office by commands, each on its day."""
    for step in steps(world) if only is None else only:
        with mock.patch.dict(os.environ, {VARIABLE: step.day.isoformat()}):
            if isinstance(step, RevisingStep):
                _revised(folder, step)
                continue
            code, out, err = arpad(*_words(world, folder, step))

            assert code == 0, (step.day, type(step).__name__, out, err)


def _words(world: OfficeWorld, folder: Path, step: StoryStep) -> list[str]:
    """Give the command that is a step."""
    book = str(folder)
    match step:
        case TakeIn():
            return ["book", "import", book, str(_written(world, folder, step))]
        case ClosingStep():
            return ["period", "close", book, f"{step.list_date:%Y-%m}"]
        case PublishingStep():
            return ["period", "sent", book, f"{step.list_date:%Y-%m}", "--yes", "--why", "Checked and published."]
    return [*_put_right(folder, step), "--yes", "--why", step.why]


def _revised(folder: Path, step: RevisingStep) -> None:
    """Revise a list as `arpad period republish` does; events that had begun keep their ratings, as in an office."""
    book = Book.open(folder)
    book.apply(revision_of(book, step, Kept.of(book, step.list_date), pages_of_list))


def _written(world: OfficeWorld, folder: Path, step: TakeIn) -> Path:
    """Write the reports that come on a day into a folder beside the book."""
    place = folder.with_name(f"{folder.name}-reports") / step.day.isoformat()
    place.mkdir(parents=True)
    for report in reports_of(world, Book.open(folder, checked=False), step):
        place.joinpath(report.name).write_bytes(report.trf)
        place.joinpath(report.facts_name).write_bytes(report.facts)
    return place


def _put_right(folder: Path, step: PutRight) -> list[str]:
    book = str(folder)
    request = request_of(step, Book.open(folder, checked=False).table("events"))
    event = str(getattr(request, "event", ""))
    match step.what:
        case what if what == RESULT:
            sides = [str(step.round), str(step.white), str(step.black), _RESULTS[step.scores]]
            return ["book", "correct", book, "result", event, *sides]
        case what if what == ANNUL:
            return ["book", "annul", book, event]
        case what if what == NUMBER:
            return ["book", "correct", book, "event", event, "--player", str(step.player), str(step.instead)]
        case what if what == MERGE:
            return ["book", "merge", book, str(step.player), str(step.instead)]
        case what if what == EXCLUDE:
            return ["book", "exclude", book, str(step.player), "--since", str(step.since), "--until", str(step.until)]
    born = step.born
    day = "" if born is None else f"{born.year}" if born.month is None else f"{born.year}-{born.month:02}-{born.day:02}"
    return ["book", "correct", book, "player", str(step.player), "--born", day]
