"""The shipped editions as data: every number has its article, every doubt its name, every print its twin."""

from __future__ import annotations

import json
import re
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from arpad.cli.main import run
from arpad.regulations.catalogue import MONTHLY, TWIN, edition, in_force, shipped_files

if TYPE_CHECKING:
    from arpad.regulations.edition_file import EditionFile

READINGS = Path(__file__).resolve().parents[2] / "docs" / "explanation" / "readings.md"

SHIPPED = {
    "fide-2003-07": ("standard", "rapid"),
    "fide-2003-07-monthly": ("standard",),
    "fide-2003-07-print": ("standard", "rapid"),
    "fide-2006-04": ("standard", "rapid"),
    "fide-2009-07": ("standard",),
    "fide-2009-07-monthly": ("standard",),
    "fide-2009-07-print": ("standard",),
    "fide-2011-07": ("standard",),
    "fide-2012-07": ("standard",),
    "fide-2013-07": ("standard",),
    "fide-2014-07": ("standard",),
    "fide-2014-07-print": ("standard",),
    "fide-2017-07": ("standard",),
    "fide-2021-02": ("standard",),
    "fide-2022-01": ("standard",),
    "fide-2024-03": ("standard",),
    "fide-2024-03-print": ("standard",),
    "fide-2025-10": ("standard",),
    "fide-2026-01": ("standard",),
    "fide-rb-2012-01": ("rapid", "blitz"),
    "fide-rb-2022-01": ("rapid", "blitz"),
    "fide-rb-2022-10": ("rapid", "blitz"),
    "fide-rb-2024-03": ("rapid", "blitz"),
    "fide-rb-2024-12": ("rapid", "blitz"),
    "mssz-2017-01": ("standard",),
    "mssz-2017-01-print": ("standard",),
}
EACH_OF_ITS_KINDS = [(name, kind) for name, kinds in SHIPPED.items() for kind in kinds]
DOCUMENTS = ("fide-2003-07", "fide-2009-07", "fide-2014-07", "mssz-2017-01", "fide-2024-03")
FIDE_DOCUMENTS = tuple(name for name in DOCUMENTS if name.startswith("fide"))
TEXTS = (*DOCUMENTS, "fide-2025-10")
TWINS = tuple(name + TWIN for name in DOCUMENTS)
SWITCHES = tuple(name for name in SHIPPED if name.endswith(MONTHLY))
"""Editions that are in force only where they are named: the optional monthly lists."""
RECONSTRUCTED = tuple(name for name in SHIPPED if name not in TEXTS + TWINS + SWITCHES)
PRESUMING = tuple(name for name in RECONSTRUCTED if name != "fide-2026-01" and not name.startswith("fide-rb"))
"""Reconstructed editions of which no text was seen: what they say nothing new about is presumed unchanged."""

NATIONAL_DAY = date(2017, 3, 1)
QUARTERS, ODD_MONTHS, MONTHS = (1, 4, 7, 10), (1, 3, 5, 7, 9, 11), tuple(range(1, 13))
SHOWN_OF_ALL = ("name", "title", "federation", "rating", "fide_id", "games")

