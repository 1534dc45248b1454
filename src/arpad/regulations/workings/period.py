"""One player's period: every event by its own edition, K, the change rounded once, one-offs, the floor.

By the event's edition (its first day): what counts, the largest difference, the tables, and to 2021 K. From 2022 on K
is that of the list before, by the edition of that list (settled reading 5). By the edition of the list being made: the
limit of 700, rounding, the floor (settled reading 12).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Any

from arpad.model.numbers import Rating
from arpad.model.period import NOT_YET_BORN, ROUND_ROBIN
from arpad.regulations.adjustments import Adjustment
from arpad.regulations.adjustments import applied as applied_adjustments
from arpad.regulations.calendar import calendar
from arpad.regulations.catalogue import NoEditionError, edition, in_force
from arpad.regulations.event_order import in_order
from arpad.regulations.rules import list_line
from arpad.regulations.rules.development_coefficient import K_FACTS, LIST_BEFORE
from arpad.regulations.rules.rated_event import NEEDS_CROSSTABLE, RATED_EVENT
from arpad.regulations.rules.rated_period import RATED_PERIOD
from arpad.regulations.terms.ints import Working, WorkingLine, ints
from arpad.regulations.workings.coefficient import Coefficient, Facts, coefficient, is_by_history, k_moment
from arpad.regulations.workings.event_basis import governing
from arpad.regulations.workings.list_line import STATUS, status_at
from arpad.regulations.workings.list_line import base_rating as base_of
from arpad.regulations.workings.opponents import met_before, refuse_unreadable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from arpad.model.period import Event, Game, Player, RatingPeriod
    from arpad.regulations.edition import Edition

    LawOf = Callable[[Edition], Edition]
    """Gives an edition in the place of another, such as its printed twin."""

RATED, UNRATED_ON_LIST = STATUS[list_line.RATED], STATUS[list_line.UNRATED]

UNRATED = "unrated_player"
NO_K = "k_unknown"
INCOMPLETE = "round_robin_incomplete"
NOT_ENTERED = "list_not_entered"

_LAST = 1 << 60


@dataclass(frozen=True, slots=True)
class EventResult:
    """What one event is worth: the edition, the rating and K that were used, the working before K."""

    event: Event
    law: Edition
    rating: int
    k: int | None
    k_from: Coefficient | None
    """How K was found; None where it was given."""
    working: Working

    def __repr__(self) -> str:
        whole, event = self.working.whole, self.event
        return f"<EventResult {event.start} to {event.end}: sum {whole['sum']} of {whole['games']} game(s), K {self.k}>"


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """A period's outcome. Numbers that cannot be given are None, and `reason` says why."""

    period: RatingPeriod
    law: Edition
    events: tuple[EventResult, ...]
    sum: int | None = None
    k: int | None = None
    k_applied: int | None = None
    """K after the limit of the period; None where events differ, or K is not known."""
    k_applied_to: tuple[int | None, ...] = ()
    """The same for each event."""
    unrounded: int | None = None
    change: int | None = None
    adjustment: tuple[Adjustment, int | None] | None = None
    """A one-off adjustment of this list, and the points it gave (None: not known)."""
    reached: int | None = None
    """The rating before the floor is looked at."""
    new_rating: int | None = None
    status: str | None = None
    reason: str | None = None
    lines: tuple[WorkingLine, ...] = ()

    @property
    def rating(self) -> int | None:
        """The rating that is changed; None for an unrated player."""
        return base_rating(self.period.player, self.law)

    @property
    def games(self) -> int:
        """The games that count."""
        return sum(event.working.whole["games"] for event in self.events)

    @property
    def is_without_k(self) -> bool:
        """True where no change is given because K is not known."""
        return self.reason == NO_K

    def __repr__(self) -> str:
        period = self.period
        return f"<PlayerResult {self.rating} → {self.new_rating}, {period.kind} list of {period.list_date}>"

    def __str__(self) -> str:
        from arpad.regulations.workings.in_words import result_in_words  # noqa: PLC0415 - only when it is printed

        return result_in_words(self)


