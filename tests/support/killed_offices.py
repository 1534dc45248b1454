"""Deeds of an office that are really killed, on SQLite and on PostgreSQL: what is left, and the second try.

A moment is a share of the processor time of the whole run. Killed are the worker, the process that does the work, or
all of them at once. What a kill leaves is as before the deed or as after it, and nothing in between; then the deed is
tried again, and everything is as if nothing had been. Deeds about an event stand in `killed_events.py`.
"""

from __future__ import annotations

import os
import resource
import secrets
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import django
import killed_events as events
import postgres
import psycopg
from smtp_sink import MailSink, mail_sink

import arpad
from arpad.storage.settings import OfficeSettings, new_settings, read_settings, write_settings

if __name__ == "__main__":
    from arpad.storage.opening import open_office
else:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arpad.storage.plain_settings")
    django.setup()

if TYPE_CHECKING:
    from collections.abc import Collection

    from arpad.storage.models import RatingSystem

LISTS = ("import", "close", "publish", "revise", "backup", "restore")
DEEDS = (*LISTS, *events.DEEDS)
DATABASES = ("sqlite", "postgresql")
LEASE = 1.5
_JOBS = {
    "import": "book.import",
    "close": "list.close",
    "publish": "list.publish",
    "revise": "list.revise",
    "backup": "backup",
}
"""The deeds that are jobs, with their kinds."""
_POLLED, _LOOKED = 0.002, 0.05
"""How long nobody looks where a moment is to be met, and where something is waited for."""
_AT_ONCE = 4
"""A family hardly uses more seconds of processors than this within a second, so nobody has to look before."""
_LOADED, _LATE = 0.25, 0.7
"""Up to the first share of its time a run only loads its modules; from the second on it mostly writes."""
_PATIENCE = 240


class Killed(NamedTuple):
    """What a kill left of an office, and whether everything is in order."""

    state: str
    """`ended` where the run was quicker; else `before`, `after` or `mixed`."""
    whom: str
    mixed: tuple[str, ...] = ()
    """What is neither as before nor as after the deed, or damaged."""
    unequal: tuple[str, ...] = ()
    """What is not as after a run that nobody stopped, once the deed was tried again."""
    job: str = ""
    """How the job ended after the second try; empty where the deed is none."""
    attempts: int = 0
    why: str = ""
    """Why it failed, where it did."""
    mails: int = 0
    """How many mails came to somebody: those of the deed, and again those of which nobody knew whether they had."""


class Whole(NamedTuple):
    """A deed that nobody stops: where it begins, what is there before and after, and how long it takes."""

    begun: Path
    """The folder of the office where the deed begins; with PostgreSQL its database is a template of the same name."""
    before: dict[str, Any]
    after: dict[str, Any]
    cpu: float
    kept: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
    """Of a deed about an event, the files and checks that are there before and after."""


# --- where a deed begins ----------------------------------------------------------------------------------------------


def begun(database: str, folder: Path, deeds: Collection[str] = DEEDS) -> dict[str, Path]:
    """Make the offices where some deeds begin; give their folders."""
    folders = _begun_lists(database, folder) if {*deeds} & {*LISTS} else {}
    if {*deeds} & {*events.DEEDS}:
        office = folder / "making-events" / "office"
        office.parent.mkdir(parents=True)
        _new_office(database, office)
        folders |= events.begun(office, folder, _kept)
        _closed()
    return folders


def _new_office(database: str, place: Path) -> None:
    from arpad.storage.opening import init_office  # noqa: PLC0415 - Django is set up first

    url = _new_database("template0") if database == "postgresql" else ""
    init_office(place, new_settings(OfficeSettings(database_url=url)))


