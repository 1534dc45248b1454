"""`arpad office event`: events from registration on, listed, shown, and every deed before and beside their report."""

from __future__ import annotations

import hashlib
import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arpad.cli.answer import Answer, table
from arpad.cli.commands.office_event_deeds import DEEDS, add_deed, done
from arpad.cli.office_outcome import outcome_answer
from arpad.cli.office_session import session, system_of
from arpad.cli.options import day, list_day, whole
from arpad.cli.progress import Progress
from arpad.cli.whole_file import whole_file
from arpad.cli.wording import WORDS
from arpad.model.bounded import MOST_IN_RECORD, read_whole
from arpad.model.period import KINDS
from arpad.model.problems import RefusedError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from arpad.cli.office_session import Session
    from arpad.storage.queries.registration_page import RegistrationPage
    from arpad.storage.queries.registrations import RegistrationLine

_FILTERS = ("q", "stage", "federation", "kind", "festival")
_MOST = 100
_MOST_IN_LIST = 8 * MOST_IN_RECORD
"""A list of FIDE as text is larger than any other file that is read."""


def _list(action: argparse.ArgumentParser) -> None:
    action.add_argument("q", metavar="WORDS", nargs="?", default="", help="part of a name, a number, or FIDE's code")
    for name, summary in (
        ("stage", "at this stage, such as announced or report_awaited"),
        ("federation", "of this federation"),
        ("kind", "of this kind of chess"),
        ("festival", "a section of this festival"),
    ):
        action.add_argument(f"--{name}", default="", metavar=name.upper(), help=summary)
    action.add_argument("--since", type=day, metavar="DATE", help="ending on this day or later")
    action.add_argument("--until", type=day, metavar="DATE", help="beginning on this day or earlier")
    action.add_argument("--page", type=whole, default=1, metavar="N", help="which hundred of them")


def _number(action: argparse.ArgumentParser) -> None:
    action.add_argument("event", metavar="EVENT", type=whole, help="the number of the event")


def _duties(action: argparse.ArgumentParser) -> None:
    action.add_argument("duty", metavar="DUTY", nargs="?", default="", help="one of them; all are counted if not given")


def _entries(action: argparse.ArgumentParser) -> None:
    _number(action)
    action.add_argument("entries", metavar="ENTRIES.csv", help="numbers and names of those who enter")


def _file(action: argparse.ArgumentParser) -> None:
    _number(action)
    action.add_argument("file", metavar="FILE", help="the file that is written; it is new")
    action.add_argument("--registration", action="store_true", help="that of its registration, and not of its report")


def _compare(action: argparse.ArgumentParser) -> None:
    action.add_argument("official", metavar="LIST", help="the list that FIDE published")
    action.add_argument("--date", type=list_day, metavar="YYYY-MM", required=True, help="the month of the list")
    action.add_argument("--kind", choices=KINDS, help="the kind of chess of a single list, where its name does not say")
    action.add_argument("--system", metavar="KEY", help="by whose rules, where the office has several")


def _compared_before(action: argparse.ArgumentParser) -> None:
    action.add_argument(
        "comparison", metavar="NUMBER", type=whole, nargs="?", help="one comparison with its differences; else all"
    )
    action.add_argument("--system", metavar="KEY", help="by whose rules, where the office has several")


def _ask(action: argparse.ArgumentParser) -> None:
    action.add_argument("difference", metavar="NUMBER", type=whole, help="the number of the difference")
    action.add_argument("--words", default="", metavar="TEXT", help="what is asked; what explains it if not given")


_READING: dict[str, tuple[str, Callable[[argparse.ArgumentParser], None]]] = {
    "list": ("events, by words, stage, federation and days", _list),
    "show": ("everything about an event: facts, dates, approvals, history, and what can be done now", _number),
    "duties": ("what has to be done with events, the most urgent first", _duties),
    "fide-file": ("write the file of an event that is sent to FIDE", _file),
    "compare-list": ("compare a list of FIDE with what the office expected from its own reports", _compare),
    "compared": ("lists of FIDE that were compared, or the differences that one of them had", _compared_before),
    "ask-fide": ("make a question to FIDE of a difference on its list, with the evidence", _ask),
    "check-entries": ("hold an entry list against the players that the office knows, before play", _entries),
}


