"""What an edition of standard chess brings into rapid, blitz and national rules is named by hand, as in double entry.

`tests/data/overlays-reach.txt` has a line for every provision that holds in rules standing over the edition it came
with. A new one is no fault; that nobody thought of it would be.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from running import answer, arpad

from arpad.regulations.catalogue import in_force
from arpad.regulations.reach import Line, every_reach, reach_of

NAMED = Path(__file__).parents[1].joinpath("data", "overlays-reach.txt")


def lines() -> dict[tuple[str, str], str]:
    """Give for every provision of an edition the line of the file that it needs."""
    reached: dict[tuple[str, str], list[str]] = {}
    for name, each in every_reach().items():
        for reach in each:
            reached.setdefault((name, reach.key), []).append(str(reach.line))
    return {(name, key): f"{name} {key}: {', '.join(dict.fromkeys(places))}" for (name, key), places in reached.items()}


def what_to_do(name: str, key: str, line: str) -> str:
    """Say what a provision does that nobody named, and what is to be done about it."""
    places = "; ".join(str(reach) for reach in reach_of(name) if reach.key == key)
    return (
        f"{key} of {name} also holds in {places}, because those rules stand over it. If it is meant to hold there, add "
        f"the line {line!r} to {NAMED.name}. If not, say in the edition that is in force there on that day what holds "
        f'instead, the old value or {key} = {{ article = "…", value = "none" }}, and name only where it is left.'
    )


def test_every_provision_that_reaches_other_rules_is_named() -> None:
    """Nobody adds a provision to rapid, blitz or national rules without having said so."""
    named = set(NAMED.read_text(encoding="utf-8").splitlines())
    unnamed = [what_to_do(*place, line) for place, line in lines().items() if line not in named]

    assert not unnamed, "\n".join(unnamed)


def test_nothing_is_named_that_does_not_reach_other_rules() -> None:
    """A line that holds no longer is taken out of the file."""
    gone = set(NAMED.read_text(encoding="utf-8").splitlines()) - set(lines().values())

    assert not gone, f"These no longer hold as they stand in {NAMED.name}; take them out: {sorted(gone)}"


@pytest.mark.parametrize(
    ("name", "key", "expected"),
    [
        # Rapid and blitz switch the exemption from 2650 off in their own files, the Hungarian rules do not.
        ("fide-2025-10", "cap_exempt_from", ["mssz standard from 2025-10-01"]),
        (
            "fide-2013-07",
            "arbiter_licence",
            [
                "blitz from 2013-07-01 until 2024-03-01",
                "rapid from 2013-07-01 until 2024-03-01",
                "mssz standard from 2017-01-01 until 2024-03-01",
            ],
        ),
        # 735 in rapid and blitz, and 400 by their own word in the Hungarian appendix while that binds.
        ("fide-2009-07", "difference_cap", ["mssz standard from 2017-07-01"]),
    ],
)
def test_where_a_provision_reaches(name: str, key: str, expected: list[str]) -> None:
    """Through which rules, from which day, until which."""
    assert [str(reach) for reach in reach_of(name) if reach.key == key] == expected


def test_what_reaches_other_rules_is_what_they_say_on_that_day() -> None:
    """On its first day a provision has the same content in the rules it reaches as in its own edition."""
    for name, reached in every_reach().items():
        for reach in reached:
            there = in_force(reach.begins, reach.line.kind, reach.line.authority)
            here = in_force(reach.begins)
            assert there.get(reach.key) == here.get(reach.key), (name, reach)
            assert there.id in reach.editions


def test_the_comparison_of_two_editions_says_how_far_the_second_reaches() -> None:
    """`arpad editions diff` ends with it; `editions reach` has all, and refuses what nothing stands over."""
    _, compared, _ = arpad("editions", "diff", "fide-2024-03", "fide-2025-10")
    _, itself, _ = arpad("editions", "diff", "fide-2025-10", "fide-2025-10")
    of_file = answer("editions", "reach", "club.toml", code=2)
    rows = answer("editions", "reach", "fide-2025-10")["editions"]

    assert compared.endswith("\n  cap_exempt_from: mssz standard from 2025-10-01\n")
    assert "elsewhere" not in itself
    assert of_file["problems"][0]["code"] == "not_shipped"
    assert rows == [
        {
            "id": "fide-2025-10",
            "provisions": [
                {
                    "key": "cap_exempt_from",
                    "authority": "mssz",
                    "kind": "standard",
                    "editions": ["mssz-2017-01"],
                    "begins": date(2025, 10, 1).isoformat(),
                    "ends": None,
                }
            ],
        }
    ]


def test_a_line_of_rules_is_named_as_people_do() -> None:
    """FIDE's by the kind of chess alone."""
    assert [str(Line("fide", "blitz")), str(Line("mssz", "standard"))] == ["blitz", "mssz standard"]