def itself(law: Edition) -> Edition:
    """Give the edition that holds: no other is asked for in its place."""
    return law


def rate_player(period: RatingPeriod, *, explained: bool = False, law_of: LawOf = itself) -> PlayerResult:
    """Rate one player's period. `law_of` may replace an edition by another, such as its printed twin."""
    law = law_of(law_of_day(period, period.list_date))
    laws = [law_of_event(period, event.start, law_of) for event in period.events]
    rating = base_rating(period.player, law)
    if rating is None:
        return PlayerResult(period, law, (), reason=UNRATED)
    workings = [_worked(event, rating, own, explained) for event, own in zip(period.events, laws, strict=True)]
    ks = _coefficients(period, laws, workings, law_of, explained=explained)
    events = tuple(
        EventResult(event, own, own_rating(event, rating), k, k_from, working)
        for event, own, working, (k, k_from) in zip(period.events, laws, workings, ks, strict=True)
    )
    return _on_list(period, law, rating, events, explained=explained)


def rate_list(period: RatingPeriod, law: Edition, events: tuple[EventResult, ...]) -> PlayerResult:
    """Work out what the events of a period come to on the list being made, with the working."""
    return _on_list(period, law, base_rating(period.player, law), events, explained=True)


def _on_list(
    period: RatingPeriod, law: Edition, rating: Rating | None, events: tuple[EventResult, ...], *, explained: bool
) -> PlayerResult:
    ks, sums, counts = [], [], []
    is_incomplete = False
    for event in events:
        whole, parts, _ = event.working
        ks.append(event.k)
        sums.append(whole["sum"])
        counts.append(whole["games"])
        is_incomplete = is_incomplete or NEEDS_CROSSTABLE in parts["uncounted"]
    if None in ks and any(k is None and count for k, count in zip(ks, counts, strict=True)):
        return PlayerResult(period, law, events, sum=sum(sums), reason=NO_K)
    if is_incomplete:
        return PlayerResult(period, law, events, sum=sum(sums), k=_common(ks), reason=INCOMPLETE)
    interpreter = ints(RATED_PERIOD, law)
    given = {"k": [k or 0 for k in ks], "sum": sums, "games": counts}
    work_out = interpreter.explain if explained else interpreter.run
    return _finished(period, law, events, ks, counts, work_out({"rating": rating}, given))


def law_of_day(period: RatingPeriod, day: date) -> Edition:
    """Give the edition that governs a day of a period: the one it names, or the one in force."""
    if period.edition is not None:
        return edition(period.edition, period.kind, day)
    return in_force(day, period.kind)


def law_of_event(period: RatingPeriod, start: date, law_of: LawOf = itself) -> Edition:
    """Give the edition of an event of a period, by its first day; `law_of` may replace an edition by another."""
    return governing(law_of(law_of_day(period, start)), start)


def base_rating(player: Player, law: Edition) -> Rating | None:
    """Give the rating that is changed: the last published one or, for want of it in rapid or blitz, the standard."""
    base = base_of(law, player.rating, player.standard)
    return None if base is None else Rating(base)


def own_rating(event: Event, rating: Rating) -> Rating:
    """Give the rating a player is calculated with: that of the event, or the present one of a player unrated then."""
    return rating if event.rating is None else event.rating


def _worked(event: Event, rating: Rating, law: Edition, explained: bool) -> Working:
    games, system = event.games, event.system
    refuse_unreadable(law, event)
    interpreter = ints(RATED_EVENT, law)
    whole = {
        "rating": own_rating(event, rating),
        "was_unrated": event.rating is None,
        "is_match": system == "match",
        "is_round_robin": system == ROUND_ROBIN,
        "is_scheveningen": system == "scheveningen",
        "table_average": 0 if system == ROUND_ROBIN else event.average or 0,
    }
    opponents = [game.opponent for game in games]
    parts: dict[str, Sequence[Any]] = {
        "opponent": opponents,
        "unrated": [opponent is None for opponent in opponents],
        "score": [game.score for game in games],
    }
    if "order" in interpreter.reads:
        parts["order"] = _order(games)
    # Who was met before is asked where first meetings are told apart, and to count the unrated of a Scheveningen event.
    if system == "scheveningen" or "first_meeting" in interpreter.reads:
        parts["met_before"] = met_before(game.opponent_id for game in games)
    return interpreter.explain(whole, parts) if explained else interpreter.run(whole, parts)


