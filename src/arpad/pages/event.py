"""The page of a rated event: changes, first ratings, the crosstable, everybody's working and the articles.

It must hang in a playing hall: A4, black on white, large enough to read while standing; on a phone the tables scroll,
and the name stays. It is whole without the script that sorts and finds. The workings of an event with many players
stand in a file beside it.
"""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING
from urllib.parse import quote

from arpad.events.statement import marks_explained
from arpad.model.numbers import decimal
from arpad.pages.crosstables import crosstable
from arpad.pages.first_ratings import FIRST_RATINGS, first_ratings
from arpad.pages.html import Cell, element, finder, folded, items, joined, link, page, quiet, table
from arpad.pages.law import ARTICLES, CitedArticles
from arpad.pages.numbers import NONE, direction, gain, plain, points_text
from arpad.pages.players import PlayerPlaces, anchor_name
from arpad.pages.working import WORKING, working_section

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from arpad.events.rate import RatedEvents
    from arpad.events.statement import StatementRow
    from arpad.pages.html import Content, Fragment
    from arpad.regulations.edition import Edition

MOST_ROUNDS = 3_000
"""How many rounds of all players together a page shows the working of; of more, it stands beside the page."""
_LAST = 10_000
"""A place behind all others, for players without one."""
_CHANGES: tuple[Content | Cell, ...] = (
    "Rk.", "No.", Cell("Name", "name"), Cell("Fed", "text"), Cell("FIDE number", "text"),
    "Ro", "Rc", "n", "w", "We", "chg", "K", "K*chg", "Change", "New",
)  # fmt: skip
_RANK_AND_NUMBER = "Rk.: final rank; No.: starting number, by which players are named everywhere; "
_ABBREVIATIONS = (
    "Ro: own rating; Rc: mean of the opponents' ratings as used; n, w: games and points against rated opponents; We: "
    "expected; chg: w less We; K: how much a point counts; K*chg: K times chg, before it is rounded."
)
_WITHOUT_K = "K ?: it is not known, so there is no change; the rating list of the day has it. "
_SHOWN_FINDINGS = 8
"""Of more findings the others are folded, so that the changes stay near the top."""
_FIND = "Find a player, a federation, a number:"
_UNFOLD = "Unfold a player to see the working; on paper stand those who are unfolded."
_NOT_HERE = (
    "The working of so many players stands in a file of its own, which is written where the page goes into a file "
    "(-o page.html); that of one player is given by --explain."
)


def event_pages(
    rated: RatedEvents,
    rows: Sequence[StatementRow],
    others: Mapping[str, Sequence[StatementRow]],
    findings: Iterable[object],
    name: str,
) -> dict[str, str]:
    """Make the page under the name of its file and, where players are many, the workings beside it, written first."""
    if not _is_long(rows):
        return {name: event_page(rated, rows, others, findings)}
    file = PurePath(name)
    beside = file.with_name(f"{file.stem}-working{file.suffix}")
    title = f"{_names(rated)}: every player's working"
    working = page(title, _working_parts(rated, rows, title, file.name), "event", with_script=True)
    parts = event_parts(rated, rows, others, findings, beside.name)
    return {str(beside): working, name: page(_title(rated), parts, "event", with_script=True)}


def _working_parts(rated: RatedEvents, rows: Sequence[StatementRow], title: str, lines: str) -> Iterator[Fragment]:
    """Give the parts of the page with the workings; `lines` names the file with the lines of the players."""
    cited = CitedArticles(_laws(rated))
    yield element("h1", title)
    yield element("p", link(quote(lines), _title(rated)))
    yield finder(_FIND)
    yield quiet(_UNFOLD)
    yield working_section(rated, rows, PlayerPlaces(rated, lines=lines), cited)
    yield from cited.section()


def event_page(
    rated: RatedEvents,
    rows: Sequence[StatementRow],
    others: Mapping[str, Sequence[StatementRow]],
    findings: Iterable[object],
) -> str:
    """Write the page as a single file; of many players without their workings."""
    return page(_title(rated), event_parts(rated, rows, others, findings), "event", with_script=True)


def event_parts(
    rated: RatedEvents,
    rows: Sequence[StatementRow],
    others: Mapping[str, Sequence[StatementRow]],
    findings: Iterable[object],
    beside: str | None = None,
) -> Iterator[Fragment]:
    """Give what the page shows, part by part; `others` are the same players' lines under other editions.

    `beside` names the file with the workings, where they are not here.
    """
    is_long = _is_long(rows)
    places = PlayerPlaces(rated, (beside if is_long else ""))
    cited = CitedArticles(_laws(rated))
    working = _elsewhere(beside) if is_long else working_section(rated, rows, places, cited)
    newcomers = list(first_ratings(rated, rows, places, cited))
    noted = list(_findings(rated, findings, cited))
    articles = list(cited.section())
    yield element("h1", _names(rated))
    yield from _facts(rated)
    yield _contents(has_newcomers=bool(newcomers), has_articles=bool(articles))
    yield from noted
    yield finder(_FIND)
    yield from _changes(rated, rows, others, places)
    yield from newcomers
    for event, report in enumerate(rated.reports):
        title = f": {report.tournament.name or report.file}" if len(rated.reports) > 1 else ""
        yield element("h2", f"Crosstable{title}", id=None if event else "crosstable")
        yield from crosstable(report, event, places)
    yield working
    yield from articles
    laws = ", ".join(dict.fromkeys(law.id for law in _laws(rated)))
    yield element("footer", f"Worked out by arpad under {laws}. No official rating, and not affiliated with FIDE.")


