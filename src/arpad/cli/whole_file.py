"""A file that a command writes for somebody: whole under its name, or not at all."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from arpad.cli.wording import WORDS
from arpad.documents.schema import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def whole_file(name: str) -> Iterator[BinaryIO]:
    """Open a file that takes its name only when it is whole; whatever happens before, the old one stays.

    A place that is no file, such as a pipe or a terminal, is written as it is.
    """
    try:
        place = Path(name).resolve()
        is_file = place.is_file() or not place.exists()
        unfinished = place.with_name(f".{place.name}.unfinished") if is_file else place
        out = unfinished.open("wb")
    except (OSError, ValueError) as fault:  # a name may be none, with a character in it that no system takes
        raise _not_written(name, getattr(fault, "strerror", None) or fault) from fault
    try:
        with out:
            yield out
        if is_file:
            unfinished.replace(place)
    except OSError as fault:
        raise _not_written(name, fault.strerror) from fault
    finally:
        if is_file:
            with suppress(OSError):
                unfinished.unlink(missing_ok=True)


def _not_written(name: str, why: object) -> InputError:
    return InputError.of(WORDS, "not_written", name, name=name, why=why)
