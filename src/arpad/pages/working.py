"""Every player's working on the page of an event: each round, what it counts for, the sums, and the articles."""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from arpad.events.notes import note_words
from arpad.model.numbers import decimal
from arpad.pages.html import Cell, element, folded, joined, quiet, table
from arpad.pages.numbers import NONE, direction, gain, plain, points_text
from arpad.pages.players import anchor_name
from arpad.regulations.terms.ints import citations
from arpad.regulations.workings.explained_lines import reason_facts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arpad.events.rate import RatedEvents
    from arpad.events.statement import StatedGame, StatementRow
    from arpad.pages.html import Content, Fragment
    from arpad.pages.law import CitedArticles
    from arpad.pages.players import PlayerPlaces
    from arpad.regulations.edition import Citation

_DOUBTFUL = "FIDE number in doubt; the rating is that of the report"
WORKING = "working"
"""The anchor of the section."""
_RESULTS = {100: "1", 50: "½", 0: "0"}
_GAMES = ("Rd.", "", Cell("Opponent", "name"), "R", "Score", "D", "Counts as", "Expected", "chg")
_READING = (
    "Rd.: round, with the colour of the player; the opponent by starting number and name; R: the opponent's rating as "
    "used; D: the player's rating less R; chg: the score less what was expected."
)


def working_section(
    rated: RatedEvents, rows: Sequence[StatementRow], places: PlayerPlaces, cited: CitedArticles
) -> Fragment:
    """Give the section with everybody's working, folded, in the order of the report."""
    title = element("h2", "Every player's working", id=WORKING)
    workings = (
        _working(rated, anchor_name(entry), row, places, cited) for entry, row in zip(rated.entries, rows, strict=True)
    )
    return element("section", title, quiet(_READING, *_of_cut(rated, rows, cited)), *workings, class_="working")


def _of_cut(rated: RatedEvents, rows: Sequence[StatementRow], cited: CitedArticles) -> Iterator[Content]:
    """Say what an asterisk means, where there is one."""
    events = dict.fromkeys(game.event for row in rows for game in row.games if game.cut)
    if events:
        articles = (citation for event in events for citation in citations(rated.laws[event], ("difference_cap",)))
        yield " * behind a rating: the difference is larger than the largest that counts, which was taken instead ("
        yield cited.links(articles)
        yield ")."


def _working(rated: RatedEvents, name: str, row: StatementRow, places: PlayerPlaces, cited: CitedArticles) -> Fragment:
    title = f"{row.title} " if row.title else ""
    first = f"first rating {row.new}" if row.ro is None and row.new is not None else ""
    came = gain(row.change) or first or row.missing or ""
    head = (
        element("span", row.number, class_="number"),
        element("strong", f"{title}{row.name}"),
        element("span", "unrated" if row.ro is None else row.ro),
        element("span", came, class_=direction(row.change) or None),
    )
    facts = (f"No. {row.number}", f"FIDE number {row.fide_id or 'none'}", row.federation or "")
    about = quiet(" · ".join(fact for fact in facts if fact), " · ", places.line(name, "to the line of the player"))
    by_event = [(event, list(games)) for event, games in groupby(row.games, attrgetter("event"))]
    tables = (_games(rated, event, games, places) for event, games in by_event)
    result = element("p", _result(row), " ", element("span", cited.links(_citations(rated, row)), class_="law"))
    doubt = element("p", row.doubt.sentence(), class_="note") if row.doubt is not None else None
    within = element("div", about, doubt, *tables, result)
    return folded(joined(head), within, kind="filtered", anchor=f"working-{name}")


def _games(rated: RatedEvents, event: int, games: Sequence[StatedGame], places: PlayerPlaces) -> Fragment:
    """Give the rounds of one event, under its name where there are several."""
    report = rated.reports[event]
    named = element("h3", report.tournament.name or report.file) if len(rated.reports) > 1 else None
    return joined([named, table(_GAMES, (_game_cells(rated, game, places) for game in games))])


def _game_cells(rated: RatedEvents, game: StatedGame, places: PlayerPlaces) -> Iterator[Content | Cell]:
    note = note_words(game.note, **reason_facts(rated.laws[game.event])) if game.note else ""
    note = note or (_DOUBTFUL if game.doubtful else "")
    yield game.round
    yield game.colour
    yield Cell(joined([_opponent(game, places), element("small", note) if note else None]), "name")
    if game.opponent is None:
        yield None
    else:
        yield NONE if game.rating is None else f"{game.rating}{'*' if game.cut else ''}"
    yield None if game.score is None else _RESULTS[game.score]
    for value in (game.difference, game.counted):
        yield None if value is None else plain(value)
    for points in (game.expected, game.change):
        yield "" if points is None else points_text(points)


def _opponent(game: StatedGame, places: PlayerPlaces) -> Content:
    if game.opponent is None:
        return None
    return joined([f"{game.opponent} ", places.of_number(game.event, game.opponent, game.opponent_name)])


def _citations(rated: RatedEvents, row: StatementRow) -> Sequence[Citation]:
    law = rated.laws[row.games[0].event] if row.games else rated.law
    return citations(
        law, ("initial_method",) if row.ro is None else ("difference_cap", "expectation_table", "rounding")
    )


def _result(row: StatementRow) -> str:
    """Say what the rounds come to."""
    if row.ro is None:
        result = f"Unrated: {decimal(row.w)} of {row.n} against rated opponents"
        result += f", Ru {row.ru}" if row.ru else ""
        return f"{result}. {f'First rating {row.new}' if row.new is not None else row.missing or ''}"
    difference = points_text(row.difference)
    result = f"w {decimal(row.w)} \u2212 We {points_text(row.we)} = {difference}"
    if row.k is None:
        return f"{result}; K is not known, so no change is given."
    result += f"; times K {row.k} = {points_text(row.k_change)}, rounded {gain(row.change)}"
    return f"{result}: {row.ro} → {row.new or row.status or NONE}"
