"""A newcomer's first rating: which of his events count and why, what they come to, whether it is published.

By each event's edition: which games count, and the thresholds of an event. By the edition of the list being made: the
window, the games needed, the formula, the highest and the lowest first rating (settled readings 11 and 12).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING

from arpad.regulations.calendar import calendar
from arpad.regulations.coefficient import Coefficient, Facts, coefficient
from arpad.regulations.ints import Line, ints
from arpad.regulations.opponents import is_unreadable, rated_opponents, unrated_players, unreadable
from arpad.regulations.player_period import event_order, law_of_day, law_of_event
from arpad.regulations.rules.first_rating import FIRST_RATING, WEIGHTED_RATINGS

if TYPE_CHECKING:
    from collections.abc import Callable

    from arpad.model.period import Event, RatingPeriod
    from arpad.regulations.calendar import Calendar
    from arpad.regulations.edition import Edition

COUNTS = "counts"
WEIGHTED = "weighted_event_ratings"


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
    lines: tuple[Line, ...] = ()

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
        from arpad.regulations.in_words import first_rating_in_words  # noqa: PLC0415 - only when it is printed

        return first_rating_in_words(self)


def counts_opponents(law: Edition) -> bool:
    """Tell whether an edition asks an unrated player's event for so many rated opponents, and not for games."""
    return law.has("event_minimum_rated_opponents") and law.get("event_minimum_rated_counts") == "opponents"


def first_rating(
    period: RatingPeriod, *, explained: bool = False, law_of: Callable[[Edition], Edition] = lambda law: law
) -> FirstRating:
    """Work out a newcomer's first rating for the list of a period; his events may reach back over earlier lists.

    `law_of` may replace an edition by another, such as its printed twin.
    """
    law = law_of(law_of_day(period, period.list_date))
    days = calendar(period.kind, name=period.edition)
    in_order = sorted(range(len(period.events)), key=lambda index: (*event_order(period.events[index]), index))
    judged: dict[int, Pooled] = {}
    for index in in_order:
        counting = any(one.counts for one in judged.values())
        event = period.events[index]
        judged[index] = _judged(period, days, event, law_of_event(period, event.start, law_of), is_first=not counting)
    pool = [judged[index] for index in in_order if judged[index].counts]
    made = FirstRating(
        period,
        law,
        tuple(judged[index] for index in range(len(period.events))),
        games=sum(one.games for one in pool),
        score=sum(one.score for one in pool),
    )
    needed, needed_by = _needed(period, law, pool)
    made = replace(made, needed=needed, needed_by=needed_by, expires=_expires(days, pool))
    if made.games:
        made = _rated(made, pool, explained)
    return _published(made)


def judged_as_later(period: RatingPeriod, event: Event) -> Pooled:
    """Judge an event of a newcomer who has an earlier result that counts."""
    days = calendar(period.kind, name=period.edition)
    return _judged(period, days, event, law_of_event(period, event.start), is_first=False)


def _judged(period: RatingPeriod, days: Calendar, event: Event, law: Edition, *, is_first: bool) -> Pooled:
    """Say whether an event counts for a newcomer, by the event's own edition."""
    if event.rating is None and is_unreadable(law, event.system) and unrated_players(event) > 1:
        raise unreadable(law, event.system)
    as_round_robin = event.system == "roundrobin" and law.has("round_robin_method")
    played = event.games if as_round_robin else tuple(game for game in event.games if game.opponent is not None)
    games, score = len(played), sum(game.score for game in played)
    opponents = (event.average or 0) * games if as_round_robin else sum(game.opponent or 0 for game in played)
    due = event.due or days.list_for_event(event.end)
    one = Pooled(event, law, due, games, score, opponents, as_round_robin, COUNTS)
    if as_round_robin and event.average is None:
        return replace(one, reason="needs_average", provision="round_robin_method")
    if games:
        one = replace(one, performance=_performance(law, one))
    reason, provision = _why_not(period, days, one, is_first=is_first)
    return replace(one, reason=reason, provision=provision)


def _why_not(period: RatingPeriod, days: Calendar, one: Pooled, *, is_first: bool) -> tuple[str, str | None]:
    law, event = one.law, one.event
    window = days.pooling_from(period.list_date)
    begins = days.edition(period.list_date).get("pooling_starts")
    least = law.operand("event_minimum_score") if law.has("event_minimum_score") else 0
    asked = law.get("event_minimum_scope") == "any_event" or is_first
    floor = law.get("floor") or 0
    rated = sum(game.opponent is not None for game in event.games)
    of_later_only = law.get("event_minimum_rated_scope") == "later_events"
    in_every_swiss = law.get("first_performance_below_floor") == "dropped_in_every_swiss"
    checks = (
        (event.rating is not None, "played_while_rated", None),
        (event.system == "match" and law.get("match_with_unrated") == "not_rated", "match", "match_with_unrated"),
        (
            event.system == "scheveningen"
            and law.get("match_with_unrated") == "one_unrated_allowed"
            and rated < len(event.games),
            "scheveningen",
            "match_with_unrated",
        ),
        (one.due is not None and one.due <= window, "expired", "pooling_window"),
        (begins is not None and event.start < date.fromisoformat(begins), "discarded", "pooling_starts"),
        (
            one.due is not None and one.due > period.list_date and event.end >= period.list_date,
            "later",
            "event_closing",
        ),
        (not one.games, "no_rated_opponent", "unrated_opponents"),
        (
            not (one.is_round_robin or (is_first and of_later_only))
            and (rated_opponents(event) if counts_opponents(law) else rated)
            < (law.get("event_minimum_rated_opponents") or 0),
            "too_few_rated",
            "event_minimum_rated_opponents",
        ),
        (asked and one.score < least, "score_too_low", "event_minimum_score"),
        (
            not one.is_round_robin
            and law.has("event_minimum_score_swiss")
            and one.score < law.operand("event_minimum_score_swiss"),
            "score_too_low",
            "event_minimum_score_swiss",
        ),
        (
            (is_first or (in_every_swiss and not one.is_round_robin))
            and (in_every_swiss or law.get("first_performance_below_floor") == "dropped")
            and (one.performance or 0) < floor,
            "performance_below_floor",
            "first_performance_below_floor",
        ),
    )
    return next(((reason, provision) for holds, reason, provision in checks if holds), (COUNTS, None))


