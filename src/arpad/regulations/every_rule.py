"""Every calculation of the regulations, for pages and tests that look at all rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.regulations.rules import (
    activity,
    composition,
    conditions,
    decisions,
    development_coefficient,
    event_basis,
    first_rating,
    list_dates,
    list_line,
    listing,
    newcomer_event,
    performance,
    rated_event,
    rated_period,
    registration,
    report_duties,
    round_robin,
    schedule,
    thinking_time,
)
from arpad.regulations.terms.calculation import Variants, provisions_of

if TYPE_CHECKING:
    from arpad.regulations.terms.calculation import Calculation, Step

CALCULATIONS = (
    event_basis.GOVERNED,
    event_basis.RATINGS_USED,
    event_basis.WITH_UNRATED,
    event_basis.TAKES_PART,
    event_basis.ALWAYS_RATED,
    event_basis.SENT_BY_FEDERATION,
    registration.LONGEST_LEAD,
    registration.REGISTRATION_ASKED,
    registration.REGISTRATION,
    registration.SCHEDULE_REGISTERED,
    registration.WITHOUT_REPORT,
    conditions.ANNOUNCEMENT,
    conditions.LICENCES,
    conditions.LAWS,
    conditions.HYBRID,
    conditions.APPEAL,
    decisions.DECIDING_BODIES,
    decisions.REVISED_LIST,
    decisions.APPEAL_TERM,
    decisions.COUNTS_AS_OFFICIAL,
    decisions.REPORT_SENDER,
    decisions.CORRECTION_DUE,
    composition.RATED_SHARE,
    composition.SMALL_FIELD,
    composition.DOUBLE_ROUND_ROBIN,
    composition.REPORTED_AS_SWISS,
    composition.COMPOSITION_ASKED,
    composition.NATIONAL_CHAMPIONSHIP,
    composition.SCHEVENINGEN,
    composition.MATCH,
    composition.GAME_RATED,
    composition.STAGES,
    composition.MATCH_DECIDED,
    composition.LATE_GAMES,
    thinking_time.GAME_LENGTH,
    thinking_time.TIME_SCOPE,
    thinking_time.TIME_NEEDED,
    thinking_time.APPROVED_TIME,
    thinking_time.EXAMPLE_TIME,
    thinking_time.TIME_ENOUGH,
    thinking_time.STANDARD_TIME,
    thinking_time.TIME_LIMITS,
    thinking_time.EQUAL_TIMES,
    thinking_time.FIRST_CONTROL,
    schedule.ROUNDS_A_DAY,
    schedule.HOURS_A_DAY,
    schedule.DURATION,
    schedule.MONTHLY_PARTS,
    rated_event.RATED_EVENT,
    rated_period.RATED_PERIOD,
    rated_period.K_LOAD,
    development_coefficient.DEVELOPMENT_COEFFICIENT,
    development_coefficient.K_FACTS,
    development_coefficient.NEWCOMERS_K,
    performance.PERFORMANCE,
    performance.QUICK_ESTIMATE,
    first_rating.FIRST_RATING,
    first_rating.WEIGHTED_RATINGS,
    first_rating.PUBLISHED,
    newcomer_event.RESULT_ON_LIST,
    newcomer_event.RATED_FOR_UNRATED,
    newcomer_event.NEWCOMER_EVENT,
    newcomer_event.OPPONENTS_NEEDED,
    newcomer_event.NEWCOMER_POOL,
    newcomer_event.TABLE_ENTRY,
    round_robin.ROUND_ROBIN,
    round_robin.TABLE_PERCENTAGE,
    round_robin.TABLE_DIFFERENCE,
    round_robin.FIELD_AVERAGE,
    round_robin.TABLE_OPPONENTS,
    round_robin.TABLE_EXPECTED,
    list_dates.LISTS_BEGUN,
    list_dates.LISTS_A_YEAR,
    list_dates.EVENT_CLOSING,
    list_dates.REPORT_CLOSING,
    list_dates.LATE_REPORT,
    report_duties.ARBITER_DUE,
    report_duties.UPLOAD_DUE,
    report_duties.OFFICER_REVIEW,
    list_dates.MONTHLY_CLOSING,
    listing.KEPT_OFF,
    listing.LISTING,
    listing.LIST_PARTS,
    listing.LIST_LOOK,
    activity.ACTIVITY,
    activity.KEEPS_ACTIVE,
    list_line.BASE_RATING,
    list_line.ADJUSTED,
    list_line.AT_THE_FLOOR,
)


def steps_of(calculation: Calculation) -> list[Step]:
    """Give all steps of a calculation, those of every variant, each once."""
    steps = []
    for entry in calculation.template:
        steps += (
            [step for variant in entry.lists.values() for step in variant] if isinstance(entry, Variants) else [entry]
        )
    return list(dict.fromkeys(steps))


def consulted_by() -> dict[str, list[str]]:
    """Name for each provision the steps that carry it out or consult it, and the calculations whose shape it picks."""
    used: dict[str, list[str]] = {}
    for calculation in CALCULATIONS:
        for step in steps_of(calculation):
            for key in sorted({step.provision, *provisions_of(step.written())} - {""}):
                used.setdefault(key, []).append(f"{calculation.name}.{step.name}")
        for entry in calculation.template:
            if isinstance(entry, Variants):
                used.setdefault(entry.key, []).append(calculation.name)
    return {key: list(dict.fromkeys(names)) for key, names in used.items()}
