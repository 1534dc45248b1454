"""Every problem that a tournament report can have: its code, how bad it is under each profile, what it means.

The severities stand in the order of the profiles: *lenient* reads what can be read, *rating* asks what a rating office
needs, *submission* what TRF26 makes mandatory.
"""

from __future__ import annotations

from arpad.model.file_problems import ERROR, NOTE, WARNING, FileProblem

LENIENT, RATING, SUBMISSION = PROFILES = ("lenient", "rating", "submission")

_ALWAYS = (ERROR, ERROR, ERROR)
_DOUBT = (WARNING, WARNING, WARNING)
_SAID = (NOTE, NOTE, NOTE)
_FOR_RATING = (WARNING, ERROR, ERROR)
_FOR_SUBMISSION = (NOTE, WARNING, ERROR)
_STRICT = (WARNING, WARNING, ERROR)

CODES: dict[str, tuple[tuple[str, str, str], str]] = {
    # The file
    "not_a_trf": (_ALWAYS, "The file holds no record of a tournament report."),
    "too_large": (_ALWAYS, "The file is larger than any tournament report; it is not read."),
    "line_too_long": (_ALWAYS, "A line is longer than any record can be; it is not read."),
    "too_many_players": (_ALWAYS, "There are more players than four digits can number."),
    "too_many_rounds": (_ALWAYS, "There are more rounds than a report can hold; those beyond are not read."),
    "too_many_problems": (_ALWAYS, "There are more problems than anybody reads; the rest is not told."),
    "no_players": (_FOR_RATING, "There is no player record."),
    "encoding_guessed": (_SAID, "The file is not UTF-8; its encoding was chosen by what fits best."),
    "bytes_undecodable": (_DOUBT, "Some bytes are no character in the encoding."),
    "tabs": (_DOUBT, "A record holds tabs, which have no width of their own in columns."),
    "misaligned": (_DOUBT, "Columns are moved; they were read where they are."),
    "misaligned_unclear": (_FOR_RATING, "Columns are not where they belong, and no single move explains it."),
    "unknown_record": (_SAID, "A record with a code that is not known; it is kept."),
    "unknown_record_like_player": (_FOR_RATING, "A record with an unknown code has the form of a player record."),
    "vega_file": (_FOR_RATING, "The file is written in the columns of a program's own format, not in TRF."),
    "record_twice": (_DOUBT, "A record that stands once stands twice; the first counts."),
    "record_unreadable": (_DOUBT, "A list record cannot be read in its columns; it is kept as it is."),
    # Players
    "number_missing": (_FOR_RATING, "A player record has no starting number, so nobody can be paired with it."),
    "number_twice": (_ALWAYS, "Two players have the same starting number."),
    "number_gap": (_SAID, "Starting numbers are missing."),
    "fide_id_twice": (_FOR_RATING, "Two players have the same FIDE number."),
    "fide_id_missing": (_FOR_SUBMISSION, "A player has no FIDE number."),
    "fide_id_unreadable": (_FOR_RATING, "The FIDE number is not a number."),
    "name_missing": (_FOR_SUBMISSION, "A player has no name."),
    "rating_unreadable": (_DOUBT, "The rating is not a number of up to four digits."),
    "sex_unknown": (_DOUBT, "The sex is neither m nor w."),
    "title_unknown": (_SAID, "The title is none of FIDE's."),
    "birth_unreadable": (_DOUBT, "The birth date cannot be read."),
    "points_unreadable": (_DOUBT, "The points are not a number."),
    "rank_unreadable": (_DOUBT, "The rank is not a number."),
    "rank_missing": (_FOR_SUBMISSION, "A player has no rank."),
    # Rounds
    "opponent_unreadable": (_FOR_RATING, "The opponent of a round is not a starting number."),
    "opponent_missing": (_FOR_RATING, "A round has a colour and the result of a game, but no opponent."),
    "opponent_unknown": (_FOR_RATING, "The opponent of a round has no player record."),
    "against_himself": (_FOR_RATING, "A player is his own opponent."),
    "colour_unknown": (_DOUBT, "The colour is none of w, b and -."),
    "colour_missing": (_FOR_SUBMISSION, "A game has no colour."),
    "result_unknown": (_FOR_RATING, "The result is no result code."),
    "result_missing": (_STRICT, "A game has an opponent and no result."),
    "one_sided_game": (_FOR_RATING, "Only one of two players has the game."),
    "results_contradict": (_FOR_RATING, "The two results of a game do not belong together."),
    "unusual_result": (_SAID, "Both players of a played game got less than a point in all; that is lawful."),
    "colours_contradict": (_FOR_RATING, "Both players of a game have the same colour."),
    "bye_of_2006": (_SAID, "Byes are written as results against nobody, as in 2006."),
    "points_differ": (_DOUBT, "The points are not the sum of the results."),
    "rounds_over": (_FOR_RATING, "More rounds are recorded than the report says."),
    "round_missing": (_SAID, "Fewer rounds are recorded than the report says."),
    # Dates and counts
    "date_unreadable": (_FOR_RATING, "A date cannot be read."),
    "date_ambiguous": (_SAID, "A date can be read in several orders; one was chosen."),
    "dates_reversed": (_FOR_RATING, "The tournament ends before it starts."),
    "round_date_outside": (_DOUBT, "A round was played before the start or after the end."),
    "round_dates_missing": (_FOR_SUBMISSION, "The dates of the rounds are missing."),
    "round_dates_order": (_DOUBT, "A round has an earlier date than the one before it."),
    "round_dates_columns": (_SAID, "The dates of the rounds do not stand in their columns; they were taken in order."),
    "count_differs": (_SAID, "A number in the header is not what the records show."),
    "count_unreadable": (_SAID, "A number in the header is not a number."),
    "header_missing": (_FOR_SUBMISSION, "A mandatory record of the header is missing."),
    "start_missing": (_FOR_RATING, "The first day is missing; without it no edition and no list can be chosen."),
    "time_control_unreadable": (_DOUBT, "The encoded time control cannot be read."),
    "type_code_unknown": (_DOUBT, "The encoded type of tournament is not known."),
    "team_player_unknown": (_DOUBT, "A team names a player who has no record."),
    "team_player_twice": (_DOUBT, "A player stands in two teams, or twice in one."),
    "national_unlinked": (_DOUBT, "A national record names a starting number that nobody has."),
    "program_data_unlinked": (_SAID, "A record with a program's data names a player who has no record."),
}


def problem(  # noqa: PLR0913, PLR0917 - a problem has these parts
    code: str, message: str, fix: str = "", line: int | None = None, column: int | None = None, profile: str = LENIENT
) -> FileProblem:
    """Make a problem with the severity that its profile gives it."""
    severities, _ = CODES[code]
    return FileProblem(code, severities[PROFILES.index(profile)], message, fix, line, column)


def under(problems: list[FileProblem], profile: str) -> list[FileProblem]:
    """Give the problems with the severities of a profile."""
    if profile == LENIENT:
        return problems  # as they are made
    return [problem(one.code, one.message, one.fix, one.line, one.column, profile) for one in problems]