def _event(action: argparse.ArgumentParser) -> None:
    parts = action.add_subparsers(dest="part", metavar="WHAT", required=True)
    for name, (summary, more) in _READING.items():
        more(parts.add_parser(name, help=summary, description=summary, allow_abbrev=False))
    for name, deed in DEEDS.items():
        part = parts.add_parser(name, help=deed.summary, description=deed.summary, allow_abbrev=False)
        add_deed(part, deed)


ACTIONS: dict[str, tuple[str, Callable[[argparse.ArgumentParser], None]]] = {
    "event": ("events from registration to acceptance", _event),
}


def answered(given: argparse.Namespace) -> Answer:
    """Do what is asked."""
    given.no_wait = False
    now_in = session(given)
    if given.part in DEEDS:
        return done(given, now_in)
    return _ANSWERS[given.part](given, now_in)


def _listed(given: argparse.Namespace, now_in: Session) -> Answer:
    from arpad.storage.queries.paging import AskedRows  # noqa: PLC0415 - an extra, and slow to load
    from arpad.storage.queries.registrations import registrations  # noqa: PLC0415 - the same

    filters = {name: getattr(given, name) for name in _FILTERS}
    filters |= {name: value.isoformat() for name in ("since", "until") if (value := getattr(given, name))}
    rows = registrations(now_in.person, AskedRows(filters, "", given.page, _MOST))
    lines = [_line(line) for line in rows.rows]
    cells = [
        (line["event"], line["start"], line["end"], line["federation"], line["says"], line["name"]) for line in lines
    ]
    text = table(["event", "from", "to", "of", "stage", "name"], cells)
    return Answer({"events": lines, "total": rows.total}, text)


def _line(line: RegistrationLine) -> dict[str, Any]:
    row = line.row
    return {
        "event": row.number,
        "parent": row.parent_id,
        "part": row.part,
        "name": row.name,
        "federation": row.federation,
        "kind": row.kind,
        "start": _text(row.start),
        "end": _text(row.end),
        "stage": line.stage,
        "says": _stage(line.stage),
        "due_on": _text(row.due_on),
        "festival": row.festival,
        "fide_code": row.fide_code,
        "changed_by": row.changed_by,
    }


def _stage(stage: str) -> str:
    from arpad.office.wording import WORDS as OFFICE  # noqa: PLC0415 - an extra, and slow to load

    return OFFICE.say("event_stage", stage, {})


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _page(given: argparse.Namespace, now_in: Session) -> RegistrationPage:
    from arpad.storage.queries.registration_page import registration  # noqa: PLC0415 - an extra, and slow to load
    from arpad.storage.wording import WORDS as STORAGE  # noqa: PLC0415 - the same

    shown = registration(now_in.person, given.event)
    if shown is None:
        raise RefusedError.of(STORAGE, "no_such_event", str(given.event), event=given.event)
    return shown


def _shown(given: argparse.Namespace, now_in: Session) -> Answer:
    from arpad.office.canonical import plain  # noqa: PLC0415 - an extra, and slow to load
    from arpad.office.registration_text import text_of_value  # noqa: PLC0415 - the same
    from arpad.storage.queries.registrations import RegistrationLine  # noqa: PLC0415 - the same

    page = _page(given, now_in)
    row = page.row
    facts = [
        {"name": name, "value": text_of_value(fact.value), "by": fact.by, "at": fact.at.isoformat()}
        for name, fact in page.case.facts.items()
    ]
    dates = [
        {"what": date.what, "day": str(date.day), "of": date.of, "cites": list(date.cites), "list": _text(date.list)}
        for date in page.dates
    ]
    needs = [{"what": need.what, "bodies": list(need.bodies), "cites": list(need.cites)} for need in page.missing]
    approvals = [
        {
            "what": approval.what, "body": approval.body, "is_granted": approval.is_granted,
            "decided_on": str(approval.decided_on), "document": approval.document, "entry": approval.entry,
        }
        for approval in page.approvals
    ]  # fmt: skip
    history = [
        {
            "entry": line.entry.number, "at": line.entry.at.isoformat(), "by": line.entry.by, "says": line.sentence,
            "reason": line.entry.reason,
            "changes": [
                {"name": change.name, "before": text_of_value(change.before), "after": text_of_value(change.after)}
                for change in line.changes
            ],
            "papers": [paper.sha256 for paper in line.papers],
            "reasons": [dict(reason) for reason in line.reasons],
        }
        for line in page.history
    ]  # fmt: skip
    data = {
        **_line(RegistrationLine(row, page.stage)),
        "law": row.law,
        "office": row.office,
        "turn": list(page.turn),
        "deeds": list(page.deeds),
        "facts": facts,
        "dates": dates,
        "missing_approvals": needs,
        "approvals": approvals,
        "parts": [_line(part) for part in page.parts],
        "sections": [_line(section) for section in page.sections],
        "fide": [
            plain({name: getattr(message, name) for name in ("way", "about", "day", "answer", "document", "fide_code")})
            for message in page.messages
        ],
        "history": history,
    }
    return Answer(data, _page_text(data))


