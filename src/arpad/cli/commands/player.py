"""`arpad player FILE|-`: one player's rating period, as JSON, a small text or a table, to numbers with reasons."""

from __future__ import annotations

import argparse
import re
import sys
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arpad.cli.commands.period_answer import explained_answer
from arpad.cli.options import born, coefficient, list_day, rating, whole
from arpad.cli.terminal import wrapped
from arpad.cli.wording import WORDS
from arpad.documents.period import names_in, read_period, refuse_days_without_edition
from arpad.documents.period_forms import is_json, period_document
from arpad.documents.receipt import outcome_of
from arpad.documents.schema import InputError, parsed
from arpad.model.bounded import MOST_IN_JSON, read_whole, within_limit
from arpad.model.period import KINDS
from arpad.model.problems import RefusedError
from arpad.regulations.calendar import calendar
from arpad.regulations.workings.could_explain import causes
from arpad.regulations.workings.explanation import explain
from arpad.regulations.workings.first_rating import FirstRating
from arpad.regulations.workings.in_words import signed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arpad.cli.answer import Answer
    from arpad.model.period import EventNames, RatingPeriod
    from arpad.regulations.workings.explanation import Explanation

UNRATED = "unrated"
_SHOWN = 5
"""So many causes of a difference are told, the others counted."""
_OF_PLAYER = ("rating", "k", "born", "games", "highest")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument(
        "file",
        metavar="FILE",
        help="a small text (rating: 1850; an event: Open, 2026-10-02 to 2026-10-04; below it its games: Linden, Bruno "
        "1751 1/2), a CSV table of games (start, rating, score), or JSON (`arpad schema player.input`); - for standard "
        "input",
    )
    parser.add_argument(
        "--official",
        type=_change,
        metavar="CHANGE",
        help="the change that was published, such as -14: what explains it",
    )
    parser.add_argument(
        "--rating", type=_rating, help="the last published rating, or 'unrated'; before that of the file"
    )
    parser.add_argument("--k", type=coefficient, help="the development coefficient; or born, games and highest")
    parser.add_argument("--born", type=born, metavar="DATE|YEAR", help="birth date, or only its year")
    parser.add_argument("--games", type=whole, help="rated games before this period")
    parser.add_argument("--highest", type=rating, help="highest rating ever published")
    parser.add_argument("--kind", choices=KINDS, help="the kind of chess; standard if nothing says it")
    parser.add_argument(
        "--list",
        dest="list_date",
        type=list_day,
        metavar="YYYY-MM",
        help="the list being made; by the calendar otherwise",
    )


def _rating(text: str) -> int | str:
    return UNRATED if text.casefold() == UNRATED else rating(text)


def _change(text: str) -> int:
    """Read a change with or without its sign."""
    if not re.fullmatch(r"[+\-−]?[0-9]{1,4}", text):  # noqa: RUF001 - a minus as it is printed
        raise argparse.ArgumentTypeError(f"{text!r} is not a change; write it as -14 or +3")
    return int(text.replace("−", "-"))  # noqa: RUF001 - the same


def answer(given: argparse.Namespace) -> Answer:
    """Read a period, rate it, give everything."""
    text = read(given.file)
    document: Any = parsed(text, _name(given.file)) if is_json(text) else period_document(text, _name(given.file))
    if isinstance(document, dict):
        document = _with_options(document, given)
        is_whole = is_json(text) or "list" in document or document["kind"] not in KINDS
        document = document if is_whole else _with_list(document)
    if not is_json(text) and "rating" not in document["player"]:
        raise InputError.of(WORDS, "form_without_rating", "rating", source=_name(given.file))
    period = read_period(document)
    period = replace(period, edition=_edition(period.edition, _folder(given.file)))
    refuse_days_without_edition(period)
    names = names_in(document)
    explanation = explain(period)
    answered = explained_answer(explanation, names)
    if document.get("receipt"):
        answered = _as_receipt(answered, explanation, document["receipt"])
    if given.official is None:
        return answered
    result = explanation[0]
    if isinstance(result, FirstRating) or (result.change is None and not result.is_without_k):
        raise RefusedError.of(WORDS, "no_change", "--official")
    return _beside(answered, period, given.official, names)


