"""The vectors of conformance/ as files: their form, and that they leave nothing out."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]  # its stubs are not among our pins

from arpad.regulations.catalogue import shipped_names

FOLDER = Path(__file__).resolve().parents[2] / "conformance"
FILES = sorted(path for path in FOLDER.glob("*.json") if path.name != "schema.json")
CONTENT = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in FILES}
VECTORS: list[dict[str, Any]] = [vector for content in CONTENT.values() for vector in content["vectors"]]

TRAPS = {
    "expected score by the table": {"logistic-curve", "beyond-735", "float-sums"},
    "rule of 400": {
        *("no-400-rule", "cap-800", "400-before-2009", "average-and-350"),
        *("lower-side-lifted", "one-upgrade", "edition-by-date"),
    },
    "exemption from 2650": {"no-2650-exemption", "either-side-2650", "exemption-in-rapid-blitz"},
    "K by history": {
        *("thirty-games-inclusive", "above-2400", "ever-2400", "no-junior-rule", "junior-until-when"),
        *("k-default-40", "k-of-another-edition", "k-within-the-period"),
    },
    "K times games at most 700": {"no-700-limit"},
    "one rounding for the period, half away from zero": {
        *("rounds-each-game", "rounds-each-event", "math-round", "not-rounded"),
    },
    "first rating": {
        *("five-games-unchecked", "half-point-unchecked", "no-fictitious-draws", "old-first-rating"),
        *("no-2200-cap", "first-rating-floor", "float-dp-row", "dp-800-before-2009"),
    },
    "rapid and blitz": {"k-20-always", "standard-stands-in", "gap-600", "label-only"},
    "unrated opponents, zero scores, pooling": {
        *("unrated-opponents", "zero-score", "no-pooling", "round-robin-unrated", "listed-meanwhile"),
    },
    "periods and lists": {"one-event-only", "period-and-list", "one-off"},
}
"""The mistakes of the calculators of today, rule by rule: each row of that table with the traps that find them."""


def test_there_are_enough() -> None:
    """At least 400, over all commands that give numbers of the regulations."""
    commands = Counter(vector["command"] for vector in VECTORS)

    assert len(VECTORS) >= 400
    assert set(commands) == {
        *("player", "expected", "coefficient", "performance", "initial"),
        *("estimate", "calendar", "editions on", "roundrobin"),
    }


def test_ids_are_unique() -> None:
    """No id stands twice, in whatever files."""
    counts = Counter(vector["id"] for vector in VECTORS)

    assert [name for name, count in counts.items() if count > 1] == []


def test_every_file_follows_the_schema() -> None:
    """Every file is valid, its subject is its name, and each vector has a line of its own."""
    schema = json.loads(FOLDER.joinpath("schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    judge = jsonschema.Draft202012Validator(schema, format_checker=jsonschema.FormatChecker())
    for path in FILES:
        content = CONTENT[path.stem]
        faults = [f"{fault.json_path}: {fault.message}" for fault in judge.iter_errors(content)]
        lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith('    {"id": ')]

        assert faults == [], path.name
        assert content["subject"] == path.stem
        assert len(lines) == len(content["vectors"])


def test_every_shipped_edition_has_a_vector() -> None:
    """No edition that is shipped, printed twins included, is without a vector, and no other is named."""
    assert {vector["edition"] for vector in VECTORS} == set(shipped_names())


def test_every_trap_is_covered() -> None:
    """Every trap has a vector, and every vector's trap is known."""
    assert {vector["trap"] for vector in VECTORS if "trap" in vector} == {
        trap for row in TRAPS.values() for trap in row
    }


def test_the_readme_explains_every_trap() -> None:
    """The table of traps in the README names each of them once."""
    text = FOLDER.joinpath("README.md").read_text(encoding="utf-8")
    named = re.findall(r"^\| `([a-z0-9-]+)` \|", text.partition("## Traps")[2], re.MULTILINE)

    assert sorted(named) == sorted(trap for row in TRAPS.values() for trap in row)


def test_origins_are_not_arpad() -> None:
    """Every origin names its source and shows its numbers, and the source is never ourselves."""
    assert [
        vector["id"] for vector in VECTORS if len(vector["origin"]) < 20 or "arpad" in vector["origin"].lower()
    ] == []
