"""The steps of `bench/office.py`, each a process of its own: prints what it took, and the highest memory, as JSON."""

from __future__ import annotations

import json
import os
import resource
import shutil
import sys
import time
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "support"))

import event_stages

from arpad.storage.opening import init_office, open_office
from arpad.storage.settings import OfficeSettings

if TYPE_CHECKING:
    from collections.abc import Callable

    from arpad.office.person import Person

PAGES = (
    "/office/", "/office/players/", "/office/players/{player}/", "/office/events/", "/office/events/{event}/",
    "/office/lists/", "/office/log/", "/office/jobs/", "/office/waiting/", "/office/proof/", "/office/next/",
    "/office/players/?q=ande+j",
)  # fmt: skip
"""Pages of daily work."""
VISITS = 40
_PAUSE = 0.001


def init(folder: Path, url: str = "") -> dict[str, Any]:
    """Make an office with two people."""
    init_office(folder, OfficeSettings(database_url=url, hosts=("*",)))
    from arpad.model.clock import now  # noqa: PLC0415 - once an office is open
    from arpad.storage.models import Account, RoleGrant  # noqa: PLC0415 - the same

    for name, role in (("vera", "rating_administrator"), ("alma", "approver")):
        account = Account.objects.create(username=name, opened_at=now())
        RoleGrant.objects.create(account=account, role=role, granted_at=now(), granted_by=0)
    return {}


def _person(name: str) -> Person:
    from arpad.model.clock import now  # noqa: PLC0415 - once an office is open
    from arpad.storage.models import Account  # noqa: PLC0415 - the same
    from arpad.storage.queries.people import person_with  # noqa: PLC0415 - the same

    return person_with(Account.objects.get(username=name), now())


def _worked(outcome: Any) -> dict[str, Any]:  # noqa: ANN401 - of a deed
    """Do a job here, and give its result with the seconds it took."""
    from arpad.storage.jobs.worker import work_here  # noqa: PLC0415 - once an office is open
    from arpad.storage.models import Job  # noqa: PLC0415 - the same

    watch = _Watch()
    number = getattr(outcome, "job", outcome).number
    work_here(number)
    figures = watch.figures()
    job = Job.objects.get(number=number)
    if job.state != Job.DONE:
        raise SystemExit(f"{job.kind}: {job.state}: {job.failure}")
    return {**figures, "result": job.result}


def _times(done: dict[str, Any]) -> dict[str, Any]:
    return {name: done[name] for name in ("work_s", "work_cpu_s")}


def import_path(folder: Path, path: str, month: str = "") -> dict[str, Any]:
    """Import a book or a list, and find a player by number."""
    open_office(folder)
    from arpad.storage.deeds.import_book import ImportBook, import_book  # noqa: PLC0415 - once an office is open
    from arpad.storage.models import PlayerRow  # noqa: PLC0415 - the same

    day = date.fromisoformat(f"{month}-01") if month else None
    done = _worked(import_book(_person("vera"), ImportBook(Path(path), "the beginning", list_date=day)))
    first = PlayerRow.objects.order_by("row_number").first()
    if first is None or not PlayerRow.objects.filter(fide_id=first.fide_id).exists():
        raise SystemExit("nobody was found")
    return {**_times(done), "players": PlayerRow.objects.count()}


def book_to_list(folder: Path, month: str) -> dict[str, Any]:
    """Open a book with every file read and checked, and make a list; nothing is written."""
    from arpad.book.folder import Book  # noqa: PLC0415 - what is measured
    from arpad.book.remembered import CHECKED  # noqa: PLC0415 - the same
    from arpad.engine.period.close_list import close  # noqa: PLC0415 - the same

    shutil.rmtree(folder / CHECKED, ignore_errors=True)
    watch = _Watch()
    closed = close(Book.open(folder), date.fromisoformat(f"{month}-01"))
    return {**watch.figures(), "players": closed.frame.height}


