"""`arpad office letter`, `outbox`, `certificate` and `inbox`: what the office writes, and what it has in hand."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arpad.cli.answer import Answer, table
from arpad.cli.office_outcome import outcome_answer
from arpad.cli.office_session import refuse_place, session, system_of
from arpad.cli.options import day, player, whole
from arpad.cli.whole_file import whole_file
from arpad.cli.wording import WORDS
from arpad.model.bounded import MOST_IN_TOML, read_whole
from arpad.model.period import KINDS
from arpad.model.problems import RefusedError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from arpad.cli.office_session import Session

_SHOWN = 50


def _letter(action: argparse.ArgumentParser) -> None:
    whats = action.add_subparsers(dest="what", metavar="WHAT", required=True)
    for name, summary in {
        "list": "letters, the newest first",
        "show": "one letter, as it was written",
        "explain": "explain the line of a player on the newest list, as a letter that is printed or sent on",
        "template": "how a kind of letter is written; `--subject` and `--body` change it by a decision",
    }.items():
        what = whats.add_parser(name, help=summary, description=summary, allow_abbrev=False)
        if name == "show":
            what.add_argument("number", metavar="NUMBER", type=whole, help="the number of the letter")
            what.add_argument("-o", "--output", metavar="FILE.html", help="write it as a page to be printed")
        elif name == "explain":
            what.add_argument("player", metavar="PLAYER", type=player, help="the FIDE number, or words of the name")
            what.add_argument("--kind", choices=KINDS, default=KINDS[0], help="the kind of chess")
            what.add_argument("-o", "--output", metavar="FILE.html", required=True, help="where it is written")
            what.add_argument("--system", metavar="KEY", help="which rating system, where the office has several")
        elif name == "template":
            what.add_argument("kind", metavar="KIND", help="the kind of letter, such as report_returned")
            what.add_argument("--subject", metavar="TEXT", help="the subject from now on")
            what.add_argument("--body", metavar="FILE", help="a file with the text from now on")
            what.add_argument("--why", default="", metavar="TEXT", help="why; kept in the log")


def _outbox(action: argparse.ArgumentParser) -> None:
    action.add_argument("--send", action="store_true", help="send now what is due, as a worker does")
    action.add_argument("--again", type=whole, metavar="NUMBER", help="send this mail again, which failed")
    action.add_argument("--why", default="", metavar="TEXT", help="why it is sent again; kept in the log")


def _certificate(action: argparse.ArgumentParser) -> None:
    whats = action.add_subparsers(dest="what", metavar="WHAT", required=True)
    issue = whats.add_parser("issue", help="issue a certificate", description="issue a certificate", allow_abbrev=False)
    issue.add_argument("player", metavar="PLAYER", type=player, help="the FIDE number, or words of the name")
    issue.add_argument("--on", type=day, metavar="DATE", required=True, help="the day that is certified")
    issue.add_argument("-o", "--output", metavar="FILE.json", help="write the certificate; else only its fingerprint")
    issue.add_argument("--system", metavar="KEY", help="which rating system, where the office has several")
    summary = "say whether this office issued a certificate, and what it says"
    verify = whats.add_parser("verify", help=summary, description=summary, allow_abbrev=False)
    verify.add_argument("certificate", metavar="FILE|FINGERPRINT", help="the certificate, or its SHA-256")
    verify.add_argument(
        "--key", metavar="KEY", help="check the signature of the file by this public key, without an office"
    )


def _inbox(action: argparse.ArgumentParser) -> None:
    action.add_argument("--own", action="store_true", help="only what you have in hand")


ACTIONS: dict[str, tuple[str, Callable[[argparse.ArgumentParser], None]]] = {
    "inbox": ("what has to be done, the most urgent first, and what is next", _inbox),
    "letter": ("letters of the office, and how each kind is written", _letter),
    "outbox": ("mails that wait, were sent or failed; send what is due", _outbox),
    "certificate": ("a certificate of a rating on a day: issued, and verified", _certificate),
}


def answered(given: argparse.Namespace) -> Answer:
    """Do what is asked."""
    given.no_wait = False
    if given.action == "certificate" and given.what == "verify" and given.key is not None:
        return _signature(given)
    is_open = given.action == "certificate" and given.what == "verify"
    sends = given.action == "outbox" and given.send
    now_in = session(given, needs_person=not is_open and not sends)
    answers: dict[str, Callable[[argparse.Namespace, Session], Answer]] = {
        "inbox": _listed_duties,
        "letter": _of_letters,
        "outbox": _of_outbox,
        "certificate": _verified if is_open else _issued,
    }
    return answers[given.action](given, now_in)


def _listed_duties(given: argparse.Namespace, now_in: Session) -> Answer:
    from arpad.office.duties_calendar import duty_words  # noqa: PLC0415 - needs an office that is open
    from arpad.storage.queries.inbox import inbox  # noqa: PLC0415 - the same

    refuse_place(now_in, "inbox.read")
    shown = inbox(now_in.person)
    lines = [line for line in shown.lines if line.is_own or not given.own]
    rows: list[dict[str, Any]] = [
        {
            "urgency": line.urgency, "kind": line.duty.kind, "of": line.duty.of, "number": line.duty.number,
            "federation": line.duty.federation, "due": None if line.duty.due is None else line.duty.due.isoformat(),
            "waiting_for": line.duty.waiting_for, "assignee": line.duty.assignee, "words": duty_words(line.duty),
            "is_next": line == shown.next,
            "since": None if line.duty.since is None else line.duty.since.isoformat(),
        }
        for line in lines
    ]  # fmt: skip
    cells = [
        (
            row["urgency"], row["words"], row["due"] or "", row["waiting_for"], (row["since"] or "")[:10],
            "next" if row["is_next"] else "",
        )
        for row in rows
    ]  # fmt: skip
    data = {"duties": rows, "stands_in_for": [name for _, name in shown.stands_in_for]}
    return Answer(data, table(["urgency", "what", "by", "waits for", "since", ""], cells))


def _of_letters(given: argparse.Namespace, now_in: Session) -> Answer:
    refuse_place(now_in, "player.read" if given.what == "explain" else "letter.read")
    answers = {"list": _listed_letters, "show": _shown_letter, "explain": _explained, "template": _template}
    return answers[given.what](given, now_in)


def _explained(given: argparse.Namespace, now_in: Session) -> Answer:
    """Write the letter that explains a player's line of the newest list."""
    from arpad.cli.asked_player import number_of  # noqa: PLC0415 - needs an office that is open
    from arpad.office.roles import refusal  # noqa: PLC0415 - the same
    from arpad.pages.letter import letter_page  # noqa: PLC0415 - only a page needs it
    from arpad.storage.database_book import DatabaseBook  # noqa: PLC0415 - needs an office that is open
    from arpad.storage.models import PlayerRow  # noqa: PLC0415 - the same
    from arpad.storage.queries.explained import explained_letter  # noqa: PLC0415 - the same

    system = system_of(given)
    number = number_of(DatabaseBook(system), given.player)
    federation = PlayerRow.objects.filter(rating_system=system, fide_id=number).values_list("federation", flat=True)
    refused = refusal(now_in.person, "player.read", federation.first() or "")
    if refused is not None:
        raise RefusedError([refused])
    if system.newest is None:
        raise RefusedError.of(WORDS, "no_list_to_explain", str(number))
    page = letter_page(explained_letter(system, system.newest.list_date, number, given.kind))
    with whole_file(given.output) as out:
        out.write(page.encode())
    facts = {"player": number, "kind": given.kind, "list": f"{system.newest.list_date:%Y-%m}", "file": given.output}
    return Answer(facts, WORDS.say("office", "explained_in", facts))