def _is_long(rows: Sequence[StatementRow]) -> bool:
    return sum(len(row.games) for row in rows) > MOST_ROUNDS


def _laws(rated: RatedEvents) -> tuple[Edition, ...]:
    return (*rated.laws, rated.law)


def _title(rated: RatedEvents) -> str:
    return f"{_names(rated)}: rating changes"


def _names(rated: RatedEvents) -> str:
    return " · ".join(dict.fromkeys(report.tournament.name or report.file for report in rated.reports))


def _elsewhere(beside: str | None) -> Fragment:
    """Say where the workings are."""
    where = quiet(_NOT_HERE) if beside is None else element("p", link(quote(beside), "Every player's working"), ".")
    return element("section", element("h2", "Every player's working", id=WORKING), where, class_="working")


def _contents(*, has_newcomers: bool, has_articles: bool) -> Fragment:
    """Link to the parts of the page."""
    parts = {
        "changes": "Changes",
        **({FIRST_RATINGS: "First ratings"} if has_newcomers else {}),
        "crosstable": "Crosstable",
        WORKING: "Every player's working",
        **({ARTICLES: "The articles"} if has_articles else {}),
    }
    return element("nav", *(link(f"#{name}", words) for name, words in parts.items()))


def _facts(rated: RatedEvents) -> Iterator[Fragment]:
    for report, law in zip(rated.reports, rated.laws, strict=True):
        event = report.tournament
        place = ", ".join(part for part in (event.city, event.federation) if part)
        parts = [f"{event.start} to {event.end}", place, event.system or "", event.time or "", f"by {law.id}"]
        yield element("p", " · ".join(part for part in parts if part))
    yield quiet(f"Rated for the list of {rated.list_date} ({rated.law.id}), {rated.kind}.")


def _findings(rated: RatedEvents, findings: Iterable[object], cited: CitedArticles) -> Iterator[Fragment]:
    if rated.missing_lists:
        lists = ", ".join(map(str, rated.missing_lists))
        why = f" No rating list of {lists} was at hand; ratings are those of the report."
        yield element("p", element("strong", "Estimate."), why, class_="note")
    listed = [cited.in_sentence(str(finding)) for finding in findings]
    rest = listed[_SHOWN_FINDINGS:]
    if listed:
        more = folded(f"{len(rest)} more", items(rest)) if rest else None
        yield element("div", items(listed[:_SHOWN_FINDINGS]), more, class_="note")


def _changes(
    rated: RatedEvents,
    rows: Sequence[StatementRow],
    others: Mapping[str, Sequence[StatementRow]],
    places: PlayerPlaces,
) -> Iterator[Fragment]:
    is_single = len(rated.reports) == 1
    lines = (
        [
            *([rows[place].rank or NONE, rows[place].number] if is_single else ()),
            *_change_cells(rows[place], anchor_name(rated.entries[place]), places),
            *(gain(other[place].change) for other in others.values()),
        ]
        for place in sorted(range(len(rows)), key=lambda place: _order(rows[place], is_single=is_single))
    )
    kind = "changes" if is_single else "changes several"
    yield element("h2", "Changes for the list of ", element("span", rated.list_date.isoformat()), id="changes")
    yield table([*(_CHANGES if is_single else _CHANGES[2:]), *others], lines, f"{kind} sortable filtered")
    yield from (quiet(sentence) for sentence in marks_explained(rows))
    changes = [row.change for row in rows if row.change is not None]
    together = f"; all changes together come to {gain(sum(changes))} points" if changes else ""
    without_k = _WITHOUT_K if any(map(_is_without_k, rows)) else ""
    legend = f"{_RANK_AND_NUMBER if is_single else ''}{_ABBREVIATIONS}"
    yield quiet(f"{sum(row.n for row in rows)} results count{together}. {without_k}{legend}")


def _order(row: StatementRow, *, is_single: bool) -> tuple[int | str, int]:
    """Give the place of a line: by rank, or by name where players have a rank in each of several events."""
    return (row.rank or _LAST if is_single else row.name.casefold(), row.number)


def _change_cells(row: StatementRow, name: str, places: PlayerPlaces) -> Iterator[Content | Cell]:
    title, remark = f"{row.title} " if row.title else "", _remark(row)
    mark = element("span", f" {row.mark}", class_="doubt") if row.mark else None
    linked = joined([title, places.working(name, row.name), mark, element("small", remark) if remark else None])
    yield Cell(linked, "name", f"player-{name}")
    yield row.federation
    yield row.fide_id
    yield plain(row.ro)
    k = ("?" if _is_without_k(row) else "") if row.k is None else row.k
    yield from (row.rc, row.n, decimal(row.w), _points(row.we), _points(row.difference), k, _points(row.k_change))
    yield Cell(gain(row.change), direction(row.change))
    yield row.new


def _is_without_k(row: StatementRow) -> bool:
    """Tell whether a rated player has no change because K is not known."""
    return row.ro is not None and row.k is None and row.n > 0


def _remark(row: StatementRow) -> str:
    """Give what is to be said beside a name, on a line of its own; why there is no first rating, a section says."""
    if row.doubt is not None:
        return "FIDE number in doubt"
    if row.ro is not None:
        return "" if row.new is not None or _is_without_k(row) else row.status or ""
    return "no rating yet" if row.new is None else "first rating"


def _points(value: int | None) -> str:
    return "" if value is None else points_text(value)