SIDE_BY_SIDE: dict[str, tuple[object, object, object, object, object]] = {
    # What a provision says in 2003, 2009, 2014, in the national regulations of 2017, and in 2024; None: nothing.
    "applies_to_events_starting": ("on_or_after",) * 5,
    "period_base": ("last_published",) * 5,
    # Floors, entry, pooling
    "floor": (1801, 1200, 1000, 1000, 1400),
    "monthly_lists_begin": ("year_of_decision", "year_after_decision", None, None, None),
    "monthly_regime_floor": (1000, None, None, None, None),
    "monthly_regime_closing": ("last day of the month before last", None, None, None, None),
    "initial_games": (9, 9, 5, 5, 5),
    "initial_games_team_championships": (None, 7, None, None, None),
    "initial_games_disabled_associations": (None, 7, None, None, None),
    "pooling_window": ("8 periods", "24 months", "26 months", "26 months", "26 months"),
    "event_minimum_score": ("1.00", "1.00", "0.50", "0.50", "0.50"),
    "event_minimum_scope": ("any_event", "first_event", "first_event", "first_event", "first_event"),
    "event_minimum_score_swiss": (None, None, None, None, None),
    "event_minimum_rated_opponents": (3, 3, None, None, None),
    "event_minimum_rated_counts": ("opponents", "games", "games", None, None),
    "event_minimum_rated_scope": ("any_event", "any_event", None, None, None),
    "event_minimum_drops_opponents": ("below_minimum", "zero", *("zero_in_first_event",) * 2, None),
    "round_robin_strength": (None, "corrected", "corrected", "corrected", None),
    "pooling_starts": (None, None, None, None, None),
    "first_performance_below_floor": ("dropped", "dropped", "dropped", "dropped", "not_published"),
    "initial_maximum": (None, None, None, None, 2200),
    "became_rated": ("own_rating_only",) * 5,
    # The formula of a first rating
    "initial_method": (
        "weighted_event_ratings",
        "all_games_as_one_event",
        "all_games_as_one_event",
        "all_games_as_one_event",
        "all_games_with_fictitious_draws",
    ),
    "initial_bonus": ("12.50", "12.50", "15.00", "15.00", None),
    "initial_fictitious_opponents": (None, None, None, None, 2),
    "initial_fictitious_rating": (None, None, None, None, 1800),
    "initial_rounding": ("half_up",) * 5,
    "percentage_table": ("percentage-open-ends", "percentage", "percentage", "percentage", "percentage"),
    "percentage_rounding": ("half_up",) * 5,
    "expectation_table": ("difference",) * 5,
    # Rated players
    "expectation": ("event_average", "game_by_game", "game_by_game", "game_by_game", "game_by_game"),
    "average_difference": ("from_rc", None, None, None, None),
    "average_rounding": ("half_up", None, None, None, None),
    "average_counts": ("opponents", None, None, None, None),
    "rated_difference": ("own_minus_opponent",) * 5,
    "expected_score": ("expectation",) * 5,
    "game_change": (None, *("score_minus_expected",) * 4),
    "score_sum": ("sum",) * 5,
    "period_change": ("sum_times_k",) * 5,
    "difference_cap": (350, 400, 400, 400, 400),
    "cap_scope": ("every_game",) * 5,
    "cap_exempt_from": (None,) * 5,
    "unrated_opponents": (*("round_robin_only",) * 4, "not_counted"),
    "coefficient": ("by_history",) * 5,
    "k_new": (25, 25, 40, 40, 40),
    "k_new_games": (30,) * 5,
    "k_established": (15, 15, 20, 20, 20),
    "k_top": (10,) * 5,
    "k_top_from": (2400,) * 5,
    "k_top_games": (30, None, None, None, None),
    "k_junior": (None, None, 40, 40, 40),
    "k_junior_age": (None, None, 18, 18, 18),
    "k_junior_until": (None, None, "birthday", "birthday", "year_end"),
    "k_junior_below": (None, None, 2300, 2300, 2300),
    "k_junior_measure": (None, None, "highest", "highest", "highest"),
    "k_when": ("at_calculation", "event_start", "event_start", "event_start", "list_before"),
    "k_load_limit": (None, None, None, None, 700),
    "k_load_remark": (750, 750, 700, 700, None),
    "initial_games_count": (True,) * 5,
    "rounding": ("half_up", "half_up", "half_up", "half_up", "half_away_from_zero"),
    "rounded_when": ("period",) * 5,
    "round_robin_method": (*("one_correction_pass",) * 4, None),
    "round_robin_with_unplayed": ("as_swiss", "as_swiss", "as_swiss", "as_swiss", None),
    # Lists
    "list_months": (QUARTERS, ODD_MONTHS, MONTHS, MONTHS, MONTHS),
    "report_closing": ("1 month before", "7 days before", "3 days before", "3 days before", "3 days before"),
    "event_closing": ("1 month before", "7 days before", "3 days before", "3 days before", "3 days before"),
    "official_event_closing": (None, *("1 day before",) * 4),
    "official_report_closing": (None, *("1 day before",) * 4),
    "list_for_event": ("list_at_start",) * 5,
    "list_for_game": ("leagues_over_90_days", "declared_before_round_1", None, None, None),
    "list_for_game_over": ("90 days", None, None, None, None),
    "below_floor": ("delisted", "delisted", "delisted", "delisted", "unrated"),
    "inactive_below": (4, 1, 1, 1, 1),
    "activity_games": ("rated", "rated", "against_rated", "against_rated", "rated"),
    "inactive_window": ("12 months",) * 5,
    "active_again_from": (4, 1, 1, 1, 1),
    "suspended_federations": ("alphabetical_part_only", None, "not_listed", "not_listed", "not_listed"),
    "arbiter_report_within": (None, None, "7 days", "7 days", None),
    "upload_within": ("30 days", None, "30 days", "30 days", None),
    "report_sent_by": ("chief_arbiter_or_officer", None, *("chief_arbiter",) * 3),
    "returned_report_within": ("28 days", None, None, None, None),
    "officer_review": (None, None, None, None, True),
    "report_next_list_within": (None, None, None, None, 5),
    "late_report_lists": (None, None, None, None, 3),
    # What is published
    "list_fields": (
        (*SHOWN_OF_ALL, "birth_date", "k", "games_with_new_k"),
        (*SHOWN_OF_ALL, "birth_year", "sex", "k"),
        (*SHOWN_OF_ALL, "birth_date", "sex", "k"),
        (*SHOWN_OF_ALL, "birth_date", "sex", "k"),
        (*SHOWN_OF_ALL, "birth_year", "sex", "k"),
    ),
    "list_parts": (("alphabetical", "by_federation"), ("alphabetical", "by_federation"), None, None, None),
    "titled_unrated": (*("own_list",) * 4, None),
    "inactive_listing": ("own_list", "marked_alphabetical_only", "marked", "marked", "marked"),
    "inactive_listed_for": ("5 periods", "24 months", None, None, None),
    "top_list": ("without_inactive", "without_inactive", None, None, None),
    "delisted_shown": ("in_list", "own_list", "removed", "removed", "as_unrated"),
    "exclusion_reported_by": ("federation", None, "federation", "federation", None),
    "death_reported_by": (None, None, None, None, "federation"),
    "rating_officer": ("one_per_federation",) * 5,
    "rated_without_report": ("fide", "fide", None, None, "council_or_president"),
    "rated_without_report_above": (None, None, None, None, 2700),
    # Conditions for an event
    "takes_part": ("paired",) * 5,
    "time_scope": ("event", "event", "event", "event", "game"),
    "time_120_from": (2200, 2200, 2200, 2200, 2400),
    "time_90_from": (1600, 1600, 1600, 1600, 1800),
    "time_equal_for_both": (None, None, None, None, False),
    "first_control_moves": (40, 40, 40, 40, 30),
    "first_control_duty": ("recommended", "recommended", "recommended", "recommended", "required"),
    "rounds_per_day": (3, 3, None, None, None),
    "hours_per_day": (12,) * 5,
    "duration_limit": ("90 days", "90 days", "90 days", "90 days", None),
    "long_event_parts_over": (None, None, "90 days", "90 days", "30 days"),
    "round_robin_rated_share": (3, 3, 3, 3, None),
    "round_robin_small_field": (9, 9, 10, 10, None),
    "round_robin_small_rated": (4, 4, 4, 4, None),
    "double_round_robin_players": (6, 6, 6, 6, None),
    "double_round_robin_rated": (4, 4, 4, 4, None),
    "double_round_robin_applies": (*("with_unrated",) * 4, None),
    "composition_as_swiss": (*("not_asked",) * 4, None),
    "match_with_unrated": ("one_unrated_allowed", *("not_rated",) * 4),
    "decided_match": (*("not_rated",) * 4, "not_rated_unless_requested"),
    "registration_lead": ("1 day", "1 month", "7 days", "7 days", "3 days"),
    "registration_lead_norms": (None, None, "30 days", "30 days", None),
    "registration_lead_elite": (None, None, None, None, "30 days"),
    "registration_elite_above": (None, None, None, None, 2700),
    "registration_elite_women_above": (None, None, None, None, 2500),
    "registration_schedule": (None, None, *("shown_by_dates",) * 3),
    "arbiter_licence": (None, None, True, True, None),
    "hybrid_play": (None, None, None, None, "by_approval"),
    "hybrid_approval": (None, None, None, None, "qc_chair"),
    "hybrid_pgn": (None, None, None, None, True),
    "only_registered": (True,) * 5,
    "late_registration": (None, *("qc_chair",) * 4),
    "late_registration_elite": (None, None, None, None, "fide_president"),
    "appeal_within": (None, *("7 days",) * 4),
    "appeal_to": (None, *("qualification_commission",) * 3, "council"),
    "appeal_by": (None, *("chief_organiser",) * 3, "organiser"),
    "appeal_counts_from": (None, "notice", "decision", "decision", "notice"),
    "official_events": (None, "always_rated", "reported", "reported", "always_rated"),
    "official_events_reporter": (None, "organiser", *("chief_arbiter",) * 3),
    "official_events_of": (None, "fide", *("fide_and_continents",) * 3),
    "registration_refusal": (None, *("qc_chair",) * 4),
    "laws_consent": (None, "technical_commission", None, None, None),
    "rated_without_report_consults": (None, None, None, None, "qualification_commission"),
    "announcement": (*("unless_announced_unrated",) * 4, "must_say_rated"),
    "laws": (
        "fide_laws_by_kind",
        "fide_laws_small_changes_by_consent",
        "fide_laws",
        "fide_laws",
        "fide_laws_or_hybrid",
    ),
    "list_exemption": (
        "no_member_federation",
        None,
        "no_member_federation",
        "no_member_federation",
        "no_member_federation",
    ),
    "list_membership": (
        "member_federation",
        None,
        "member_federation",
        "member_federation",
        "member_federation_unless_council",
    ),
    "time_moves": (60,) * 5,
    "time_high_minutes": (120,) * 5,
    "time_middle_minutes": (90,) * 5,
    "time_low_minutes": (60,) * 5,
    "time_60_below": (1600, 1600, 1600, 1600, 1800),
    "time_examples": (("7200", "40/4500+30:900+30", "40/5400:1800"), None, None, None, None),
    "time_too_fast": ("not_rated",) * 5,
    "first_control_sense": (*("exactly",) * 4, "at_least"),
    "duration_exception": ("leagues", "leagues", "team_championships", "team_championships", None),
    "duration_approval": (None, "qc_chair", "qualification_commission", "qualification_commission", None),
    "unplayed_games": (
        "not_counted",
        *("rated_once_both_moved",) * 3,
        "rated_once_both_moved_unless_ruled_out",
    ),
    "stages_together": ("added", "may_be_added", None, None, None),
    "national_championship_rated": (3, 3, 3, 3, None),
    "national_championship_rated_women": (2, 2, 2, 2, None),
    "national_championship_counts": ("men", "players", "men", "men", None),
    "scheveningen_with_unrated": ("one_unrated_allowed", None, None, None, None),
    # Extras
    "performance_rating": ("average_plus_dp",) * 5,
    "performance_rounding": ("half_up",) * 5,
    "quick_estimate": (None, None, None, "average_of_opponents", None),
}
CELLS = [
    (name, key, content)
    for key, contents in SIDE_BY_SIDE.items()
    for name, content in zip(DOCUMENTS, contents, strict=True)
]

