"""Words of the vocabulary mean the same to both interpreters."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.engine.arrays import Arrays
from arpad.regulations.catalogue import edition
from arpad.regulations.terms.calculation import Calculation, aid, step
from arpad.regulations.terms.ints import ints
from arpad.regulations.terms.vocabulary import (
    EVENT,
    GAME,
    NO_PART,
    Law,
    Term,
    View,
    by,
    first_largest,
    first_of,
    otherwise,
    shifted_day,
)

LAW = edition("fide-2024-03")


@aid(EVENT)
def chosen(game: View) -> Term:
    """The order of the first largest value among some."""
    return first_largest(game.value, game.order, among=game.kept)


@step(EVENT)
def settled(p: Law, event: View) -> Term:
    """A number that a provision settles, where there is one."""
    return first_of((event.chosen > 1, by("floor", 2)), otherwise(p.or_else("cap_exempt_from", 1)))


WORDS = Calculation(
    "words",
    narrow=GAME,
    wide=EVENT,
    narrow_inputs=("value", "order", "kept"),
    wide_inputs=("anything",),
    template=(chosen, settled),
)
rows = st.lists(st.tuples(st.integers(-9, 9), st.booleans()), max_size=6)


@given(st.lists(rows, max_size=5))
def test_the_first_largest_is_the_same_either_way(events: list[list[tuple[int, bool]]]) -> None:
    """Of equal values the first in order is taken; of none, no part."""
    owner = np.array([place for place, games in enumerate(events) for _ in games], dtype=np.int64)
    parts = {
        "value": np.array([value for games in events for value, _ in games], dtype=np.int64),
        "order": np.array([order for games in events for order in range(len(games))], dtype=np.int64),
        "kept": np.array([kept for games in events for _, kept in games], dtype=bool),
    }
    columns = Arrays(WORDS, LAW).run({"anything": np.zeros(len(events), dtype=np.int64)}, parts, owner).whole
    for place, games in enumerate(events):
        alone = {"value": [value for value, _ in games], "order": list(range(len(games)))}
        scalar = ints(WORDS, LAW).run({"anything": 0}, alone | {"kept": [kept for _, kept in games]}).whole
        best = max((value for value, kept in games if kept), default=None)
        wanted = next((order for order, (value, kept) in enumerate(games) if kept and value == best), NO_PART)

        assert scalar["chosen"] == int(columns["chosen"][place]) == wanted
        assert scalar["settled"] == int(columns["settled"][place])


def test_a_provision_that_settles_is_cited() -> None:
    """Only where it was reached."""
    parts = {"value": [5, 1, 7], "order": [0, 1, 2], "kept": [True, True, True]}
    last = ints(WORDS, LAW).explain({"anything": 0}, parts).lines[-1]
    first = ints(WORDS, LAW).explain({"anything": 0}, parts | {"kept": [True, True, False]}).lines[-1]

    assert [citation.provisions for citation in last.citations] == [("floor",)]
    assert first.citations == ()


@step(EVENT)
def closing(p: Law, event: View) -> Term:
    """The day before which a list closes, and one after it."""
    return shifted_day(event.day, p.event_closing) * event.before + shifted_day(event.day, p.long_event_parts_over)


SHIFTED = Calculation("shifted", wide=EVENT, wide_inputs=("day", "before"), template=(closing,))


def test_a_day_is_shifted_the_same_either_way() -> None:
    """Three days before and thirty days after, also over the end of a year; the same day twice."""
    days, before = [20240301, 20250101, 20251220, 20240301], [1, 1, 0, 0]
    wanted = [20240227 + 20240331, 20241229 + 20250131, 20260119, 20240331]
    columns = Arrays(SHIFTED, LAW).run({"day": np.array(days), "before": np.array(before)}, {}, None).whole["closing"]
    scalar = [
        ints(SHIFTED, LAW).run({"day": day, "before": side}, {}).whole["closing"]
        for day, side in zip(days, before, strict=True)
    ]

    assert columns.tolist() == scalar == wanted


def test_choices_end_with_otherwise() -> None:
    """A choice without a last resort is refused when the rule is written."""
    with pytest.raises(ValueError, match="otherwise"):
        first_of((Law().has("floor"), 1))
