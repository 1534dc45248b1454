"""Every input and output has a shipped JSON Schema, and an independent judge agrees with our checker."""

from __future__ import annotations

import copy
import json
import shutil
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kept_folders import kept_folder
from running import answer, arpad

from arpad.documents.schema import faults, schema, schema_names

PERIOD: dict[str, Any] = {
    "kind": "standard",
    "list": "2025-12-01",
    "edition": "fide-2025-10",
    "player": {"rating": 2410, "k": None, "born": "2008-05-04", "games": 40, "highest": 2433},
    "events": [
        {
            "start": "2025-11-07",
            "end": "2025-11-09",
            "rating": 2405,
            "k": None,
            "system": "swiss",
            "ratings": "start",
            "games": [
                {"opponent": 1787, "score": "1", "round": 1, "date": "2025-11-07"},
                {"opponent": None, "score": "0.5"},
            ],
        }
    ],
}
REPORT = str(Path(__file__).parents[1] / "data" / "spring-open.trf")
LIST = str(Path(__file__).parents[1] / "data" / "made-list.txt")
NEW = kept_folder("schemas")
BOOK = str(shutil.copytree(Path(LIST).with_name("small-book"), NEW / "small-book"))
COMMANDS = {
    "expected.output": ("expected", "2600", "2150", "--on", "2025-11-07"),
    "change.output": ("change", "--rating", "2000", "--k", "20", "--on", "2025-11-07", "--game", "unrated:1"),
    "coefficient.output": ("coefficient", "--rating", "2000", "--on", "2025-11-07"),
    "needed.output": (
        "needed",
        "2000",
        "--rating",
        "1956",
        "--k",
        "20",
        "--opponents",
        "1900,2100",
        "--on",
        "2025-11-07",
    ),
    "performance.output": ("performance", "--opponents", "2000,2100", "--score", "1.5", "--on", "2025-11-07"),
    "initial.output": ("initial", "--opponents", "1900,1850", "--score", "1.5", "--on", "2025-11-07"),
    "estimate.output": (
        "estimate",
        "--rating",
        "2145",
        "--average",
        "2300",
        "--games",
        "10",
        "--score",
        "4",
        "--k",
        "20",
    ),
    "calendar.output": ("calendar", "2025-11-07", "--received", "2025-12-20"),
    "editions.output": ("editions",),
    "editions.show.output": ("editions", "show", "mssz-2017-01"),
    "editions.on.output": ("editions", "on", "2005-01-01", "--kind", "rapid"),
    "editions.diff.output": ("editions", "diff", "fide-2003-07", "fide-2024-03"),
    "editions.reach.output": ("editions", "reach"),
    "article.output": ("article", "fide-2014", "8.21"),
    "example.output": ("example",),
    "schema.output": ("schema",),
    "completion.output": ("completion", "bash"),
    "rate.output": ("rate", REPORT, "--as", "fide-2003-07"),
    "tpr.output": ("tpr", REPORT),
    "list.show.output": ("list", "show", LIST),
    "list.find.output": ("list", "find", LIST, "dagmar"),
    "list.convert.output": ("list", "convert", LIST, str(NEW / "made-list.csv")),
    "list.diff.output": ("list", "diff", LIST, LIST),
    "list.hash.output": ("list", "hash", LIST),
    "book.init.output": ("book", "init", str(NEW / "book")),
    "book.check.output": ("book", "check", BOOK),
    "book.import.output": ("book", "import", BOOK, REPORT, LIST),
    "book.distinct.output": ("book", "distinct", BOOK, "1", "2", "--why", "two evenings"),
    "book.adopt.output": ("book", "adopt", BOOK, "--edition", "fide-2025-10"),
    "book.renumber.output": ("book", "renumber", BOOK, "50100004", "50100009"),
    "book.decision.output": ("book", "annul", BOOK, "1", "--why", "made up", "--dry-run"),
    "book.log.output": ("book", "log", BOOK),
    "book.events.output": ("book", "events", BOOK),
    "book.world.output": ("book", "world", str(NEW / "world"), "--players", "300"),
    "book.backup.output": ("book", "backup", BOOK, str(NEW / "book.zip")),
    "book.restore.output": ("book", "restore", str(NEW / "restored"), str(NEW / "book.zip")),
    "replay.output": ("replay", BOOK, "--from", "2026-11", "--to", "2026-11", "--out", str(NEW / "replay")),
    "check.output": ("check", REPORT, "--fact", 'time_controls={ 1 = "60 min" }', "--registered", "2025-04-20"),
    "check.files.output": ("check", REPORT, REPORT),
    "trf.show.output": ("trf", "show", REPORT),
    "trf.check.output": ("trf", "check", REPORT),
    "trf.games.output": ("trf", "games", REPORT),
    "trf.diff.output": ("trf", "diff", REPORT, REPORT),
    "trf.convert.output": ("trf", "convert", REPORT),
}


