"""What there is on the command line: the commands in groups, examples of each, and the help that shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.cli.terminal import wrapped

if TYPE_CHECKING:
    from collections.abc import Iterable

GROUPS: dict[str, dict[str, str]] = {
    "A player": {
        "player": "why a rating changed: your games of a period, as a small text, a table or JSON",
        "change": "the rating change of one event",
        "needed": "the least score that brings a player to a rating",
        "expected": "the expected score of one player against another",
        "coefficient": "the development coefficient K of a player on a day",
        "performance": "the performance rating of a score",
        "initial": "the first rating that a score against rated opponents would give",
        "estimate": "a quick estimate of a change from the opponents' average",
    },
    "An event": {
        "check": "can these events be rated? every condition of their editions, with articles and what to do",
        "rate": "what tournament reports do to every player, as one period",
        "tpr": "the performance of every player in tournament reports",
        "trf": "a tournament report: show it, check it, list its games, write it in another version",
        "roundrobin": "a whole round robin with unrated players, from its crosstable",
    },
    "Rating lists": {
        "list": "a rating list: show it, find players, write it in another form, compare two, hash it",
        "calendar": "lists, closing dates and deadlines around a day",
    },
    "A rating office": {
        "book": "a book, from which lists are made: make it, check it, fill it, or make up a world",
        "period": "a book's next list: close it, preview it, explain a line, verify it all",
        "office": "a rating office with people, a log and pages in the browser: set it up, serve it, make its lists",
        "verify": "a publication that an office handed over: every file, and the list made again",
        "replay": "many periods in a row, by the editions in force or by another one, each list with its hash",
    },
    "The law": {
        "article": "an article of the regulations: what it asks, what arpad does about it, and where",
        "editions": "the editions of the regulations: list, show, compare, or find by day",
    },
    "To begin with": {
        "example": "rate the bundled, made-up event and explain one player",
        "schema": "the JSON Schema of an input or output",
        "completion": "what a shell needs to complete commands and options",
    },
}
"""The commands by what they are about, each in a few words."""
COMMANDS = {name: summary for of_group in GROUPS.values() for name, summary in of_group.items()}
EXAMPLES: dict[str, tuple[str, ...]] = {
    "player": (
        "arpad player autumn.txt",
        "arpad player autumn.txt --official -14",
        "arpad player games.csv --rating 1850 --k 20 --explain",
    ),
    "change": ("arpad change --rating 2405 --k 10 --game 2150:1 --game 2500:0.5 --on 2025-11-07",),
    "needed": (
        "arpad needed 2000 --rating 1956 --k 20 --opponents 1900,1950,2000,2050,2100",
        "arpad needed 2400 --rating 2371 --k 10 --each 2350 --rounds 9",
    ),
    "expected": ("arpad expected 2600 2150 --on 2025-11-07",),
    "coefficient": ("arpad coefficient --rating 2210 --born 2009 --games 40 --on 2025-11-07",),
    "performance": ("arpad performance --opponents 2000,2100,1950 --score 2",),
    "initial": ("arpad initial --opponents 1900,1850,2010,1780,1905 --score 2.5",),
    "estimate": ("arpad estimate --rating 2145 --average 2300 --games 10 --score 4 --k 20",),
    "check": (
        "arpad check open.trf --list standard_may25frl.txt",
        "arpad check open.trf --ask",
        "arpad check *.trf --strict -o check.html",
    ),
    "rate": (
        "arpad rate open.trf --list standard_may25frl.txt",
        "arpad rate open.trf --explain 7",
        "arpad rate open.trf -o open.html",
    ),
    "tpr": ("arpad tpr open.trf",),
    "trf": ("arpad trf check open.trf", "arpad trf convert open.trf --to trf26 -o open26.trf"),
    "roundrobin": ("arpad roundrobin table.json --explain",),
    "list": (
        "arpad list find standard_may25frl.txt kestrel ada",
        "arpad list diff april.txt may.txt --change rating",
        "arpad list convert players_list.xml players.csv",
    ),
    "calendar": ("arpad calendar 2025-11-07",),
    "book": ("arpad book init my-book", "arpad book import my-book open.trf", "arpad book check my-book"),
    "period": (
        "arpad period preview my-book",
        "arpad period close my-book 2026-11",
        "arpad period explain my-book 2026-11 99000011",
    ),
    "office": (
        "arpad office init my-office --title 'Rating office'",
        "arpad office user add anna --name 'Anna Example' --role rating_administrator --office my-office",
        "arpad office serve --office my-office",
        "arpad office close 2026-11 --as anna --office my-office",
    ),
    "verify": ("arpad verify list-2026-11", "arpad verify list-2026-11 --reference"),
    "replay": ("arpad replay my-book --from 2026-11 --to 2027-02 --edition fide-2014-07",),
    "article": ("arpad article 8.3.3", "arpad article fide-2014-07 8.56", "arpad article R-005"),
    "editions": ("arpad editions on 2025-11-07", "arpad editions diff fide-2022-01 fide-2024-03"),
    "example": ("arpad example --explain", "arpad example --write my-event"),
    "schema": ("arpad schema check.output",),
    "completion": ('eval "$(arpad completion bash)"',),
}
"""How each command is called; a test reads them all."""
_ALIKE = 0.67
"""How much a name must have of another, for that to be meant: two letters of three."""
_FIRST = (
    "arpad example",
    "arpad player autumn.txt --official -14",
    "arpad check open.trf --ask",
    "arpad rate open.trf --list standard_may25frl.txt -o open.html",
    "arpad article 8.3.3",
)


def overview() -> str:
    """Write the help of arpad: the commands in groups, and how to begin."""
    width = max(map(len, COMMANDS))
    lines = ["usage: arpad COMMAND …", "", "The chess rating system of FIDE, with a reason for every number."]
    for group, commands in GROUPS.items():
        rows = [wrapped(f"  {name:{width}}  {summary}", " " * (width + 4)) for name, summary in commands.items()]
        lines += ["", group, *rows]
    lines += ["", "Examples", *(f"  {example}" for example in _FIRST)]
    lines += [
        "",
        wrapped("`arpad help COMMAND` says what a command takes. Every command knows --json (the answer as data)."),
        "-V, --version says which version this is.",
    ]
    return "\n".join(lines)


def examples_of(name: str) -> str:
    """Write the examples of a command, as they stand below its help."""
    return "\n".join(["examples:", *(f"  {example}" for example in EXAMPLES[name])])


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Give what was probably meant by a name that is not known.

    >>> nearest("chek", COMMANDS), nearest("version", COMMANDS), nearest("--bron", ["--born"])
    ('check', None, '--born')
    """
    from difflib import get_close_matches  # noqa: PLC0415 - only where something is not known

    # Dashes are alike in all options, and no reason to name one.
    plain = {word.lstrip("-"): word for word in known}
    return next((plain[word] for word in get_close_matches(name.lstrip("-"), plain, 1, _ALIKE)), None)
