"""What fuzzing begins with: small samples of everything that arpad reads, each in order as it is."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import polars as pl
from spoken import spoken

from arpad.formats.forms_2003.report_forms import write_form
from arpad.formats.trf.reader import read_trf

ROOT = Path(__file__).resolve().parents[2]
DATA, EXAMPLES = ROOT / "tests" / "data", ROOT / "src" / "arpad" / "examples"
RULES = ROOT / "src" / "arpad" / "regulations"
LISTS = DATA / "made-list.txt", EXAMPLES / "standard_may25frl.txt"
REPORT, LIST = EXAMPLES / "spring-open.trf", EXAMPLES / "standard_may25frl.txt"
PERIOD: dict[str, Any] = {
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
TABLE: dict[str, Any] = {
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
DEFAULTS = b"""lists = ["2025-05=~/lists/a.txt", "b.txt"]
[facts]
official = false
league = true
time_control = "90+30"
suspended_federations = ["AAX"]
"""
OWN_EDITION = b"""id = "own"
derives = "fide-2024-03"
[provisions]
difference_cap = { article = "1", value = 400 }
"""
PERIOD_TEXT = """rating: 1850
list: 2026-11
k: 20
born: 2008
games: 64

Spring Open, 2026-10-02 to 2026-10-04
1. Kestrel, Ada    2284  ½
2. Linden, Bruno   1751  1

Harbour Cup, 2026-10-10, k 10
Quill, Dora  unrated  1/2
"""
PERIOD_TABLE = """# rating: 1850
# list: 2026-11
# k: 20
event,start,end,opponent,rating,score,round,date
Spring Open,2026-10-02,2026-10-04,"Kestrel, Ada",2284,½,1,2026-10-02
Spring Open,2026-10-02,2026-10-04,"Linden, Bruno",1751,1,2,
Harbour Cup,2026-10-10,2026-10-10,,unrated,0.5,,
"""
ONE_OFFS = b"list,kind,id\n2024-03-01,standard,fide-2024-03-compression\n"


@dataclass(frozen=True, slots=True)
class Samples:
    """Samples by what they are."""

    reports: tuple[bytes, ...]
    forms: tuple[bytes, ...]
    computer_tables: tuple[bytes, ...]
    lists_text: tuple[bytes, ...]
    lists_xml: tuple[bytes, ...]
    lists_csv: tuple[bytes, ...]
    lists_parquet: tuple[bytes, ...]
    frames: tuple[pl.DataFrame, ...]
    facts: tuple[bytes, ...]
    defaults: tuple[bytes, ...]
    editions: tuple[bytes, ...]
    conversions: tuple[bytes, ...]
    one_offs: tuple[bytes, ...]
    periods: tuple[bytes, ...]
    period_texts: tuple[bytes, ...]
    period_tables: tuple[bytes, ...]
    crosstables: tuple[bytes, ...]


@cache
def samples() -> Samples:
    """Read and make them."""
    reports = _read(DATA / "spring-open.trf", DATA / "spring-open-broken.trf", REPORT)
    editions = _read(*(RULES / "editions" / f"{name}.toml" for name in ("fide-2025-10", "mssz-2017-01")))
    with TemporaryDirectory() as name:
        folder = Path(name)
        parquet = _converted("parquet", folder)
        return Samples(
            reports=reports,
            forms=tuple(write_form(read_trf(reports[0]).tournament, form).encode() for form in (1, 2, 3)),
            computer_tables=(_written("trf", "convert", str(REPORT), "--to", "computer-table", to=folder / "table"),),
            lists_text=_read(*LISTS),
            lists_xml=_converted("xml", folder),
            lists_csv=_converted("csv", folder),
            lists_parquet=parquet,
            frames=tuple(map(pl.read_parquet, parquet)),
            facts=(FACTS, *_read(EXAMPLES / "spring-open.toml")),
            defaults=(DEFAULTS,),
            editions=(*editions, OWN_EDITION, OWN_EDITION),
            conversions=_read(*(RULES / "tables" / f"{name}.csv" for name in ("difference", "percentage"))),
            one_offs=(ONE_OFFS,),
            periods=(json.dumps(PERIOD).encode(),),
            period_texts=(PERIOD_TEXT.encode(),),
            period_tables=(PERIOD_TABLE.encode(),),
            crosstables=(json.dumps(TABLE).encode(),),
        )


def _read(*places: Path) -> tuple[bytes, ...]:
    return tuple(place.read_bytes() for place in places)


def _written(*words: str, to: Path) -> bytes:
    """Let a command write a sample."""
    if spoken(*words, "-o", str(to)) != "exit 0":
        raise SystemExit(f"The sample of {' '.join(words[:2])} cannot be written to {to.name}.")
    return to.read_bytes()


def _converted(form: str, folder: Path) -> tuple[bytes, ...]:
    """Give the lists in another form."""
    return tuple(
        _written("list", "convert", str(place), *(("--raw",) if form == "csv" else ()), to=folder / f"list.{form}")
        for place in LISTS
    )
