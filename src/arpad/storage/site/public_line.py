"""The line of a player on a list explained for everybody: no name without a page, no birthday, no officer's words.

It is the explanation of the office. Opponents who have no public page are called so; what an officer wrote about a
correction, or about a number that was replaced, stays in the office.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from arpad.engine.reference.explain import explained_line
from arpad.model.period import EventNames
from arpad.pages.letter import Letter
from arpad.regulations.workings.explanation import explain
from arpad.regulations.workings.first_rating import FirstRating
from arpad.regulations.workings.k_reasons import KReason
from arpad.storage.database_book import DatabaseBook
from arpad.storage.models import EventRow
from arpad.storage.part_of_book import about_player
from arpad.storage.queries.explained import explained_on_the_whole
from arpad.storage.site.shown import may_be_named
from arpad.storage.wording import WORDS

if TYPE_CHECKING:
    from datetime import date

    from arpad.book.folder import Book
    from arpad.engine.reference.explain import LineExplained
    from arpad.regulations.workings.explanation import Explanation
    from arpad.storage.models import PlayerRow, RatingSystem

_CORRECTED = "corrected"
_GAMES_NEEDED = "games_needed"
_FOR_ANYBODY = "initial_games"


def public_line(system: RatingSystem, day: date, number: int, kind: str) -> LineExplained:
    """Work one player's line out, and leave out what is not public."""
    book = DatabaseBook(system)
    part = about_player(book, day, kind, number)
    if part is None:
        line = explained_on_the_whole(book, day, number, kind)
    else:
        line = explained_line(cast("Book", part), part, day, number, kind)
    line = replace(line, explanation=without_association(line.explanation))
    named = may_be_named(system, {met for event in line.names for met, _ in event.opponents if met is not None})
    earlier = _names_of_earlier(system, line)
    names = tuple(
        EventNames(
            event.event or earlier.get(number or 0, ""), [_called(met, name, named) for met, name in event.opponents]
        )
        for event, number in zip(line.names, _numbers(line), strict=False)
    )
    corrected = line.corrected
    if corrected is not None:
        corrected = replace(corrected, causes=tuple(replace(cause, why="") for cause in corrected.causes))
    return replace(
        line,
        names=names,
        k_reasons=tuple(_without_words(reason) for reason in line.k_reasons),
        formerly=(),
        corrected=corrected,
        line_corrected=None if line.line_corrected is None else replace(line.line_corrected, why=""),
        notes=(),
    )


def without_association(explanation: Explanation) -> Explanation:
    """Give a first rating as it comes out for anybody: fewer games would tell who is in an association.

    Where the rating is published because of it, how many games were needed is left out; who is not yet rated is told
    what anybody needs.
    """
    result = explanation.result
    if not isinstance(result, FirstRating) or result.period.player.association is None:
        return explanation
    player = replace(result.period.player, association=None)
    for_anybody = explain(replace(result.period, player=player))
    other = for_anybody.result
    if isinstance(other, FirstRating) and (result.published is None or other.published == result.published):
        return for_anybody
    lines = tuple(line for line in explanation.lines if line.name != _GAMES_NEEDED)
    period = replace(result.period, player=player)
    return explanation._replace(result=replace(result, period=period, needed=0, needed_by=_FOR_ANYBODY), lines=lines)


def _numbers(line: LineExplained) -> list[int | None]:
    return [of_event.event.number for of_event in line.explanation.result.events]


def _names_of_earlier(system: RatingSystem, line: LineExplained) -> dict[int, str]:
    """Give the names of the events of which only a part result is kept."""
    numbers = [number for number, event in zip(_numbers(line), line.names, strict=False) if number and not event.event]
    if not numbers:
        return {}
    rows = EventRow.objects.filter(rating_system=system, event_id__in=numbers, withdrawn=False)
    return dict(rows.values_list("event_id", "name"))


def public_letter(line: LineExplained, row: PlayerRow) -> Letter:
    """Give the line as the pages show it; whether the list agrees is said of a published one."""
    words = line.in_plain_words(row.name)
    verdict = (line.verdict,) if line.agrees is not None or line.imported is not None else ()
    return Letter(row.name, row.fide_id, row.federation, line.explanation, line.names, words, verdict, is_public=True)


def _called(number: int | None, name: str, named: frozenset[int]) -> tuple[int | None, str]:
    """Give an opponent with the name, or as somebody without a page."""
    return (number, name) if number in named else (None, WORDS.say("site", "without_page", {}))


def _without_words(reason: KReason | None) -> KReason | None:
    """Give a reason of K without what an officer wrote."""
    if reason is None or reason.code != _CORRECTED:
        return reason
    return KReason(reason.k, reason.code, {"why": ""})
