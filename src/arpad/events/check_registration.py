"""Registration: that an event was registered, how long before, and who may let a late one pass."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from arpad.events.facts import PRESIDENT, QC_CHAIR
from arpad.events.subject import counted, named
from arpad.events.verdict import NOTE, PASSES, REFUSES, UNKNOWN
from arpad.regulations.durations import shifted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from arpad.events.subject import Found, Subject

APPROVERS = {QC_CHAIR: "the chair of the Qualification Commission", PRESIDENT: "the FIDE President"}
_WOMAN = "w"


class Lead(NamedTuple):
    """A lead time that is asked of an event: of which class, how long, and by which provisions."""

    of: str
    lead: str
    last_day: date | None
    keys: tuple[str, ...]
    approval: str | None
    """The provision that says who may let a late registration pass."""


def elite_players(subject: Subject) -> tuple[int, ...]:
    """Give the players whose ratings ask for the longest lead: above a limit, women above a lower one."""
    law = subject.law
    if not law.has("registration_lead_elite"):
        return ()
    limits = {True: law.value("registration_elite_women_above"), False: law.value("registration_elite_above")}
    return tuple(
        one.number
        for one in subject.entries
        if (rating := subject.ratings.get(one.number)) is not None and rating > limits[one.sex == _WOMAN]
    )


def lead_of(subject: Subject) -> Lead:
    """Give the lead time of an event: the longest of the classes to which it belongs."""
    law = subject.law
    keys: tuple[str, ...]
    if elite_players(subject):
        keys = ("registration_lead_elite", "registration_elite_above", "registration_elite_women_above")
        of, approval = "an event with very high-rated players", "late_registration_elite"
    elif law.has("registration_lead_norms") and subject.facts.norms:
        keys, of, approval = ("registration_lead_norms",), "an event where title norms can be made", "late_registration"
    else:
        keys, of, approval = ("registration_lead",), "an event", "late_registration"
    lead = str(law.value(keys[0]))
    last = None if subject.start is None else shifted(subject.start, lead, -1)
    return Lead(of, lead, last, keys, approval if law.has(approval) else None)


def registration(subject: Subject) -> Iterator[Found]:
    """Compare the day of registration with the lead that the edition asks for."""
    law, facts = subject.law, subject.facts
    if not law.has("only_registered"):
        return
    asked = lead_of(subject)
    elite = elite_players(subject)
    if elite:
        said = f"{named(elite).capitalize()}: rated so high that the event is registered {asked.lead} before."
        yield subject.found("registration_class", NOTE, said, *asked.keys, players=elite)
    when = facts.registered
    if when is None or when is True:
        yield _not_said(subject, asked, registered=when)
    elif when is False:
        said = "The event was not registered with FIDE, and only registered events are rated."
        fix = "Ask the federation." if not subject.before_play else _last_day(asked)
        yield subject.found("not_registered", REFUSES, said, "only_registered", *asked.keys, fix=fix)
    elif asked.last_day is None:
        said = "The first day is not known, so it is open whether the registration was in time."
        yield subject.found("registration_lead", UNKNOWN, said, *asked.keys, fix="Give record 042.")
    elif when <= asked.last_day:
        said = f"Registered on {when}, in time: {asked.of} is registered by {asked.last_day}."
        yield subject.found("registration_lead", PASSES, said, "only_registered", *asked.keys)
        yield from _norms_open(subject, when)
    else:
        yield _late(subject, asked, when)


def _last_day(asked: Lead) -> str:
    return f"Register it by {asked.last_day}." if asked.last_day else f"Register it {asked.lead} before the first day."


def _not_said(subject: Subject, asked: Lead, *, registered: bool | None) -> Found:
    by = f" {asked.of.capitalize()} is registered by {asked.last_day}." if asked.last_day else ""
    said = "It is said to be registered, but not when." if registered else "Whether it is registered is not said."
    fix = "Give --registered, or registered in event.toml."
    if subject.before_play:
        fix = f"{_last_day(asked)} Then give --registered."
    return subject.found("registration", UNKNOWN, f"{said}{by}", "only_registered", *asked.keys, fix=fix)


def _late(subject: Subject, asked: Lead, when: date) -> Found:
    late = 0 if asked.last_day is None else (when - asked.last_day).days
    said = f"Registered on {when}, {counted(late, 'day')} too late: {asked.of} is registered by {asked.last_day}."
    if asked.approval is None:
        return subject.found("registration_lead", REFUSES, f"{said} Such events are not rated.", *asked.keys)
    keys = (*asked.keys, asked.approval)
    approver = subject.law.value(asked.approval)
    approved = subject.facts.late_registration_approved
    if approved == approver or (approved == PRESIDENT and approver == QC_CHAIR):
        return subject.found("registration_lead", PASSES, f"{said} {APPROVERS[approver]} let it pass.", *keys)
    if approved is not None:
        said += f" {APPROVERS[approved].capitalize()} let it pass, but it takes {APPROVERS[approver]}."
    fix = f"Ask {APPROVERS[approver]}; if the answer is yes, say late_registration_approved = {approver!r}."
    return subject.found("registration_lead", REFUSES, said, *keys, fix=fix)


def _norms_open(subject: Subject, when: date) -> Iterator[Found]:
    """Where title norms would ask for more, and nobody said, say so."""
    law = subject.law
    if subject.facts.norms is None and law.has("registration_lead_norms") and subject.start is not None:
        last = shifted(subject.start, law.value("registration_lead_norms"), -1)
        if when > last:
            said = f"If title norms could be made, it had to be registered by {last}."
            fix = "Say norms = true or false in event.toml."
            yield subject.found("registration_norms", UNKNOWN, said, "registration_lead_norms", fix=fix)


def appeal(subject: Subject, *, refused: bool) -> Iterator[Found]:
    """Say to whom and until when an organiser can appeal."""
    law = subject.law
    if refused and law.has("appeal_within"):
        whom = {"council": "the FIDE Council", "qualification_commission": "the Qualification Commission"}
        said = f"If FIDE refuses the event, the organiser can appeal to {whom[law.value('appeal_to')]}"
        yield subject.found(
            "appeal", NOTE, f"{said} within {law.value('appeal_within')}.", "appeal_within", "appeal_to"
        )
