"""The schedule: rounds and hours of a day, how long an event lasts, and the monthly parts of a long one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.events.subject import STANDARD, counted, rounds_named
from arpad.events.system import TEAM
from arpad.events.verdict import NOTE, PASSES, REFUSES, UNKNOWN, WARNING
from arpad.regulations.calendar import league_by_day_from
from arpad.regulations.durations import shifted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date

    from arpad.events.subject import Found, Subject

_HOUR = 3600
_APPROVERS = {
    "qc_chair": "the chair of the Qualification Commission",
    "qualification_commission": "the Qualification Commission",
}
_DATES = "Give the dates of the rounds in record 132."
_SPREAD = "Correct the dates if they are wrong; before play, spread the rounds."
_NO_DATES = "No dates of the rounds can help. Correct the first or the last day, or the rounds, if they are wrong."


def days_lasted(start: date, end: date) -> int:
    """Give how many days an event lasts, first and last day counted (E 55)."""
    return (end - start).days + 1


def days_played(subject: Subject) -> tuple[date, date] | None:
    """Give the first and the last day, as declared or with a round, whichever is further out; None where not known."""
    if subject.start is None or subject.end is None:
        return None
    played = [day for day in subject.tournament.round_dates if day is not None]
    return min(subject.start, *played, subject.end), max(subject.end, *played, subject.start)


def rounds_outside(subject: Subject) -> Iterator[Found]:
    """Say which rounds were played before the first day or after the last one that is declared."""
    start, end = subject.start, subject.end
    played = {number: day for number, day in enumerate(subject.tournament.round_dates, 1) if day is not None}
    early = {number: day for number, day in played.items() if start is not None and day < start}
    late = {number: day for number, day in played.items() if end is not None and day > end and number not in early}
    parts = [
        f"{rounds_named(rounds)} {side}, {declared} ({', '.join(str(day) for day in sorted(set(rounds.values())))})"
        for rounds, side, declared in ((early, "before the first day", start), (late, "after the last day", end))
        if rounds
    ]
    if parts:
        message = f"By its dates it has {' and '.join(parts)}. Both cannot be. "
        message += "How long it lasts goes by the rounds, its list and its registration by the days that are declared."
        fix = "Correct record 132, or records 042 and 052."
        yield subject.found("round_outside", WARNING, message, fix=fix, rounds=(*early, *late))


def days_at_least(subject: Subject) -> tuple[date, date] | None:
    """Give the furthest days that are known, declared or with a round; where one is missing the event may be longer."""
    known = [day for day in (subject.start, subject.end, *subject.tournament.round_dates) if day is not None]
    return (min(known), max(known)) if known else None


def _rounds_by_day(subject: Subject) -> tuple[dict[date, list[int]], bool]:
    """Give the rounds of each day as far as they are known, and whether the day of every round is."""
    dates = subject.tournament.round_dates[: subject.rounds]
    complete = len(dates) == subject.rounds and all(day is not None for day in dates)
    if not complete and subject.start is not None and subject.start == subject.end:
        return {subject.start: list(range(1, subject.rounds + 1))}, True
    by_day: dict[date, list[int]] = {}
    for number, day in enumerate(dates, 1):
        if day is not None:
            by_day.setdefault(day, []).append(number)
    return by_day, complete


def rounds_a_day(subject: Subject) -> Iterator[Found]:
    """Count the rounds of each day against the most that are allowed."""
    key = "rounds_per_day" if subject.kind == STANDARD else f"rounds_per_day_{subject.kind}"
    if not subject.law.has(key) or not subject.rounds:
        return
    most = subject.law.value(key)
    by_day, complete = _rounds_by_day(subject)
    over = {day: of for day, of in by_day.items() if len(of) > most}
    for day, of in sorted(over.items()):
        said = f"{counted(len(of), 'round')} on {day}; at most {most} are allowed."
        yield subject.found("rounds_per_day", REFUSES, said, key, fix=_SPREAD, rounds=of)
    if over:
        return
    if complete:
        said = f"At most {counted(max(map(len, by_day.values())), 'round')} a day; {most} are allowed."
        yield subject.found("rounds_per_day", PASSES, said, key)
    else:
        shares = [1] * subject.rounds
        yield _without_dates(subject, "rounds_per_day", shares, most, f"{counted(most, 'round')} a day", key)


def _without_dates(subject: Subject, code: str, shares: Sequence[int], most: int, limit: str, *keys: str) -> Found:
    """Without dates, put the rounds on as few days as their order allows; each takes its share of what a day has."""
    needed = _days_needed(shares, most)
    if needed == 1:
        return subject.found(code, PASSES, f"Even on a single day the rounds keep to {limit}.", *keys)
    span = days_played(subject)
    days = None if span is None else days_lasted(*span)
    if needed is None or (days is not None and needed > days):
        within = f" in {counted(days, 'day')}" if days is not None and needed is not None else ""
        message = f"{counted(len(shares), 'round')}{within} cannot keep to {limit}."
        fix = "Before play, take more days, or fewer rounds." if subject.before_play else _NO_DATES
        return subject.found(code, REFUSES, message, *keys, fix=fix)
    message = f"The dates of the rounds are not all given, so it is open whether they keep to {limit}."
    return subject.found(code, UNKNOWN, message, *keys, fix=_DATES)


def _days_needed(shares: Sequence[int], most: int) -> int | None:
    """Give the fewest days on which rounds in this order fit; None where one alone is too much for a day."""
    if max(shares) > most:
        return None
    days, used = 1, 0
    for share in shares:
        days, used = (days, used + share) if used + share <= most else (days + 1, share)
    return days


def hours_a_day(subject: Subject) -> Iterator[Found]:
    """Add up the playing time of each day, both players' time for games as long as the edition takes them to be."""
    law = subject.law
    if not law.has("hours_per_day") or not subject.rounds:
        return
    most, moves, keys = law.value("hours_per_day"), law.value("time_moves"), ("hours_per_day", "time_moves")
    times = {number: subject.time.of(number) for number in range(1, subject.rounds + 1)}
    length = {number: sum(one.seconds(moves) for one in both) for number, both in times.items() if both is not None}
    by_day, complete = _rounds_by_day(subject)
    timed = {day: [number for number in of if number in length] for day, of in by_day.items()}
    hours = {day: sum(length[number] for number in of) for day, of in timed.items()}
    over = {day: seconds for day, seconds in hours.items() if seconds > most * _HOUR}
    for day, seconds in sorted(over.items()):
        verb = "takes" if len(timed[day]) == 1 else "take"
        said = f"{rounds_named(timed[day]).capitalize()} on {day} {verb} {_hours(seconds)} of play; {most} are allowed."
        yield subject.found("hours_per_day", REFUSES, said, *keys, fix=_SPREAD, rounds=timed[day])
    if over:
        return
    if len(length) < subject.rounds:
        where = f" of {rounds_named(number for number in times if number not in length)}" if length else ""
        said = f"The thinking time{where} is not known, so it is open how many hours of play a day has."
        yield subject.found("hours_per_day", UNKNOWN, said, "hours_per_day", fix="Give the thinking time.")
    elif complete:
        said = f"At most {_hours(max(hours.values()))} of play a day; {most} are allowed."
        yield subject.found("hours_per_day", PASSES, said, *keys)
    else:
        limit = f"{most} hours of play a day"
        yield _without_dates(subject, "hours_per_day", [*length.values()], most * _HOUR, limit, *keys)


