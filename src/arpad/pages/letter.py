"""One player's page: a letter that an officer sends to a player who asks about a rating.

Plain words first, then FIDE's columns event by event and game by game, with K times the change of each game, then every
step with its articles, and what these ask. It prints on A4, and on a phone the change stays in sight.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.model.numbers import decimal
from arpad.pages.html import Cell, element, items, joined, page, quiet, table
from arpad.pages.law import CitedArticles
from arpad.pages.numbers import NONE, direction, plain, points_text, signed, with_minus
from arpad.regulations.package_data import words
from arpad.regulations.workings.explained_lines import REASONS, reason_facts
from arpad.regulations.workings.explanation import merged_citations
from arpad.regulations.workings.fide_columns import event_columns, game_columns, period_columns
from arpad.regulations.workings.first_rating import FirstRating
from arpad.regulations.workings.plain_words import event_called, event_in_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from arpad.model.period import Event, EventNames
    from arpad.pages.html import Content, Fragment
    from arpad.regulations.edition import Citation
    from arpad.regulations.workings.explained_lines import ExplainedLine
    from arpad.regulations.workings.explanation import Explanation
    from arpad.regulations.workings.fide_columns import FideColumns, GameColumns
    from arpad.regulations.workings.first_rating import Pooled
    from arpad.regulations.workings.period import PlayerResult

_RESULTS = {100: "1", 50: "½", 0: "0"}
_COLUMNS: tuple[Content | Cell, ...] = (
    Cell("Event", "text"), "Ro", Cell("Rc", "wide"), "W", "n", "chg", "K", "K*chg",
)  # fmt: skip
_GAMES: tuple[Content | Cell, ...] = (
    Cell("", "text"), Cell("Opponent", "text"), "R", "W", Cell("D", "wide"), Cell("counts as", "wide"),
    Cell("expected", "wide"), "chg", Cell("K", "wide"), "K*chg",
)  # fmt: skip
_ABBREVIATIONS = (
    "Ro: your rating; Rc: the mean of the opponents' ratings as they count; W, n: points and games that count; D: your "
    "rating less the opponent's; chg: points less expected points; K*chg: K times that. The sum of all K*chg is "
    "rounded once, for the whole list."
)
_DAY = re.compile(r"(\d{4}-\d\d-\d\d)")
WORKED = "worked"
"""The look of a table of the working."""
_DISCLAIMER = "Worked out by arpad. No official rating, and not affiliated with FIDE."


@dataclass(frozen=True, slots=True)
class Letter:
    """What a player is told about one list: in words, in numbers, with articles."""

    name: str
    number: int | None
    """The FIDE number; None or a negative one where there is none yet."""
    federation: str | None
    explanation: Explanation
    names: Sequence[EventNames]
    sentences: Sequence[str]
    """Plain words, the answer first."""
    remarks: Sequence[str] = ()
    """What has to be known besides: whether the list agrees, or that it is an estimate."""
    is_public: bool = False
    """True where everybody reads it, and not the player alone."""


def letter_page(letter: Letter) -> str:
    """Write the page."""
    period = letter.explanation.result.period
    title = f"{letter.name}: {period.kind} rating, list of {period.list_date}"
    return page(title, letter_parts(letter), "letter")


def letter_parts(letter: Letter, address: Callable[[str, str], str] | None = None) -> Iterator[Fragment]:
    """Give what the page shows, part by part; on a site that has the regulations, with the addresses of articles."""
    yield element("h1", letter.name)
    yield from explained_parts(letter, address)


def explained_parts(letter: Letter, address: Callable[[str, str], str] | None = None) -> Iterator[Fragment]:
    """Give the same without the heading, for a page that has its own."""
    result = letter.explanation.result
    yield quiet(_about(letter))
    yield element("p", with_minus(letter.sentences[0]), class_="answer")
    yield from (element("p", with_minus(sentence)) for sentence in letter.sentences[1:])
    if isinstance(result, FirstRating):
        yield from _first_rating(result, letter)
    elif result.events:
        yield from _numbers(result, letter.names)
        yield from _games(result, letter.names)
    cited = CitedArticles([result.law, *(event.law for event in result.events)], address)
    yield from _steps(letter, cited)
    if letter.remarks:
        yield element("div", items(with_minus(remark) for remark in letter.remarks), class_="note")
    yield from cited.section()
    yield element("footer", element("p", _ABBREVIATIONS), element("p", _DISCLAIMER))


def _about(letter: Letter) -> str:
    period, law = letter.explanation.result.period, letter.explanation.result.law
    number = f"FIDE number {letter.number}" if letter.number is not None and letter.number > 0 else "no FIDE number yet"
    parts = [number, letter.federation or "", f"{period.kind} chess", f"list of {period.list_date}", f"by {law.id}"]
    return " · ".join(part for part in parts if part)


def _numbers(result: PlayerResult, names: Sequence[EventNames]) -> Iterator[Fragment]:
    """Give the events in FIDE's columns, and all together where there are several."""
    rows = [
        _fide_cells(_event_name(event.event, number, names), event_columns(result, number - 1))
        for number, event in enumerate(result.events, start=1)
    ]
    if len(rows) > 1:
        rows.append(_fide_cells(element("strong", "Together"), period_columns(result)))
    yield element("h2", "In FIDE's columns")
    yield table(_COLUMNS, rows)
    if result.change is not None:
        after = result.status if result.new_rating is None else result.new_rating
        yield element("p", f"Rounded: {signed(100 * result.change).removesuffix('.00')}. {result.rating} → {after}.")