def _inputs(opponents: int, games: int, score: int, *, field: int) -> dict[str, int]:
    return {"opponents": opponents, "games": games, "score": score, "is_round_robin": field > 0, "field": field}


def _field(one: Pooled) -> int:
    """Give the number of opponents in a round robin; 0 for any other event."""
    if not one.is_round_robin:
        return 0
    return one.event.field or one.games // max(1, one.event.cycles)


def _performance(law: Edition, one: Pooled) -> int | None:
    if 2 * one.score < 100 * one.games and one.score == 0 and not law.table("percentage_table").has(0):
        return None
    inputs = _inputs(one.opponents, one.games, one.score, field=_field(one))
    return int(ints(FIRST_RATING, law).run(inputs, {}).whole["rating"])


def _rated(made: FirstRating, pool: list[Pooled], explained: bool) -> FirstRating:
    law = made.law
    if law.rule("initial_method") == WEIGHTED:
        return _weighted(made, pool, explained)
    # By the list's edition: one without that method has no lessened difference either (settled reading 12).
    field = _field(pool[0]) if len(pool) == 1 and law.has("round_robin_method") else 0
    inputs = _inputs(sum(one.opponents for one in pool), made.games, made.score, field=field)
    interpreter = ints(FIRST_RATING, law)
    working = interpreter.explain(inputs, {}) if explained else interpreter.run(inputs, {})
    found = working.whole
    return replace(
        made,
        ra=Fraction(found["opponents_taken"], found["games_taken"]),
        p=found["percentage"],
        dp=found["percentage_difference"],
        ru=Fraction(found["ru_over"], found["ru_under"]),
        rating=found["rating"],
        lines=working.lines,
    )


def _weighted(made: FirstRating, pool: list[Pooled], explained: bool) -> FirstRating:
    """2003: the mean of the events' whole ratings, weighted by games; of one event, also its own numbers."""
    rated = [_performance(made.law, one) or 0 for one in pool]
    parts = {"rating": rated, "games": [one.games for one in pool]}
    interpreter = ints(WEIGHTED_RATINGS, made.law)
    working = interpreter.explain({}, parts) if explained else interpreter.run({}, parts)
    total = sum(rating * one.games for rating, one in zip(rated, pool, strict=True))
    made = replace(made, ru=Fraction(total, made.games), rating=working.whole["rating"], lines=working.lines)
    if len(pool) > 1:
        return made
    inputs = _inputs(pool[0].opponents, pool[0].games, pool[0].score, field=_field(pool[0]))
    alone = ints(FIRST_RATING, made.law).explain(inputs, {})
    return replace(
        made,
        ra=Fraction(alone.whole["opponents_average"]),
        p=alone.whole["percentage"],
        dp=alone.whole["percentage_difference"],
        lines=(*(line for line in alone.lines if line.step.name != "rating"), *working.lines),
    )


def _needed(period: RatingPeriod, law: Edition, pool: list[Pooled]) -> tuple[int, str]:
    """Give the games a first rating needs; fewer at team championships, and for members of some associations (2009)."""
    key = "initial_games_disabled_associations"
    if period.player.association is not None and law.has(key):
        return law.value(key), key
    key = "initial_games_team_championships"
    if law.has(key) and sum(one.games for one in pool if one.event.team_championship) >= law.value(key):
        return law.value(key), key
    return law.value("initial_games"), "initial_games"


def _expires(days: Calendar, pool: list[Pooled]) -> date | None:
    """Give the last list for which the oldest event of the pool can still be used."""
    oldest = min((one.due for one in pool if one.due is not None), default=None)
    return None if oldest is None else days.kept_to(oldest)


def _published(made: FirstRating) -> FirstRating:
    law, reasons = made.law, []
    if made.games < made.needed:
        reasons.append("too_few_games")
    if made.rating is not None and made.rating < (law.get("floor") or 0):
        reasons.append("below_the_floor")
    if made.rating is not None and made.rating < (law.get("list_entry_from") or 0):
        reasons.append("below_the_entry")
    if made.rating is None or reasons:
        return replace(made, reasons=tuple(reasons))
    player = made.period.player
    games = (player.games or 0) + (made.games if law.get("initial_games_count") else 0)
    facts = Facts(made.rating, max(player.highest or 0, made.rating), games, player.born)
    return replace(made, published=made.rating, k=coefficient(law, facts, made.period.list_date, explained=True))
