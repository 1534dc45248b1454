"""A newcomer's first rating: which events count and why, what they come to, whether it is published.

By each event's edition: which games count, and the thresholds of an event. By the edition of the list being made: the
window, the games needed, the formula, the highest and the lowest first rating (settled readings 11 and 12).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from arpad.regulations.calendar import calendar
from arpad.regulations.durations import written_day
from arpad.regulations.event_order import in_order
from arpad.regulations.rules import newcomer_event as why
from arpad.regulations.rules.first_rating import (
    AT_TEAM_CHAMPIONSHIPS,
    FIRST_RATING,
    FOR_ANYBODY,
    IN_AN_ASSOCIATION,
    PUBLISHED,
    WEIGHTED_RATINGS,
    whole_average,
)
from arpad.regulations.rules.newcomer_event import NEWCOMER_EVENT, NEWCOMER_POOL, OPPONENTS_NEEDED, RESULT_ON_LIST
from arpad.regulations.terms.ints import WorkingLine, ints
from arpad.regulations.workings.coefficient import Coefficient, Facts, coefficient
from arpad.regulations.workings.crosstable import has_tables
from arpad.regulations.workings.opponents import rated_opponents, refuse_unreadable
from arpad.regulations.workings.period import itself, law_of_day, law_of_event

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from arpad.model.period import Event, RatingPeriod
    from arpad.regulations.calendar import Calendar
    from arpad.regulations.edition import Edition
    from arpad.regulations.workings.period import LawOf

COUNTS = "counts"
REASONS: Mapping[int, tuple[str, str | None]] = {
    why.COUNTS: (COUNTS, None),
    why.PLAYED_WHILE_RATED: ("played_while_rated", None),
    why.MATCH: ("match", "match_with_unrated"),
    why.SCHEVENINGEN: ("scheveningen", "match_with_unrated"),
    why.EXPIRED: ("expired", "pooling_window"),
    why.DISCARDED: ("discarded", "pooling_starts"),
    why.LATER: ("later", "event_closing"),
    why.NO_RATED_OPPONENT: ("no_rated_opponent", "unrated_opponents"),
    why.TOO_FEW_RATED: ("too_few_rated", "event_minimum_rated_opponents"),
    why.SCORE_TOO_LOW: ("score_too_low", "event_minimum_score"),
    why.SCORE_TOO_LOW_FOR_A_SWISS: ("score_too_low", "event_minimum_score_swiss"),
    why.PERFORMANCE_BELOW_FLOOR: ("performance_below_floor", "first_performance_below_floor"),
    why.NEEDS_AVERAGE: ("needs_average", "round_robin_method"),
}
"""Why an event does not count, and the provision by which it does not."""
NEEDED_BY = {
    FOR_ANYBODY: "initial_games",
    AT_TEAM_CHAMPIONSHIPS: "initial_games_team_championships",
    IN_AN_ASSOCIATION: "initial_games_disabled_associations",
}
"""The provision that says how many games a first rating needs."""


@dataclass(frozen=True, slots=True)
class Pooled:
    """One event of a newcomer: what of it counts, or why nothing does, and which provision decided."""

    event: Event
    law: Edition
    due: date | None
    """The list for which it was rated."""
    games: int
    score: int
    opponents: int
    is_round_robin: bool
    reason: str
    provision: str | None = None
    performance: int | None = None
    """The rating it would give alone."""

    def __repr__(self) -> str:
        event = self.event
        return f"<Pooled {event.start} to {event.end}: score {self.score} of {self.games} game(s), {self.reason}>"

    @property
    def counts(self) -> bool:
        """True where the event is part of the pool."""
        return self.reason == COUNTS


@dataclass(frozen=True, slots=True)
class FirstRating:
    """What a newcomer's events come to on a list. `rating` is rounded; `published` is None until it is."""

    period: RatingPeriod
    law: Edition
    events: tuple[Pooled, ...]
    games: int
    score: int
    ra: Fraction | None = None
    p: int | None = None
    dp: int | None = None
    ru: Fraction | None = None
    rating: int | None = None
    published: int | None = None
    needed: int = 0
    """Games that a first rating needs."""
    needed_by: str = "initial_games"
    reasons: tuple[str, ...] = ()
    """Why nothing is published."""
    expires: date | None = None
    """The last list for which the oldest event that counts can still be used."""
    k: Coefficient | None = None
    lines: tuple[WorkingLine, ...] = ()

    @property
    def change(self) -> None:
        """None: there was no rating to change."""

    @property
    def new_rating(self) -> int | None:
        """The rating on the new list: the one that is published."""
        return self.published

    @property
    def status(self) -> str:
        """`rated` or `unrated`, on the new list."""
        return "unrated" if self.published is None else "rated"

    def __repr__(self) -> str:
        period = self.period
        return f"<FirstRating {self.published}, {period.kind} list of {period.list_date}>"

    def __str__(self) -> str:
        from arpad.regulations.workings.in_words import first_rating_in_words  # noqa: PLC0415 - only when it is printed

        return first_rating_in_words(self)


