"""Rating lists of the world's size: to Parquet, against Polars and against expat; the same bytes again; peak memory.

make bench-lists      makes a list of 1.9 million made-up players, prints the table, writes bench/results-lists.json
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from xml.parsers import expat

import yardstick

ROOT = Path(__file__).resolve().parent.parent
PLAYERS = int(os.environ.get("BENCH_PLAYERS", "1900000"))
RUNS = 3
LIMITS = {"text_to_parquet": 7.0, "xml_to_parquet": 2.5, "text_peak_gb": 1.5, "xml_peak_gb": 1.5, "differing": 1e-4}
SHOWN = 20


def make(place: Path) -> None:
    """Write the list of the world twice, as text and as XML, a few thousand players at a time."""
    sys.path.insert(0, str(ROOT / "tests" / "support"))
    import made_lists  # noqa: PLC0415 - lives with the tests

    text, xml = place.joinpath("world.txt"), place.joinpath("world.xml")
    with text.open("w", encoding="ascii", newline="") as lines, xml.open("w", encoding="ascii") as elements:
        lines.write(made_lists.COMBINED_HEADER + "\r\n")
        elements.write("<playerslist>\n")
        for fide_id, player in made_lists.world(PLAYERS):
            lines.write(made_lists.combined_line(fide_id, player) + "\r\n")
            elements.write(made_lists.combined_player(fide_id, player))
        elements.write("</playerslist>\n")


def ours(source: Path, target: Path) -> None:
    """Read a list and write it as Parquet, or as what it was."""
    from arpad.book.frames.lists import read_list  # noqa: PLC0415 - not part of what the others take
    from arpad.formats.lists.problems import Findings  # noqa: PLC0415 - the same
    from arpad.formats.lists.source import opened  # noqa: PLC0415 - the same

    findings = Findings()
    with source.open("rb") as stream, target.open("wb") as out:
        given = opened(str(source), stream, findings)
        rating_list = read_list(given, findings) if given is not None else None
        if rating_list is None:
            raise SystemExit("The made-up list was not read.")
        form = target.suffix[1:]
        rating_list.write(
            out,
            rating_list.about if form == rating_list.about.form else replace(rating_list.about, form=form),
            findings,
        )


def one_column(source: Path, target: Path) -> None:
    """Let Polars read the lines as one column of text and write that."""
    import polars as pl  # noqa: PLC0415 - not part of what the others take

    lines = pl.read_csv(source, has_header=False, separator="\x01", quote_char=None, new_columns=["line"])
    lines.write_parquet(target)


def bare_expat(source: Path, _: Path) -> None:
    """Let expat read the file, with three handlers that do nothing."""

    def start(tag: str, attributes: dict[str, str]) -> None:
        pass

    def end(tag: str) -> None:
        pass

    def characters(text: str) -> None:
        pass

    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, characters
    with source.open("rb") as stream:
        parser.ParseFile(stream)


WORK = {"ours": ours, "one_column": one_column, "bare_expat": bare_expat}


def measured(name: str, source: Path, target: Path, runs: int) -> tuple[float, float]:
    """Run a piece of work in processes of its own; give the best seconds and the highest peak in gigabytes."""
    measures = []
    for _ in range(runs):
        words = [sys.executable, __file__, "--one", name, str(source), str(target)]
        output = subprocess.run(words, check=True, capture_output=True, text=True).stdout
        measures.append(json.loads(output))
    return min(measure["seconds"] for measure in measures), max(measure["peak_gb"] for measure in measures)


def work_here(name: str, source: Path, target: Path) -> None:
    """Do a piece of work in this process, and print what it took."""
    if name != "bare_expat":
        import polars  # noqa: ICN001, F401, PLC0415 - loading it is no part of the work
    start = time.perf_counter()
    WORK[name](source, target)
    seconds = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(json.dumps({"seconds": seconds, "peak_gb": peak}))


def differing(first: Path, second: Path) -> list[tuple[int, bytes, bytes]]:
    """Give the lines in which two files differ."""
    with first.open("rb") as one_file, second.open("rb") as other_file:
        pairs = zip_longest(one_file, other_file, fillvalue=b"")
        return [(number, a, b) for number, (a, b) in enumerate(pairs, start=1) if a != b]


def main() -> int:
    """Measure, print, write, and say whether everything is within its limit."""
    figures: dict[str, float] = {"yardstick_s": yardstick.seconds(), "players": PLAYERS}
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        make(place)
        text, xml, parquet = place / "world.txt", place / "world.xml", place / "world.parquet"
        figures["one_column_s"], _ = measured("one_column", text, place / "lines.parquet", RUNS)
        figures["text_to_parquet_s"], figures["text_peak_gb"] = measured("ours", text, parquet, RUNS)
        figures["text_to_parquet"] = figures["text_to_parquet_s"] / figures["one_column_s"]
        figures["text_again_s"], _ = measured("ours", text, place / "again.txt", 1)
        figures["bare_expat_s"], _ = measured("bare_expat", xml, place / "nothing", 1)
        figures["xml_to_parquet_s"], figures["xml_peak_gb"] = measured("ours", xml, parquet, RUNS)
        figures["xml_to_parquet"] = figures["xml_to_parquet_s"] / figures["bare_expat_s"]
        figures["xml_again_s"], _ = measured("ours", xml, place / "again.xml", 1)
        unlike = differing(text, place / "again.txt") + differing(xml, place / "again.xml")
        figures["differing"] = len(unlike) / PLAYERS
    for name, value in figures.items():
        limit = f"  (limit {LIMITS[name]})" if name in LIMITS else ""
        print(f"{name:22} {value:14.3f}{limit}")
    for number, first, second in unlike[:SHOWN]:
        print(f"line {number}:\n  {first!r}\n  {second!r}")
    rounded = {name: round(value, 5) for name, value in figures.items()}
    ROOT.joinpath("bench", "results-lists.json").write_text(json.dumps(rounded, indent=2) + "\n", encoding="utf-8")
    over = [name for name, limit in LIMITS.items() if figures[name] > limit]
    print("Everything is within its limits." if not over else f"Over the limit: {', '.join(over)}")
    return bool(over)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        work_here(sys.argv[2], Path(sys.argv[3]), Path(sys.argv[4]))
    else:
        sys.exit(main())
