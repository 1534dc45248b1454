"""Facts of a registration as they are typed: in a field of a page, at the command line, or in a cell of a table.

Several values stand apart by a semicolon. A person who is expected is a number, with rating and sex where they are
known (`1503014 2830 m`); an arbiter is a number, with the licence behind it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arpad.events.facts import FACTS
from arpad.model.bounded import day_of
from arpad.model.problems import Problem
from arpad.office.registration_facts import (
    FEMALE,
    GIVEN,
    MALE,
    OWN,
    ArbiterOfEvent,
    ExpectedPlayer,
    fact_problems,
)
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import date

_YES, _NO = ("yes", "true", "1", "y"), ("no", "false", "0", "n")
_MOST_DIGITS = 18
_SEXES = (MALE, FEMALE)
_PARTS_OF_PLAYER = 3


def form_of(name: str) -> str:
    """Give the form of a fact of a registration; empty for what is none."""
    return OWN.get(name) or (FACTS[name].form if name in GIVEN else "")


def values_of_texts(texts: Mapping[str, str], where: str) -> tuple[dict[str, Any], list[Problem]]:
    """Give facts that were typed, and what is wrong with them, all of it at once; what is empty is not given."""
    values: dict[str, Any] = {}
    problems = []
    for name, text in texts.items():
        if not text.strip():
            continue
        form = form_of(name)
        value = _READ.get(form, _text)(text.strip())
        if value is None:
            problems.append(
                Problem.of(WORDS, "unreadable_fact", f"{where}, {name}", name=name, form=form, text=text.strip()[:60])
            )
        else:
            values[name] = value
    return values, problems or fact_problems(values, where)


def text_of_value(value: Any) -> str:  # noqa: ANN401 - a fact
    """Write a fact as it is typed.

    >>> text_of_value((ExpectedPlayer(7, 2830, "m"), ExpectedPlayer(9))), text_of_value(True)
    ('7 2830 m; 9', 'yes')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, ExpectedPlayer):
        parts = (str(value.number), "" if value.rating is None else str(value.rating), value.sex)
        return " ".join(part for part in parts if part)
    if isinstance(value, ArbiterOfEvent):
        return f"{value.number} {value.licence}".rstrip()
    if isinstance(value, tuple):
        is_by_round = bool(value) and all(isinstance(part, tuple) for part in value)
        return "; ".join(f"{part[0]}={part[1]}" if is_by_round else text_of_value(part) for part in value)
    return "" if value is None else str(value)


def _text(text: str) -> str:
    return text


def _flag(text: str) -> bool | None:
    word = text.lower()
    return True if word in _YES else False if word in _NO else None


def _day(text: str) -> date | None:
    try:
        return day_of(text)
    except ValueError:
        return None


def _whole(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS else None


def _several(text: str, of: Callable[[str], Any]) -> tuple[Any, ...] | None:
    values = [of(part.strip()) for part in text.split(";") if part.strip()]
    return None if None in values else tuple(values)


def _player(text: str) -> ExpectedPlayer | None:
    number, *others = text.split()
    numbers = [part for part in others if part not in _SEXES]
    sexes = [part for part in others if part in _SEXES]
    fide_id = _whole(number)
    rating = _whole(numbers[0]) if numbers else None
    is_odd = fide_id is None or len(numbers) > 1 or len(sexes) > 1 or (bool(numbers) and rating is None)
    return None if is_odd or fide_id is None else ExpectedPlayer(fide_id, rating, "".join(sexes))


def _arbiter(text: str) -> ArbiterOfEvent | None:
    number, _, licence = text.partition(" ")
    fide_id = _whole(number)
    return None if fide_id is None else ArbiterOfEvent(fide_id, licence.strip())


def _by_round(text: str) -> tuple[tuple[int, str], ...] | None:
    rounds = [part.partition("=") for part in text.split(";") if part.strip()]
    numbers = [_whole(number.strip()) for number, _, _ in rounds]
    if not rounds or None in numbers or not all(control.strip() for _, _, control in rounds):
        return None
    pairs = zip(numbers, (control.strip() for _, _, control in rounds), strict=True)
    return tuple(sorted((number, control) for number, control in pairs if number is not None))


_READ: dict[str, Callable[[str], Any]] = {
    "flag": _flag,
    "date": _day,
    "day": _day,
    "days": lambda text: _several(text, _day),
    "whole": _whole,
    "number": _whole,
    "texts": lambda text: _several(text, _text),
    "players": lambda text: _several(text, _player),
    "arbiters": lambda text: _several(text, _arbiter),
    "by_round": _by_round,
}
"""What reads a text of a form; None where it is none."""
