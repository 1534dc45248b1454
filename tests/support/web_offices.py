"""An office for tests of its pages: a small book, the cast with their accounts, and what an office has by noon.

It is made once in a process and copied for each module, so that a test of a page takes milliseconds.
"""

from __future__ import annotations

import os
import shutil
from contextlib import contextmanager
from datetime import timedelta
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import polars as pl
from django.contrib.auth.hashers import make_password
from django.db import connections
from django.test import Client
from kept_folders import kept_folder
from office_books import IMPORT, LISTS, small_book
from web_questions import asked

from arpad.book.change import changed
from arpad.model.clock import now
from arpad.office.person import Person
from arpad.storage.settings import DATABASE_URL, OfficeSettings, new_settings, read_settings, write_settings
from arpad.web.django_settings import web_settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from arpad.storage.opening import OfficeFolder

PASSWORD = "seven quiet rooks wait"  # noqa: S105 - of people who do not exist
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"  # noqa: S105 - the same
HOSTILE = '<script>alert(1)</script>, "O\'Hara" & Söhne'
"""A name that wants to be more than a name."""
OWN, FOREIGN = "AAA", "BBB"
"""The federation of the officer of the cast, and another one."""


class Actor(NamedTuple):
    """Somebody of the cast: user name, full name, role and federation."""

    username: str
    full_name: str
    role: str
    federation: str = ""


CAST = (
    Actor("vera", "Vera Lindqvist", "rating_administrator"),
    Actor("tomas", "Tomas Okafor", "rating_administrator"),
    Actor("runa", "Runa Ferreira", "registrar"),
    Actor("ottar", "Ottar Nagy", "federation_officer", OWN),
    Actor("pia", "Pia Castellan", "federation_officer", FOREIGN),
    Actor("alma", "Alma Reyes", "approver"),
    Actor("ivo", "Ivo Marchetti", "auditor"),
    Actor("mads", "Mads Petrov", "operator"),
    Actor("coco", "Coco Amsel", "confirmer"),
    Actor("arno", "Arno Brandt", "arbiter"),
    Actor("olga", "Olga Tamm", "organiser"),
)


@cache
def _kept() -> Path:
    return kept_folder("web-offices")


@cache
def filled_office() -> Path:
    """Make the office once, and give its folder; nobody works in it, it is copied."""
    from arpad.storage.opening import init_office  # noqa: PLC0415 - sets Django up

    os.environ.pop(DATABASE_URL, None)
    folder = _kept() / "office"
    settings = OfficeSettings(title="Chess Union of Arcadia", zone="Europe/Lisbon", hosts=("*",))
    init_office(folder, settings, web_settings(settings))
    from arpad.storage.importing import import_book  # noqa: PLC0415 - models need an office that is open

    import_book(_book(), IMPORT)
    add_cast()
    _shown()
    _happened()
    asked()
    _worked_out()
    connections.close_all()
    return folder


def _book() -> Path:
    """Give a book with two federations and a name that wants to be more."""
    book = small_book(_kept() / "book", closed=True)
    players, events = book.table("players"), book.table("events")
    home = min(set(players["federation"]))
    is_own = pl.col("federation") == home
    federation = pl.when(is_own).then(pl.lit(OWN)).otherwise(pl.lit(FOREIGN)).alias("federation")
    first = players["fide_id"].min()
    name = pl.when(pl.col("fide_id") == first).then(pl.lit(HOSTILE)).otherwise("name").alias("name")
    own_event = pl.when(pl.col("event_id") % 2 == 1).then(pl.lit(OWN)).otherwise(pl.lit(FOREIGN)).alias("federation")
    federations = book.table("federations").head(0)
    named = pl.DataFrame(
        {"federation": [OWN, FOREIGN], "name": ["Arcadia", "Borduria"], "officer": ["", ""], "contact": ["", ""]},
        schema=federations.schema,
    )
    tables = {
        "players": players.with_columns(federation, name),
        "events": events.with_columns(own_event),
        "federations": named,
    }
    book.apply(changed(book, tables))
    return book.folder


def add_cast() -> None:
    """Give everybody of the cast an account, a role and a second factor."""
    from office_people import added  # noqa: PLC0415 - after Django is set up

    from arpad.storage.models import Account, SecondFactor  # noqa: PLC0415 - the same

    at, hashed = now(), make_password(PASSWORD)
    for actor in CAST:
        address = f"{actor.username}@example.org"
        account = added(actor.username, actor.role, actor.federation, actor.full_name, address)
        Account.objects.filter(pk=account.pk).update(password=hashed)
        SecondFactor.objects.create(account=account, secret=SECRET, confirmed_at=at, last_step=0)


def _happened() -> None:
    """Let some things have happened: work, proofs, a deed that waits, a preview."""
    from arpad.storage.models import Job, Proof  # noqa: PLC0415 - after Django is set up

    at = now()
    for days, kind, outcome in ((0, "verify", "ok"), (1, "backup", "ok"), (9, "drill", "failed"), (30, "drill", "ok")):
        Proof.objects.create(kind=kind, at=at - timedelta(days=days, hours=7), outcome=outcome)
    Job.objects.create(
        kind="verify", fingerprint="1" * 64, asked_by=8, asked_at=at, state="running", token="t", heartbeat_at=at,  # noqa: S106 - no secret
        started_at=at - timedelta(seconds=95), stage="Making the list of 2026-11 again", done=3, of=8, attempts=1,
        lines=[{"code": "equal", "message": f"list {month}: equal"} for month in ("2026-09", "2026-10")],
    )  # fmt: skip
    Job.objects.create(
        kind="backup", fingerprint="2" * 64, asked_by=8, asked_at=at, state="failed", ended_at=at, attempts=5,
        started_at=at - timedelta(minutes=4), failure="The folder of backups is full. Make room, or name another.",
    )  # fmt: skip
    _merger_asked_for()


