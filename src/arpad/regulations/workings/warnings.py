"""What a person should know beside the numbers: warnings about a period, as data with words."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from arpad.model.period import RATINGS_AT_GAME, Born
from arpad.model.wording import LANGUAGE
from arpad.regulations.calendar import calendar
from arpad.regulations.consulted import Consulted, answer
from arpad.regulations.package_data import WORDS
from arpad.regulations.rules import rated_event
from arpad.regulations.rules.development_coefficient import CALCULATION, EVENT_START
from arpad.regulations.rules.rated_period import K_LOAD
from arpad.regulations.workings.coefficient import coefficient, k_moment
from arpad.regulations.workings.crosstable import is_by_average
from arpad.regulations.workings.event_basis import is_rated_day_by_day
from arpad.regulations.workings.first_rating import FirstRating, first_rating, opponents_needed
from arpad.regulations.workings.shown_by_k import ks_in_force

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from datetime import date

    from arpad.model.period import Event, RatingPeriod
    from arpad.regulations.calendar import Calendar
    from arpad.regulations.edition import Edition
    from arpad.regulations.workings.coefficient import Coefficient
    from arpad.regulations.workings.first_rating import Pooled
    from arpad.regulations.workings.period import EventResult, PlayerResult


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that a person should know: its code, where in the period it is, and the facts of its sentence."""

    code: str
    where: str
    facts: Mapping[str, Any] = field(hash=False)

    @property
    def message(self) -> str:
        """The sentence, in English."""
        return self.sentence()

    def sentence(self, language: str = LANGUAGE) -> str:
        """Say it in a language."""
        return WORDS.say("warning", self.code, self.facts, language)


def notices(result: PlayerResult | FirstRating) -> tuple[Notice, ...]:
    """Give the warnings about a period, all of them: a rated player's, or a newcomer's."""
    return _newcomer_notices(result) if isinstance(result, FirstRating) else _rated_notices(result)


def _rated_notices(result: PlayerResult) -> tuple[Notice, ...]:
    period = result.period
    days = calendar(period.kind, name=period.edition)
    notices: list[Notice] = []
    notices += _about_list(period, days, result.law)
    for index, event in enumerate(period.events):
        where = f"events[{index}]"
        notices += _about_calendar(period, days, event, where)
        notices += _about_games(event, where)
    for index, event_result in enumerate(result.events):
        notices += _about_result(result, days, event_result, f"events[{index}]")
    notices += _about_order(period, _k_depends_on_order(result))
    notices += [*_about_given_k(result), *_about_player(result)]
    return _once(notices)


def _newcomer_notices(result: FirstRating) -> tuple[Notice, ...]:
    """Give the warnings about a newcomer's events; those of earlier lists are as they should be."""
    period = result.period
    days = calendar(period.kind, name=period.edition)
    notices = _about_list(period, days, result.law)
    for index, event in enumerate(period.events):
        due = days.list_for_event(event.end)
        if due is not None and due > period.list_date and event.end < period.list_date:
            notices += _about_calendar(period, days, event, f"events[{index}]")
        notices += _about_games(event, f"events[{index}]")
    notices += [
        _warning("opponents_not_named", f"events[{index}]", start=event.event.start, end=event.event.end, needed=needed)
        for index, event in enumerate(result.events)
        for needed in _opponents_presumed(event)
    ]
    notices += _about_order(period, _first_rating_depends_on_order(result))
    return _once(notices)


def _about_order(period: RatingPeriod, groups: Iterable[tuple[int, ...]]) -> list[Notice]:
    """Say which events of the same days were ordered by their games, where another order gives another result."""
    return [
        _warning(
            "order_of_events",
            f"events[{places[0]}]",
            start=period.events[places[0]].start,
            end=period.events[places[0]].end,
            count=len(places),
        )
        for places in groups
    ]


def _of_same_days(period: RatingPeriod) -> list[tuple[int, ...]]:
    """Give the places of events that neither days nor numbers tell apart."""
    groups: dict[Any, list[int]] = {}
    for place, event in enumerate(period.events):
        groups.setdefault((event.end, event.start, event.number or 0), []).append(place)
    return [tuple(places) for places in groups.values() if len(places) > 1]


def _k_depends_on_order(result: PlayerResult) -> Iterator[tuple[int, ...]]:
    """Find events of the same days whose K is another one if another of them comes first (2003)."""
    for places in _of_same_days(result.period):
        group = [result.events[place] for place in places]
        counts = [event.working.whole["games"] for event in group]
        least = min((event.k_from.facts.games or 0 for event in group if event.k_from is not None), default=0)
        if (
            len({(count, event_result.working.whole["sum"]) for count, event_result in zip(counts, group, strict=True)})
            == 1
        ):
            continue
        if any(
            _k_after(event_result, least) != _k_after(event_result, least + sum(counts) - count)
            for count, event_result in zip(counts, group, strict=True)
        ):
            yield places


