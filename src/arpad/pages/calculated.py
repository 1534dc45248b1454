"""A single calculation as fragments: the answer in a sentence, what to know besides, each step with its articles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.pages.html import Cell, element, items, table
from arpad.pages.law import CitedArticles
from arpad.pages.letter import WORKED, line_cells
from arpad.pages.numbers import with_minus
from arpad.pages.wording import says

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from arpad.pages.html import Content, Fragment
    from arpad.regulations.edition import Edition
    from arpad.regulations.workings.explained_lines import ExplainedLine


def calculated_parts(  # noqa: PLR0913, PLR0917 - what there is to show
    answer: str,
    remarks: Sequence[str],
    lines: Iterable[ExplainedLine],
    laws: Iterable[Edition],
    headings: Sequence[str] = (),
    address: Callable[[str, str], str] | None = None,
) -> Iterator[Fragment]:
    """Give the parts; `headings` name the sides of a working that has several, `address` the pages of articles."""
    for place, sentence in enumerate(answer.splitlines()):
        yield element("p", with_minus(sentence), class_="answer" if place == 0 else None)
    if remarks:
        yield element("div", items(map(with_minus, remarks)), class_="note")
    cited = CitedArticles(laws, address)
    yield from _steps(list(lines), headings, cited)
    yield from cited.section()


def _steps(lines: Sequence[ExplainedLine], headings: Sequence[str], cited: CitedArticles) -> Iterator[Fragment]:
    head: list[Content | Cell] = [Cell("", "text"), "", Cell(says("letter", "article"), "text")]
    if lines:
        yield element("h3", says("letter", "step_by_step"))
    for side in dict.fromkeys(line.event for line in lines):
        own = [line for line in lines if line.event == side]
        if headings and side is not None and headings[side]:
            yield element("h4", headings[side])
        yield table(head, (line_cells(line, cited) for line in own), WORKED)
