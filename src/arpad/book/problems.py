"""Every problem that a book can have, and how bad it is."""

from __future__ import annotations

from typing import Any

from arpad.book.wording import WORDS
from arpad.model.problems import ERROR, NOTE, WARNING, FileProblem

CODES = {
    # The folder
    "no_book": ERROR,
    "book_toml": ERROR,
    "book_format": ERROR,
    "table_missing": ERROR,
    "table_twice": ERROR,
    "table_unreadable": ERROR,
    "list_name": ERROR,
    "no_lists": WARNING,
    "file_unknown": NOTE,
    # The record
    "record_damaged": ERROR,
    "record_missing": ERROR,
    "file_lost": ERROR,
    "file_changed": ERROR,
    "file_edited": WARNING,
    "file_unrecorded": NOTE,
    "no_record": NOTE,
    # Columns
    "column_missing": ERROR,
    "column_kind": ERROR,
    "column_unknown": NOTE,
    "value_kind": ERROR,
    "value_missing": ERROR,
    "value_unknown": ERROR,
    "value_below": ERROR,
    "value_above": ERROR,
    # Rows
    "key_twice": ERROR,
    "id_unknown": ERROR,
    "dates_reversed": ERROR,
    "against_himself": ERROR,
    "scores_over": ERROR,
    "scores_under": WARNING,
    "paired_twice": WARNING,
    "day_outside": WARNING,
    "part_of_itself": ERROR,
    "replaces_other_kind": ERROR,
    "part_of_other_kind": WARNING,
    "part_of_part": WARNING,
    "part_month_missing": WARNING,
    "long_event_whole": WARNING,
    "ratings_at_start": WARNING,
    "withdrawal_without_effect": WARNING,
    "event_not_rated": WARNING,
    "event_without_games": NOTE,
    "counted_twice": WARNING,
    "namesake": WARNING,
    "birth_contradicts": WARNING,
    "federation_odd": WARNING,
    "adjustment_unknown": ERROR,
    "not_first_of_month": ERROR,
    "highest_below": ERROR,
    "score_over_games": ERROR,
    "rated_in_pool": WARNING,
    # Importing
    "list_refused": ERROR,
    "list_date_missing": ERROR,
    "list_twice": NOTE,
    "list_closed": ERROR,
    "list_built_on": ERROR,
    "list_replaced": NOTE,
    "list_out_of_order": WARNING,
    "import_in_steps": NOTE,
    "id_twice": WARNING,
    "report_refused": ERROR,
    "report_twice": NOTE,
    "report_as_before": NOTE,
    "report_annulled": WARNING,
    "near_duplicate": ERROR,
    "near_duplicate_rated": ERROR,
    "near_duplicate_files": ERROR,
    "near_duplicate_several": ERROR,
    "report_replaced": NOTE,
    "report_beside": NOTE,
    "without_number": NOTE,
    "games_left_out": NOTE,
    "colours_unknown": NOTE,
}
"""Every code with its severity; its words stand in `words` beside it."""


class BookProblem(FileProblem):
    """A fault, doubt or repair in a book."""

    __slots__ = ()
    WORDS = WORDS


def problem(code: str, *, says: str = "message", mends: str = "fix", **facts: Any) -> FileProblem:  # noqa: ANN401 - plain values
    """Make a problem of a code."""
    return BookProblem(code, CODES[code], facts, says=says, mends=mends)
