"""arpad: the chess rating system of FIDE, executable. Dated editions, exact numbers, every one with its article.

The public names of the library. They are loaded when they are first asked for, so that `import arpad` is light.

>>> import arpad
>>> from datetime import date
>>> arpad.in_force(date(2015, 5, 1)).id
'fide-2014-07'
>>> arpad.edition("fide-2025-10").value("cap_exempt_from")
2650
>>> arpad.calendar().list_for_event(date(2025, 11, 28))
datetime.date(2025, 12, 1)
>>> arpad.decimal(-250), arpad.hundredths("0.5")
('-2.50', 50)

One player's period, with the working:

>>> games = (arpad.Game(1787, arpad.WIN), arpad.Game(2505, arpad.DRAW))
>>> event = arpad.Event(date(2025, 11, 7), date(2025, 11, 9), 2813, games)
>>> period = arpad.RatingPeriod("standard", date(2025, 12, 1), arpad.Player(2813, k=10), (event,))
>>> arpad.rate_player(period).change
-4
>>> result, lines = arpad.explain(period)
>>> [(line.name, line.shown, str(line.citations[0])) for line in lines if line.name == "list_change"]
[('list_change', '-4', 'fide-2025-10 8.3.4 (R-003)')]
>>> arpad.notices(result)
()

A newcomer's first rating:

>>> games = tuple(arpad.Game(1800, score) for score in (arpad.WIN, arpad.WIN, arpad.DRAW, arpad.LOSS, arpad.WIN))
>>> event = arpad.Event(date(2025, 11, 7), date(2025, 11, 9), None, games)
>>> newcomer = arpad.first_rating(arpad.RatingPeriod("standard", date(2025, 12, 1), arpad.Player(None), (event,)))
>>> newcomer.published, newcomer.games, newcomer.needed
(1902, 5, 5)

A round robin with an unrated player, as the editions to 2021 rate it:

>>> table = [[[], [0.5], [1]], [[0.5], [], [0.5]], [[0], [0.5], []]]
>>> field = [arpad.Entrant("A", 2200), arpad.Entrant("B", None), arpad.Entrant("C", 2100)]
>>> arpad.round_robin(arpad.edition("fide-2014-07"), field, table).rows[1].ru_new
2150

K on a day:

>>> arpad.coefficient(arpad.in_force(date(2025, 1, 5)), arpad.Facts(2250, highest=2410), date(2025, 1, 5)).k
10

A request that cannot be carried out raises `ArpadError` with sentences a person can act on:

>>> arpad.edition("fide-1999")  # doctest: +ELLIPSIS
Traceback (most recent call last):
    ...
arpad.model.problems.EditionError: No edition is called 'fide-1999'. Known are: ...
"""

from __future__ import annotations

__version__ = "0.2.0"

TYPE_CHECKING = False  # that of `typing` takes longer to load than all of this
if TYPE_CHECKING:
    from typing import Any

    from arpad.events.intake import ReadReport
    from arpad.events.verdict import Finding, Verdict
    from arpad.library.books import Book, ClosedList, close
    from arpad.library.calculations import change, expected, performance
    from arpad.library.crosstables import round_robin
    from arpad.library.lists import PublishedList, read_list
    from arpad.library.needed import Needed, needed
    from arpad.library.periods import Event, Game, Player, RatingPeriod
    from arpad.library.reports import RatedReports, check, rate, read_report
    from arpad.library.scores import DRAW, LOSS, WIN, Score
    from arpad.model.numbers import Hundredths, Rating, decimal, hundredths
    from arpad.model.period import Born
    from arpad.model.problems import ArpadError, EditionError, FileProblem, Problem, RefusedError
    from arpad.model.rating_list import Listed
    from arpad.regulations.adjustments import adjustments
    from arpad.regulations.calendar import calendar
    from arpad.regulations.catalogue import NoEditionError, edition, in_force
    from arpad.regulations.edition import Citation, Edition, Provision
    from arpad.regulations.workings.coefficient import Coefficient, Facts, coefficient
    from arpad.regulations.workings.crosstable import Entrant, RoundRobin
    from arpad.regulations.workings.expected_score import ExpectedScore
    from arpad.regulations.workings.explained_lines import ExplainedLine
    from arpad.regulations.workings.explanation import Explanation, explain
    from arpad.regulations.workings.first_rating import FirstRating, first_rating
    from arpad.regulations.workings.performance_rating import PerformanceRating
    from arpad.regulations.workings.period import PlayerResult, rate_player
    from arpad.regulations.workings.warnings import Notice, notices

