"""One player's page: a letter that an officer sends to a player who asks about a rating.

Plain words first, then FIDE's columns event by event and game by game, with K times the change of each game, then every
step with its articles, and what these ask. It prints on A4, and on a phone the change stays in sight.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arpad.model.numbers import decimal
from arpad.pages.html import Cell, element, items, joined, link, page, quiet, table
from arpad.pages.law import CitedArticles
from arpad.pages.numbers import NONE, direction, plain, points_text, signed, with_minus
from arpad.pages.wording import says
from arpad.regulations.package_data import words
from arpad.regulations.workings.explained_lines import REASONS, reason_facts
from arpad.regulations.workings.explanation import merged_citations
from arpad.regulations.workings.fide_columns import event_columns, game_columns, period_columns
from arpad.regulations.workings.first_rating import FirstRating, last_lists
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
_DAY = re.compile(r"(\d{4}-\d\d-\d\d)")
WORKED = "worked"
"""The look of a table of the working."""


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
    of_player: Callable[[int, str], str] | None = None
    """Gives the address of an opponent by number and name, where there are pages of players."""
    of_event: Callable[[int, str], str] | None = None
    """Gives the address of an event by number and name, where there are pages of events."""


def letter_page(letter: Letter) -> str:
    """Write the page."""
    period = letter.explanation.result.period
    title = says("letter", "title", name=letter.name, kind=period.kind, list=period.list_date)
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
        yield from _numbers(result, letter)
        yield from _games(result, letter)
    cited = CitedArticles([result.law, *(event.law for event in result.events)], address)
    yield from _steps(letter, cited)
    if letter.remarks:
        yield element("div", items(with_minus(remark) for remark in letter.remarks), class_="note")
    yield from cited.section()
    yield element("footer", *(element("p", says("letter", name)) for name in ("abbreviations", "disclaimer")))


def _about(letter: Letter) -> str:
    period, law = letter.explanation.result.period, letter.explanation.result.law
    has_number = letter.number is not None and letter.number > 0
    # A calculation for nobody in particular is about no number.
    number = says("letter", "without_number") if letter.name else ""
    parts = [
        says("letter", "number", number=letter.number) if has_number else number,
        letter.federation or "",
        says("letter", "chess", kind=period.kind),
        says("letter", "of_list", list=period.list_date),
        says("letter", "by_edition", edition=law.id),
    ]
    return " · ".join(part for part in parts if part)


def _numbers(result: PlayerResult, letter: Letter) -> Iterator[Fragment]:
    """Give the events in FIDE's columns, and all together where there are several."""
    rows = [
        _fide_cells(_event_name(event.event, number, letter), event_columns(result, number - 1))
        for number, event in enumerate(result.events, start=1)
    ]
    if len(rows) > 1:
        rows.append(_fide_cells(element("strong", says("letter", "together")), period_columns(result)))
    yield element("h2", says("letter", "in_columns"))
    head: list[Content | Cell] = [
        Cell(says("letter", "event"), "text"),
        "Ro",
        Cell("Rc", "wide"),
        "W",
        "n",
        "chg",
        "K",
        "K*chg",
    ]
    yield table(head, rows)
    if result.change is not None:
        after = result.status if result.new_rating is None else result.new_rating
        change = signed(100 * result.change).removesuffix(".00")
        yield element("p", says("letter", "rounded", change=change, before=result.rating, after=after))


def _event_name(event: Event, number: int, letter: Letter) -> Fragment:
    """Name an event, with its days on a line of their own; on a site with pages of events it leads there."""
    days = str(event.end)
    if event.start != event.end:
        days = says("letter", "days", start=event.start, end=event.end)
    name: Content = event_called(number, letter.names)
    if letter.of_event is not None and event.number is not None:
        name = link(letter.of_event(event.number, str(name)), name)
    return joined([name, element("small", days)])


def _fide_cells(event: Content, columns: FideColumns) -> list[Content | Cell]:
    k = ("?" if columns.n else None) if columns.k is None and columns.k_chg is None else columns.k
    return [
        Cell(event, "name"), columns.ro, Cell(plain(columns.rc), "wide"), decimal(columns.w), columns.n,
        signed(columns.chg), k, Cell(signed(columns.k_chg), direction(columns.k_chg)),
    ]  # fmt: skip


