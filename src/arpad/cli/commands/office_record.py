"""`arpad office` and its record: books in and out, what waits for a second person, the log, long work."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arpad.cli.answer import Answer, table
from arpad.cli.office_outcome import job_data, outcome_answer
from arpad.cli.office_session import refuse_place, session, system_of
from arpad.cli.options import day, month, whole
from arpad.cli.progress import Progress
from arpad.cli.wording import WORDS
from arpad.model.bounded import MOST_IN_RECORD, read_whole
from arpad.model.period import KINDS
from arpad.model.problems import RefusedError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from arpad.cli.office_session import Session
    from arpad.storage.models import LogEntry

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
    action.add_argument("--deed", default="", metavar="DEED", help="of this deed, such as list.close")
    action.add_argument("--by", type=whole, metavar="ACCOUNT", help="decided or confirmed by this account")
    action.add_argument("--words", default="", metavar="TEXT", help="with these words in the reason")
    action.add_argument("--since", type=day, metavar="DATE", help="on this day or later")
    action.add_argument("--until", type=day, metavar="DATE", help="on this day or earlier")
    action.add_argument("--alone", action="store_true", help="decided by one person where a second one is asked for")
    action.add_argument(
        "--conflicts", action="store_true", help="only what somebody did who was too near to the event, all the same"
    )
    action.add_argument("--request", default="", metavar="ID", help="everything that one click or call changed")
    action.add_argument("--page", type=whole, default=1, metavar="N", help=f"which {_SHOWN} of them, the newest first")
    action.add_argument("--all", action="store_true", help="every entry, on one page")


def _jobs(action: argparse.ArgumentParser) -> None:
    action.add_argument("number", metavar="NUMBER", type=whole, nargs="?", help="one piece of work, with its lines")
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
    from arpad.storage.deeds.import_book import ImportBook, import_book  # noqa: PLC0415 - an extra, and slow to load

    answer = outcome_answer(
        import_book(now_in.person, ImportBook(folder, given.why, given.key), now_in.origin), given, now_in
    )
    result = answer.data["job"]["result"]
    return Answer(answer.data, WORDS.say("office", "imported", {"key": result["system"], **result}))


def _exported(given: argparse.Namespace, now_in: Session) -> Answer:
    from arpad.storage.exporting import export_book  # noqa: PLC0415 - an extra, and slow to load

    refuse_place(now_in, "book.export")
    with Progress("export") as progress:
        book = export_book(system_of(given), Path(given.book), progress.stage)
    lists = [f"{list_day:%Y-%m}" for list_day in book.list_dates]
    return Answer({"book": book.folder.name, "lists": lists}, WORDS.say("office", "exported", {"book": given.book}))


def _waits(given: argparse.Namespace, now_in: Session) -> Answer:
    from arpad.office.roles import deed_sentence  # noqa: PLC0415 - an extra, and slow to load
    from arpad.storage.queries.record import waiting  # noqa: PLC0415 - the same

    del given
    refuse_place(now_in, "deed.read")
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
    from arpad.storage.queries.paging import AskedRows  # noqa: PLC0415 - an extra, and slow to load
    from arpad.storage.queries.record import log, log_entry  # noqa: PLC0415 - the same

    refuse_place(now_in, "log.read")
    if given.entry is not None:
        shown = log_entry(now_in.person, given.entry)
        if shown is None:
            raise RefusedError.of(WORDS, "no_entry_in_log", str(given.entry), entry=given.entry)
        row = _entry(shown.line.entry)
        return Answer({"entries": [row]}, "\n".join(f"{name}: {value}" for name, value in row.items()))
    filters = {"code": given.deed, "q": given.words, "request": given.request, "alone": "1" if given.alone else ""}
    filters |= {"conflict": "1" if given.conflicts else ""}
    filters |= {"by": "" if given.by is None else str(given.by)}
    filters |= {name: value.isoformat() for name in ("since", "until") if (value := getattr(given, name))}
    size = sys.maxsize >> 1 if given.all else _SHOWN
    page = log(now_in.person, AskedRows(filters, "-number", 1 if given.all else given.page, size))
    rows = [_entry(line.entry) for line in reversed(page.rows)]
    cells = [(row["number"], row["at"][:16], row["by"], row["second"], row["says"], row["reason"]) for row in rows]
    text = table(["entry", "at (UTC)", "by", "second", "what", "why"], cells)
    return Answer({"entries": rows}, text)


def _entry(entry: LogEntry) -> dict[str, Any]:
    from arpad.office.canonical import plain  # noqa: PLC0415 - an extra, and slow to load
    from arpad.storage.log import as_record  # noqa: PLC0415 - the same

    record = as_record(entry)
    return {
        "number": record.number, "at": record.at.isoformat(), "code": record.code, "says": record.sentence(),
        "facts": plain(record.facts), "by": record.by, "second": record.second,
        "by_one_person": record.by_one_person, "reason": record.reason, "cites": list(record.cites),
        "request": record.request, "system_user": record.system_user, "sealed": sorted(record.sealed),
        "previous": record.previous, "hash": record.hash,
    }  # fmt: skip


def _jobs_listed(given: argparse.Namespace, now_in: Session) -> Answer:
    from arpad.storage.deeds.cancel_job import cancel_job  # noqa: PLC0415 - an extra, and slow to load
    from arpad.storage.queries.paging import AskedRows  # noqa: PLC0415 - the same
    from arpad.storage.queries.work import job, jobs  # noqa: PLC0415 - the same

    if given.number is not None:
        shown = job(now_in.person, given.number)
        if shown is None:
            raise RefusedError.of(WORDS, "no_work", str(given.number), job=given.number)
        lines = [f"{name}: {value}" for name, value in job_data(shown.row).items() if name != "result"]
        return Answer({"jobs": [job_data(shown.row)]}, "\n".join([*lines, *shown.sentences]))
    refuse_place(now_in, "job.read")
    if given.cancel is not None:
        cancel_job(now_in.person, given.cancel, given.why, now_in.origin)
    rows = [line.row for line in jobs(now_in.person, AskedRows(size=_SHOWN)).rows]
    cells = [(row.number, row.kind, row.state, row.stage, row.failure) for row in rows]
    return Answer({"jobs": [job_data(row) for row in rows]}, table(["job", "kind", "state", "stage", "why"], cells))


_ANSWERS = {
    "import": _imported,
    "export": _exported,
    "waiting": _waits,
    "confirm": _confirmed,
    "decline": _declined,
    "log": _logged,
    "jobs": _jobs_listed,
}
