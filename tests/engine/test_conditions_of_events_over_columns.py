"""Registration and conditions of events: the rules give the same for one event and over columns, for every answer."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from arpad.engine.arrays import Arrays
from arpad.regulations.catalogue import edition, shipped_files
from arpad.regulations.rules import conditions, registration
from arpad.regulations.rules.rated_period import K_LOAD
from arpad.regulations.terms.ints import ints

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arpad.regulations.terms.calculation import Calculation

LAWS = [edition(name, kind) for name in shipped_files() for kind in edition(name).kinds]
FLAGS = (False, True)
ANSWERS = (conditions.NO, conditions.YES, conditions.NOT_SAID)
APPROVERS = (registration.NOBODY, registration.QC_CHAIR, registration.PRESIDENT)
DAYS = (20240630, 20240701, 20240702)
CASES: list[tuple[Calculation, dict[str, Sequence[Any]]]] = [
    (
        registration.LONGEST_LEAD,
        {"is_rated": FLAGS, "rating": (0, 2500, 2501, 2700, 2701), "is_woman": ANSWERS},
    ),
    (registration.REGISTRATION_ASKED, {"has_elite": FLAGS, "has_norms": FLAGS}),
    (
        registration.REGISTRATION,
        {"registered": DAYS, "last_day": DAYS, "approver": APPROVERS, "approved_by": APPROVERS},
    ),
    (registration.SCHEDULE_REGISTERED, {"was_registered": ANSWERS, "has_days": FLAGS}),
    (
        registration.WITHOUT_REPORT,
        {"decided_by": range(4), "ratings": (0, 5400, 5401), "players": (2,), "has_unrated": FLAGS},
    ),
    (conditions.ANNOUNCEMENT, {"said_rated": ANSWERS, "said_unrated": ANSWERS}),
    (conditions.LICENCES, {"are_licensed": ANSWERS}),
    (conditions.LAWS, {"follow_laws": ANSWERS}),
    (conditions.HYBRID, {"was_approved": ANSWERS, "have_games": ANSWERS, "is_before_play": FLAGS}),
    (K_LOAD, {"k": (10, 20, 40), "games": (0, 17, 18, 35, 36, 70, 71, 75, 76)}),
]


@pytest.mark.parametrize(("calculation", "inputs"), CASES, ids=lambda case: getattr(case, "name", ""))
def test_the_same_either_way(calculation: Calculation, inputs: dict[str, Sequence[Any]]) -> None:
    """Every answer under every edition, with and without the working."""
    assert set(inputs) == set(calculation.wide_inputs)
    rows = [dict(zip(inputs, values, strict=True)) for values in product(*inputs.values())]
    whole = {key: np.array([row[key] for row in rows]) for key in inputs}
    for law in LAWS:
        columns = Arrays(calculation, law).run(whole, {}, None).whole
        for place, row in enumerate(rows):
            alone = ints(calculation, law).run(row, {}).whole

            assert alone == ints(calculation, law).explain(row, {}).whole
            assert alone == {key: column[place] for key, column in columns.items()}, (law.id, row)
