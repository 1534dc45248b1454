"""The stable names of provisions: what each one says, and what may stand in it.

Article numbers change with every edition, these names do not. A name that is not here is refused when an edition is
loaded, so that a slip of the pen in a federation's own file is found at once.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Key:
    """What a provision holds: its form, its meaning in a few words, and the choices if it is one of several."""

    form: str
    words: str
    choices: tuple[str, ...] = ()


def _choice(words: str, *choices: str) -> Key:
    return Key("choice", words, choices)


def _rule(words: str, *choices: str) -> Key:
    return Key("rule", words, choices)


def _whole(words: str) -> Key:
    return Key("whole", words)


KEYS: dict[str, Key] = {
    # The whole system
    "applies_to_events_starting": _choice("which events an edition governs", "on_or_after", "after"),
    "percentage_table": Key("table", "table a: percentage score to rating difference dp"),
    "percentage_rounding": _choice("rounding of the percentage to two decimals", "half_up", "half_away_from_zero"),
    "expectation_table": Key("table", "table b: rating difference D to expected score PD"),
    "list_for_event": _choice("which list gives the ratings of an event", "list_at_start"),
    "list_for_game": _choice(
        "when the list of the day of each game is used instead", "leagues_over_90_days", "declared_before_round_1"
    ),
    "list_for_game_over": Key("duration", "from which length of a league that is so"),
    "long_event_parts_over": Key("duration", "events longer than this are reported, and rated, in parts"),
    "period_base": _choice("the rating to which the change of a period is added", "last_published"),
    # The change of a rated player
    "unrated_opponents": _choice("games against unrated opponents", "not_counted", "round_robin_only"),
    "match_with_unrated": _choice(
        "matches with an unrated player",
        "not_rated",
        "one_unrated_allowed",
        "games_between_unrated_not_rated",
        "unreadable",
    ),
    "became_rated": _choice(
        "a player who entered the list before the event is rated", "own_rating_only", "rated_before_event"
    ),
    "rated_difference": _rule("the rating difference D of a game", "own_minus_opponent"),
    "expectation": _rule(
        "unit of the calculation: the average of the event or each game", "game_by_game", "event_average"
    ),
    "average_rounding": _choice("rounding of the opponents' average", "half_up", "half_away_from_zero"),
    "average_counts": _choice(
        "of what a round robin's average is made: opponents once, or games", "opponents", "games"
    ),
    "average_difference": _choice("the average from which D is taken in a round robin", "from_rc", "from_ra"),
    "difference_cap": _whole("the largest difference that counts"),
    "cap_scope": _rule("to which games the largest difference applies", "every_game", "one_upgrade"),
    "cap_lower_side": _choice("the same for the lower-rated side", "once", "always", "never"),
    "cap_exempt_from": _whole("own rating from which every difference counts as it is"),
    "gap_exclusion": _whole("a game is not rated from this difference on, if a player is rated high enough"),
    "gap_exclusion_above": _whole("how high: a player rated above this"),
    "expected_score": _rule("expected score from table b", "expectation"),
    "game_change": _rule("change of a game before K", "score_minus_expected"),
    "score_sum": _rule("sum over an event or period", "sum"),
    "period_change": _rule("change of a period", "sum_times_k"),
    "rounding": _choice("rounding of the change of a period", "half_up", "half_away_from_zero"),
    "rounded_when": _choice("when it is rounded", "period"),
    "performance_rating": _rule("performance rating", "average_plus_dp"),
    "performance_rounding": _choice("its rounding", "half_up", "half_away_from_zero"),
    "quick_estimate": _rule("quick estimate of a change from the opponents' average", "average_of_opponents"),
    # The development coefficient
    "coefficient": _rule("how K is found", "by_history", "same_for_all", "set_by_officer"),
    "k_for_all": _whole("K of every player"),
    "k_new": _whole("K of a player new to the list"),
    "k_new_games": _whole("games until a player is no longer new"),
    "k_established": _whole("K below the top class"),
    "k_top": _whole("K of the top class, for good"),
    "k_top_from": _whole("published rating that opens the top class"),
    "k_top_games": _whole("games also needed for the top class"),
    "k_junior": _whole("K of juniors"),
    "k_junior_age": _whole("age at which a junior no longer is one"),
    "k_junior_until": _choice("up to that birthday, or to the end of its year", "birthday", "year_end"),
    "k_junior_below": _whole("rating below which the junior K holds"),
    "k_junior_measure": _choice("that rating: the highest ever published, or the current one", "highest", "current"),
    "k_when": _choice("the day for which K is taken", "at_calculation", "event_start", "list_before"),
    "k_load_limit": _whole("largest product of K and the games of a period"),
    "k_load_remark": _whole("the same as a remark that binds nobody"),
    "initial_games_count": Key("flag", "the games of the first rating count towards the 30"),
    # First ratings
    "floor": _whole("lowest published rating"),
    "below_floor": _choice("what happens below it", "delisted", "unrated"),
    "initial_method": _rule(
        "first rating",
        "weighted_event_ratings",
        "all_games_as_one_event",
        "all_games_as_one_event_without_round_robins",
        "all_games_with_fictitious_draws",
    ),
    "initial_bonus": Key("points", "rating points for each half point above 50 %"),
    "initial_fictitious_opponents": _whole("fictitious opponents added, each drawn"),
    "initial_fictitious_rating": _whole("their rating"),
    "initial_maximum": _whole("highest first rating"),
    "initial_rounding": _choice(
        "rounding of a first rating", "half_up", "half_away_from_zero", "number_ending_in_1_or_0"
    ),
    "initial_games": _whole("games needed for a first rating"),
    "initial_games_team_championships": _whole("the same at the Olympiad and at team championships"),
    "initial_games_disabled_associations": _whole("the same for members of IBCA, ICSC and IPCA"),
    "pooling_window": Key("window", "how long part results are kept"),
    "event_minimum_score": Key("points", "score in an event below which an unrated player's result is dropped"),
    "event_minimum_scope": _choice("in which events that is asked", "any_event", "first_event"),
    "event_minimum_drops_opponents": _choice(
        "when the opponents' games against the player are dropped too", "below_minimum", "zero", "zero_in_first_event"
    ),
    "event_minimum_score_swiss": Key("points", "the same in every Swiss or team event"),
    "event_minimum_rated_opponents": _whole(
        "rated opponents, or games against them, that an unrated player's event needs"
    ),
    "event_minimum_rated_counts": _choice("which of the two is counted", "opponents", "games"),
    "event_minimum_rated_scope": _choice("in which events that is asked", "any_event", "later_events"),
    "pooling_starts": Key("date", "results of events that began before this day are not pooled"),
    "first_performance_below_floor": _choice(
        "a first performance below the floor; or one in any Swiss or team event",
        "dropped",
        "not_published",
        "dropped_in_every_swiss",
    ),
    "round_robin_method": _rule("round robins with unrated players", "one_correction_pass"),
    "round_robin_strength": _choice(
        "the unrated players' ratings against which the rated are worked out", "corrected", "first_pass"
    ),
    "round_robin_with_unplayed": _choice("a round robin with an unplayed game", "as_swiss"),
    "standard_stands_in": Key("flag", "the standard rating stands in for a missing rapid or blitz rating"),
    # Lists and deadlines
    "list_months": Key("months", "months on whose first day a list is published"),
    "first_list": Key("date", "the first list of this kind"),
    "report_closing": Key("closing", "last day on which a report is received for a list"),
    "event_closing": Key("closing", "last day on which an event may end for a list"),
    "official_event_closing": Key("closing", "the same for official FIDE events, where it is later"),
    "official_report_closing": Key(
        "closing", "last day on which their report is received for the list of their end, where it is later"
    ),
    "late_report_lists": _whole("a report must arrive in time for this list after the end of the event"),
    "report_next_list_within": _whole("days to the end of the month from which the next list is in time"),
    "arbiter_report_within": Key("duration", "the arbiter's report after the end of the event"),
    "upload_within": Key("duration", "the federation's upload after the end of the event"),
    "report_sent_by": _choice(
        "who sends the report of an event that is not official", "chief_arbiter", "chief_arbiter_or_officer"
    ),
    "returned_report_within": Key("duration", "the corrected report, after it was returned"),
    "officer_review": Key(
        "flag", "before the upload the federation's officer makes sure that the event was played by the regulations"
    ),
    "inactive_below": _whole("games in the window below which a player is inactive"),
    "inactive_window": Key("window", "that window"),
    "activity_games": _choice("which games keep a player active", "rated", "against_rated"),
    "active_again_from": _whole("games that make a player active again"),
    "suspended_federations": _choice("players of suspended federations", "alphabetical_part_only", "not_listed"),
    "monthly_lists_begin": _choice(
        "when optional monthly lists begin: on 1 July of which year", "year_of_decision", "year_after_decision"
    ),
    "monthly_regime_floor": _whole("floor under the optional monthly lists"),
    "monthly_regime_closing": Key("closing", "closing under the optional monthly lists"),
    "list_entry_from": _whole("rating from which a player can be taken into the list"),
    "display_digits": _whole("digits of the rating that are shown"),
    "list_membership": _choice(
        "who can be on a list: members of federations that FIDE has not excluded",
        "member_federation",
        "member_federation_unless_council",
    ),
    "list_exemption": _choice(
        "whom FIDE may let be listed all the same: who has no federation, or also who is of one that is no member",
        "no_federation",
        "no_member_federation",
    ),
    # What is published with a list
    "list_fields": Key(
        "texts",
        "what a list shows of each player, in this order",
        (
            *("name", "title", "federation", "rating", "fide_id", "games", "birth_date", "birth_year", "sex", "k"),
            "games_with_new_k",
        ),
    ),
    "list_parts": Key(
        "texts", "the parts of a list: in the order of names, and by federation", ("alphabetical", "by_federation")
    ),
    "titled_unrated": _choice("titled players without a rating", "own_list"),
    "inactive_listing": _choice(
        "where inactive players are shown: on a list of their own; marked, not in the part by federation; or marked",
        "own_list",
        "marked_alphabetical_only",
        "marked",
    ),
    "inactive_listed_for": Key("window", "how long they are shown after becoming inactive; without it, always"),
    "top_list": _choice("the list of top players", "without_inactive"),
    "delisted_shown": _choice(
        "a player who fell below the floor, on the list on which it happens: marked in the list, on a list of its own, "
        "not at all, or in the list as unrated",
        "in_list",
        "own_list",
        "removed",
        "as_unrated",
    ),
    "exclusion_reported_by": _choice("who says that a player must not be on a list", "federation"),
    "death_reported_by": _choice("who reports the death of a player", "federation"),
    "rating_officer": _choice("who answers for questions of rating", "one_per_federation"),
    "rated_without_report": _choice(
        "who may have an event rated that no federation reported", "fide", "council_or_president"
    ),
    "rated_without_report_above": _whole("average rating of an event above which the President may decide that"),
    "rated_without_report_consults": _choice("whom the Council consults first", "qualification_commission"),
    # Conditions for an event
    "only_registered": Key("flag", "only games of events that were registered with FIDE are rated"),
    "registration_lead": Key("duration", "registration before the first day"),
    "registration_lead_norms": Key("duration", "the same where title norms can be made"),
    "registration_lead_elite": Key("duration", "the same with very high-rated players"),
    "registration_elite_above": _whole("rating above which that is asked"),
    "registration_elite_women_above": _whole("the same for women"),
    "registration_schedule": _choice(
        "the schedule of rounds is registered with the event: the dates in a report show one, or it must be said",
        "shown_by_dates",
        "only_if_said",
    ),
    "late_registration": _choice("who may let a late registration pass", "qc_chair"),
    "late_registration_elite": _choice("the same with very high-rated players", "fide_president"),
    "registration_refusal": _choice("who may refuse the registration of an event", "qc_chair"),
    "appeal_within": Key("duration", "appeal against the refusal of an event"),
    "appeal_to": _choice("to whom", "qualification_commission", "council"),
    "appeal_by": _choice("who may appeal", "chief_organiser", "organiser"),
    "appeal_counts_from": _choice("its days are counted from the notice, or from the decision", "notice", "decision"),
    "revised_list_for": _choice(
        "for what a list is published anew, besides an error of the office that made it",
        "corrections",
        "corrections_and_late_reports",
    ),
    "official_events": _choice("official FIDE events", "always_rated", "reported"),
    "official_events_reporter": _choice("who sends their report", "organiser", "chief_arbiter"),
    "official_events_of": _choice("whose events these are", "fide", "fide_and_continents"),
    "announcement": _choice(
        "what participants must have been told about rating", "unless_announced_unrated", "must_say_rated"
    ),
    "laws": _choice(
        "the laws by which games are played",
        "fide_laws",
        "fide_laws_by_kind",
        "fide_laws_small_changes_by_consent",
        "fide_laws_or_hybrid",
    ),
    "laws_consent": _choice("with whose consent a federation may change them a little", "technical_commission"),
    "takes_part": _choice(
        "who takes part, for the thinking time, the lead and the composition of an event", "entered", "paired", "played"
    ),
    "arbiter_licence": Key("flag", "every arbiter needs a FIDE licence"),
    "time_scope": _choice("thinking time is judged for the whole event or each game", "event", "game"),
    "time_moves": _whole("moves that a game is taken to last"),
    "time_120_from": _whole("rating from which 120 minutes are needed"),
    "time_90_from": _whole("rating from which 90 minutes are needed"),
    "time_high_minutes": _whole("minutes needed in the highest class of thinking time"),
    "time_middle_minutes": _whole("minutes needed in the middle class"),
    "time_low_minutes": _whole("minutes needed in the lowest class"),
    "time_60_below": _whole("the lowest class: everybody is rated below this"),
    "time_examples": Key("texts", "controls named as enough for the highest class, in seconds"),
    "time_too_fast": _choice("games at a faster rate", "not_rated"),
    "time_equal_for_both": Key("flag", "both players must have the same time"),
    "minutes_from": _whole("rapid and blitz: at least so many minutes for a game of 60 moves"),
    "minutes_above": _whole("rapid and blitz: more than so many"),
    "minutes_below": _whole("rapid and blitz: less than so many"),
    "minutes_up_to": _whole("rapid and blitz: at most so many"),
    "laws_border": _whole("minutes that part rapid from blitz in the Laws, where it is open whether rating followed"),
    "laws_border_from": Key("date", "events from this day on, of which that is open"),
    "time_faster_by_approval": Key("texts", "faster controls that may be approved"),
    "first_control_moves": _whole("moves of the first time control"),
    "first_control_sense": _choice("exactly so many, or at least", "exactly", "at_least"),
    "first_control_duty": _choice("recommended or required", "recommended", "required"),
    "rounds_per_day": _whole("most rounds in a day"),
    "rounds_per_day_rapid": _whole("most rapid rounds in a day"),
    "rounds_per_day_blitz": _whole("most blitz rounds in a day"),
    "hours_per_day": _whole("most hours of play in a day"),
    "duration_limit": Key("duration", "longest event"),
    "duration_exception": _choice("what may last longer", "leagues", "team_championships"),
    "duration_approval": _choice("who may let other events last longer", "qc_chair", "qualification_commission"),
    "hybrid_play": _choice("hybrid events", "by_approval"),
    "hybrid_approval": _choice("whose approval a hybrid event needs", "qc_chair"),
    "hybrid_pgn": Key("flag", "the games of a hybrid event go with the report"),
    "unplayed_games": _choice(
        "games that were not played, and from when on a game is one",
        "not_counted",
        "rated_once_both_moved",
        "rated_once_both_moved_unless_ruled_out",
    ),
    "stages_together": _choice("preliminaries, finals and play-offs", "added", "may_be_added"),
    "round_robin_rated_share": _whole("one in so many players of a round robin must be rated"),
    "round_robin_small_field": _whole("a field of at most this many players is small"),
    "round_robin_small_rated": _whole("rated players a small field needs"),
    "double_round_robin_players": _whole("players a double round robin needs"),
    "double_round_robin_rated": _whole("rated players it needs"),
    "double_round_robin_applies": _choice("when that is asked", "with_unrated", "always"),
    "composition_as_swiss": _choice(
        "the rated players of a round robin that is rated as a Swiss, because a game was not played",
        "not_asked",
        "asked",
    ),
    "national_championship_rated": _whole("rated players that suffice for a national championship"),
    "national_championship_rated_women": _whole("the same in one for women only"),
    "national_championship_counts": _choice("whether only men count towards the first of the two", "men", "players"),
    "scheveningen_with_unrated": _choice(
        "Scheveningen events with unrated players", "one_unrated_allowed", "unreadable"
    ),
    "decided_match": _choice("games after a match is decided", "not_rated", "not_rated_unless_requested"),
}
