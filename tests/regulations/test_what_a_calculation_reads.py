"""What a calculation reads under an edition can be asked of it; what it cites is made once."""

from __future__ import annotations

import pytest

from arpad.regulations.catalogue import edition
from arpad.regulations.rules.rated_event import RATED_EVENT
from arpad.regulations.terms.ints import citations, ints


@pytest.mark.parametrize(("name", "is_read"), [("fide-2022-01", True), ("fide-2024-03", False)])
def test_the_order_of_games_is_read_where_one_upgrade_is_given(name: str, is_read: bool) -> None:
    """Of equal differences the first one is upgraded, so there the order matters, and nowhere else."""
    assert ("order" in ints(RATED_EVENT, edition(name)).reads) is is_read


def test_what_is_cited_twice_is_the_same() -> None:
    """Citations are made once for each edition; another order of articles is another citation."""
    law = edition("fide-2024-03")

    assert citations(law, ["floor", "k_when"]) is citations(law, ("floor", "k_when"))
    assert citations(law, ["floor", "k_when"]) == citations(law, ["k_when", "floor"])[::-1]
