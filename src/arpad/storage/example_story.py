"""The story of the example office, gone through by the deeds of the office: each on its day, by the people of then."""

from __future__ import annotations

import os
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arpad.book.about import About
from arpad.book.change import changed
from arpad.book.decisions.merge import Merge
from arpad.book.folder import Book
from arpad.lab import wording as lab
from arpad.lab.office_world import story
from arpad.lab.office_world.carried_out import reports_of
from arpad.lab.office_world.cast import SECOND_NUMBERS
from arpad.model.clock import VARIABLE
from arpad.model.problems import RefusedError
from arpad.office.close_list import CloseList
from arpad.office.publish_list import PublishList
from arpad.office.revise_list import WRONG_ID, ReviseList
from arpad.storage.database_book import DatabaseBook
from arpad.storage.deeds import put_right, revise_list
from arpad.storage.deeds.close_list import close_list
from arpad.storage.deeds.confirm import confirm
from arpad.storage.deeds.corrections import request_data
from arpad.storage.deeds.import_book import ImportBook, import_book
from arpad.storage.deeds.lists import version_of
from arpad.storage.deeds.preview_list import ask_preview
from arpad.storage.deeds.publish_list import publish_list
from arpad.storage.deeds.set_up import note_set_up
from arpad.storage.deeds.take_in_reports import Delivered, take_in_reports
from arpad.storage.deeds.verify_office import verify_office
from arpad.storage.example_accounts import acting, add_people
from arpad.storage.example_reports import steps_about_events
from arpad.storage.jobs.asking import ask
from arpad.storage.jobs.worker import work_here
from arpad.storage.models import Job, RatingSystem
from arpad.storage.opening import open_now
from arpad.storage.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import date

    from arpad.lab.office_world.story import PutRight, StoryStep
    from arpad.lab.office_world.world import OfficeWorld
    from arpad.office.person import Person
    from arpad.storage.deeds.asking import DeedOutcome
    from arpad.storage.example_events import RegistrationStep

ADMINISTRATOR, APPROVER, REGISTRAR, OPERATOR = "administrator", "approver", "registrar", "operator"


@contextmanager
def clock_at(day: date) -> Iterator[None]:
    """Let the clock of arpad show the beginning of a day."""
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = day.isoformat()
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(VARIABLE)
        else:
            os.environ[VARIABLE] = before


def go_through(world: OfficeWorld, title: str, progress: Callable[[str, int, int], None]) -> None:
    """Let the office that is open begin with its first list, and do everything that happened until today."""
    with clock_at(world.first_list), tempfile.TemporaryDirectory(prefix="arpad-example-") as place:
        note_set_up(open_now())
        add_people(world.seed)
        book = Book.create(Path(place) / "book", About(title))
        book.apply(changed(book, world.tables, {world.first_list: world.people.first_list}))
        reason = lab.WORDS.say("why", "first_list", {})
        _settled(import_book(acting(ADMINISTRATOR), ImportBook(book.folder, reason)))
    system = RatingSystem.objects.get()
    every = story.steps(world)
    registered = steps_about_events(world.day)
    for number, step in enumerate(every):
        progress(step.stage, number, len(every))
        while registered and registered[0].day <= step.day:
            _register(system, registered.pop(0))
        carry_out(world, system, step)
    for left in registered:
        _register(system, left)
    with clock_at(world.day):
        _left_for_today(world, system)
    progress("", len(every), len(every))


def _register(system: RatingSystem, step: RegistrationStep) -> None:
    with clock_at(step.day):
        step.do(system)


def _left_for_today(world: OfficeWorld, system: RatingSystem) -> None:
    """Leave something to do: two numbers that wait to become one; the next list and a proof, to be worked out."""
    number = world.cast.numbers(world.people)["twice_again"]
    request = Merge(SECOND_NUMBERS["twice_again"], number, lab.WORDS.say("why", "merged", {}))
    put_right.put_right(acting(REGISTRAR), system, request, _looked(system, request, acting(REGISTRAR)))
    ask_preview(acting(ADMINISTRATOR), system)
    verify_office(acting(OPERATOR), again=False)


def work_left() -> None:
    """Do the work that was asked for and not done yet."""
    for job in Job.objects.filter(state=Job.WAITING).order_by("number"):
        _worked(job)


def carry_out(world: OfficeWorld, system: RatingSystem, step: StoryStep) -> None:
    """Do a step of the story on its day, by the people who may."""
    with clock_at(step.day):
        match step:
            case story.TakeIn():
                _take_in(world, system, step)
            case story.ClosingStep():
                _settled(close_list(acting(ADMINISTRATOR), system, step.list_date, CloseList()))
            case story.PublishingStep():
                _publish(system, step)
            case story.RevisingStep():
                _revise(system, step)
            case story.PutRight():
                _put_right(system, step)


def _take_in(world: OfficeWorld, system: RatingSystem, step: story.TakeIn) -> None:
    reports = reports_of(world, DatabaseBook(system), step)
    delivered = [Delivered(report.name, report.trf, report.facts) for report in reports]
    take_in_reports(acting(ADMINISTRATOR), system, delivered, lab.WORDS.say("why", "taken_in", {}))


def _publish(system: RatingSystem, step: story.PublishingStep) -> None:
    version = version_of(system, step.list_date)
    asked = PublishList("" if version is None else version.list_hash, reason=lab.WORDS.say("why", "published", {}))
    _settled(publish_list(acting(ADMINISTRATOR), system, step.list_date, asked))


def _settled(outcome: DeedOutcome) -> DeedOutcome:
    """Have a second person confirm what waits, and do the work here; refused where it fails."""
    if outcome.waiting is not None:
        outcome = confirm(acting(APPROVER), outcome.waiting.number)
    if outcome.job is not None:
        _worked(outcome.job)
    return outcome


def _worked(job: Job) -> dict[str, Any]:
    """Do the work of a job here, and give its result."""
    work_here(job.number)
    job.refresh_from_db()
    if job.state != Job.DONE:
        raise RefusedError.of(WORDS, "example_step_failed", job.kind, kind=job.kind, failure=job.failure)
    return dict(job.result or {})


def _put_right(system: RatingSystem, step: PutRight) -> DeedOutcome:
    """Look who else changes, then put it right."""
    request = story.request_of(step, DatabaseBook(system).table("events"))
    person = acting(ADMINISTRATOR)
    return _settled(put_right.put_right(person, system, request, _looked(system, request, person)))


def _looked(system: RatingSystem, request: story.Request, person: Person) -> dict[str, Any]:
    """Look who else changes by something that is put right."""
    looked = _worked(ask(put_right.KIND, {"system": system.key, "request": request_data(request)}, person))
    return dict(looked["impact"])


def _revise(system: RatingSystem, step: story.RevisingStep) -> DeedOutcome:
    """Work the revised list out, look at it, and publish it by two people."""
    day, person = step.list_date, acting(ADMINISTRATOR)
    looked = _worked(ask(revise_list.LOOK, {"system": system.key, "list": day.isoformat()}, person))
    asked = ReviseList(
        WRONG_ID,
        tuple(looked["causes"]),
        list_hash=looked["list_hash"],
        revised_hash=looked["revised_hash"],
        reason=step.why,
    )
    return _settled(revise_list.revise_list(person, system, day, asked, looked))