ARTICLES = [
    ("fide-2003-07", "floor", "9.2.1"),
    ("fide-2003-07", "difference_cap", "10.5.1"),
    ("fide-2003-07", "initial_bonus", "10.2.3"),
    ("fide-2003-07", "pooling_window", "9.1.4c"),
    ("fide-2003-07", "event_minimum_score", "6.1"),
    ("fide-2003-07", "report_closing", "9.1.3"),
    ("fide-2003-07", "upload_within", "8.1"),
    ("fide-2003-07", "returned_report_within", "8.1"),
    ("fide-2003-07", "report_sent_by", "8.1"),
    ("fide-2003-07", "k_top", "10.5.4a [3]"),
    ("fide-2009-07", "floor", "0.6"),
    ("fide-2009-07", "difference_cap", "8.54"),
    ("fide-2009-07", "initial_bonus", "8.23"),
    ("fide-2009-07", "pooling_window", "7.14(c)"),
    ("fide-2009-07", "initial_games_team_championships", "7.14(f)"),
    ("fide-2009-07", "initial_games_disabled_associations", "7.14(g)"),
    ("fide-2009-07", "official_event_closing", "7.13 [3]"),
    ("fide-2009-07", "official_events_of", "0.3"),
    ("fide-2009-07", "registration_refusal", "0.4 [2]"),
    ("fide-2009-07", "appeal_by", "0.5"),
    ("fide-2009-07", "appeal_counts_from", "0.5"),
    ("fide-2009-07", "laws_consent", "2.1"),
    ("fide-2014-07", "k_junior", "8.56 [4]"),
    ("fide-2014-07", "initial_games", "7.14 a"),
    ("fide-2014-07", "pooling_window", "7.14 c"),
    ("fide-2014-07", "upload_within", "9.1"),
    ("fide-2014-07", "report_sent_by", "9.1"),
    ("fide-2014-07", "official_events_of", "0.4"),
    ("fide-2014-07", "registration_refusal", "0.2 [2]"),
    ("fide-2014-07", "appeal_by", "0.5"),
    ("fide-2014-07", "appeal_counts_from", "0.5"),
    ("fide-2014-07", "registration_lead_norms", "0.2 [3]"),
    ("fide-2014-07", "suspended_federations", "13.1"),
    ("mssz-2017-01", "initial_bonus", "App. I 8.23"),
    ("mssz-2017-01", "initial_games", "2 § FIDE ID [2]"),
    ("mssz-2017-01", "k_new", "2 § K [2]"),
    ("fide-2024-03", "floor", "7.1.4"),
    ("fide-2024-03", "initial_maximum", "8.2.3"),
    ("fide-2024-03", "initial_fictitious_rating", "8.2.2"),
    ("fide-2024-03", "k_load_limit", "8.3.3 [5]"),
    ("fide-2024-03", "event_closing", "7.1.3 [2]"),
    ("fide-2024-03", "late_report_lists", "9.1 [3]"),
    ("fide-2024-03", "report_sent_by", "9.1 [1]"),
    ("fide-2024-03", "official_events_of", "0.3"),
    ("fide-2024-03", "registration_refusal", "0.2 (refusal)"),
    ("fide-2024-03", "appeal_by", "0.4"),
    ("fide-2024-03", "appeal_counts_from", "0.4"),
    ("fide-2024-03", "rated_without_report_consults", "0.2 (exceptional)"),
    ("fide-2024-03", "registration_lead_elite", "0.2.1"),
    ("fide-2024-03", "suspended_federations", "10.1"),
    ("fide-2025-10", "cap_exempt_from", "8.3.1"),
]

