"""What a rule decided about an event, each quantity with the notes of what was consulted for it, as a check cites."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from arpad.regulations.consulted import Consulted
from arpad.regulations.rules.conditions import NOT_SAID
from arpad.regulations.terms.ints import ints

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arpad.regulations.edition import Edition
    from arpad.regulations.terms.calculation import Calculation


class Decided(NamedTuple):
    """The quantities of a calculation, and by name what was consulted for each."""

    whole: dict[str, Any]
    notes: dict[str, Consulted]


def decided(calculation: Calculation, law: Edition, facts: Mapping[str, Any] | None = None) -> Decided:
    """Ask a rule about an event, with notes.

    >>> from arpad.regulations.catalogue import edition
    >>> from arpad.regulations.rules.event_basis import SENT_BY_FEDERATION
    >>> sent = decided(SENT_BY_FEDERATION, edition("fide-2024-03"), {"is_official": True})
    >>> sent.whole, sent.notes["is_sent_by_federation"].noted
    ({'is_sent_by_federation': False}, ('official_events_reporter',))
    """
    working = ints(calculation, law).explain(facts or {}, {})
    notes = {
        line.step.name: Consulted(law, tuple(key for citation in line.citations for key in citation.provisions))
        for line in working.lines
    }
    return Decided(working.whole, notes)


def answer_code(answer: bool | None) -> int:
    """Give what was answered as rules take it.

    >>> [answer_code(answer) for answer in (False, True, None)]
    [0, 1, 2]
    """
    return NOT_SAID if answer is None else int(answer)
