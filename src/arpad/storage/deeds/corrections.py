"""What can be put right, as plain data and as the change of a book: one table of requests."""

from __future__ import annotations

from dataclasses import asdict, fields
from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple

from arpad.book.decisions.annul import Annul, annulled
from arpad.book.decisions.correct_event import CorrectEvent, CorrectResult, with_event, with_result
from arpad.book.decisions.correct_player import (
    CorrectLine,
    CorrectNumber,
    CorrectPerson,
    with_line,
    with_number,
    with_person,
)
from arpad.book.decisions.exclude import Exclude, excluded
from arpad.book.decisions.keep_apart import (
    KeepEventsApart,
    KeepPlayersApart,
    events_kept_apart,
    players_kept_apart,
)
from arpad.book.decisions.merge import Merge, merged
from arpad.model.period import Born
from arpad.office.canonical import plain
from arpad.office.take_in_late_report import TakeInLateReport
from arpad.storage.deeds.take_in_late_report import change_of_late

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from arpad.book.change import Change
    from arpad.book.view import BookView

    OfBook = (
        Annul
        | CorrectResult
        | CorrectEvent
        | CorrectPerson
        | CorrectNumber
        | CorrectLine
        | Exclude
        | Merge
        | KeepEventsApart
        | KeepPlayersApart
    )
    Request = OfBook | TakeInLateReport


class _Kind(NamedTuple):
    """A kind of request, and what gives the change that carries it out."""

    request: type
    change: Callable[[BookView, Any], Change]


KINDS: dict[str, _Kind] = {
    "annul": _Kind(Annul, annulled),
    "result": _Kind(CorrectResult, with_result),
    "event": _Kind(CorrectEvent, with_event),
    "person": _Kind(CorrectPerson, with_person),
    "number": _Kind(CorrectNumber, with_number),
    "line": _Kind(CorrectLine, with_line),
    "exclude": _Kind(Exclude, excluded),
    "merge": _Kind(Merge, merged),
    "events_apart": _Kind(KeepEventsApart, events_kept_apart),
    "players_apart": _Kind(KeepPlayersApart, players_kept_apart),
    "late_report": _Kind(TakeInLateReport, change_of_late),
}
"""What can be put right, by the name under which it is asked for."""
_DAYS = frozenset(("start", "end", "received", "since", "until"))


def kind_of(request: Request) -> str:
    """Give the name under which something is asked for."""
    return next(name for name, kind in KINDS.items() if kind.request is type(request))


def change_of(view: BookView, request: Request) -> Change:
    """Give the change of a book by which something is put right; refused where the book speaks against it."""
    return KINDS[kind_of(request)].change(view, request)


def request_data(request: Request) -> dict[str, Any]:
    """Give a request as plain data."""
    given = asdict(request)
    if given.get("players"):
        given["players"] = {str(old): new for old, new in given["players"].items()}
    return {"what": kind_of(request), **plain(given)}


def request_of(data: Mapping[str, Any]) -> Request:
    """Read a request from plain data."""
    given = {name: value for name, value in data.items() if name != "what"}
    for name in _DAYS & given.keys():
        given[name] = None if given[name] is None else date.fromisoformat(given[name])
    if given.get("scores") is not None:
        given["scores"] = tuple(given["scores"])
    if given.get("born") is not None:
        given["born"] = Born(**given["born"])
    if "players" in given:
        given["players"] = {int(old): new for old, new in given["players"].items()}
    request = KINDS[data["what"]].request
    known = {field.name for field in fields(request)}
    asked: Request = request(**{name: value for name, value in given.items() if name in known})
    return asked
