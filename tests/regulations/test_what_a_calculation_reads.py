"""What a calculation reads and gives under an edition can be asked of it, instead of the edition."""

from __future__ import annotations

import pytest

from arpad.regulations.catalogue import edition
from arpad.regulations.rules.rated_event import RATED_EVENT
from arpad.regulations.terms.ints import citations, ints
from arpad.regulations.workings.first_rating import counts_opponents
from arpad.regulations.workings.period import is_by_average


@pytest.mark.parametrize(("name", "is_read"), [("fide-2022-01", True), ("fide-2024-03", False)])
def test_the_order_of_games_is_read_where_one_upgrade_is_given(name: str, is_read: bool) -> None:
    """Of equal differences the first one is upgraded, so there the order matters, and nowhere else."""
    assert ("order" in ints(RATED_EVENT, edition(name)).reads) is is_read


@pytest.mark.parametrize(("name", "is_so"), [("fide-2003-07", True), ("fide-2009-07", False), ("fide-2025-10", False)])
def test_only_the_first_edition_rates_by_the_average(name: str, is_so: bool) -> None:
    """The shape of 2003 gives an average; the other gives none."""
    law = edition(name)

    assert is_by_average(law) is is_so is (law.rule("expectation") == "event_average")


@pytest.mark.parametrize("name", ["fide-2003-07", "fide-2009-07", "fide-2014-07", "fide-2024-03"])
def test_whether_opponents_or_games_are_counted_is_what_the_edition_says(name: str) -> None:
    """The rule, asked about an event of many games without a rated opponent, decides as the provision reads."""
    law = edition(name)
    says = law.has("event_minimum_rated_opponents") and law.get("event_minimum_rated_counts") == "opponents"

    assert counts_opponents(law) is says


def test_what_is_cited_twice_is_the_same() -> None:
    """Citations are made once for each edition; another order of articles is another citation."""
    law = edition("fide-2024-03")

    assert citations(law, ["floor", "k_when"]) is citations(law, ("floor", "k_when"))
    assert citations(law, ["floor", "k_when"]) == citations(law, ["k_when", "floor"])[::-1]
