"""The commands that are fuzzed: everything they read from files, and words that nobody means."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

from mutations import happens, mutated, sign
from odd_tables import MONTH, SMALL_BOOK, closed_book, copied, odd_file, with_file
from samples import LIST, ONE_OFFS, REPORT
from target import Target, changed, of_command

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

    from samples import Samples
    from target import Make, Words

FILE = "FILE"
"""Stands for the file of the input in the words of a command line."""
WHY = ("--why", "fuzzed", "--yes")
CHECKS = "check FILE", "check FILE --all", f"check FILE --list {LIST} --strict"
RATINGS = (
    "rate FILE --k 20", f"rate FILE --list {LIST}", "rate FILE --explain 2", "rate FILE --k 40 -o FOLDER/out.html",
    "rate FILE --format csv",
)  # fmt: skip
ON_REPORTS = (
    "trf show FILE", "trf check FILE", "trf games FILE", "trf diff FILE FILE",
    *(f"trf convert FILE -o FOLDER/out --to {form}" for form in ("trf16", "trf26", "json", "same", "form1")),
)  # fmt: skip
ON_LISTS = (
    "list show FILE", "list hash FILE", "list find FILE kestrel", f"list diff FILE {LIST}",
    "list convert FILE -o FOLDER/out.csv", "list convert FILE -o FOLDER/out.xml",
)  # fmt: skip
ON_EDITIONS = "editions show FILE", "editions diff FILE fide-2024-03"
OPTIONS = ("--on", "--edition", "--kind", "--k", "--list", "--for", "--born", "--json")


def on_file(name: str, *lines: str) -> Words:
    """Give what writes an input to a file of that name and chooses a command on it."""

    def words(raw: bytes, chance: Random, folder: Path) -> list[str]:
        place = folder / name
        place.write_bytes(raw)
        chosen = chance.choice(lines).split()
        named = [word.replace("FILE", str(place)).replace("FOLDER", str(folder)) for word in chosen]
        return [*named, *(("--json",) if happens(chance, 50) else ())]

    return words


def _beside_a_report(samples: Samples) -> Target:
    """What may stand beside a report: facts, defaults, a rating list, an edition; the input begins with its name."""
    kinds: dict[str, tuple[tuple[bytes, ...], str]] = {
        "facts.toml": (samples.facts, "toml"),
        "arpad.toml": (samples.defaults, "toml"),
        "list.txt": (samples.lists_text, "lines"),
        "own.toml": (samples.editions, "toml"),
    }
    options = {"facts.toml": "--facts", "list.txt": "--list", "own.toml": "--edition"}

    def make(chance: Random) -> bytes:
        name = chance.choice(list(kinds))
        return name.encode() + b"\0" + mutated(*kinds[name], chance)

    def words(raw: bytes, chance: Random, folder: Path) -> list[str]:
        shutil.rmtree(folder / "beside", ignore_errors=True)
        report = folder / "beside" / "event.trf"
        report.parent.mkdir()
        shutil.copyfile(REPORT, report)
        name, _, content = raw.partition(b"\0")
        place = report.with_name(name.decode())
        place.write_bytes(content)
        command = chance.choice(("check", "rate", "tpr"))
        option = options.get(place.name)
        more = [option, str(place)] if option else []
        return [command, str(report), *more, *(("--json",) if happens(chance, 50) else ())]

    return of_command(20, make, words)


def _words() -> Target:
    """Give a command words that nobody means; the input is the list of the words."""
    file = FILE
    commands: tuple[tuple[str, ...], ...] = (
        ("expected", "2000", "2100"), ("change", "--rating", "2000", "--k", "20", "--game", "2000=1"),
        ("coefficient", "--rating", "2300"), ("needed", "2310", "--rating", "2300", "--k", "10", "--opponents", "2300"),
        ("performance", "--average", "2300", "--games", "9", "--score", "5"),
        ("initial", "--average", "1800", "--games", "5", "--score", "3"), ("calendar", "2025-11-07"),
        ("estimate", "--rating", "2000", "--average", "1900", "--games", "9", "--score", "5"),
        ("editions", "on", "2025-11-07"), ("editions", "show", "fide-2024-03"), ("article", "fide-2024", "8.3.3"),
        ("check", file, "--fact", "games_agreed=7"), ("rate", file, "--k", "20"), ("rate", file, "--explain", "2"),
        ("trf", "show", file, "--encoding", "utf-8"), ("schema", "player.input"), ("tpr", file),
        ("editions", "diff", "fide-2022-01", "fide-2024-03"), ("editions", "reach", "fide-2024-03"),
        ("list", "find", str(LIST), "kestrel"), ("completion", "bash"), ("help", "rate"), ("example",),
    )  # fmt: skip

    def make(chance: Random) -> bytes:
        words = list(chance.choice(commands))
        for _ in range(chance.choice((1, 1, 2))):
            text = sign(chance).decode("utf-8", "surrogateescape")[:6000]
            match chance.randrange(3):
                case 0:
                    words[chance.randrange(len(words))] = text
                case 1:
                    words.append(text)
                case _:
                    option = chance.choice(OPTIONS)
                    words += [option] if option == "--json" else [option, text]
        return json.dumps([word for word in words if word not in {"-o", "--output", "--write"}]).encode()

    def words(raw: bytes, _: Random, folder: Path) -> list[str]:
        place = folder / "event.trf"
        shutil.copyfile(REPORT, place)
        return [str(place) if word == FILE else word for word in json.loads(raw)]

    return of_command(30, make, words)


def _open_book() -> Target:
    """A book with an odd file, before its list is closed."""
    lines: tuple[tuple[str, ...], ...] = (
        ("book", "check"), ("period", "preview", MONTH), ("period", "close", MONTH, "--force", "--why", "fuzzed"),
        ("book", "events"), ("book", "annul", "1", *WHY), ("book", "merge", "50100003", "50100004", *WHY),
        ("book", "accept", *WHY), ("replay", "--from", MONTH, "--to", MONTH),
    )  # fmt: skip

    def words(raw: bytes, chance: Random, folder: Path) -> list[str]:
        return _in_book(chance.choice(lines), with_file(SMALL_BOOK, raw, folder / "book"))

    return of_command(3, lambda chance: odd_file(SMALL_BOOK, chance), words)


def _closed_book() -> Target:
    """A book with an odd file after a list was closed: with its record, or from before arpad kept one."""
    lines: tuple[tuple[str, ...], ...] = (
        ("book", "check", "--deep"), ("period", "verify", MONTH), ("period", "explain", MONTH, "50100001"),
        ("book", "log"), ("book", "undo", *WHY), ("period", "preview", "2026-12"), ("period", "sent", MONTH),
    )  # fmt: skip

    def words(raw: bytes, chance: Random, folder: Path) -> list[str]:
        book = with_file(closed_book(), raw, folder / "book")
        if happens(chance, 50):
            book.joinpath("record.json").unlink(missing_ok=True)
        return _in_book(chance.choice(lines), book)

    return of_command(2, lambda chance: odd_file(closed_book(), chance), words)


def _in_book(line: tuple[str, ...], book: Path) -> list[str]:
    """Put the folder of the book to where its commands take it: after the action, or after `replay`."""
    at = 1 if line[0] == "replay" else 2
    return [*line[:at], str(book), *line[at:], "--json"]


def _into_a_book(make: Make, name: str, line: str) -> Target:
    """A file that is put into a book, or held against one."""

    def words(raw: bytes, _: Random, folder: Path) -> list[str]:
        book = copied(closed_book() if line.startswith("period") else SMALL_BOOK, folder / "book")
        place = folder / name
        place.write_bytes(raw)
        return [str({FILE: place, "BOOK": book}.get(word, word)) for word in (*line.split(), "--json")]

    return of_command(1, make, words)


def _of_published_list(chance: Random) -> bytes:
    return mutated((closed_book().joinpath("published", MONTH, "list.txt").read_bytes(),), "lines", chance)


def commands(samples: Samples) -> dict[str, Target]:
    """Give every command that reads a file, with how many of a thousand inputs it gets."""
    reports = changed((*samples.reports, *samples.forms), "lines")
    lists = changed((*samples.lists_text, *samples.lists_xml, *samples.lists_csv), "lines")
    period = changed((*samples.periods, *samples.period_texts, *samples.period_tables), "lines")
    one_list, one_report = changed(samples.lists_text, "lines"), changed(samples.reports, "lines")
    editions, crosstables = changed(samples.editions, "toml"), changed(samples.crosstables, "json")
    return {
        "check": of_command(25, reports, on_file("event.trf", *CHECKS)),
        "rate": of_command(25, reports, on_file("event.trf", *RATINGS)),
        "tpr": of_command(20, reports, on_file("event.trf", "tpr FILE")),
        "trf": of_command(25, one_report, on_file("event.trf", *ON_REPORTS)),
        "list": of_command(20, lists, on_file("list.txt", *ON_LISTS)),
        "player": of_command(25, period, on_file("period", "player FILE", "player FILE --official -14")),
        "roundrobin": of_command(20, crosstables, on_file("table", "roundrobin FILE")),
        "editions": of_command(20, editions, on_file("own.toml", *ON_EDITIONS)),
        "beside a report": _beside_a_report(samples),
        "words": _words(),
        "open book": _open_book(),
        "closed book": _closed_book(),
        "import of a report": _into_a_book(one_report, "a.trf", "book import BOOK FILE"),
        "import of a list": _into_a_book(one_list, "a.txt", "book import BOOK FILE --date 2026-10"),
        "compare with a list": _into_a_book(
            _of_published_list, "a.txt", f"period compare BOOK {MONTH} FILE --date {MONTH}"
        ),
        "replay with one-offs": _into_a_book(
            changed((ONE_OFFS,), "cells"), "o.csv", f"replay BOOK --from {MONTH} --to {MONTH} --one-offs FILE"
        ),
    }
