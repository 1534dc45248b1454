"""What can be read off a rule: where a quantity meets a limit, and what the rule can give at all."""

from __future__ import annotations

from datetime import date
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

import arpad
from arpad.regulations.catalogue import shipped_names
from arpad.regulations.durations import written_day
from arpad.regulations.rules.development_coefficient import DEVELOPMENT_COEFFICIENT
from arpad.regulations.rules.rated_event import RATED_EVENT
from arpad.regulations.terms.calculation import Calculation, step
from arpad.regulations.terms.ints import ints
from arpad.regulations.terms.limits import limits, outcomes
from arpad.regulations.terms.vocabulary import PLAYER, Law, Term, View, all_of, first_of, otherwise
from arpad.regulations.workings.shown_by_k import ShownByK, shown_by_k

LAW = arpad.edition("fide-2024-03")
EDITIONS = [name for name in shipped_names() if DEVELOPMENT_COEFFICIENT.steps(arpad.edition(name))]
DAY = date(2025, 6, 1)


def calculation(rule: object) -> Calculation:
    """Make a rule about games a calculation."""
    return Calculation("tried", wide=PLAYER, wide_inputs=("games", "rating"), template=(step(PLAYER)(rule),))  # type: ignore[arg-type]


def answer(p: Law, player: View) -> Term:
    """Compare in every way."""
    return first_of(
        (player.games < 5, 1),
        (player.games <= 7, 2),
        (p.k_new_games >= player.games, 3),
        (all_of(p.has("k_top_games"), player.games > p.k_top_games), 4),
        (player.games > player.rating, 5),
        otherwise(p.k_top),
    )


def test_a_limit_is_the_first_value_that_is_answered_otherwise() -> None:
    """Below 5, to 7, to 30; what the edition does not have is no limit, and another quantity is none."""
    assert limits(calculation(answer), LAW, "games") == {5, 8, 31}
    assert limits(calculation(answer), LAW, "rating") == set()


def test_what_a_rule_can_give() -> None:
    """The value of every choice; of K also what another variant would give, where the edition has it."""
    assert outcomes(calculation(answer), LAW, "answer") == {1, 2, 3, 4, 5, LAW.value("k_top")}
    assert outcomes(DEVELOPMENT_COEFFICIENT, LAW, "k") == {10, 20, 40}
    assert outcomes(DEVELOPMENT_COEFFICIENT, arpad.edition("fide-rb-2012-01"), "k") >= {20}


@pytest.mark.parametrize(
    ("calculation", "quantity", "editions"),
    [
        (RATED_EVENT, "average", {"fide-2003-07"}),
        (RATED_EVENT, "upgraded_above", {"fide-2022-01"}),
        (RATED_EVENT, "sum", {"fide-2003-07", "fide-2009-07", "fide-2022-01", "fide-2024-03"}),
    ],
)
def test_only_the_variant_that_is_picked_gives_its_quantities(
    calculation: Calculation, quantity: str, editions: set[str]
) -> None:
    """The average of 2003, the one upgrade of 2022, and what all of them give."""
    asked = ("fide-2003-07", "fide-2009-07", "fide-2022-01", "fide-2024-03")

    assert {name for name in asked if calculation.gives(arpad.edition(name), quantity)} == editions


@pytest.mark.parametrize("name", EDITIONS)
@given(games=st.integers(0, 60), highest=st.integers(0, 2900), rating=st.integers(0, 2900), age=st.integers(5, 30))
def test_between_two_limits_nothing_changes(name: str, games: int, highest: int, rating: int, age: int) -> None:
    """K of any facts is K of the limits below them: so trying the limits tries everything."""
    law = arpad.edition(name)
    facts = {"games": games, "highest": highest, "rating": rating}
    below = {
        fact: max(limit for limit in {0, *limits(DEVELOPMENT_COEFFICIENT, law, fact)} if limit <= value)
        for fact, value in facts.items()
    }
    born = {"day": 20250601, "year": 2025, "born": (2025 - age) * 10_000 + 601, "birth_year": 2025 - age}
    k, k_of_limits = (ints(DEVELOPMENT_COEFFICIENT, law).run(known | born, {}).whole["k"] for known in (facts, below))

    assert k == k_of_limits
    assert k in outcomes(DEVELOPMENT_COEFFICIENT, law, "k")


@cache
def proved(name: str) -> ShownByK:
    """Give what every K proves on the day, worked out once for all players."""
    return shown_by_k(arpad.edition(name), DAY)


@pytest.mark.parametrize("name", EDITIONS)
@given(
    games=st.integers(0, 60), highest=st.integers(0, 2900), rating=st.integers(0, 2900), born=st.dates(date(1940, 1, 1))
)
def test_nobody_has_less_than_their_k_proves(name: str, games: int, highest: int, rating: int, born: date) -> None:
    """But for the games of the top class, which a rating alone may give: those are not asked for here."""
    law, shown = arpad.edition(name), proved(name)
    born = min(born, DAY)
    facts = {"games": games, "highest": highest, "rating": rating, "day": written_day(DAY), "year": DAY.year}
    facts |= {"born": written_day(born), "birth_year": born.year}
    k = ints(DEVELOPMENT_COEFFICIENT, law).run(facts, {}).whole["k"]
    proofs = [shown.of_all[k], *([shown.of_juniors[k]] if born >= shown.juniors_from else [])]

    assert all(proof.highest <= highest for proof in proofs)
    assert all(proof.games <= games or 0 < proof.highest <= highest for proof in proofs)
