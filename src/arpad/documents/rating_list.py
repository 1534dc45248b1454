"""A rating list as the documented JSON: what it has and how it is written, players, its hash, what changed in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from arpad.documents.parts import day_text, file_problem_data
from arpad.formats.lists.values import values_of
from arpad.model.period import KINDS
from arpad.model.rating_list import TextDialect

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arpad.book.frames.lists import FrameList
    from arpad.formats.lists.compare import Difference
    from arpad.formats.lists.problems import Findings
    from arpad.formats.lists.whole import RowList
    from arpad.model.rating_list import Listed, RatingList

    AnyList = RowList | FrameList

_LINE_ENDS = {"\r\n": "CRLF", "\n": "LF", "\r": "CR"}


def list_data(name: str, rating_list: AnyList) -> dict[str, Any]:
    """Give what a list has, how its file is written, and what is wrong with it."""
    about = rating_list.about
    return {
        "file": name,
        "form": about.form,
        "layout": about.layout or None,
        "kinds": list(about.kinds),
        "list_date": day_text(about.list_date),
        "dialect": _dialect_data(about),
        **rating_list.counts(),
        **_problems_data(rating_list.findings),
    }


def _dialect_data(about: RatingList) -> dict[str, str] | None:
    """Give how a file is written, in words."""
    dialect = about.dialect
    if dialect is None:
        return None
    styles = {column.name: column for column in dialect.columns}
    rating = next((styles[f"{kind}_rating"] for kind in about.kinds if f"{kind}_rating" in styles), None)
    born, title = styles.get("birth_year"), styles.get("title")
    of_values = {
        "encoding": dialect.encoding,
        "unrated": rating.empty if rating else "",
        "birth_year_unknown": born.empty if born else "",
        "titles": title.titles if title else "codes",
    }
    if isinstance(dialect, TextDialect):
        padding = "trimmed" if dialect.trimmed else f"to {dialect.width} characters"
        return {"line_end": _LINE_ENDS[dialect.line_end], "padding": padding, **of_values}
    return of_values


def _problems_data(findings: Findings) -> dict[str, Any]:
    """Give the kept problems, and how many there are of each code."""
    return {
        "problem_counts": dict(sorted(findings.counts.items())),
        "problems": [file_problem_data(problem) for problem in findings.problems],
    }


def found_players_data(name: str, words: str, players: Sequence[Listed], limit: int | None = None) -> dict[str, Any]:
    """Give the players of a list that were looked for, as many as are wanted."""
    shown = players if limit is None else players[:limit]
    return {
        "file": name,
        "asked": words,
        "found": len(players),
        "players": [player_data(player) for player in shown],
    }


def player_data(player: Listed) -> dict[str, Any]:
    """Give a player of a list."""
    values = values_of(player)
    return {
        "fide_id": player.fide_id,
        "name": player.name,
        **{name: values[name] for name in ("federation", "sex", "title", "womens_title", "foa_title")},
        "other_titles": list(player.other_titles),
        **{kind: {part: values[f"{kind}_{part}"] for part in ("rating", "games", "k")} for kind in KINDS},
        "birth_year": player.birth_year,
        "flag": player.flag,
    }


def hashed_list_data(name: str, rating_list: AnyList) -> dict[str, Any]:
    """Give the hashes of a list, which are the same for equal lists whatever the form of their files."""
    hashes = {"1": rating_list.canonical_hash(), "2": rating_list.raw_hash()}
    return {"file": name, "players": rating_list.counts()["players"], "sha256": hashes["1"], "hashes": hashes}


def differences_data(
    names: tuple[str, str], counts: Mapping[str, int], differences: Sequence[Difference]
) -> dict[str, Any]:
    """Give what changed from one list to another: how often each change, and those that are shown."""
    old, new = names
    return {
        "old": old,
        "new": new,
        "counts": dict(counts),
        "differences": [
            {
                "fide_id": difference.fide_id,
                "name": difference.name,
                "change": difference.change,
                "column": difference.column or None,
                "before": difference.before,
                "after": difference.after,
            }
            for difference in differences
        ],
    }


class WrittenList(NamedTuple):
    """A list that was written: into which file, in which form and layout, and how long it became."""

    output: str
    form: str
    layout: str | None
    size: int
    """In bytes."""


def written_list_data(name: str, rating_list: AnyList, written: WrittenList) -> dict[str, Any]:
    """Give what was written, with everything that is wrong with the list or did not fit."""
    return {
        "file": name,
        "output": written.output,
        "form": written.form,
        "layout": written.layout,
        "players": rating_list.counts()["players"],
        "bytes": written.size,
        **_problems_data(rating_list.findings),
    }
