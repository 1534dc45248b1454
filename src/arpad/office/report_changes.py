"""What is put right in a report: of a player, of the event, of a result; each with what stood there and what shall.

It belongs to the rating report alone: the bytes stay as they came, and pairings are another matter. Names, births and
sexes are sealed beside the log; numbers, federations, days and results stand in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from arpad.model.period import Born
from arpad.model.tournament import DRAW, FORFEIT_LOSS, FORFEIT_WIN, LOSS, WIN

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

OF_PLAYER, OF_EVENT, OF_RESULT = ABOUT = ("player", "event", "result")
"""What a change is about."""
PLAYER_FIELDS = ("fide_id", "name", "born", "sex", "federation", "title", "rating")
"""What can be put right of a player."""
EVENT_FIELDS = ("name", "city", "federation", "start", "end")
"""What can be put right of an event."""
PERSONAL = ("name", "born", "sex")
"""Of these only that they changed stands in the log."""
RESULTS = (f"{WIN}-{LOSS}", f"{DRAW}-{DRAW}", f"{LOSS}-{WIN}", f"{LOSS}-{LOSS}", f"{FORFEIT_WIN}-{FORFEIT_LOSS}",
           f"{FORFEIT_LOSS}-{FORFEIT_WIN}", f"{FORFEIT_LOSS}-{FORFEIT_LOSS}")  # fmt: skip
"""What a result can be, as the player who is named first has it, then the opponent."""
MOST_TEXT = 33
"""The columns that a report has for a name."""
_MOST_NUMBER, _MOST_RATING, _MOST_DIGITS, _LETTERS = 99_999_999_999, 9999, 11, 3
_SEXES = ("m", "w")


@dataclass(frozen=True, slots=True)
class ReportChange:
    """One thing that is put right in a report; text that is empty takes out what stands there."""

    about: str
    field: str
    after: str
    player: int = 0
    """The starting number; 0 where it is about the event."""
    round: int = 0
    opponent: int = 0

    @property
    def place(self) -> tuple[str, str, int, int, int]:
        """What it is about: two changes of one place contradict each other."""
        return self.about, self.field, self.player, self.round, self.opponent

    @property
    def is_personal(self) -> bool:
        """True where the values are sealed."""
        return self.about == OF_PLAYER and self.field in PERSONAL

    @property
    def key(self) -> str:
        """What it is called in a table of values."""
        numbers = (str(number) for number in (self.player, self.round, self.opponent) if number)
        return ".".join((self.about, self.field, *numbers))

    def facts(self, before: str | None) -> dict[str, object]:
        """Give what the log says of it."""
        known: dict[str, object] = {"about": self.about, "field": self.field}
        known |= {name: getattr(self, name) for name in ("player", "round", "opponent") if getattr(self, name)}
        return known if self.is_personal else {**known, "before": before or "", "after": self.after}


def change_of(facts: Mapping[str, object], after: str) -> ReportChange:
    """Read a change as the log has it; what is sealed comes from beside the log."""
    numbers = {name: int(str(facts.get(name, 0))) for name in ("player", "round", "opponent")}
    return ReportChange(str(facts["about"]), str(facts["field"]), after, **numbers)


def form_of(change: ReportChange) -> str:
    """Name the form that the new value of a change has; empty where nothing like it can be put right."""
    if change.about == OF_RESULT:
        return "result" if change.field == "result" and change.round > 0 and change.opponent > 0 else ""
    known = {OF_PLAYER: PLAYER_FIELDS, OF_EVENT: EVENT_FIELDS}.get(change.about, ())
    if change.field not in known:
        return ""
    return {"fide_id": "number", "born": "birth", "sex": "sex", "federation": "federation", "title": "title",
            "rating": "rating", "start": "day", "end": "day"}.get(change.field, "text")  # fmt: skip


def has_form(form: str, text: str) -> bool:
    """Tell whether a value has its form; nothing stands for nothing, but in a result, a name or a day.

    >>> has_form("number", "1503014"), has_form("birth", "1987-13-01"), has_form("result", "1-0"), has_form("text", "")
    (True, False, True, False)
    """
    return _FORMS[form](text) if text else form in _MAY_BE_EMPTY


def _is(reading: Callable[[str], object], text: str) -> bool:
    try:
        reading(text)
    except ValueError:
        return False
    return True


def _is_whole(most: int, text: str) -> bool:
    return text.isdecimal() and text.isascii() and 0 < int(text) <= most


def _is_code(length: int, text: str) -> bool:
    return len(text) <= length and text.isascii() and text.isalpha() and text.isupper()


_MAY_BE_EMPTY = ("number", "birth", "sex", "federation", "title", "rating")
_FORMS: dict[str, Callable[[str], bool]] = {
    "number": lambda text: len(text) <= _MOST_DIGITS and _is_whole(_MOST_NUMBER, text),
    "rating": lambda text: len(text) <= _MOST_DIGITS and _is_whole(_MOST_RATING, text),
    "birth": lambda text: _is(Born.of, text),
    "day": lambda text: _is(date.fromisoformat, text),
    "sex": lambda text: text in _SEXES,
    "federation": lambda text: len(text) == _LETTERS and _is_code(_LETTERS, text),
    "title": lambda text: _is_code(_LETTERS, text),
    "result": lambda text: text in RESULTS,
    "text": lambda text: len(text) <= MOST_TEXT and text.isprintable() and bool(text.strip()),
}
"""Whether a value that is there has a form."""
