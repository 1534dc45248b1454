"""What is fuzzed in one process: every reader, and every command that reads a file, each with samples to begin with.

A target takes bytes and says what became of them, in a word. It raises where anything is wrong: a fault that is not one
of arpad's sentences, an answer that is no JSON, a character that steers a terminal.
"""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from unittest import mock

import polars as pl
from mutations import happens, in_zip, mutated, of_bytes, rows_of, sign

from arpad.book.schema import LIST, TABLES
from arpad.cli.main import run
from arpad.documents.period import read_period, refuse_days_without_edition
from arpad.documents.schema import parsed
from arpad.events.facts import read_facts
from arpad.events.intake import read_report
from arpad.formats.forms_2003.report_forms import write_form
from arpad.formats.trf.reader import read_trf
from arpad.library.lists import list_in
from arpad.model.problems import ArpadError
from arpad.regulations.catalogue import edition
from arpad.regulations.workings.explanation import explain

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

ROOT = Path(__file__).resolve().parents[2]
DATA, EXAMPLES = ROOT / "tests" / "data", ROOT / "src" / "arpad" / "examples"
EDITIONS = ROOT / "src" / "arpad" / "regulations" / "editions"
CODES = frozenset((0, 1, 2, 3, 4))
_STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
PERIOD = {
    "kind": "standard",
    "list": "2025-12-01",
    "player": {"rating": 2000, "k": 20, "born": "2008-05-04", "games": 40, "highest": 2050},
    "events": [
        {
            "start": "2025-11-07",
            "end": "2025-11-09",
            "games": [
                {"opponent": 1787, "score": "1"},
                {"opponent": 2505, "score": "0.5", "round": 2, "date": "2025-11-08"},
                {"opponent": None, "score": "0"},
            ],
        }
    ],
}
TABLE = {
    "edition": "fide-2014-07",
    "players": [{"id": "A", "rating": 2200}, {"id": "B", "rating": None}, {"id": "C", "rating": 2100}],
    "results": [[[], ["0.5"], ["1"]], [["0.5"], [], ["0.5"]], [["0"], ["0.5"], []]],
}
FACTS = b"""registered = 2025-04-20
official = false
games_agreed = 7
time_control = "90+30"
ruled_out = [[1, 2, 3]]
start = 2025-05-01
league = true
time_controls = { 1 = "60+30", 2 = "90+30" }
suspended_federations = []
"""


class Target(NamedTuple):
    """Something that reads: its samples, how they are changed, how often it comes, and what it does."""

    samples: tuple[bytes, ...]
    way: str
    weight: int
    act: Callable[[bytes, Random, Path], str]
    name: str = "file"
    """The name of the file that the input is written to, where a command reads it."""


def spoken(*words: str, given: bytes = b"") -> str:
    """Run a command in this process; what it says must be JSON where that is asked for, and steer no terminal."""
    out, err = io.StringIO(), io.StringIO()
    source = io.TextIOWrapper(io.BytesIO(given))
    try:
        with redirect_stdout(out), redirect_stderr(err), mock.patch("sys.stdin", source):
            code = run(words)
    except SystemExit as left:
        code = int(left.code or 0)
    if code not in CODES:
        raise AssertionError(f"Exit code {code}.")
    if "--json" in words:
        json.loads(out.getvalue())
    if "--raw" not in words and "convert" not in words and _STEERING.search(out.getvalue() + err.getvalue()):
        raise AssertionError("A character that steers a terminal.")
    return f"exit {code}"


def of_command(*words: str) -> Callable[[bytes, Random, Path], str]:
    """Give what writes an input to a file and runs a command on it; `FILE` stands for it."""

    def act(raw: bytes, chance: Random, place: Path) -> str:
        place.write_bytes(raw)
        given = [str(place) if word == "FILE" else str(place.parent) if word == "FOLDER" else word for word in words]
        return spoken(*given, *(("--json",) if happens(chance, 50) else ()))

    return act


def _trf(raw: bytes, _: Random, __: Path) -> str:
    report = read_trf(raw)
    if report.text.to_bytes() != raw:
        raise AssertionError("Not the bytes that were read are written again.")
    return "read" if report.readable else "refused"


def _report(raw: bytes, _: Random, __: Path) -> str:
    try:
        report = read_report("report", raw)
    except ArpadError:
        return "refused"
    return "refused" if report.faults else "read"


def _list(raw: bytes, chance: Random, __: Path) -> str:
    raw = in_zip(raw, chance) if happens(chance, 5) else raw
    try:
        rating_list = list_in(io.BytesIO(raw), "list", "list", as_frame=happens(chance, 50))
    except ArpadError:
        return "refused"
    rating_list.canonical_hash()
    rating_list.write(io.BytesIO(), rating_list.about, rating_list.findings)
    return "read"


