"""The working of a period as data: one line for each quantity, with its value, its citations, and the print.

Where an edition has a printed twin, what it would change is worked out under the twin as well; a line whose number
would differ there says so. Lines cite what was consulted to reach them and nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from arpad.model.period import RATINGS_AT_GAME
from arpad.model.problems import RefusedError
from arpad.regulations.calendar import calendar
from arpad.regulations.consulted import Consulted
from arpad.regulations.edition import Citation
from arpad.regulations.package_data import words
from arpad.regulations.periods import is_newcomer
from arpad.regulations.terms.calculation import WHOLE
from arpad.regulations.terms.ints import citations
from arpad.regulations.twins import compared, is_of_another, touched, twin, undecided
from arpad.regulations.workings.explained_lines import TEXT, ExplainedLine, explanation_text, worked
from arpad.regulations.workings.first_rating import FirstRating, first_rating
from arpad.regulations.workings.list_line import cited_at_the_floor
from arpad.regulations.workings.period import PlayerResult, next_coefficient, rate_list, rate_player

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date

    from arpad.model.period import Event, RatingPeriod
    from arpad.regulations.calendar import Calendar
    from arpad.regulations.workings.period import EventResult


class Explanation(NamedTuple):
    """A result with its working: one line for each quantity. Printed, it gives both, with the articles."""

    result: PlayerResult | FirstRating
    """That of a rated player, or a newcomer's first rating."""
    lines: tuple[ExplainedLine, ...]

    def __repr__(self) -> str:
        return f"<Explanation of {self.result!r}: {len(self.lines)} lines>"

    def __str__(self) -> str:
        return "\n".join([str(self.result), "", *explanation_text(self.lines)])


def explain(period: RatingPeriod, *, k_articles: Sequence[tuple[Citation, ...]] = ()) -> Explanation:
    """Rate a period and give the working, with what the printed documents would give instead; a newcomer's too.

    Where the K of events is given, `k_articles` may say event by event by which articles it was found.

    >>> import arpad
    >>> from datetime import date
    >>> event = arpad.Event(date(2025, 11, 7), date(2025, 11, 9), None, [arpad.Game(1800, 1)] * 5)
    >>> period = arpad.RatingPeriod("standard", date(2025, 12, 1), arpad.Player(None), [event])
    >>> result, lines = arpad.explain(period)
    >>> print(result)
    First rating 2109, K 40 (5.00 of 5 game(s); standard list of 2025-12-01, fide-2025-10)
    >>> print(next(line for line in lines if line.name == "games_needed"))
    Games needed: 5  [fide-2025-10 7.1.4]
    """
    if is_newcomer(period):
        return Explanation(*_explain_newcomer(period))
    return Explanation(*_explain_rated(period, k_articles))


def _explain_rated(
    period: RatingPeriod, k_articles: Sequence[tuple[Citation, ...]]
) -> tuple[PlayerResult, tuple[ExplainedLine, ...]]:
    """Rate a rated player's period, with the working."""
    result = rate_player(period, explained=True)
    of_events = [_event_lines(result, index, event) for index, event in enumerate(result.events)]
    of_period = _period_lines(result)
    lines = [
        line
        for index, event_lines in enumerate(of_events)
        for line in (*event_lines, *_given_k(result.events[index], index, k_articles))
    ]
    if any(
        touched(event_lines, event.law) or is_of_another(event.law, event.event.start)
        for event_lines, event in zip(of_events, result.events, strict=True)
    ):
        return result, _with_print(period, result, (*lines, *of_period))
    if touched(of_period, result.law):
        of_period = compared(of_period, _period_lines(rate_list(period, twin(result.law), result.events)))
    return result, (*lines, *of_period)


def _explain_newcomer(period: RatingPeriod) -> tuple[FirstRating, tuple[ExplainedLine, ...]]:
    """Work out a newcomer's first rating, with the working."""
    result = first_rating(period, explained=True)
    lines = _newcomer_lines(result)
    is_printed_otherwise = any(is_of_another(event.law, event.event.start) for event in result.events)
    laws = (result.law, *(event.law for event in result.events))
    if not is_printed_otherwise and not any(touched(lines, law) for law in laws):
        return result, tuple(lines)
    try:
        return result, tuple(compared(lines, _newcomer_lines(first_rating(period, explained=True, law_of=twin))))
    except RefusedError as fault:
        return result, (*lines, undecided(result.law, fault))


def _newcomer_lines(result: FirstRating) -> list[ExplainedLine]:
    lines = []
    for index, event in enumerate(result.events):
        cited = citations(event.law, [event.provision]) if event.provision else citations(event.law, ["initial_method"])
        lines.append(ExplainedLine("event_counts", words("newcomer", event.reason), TEXT, cited, index))
    lines += worked(result.lines, result.law)
    lines.append(ExplainedLine("games_needed", result.needed, WHOLE, citations(result.law, [result.needed_by])))
    p = Consulted(result.law)
    if result.rating is not None and p.has("floor"):
        lines.append(ExplainedLine("floor", p.value("floor"), WHOLE, p.citations()))
    if result.k is not None:
        lines += worked(result.k.lines, result.law, renamed={"k": "first_k"})
    return lines