def _hours(seconds: int) -> str:
    """Write a length of time in hours, with minutes and seconds only where there are some.

    >>> _hours(43200), _hours(43208), _hours(3000), _hours(0)
    ('12 hours', '12 hours 8 seconds', '50 minutes', '0 minutes')
    """
    hours, rest = divmod(seconds, _HOUR)
    parts = (hours, "hour"), (rest // 60, "minute"), (rest % 60, "second")
    return " ".join(counted(number, unit) for number, unit in parts if number) or counted(0, "minute")


def duration(subject: Subject) -> Iterator[Found]:
    """Compare how long an event lasts with the limit, its exceptions, and what is asked of long events."""
    law, complete, span = subject.law, days_played(subject) is not None, days_at_least(subject)
    keys = [key for key in ("duration_limit", "long_event_parts_over") if law.has(key)]
    over = [key for key in keys if span is not None and span[1] >= shifted(span[0], law.value(key), 1)]
    lasts = "" if span is None else f"It lasts {'' if complete else 'at least '}{counted(days_lasted(*span), 'day')}"
    if "duration_limit" in over:
        yield _longer(subject, lasts, str(law.value("duration_limit")))
    elif "duration_limit" in keys and complete:
        said = f"{lasts}; {law.value('duration_limit')} are allowed."
        yield subject.found("duration", PASSES, said, "duration_limit")
    elif keys and not complete and not over:
        code = "duration" if "duration_limit" in keys else "monthly_parts"
        said = "The first or the last day is not known, so it is open how long the event lasted."
        fix = "Give records 042 and 052."
        yield subject.found(code, UNKNOWN, said, keys[0], fix=fix, decides="duration_limit" in keys)
    if "long_event_parts_over" in over:
        yield _in_parts(subject, lasts)


def _longer(subject: Subject, lasts: str, limit: str) -> Found:
    law, facts = subject.law, subject.facts
    said = f"{lasts}, longer than {limit}"
    leagues = law.get("duration_exception") == "leagues"
    excepted = facts.league if leagues or facts.team_championship is None else facts.team_championship
    name = "leagues" if leagues else "team championships"
    key = "league" if leagues else "team_championship"
    if excepted:
        return subject.found("duration", PASSES, f"{said}; {name} may.", "duration_limit", "duration_exception")
    if facts.longer_approved and law.has("duration_approval"):
        who = _APPROVERS[law.value("duration_approval")]
        return subject.found("duration", PASSES, f"{said}; {who} approved it.", "duration_limit", "duration_approval")
    keys = ["duration_limit", "duration_exception", "duration_approval"]
    if excepted is None and subject.system.name == TEAM:
        said += f". Only {name} may; whether it is one is not said."
        return subject.found("duration", UNKNOWN, said, *keys, fix=f"Say {key} = true or false in event.toml.")
    fix = f"If it is one of the {name}, say {key} = true."
    if law.has("duration_approval"):
        fix += f" Else ask {_APPROVERS[law.value('duration_approval')]}, and say longer_approved = true."
    return subject.found("duration", REFUSES, f"{said}.", *keys, fix=fix)


def _in_parts(subject: Subject, lasts: str) -> Found:
    said = f"{lasts}, more than {subject.law.value('long_event_parts_over')}: results are reported every month"
    if subject.facts.reported_monthly:
        return subject.found("monthly_parts", PASSES, f"{said}, and were.", "long_event_parts_over")
    if subject.facts.reported_monthly is None:
        fix = "Say reported_monthly = true or false in event.toml."
        return subject.found("monthly_parts", UNKNOWN, f"{said}.", "long_event_parts_over", fix=fix, decides=False)
    fix = "Send one report for each month; each part takes the ratings of its own first day."
    return subject.found("monthly_parts", WARNING, f"{said}, and were not.", "long_event_parts_over", fix=fix)


def ratings_of_the_day(subject: Subject) -> Iterator[Found]:
    """Say which list gives the ratings, where the edition leaves a choice or makes one for long leagues."""
    law, facts = subject.law, subject.facts
    when = law.get("list_for_game")
    if when == "declared_before_round_1":
        if facts.ratings is None:
            said = "The ratings of the first day are used, unless those of each day were chosen before round 1."
            fix = 'Say ratings = "game" in event.toml if that was declared.'
            yield subject.found("ratings_of", NOTE, said, "list_for_game", fix=fix)
        else:
            day = "of the day of each game" if facts.ratings == "game" else "of the first day"
            yield subject.found("ratings_of", PASSES, f"Declared before round 1: the ratings {day}.", "list_for_game")
    elif facts.league and _is_long_league(subject):
        said = "A league of this length takes the ratings of the day of each game."
        yield subject.found("ratings_of", NOTE, said, "list_for_game", "list_for_game_over")
    elif facts.ratings == "game":
        said = "The ratings of each day were declared, but this edition knows no such choice."
        yield subject.found("ratings_of", WARNING, said, "list_for_event", fix="Leave ratings out of event.toml.")


def _is_long_league(subject: Subject) -> bool:
    """Tell whether it is long enough for a league to take the ratings of the day of each game."""
    span = days_played(subject)
    to_day = None if span is None else league_by_day_from(subject.law, span[0])
    return to_day is not None and span is not None and span[1] >= to_day
