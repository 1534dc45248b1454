"""`arpad office` at the machine: set up, renewed, served, worked, backed up, tried, restored, verified."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arpad.cli.answer import Answer
from arpad.cli.damage import DAMAGED
from arpad.cli.office_outcome import worked
from arpad.cli.office_session import opened, origin_of, session
from arpad.cli.options import port_number
from arpad.cli.progress import Progress
from arpad.cli.wording import WORDS
from arpad.model.problems import RefusedError

if TYPE_CHECKING:
    from collections.abc import Callable


def _init(action: argparse.ArgumentParser) -> None:
    action.add_argument("folder", metavar="FOLDER", help="the folder of the office: a new one, or one that is empty")
    action.add_argument("--title", default="", help="what the office is called")
    action.add_argument("--zone", default="UTC", help="the time zone whose calendar days are its deadlines; UTC")
    action.add_argument(
        "--second-person",
        choices=("required", "alone"),
        default="required",
        help="whether a second person confirms grave deeds, where two people hold the right; required",
    )
    action.add_argument("--port", type=port_number, default=8000, metavar="N", help="where `serve` serves it; 8000")
    action.add_argument(
        "--database-url",
        default="",
        metavar="URL",
        help="a PostgreSQL database, such as postgresql:///office; if not given, an SQLite file in the folder",
    )


def _serve(action: argparse.ArgumentParser) -> None:
    action.add_argument("--port", type=port_number, metavar="N", help="the port; that of the settings if not given")
    action.add_argument("--without-worker", action="store_true", help="serve pages only; `arpad office work` works")


def _work(action: argparse.ArgumentParser) -> None:
    action.add_argument("--once", action="store_true", help="do the work that waits now, and end")


def _backup(action: argparse.ArgumentParser) -> None:
    action.add_argument("--to", metavar="FOLDER", help="where backups are kept; if not given, in the office's folder")


def _drill(action: argparse.ArgumentParser) -> None:
    action.add_argument("--of", metavar="FOLDER", help="where backups are kept; if not given, in the office's folder")


def _restore(action: argparse.ArgumentParser) -> None:
    action.add_argument("backup", metavar="BACKUP", help="the folder of a backup")
    action.add_argument("folder", metavar="FOLDER", help="the folder of the restored office: new, or empty")
    action.add_argument(
        "--database-url", default="", metavar="URL", help="a PostgreSQL database that takes the tables up; else SQLite"
    )
    action.add_argument("--why", required=True, metavar="TEXT", help="why; kept in the log of the restored office")


def _share(text: str) -> tuple[int, int]:
    matched = re.fullmatch(r"(\d{1,4})/(\d{1,4})", text)
    share, of = (int(matched[1]), int(matched[2])) if matched else (0, 0)
    if not 0 < share <= of:
        raise argparse.ArgumentTypeError(f"{text!r} is no share; write 1/30 for the first of thirty")
    return share, of


def _verify(action: argparse.ArgumentParser) -> None:
    action.add_argument(
        "--read", type=_share, default=(1, 1), metavar="N/OF", help="read only this share of the archive, such as 1/30"
    )
    how = action.add_mutually_exclusive_group()
    how.add_argument("--quick", action="store_true", help="do not make every publication again")
    how.add_argument(
        "--reference", action="store_true", help="work every line of every publication out by the reference, too"
    )


def _none(action: argparse.ArgumentParser) -> None:
    del action


ACTIONS: dict[str, tuple[str, Callable[[argparse.ArgumentParser], None]]] = {
    "init": ("set an office up in a new folder: settings, database, archive", _init),
    "migrate": ("bring the database of an office to this version of arpad, after a backup", _none),
    "serve": ("serve the pages of an office, with a worker for long work", _serve),
    "work": ("do the long work of an office: close, publish, verify", _work),
    "backup": ("back an office up while it works", _backup),
    "drill": ("try the newest backup: restore it aside, compare all of it, take it away again", _drill),
    "restore": ("restore a backup into a new folder, on SQLite or PostgreSQL", _restore),
    "verify": ("prove an office: log, archive, state, and every publication made again", _verify),
}


def answered(given: argparse.Namespace) -> Answer:
    """Do what is asked."""
    return _ANSWERS[given.action](given)


def _inited(given: argparse.Namespace) -> Answer:
    from arpad.storage.opening import init_office  # noqa: PLC0415 - an extra, and slow to load
    from arpad.storage.settings import OfficeSettings  # noqa: PLC0415 - the same
    from arpad.web.django_settings import web_settings  # noqa: PLC0415 - the same

    settings = OfficeSettings(
        database_url=given.database_url,
        title=given.title,
        zone=given.zone,
        second_person=given.second_person,
        port=given.port,
    )
    office = init_office(Path(given.folder), settings, web_settings(settings))
    from arpad.storage.deeds.set_up import note_set_up  # noqa: PLC0415 - needs an office that is open

    note_set_up(office, origin_of())
    data = {
        "folder": office.folder.name,
        "database": "postgresql" if office.settings.is_postgresql else "sqlite",
        "second_person": office.settings.second_person,
        "zone": office.settings.zone,
    }
    return Answer(data, WORDS.say("office", "set_up", {"folder": str(given.folder)}))


def _migrated(given: argparse.Namespace) -> Answer:
    office = opened(given, any_schema=True)
    from arpad.storage.backup import back_up  # noqa: PLC0415 - needs an office that is open
    from arpad.storage.deeds.set_up import renew_tables  # noqa: PLC0415 - the same
    from arpad.storage.opening import schema_steps  # noqa: PLC0415 - the same

    backup = ""
    if schema_steps()[0]:
        with Progress("backup") as progress:
            backup = back_up(office, None, _stages(progress)).folder.name
    steps = renew_tables(origin_of())
    facts = {"steps": len(steps), "backup": backup}
    return Answer({"steps": steps, "backup": backup}, WORDS.say("office", "migrated", facts))


def _stages(progress: Progress) -> Any:  # noqa: ANN401 - what backups call
    def stage(name: str, done: int = 0, of: int = 0) -> None:
        progress.stage(name, of or None)
        progress.reached(done)

    return stage


def _served(given: argparse.Namespace) -> Answer:
    from arpad.cli.output import put  # noqa: PLC0415 - only here
    from arpad.web.serving import ADDRESS, serve  # noqa: PLC0415 - an extra, and slow to load

    office = opened(given)
    port = given.port or office.settings.port
    address = f"http://{ADDRESS}:{port}/office/"

    def say() -> None:
        if not given.json:
            put(WORDS.say("office", "serving", {"address": address}))

    serve(office.folder, port, has_worker=not given.without_worker, ready=say)
    return Answer({"address": address}, WORDS.say("office", "served", {}))


def _worked(given: argparse.Namespace) -> Answer:
    import signal  # noqa: PLC0415 - only here

    office = opened(given)
    from arpad.storage.due import DUE  # noqa: PLC0415 - needs an office that is open
    from arpad.storage.jobs.worker import Worker  # noqa: PLC0415 - the same
    from arpad.storage.running_log import write_log  # noqa: PLC0415 - the same

    worker, jobs = Worker(office.folder, asks=DUE), 0
    if given.once:
        while worker.work_once():
            jobs += 1
        return Answer({"jobs": jobs}, WORDS.say("office", "worked", {"jobs": jobs}))
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: worker.stop.set())
    write_log()
    worker.work()
    return Answer({"jobs": None}, WORDS.say("office", "worked", {"jobs": 0}))


def _backed_up(given: argparse.Namespace) -> Answer:
    now_in = session(given, needs_person=False)
    from arpad.storage.jobs.asking import ask  # noqa: PLC0415 - needs an office that is open

    place = {} if given.to is None else {"place": str(Path(given.to).resolve())}
    result = worked(ask("backup", place, now_in.person), now_in).result or {}
    return Answer(result, WORDS.say("office", "backed_up", {"folder": result["folder"]}))


def _drilled(given: argparse.Namespace) -> Answer:
    now_in = session(given, needs_person=False)
    from arpad.storage.jobs.asking import ask  # noqa: PLC0415 - needs an office that is open

    place = {} if given.of is None else {"place": str(Path(given.of).resolve())}
    result = worked(ask("drill", place, now_in.person), now_in).result or {}
    data = {"folder": result["folder"], "outcome": result["outcome"], "missing": result.get("missing", [])}
    data["why"] = result.get("why", "")
    text = WORDS.say("office", "drilled", {**data, "missing": len(data["missing"])})
    return Answer(data, text, code=0 if data["outcome"] == "ok" else DAMAGED)


def _restored(given: argparse.Namespace) -> Answer:
    from arpad.office.decision import reason_problems  # noqa: PLC0415 - an extra, and slow to load
    from arpad.storage.restore import restore  # noqa: PLC0415 - the same

    problems = reason_problems(given.why.strip(), "--why", is_needed=True, is_alone=True)
    if problems:
        raise RefusedError(problems)
    backup = Path(given.backup)

    def note(aside: Path, head: int) -> None:
        from arpad.storage.deeds.set_up import decided_to_restore, note_restored  # noqa: PLC0415 - Django is set up now

        note_restored(aside, decided_to_restore(backup.resolve().name, head, given.why), origin_of())

    with Progress("restore") as progress:
        restored = restore(backup, Path(given.folder), given.database_url, _stages(progress), note)
    facts = {"folder": given.folder, "missing": list(restored.missing), "left_out": list(restored.left_out)}
    code = DAMAGED if restored.missing else 0
    return Answer({**restored.facts}, WORDS.say("office", "restored", facts), code=code)


def _verified(given: argparse.Namespace) -> Answer:
    now_in = session(given, needs_person=False)
    from arpad.model.clock import now  # noqa: PLC0415 - only here
    from arpad.office.decision import Decision, decided  # noqa: PLC0415 - an extra, and slow to load
    from arpad.storage.deeds.asking import circumstances  # noqa: PLC0415 - needs an office that is open
    from arpad.storage.verify import keep_proof, verify  # noqa: PLC0415 - the same

    with Progress("verify") as progress:
        result = verify(given.read, progress.stage, again=not given.quick, by_reference=given.reference)
    facts = {"outcome": "ok" if result.is_whole else "damaged", "share": list(given.read), "again": not given.quick}
    decision = decided(now_in.person, "proof.verify", facts, "", circumstances("proof.verify").office, None, now())
    if not isinstance(decision, Decision):
        raise TypeError("no second person is asked for")
    keep_proof(result, decision, now_in.origin.request, now_in.origin.system_user)
    data = {
        "outcome": facts["outcome"],
        **result.facts,
        "problems": [
            {"code": problem.code, "where": problem.where, "says": problem.message} for problem in result.problems
        ],
    }
    lines = [problem.message for problem in result.problems]
    counts = {name: getattr(result, name) for name in ("entries", "files", "tables", "accounts", "publications")}
    lines.append(WORDS.say("office", "verified", {**counts, "faults": len(result.problems)}))
    return Answer(data, "\n".join(lines), code=0 if result.is_whole else DAMAGED)


_ANSWERS = {
    "init": _inited,
    "migrate": _migrated,
    "serve": _served,
    "work": _worked,
    "backup": _backed_up,
    "drill": _drilled,
    "restore": _restored,
    "verify": _verified,
}