def _begun_lists(database: str, folder: Path) -> dict[str, Path]:
    from office_books import LISTS, small_book  # noqa: PLC0415 - Django is set up first
    from office_people import people  # noqa: PLC0415 - the same

    from arpad.office.close_list import CloseList  # noqa: PLC0415 - the same
    from arpad.office.person import MACHINE  # noqa: PLC0415 - the same
    from arpad.storage.deeds.close_list import close_list  # noqa: PLC0415 - the same
    from arpad.storage.deeds.import_book import ImportBook, import_book  # noqa: PLC0415 - the same
    from arpad.storage.jobs.asking import ask  # noqa: PLC0415 - the same
    from arpad.storage.jobs.worker import work_here  # noqa: PLC0415 - the same
    from arpad.storage.models import Job, RatingSystem  # noqa: PLC0415 - the same
    from arpad.storage.opening import open_office  # noqa: PLC0415 - the same

    small_book(folder / "book")
    office = folder / "making" / "office"
    office.parent.mkdir(parents=True)
    _new_office(database, office)
    cast = people()
    import_book(cast["administrator"], ImportBook(folder / "book", "the book of the years before"))
    folders = {"import": _kept(office, folder / "import")}
    open_office(office)
    assert work_here(Job.objects.latest("number").number)
    system = RatingSystem.objects.get()
    close_list(cast["administrator"], system, LISTS[1], CloseList())
    folders["close"] = _kept(office, folder / "close")
    open_office(office)
    assert work_here(Job.objects.latest("number").number)
    _publish(system, cast)
    folders["publish"] = _kept(office, folder / "publish")
    open_office(office)
    assert work_here(Job.objects.latest("number").number)
    _revise(system, cast)
    folders["revise"] = _kept(office, folder / "revise")
    open_office(office)
    assert work_here(Job.objects.latest("number").number)
    folders["restore"] = _kept(office, folder / "restore")
    open_office(office)
    ask("backup", {}, MACHINE)
    folders["backup"] = _kept(office, folder / "backup")
    return folders


def _publish(system: RatingSystem, cast: dict[str, Any]) -> None:
    from office_books import LISTS  # noqa: PLC0415 - Django is set up first

    from arpad.office.publish_list import PublishList  # noqa: PLC0415 - the same
    from arpad.storage.deeds.confirm import confirm  # noqa: PLC0415 - the same
    from arpad.storage.deeds.lists import version_of  # noqa: PLC0415 - the same
    from arpad.storage.deeds.publish_list import publish_list  # noqa: PLC0415 - the same

    version = version_of(system, LISTS[1])
    assert version is not None
    waiting = publish_list(cast["administrator"], system, LISTS[1], PublishList(version.list_hash)).waiting
    assert waiting is not None
    confirm(cast["approver"], waiting.number)


def _revise(system: RatingSystem, cast: dict[str, Any]) -> None:
    from office_books import LISTS  # noqa: PLC0415 - Django is set up first

    from arpad.book.decisions.correct_event import CorrectResult  # noqa: PLC0415 - the same
    from arpad.office.revise_list import ReviseList  # noqa: PLC0415 - the same
    from arpad.storage.database_book import DatabaseBook  # noqa: PLC0415 - the same
    from arpad.storage.deeds import revise_list as revising  # noqa: PLC0415 - the same
    from arpad.storage.deeds.confirm import confirm  # noqa: PLC0415 - the same
    from arpad.storage.deeds.put_right import put_right  # noqa: PLC0415 - the same
    from arpad.storage.jobs.asking import ask  # noqa: PLC0415 - the same
    from arpad.storage.jobs.worker import work_here  # noqa: PLC0415 - the same

    system.refresh_from_db()
    book = DatabaseBook(system)
    rated = book.table("events").filter(rated_for=LISTS[1], kind="standard", system="swiss")["event_id"].to_list()
    games = book.table("games").filter(white_score=100)
    game = games.filter(games["event_id"].is_in(rated)).sort("event_id", "round", "white").row(0, named=True)
    wrong = CorrectResult(game["event_id"], game["round"], game["white"], game["black"], (0, 100), "the score sheet")
    cause = put_right(cast["administrator"], system, wrong).entry
    assert cause is not None
    job = ask(revising.LOOK, {"system": system.key, "list": LISTS[1].isoformat()}, cast["administrator"])
    assert work_here(job.number)
    job.refresh_from_db()
    seen = dict(job.result or {})
    asked = ReviseList(
        "wrong_id", (cause,), list_hash=seen["list_hash"], revised_hash=seen["revised_hash"], reason="a wrong result"
    )
    waiting = revising.revise_list(cast["administrator"], system, LISTS[1], asked, seen).waiting
    assert waiting is not None
    confirm(cast["approver"], waiting.number)


