"""Registration: that an event was registered, how long before, and who may let a late one pass."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from arpad.events.facts import COUNCIL, PRESIDENT, QC_CHAIR
from arpad.events.subject import counted, named, with_ratings
from arpad.events.verdict import NOTE, PASSES, REFUSES, UNKNOWN
from arpad.regulations.durations import shifted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from arpad.events.subject import Found, Subject
    from arpad.events.verdict import Finding
    from arpad.model.tournament import Entry

APPROVERS = {QC_CHAIR: "the chair of the Qualification Commission", PRESIDENT: "the FIDE President"}


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
    return tuple(entry.number for entry in subject.entries if _is_elite(subject, entry) is True)


def _is_elite(subject: Subject, entry: Entry) -> bool | None:
    """Tell whether a player's rating asks for the longest lead; None where only the sex could tell."""
    law, rating = subject.law, subject.ratings.get(entry.number)
    if not law.has("registration_lead_elite") or rating is None:
        return False
    if rating > law.value("registration_elite_above"):
        return True
    return subject.is_woman(entry) if rating > law.value("registration_elite_women_above") else False


def leads_of(subject: Subject) -> tuple[Lead, ...]:
    """Give the lead time of an event, the longest of its classes; two where a sex that is not given decides."""
    law = subject.law
    keys = ("registration_lead_elite", "registration_elite_above", "registration_elite_women_above")
    elite = keys, "an event with very high-rated players", "late_registration_elite"
    if law.has("registration_lead_norms") and subject.facts.norms:
        other = ("registration_lead_norms",), "an event where title norms can be made", "late_registration"
    else:
        other = ("registration_lead",), "an event", "late_registration"
    answers = {_is_elite(subject, entry) for entry in subject.entries}
    classes = (elite,) if True in answers else (other, elite) if None in answers else (other,)
    return tuple(_lead(subject, *lead_class) for lead_class in classes)


def _lead(subject: Subject, keys: tuple[str, ...], of: str, approval: str) -> Lead:
    law = subject.law
    lead = str(law.value(keys[0]))
    last = None if subject.start is None else shifted(subject.start, lead, -1)
    return Lead(of, lead, last, keys, approval if law.has(approval) else None)


def registration(subject: Subject) -> Iterator[Found]:
    """Compare the day of registration with the lead that the edition asks for."""
    law, when = subject.law, subject.facts.registered
    if not law.get("only_registered"):
        return
    asked = leads_of(subject)
    keys = tuple(key for lead in asked for key in lead.keys)
    elite = elite_players(subject)
    if elite:
        said = f"{named(elite).capitalize()}: rated so high that the event is registered {asked[-1].lead} before."
        yield subject.found("registration_class", NOTE, said, *keys, players=elite)
    if when is None or when is True:
        yield _not_said(subject, asked, *keys)
    elif when is False:
        said = "The event was not registered with FIDE, and only registered events are rated."
        fix = "Ask the federation." if not subject.before_play else _last_day(asked[-1])
        yield subject.found("not_registered", REFUSES, said, "only_registered", *keys, fix=fix)
        return
    elif subject.start is None:
        said = "The first day is not known, so it is open whether the registration was in time."
        yield subject.found("registration_lead", UNKNOWN, said, *keys, fix="Give record 042.")
    else:
        compared = _compared(subject, asked, when)
        yield compared
        if compared.severity == PASSES:
            yield from _norms_open(subject, when)
    yield from _schedule(subject)


def _last_day(asked: Lead) -> str:
    return f"Register it by {asked.last_day}." if asked.last_day else f"Register it {asked.lead} before the first day."


def _not_said(subject: Subject, asked: tuple[Lead, ...], *keys: str) -> Finding:
    first, last = asked[0], asked[-1]
    by = f" {_begun(first.of)} is registered by {first.last_day}" if first.last_day else ""
    if by and last is not first:
        by += f", or, if {_with_open_sex(subject)} is a woman, by {last.last_day}"
    message = "Whether it is registered is not said."
    if subject.facts.registered:
        message = "It is said to be registered, but not when."
    fix = "Give --registered, or registered in event.toml."
    if subject.before_play:
        fix = f"{_last_day(last)} Then give --registered."
    return subject.found(
        "registration", UNKNOWN, f"{message}{by}{'.' if by else ''}", "only_registered", *keys, fix=fix
    )


