"""The terminal that an answer is shown on: its width, and whether it takes colour. Files and pipes get plain text."""

from __future__ import annotations

import os
import sys

STYLE = f"\x1b{os.urandom(8).hex()}["
"""How a style of ours begins until it is shown; no file can hold it, for it is another one every time."""
NARROWEST = 40
"""Nothing is fitted into less than so many columns."""
LEAST = 6
"""No column of text becomes narrower."""
_STYLES = {"bold": "1", "red": "1;31", "yellow": "1;33", "blue": "1;34", "green": "32", "loss": "31", "quiet": "2"}


def is_terminal() -> bool:
    """Tell whether the answer is shown on a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def takes_colour() -> bool:
    """Tell whether it may be coloured: on a terminal, unless NO_COLOR or a dumb terminal says otherwise."""
    return is_terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def width() -> int | None:
    """Give how many columns the terminal has; None where there is none, and a line may be as long as it likes."""
    if not is_terminal():
        return None
    from shutil import get_terminal_size  # noqa: PLC0415 - only a terminal has a size

    return max(get_terminal_size().columns, NARROWEST)


def painted(text: str, style: str) -> str:
    """Write text in a style, where colour is taken."""
    return f"{STYLE}{_STYLES[style]}m{text}{STYLE}0m" if text and style and takes_colour() else text


def wrapped(text: str, indent: str = "  ") -> str:
    """Write a line in as many as the terminal needs; those after the first are indented further."""
    columns = width()
    if columns is None or len(text) <= columns:
        return text
    from textwrap import wrap  # noqa: PLC0415 - only a terminal needs it

    lines = wrap(text, columns, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines)


def fitted(widths: list[int], least: list[int | None], between: int) -> list[int]:
    """Make the widest columns of text narrower until a table fits the terminal; numbers are never cut.

    `least` says of each column how wide it stays at least; None of one that is never cut. The first that can be cut
    says what a row is about, and is cut only when nothing else can be.

    >>> fitted([4, 30, 12], [None, LEAST, LEAST], 2)
    [4, 30, 12]
    """
    columns = width()
    if columns is None:
        return widths
    chosen = list(widths)
    while sum(chosen) + between * (len(chosen) - 1) > columns:
        wide = [at for at, narrow in enumerate(least) if narrow is not None and chosen[at] > narrow]
        if not wide:
            break
        first = next(at for at, narrow in enumerate(least) if narrow is not None)
        others = [at for at in wide if at != first]
        chosen[max(others or wide, key=chosen.__getitem__)] -= 1
    return chosen


def cut(text: str, most: int) -> str:
    """Cut a text to so many signs; the last says that there was more."""
    return text if len(text) <= most else f"{text[: most - 1]}…"