def opponents_needed(law: Edition, *, is_table: bool = False) -> int:
    """Ask how many rated opponents an unrated player's event needs to count; 0 where games are asked, or nothing is."""
    needed: int = ints(OPPONENTS_NEEDED, law).run({"is_table": is_table}, {}).whole["opponents_needed"]
    return needed


def published(
    law: Edition, rating: int | None, games: int, *, team_games: int = 0, in_association: bool = False
) -> dict[str, Any]:
    """Ask the rule whether a first rating is published: the games it needs, and each reason why it is not."""
    facts = {
        "has_rating": rating is not None,
        "rating": rating or 0,
        "games": games,
        "team_games": team_games,
        "in_association": in_association,
    }
    return ints(PUBLISHED, law).run(facts, {}).whole


def event_of_unrated(law: Edition, *, games: int, score: int, opponents: int) -> dict[str, Any]:
    """Ask what a Swiss event lacks to count for an unrated player: as the first event, and as a later one."""
    never = ("was_rated", "is_match", "is_scheveningen", "met_unrated", "is_table", "needs_average")
    facts = {
        **dict.fromkeys(never, False),
        "not_for_this_list": why.COUNTS,
        "games": games,
        "score": score,
        "rated_games": games,
        "rated_opponents": opponents,
        "performance": 0,
    }
    return ints(NEWCOMER_EVENT, law).run(facts, {}).whole


def counts_towards_k(law: Edition) -> bool:
    """Tell whether the games of a first rating are games of a newcomer."""
    return bool(published(law, None, games=1)["games_towards_k"])


def is_weighted(law: Edition) -> bool:
    """Tell whether an edition takes the mean of the events' own ratings, weighted by games (2003)."""
    return law.kept("is_weighted", _is_weighted)


def _is_weighted(law: Edition) -> bool:
    return any(step is whole_average for step, _ in FIRST_RATING.steps(law))


def rates_no_points(law: Edition) -> bool:
    """Tell whether the table of an edition has a number for a result without a point."""
    return law.table("percentage_table").has(0)


def first_rating(period: RatingPeriod, *, explained: bool = False, law_of: LawOf = itself) -> FirstRating:
    """Work out a newcomer's first rating for the list of a period; the events may reach back over earlier lists.

    `law_of` may replace an edition by another, such as its printed twin.
    """
    law = law_of(law_of_day(period, period.list_date))
    days = calendar(period.kind, name=period.edition)
    order = in_order(period.events)
    judged = [
        _judged(period, days, period.events[index], law_of_event(period, period.events[index].start, law_of))
        for index in order
    ]
    codes = {
        "order": range(len(judged)),
        "as_first": [first for _, first, _ in judged],
        "as_later": [later for _, _, later in judged],
    }
    uncounted = ints(NEWCOMER_POOL, law).run({}, codes).parts["uncounted"]
    events = [_with_reason(event, code) for (event, _, _), code in zip(judged, uncounted, strict=True)]
    pool = [event for event in events if event.counts]
    rated = FirstRating(
        period,
        law,
        tuple(events[order.index(index)] for index in range(len(period.events))),
        games=sum(event.games for event in pool),
        score=sum(event.score for event in pool),
        expires=_expires(days, pool),
    )
    if rated.games:
        rated = _rated(rated, pool, explained)
    return _published(rated, sum(event.games for event in pool if event.event.team_championship))


