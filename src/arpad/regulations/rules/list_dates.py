"""Lists in the calendar: in which months, from when, by which day events and reports reach them, and how late.

Days are whole numbers yyyymmdd.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.regulations.rules.event_basis import always_rated
from arpad.regulations.terms.calculation import Calculation, aid, step
from arpad.regulations.terms.vocabulary import EVENT, all_of, any_of, first_of, negated, otherwise, shifted_day, term

if TYPE_CHECKING:
    from arpad.regulations.terms.vocabulary import Law, Term, View

NO_LIMIT = 0
NO_DAY = 0
MONTHS = range(1, 13)


@step(EVENT, "first_list")
def is_before_first_list(p: Law, event: View) -> Term:
    """A kind of chess has no list before its first one."""
    return all_of(p.has("first_list"), event.day < p.first_list)


@step(EVENT, "list_months")
def is_list_month(p: Law, event: View) -> Term:
    """A list is published on the first day of certain months."""
    return any_of(*(all_of(event.month == month, p.names("list_months", month)) for month in MONTHS))


LISTS_BEGUN = Calculation(
    "lists_begun", wide=EVENT, wide_inputs=("day", "month"), template=(is_before_first_list, is_list_month)
)


@step(EVENT, "list_months")
def lists_a_year(p: Law) -> Term:
    """A year has as many lists as months are named."""
    return sum((first_of((p.names("list_months", month), 1), otherwise(0)) for month in MONTHS), start=term(0))


LISTS_A_YEAR = Calculation("lists_a_year", wide=EVENT, wide_inputs=(), template=(lists_a_year,))


def _closing_days(event: View, own: Term, usual: Term) -> tuple[Term, Term]:
    """Give the closing day that a list has for official events, and that for all others."""
    return shifted_day(event.list_day, own), shifted_day(event.list_day, usual)


@aid(EVENT)
def is_later_for_events(p: Law, event: View) -> Term:
    """Whether official events have a later closing day of their own."""
    own, usual = _closing_days(event, p.official_event_closing, p.event_closing)
    return all_of(event.is_official, p.has("official_event_closing"), own > usual)


@step(EVENT)
def event_closing(p: Law, event: View) -> Term:
    """An event is rated for a list if it ends by its closing day; official ones may end later."""
    own, usual = _closing_days(event, p.official_event_closing, p.event_closing)
    return first_of((event.is_later_for_events, own), otherwise(usual))


EVENT_CLOSING = Calculation(
    "event_closing",
    wide=EVENT,
    wide_inputs=("list_day", "is_official"),
    template=(is_later_for_events, event_closing),
)


@aid(EVENT)
def is_later_for_reports(p: Law, event: View) -> Term:
    """Whether reports of official events have a later closing day of their own."""
    own, usual = _closing_days(event, p.official_report_closing, p.report_closing)
    return all_of(event.is_official, p.has("official_report_closing"), own > usual)


@step(EVENT)
def report_closing(p: Law, event: View) -> Term:
    """A report is received for a list until its closing day; that of an official event may come later (R-037)."""
    own, usual = _closing_days(event, p.official_report_closing, p.report_closing)
    return first_of((event.is_later_for_reports, own), otherwise(usual))


REPORT_CLOSING = Calculation(
    "report_closing",
    wide=EVENT,
    wide_inputs=("list_day", "is_official"),
    template=(is_later_for_reports, report_closing),
)


@step(EVENT, "monthly_regime_closing")
def monthly_closing(p: Law, event: View) -> Term:
    """Under the optional monthly lists of 2003 a list has a closing day of its own, for events and reports."""
    is_asked = p.has("monthly_regime_closing")
    return first_of((is_asked, shifted_day(event.list_day, p.monthly_regime_closing)), otherwise(NO_DAY))


MONTHLY_CLOSING = Calculation("monthly_closing", wide=EVENT, wide_inputs=("list_day",), template=(monthly_closing,))


@step(EVENT, "late_report_lists")
def lists_for_report(p: Law, event: View) -> Term:
    """A report may come for so many lists, and no later; an official event that is always rated has no such limit."""
    has_no_limit = any_of(negated(p.has("late_report_lists")), always_rated(p, event))
    return first_of((has_no_limit, NO_LIMIT), otherwise(p.late_report_lists))


LATE_REPORT = Calculation("late_report", wide=EVENT, wide_inputs=("is_official",), template=(lists_for_report,))
