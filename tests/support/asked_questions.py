"""An office for tests of questions and letters: a small book, its people, and questions as they come."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from office_books import LISTS, imported_book
from office_people import people

from arpad.office.ask_question import AskQuestion
from arpad.office.person import VISITOR

if TYPE_CHECKING:
    from pathlib import Path

    from arpad.office.person import Person
    from arpad.storage.deeds.questions import QuestionAsked
    from arpad.storage.models import RatingSystem

DAY = date(2027, 2, 1)
"""The day of the tests."""
TEXT = "In round 3 I won, and the list says that I lost."
NAME, EMAIL = "Nora Example", "nora@example.org"


class AskedOffice(NamedTuple):
    """An office in which questions are asked."""

    cast: dict[str, Person]
    system: RatingSystem
    player: int
    """A player with a line on the newest list that was made from games."""


def asked_office(folder: Path, *, closed: bool = False) -> AskedOffice:
    """Import a small book, and give the office with its people."""
    from arpad.storage.models import GameRow  # noqa: PLC0415 - an office is open first

    system = imported_book(folder, closed=closed)
    player = GameRow.objects.filter(rating_system=system).order_by("white").values_list("white", flat=True)[0]
    return AskedOffice(people(), system, player)


def question(player: int, **more: object) -> AskQuestion:
    """Give a question about the first list of the book."""
    given = {"chess": "standard", "list": LISTS[0], "name": NAME, "email": EMAIL, **more}
    return AskQuestion("wrong_result", player, TEXT, **given)  # type: ignore[arg-type] # as they come


def from_outside(asked: AskQuestion) -> tuple[QuestionAsked, str]:
    """Ask without a log-in; give what came of it and the secret part of the link."""
    from arpad.storage.deeds.questions import ask_question  # noqa: PLC0415 - an office is open first

    tokens: list[str] = []

    def mail(token: str) -> tuple[str, str]:
        tokens.append(token)
        return "Confirm", f"https://ratings.example.org/questions/{token}/"

    came = ask_question(VISITOR, asked, mail=mail)
    return came, tokens[0] if tokens else ""
