"""A season registered from a table at once, all of it or nothing; and an event registered as one of last year's."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.db import transaction

from arpad.model.problems import Problem, RefusedError
from arpad.office.register_event import RegisterEvent
from arpad.office.registration_facts import BESIDE
from arpad.office.season_file import season_rows
from arpad.office.wording import WORDS
from arpad.storage.deeds.registrations import register
from arpad.storage.events.carrying_out import NOTHING
from arpad.storage.events.rows import case_of
from arpad.storage.queries.registration_page import registration_row
from arpad.storage.wording import WORDS as STORAGE

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from arpad.office.person import Person
    from arpad.storage.deeds.asking import DeedOutcome
    from arpad.storage.events.carrying_out import Along
    from arpad.storage.models import RatingSystem

OF_THE_YEAR = (*BESIDE, "schedule", "for_list", "unrated_in_invitation", "unrated_by_arbiter")
"""Facts that are another year's, and are not copied."""


def register_season(  # noqa: PLR0913, PLR0917 - a table, and whoever hands it in
    person: Person,
    system: RatingSystem,
    federation: str,
    data: bytes,
    name: str,
    along: Along = NOTHING,
    reason: str = "",
) -> list[tuple[DeedOutcome, int]]:
    """Decide whether all events of a table are registered, and register them in one transaction.

    Refused with every fault, each with its line; then none of them is registered.
    """
    rows = season_rows(data, name)
    outcomes, problems = [], []
    with transaction.atomic():
        for row in rows:
            try:
                with transaction.atomic():
                    asked = RegisterEvent(values=row.values, reason=reason)
                    outcomes.append(register(person, system, federation, asked, along))
            except RefusedError as refused:
                where = f"{name}, line {row.line}"
                problems += [
                    Problem.of(WORDS, "season_line", where, line=row.line, fault=fault) for fault in refused.problems
                ]
        if problems:
            raise RefusedError(problems)
    return outcomes


def copied_values(person: Person, number: int, start: date, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Give the facts of an event that is registered as an earlier one, with another first day.

    It lasts as long; what belongs to its year is left out, and what is given besides is laid over it.
    """
    row = registration_row(person, number)
    if row is None:
        raise RefusedError.of(STORAGE, "no_such_event", str(number), event=number)
    values = {name: value for name, value in case_of(row).values.items() if name not in OF_THE_YEAR}
    lasts: timedelta = values["end"] - values["start"] if {"start", "end"} <= values.keys() else timedelta(0)
    return {**values, "start": start, "end": start + lasts, **changes}
