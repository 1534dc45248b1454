"""Duties after an event: by when the arbiter and the federation send the report, and what the officer makes sure of.

Days are whole numbers yyyymmdd.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.regulations.rules.list_dates import NO_DAY
from arpad.regulations.terms.calculation import Calculation, step
from arpad.regulations.terms.vocabulary import EVENT, all_of, first_of, negated, otherwise, shifted_day

if TYPE_CHECKING:
    from arpad.regulations.terms.vocabulary import Law, Term, View

NOT_BY_LISTS = -1


@step(EVENT, "arbiter_report_within")
def arbiter_due(p: Law, event: View) -> Term:
    """The arbiter sends the report within so many days after the end; some editions set no term."""
    is_asked = p.has("arbiter_report_within")
    return first_of((is_asked, shifted_day(event.end, p.arbiter_report_within)), otherwise(NO_DAY))


ARBITER_DUE = Calculation("arbiter_due", wide=EVENT, wide_inputs=("end",), template=(arbiter_due,))


@step(EVENT, "report_next_list_within")
def lists_passed(p: Law, event: View) -> Term:
    """From 2024 on a report is due for the next list; for the one after it, where the month has few days left."""
    return first_of(
        (negated(p.has("report_next_list_within")), NOT_BY_LISTS),
        (event.days_left <= p.report_next_list_within, 1),
        otherwise(0),
    )


@step(EVENT, "upload_within")
def upload_due(p: Law, event: View) -> Term:
    """The federation sends the report within so many days after the end, where it does not go by lists."""
    return first_of((p.has("upload_within"), shifted_day(event.end, p.upload_within)), otherwise(NO_DAY))


UPLOAD_DUE = Calculation(
    "upload_due", wide=EVENT, wide_inputs=("end", "days_left"), template=(lists_passed, upload_due)
)


@step(EVENT, "officer_review")
def officer_makes_sure(p: Law, event: View) -> Term:
    """Before the federation sends a report, its officer makes sure that the event was played by the regulations."""
    return all_of(p.has("officer_review"), p.officer_review, event.is_sent_by_federation)


OFFICER_REVIEW = Calculation(
    "officer_review", wide=EVENT, wide_inputs=("is_sent_by_federation",), template=(officer_makes_sure,)
)
