"""An entry list from a table: a column with numbers and, beside it, one with names; or a number on each line."""

from __future__ import annotations

from arpad.model.problems import Problem, RefusedError
from arpad.office.check_entries import ListedEntry
from arpad.office.registration_facts import MOST_ENTRIES
from arpad.office.table_file import table_lines
from arpad.office.wording import WORDS

_NUMBERS = ("number", "fide_id", "id", "fide id")
_NAMES = ("name", "player")
_NONE = ("", "0", "-")
_MOST_DIGITS = 18


def entries_of(data: bytes, name: str) -> list[ListedEntry]:
    """Read an entry list; refused with every line that has something else than a number."""
    entries, problems = [], []
    of_number, of_name = 0, 1
    for line, words in table_lines(data, name):
        lowered = [word.casefold() for word in words]
        if line == 1 and any(word in _NUMBERS for word in lowered):
            of_number = next(place for place, word in enumerate(lowered) if word in _NUMBERS)
            of_name = next((place for place, word in enumerate(lowered) if word in _NAMES), len(words))
            continue
        if not any(words):
            continue
        number = words[of_number] if of_number < len(words) else ""
        if number not in _NONE and not (number.isascii() and number.isdigit() and len(number) <= _MOST_DIGITS):
            where = f"{name}, line {line}"
            problems.append(Problem.of(WORDS, "entry_no_number", where, line=line, text=number[:40]))
            continue
        fide_id = int(number) if number not in _NONE else None
        entries.append(ListedEntry(line, fide_id or None, words[of_name] if of_name < len(words) else ""))
    if (not entries and not problems) or len(entries) > MOST_ENTRIES:
        problems.append(Problem.of(WORDS, "entries_size", name, file=name, entries=len(entries), most=MOST_ENTRIES))
    if problems:
        raise RefusedError(problems)
    return entries