def _event_name(event: Event, number: int, names: Sequence[EventNames]) -> Fragment:
    """Name an event, with its days on a line of their own."""
    days = str(event.end) if event.start == event.end else f"{event.start} to {event.end}"
    return joined([event_called(number, names), element("small", days)])


def _fide_cells(event: Content, columns: FideColumns) -> list[Content | Cell]:
    k = ("?" if columns.n else None) if columns.k is None and columns.k_chg is None else columns.k
    return [
        Cell(event, "name"), columns.ro, Cell(plain(columns.rc), "wide"), decimal(columns.w), columns.n,
        signed(columns.chg), k, Cell(signed(columns.k_chg), direction(columns.k_chg)),
    ]  # fmt: skip


def _games(result: PlayerResult, names: Sequence[EventNames]) -> Iterator[Fragment]:
    yield element("h2", "Game by game")
    for place, event in enumerate(result.events):
        if len(result.events) > 1:
            yield element("h3", _with_days(event_in_words(event.event, place + 1, names)))
        met = names[place].opponents if names else ()
        weighed = game_columns(result, place)
        yield table(_GAMES, (_game_cells(result, place, index, columns, met) for index, columns in enumerate(weighed)))
        if "change" not in event.working.parts:
            yield quiet(f"This edition rates by the average of the opponents, {event.working.whole.get('average')}.")


def _game_cells(
    result: PlayerResult, place: int, index: int, columns: GameColumns, met: Sequence[tuple[int | None, str]]
) -> list[Content | Cell]:
    event = result.events[place]
    game, parts = event.event.games[index], event.working.parts
    code = parts["uncounted"][index]
    why = f"does not count: {words('reason', REASONS[code], **reason_facts(event.law))}" if code else ""
    name = met[index][1] if index < len(met) else ""
    difference, counts = (None if code else parts[key][index] for key in ("difference", "counted_difference"))
    expected = parts["expected"][index] if not code and "expected" in parts else None
    return [
        Cell(game.round, "text"),
        Cell(joined([name, element("small", why) if why else None]), "name"),
        plain(game.opponent),
        _RESULTS[game.score],
        Cell(_number(difference), "wide"),
        Cell(_number(counts), "wide"),
        Cell("" if expected is None else points_text(expected), "wide"),
        "" if columns.chg is None else signed(columns.chg),
        Cell(columns.k, "wide"),
        Cell("" if columns.k_chg is None else signed(columns.k_chg), direction(columns.k_chg)),
    ]


def _number(value: int | None) -> str:
    return "" if value is None else plain(value)


