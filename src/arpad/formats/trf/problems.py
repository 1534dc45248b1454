"""Every problem that a tournament report can have: its code, and how bad it is under each profile.

The severities stand in the order of the profiles: *lenient* reads what can be read, *rating* asks what a rating office
needs, *submission* what TRF26 makes mandatory.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from arpad.model.problems import ERROR, NOTE, WARNING, FileProblem
from arpad.model.wording import Wording

LENIENT, RATING, SUBMISSION = PROFILES = ("lenient", "rating", "submission")

_ALWAYS = (ERROR, ERROR, ERROR)
_DOUBT = (WARNING, WARNING, WARNING)
_NOTED = (NOTE, NOTE, NOTE)
_FOR_RATING = (WARNING, ERROR, ERROR)
_FOR_SUBMISSION = (NOTE, WARNING, ERROR)
_STRICT = (WARNING, WARNING, ERROR)

CODES: dict[str, tuple[str, str, str]] = {
    # The file
    "not_a_trf": _ALWAYS,
    "too_large": _ALWAYS,
    "line_too_long": _ALWAYS,
    "too_many_players": _ALWAYS,
    "too_many_rounds": _ALWAYS,
    "too_many_problems": _ALWAYS,
    "no_players": _FOR_RATING,
    "encoding_guessed": _NOTED,
    "bytes_undecodable": _DOUBT,
    "tabs": _DOUBT,
    "misaligned": _DOUBT,
    "misaligned_unclear": _FOR_RATING,
    "unknown_record": _NOTED,
    "unknown_record_like_player": _FOR_RATING,
    "vega_file": _FOR_RATING,
    "record_twice": _DOUBT,
    "record_unreadable": _DOUBT,
    # Players
    "number_missing": _FOR_RATING,
    "number_twice": _ALWAYS,
    "number_gap": _NOTED,
    "fide_id_twice": _FOR_RATING,
    "fide_id_missing": _FOR_SUBMISSION,
    "fide_id_unreadable": _FOR_RATING,
    "name_missing": _FOR_SUBMISSION,
    "rating_unreadable": _DOUBT,
    "sex_unknown": _DOUBT,
    "title_unknown": _NOTED,
    "birth_unreadable": _DOUBT,
    "points_unreadable": _DOUBT,
    "rank_unreadable": _DOUBT,
    "rank_missing": _FOR_SUBMISSION,
    # Rounds
    "opponent_unreadable": _FOR_RATING,
    "opponent_missing": _FOR_RATING,
    "opponent_unknown": _FOR_RATING,
    "against_himself": _FOR_RATING,
    "colour_unknown": _DOUBT,
    "colour_missing": _FOR_SUBMISSION,
    "result_unknown": _FOR_RATING,
    "result_missing": _STRICT,
    "one_sided_game": _FOR_RATING,
    "results_contradict": _FOR_RATING,
    "unusual_result": _NOTED,
    "colours_contradict": _FOR_RATING,
    "bye_of_2006": _NOTED,
    "points_differ": _DOUBT,
    "rounds_over": _FOR_RATING,
    "round_missing": _NOTED,
    # Dates and counts
    "date_unreadable": _FOR_RATING,
    "date_ambiguous": _NOTED,
    "dates_reversed": _FOR_RATING,
    "round_date_outside": _DOUBT,
    "round_dates_missing": _FOR_SUBMISSION,
    "round_dates_order": _DOUBT,
    "round_dates_columns": _NOTED,
    "count_differs": _NOTED,
    "count_unreadable": _NOTED,
    "header_missing": _FOR_SUBMISSION,
    "start_missing": _FOR_RATING,
    "time_control_unreadable": _DOUBT,
    "type_code_unknown": _DOUBT,
    "team_player_unknown": _DOUBT,
    "team_player_twice": _DOUBT,
    "national_unlinked": _DOUBT,
    "program_data_unlinked": _NOTED,
}
"""Every code with its severities; its words stand in `words` beside it."""


class TrfProblem(FileProblem):
    """A fault, doubt or repair in a tournament report."""

    __slots__ = ()
    WORDS = Wording(__file__)


def problem(
    code: str,
    line: int | None = None,
    column: int | None = None,
    *,
    says: str = "message",
    mends: str = "fix",
    **facts: Any,  # noqa: ANN401 - plain values
) -> FileProblem:
    """Make a problem, with the severity that the lenient profile gives it."""
    return TrfProblem(code, CODES[code][0], facts, line, column, says, mends)


def under(problems: list[FileProblem], profile: str) -> list[FileProblem]:
    """Give the problems with the severities of a profile."""
    if profile == LENIENT:
        return problems  # as they are made
    return [
        replace(file_problem, severity=CODES[file_problem.code][PROFILES.index(profile)]) for file_problem in problems
    ]
