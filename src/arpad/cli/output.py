"""Everything that the command line says passes here: nothing from a file steers a terminal, and JSON is always JSON.

Names, paths and lines of files may hold anything. Characters that move the cursor, change colours or turn the direction
of writing are shown as their numbers; in JSON they are written as JSON writes them. What is the content of a file, such
as a report written in another version, goes out as it is, unless a person looks at it on a terminal.
"""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

from arpad.cli.terminal import STYLE, is_terminal

if TYPE_CHECKING:
    from typing import TextIO

_STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Control characters but tab and line feed, marks that turn the direction of writing, and other ends of a line."""
_OTHER = re.compile(r"[^\x00-\x7f]")
_FORMULA = re.compile(r"[=@\t\r]|[+-](?!\d+(?:[.,]\d+)?%?\Z|\Z)")
"""How a cell begins that a spreadsheet would work out; a number with its sign is one."""


def shown(text: str) -> str:
    r"""Give a text as it is shown to a person; of what steers a terminal only our own styles are left.

    >>> shown("Nobody\x1b[2J")
    'Nobody\\x1b[2J'
    """
    return "\x1b[".join(_STEERING.sub(lambda sign: ascii(sign[0])[1:-1], part) for part in text.split(STYLE))


def put(text: str, stream: TextIO | None = None, end: str = "\n") -> None:
    """Say something to a person, at once where it is on the error stream."""
    print(shown(text), file=stream, end=end, flush=stream is not None)


def put_content(text: str) -> None:
    """Give the content of a file, as it is; on a terminal as it is shown to a person."""
    print(shown(text.replace("\r\n", "\n")) if is_terminal() else text)


def put_json(text: str) -> None:
    """Give JSON; what the output cannot write, or a terminal must not get, is escaped as JSON does it."""
    text = _STEERING.sub(_escaped, text)
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        text = _OTHER.sub(_escaped, text)
    print(text)


def _escaped(sign: re.Match[str]) -> str:
    units = sign[0].encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[place : place + 4]}" for place in range(0, len(units), 4))


def plain_table(text: str) -> str:
    r"""Give a table in CSV so that no spreadsheet takes a cell for a formula: such a cell begins with an apostrophe.

    What steers a terminal is shown as in any text for people.

    >>> plain_table("name,change\n=1+1,-14\n-x,+3.5\n")
    "name,change\n'=1+1,-14\n'-x,+3.5\n"
    >>> plain_table("Li\x1fnden,1\n")
    'Li\\x1fnden,1\n'
    """
    import csv  # noqa: PLC0415 - few commands write a table
    import io  # noqa: PLC0415 - the same

    out = io.StringIO()
    rows = csv.reader(io.StringIO(text, newline=""))
    csv.writer(out, lineterminator="\n").writerows(
        [shown(f"'{cell}" if _FORMULA.match(cell) else cell) for cell in row] for row in rows
    )
    return out.getvalue()