def _listed_letters(given: argparse.Namespace, now_in: Session) -> Answer:
    from arpad.storage.queries.letters import letters  # noqa: PLC0415 - needs an office that is open
    from arpad.storage.queries.paging import AskedRows  # noqa: PLC0415 - the same

    del given
    page = letters(now_in.person, AskedRows(size=_SHOWN))
    rows: list[dict[str, Any]] = [
        {
            "number": line.row.number, "reference": line.row.reference, "kind": line.row.kind, "of": line.row.of,
            "about": line.row.about, "entry": line.row.entry, "mail": line.state,
        }
        for line in page.rows
    ]  # fmt: skip
    cells = [(row["number"], row["reference"], row["kind"], f"{row['of']} {row['about']}", row["mail"]) for row in rows]
    return Answer(
        {"letters": rows, "total": page.total}, table(["letter", "reference", "kind", "about", "mail"], cells)
    )


def _shown_letter(given: argparse.Namespace, now_in: Session) -> Answer:
    from arpad.pages.office_letter import certificate_page, office_letter_page  # noqa: PLC0415 - only a page needs it
    from arpad.storage.queries.archived import archived_json  # noqa: PLC0415 - needs an office that is open
    from arpad.storage.queries.letters import letter  # noqa: PLC0415 - the same

    shown = letter(now_in.person, given.number)
    if shown is None:
        raise RefusedError.of(WORDS, "no_letter", str(given.number), number=given.number)
    row, text = shown.line.row, shown.text
    data = {
        "number": row.number, "reference": row.reference, "kind": row.kind, "document": row.document,
        "mail": shown.line.state, "to": None if text is None else text.to,
        "subject": None if text is None else text.subject, "body": None if text is None else text.body,
    }  # fmt: skip
    if given.output and (text is not None or row.kind == "certificate"):
        page = (
            certificate_page(archived_json(row.document), row.document)
            if row.kind == "certificate" or text is None
            else office_letter_page(text.to, text.subject, text.body, row.reference)
        )
        with whole_file(given.output) as out:
            out.write(page.encode())
    words = WORDS.say("office", "words_erased", {}) if text is None else f"{text.subject}\n\n{text.body}"
    return Answer(data, words)