def _order(games: tuple[Game, ...]) -> list[int]:
    """Rank games by round, date, score and opponent: the same whatever the order in which they are given."""

    def place(index: int) -> tuple[int, ...]:
        game = games[index]
        return (
            _LAST if game.round is None else game.round,
            _LAST if game.date is None else game.date.toordinal(),
            -game.score,
            game.opponent or 0,
        )

    order = [0] * len(games)
    for rank, index in enumerate(sorted(range(len(games)), key=place)):
        order[index] = rank
    return order


def _law_of_k(period: RatingPeriod, law: Edition, law_of: LawOf) -> Edition:
    """Give the edition by which an event's K is found: its own, or where K is that of the list before, that list's."""
    if k_moment(law) != LIST_BEFORE:
        return law
    before = calendar(period.kind, name=period.edition).list_before(period.list_date)
    try:
        law_before = law_of_day(period, before or period.list_date)
    except NoEditionError:
        return law
    return law_of(law_before)


def _coefficients(
    period: RatingPeriod, laws: list[Edition], workings: list[Working], law_of: LawOf, *, explained: bool
) -> list[tuple[int | None, Coefficient | None]]:
    """Give each event its K: as given, or from history, by the edition that K is found by (settled readings 4, 5)."""
    player, events = period.player, period.events
    if player.k is not None or all(event.k is not None for event in events):
        return [(player.k if event.k is None else event.k, None) for event in events]
    counts = [working.whole["games"] for working in workings]
    coefficients: list[tuple[int | None, Coefficient | None]] = []
    for index, (event, law) in enumerate(zip(events, laws, strict=True)):
        if event.k is not None:
            coefficients.append((event.k, None))
            continue
        k_law = _law_of_k(period, law, law_of)
        day, facts = _k_facts(period, index, law, counts)
        if player.k_otherwise is not None and facts.highest is None:
            # A junior then has the K of juniors, which only a rating higher than all that is known would take away.
            facts = replace(facts, highest=facts.at_least)
        answer = coefficient(k_law, facts, day, explained=explained)
        if player.k_otherwise is not None:
            coefficients.append((player.k_otherwise, None) if answer.k is None else (answer.k, answer))
            continue
        if is_by_history(k_law) and not knows_history(player):
            # With neither K nor history no K is given, even where the rating alone would decide it.
            answer = replace(answer, k=None, missing=("born", "games", "highest"), lines=())
        coefficients.append((answer.k, answer))
    return coefficients


def knows_history(player: Player) -> bool:
    """Tell whether anything is known from which K can be decided."""
    return player.born is not None or player.games is not None or player.highest is not None


def _k_facts(period: RatingPeriod, index: int, law: Edition, counts: list[int]) -> tuple[date, Facts]:
    """Give the day for which K is taken for an event, and what is known of the player then."""
    player, events, event = period.player, period.events, period.events[index]
    rating = base_rating(player, law) or Rating(0)
    before = calendar(period.kind, name=period.edition).list_before(period.list_date) or period.list_date
    # Event by event in order, whatever the order in which they are given.
    order = in_order(events)
    facts = {
        "day_of_list_before": before.toordinal(),
        "start": event.start.toordinal(),
        "list_day": period.list_date.toordinal(),
        "games_ended_before": sum(
            count for other, count in zip(events, counts, strict=True) if other.end < event.start
        ),
        "games_in_order_before": sum(counts[place] for place in order[: order.index(index)]),
        "rating": rating,
        "own_rating": own_rating(event, rating),
        "highest": max((_published(player, other) for other in events), default=0),
        "highest_by_start": max(
            (_published(player, other) for other in events if other.start <= event.start), default=0
        ),
    }
    k_facts = ints(K_FACTS, law).run(facts, {}).whole
    games = _games_so_far(player, law, k_facts["k_games"])
    born = NOT_YET_BORN if event.is_junior else player.born
    taken = Facts(k_facts["k_rating"], player.highest, games, born, k_facts["k_highest"])
    return date.fromordinal(k_facts["k_day"]), taken


