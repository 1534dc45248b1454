"""Which version of arpad made a list, kept beside it: so that a later one can say which of its corrections it lacks."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import arpad
from arpad.book.list_hash import list_hash
from arpad.formats.lists.hashing import VERSION
from arpad.model.bounded import MOST_IN_RECORD, MOST_IN_TOML, read_whole
from arpad.regulations.corrections import FIRST_VERSION
from arpad.regulations.rulebook import content_hash

if TYPE_CHECKING:
    import polars as pl

    from arpad.engine.period.close_list import Closed
    from arpad.regulations.rulebook import Rulebook

PLACE = "made.json"
SUMMARY = "summary.json"
"""The summary that is published with a list; it names the editions, too."""
FORMAT = 4
"""Since this form the hash of the list is named, with its version."""
RECORDED_FROM = 3
"""Since this form the book has a record of all its files."""


def write_made_by(folder: Path, closed: Closed, players: pl.DataFrame, edition: str | None, rulebook: Rulebook) -> None:
    """Write which version made a list, its hash, and by which law: that of the book, and of each kind of chess.

    Of an own rulebook every file is named with its hash.
    """
    laws = {kind: of_kind.law for kind, of_kind in closed.kinds.items()}
    data = {
        "format": FORMAT,
        "arpad": arpad.__version__,
        "list": closed.list_date.isoformat(),
        "hash": {"version": VERSION, "sha256": list_hash(closed.frame, players)},
        "edition": edition,
        "editions": {kind: law.id for kind, law in laws.items()},
        "sha256": {kind: content_hash(law) for kind, law in laws.items()},
        "own": {
            place.name: sha256(read_whole(place, MOST_IN_TOML)).hexdigest() for place in map(Path, rulebook.sources())
        },
    }
    text = json.dumps(data, ensure_ascii=False, indent=1)
    folder.joinpath(PLACE).write_bytes(f"{text}\n".encode())


def version_of(folder: Path) -> str:
    """Give the version that made the list of a folder; one that does not say it was made by the first.

    A list that was imported has no such folder; whoever asks has made sure that the book made it.
    """
    return _version(_data(folder))


def version_in(text: bytes | None) -> str:
    """Give the version that made a list by what is published with it, wherever that is kept."""
    return _version({} if text is None else _parsed(text))


def _version(data: dict[str, Any]) -> str:
    version = data.get("arpad")
    return version if isinstance(version, str) else FIRST_VERSION


def edition_of(folder: Path) -> str | None:
    """Give the edition that the book named as its law when the list of a folder was made; None where it named none."""
    edition = _data(folder).get("edition")
    return edition if isinstance(edition, str) else None


def laws_of(folder: Path) -> dict[str, str]:
    """Give, by kind of chess, the hash of the edition by which the list of a folder was made."""
    return told_laws(read_whole(folder.joinpath(PLACE), MOST_IN_RECORD))


def told_laws(text: bytes) -> dict[str, str]:
    """Read, from what a folder says of itself, the hash of the edition of each kind; none where it does not say it."""
    laws = _parsed(text).get("sha256")
    return laws if isinstance(laws, dict) else {}


def told_hash(text: bytes) -> str:
    """Read, from what a folder says of itself, the hash of its list by the version of today; empty where it is none.

    >>> told_hash(b'{"hash": {"version": 2, "sha256": "ab"}}'), told_hash(b'{"hash": {"version": 1, "sha256": "ab"}}')
    ('ab', '')
    """
    about = _parsed(text).get("hash")
    is_known = isinstance(about, dict) and about.get("version") == VERSION and isinstance(about.get("sha256"), str)
    return str(about["sha256"]) if is_known else ""  # type: ignore[index] # it is there


def is_of_this_form(folder: Path) -> bool:
    """Tell whether what a folder says of itself is in the form of today; an older one says less."""
    return _data(folder).get("format") == FORMAT


def _data(folder: Path) -> dict[str, Any]:
    try:
        return _parsed(read_whole(folder.joinpath(PLACE), MOST_IN_RECORD))
    except (OSError, ValueError):
        return {}


def _parsed(text: bytes) -> dict[str, Any]:
    try:
        data = json.loads(text.decode("utf-8"))
    except (ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}
