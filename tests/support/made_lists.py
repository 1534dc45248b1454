"""Rating lists of people who do not exist, made the same way every time, written without arpad's own writers."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_FIRST = (
    "An",
    "Bel",
    "Cor",
    "Dag",
    "El",
    "Fen",
    "Gor",
    "Hal",
    "Is",
    "Jo",
    "Kal",
    "Lu",
    "Mar",
    "Nor",
    "Os",
    "Per",
    "Quo",
)
_MIDDLE = ("a", "i", "o", "en", "ar", "il", "un", "eth", "or", "isk")
_LAST = ("dur", "mand", "bek", "son", "vic", "ez", "ian", "ov", "ström".replace("ö", "o"), "ley", "ard", "ini")
FEDERATIONS = ("AAX", "BBX", "CCX", "DDX", "EEX", "FFX", "GGX", "HHX", "IIX", "JJX", "KKX", "LLX", "NON", "FID")
_OTHERS = ("IA", "FA", "NA", "FI", "NI", "DI", "SI,FI", "IO,IA", "FST,FA", "LSI,NA")
_TITLES = ("GM", "IM", "FM", "CM")

COMBINED_HEADER = (
    "ID Number      Name                                                         Fed Sex Tit  WTit OTit           "
    "FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
)
SINGLE_HEADER = (
    "ID Number      Name                                                         Fed Sex Tit  WTit OTit           "
    "FOA {month} Gms K  B-day Flag"
)


def name(chance: random.Random) -> str:
    """Make up a name."""

    def word() -> str:
        middle = "".join(chance.choice(_MIDDLE) for _ in range(chance.randint(0, 2)))
        return chance.choice(_FIRST) + middle + chance.choice(_LAST)

    return f"{word()}, {word()}{' ' + word() if chance.random() < 0.2 else ''}"


def person(chance: random.Random) -> dict[str, str]:
    """Make up the texts of a player, as today's combined list has them."""
    woman, inactive = chance.random() < 0.15, chance.random() < 0.4
    titled = chance.random() < 0.02
    title = chance.choice(_TITLES) if titled else ""
    womens = "W" + title if titled and woman else ""
    columns = {
        "name": name(chance),
        "fed": chance.choice(FEDERATIONS),
        "sex": "F" if woman else "M",
        "title": womens or title,
        "w_title": womens,
        "o_title": chance.choice(_OTHERS) if chance.random() < 0.03 else "",
        "foa": chance.choice(("AGM", "AIM", "AFM", "ACM")) if chance.random() < 0.01 else "",
        "born": str(chance.randint(1930, 2019)) if chance.random() < 0.93 else "0",
        "flag": ("w" if woman else "") + ("i" if inactive else ""),
    }
    for kind, share in (("s", 0.28), ("r", 0.2), ("b", 0.15)):
        rated = chance.random() < share
        columns[f"{kind}_rating"] = str(min(2850, int(chance.gauss(1700, 220)))) if rated else "0"
        columns[f"{kind}_games"] = str(chance.choice((0, 0, 0, 5, 7, 9, 11))) if rated else "0"
        columns[f"{kind}_k"] = str(chance.choice((40, 40, 20, 20, 10))) if rated else "0"
    return columns


def combined_line(fide_id: int, columns: dict[str, str]) -> str:
    """Write a line of the combined list with FOA, as wide as its contents make it."""
    kinds = "".join(
        f"{columns[f'{kind}_rating']:<6}{columns[f'{kind}_games']:<4}{columns[f'{kind}_k']:<3}" for kind in "srb"
    )
    return (
        f"{fide_id:<15}{columns['name']:<61}{columns['fed']:<4}{columns['sex']:<4}{columns['title']:<5}{columns['w_title']:<5}"
        f"{columns['o_title']:<15}{columns['foa']:<4}{kinds}{columns['born']:<6}{columns['flag']:<4}"
    )


def combined_player(fide_id: int, columns: dict[str, str]) -> str:
    """Write a player of the combined list in XML; unrated and unknown are empty."""

    def blank(text: str) -> str:
        return "" if text in {"0", "0000"} else text

    rows = [("fideid", str(fide_id)), ("name", columns["name"]), ("country", columns["fed"]), ("sex", columns["sex"])]
    rows += [
        ("title", columns["title"]),
        ("w_title", columns["w_title"]),
        ("o_title", columns["o_title"]),
        ("foa_title", columns["foa"]),
    ]
    for prefix, kind in (("", "s"), ("rapid_", "r"), ("blitz_", "b")):
        rated = columns[f"{kind}_rating"] != "0"
        rows += [
            (f"{prefix}rating", blank(columns[f"{kind}_rating"])),
            (f"{prefix}games", columns[f"{kind}_games"] if rated else ""),
            (f"{prefix}k", blank(columns[f"{kind}_k"])),
        ]
    rows += [("birthday", blank(columns["born"])), ("flag", columns["flag"])]
    return "<player>\n" + "".join(f"<{tag}>{text}</{tag}>\n" for tag, text in rows) + "</player>\n"


def world(count: int, seed: int = 2026) -> Iterator[tuple[int, dict[str, str]]]:
    """Make a world list, in which a few lines of a million overflow, or are spelled in a way of their own."""
    chance = random.Random(seed)  # noqa: S311 - made-up people, no secrets
    fide_id = 100_000
    for index in range(count):
        fide_id += chance.randint(1, 60)
        columns = person(chance)
        if index % 333_333 == 77_777:
            columns["o_title"] = "LSI,FI,SI,SLI,NA"
        if index % 100_000 == 55_555:
            columns["name"] = " " + columns["name"]
        if index % 200_000 == 99_999:
            columns["name"] = ""
        if index % 50_000 == 33_333:
            columns["born"] = "0000"
        yield fide_id, columns


def combined_text(count: int, seed: int = 2026, end: str = "\r\n") -> bytes:
    """Give a whole combined list as text."""
    lines = [COMBINED_HEADER, *(combined_line(fide_id, columns) for fide_id, columns in world(count, seed))]
    return (end.join(lines) + end).encode("ascii")


def combined_xml(count: int, seed: int = 2026) -> bytes:
    """Give the same list in XML."""
    players = "".join(combined_player(fide_id, columns) for fide_id, columns in world(count, seed))
    return f"<playerslist>\n{players}</playerslist>\n".encode("ascii")