def _published(player: Player, event: Event) -> int:
    """Give the rating of an event, if it was published in this kind of chess; one that stands in was not (R-042)."""
    return 0 if player.rating is None else event.rating or 0


def _games_so_far(player: Player, law: Edition, counted: int) -> int | None:
    """Add games of the period to those before; None where it is not known how many those were, and it matters.

    A player that has completed the games of a newcomer within the period has them, however many came before.
    """
    enough = law.get("k_new_games")
    known = player.games is not None or (enough is not None and counted >= enough)
    return (player.games or 0) + counted if known else None


def _common(ks: Sequence[int | None]) -> int | None:
    """Give the one K of several events; None where they differ."""
    return ks[0] if ks and ks.count(ks[0]) == len(ks) else None


def _k_without_events(period: RatingPeriod, law: Edition) -> int | None:
    """Give the K of a player without a game: as given, or that of the list before."""
    player = period.player
    if player.k is not None or not knows_history(player):
        return player.k_otherwise if player.k is None else player.k
    law = _law_of_k(period, law, itself)
    day = calendar(period.kind, name=period.edition).list_before(period.list_date) or period.list_date
    known = coefficient(law, Facts(base_rating(player, law) or 0, player.highest, player.games, player.born), day)
    return player.k_otherwise if known.k is None else known.k


def _finished(  # noqa: PLR0913, PLR0917 - a period, its events in columns, and what they come to
    period: RatingPeriod,
    law: Edition,
    events: tuple[EventResult, ...],
    ks: list[int | None],
    counts: list[int],
    working: Working,
) -> PlayerResult:
    whole = working.whole
    limited = zip(ks, working.parts["k_applied"], strict=True)
    applied_to = [None if k is None else applied for k, applied in limited]
    played = [index for index, count in enumerate(counts) if count] or range(len(events))
    ks_played = [ks[index] for index in played] or [_k_without_events(period, law)]
    applied = [applied_to[index] for index in played if applied_to[index] is not None]
    if period.player.rating is None and not any(counts):
        # A standard rating stands in when it comes to games; the list of another kind is entered by playing.
        return PlayerResult(
            period,
            law,
            events,
            sum=0,
            k=_common(ks_played),
            k_applied_to=tuple(applied_to),
            status=UNRATED_ON_LIST,
            reason=NOT_ENTERED,
        )
    adjustment: tuple[Adjustment, int | None] | None = None
    reached = whole["new_rating"]
    for applied_adjustment in applied_adjustments(period.list_date, period.kind, law.authority, period.one_offs):
        after = applied_adjustment.adjusted(law, reached, period.player.standard)
        adjustment = (applied_adjustment, None if after is None else after - reached)
        reached = reached if after is None else after
    status = status_at(law, reached)
    return PlayerResult(
        period,
        law,
        events,
        sum=whole["sum_of_period"],
        k=_common(ks_played),
        k_applied=_common(applied),
        k_applied_to=tuple(applied_to),
        unrounded=whole["unrounded"],
        change=whole["list_change"],
        adjustment=adjustment,
        reached=reached,
        new_rating=reached if status == RATED else None,
        status=status,
        lines=working.lines,
    )


def next_coefficient(result: PlayerResult, *, explained: bool = False) -> Coefficient | None:
    """Give the K that the list being made shows for the player, where the history is known."""
    player = result.period.player
    if result.new_rating is None or not knows_history(player):
        return None
    games = _games_so_far(player, result.law, sum(event.working.whole["games"] for event in result.events))
    had = max([player.rating or 0, *(_published(player, event) for event in result.period.events)])
    facts = Facts(result.new_rating, player.highest, games, player.born, had)
    return coefficient(result.law, facts, result.period.list_date, explained=explained)
