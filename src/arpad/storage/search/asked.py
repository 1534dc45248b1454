"""What is asked of an index: beginnings of words, whole words, one of several, and marks; the best rated first.

A question is put in the language of the database's own index. On PostgreSQL a beginning that many players have is
looked for among the best places first, since gathering all of them only to give the first few would take long.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import connection

from arpad.storage.bulk.queries import quoted
from arpad.storage.search.errors import near, without_a_letter
from arpad.storage.search.rows import BEGUN, HIDDEN, SIGN, WantedPlayers

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from arpad.storage.search.index import Index

HEAD = 60_000
"""So many of the best places have an index of their own on PostgreSQL: what is common is found among them."""
_SHORT = 2
"""Beginnings of so many letters are common enough to look through the best places in order."""
_SQLITE = "sqlite"
_ALL = WantedPlayers()


def begins(word: str) -> str:
    """Ask for words that begin so, in the language of the database."""
    if len(word) <= BEGUN:
        return is_whole(f"{SIGN * len(word)}{word}")
    return f'"{word}"*' if connection.vendor == _SQLITE else f"'{word}':*"


def is_whole(word: str) -> str:
    """Ask for exactly this word, in the language of the database."""
    return f'"{word}"' if connection.vendor == _SQLITE else f"'{word}'"


def any_of(terms: Sequence[str]) -> str:
    """Ask for one of several."""
    between = " OR " if connection.vendor == _SQLITE else " | "
    return terms[0] if len(terms) == 1 else f"({between.join(terms)})"


def all_of(terms: Iterable[str]) -> str:
    """Ask for all of several."""
    return (" AND " if connection.vendor == _SQLITE else " & ").join(terms)


def matches(index: Index, words: Sequence[str], wanted: WantedPlayers, most: int) -> list[int]:
    """Give the numbers of the players whose names have words that begin so, the best rated first."""
    if wanted.federations is not None and not wanted.federations:
        return []
    terms = [begins(word) for word in words]
    is_common = len(words) == 1 and len(words[0]) <= _SHORT
    return _numbers(index, _with_marks(terms, wanted), most, is_common=is_common)


def with_errors(index: Index, spelled: Mapping[str, str], wanted: WantedPlayers, most: int) -> list[int]:
    """Give the same where one of the words was mistyped; the others as whole words, or else as their beginnings.

    `spelled` has each word as an index has it, with its letters as they were typed: an error may have made an `ae` that
    stands for no `ä`.
    """
    words, meant = list(spelled), near_words(index, spelled)
    if not meant or (wanted.federations is not None and not wanted.federations):
        return []
    numbers: list[int] = []
    for other in (is_whole, begins):
        choices = [
            all_of([any_of([is_whole(each) for each in meant[word]]), *(other(rest) for rest in words if rest != word)])
            for word in words
            if word in meant
        ]
        numbers = _numbers(index, _with_marks([any_of([f"({choice})" for choice in choices])], wanted), most)
        if numbers or len(words) == 1:
            break
    return numbers


def near_words(index: Index, spelled: Mapping[str, str]) -> dict[str, list[str]]:
    """Give the words of names that somebody may have meant who typed these."""
    ways = {word: {word, typed} for word, typed in spelled.items() if len(word) > 1}
    left_out = {way: without_a_letter(way) for each in ways.values() for way in each}
    asked = sorted({spelling for each in left_out.values() for spelling in each})
    if not asked:
        return {}
    holes = ", ".join(["%s"] * len(asked))
    table = quoted(f"{index.table}_errors")
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT spelling, word FROM {table} WHERE spelling IN ({holes})", asked)  # noqa: S608 - our own name
        rows: list[tuple[str, str]] = cursor.fetchall()
    by_spelling: dict[str, set[str]] = {}
    for spelling, word in rows:
        by_spelling.setdefault(spelling, set()).add(word)
    known = {way: set().union(*(by_spelling.get(each, ()) for each in left_out[way])) for way in left_out}
    meant = {
        word: list(dict.fromkeys(each for way in sorted(each_way) for each in near(way, known[way]) if each != word))
        for word, each_way in ways.items()
    }
    return {word: choices for word, choices in meant.items() if choices}


def _with_marks(terms: list[str], wanted: WantedPlayers) -> str:
    asked = all_of([*terms, *(any_of([is_whole(mark) for mark in group]) for group in wanted.marks)])
    if not wanted.is_shown:
        return asked
    return f"({asked}) NOT {is_whole(HIDDEN)}" if connection.vendor == _SQLITE else f"{asked} & !{is_whole(HIDDEN)}"


def _numbers(index: Index, asked: str, most: int, *, is_common: bool = False) -> list[int]:
    name = quoted(index.table)
    if connection.vendor == _SQLITE:
        joined = f"{name} JOIN {quoted(f'{index.table}_places')} p ON p.place = {name}.rowid"
        order = f"ORDER BY {name}.rowid LIMIT %s"
        return _answered(f"SELECT p.fide_id FROM {joined} WHERE {name} MATCH %s {order}", [asked, most])  # noqa: S608 - our own names
    chosen = f"SELECT place, fide_id FROM {name} WHERE words @@ %s::tsquery"  # noqa: S608 - the same
    head = f"{chosen} AND place <= {HEAD}"
    if is_common:
        best = _answered(f"SELECT fide_id FROM ({head}) h ORDER BY place LIMIT %s", [asked, most])  # noqa: S608 - the same
        if len(best) >= most:
            return best
    for rows in (head, chosen):
        # Gathered by the index of words and then put in order: else the planner may go through all places in order.
        best = _answered(f"SELECT fide_id FROM ({rows} OFFSET 0) g ORDER BY place LIMIT %s", [asked, most])  # noqa: S608 - the same
        if len(best) >= most:
            break
    return best


def _answered(sql: str, parameters: list[Any]) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        rows: list[tuple[int]] = cursor.fetchall()
    return [number for (number,) in rows]
