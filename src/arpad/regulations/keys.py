"""The stable names of provisions: what each one says, and what may stand in it.

Article numbers change with every edition, these names do not. A name that is not here is refused when an edition is
loaded, so that a slip of the pen in a federation's own file is found at once. What each is about stands in `words`, in
the section `provision`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Key:
    """What a provision holds: its form, and the choices if it is one of several."""

    form: str
    choices: tuple[str, ...] = ()


def _choice(*choices: str) -> Key:
    return Key("choice", choices)


def _rule(*choices: str) -> Key:
    return Key("rule", choices)


def _whole() -> Key:
    return Key("whole")


KEYS: dict[str, Key] = {
    # The whole system
    "applies_to_events_starting": _choice("on_or_after", "after"),
    "percentage_table": Key("table"),
    "percentage_rounding": _choice("half_up", "half_away_from_zero"),
    "expectation_table": Key("table"),
    "list_for_event": _choice("list_at_start"),
    "list_for_game": _choice("leagues_over_90_days", "declared_before_round_1"),
    "list_for_game_over": Key("duration"),
    "long_event_parts_over": Key("duration"),
    "period_base": _choice("last_published"),
    # The change of a rated player
    "unrated_opponents": _choice("not_counted", "round_robin_only"),
    "match_with_unrated": _choice(
        "not_rated",
        "one_unrated_allowed",
        "games_between_unrated_not_rated",
        "unreadable",
    ),
    "became_rated": _choice("own_rating_only", "rated_before_event"),
    "rated_difference": _rule("own_minus_opponent"),
    "expectation": _rule("game_by_game", "event_average"),
    "average_rounding": _choice("half_up", "half_away_from_zero"),
    "average_counts": _choice("opponents", "games"),
    "average_difference": _choice("from_rc", "from_ra"),
    "difference_cap": _whole(),
    "cap_scope": _rule("every_game", "one_upgrade"),
    "cap_lower_side": _choice("once", "always", "never"),
    "cap_exempt_from": _whole(),
    "gap_exclusion": _whole(),
    "gap_exclusion_above": _whole(),
    "expected_score": _rule("expectation"),
    "game_change": _rule("score_minus_expected"),
    "score_sum": _rule("sum"),
    "period_change": _rule("sum_times_k"),
    "rounding": _choice("half_up", "half_away_from_zero"),
    "rounded_when": _choice("period"),
    "performance_rating": _rule("average_plus_dp"),
    "performance_rounding": _choice("half_up", "half_away_from_zero"),
    "quick_estimate": _rule("average_of_opponents"),
    # The development coefficient
    "coefficient": _rule("by_history", "same_for_all", "set_by_officer"),
    "k_for_all": _whole(),
    "k_new": _whole(),
    "k_new_games": _whole(),
    "k_established": _whole(),
    "k_top": _whole(),
    "k_top_from": _whole(),
    "k_top_games": _whole(),
    "k_junior": _whole(),
    "k_junior_age": _whole(),
    "k_junior_until": _choice("birthday", "year_end"),
    "k_junior_below": _whole(),
    "k_junior_measure": _choice("highest", "current"),
    "k_when": _choice("at_calculation", "event_start", "list_before"),
    "k_load_limit": _whole(),
    "k_load_remark": _whole(),
    "initial_games_count": Key("flag"),
    # First ratings
    "floor": _whole(),
    "below_floor": _choice("delisted", "unrated"),
    "initial_method": _rule(
        "weighted_event_ratings",
        "all_games_as_one_event",
        "all_games_as_one_event_without_round_robins",
        "all_games_with_fictitious_draws",
    ),
    "initial_bonus": Key("points"),
    "initial_fictitious_opponents": _whole(),
    "initial_fictitious_rating": _whole(),
    "initial_maximum": _whole(),
    "initial_rounding": _choice("half_up", "half_away_from_zero", "number_ending_in_1_or_0"),
    "initial_games": _whole(),
    "initial_games_team_championships": _whole(),
    "initial_games_disabled_associations": _whole(),
    "pooling_window": Key("window"),
    "event_minimum_score": Key("points"),
    "event_minimum_scope": _choice("any_event", "first_event"),
    "event_minimum_drops_opponents": _choice("below_minimum", "zero", "zero_in_first_event"),
    "event_minimum_score_swiss": Key("points"),
    "event_minimum_rated_opponents": _whole(),
    "event_minimum_rated_counts": _choice("opponents", "games"),
    "event_minimum_rated_scope": _choice("any_event", "later_events"),
    "pooling_starts": Key("date"),
    "first_performance_below_floor": _choice(
        "dropped",
        "not_published",
        "dropped_in_every_swiss",
    ),
    "round_robin_method": _rule("one_correction_pass"),
    "round_robin_strength": _choice("corrected", "first_pass"),
    "round_robin_with_unplayed": _choice("as_swiss"),
    "standard_stands_in": Key("flag"),
    # Lists and deadlines
    "list_months": Key("months"),
    "first_list": Key("date"),
    "report_closing": Key("closing"),
    "event_closing": Key("closing"),
    "official_event_closing": Key("closing"),
    "official_report_closing": Key("closing"),
    "late_report_lists": _whole(),
    "report_next_list_within": _whole(),
    "arbiter_report_within": Key("duration"),
    "upload_within": Key("duration"),
    "report_sent_by": _choice("chief_arbiter", "chief_arbiter_or_officer"),
    "returned_report_within": Key("duration"),
    "officer_review": Key("flag"),
    "inactive_below": _whole(),
    "inactive_window": Key("window"),
    "activity_games": _choice("rated", "against_rated"),
    "active_again_from": _whole(),
    "suspended_federations": _choice("alphabetical_part_only", "not_listed"),
    "monthly_lists_begin": _choice("year_of_decision", "year_after_decision"),
    "monthly_regime_floor": _whole(),
    "monthly_regime_closing": Key("closing"),
    "list_entry_from": _whole(),
    "display_digits": _whole(),
    "list_membership": _choice(
        "member_federation",
        "member_federation_unless_council",
    ),
    "list_exemption": _choice(
        "no_federation",
        "no_member_federation",
    ),
    # What is published with a list
    "list_fields": Key(
        "texts",
        (
            *("name", "title", "federation", "rating", "fide_id", "games", "birth_date", "birth_year", "sex", "k"),
            "games_with_new_k",
        ),
    ),
    "list_parts": Key("texts", ("alphabetical", "by_federation")),
    "titled_unrated": _choice("own_list"),
    "inactive_listing": _choice(
        "own_list",
        "marked_alphabetical_only",
        "marked",
    ),
    "inactive_listed_for": Key("window"),
    "top_list": _choice("without_inactive"),
    "delisted_shown": _choice(
        "in_list",
        "own_list",
        "removed",
        "as_unrated",
    ),
    "exclusion_reported_by": _choice("federation"),
    "death_reported_by": _choice("federation"),
    "rating_officer": _choice("one_per_federation"),
    "rated_without_report": _choice("fide", "council_or_president"),
    "rated_without_report_above": _whole(),
    "rated_without_report_consults": _choice("qualification_commission"),
    # Conditions for an event
    "only_registered": Key("flag"),
    "registration_lead": Key("duration"),
    "registration_lead_norms": Key("duration"),
    "registration_lead_elite": Key("duration"),
    "registration_elite_above": _whole(),
    "registration_elite_women_above": _whole(),
    "registration_schedule": _choice(
        "shown_by_dates",
        "only_if_said",
    ),
    "late_registration": _choice("qc_chair"),
    "late_registration_elite": _choice("fide_president"),
    "registration_refusal": _choice("qc_chair"),
    "appeal_within": Key("duration"),
    "appeal_to": _choice("qualification_commission", "council"),
    "appeal_by": _choice("chief_organiser", "organiser"),
    "appeal_counts_from": _choice("notice", "decision"),
    "revised_list_for": _choice(
        "corrections",
        "corrections_and_late_reports",
    ),
    "official_events": _choice("always_rated", "reported"),
    "official_events_reporter": _choice("organiser", "chief_arbiter"),
    "official_events_of": _choice("fide", "fide_and_continents"),
    "announcement": _choice("unless_announced_unrated", "must_say_rated"),
    "laws": _choice(
        "fide_laws",
        "fide_laws_by_kind",
        "fide_laws_small_changes_by_consent",
        "fide_laws_or_hybrid",
    ),
    "laws_consent": _choice("technical_commission"),
    "takes_part": _choice("entered", "paired", "played"),
    "arbiter_licence": Key("flag"),
    "time_scope": _choice("event", "game"),
    "time_moves": _whole(),
    "time_120_from": _whole(),
    "time_90_from": _whole(),
    "time_high_minutes": _whole(),
    "time_middle_minutes": _whole(),
    "time_low_minutes": _whole(),
    "time_60_below": _whole(),
    "time_examples": Key("texts"),
    "time_too_fast": _choice("not_rated"),
    "time_equal_for_both": Key("flag"),
    "minutes_from": _whole(),
    "minutes_above": _whole(),
    "minutes_below": _whole(),
    "minutes_up_to": _whole(),
    "laws_border": _whole(),
    "laws_border_from": Key("date"),
    "time_faster_by_approval": Key("texts"),
    "first_control_moves": _whole(),
    "first_control_sense": _choice("exactly", "at_least"),
    "first_control_duty": _choice("recommended", "required"),
    "rounds_per_day": _whole(),
    "rounds_per_day_rapid": _whole(),
    "rounds_per_day_blitz": _whole(),
    "hours_per_day": _whole(),
    "duration_limit": Key("duration"),
    "duration_exception": _choice("leagues", "team_championships"),
    "duration_approval": _choice("qc_chair", "qualification_commission"),
    "hybrid_play": _choice("by_approval"),
    "hybrid_approval": _choice("qc_chair"),
    "hybrid_pgn": Key("flag"),
    "unplayed_games": _choice(
        "not_counted",
        "rated_once_both_moved",
        "rated_once_both_moved_unless_ruled_out",
    ),
    "stages_together": _choice("added", "may_be_added"),
    "round_robin_rated_share": _whole(),
    "round_robin_small_field": _whole(),
    "round_robin_small_rated": _whole(),
    "double_round_robin_players": _whole(),
    "double_round_robin_rated": _whole(),
    "double_round_robin_applies": _choice("with_unrated", "always"),
    "composition_as_swiss": _choice(
        "not_asked",
        "asked",
    ),
    "national_championship_rated": _whole(),
    "national_championship_rated_women": _whole(),
    "national_championship_counts": _choice("men", "players"),
    "scheveningen_with_unrated": _choice("one_unrated_allowed", "unreadable"),
    "decided_match": _choice("not_rated", "not_rated_unless_requested"),
}
