"""`arpad office` and its lists: the list being made, closed, thrown away, published, revised, handed over."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from arpad.cli.answer import Answer, table
from arpad.cli.office_outcome import outcome_answer, worked
from arpad.cli.office_session import refuse_place, session, system_of
from arpad.cli.options import day, month, whole
from arpad.cli.progress import Progress
from arpad.cli.wording import WORDS
from arpad.model.problems import RefusedError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from arpad.cli.office_session import Session
    from arpad.storage.models import RatingSystem
    from arpad.storage.queries.next_list import ListBeingMade


def _of_list(action: argparse.ArgumentParser) -> None:
    action.add_argument("month", metavar="YYYY-MM", type=month, help="the list")
    action.add_argument("--system", metavar="KEY", help="which rating system, where the office has several")
    action.add_argument("--why", default="", metavar="TEXT", help="why, without names; kept in the log")
    action.add_argument("--no-wait", action="store_true", help="ask for it, and let a worker do it")


def _lists(action: argparse.ArgumentParser) -> None:
    action.add_argument("--system", metavar="KEY", help="which rating system, where the office has several")


def _close(action: argparse.ArgumentParser) -> None:
    _of_list(action)
    action.add_argument(
        "--force", action="store_true", help="close it although something speaks against it; somebody else confirms"
    )


def _publish(action: argparse.ArgumentParser) -> None:
    _of_list(action)
    action.add_argument("--hash", default="", help="the hash of the list that was looked at; that of now if not given")
    action.add_argument("--valid-from", type=day, metavar="DATE", help="the first day on which it is used")


def _revise(action: argparse.ArgumentParser) -> None:
    _of_list(action)
    action.add_argument(
        "--error",
        choices=("wrong_id", "wrong_rule", "counted_twice", "by_rulebook"),
        required=True,
        help="which error of the office it was; or that its own rulebook allows it",
    )
    action.add_argument(
        "--cause",
        dest="causes",
        action="append",
        type=whole,
        default=[],
        metavar="ENTRY",
        help="an entry of the log that put it right; repeatable. Only these are in; everything else waits for the next"
        " list",
    )
    action.add_argument(
        "--new-ratings-for-all",
        action="store_true",
        help="events that had begun before take the revised ratings too (R-044 has it otherwise)",
    )
    action.add_argument("--dry-run", action="store_true", help="work the revised list out, and publish nothing")


def _hand_over(action: argparse.ArgumentParser) -> None:
    action.add_argument("month", metavar="YYYY-MM", type=month, help="the list")
    action.add_argument("folder", metavar="FOLDER", help="the folder that is written: new, or empty")
    action.add_argument("--revision", type=whole, metavar="N", help="which issue of it; the newest if not given")
    action.add_argument("--system", metavar="KEY", help="which rating system, where the office has several")


ACTIONS: dict[str, tuple[str, Callable[[argparse.ArgumentParser], None]]] = {
    "lists": ("the lists of an office with their stages, revisions and hashes", _lists),
    "preview": ("the list being made, as it stands now", _lists),
    "checklist": ("what to look at before a list is closed", _lists),
    "close": ("close a list: work it out for good", _close),
    "throw-away": ("throw a closed list away, as long as it is not published", _of_list),
    "publish": ("publish a closed list", _publish),
    "revise": ("publish a revised list of the same date, for an error of the office", _revise),
    "hand-over": ("write a published list into a folder, with all from which anybody can make it again", _hand_over),
}


def answered(given: argparse.Namespace) -> Answer:
    """Do what is asked."""
    given.no_wait = getattr(given, "no_wait", False)
    now_in = session(given)
    return _ANSWERS[given.action](given, now_in, system_of(given))


def _listed(given: argparse.Namespace, now_in: Session, system: RatingSystem) -> Answer:
    from arpad.storage.models import ListVersion  # noqa: PLC0415 - an extra, and slow to load

    del given
    refuse_place(now_in, "list.read")
    rows: list[dict[str, Any]] = [
        {
            "list": version.list_date.isoformat(),
            "revision": version.revision,
            "stage": version.stage,
            "list_hash": version.list_hash,
            "valid_from": None if version.valid_from is None else version.valid_from.isoformat(),
            "by_one_person": version.by_one_person,
        }
        for version in ListVersion.objects.filter(rating_system=system).order_by("list_date", "revision", "pk")
    ]
    head = ["list", "revision", "stage", "list_hash"]
    text = table(head, [[row[name] for name in head] for row in rows])
    return Answer({"system": system.key, "lists": rows}, text)


def _worked_out(now_in: Session, system: RatingSystem) -> ListBeingMade:
    """Have the list being made worked out as it stands now, and give how it stands."""
    from arpad.storage.deeds.preview_list import ask_preview  # noqa: PLC0415 - an extra, and slow to load
    from arpad.storage.queries.next_list import next_list  # noqa: PLC0415 - the same

    refuse_place(now_in, "list.preview")
    worked(ask_preview(now_in.person, system), now_in)
    return next_list(now_in.person, system)


def _previewed(given: argparse.Namespace, now_in: Session, system: RatingSystem) -> Answer:
    from arpad.cli.commands.period_preview import shown_text  # noqa: PLC0415 - only here
    from arpad.storage.queries.next_list import preview_data  # noqa: PLC0415 - an extra, and slow to load

    del given
    preview = _worked_out(now_in, system).preview
    assert preview is not None  # noqa: S101 - it was worked out just now
    data = preview_data(now_in.person, system, preview)
    shown = {name: value for name, value in data.items() if name not in {"checklist", "players", "as_of"}}
    head = WORDS.say("office", "as_of", {"list": shown["list"], "entry": preview.as_of_entry})
    text = "\n".join([head, *shown_text(shown, list(shown["kinds"]))])
    return Answer({"as_of": preview.as_of_entry, "list": shown["list"], "preview": shown}, text)


def _checked(given: argparse.Namespace, now_in: Session, system: RatingSystem) -> Answer:
    from arpad.storage.queries.checklist import checklist_of  # noqa: PLC0415 - an extra, and slow to load

    del given
    state = _worked_out(now_in, system)
    assert state.preview is not None  # noqa: S101 - it was worked out just now
    items = [item.data for item in checklist_of(now_in.person, system, state) or ()]
    lines = [f"{item['severity']:8} {item['sentence']}" for item in items]
    answer = {"as_of": state.preview.as_of_entry, "list": state.preview.list_date.isoformat(), "items": items}
    return Answer(answer, "\n".join(lines or [WORDS.say("office", "nothing_odd", {})]))


def _closed(given: argparse.Namespace, now_in: Session, system: RatingSystem) -> Answer:
    from arpad.office.close_list import CloseList  # noqa: PLC0415 - an extra, and slow to load
    from arpad.storage.deeds.close_list import close_list  # noqa: PLC0415 - the same

    asked = CloseList(given.force, given.why)
    return outcome_answer(close_list(now_in.person, system, given.month, asked, now_in.origin), given, now_in)


def _thrown_away(given: argparse.Namespace, now_in: Session, system: RatingSystem) -> Answer:
    from arpad.office.throw_away_list import ThrowAwayList  # noqa: PLC0415 - an extra, and slow to load
    from arpad.storage.deeds.throw_away_list import throw_away_list  # noqa: PLC0415 - the same

    asked = ThrowAwayList(given.why)
    return outcome_answer(throw_away_list(now_in.person, system, given.month, asked, now_in.origin), given, now_in)


def _published(given: argparse.Namespace, now_in: Session, system: RatingSystem) -> Answer:
    from arpad.office.publish_list import PublishList  # noqa: PLC0415 - an extra, and slow to load
    from arpad.storage.deeds.lists import list_state  # noqa: PLC0415 - the same
    from arpad.storage.deeds.publish_list import publish_list  # noqa: PLC0415 - the same

    asked = PublishList(given.hash or list_state(system, given.month).list_hash, given.valid_from, given.why)
    return outcome_answer(publish_list(now_in.person, system, given.month, asked, now_in.origin), given, now_in)


def _revised(given: argparse.Namespace, now_in: Session, system: RatingSystem) -> Answer:
    from arpad.office.revise_list import ReviseList  # noqa: PLC0415 - an extra, and slow to load
    from arpad.storage.deeds.revise_list import LOOK, revise_list  # noqa: PLC0415 - the same
    from arpad.storage.jobs.asking import ask  # noqa: PLC0415 - the same

    refuse_place(now_in, "list.revise")
    causes = {"causes": sorted(set(given.causes))} if given.causes else {}
    job_input = {"system": system.key, "list": given.month.isoformat(), "as_of": system.version, **causes}
    job = ask(LOOK, job_input, now_in.person)
    looked = worked(job, now_in).result or {}
    if given.dry_run:
        facts = {"month": f"{given.month:%Y-%m}", **{name: looked[name] for name in ("lines", "causes", "waits")}}
        return Answer({"outcome": "dry_run", **looked}, WORDS.say("office", "revision_tried", facts))
    asked = ReviseList(
        given.error,
        tuple(given.causes),
        not given.new_ratings_for_all,
        looked["list_hash"],
        looked["revised_hash"],
        given.why,
    )
    outcome = revise_list(now_in.person, system, given.month, asked, looked, now_in.origin)
    return outcome_answer(outcome, given, now_in)


def _handed_over(given: argparse.Namespace, now_in: Session, system: RatingSystem) -> Answer:
    """Write a publication into a folder; it holds the book, so whoever asks has to be one who may export that."""
    from arpad.storage.publication import hand_over  # noqa: PLC0415 - an extra, and slow to load
    from arpad.storage.queries.lists import list_version  # noqa: PLC0415 - the same

    refuse_place(now_in, "list.read")
    refuse_place(now_in, "book.export")
    folder, asked = Path(given.folder), f"{given.month:%Y-%m}"
    version = list_version(system, given.month.year, given.month.month, given.revision)
    if version is None:
        raise RefusedError.of(WORDS, "not_published", asked, month=asked, revision=given.revision or 0)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise RefusedError.of(WORDS, "hand_over_taken", folder.name, folder=given.folder)
    with Progress("hand over") as progress:
        progress.stage(asked)
        manifest = hand_over(version, folder)
    data = {
        "folder": folder.name,
        "list": version.list_date.isoformat(),
        "revision": version.revision,
        "fingerprint": version.fingerprint,
        "files": sorted(manifest.files),
    }
    return Answer(data, WORDS.say("office", "handed_over", {**data, "month": asked, "folder": given.folder}))


_ANSWERS = {
    "lists": _listed,
    "preview": _previewed,
    "checklist": _checked,
    "close": _closed,
    "throw-away": _thrown_away,
    "publish": _published,
    "revise": _revised,
    "hand-over": _handed_over,
}