TIMELINE = [
    # Between 2003 and 2009: game by game with 350, the floor somewhere between 1801 and 1200.
    ("fide-2006-04", "expectation", "game_by_game"),
    ("fide-2006-04", "game_change", "score_minus_expected"),
    ("fide-2006-04", "expected_score", "expectation"),
    ("fide-2006-04", "average_rounding", None),
    ("fide-2006-04", "average_difference", None),
    ("fide-2006-04", "difference_cap", 350),
    ("fide-2006-04", "rounding", "half_up"),
    ("fide-2006-04", "floor", 1401),
    ("fide-2006-04", "k_new", 25),
    ("fide-2006-04", "k_when", "at_calculation"),
    ("fide-2006-04", "initial_games", 9),
    ("fide-2006-04", "initial_bonus", "12.50"),
    ("fide-2006-04", "list_months", QUARTERS),
    ("fide-2006-04", "event_closing", "1 month before"),
    ("fide-2006-04", "upload_within", "30 days"),
    ("fide-2006-04", "returned_report_within", "28 days"),
    ("fide-2011-07", "k_new", 30),
    ("fide-2011-07", "k_established", 15),
    ("fide-2011-07", "initial_bonus", "15.00"),
    ("fide-2011-07", "initial_games", 9),
    ("fide-2011-07", "event_minimum_score", "0.50"),
    ("fide-2011-07", "event_minimum_scope", "first_event"),
    ("fide-2011-07", "event_minimum_rated_opponents", None),
    ("fide-2011-07", "floor", 1200),
    ("fide-2011-07", "list_months", ODD_MONTHS),
    ("fide-2012-07", "floor", 1000),
    ("fide-2012-07", "list_months", MONTHS),
    ("fide-2012-07", "k_new", 30),
    ("fide-2012-07", "initial_games", 9),
    ("fide-2013-07", "registration_lead", "7 days"),
    ("fide-2013-07", "appeal_counts_from", "notice"),
    ("fide-2013-07", "official_events_of", "fide"),
    ("fide-2021-02", "registration_lead", "7 days"),
    ("fide-2013-07", "arbiter_licence", True),
    ("fide-2013-07", "k_new", 30),
    ("fide-2017-07", "initial_bonus", "20.00"),
    ("fide-2017-07", "k_junior_until", "year_end"),
    ("fide-2017-07", "k_load_limit", 700),
    ("fide-2017-07", "k_load_remark", None),
    ("fide-2017-07", "k_when", "event_start"),
    ("fide-2017-07", "rounding", "half_up"),
    ("fide-2017-07", "difference_cap", 400),
    ("fide-2017-07", "time_scope", "event"),
    ("fide-2021-02", "hybrid_play", "by_approval"),
    ("fide-2021-02", "time_scope", "game"),
    ("fide-2021-02", "time_120_from", 2200),
    ("fide-2021-02", "round_robin_method", "one_correction_pass"),
    ("fide-2022-01", "registration_lead", "3 days"),
    ("fide-2022-01", "appeal_counts_from", "decision"),
    ("fide-2022-01", "difference_cap", 400),
    ("fide-2022-01", "cap_scope", "one_upgrade"),
    ("fide-2022-01", "cap_lower_side", "once"),
    ("fide-2022-01", "unrated_opponents", "not_counted"),
    ("fide-2022-01", "rounding", "half_away_from_zero"),
    ("fide-2022-01", "k_when", "list_before"),
    ("fide-2022-01", "k_load_limit", 700),
    ("fide-2022-01", "initial_bonus", "20.00"),
    ("fide-2022-01", "initial_method", "all_games_as_one_event_without_round_robins"),
    ("fide-2022-01", "round_robin_method", None),
    ("fide-2022-01", "round_robin_with_unplayed", None),
    ("fide-2022-01", "round_robin_rated_share", None),
    ("fide-2022-01", "round_robin_small_field", None),
    ("fide-2022-01", "round_robin_small_rated", None),
    ("fide-2022-01", "double_round_robin_players", None),
    ("fide-2022-01", "double_round_robin_rated", None),
    ("fide-2022-01", "double_round_robin_applies", None),
    ("fide-2022-01", "event_minimum_score", "0.50"),
    ("fide-2022-01", "event_minimum_drops_opponents", None),
    ("fide-2022-01", "floor", 1000),
    ("fide-2022-01", "time_120_from", 2400),
    ("fide-2022-01", "time_90_from", 1800),
    ("fide-2022-01", "first_control_moves", 30),
    ("fide-2022-01", "time_60_below", 1800),
    ("fide-2022-01", "first_control_duty", "required"),
    ("fide-2022-01", "duration_limit", None),
    ("fide-2022-01", "duration_exception", None),
    ("fide-2022-01", "duration_approval", None),
    ("fide-2022-01", "first_control_sense", "at_least"),
    ("fide-2022-01", "national_championship_rated", None),
    ("fide-2022-01", "national_championship_rated_women", None),
    ("fide-2022-01", "national_championship_counts", None),
    ("fide-2022-01", "long_event_parts_over", "30 days"),
    ("fide-2025-10", "cap_exempt_from", 2650),
    ("fide-2025-10", "difference_cap", 400),
    ("fide-2026-01", "time_faster_by_approval", ("45+30", "60+30")),
    ("fide-2026-01", "cap_exempt_from", 2650),
    ("fide-rb-2012-01", "first_list", "2012-07-01"),
    ("fide-rb-2012-01", "list_months", MONTHS),
    ("fide-rb-2012-01", "difference_cap", 735),
    ("fide-rb-2012-01", "coefficient", "same_for_all"),
    ("fide-rb-2012-01", "k_for_all", 20),
    ("fide-rb-2012-01", "k_load_limit", 700),
    ("fide-rb-2012-01", "initial_games", 9),
    ("fide-rb-2012-01", "event_minimum_score", "1.00"),
    ("fide-rb-2012-01", "event_minimum_rated_opponents", 3),
    ("fide-rb-2012-01", "rounds_per_day_rapid", 15),
    ("fide-rb-2012-01", "rounds_per_day_blitz", 30),
    ("fide-rb-2012-01", "time_equal_for_both", True),
    ("fide-rb-2012-01", "time_high_minutes", None),
    ("fide-rb-2012-01", "time_middle_minutes", None),
    ("fide-rb-2012-01", "time_low_minutes", None),
    ("fide-rb-2012-01", "time_60_below", None),
    ("fide-rb-2012-01", "laws_border", 10),
    ("fide-rb-2012-01", "laws_border_from", "2014-07-01"),
    ("fide-rb-2022-01", "laws_border", None),
    ("fide-rb-2022-01", "laws_border_from", None),
    ("fide-rb-2012-01", "first_control_sense", None),
    ("fide-rb-2012-01", "standard_stands_in", True),
    ("fide-rb-2012-01", "gap_exclusion", None),
    ("fide-rb-2022-01", "difference_cap", 400),
    ("fide-rb-2022-01", "cap_scope", "one_upgrade"),
    ("fide-rb-2022-01", "event_minimum_score", "0.50"),
    ("fide-rb-2022-01", "event_minimum_rated_opponents", None),
    ("fide-rb-2022-01", "k_for_all", 20),
    ("fide-rb-2022-01", "round_robin_method", None),
    ("fide-rb-2022-10", "coefficient", "by_history"),
    ("fide-rb-2022-10", "k_for_all", None),
    ("fide-rb-2022-10", "k_new", 40),
    ("fide-rb-2022-10", "k_established", 20),
    ("fide-rb-2022-10", "k_top", 10),
    ("fide-rb-2022-10", "k_junior", 40),
    ("fide-rb-2022-10", "k_load_limit", 700),
    ("fide-rb-2024-03", "floor", 1400),
    ("fide-rb-2024-03", "event_minimum_score", "0.50"),
    ("fide-rb-2024-03", "initial_fictitious_opponents", 2),
    ("fide-rb-2024-03", "initial_fictitious_rating", 1800),
    ("fide-rb-2024-03", "initial_maximum", 2200),
    ("fide-rb-2024-03", "difference_cap", 400),
    ("fide-rb-2024-03", "cap_scope", "every_game"),
    ("fide-rb-2024-03", "time_equal_for_both", True),
    ("fide-rb-2024-03", "standard_stands_in", True),
    ("fide-rb-2024-03", "gap_exclusion", None),
    ("fide-rb-2024-12", "gap_exclusion", 600),
    ("fide-rb-2024-12", "gap_exclusion_above", 2600),
    ("fide-rb-2024-12", "cap_exempt_from", None),
]

