"""Conditions of an event that only people can answer, and what follows from each answer; who may appeal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.regulations.terms.calculation import CODE, Calculation, step
from arpad.regulations.terms.vocabulary import EVENT, all_of, by, first_of, negated, otherwise

if TYPE_CHECKING:
    from arpad.regulations.terms.vocabulary import Law, Term, View

NO, YES, NOT_SAID, NOT_ASKED = 0, 1, 2, 3
"""What people answered to a question, or what follows from facts of which some are not given."""
SAYS_RATED, SAYS_NOTHING, MAY_SAY_RATED, MUST_BE_CLEAR = 1, 2, 4, 5
SUBMITTED, NOT_SUBMITTED, WHICH_HOLDS = 6, 7, 8
"""What participants were told about rating, and what follows; or NOT_ASKED."""
FOLLOWED, OTHER_RULES, OTHER_WITHOUT_CONSENT, LAWS_OR_HYBRID, PRESUMED = 1, 2, 3, 4, 5
"""By which laws games were played."""
NOT_KNOWN_HERE = 4
"""An edition knows no hybrid play; else YES, NO or NOT_SAID, whether it was approved."""

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


@step(EVENT, "laws", unit=CODE)
def laws_of_play(p: Law, event: View) -> Term:
    """Games follow the Laws of Chess, in 2009 with small changes by consent; where hybrid play is known, one asks."""
    other_rules = first_of(
        (p.says("laws", "fide_laws_small_changes_by_consent"), OTHER_WITHOUT_CONSENT), otherwise(OTHER_RULES)
    )
    return first_of(
        (event.follow_laws == YES, FOLLOWED),
        (event.follow_laws == NO, other_rules),
        (p.has("hybrid_play"), LAWS_OR_HYBRID),
        otherwise(PRESUMED),
    )


LAWS = Calculation("laws", wide=EVENT, wide_inputs=("follow_laws",), template=(laws_of_play,))


@step(EVENT, unit=CODE)
def hybrid_play(p: Law, event: View) -> Term:
    """A hybrid event needs the approval of FIDE, and is then played by the laws for it; before 2021 there was none."""
    is_approved = all_of(event.was_approved == YES, by("laws", p.has("hybrid_play")))
    return first_of(
        (is_approved, by("hybrid_approval", YES)),
        (p.has("hybrid_play"), by("hybrid_approval", event.was_approved)),
        otherwise(by("laws", NOT_KNOWN_HERE)),
    )


@step(EVENT, "hybrid_pgn", unit=CODE)
def games_of_hybrid(p: Law, event: View) -> Term:
    """The games of a hybrid event go with its report."""
    is_due = all_of(event.hybrid_play != NOT_KNOWN_HERE, negated(event.is_before_play))
    is_asked = all_of(is_due, p.has("hybrid_pgn"), p.hybrid_pgn)
    return first_of((is_asked, event.have_games), otherwise(NOT_ASKED))


HYBRID = Calculation(
    "hybrid",
    wide=EVENT,
    wide_inputs=("was_approved", "have_games", "is_before_play"),
    template=(hybrid_play, games_of_hybrid),
)


@step(EVENT, "appeal_within")
def may_appeal(p: Law, event: View) -> Term:
    """Against the refusal of an event its organiser may appeal for some days."""
    return all_of(event.is_refused, p.has("appeal_within"))


@step(EVENT, "appeal_to", unit=CODE, among="may_appeal")
def hears_appeal(p: Law) -> Term:
    """The Qualification Commission hears the appeal; from 2024 on the Council does."""
    return first_of((p.appeal_to == "council", COUNCIL), otherwise(COMMISSION))


APPEAL = Calculation("appeal", wide=EVENT, wide_inputs=("is_refused",), template=(may_appeal, hears_appeal))
