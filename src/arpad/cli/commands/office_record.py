"""`arpad office` and its record: books in and out, what waits for a second person, the log, long work."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from arpad.cli.answer import Answer, table
from arpad.cli.office_outcome import job_data, outcome_answer
from arpad.cli.office_session import session, system_of
from arpad.cli.options import month, whole
from arpad.cli.progress import Progress
from arpad.cli.wording import WORDS
from arpad.model.bounded import MOST_IN_RECORD, read_whole
from arpad.model.period import KINDS
from arpad.model.problems import RefusedError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from arpad.cli.office_session import Session

_SHOWN = 50
_LISTS = frozenset((".csv", ".parquet", ".xml", ".zip"))
"""How files end that are rating lists and never reports."""


def _import(action: argparse.ArgumentParser) -> None:
    action.add_argument(
        "places",
        metavar="BOOK|LIST|REPORT",
        nargs="+",
        help="the folder of a book, a rating list, or tournament reports",
    )
    action.add_argument(
        "--list",
        action="store_true",
        help="the file is a rating list; XML, CSV, Parquet and zip are taken for one anyway",
    )
    action.add_argument(
        "--date", type=month, metavar="YYYY-MM", help="the month of a list, where neither header nor name tell it"
    )
    action.add_argument("--kind", choices=KINDS, help="the kind of chess of a single list, where its name does not say")
    action.add_argument(
        "--system", metavar="KEY", help="into which rating system reports come, where there are several"
    )
    action.add_argument("--key", default="", help="what its rating system is called here; its authority if not given")
    action.add_argument("--why", default="", metavar="TEXT", help="why; kept in the log")


def _export(action: argparse.ArgumentParser) -> None:
    action.add_argument("book", metavar="BOOK", help="the folder of the book that is written: new, or empty")
    action.add_argument("--system", metavar="KEY", help="which rating system, where the office has several")


def _number(action: argparse.ArgumentParser) -> None:
    action.add_argument("number", metavar="NUMBER", type=whole, help="the number under which it waits")
    action.add_argument("--no-wait", action="store_true", help="confirm it, and let a worker do it")


def _decline(action: argparse.ArgumentParser) -> None:
    _number(action)
    action.add_argument("--why", default="", metavar="TEXT", help="why; kept in the log")


def _log(action: argparse.ArgumentParser) -> None:
    action.add_argument("entry", metavar="ENTRY", type=whole, nargs="?", help="one entry, with everything it says")
    action.add_argument(
        "--conflicts", action="store_true", help="only what somebody did who was too near to the event, all the same"
    )
    action.add_argument("--all", action="store_true", help=f"every entry; else the newest {_SHOWN}")


def _jobs(action: argparse.ArgumentParser) -> None:
    action.add_argument("--cancel", type=whole, metavar="NUMBER", help="cancel the work of this number")
    action.add_argument("--why", default="", metavar="TEXT", help="why it is cancelled; kept in the log")


def _none(action: argparse.ArgumentParser) -> None:
    del action


ACTIONS: dict[str, tuple[str, Callable[[argparse.ArgumentParser], None]]] = {
    "import": (
        "take a book in, with its lists and all that was published; or a rating list; or tournament reports",
        _import,
    ),
    "export": ("write the book of an office into a folder, with the same lists", _export),
    "waiting": ("what waits for a second person", _none),
    "confirm": ("confirm, as the second person, what somebody asked for", _number),
    "decline": ("decline what waits, or take back what you asked for", _decline),
    "log": ("everything that was decided: what, when, by whom, why", _log),
    "jobs": ("the long work of an office, and how far it is", _jobs),
}


def answered(given: argparse.Namespace) -> Answer:
    """Do what is asked."""
    given.no_wait = getattr(given, "no_wait", False)
    return _ANSWERS[given.action](given, session(given))


def _refuse(now_in: Session, deed: str) -> None:
    from arpad.office.roles import refusal  # noqa: PLC0415 - an extra, and slow to load

    refused = refusal(now_in.person, deed)
    if refused is not None:
        raise RefusedError([refused])


def _imported(given: argparse.Namespace, now_in: Session) -> Answer:
    """Take a book in, a list, or reports."""
    folder = Path(given.places[0])
    if folder.is_dir() and len(given.places) == 1:
        return _book_imported(given, now_in, folder)
    if len(given.places) == 1 and (given.list or folder.suffix.lower() in _LISTS):
        from arpad.storage.deeds.import_book import ImportBook, import_book  # noqa: PLC0415 - the same

        asked = ImportBook(folder, given.why, given.key, given.date, given.kind)
        return outcome_answer(import_book(now_in.person, asked, now_in.origin), given, now_in)
    from arpad.storage.deeds.take_in_reports import Delivered, take_in_reports  # noqa: PLC0415 - an extra, slow to load

    delivered = [Delivered(Path(name).name, read_whole(Path(name), MOST_IN_RECORD)) for name in given.places]
    outcome = take_in_reports(now_in.person, system_of(given), delivered, given.why, now_in.origin)
    return outcome_answer(outcome, given, now_in)


def _book_imported(given: argparse.Namespace, now_in: Session, folder: Path) -> Answer:
    from arpad.model.clock import now  # noqa: PLC0415 - only here
    from arpad.office.decision import Decision, decided  # noqa: PLC0415 - an extra, and slow to load
    from arpad.storage.deeds.asking import DeedOutcome, circumstances  # noqa: PLC0415 - the same
    from arpad.storage.importing import import_book, import_facts  # noqa: PLC0415 - the same
    from arpad.storage.log import head  # noqa: PLC0415 - the same

    with Progress("import") as progress:
        facts = import_facts(folder)
        office = circumstances("book.import").office
        decision = decided(now_in.person, "book.import", facts, given.why, office, None, now())
        if not isinstance(decision, Decision):
            raise TypeError("no second person is asked for")
        system = import_book(
            folder,
            decision,
            key=given.key,
            request=now_in.origin.request,
            system_user=now_in.origin.system_user,
            progress=progress.stage,
        )
    answer = outcome_answer(DeedOutcome(decision, head().number), given, now_in)
    return Answer(answer.data, WORDS.say("office", "imported", {"key": system.key, **facts}))


def _exported(given: argparse.Namespace, now_in: Session) -> Answer:
    from arpad.storage.exporting import export_book  # noqa: PLC0415 - an extra, and slow to load

    _refuse(now_in, "book.export")
    with Progress("export") as progress:
        book = export_book(system_of(given), Path(given.book), progress.stage)
    lists = [f"{list_day:%Y-%m}" for list_day in book.list_dates]
    return Answer({"book": book.folder.name, "lists": lists}, WORDS.say("office", "exported", {"book": given.book}))


def _waits(given: argparse.Namespace, now_in: Session) -> Answer:
    from arpad.office.roles import deed_sentence  # noqa: PLC0415 - an extra, and slow to load
    from arpad.storage.queries.record import waiting  # noqa: PLC0415 - the same

    del given
    _refuse(now_in, "deed.read")
    rows: list[dict[str, Any]] = [
        {
            "number": line.row.number,
            "deed": line.row.deed,
            "facts": line.row.facts,
            "asked_by": line.row.asked_by,
            "asked_at": line.row.asked_at.isoformat(),
            "reason": line.row.reason,
        }
        for line in waiting(now_in.person)
    ]
    if not rows:
        return Answer({"waiting": []}, WORDS.say("office", "nothing_waits", {}))
    cells = [(row["number"], deed_sentence(row["deed"]), row["asked_by"], row["reason"]) for row in rows]
    return Answer({"waiting": rows}, table(["number", "what", "asked by", "why"], cells))


def _confirmed(given: argparse.Namespace, now_in: Session) -> Answer:
    from arpad.storage.deeds.confirm import confirm  # noqa: PLC0415 - an extra, and slow to load

    return outcome_answer(confirm(now_in.person, given.number, now_in.origin), given, now_in)


def _declined(given: argparse.Namespace, now_in: Session) -> Answer:
    from arpad.storage.deeds.confirm import decline  # noqa: PLC0415 - an extra, and slow to load

    return outcome_answer(decline(now_in.person, given.number, given.why, now_in.origin), given, now_in)


def _logged(given: argparse.Namespace, now_in: Session) -> Answer:
    from arpad.office.canonical import plain  # noqa: PLC0415 - an extra, and slow to load
    from arpad.storage.log import records  # noqa: PLC0415 - the same

    _refuse(now_in, "log.read")
    entries = list(records())
    chosen = [entry for entry in entries if given.entry in {None, entry.number}]
    if given.conflicts:
        chosen = [entry for entry in chosen if entry.facts.get("conflicts")]
    if given.entry is not None and not any(entry.number == given.entry for entry in entries):
        raise RefusedError.of(WORDS, "no_entry_in_log", str(given.entry), entry=given.entry)
    shown = chosen if given.all or given.entry is not None else chosen[-_SHOWN:]
    rows = [
        {
            "number": entry.number, "at": entry.at.isoformat(), "code": entry.code, "says": entry.sentence(),
            "facts": plain(entry.facts), "by": entry.by, "second": entry.second,
            "by_one_person": entry.by_one_person, "reason": entry.reason, "cites": list(entry.cites),
            "request": entry.request, "system_user": entry.system_user, "sealed": sorted(entry.sealed),
            "previous": entry.previous, "hash": entry.hash,
        }
        for entry in shown
    ]  # fmt: skip
    cells = [(row["number"], str(row["at"])[:16], row["by"], row["second"], row["says"], row["reason"]) for row in rows]
    text = table(["entry", "at (UTC)", "by", "second", "what", "why"], cells)
    if given.entry is not None and rows:
        text = "\n".join(f"{name}: {value}" for name, value in rows[0].items())
    return Answer({"entries": rows}, text)


def _jobs_listed(given: argparse.Namespace, now_in: Session) -> Answer:
    from arpad.storage.models import Job  # noqa: PLC0415 - an extra, and slow to load

    _refuse(now_in, "job.read")
    if given.cancel is not None:
        _cancel(given, now_in)
    jobs = list(Job.objects.order_by("-number")[:_SHOWN])
    cells = [(job.number, job.kind, job.state, job.stage, job.failure) for job in jobs]
    return Answer({"jobs": [job_data(job) for job in jobs]}, table(["job", "kind", "state", "stage", "why"], cells))


def _cancel(given: argparse.Namespace, now_in: Session) -> None:
    from django.db import transaction  # noqa: PLC0415 - an extra, and slow to load

    from arpad.model.clock import now  # noqa: PLC0415 - only here
    from arpad.office.decision import Decision, decided  # noqa: PLC0415 - the same
    from arpad.storage import log  # noqa: PLC0415 - the same
    from arpad.storage.deeds.asking import circumstances  # noqa: PLC0415 - the same
    from arpad.storage.jobs.asking import cancel  # noqa: PLC0415 - the same

    office = circumstances("job.cancel").office
    decision = decided(now_in.person, "job.cancel", {"job": given.cancel}, given.why, office, None, now())
    with transaction.atomic():
        if not cancel(given.cancel) or not isinstance(decision, Decision):
            raise RefusedError.of(WORDS, "not_cancelled", str(given.cancel), job=given.cancel)
        log.record(decision, now_in.origin.request, now_in.origin.system_user)


_ANSWERS = {
    "import": _imported,
    "export": _exported,
    "waiting": _waits,
    "confirm": _confirmed,
    "decline": _declined,
    "log": _logged,
    "jobs": _jobs_listed,
}
