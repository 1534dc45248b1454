"""Reports that were checked, as a page: the verdict, errors, warnings and open questions, each with what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.events.checked_report import GROUPS, IN_ORDER, counts_text, files_text
from arpad.pages.html import Cell, element, folded, items, joined, page, quiet, table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arpad.events.checked_report import CheckedReport, Point
    from arpad.pages.html import Content, Fragment

_HEAD: tuple[Content | Cell, ...] = (
    Cell("File", "text"), Cell("Verdict", "text"),
    *(Cell(name, "wide") for name in ("Errors", "Warnings", "Open questions")),
)  # fmt: skip


def check_page(reports: Sequence[CheckedReport]) -> str:
    """Write the page."""
    title = reports[0].name if len(reports) == 1 else f"{len(reports)} reports"
    return page(f"{title}: checked before sending", check_parts(reports), "check")


def check_parts(reports: Sequence[CheckedReport]) -> Iterator[Fragment]:
    """Give what the page shows, part by part; of several reports a table of them first."""
    if len(reports) == 1:
        yield element("h1", reports[0].name)
        yield from _report(reports[0], "h2")
    else:
        yield element("h1", f"{len(reports)} reports, checked before sending")
        yield from _overview(reports)
        for number, checked in enumerate(reports, 1):
            yield element("section", element("h2", checked.name), *_report(checked, "h3"), id=f"report-{number}")
    laws = {checked.verdict.edition for checked in reports if checked.verdict is not None and checked.verdict.edition}
    by = f" by {', '.join(sorted(laws))}" if laws else ""
    yield element("footer", f"Checked by arpad{by}. No decision of FIDE, and not affiliated with it.")


def _overview(reports: Sequence[CheckedReport]) -> Iterator[Fragment]:
    """Give what came out for each report, in a table."""
    counts = {group: sum(len(checked.groups[group]) for checked in reports) for group in GROUPS}
    yield element("p", f"{files_text(reports)} {counts_text(counts)}.", class_="verdict")
    lines: list[list[Content | Cell]] = [
        [
            Cell(element("a", checked.name, href=f"#report-{number}"), "text"),
            Cell(checked.summary, "text"),
            *(Cell(len(checked.groups[group]), "wide") for group in GROUPS[:3]),
        ]
        for number, checked in enumerate(reports, 1)
    ]
    yield table(_HEAD, lines)


def _report(checked: CheckedReport, heading: str) -> Iterator[Fragment]:
    """Give what is said of a report: the verdict, what was taken from defaults, and the groups."""
    summary = checked.summary
    yield element("p", f"{summary[:1].upper()}{summary[1:]}", class_="verdict")
    yield quiet(f"{checked.counted}.")
    if checked.defaults:
        taken = items(default.sentence() for default in checked.defaults)
        yield element("div", element(heading, "Taken from defaults"), taken, class_="defaults")
    for group in GROUPS:
        points = checked.groups[group]
        if points:
            listed = items(map(_point, points))
            title = checked.heading(group)
            yield folded(title, listed) if group == IN_ORDER else _group(group, element(heading, title), listed)


def _group(group: str, title: Fragment, listed: Fragment) -> Fragment:
    return element("div", title, listed, class_=group)


def _point(point: Point) -> Fragment:
    """Give what was found, what to do about it, and by which articles and under which code."""
    place = "" if point.line is None else f"line {point.line}"
    place += f", column {point.column}" if place and point.column is not None else ""
    about = " · ".join(part for part in (point.code, place, "; ".join(map(str, point.citations))) if part)
    fix = element("p", point.fix, class_="quiet") if point.fix else None
    return joined([element("p", point.message), fix, element("small", about)])