def _with_open_sex(subject: Subject) -> str:
    """Name the players of whom only the sex could tell the class."""
    return f"{with_ratings(subject, _open_sexes(subject))}, without a sex in the report,"


def _open_sexes(subject: Subject) -> tuple[int, ...]:
    return tuple(entry.number for entry in subject.entries if _is_elite(subject, entry) is None)


def _compared(subject: Subject, asked: tuple[Lead, ...], when: date) -> Finding:
    """Compare a day with the lead of each class to which the event can belong; open where they disagree."""
    judged = [_of_class(subject, lead, when) for lead in asked]
    severities = {finding.severity for finding in judged}
    if len(severities) == 1:
        return judged[0]
    other, elite = asked
    message = f"Registered on {when}. If {_with_open_sex(subject)} is a woman, the event is registered by "
    message += f"{elite.last_day}, else by {other.last_day}; so it is open whether it was in time."
    if subject.facts.late_registration_approved is not None:
        decider = APPROVERS[subject.facts.late_registration_approved]
        message += f" {_begun(decider)} let a late registration pass, which is not enough for both classes."
    keys = [key for lead in asked for key in (*lead.keys, *((lead.approval,) if lead.approval else ()))]
    return subject.found(
        "registration_lead",
        UNKNOWN,
        message,
        "only_registered",
        *keys,
        fix="Give the sex, m or w, in record 001.",
        players=_open_sexes(subject),
        decides=REFUSES in severities,
    )


def _of_class(subject: Subject, asked: Lead, when: date) -> Finding:
    """Compare a day with the lead of one class."""
    if asked.last_day is not None and when > asked.last_day:
        return _late(subject, asked, when)
    message = f"Registered on {when}, in time: {asked.of} is registered by {asked.last_day}."
    return subject.found("registration_lead", PASSES, message, "only_registered", *asked.keys)


def _late(subject: Subject, asked: Lead, when: date) -> Finding:
    late = 0 if asked.last_day is None else (when - asked.last_day).days
    said = f"Registered on {when}, {counted(late, 'day')} too late: {asked.of} is registered by {asked.last_day}."
    if asked.approval is None:
        fix = "No article lets it pass; ask FIDE."
        return subject.found("registration_lead", REFUSES, f"{said} Such events are not rated.", *asked.keys, fix=fix)
    keys = (*asked.keys, asked.approval)
    approver = subject.law.value(asked.approval)
    approved = subject.facts.late_registration_approved
    if approved == approver:
        return subject.found("registration_lead", PASSES, f"{said} {_begun(APPROVERS[approver])} let it pass.", *keys)
    if approved is not None:
        said += f" {_begun(APPROVERS[approved])} let it pass, but it takes {APPROVERS[approver]}."
    fix = f"Ask {APPROVERS[approver]}; if the answer is yes, say late_registration_approved = {approver!r}."
    return subject.found("registration_lead", REFUSES, said, *keys, fix=fix)


def _begun(words: str) -> str:
    """Begin a sentence, and leave the other capitals alone."""
    return words[:1].upper() + words[1:]


def _schedule(subject: Subject) -> Iterator[Finding]:
    """Ask for the schedule of rounds that is registered with an event; the days of its rounds show one (R-038)."""
    law, answer = subject.law, subject.facts.schedule_registered
    if not law.has("registration_schedule"):
        return
    code, key, message = "schedule", "registration_schedule", "An event is registered with its schedule of rounds"
    say = "schedule_registered = true or false in event.toml"
    if answer:
        yield subject.found(code, PASSES, f"{message}, and this one was.", key)
    elif answer is False:
        fix = "Ask the federation to add it to the registration."
        yield subject.found(code, REFUSES, f"{message}, and this one was registered without.", key, fix=fix)
    elif law.value(key) == "shown_by_dates" and subject.rounds and _all_dated(subject):
        seen = f"{message}; the report has the day of every round, and so shows one."
        yield subject.found(code, NOTE, seen, key, fix="If FIDE did not have it, say schedule_registered = false.")
    else:
        dates = ", or give the day of every round in record 132" if law.value(key) == "shown_by_dates" else ""
        fix = f"Send it to the federation, then say {say}." if subject.before_play else f"Say {say}{dates}."
        unsaid = f"{message}; whether this one was is not said."
        yield subject.found(code, UNKNOWN, unsaid, key, fix=fix)