def _with_print(
    period: RatingPeriod, result: PlayerResult, lines: tuple[ExplainedLine, ...]
) -> tuple[ExplainedLine, ...]:
    """Work the whole period out as printed, and mark what differs; or say why the print cannot be worked with."""
    try:
        other = rate_player(period, explained=True, law_of=twin)
    except RefusedError as fault:
        laws = {law.id: law for law in (result.law, *(event.law for event in result.events)) if twin(law) is not law}
        return (*lines, *(undecided(law, fault) for law in laws.values()))
    printed = [line for index, event in enumerate(other.events) for line in _event_lines(other, index, event)]
    return tuple(compared(lines, [*printed, *_period_lines(other)]))


def _period_lines(result: PlayerResult) -> list[ExplainedLine]:
    explained_lines: list[ExplainedLine] = []
    for line in worked(result.lines, result.law):
        if line.game is None:
            explained_lines.append(line)
        elif result.events[line.game].k not in (None, line.value):
            # The parts of a period are its events; the limit on K is shown where it bites.
            explained_lines.append(line._replace(event=line.game, game=None))
    return explained_lines + _closing_lines(result)


def _event_lines(result: PlayerResult, index: int, event_result: EventResult) -> list[ExplainedLine]:
    period, law = result.period, event_result.law
    event_lines: list[ExplainedLine] = []
    p = Consulted(law)
    by_game = event_result.event.ratings == RATINGS_AT_GAME and p.has("list_for_game")
    lists = _lists_used(calendar(period.kind, name=period.edition), event_result.event, by_game=by_game)
    if lists:
        name = "lists_of_games" if by_game and event_result.event.list_day is None else "list_of_event"
        days = ", ".join(day.isoformat() for day in lists)
        # The list of the first day is the calendar's answer, which reads that provision.
        cited = p.citations() if by_game else p.citing("list_for_event").citations()
        event_lines.append(ExplainedLine(name, days, TEXT, cited, index))
    if period.player.rating is None:
        event_lines.append(
            ExplainedLine("own_rating", event_result.rating, WHOLE, citations(law, ["standard_stands_in"]), index)
        )
    elif event_result.event.rating is None:
        event_lines.append(
            ExplainedLine("own_rating", event_result.rating, WHOLE, citations(law, ["became_rated"]), index)
        )
    event_lines += worked(event_result.working.lines, law, index)
    if event_result.k_from is not None:
        k_lines = worked(event_result.k_from.lines, law, index)
        when = citations(law, ["k_when"])
        event_lines += [line._replace(citations=merged_citations((*line.citations, *when))) for line in k_lines]
    return event_lines


def _given_k(event_result: EventResult, index: int, articles: Sequence[tuple[Citation, ...]]) -> list[ExplainedLine]:
    """Give the line of a K that was given; nothing was consulted for it here, so no print is asked either."""
    if event_result.k is None or event_result.k_from is not None:
        return []
    return [ExplainedLine("k", event_result.k, WHOLE, articles[index] if articles else (), index)]


def _lists_used(days: Calendar, event: Event, *, by_game: bool) -> list[date]:
    """Give the lists whose ratings an event has: the one that is known, that of the first day, or of each game."""
    if event.list_day is not None:
        return [event.list_day]
    played = {game.date or event.start for game in event.games} if by_game else {event.start}
    lists = {days.list_in_force(day) for day in played or {event.start}}
    return sorted(day for day in lists if day is not None)


def merged_citations(cited: Iterable[Citation]) -> tuple[Citation, ...]:
    """Cite each article once, with everything that was read there."""
    places: dict[tuple[str, str], Citation] = {}
    for citation in cited:
        place = (citation.edition, citation.article)
        places[place] = places[place].with_(citation) if place in places else citation
    return tuple(places.values())


def _closing_lines(result: PlayerResult) -> list[ExplainedLine]:
    if result.reached is None:
        return []
    closing_lines: list[ExplainedLine] = []
    if result.adjustment is not None and result.adjustment[1] is not None:
        adjustment, points = result.adjustment
        cited = Citation(
            adjustment.id,
            "announcement",
            (adjustment.rule,),
            adjustment.id,
            confidence=adjustment.confidence,
            readings=("R-025",),
        )
        closing_lines.append(ExplainedLine("adjustment", points, WHOLE, (cited,)))
        closing_lines.append(ExplainedLine("published_rating", result.reached, WHOLE, (cited,)))
    if result.new_rating is None:
        p = Consulted(result.law)
        floor = p.value("floor")
        cited_floor = merged_citations((*p.citations(), *cited_at_the_floor(result.law, result.reached)))
        closing_lines.append(ExplainedLine("floor", floor, WHOLE, cited_floor))
    following = next_coefficient(result, explained=True)
    if following is not None and following.k is not None:
        closing_lines += worked(following.lines, result.law, renamed={"k": "next_k"})
    return closing_lines
