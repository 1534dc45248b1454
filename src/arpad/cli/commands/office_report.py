"""`arpad office report`: reports taken in, checked, put right and decided, and what belongs to them."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from arpad.cli.answer import Answer, table
from arpad.cli.commands.office_report_deeds import DEEDS, add_deed, done
from arpad.cli.office_session import session
from arpad.cli.options import whole
from arpad.cli.whole_file import whole_file
from arpad.cli.wording import WORDS
from arpad.model.problems import RefusedError

if TYPE_CHECKING:
    from collections.abc import Callable

    from arpad.cli.office_session import Session
    from arpad.office.match_players import PlayerMatch
    from arpad.storage.queries.reports import ReportPage


_FEWEST_SIGNS = 12
"""So many signs of a fingerprint tell one report from another."""


def _event(action: argparse.ArgumentParser) -> None:
    action.add_argument("event", metavar="EVENT", type=whole, help="the number of the event, or of its part")


def _mended(action: argparse.ArgumentParser) -> None:
    _event(action)
    action.add_argument("-o", "--output", required=True, metavar="FILE.trf", help="where it is written")


def _file(action: argparse.ArgumentParser) -> None:
    _event(action)
    action.add_argument("sha256", metavar="SHA256", help="of a file of a report or of a document, as `show` says it")
    action.add_argument("-o", "--output", required=True, metavar="FILE", help="where it is written")


def _clean(action: argparse.ArgumentParser) -> None:
    action.add_argument(
        "--accept", action="append", default=[], type=_seen, metavar="EVENT=FINGERPRINT",
        help=f"accept this one, as you have seen it; the first {_FEWEST_SIGNS} signs of the fingerprint are enough",
    )  # fmt: skip


def _seen(text: str) -> tuple[int, str]:
    """Read which event is accepted, and the beginning of the fingerprint that was seen."""
    number, sign, fingerprint = text.partition("=")
    if not sign or len(fingerprint) < _FEWEST_SIGNS:
        raise argparse.ArgumentTypeError(f"{text!r} is not EVENT=FINGERPRINT with {_FEWEST_SIGNS} signs or more")
    return whole(number), fingerprint


def _nothing(action: argparse.ArgumentParser) -> None:
    del action


_READING: dict[str, tuple[str, Callable[[argparse.ArgumentParser], None]]] = {
    "show": ("everything about the report of an event: what came, what was put right, what is asked for", _event),
    "check": ("what the check of a report finds, as `arpad check` says it, with the facts of the record", _event),
    "match": ("the players who are doubtful, with who may be meant", _event),
    "mended": ("write the report with everything that was put right in it", _mended),
    "file": ("write a file of a report as it came, or a document of the event", _file),
    "clean": ("the reports that wait to be accepted, and which are clean; accept many of them at once", _clean),
    "requests": ("the numbers that are asked for", _nothing),
    "uploads": ("what came by links and waits", _nothing),
}


def _report(action: argparse.ArgumentParser) -> None:
    parts = action.add_subparsers(dest="part", metavar="WHAT", required=True)
    for name, (summary, more) in _READING.items():
        more(parts.add_parser(name, help=summary, description=summary, allow_abbrev=False))
    for name, deed in DEEDS.items():
        add_deed(parts.add_parser(name, help=deed.summary, description=deed.summary, allow_abbrev=False), deed)


ACTIONS: dict[str, tuple[str, Callable[[argparse.ArgumentParser], None]]] = {
    "report": ("reports of events, from their arrival to their acceptance", _report),
}


def answered(given: argparse.Namespace) -> Answer:
    """Do what is asked."""
    given.no_wait = False
    now_in = session(given)
    if given.part in DEEDS:
        return done(given, now_in)
    reading = {
        "show": _shown, "check": _checked, "match": _matched, "mended": _written, "requests": _requests,
        "uploads": _uploads, "file": _file_written, "clean": _accepted_together,
    }  # fmt: skip
    return reading[given.part](given, now_in)


def _page(given: argparse.Namespace, now_in: Session, *, with_matches: bool = False) -> ReportPage:
    from arpad.storage.queries.reports import report_page  # noqa: PLC0415 - needs an office that is open
    from arpad.storage.wording import WORDS as STORAGE  # noqa: PLC0415 - the same

    page = report_page(now_in.person, given.event, with_matches=with_matches)
    if page is None:
        raise RefusedError.of(STORAGE, "no_such_event", str(given.event), event=given.event)
    if page.checked is None and given.part not in {"show", "file"}:
        raise RefusedError.of(STORAGE, "no_report_yet", str(given.event), event=given.event)
    return page


def _shown(given: argparse.Namespace, now_in: Session) -> Answer:
    from arpad.office.canonical import plain  # noqa: PLC0415 - an extra, and slow to load

    page = _page(given, now_in)
    case, checked = page.case, page.checked
    of_correction = ("entry", "about", "field", "player", "round", "opponent", "before", "after", "by", "reason")
    data: dict[str, Any] = {
        "event": page.row.number,
        "stage": case.stage,
        "fingerprint": case.fingerprint,
        "mended": "" if case.report is None else case.report.mended,
        "list": plain(None if page.checks is None else page.checks.list),
        "outcome": None if checked is None else checked.outcome,
        "summary": "" if checked is None else checked.document.get("summary", ""),
        "deliveries": [
            {
                "number": each.number,
                "state": each.state,
                "sha256": each.sha256,
                "files": [name for name, _, _ in each.files],
                "hashes": [sha256 for _, sha256, _ in each.files],
                "size": each.size,
                "sent_by": each.sent_by,
                "received_on": plain(each.received_on),
                "arbiter_sent_on": plain(each.arbiter_sent_on),
                "link": each.link_id,
            }
            for each in page.deliveries
        ],
        "corrections": [{name: getattr(each, name) for name in of_correction} for each in page.corrections],
        "requests": [_request(each) for each in page.requests],
        "links": [
            {
                "number": each.number,
                "ends_at": plain(each.ends_at),
                "used": each.used,
                "uploads": each.uploads,
                "is_ended": each.ended_entry is not None,
            }
            for each in page.links
        ],
        "documents": [{"sha256": each.sha256, "name": each.name, "entry": each.entry} for each in page.documents],
    }
    rows = [
        (each["number"], each["state"], each["received_on"], ", ".join(each["files"])) for each in data["deliveries"]
    ]
    put_right = [
        (each.about, each.field, each.player or "", each.before, each.after, each.reason) for each in page.corrections
    ]
    text = "\n\n".join(
        (
            WORDS.say("office", "report", {"event": page.row.number, "summary": data["summary"], "list": data["list"]}),
            table(["report", "state", "received", "files"], rows),
            *([table(["about", "field", "player", "was", "is", "why"], put_right)] if put_right else []),
        )
    )
    return Answer(data, text)


def _request(row: Any) -> dict[str, Any]:  # noqa: ANN401 - a row of the database
    names = ("number", "event_id", "player", "federation", "state", "fide_id", "way")
    return {name.removesuffix("_id") if name == "event_id" else name: getattr(row, name) for name in names}


def _checked(given: argparse.Namespace, now_in: Session) -> Answer:
    page = _page(given, now_in)
    document = {} if page.checked is None else dict(page.checked.document)
    verdict, checks = document.get("verdict"), page.checks
    problems = document.get("problems", [])
    data = {
        "event": page.row.number,
        "outcome": document["outcome"],
        "summary": document.get("summary", ""),
        "verdict": verdict,
        "problems": problems,
        "questions": document.get("questions", []),
        "differences": document.get("differences", []),
        "facts": document.get("facts", {}),
        "fingerprint": page.case.fingerprint,
        "list": None if checks is None or checks.list is None else checks.list.isoformat(),
        "misses_last_list": checks is not None and checks.misses_last_list,
    }
    lines = [
        (each["severity"], each["code"], each["message"], each["fix"] or "")
        for each in (verdict or {}).get("findings", ())
        if each["severity"] != "passes"
    ]
    lines += [("error", each["code"], each["message"], "") for each in problems]
    return Answer(data, "\n\n".join([data["summary"], table(["weight", "code", "found", "what to do"], lines)]))


def _matched(given: argparse.Namespace, now_in: Session) -> Answer:
    page = _page(given, now_in, with_matches=True)
    doubtful = [each for each in page.matches if each.doubts]
    data = {"event": page.row.number, "players": len(page.matches), "doubtful": [_match(each) for each in doubtful]}
    rows = [
        (
            each.entry.number,
            each.entry.name,
            each.entry.fide_id or "",
            ", ".join(each.doubts),
            "; ".join(f"{near.listed.fide_id} {near.listed.name}" for near in each.candidates),
        )
        for each in doubtful
    ]
    return Answer(data, table(["player", "name", "number", "doubt", "may be"], rows))


def _match(match: PlayerMatch) -> dict[str, Any]:
    return {
        "player": match.entry.number,
        "name": match.entry.name,
        "number": match.entry.fide_id,
        "doubts": list(match.doubts),
        "proposed": match.proposed,
        "twins": list(match.twins),
        "candidates": [
            {
                "number": each.listed.fide_id,
                "name": each.listed.name,
                "federation": each.listed.federation,
                "born": each.listed.birth_year,
                "speaks": list(each.speaks),
            }
            for each in match.candidates
        ],
    }


def _written(given: argparse.Namespace, now_in: Session) -> Answer:
    from arpad.storage.deeds.report_corrections import report_in_hand  # noqa: PLC0415 - needs an office that is open

    page = _page(given, now_in)
    data, _ = report_in_hand(page.row, page.case)
    with whole_file(given.output) as out:
        out.write(data)
    facts = {"file": given.output, "bytes": len(data)}
    return Answer({"event": page.row.number, **facts}, WORDS.say("office", "report_written", facts))


def _file_written(given: argparse.Namespace, now_in: Session) -> Answer:
    from arpad.storage.archived_files import archive  # noqa: PLC0415 - needs an office that is open

    page = _page(given, now_in)
    files = {sha256 for each in page.deliveries for _, sha256, _ in each.files}
    if given.sha256 not in files | {each.sha256 for each in page.documents}:
        raise RefusedError.of(WORDS, "no_file_of_event", given.sha256[:80], event=given.event, sha256=given.sha256[:80])
    data = archive().read(given.sha256)
    with whole_file(given.output) as out:
        out.write(data)
    facts = {"file": given.output, "bytes": len(data)}
    return Answer({"event": page.row.number, **facts}, WORDS.say("office", "report_written", facts))


def _accepted_together(given: argparse.Namespace, now_in: Session) -> Answer:
    """List the reports that wait; accept those that are named, each by itself."""
    from arpad.model.clock import now  # noqa: PLC0415 - an extra, and slow to load
    from arpad.storage.deeds.report_decisions import accept_together  # noqa: PLC0415 - the same
    from arpad.storage.events.carrying_out import Along  # noqa: PLC0415 - the same
    from arpad.storage.queries.report_pages import events_to_accept  # noqa: PLC0415 - the same

    waiting = events_to_accept(now_in.person, now())
    known = {each.row.number: each.case.fingerprint for each in waiting}
    # What does not begin so any more is another report than was looked at, and is refused as that.
    chosen = [
        (number, known[number] if known.get(number, "").startswith(seen) else seen) for number, seen in given.accept
    ]
    done = accept_together(now_in.person, chosen, Along(now_in.origin))
    rows: list[dict[str, Any]] = [
        {
            "event": each.row.number,
            "name": each.row.name,
            "federation": each.row.federation,
            "is_clean": each.is_clean,
            "fingerprint": each.case.fingerprint,
        }
        for each in waiting
    ]
    refused: list[dict[str, Any]] = [
        {"event": each.number, "problems": [problem.message for problem in each.problems]}
        for each in done
        if each.outcome is None
    ]
    accepted = [each.number for each in done if each.outcome is not None]
    cells = [(row["event"], row["federation"], row["name"], "clean" if row["is_clean"] else "", row["fingerprint"][:24])
             for row in rows]  # fmt: skip
    lines = [table(["event", "of", "name", "", "fingerprint"], cells)]
    if given.accept:
        lines = [WORDS.say("office", "accepted_together", {"count": len(accepted)})]
        lines += [f"{each['event']}: {message}" for each in refused for message in each["problems"]]
    return Answer(
        {"events": rows, "accepted": accepted, "refused": refused}, "\n".join(lines), code=1 if refused else 0
    )


def _requests(given: argparse.Namespace, now_in: Session) -> Answer:
    from arpad.storage.queries.reports import number_requests  # noqa: PLC0415 - needs an office that is open

    del given
    rows = [_request(each) for each in number_requests(now_in.person)]
    cells = [(each["number"], each["event"], each["player"], each["federation"]) for each in rows]
    return Answer({"requests": rows}, table(["request", "event", "player", "of"], cells))


def _uploads(given: argparse.Namespace, now_in: Session) -> Answer:
    from arpad.office.canonical import plain  # noqa: PLC0415 - an extra, and slow to load
    from arpad.storage.queries.reports import uploads_waiting  # noqa: PLC0415 - needs an office that is open

    del given
    rows = [
        {
            "upload": each.number,
            "event": each.event_id,
            "link": each.link_id,
            "sent_at": plain(each.sent_at),
            "files": [name for name, _, _ in each.files],
            "size": each.size,
        }
        for each in uploads_waiting(now_in.person)
    ]
    cells = [(each["upload"], each["event"], each["sent_at"][:10], ", ".join(each["files"])) for each in rows]
    return Answer({"uploads": rows}, table(["upload", "event", "sent", "files"], cells))
