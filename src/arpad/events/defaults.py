"""Facts that are always the same, and the rating lists to use: read from a file of the user, or one beside the report.

What holds for an event goes before what is always so: an option before the facts of the event, these before the file
beside the report, and that before the file of the user. Whatever is taken from a file of defaults is named.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from arpad.events.facts import EventFacts, FactsRefusedError, fact_text, facts_from, given_facts
from arpad.events.wording import WORDS
from arpad.model.bounded import TomlError, toml_of
from arpad.model.problems import Problem, RefusedError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

BESIDE = "arpad.toml"
OF_USER = "defaults.toml"
OF_ONE_EVENT = frozenset(
    {
        "start", "end", "time_controls", "stages", "registered", "late_registration_approved", "arbiter_sent",
        "received", "rated_by_decision", "ruled_out", "games_agreed",
    }
)  # fmt: skip
"""Facts that are another for every event; a default for them would be wrong without being noticed."""
_DATED = re.compile(r"(\d{4}-\d\d)(-\d\d)?=(.+)", re.DOTALL)


class TakenDefault(NamedTuple):
    """A fact, or a rating list, that was taken from a file of defaults."""

    fact: str | None
    """The name of the fact; None where it is a rating list."""
    value: str
    """As it stands in TOML; of a list its file."""
    file: str

    def sentence(self) -> str:
        """Say what was taken, and from where."""
        return WORDS.say("defaults", "list" if self.fact is None else "fact", self._asdict())

    def without_folders(self) -> TakenDefault:
        """Give it with files by their names alone, for what others than the user read."""
        return self._replace(
            value=Path(self.value).name if self.fact is None else self.value, file=Path(self.file).name
        )


@dataclass(frozen=True, slots=True)
class Defaults:
    """What a file of defaults holds."""

    file: str
    facts: EventFacts
    lists: tuple[str, ...] = ()
    """Rating lists as an option would name them, each by its whole path."""


def default_files(report: str | None, environment: Mapping[str, str]) -> list[Path]:
    """Give the files of defaults that there are for a report, the nearest first; None is standard input."""
    places = [] if report is None else [Path(report).parent / BESIDE]
    configuration, home = environment.get("XDG_CONFIG_HOME", ""), environment.get("HOME", "")
    if Path(configuration).is_absolute():
        places.append(Path(configuration, "arpad", OF_USER))
    elif Path(home).is_absolute():
        places.append(Path(home, ".config", "arpad", OF_USER))
    return [place for place in places if os.path.isfile(place)]  # noqa: PTH113 - a folder nobody may enter has none


def read_defaults(data: bytes, place: Path) -> Defaults:
    """Read a file of defaults; refuse it with every fault."""
    file = str(place)
    try:
        content = toml_of(data.decode("utf-8-sig"))
    except (TomlError, UnicodeDecodeError) as fault:
        raise RefusedError.of(WORDS, "defaults_not_toml", file, file=file, why=str(fault)) from fault
    problems = [
        Problem.of(WORDS, "unknown_default", file, file=file, key=key)
        for key in content
        if key not in {"facts", "lists"}
    ]
    facts, lists = content.get("facts", {}), content.get("lists", [])
    if not isinstance(facts, dict):
        problems.append(Problem.of(WORDS, "wrong_defaults", file, file=file, value=repr(facts)))
        facts = {}
    if not isinstance(lists, list) or not all(isinstance(name, str) and name and "\0" not in name for name in lists):
        problems.append(Problem.of(WORDS, "wrong_lists", file, file=file, value=repr(lists)))
        lists = []
    of_one = sorted(OF_ONE_EVENT & {*facts})
    problems += (Problem.of(WORDS, "fact_of_one_event", file, file=file, key=key) for key in of_one)
    known = EventFacts()
    try:
        known = facts_from({key: value for key, value in facts.items() if key not in OF_ONE_EVENT}, file)
    except FactsRefusedError as fault:
        problems += fault.problems
    if problems:
        raise RefusedError(problems)
    return Defaults(file, known, tuple(_whole_path(name, place.parent) for name in lists))


def _whole_path(name: str, folder: Path) -> str:
    """Give a list by its whole path, its day before it where one is written; a path starts where the file lies."""
    dated = _DATED.fullmatch(name)
    day, path = (f"{dated[1]}{dated[2] or '-01'}=", dated[3]) if dated else ("", name)
    return f"{day}{os.path.normpath(folder / os.path.expanduser(path))}"  # noqa: PTH111 - a user nobody knows stays


def taken_defaults(
    defaults: Sequence[Defaults], given: EventFacts, *, with_lists: bool
) -> tuple[EventFacts, tuple[str, ...], tuple[TakenDefault, ...]]:
    """Give the facts that defaults add to those given, the lists of the nearest file that has some, and what is taken.

    Lists are asked for only where none is given otherwise.
    """
    known, taken = set(given_facts(given)), []
    facts: dict[str, object] = {}
    for of_file in defaults:
        for name, value in given_facts(of_file.facts).items():
            if name not in known:
                known.add(name)
                facts[name] = value
                taken.append(TakenDefault(name, fact_text(value), of_file.file))
    nearest = next((of_file for of_file in defaults if of_file.lists), None) if with_lists else None
    lists = () if nearest is None else nearest.lists
    taken += (TakenDefault(None, name, nearest.file if nearest else "") for name in lists)
    return EventFacts(**facts), lists, tuple(taken)  # type: ignore[arg-type]