def _page_text(data: dict[str, Any]) -> str:
    """Write an event for a terminal: what it is, its facts, its dates, and what happened, the newest first."""
    head = WORDS.say("office", "event_head", data)
    facts = table(["fact", "value"], [(fact["name"], fact["value"]) for fact in data["facts"]])
    dates = table(
        ["day", "what", "by"], [(date["day"], date["what"], "; ".join(date["cites"])) for date in data["dates"]]
    )
    parts = table(
        ["part", "event", "from", "to", "stage"],
        [(part["part"], part["event"], part["start"], part["end"], part["says"]) for part in data["parts"]],
    )
    history = table(
        ["entry", "at (UTC)", "by", "what", "why"],
        [(line["entry"], str(line["at"])[:16], line["by"], line["says"], _why(line)) for line in data["history"]],
    )
    tables = [facts, dates, *([parts] if data["parts"] else []), history]
    return "\n\n".join([head, *tables])


def _why(line: dict[str, Any]) -> str:
    """Give the reason of an entry, and the reasons with their articles where a report was returned or refused."""
    reasons = [f"{reason['text']} ({reason['article']})" if reason["article"] else reason["text"]
               for reason in line["reasons"]]  # fmt: skip
    return "; ".join(filter(None, [line["reason"], *reasons]))


def _counted(given: argparse.Namespace, now_in: Session) -> Answer:
    from arpad.storage.queries.event_duties import DUTIES, duties, duty_counts  # noqa: PLC0415 - an extra, and slow
    from arpad.storage.queries.paging import AskedRows  # noqa: PLC0415 - the same
    from arpad.storage.queries.registrations import RegistrationLine  # noqa: PLC0415 - the same

    if not given.duty:
        counts = duty_counts(now_in.person)
        return Answer({"counts": counts, "events": []}, table(["duty", "events"], list(counts.items())))
    if given.duty not in DUTIES:
        raise RefusedError.of(WORDS, "no_duty", given.duty, duty=given.duty[:40], known=list(DUTIES))
    rows = duties(now_in.person, given.duty, AskedRows(size=_MOST))
    lines = [{**_line(RegistrationLine(duty.row, duty.stage)), "is_overdue": duty.is_overdue} for duty in rows.rows]
    cells = [(line["event"], line["due_on"] or "", line["federation"], line["says"], line["name"]) for line in lines]
    text = table(["event", "due", "of", "stage", "name"], cells)
    return Answer({"counts": {given.duty: rows.total}, "events": lines}, text)


def _checked(given: argparse.Namespace, now_in: Session) -> Answer:
    from arpad.office.entry_file import entries_of  # noqa: PLC0415 - an extra, and slow to load
    from arpad.office.registration_text import text_of_value  # noqa: PLC0415 - the same
    from arpad.storage.queries.entries import checked_entries  # noqa: PLC0415 - the same

    place = Path(given.entries)
    _page(given, now_in)
    checked = checked_entries(now_in.person, given.event, entries_of(read_whole(place, MOST_IN_RECORD), place.name))
    if checked is None:
        raise TypeError("the event was shown")
    data = {
        "players": [text_of_value(player) for player in checked.players],
        "without_number": [{"line": entry.line, "name": entry.name} for entry in checked.without_number],
        "unknown": [{"line": entry.line, "number": entry.number, "name": entry.name} for entry in checked.unknown],
        "twice": [{"line": entry.line, "number": entry.number} for entry in checked.twice],
        "other_names": [
            {"line": entry.line, "number": entry.number, "name": entry.name, "known": player.name}
            for entry, player in checked.other_names
        ],
        "has_elite": checked.has_elite,
        "open_sexes": list(checked.open_sexes),
        "missing_approvals": [{"what": need.what, "bodies": list(need.bodies)} for need in checked.missing],
        "is_clean": checked.is_clean,
    }
    faults = [
        (kind, entry["line"], entry.get("number", ""), entry.get("name", ""))
        for kind in ("without_number", "unknown", "twice", "other_names")
        for entry in data[kind]  # type: ignore[attr-defined] # a list
    ]
    says = WORDS.say("office", "entries_checked", {**data, "count": len(checked.players)})
    return Answer(data, "\n".join([says, *([table(["what", "line", "number", "name"], faults)] if faults else [])]))


