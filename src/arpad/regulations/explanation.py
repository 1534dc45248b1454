"""The working of a period as data: one line for each quantity, with its value, its citations, and the print.

Where an edition has a printed twin, what it would change is worked out under the twin as well; a line whose number
would differ there says so. Lines cite what was consulted to reach them and nothing else.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arpad.model.period import RATINGS_AT_GAME
from arpad.model.problems import RefusedError
from arpad.regulations.calculation import WHOLE
from arpad.regulations.calendar import calendar
from arpad.regulations.catalogue import TWIN, edition, edition_over, shipped_names
from arpad.regulations.edition import Citation, Edition, Provision
from arpad.regulations.ints import citations
from arpad.regulations.player_period import PlayerResult, next_coefficient, rate_list, rate_player
from arpad.regulations.working import TEXT, ExplainedLine, worked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from arpad.model.period import RatingPeriod
    from arpad.regulations.player_period import EventResult


def explain(period: RatingPeriod) -> tuple[PlayerResult, tuple[ExplainedLine, ...]]:
    """Rate a period and give the working, with what the printed documents would give instead."""
    result = rate_player(period, explained=True)
    of_events = [_event_lines(result, index, one) for index, one in enumerate(result.events)]
    of_period = _period_lines(result)
    lines = (*(line for each in of_events for line in each), *of_period)
    if any(_touched(each, one.law) for each, one in zip(of_events, result.events, strict=True)):
        return result, _with_print(period, result, lines)
    if _touched(of_period, result.law):
        printed = _period_lines(rate_list(period, twin(result.law), result.events, explained=True))
        return result, compared(lines, printed)
    return result, lines


def _with_print(
    period: RatingPeriod, result: PlayerResult, lines: tuple[ExplainedLine, ...]
) -> tuple[ExplainedLine, ...]:
    """Work the whole period out as printed, and mark what differs; or say why the print cannot be worked with."""
    try:
        other = rate_player(period, explained=True, law_of=twin)
    except RefusedError as fault:
        laws = {law.id: law for law in (result.law, *(one.law for one in result.events)) if twin(law) is not law}
        return (*lines, *(_undecided(law, fault) for law in laws.values()))
    printed = [line for index, one in enumerate(other.events) for line in _event_lines(other, index, one)]
    return compared(lines, [*printed, *_period_lines(other)])


def explain_with_print(
    lines: list[ExplainedLine], law: Edition, work_out: Callable[[Edition], list[ExplainedLine]]
) -> list[ExplainedLine]:
    """Mark the lines of a single working that would differ as printed; `work_out` does it again under the print."""
    if not _touched(lines, law):
        return lines
    try:
        return list(compared(lines, work_out(twin(law))))
    except RefusedError as fault:
        return [*lines, _undecided(law, fault)]


def _undecided(law: Edition, fault: RefusedError) -> ExplainedLine:
    """Say that the print contradicts itself or leaves a cell out."""
    tables = [key for key in ("expectation_table", "percentage_table") if key in departures(law)]
    return ExplainedLine("as_printed", str(fault), TEXT, citations(twin(law), tables))


def _touched(lines: Iterable[ExplainedLine], law: Edition) -> bool:
    """Tell whether anything was consulted that the print says otherwise."""
    if twin(law) is law:
        return False
    cited = {id(line.citations): line.citations for line in lines}
    consulted = {key for each in cited.values() for one in each for key in one.provisions}
    return not consulted.isdisjoint(departures(law))


def departures(law: Edition) -> frozenset[str]:
    """Name the provisions in which an edition departs from its print."""
    made = law.compiled.get("departures")
    if made is None:
        other = twin(law).provisions
        made = frozenset(key for key, one in law.provisions.items() if other[key].content != one.content)
        law.compiled["departures"] = made
    return made


def twin(law: Edition) -> Edition:
    """Give the edition as printed, or the edition itself where no printed document is behind it.

    One of the five documents has its twin. An amendment of one of them stands over the same print: what it leaves
    alone is read there. What is only presumed unchanged is not: that print was not seen.
    """
    made = law.compiled.get("twin")
    if made is None:
        made = law.compiled["twin"] = _twin(law)
    return made


def _twin(law: Edition) -> Edition:
    shipped = shipped_names()
    if f"{law.id}{TWIN}" in shipped:
        return edition_over(f"{law.id}{TWIN}", law.kind, law.base)
    changed: dict[str, Provision] = {}
    tables = dict(law.tables)
    for key, one in law.provisions.items():
        name = f"{one.origin}{TWIN}"
        if one.reconstructed or name not in shipped or law.id.endswith(TWIN):
            continue
        print_of_it = edition(name)
        if key in print_of_it.provisions and print_of_it.provisions[key].content != one.content:
            changed[key] = print_of_it.provisions[key]
            tables |= print_of_it.tables
    if not changed:
        return law
    return replace(law, provisions={**law.provisions, **changed}, tables=tables, compiled={})


def compared(lines: Iterable[ExplainedLine], printed: Iterable[ExplainedLine]) -> tuple[ExplainedLine, ...]:
    """Mark the lines whose value would differ as printed."""
    as_printed = {(line.name, line.event, line.game): line for line in printed}

    def marked(line: ExplainedLine) -> ExplainedLine:
        other = as_printed.get((line.name, line.event, line.game))
        if other is None or other.value == line.value:
            return line
        return line._replace(printed=other.shown or "nothing")

    return tuple(marked(line) for line in lines)


def _period_lines(result: PlayerResult) -> list[ExplainedLine]:
    renamed = {"change": "list_change", "games": "games_of_period", "sum": "sum_of_period"}
    found: list[ExplainedLine] = []
    for line in worked(result.lines, result.law, renamed=renamed):
        if line.game is None:
            found.append(line)
        elif line.value != result.events[line.game].k:
            # The parts of a period are its events; the limit on K is shown where it bites.
            found.append(line._replace(event=line.game, game=None))
    return found + _closing_lines(result)


def _event_lines(result: PlayerResult, index: int, one: EventResult) -> list[ExplainedLine]:
    period, law = result.period, one.law
    found: list[ExplainedLine] = []
    applies = calendar(period.kind, name=period.edition).list_in_force(one.event.start)
    by_game = one.event.ratings == RATINGS_AT_GAME and law.has("list_for_game")
    if applies is not None:
        name, key = ("lists_of_games", "list_for_game") if by_game else ("list_of_event", "list_for_event")
        found.append(ExplainedLine(name, applies.isoformat(), TEXT, citations(law, [key]), index))
    if period.player.rating is None:
        found.append(ExplainedLine("own_rating", one.rating, WHOLE, citations(law, ["standard_stands_in"]), index))
    elif one.event.rating is None:
        found.append(ExplainedLine("own_rating", one.rating, WHOLE, citations(law, ["became_rated"]), index))
    found += worked(one.working.lines, law, index)
    if one.k is not None and one.k_from is None:
        found.append(ExplainedLine("k", one.k, WHOLE, (), index))
    elif one.k_from is not None:
        k_lines = worked(one.k_from.lines, law, index)
        when = citations(law, ["k_when"])
        found += [line._replace(citations=_merged(line.citations, when)) for line in k_lines]
    return found


def _merged(first: tuple[Citation, ...], second: tuple[Citation, ...]) -> tuple[Citation, ...]:
    places = {(one.edition, one.article): one for one in first}
    for one in second:
        place = (one.edition, one.article)
        places[place] = places[place].with_(one) if place in places else one
    return tuple(places.values())


def _closing_lines(result: PlayerResult) -> list[ExplainedLine]:
    if result.reached is None:
        return []
    found: list[ExplainedLine] = []
    if result.adjustment is not None and result.adjustment[1] is not None:
        one, points = result.adjustment
        cited = Citation(one.id, "announcement", (one.rule,), one.id, confidence=one.confidence, readings=("R-025",))
        found.append(ExplainedLine("adjustment", points, WHOLE, (cited,)))
        found.append(ExplainedLine("published_rating", result.reached, WHOLE, (cited,)))
    if result.new_rating is None:
        found.append(
            ExplainedLine("floor", result.law.value("floor"), WHOLE, citations(result.law, ["floor", "below_floor"]))
        )
    following = next_coefficient(result, explained=True)
    if following is not None and following.k is not None:
        found += worked(following.lines, result.law, renamed={"k": "next_k"})
    return found
