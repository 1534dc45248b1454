"""The schedule: rounds and hours of a day, how long an event lasts, and the monthly parts of a long one."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from arpad.events.system import is_called_league
from arpad.events.verdict import NOTE, PASSES, REFUSES, UNKNOWN, WARNING
from arpad.model.period import BLITZ, RAPID, TEAM
from arpad.regulations.consulted import answer, answer_code
from arpad.regulations.durations import written_day
from arpad.regulations.rules import schedule as rules
from arpad.regulations.workings.event_basis import league_by_day_from
from arpad.regulations.workings.thinking_time import moves_counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from arpad.events.checked_event import Outcome, Subject
    from arpad.model.problems import ProblemFacts
    from arpad.regulations.consulted import Consulted, RuleAnswer


def days_lasted(start: date, end: date) -> int:
    """Give how many days an event lasts, first and last day counted (E 55)."""
    return (end - start).days + 1


def days_played(subject: Subject) -> tuple[date, date] | None:
    """Give the first and the last day, as declared or with a round, whichever is further out; None where not known."""
    if subject.start is None or subject.end is None:
        return None
    played = [day for day in subject.tournament.round_dates if day is not None]
    return min(subject.start, *played, subject.end), max(subject.end, *played, subject.start)


def rounds_outside(subject: Subject) -> Iterator[Outcome]:
    """Say which rounds were played before the first day or after the last one that is declared."""
    start, end = subject.start, subject.end
    played = {number: day for number, day in enumerate(subject.tournament.round_dates, 1) if day is not None}
    early = {number: day for number, day in played.items() if start is not None and day < start}
    late = {number: day for number, day in played.items() if end is not None and day > end and number not in early}
    parts = [
        {
            "in_rounds": tuple(rounds),
            "early": rounds is early,
            "declared": declared,
            "dates": sorted(set(rounds.values())),
        }
        for rounds, declared in ((early, start), (late, end))
        if rounds
    ]
    if not parts:
        return
    facts: ProblemFacts = {"parts": parts, "rounds": (*early, *late)}
    by_rounds, by_hours = _too_many_rounds(subject), _too_many_hours(subject)
    full = sorted(day for day in {*by_rounds, *by_hours} if _is_outside(subject, day))
    if not full:
        yield subject.finding("round_outside", WARNING, None, "outside", fix="correct_dates", **facts)
        return
    # Such a day is no day of the event: it shows that the dates are wrong, not that too much was played.
    p = subject.consulted()
    p = p.with_(_with_rounds(subject, 0).by("rounds_allowed")) if {*full} & {*by_rounds} else p
    p = p.with_(_with_play(subject, 0).by("hours_allowed").citing("time_moves")) if {*full} & {*by_hours} else p
    yield subject.finding("round_outside", UNKNOWN, p, "outside", "too_full", fix="correct_dates", full=full, **facts)


def _is_outside(subject: Subject, day: date) -> bool:
    """Tell whether a day lies before the first day or after the last one that is declared."""
    start, end = subject.start, subject.end
    return (start is not None and day < start) or (end is not None and day > end)


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


def rounds_a_day(subject: Subject) -> Iterator[Outcome]:
    """Count the rounds of each day against the most that are allowed."""
    code, (by_day, complete) = "rounds_per_day", _rounds_by_day(subject)
    limit = _with_rounds(subject, 0)
    most, p = limit["rounds_allowed"], limit.by("rounds_allowed")
    if most == rules.NO_LIMIT or not subject.rounds:
        return
    over = _too_many_rounds(subject)
    for day, of in sorted(over.items()):
        if not _is_outside(subject, day):
            facts: ProblemFacts = {"count": len(of), "day": day, "most": most}
            yield subject.finding(code, REFUSES, p, "too_many", fix="spread_rounds", rounds=of, **facts)
    if over:
        return
    if complete:
        yield subject.finding(code, PASSES, p, "at_most", count=max(map(len, by_day.values())), most=most)
    else:
        yield _without_dates(subject, code, p, [1] * subject.rounds, most, most)


def _too_many_rounds(subject: Subject) -> dict[date, list[int]]:
    """Give the days with too many rounds, each with its rounds."""
    by_day, _ = _rounds_by_day(subject)
    return {day: of for day, of in by_day.items() if _with_rounds(subject, len(of))["has_too_many_rounds"]}


def _with_rounds(subject: Subject, rounds: int) -> RuleAnswer:
    """Ask about a day with so many rounds."""
    kind = subject.kind
    return answer(subject.law, rules.ROUNDS_A_DAY, is_rapid=kind == RAPID, is_blitz=kind == BLITZ, rounds=rounds)


def _without_dates(  # noqa: PLR0913, PLR0917 - the limit as it is counted and as it is said
    subject: Subject, code: str, p: Consulted, shares: Sequence[int], most: int, limit: int
) -> Outcome:
    """Without dates, put the rounds on as few days as their order allows; each takes its share of what a day has."""
    needed = _days_needed(shares, most)
    if needed == 1:
        return subject.finding(code, PASSES, p, "on_a_single_day", limit=limit)
    span = days_played(subject)
    days = None if span is None else days_lasted(*span)
    if needed is None or (days is not None and needed > days):
        within = days if needed is not None else None
        fix = "more_days_or_fewer_rounds" if subject.before_play else "no_dates_help"
        return subject.finding(code, REFUSES, p, "cannot_keep", fix=fix, count=len(shares), within=within, limit=limit)
    return subject.finding(code, UNKNOWN, p, "dates_open", fix="give_dates", limit=limit)


def _days_needed(shares: Sequence[int], most: int) -> int | None:
    """Give the fewest days on which rounds in this order fit; None where one alone is too much for a day."""
    if max(shares) > most:
        return None
    days, used = 1, 0
    for share in shares:
        days, used = (days, used + share) if used + share <= most else (days + 1, share)
    return days


def hours_a_day(subject: Subject) -> Iterator[Outcome]:
    """Add up the playing time of each day, both players' time for games as long as the edition takes them to be."""
    code, limit = "hours_per_day", _with_play(subject, 0)
    most, without_time = limit["hours_allowed"], limit.by("hours_allowed")
    if most == rules.NO_LIMIT or not subject.rounds:
        return
    p, length = without_time.citing("time_moves"), _lengths(subject)
    over = _too_many_hours(subject)
    for day, of in sorted(over.items()):
        if not _is_outside(subject, day):
            play = sum(length[number] for number in of)
            facts: ProblemFacts = {"rounds": of, "day": day, "time": play, "most": most}
            yield subject.finding(code, REFUSES, p, "too_long", fix="spread_rounds", **facts)
    if over:
        return
    by_day, complete = _rounds_by_day(subject)
    if len(length) < subject.rounds:
        unknown = [number for number in range(1, subject.rounds + 1) if number not in length] if length else []
        yield subject.finding(code, UNKNOWN, without_time, "time_open", fix="give_time", unknown=unknown)
    elif complete:
        longest = max(sum(length[number] for number in of) for of in by_day.values())
        yield subject.finding(code, PASSES, p, "at_most", time=longest, most=most)
    else:
        yield _without_dates(subject, code, p, [*length.values()], most * rules.AN_HOUR, most)


