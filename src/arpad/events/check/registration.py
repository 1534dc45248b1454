"""Registration: that an event was registered, how long before, and who may let a late one pass."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, NamedTuple

from arpad.events.checked_event import with_ratings
from arpad.events.verdict import NOTE, PASSES, REFUSES, UNKNOWN
from arpad.regulations.consulted import Consulted, answer, answer_code
from arpad.regulations.rules import registration as rules
from arpad.regulations.rules.conditions import APPEAL, COUNCIL, NO, NOT_SAID, YES
from arpad.regulations.workings.registration import (
    OF_NORMS,
    asks_for_longest_lead,
    lead_of,
    registration_asked,
    registration_of,
    without_report,
)
from arpad.regulations.workings.reporting import is_sent_by_federation

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from arpad.events.checked_event import Outcome, Subject
    from arpad.events.verdict import Finding
    from arpad.model.problems import ProblemFacts
    from arpad.regulations.workings.registration import Lead


_SENDERS = {
    rules.NOBODY_ELSE_SENDS: (REFUSES, "nobody_else", "ask_federation_to_send"),
    rules.FIDE_MAY: (UNKNOWN, "fide_open", "say_decision"),
    rules.COUNCIL_OR_PRESIDENT_MAY: (UNKNOWN, "council_or_president_open", "say_decision"),
    rules.FIDE_DID: (PASSES, "decided", ""),
    rules.COUNCIL_DID: (PASSES, "decided", ""),
    rules.NOT_SAID_WHICH: (UNKNOWN, "which_of_two", "say_which_of_two"),
    rules.PRESIDENT_IF_AVERAGE: (UNKNOWN, "average_open", "ask_council"),
    rules.PRESIDENT_DID: (PASSES, "president_decided", ""),
    rules.NOT_THE_PRESIDENT: (REFUSES, "average_too_low", "ask_council"),
}
"""What is said of an event that its federation did not send."""
_BY_AVERAGE = (rules.NOT_SAID_WHICH, rules.PRESIDENT_IF_AVERAGE, rules.PRESIDENT_DID, rules.NOT_THE_PRESIDENT)
"""Where the average counts from which on the President may decide."""


class _AskedLeads(NamedTuple):
    """What is asked of an event: the lead of each class to which it can belong, and the players that decide it."""

    leads: tuple[Lead, ...]
    """The longest of its classes; two where a sex that is not given decides."""
    elite: tuple[int, ...]
    """Players whose ratings ask for the longest lead …"""
    open_sexes: tuple[int, ...]
    """… and those of whom only the sex could tell."""


def _asked(subject: Subject) -> _AskedLeads:
    answers = [
        (entry.number, asks_for_longest_lead(subject.law, subject.ratings.get(entry.number), subject.is_woman(entry)))
        for entry in subject.entries
    ]
    elite = tuple(number for number, answer in answers if answer)
    open_sexes = tuple(number for number, answer in answers if answer is None)
    with_elite = (True,) if elite else (False, True) if open_sexes else (False,)
    norms = bool(subject.facts.norms)
    leads = tuple(lead_of(subject.law, subject.start, has_elite=has_elite, has_norms=norms) for has_elite in with_elite)
    return _AskedLeads(leads, elite, open_sexes)


def registration(subject: Subject) -> Iterator[Outcome]:
    """Compare the day of registration with the lead that the edition asks for."""
    p, when = registration_asked(subject.law), subject.facts.registered
    if p is None:
        return
    asked = _asked(subject)
    longest = asked.leads[-1]
    of_leads = reduce(Consulted.with_, (lead.p for lead in asked.leads))
    if asked.elite:
        facts: ProblemFacts = {"lead": longest.lead}
        yield subject.finding("registration_class", NOTE, of_leads, "rated_so_high", players=asked.elite, **facts)
    if when is None or when is True:
        yield _not_said(subject, asked, p.with_(of_leads))
    elif when is False:
        fix = "ask_federation" if not subject.before_play else _register_by(longest)
        facts = {"last": longest.last_day, "lead": longest.lead}
        yield subject.finding("not_registered", REFUSES, p.with_(of_leads), "not_registered", fix=fix, **facts)
        return
    elif subject.start is None:
        yield subject.finding("registration_lead", UNKNOWN, of_leads, "no_first_day", fix="give_042")
    else:
        compared = _compared(subject, p, asked, when)
        yield compared
        if compared.severity == PASSES:
            yield from _norms_open(subject, when)
    yield from _schedule(subject)


def _register_by(asked: Lead) -> str:
    return "register_by" if asked.last_day else "register_before"


def _not_said(subject: Subject, asked: _AskedLeads, p: Consulted) -> Finding:
    first, last = asked.leads[0], asked.leads[-1]
    says = ["day_not_said" if subject.facts.registered else "not_said"]
    if first.last_day:
        says.append("by" if last is first else "by_or_women")
    fix = (_register_by(last), "then_give_registered") if subject.before_play else ("give_registered",)
    return subject.finding("registration", UNKNOWN, p, *says, fix=fix, **_classes(subject, asked))


def _classes(subject: Subject, asked: _AskedLeads) -> ProblemFacts:
    """Give the facts of the classes to which an event can belong, with those of whom only the sex could tell."""
    first, last = asked.leads[0], asked.leads[-1]
    open_sexes = with_ratings(subject, asked.open_sexes)
    days = {"first_day": first.last_day, "last": last.last_day, "lead": last.lead}
    return {"of": first.of, "open_sexes": open_sexes, **days}


def _compared(subject: Subject, p: Consulted, asked: _AskedLeads, when: date) -> Finding:
    """Compare a day with the lead of each class to which the event can belong; open where they disagree."""
    judged = [_of_class(subject, p, lead, when) for lead in asked.leads]
    severities = {finding.severity for finding in judged}
    if len(severities) == 1:
        return judged[0]
    other, elite = asked.leads
    approved = subject.facts.late_registration_approved
    says = ("either_class",) if approved is None else ("either_class", "not_for_both")
    return subject.finding(
        "registration_lead",
        UNKNOWN,
        p.with_(other.late).with_(elite.late),
        *says,
        fix="give_sex_001",
        players=asked.open_sexes,
        decides=REFUSES in severities,
        when=when,
        approved=approved,
        **_classes(subject, asked),
    )


def _of_class(subject: Subject, p: Consulted, asked: Lead, when: date) -> Finding:
    """Compare a day with the lead of one class."""
    code, p_late, approved = "registration_lead", asked.late, subject.facts.late_registration_approved
    standing = registration_of(subject.law, asked, when, approved)
    facts: ProblemFacts = {"when": when, "of": asked.of, "last": asked.last_day}
    if asked.last_day is None or standing == rules.IN_TIME:
        return subject.finding(code, PASSES, p.with_(asked.p), "in_time", **facts)
    facts |= {"days": (when - asked.last_day).days, "approver": asked.approver, "approved": approved}
    if asked.approver is None:
        return subject.finding(code, REFUSES, p_late, "late", "not_rated", fix="no_article_lets_pass", **facts)
    if standing == rules.LET_PASS:
        return subject.finding(code, PASSES, p_late, "late", "let_pass", **facts)
    says = ("late",) if approved is None else ("late", "let_pass_by_another")
    return subject.finding(code, REFUSES, p_late, *says, fix="ask_approver", **facts)


def _schedule(subject: Subject) -> Iterator[Finding]:
    """Ask for the schedule of rounds that is registered with an event; the days of its rounds show one (R-038)."""
    facts = {"was_registered": answer_code(subject.facts.schedule_registered), "has_days": _all_dated(subject)}
    asked = answer(subject.law, rules.SCHEDULE_REGISTERED, **facts)
    p, standing = asked.by("schedule"), asked["schedule"]
    if standing == YES:
        yield subject.finding("schedule", PASSES, p, "was")
    elif standing == NO:
        yield subject.finding("schedule", REFUSES, p, "without", fix="add_schedule")
    elif standing == rules.SHOWN:
        yield subject.finding("schedule", NOTE, p, "shown_by_dates", fix="if_no_schedule")
    elif standing == NOT_SAID:
        fix = "send_schedule" if subject.before_play else "say_schedule"
        by_dates = asked["do_days_show_schedule"]
        yield subject.finding("schedule", UNKNOWN, p, "not_said", fix=fix, dates=by_dates)


def _all_dated(subject: Subject) -> bool:
    rounds, dates = subject.rounds, subject.tournament.round_dates
    return rounds > 0 and len(dates) >= rounds and all(day is not None for day in dates[:rounds])


def _norms_open(subject: Subject, when: date) -> Iterator[Outcome]:
    """Where title norms would ask for more, and nobody said, say so."""
    if subject.facts.norms is not None:
        return
    asked = lead_of(subject.law, subject.start, has_elite=False, has_norms=True)
    if asked.of == OF_NORMS and registration_of(subject.law, asked, when, None) == rules.TOO_LATE:
        facts: ProblemFacts = {"last": asked.last_day}
        yield subject.finding("registration_norms", UNKNOWN, asked.p, "if_norms", fix="say_norms", **facts)


def sent_by_others(subject: Subject) -> bool:
    """Tell whether the report goes to FIDE without the federation, as that of an official event does."""
    return not is_sent_by_federation(subject.law, official=bool(subject.facts.official))


def sender(subject: Subject) -> Iterator[Outcome]:
    """Ask who decided that an event is rated which the federation did not send; others send official events."""
    if subject.facts.federation_sent is not False or sent_by_others(subject):
        return
    ratings = [subject.ratings.get(entry.number) for entry in subject.entries]
    asked = without_report(subject.law, subject.facts.rated_by_decision, ratings)
    p, standing = asked.by("rated_without_report"), asked["rated_without_report"]
    if standing == rules.NOBODY_ELSE_SENDS:
        p = p.citing("upload_within")  # by which the federation, and nobody else, sends the report
    severity, says, fix = _SENDERS[standing]
    decider = "fide" if standing == rules.FIDE_DID else "council"
    facts: ProblemFacts = {"decider": decider} if says == "decided" else {}
    if standing in _BY_AVERAGE:
        facts["limit"] = asked["average_for_president"]
    yield subject.finding("sender", severity, p, says, fix=fix, **facts)


def appeal(subject: Subject, *, refused: bool) -> Iterator[Outcome]:
    """Say to whom and until when an organiser can appeal."""
    asked = answer(subject.law, APPEAL, is_refused=refused)
    if asked["may_appeal"]:
        p = asked.by("may_appeal").with_(asked.by("hears_appeal"))
        to = "council" if asked["hears_appeal"] == COUNCIL else "qualification_commission"
        facts: ProblemFacts = {"within": p.value("appeal_within"), "to": to}
        yield subject.finding("appeal", NOTE, p, "can_appeal", **facts)
