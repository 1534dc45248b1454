"""What can be wrong, doubtful or repaired in a rating list: every code with its severity, meaning and what to do.

The reference page is written from here, and every message has its words from here.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from arpad.model.file_problems import ERROR, NOTE, WARNING, FileProblem

MOST_KEPT = 100
"""So many problems of one code are kept with their place; the others are counted."""


class Code(NamedTuple):
    """A kind of problem."""

    severity: str
    meaning: str
    message: str
    """The sentence for one case, with places for its facts."""
    fix: str = ""


CODES = {
    "not_a_list": Code(
        ERROR,
        "The file is no rating list that arpad knows.",
        "This is no rating list that can be read: {why}.",
        "Give a list of FIDE as TXT or XML, a zip with one, or a CSV or Parquet file that arpad wrote.",
    ),
    "line_too_long": Code(
        ERROR,
        "A line is longer than any line of a list can be; it is skipped.",
        "The line has more than {most} bytes; lines of rating lists have at most some hundred.",
        "Check whether the file is damaged; the line was left out.",
    ),
    "line_unreadable": Code(
        ERROR,
        "A line is no player: there is no FIDE ID where it belongs.",
        "No FIDE ID stands where it belongs: {text!r}. The line was not read as a player.",
        "Mend or remove the line.",
    ),
    "number_unreadable": Code(
        ERROR,
        "A rating, a number of games or a K is no whole number; it is taken as not given.",
        "{what} is {text!r}, which is no whole number; it was taken as not given.",
        "Mend the number.",
    ),
    "overflow_repaired": Code(
        WARNING,
        "A line is longer than the others because one column overflows; what follows was moved back into its place.",
        "The line is longer than the others by {surplus}, because the text of {what} runs over its column; the columns "
        "after it were moved back into their places.",
        "Nothing needs to be done; the line is written again as it was.",
    ),
    "line_surplus": Code(
        WARNING,
        "A line has text after the last column; it is not read.",
        "There is text after the last column: {text!r}. It was not read.",
        "Check whether the line is damaged.",
    ),
    "title_unknown": Code(
        WARNING, "A title is none that FIDE gives; it is kept.", "{what} is {text!r}, which is no known title.",
        "Check the title; it was kept as it is.",
    ),
    "federation_odd": Code(
        WARNING, "A federation is no code of three capital letters; it is kept.",
        "The federation is {text!r}, not three capital letters.", "Check the federation; it was kept as it is.",
    ),
    "sex_unknown": Code(
        WARNING, "The sex is neither M nor F; it is kept.", "The sex is {text!r}, neither M nor F.",
        "Check it; it was kept as it is.",
    ),
    "flag_unknown": Code(
        WARNING, "A flag is none of `i`, `w` and `wi`; it is kept.", "The flag is {text!r}, none of i, w and wi.",
        "Check whether the line is damaged; the flag was kept as it is.",
    ),
    "flag_against_sex": Code(
        WARNING, "Flag and sex contradict each other: every woman of FIDE's lists has the flag w, and nobody else.",
        "The sex is {sex!r}, but the flag is {flag!r}.", "Find out which of the two is right.",
    ),
    "birth_year_unreadable": Code(
        WARNING, "A birth year is no year; it is taken as not known.",
        "The birth year is {text!r}, which is no year; it was taken as not known.", "Mend the year.",
    ),
    "id_twice": Code(
        WARNING, "A FIDE ID stands on two lines.", "The FIDE ID {fide_id} stands on more than one line.",
        "Find out which line is right; both were read.",
    ),
    "encoding_mixed": Code(
        NOTE, "A line is not encoded as the others are; it was read as Latin-1.",
        "The line is not encoded as the rest of the file is; it was read as Latin-1.",
        "Nothing needs to be done; the line is written again as it was.",
    ),
    "header_misleading": Code(
        WARNING, "The header does not stand above its columns; the columns were found from the lines.",
        "The header does not stand above its columns; they were found from the lines: layout {layout}.",
        "Check a few players with `arpad list find`.",
    ),
    "header_missing": Code(
        NOTE, "There is no header; the columns were found from the lines.",
        "There is no header; the columns were found from the lines: layout {layout}.",
        "Give the date of the list with --date where it matters.",
    ),
    "column_unknown": Code(
        NOTE, "The header names a column, or a player has an element, that is not known; it is not read.",
        "{name!r} is no column that is known here; it was not read.", "Nothing needs to be done.",
    ),
    "kind_assumed": Code(
        NOTE, "The list does not say which kind of chess it is of; standard is assumed.",
        "Neither the file nor its name says which kind of chess the list is of; standard was assumed.",
        "Give --kind if it is another.",
    ),
    "doctype_refused": Code(
        ERROR, "An XML file declares a document type or entities; such files can be traps and are refused.",
        "The file declares a document type, which no rating list needs and which can make a small file huge; "
        "it was not read.",
        "Remove the declaration if you trust the file.",
    ),
    "encoding_refused": Code(
        ERROR, "An XML file is encoded in a way that is not read.",
        "The file is encoded as {encoding}, which is not read here.", "Save it as UTF-8.",
    ),
    "player_malformed": Code(
        ERROR, "A player of an XML file is not well-formed; it is skipped.",
        "A player is not well-formed XML ({why}); it was skipped.", "Mend the XML there.",
    ),
    "player_too_long": Code(
        ERROR, "A player of an XML file is longer than any can be; it is skipped.",
        "More than {most} characters do not end a player; they were skipped.", "Check whether the file is damaged.",
    ),
    "xml_cut_off": Code(
        ERROR, "An XML file ends before its last element is closed.",
        "The file ends before the list is closed; players may be missing.", "Fetch the file again.",
    ),
    "text_after_end": Code(
        WARNING, "Text stands after the end of an XML list; it is not read.",
        "There is text after the end of the list; it was not read.", "Check whether the file is damaged.",
    ),
    "zip_refused": Code(
        ERROR, "A zip archive is damaged, encrypted, or would unpack to more than a list can have.",
        "The archive cannot be read: {why}.", "Unpack it by other means if you trust it, and give the list itself.",
    ),
    "zip_member": Code(
        ERROR, "A zip archive has no list, or several.", "The archive has {count} files that may be lists: {names}.",
        "Name one with --member.",
    ),
    "table_column_missing": Code(
        ERROR, "A CSV or Parquet file lacks a column.", "The column {name} is missing.",
        "Write the file with `arpad list convert`, or rename its columns; see the reference of rating lists.",
    ),
    "table_unreadable": Code(
        ERROR, "A CSV or Parquet file is damaged.", "The table cannot be read: {why}.", "Write the file anew.",
    ),
    "name_cut": Code(
        WARNING, "A name or a list of titles is longer than its column, or has characters that cannot stand there; "
        "it was cut when written.",
        "{what} of {fide_id} does not fit into its column; it was written as {text!r}.",
        "Write XML, CSV or Parquet where nothing may be lost.",
    ),
    "reading_stopped": Code(
        ERROR, "So much of a file is no player that reading was stopped.",
        "So much of the file up to here is no player that it was not read any further.",
        "Check whether the file is damaged, or is no rating list.",
    ),
    "spelling_lost": Code(
        NOTE, "Text after the end of a list was too long to keep; a file written from this list will not have it.",
        "The text after the end of the list is too long to keep; it will not be written again.",
        "Nothing needs to be done.",
    ),
}  # fmt: skip


class Findings:
    """Collects problems: all are counted, the first of each code are kept with their places."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._kept: list[FileProblem] = []

    def add(self, code: str, line: int | None = None, column: int | None = None, **facts: object) -> None:
        """Note one case."""
        self.counts[code] += 1
        if self.counts[code] <= MOST_KEPT:
            found = CODES[code]
            message = found.message.format(**{name: _short(value) for name, value in facts.items()})
            self._kept.append(FileProblem(code, found.severity, message, found.fix, line, column))

    @property
    def problems(self) -> list[FileProblem]:
        """The kept problems, in the order of the file."""
        return sorted(self._kept, key=lambda one: one.order)

    @property
    def has_errors(self) -> bool:
        """True where content could not be read."""
        return any(CODES[code].severity == ERROR for code in self.counts)


def _short(value: object) -> object:
    """Keep a fact short enough for a sentence."""
    return value[:57] + "…" if isinstance(value, str) and len(value) > 60 else value  # noqa: PLR2004 - a glance