def _facts(raw: bytes, _: Random, __: Path) -> str:
    try:
        read_facts(raw.decode("utf-8", "replace"))
    except ArpadError:
        return "refused"
    return "read"


def _edition(raw: bytes, _: Random, place: Path) -> str:
    place.write_bytes(raw)
    try:
        edition(str(place))
    except ArpadError:
        return "refused"
    return "read"


def _period(raw: bytes, _: Random, __: Path) -> str:
    try:
        period = read_period(parsed(raw.decode("utf-8", "replace"), "input"))
        refuse_days_without_edition(period)
        explain(period)
    except ArpadError:
        return "refused"
    return "read"


def _parquet(frame: pl.DataFrame) -> bytes:
    out = io.BytesIO()
    frame.write_parquet(out, metadata={"arpad.rating_list": '{"version": 1, "form": "txt", "dialect": {}}'})
    return out.getvalue()


def _odd_frame(frame: pl.DataFrame, chance: Random) -> pl.DataFrame:
    """Change columns of a table in their kinds and values."""
    name = chance.choice(frame.columns)
    text = sign(chance).decode("utf-8", "replace")
    odd: list[Callable[[], pl.DataFrame]] = [
        lambda: frame.drop(name),
        lambda: frame.rename({name: text}) if text not in frame.columns else frame,
        lambda: frame.with_columns(pl.col(name).cast(pl.String)),
        lambda: frame.with_columns(pl.col(name).cast(pl.Float64, strict=False)),
        lambda: frame.with_columns(pl.lit(None).alias(name)),
        lambda: frame.with_columns(pl.lit(text).alias(name)),
        lambda: frame.with_columns(pl.lit(chance.choice((-(2**63), 2**63 - 1, -1, 0, 65536))).alias(name)),
        lambda: frame.with_columns(pl.concat_list(pl.lit(1)).alias(name)),
        lambda: frame.with_columns(pl.struct(pl.lit(1).alias("a")).alias(name)),
        lambda: frame.with_columns(pl.lit(b"\xff").alias(name)),
        lambda: frame.with_columns(pl.lit(3_000_000, dtype=pl.Int32).cast(pl.Date).alias(name)),
        lambda: frame.with_columns(pl.col(name).cast(pl.String).cast(pl.Categorical)),
        lambda: pl.concat([frame] * chance.choice((2, 3))),
        frame.clear,
    ]
    return chance.choice(odd)()


def odd_parquet(raw: bytes, chance: Random) -> bytes:
    """Make a Parquet file of a table as text: with odd columns, with odd bytes, or both."""
    head, *rows = rows_of(raw)
    columns = {name: [row[place] if place < len(row) else None for row in rows] for place, name in enumerate(head)}
    frame = pl.DataFrame(columns, schema=dict.fromkeys(columns, pl.String))
    for _ in range(chance.choice((0, 1, 2))):
        frame = _odd_frame(frame, chance) if frame.width else frame
    packed = _parquet(frame)
    for _ in range(chance.choice((0, 0, 1, 2))):
        packed = of_bytes(packed, chance, (packed,))
    return packed


