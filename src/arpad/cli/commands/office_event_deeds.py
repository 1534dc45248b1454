"""The deeds of `arpad office event`: each with what it is asked with, and the deed of the office that does it."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arpad.cli.answer import Answer
from arpad.cli.office_act import act_of, add_act, add_letter, letter_of, papers_of
from arpad.cli.office_outcome import outcome_answer
from arpad.cli.office_session import system_of
from arpad.cli.options import day, whole
from arpad.cli.wording import WORDS
from arpad.model.bounded import MOST_IN_RECORD, MOST_IN_TOML, TomlError, read_whole, toml_of
from arpad.model.problems import RefusedError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import date

    from arpad.cli.office_session import Session
    from arpad.storage.deeds.asking import DeedOutcome
    from arpad.storage.events.carrying_out import Along


@dataclass(frozen=True, slots=True)
class EventDeed:
    """A deed about an event at the command line."""

    summary: str
    options: Callable[[argparse.ArgumentParser], None]
    do: Callable[[argparse.Namespace, Session, Along], Answer]
    has_number: bool = True
    has_letter: bool = False
    """True where a letter tells of it."""


def add_deed(part: argparse.ArgumentParser, deed: EventDeed) -> None:
    """Say what a deed takes."""
    if deed.has_number:
        part.add_argument("event", metavar="EVENT", type=whole, help="the number of the event, or of its part")
        part.add_argument("--seen", type=whole, metavar="ENTRY", help="only where this entry changed it last")
    else:
        part.add_argument("--system", metavar="KEY", help="by whose rules, where the office has several")
    deed.options(part)
    add_act(part)
    if deed.has_letter:
        add_letter(part)


def done(given: argparse.Namespace, now_in: Session) -> Answer:
    """Do a deed, with its papers in the archive."""
    from arpad.storage.events.carrying_out import Along  # noqa: PLC0415 - needs an office that is open

    papers = papers_of(given)
    along = Along(now_in.origin, getattr(given, "seen", None), papers, letter=letter_of(given))
    return DEEDS[given.part].do(given, now_in, along)


def _values(given: argparse.Namespace) -> dict[str, Any]:
    """Give the facts that are typed, over those of a file; refused with everything that is wrong with them."""
    from arpad.office.registration_text import values_of_texts  # noqa: PLC0415 - an extra, and slow to load

    texts: dict[str, str] = {}
    if given.facts:
        texts |= _texts_of_file(Path(given.facts))
    texts |= dict(given.pairs)
    values, problems = values_of_texts(texts, given.facts or "--set")
    if problems:
        raise RefusedError(problems)
    return values


def _texts_of_file(place: Path) -> dict[str, str]:
    """Give the facts of a TOML file, each as it would be typed."""
    try:
        content = toml_of(read_whole(place, MOST_IN_TOML).decode("utf-8-sig"))
    except (TomlError, UnicodeDecodeError) as fault:
        raise RefusedError.of(WORDS, "facts_unreadable", place.name, file=place.name, why=str(fault)) from fault
    return {name: _typed(value) for name, value in content.items()}


def _typed(value: Any) -> str:  # noqa: ANN401 - a value of TOML
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return "; ".join(f"{name}={_typed(inner)}" for name, inner in value.items())
    if isinstance(value, list):
        return "; ".join(" ".join(map(_typed, part)) if isinstance(part, list) else _typed(part) for part in value)
    return str(value)


def _pair(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign or not name:
        raise argparse.ArgumentTypeError(f"{text!r} gives no fact; write NAME=VALUE, such as place=Győr")
    return name.strip(), value


def _facts(part: argparse.ArgumentParser) -> None:
    part.add_argument("--facts", default="", metavar="FILE.toml", help="facts of the event, by their names")
    part.add_argument(
        "--set", dest="pairs", action="append", type=_pair, default=[], metavar="NAME=VALUE", help="a fact of the event"
    )


def _federation(part: argparse.ArgumentParser) -> None:
    part.add_argument("--federation", required=True, metavar="FED", help="the federation that registers it")


def _new(part: argparse.ArgumentParser) -> None:
    _federation(part)
    _facts(part)


def _amended(part: argparse.ArgumentParser) -> None:
    _facts(part)
    part.add_argument("--take-back", action="append", default=[], metavar="NAME", help="a fact that no longer holds")


def _copied(part: argparse.ArgumentParser) -> None:
    part.add_argument("earlier", metavar="EVENT", type=whole, help="the number of the event of last year")
    part.add_argument("--start", type=day, required=True, metavar="DATE", help="the first day of the new one")
    _facts(part)


def _season(part: argparse.ArgumentParser) -> None:
    part.add_argument("season", metavar="SEASON.csv", help="a table of events, the names of facts in its first line")
    _federation(part)


def _noted(part: argparse.ArgumentParser) -> None:
    _federation(part)
    part.add_argument("--name", required=True, help="what it is called")
    part.add_argument("--start", type=day, required=True, metavar="DATE", help="its first day")
    part.add_argument("--end", type=day, required=True, metavar="DATE", help="its last day")
    part.add_argument("--known-from", required=True, metavar="TEXT", help="from where it is known")
    part.add_argument("--announced-unrated", choices=("yes", "no"), help="whether it was announced as not rated")


def _decided(part: argparse.ArgumentParser) -> None:
    part.add_argument("--on", type=day, required=True, metavar="DATE", help="the day of the decision")
    part.add_argument("--document", default="", metavar="TEXT", help="where it is written, if no paper is given")


def _asking(part: argparse.ArgumentParser) -> None:
    part.add_argument("what", metavar="MATTER", help="what needs approval, such as late_registration")


def _approval(part: argparse.ArgumentParser) -> None:
    _asking(part)
    part.add_argument("--body", required=True, help="which body of the edition decided")
    part.add_argument("--declined", action="store_true", help="it was declined")
    part.add_argument("--consulted", default="", metavar="BODY", help="whom it consulted first")
    _decided(part)


def _short(part: argparse.ArgumentParser) -> None:
    part.add_argument("--last-day", type=day, required=True, metavar="DATE", help="the last day of play")
    part.add_argument("--rounds", type=whole, metavar="N", help="how many rounds were played")


def _answer(part: argparse.ArgumentParser) -> None:
    part.add_argument("answer", choices=("taken", "returned", "refused"), help="what FIDE answered")
    _decided(part)
    part.add_argument("--fide-code", default="", metavar="CODE", help="what FIDE calls the event")


def _sent(part: argparse.ArgumentParser) -> None:
    part.add_argument("--on", type=day, required=True, metavar="DATE", help="the day on which it was sent")
    part.add_argument("--fide-code", default="", metavar="CODE", help="what FIDE calls the event")


def _on_list(part: argparse.ArgumentParser) -> None:
    part.add_argument("--list", dest="list_day", type=day, required=True, metavar="DATE", help="the day of the list")
    part.add_argument("--on", type=day, required=True, metavar="DATE", help="when it was seen there")


def _nothing(part: argparse.ArgumentParser) -> None:
    del part


def _said(outcome: DeedOutcome, number: int, given: argparse.Namespace, now_in: Session) -> Answer:
    """Tell what came of a deed, with the number of the event."""
    answer = outcome_answer(outcome, given, now_in)
    return Answer({**answer.data, "event": number}, answer.text)


def _register(given: argparse.Namespace, now_in: Session, along: Along) -> Answer:
    from arpad.office.register_event import RegisterEvent  # noqa: PLC0415 - needs an office that is open
    from arpad.storage.deeds.registrations import register  # noqa: PLC0415 - the same

    asked = RegisterEvent(values=_values(given), **act_of(given))
    return _said(*register(now_in.person, system_of(given), given.federation, asked, along), given, now_in)


def _copy(given: argparse.Namespace, now_in: Session, along: Along) -> Answer:
    from arpad.office.register_event import RegisterEvent  # noqa: PLC0415 - needs an office that is open
    from arpad.storage.deeds.registrations import register  # noqa: PLC0415 - the same
    from arpad.storage.deeds.season import copied_values  # noqa: PLC0415 - the same
    from arpad.storage.queries.registration_page import registration_row  # noqa: PLC0415 - the same

    values = copied_values(now_in.person, given.earlier, given.start, _values(given))
    row = registration_row(now_in.person, given.earlier)
    federation = "" if row is None else row.federation
    asked = RegisterEvent(values=values, **act_of(given))
    return _said(*register(now_in.person, system_of(given), federation, asked, along), given, now_in)


def _registered_season(given: argparse.Namespace, now_in: Session, along: Along) -> Answer:
    from arpad.storage.deeds.season import register_season  # noqa: PLC0415 - needs an office that is open

    place = Path(given.season)
    data = read_whole(place, MOST_IN_RECORD)
    outcomes = register_season(now_in.person, system_of(given), given.federation, data, place.name, along)
    numbers = [number for _, number in outcomes]
    return Answer(
        {"outcome": "done", "events": numbers}, WORDS.say("office", "season_registered", {"events": len(numbers)})
    )


def _reminded(given: argparse.Namespace, now_in: Session, along: Along) -> Answer:
    from arpad.office.event_letters import Remind  # noqa: PLC0415 - needs an office that is open
    from arpad.storage.events.letters import remind  # noqa: PLC0415 - the same

    return _said(remind(now_in.person, given.event, Remind(**act_of(given)), along), given.event, given, now_in)


def _sent_on(given: argparse.Namespace, now_in: Session, along: Along) -> Answer:
    from arpad.office.send_to_fide import SendToFide  # noqa: PLC0415 - needs an office that is open
    from arpad.storage.deeds.fide_exchange import send_file  # noqa: PLC0415 - the same

    asked = SendToFide(sha256="", sent_on=given.on, fide_code=given.fide_code, **act_of(given))
    outcome = send_file(now_in.person, given.event, asked, along)
    return _said(outcome, given.event, given, now_in)


def _note(given: argparse.Namespace, now_in: Session, along: Along) -> Answer:
    from arpad.office.note_unregistered import NoteUnregistered  # noqa: PLC0415 - needs an office that is open
    from arpad.storage.deeds.registrations import note  # noqa: PLC0415 - the same

    unrated = {"yes": True, "no": False}.get(given.announced_unrated or "")
    asked = NoteUnregistered(
        name=given.name, start=given.start, end=given.end, known_from=given.known_from, announced_unrated=unrated,
        **act_of(given),
    )  # fmt: skip
    return _said(*note(now_in.person, system_of(given), given.federation, asked, along), given, now_in)


def _by(module: str, deed: str, asked: Callable[[argparse.Namespace], Any]) -> Callable[..., Answer]:
    """Give what does a deed about an event that is there: the function of a module of `storage.deeds`."""

    def do(given: argparse.Namespace, now_in: Session, along: Along) -> Answer:
        from importlib import import_module  # noqa: PLC0415 - only here

        function = getattr(import_module(f"arpad.storage.deeds.{module}"), deed)
        return _said(function(now_in.person, given.event, asked(given), along), given.event, given, now_in)

    return do


def _asked(name: str, kind: str, more: Callable[[argparse.Namespace], Mapping[str, Any]] = lambda _: {}) -> Any:  # noqa: ANN401 - gives a request
    """Give what makes the request of a module of the office."""

    def make(given: argparse.Namespace) -> Any:  # noqa: ANN401 - a request
        from importlib import import_module  # noqa: PLC0415 - only here

        request = getattr(import_module(f"arpad.office.{name}"), kind)
        return request(**more(given), **act_of(given))

    return make


def _changes(given: argparse.Namespace) -> dict[str, Any]:
    return {"changes": {**_values(given), **dict.fromkeys(given.take_back)}}


def _decision(given: argparse.Namespace) -> dict[str, Any]:
    return {"decided_on": given.on, "document": given.document}


def _of_approval(given: argparse.Namespace) -> dict[str, Any]:
    named = {"what": given.what, "body": given.body, "consulted": given.consulted}
    return {**named, "is_granted": not given.declined, **_decision(given)}


def _of_answer(given: argparse.Namespace) -> dict[str, Any]:
    on: date = given.on
    return {"answer": given.answer, "answered_on": on, "document": given.document, "fide_code": given.fide_code}


def _of_end(given: argparse.Namespace) -> dict[str, Any]:
    return {"last_day": given.last_day, "rounds": given.rounds}


def _of_sending(given: argparse.Namespace) -> dict[str, Any]:
    return {"sha256": "", "sent_on": given.on, "fide_code": given.fide_code}


_REGISTRATIONS, _APPROVALS, _FIDE = "registrations", "event_approvals", "fide_exchange"
DEEDS: dict[str, EventDeed] = {
    "register": EventDeed("register an event", _new, _register, has_number=False),
    "copy": EventDeed("register an event as one of last year", _copied, _copy, has_number=False),
    "season": EventDeed("register a season from a table", _season, _registered_season, has_number=False),
    "note": EventDeed("note an event that nobody registered", _noted, _note, has_number=False),
    "take-up": EventDeed(
        "take up, for the federation, what an organiser registered", _nothing,
        _by(_REGISTRATIONS, "take_up_registration", _asked("register_event", "TakeUpRegistration")),
    ),
    "amend": EventDeed(
        "amend what is registered of an event", _amended,
        _by(_REGISTRATIONS, "amend", _asked("amend_event", "AmendEvent", _changes)),
    ),
    "cancel": EventDeed(
        "say that an event does not take place", _nothing,
        _by(_REGISTRATIONS, "cancel", _asked("cancel_event", "CancelEvent")),
    ),
    "postpone": EventDeed(
        "say that an event does not begin when it was to", _nothing,
        _by(_REGISTRATIONS, "postpone", _asked("postpone_event", "PostponeEvent")),
    ),
    "cut-short": EventDeed(
        "say that an event ended before all its rounds were played", _short,
        _by(
            _REGISTRATIONS, "cut_short",
            _asked("cut_short_event", "CutShortEvent", _of_end),
        ),
    ),
    "refuse": EventDeed(
        "refuse the registration of an event", _decided,
        _by(_REGISTRATIONS, "refuse", _asked("refuse_registration", "RefuseRegistration", _decision)),
        has_letter=True,
    ),
    "empty": EventDeed(
        "declare a part of a long event empty: in its month nothing was played", _nothing,
        _by(_REGISTRATIONS, "declare_part_empty", _asked("event_case", "EventAct")),
    ),
    "remind": EventDeed(
        "remind somebody of a report that is missing, by a letter", _nothing, _reminded, has_letter=True
    ),
    "ask": EventDeed(
        "ask for an approval that an event needs", _asking,
        _by(_APPROVALS, "ask", _asked("ask_approval", "AskApproval", lambda given: {"what": given.what})),
        has_letter=True,
    ),
    "approve": EventDeed(
        "give an approval, or record one with its document", _approval,
        _by(_APPROVALS, "record", _asked("record_approval", "RecordApproval", _of_approval)),
    ),
    "fide-registered": EventDeed(
        "record that an event was registered with FIDE; the paper is what was sent, else the registration", _sent,
        _by(_FIDE, "send_registered", _asked("send_to_fide", "SendRegistration", _of_sending)),
    ),
    "fide-registration": EventDeed(
        "keep what FIDE answered about a registration", _answer,
        _by(_FIDE, "keep_registered", _asked("send_to_fide", "FideAnswer", _of_answer)),
    ),
    "fide-sent": EventDeed(
        "record that the report of an event was sent to FIDE; the paper is what was sent, else the report itself",
        _sent, _sent_on,
    ),
    "fide-answer": EventDeed(
        "keep what FIDE answered about a report", _answer,
        _by(_FIDE, "keep_fide_answer", _asked("send_to_fide", "FideAnswer", _of_answer)),
    ),
    "fide-listed": EventDeed(
        "note that an event is on a list of FIDE", _on_list,
        _by(
            _FIDE, "note_on_list",
            _asked("send_to_fide", "NoteFideList", lambda given: {"list": given.list_day, "seen_on": given.on}),
        ),
    ),
}  # fmt: skip
"""Every deed about an event that is no deed about its report."""
