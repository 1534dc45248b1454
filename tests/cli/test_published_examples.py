"""What FIDE and others published, reproduced by `arpad player`: the target is the printed total, rounded once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from running import answer

EXAMPLES = json.loads(Path(__file__).parents[1].joinpath("data", "published-examples.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("example", EXAMPLES["reproduced"], ids=lambda example: example["id"])
def test_published_example_is_reproduced(example: dict[str, Any]) -> None:
    """The period gives the numbers that were published."""
    document = answer("player", "-", given=example["period"])
    expected = dict(example["expected"])
    games, events = expected.pop("games", {}), expected.pop("events", {})

    assert expected == {name: document[name] for name in expected}
    assert games == {name: [game[name] for game in document["events"][0]["games"]] for name in games}
    assert events == {name: [event[name] for event in document["events"]] for name in events}


@pytest.mark.parametrize("example", EXAMPLES["not_here"], ids=lambda example: example["id"])
def test_what_is_not_reproduced_has_a_reason(example: dict[str, Any]) -> None:
    """A published example that is no change of a rated player says so in a sentence."""
    assert example["reason"].endswith(".")
