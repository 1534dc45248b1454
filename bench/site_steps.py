"""The steps of `bench/site.py`, each a process of its own: prints what it took as JSON."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import polars as pl
from office_steps import _spent, _spread, _worked
from site_names import mistyped, names
from site_visits import drawn, pages

from arpad.book.change import changed
from arpad.book.folder import Book
from arpad.storage.opening import open_office

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

TURNS = int(os.environ.get("BENCH_TURNS", "600"))
PAGE = 20
"""So many players stand on a page of a search."""


def named(folder: Path) -> dict[str, Any]:
    """Give the players of a book names as they are: few are common, most are rare."""
    book = Book.open(folder)
    players = book.table("players")
    drawn = names(players.height)
    book.apply(changed(book, {"players": players.with_columns(name=drawn)}))
    words = pl.DataFrame({"word": drawn}).select(pl.col("word").str.extract_all(r"\p{L}+")).explode("word")
    return {"players": players.height, "different_names": drawn.n_unique(), "different_words": words["word"].n_unique()}


def public_files(folder: Path) -> dict[str, Any]:
    """Write the public files of the lists, from which their pages are made."""
    open_office(folder)
    from arpad.storage.models import ListVersion  # noqa: PLC0415 - once an office is open
    from arpad.storage.site.public_files import ask_public_files  # noqa: PLC0415 - the same

    for job in ask_public_files():
        _worked(job)
    return {"lists": ListVersion.objects.exclude(public_files={}).count()}


def search(folder: Path) -> dict[str, Any]:
    """Search in many ways, and give the time that the database takes, and whether who was meant is among the first."""
    open_office(folder)
    from arpad.storage.models import PlayerRow, RatingSystem  # noqa: PLC0415 - once an office is open
    from arpad.storage.search.players import forgiving  # noqa: PLC0415 - the same
    from arpad.storage.search.rows import WantedPlayers  # noqa: PLC0415 - the same
    from arpad.storage.site.shown import may_be_named  # noqa: PLC0415 - the same

    system = RatingSystem.objects.get()
    random = Random(5)  # noqa: S311 - whom to look for
    numbers = sorted(PlayerRow.objects.values_list("fide_id", flat=True))
    shown = sorted(may_be_named(system, random.sample(numbers, min(8 * TURNS, len(numbers)))))
    chosen = random.sample(shown, min(TURNS, len(shown)))
    people = list(PlayerRow.objects.filter(fide_id__in=chosen).values_list("fide_id", "name"))
    random.shuffle(people)
    anybody, women = WantedPlayers(is_shown=True), WantedPlayers(sex="F", is_shown=True)

    def asked(text: str, wanted: WantedPlayers = anybody) -> Sequence[int]:
        outcome = forgiving(system, text, wanted, PAGE + 1, PAGE)
        assert outcome is not None  # noqa: S101 - the index was built
        return outcome.numbers[:PAGE]

    def turned(name: str) -> str:
        return " ".join(reversed(name.replace(",", " ").replace("-", " ").split()))

    ways: dict[str, Callable[[str], object]] = {
        "whole_names": lambda name: asked(turned(name)),
        **{f"begun_{size}": lambda name, size=size: asked(name[:size]) for size in range(1, 6)},  # type: ignore[misc]
        "two_begun": lambda name: asked(" ".join(word[:3] for word in turned(name).split()[:2])),
        "two_letters": lambda name: asked(" ".join(word[:1] for word in turned(name).split()[:2])),
        "women_begun_2": lambda name: asked(name[:2], women),
        "young_begun_1": lambda name: asked(name[:1], WantedPlayers(age="U8", is_shown=True)),
        "titled_begun_2": lambda name: asked(name[:2], WantedPlayers(title="WCM", is_shown=True)),
    }
    figures: dict[str, Any] = {}
    for way, ask in ways.items():
        figures[way] = _spread([_spent(lambda name=name, ask=ask: ask(name)) for _, name in people])  # type: ignore[misc]
    by_number = [_spent(lambda number=number: PlayerRow.objects.filter(  # type: ignore[misc]
        rating_system=system, fide_id=number).first()) for number, _ in people]  # fmt: skip
    figures["number"] = _spread(by_number)
    return {"queries": figures, "typing_errors": _typing_errors(people, asked, random)}


def _typing_errors(
    people: list[tuple[int, str]], asked: Callable[[str], Sequence[int]], random: Random
) -> dict[str, Any]:
    """Look for whole names with one error each."""
    taken: list[float] = []
    missed: list[str] = []
    for number, name in people:
        typed, first = mistyped(name, random), []  # type: ignore[var-annotated]
        taken.append(_spent(lambda typed=typed, first=first: first.extend(asked(typed))))  # type: ignore[misc]
        if number not in first:
            missed.append(f"{name}: {typed}")
    found_share = round(1 - len(missed) / len(people), 4)
    return {**_spread(taken), "among_the_first_20": found_share, "missed": missed[:5]}


STEPS: dict[str, Callable[..., dict[str, Any]]] = {
    "named": named,
    "public_files": public_files,
    "search": search,
    "pages": pages,
    "drawn": drawn,
}


if __name__ == "__main__":
    os.environ.setdefault("ARPAD_TODAY", "2027-02-01")
    print(json.dumps(STEPS[sys.argv[1]](Path(sys.argv[2]), *sys.argv[3:])))
