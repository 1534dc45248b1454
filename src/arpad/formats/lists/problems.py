"""What can be wrong, doubtful or repaired in a rating list: every code with its severity."""

from __future__ import annotations

from collections import Counter

from arpad.model.problems import ERROR, NOTE, WARNING, FileProblem
from arpad.model.wording import Wording

MOST_KEPT = 100
"""So many problems of one code are kept with their place; the others are counted."""


CODES = {
    "not_a_list": ERROR,
    "line_too_long": ERROR,
    "line_unreadable": ERROR,
    "number_unreadable": ERROR,
    "overflow_repaired": WARNING,
    "line_surplus": WARNING,
    "title_unknown": WARNING,
    "federation_odd": WARNING,
    "sex_unknown": WARNING,
    "flag_unknown": WARNING,
    "flag_against_sex": WARNING,
    "birth_year_unreadable": WARNING,
    "id_twice": WARNING,
    "encoding_mixed": NOTE,
    "header_misleading": WARNING,
    "header_missing": NOTE,
    "column_unknown": NOTE,
    "kind_assumed": NOTE,
    "doctype_refused": ERROR,
    "encoding_refused": ERROR,
    "player_malformed": ERROR,
    "player_too_long": ERROR,
    "xml_cut_off": ERROR,
    "text_after_end": WARNING,
    "zip_refused": ERROR,
    "zip_member": ERROR,
    "table_column_missing": ERROR,
    "table_unreadable": ERROR,
    "list_too_large": ERROR,
    "name_cut": WARNING,
    "reading_stopped": ERROR,
    "spelling_lost": NOTE,
}
"""Every code with its severity; its words stand in `words` beside it."""


class ListProblem(FileProblem):
    """A fault, doubt or repair in a rating list."""

    __slots__ = ()
    WORDS = Wording(__file__)


class Findings:
    """Collects problems: all are counted, the first of each code are kept with their places."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._kept: list[ListProblem] = []

    def add(
        self,
        code: str,
        line: int | None = None,
        column: int | None = None,
        *,
        says: str = "message",
        **facts: object,
    ) -> None:
        """Note one case."""
        self.counts[code] += 1
        if self.counts[code] <= MOST_KEPT:
            short = {name: _short(value) for name, value in facts.items()}
            self._kept.append(ListProblem(code, CODES[code], short, line, column, says))

    @property
    def problems(self) -> list[FileProblem]:
        """The kept problems, in the order of the file."""
        return sorted(self._kept, key=lambda problem: problem.order)

    @property
    def has_errors(self) -> bool:
        """True where content could not be read."""
        return any(CODES[code] == ERROR for code in self.counts)


def _short(value: object) -> object:
    """Keep a fact short enough for a sentence."""
    return value[:57] + "…" if isinstance(value, str) and len(value) > 60 else value  # noqa: PLR2004 - a glance
