"""`arpad office question`: questions about lines and games: noted, passed on, answered, closed, set aside."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from arpad.cli.answer import Answer, table
from arpad.cli.office_outcome import outcome_answer
from arpad.cli.office_session import session
from arpad.cli.options import day, month, whole
from arpad.cli.whole_file import whole_file
from arpad.cli.wording import WORDS
from arpad.model.bounded import read_whole
from arpad.model.period import KINDS
from arpad.model.problems import RefusedError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from arpad.cli.office_session import Session
    from arpad.storage.deeds.asking import DeedOutcome

_WHATS = {
    "list": "questions, the newest first",
    "show": "one question, with what was said and done",
    "ask": "note a question that came by letter or telephone, or that the office asks of FIDE",
    "pass-on": "pass a question on to the arbiter, or to FIDE, with a letter",
    "reply": "keep the reply of whoever a question was passed on to",
    "answer": "answer a question, with a letter",
    "close": "close a question with its outcome",
    "set-aside": "set several questions aside with one reason",
}
_ABOUT = ("wrong_result", "wrong_opponent", "missing_game", "identity", "method", "fide_difference")
_OUTCOMES = ("stands", "corrected", "not_corrected", "unfounded")
_MOST_FILE = 5 << 20
_SHOWN = 50


def _question(action: argparse.ArgumentParser) -> None:
    whats = action.add_subparsers(dest="what", metavar="WHAT", required=True)
    for name, summary in _WHATS.items():
        what = whats.add_parser(name, help=summary, description=summary, allow_abbrev=False)
        if name == "set-aside":
            what.add_argument("numbers", metavar="NUMBER", type=whole, nargs="+", help="the questions")
            what.add_argument("--why", default="", metavar="TEXT", help="why; kept in the log")
        elif name not in {"list", "ask"}:
            what.add_argument("number", metavar="NUMBER", type=whole, help="the number of the question")
        _ARGUMENTS.get(name, _none)(what)


def _none(what: argparse.ArgumentParser) -> None:
    del what


def _list(what: argparse.ArgumentParser) -> None:
    what.add_argument("--stage", default="", help="only those at this stage, such as open")


def _ask(what: argparse.ArgumentParser) -> None:
    what.add_argument("player", metavar="PLAYER", type=whole, help="the FIDE number of the player")
    what.add_argument("--about", choices=_ABOUT, required=True, help="what the question is about")
    what.add_argument("--words", required=True, metavar="TEXT", help="what is asked; sealed, and can be erased")
    what.add_argument("--kind", choices=KINDS, default="", help="the kind of chess")
    what.add_argument("--list", dest="list_day", type=month, metavar="YYYY-MM", help="the list")
    what.add_argument("--event", type=whole, metavar="NUMBER", help="the number of the event")
    what.add_argument("--round", type=whole, metavar="NUMBER", help="the round")
    what.add_argument("--evidence", metavar="FILE", help="a file that proves it")
    _receiver(what, "whoever asks")


def _receiver(what: argparse.ArgumentParser, whose: str) -> None:
    what.add_argument("--name", default="", help=f"the name of {whose}")
    what.add_argument("--email", default="", help=f"the e-mail address of {whose}; without it the letter is printed")


def _pass_on(what: argparse.ArgumentParser) -> None:
    what.add_argument("--to", choices=("arbiter", "fide"), required=True, help="to whom")
    what.add_argument("--until", type=day, metavar="DATE", required=True, help="by when an answer is asked for")
    what.add_argument("--arbiter", type=whole, metavar="NUMBER", help="the FIDE number of the arbiter")
    what.add_argument("--evidence", metavar="FILE", help="a file that is attached")
    _receiver(what, "whoever it goes to")


def _show(what: argparse.ArgumentParser) -> None:
    what.add_argument("--evidence", metavar="FILE", help="write what came as its proof")
    what.add_argument("--explanation", metavar="FILE.html", help="write the explanation that went with the answer")


def _reply(what: argparse.ArgumentParser) -> None:
    what.add_argument("--words", required=True, metavar="TEXT", help="what was said; sealed, and can be erased")


def _answer(what: argparse.ArgumentParser) -> None:
    _reply(what)
    what.add_argument("--explained", action="store_true", help="attach the page that explains the line")


def _close(what: argparse.ArgumentParser) -> None:
    what.add_argument("--outcome", choices=_OUTCOMES, required=True, help="what became of it")
    what.add_argument("--correction", type=whole, metavar="ENTRY", help="the entry of the log that put it right")


_ARGUMENTS = {
    "list": _list,
    "show": _show,
    "ask": _ask,
    "pass-on": _pass_on,
    "reply": _reply,
    "answer": _answer,
    "close": _close,
}
ACTIONS: dict[str, tuple[str, Callable[[argparse.ArgumentParser], None]]] = {
    "question": ("questions about lines and games: note, pass on, answer, close, set aside", _question),
}


def answered(given: argparse.Namespace) -> Answer:
    """Do what is asked."""
    given.no_wait = False
    now_in = session(given)
    if given.what in {"list", "show"}:
        return {"list": _listed, "show": _shown}[given.what](given, now_in)
    return outcome_answer(_DEEDS[given.what](given, now_in), given, now_in)


def _listed(given: argparse.Namespace, now_in: Session) -> Answer:
    from arpad.storage.queries.paging import AskedRows  # noqa: PLC0415 - needs an office that is open
    from arpad.storage.queries.questions import questions  # noqa: PLC0415 - the same

    page = questions(now_in.person, AskedRows({"stage": given.stage}, size=_SHOWN))
    rows: list[dict[str, Any]] = [
        {
            "number": line.row.number, "kind": line.row.kind, "stage": line.row.stage, "player": line.row.player,
            "federation": line.row.federation, "due": None if line.row.due is None else line.row.due.isoformat(),
            "is_overdue": line.is_overdue,
        }
        for line in page.rows
    ]  # fmt: skip
    cells = [(row["number"], row["kind"], row["player"], row["due"] or "", row["stage"]) for row in rows]
    text = table(["question", "about", "player", "by", "stage"], cells)
    return Answer({"questions": rows, "total": page.total}, text)


def _shown(given: argparse.Namespace, now_in: Session) -> Answer:
    from arpad.office.roles import deed_sentence  # noqa: PLC0415 - needs an office that is open
    from arpad.storage.queries.questions import question  # noqa: PLC0415 - the same

    shown = question(now_in.person, given.number)
    if shown is None:
        raise RefusedError.of(WORDS, "no_question", str(given.number), number=given.number)
    row = shown.row
    _write_files(given, row.evidence, row.explanation)
    entries = [
        {"entry": entry.number, "deed": entry.code, "by": entry.by, "words": entry.words, "reason": entry.reason}
        for entry in shown.entries
    ]
    data = {
        "number": row.number, "kind": row.kind, "stage": row.stage, "player": row.player, "event": row.event,
        "list": None if row.list_date is None else row.list_date.isoformat(), "federation": row.federation,
        "due": None if row.due is None else row.due.isoformat(), "outcome": row.outcome, "correction": row.correction,
        "explanation": row.explanation, "evidence": row.evidence, "name": shown.name, "email": shown.email,
        "entries": entries, "letters": [letter.reference for letter in shown.letters], "deeds": list(shown.deeds),
    }  # fmt: skip
    lines = [f"{entry.number}  {deed_sentence(entry.code)}  {entry.words or entry.reason}" for entry in shown.entries]
    head = f"{row.number} {row.kind}, {row.player}: {row.stage}"
    return Answer(data, "\n".join([head, *lines]))


def _write_files(given: argparse.Namespace, evidence: str, explanation: str) -> None:
    """Write what is attached to a question, where it is asked for; refused where there is none."""
    from arpad.storage.archived_files import archive  # noqa: PLC0415 - needs an office that is open

    for place, sha256 in ((given.evidence, evidence), (given.explanation, explanation)):
        if place and not sha256:
            raise RefusedError.of(WORDS, "nothing_attached", place, number=given.number)
        if place:
            with whole_file(place) as out:
                out.write(archive().read(sha256))


def _bytes(name: str | None) -> bytes | None:
    return None if name is None else read_whole(Path(name), _MOST_FILE)


def _asked(given: argparse.Namespace, now_in: Session) -> DeedOutcome:
    from arpad.office.ask_question import AskQuestion  # noqa: PLC0415 - needs an office that is open
    from arpad.office.roles import federations_seen, refusal  # noqa: PLC0415 - the same
    from arpad.storage.deeds.questions import ask_question  # noqa: PLC0415 - the same

    refused = refusal(now_in.person, "question.answer")
    if refused is not None and not federations_seen(now_in.person, "question.answer"):
        raise RefusedError([refused])
    asked = AskQuestion(
        given.about, given.player, given.words, given.kind, given.list_day, given.event, given.round, given.name,
        given.email,
    )  # fmt: skip
    return ask_question(now_in.person, asked, now_in.origin, _bytes(given.evidence))


def _passed_on(given: argparse.Namespace, now_in: Session) -> DeedOutcome:
    from arpad.office.answer_question import PassOn  # noqa: PLC0415 - needs an office that is open
    from arpad.storage.deeds.questions import pass_on  # noqa: PLC0415 - the same

    asked = PassOn(given.to, given.until, given.arbiter)
    evidence = _bytes(given.evidence)
    return pass_on(now_in.person, given.number, asked, given.name, given.email, evidence, now_in.origin)


def _replied(given: argparse.Namespace, now_in: Session) -> DeedOutcome:
    from arpad.storage.deeds.questions import keep_reply  # noqa: PLC0415 - needs an office that is open

    return keep_reply(now_in.person, given.number, given.words, now_in.origin)


def _told_back(given: argparse.Namespace, now_in: Session) -> DeedOutcome:
    from arpad.storage.deeds.questions import answer  # noqa: PLC0415 - needs an office that is open

    return answer(now_in.person, given.number, given.words, explained=given.explained, origin=now_in.origin)


def _closed(given: argparse.Namespace, now_in: Session) -> DeedOutcome:
    from arpad.office.answer_question import Close  # noqa: PLC0415 - needs an office that is open
    from arpad.storage.deeds.questions import close  # noqa: PLC0415 - the same

    return close(now_in.person, given.number, Close(given.outcome, given.correction), now_in.origin)


def _set_aside(given: argparse.Namespace, now_in: Session) -> DeedOutcome:
    from arpad.storage.deeds.questions import set_aside  # noqa: PLC0415 - needs an office that is open

    return set_aside(now_in.person, given.numbers, given.why, now_in.origin)


_DEEDS: dict[str, Callable[[argparse.Namespace, Session], DeedOutcome]] = {
    "ask": _asked,
    "pass-on": _passed_on,
    "reply": _replied,
    "answer": _told_back,
    "close": _closed,
    "set-aside": _set_aside,
}
