"""`arpad office duty`: who has something in hand, for whom it waits, notes, stand-ins, one's own calendar and mail."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.cli.answer import Answer, table
from arpad.cli.office_outcome import outcome_answer
from arpad.cli.office_session import session
from arpad.cli.options import day, player_number, whole
from arpad.cli.wording import WORDS
from arpad.model.problems import RefusedError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from arpad.cli.office_session import Session
    from arpad.storage.deeds.asking import DeedOutcome

_MATTERS = ("question", "event", "registration", "player", "deed", "letter")
_PARTS = {
    "show": "who has something in hand, for whom it waits, and the notes about it",
    "stand-ins": "who stands in for you, and for whom you stand in",
    "assign": "say who has something in hand",
    "wait": "say for whom something waits",
    "note": "keep a note about something",
    "stand-in": "name who stands in for you, from a day until a day",
    "back": "be back before the last day of a stand-in",
    "calendar": "get a new address for the calendar of your own duties",
    "digest": "have your own duties come by mail every morning, or no longer",
}


def _duty(action: argparse.ArgumentParser) -> None:
    parts = action.add_subparsers(dest="part", metavar="WHAT", required=True)
    for name, summary in _PARTS.items():
        part = parts.add_parser(name, help=summary, description=summary, allow_abbrev=False)
        if name in {"show", "assign", "wait", "note"}:
            part.add_argument("of", metavar="OF", choices=_MATTERS, help=f"what it is: {', '.join(_MATTERS)}")
            part.add_argument("number", metavar="NUMBER", type=player_number, help="its number")
        if name == "assign":
            part.add_argument("--to", metavar="USER", help="who has it; nobody if not given")
        elif name == "wait":
            part.add_argument("--for", dest="whom", default="", metavar="WHOM", help="a role, fide or player; else us")
        elif name == "note":
            part.add_argument("words", metavar="TEXT", help="the note; sealed, and can be erased")
        elif name == "stand-in":
            part.add_argument("stand_in", metavar="USER", help="who stands in; holds a role of yours")
            part.add_argument("--from", dest="first_day", type=day, required=True, metavar="DATE", help="the first day")
            part.add_argument("--until", dest="last_day", type=day, required=True, metavar="DATE", help="the last day")
        elif name == "back":
            part.add_argument("number", metavar="NUMBER", type=whole, help="the number of the stand-in")
        elif name == "digest":
            part.add_argument("wanted", choices=("yes", "no"), help="whether they come")


ACTIONS: dict[str, tuple[str, Callable[[argparse.ArgumentParser], None]]] = {
    "duty": ("who has a duty in hand, notes, stand-ins, your own calendar and mail", _duty),
}


def answered(given: argparse.Namespace) -> Answer:
    """Do what is asked."""
    given.no_wait = False
    now_in = session(given)
    answers = {"calendar": _new_calendar, "show": _shown, "stand-ins": _stand_ins}
    if given.part in answers:
        return answers[given.part](given, now_in)
    return outcome_answer(_done(given, now_in), given, now_in)


def _done(given: argparse.Namespace, now_in: Session) -> DeedOutcome:
    from arpad.office.keep_inbox import NameStandIn  # noqa: PLC0415 - an extra, and slow to load
    from arpad.storage.deeds import inbox as deeds  # noqa: PLC0415 - needs an office that is open

    person, origin = now_in.person, now_in.origin
    match given.part:
        case "assign":
            account = None if given.to is None else _record_of(given.to)
            return deeds.assign(person, given.of, given.number, account, origin)
        case "wait":
            return deeds.wait_for(person, given.of, given.number, given.whom, origin)
        case "note":
            return deeds.note(person, given.of, given.number, given.words, origin)
        case "stand-in":
            asked = NameStandIn(_record_of(given.stand_in), given.first_day, given.last_day)
            return deeds.name_stand_in(person, asked, origin)
        case "back":
            return deeds.end_stand_in(person, given.number, origin)
    return deeds.choose_digest(person, wanted=given.wanted == "yes", origin=origin)


def _shown(given: argparse.Namespace, now_in: Session) -> Answer:
    from arpad.storage.queries.inbox import matter  # noqa: PLC0415 - needs an office that is open

    page = matter(now_in.person, given.of, given.number)
    if page is None:
        raise RefusedError.of(WORDS, "no_matter", str(given.number), of=given.of, number=given.number)
    since = page.held.waiting_since
    notes = [
        {"number": note.number, "by": note.by, "at": note.at.isoformat(), "words": note.words} for note in page.notes
    ]
    data = {
        "of": page.of, "number": page.number, "federation": page.federation, "assignee": page.assignee,
        "waiting_for": page.held.waiting_for, "waiting_since": None if since is None else since.isoformat(),
        "notes": notes,
    }  # fmt: skip
    cells = [(note["number"], str(note["at"])[:16], note["by"], note["words"] or "") for note in notes]
    says = WORDS.say("office", "matter", data)
    return Answer(data, "\n\n".join([says, *([table(["note", "at (UTC)", "by", "words"], cells)] if cells else [])]))


def _stand_ins(given: argparse.Namespace, now_in: Session) -> Answer:
    from arpad.storage.queries.inbox import stand_ins  # noqa: PLC0415 - needs an office that is open

    del given
    rows = [
        {
            "number": line.row.number, "account": line.account, "stand_in": line.stand_in,
            "first_day": line.row.first_day.isoformat(), "last_day": line.row.last_day.isoformat(),
            "holds_now": line.holds_now,
        }
        for line in stand_ins(now_in.person)
    ]  # fmt: skip
    cells = [
        (row["number"], row["account"], row["stand_in"], row["first_day"], row["last_day"],
         "now" if row["holds_now"] else "")
        for row in rows
    ]  # fmt: skip
    return Answer({"stand_ins": rows}, table(["number", "of", "stands in", "from", "until", ""], cells))


def _record_of(username: str) -> int:
    from arpad.storage.models import Account  # noqa: PLC0415 - needs an office that is open

    record = Account.objects.filter(username=username).values_list("record", flat=True).first()
    if record is None:
        raise RefusedError.of(WORDS, "no_account", username, username=username[:80])
    return record


def _new_calendar(given: argparse.Namespace, now_in: Session) -> Answer:
    from arpad.storage.deeds.inbox import renew_calendar  # noqa: PLC0415 - needs an office that is open

    outcome, token = renew_calendar(now_in.person, now_in.origin)
    link = f"/duties/{token}.ics"
    answer = outcome_answer(outcome, given, now_in)
    return Answer({**answer.data, "link": link}, WORDS.say("office", "calendar", {"link": link}))