DEPARTURES: dict[str, dict[str, object]] = {
    # What the printed words say where we read them otherwise; "silent" where they say nothing.
    "fide-2003-07-print": {
        "percentage_rounding": "silent",
        "expectation_table": "difference-2003-print",
        "match_with_unrated": "unreadable",
        "scheveningen_with_unrated": "unreadable",
        "average_rounding": "silent",
        "average_difference": "from_ra",
        "rounding": "silent",
        "rounded_when": "silent",
        "performance_rounding": "silent",
        "k_when": "silent",
        "initial_games_count": "silent",
        "initial_rounding": "silent",
        "active_again_from": 5,
        "suspended_federations": "not_listed",
        "monthly_regime_floor": 1001,
        "monthly_regime_closing": "30 days before",
    },
    "fide-2009-07-print": {
        "percentage_rounding": "silent",
        "expectation_table": "difference-2009-print",
        "became_rated": "rated_before_event",
        "rounded_when": "silent",
        "performance_rounding": "silent",
        "k_when": "silent",
        "initial_games_count": "silent",
        "floor": 1201,
        "initial_bonus": "15.00",
        "event_minimum_score_swiss": "1.00",
        "first_performance_below_floor": "dropped_in_every_swiss",
        "report_closing": "7 days after",
        "event_closing": "7 days after",
        "official_report_closing": "silent",
    },
    "fide-2014-07-print": {
        "applies_to_events_starting": "after",
        "percentage_rounding": "silent",
        "list_for_event": "silent",
        "period_base": "silent",
        "match_with_unrated": "games_between_unrated_not_rated",
        "rounded_when": "silent",
        "performance_rounding": "silent",
        "k_junior_measure": "current",
        "k_when": "silent",
        "initial_games_count": "silent",
        "initial_rounding": "number_ending_in_1_or_0",
        "event_minimum_score": "1.00",
        "event_minimum_score_swiss": "0.50",
        "event_minimum_rated_opponents": 3,
        "event_minimum_rated_scope": "later_events",
        "time_120_from": 2201,
        "time_90_from": 1601,
        "first_control_duty": "required",
        "double_round_robin_applies": "always",
        "inactive_listing": "silent",
        "official_report_closing": "silent",
    },
    "mssz-2017-01-print": {
        "initial_games": 9,
        "k_junior_measure": "current",
        "rounded_when": "silent",
        "initial_bonus": "20.00",
        "initial_rounding": "number_ending_in_1_or_0",
        "performance_rounding": "silent",
    },
    "fide-2024-03-print": {
        "percentage_table": "percentage-2024-print",
        "percentage_rounding": "silent",
        "list_for_event": "silent",
        "period_base": "silent",
        "rounding": "half_up",
        "performance_rounding": "silent",
        "k_junior_measure": "current",
        "k_when": "silent",
        "initial_games_count": "silent",
        "initial_rounding": "silent",
        "time_equal_for_both": True,
        "list_fields": ("title", "federation", "rating", "fide_id", "games", "birth_year", "sex", "k"),
        "official_report_closing": "silent",
        "officer_review": None,
    },
}


