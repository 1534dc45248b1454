"""The tables of the law as plain files: fresh, and enough for a program that reads nothing else."""

from __future__ import annotations

import csv
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "conformance" / "law"


def table(name: str) -> list[dict[str, str]]:
    """Read a file as any program would."""
    with FOLDER.joinpath(name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


K_RULES = {(row["edition"], row["kind"]): row for row in table("k.csv")}
TABLES = {
    (row["edition"], row["kind"]): f"table-{row['value']}.csv"
    for row in table("provisions.csv")
    if row["provision"] == "expectation_table"
}
K_CASES = [row for row in table("cases-k.csv") if row["k"].isdecimal()]
SCORES = [row for row in table("cases-expected.csv") if abs(int(row["player"]) - int(row["opponent"])) <= 350]


def test_the_files_are_fresh() -> None:
    """They say what the editions say; `make docs` writes them."""
    checked = subprocess.run(
        [sys.executable, "tools/write_law_tables.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert (checked.returncode, checked.stdout) == (0, "")


def test_every_file_is_in_the_readme() -> None:
    """And the README names no others."""
    readme = FOLDER.joinpath("README.md").read_text(encoding="utf-8")
    names = {place.name for place in FOLDER.glob("*.csv")}

    assert all(name in readme for name in names if not name.startswith("table-"))
    assert "table-difference….csv" in readme
    assert "table-percentage….csv" in readme


def coefficient(row: dict[str, str]) -> int | None:
    """Find K as the README tells it; None where a fact is missing."""
    rule = K_RULES[row["edition"], row["kind"]]
    if rule["coefficient"] == "same_for_all":
        return int(rule["k_for_all"])
    if not all(row[name] for name in ("highest", "games", "born")):
        return None
    rating, highest, games = (int(row[name]) for name in ("rating", "highest", "games"))
    is_old_enough = rule["k_top_games"] == "none" or games >= int(rule["k_top_games"])
    if highest >= int(rule["k_top_from"]) and is_old_enough:
        return int(rule["k_top"])
    if rule["k_junior"] != "none" and is_junior(rule, row):
        measure = highest if rule["k_junior_measure"] == "highest" else rating
        if measure < int(rule["k_junior_below"]):
            return int(rule["k_junior"])
    return int(rule["k_new"] if games < int(rule["k_new_games"]) else rule["k_established"])


def is_junior(rule: dict[str, str], row: dict[str, str]) -> bool:
    """Tell whether a player is a junior on a day."""
    on, age = date.fromisoformat(row["on"]), int(rule["k_junior_age"])
    year, *rest = (int(part) for part in row["born"].split("-"))
    if rule["k_junior_until"] == "year_end":
        return on.year <= year + age
    month, day = rest or (1, 1)
    return (on.year, on.month, on.day) < (year + age, month, day)


@pytest.mark.parametrize("row", K_CASES, ids=lambda row: row["id"])
def test_k_is_decided_by_the_table_of_k(row: dict[str, str]) -> None:
    """The README tells everything that is needed."""
    assert coefficient(row) in {int(row["k"]), None}


def test_most_cases_of_k_have_all_facts() -> None:
    """So that the test above does not hold for want of them."""
    assert sum(coefficient(row) is not None for row in K_CASES) > len(K_CASES) * 3 // 4


@pytest.mark.parametrize("row", SCORES, ids=lambda row: row["id"])
def test_scores_are_those_of_the_table(row: dict[str, str]) -> None:
    """Below every limit of differences the table alone gives them."""
    difference = int(row["player"]) - int(row["opponent"])
    kind = next(kind for edition, kind in TABLES if edition == row["edition"])
    (span,) = [
        span
        for span in table(TABLES[row["edition"], kind])
        if int(span["difference_from"]) <= abs(difference) <= int(span["difference_to"] or 9999)
    ]
    scores = (span["higher"], span["lower"]) if difference >= 0 else (span["lower"], span["higher"])

    assert scores == (row["expected"], row["expected_of_opponent"])


@pytest.mark.parametrize(
    ("kind", "day", "edition"),
    [
        ("standard", "2024-02-29", "fide-2022-01"),
        ("standard", "2024-03-01", "fide-2024-03"),
        ("rapid", "2010-01-01", "none"),
        ("blitz", "2026-11-16", "fide-rb-2024-12"),
    ],
)
def test_the_edition_in_force_is_the_last_row_before_the_day(kind: str, day: str, edition: str) -> None:
    """Of FIDE's."""
    rows = [row for row in table("in-force.csv") if (row["authority"], row["kind"]) == ("fide", kind)]

    assert [row["edition"] for row in rows if row["from"] <= day][-1] == edition
