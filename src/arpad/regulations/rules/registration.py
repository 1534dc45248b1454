"""Registration of an event: whether it is asked, how long before, and what follows where it comes late.

Days are whole numbers yyyymmdd. A lead is a length of time: a rule says whose lead holds, the last day to which it
leads is worked out from it, and another rule compares.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.regulations.rules.conditions import NO, NOT_ASKED, NOT_SAID, YES
from arpad.regulations.terms.calculation import CODE, Calculation, step
from arpad.regulations.terms.vocabulary import EVENT, PLAYER, all_of, by, first_of, negated, otherwise

if TYPE_CHECKING:
    from arpad.regulations.terms.vocabulary import Law, Term, View

ANY_EVENT, NORM_EVENT, ELITE_EVENT = 1, 2, 3
"""Classes of events, by the lead that is asked of them."""
LEADS = {
    ANY_EVENT: "registration_lead",
    NORM_EVENT: "registration_lead_norms",
    ELITE_EVENT: "registration_lead_elite",
}
"""The provision with the lead of each class."""

NOBODY, QC_CHAIR, PRESIDENT = 0, 1, 2
"""Who may let a late registration pass, or did."""
IN_TIME, LET_PASS, TOO_LATE = 1, 2, 3
SHOWN = 4
"""A schedule was not said to be registered, and is shown by the days of the rounds."""
NOT_DECIDED, BY_FIDE, BY_COUNCIL, BY_PRESIDENT = 0, 1, 2, 3
"""Who decided to rate an event that its federation did not send."""
NOBODY_ELSE_SENDS, FIDE_MAY, COUNCIL_OR_PRESIDENT_MAY, FIDE_DID, COUNCIL_DID = 1, 2, 3, 4, 5
NOT_SAID_WHICH, PRESIDENT_IF_AVERAGE, PRESIDENT_DID, NOT_THE_PRESIDENT = 6, 7, 8, 9
"""What follows for it."""


@step(PLAYER, "registration_lead_elite", unit=CODE)
def asks_for_longest_lead(p: Law, player: View) -> Term:
    """A player rated above a limit, a woman above a lower one, makes an event one of very high-rated players."""
    return first_of(
        (negated(p.has("registration_lead_elite")), NO),
        (negated(player.is_rated), NO),
        (player.rating > p.registration_elite_above, YES),
        (player.rating <= p.registration_elite_women_above, NO),
        otherwise(player.is_woman),
    )


LONGEST_LEAD = Calculation(
    "longest_lead", wide=PLAYER, wide_inputs=("is_rated", "rating", "is_woman"), template=(asks_for_longest_lead,)
)
"""Of each player; `is_woman` is YES, NO or NOT_SAID, and so is the answer."""


@step(EVENT, "only_registered")
def is_registration_asked(p: Law) -> Term:
    """Only games of events that were registered with FIDE are rated."""
    return all_of(p.has("only_registered"), p.only_registered)


@step(EVENT, unit=CODE)
def class_of_lead(p: Law, event: View) -> Term:
    """An event with very high-rated players has the longest lead, then one with title norms; any other the usual."""
    is_elite = all_of(event.has_elite, p.has("registration_lead_elite"))
    by_ratings = by("registration_elite_above", by("registration_elite_women_above", ELITE_EVENT))
    with_norms = all_of(event.has_norms, p.has("registration_lead_norms"))
    return first_of((is_elite, by_ratings), (with_norms, NORM_EVENT), otherwise(by("registration_lead", ANY_EVENT)))


@step(EVENT, unit=CODE)
def approver(p: Law, event: View) -> Term:
    """The chair of the commission may let a late registration pass; with very high-rated players, the President."""
    of_elite = first_of((p.says("late_registration_elite", "fide_president"), PRESIDENT), otherwise(NOBODY))
    return first_of(
        (event.class_of_lead == ELITE_EVENT, of_elite),
        (p.says("late_registration", "qc_chair"), QC_CHAIR),
        otherwise(NOBODY),
    )


REGISTRATION_ASKED = Calculation(
    "registration_asked",
    wide=EVENT,
    wide_inputs=("has_elite", "has_norms"),
    template=(is_registration_asked, class_of_lead, approver),
)


@step(EVENT, unit=CODE)
def registration(event: View) -> Term:
    """A registration after the last day is too late to be rated, unless whoever may do so let it pass."""
    was_let_pass = all_of(event.approver != NOBODY, event.approved_by == event.approver)
    return first_of(
        (event.registered <= event.last_day, IN_TIME),
        (was_let_pass, LET_PASS),
        otherwise(TOO_LATE),
    )


REGISTRATION = Calculation(
    "registration",
    wide=EVENT,
    wide_inputs=("registered", "last_day", "approver", "approved_by"),
    template=(registration,),
)
"""`last_day` is that to which the lead of the class leads."""


@step(EVENT, "registration_schedule")
def do_days_show_schedule(p: Law) -> Term:
    """Where it is not said, the days of all rounds in a report show that there was a schedule (R-038)."""
    return p.says("registration_schedule", "shown_by_dates")


@step(EVENT, "registration_schedule", unit=CODE)
def schedule(p: Law, event: View) -> Term:
    """An event is registered with its schedule of rounds; without one it is not rated."""
    return first_of(
        (negated(p.has("registration_schedule")), NOT_ASKED),
        (event.was_registered != NOT_SAID, event.was_registered),
        (all_of(event.do_days_show_schedule, event.has_days), SHOWN),
        otherwise(NOT_SAID),
    )


SCHEDULE_REGISTERED = Calculation(
    "schedule_registered",
    wide=EVENT,
    wide_inputs=("was_registered", "has_days"),
    template=(do_days_show_schedule, schedule),
)
"""`was_registered` is YES, NO or NOT_SAID; `has_days` says that every round has its day."""


@step(EVENT, "rated_without_report", unit=CODE)
def rated_without_report(p: Law, event: View) -> Term:
    """An event that its federation did not send is rated only by a decision: of FIDE, or of Council or President.

    The President decides about events whose average rating is above a limit.
    """
    is_above = event.ratings > p.rated_without_report_above * event.players
    return first_of(
        (negated(p.has("rated_without_report")), NOBODY_ELSE_SENDS),
        (
            p.rated_without_report == "fide",
            first_of((event.decided_by == NOT_DECIDED, FIDE_MAY), otherwise(FIDE_DID)),
        ),
        (event.decided_by == NOT_DECIDED, COUNCIL_OR_PRESIDENT_MAY),
        (event.decided_by == BY_COUNCIL, COUNCIL_DID),
        (event.decided_by != BY_PRESIDENT, by("rated_without_report_above", NOT_SAID_WHICH)),
        (event.has_unrated, by("rated_without_report_above", PRESIDENT_IF_AVERAGE)),
        (is_above, PRESIDENT_DID),
        otherwise(NOT_THE_PRESIDENT),
    )


@step(EVENT, "rated_without_report_above")
def average_for_president(p: Law) -> Term:
    """The President may decide about an event with an average rating above this."""
    return p.or_else("rated_without_report_above", 0)


WITHOUT_REPORT = Calculation(
    "without_report",
    wide=EVENT,
    wide_inputs=("decided_by", "ratings", "players", "has_unrated"),
    template=(rated_without_report, average_for_president),
)
"""`ratings` is the sum of the ratings of all `players`."""
