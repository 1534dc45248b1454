"""Who decides about an event, and until when: bodies that approve or refuse, appeals, and what cannot be refused.

Days are whole numbers yyyymmdd.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.regulations.rules.list_dates import NO_DAY
from arpad.regulations.terms.calculation import CODE, Calculation, step
from arpad.regulations.terms.vocabulary import EVENT, all_of, any_of, first_of, otherwise, shifted_day

if TYPE_CHECKING:
    from arpad.regulations.terms.vocabulary import Law, Term, View

NOBODY, QC_CHAIR, COMMISSION, TECHNICAL_COMMISSION, PRESIDENT, COUNCIL, FIDE = range(7)
"""Who decides; FIDE where the edition asks for its approval and names no body."""
NOT_NAMED, CHIEF_ARBITER, ORGANISER, ARBITER_OR_OFFICER = range(4)
"""Who sends a report."""
CHIEF_ORGANISER = 4
"""Who may appeal, besides an organiser."""


@step(EVENT, "registration_refusal", unit=CODE)
def refuses_registration(p: Law) -> Term:
    """The chair of the Qualification Commission may refuse the registration of an event."""
    return first_of((p.says("registration_refusal", "qc_chair"), QC_CHAIR), otherwise(NOBODY))


@step(EVENT, "duration_approval", unit=CODE)
def lets_last_longer(p: Law) -> Term:
    """An event over the limit of days may be let by the chair of the commission; from 2014 on by the commission."""
    return first_of(
        (p.says("duration_approval", "qc_chair"), QC_CHAIR),
        (p.says("duration_approval", "qualification_commission"), COMMISSION),
        otherwise(NOBODY),
    )


@step(EVENT, "hybrid_approval", unit=CODE)
def lets_play_hybrid(p: Law) -> Term:
    """A hybrid event needs the approval of the chair of the commission; FIDE's, where no body is named."""
    return first_of((p.says("hybrid_approval", "qc_chair"), QC_CHAIR), (p.has("hybrid_play"), FIDE), otherwise(NOBODY))


@step(EVENT, "time_faster_by_approval", unit=CODE)
def lets_play_faster(p: Law) -> Term:
    """Faster controls may be approved by FIDE."""
    return first_of((p.has("time_faster_by_approval"), FIDE), otherwise(NOBODY))


@step(EVENT, "laws_consent", unit=CODE)
def lets_change_laws(p: Law) -> Term:
    """A federation may change the Laws a little, with the consent of the Technical Commission."""
    return first_of((p.says("laws_consent", "technical_commission"), TECHNICAL_COMMISSION), otherwise(NOBODY))


@step(EVENT, "rated_without_report_consults", unit=CODE)
def council_consults(p: Law) -> Term:
    """The Council consults the Qualification Commission before it has an event rated that nobody sent."""
    return first_of(
        (p.says("rated_without_report_consults", "qualification_commission"), COMMISSION), otherwise(NOBODY)
    )


DECIDING_BODIES = Calculation(
    "deciding_bodies",
    wide=EVENT,
    wide_inputs=(),
    template=(
        refuses_registration,
        lets_last_longer,
        lets_play_hybrid,
        lets_play_faster,
        lets_change_laws,
        council_consults,
    ),
)


@step(EVENT, "revised_list_for")
def revises_for_correction(p: Law) -> Term:
    """A list may be published anew for any correction; FIDE's editions put corrections right with the next list."""
    return p.has("revised_list_for")


@step(EVENT, "revised_list_for")
def revises_for_late_report(p: Law) -> Term:
    """A list may be published anew for a report that came late; FIDE's editions rate it with a later list."""
    return p.says("revised_list_for", "corrections_and_late_reports")


REVISED_LIST = Calculation(
    "revised_list", wide=EVENT, wide_inputs=(), template=(revises_for_correction, revises_for_late_report)
)


@step(EVENT, "appeal_within")
def appeal_last_day(p: Law, event: View) -> Term:
    """An appeal may be made for some days, counted from the notice of the refusal; in 2014 from the decision."""
    counted_from = first_of((p.says("appeal_counts_from", "notice"), event.notified), otherwise(event.decided))
    return first_of((p.has("appeal_within"), shifted_day(counted_from, p.appeal_within)), otherwise(NO_DAY))


@step(EVENT, "appeal_by", unit=CODE)
def appeals(p: Law) -> Term:
    """The chief organiser may appeal; from 2024 on it is the organiser."""
    return first_of(
        (p.says("appeal_by", "chief_organiser"), CHIEF_ORGANISER),
        (p.says("appeal_by", "organiser"), ORGANISER),
        otherwise(NOBODY),
    )


APPEAL_TERM = Calculation(
    "appeal_term", wide=EVENT, wide_inputs=("decided", "notified"), template=(appeal_last_day, appeals)
)
"""`decided` is the day of the refusal, `notified` that of the notice about it."""


@step(EVENT, "official_events_of")
def counts_as_official(p: Law, event: View) -> Term:
    """Official events are those of FIDE; from 2014 on those of the continents too."""
    is_of_continent = all_of(event.is_continental, p.says("official_events_of", "fide_and_continents"))
    return any_of(event.is_of_fide, is_of_continent)


COUNTS_AS_OFFICIAL = Calculation(
    "counts_as_official", wide=EVENT, wide_inputs=("is_of_fide", "is_continental"), template=(counts_as_official,)
)


@step(EVENT, unit=CODE)
def sends_report(p: Law, event: View) -> Term:
    """The chief arbiter sends the report, in 2003 or the officer; that of an official event in 2009 the organiser."""
    of_official = first_of((p.says("official_events_reporter", "organiser"), ORGANISER), otherwise(CHIEF_ARBITER))
    return first_of(
        (all_of(event.is_official, p.has("official_events_reporter")), of_official),
        (p.says("report_sent_by", "chief_arbiter"), CHIEF_ARBITER),
        (p.says("report_sent_by", "chief_arbiter_or_officer"), ARBITER_OR_OFFICER),
        otherwise(NOT_NAMED),
    )


REPORT_SENDER = Calculation("report_sender", wide=EVENT, wide_inputs=("is_official",), template=(sends_report,))


@step(EVENT, "returned_report_within")
def correction_due(p: Law, event: View) -> Term:
    """A report that was returned comes back corrected within so many days; only 2003 sets a term."""
    is_asked = p.has("returned_report_within")
    return first_of((is_asked, shifted_day(event.returned, p.returned_report_within)), otherwise(NO_DAY))


CORRECTION_DUE = Calculation("correction_due", wide=EVENT, wide_inputs=("returned",), template=(correction_due,))
"""`returned` is the day on which a report was returned."""
