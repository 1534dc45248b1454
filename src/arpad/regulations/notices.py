"""What a person should know beside the numbers: warnings about a period, as data with words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from arpad.model.period import RATINGS_AT_GAME, Born
from arpad.model.problems import Problem
from arpad.regulations.calendar import BY_DAY_IF_DECLARED, calendar, league_by_day_from
from arpad.regulations.coefficient import coefficient
from arpad.regulations.rules import rated_event
from arpad.regulations.wording import words

if TYPE_CHECKING:
    from arpad.model.period import Event, RatingPeriod
    from arpad.regulations.calendar import Calendar
    from arpad.regulations.coefficient import Coefficient
    from arpad.regulations.edition import Edition
    from arpad.regulations.first_rating import FirstRating
    from arpad.regulations.player_period import EventResult, PlayerResult


def notices(result: PlayerResult) -> tuple[Problem, ...]:
    """Give the warnings about a rated period, all of them."""
    period = result.period
    days = calendar(period.kind, name=period.edition)
    found: list[Problem] = []
    found += _about_list(period, days, result.law)
    for index, event in enumerate(period.events):
        where = f"events[{index}]"
        found += _about_calendar(period, days, event, where)
        found += _about_games(event, where)
    for index, one in enumerate(result.events):
        found += _about_result(result, days, one, f"events[{index}]")
    found += _about_player(result)
    return tuple({one.message: one for one in found}.values())


def newcomer_notices(made: FirstRating) -> tuple[Problem, ...]:
    """Give the warnings about a newcomer's events; those of earlier lists are as they should be."""
    period = made.period
    days = calendar(period.kind, name=period.edition)
    found = _about_list(period, days, made.law)
    for index, event in enumerate(period.events):
        due = days.list_for_event(event.end)
        if due is not None and due > period.list_date and event.end < period.list_date:
            found += _about_calendar(period, days, event, f"events[{index}]")
        found += _about_games(event, f"events[{index}]")
    return tuple({one.message: one for one in found}.values())


def _about_list(period: RatingPeriod, days: Calendar, law: Edition) -> list[Problem]:
    if days.is_list_date(period.list_date):
        return []
    following = days.next_list(period.list_date) or "not known here"
    return [_warning("not_a_list_date", "list", list=period.list_date, edition=law.id, next=following)]


def _warning(code: str, where: str, **facts: Any) -> Problem:  # noqa: ANN401 - shown as text
    return Problem(code, where, words("warning", code, **facts))


def rests_on_birthday(law: Edition, found: Coefficient) -> bool:
    """Tell whether K would be another one if the birthday were the first day of the year that alone is known."""
    born = found.facts.born
    if born is None or not born.only_year or law.get("k_junior_until") != "birthday":
        return False
    earliest = coefficient(law, replace(found.facts, born=Born(born.year, 1, 1)), found.day)
    return earliest.possible != found.possible


def born_year_only() -> Problem:
    """Say that a birthday is taken as the end of its year."""
    return _warning("born_year_only", "player.born")


def _about_calendar(period: RatingPeriod, days: Calendar, event: Event, where: str) -> list[Problem]:
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


def _about_games(event: Event, where: str) -> list[Problem]:
    return [
        _warning("game_outside_event", f"{where}.games[{index}]", date=game.date, start=event.start, end=event.end)
        for index, game in enumerate(event.games)
        if game.date is not None and not event.start <= game.date <= event.end
    ]


def _about_result(result: PlayerResult, days: Calendar, one: EventResult, where: str) -> list[Problem]:
    event, found = one.event, []
    waiting = one.working.parts["uncounted"].count(rated_event.NEEDS_CROSSTABLE)
    if waiting:
        found.append(_warning("needs_crosstable", where, count=waiting, start=event.start, end=event.end))
    found += _about_older_list(result, one, where)
    found += _about_ratings_of_games(days, one, where)
    if one.k is not None and one.law.has("k_load_remark"):
        product, limit = (
            one.k * sum(each.working.whole["games"] for each in result.events),
            one.law.value("k_load_remark"),
        )
        if product > limit:
            cited = one.law.cite("k_load_remark")
            found.append(
                _warning(
                    "k_load_remark", where, product=product, limit=limit, edition=cited.edition, article=cited.article
                )
            )
    return found


def _about_older_list(result: PlayerResult, one: EventResult, where: str) -> list[Problem]:
    """Where K is that of the event's start, and the player's highest is his last rating, it may have come later."""
    player, event, found = result.period.player, one.event, one.k_from
    if found is None or one.law.value("k_when") != "event_start" or event.rating is None:
        return []
    if player.highest is None or player.highest != player.rating or event.rating >= player.highest:
        return []
    then = coefficient(one.law, replace(found.facts, highest=found.facts.had), found.day)
    if then.k in (None, one.k):
        return []
    return [_warning("k_of_an_older_list", where, start=event.start, highest=player.highest, k=then.k)]


def uses_list_of_games(one: EventResult) -> bool:
    """Tell whether an edition lets an event use the list of the day of each game (2003 4.1.1, 2009 4.13)."""
    return one.law.get("list_for_game") == BY_DAY_IF_DECLARED or _is_long_league(one)


def _is_long_league(one: EventResult) -> bool:
    to_day = league_by_day_from(one.law, one.event.start)
    return to_day is not None and one.event.system == "team" and one.event.end >= to_day


def _about_ratings_of_games(days: Calendar, one: EventResult, where: str) -> list[Problem]:
    event = one.event
    if event.list_day is not None:
        return []
    several = days.list_in_force(event.start) != days.list_in_force(event.end)
    facts = {"start": event.start, "end": event.end}
    if event.ratings != RATINGS_AT_GAME:
        if several and _is_long_league(one):
            article = one.law.cite("list_for_game").article
            return [_warning("ratings_of_games_asked", where, edition=one.law.id, article=article, **facts)]
        return []
    if not uses_list_of_games(one):
        return [_warning("ratings_of_games_not_known", where, edition=one.law.id)]
    return [_warning("ratings_of_games_own", where, rating=one.rating, **facts)] if several else []


def _about_player(result: PlayerResult) -> list[Problem]:
    player, found = result.period.player, []
    if any(one.k_from is not None and rests_on_birthday(one.law, one.k_from) for one in result.events):
        found.append(born_year_only())
    had = max([player.rating or 0, *(event.rating or 0 for event in result.period.events)])
    if player.highest is not None and player.highest < had:
        found.append(_warning("highest_below_rating", "player.highest", highest=player.highest, rating=had))
    if result.adjustment is not None and result.adjustment[1] is None:
        found.append(
            _warning(
                "standard_needed",
                "player",
                list=result.period.list_date,
                within=result.adjustment[0].within,
            )
        )
    return found