def _lengths(subject: Subject) -> dict[int, int]:
    """Give how many seconds of play each round has whose thinking time is known, both players' together."""
    moves = moves_counted(subject.law)
    times = {number: subject.time.of(number) for number in range(1, subject.rounds + 1)}
    return {
        number: sum(control.seconds(moves) for control in both) for number, both in times.items() if both is not None
    }


def _too_many_hours(subject: Subject) -> dict[date, list[int]]:
    """Give the days with too many hours of play, each with those of its rounds whose time is known."""
    length, (by_day, _) = _lengths(subject), _rounds_by_day(subject)
    timed = {day: [number for number in of if number in length] for day, of in by_day.items()}
    return {
        day: of
        for day, of in timed.items()
        if _with_play(subject, sum(length[number] for number in of))["has_too_many_hours"]
    }


def _with_play(subject: Subject, seconds: int) -> RuleAnswer:
    """Ask about a day with so many seconds of play."""
    return answer(subject.law, rules.HOURS_A_DAY, seconds=seconds)


def duration(subject: Subject) -> Iterator[Outcome]:
    """Compare how long an event lasts with the limit, its exceptions, and what is asked of long events."""
    span, complete = days_at_least(subject), days_played(subject) is not None
    first_day, last_day = span or (date.min, date.min)
    days = {"knows_days": span is not None, "first_day": written_day(first_day), "last_day": written_day(last_day)}
    lasts, parts = _lasting(subject, days), answer(subject.law, rules.MONTHLY_PARTS, **days)
    limit, long = lasts.by("is_over_limit"), parts.by("reported")
    how_long, is_asked = lasts["lasting"], parts["reported"] != rules.NOT_ASKED
    is_over = lasts["is_over_limit"] or parts["reported"] == rules.IN_PARTS
    is_limited = how_long != rules.UNLIMITED
    facts: ProblemFacts = {"days": 0 if span is None else days_lasted(*span), "complete": complete}
    if lasts["is_over_limit"]:
        yield _longer(subject, lasts, {**facts, "limit": str(limit.value("duration_limit"))})
    elif is_limited and complete:
        yield subject.finding("duration", PASSES, limit, "allowed", limit=limit.value("duration_limit"), **facts)
    elif (is_limited or is_asked) and not complete and not is_over:
        code, p = ("duration", limit) if is_limited else ("monthly_parts", long)
        yield subject.finding(code, UNKNOWN, p, "days_open", fix="give_042_052", decides=is_limited)
    if parts["reported"] == rules.IN_PARTS:
        yield _in_parts(subject, long, {**facts, "limit": long.value("long_event_parts_over")})


