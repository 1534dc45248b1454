"""The pages of docs/reference name editions so that a new one changes few lines."""

from __future__ import annotations

import pytest
from write_reference import ranges

EVERY = ["fide-2003-07", "fide-2003-07-monthly", "fide-2006-04", "fide-2009-07", "fide-2024-03", "fide-2026-01"]
EVERY += ["fide-rb-2012-01", "fide-rb-2024-12", "mssz-2017-01"]


@pytest.mark.parametrize(
    ("names", "written"),
    [
        pytest.param(["fide-2003-07", "fide-2006-04", "fide-2009-07"], ["fide-2003-07 to fide-2009-07"], id="a range"),
        pytest.param(["fide-2003-07", "fide-2006-04"], ["fide-2003-07", "fide-2006-04"], id="two are named"),
        pytest.param(["fide-2024-03", "fide-2026-01"], ["from fide-2024-03 on"], id="to the newest: open"),
        pytest.param(["fide-2003-07", "fide-2026-01"], ["fide-2003-07", "from fide-2026-01 on"], id="with a gap"),
        pytest.param(
            ["fide-rb-2012-01", "mssz-2017-01"], ["fide-rb-2012-01", "mssz-2017-01"], id="each line by itself"
        ),
        pytest.param(["fide-2003-07-monthly"], ["fide-2003-07-monthly"], id="a switch follows nothing"),
    ],
)
def test_editions_in_a_row_are_a_range(names: list[str], written: list[str]) -> None:
    """A range that has the newest edition of its line stays as it is when the next one comes."""
    assert ranges(names, EVERY) == written


def test_a_new_edition_changes_nothing_in_an_open_range() -> None:
    """The next edition of standard chess, where the article stays."""
    names = ["fide-2024-03", "fide-2026-01"]
    one_more = [*EVERY[:6], "fide-2027-01", *EVERY[6:]]

    assert ranges([*names, "fide-2027-01"], one_more) == ranges(names, EVERY)