def _file_written(given: argparse.Namespace, now_in: Session) -> Answer:
    from arpad.storage.deeds.fide_exchange import fide_file, registration_file  # noqa: PLC0415 - needs an open office

    name, data = (registration_file if given.registration else fide_file)(now_in.person, given.event)
    with whole_file(given.file) as out:
        out.write(data)
    sha256 = hashlib.sha256(data).hexdigest()
    facts = {"file": given.file, "event": given.event, "sha256": sha256, "is_registration": given.registration}
    says = WORDS.say("office", "fide_file", facts)
    return Answer({"event": given.event, "name": name, "sha256": sha256}, says)


def _compared(given: argparse.Namespace, now_in: Session) -> Answer:
    """Compare a list of FIDE, keep what differs, and show it."""
    from arpad.book.frames.lists import FrameList  # noqa: PLC0415 - needs an office that is open
    from arpad.library.lists import list_in  # noqa: PLC0415 - the same
    from arpad.storage.deeds.compare_fide_list import compare_fide_list  # noqa: PLC0415 - the same

    place = Path(given.official)
    data = read_whole(place, _MOST_IN_LIST)
    with Progress("reading the list of FIDE") as progress:
        official = list_in(
            io.BytesIO(data), place.name, place.name, kind=given.kind, list_date=given.date, as_frame=True
        )
        if not isinstance(official, FrameList):
            raise TypeError("a frame was asked for")
        outcome, row = compare_fide_list(
            now_in.person, system_of(given), official, data, given.date, now_in.origin, progress.stage
        )
    rows = [{"number": each.number, **each.facts} for each in row.differences.order_by("number")]
    answer = outcome_answer(outcome, given, now_in)
    cells = [(each["number"], each["player"], each["chess"], each["kind"], each["says"]) for each in rows]
    text = "\n".join([answer.text, *([table(["number", "player", "kind", "class", "why"], cells)] if rows else [])])
    return Answer({**answer.data, "rows": rows}, text)


def _comparisons(given: argparse.Namespace, now_in: Session) -> Answer:
    """List the comparisons, or the differences of one with the questions that they became."""
    from arpad.storage.queries.fide_comparisons import (  # noqa: PLC0415 - needs an office that is open
        comparison,
        comparisons,
        differences_of,
    )

    if given.comparison is None:
        lists = [
            {
                "number": line.row.number, "list": line.row.list_date.isoformat(), "sha256": line.row.sha256,
                "events": line.row.events, "players": line.row.players, "differences": line.differences,
            }
            for line in comparisons(now_in.person, system_of(given))
        ]  # fmt: skip
        cells = [(each["number"], each["list"], each["events"], each["players"], each["differences"]) for each in lists]
        text = table(["number", "list", "events", "players", "differences"], cells)
        return Answer({"comparisons": lists, "differences": []}, text)
    row = comparison(given.comparison)
    if row is None:
        raise RefusedError.of(WORDS, "no_comparison", str(given.comparison), number=given.comparison)
    rows = [
        {
            "number": line.row.number, "class": line.row.facts["kind"], "chess": line.row.facts["chess"],
            "player": line.row.player, "events": line.row.facts["events"], "says": line.row.facts["says"],
            "question": line.row.question,
        }
        for line in differences_of(now_in.person, row)
    ]  # fmt: skip
    cells = [(each["number"], each["player"], each["class"], each["says"], each["question"] or "") for each in rows]
    text = table(["number", "player", "class", "why", "question"], cells)
    return Answer({"comparisons": [], "differences": rows}, text)


def _asked_of_fide(given: argparse.Namespace, now_in: Session) -> Answer:
    from arpad.storage.deeds.ask_fide import ask_fide  # noqa: PLC0415 - needs an office that is open

    return outcome_answer(ask_fide(now_in.person, given.difference, given.words, now_in.origin), given, now_in)


_ANSWERS = {
    "list": _listed,
    "show": _shown,
    "duties": _counted,
    "check-entries": _checked,
    "fide-file": _file_written,
    "compare-list": _compared,
    "compared": _comparisons,
    "ask-fide": _asked_of_fide,
}
