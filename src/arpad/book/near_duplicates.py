"""Events that are nearly the same: a corrected report beside the first one, so that every game would count twice.

Two events are near to each other if they are of the same kind of chess, their days overlap, and at least half of the
pairings of the smaller one are pairings of the other: the same round, the same two players, whoever had white. Players
are the same by number or by name. Parts of one long event are no duplicates, and neither is what was withdrawn.

All of it is done over columns, for a book may have hundreds of thousands of events.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

if TYPE_CHECKING:
    from collections.abc import Sequence

_APOSTROPHES = r"['’`]"  # noqa: RUF001 - the apostrophe of names, in all its forms
_LETTERS = {
    "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h", "ŋ": "n",  # noqa: RUF001 - letters of names
}  # fmt: skip
_TWO_LETTERS = {"ae": "a", "oe": "o", "ue": "u", "aa": "a"}
"""How ä, ö, ü and å are written where they are not at hand; taken as the letter itself, in both spellings."""
_ODD = tuple(pl.lit(number, dtype=pl.UInt64) for number in (
    0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0xD6E8FEB86659FD93,
))  # fmt: skip
"""Large odd numbers, by which the parts of a pairing are mixed into one."""


def name_key(name: pl.Expr) -> pl.Expr:
    """Give what two spellings of a name share: capital letters, accents and the order of the words do not matter.

    >>> names = pl.DataFrame({"name": ["MÜLLER Jörg", "Mueller, Joerg", "O'Neil, A.", "oneil a", " "]})
    >>> names.select(name_key(pl.col("name"))).to_series().to_list()
    ['jorg muller', 'jorg muller', 'a oneil', 'a oneil', None]
    """
    small = name.str.replace_all(_APOSTROPHES, "").str.to_lowercase().str.replace_many(_LETTERS)
    bare = small.str.normalize("NFKD").str.replace_all(r"\p{M}", "").str.replace_many(_TWO_LETTERS)
    # Sorted by `list.sort`, the few words of each name would take ten times as long.
    key = bare.str.extract_all(r"[\p{L}\p{N}]+").list.eval(pl.element().sort()).list.join(" ")
    return pl.when(key != "").then(key)


def name_keys(names: Sequence[str]) -> list[str]:
    """Give the same for a few names; empty where there is none.

    >>> name_keys(["Müller, Jörg", ""])
    ['jorg muller', '']
    """
    frame = pl.DataFrame({"name": names}, schema={"name": pl.String})
    return frame.select(name_key(pl.col("name")).fill_null("")).to_series().to_list()


def persons(players: pl.DataFrame) -> pl.DataFrame:
    """Give each player of a book by what a person is known by: the name, or the number where there is no name."""
    numbered = pl.format("#{}", "fide_id")
    return players.select("fide_id", person=pl.coalesce(name_key(pl.col("name")), numbered).hash())


def compared(events: pl.DataFrame, games: pl.DataFrame) -> pl.DataFrame:
    """Give the events that count, as they are compared, with the number of their games.

    `whole` is the event of which one is a part, or itself. What was withdrawn is counted by nobody.
    """
    counted = events.filter(~pl.col("withdrawn").fill_null(value=False))
    sizes = games.group_by("event_id").agg(games=pl.len())
    asked = counted.select("event_id", "kind", "start", "end", whole=pl.coalesce("part_of", "event_id"))
    return asked.join(sizes, on="event_id", how="inner")


def pairings(games: pl.DataFrame, known: pl.DataFrame, events: pl.DataFrame) -> pl.DataFrame:
    """Give the pairings of games: one number for kind of chess, round and the two persons, whoever had white.

    A person known in two ways has two rows. `known` has the persons by `fide_id`; of `games` the columns event_id,
    round, white and black are read.
    """
    numbered = games.select("event_id", "round", "white", "black").with_row_index("game")
    sides = numbered.join(events.select("event_id", pl.col("kind").hash()), on="event_id", how="inner")
    for side in ("white", "black"):
        of_side = known.select(pl.col("fide_id").alias(side), pl.col("person").alias(f"{side} person"))
        sides = sides.join(of_side, on=side, how="inner")
    first, second = pl.col("white person"), pl.col("black person")
    # Two numbers of 64 bits each become one; it overflows on purpose, and is the same for the same four.
    persons_met = pl.min_horizontal(first, second) * _ODD[0] + pl.max_horizontal(first, second) * _ODD[1]
    pairing = persons_met + pl.col("round").cast(pl.UInt64) * _ODD[2] + pl.col("kind") * _ODD[3]
    return sides.select("event_id", "game", pairing=pairing)


def near(events: pl.DataFrame, pairs: pl.DataFrame, others: pl.DataFrame) -> pl.DataFrame:
    """Give the events of `pairs` that are near to events of `others`: both numbers, and how many pairings agree.

    `events` has those of both, as they are compared.
    """
    shared = pairs.join(others, on="pairing", how="inner", suffix=" other")
    shared = shared.filter(pl.col("event_id") != pl.col("event_id other"))
    agreeing = shared.group_by("event_id", pl.col("event_id other").alias("other")).agg(
        common=pl.min_horizontal(pl.col("game").n_unique(), pl.col("game other").n_unique())
    )
    of_other = events.select(pl.col("event_id").alias("other"), pl.exclude("event_id").name.prefix("other_"))
    both = agreeing.join(events, on="event_id", how="inner").join(of_other, on="other", how="inner")
    overlapping = (pl.col("start") <= pl.col("other_end")) & (pl.col("other_start") <= pl.col("end"))
    is_half = 2 * pl.col("common") >= pl.min_horizontal("games", "other_games")
    alike = both.filter(overlapping, is_half, pl.col("whole") != pl.col("other_whole"))
    return alike.select("event_id", "other", "common", "games", "other_games").sort("event_id", "other")


def near_within(events: pl.DataFrame, games: pl.DataFrame, players: pl.DataFrame) -> pl.DataFrame:
    """Give the events of a book that are near to each other, each two of them once, the smaller number first."""
    asked = compared(events, games)
    playing = pl.concat([games["white"], games["black"]]).unique()
    known = persons(players.filter(pl.col("fide_id").is_in(playing.implode())))
    pairs = pairings(games, known, asked)
    # Most pairings happen once; only the others can be of two events.
    repeated = pairs.filter(pl.col("pairing").is_duplicated())
    return near(asked, repeated, repeated).filter(pl.col("event_id") < pl.col("other"))
