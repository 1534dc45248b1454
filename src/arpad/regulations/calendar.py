"""The calendar of every edition: lists, their validity, closing dates, deadlines and windows.

A question about a list is answered by the edition in force on the list's date, one about an event by the edition in
force on the event's first day (settled reading 12). What gives a day is noted with it, so that it can be cited.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache, wraps
from itertools import islice
from typing import TYPE_CHECKING, Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from arpad.model.period import STANDARD
from arpad.model.problems import EditionError
from arpad.regulations.catalogue import DEFAULT_AUTHORITY, SHIPPED, NoEditionError, catalogue_of, in_force
from arpad.regulations.consulted import Consulted, answer
from arpad.regulations.durations import DURATION, MONTHS_A_YEAR, day_as_written, shifted, shifted_months, written_day
from arpad.regulations.package_data import words
from arpad.regulations.rules.list_dates import (
    EVENT_CLOSING,
    LATE_REPORT,
    LISTS_A_YEAR,
    LISTS_BEGUN,
    NO_DAY,
    NO_LIMIT,
    REPORT_CLOSING,
)
from arpad.regulations.rules.registration import LEADS
from arpad.regulations.rules.report_duties import ARBITER_DUE, NOT_BY_LISTS, UPLOAD_DUE
from arpad.regulations.terms.ints import ints
from arpad.regulations.workings.event_basis import governing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from arpad.regulations.catalogue import Catalogue
    from arpad.regulations.consulted import RuleAnswer
    from arpad.regulations.edition import Edition
    from arpad.regulations.terms.calculation import Calculation

T = TypeVar("T")
P = ParamSpec("P")
_ONE_DAY = timedelta(days=1)
_LONGEST_GAP_IN_MONTHS = 13
_FIRST_YEAR, _LAST_YEAR = 1900, 2200


class Reckoned(NamedTuple):
    """A day of the calendar, and what was consulted to find it."""

    day: date
    by: Consulted


@dataclass(frozen=True, slots=True)
class Registration:
    """A lead time: the last day, the provision that asks it of a kind of event, and what was consulted."""

    lead: str
    last_day: date
    provision: str
    by: Consulted

    @property
    def of(self) -> str:
        """Of what kind of event it is asked, in English."""
        return words("registration", self.provision)


def list_on(days: Calendar, day: date) -> date | None:
    """Give the list in force on a day; before the first of a kind of chess there are only standard ratings."""
    return days.list_in_force(day) or calendar().list_in_force(day)


def base_day_of(days: Calendar, kind: str, list_date: date) -> date | None:
    """Give the list from which one goes on; before the first of a kind of chess there are only standard ratings."""
    before = days.list_before(list_date)
    return calendar().list_before(list_date) if before is None and kind != STANDARD else before


def calendar(kind: str = STANDARD, authority: str = DEFAULT_AUTHORITY, name: str | None = None) -> Calendar:
    """Give the calendar of an authority's editions by their days, or that of one edition for all days."""
    if name is None:
        return calendar_in_force(kind, authority)
    known: Calendar | None = SHIPPED.calendars.get((name, kind))
    return named_calendar(catalogue_of(name), name, kind) if known is None else known


@cache
def calendar_in_force(kind: str, authority: str) -> Calendar:
    """Give the calendar of an authority's editions, each for the days on which it is in force."""
    return Calendar(lambda day: in_force(day, kind, authority))


def named_calendar(catalogue: Catalogue, name: str, kind: str) -> Calendar:
    """Give the calendar of one edition for all days, as a catalogue has it."""
    known: Calendar | None = catalogue.calendars.get((name, kind))
    if known is None:
        known = catalogue.calendars[name, kind] = Calendar(lambda day: catalogue.edition(name, kind, day))
    return known


def _remembered(method: Callable[Concatenate[Calendar, date, P], T]) -> Callable[Concatenate[Calendar, date, P], T]:
    """Keep what a calendar answered for a day; whole reports ask for the same few days again and again."""
    name = method.__name__

    @wraps(method)
    def answer(self: Calendar, day: date, /, *args: P.args, **more: P.kwargs) -> T:
        known, asked = self.answers, (name, day, *args, *more.items())
        if asked not in known:
            known[asked] = method(self, day, *args, **more)
        answered: T = known[asked]
        return answered

    return answer