def tables_to_list(folder: Path, month: str) -> dict[str, Any]:
    """Make the same list from the tables of an office; nothing is written."""
    open_office(folder)
    from arpad.engine.period.close_list import close  # noqa: PLC0415 - once an office is open
    from arpad.storage.database_book import DatabaseBook  # noqa: PLC0415 - the same
    from arpad.storage.models import RatingSystem  # noqa: PLC0415 - the same

    day = date.fromisoformat(f"{month}-01")
    watch = _Watch()
    closed = close(DatabaseBook(RatingSystem.objects.get()).for_closing(day), day)
    return {**watch.figures(), "players": closed.frame.height}


def close_in_office(folder: Path, month: str) -> dict[str, Any]:
    """Close a list."""
    open_office(folder)
    from arpad.office.close_list import CloseList  # noqa: PLC0415 - once an office is open
    from arpad.storage.deeds.close_list import close_list  # noqa: PLC0415 - the same
    from arpad.storage.models import RatingSystem  # noqa: PLC0415 - the same

    start = time.perf_counter()
    outcome = close_list(_person("vera"), RatingSystem.objects.get(), date.fromisoformat(f"{month}-01"), CloseList())
    asked = time.perf_counter() - start
    return {"asked_s": round(asked, 2), **_worked(outcome)}


def publish(folder: Path, month: str) -> dict[str, Any]:
    """Publish a closed list, confirmed by a second person."""
    open_office(folder)
    from arpad.office.publish_list import PublishList  # noqa: PLC0415 - once an office is open
    from arpad.storage.deeds.confirm import confirm  # noqa: PLC0415 - the same
    from arpad.storage.deeds.lists import version_of  # noqa: PLC0415 - the same
    from arpad.storage.deeds.publish_list import publish_list  # noqa: PLC0415 - the same
    from arpad.storage.models import RatingSystem, Standing  # noqa: PLC0415 - the same

    system, day = RatingSystem.objects.get(), date.fromisoformat(f"{month}-01")
    version = version_of(system, day)
    waiting = publish_list(_person("vera"), system, day, PublishList(version.list_hash)).waiting  # type: ignore[union-attr]
    done = _worked(confirm(_person("alma"), waiting.number))  # type: ignore[union-attr]
    generation = done["result"]["generation"]
    return {**_times(done), "rows": Standing.objects.filter(generation=generation).count()}


def look(folder: Path, month: str) -> dict[str, Any]:
    """Work out who else changes by one corrected game of a published list."""
    open_office(folder)
    from arpad.book.decisions.correct_event import CorrectResult  # noqa: PLC0415 - once an office is open
    from arpad.storage.deeds.corrections import request_data  # noqa: PLC0415 - the same
    from arpad.storage.deeds.put_right import KIND  # noqa: PLC0415 - the same
    from arpad.storage.jobs.asking import ask  # noqa: PLC0415 - the same
    from arpad.storage.models import EventRow, GameRow, RatingSystem  # noqa: PLC0415 - the same

    rated = EventRow.objects.filter(rated_for=date.fromisoformat(f"{month}-01"), kind="standard", system="swiss")
    events = list(rated.order_by("event_id").values_list("event_id", flat=True)[:50])
    game = GameRow.objects.filter(event_id__in=events, white_score=100).order_by("row_number").first()
    if game is None:
        raise SystemExit("no game to correct")
    request = CorrectResult(game.event_id, game.round, game.white, game.black, (0, 100), "the score sheet")
    key = RatingSystem.objects.get().key
    done = _worked(ask(KIND, {"system": key, "request": request_data(request)}, _person("vera")))
    return {**_times(done), "players": done["result"]["impact"]["players"]}


