"""What a command writes with -o, told by the end of the name; an end that says nothing is refused before any work."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from arpad.cli.options import UsageError
from arpad.cli.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Mapping

PDF = ".pdf"
PAGE = ".html"


def output_form(name: str, forms: Mapping[str, str], otherwise: str | None = None) -> str:
    """Give the form in which to write, by the suffix of a name; a name without one is for `otherwise`.

    >>> output_form("changes.HTML", {".html": "html", ".csv": "csv"})
    'html'
    """
    suffix = Path(name).suffix.lower()
    if suffix in forms:
        return forms[suffix]
    if not suffix and otherwise is not None:
        return otherwise
    if suffix != PDF:
        raise UsageError.of(WORDS, "usage", "command line", says="unknown_form", name=name, known=tuple(forms))
    if PAGE in forms:
        page = str(Path(name).with_suffix(PAGE))
        raise UsageError.of(WORDS, "usage", "command line", says="no_pdf", page=page)
    raise UsageError.of(WORDS, "usage", "command line", says="no_pdf_here", known=tuple(forms))
