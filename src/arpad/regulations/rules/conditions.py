"""Conditions of an event that only people can answer, and what follows from each answer; who may appeal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.regulations.terms.calculation import CODE, Calculation, step
from arpad.regulations.terms.vocabulary import EVENT, all_of, first_of, negated, otherwise

if TYPE_CHECKING:
    from arpad.regulations.terms.vocabulary import Law, Term, View

NO, YES, NOT_SAID, NOT_ASKED = 0, 1, 2, 3
"""What people answered to a question, or what follows from facts of which some are not given."""
SAYS_RATED, SAYS_NOTHING, MAY_SAY_RATED, MUST_BE_CLEAR = 1, 2, 4, 5
SUBMITTED, NOT_SUBMITTED, WHICH_HOLDS = 6, 7, 8
"""What participants were told about rating, and what follows; or NOT_ASKED."""

COMMISSION, COUNCIL = 1, 2
"""To whom an organiser appeals."""


@step(EVENT, "announcement", unit=CODE)
def announced(p: Law, event: View) -> Term:
    """An event is submitted unless it was announced as not rated; from 2024 on its regulations say that it is rated."""
    both = all_of(event.said_rated == YES, event.said_unrated == YES)
    is_open = all_of(event.said_rated == NOT_SAID, event.said_unrated != YES)
    if_it_must_say = first_of(
        (both, MUST_BE_CLEAR),
        (event.said_rated == YES, SAYS_RATED),
        (is_open, MAY_SAY_RATED),
        otherwise(SAYS_NOTHING),
    )
    return first_of(
        (negated(p.has("announcement")), NOT_ASKED),
        (p.announcement == "must_say_rated", if_it_must_say),
        (both, WHICH_HOLDS),
        (event.said_unrated == YES, NOT_SUBMITTED),
        otherwise(SUBMITTED),
    )


ANNOUNCEMENT = Calculation(
    "announcement", wide=EVENT, wide_inputs=("said_rated", "said_unrated"), template=(announced,)
)


@step(EVENT, "arbiter_licence", unit=CODE)
def have_arbiters_licences(p: Law, event: View) -> Term:
    """Every arbiter needs a licence of FIDE; an event with one who has none is not rated."""
    is_asked = all_of(p.has("arbiter_licence"), p.arbiter_licence)
    return first_of((is_asked, event.are_licensed), otherwise(NOT_ASKED))


LICENCES = Calculation("licences", wide=EVENT, wide_inputs=("are_licensed",), template=(have_arbiters_licences,))


@step(EVENT, "appeal_within")
def may_appeal(p: Law, event: View) -> Term:
    """Against the refusal of an event its organiser may appeal for some days."""
    return all_of(event.is_refused, p.has("appeal_within"))


@step(EVENT, "appeal_to", unit=CODE, among="may_appeal")
def hears_appeal(p: Law) -> Term:
    """The Qualification Commission hears the appeal; from 2024 on the Council does."""
    return first_of((p.appeal_to == "council", COUNCIL), otherwise(COMMISSION))


APPEAL = Calculation("appeal", wide=EVENT, wide_inputs=("is_refused",), template=(may_appeal, hears_appeal))
