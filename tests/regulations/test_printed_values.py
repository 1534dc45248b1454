"""All values printed in the five documents' examples, each accounted for by the rule, a recipe, or a written reason."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from worked_examples import KINDS, examples, worked
from write_worked_examples import PAGE, page

EXAMPLES = examples()
VALUES = [(example, value) for example in EXAMPLES for value in example["values"]]


# Examples that stand in a part of an article, by the name of that part in the register.
PARTS = {
    "10.5.7 (closing remark)": "10.5.7 (remark)",
    "App. II 2 (first case)": "App. II 2 [1]",
    "App. II 2 (second case)": "App. II 2 [2]",
    "App. II 2 (third case)": "App. II 2 [3]",
}


def article(example: dict[str, Any]) -> list[pytest.MarkDecorator]:
    """Mark the article in which an example stands; a comparison of all documents stands in none."""
    if not example["edition"]:
        return []
    return [pytest.mark.article(PARTS.get(example["article"], example["article"]), edition=example["edition"])]


def of_kind(*kinds: str) -> list[Any]:
    """Give the printed values of a kind as test parameters."""
    return [
        pytest.param(
            example,
            value,
            id=f"{example['id']}: {value['name']}",
            marks=article(example),
        )
        for example, value in VALUES
        if value["kind"] in kinds
    ]


@pytest.mark.parametrize(("example", "value"), of_kind("rule"))
def test_equal_by_the_rule(example: dict[str, Any], value: dict[str, str]) -> None:
    """The edition's rule gives what is printed."""
    assert worked(example)[value["name"]] == value["printed"]


@pytest.mark.parametrize(("example", "value"), of_kind("recipe"))
def test_equal_by_a_recipe_only(example: dict[str, Any], value: dict[str, str]) -> None:
    """The rule gives another number, the recipe the printed one, and a sentence says why."""
    assert worked(example, value["recipe"])[value["name"]] == value["printed"]
    assert worked(example)[value["name"]] != value["printed"]
    assert value["reason"].endswith(".")


@pytest.mark.parametrize(("example", "value"), of_kind("misprint", "unexplained"))
def test_not_what_is_printed(example: dict[str, Any], value: dict[str, str]) -> None:
    """The rule gives a number that is not the printed one, and a sentence says why."""
    assert worked(example)[value["name"]] != value["printed"]
    assert value["reason"].endswith(".")


def test_three_hundred_values() -> None:
    """263 by the rule, 24 by a recipe, 11 misprints, 2 unexplained."""
    counts = Counter(value["kind"] for _, value in VALUES)

    assert [counts[kind] for kind in KINDS] == [263, 24, 11, 2]


def test_page_is_fresh() -> None:
    """The page in docs/ is what the program writes."""
    assert PAGE.read_text(encoding="utf-8") == page()