def judged_as_later(period: RatingPeriod, event: Event) -> Pooled:
    """Judge an event of a newcomer with an earlier result that counts."""
    days = calendar(period.kind, name=period.edition)
    pooled, _, as_later = _judged(period, days, event, law_of_event(period, event.start))
    return _with_reason(pooled, as_later)


def _with_reason(pooled: Pooled, code: int) -> Pooled:
    if code == why.COUNTS:
        return pooled
    reason, provision = REASONS[code]
    return replace(pooled, reason=reason, provision=provision)


def _judged(period: RatingPeriod, days: Calendar, event: Event, law: Edition) -> tuple[Pooled, int, int]:
    """Give an event of a newcomer, and why it does not count: as the first event, and as a later one."""
    if event.rating is None:
        refuse_unreadable(law, event)
    as_round_robin = event.system == "roundrobin" and has_tables(law)
    played = event.games if as_round_robin else tuple(game for game in event.games if game.opponent is not None)
    games, score = len(played), sum(game.score for game in played)
    opponents = (event.average or 0) * games if as_round_robin else sum(game.opponent or 0 for game in played)
    due = event.due or days.list_for_event(event.end)
    pooled = Pooled(event, law, due, games, score, opponents, as_round_robin, COUNTS)
    needs_average = as_round_robin and event.average is None
    if games and not needs_average:
        pooled = replace(pooled, performance=_performance(law, pooled))
    verdict = ints(NEWCOMER_EVENT, law).run(_facts(period, days, pooled, needs_average=needs_average), {}).whole
    return pooled, verdict["as_first"], verdict["as_later"]


def _facts(period: RatingPeriod, days: Calendar, pooled: Pooled, *, needs_average: bool) -> dict[str, int]:
    """Give what decides whether an event counts."""
    event = pooled.event
    of_list = {
        "has_due": pooled.due is not None,
        "due": written_day(pooled.due or period.list_date),
        "start": written_day(event.start),
        "end": written_day(event.end),
        "list_day": written_day(period.list_date),
        "kept_after": written_day(days.pooling_from(period.list_date)),
    }
    listed = ints(RESULT_ON_LIST, days.edition(period.list_date)).run(of_list, {}).whole
    rated = sum(game.opponent is not None for game in event.games)
    return {
        "was_rated": event.rating is not None,
        "is_match": event.system == "match",
        "is_scheveningen": event.system == "scheveningen",
        "met_unrated": rated < len(event.games),
        "not_for_this_list": listed["not_for_this_list"],
        "is_table": pooled.is_round_robin,
        "needs_average": needs_average,
        "games": pooled.games,
        "score": pooled.score,
        "rated_games": rated,
        "rated_opponents": rated_opponents(event),
        "performance": pooled.performance or 0,
    }


def _inputs(opponents: int, games: int, score: int, *, field: int) -> dict[str, int]:
    return {"opponents": opponents, "games": games, "score": score, "is_round_robin": field > 0, "field": field}


def _field(pooled: Pooled) -> int:
    """Give the number of opponents in a round robin; 0 for any other event."""
    if not pooled.is_round_robin:
        return 0
    return pooled.event.field or pooled.games // max(1, pooled.event.cycles)


