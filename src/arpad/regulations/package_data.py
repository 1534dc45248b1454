"""The data of the regulations that are shipped with the package: files by plain paths, and the words for what they say.

Opening them must not slow a command down: no file is read before it is asked for.
"""

from __future__ import annotations

import os
from typing import Any

from arpad.model.wording import LANGUAGE, Wording

HOME = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120 - pathlib takes longer to import than to use
FileState = tuple[int, int, int] | None
"""By which a file is told from what stands in its place later: time, size and number; None for no file."""
WORDS = Wording(__file__)
"""Titles of lines, sentences for reasons and warnings, in each language. The data stay the same."""


def path(*parts: str) -> str:
    """Give the path of a shipped file or folder."""
    return os.path.join(HOME, *parts)  # noqa: PTH118 - see above


def text(*parts: str) -> str:
    """Read a shipped text file."""
    return read(path(*parts))


def read(place: str) -> str:
    """Read a UTF-8 text file."""
    with open(place, encoding="utf-8") as file:  # noqa: PTH123 - see above
        return file.read()


def state(place: str) -> FileState:
    """Give what tells whether a file was written anew."""
    try:
        status = os.stat(place)  # noqa: PTH116 - see above
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def names(folder: str, ending: str) -> list[str]:
    """Name the shipped files of a folder that end so, without the ending."""
    file_names = os.listdir(path(folder))  # noqa: PTH208 - see above
    return sorted(name.removesuffix(ending) for name in file_names if name.endswith(ending))


def words(section: str, code: str, language: str = LANGUAGE, **facts: Any) -> str:  # noqa: ANN401 - shown as text
    """Give the words for a code, with the facts put in.

    >>> words("line", "difference")
    'Rating difference D'
    """
    return WORDS.say(section, code, facts, language)
