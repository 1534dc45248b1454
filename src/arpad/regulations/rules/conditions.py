"""Conditions of an event that only people can answer, and what follows from each answer; who may appeal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.regulations.terms.calculation import CODE, Calculation, step
from arpad.regulations.terms.vocabulary import EVENT, all_of, first_of, otherwise

if TYPE_CHECKING:
    from arpad.regulations.terms.vocabulary import Law, Term, View

NO, YES, NOT_SAID = 0, 1, 2
"""What people answered to a question, or what follows from facts of which some are not given."""

COMMISSION, COUNCIL = 1, 2
"""To whom an organiser appeals."""


@step(EVENT, "appeal_within")
def may_appeal(p: Law, event: View) -> Term:
    """Against the refusal of an event its organiser may appeal for some days."""
    return all_of(event.is_refused, p.has("appeal_within"))


@step(EVENT, "appeal_to", unit=CODE, among="may_appeal")
def hears_appeal(p: Law) -> Term:
    """The Qualification Commission hears the appeal; from 2024 on the Council does."""
    return first_of((p.appeal_to == "council", COUNCIL), otherwise(COMMISSION))


APPEAL = Calculation("appeal", wide=EVENT, wide_inputs=("is_refused",), template=(may_appeal, hears_appeal))