def _performance(law: Edition, pooled: Pooled) -> int | None:
    if pooled.games and pooled.score == 0 and not rates_no_points(law):
        return None
    inputs = _inputs(pooled.opponents, pooled.games, pooled.score, field=_field(pooled))
    return int(ints(FIRST_RATING, law).run(inputs, {}).whole["rating"])


def _rated(result: FirstRating, pool: list[Pooled], explained: bool) -> FirstRating:
    law = result.law
    if is_weighted(law):
        return _weighted(result, pool, explained)
    # By the list's edition: one without that method has no lessened difference either (settled reading 12).
    field = _field(pool[0]) if len(pool) == 1 and has_tables(law) else 0
    inputs = _inputs(sum(pooled.opponents for pooled in pool), result.games, result.score, field=field)
    interpreter = ints(FIRST_RATING, law)
    working = interpreter.explain(inputs, {}) if explained else interpreter.run(inputs, {})
    numbers = working.whole
    return replace(
        result,
        ra=Fraction(numbers["opponents_taken"], numbers["games_taken"]),
        p=numbers["percentage"],
        dp=numbers["percentage_difference"],
        ru=Fraction(numbers["ru_over"], numbers["ru_under"]),
        rating=numbers["rating"],
        lines=working.lines,
    )


def _weighted(result: FirstRating, pool: list[Pooled], explained: bool) -> FirstRating:
    """2003: the mean of the events' whole ratings, weighted by games; of one event, also its own numbers."""
    rated = [_performance(result.law, pooled) or 0 for pooled in pool]
    parts = {"rating": rated, "games": [pooled.games for pooled in pool]}
    interpreter = ints(WEIGHTED_RATINGS, result.law)
    working = interpreter.explain({}, parts) if explained else interpreter.run({}, parts)
    total = sum(rating * pooled.games for rating, pooled in zip(rated, pool, strict=True))
    result = replace(result, ru=Fraction(total, result.games), rating=working.whole["rating"], lines=working.lines)
    if len(pool) > 1:
        return result
    inputs = _inputs(pool[0].opponents, pool[0].games, pool[0].score, field=_field(pool[0]))
    alone = ints(FIRST_RATING, result.law).explain(inputs, {})
    return replace(
        result,
        ra=Fraction(alone.whole["opponents_average"]),
        p=alone.whole["percentage"],
        dp=alone.whole["percentage_difference"],
        lines=(*(line for line in alone.lines if line.step.name != "rating"), *working.lines),
    )


def _expires(days: Calendar, pool: list[Pooled]) -> date | None:
    """Give the last list for which the oldest event of the pool can still be used."""
    oldest = min((pooled.due for pooled in pool if pooled.due is not None), default=None)
    return None if oldest is None else days.kept_to(oldest)


def last_lists(result: FirstRating) -> tuple[date | None, ...]:
    """Give for each event the last list for which it can still be used; None for one that does not count."""
    days = calendar(result.period.kind, name=result.period.edition)
    return tuple(
        days.kept_to(pooled.due) if pooled.counts and pooled.due is not None else None for pooled in result.events
    )


def _published(result: FirstRating, team_games: int) -> FirstRating:
    """Say how many games are needed, whether the rating is published, and which K it has then."""
    law, player = result.law, result.period.player
    member = player.association is not None
    publication = published(law, result.rating, result.games, team_games=team_games, in_association=member)
    reasons = tuple(name for name in ("too_few_games", "below_the_floor", "below_the_entry") if publication[name])
    result = replace(
        result, needed=publication["games_needed"], needed_by=NEEDED_BY[publication["needed_by"]], reasons=reasons
    )
    if result.rating is None or not publication["is_published"]:
        return result
    games = (player.games or 0) + publication["games_towards_k"]
    history = Facts(result.rating, max(player.highest or 0, result.rating), games, player.born)
    return replace(
        result, published=result.rating, k=coefficient(law, history, result.period.list_date, explained=True)
    )