def _all_dated(subject: Subject) -> bool:
    rounds, dates = subject.rounds, subject.tournament.round_dates
    return len(dates) >= rounds and all(day is not None for day in dates[:rounds])


def _norms_open(subject: Subject, when: date) -> Iterator[Found]:
    """Where title norms would ask for more, and nobody said, say so."""
    law = subject.law
    if subject.facts.norms is None and law.has("registration_lead_norms") and subject.start is not None:
        last = shifted(subject.start, law.value("registration_lead_norms"), -1)
        if when > last:
            said = f"If title norms could be made, it had to be registered by {last}."
            fix = "Say norms = true or false in event.toml."
            yield subject.found("registration_norms", UNKNOWN, said, "registration_lead_norms", fix=fix)


def sent_by_others(subject: Subject) -> bool:
    """Tell whether the report goes to FIDE without the federation, as that of an official event does."""
    return bool(subject.facts.official) and subject.law.has("official_events_reporter")


def sender(subject: Subject) -> Iterator[Found]:
    """Ask who decided that an event is rated which the federation did not send; others send official events."""
    law, facts = subject.law, subject.facts
    if facts.federation_sent is not False or sent_by_others(subject):
        return
    code, key, message = "sender", "rated_without_report", "The federation did not send the report"
    rule, decided = law.get(key), facts.rated_by_decision
    if rule is None:
        fix = "Ask the federation to send it."
        refused = f"{message}, and no article lets anybody else have the event rated."
        yield subject.found(code, REFUSES, refused, "upload_within", fix=fix)
    elif decided is None:
        decider = "FIDE" if rule == "fide" else "the FIDE Council or the FIDE President"
        fix = "Say rated_by_decision in event.toml, or ask the federation to send it."
        yield subject.found(
            code, UNKNOWN, f"{message}; whether {decider} decided to rate it is not said.", key, fix=fix
        )
    elif rule == "fide" or decided == COUNCIL:
        decider = "FIDE" if rule == "fide" else "the FIDE Council"
        yield subject.found(code, PASSES, f"{message}; {decider} decided to rate the event.", key)
    else:
        yield _decided_by_president(subject, f"{message}; ")


def _decided_by_president(subject: Subject, message: str) -> Finding:
    """Compare the average of an event with that from which on the President may decide."""
    code, keys = "sender", ("rated_without_report", "rated_without_report_above")
    limit, ratings = subject.law.value(keys[1]), [subject.ratings.get(entry.number) for entry in subject.entries]
    rated = [rating for rating in ratings if rating is not None]
    if subject.facts.rated_by_decision != PRESIDENT:
        message += f"it takes the FIDE Council, or the FIDE President where the average is above {limit}."
        return subject.found(code, UNKNOWN, message, *keys, fix="Say which of the two in rated_by_decision.")
    if len(rated) < len(ratings):
        message += f"the FIDE President may rate it if the average is above {limit}, and not everybody has a rating."
        return subject.found(code, UNKNOWN, message, *keys, fix="Ask the FIDE Council.")
    if rated and sum(rated) > limit * len(rated):
        message += f"the FIDE President decided to rate it, the average being above {limit}."
        return subject.found(code, PASSES, message, *keys)
    message += (
        f"the FIDE President decided to rate it, but the average is not above {limit}: it takes the FIDE Council."
    )
    return subject.found(code, REFUSES, message, *keys, fix="Ask the FIDE Council.")


def appeal(subject: Subject, *, refused: bool) -> Iterator[Found]:
    """Say to whom and until when an organiser can appeal."""
    law = subject.law
    if refused and law.has("appeal_within"):
        whom = {"council": "the FIDE Council", "qualification_commission": "the Qualification Commission"}
        said = f"If FIDE refuses the event, the organiser can appeal to {whom[law.value('appeal_to')]}"
        yield subject.found(
            "appeal", NOTE, f"{said} within {law.value('appeal_within')}.", "appeal_within", "appeal_to"
        )