def _merger_asked_for() -> None:
    """Let the registrar ask to merge two numbers without games, which somebody else has to confirm."""
    from arpad.book.decisions.merge import Merge  # noqa: PLC0415 - after Django is set up
    from arpad.storage.deeds.put_right import put_right  # noqa: PLC0415 - the same
    from arpad.storage.models import Account, GameRow, PlayerRow  # noqa: PLC0415 - the same
    from arpad.storage.queries.people import person_with  # noqa: PLC0415 - the same
    from arpad.storage.queries.systems import rating_system  # noqa: PLC0415 - the same

    system, runa = rating_system(), person_with(Account.objects.get(username="runa"), now())
    assert system is not None
    played = {number for pair in GameRow.objects.values_list("white", "black") for number in pair}
    rows = PlayerRow.objects.filter(federation=OWN).exclude(fide_id__in=played).order_by("-fide_id")
    old, new = rows.values_list("fide_id", flat=True)[:2]
    why = "The same birth date and the same club; the federation wrote on 12 November."
    assert put_right(runa, system, Merge(old, new, why)).waiting is not None


def _shown() -> None:
    """Let the index of names be there, and the table of who has a public page."""
    from arpad.storage.jobs.worker import work_here  # noqa: PLC0415 - after Django is set up
    from arpad.storage.models import Job  # noqa: PLC0415 - the same

    assert work_here(Job.objects.get(kind="search.rebuild").number)


def _worked_out() -> None:
    """Work the list being made out, and let the lists have their public files."""
    from arpad.storage.deeds.preview_list import ask_preview  # noqa: PLC0415 - after Django is set up
    from arpad.storage.jobs.worker import work_here  # noqa: PLC0415 - the same
    from arpad.storage.models import Job  # noqa: PLC0415 - the same
    from arpad.storage.queries.systems import rating_system  # noqa: PLC0415 - the same
    from arpad.storage.site.public_files import ask_public_files  # noqa: PLC0415 - the same

    system = rating_system()
    assert system is not None
    assert work_here(ask_preview(Person(1, "vera"), system).number)
    ask_public_files()
    for job in Job.objects.filter(kind="list.public_files", state=Job.WAITING).order_by("number"):
        assert work_here(job.number)


@contextmanager
def web_office(folder: Path) -> Iterator[OfficeFolder]:
    """Give a copy of the office in a folder, open, with its pages."""
    from arpad.storage.opening import open_office  # noqa: PLC0415 - after Django is set up

    kept = filled_office()
    shutil.copytree(kept, folder)
    yield open_office(folder, web_settings(read_settings(folder)))
    connections.close_all()


def logged_in(username: str, *, is_proved: bool = True) -> Client:
    """Give a browser in which somebody of the cast is logged in."""
    from arpad.storage.models import Account, LogIn  # noqa: PLC0415 - after Django is set up
    from arpad.web.access import PROVED  # noqa: PLC0415 - the same

    client = Client()
    account = Account.objects.get(username=username)
    client.force_login(account, "arpad.web.log_ins.OfficeBackend")
    session = client.session
    if is_proved:
        session[PROVED] = now().isoformat()
        session.save()
    LogIn.objects.create(account=account, session_key=session.session_key or "", began_at=now(), seen_at=now())
    return client


def make_busy() -> None:
    """Let the open office have a closed list, reports of two events, events at their stages, and work that looks."""
    from web_events import events_of_stages  # noqa: PLC0415 - after Django is set up

    from arpad.book.decisions.annul import Annul  # noqa: PLC0415 - after Django is set up
    from arpad.office.close_list import CloseList  # noqa: PLC0415 - the same
    from arpad.storage.archived_files import archive, name_files  # noqa: PLC0415 - the same
    from arpad.storage.deeds.close_list import close_list  # noqa: PLC0415 - the same
    from arpad.storage.deeds.corrections import request_data  # noqa: PLC0415 - the same
    from arpad.storage.jobs.asking import ask  # noqa: PLC0415 - the same
    from arpad.storage.jobs.worker import work_here  # noqa: PLC0415 - the same
    from arpad.storage.models import Account, EventRow, ReportFile  # noqa: PLC0415 - the same
    from arpad.storage.queries.next_list import next_day  # noqa: PLC0415 - the same
    from arpad.storage.queries.people import person_with  # noqa: PLC0415 - the same
    from arpad.storage.queries.systems import rating_system  # noqa: PLC0415 - the same

    system, vera = rating_system(), person_with(Account.objects.get(username="vera"), now())
    assert system is not None
    for federation in (OWN, FOREIGN):
        number = EventRow.objects.filter(federation=federation).order_by("event_id").values_list("event_id")[0][0]
        kept = archive().put(f"012 {HOSTILE} {federation}".encode())
        name_files([(kept, "report")])
        ReportFile.objects.create(
            rating_system=system, event_id=number, sha256=kept.sha256, name="open.trf", received_at=now()
        )
    events_of_stages()
    ask("put_right.look", {"system": system.key, "request": request_data(Annul(400001, ""))}, vera)
    ask("list.work_out_revision", {"system": system.key, "list": "2026-11-01"}, vera)
    day = next_day(system)
    assert day is not None
    closing = close_list(vera, system, day, CloseList(is_forced=False))
    assert closing.job is not None
    assert work_here(closing.job.number)
    closing.job.refresh_from_db()
    assert closing.job.state == "done", closing.job.failure


def with_https(folder: Path) -> None:
    """Set an office up as one that others reach."""
    settings = OfficeSettings(title="Arcadia", hosts=("ratings.example.org",), https=True)
    write_settings(folder, new_settings(settings))


NEXT = LISTS[2]