def entries(edition_file: EditionFile) -> list[tuple[str, dict[str, Any]]]:
    """Give all provisions a file writes, also those for one kind and those for a time."""
    sections = (edition_file.provisions, *edition_file.of_kind.values(), *edition_file.while_base.values())
    return [(key, entry) for section in sections for key, entry in section.items()]


def differences(twin: str, capsys: pytest.CaptureFixture[str]) -> dict[str, dict[str, Any]]:
    """Run `arpad editions diff` for a document and its printed twin, and give what differs by provision."""
    code = run(["editions", "diff", twin.removesuffix(TWIN), twin, "--json"])
    answer = json.loads(capsys.readouterr().out)

    assert code == 0
    return {difference["key"]: difference["second"] for difference in answer["differences"]}


def test_exactly_the_agreed_editions_are_shipped() -> None:
    """The editions of the timetable and the printed twins of the five documents are there, and no other."""
    expected = sorted(SHIPPED)
    actual = sorted(shipped_files())

    assert expected == actual


@pytest.mark.parametrize(("name", "kind"), EACH_OF_ITS_KINDS)
def test_an_edition_loads_for_each_of_its_kinds(name: str, kind: str) -> None:
    """An edition answers for each kind it names, with a title and with what every calculation needs."""
    loaded = edition(name, kind)
    expected = name, kind, SHIPPED[name]
    actual = loaded.id, loaded.kind, loaded.kinds

    assert expected == actual
    assert loaded.title != loaded.id
    assert all(loaded.has(key) for key in ("coefficient", "rounding", "list_months"))
    assert all(loaded.table(key).cells() for key in ("percentage_table", "expectation_table"))


@pytest.mark.parametrize("name", SHIPPED)
def test_a_file_is_called_what_its_edition_is_called(name: str) -> None:
    """The file of an edition has the edition's id as its name."""
    expected = name
    actual = shipped_files()[name].id

    assert expected == actual


@pytest.mark.parametrize("name", [name for name in SHIPPED if name not in TWINS + SWITCHES])
def test_an_id_ends_with_the_month_of_its_first_day(name: str) -> None:
    """An edition is in force from the first day of the month its id names, under the authority its id names."""
    loaded = edition(name)
    expected = name.partition("-")[0], f"{name[-7:]}-01"
    actual = loaded.authority, str(loaded.effective)

    assert expected == actual


@pytest.mark.parametrize("name", SHIPPED)
def test_the_status_says_whether_a_text_was_seen(name: str) -> None:
    """An edition built from reports is `reconstructed`, one with a document, and its twin, is `text`."""
    expected = "reconstructed" if name in RECONSTRUCTED else "text"
    actual = edition(name).status

    assert expected == actual


