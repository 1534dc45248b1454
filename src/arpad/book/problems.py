"""Every problem that a book can have: how bad it is, what it means, and what to do."""

from __future__ import annotations

from dataclasses import dataclass

from arpad.model.problems import ERROR, NOTE, WARNING, FileProblem
from arpad.model.wording import LANGUAGE


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of problem."""

    severity: str
    meaning: str
    fix: str


CODES: dict[str, Code] = {
    # The folder
    "no_book": Code(ERROR, "The folder is no book.", "Make one with `arpad book init`, or check the path."),
    "book_toml": Code(ERROR, "book.toml cannot be read, or holds what it must not.", "Mend that line of book.toml."),
    "book_format": Code(
        ERROR, "The book follows a description that this arpad does not know.", "Use the arpad that wrote the book."
    ),
    "table_missing": Code(ERROR, "A table is not there.", "Add it; without rows, where there is nothing to say."),
    "table_twice": Code(
        ERROR, "A table is there more than once: as CSV, as Parquet or as a folder.", "Remove what is not meant."
    ),
    "table_unreadable": Code(ERROR, "A table is damaged.", "Write the file anew."),
    "list_name": Code(
        ERROR, "A file in `lists` is not named by year and month.", "Call it YYYY-MM.parquet or YYYY-MM.csv."
    ),
    "no_lists": Code(WARNING, "There is no rating list, so nobody has a rating.", "Add one with `arpad book import`."),
    "file_unknown": Code(NOTE, "A file is no part of a book; it is not read.", "Nothing needs to be done."),
    # Columns
    "column_missing": Code(ERROR, "A table lacks a column.", "Add the column; see the reference of books."),
    "column_kind": Code(
        ERROR, "A column holds values of another kind than it must.", "Write the column anew, as the reference says."
    ),
    "column_unknown": Code(NOTE, "A column is not known; it is not read.", "Nothing needs to be done."),
    "value_kind": Code(ERROR, "A value in a CSV file cannot be read.", "Mend the value."),
    "value_missing": Code(ERROR, "Nothing stands where something must.", "Fill in the value."),
    "value_unknown": Code(ERROR, "A value is none of those that may stand there.", "Write one of them."),
    "value_below": Code(ERROR, "A number is smaller than it can be.", "Mend the number."),
    "value_above": Code(ERROR, "A number is larger than it can be.", "Mend the number."),
    # Rows
    "key_twice": Code(ERROR, "Two rows are about the same thing.", "Keep one of them."),
    "id_unknown": Code(
        ERROR, "A row speaks of a player or an event that the book does not have.", "Add it, or mend the number."
    ),
    "dates_reversed": Code(ERROR, "Something ends before it begins.", "Mend one of the two dates."),
    "against_himself": Code(ERROR, "A game has the same player on both sides.", "Mend one of the two numbers."),
    "scores_over": Code(ERROR, "The two scores of a game are more than one point.", "Mend one of them."),
    "scores_under": Code(
        WARNING,
        "The two scores of a game that is still to be rated are less than one point, as after 0-0 or half a point to "
        "nothing. Each player's own score counts.",
        "Make sure that it was decided so; nothing needs to be done then. Else mend one of them.",
    ),
    "paired_twice": Code(
        WARNING, "A player has two games in the same round of an event.", "Make sure that both were played."
    ),
    "day_outside": Code(
        WARNING, "A game was played before its event began or after it ended.", "Mend the day, or the event's dates."
    ),
    "part_of_itself": Code(ERROR, "An event is a part of itself.", "Mend the number."),
    "replaces_other_kind": Code(
        ERROR,
        "A re-rated event stands in the place of one of another kind of chess, so no list would rate it.",
        "Withdraw that one, and leave replaces empty: the event is then rated as a new one, when its report came.",
    ),
    "part_of_other_kind": Code(
        WARNING, "An event is a part of one of another kind of chess.", "Mend part_of, or the kind of one of the two."
    ),
    "part_of_part": Code(
        WARNING, "An event is a part of an event that is a part itself.", "Name the whole event in part_of."
    ),
    "part_month_missing": Code(
        WARNING,
        "A long event is reported every month, and for a month there are no games.",
        "Add that month as an event with part_of. Nothing needs to be done if nothing was played in it.",
    ),
    "long_event_whole": Code(
        WARNING,
        "An event is so long that it is reported, and rated, every month; it stands here as one.",
        "Make one event of each month, with part_of; each is rated with the list of its own first day.",
    ),
    "ratings_at_start": Code(
        WARNING,
        "Ratings of the day of each game are asked for an event that its edition rates with the list of its first day: "
        "from 2014 on every event, in 2003 and 2006 all but leagues of more than 90 days.",
        "Write start in ratings; for other ratings, make parts of the event.",
    ),
    "withdrawal_without_effect": Code(
        WARNING,
        "An event is withdrawn in a way that no list carries out, so its changes stay.",
        "Set withdrawn, and in withdrawn_for the next list that is to be closed.",
    ),
    "event_not_rated": Code(
        WARNING,
        "No list rates an event any more, so its games are lost.",
        "Mend received, the day on which the report came; or close that list anew; or set withdrawn if it is not to be "
        "rated.",
    ),
    "event_without_games": Code(NOTE, "An event has no games.", "Nothing needs to be done if it was withdrawn."),
    "birth_contradicts": Code(WARNING, "Year and day of birth differ.", "Mend one of the two."),
    "federation_odd": Code(WARNING, "A federation is not three capital letters.", "Mend it, or leave it empty."),
    "adjustment_unknown": Code(
        ERROR, "No shipped adjustment has that name, list and kind.", "See `adjustments.toml` of the regulations."
    ),
    "not_first_of_month": Code(ERROR, "A list is not of the first day of a month.", "Mend the day."),
    "highest_below": Code(
        ERROR, "A rating is higher than the highest that was ever published.", "Raise the highest, or mend the rating."
    ),
    "score_over_games": Code(ERROR, "A part result has more points than games.", "Mend one of the two."),
    "rated_in_pool": Code(
        WARNING, "A player with a rating on the newest list still has part results kept.", "Remove those rows."
    ),
    # Importing
    "list_refused": Code(ERROR, "A rating list cannot be read.", "`arpad list show` says more."),
    "list_date_missing": Code(
        ERROR,
        "Neither a list nor its name says of which month it is, or the file is neither a list nor a report.",
        "Give its day with --date.",
    ),
    "list_replaced": Code(NOTE, "The book had that list already; it was replaced.", "Nothing needs to be done."),
    "list_out_of_order": Code(
        WARNING, "A newer list is in the book already, and was not worked out anew.", "Import lists from old to new."
    ),
    "id_twice": Code(WARNING, "A FIDE number stands twice on a list; the first was taken.", "Find out which is right."),
    "report_refused": Code(ERROR, "A tournament report is broken or cannot be rated.", "Mend it and import it again."),
    "report_twice": Code(NOTE, "The book has that event already; it was not taken again.", "Nothing needs to be done."),
    "without_number": Code(
        NOTE,
        "A player has no FIDE number, and got a negative one instead.",
        "When the FIDE number is known, `arpad book renumber` puts it in its place, in all tables.",
    ),
    "games_left_out": Code(
        NOTE, "Games of a report cannot be rated and were left out.", "`arpad check` says which and why."
    ),
    "colours_unknown": Code(
        NOTE, "A report does not say who had white; the lower starting number was taken.", "Nothing needs to be done."
    ),
}


class BookProblem(FileProblem):
    """A fault, doubt or repair in a book; its sentence is a fact, made where it is found."""

    __slots__ = ()

    def sentence(self, language: str = LANGUAGE) -> str:  # noqa: ARG002 - there is one language here
        """Say what was found."""
        return str(self.facts["message"])

    def advice(self, language: str = LANGUAGE) -> str:  # noqa: ARG002 - as above
        """Say what to do about it."""
        return CODES[self.code].fix


def problem(code: str, message: str) -> FileProblem:
    """Make a problem of a code."""
    return BookProblem(code, CODES[code].severity, {"message": message})