def _k_after(event_result: EventResult, games: int) -> int | None:
    """Give the K that an event would have after so many games, where K is taken event by event."""
    k_from = event_result.k_from
    if k_from is None or k_from.facts.games is None or k_moment(event_result.law) != CALCULATION:
        return event_result.k
    return coefficient(k_from.law, replace(k_from.facts, games=games), k_from.day).k


def _first_rating_depends_on_order(result: FirstRating) -> Iterator[tuple[int, ...]]:
    """Find events of the same days that give a newcomer something else if another of them comes first."""
    period = result.period
    for places in _of_same_days(period):
        answers = set()
        for first in places:
            events = tuple(
                replace(event, number=2 * (event.number or 0) + (place in places and place != first))
                for place, event in enumerate(period.events)
            )
            other = first_rating(replace(period, events=events))
            answers.add((other.games, other.score, other.rating, other.published))
        if len(answers) > 1:
            yield places


def _opponents_presumed(pooled: Pooled) -> list[int]:
    """Give the rated opponents an event needs, where it counts only because nobody knows who was met in its games.

    In an event everybody has one rating, so that two ratings are two opponents.
    """
    event, rated = pooled.event, [game for game in pooled.event.games if game.opponent is not None]
    if not pooled.counts:
        return []
    named = {game.opponent_id for game in rated if game.opponent_id is not None}
    ratings = {game.opponent for game in rated} if event.ratings != RATINGS_AT_GAME else set()
    needed = opponents_needed(pooled.law, is_table=pooled.is_round_robin)
    return [needed] if max(len(named), len(ratings)) < needed else []


def _about_list(period: RatingPeriod, days: Calendar, law: Edition) -> list[Notice]:
    if days.is_list_date(period.list_date):
        return []
    following = days.next_list(period.list_date)
    return [_warning("not_a_list_date", "list", list=period.list_date, edition=law.id, next=following)]


def _warning(code: str, where: str, **facts: Any) -> Notice:  # noqa: ANN401 - shown as text
    return Notice(code, where, facts)


def _once(notices: Iterable[Notice]) -> tuple[Notice, ...]:
    """Say what holds in several places once, where it was met last."""
    return tuple({(notice.code, *notice.facts.items()): notice for notice in notices}.values())


def rests_on_birthday(law: Edition, k_from: Coefficient) -> bool:
    """Tell whether K would be another one if the birthday were the first day of the year that alone is known."""
    born = k_from.facts.born
    if born is None or not born.only_year:
        return False
    earliest = coefficient(law, replace(k_from.facts, born=Born(born.year, 1, 1)), k_from.day)
    return earliest.possible != k_from.possible


def highest_below(highest: int, rating: int) -> Notice:
    """Say that the highest rating ever is below one that the player had."""
    return _warning("highest_below_rating", "player.highest", highest=highest, rating=rating)


def born_year_only() -> Notice:
    """Say that a birthday is taken as the end of its year."""
    return _warning("born_year_only", "player.born")


def _about_calendar(period: RatingPeriod, days: Calendar, event: Event, where: str) -> list[Notice]:
    due, wanted = days.list_for_event(event.end), period.list_date
    if due is None or wanted == due or not days.is_list_date(wanted):
        return []
    facts = {"start": event.start, "end": event.end, "due": due, "list": wanted}
    # Nothing here says whether an event is official; a list that only an official one can reach is accepted, and said.
    if wanted == days.list_for_official_event(event.end):
        return [_warning("event_only_if_official", where, **facts)]
    if wanted < due:
        return [_warning("event_belongs_elsewhere", where, **facts)]
    latest = days.latest_list(event.end)
    if latest is not None and wanted > latest:
        return [_warning("event_too_late", where, latest=latest, **facts)]
    return [_warning("event_late", where, **facts)]


def _about_games(event: Event, where: str) -> list[Notice]:
    return [
        _warning("game_outside_event", f"{where}.games[{index}]", date=game.date, start=event.start, end=event.end)
        for index, game in enumerate(event.games)
        if game.date is not None and not event.start <= game.date <= event.end
    ]


def _about_result(result: PlayerResult, days: Calendar, event_result: EventResult, where: str) -> list[Notice]:
    event, notices = event_result.event, []
    waiting = event_result.working.parts["uncounted"].count(rated_event.NEEDS_CROSSTABLE)
    if waiting:
        notices.append(_warning("needs_crosstable", where, count=waiting, start=event.start, end=event.end))
    notices += _about_opponents(event_result, where)
    notices += _about_older_list(result, event_result, where)
    notices += _about_ratings_of_games(days, event_result, where)
    return [*notices, *_about_load(result, event_result, where)]