def _template(given: argparse.Namespace, now_in: Session) -> Answer:
    from arpad.office.letters import LETTERS, EditTemplate  # noqa: PLC0415 - needs an office that is open
    from arpad.storage.deeds.correspondence import edit_template  # noqa: PLC0415 - the same
    from arpad.storage.letters import template_of  # noqa: PLC0415 - the same

    if given.kind not in LETTERS:
        raise RefusedError.of(WORDS, "no_letter_kind", given.kind, kind=given.kind[:40], known=list(LETTERS))
    now = template_of(given.kind)
    if given.subject is not None or given.body is not None:
        subject = now.subject if given.subject is None else given.subject
        body = now.body if given.body is None else read_whole(Path(given.body), MOST_IN_TOML).decode("utf-8", "replace")
        asked = EditTemplate(given.kind, subject, body, given.why)
        return outcome_answer(edit_template(now_in.person, asked, now_in.origin), given, now_in)
    return Answer({"kind": given.kind, "subject": now.subject, "body": now.body}, f"{now.subject}\n\n{now.body}")


def _of_outbox(given: argparse.Namespace, now_in: Session) -> Answer:
    from arpad.storage.deeds.correspondence import send_again  # noqa: PLC0415 - needs an office that is open
    from arpad.storage.outbox import send_due  # noqa: PLC0415 - the same
    from arpad.storage.queries.letters import outbox  # noqa: PLC0415 - the same
    from arpad.storage.queries.paging import AskedRows  # noqa: PLC0415 - the same

    if given.again is not None:
        return outcome_answer(send_again(now_in.person, given.again, given.why, now_in.origin), given, now_in)
    if given.send:
        came = send_due()
        return Answer(
            {"sent": came["sent"], "failed": came["failed"], "mails": []}, WORDS.say("office", "mailed", came)
        )
    refuse_place(now_in, "outbox.read")
    rows: list[dict[str, Any]] = [
        {
            "number": mail.number, "kind": mail.kind, "mark": mail.mark, "state": mail.state,
            "attempts": [each.outcome for each in mail.attempts.all()],
        }
        for mail in outbox(now_in.person, AskedRows(size=_SHOWN)).rows
    ]  # fmt: skip
    cells = [(row["number"], row["kind"], len(row["attempts"]), row["state"]) for row in rows]
    return Answer({"sent": 0, "failed": 0, "mails": rows}, table(["mail", "kind", "attempts", "state"], cells))


