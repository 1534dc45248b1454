"""The files of defaults for the reports of a command: which facts each report takes from them, and which lists."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from arpad.cli.commands.trf import read_bytes
from arpad.events.defaults import default_files, read_defaults, taken_defaults
from arpad.events.facts import EventFacts
from arpad.model.problems import RefusedError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arpad.events.defaults import Defaults, TakenDefault
    from arpad.model.problems import Problem


def defaults_of(name: str) -> tuple[tuple[Defaults, ...], tuple[Problem, ...]]:
    """Read the files of defaults for a report; one that has faults is left out, and they are told."""
    defaults: list[Defaults] = []
    refusals: list[Problem] = []
    for place in default_files(None if name == "-" else name, os.environ):
        try:
            defaults.append(read_defaults(read_bytes(str(place)), place))
        except RefusedError as fault:
            refusals += fault.problems
    return tuple(defaults), tuple(refusals)


class PeriodDefaults:
    """The defaults for reports that are rated together: facts for each of them, the lists for all."""

    def __init__(self, names: Sequence[str], lists: Sequence[str], *, is_asked: bool) -> None:
        """Read them once for each folder; `lists` are those of the command, which go before all others."""
        by_folder = {_folder(name): name for name in names} if is_asked else {}
        read = {folder: defaults_of(name) for folder, name in by_folder.items()}
        self.refusals = list(dict.fromkeys(problem for _, problems in read.values() for problem in problems))
        """What is wrong with the files of defaults; the reports are not rated then."""
        self._by_folder = {folder: defaults for folder, (defaults, _) in read.items()}
        taken = [
            default
            for defaults in self._by_folder.values()
            for default in taken_defaults(defaults, EventFacts(), with_lists=not lists)[2]
        ]
        self.taken_lists = tuple(dict.fromkeys(default for default in taken if default.fact is None))
        """The lists that are taken from defaults, each named once."""
        self.lists = tuple(lists) or tuple(dict.fromkeys(default.value for default in self.taken_lists))
        """The rating lists to use, as an option would name them."""

    def facts_for(self, name: str, known: EventFacts) -> tuple[EventFacts, tuple[TakenDefault, ...]]:
        """Give the facts that defaults add to what is known of a report, and what is taken."""
        facts, _, taken = taken_defaults(self._by_folder.get(_folder(name), ()), known, with_lists=False)
        return facts, taken


def _folder(name: str) -> str:
    """Give the folder beside whose reports a file of defaults lies; standard input has none."""
    return "-" if name == "-" else os.path.dirname(name) or "."  # noqa: PTH120 - a name that no path can be is refused later