def _lasting(subject: Subject, days: Mapping[str, int]) -> RuleAnswer:
    """Ask whether an event may last from its first day to its last one."""
    given = subject.facts
    facts = {
        "league": answer_code(_is_league(subject)),
        "team_championship": answer_code(given.team_championship),
        "may_be_league": _may_be_league(subject),
        "is_approved": bool(given.longer_approved),
    }
    return answer(subject.law, rules.DURATION, **days, **facts)


def _is_league(subject: Subject) -> bool | None:
    """Tell whether it is a league: as somebody said, or as record 092 says; None where nobody did."""
    given = subject.facts.league
    return True if given is None and is_called_league(subject.tournament) else given


def _may_be_league(subject: Subject) -> bool:
    """Tell whether it may be a league: it has teams, or nothing says how it was paired."""
    return subject.system.name == TEAM or bool(subject.tournament.teams) or not subject.system.is_named


def _longer(subject: Subject, lasts: RuleAnswer, facts: ProblemFacts) -> Outcome:
    p, approval = lasts.by("is_over_limit", "excepted"), lasts.by("is_over_limit", "is_let")
    facts["exception"] = "league" if lasts["is_for_leagues"] else "team_championship"
    how_long = lasts["lasting"]
    if how_long == rules.EXCEPTED:
        by_record = subject.facts.league is None and not subject.facts.team_championship
        facts |= {"called": subject.tournament.system} if by_record else {}
        says = ("exception", "by_record") if by_record else ("exception",)
        return subject.finding("duration", PASSES, p, *says, **facts)
    facts["approver"] = approval.get("duration_approval")
    if how_long == rules.LET:
        return subject.finding("duration", PASSES, approval, "approved", **facts)
    p = p.with_(approval)
    if how_long == rules.OPEN:
        return subject.finding("duration", UNKNOWN, p, "exception_open", fix="say_exception", **facts)
    fix = ("if_exception", "else_ask_approver") if facts["approver"] else "if_exception"
    return subject.finding("duration", REFUSES, p, "too_long", fix=fix, **facts)


def _in_parts(subject: Subject, p: Consulted, facts: ProblemFacts) -> Outcome:
    monthly = subject.facts.reported_monthly
    if monthly:
        return subject.finding("monthly_parts", PASSES, p, "were", **facts)
    if monthly is None:
        return subject.finding("monthly_parts", UNKNOWN, p, "asked", fix="say_monthly", decides=False, **facts)
    return subject.finding("monthly_parts", WARNING, p, "were_not", fix="send_by_month", **facts)


def ratings_of_the_day(subject: Subject) -> Iterator[Outcome]:
    """Say which list gives the ratings, where the edition leaves a choice or makes one for long leagues."""
    p, facts = subject.consulted(), subject.facts
    when = p.get("list_for_game")
    if when == "declared_before_round_1":
        if facts.ratings is None:
            yield subject.finding("ratings_of", NOTE, p, "unless_declared", fix="say_ratings")
        else:
            says = "of_each_game" if facts.ratings == "game" else "of_first_day"
            yield subject.finding("ratings_of", PASSES, p, says)
    elif _is_league(subject) and _is_long_league(subject):
        p = p.citing("list_for_game_over")  # the calendar reads from which length on
        yield subject.finding("ratings_of", NOTE, p, "long_league")
    elif facts.ratings == "game":
        p = subject.consulted().citing("list_for_event")  # the only ratings that such an edition knows
        yield subject.finding("ratings_of", WARNING, p, "no_such_choice", fix="leave_ratings")


def _is_long_league(subject: Subject) -> bool:
    """Tell whether it is long enough for a league to take the ratings of the day of each game."""
    span = days_played(subject)
    to_day = None if span is None else league_by_day_from(subject.law, span[0])
    return to_day is not None and span is not None and span[1] >= to_day