def _issued(given: argparse.Namespace, now_in: Session) -> Answer:
    from arpad.cli.asked_player import number_of  # noqa: PLC0415 - needs an office that is open
    from arpad.storage.archived_files import archive  # noqa: PLC0415 - the same
    from arpad.storage.database_book import DatabaseBook  # noqa: PLC0415 - the same
    from arpad.storage.deeds.correspondence import issue_certificate  # noqa: PLC0415 - the same

    system = system_of(given)
    number = number_of(DatabaseBook(system), given.player)
    outcome, letter = issue_certificate(now_in.person, system, number, given.on, now_in.origin)
    if given.output:
        with whole_file(given.output) as out:
            out.write(archive().read(letter.document))
    data = {
        "reference": letter.reference, "fingerprint": letter.document, "entry": outcome.entry, "letter": letter.number,
    }  # fmt: skip
    return Answer(data, WORDS.say("office", "certified", data))


def _signature(given: argparse.Namespace) -> Answer:
    """Check the signature of the file of a certificate by a public key; no office is asked."""
    from arpad.office.issue_certificate import HOLDS, signature_state  # noqa: PLC0415 - an extra, and slow to load

    data = read_whole(Path(given.certificate), MOST_IN_TOML)
    fingerprint = hashlib.sha256(data).hexdigest()
    try:
        read = json.loads(data)
    except (ValueError, RecursionError):
        read = None
    state = signature_state(read, given.key) if isinstance(read, dict) else "unsigned"
    facts: dict[str, Any] = {"issued": None, "fingerprint": fingerprint, "entry": None, "is_revised": None}
    answer = {**facts, "signature": state, "certificate": read if isinstance(read, dict) else None}
    says = WORDS.say("office", f"signature_{state}", {"fingerprint": fingerprint})
    is_sound = state == HOLDS
    written = json.dumps(read, ensure_ascii=False, indent=1)
    return Answer(answer, f"{says}\n{written}" if is_sound else says, code=0 if is_sound else 1)


def _verified(given: argparse.Namespace, now_in: Session) -> Answer:
    """Say what the office certified under a fingerprint, whoever asks with its folder at hand."""
    from arpad.office.issue_certificate import signature_state  # noqa: PLC0415 - an extra, and slow to load
    from arpad.storage.queries.letters import certificate  # noqa: PLC0415 - needs an office that is open
    from arpad.storage.signing import office_key  # noqa: PLC0415 - the same

    del now_in
    place = Path(given.certificate)
    is_file = place.is_file()
    sha256 = hashlib.sha256(read_whole(place, MOST_IN_TOML)).hexdigest() if is_file else given.certificate
    shown = certificate(sha256)
    if shown is None:
        data: dict[str, Any] = {"issued": False, "fingerprint": sha256, "entry": None, "is_revised": False}
        data["signature"] = None
        return Answer(
            data | {"certificate": None}, WORDS.say("office", "not_certified", {"fingerprint": sha256}), code=1
        )
    row = shown.row
    data = {"issued": True, "fingerprint": row.document, "entry": row.entry, "is_revised": shown.is_revised}
    data["signature"] = signature_state(shown.data, office_key())
    facts = {"reference": row.reference, "entry": row.entry, "is_revised": shown.is_revised}
    text = WORDS.say("office", "certified_here", facts)
    written = json.dumps(shown.data, ensure_ascii=False, indent=1)
    return Answer(data | {"certificate": shown.data}, f"{text}\n{written}")