class Calendar:
    """Answers questions about days, lists and deadlines for a kind of chess."""

    def __init__(self, edition_on: Callable[[date], Edition]) -> None:
        self._edition_on = edition_on
        self.answers: dict[tuple[object, ...], Any] = {}
        """What was asked before."""

    def edition(self, day: date) -> Edition:
        """Give the edition that answers for a day."""
        return self._edition_on(day)

    def edition_of_event(self, start: date) -> Edition:
        """Give the edition that governs an event that starts on a day."""
        return governing(self.edition(start), start)

    def is_list_date(self, day: date) -> bool:
        """Tell whether a list is published on this day."""
        return day.day == 1 and self.list_by(day) is not None

    @_remembered
    def list_by(self, first: date) -> Consulted | None:
        """Give what makes the first day of a month the day of a list; None where it is none."""
        try:
            law = self.edition(first)
        except NoEditionError:
            return None
        begun = answer(law, LISTS_BEGUN, day=written_day(first), month=first.month)
        is_list = begun["is_list_month"] and not begun["is_before_first_list"]
        return begun.by("is_list_month") if is_list else None

    def lists_from(self, day: date) -> Iterator[date]:
        """Give the lists on and after a day, in order; they end where the regulations for this kind of chess end."""
        first = day if day.day == 1 else shifted_months(day.replace(day=1), 1)
        begun = False
        while first.year <= _LAST_YEAR and (self._known(first) or not begun):
            begun = begun or self._known(first)
            if self.is_list_date(first):
                yield first
            first = shifted_months(first, 1)

    @_remembered
    def list_in_force(self, day: date) -> date | None:
        """Give the list that is valid on a day; None where none is known then (7.1.1 of 2024 and its counterparts)."""
        first = day.replace(day=1)
        for _ in range(_LONGEST_GAP_IN_MONTHS):
            if not self._known(first) or first.year <= _FIRST_YEAR:
                return None
            if self.is_list_date(first):
                return first
            first = shifted_months(first, -1)
        return None

    def next_list(self, day: date) -> date | None:
        """Give the first list after a day; None where the regulations end before one."""
        return next(self.lists_from(day + _ONE_DAY), None)

    @_remembered
    def list_before(self, list_date: date) -> date | None:
        """Give the list before the one being made."""
        return self.list_in_force(list_date - _ONE_DAY)

    def valid_until(self, list_date: date) -> date | None:
        """Give the last day on which a list is valid: the day before the next one, or before the regulations end."""
        first = shifted_months(list_date.replace(day=1), 1)
        while first.year <= _LAST_YEAR:
            if not self._known(first) or self.is_list_date(first):
                return first - _ONE_DAY
            first = shifted_months(first, 1)
        return None

    def _known(self, day: date) -> bool:
        """Tell whether an edition answers for a day."""
        try:
            self.edition(day)
        except NoEditionError:
            return False
        return True

    @_remembered
    def event_closing(self, list_date: date, *, official: bool = False) -> date:
        """Give the last day on which an event may end to be rated for a list."""
        return self.closing_of_events(list_date, official=official).day

    def closing_of_events(self, list_date: date, *, official: bool = False) -> Reckoned:
        """Give this day with what gives it: the provision on official events only where it is the later day."""
        return self._closing(EVENT_CLOSING, list_date, official=official)

    @_remembered
    def report_closing(self, list_date: date, *, official: bool = False) -> date:
        """Give the last day on which a report is received for a list; `official` for the list of such an event's end.

        A report that missed that list is as late as any other, and has the usual closing of the lists after it (R-037).
        """
        return self.closing_of_reports(list_date, official=official).day

    def closing_of_reports(self, list_date: date, *, official: bool = False) -> Reckoned:
        """Give this day with what gives it."""
        return self._closing(REPORT_CLOSING, list_date, official=official)

    def _closing(self, rule: Calculation, list_date: date, *, official: bool) -> Reckoned:
        closing = answer(self.edition(list_date), rule, list_day=written_day(list_date), is_official=official)
        return Reckoned(day_as_written(closing[rule.name]), closing.by(rule.name))

    @_remembered
    def list_for_event(self, end: date, *, official: bool = False) -> date | None:
        """Give the first list for which an event that ended on a day can be rated; None where there is none."""
        lists = self._lists_after(end)
        return next((list_date for list_date in lists if self.event_closing(list_date, official=official) >= end), None)

    def list_for_official_event(self, end: date) -> date | None:
        """Give the first list for an official FIDE event; None where the edition makes no exception for them."""
        return _day(self.list_if_official(end))

    def list_if_official(self, end: date) -> Reckoned | None:
        """Give this list with what makes the exception."""
        first = self.list_for_event(end, official=True)
        if first is None:
            return None
        p = Consulted(self.edition(first))
        return Reckoned(first, p) if p.has("official_event_closing") else None

    def list_for_report(self, end: date, received: date, *, official: bool = False) -> date | None:
        """Give the list that rates an event whose report came on a day; None where it came too late to be rated."""
        first = self.list_for_event(end, official=official)
        last = self.latest_list(end, official=official)
        for list_date in self.lists_from(first) if first else ():
            if last is not None and list_date > last:
                return None
            if self.report_closing(list_date, official=official and list_date == first) >= received:
                return list_date
        return None

    def list_that_rates(self, end: date, received: date | None, *, official: bool = False) -> date | None:
        """Give the list that rates an event: that of its end, or a later one where the report came late."""
        if received is None:
            return self.list_for_event(end, official=official)
        return self.list_for_report(end, received, official=official)

    @_remembered
    def latest_list(self, end: date, *, official: bool = False) -> date | None:
        """Give the last list that may still rate an event; None where the edition sets no limit.

        An official event has none where the edition always rates it (R-034).
        """
        first = self.list_for_event(end, official=official)
        if first is None:
            return None
        number = ints(LATE_REPORT, self.edition(first)).run({"is_official": official}, {}).whole["lists_for_report"]
        if number == NO_LIMIT:
            return None
        return next(islice(self.lists_from(first), number - 1, None), None)

    def list_due(self, end: date, start: date | None = None) -> date | None:
        """Give the list for which an upload is in time, where the edition counts by lists (2024 9.1).

        The duties of an event are those of the edition of its first day; of its last day where the first is not given.
        """
        return _day(self.list_of_upload(end, start))

    def list_of_upload(self, end: date, start: date | None = None) -> Reckoned | None:
        """Give this list with what was consulted."""
        duty = self._duty(UPLOAD_DUE, end, start)
        if duty is None or duty["lists_passed"] == NOT_BY_LISTS:
            return None
        due = next(islice(self.lists_from(end + _ONE_DAY), duty["lists_passed"], None), None)
        return None if due is None else Reckoned(due, duty.by("lists_passed"))

    def arbiter_report_due(self, end: date, start: date | None = None) -> date | None:
        """Give the last day for the arbiter's report, where the edition sets one."""
        return _day(self.term_of_arbiter(end, start))

    def term_of_arbiter(self, end: date, start: date | None = None) -> Reckoned | None:
        """Give this day with what was consulted."""
        return _term(self._duty(ARBITER_DUE, end, start), "arbiter_due")

    def upload_due(self, end: date, start: date | None = None) -> date | None:
        """Give the last day for the federation's upload: a number of days, or the closing of the list that is due."""
        return _day(self.term_of_upload(end, start))

    def term_of_upload(self, end: date, start: date | None = None) -> Reckoned | None:
        """Give this day with what was consulted."""
        due = self.list_of_upload(end, start)
        if due is None:
            return _term(self._duty(UPLOAD_DUE, end, start), "upload_due")
        return Reckoned(self.report_closing(due.day), due.by)

    def registrations(self, start: date) -> list[Registration]:
        """Give the lead times that are asked of an event starting on a day."""
        law, asked = self.edition(start), []
        for key in LEADS.values():
            p = Consulted(law)
            if p.has(key):
                asked.append(Registration(p.value(key), shifted(start, p.value(key), -1), key, p))
        return asked

    def pooling_from(self, list_date: date) -> date:
        """Give the first day of the periods whose part results may still be pooled for a list."""
        return self.pooling_window(list_date).day

    @_remembered
    def pooling_window(self, list_date: date) -> Reckoned:
        """Give this day with what was consulted."""
        p = Consulted(self.edition(list_date))
        return Reckoned(self._window(list_date, p.value("pooling_window")), p)

    @_remembered
    def kept_to(self, due: date) -> date | None:
        """Give the last list for which results that were rated for the list `due` can still be pooled."""
        last = None
        for list_date in self.lists_from(due):
            if self.pooling_from(list_date) >= due:
                break
            last = list_date
        return last

    def inactive_from(self, list_date: date) -> date:
        """Give the first day of the window in which games keep a player active on a list."""
        return self.inactive_window(list_date).day

    def inactive_window(self, list_date: date) -> Reckoned:
        """Give this day with what was consulted."""
        p = Consulted(self.edition(list_date))
        return Reckoned(self._window(list_date, p.value("inactive_window")), p)

    def _window(self, list_date: date, length: str) -> date:
        matched = DURATION.fullmatch(length)
        if matched and matched[2] == "period":
            # The period being closed is the validity of the list before; count back from there.
            start = list_date
            for _ in range(int(matched[1])):
                start = self.list_before(start) or shifted_months(start, -self._months_between_lists(list_date))
            return start
        return shifted(list_date, length, -1)

    def _months_between_lists(self, list_date: date) -> int:
        """Give the usual months of a period, for lists before the first one that is known here."""
        lists: int = answer(self.edition(list_date), LISTS_A_YEAR)["lists_a_year"]
        return MONTHS_A_YEAR // lists

    def _lists_after(self, end: date) -> Iterator[date]:
        # A closing may also be printed as *after* the list (2009 as printed): begin with the list in force then.
        return self.lists_from(self.list_in_force(end) or end)

    def _duty(self, rule: Calculation, end: date, start: date | None) -> RuleAnswer | None:
        """Ask what is to be done after an event, by the edition of its first day; None where none is known then."""
        try:
            law = self.edition(start or end)
        except EditionError:
            return None
        days_left = (shifted_months(end.replace(day=1), 1) - _ONE_DAY - end).days
        return answer(law, rule, end=written_day(end), days_left=days_left)


def _term(duty: RuleAnswer | None, quantity: str) -> Reckoned | None:
    """Give the day of a duty with what was consulted; None where the edition sets no term."""
    if duty is None or duty[quantity] == NO_DAY:
        return None
    return Reckoned(day_as_written(duty[quantity]), duty.by(quantity))


def _day(reckoned: Reckoned | None) -> date | None:
    return None if reckoned is None else reckoned.day