def _kept(office: Path, place: Path) -> Path:
    """Copy an office, with its database."""
    _closed()
    shutil.copytree(office, place)
    settings = read_settings(place, {})
    if settings.is_postgresql:
        name = settings.database_url.rpartition("/")[2]
        write_settings(place, replace(settings, database_url=_new_database(name)))
    return place


def _new_database(template: str) -> str:
    running = postgres.server()
    name = f"killed_{secrets.token_hex(8)}"
    with psycopg.connect(running.url(), autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"'.encode())
    return running.url(name)


def _dropped(place: Path) -> None:
    """Take an office away, with its database."""
    if place.joinpath("office.toml").is_file():
        _drop(read_settings(place, {}).database_url)
    shutil.rmtree(place, ignore_errors=True)


def _drop(url: str) -> None:
    if url:
        with psycopg.connect(postgres.server().url(), autocommit=True) as connection:
            connection.execute(f'DROP DATABASE IF EXISTS "{url.rpartition("/")[2]}" WITH (FORCE)'.encode())


def _closed() -> None:
    from django.db import connections  # noqa: PLC0415 - Django is set up first

    connections.close_all()


# --- what is there ----------------------------------------------------------------------------------------------------


def content(folder: Path) -> dict[str, Any]:
    """Give everything that counts in an office; numbers of rows do not, nor what nobody sees."""
    from arpad.storage import log  # noqa: PLC0415 - Django is set up first
    from arpad.storage.database_book import DatabaseBook  # noqa: PLC0415 - the same
    from arpad.storage.models import Asked, BookFile, ListVersion, Proof, RatingSystem  # noqa: PLC0415 - the same
    from arpad.storage.opening import open_office  # noqa: PLC0415 - the same

    open_office(folder)
    # Not its hash: sealed values have a key of their own each time. Whether the chain holds is asked by `problems`.
    there: dict[str, Any] = {
        "log": [(entry.number, entry.code, entry.by, entry.reason, repr(entry.facts)) for entry in log.records()]
    }
    for system in RatingSystem.objects.filter(is_ready=True).order_by("key"):
        book = DatabaseBook(system)
        newest = system.newest
        there[f"{system.key} pointer"] = (
            system.version,
            system.generation,
            None if newest is None else (newest.list_date, newest.revision, newest.list_hash),
        )
        versions = ListVersion.objects.filter(rating_system=system).order_by("list_date", "revision", "number")
        there[f"{system.key} lists"] = [
            (row.list_date, row.revision, row.stage, row.list_hash, row.manifest, row.fingerprint, sorted(row.files))
            for row in versions
        ]
        for name in book.states:
            frame = book.table(name)
            there[f"{system.key} {name}"] = (frame.height, frame.hash_rows(seed=1).sort().implode().hash(1).item())
        there[f"{system.key} files"] = sorted(
            BookFile.objects.filter(rating_system=system).values_list("name", "sha256")
        )
        there[f"{system.key} standings"] = _standings(system)
    there["asked"] = sorted(Asked.objects.values_list("number", "deed", "outcome"))
    there["proofs"] = Proof.objects.count()
    return {**there, **events.content()}


def _standings(system: RatingSystem) -> int:
    from arpad.storage.models import Standing  # noqa: PLC0415 - Django is set up first

    skipped = {"row_number", "list_version", "rating_system"}
    names = [field.name for field in Standing._meta.concrete_fields if field.name not in skipped]  # noqa: SLF001 - documented
    rows = Standing.objects.filter(rating_system=system, generation__lte=system.generation).order_by(
        "fide_id", "generation"
    )
    return hash(tuple(rows.values_list(*names)))


def problems(folder: Path) -> list[str]:
    """Give what is damaged in an office: the chain, named files that are not sound, backups that are not whole."""
    from arpad.model.problems import ArpadError  # noqa: PLC0415 - Django is set up first
    from arpad.office.log import chain_problems  # noqa: PLC0415 - the same
    from arpad.storage import log  # noqa: PLC0415 - the same
    from arpad.storage.archived_files import archive  # noqa: PLC0415 - the same
    from arpad.storage.backup import backups, read_backup  # noqa: PLC0415 - the same
    from arpad.storage.models import ArchivedFile  # noqa: PLC0415 - the same
    from arpad.storage.opening import open_office  # noqa: PLC0415 - the same

    office = open_office(folder)
    wrong = [problem.code for problem in chain_problems(log.records())]
    wrong += [
        sha256
        for sha256 in ArchivedFile.objects.values_list("sha256", flat=True)
        if archive().check(sha256) is not None
    ]
    for place in backups(office.backups):
        try:
            kept = read_backup(place)
            wrong += [f"{place.name} {sha256}" for sha256 in kept.files if kept.archive.check(sha256) is not None]
        except ArpadError as fault:
            wrong.append(str(fault))
    return wrong


def _kept_files(deed: str, folder: Path) -> frozenset[str]:
    from arpad.storage.opening import open_office  # noqa: PLC0415 - Django is set up first

    if deed not in events.DEEDS:
        return frozenset()
    open_office(folder)
    return events.kept_files()


def _problems_of_event(folder: Path, sent: list[str]) -> list[str]:
    from arpad.storage.opening import open_office  # noqa: PLC0415 - Django is set up first

    open_office(folder)
    return [*events.verified(), *events.problems_of_mail(sent)]


def _sent(sink: MailSink) -> list[str]:
    """Give the marks of the mails that came, each as often as it did."""
    return [str(mail["Message-ID"]).strip("<").partition(".")[0] for mail in sink.mails()]


# --- the runs ---------------------------------------------------------------------------------------------------------


def whole(deed: str, begun_at: Path, folder: Path) -> Whole:
    """Run a deed to its end, and see what it leaves."""
    with events.day_of(deed), mail_sink(folder / "mails") as sink:
        return _whole(deed, begun_at, folder, sink)


def _whole(deed: str, begun_at: Path, folder: Path, sink: MailSink) -> Whole:
    before = {} if deed == "restore" else content(begun_at)
    kept = _kept_files(deed, begun_at)
    _closed()
    place, words = _beginning(deed, begun_at, folder / "whole", sink)
    used_before = _seconds_of_ended()
    with _started(words) as running:
        assert running.wait() == 0, f"{deed} failed"
    used = _seconds_of_ended() - used_before
    after = content(place)
    assert problems(place) == []
    assert deed not in events.DEEDS or _problems_of_event(place, _sent(sink)) == []
    assert len(_sent(sink)) == (deed in events.WITH_LETTER), f"{deed} sent {_sent(sink)}"
    kept_after = _kept_files(deed, place)
    _away(deed, begun_at, folder / "whole")
    return Whole(begun_at, before, after, used, (kept, kept_after))


def killed(deed: str, number: int, unstopped: Whole, folder: Path) -> Killed:
    """Kill a deed once, look at what is left, and try again."""
    where = folder / f"{deed}-{number}"
    with events.day_of(deed), mail_sink(where / "mails") as sink:
        return _killed(deed, number, unstopped, where, sink)


def _killed(deed: str, number: int, unstopped: Whole, where: Path, sink: MailSink) -> Killed:
    chance = Random(f"{deed}:{number}")  # noqa: S311 - no secret
    first = _LATE if number % 2 else _LOADED
    share = first + (1 - first) * chance.random()
    whom = chance.choice(_victims(deed))
    place, words = _beginning(deed, unstopped.begun, where, sink)
    with _started(words) as running:
        is_killed = _is_killed(running, share * unstopped.cpu, whom)
        _gone(running.pid)
    _done_at_server(words[-1] if deed == "restore" else read_settings(place, {}).database_url)
    mixed: tuple[str, ...] = ()
    is_there = place.joinpath("office.toml").is_file()
    there = content(place) if is_there else {}
    if there not in (unstopped.before, unstopped.after):
        mixed = tuple(sorted(name for name in there if there[name] not in _either(unstopped, name)))
        mixed = mixed or ("some as before, some as after",)
    mixed += tuple(problems(place)) if is_there else ()
    if deed in events.DEEDS:
        mixed += tuple(_problems_of_event(place, _sent(sink)))
        mixed += _odd_files(_kept_files(deed, place), unstopped, is_done=there == unstopped.after)
    state = "mixed" if mixed else "before" if there == unstopped.before else "after"
    _closed()
    job, attempts, why = _again(deed, place, words, is_done=there == unstopped.after)
    there = content(place)
    unequal = [name for name in {**there, **unstopped.after} if there.get(name) != unstopped.after.get(name)]
    unequal += problems(place)
    if deed in events.DEEDS:
        unequal += [*_problems_of_event(place, _sent(sink)), *events.unsent(_sent(sink))]
        unequal += ["files"] if _kept_files(deed, place) != unstopped.kept[1] else []
    mails = len(_sent(sink))
    outcome = Killed(state if is_killed else "ended", whom, mixed, tuple(unequal), job, attempts, why, mails)
    _closed()
    _away(deed, unstopped.begun, where)
    return outcome


def _victims(deed: str) -> tuple[str, ...]:
    """Give whom a kill may hit; a report is read in a child, whose death alone is a finding and no interruption."""
    if deed in _JOBS:
        return ("all", "worker", "child")
    return ("all", "worker") if deed in events.DEEDS else ("all",)


def _odd_files(there: frozenset[str], unstopped: Whole, *, is_done: bool) -> tuple[str, ...]:
    """Give what is odd about the files and checks that exist: before the deed none that it brings."""
    before, after = unstopped.kept
    is_right = before <= there <= after if is_done else there == before
    return () if is_right else ("files",)


def _either(unstopped: Whole, name: str) -> tuple[Any, Any]:
    return unstopped.before.get(name), unstopped.after.get(name)


def _beginning(deed: str, begun_at: Path, where: Path, sink: MailSink) -> tuple[Path, list[str]]:
    """Copy the office where a deed begins; give the folder that is looked at afterwards, and the words of the run."""
    _closed()
    where.mkdir(parents=True, exist_ok=True)
    if deed != "restore":
        place = _kept(begun_at, where / "office")
        return place, [deed, str(place), *([str(sink.port)] if deed in events.DEEDS else [])]
    from arpad.storage.backup import back_up, backups  # noqa: PLC0415 - Django is set up first
    from arpad.storage.opening import open_office  # noqa: PLC0415 - the same

    office = open_office(begun_at)
    if not backups(office.backups):
        back_up(office)
    url = _new_database("template0") if office.settings.is_postgresql else ""
    _closed()
    (where / "database").write_text(url, encoding="utf-8")
    return where / "office", [deed, str(where / "office"), str(backups(office.backups)[0]), url]


def _away(deed: str, begun_at: Path, where: Path) -> None:
    assert begun_at.exists()
    if deed == "restore":
        _drop((where / "database").read_text(encoding="utf-8"))
    _closed()
    _dropped(where / "office")
    shutil.rmtree(where, ignore_errors=True)


def _again(deed: str, place: Path, words: list[str], *, is_done: bool) -> tuple[str, int, str]:
    """Try once more; give how the job ended, after how many attempts, and why it failed."""
    if deed in events.DEEDS:
        with _started([*words, *(["done"] if is_done else [])]) as running:
            assert running.wait(_PATIENCE) == 0, f"{deed} failed the second time"
        return "", 0, ""
    if deed not in _JOBS:
        if not is_done or words[-1]:
            with _started(words) as running:
                code = running.wait(_PATIENCE)
            assert code == 0 or is_done, f"{deed} failed the second time"
        return "", 0, ""
    from arpad.storage.jobs.worker import Worker  # noqa: PLC0415 - Django is set up first
    from arpad.storage.models import Job  # noqa: PLC0415 - the same
    from arpad.storage.opening import open_office  # noqa: PLC0415 - the same

    open_office(place)
    until = time.monotonic() + _PATIENCE
    worker = Worker(place, LEASE)
    job = Job.objects.filter(kind=_JOBS[deed]).latest("number")
    while job.state in {Job.WAITING, Job.RUNNING} and time.monotonic() < until:
        if not worker.work_once(job.number):
            time.sleep(_LOOKED)
        job.refresh_from_db()
    state = job.state if job.state != Job.FAILED or job.failure else "failed without a reason"
    return state, job.attempts, job.failure


def _started(words: list[str]) -> subprocess.Popen[bytes]:
    """Start a run as a family of processes of its own."""
    paths = [str(Path(arpad.__file__).parents[1]), str(Path(__file__).parent)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "POLARS_MAX_THREADS": "2"}
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    return subprocess.Popen(
        [sys.executable, __file__, *words], env=environment, start_new_session=True, stdout=subprocess.DEVNULL
    )


def _is_killed(running: subprocess.Popen[bytes], seconds: float, whom: str) -> bool:
    while running.poll() is None:
        left = seconds - _processor_seconds(running.pid)
        if left <= 0:
            family = [number for number in _family(running.pid) if number != running.pid]
            victims = {"all": [running.pid, *family], "worker": [running.pid], "child": family[:1] or [running.pid]}[
                whom
            ]
            for number in victims:
                try:
                    os.kill(number, signal.SIGKILL)
                except ProcessLookupError:
                    continue
            return running.wait(_PATIENCE) == -signal.SIGKILL or (whom == "child" and bool(family))
        time.sleep(max(_POLLED, left / _AT_ONCE))
    return False


def _gone(session: int) -> None:
    """Wait until nobody of a family is there: what a worker leaves behind ends by itself."""
    until = time.monotonic() + _PATIENCE
    while _family(session):
        assert time.monotonic() < until, "a process outlived its worker"
        time.sleep(_LOOKED)


def _done_at_server(url: str) -> None:
    """Wait until PostgreSQL has noticed that nobody is there any more, and has carried out what was sent before."""
    if not url:
        return
    asked = "SELECT count(*) FROM pg_stat_activity WHERE datname = %s AND backend_type = 'client backend'"
    until = time.monotonic() + _PATIENCE
    with psycopg.connect(postgres.server().url(), autocommit=True) as connection:
        while (connection.execute(asked, [url.rpartition("/")[2]]).fetchone() or (0,))[0]:
            assert time.monotonic() < until, "PostgreSQL still serves a process that was killed"
            time.sleep(_LOOKED)


def _family(session: int) -> list[int]:
    """Give the processes of a family that are there, the oldest first."""
    numbers = []
    for place in Path("/proc").iterdir():
        fields = _fields(place) if place.name.isdigit() else []
        if fields and int(fields[3]) == session and fields[0] not in "ZX":
            numbers.append(int(place.name))
    return sorted(numbers)


def _fields(place: Path) -> list[str]:
    try:
        return place.joinpath("stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    except OSError:
        return []


def _seconds_of_ended() -> float:
    """Give the processor time of all families that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _processor_seconds(session: int) -> float:
    """Give the processor time of a family, that of its ended members too."""
    ticks = 0
    for number in _family(session):
        fields = _fields(Path("/proc", str(number)))
        ticks += sum(map(int, fields[11:15])) if fields else 0
    return ticks / os.sysconf("SC_CLK_TCK")


def run(deed: str, folder: Path, *more: str) -> None:
    """Do a deed, as a process of its own."""
    if deed == "restore":
        from arpad.storage.restore import restore  # noqa: PLC0415 - sets Django up

        restore(Path(more[0]), folder, more[1])
        return
    if deed in events.DEEDS:
        events.run(deed, folder, int(more[0]), is_done="done" in more)
        return
    open_office(folder)
    from arpad.storage.jobs.worker import Worker  # noqa: PLC0415 - once an office is open
    from arpad.storage.models import Job  # noqa: PLC0415 - the same

    Worker(folder, LEASE).work_once(Job.objects.filter(kind=_JOBS[deed]).latest("number").number)


if __name__ == "__main__":
    run(sys.argv[1], Path(sys.argv[2]), *sys.argv[3:])