@pytest.mark.parametrize(("name", "kind"), [pair for pair in EACH_OF_ITS_KINDS if pair[0] not in RECONSTRUCTED])
def test_every_provision_of_a_text_has_an_article(name: str, kind: str) -> None:
    """No number of an edition with status `text` stands without the article it comes from."""
    loaded = edition(name, kind)
    expected: list[str] = []
    actual = [key for key, provision in loaded.provisions.items() if not provision.article.strip()]

    assert expected == actual


@pytest.mark.parametrize("name", TEXTS + SWITCHES)
def test_every_provision_a_text_writes_cites_its_own_article(name: str) -> None:
    """What a document's own file says names an article there, not one of another edition."""
    expected: list[str] = []
    actual = [key for key, entry in entries(shipped_files()[name]) if not entry.get("article") or "after" in entry]

    assert expected == actual


@pytest.mark.parametrize("name", FIDE_DOCUMENTS)
def test_a_whole_text_takes_nothing_from_an_older_edition(name: str) -> None:
    """A document that replaces the whole regulations inherits no number: each one in force is its own."""
    loaded = edition(name)
    expected: dict[str, str] = {}
    actual = {
        key: provision.origin
        for key, provision in loaded.provisions.items()
        if provision.present and provision.origin != name
    }

    assert expected == actual


@pytest.mark.parametrize("name", RECONSTRUCTED)
def test_a_reconstructed_provision_names_its_grounds(name: str) -> None:
    """Each provision a reconstructed edition writes says after which article, how sure, and from which source."""
    written = entries(shipped_files()[name])
    expected: list[str] = []
    actual = [
        key
        for key, entry in written
        if entry.get("after", "").partition(" ")[0] not in SHIPPED
        or not entry["after"].partition(" ")[2]
        or entry.get("confidence") not in {"H", "M", "L"}
        or not entry.get("source")
    ]

    assert written
    assert expected == actual


@pytest.mark.parametrize(("name", "kind"), [pair for pair in EACH_OF_ITS_KINDS if pair[0] in RECONSTRUCTED])
def test_a_reconstructed_provision_is_marked_where_it_is_cited(name: str, kind: str) -> None:
    """Whoever cites a reconstructed provision sees the mark and the confidence."""
    loaded = edition(name, kind)
    own = [key for key, provision in loaded.provisions.items() if provision.origin == name]
    expected = dict.fromkeys(own, True)
    actual = {key: loaded.cite(key).reconstructed and loaded.cite(key).confidence in {"H", "M", "L"} for key in own}

    assert own
    assert expected == actual


@pytest.mark.parametrize("name", RECONSTRUCTED)
def test_a_reconstructed_edition_says_what_is_not_known(name: str) -> None:
    """What could not be found out stands in the file, in words."""
    sentences = edition(name).unknown

    assert sentences
    assert all(len(sentence.split()) > 3 for sentence in sentences)


@pytest.mark.parametrize(("name", "kind"), [pair for pair in EACH_OF_ITS_KINDS if pair[0] in PRESUMING])
def test_what_an_unseen_text_leaves_alone_is_marked_as_presumed(name: str, kind: str) -> None:
    """An inherited provision of an edition whose text was not seen is `presumed`, after the article that had it."""
    loaded = edition(name, kind)
    from_texts = {key: provision for key, provision in loaded.provisions.items() if provision.origin in TEXTS}
    expected = {
        key: (True, "presumed", f"{provision.origin} {provision.article}") for key, provision in from_texts.items()
    }
    actual = {
        key: (provision.reconstructed, provision.confidence, provision.after) for key, provision in from_texts.items()
    }

    assert from_texts
    assert expected == actual


@pytest.mark.parametrize(("name", "kind"), [pair for pair in EACH_OF_ITS_KINDS if pair[0] in PRESUMING])
def test_nothing_in_an_unseen_text_is_without_a_mark(name: str, kind: str) -> None:
    """Every provision of such an edition, its own or inherited, is reconstructed with a confidence and a source."""
    loaded = edition(name, kind)
    expected: list[str] = []
    actual = [
        key
        for key, provision in loaded.provisions.items()
        if not (provision.reconstructed and provision.confidence and provision.source and provision.after)
    ]

    assert expected == actual


def test_what_the_handbook_still_showed_in_2026_is_not_presumed() -> None:
    """The edition of 2026 rests on the text of 2024, which was seen: only its own provision is reconstructed."""
    loaded = edition("fide-2026-01")
    expected = ["time_faster_by_approval"]
    actual = [key for key, provision in loaded.provisions.items() if provision.present and provision.reconstructed]

    assert expected == actual


def test_every_reading_is_explained() -> None:
    """Each reading an edition names has a heading of its own in the explanation of the readings."""
    named = {
        entry["reading"]
        for shipped_file in shipped_files().values()
        for _, entry in entries(shipped_file)
        if "reading" in entry
    }
    headings = set(re.findall(r"^#+ .*?\b(R-\d{3})\b", READINGS.read_text(encoding="utf-8"), re.MULTILINE))
    expected: list[str] = []
    actual = sorted(named - headings)

    assert expected == actual