def search(folder: Path) -> dict[str, Any]:
    """Build anew what is searched."""
    open_office(folder)
    from arpad.storage.models import RatingSystem  # noqa: PLC0415 - once an office is open
    from arpad.storage.search.asking import ask_rebuild  # noqa: PLC0415 - the same

    return _times(_worked(ask_rebuild(RatingSystem.objects.get())))


def waits(folder: Path, until: str, kind: str) -> dict[str, Any]:
    """Read a player, or write a small row, again and again until a file is there; how long each took."""
    open_office(folder)
    from django.db import transaction  # noqa: PLC0415 - once an office is open

    from arpad.model.clock import now  # noqa: PLC0415 - the same
    from arpad.storage.models import FailedLogIn, PlayerRow, RatingSystem, Standing  # noqa: PLC0415 - the same

    numbers = list(PlayerRow.objects.values_list("fide_id", flat=True)[:1000])

    def read(turn: int) -> None:
        system = RatingSystem.objects.get()
        number = numbers[turn % len(numbers)]
        PlayerRow.objects.get(rating_system=system, fide_id=number)
        rows = Standing.objects.filter(rating_system=system, fide_id=number, generation__lte=system.generation)
        rows.order_by("-generation").first()

    def write(turn: int) -> None:
        with transaction.atomic():
            FailedLogIn.objects.create(name=f"bench {turn}", address="127.0.0.1", at=now())

    deed: Callable[[int], None] = read if kind == "read" else write
    taken: list[float] = []
    for _ in range(20):
        deed(0)
    while not Path(until).exists():
        start = time.perf_counter()
        deed(len(taken))
        taken.append(1000 * (time.perf_counter() - start))
        time.sleep(_PAUSE)
    return {"times": len(taken), **_spread(taken), "most_ms": round(max(taken), 1)}


def _visitor(folder: Path) -> Any:  # noqa: ANN401 - a browser of Django's tests
    """Open an office with its pages, and give somebody who visits them."""
    from arpad.storage.settings import read_settings  # noqa: PLC0415 - what follows needs an office
    from arpad.web.django_settings import web_settings  # noqa: PLC0415 - the same

    open_office(folder, web_settings(read_settings(folder)))
    from django.test import Client  # noqa: PLC0415 - once an office is open

    from arpad.model.clock import now  # noqa: PLC0415 - the same
    from arpad.storage.models import Account, LogIn  # noqa: PLC0415 - the same

    account = Account.objects.get(username="vera")
    client = Client()
    client.force_login(account, "arpad.web.log_ins.OfficeBackend")
    LogIn.objects.create(account=account, session_key=client.session.session_key or "", began_at=now(), seen_at=now())
    return client


_FETCHES = ("fetchone", "fetchmany", "fetchall")
"""By these the rows of an answer come. SQLite looks most of them up only then, and not when it is asked."""


def _spent(deed: Callable[[], object]) -> float:
    """Do something, and give the milliseconds that the database took for it, until its last row had come."""
    from django.db import connection  # noqa: PLC0415 - once an office is open
    from django.db.backends.utils import CursorWrapper  # noqa: PLC0415 - the same

    spent = 0.0

    def timed(ask: Callable[..., Any]) -> Callable[..., Any]:
        def asked(*values: Any) -> Any:  # noqa: ANN401 - whatever a cursor takes
            nonlocal spent
            start = time.perf_counter()
            try:
                return ask(*values)
            finally:
                spent += time.perf_counter() - start

        return asked

    def executed(execute: Any, sql: str, parameters: Any, many: Any, context: Any) -> Any:  # noqa: ANN401 - Django's
        return timed(execute)(sql, parameters, many, context)

    class TimedCursor(CursorWrapper):
        def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - of a cursor
            of_cursor = super().__getattr__(name)
            return timed(of_cursor) if name in _FETCHES else of_cursor

    def cursor(cursor: Any) -> CursorWrapper:  # noqa: ANN401 - the driver's
        return TimedCursor(cursor, connection)

    usual = connection.make_cursor
    connection.make_cursor = cursor
    try:
        with connection.execute_wrapper(executed):
            deed()
    finally:
        connection.make_cursor = usual
    return 1000 * spent


