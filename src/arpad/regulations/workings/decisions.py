"""Who decides about an event by an edition, and until when: what an office asks before it writes a decision down."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from arpad.regulations.consulted import answer, answer_code
from arpad.regulations.durations import day_as_written, written_day
from arpad.regulations.rules import decisions as rules
from arpad.regulations.rules.conditions import APPEAL
from arpad.regulations.rules.conditions import COUNCIL as HEARD_BY_COUNCIL
from arpad.regulations.rules.event_basis import ALWAYS_RATED
from arpad.regulations.rules.list_dates import NO_DAY
from arpad.regulations.rules.schedule import DURATION, IN_PARTS, MONTHLY_PARTS, OPEN, TOO_LONG

if TYPE_CHECKING:
    from datetime import date

    from arpad.regulations.consulted import Consulted
    from arpad.regulations.edition import Edition

QC_CHAIR, COMMISSION, TECHNICAL_COMMISSION, PRESIDENT, COUNCIL, FIDE = BODIES = (
    "qc_chair", "qualification_commission", "technical_commission", "fide_president", "council", "fide",
)  # fmt: skip
"""The bodies and persons that decide, by the names that editions use."""
_BODY = {
    rules.QC_CHAIR: QC_CHAIR,
    rules.COMMISSION: COMMISSION,
    rules.TECHNICAL_COMMISSION: TECHNICAL_COMMISSION,
    rules.PRESIDENT: PRESIDENT,
    rules.COUNCIL: COUNCIL,
    rules.FIDE: FIDE,
}
REGISTRATION_REFUSED, LONGER, HYBRID, FASTER, CHANGED_LAWS, CONSULTED = MATTERS = (
    "refuses_registration", "lets_last_longer", "lets_play_hybrid", "lets_play_faster", "lets_change_laws",
    "council_consults",
)  # fmt: skip
"""In what somebody decides: each is a quantity of the rule."""
CHIEF_ARBITER, ORGANISER, ARBITER_OR_OFFICER = SENDERS = ("chief_arbiter", "organiser", "chief_arbiter_or_officer")
_SENDER = {
    rules.CHIEF_ARBITER: CHIEF_ARBITER,
    rules.ORGANISER: ORGANISER,
    rules.ARBITER_OR_OFFICER: ARBITER_OR_OFFICER,
}
_APPELLANT = {rules.CHIEF_ORGANISER: "chief_organiser", rules.ORGANISER: ORGANISER}


class Decider(NamedTuple):
    """Who decides in a matter, with what was consulted; None where the edition has nobody decide it."""

    body: str | None
    p: Consulted


def decider(law: Edition, matter: str) -> Decider:
    """Give who decides in a matter.

    >>> from arpad.regulations.catalogue import edition
    >>> [decider(edition(name), LONGER).body for name in ("fide-2003-07", "fide-2009-07", "fide-2014-07")]
    [None, 'qc_chair', 'qualification_commission']
    """
    asked = answer(law, rules.DECIDING_BODIES)
    return Decider(_BODY.get(asked[matter]), asked.by(matter))


class Appeal(NamedTuple):
    """An appeal against a refusal: to which body, by whom, until which day, and what was consulted."""

    to: str
    by: str
    last_day: date
    p: Consulted


def appeal_against(law: Edition, *, decided: date, notified: date) -> Appeal | None:
    """Give the appeal that an edition allows against a refusal; None where it knows none.

    >>> from datetime import date
    >>> from arpad.regulations.catalogue import edition
    >>> appeal = appeal_against(edition("fide-2014-07"), decided=date(2015, 3, 2), notified=date(2015, 3, 5))
    >>> appeal.to, appeal.by, str(appeal.last_day)
    ('qualification_commission', 'chief_organiser', '2015-03-09')
    """
    allowed = answer(law, APPEAL, is_refused=True)
    if not allowed["may_appeal"]:
        return None
    term = answer(law, rules.APPEAL_TERM, decided=written_day(decided), notified=written_day(notified))
    to = COUNCIL if allowed["hears_appeal"] == HEARD_BY_COUNCIL else COMMISSION
    p = term.by("appeal_last_day").with_(allowed.by("hears_appeal")).with_(term.by("appeals"))
    return Appeal(to, _APPELLANT.get(term["appeals"], ORGANISER), day_as_written(term["appeal_last_day"]), p)


def counts_as_official(law: Edition, *, is_of_fide: bool, is_continental: bool) -> bool:
    """Tell whether an edition takes an event for an official one; those of continents are so from 2014 on."""
    asked = answer(law, rules.COUNTS_AS_OFFICIAL, is_of_fide=is_of_fide, is_continental=is_continental)
    return bool(asked["counts_as_official"])


def cannot_be_refused(law: Edition, *, is_of_fide: bool, is_continental: bool) -> Consulted | None:
    """Give what forbids an edition to refuse an event; None where it may be refused.

    >>> from arpad.regulations.catalogue import edition
    >>> def may_refuse(name, **of):
    ...     return cannot_be_refused(edition(name), **of) is None
    >>> [may_refuse(name, is_of_fide=True, is_continental=False) for name in ("fide-2009-07", "fide-2014-07")]
    [False, True]
    """
    scope = answer(law, rules.COUNTS_AS_OFFICIAL, is_of_fide=is_of_fide, is_continental=is_continental)
    rated = answer(law, ALWAYS_RATED, is_official=bool(scope["counts_as_official"]))
    if not rated["is_always_rated"]:
        return None
    return rated.by("is_always_rated").with_(scope.by("counts_as_official"))


def sender_of_report(law: Edition, *, is_official: bool) -> tuple[str | None, Consulted]:
    """Give who sends the report of an event, with what was consulted; None where the edition names nobody."""
    asked = answer(law, rules.REPORT_SENDER, is_official=is_official)
    return _SENDER.get(asked["sends_report"]), asked.by("sends_report")


def correction_due(law: Edition, returned: date) -> tuple[date | None, Consulted]:
    """Give the last day for a report that was returned, with what was consulted; None where the office sets it.

    >>> from datetime import date
    >>> from arpad.regulations.catalogue import edition
    >>> [str(correction_due(edition(name), date(2004, 3, 1))[0]) for name in ("fide-2003-07", "fide-2009-07")]
    ['2004-03-29', 'None']
    """
    asked = answer(law, rules.CORRECTION_DUE, returned=written_day(returned))
    due = asked["correction_due"]
    return (None if due == NO_DAY else day_as_written(due)), asked.by("correction_due")


def is_reported_in_parts(law: Edition, first_day: date, last_day: date) -> Consulted | None:
    """Give what asks for monthly parts of an event that long; None where it is reported as a whole."""
    days = {"first_day": written_day(first_day), "last_day": written_day(last_day)}
    asked = answer(law, MONTHLY_PARTS, knows_days=True, **days)
    return asked.by("reported") if asked["reported"] == IN_PARTS else None


class Lasting(NamedTuple):
    """That an event lasts longer than it may: whether only an answer is missing, and what was consulted."""

    is_open: bool
    """True where it may be of a kind that is excepted, and nobody said."""
    p: Consulted


def too_long(
    law: Edition, first_day: date, last_day: date, *, league: bool | None, team_championship: bool | None
) -> Lasting | None:
    """Give what an edition says against an event that long; None where it may last so.

    >>> from datetime import date
    >>> from arpad.regulations.catalogue import edition
    >>> days = date(2015, 1, 1), date(2015, 6, 30)
    >>> too_long(edition("fide-2014-07"), *days, league=False, team_championship=True) is None
    True
    """
    days = {"first_day": written_day(first_day), "last_day": written_day(last_day)}
    given = {"league": answer_code(league), "team_championship": answer_code(team_championship)}
    asked = answer(law, DURATION, knows_days=True, may_be_league=league is None, is_approved=False, **days, **given)
    if asked["lasting"] not in {OPEN, TOO_LONG}:
        return None
    return Lasting(asked["lasting"] == OPEN, asked.by("is_over_limit", "excepted"))
