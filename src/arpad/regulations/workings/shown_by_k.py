"""What a K proves: the rule for K asked the other way round.

A published K shows what the player must have had: enough games to be no newcomer, a rating that was once high enough.
The rule itself is tried with facts on either side of each of its limits; the least that gives this K is proved.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from datetime import date
from itertools import product
from typing import TYPE_CHECKING

from arpad.regulations.durations import written_day
from arpad.regulations.rules.development_coefficient import DEVELOPMENT_COEFFICIENT
from arpad.regulations.terms.ints import ints
from arpad.regulations.terms.limits import limits, outcomes
from arpad.regulations.workings.coefficient import is_by_officer

if TYPE_CHECKING:
    from arpad.regulations.edition import Edition

LONG_AGO = date.min
"""Birth of a player whom no edition takes for a junior."""


@dataclass(frozen=True, slots=True)
class ProofOfK:
    """The fewest games, and the least highest rating, with which a player has a K; 0 where nothing is proved."""

    games: int
    highest: int


@dataclass(frozen=True, slots=True)
class ShownByK:
    """What each K proves on a day: of everybody, and of players young enough for the rule of juniors."""

    of_all: dict[int, ProofOfK]
    of_juniors: dict[int, ProofOfK]
    juniors_from: date
    """Who is born on this day or later is a junior for certain."""


def every_k(law: Edition) -> list[int]:
    """Give the coefficients that an edition knows."""
    return sorted(outcomes(DEVELOPMENT_COEFFICIENT, law, "k"))


def ks_in_force(law: Edition, day: date) -> list[int]:
    """Give the coefficients that somebody can have on a day by the rule that an edition picks; none by an officer's.

    >>> from arpad.regulations.catalogue import in_force
    >>> ks_in_force(in_force(date(2015, 8, 1)), date(2015, 8, 1))
    [10, 20, 40]
    >>> ks_in_force(in_force(date(2012, 8, 1), "rapid"), date(2012, 8, 1))
    [20]
    """
    if is_by_officer(law):
        return []
    tried = _Tried.of(law, day)
    return sorted({*tried.proofs(LONG_AGO), *tried.proofs(day)})


def shown_by_k(law: Edition, day: date) -> ShownByK:
    """Give what every K proves on a day, by the edition's own rule; nothing where an officer sets it.

    >>> from arpad.regulations.catalogue import in_force
    >>> shown = shown_by_k(in_force(date(2015, 8, 1)), date(2015, 8, 1))
    >>> shown.of_all[20], shown.of_juniors[20], shown.juniors_from
    (ProofOfK(games=30, highest=0), ProofOfK(games=30, highest=2300), datetime.date(1997, 8, 2))
    """
    if is_by_officer(law):
        return ShownByK({}, {}, day)
    tried = _Tried.of(law, day)
    adults, juniors = tried.proofs(LONG_AGO), tried.proofs(day)
    # A player of whom no birth is known may be either: only what both prove is proved.
    of_all = {
        k: ProofOfK(min(proof.games for proof in proofs), min(proof.highest for proof in proofs))
        for k in {*adults, *juniors}
        if (proofs := [of_age[k] for of_age in (adults, juniors) if k in of_age])
    }
    births = range(LONG_AGO.toordinal(), day.toordinal() + 1)
    first = bisect_left(births, True, key=lambda birth: tried.proofs(date.fromordinal(birth)) == juniors)
    return ShownByK(of_all, juniors, date.fromordinal(births[first]))


@dataclass(frozen=True, slots=True)
class _Tried:
    """The rule of a day, tried with facts on either side of each of its limits."""

    law: Edition
    day: date
    games: list[int]
    highest: list[int]
    ratings: list[int]

    @classmethod
    def of(cls, law: Edition, day: date) -> _Tried:
        names = ("games", "highest", "rating")
        return cls(law, day, *(sorted({0, *limits(DEVELOPMENT_COEFFICIENT, law, name)}) for name in names))

    def k(self, birth: date, games: int = 0, highest: int = 0, rating: int = 0) -> int:
        """Give K of a player born on a day."""
        facts = {"games": games, "highest": highest, "rating": rating}
        facts |= {"day": written_day(self.day), "year": self.day.year}
        facts |= {"born": written_day(birth), "birth_year": birth.year}
        k: int = ints(DEVELOPMENT_COEFFICIENT, self.law).run(facts, {}).whole["k"]
        return k

    def proofs(self, birth: date) -> dict[int, ProofOfK]:
        """Give what each K proves of players born on a day."""
        facts_by_k: dict[int, list[tuple[int, int]]] = {}
        # The rating stands on the list itself; here it may be anything.
        for games, highest, rating in product(self.games, self.highest, self.ratings):
            facts_by_k.setdefault(self.k(birth, games, highest, rating), []).append((games, highest))
        return {
            k: self._settled(k, ProofOfK(min(games for games, _ in facts), min(highest for _, highest in facts)))
            for k, facts in facts_by_k.items()
        }

    def _settled(self, k: int, proof: ProofOfK) -> ProofOfK:
        """Count a player with a K below the newcomers', and not for being young, as no newcomer any more.

        By some editions a rating alone gives the lowest K, but nobody comes to it with fewer games than newcomers have.
        """
        newcomers = self.k(LONG_AGO)
        if proof == ProofOfK(0, 0) or k >= newcomers:
            return proof
        enough = (games for games in self.games if self.k(LONG_AGO, games) < newcomers)
        return ProofOfK(max(proof.games, next(enough, 0)), proof.highest)