def judged(value: object, name: str) -> bool:
    """Ask the independent judge."""
    validator = jsonschema.Draft202012Validator(schema(name), format_checker=jsonschema.FormatChecker(["date"]))
    return bool(validator.is_valid(value))


@pytest.mark.parametrize("name", schema_names())
def test_schema_is_a_schema(name: str) -> None:
    """Every shipped schema is itself valid, and `arpad schema` prints it."""
    jsonschema.Draft202012Validator.check_schema(schema(name))

    assert answer("schema", name) == schema(name)


@pytest.mark.parametrize("name", COMMANDS)
def test_output_fits_its_schema(name: str) -> None:
    """What a command gives fits the schema that is shipped for it."""
    document = answer(*COMMANDS[name])

    assert faults(document, name) == []
    assert judged(document, name)


OFFICE = {
    f"office.{name}.output"
    for name in (
        "backup", "checklist", "deed", "drill", "duties", "entries", "event", "events", "export", "factor", "fide-file",
        "hand-over", "init", "jobs", "lists", "log", "log-ins", "matches", "mended", "migrate", "password", "people",
        "preview", "report", "report-check", "requests", "restore", "serve", "settings", "uploads", "verify", "waiting",
        "work", "players", "player", "look", "difference", "proofs",
        "questions", "question", "inbox", "letters", "letter", "letter-template", "outbox", "certified", "certificate",
        "clean", "matter", "stand-ins", "comparisons", "explained",
    )
}  # fmt: skip
"""Those of an office, which `test_office.py` holds against what its commands give."""


def test_every_schema_is_used() -> None:
    """No schema is shipped for nothing, and no command is without one."""
    assert set(schema_names()) == {
        *COMMANDS,
        "player.input",
        "player.output",
        "roundrobin.input",
        "roundrobin.output",
        "period.close.output",
        "period.compare.output",
        "period.explain.output",
        "period.verify.output",
        "problems",
        *OFFICE,
        "verify.output",
    }


@pytest.mark.parametrize("kind", ["standard", "rapid", "blitz"])
@pytest.mark.parametrize("rating", [2410, None])
def test_player_output_fits_its_schema(kind: str, rating: int | None) -> None:
    """A period's output fits its schema, for every kind, also where no number can be given."""
    given_period = copy.deepcopy(PERIOD) | {"kind": kind}
    given_period.pop("edition")
    given_period["player"]["rating"] = rating
    document = answer("player", "-", given=given_period)

    assert faults(document, "player.output") == []
    assert judged(document, "player.output")


@pytest.mark.parametrize("law", [{"edition": "fide-2003-07"}, {"start": "2015-05-01"}, {"start": "2025-05-01"}])
@pytest.mark.parametrize("cell", ["0.5", ["1", "0"], None])
def test_round_robin_output_fits_its_schema(law: dict[str, str], cell: str | list[str] | None) -> None:
    """A crosstable's output fits its schema: with unrated players, two cycles, an unplayed game, and from 2022."""
    players = [{"id": "A", "rating": 2200, "k": 20}, {"id": "B", "rating": None}, {"id": "C", "rating": 2100}]
    mirrored = list(reversed(cell)) if isinstance(cell, list) else cell
    plain = ["1", "0"] if isinstance(cell, list) else "0.5"
    other = ["0", "1"] if isinstance(cell, list) else "0.5"
    results = [[None, cell, plain], [mirrored, None, plain], [other, other, None]]
    given_table = {"players": players, "results": results} | law
    document = answer("roundrobin", "-", given=given_table)

    assert judged(given_table, "roundrobin.input")
    assert faults(document, "roundrobin.output") == []
    assert judged(document, "roundrobin.output")


def test_problems_fit_their_schema() -> None:
    """What is said when something is wrong fits the schema of problems."""
    code, out, _ = arpad("player", "-", "--json", given='{"kind": "lightning", "foo": 1}')

    assert code == 2
    assert judged(json.loads(out), "problems")


PIECES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 5000),
    st.sampled_from(
        [0.5, 2400.0, "1", "0.5", "2025-11-07", "2025-02-30", "2008", "swiss", "game", "standard", "", [], {}]
    ),
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:  # noqa: ANN401 - any JSON
    """Give every place in a JSON value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, item in inner for place in places(item, (*path, key)))]


@given(data=st.data())
def test_checker_agrees_with_the_judge(data: st.DataObject) -> None:
    """Our checker and the independent one accept and refuse the same inputs."""
    value: Any = copy.deepcopy(PERIOD)
    for _ in range(data.draw(st.integers(0, 3))):
        *path, last = data.draw(st.sampled_from([place for place in places(value) if place]))
        target = value
        for key in path:
            target = target[key]
        action = data.draw(st.sampled_from(["replace", "remove", "add"]))
        if action == "remove":
            del target[last]
        elif action == "add" and isinstance(target, dict):
            target["surprise"] = 1
        else:
            target[last] = data.draw(PIECES)

    assert (faults(value, "player.input") == []) == judged(value, "player.input")
