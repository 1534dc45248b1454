"""What can be put right, each with its form, and the request of the book that it comes to."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from django.core.exceptions import ValidationError

from arpad.book.decisions.annul import Annul
from arpad.book.decisions.correct_event import CorrectEvent, CorrectResult
from arpad.book.decisions.correct_player import CorrectLine, CorrectNumber, CorrectPerson
from arpad.book.decisions.exclude import Exclude
from arpad.book.decisions.keep_apart import KeepEventsApart, KeepPlayersApart
from arpad.book.decisions.merge import Merge
from arpad.book.schema import SCOPES
from arpad.model.period import KINDS, Born
from arpad.office.take_in_late_report import TakeInLateReport
from arpad.web.forms import OfficeForm, choice_field, day_field, text_field, whole_field
from arpad.web.wording import says

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arpad.storage.deeds.corrections import Request

RESULTS = ("100 0", "50 50", "0 100", "0 0")
_MOST = 10**18


def _number() -> Any:  # noqa: ANN401 - a field of Django
    return whole_field(min_value=-_MOST, max_value=_MOST)


class ResultForm(OfficeForm):
    """A game and its result as it should be."""

    event, round, white, black = whole_field(min_value=1), whole_field(min_value=1), _number(), _number()
    result = choice_field([(pair, says("result", pair)) for pair in RESULTS])


class EventForm(OfficeForm):
    """What is right of an event; what is left out stays."""

    event = whole_field(min_value=1)
    start, end = day_field(required=False), day_field(required=False)
    kind = choice_field([("", ""), *((kind, says("kind", kind)) for kind in KINDS)], as_list=True, required=False)
    received = day_field(required=False)

    def clean(self) -> dict[str, Any]:
        """Refuse a form in which nothing is put right."""
        return _refuse_nothing(self, ("start", "end", "kind", "received"))


class AnnulForm(OfficeForm):
    """An event that should not count, or whose annulment is taken back."""

    event = whole_field(min_value=1)
    back = choice_field([("", says("put_right", "annul")), ("back", says("label", "back"))], required=False)


class LateReportForm(OfficeForm):
    """An event whose report came too late for the list being made."""

    event = whole_field(min_value=1)


class PlayerForm(OfficeForm):
    """What is right of a player; what is left out stays."""

    player = _number()
    name = text_field(required=False)
    federation = text_field(required=False, max_length=3)
    sex = choice_field([("", ""), ("F", says("sex", "F")), ("M", says("sex", "M"))], as_list=True, required=False)
    birth_year = whole_field(min_value=1800, max_value=2199, required=False)
    birth_date = day_field(required=False)

    def clean(self) -> dict[str, Any]:
        """Refuse a form in which nothing is put right."""
        return _refuse_nothing(self, ("name", "federation", "sex", "birth_year", "birth_date"))


class MergeForm(OfficeForm):
    """Two numbers of one person."""

    old, new = _number(), _number()


class EventsApartForm(OfficeForm):
    """Two events that are nearly the same and were both played."""

    event, other_event = whole_field(min_value=1), whole_field(min_value=1)


class PlayersApartForm(OfficeForm):
    """A player without a FIDE number, and a namesake who is somebody else."""

    player, other_player = _number(), _number()


class RenumberForm(OfficeForm):
    """A player under a wrong number, and the right one."""

    player, number = _number(), _number()


class ExcludeForm(OfficeForm):
    """Who is excluded from what, and when."""

    player = _number()
    scope = choice_field([(scope, says("scope", scope)) for scope in SCOPES])
    since, until = day_field(), day_field(required=False)


class BaseForm(OfficeForm):
    """What is right on the line of a player for the next list; what is left out stays."""

    player = _number()
    kind = choice_field([(kind, says("kind", kind)) for kind in KINDS], as_list=True)
    rating = whole_field(min_value=1, max_value=4000, required=False)
    k = whole_field(min_value=0, max_value=100, required=False)
    played = whole_field(min_value=0, max_value=10**6, required=False)

    def clean(self) -> dict[str, Any]:
        """Refuse a form in which nothing is put right."""
        return _refuse_nothing(self, ("rating", "k", "played"))


def _refuse_nothing(form: OfficeForm, names: tuple[str, ...]) -> dict[str, Any]:
    given = dict(form.cleaned_data)
    if not form.errors and all(given.get(name) in {None, ""} for name in names):
        raise ValidationError(says("wrong", "nothing_given"))
    return given


FORMS: dict[str, tuple[type[OfficeForm], str]] = {
    "result": (ResultForm, "result.correct"),
    "event": (EventForm, "event.correct"),
    "annul": (AnnulForm, "event.annul"),
    "late_report": (LateReportForm, "late_report.take_in"),
    "player": (PlayerForm, "player.correct"),
    "merge": (MergeForm, "player.merge"),
    "renumber": (RenumberForm, "player.renumber"),
    "exclude": (ExcludeForm, "player.exclude"),
    "base": (BaseForm, "base.correct"),
    "events_apart": (EventsApartForm, "event.distinct"),
    "players_apart": (PlayersApartForm, "player.distinct"),
}
"""By its name in the address, the form of what can be put right, and the deed that it comes to."""


def request_of_form(what: str, given: Mapping[str, Any]) -> Request:  # noqa: C901, PLR0911 - one for each kind
    """Give the request that a form stands for; why it is put right is said when it is decided."""
    asked = {name: value for name, value in given.items() if value not in {None, ""}}
    match what:
        case "result":
            white, _, black = str(asked["result"]).partition(" ")
            scores = (int(white), int(black))
            return CorrectResult(asked["event"], asked["round"], asked["white"], asked["black"], scores, "")
        case "event":
            days = (asked.get("start"), asked.get("end"))
            return CorrectEvent(asked["event"], "", *days, asked.get("kind"), asked.get("received"))
        case "annul":
            return Annul(asked["event"], "", asked.get("back") == "back")
        case "late_report":
            return TakeInLateReport(asked["event"], "")
        case "player":
            parts = {name: asked.get(name) for name in ("sex", "federation", "name")}
            return CorrectPerson(asked["player"], "", _born(asked), **parts)
        case "merge":
            return Merge(asked["old"], asked["new"], "")
        case "events_apart":
            return KeepEventsApart(asked["event"], asked["other_event"], "")
        case "players_apart":
            return KeepPlayersApart(asked["player"], asked["other_player"], "")
        case "renumber":
            return CorrectNumber(asked["player"], asked["number"], "")
        case "exclude":
            return Exclude(asked["player"], asked["since"], asked["scope"], "", asked.get("until"))
        case _:
            numbers = (asked.get(name) for name in ("rating", "k", "played"))
            return CorrectLine(asked["player"], "", asked["kind"], *numbers)


def _born(asked: Mapping[str, Any]) -> Born | None:
    given = asked.get("birth_date") or asked.get("birth_year")
    return None if given is None else Born.of(given.isoformat() if isinstance(given, date) else str(given))
