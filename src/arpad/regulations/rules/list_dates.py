"""Lists in the calendar: from when there are any, and for how many of them a report may still come.

Days are whole numbers yyyymmdd.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.regulations.rules.event_basis import always_rated
from arpad.regulations.terms.calculation import Calculation, step
from arpad.regulations.terms.vocabulary import EVENT, all_of, any_of, first_of, negated, otherwise

if TYPE_CHECKING:
    from arpad.regulations.terms.vocabulary import Law, Term, View

NO_LIMIT = 0


@step(EVENT, "first_list")
def is_before_first_list(p: Law, event: View) -> Term:
    """A kind of chess has no list before its first one."""
    return all_of(p.has("first_list"), event.day < p.first_list)


LISTS_BEGUN = Calculation("lists_begun", wide=EVENT, wide_inputs=("day",), template=(is_before_first_list,))


@step(EVENT, "late_report_lists")
def lists_for_report(p: Law, event: View) -> Term:
    """A report may come for so many lists, and no later; an official event that is always rated has no such limit."""
    has_no_limit = any_of(negated(p.has("late_report_lists")), always_rated(p, event))
    return first_of((has_no_limit, NO_LIMIT), otherwise(p.late_report_lists))


LATE_REPORT = Calculation("late_report", wide=EVENT, wide_inputs=("is_official",), template=(lists_for_report,))