_HOMES = {
    "arpad.library.books": ("Book", "ClosedList", "close"),
    "arpad.events.verdict": ("Finding", "Verdict"),
    "arpad.events.intake": ("ReadReport",),
    "arpad.library.reports": ("RatedReports", "check", "rate", "read_report"),
    "arpad.model.rating_list": ("Listed",),
    "arpad.library.lists": ("PublishedList", "read_list"),
    "arpad.library.calculations": ("change", "expected", "performance"),
    "arpad.library.crosstables": ("round_robin",),
    "arpad.library.needed": ("Needed", "needed"),
    "arpad.library.periods": ("Event", "Game", "Player", "RatingPeriod"),
    "arpad.library.scores": ("DRAW", "LOSS", "WIN", "Score"),
    "arpad.model.numbers": ("Hundredths", "Rating", "decimal", "hundredths"),
    "arpad.model.period": ("Born",),
    "arpad.model.problems": ("ArpadError", "EditionError", "FileProblem", "Problem", "RefusedError"),
    "arpad.regulations.adjustments": ("adjustments",),
    "arpad.regulations.calendar": ("calendar",),
    "arpad.regulations.catalogue": ("NoEditionError", "edition", "in_force"),
    "arpad.regulations.workings.coefficient": ("Coefficient", "Facts", "coefficient"),
    "arpad.regulations.edition": ("Citation", "Edition", "Provision"),
    "arpad.regulations.workings.expected_score": ("ExpectedScore",),
    "arpad.regulations.workings.explanation": ("Explanation", "explain"),
    "arpad.regulations.workings.first_rating": ("FirstRating", "first_rating"),
    "arpad.regulations.workings.warnings": ("Notice", "notices"),
    "arpad.regulations.workings.performance_rating": ("PerformanceRating",),
    "arpad.regulations.workings.period": ("PlayerResult", "rate_player"),
    "arpad.regulations.workings.crosstable": ("Entrant", "RoundRobin"),
    "arpad.regulations.workings.explained_lines": ("ExplainedLine",),
}

__all__ = [
    "DRAW",
    "LOSS",
    "WIN",
    "ArpadError",
    "Book",
    "Born",
    "Citation",
    "ClosedList",
    "Coefficient",
    "Edition",
    "EditionError",
    "Entrant",
    "Event",
    "ExpectedScore",
    "ExplainedLine",
    "Explanation",
    "Facts",
    "FileProblem",
    "Finding",
    "FirstRating",
    "Game",
    "Hundredths",
    "Listed",
    "Needed",
    "NoEditionError",
    "Notice",
    "PerformanceRating",
    "Player",
    "PlayerResult",
    "Problem",
    "Provision",
    "PublishedList",
    "RatedReports",
    "Rating",
    "RatingPeriod",
    "ReadReport",
    "RefusedError",
    "RoundRobin",
    "Score",
    "Verdict",
    "adjustments",
    "calendar",
    "change",
    "check",
    "close",
    "coefficient",
    "decimal",
    "edition",
    "expected",
    "explain",
    "first_rating",
    "hundredths",
    "in_force",
    "needed",
    "notices",
    "performance",
    "rate",
    "rate_player",
    "read_list",
    "read_report",
    "round_robin",
]


if not TYPE_CHECKING:  # or a misspelt name would pass the type checker

    def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever the name stands for
        for home, names in _HOMES.items():
            if name in names:
                from importlib import import_module  # noqa: PLC0415 - only when a name is asked for

                value = globals()[name] = getattr(import_module(home), name)
                return value
        raise AttributeError(f"arpad has no public name {name!r}.")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
