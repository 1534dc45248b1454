"""The crosstable of a round robin: its players, its lines, how often they met, and how an edition rates it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.model.problems import Problem, RefusedError
from arpad.regulations.rules import round_robin as rules
from arpad.regulations.terms.ints import ints

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from fractions import Fraction

    from arpad.regulations.edition import Edition


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of the crosstable; `part_result` says that an unrated player already has results that count."""

    id: str
    rating: int | None
    k: int | None = None
    part_result: bool = False
    present: int | None = None
    """The rating that an unrated player got in the meantime: it holds for the player's own result (10.4 of 2003)."""


@dataclass(frozen=True, slots=True)
class CrosstableRow:
    """A player's line: the columns of the worked examples. What a player does not have is None."""

    entrant: Entrant
    games: int
    score: int
    dropped: str | None = None
    """Why the games do not count for the opponents; nor do they for the player, but for the next field."""
    counts_for_player: bool = False
    """True where the games are left out for the opponents only: there is an earlier result (6.1 of 2009, R-043)."""
    p: int | None = None
    dp: int | None = None
    rc: int | None = None
    ru: int | None = None
    limited: tuple[tuple[str, int], ...] = ()
    """Opponents that are too far away, and the rating at which each counts instead."""
    rc_new: int | None = None
    ru_new: int | None = None
    rc_present: int | None = None
    """Rc(new) at the rating that an unrated player has got in the meantime."""
    rc_used: int | None = None
    """The average from which D is taken, where an edition rates by it: Rc(new), or as printed in 2003 Ra (E 4)."""
    difference: int | None = None
    pd: int | None = None
    expected: int | None = None
    sum: int | None = None
    change: int | None = None
    """K times the sum, in hundredths."""


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """The whole table: the averages of the field, and a row for each player in the order given."""

    law: Edition
    method: str
    rows: tuple[CrosstableRow, ...]
    rar: Fraction | None = None
    dpa: Fraction | None = None
    ra: int | None = None
    notes: tuple[Problem, ...] = ()
    cycles: int = 1
    """How often everybody should have met everybody."""
    is_complete: bool = True
    """False where a game was not played."""

    def __repr__(self) -> str:
        return f"<RoundRobin of {len(self.rows)} players, {self.method}, {self.law.id}>"


def rated_how(law: Edition, *, has_unrated: bool, lacks_a_game: bool = False) -> dict[str, bool]:
    """Ask how an edition rates a round robin: by its whole table, by the average, or like a Swiss event."""
    return ints(rules.ROUND_ROBIN, law).run({"has_unrated": has_unrated, "lacks_a_game": lacks_a_game}, {}).whole


def why_like_swiss(law: Edition) -> str:
    """Give the article by which a round robin with unrated players and an unplayed game is like a Swiss event."""
    lines = ints(rules.ROUND_ROBIN, law).explain({"has_unrated": True, "lacks_a_game": True}, {}).lines
    cited = next(line.citations for line in lines if line.step is rules.is_like_swiss)
    return "; ".join(citation.article for citation in cited)


def has_tables(law: Edition) -> bool:
    """Tell whether an edition works out round robins with unrated players by their whole table."""
    return rated_how(law, has_unrated=True)["is_worked_out"]


def is_by_average(law: Edition) -> bool:
    """Tell whether an edition rates an event by the average of the opponents."""
    return rated_how(law, has_unrated=False)["is_by_average"]


def usual_meetings(met: Iterable[int]) -> int:
    """Tell from the games of each pair how many there were to be: as many as more than half of the pairs played.

    >>> usual_meetings([1, 1, 1, 2, 1, 2]), usual_meetings([2, 2, 1]), usual_meetings([])
    (1, 2, 1)
    """
    counts = sorted(met)
    return max(1, counts[(len(counts) - 1) // 2]) if counts else 1


def meetings(cells: Sequence[Sequence[Sequence[object]]]) -> list[int]:
    """Give the number of games of each pair of a crosstable."""
    return [len(line[other]) for place, line in enumerate(cells) for other in range(place)]


def meetings_due(met: Sequence[int], announced: int | None) -> int:
    """Tell how often everybody was to meet everybody: as announced or as usual, and what all pairs played anyway."""
    return max(usual_meetings(met) if announced is None else announced, min(met, default=1))


def lacks_a_game(met: Sequence[int], announced: int | None = None) -> bool:
    """Tell from the games of each pair whether somebody met somebody less often than was due.

    `announced` says how often everybody was to meet everybody; without it, as often as most pairs did.

    >>> lacks_a_game([1, 1, 0]), lacks_a_game([2, 2, 1]), lacks_a_game([2, 2, 1], 1), lacks_a_game([])
    (True, True, False, False)
    """
    return min(met, default=1) < meetings_due(met, announced)


def refuse_contradictions(entrants: Sequence[Entrant], results: Sequence[Sequence[Sequence[int]]]) -> None:
    """Refuse a table that is not square, names a player twice, or gives more than a point for a game."""
    problems: list[Problem] = []
    size = len(entrants)
    names = [entrant.id for entrant in entrants]
    problems += [
        Problem("player_twice", name, f"{name} stands twice in the table; give every player an id of his own.")
        for name in sorted({name for name in names if names.count(name) > 1})
    ]
    if len(results) != size or any(len(line) != size for line in results):
        sentence = f"The table has {size} players, so it needs {size} rows of {size} cells; check the results."
        raise RefusedError([*problems, Problem("not_square", "results", sentence)])
    for i in range(size):
        if results[i][i]:
            problems.append(
                Problem(
                    "against_himself",
                    f"results[{i}][{i}]",
                    f"{names[i]} has a result against the same player; write null.",
                )
            )
        for j in range(i + 1, size):
            own, other = results[i][j], results[j][i]
            if len(own) != len(other):
                sentence = (
                    f"{names[i]} has {len(own)} game(s) against {names[j]}, who has {len(other)}; make them equal."
                )
                problems.append(Problem("one_sided", f"results[{i}][{j}]", sentence))
            elif any(first + second > 100 for first, second in zip(own, other, strict=True)):  # noqa: PLR2004 - one point
                sentence = f"{names[i]} and {names[j]} have more than one point between them in a game; put it right."
                problems.append(Problem("more_than_a_point", f"results[{i}][{j}]", sentence))
    if problems:
        raise RefusedError(problems)