def _as_receipt(answered: Answer, explanation: Explanation, receipt: dict[str, Any]) -> Answer:
    """Say whether what was computed here is what a receipt says."""
    came = outcome_of(explanation.result)
    agrees = all(receipt.get(name) == value for name, value in came.items() if name in receipt)
    facts = {name: receipt[name] for name in ("list", "list_hash", "new_rating")}
    data = {**answered.data, "receipt": {**facts, "agrees": agrees}}
    line = WORDS.say("receipt", "agrees" if agrees else "differs", {**facts, "here": came["new_rating"]})
    return replace(answered, data=data, text=f"{answered.text}\n\n{wrapped(line)}")


def _with_options(document: dict[str, Any], given: argparse.Namespace) -> dict[str, Any]:
    """Put what is given as options in the place of what the file says."""
    options = {name: getattr(given, name) for name in _OF_PLAYER if getattr(given, name) is not None}
    if given.born is not None:
        birth = given.born
        options["born"] = birth.year if birth.only_year else f"{birth.year}-{birth.month:02}-{birth.day:02}"
    if options.get("rating") == UNRATED:
        options["rating"] = None
    known = document.get("player", {})
    player = {**known, **options} if isinstance(known, dict) else known
    more = {} if given.kind is None else {"kind": given.kind}
    more |= {} if given.list_date is None else {"list": given.list_date.isoformat()}
    return {**document, **({"player": player} if options else {}), **more}


def _with_list(document: dict[str, Any]) -> dict[str, Any]:
    """Name the list for which the last of the events is rated, where nothing says which is made."""
    # Days are read once more, with what is wrong with them, when the document is.
    ends = [event["end"] for event in document["events"] if re.fullmatch(r"\d{4}-\d{2}-\d{2}", str(event["end"]))]
    try:
        days = calendar(document["kind"], name=document.get("edition"))
        last = days.list_for_event(max(map(date.fromisoformat, ends)))
    except ValueError:
        return document
    return document if last is None else {**document, "list": last.isoformat()}


def _beside(answered: Answer, period: RatingPeriod, official: int, names: Sequence[EventNames]) -> Answer:
    """Say what could explain that a published change is another one."""
    change = answered.data["change"]
    reasons = causes(period, official, names)
    data = {
        **answered.data,
        "official": {
            "change": official,
            "difference": None if change is None else official - change,
            "causes": [{"class": cause.kind, "sentence": cause.sentence} for cause in reasons],
        },
    }
    if not reasons:
        lines = [f"The published change is the same: {signed(official)}."]
    else:
        here = "no change, for K is not known" if change is None else signed(change)
        lines = [f"Published {signed(official)}, here {here}. What would come to {signed(official)}:"]
        lines += [wrapped(f"- {cause.sentence}") for cause in reasons[:_SHOWN]]
        lines += [f"… and {len(reasons) - _SHOWN} more; --json has them."] if len(reasons) > _SHOWN else []
    return replace(answered, data=data, text="\n".join([answered.text, "", *lines]))


def read(name: str) -> str:
    """Read a text file or standard input as UTF-8, with or without a byte order mark."""
    try:
        if name == "-" and sys.stdin is None:
            raise InputError.of(WORDS, "not_opened", name, says="input_closed")
        most = MOST_IN_JSON
        raw = within_limit(sys.stdin.buffer.read(most + 1), most, name) if name == "-" else read_whole(name, most)
    except OSError as fault:
        raise InputError.of(WORDS, "not_opened", name, name=name, why=fault.strerror) from fault
    except ValueError as fault:
        raise InputError.of(WORDS, "not_opened", name, says="no_file", name=name, why=str(fault)) from fault
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise InputError.of(WORDS, "not_utf8", name, name="" if name == "-" else name, byte=fault.start) from fault


def _name(name: str) -> str:
    return "standard input" if name == "-" else name


def _folder(name: str) -> Path:
    return Path() if name == "-" else Path(name).parent


def _edition(name: str | None, folder: Path) -> str | None:
    """A path in a file is meant from where the command runs, or else from the file's own folder."""
    if name is not None and name.endswith(".toml") and not Path(name).exists() and folder.joinpath(name).exists():
        return str(folder.joinpath(name))
    return name