def odd_book(folder: Path, chance: Random) -> Path:
    """Copy a small book to a folder, with one of its files changed."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(DATA / "small-book", folder)
    chosen = chance.choice(sorted(path for path in folder.rglob("*") if path.is_file()))
    way = "toml" if chosen.suffix == ".toml" else "cells"
    raw = mutated((chosen.read_bytes(),), way, chance)
    if chosen.suffix == ".csv" and happens(chance, 40):
        table = LIST if chosen.parent.name == "lists" else TABLES[chosen.stem]
        frame = _odd_frame(table.empty() if happens(chance, 20) else pl.read_csv(chosen, infer_schema=False), chance)
        chosen.unlink()
        chosen, raw = chosen.with_suffix(".parquet"), _parquet(frame)
    chosen.write_bytes(raw)
    return folder


def _table(raw: bytes, chance: Random, place: Path) -> str:
    """Read a list from Parquet."""
    place.write_bytes(odd_parquet(raw, chance))
    words = chance.choice((("list", "show"), ("list", "hash"), ("list", "find")))
    return spoken(*words, str(place), *(("nobody",) if words[1] == "find" else ()), "--json")


def _book(_: bytes, chance: Random, place: Path) -> str:
    """Check a book, and preview its next list."""
    folder = str(odd_book(place.parent / "book", chance))
    words = chance.choice((("book", "check", folder), ("period", "preview", folder, "2026-11")))
    return spoken(*words, "--json")


def _words(_: bytes, chance: Random, place: Path) -> str:
    """Give a command words that nobody means."""
    place.write_bytes(EXAMPLES.joinpath("spring-open.trf").read_bytes())
    file = str(place)
    commands: tuple[tuple[str, ...], ...] = (
        ("expected", "2000", "2100"), ("change", "--rating", "2000", "--k", "20", "--game", "2000=1"),
        ("coefficient", "--rating", "2300"), ("performance", "--average", "2300", "--games", "9", "--score", "5"),
        ("initial", "--average", "1800", "--games", "5", "--score", "3"), ("calendar", "2025-11-07"),
        ("editions", "on", "2025-11-07"), ("editions", "show", "fide-2024-03"), ("article", "fide-2024", "8.3.3"),
        ("check", file, "--fact", "games_agreed=7"), ("rate", file, "--k", "20"), ("rate", file, "--explain", "2"),
        ("trf", "show", file, "--encoding", "utf-8"), ("schema", "player.input"), ("tpr", file),
    )  # fmt: skip
    words = list(chance.choice(commands))
    for _ in range(chance.choice((1, 1, 2))):
        text = sign(chance).decode("utf-8", "surrogateescape")[:6000]
        match chance.randrange(3):
            case 0:
                words[chance.randrange(1, len(words))] = text
            case 1:
                words.append(text)
            case _:
                option = chance.choice(("--on", "--edition", "--kind", "--k", "--list", "--for", "--born", "--json"))
                words += [option] if option == "--json" else [option, text]
    words = [word for word in words if word not in {"-o", "--output", "--write"}]
    return spoken(*words)


def _read(*places: Path) -> tuple[bytes, ...]:
    return tuple(place.read_bytes() for place in places)


def targets() -> dict[str, Target]:
    """Give everything that is fuzzed."""
    reports = _read(DATA / "spring-open.trf", DATA / "spring-open-broken.trf", EXAMPLES / "spring-open.trf")
    forms = tuple(write_form(read_trf(reports[0]).tournament, form).encode() for form in (1, 2, 3))
    texts = _read(DATA / "made-list.txt", EXAMPLES / "standard_may25frl.txt")
    lists = {form: _converted(texts, form) for form in ("xml", "csv")}
    periods, other = (json.dumps(PERIOD).encode(),), str(DATA / "made-list.txt")
    editions = _read(*(EDITIONS / f"{name}.toml" for name in ("fide-2025-10", "fide-2024-03", "mssz-2017-01")))
    own = (b'id = "own"\nderives = "fide-2024-03"\n[provisions]\ndifference_cap = { article = "1", value = 400 }\n',)
    return {
        "trf": Target(reports, "lines", 170, _trf),
        "report": Target((*reports, *forms), "lines", 60, _report),
        "list text": Target(texts, "lines", 150, _list),
        "list xml": Target(lists["xml"], "xml", 150, _list),
        "list csv": Target(lists["csv"], "cells", 100, _list),
        "list parquet": Target(lists["csv"], "cells", 40, _table, "list.parquet"),
        "facts": Target((FACTS, *_read(EXAMPLES / "spring-open.toml")), "toml", 100, _facts),
        "edition": Target((*editions, *own), "toml", 60, _edition, "own.toml"),
        "period": Target(periods, "json", 100, _period),
        "player": Target(periods, "json", 20, of_command("player", "FILE"), "period.json"),
        "roundrobin": Target((json.dumps(TABLE).encode(),), "json", 20, of_command("roundrobin", "FILE"), "table.json"),
        "check": Target((*reports, *forms), "lines", 25, of_command("check", "FILE"), "event.trf"),
        "rate": Target((*reports, *forms), "lines", 25, of_command("rate", "FILE", "--k", "20"), "event.trf"),
        "games": Target(reports, "lines", 10, of_command("trf", "games", "FILE"), "event.trf"),
        "list diff": Target(texts, "lines", 5, of_command("list", "diff", "FILE", other), "a.txt"),
        "book": Target((b"",), "bytes", 3, _book, "none"),
        "words": Target((b"",), "bytes", 30, _words, "event.trf"),
    }


def _converted(texts: tuple[bytes, ...], form: str) -> tuple[bytes, ...]:
    """Give lists in another form."""
    made_lists = []
    for place in (DATA / "made-list.txt", EXAMPLES / "standard_may25frl.txt"):
        out = Path(os.environ.get("TMPDIR", "/tmp")) / f"arpad-fuzz-{os.getpid()}.{form}"  # noqa: S108 - removed at once
        if spoken("list", "convert", str(place), "-o", str(out), "--raw") != "exit 0":
            raise SystemExit(f"The sample {place.name} cannot be written as {form}.")
        made_lists.append(out.read_bytes())
        out.unlink()
    if len(made_lists) != len(texts):
        raise SystemExit("Samples are missing.")
    return tuple(made_lists)


def loaded_as_in_tests() -> None:
    """Let a fault of our own be raised, not told in a sentence."""
    os.environ["ARPAD_TRACEBACK"] = "1"
    sys.setrecursionlimit(1000)
