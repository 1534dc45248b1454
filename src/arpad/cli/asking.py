"""Before a book is changed a person sees what changes, and says whether to go on."""

from __future__ import annotations

import sys

from arpad.cli.options import UsageError
from arpad.cli.wording import WORDS
from arpad.model.problems import ArpadError

_AGREED = frozenset(("y", "yes"))


def go_on(shown: str, *, yes: bool) -> None:
    """Show what changes and ask whether to go on; without a terminal only `--yes` goes on, and else nothing is done."""
    if yes:
        return
    if sys.stdin is None or sys.stderr is None or not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise UsageError.of(WORDS, "usage", "--yes", says="nobody_to_ask", shown=shown)
    print(shown, file=sys.stderr)
    print("Go on? [y/N] ", end="", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip().lower() not in _AGREED:
        raise ArpadError.of(WORDS, "not_gone_on", "--yes")