def _about_load(result: PlayerResult, event_result: EventResult, where: str) -> list[Notice]:
    """Say that K times the games of the period is more than an edition finds good, though it binds nobody."""
    if event_result.k is None:
        return []
    games = sum(played.working.whole["games"] for played in result.events)
    asked = answer(event_result.law, K_LOAD, k=event_result.k, games=games)
    if not asked["is_remarked"]:
        return []
    (cited,) = asked.by("is_remarked").citations()
    facts = {"product": asked["load"], "limit": asked["remarked_above"]}
    return [_warning("k_load_remark", where, edition=cited.edition, article=cited.article, **facts)]


def _about_opponents(event_result: EventResult, where: str) -> list[Notice]:
    """Ask who was met in a round robin with play-offs, where each opponent is averaged once (R-039)."""
    event, law = event_result.event, event_result.law
    if event.system != "roundrobin" or event.field is None or not is_by_average(law):
        return []
    if len(event.games) == event.field * event.cycles or all(game.opponent_id is not None for game in event.games):
        return []
    facts = {"start": event.start, "end": event.end, "games": len(event.games), "field": event.field}
    return [_warning("opponents_not_named_in_robin", where, **facts)]


def _about_older_list(result: PlayerResult, event_result: EventResult, where: str) -> list[Notice]:
    """Where K is that of the event's start, and the player's highest is the last rating, it may have come later."""
    player, event, k_from = result.period.player, event_result.event, event_result.k_from
    if k_from is None or k_moment(event_result.law) != EVENT_START or event.rating is None:
        return []
    if player.highest is None or player.highest != player.rating or event.rating >= player.highest:
        return []
    then = coefficient(event_result.law, replace(k_from.facts, highest=k_from.facts.had), k_from.day)
    if then.k in (None, event_result.k):
        return []
    return [_warning("k_of_an_older_list", where, start=event.start, highest=player.highest, k=then.k)]


def uses_list_of_games(event_result: EventResult) -> bool:
    """Tell whether an edition lets an event use the list of the day of each game (2003 4.1.1, 2009 4.13)."""
    return _is_rated_day_by_day(event_result, is_declared=True)


def _is_rated_day_by_day(event_result: EventResult, *, is_declared: bool) -> bool:
    event = event_result.event
    is_league = event.system == "team"
    return is_rated_day_by_day(event_result.law, event.start, event.end, is_league=is_league, is_declared=is_declared)


def _about_ratings_of_games(days: Calendar, event_result: EventResult, where: str) -> list[Notice]:
    event = event_result.event
    if event.list_day is not None:
        return []
    several = days.list_in_force(event.start) != days.list_in_force(event.end)
    facts = {"start": event.start, "end": event.end}
    if event.ratings != RATINGS_AT_GAME:
        if several and _is_rated_day_by_day(event_result, is_declared=False):
            (cited,) = Consulted(event_result.law).citing("list_for_game").citations()
            edition, article = event_result.law.id, cited.article
            return [_warning("ratings_of_games_asked", where, edition=edition, article=article, **facts)]
        return []
    if not uses_list_of_games(event_result):
        return [_warning("ratings_of_games_not_known", where, edition=event_result.law.id)]
    return [_warning("ratings_of_games_own", where, rating=event_result.rating, **facts)] if several else []


def _about_given_k(result: PlayerResult) -> list[Notice]:
    """Remark a K that was given for the player or an event, and that the edition does not have."""
    period = result.period
    given = [("player.k", period.player.k, result.law)] if any(event.k is None for event in period.events) else []
    given += [
        (f"events[{index}].k", event.k, event_result.law)
        for index, (event, event_result) in enumerate(zip(period.events, result.events, strict=True))
    ]
    return [notice for where, k, law in given for notice in k_unknown_here(law, k, period.list_date, where)]


def k_unknown_here(law: Edition, k: int | None, day: date, where: str) -> list[Notice]:
    """Remark a K that nobody can have by an edition on a day; where an officer sets it, any may be."""
    known = ks_in_force(law, day)
    if k is None or not known or k in known:
        return []
    return [_warning("k_unknown_here", where, k=k, edition=law.id, known=tuple(known))]


def _about_player(result: PlayerResult) -> list[Notice]:
    player, notices = result.period.player, []
    if any(event.k_from is not None and rests_on_birthday(event.k_from.law, event.k_from) for event in result.events):
        notices.append(born_year_only())
    had = max([player.rating or 0, *(event.rating or 0 for event in result.period.events)])
    if player.highest is not None and player.highest < had:
        notices.append(highest_below(player.highest, had))
    if result.adjustment is not None and result.adjustment[1] is None:
        notices.append(
            _warning(
                "standard_needed",
                "player",
                list=result.period.list_date,
                within=result.adjustment[0].within,
            )
        )
    return notices
