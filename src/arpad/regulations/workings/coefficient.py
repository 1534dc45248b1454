"""K of a player on a day, from what is known of the player; and, where something is not known, whether it matters."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from arpad.model.period import BORN_LONG_AGO, NOT_YET_BORN, Born
from arpad.regulations.durations import written_day
from arpad.regulations.rules.development_coefficient import DEVELOPMENT_COEFFICIENT, K_MOMENT, NEWCOMERS_K
from arpad.regulations.terms.calculation import fields_of
from arpad.regulations.terms.ints import WorkingLine, ints
from arpad.regulations.terms.limits import limits

if TYPE_CHECKING:
    from datetime import date

    from arpad.regulations.edition import Edition


@dataclass(frozen=True, slots=True)
class Facts:
    """What K is decided from; None is *not known*."""

    rating: int
    highest: int | None = None
    games: int | None = None
    born: Born | None = None
    had: int = 0
    """The highest rating that the player is known to have had published, also where the highest ever is not known."""

    @property
    def at_least(self) -> int:
        """The least that the highest rating ever published can be."""
        return max(self.highest or 0, self.rating, self.had)


@dataclass(frozen=True, slots=True)
class Coefficient:
    """K, or None with the values it may have and the facts that are missing; `lines` hold the working."""

    k: int | None
    possible: tuple[int, ...]
    missing: tuple[str, ...]
    facts: Facts
    day: date
    law: Edition
    """By which K was found; that of the list before may be another one than the event's."""
    lines: tuple[WorkingLine, ...] = ()

    def __repr__(self) -> str:
        k = f"one of {', '.join(map(str, self.possible))}" if self.k is None else self.k
        return f"<Coefficient {k} on {self.day}, {self.law.id}>"


def k_moment(law: Edition) -> int:
    """Give the moment for which an edition takes K: LIST_BEFORE, EVENT_START or CALCULATION."""
    return law.kept("k_moment", _k_moment)


def _k_moment(law: Edition) -> int:
    moment: int = ints(K_MOMENT, law).run({}, {}).whole["moment"]
    return moment


def is_by_officer(law: Edition) -> bool:
    """Tell whether an officer sets K: then no rule gives one."""
    return law.kept("is_by_officer", _is_by_officer)


def _is_by_officer(law: Edition) -> bool:
    return not DEVELOPMENT_COEFFICIENT.gives(law, "k")


def is_by_history(law: Edition) -> bool:
    """Tell whether K depends on what is known of a player: not where all have the same, or an officer sets it."""
    return any(fields_of(formula) for _, formula in DEVELOPMENT_COEFFICIENT.steps(law))


def newcomers_k(law: Edition) -> int:
    """Give the K of newcomers; 0 where an edition has none."""
    k: int = ints(NEWCOMERS_K, law).run({}, {}).whole["newcomers_k"]
    return k


def coefficient(law: Edition, facts: Facts, day: date, *, explained: bool = False) -> Coefficient:
    """Give K under an edition on a day.

    >>> from datetime import date
    >>> from arpad.regulations.catalogue import in_force
    >>> coefficient(in_force(date(2025, 1, 5)), Facts(rating=2250, highest=2410, games=200), date(2025, 1, 5)).k
    10
    """
    if is_by_officer(law):
        return Coefficient(None, (), ("k",), facts, day, law)
    interpreter = ints(DEVELOPMENT_COEFFICIENT, law)
    known = _known(facts, day)
    open_questions = _alternatives(law, facts)
    combinations = list(product(*open_questions.values()))
    answers = {_frozen(chosen): interpreter.run(_merged(known, chosen), {}).whole["k"] for chosen in combinations}
    possible = tuple(sorted(set(answers.values())))
    if len(possible) > 1:
        missing = _that_matter(list(open_questions), combinations, answers)
        return Coefficient(None, possible, missing, facts, day, law)
    lines = interpreter.explain(_merged(known, combinations[0]), {}).lines if explained else ()
    return Coefficient(possible[0], possible, (), facts, day, law, lines)


def _merged(known: dict[str, int], chosen: tuple[dict[str, int], ...]) -> dict[str, int]:
    return {name: value for part in (known, *chosen) for name, value in part.items()} if chosen else known


def _frozen(chosen: tuple[dict[str, int], ...]) -> Any:  # noqa: ANN401 - a key only
    return tuple(tuple(alternative.items()) for alternative in chosen)


def _known(facts: Facts, day: date) -> dict[str, int]:
    known = {
        "rating": facts.rating,
        "day": written_day(day),
        "year": day.year,
        "highest": facts.at_least,
        "games": facts.games or 0,
        "born": 0,
        "birth_year": 0,
    }
    if facts.born is not None:
        known |= _birth(facts.born)
    return known


def _birth(born: Born) -> dict[str, int]:
    return {"born": born.as_number(), "birth_year": born.year}


def _alternatives(law: Edition, facts: Facts) -> dict[str, list[dict[str, int]]]:
    """For each fact that is not known, give what it may be: one value on each side of every limit."""
    alternatives: dict[str, list[dict[str, int]]] = {}
    if facts.highest is None:
        least, high = facts.at_least, limits(DEVELOPMENT_COEFFICIENT, law, "highest")
        alternatives["highest"] = [{"highest": highest} for highest in sorted({least, *high}) if highest >= least]
    if facts.games is None:
        enough = limits(DEVELOPMENT_COEFFICIENT, law, "games")
        alternatives["games"] = [{"games": games} for games in sorted({0, *enough})]
    if facts.born is None:
        alternatives["born"] = [_birth(BORN_LONG_AGO), _birth(NOT_YET_BORN)]
    return alternatives


def _that_matter(
    names: list[str], combinations: list[tuple[dict[str, int], ...]], answers: dict[Any, int]
) -> tuple[str, ...]:
    """Name the unknown facts that change K when they alone change."""
    decisive = []
    for place, name in enumerate(names):
        by_rest: dict[Any, set[int]] = {}
        for chosen in combinations:
            rest = _frozen(chosen[:place] + chosen[place + 1 :])
            by_rest.setdefault(rest, set()).add(answers[_frozen(chosen)])
        if any(len(ks) > 1 for ks in by_rest.values()):
            decisive.append(name)
    return tuple(decisive)