def _games(result: PlayerResult, letter: Letter) -> Iterator[Fragment]:
    names = letter.names
    yield element("h2", says("letter", "game_by_game"))
    for place, event in enumerate(result.events):
        if len(result.events) > 1:
            yield element("h3", _with_days(event_in_words(event.event, place + 1, names)))
        met = names[place].opponents if names else ()
        weighed = game_columns(result, place)
        yield table(
            _heads_of_games(),
            (
                _game_cells(result, place, index, columns, _opponent(letter, met, index))
                for index, columns in enumerate(weighed)
            ),
        )
        if "change" not in event.working.parts:
            yield quiet(says("letter", "by_average", average=event.working.whole.get("average")))


def _game_cells(
    result: PlayerResult, place: int, index: int, columns: GameColumns, name: Content
) -> list[Content | Cell]:
    event = result.events[place]
    game, parts = event.event.games[index], event.working.parts
    code = parts["uncounted"][index]
    why = ""
    if code:
        why = says("letter", "uncounted", why=words("reason", REASONS[code], **reason_facts(event.law)))
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


def _heads_of_games() -> list[Content | Cell]:
    counts, expected = says("letter", "counts_as"), says("letter", "expected")
    return [
        Cell("", "text"), Cell(says("letter", "opponent"), "text"), "R", "W", Cell("D", "wide"), Cell(counts, "wide"),
        Cell(expected, "wide"), "chg", Cell("K", "wide"), "K*chg",
    ]  # fmt: skip


def _opponent(letter: Letter, met: Sequence[tuple[int | None, str]], index: int) -> Content:
    """Name the opponent of a game; on a site with pages of players the name leads there."""
    number, name = met[index] if index < len(met) else (None, "")
    return name if number is None or letter.of_player is None else link(letter.of_player(number, name), name)


def _number(value: int | None) -> str:
    return "" if value is None else plain(value)


def _first_rating(result: FirstRating, letter: Letter) -> Iterator[Fragment]:
    head: list[Content | Cell] = [
        Cell(says("letter", "event"), "text"), says("letter", "games"), says("letter", "points"), Cell("", "text"),
    ]  # fmt: skip
    rows = [_pooled_cells(pooled, number, letter) for number, pooled in enumerate(result.events, start=1)]
    if letter.is_public and result.published is None and result.events:
        # Everybody who waits for a first rating asks until when a result can be used.
        head.append(Cell(says("letter", "usable_to"), "text"))
        for row, last in zip(rows, last_lists(result), strict=True):
            row.append(Cell(NONE if last is None else says("letter", "list_of", list=last), "text wrapped"))
    if rows or not letter.is_public:
        yield element("h2", says("letter", "results" if letter.is_public else "own_results"))
        yield table(head, rows)
    # How many games were needed is not said where that would tell more than is public.
    sums = [says("letter", "games_needed", games=result.games, needed=result.needed)] if result.needed else []
    sums.append(says("letter", "points_in_all", points=decimal(result.score)))
    sums += [f"{name} {value}" for name, value in (("p", _points(result.p)), ("dp", result.dp)) if value is not None]
    sums += [f"Ru {result.rating}"] if result.rating is not None else []
    yield element("p", with_minus(", ".join(sums)) + ".")


def _pooled_cells(pooled: Pooled, number: int, letter: Letter) -> list[Content | Cell]:
    why = says("letter", "counts") if pooled.counts else words("newcomer", pooled.reason)
    return [
        Cell(_event_name(pooled.event, number, letter), "name"),
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
    head: list[Content | Cell] = [Cell("", "text"), "", Cell(says("letter", "article"), "text")]
    yield element("h2", says("letter", "step_by_step"))
    of_games = [line for line in lines if line.game is not None]
    if of_games:
        yield element("h3", says("letter", "every_game"))
        yield table(head, _once_each(of_games, cited), WORKED)
    for place, event in enumerate(_events(letter.explanation.result)):
        own = [line for line in lines if line.event == place and line.game is None]
        if own:
            yield element("h3", _with_days(event_in_words(event, place + 1, letter.names)))
            yield table(head, (line_cells(line, cited) for line in own), WORKED)
    whole = [line for line in lines if line.event is None and line.game is None]
    if whole:
        yield element("h3", says("letter", "list"))
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
    return joined(links, ", ") if links else says("letter", "as_given")


def _cells(name: str, value: str | None, cited: Content, printed: str | None) -> list[Content | Cell]:
    remark = (
        element("small", with_minus(says("letter", "as_printed", printed=printed))) if printed is not None else None
    )
    return [Cell(name, "text wrapped"), joined([_with_days(value or ""), remark]), Cell(cited, "text wrapped quiet")]