def _first_rating(result: FirstRating, letter: Letter) -> Iterator[Fragment]:
    names = letter.names
    head: list[Content | Cell] = [Cell("Event", "text"), "games", "points", Cell("", "text")]
    of_whom = "Results" if letter.is_public else "Your results"
    yield element("h2", f"{of_whom} against rated opponents")
    yield table(head, (_pooled_cells(pooled, number, names) for number, pooled in enumerate(result.events, start=1)))
    sums = [f"{result.games} of {result.needed} games needed", f"{decimal(result.score)} points"]
    sums += [f"{name} {value}" for name, value in (("p", _points(result.p)), ("dp", result.dp)) if value is not None]
    sums += [f"Ru {result.rating}"] if result.rating is not None else []
    yield element("p", with_minus(", ".join(sums)) + ".")


def _pooled_cells(pooled: Pooled, number: int, names: Sequence[EventNames]) -> list[Content | Cell]:
    why = "counts" if pooled.counts else words("newcomer", pooled.reason)
    return [
        Cell(_event_name(pooled.event, number, names), "name"),
        pooled.games,
        decimal(pooled.score),
        Cell(why, "text wrapped"),
    ]


def _points(value: int | None) -> str | None:
    return None if value is None else decimal(value)


def _steps(letter: Letter, cited: CitedArticles) -> Iterator[Fragment]:
    """Give the working with its articles: each event, what holds for every game, once, and the list."""
    lines = letter.explanation.lines
    if not lines:
        return
    head: list[Content | Cell] = [Cell("", "text"), "", Cell("article", "text")]
    yield element("h2", "Step by step")
    of_games = [line for line in lines if line.game is not None]
    if of_games:
        yield element("h3", "Every game")
        yield table(head, _once_each(of_games, cited), WORKED)
    for place, event in enumerate(_events(letter.explanation.result)):
        own = [line for line in lines if line.event == place and line.game is None]
        if own:
            yield element("h3", _with_days(event_in_words(event, place + 1, letter.names)))
            yield table(head, (line_cells(line, cited) for line in own), WORKED)
    whole = [line for line in lines if line.event is None and line.game is None]
    if whole:
        yield element("h3", "The list")
        yield table(head, (line_cells(line, cited) for line in whole), WORKED)


def _with_days(text: str) -> Content:
    """Give a text whose days are not broken at the end of a line."""
    return joined(element("span", part, class_="day") if _DAY.fullmatch(part) else part for part in _DAY.split(text))


def _events(result: PlayerResult | FirstRating) -> list[Event]:
    """Give the events of a period, in the order of the working."""
    if isinstance(result, FirstRating):
        return [pooled.event for pooled in result.events]
    return [event_result.event for event_result in result.events]


def _once_each(lines: Iterable[ExplainedLine], cited: CitedArticles) -> Iterator[list[Content | Cell]]:
    """Give each quantity of games once, with every article that any of the games consulted for it."""
    by_name: dict[str, list[ExplainedLine]] = {}
    for line in lines:
        by_name.setdefault(line.name, []).append(line)
    for name, same in by_name.items():
        consulted = merged_citations(citation for line in same for citation in line.citations)
        yield _cells(words("line", name), None, _links(consulted, cited), None)


def line_cells(line: ExplainedLine, cited: CitedArticles) -> list[Content | Cell]:
    """Give a line of a working as cells: what it is, its value, and its articles."""
    value = with_minus(line.shown or NONE)
    return _cells(words("line", line.name), value, _links(line.citations, cited), line.printed)


def _links(citations: Iterable[Citation], cited: CitedArticles) -> Content:
    """Cite articles as links, each edition named once, with what is not certain."""
    links: list[Content] = []
    edition = ""
    for citation in citations:
        name = f"{citation.edition} {citation.article}"
        uncertain = str(citation).removeprefix(name)
        article = cited.link(
            citation.edition, citation.article, citation.article if citation.edition == edition else name
        )
        links.append(joined([article, uncertain]))
        edition = citation.edition
    return joined(links, ", ") if links else "as given"


def _cells(name: str, value: str | None, cited: Content, printed: str | None) -> list[Content | Cell]:
    remark = element("small", with_minus(f"as printed: {printed}")) if printed is not None else None
    return [Cell(name, "text wrapped"), joined([_with_days(value or ""), remark]), Cell(cited, "text wrapped quiet")]
