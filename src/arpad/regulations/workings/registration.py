"""Registration of an event by an edition: the lead that is asked of it, and what follows where it comes late."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from arpad.regulations.consulted import answer, answer_code
from arpad.regulations.durations import shifted, written_day
from arpad.regulations.rules import registration as rules
from arpad.regulations.rules.conditions import NOT_SAID, YES
from arpad.regulations.terms.ints import ints

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from arpad.regulations.consulted import Consulted, RuleAnswer
    from arpad.regulations.edition import Edition

OF_ANY, OF_NORMS, OF_ELITE = "event", "norms", "elite"
"""Classes of events, as a sentence names them."""
CLASSES = {rules.ANY_EVENT: OF_ANY, rules.NORM_EVENT: OF_NORMS, rules.ELITE_EVENT: OF_ELITE}
APPROVERS = {rules.QC_CHAIR: "qc_chair", rules.PRESIDENT: "fide_president"}
_CODES = {name: code for code, name in APPROVERS.items()}
_DECIDERS = {None: rules.NOT_DECIDED, "fide": rules.BY_FIDE, "council": rules.BY_COUNCIL}
_DECIDERS |= {"fide_president": rules.BY_PRESIDENT}


class Lead(NamedTuple):
    """A lead time that is asked of an event: of which class, how long, and what was consulted for it."""

    of: str
    """The code of the class: any event, one with title norms, one with very high-rated players."""
    lead: str
    last_day: date | None
    p: Consulted
    approver: str | None
    """Who may let a late registration pass; None where nobody may."""
    late: Consulted
    """What was consulted for that as well."""


def registration_asked(law: Edition) -> Consulted | None:
    """Give what asks for registration in an edition; None where games of any event are rated."""
    asked = answer(law, rules.REGISTRATION_ASKED, has_elite=False, has_norms=False)
    return asked.by("is_registration_asked") if asked["is_registration_asked"] else None


def asks_for_longest_lead(law: Edition, rating: int | None, is_woman: bool | None) -> bool | None:
    """Tell whether a player's rating asks for the longest lead; None where only the sex could tell.

    >>> from arpad.regulations.catalogue import edition
    >>> law = edition("fide-2024-03")
    >>> [asks_for_longest_lead(law, 2600, is_woman) for is_woman in (True, False, None)]
    [True, False, None]
    """
    facts = {"is_rated": rating is not None, "rating": rating or 0, "is_woman": answer_code(is_woman)}
    answer = ints(rules.LONGEST_LEAD, law).run(facts, {}).whole["asks_for_longest_lead"]
    return None if answer == NOT_SAID else answer == YES


def lead_of(law: Edition, start: date | None, *, has_elite: bool, has_norms: bool) -> Lead:
    """Give the lead of an event; the last day where its first one is known.

    >>> from datetime import date
    >>> from arpad.regulations.catalogue import edition
    >>> lead = lead_of(edition("fide-2014-07"), date(2015, 5, 8), has_elite=False, has_norms=True)
    >>> lead.of, lead.lead, str(lead.last_day), lead.approver
    ('norms', '30 days', '2015-04-08', 'qc_chair')
    """
    asked = answer(law, rules.REGISTRATION_ASKED, has_elite=has_elite, has_norms=has_norms)
    of, approver = asked["class_of_lead"], asked["approver"]
    p = asked.by("class_of_lead")
    lead: str = p.value(rules.LEADS[of])
    last_day = None if start is None else shifted(start, lead, -1)
    return Lead(CLASSES[of], lead, last_day, p, APPROVERS.get(approver), p.with_(asked.by("approver")))


def registration_of(law: Edition, lead: Lead, registered: date, approved_by: str | None) -> int:
    """Tell whether a registration was in time, was let pass, or came too late; not knowing the last day, in time."""
    if lead.last_day is None:
        return rules.IN_TIME
    facts = {
        "registered": written_day(registered),
        "last_day": written_day(lead.last_day),
        "approver": _CODES.get(lead.approver or "", rules.NOBODY),
        "approved_by": _CODES.get(approved_by or "", rules.NOBODY),
    }
    code: int = ints(rules.REGISTRATION, law).run(facts, {}).whole["registration"]
    return code


def without_report(law: Edition, decided_by: str | None, ratings: Sequence[int | None]) -> RuleAnswer:
    """Say what follows for an event that its federation did not send; `ratings` are those of all players.

    >>> from arpad.regulations.catalogue import edition
    >>> asked = without_report(edition("fide-2024-03"), "fide_president", [2700, 2701])
    >>> asked["rated_without_report"] == rules.PRESIDENT_DID, asked["average_for_president"]
    (True, 2700)
    """
    rated = [rating for rating in ratings if rating is not None]
    facts = {"decided_by": _DECIDERS[decided_by], "has_unrated": len(rated) < len(ratings)}
    return answer(law, rules.WITHOUT_REPORT, **facts, ratings=sum(rated), players=len(rated))