def _visited(client: Any, address: str) -> float:  # noqa: ANN401 - the same
    def visit() -> None:
        answer = client.get(address)
        if answer.status_code != 200:
            raise SystemExit(f"{address}: {answer.status_code}")

    return _spent(visit)


def pages(folder: Path) -> dict[str, Any]:
    """Visit the pages of daily work, and give the time that the database takes for each."""
    client = _visitor(folder)
    from arpad.storage.models import EventRow, PlayerRow  # noqa: PLC0415 - once an office is open

    players = list(PlayerRow.objects.values_list("fide_id", flat=True)[: 50 * VISITS : 50])
    events = list(EventRow.objects.values_list("event_id", flat=True)[:VISITS])
    figures: dict[str, Any] = {}
    everything: list[float] = []
    for page in PAGES:
        addresses = [
            page.format(player=players[turn % len(players)], event=events[turn % len(events)]) for turn in range(VISITS)
        ]
        taken = [_visited(client, address) for address in addresses]
        figures[page] = _spread(taken)
        everything += taken
    return {"pages": figures, **_spread(everything)}


def event_pages(folder: Path) -> dict[str, Any]:
    """Fill the office with events, and give the time that the database takes for their pages and for a report."""
    client = _visitor(folder)
    from arpad.storage.models import RatingSystem, RegisteredEvent  # noqa: PLC0415 - once an office is open

    filled = event_stages.fill(lambda: _person("vera"), RatingSystem.objects.get())
    figures: dict[str, Any] = {}
    for name, addresses in event_stages.addresses().items():
        turns = max(VISITS, len(addresses))
        figures[name] = _spread([_visited(client, addresses[turn % len(addresses)]) for turn in range(turns)])
    received = RegisteredEvent.objects.filter(stage="received").values_list("number", flat=True)[:VISITS]
    matched: list[tuple[int, int]] = []
    person = _person("vera")
    taken = [_spent(lambda number=number: matched.append(event_stages.match(person, number))) for number in received]  # type: ignore[misc]
    players, doubtful = matched[0]
    figures["matching"] = {**_spread(taken), "players": players, "in_doubt": doubtful}
    return {**filled, **figures}


def _spread(taken: list[float]) -> dict[str, float]:
    ordered = sorted(taken)
    return {
        "median_ms": round(ordered[len(ordered) // 2], 2),
        "p99_ms": round(ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))], 2),
    }


STEPS: dict[str, Callable[..., dict[str, Any]]] = {
    "init": init,
    "import": import_path,
    "book_to_list": book_to_list,
    "tables_to_list": tables_to_list,
    "close": close_in_office,
    "publish": publish,
    "look": look,
    "search": search,
    "waits": waits,
    "pages": pages,
    "event_pages": event_pages,
}


class _Watch:
    """Measures a piece of work, in seconds of the wall and of all processors, those of its children too."""

    def __init__(self) -> None:
        self._start, self._cpu = time.perf_counter(), _cpu()

    def figures(self) -> dict[str, float]:
        return {"work_s": round(time.perf_counter() - self._start, 2), "work_cpu_s": round(_cpu() - self._cpu, 2)}


def _cpu() -> float:
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


def main() -> int:
    """Do a step, and print what it took."""
    start = time.perf_counter()
    figures = STEPS[sys.argv[1]](Path(sys.argv[2]), *sys.argv[3:])
    peaks = [resource.getrusage(whose).ru_maxrss for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    figures |= {"wall_s": round(time.perf_counter() - start, 2), "peak_gb": round(max(peaks) / 1e6, 3)}
    print(json.dumps(figures))
    return 0


if __name__ == "__main__":
    os.environ.setdefault("ARPAD_TODAY", "2027-02-01")
    sys.exit(main())