@pytest.mark.parametrize("name", SHIPPED)
def test_readings_and_errata_are_named_in_their_form(name: str) -> None:
    """A reading is called R- and three digits, an erratum E and its number from 1 to 56."""
    written = entries(shipped_files()[name])
    readings = [entry["reading"] for _, entry in written if "reading" in entry]
    errata = [entry["erratum"] for _, entry in written if "erratum" in entry]

    assert all(re.fullmatch(r"R-\d{3}", reading) for reading in readings)
    assert all(re.fullmatch(r"E \d{1,2}", erratum) and 1 <= int(erratum[2:]) <= 56 for erratum in errata)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_has_a_printed_twin(name: str) -> None:
    """The twin derives its document and carries no date of its own."""
    twin = edition(name + TWIN)
    expected = "derives", name, None
    actual = twin.relation, twin.parent, twin.effective

    assert expected == actual


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_twin_answers_every_reading_and_erratum(name: str) -> None:
    """What a document's edition reads or mends, its printed twin sets back or comments on; it touches nothing else."""
    read = {key for key, entry in entries(shipped_files()[name]) if "reading" in entry or "erratum" in entry}
    expected = sorted(read)
    actual = sorted(dict(entries(shipped_files()[name + TWIN])))

    assert read
    assert expected == actual


@pytest.mark.parametrize("twin", TWINS)
def test_an_entry_of_a_twin_says_what_is_printed(twin: str) -> None:
    """An entry of a printed twin gives the printed content with a note, or says what the document is silent about."""
    expected: list[str] = []
    actual = [
        key
        for key, entry in entries(shipped_files()[twin])
        if not (entry.get("silent") or (entry.get("note") and {"value", "table", "rule"} & set(entry)))
    ]

    assert expected == actual


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_twin_is_never_in_force(name: str) -> None:
    """On the document's first day, and on every first of a month after it, no printed twin answers."""
    authority = edition(name).authority
    first = edition(name).effective
    days = [date(year, month, 1) for year in range(2003, 2031) for month in MONTHS]
    answering = {in_force(day, authority=authority).id for day in days if first and day >= first}

    assert name in answering
    assert not [name for name in answering if name.endswith(TWIN)]


@pytest.mark.parametrize("name", SWITCHES)
def test_monthly_lists_are_in_force_only_where_they_are_named(name: str) -> None:
    """They stand over the edition of the day, and no day has them of itself."""
    days = [date(year, month, 1) for year in range(2004, 2013) for month in MONTHS]
    switched = edition(name, on=date(2010, 2, 1))

    assert name not in {in_force(day).id for day in days}
    assert (switched.get("list_months"), switched.base) == (MONTHS, "fide-2009-07")


@pytest.mark.parametrize("twin", TWINS)
def test_a_twin_says_something_else_only_where_the_print_does(twin: str) -> None:
    """The contents of a printed twin differ from its document's exactly in the misprints and printed readings."""
    printed, read = edition(twin), edition(twin.removesuffix(TWIN))
    expected = {key: content for key, content in DEPARTURES[twin].items() if content != "silent"}
    actual = {key: printed.get(key) for key in printed.provisions if printed.get(key) != read.get(key)}

    assert expected == actual


@pytest.mark.parametrize("twin", TWINS)
def test_the_comparison_with_the_print_lists_every_departure(twin: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`arpad editions diff` gives each departure from the printed words with the printed content, or the silence."""
    expected = DEPARTURES[twin]
    departures = differences(twin, capsys)
    actual = {
        key: "silent" if departures[key]["silent"] else departures[key]["content"]
        for key in expected
        if key in departures
    }
    actual = {key: tuple(value) if isinstance(value, list) else value for key, value in actual.items()}

    assert expected == actual


@pytest.mark.parametrize("twin", TWINS)
def test_the_comparison_with_the_print_repeats_every_remark(twin: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It is the complete list: also where the same number is printed in words that say something else."""
    written = entries(shipped_files()[twin])
    expected = sorted(key for key, entry in written if not entry.get("note", "").startswith("printed the same"))
    departures = differences(twin, capsys)
    actual = sorted(key for key in departures if key in expected)

    assert expected == actual


@pytest.mark.parametrize("twin", TWINS)
def test_the_comparison_with_the_print_lists_nothing_else(twin: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What the twin does not write is the same in both, so it is not listed."""
    written = dict(entries(shipped_files()[twin]))
    expected: list[str] = []
    actual = [key for key in differences(twin, capsys) if key not in written]

    assert expected == actual


@pytest.mark.parametrize(("name", "key", "content"), CELLS)
def test_parameters_of_the_documents_side_by_side(name: str, key: str, content: object) -> None:
    """Each document says what the table of the five documents gives for it, or nothing."""
    expected = content
    actual = edition(name, on=NATIONAL_DAY).get(key)

    assert expected == actual


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_table_of_the_documents_leaves_nothing_out(name: str) -> None:
    """Every provision of a document stands in the table of the five documents, so that none goes unchecked."""
    loaded = edition(name, on=NATIONAL_DAY)
    expected: list[str] = []
    actual = [key for key in loaded.provisions if loaded.has(key) and key not in SIDE_BY_SIDE]

    assert expected == actual


@pytest.mark.parametrize(("name", "key", "article"), ARTICLES)
def test_parameters_are_cited_from_their_articles(name: str, key: str, article: str) -> None:
    """A parameter of a document is cited from the article that has it, in that document."""
    loaded = edition(name, on=NATIONAL_DAY)
    provision = loaded.provisions.get(key)
    expected = article, name
    actual = (provision.article, provision.edition) if provision else None

    assert expected == actual


@pytest.mark.parametrize(("name", "key", "content"), TIMELINE)
def test_parameters_of_the_other_editions(name: str, key: str, content: object) -> None:
    """Each edition between and after the documents says what the timeline gives for its first day."""
    expected = content
    actual = {edition(name, kind).get(key) for kind in SHIPPED[name] if kind != "rapid" or "-rb-" in name}

    assert {expected} == actual
