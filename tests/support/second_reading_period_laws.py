"""The second reading of a whole period, first part: what each edition says, its calendar, and K.

Written from the articles, the errata, the timeline and the settled readings alone, with nothing of arpad in it. An
edition is a row of plain values; what an edition does not change it takes from the one before.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta
from fractions import Fraction

AT_CALCULATION, EVENT_START, LIST_BEFORE = "at calculation", "event start", "list before"
BY_HISTORY, ALL_THE_SAME, BY_OFFICER = "by history", "all the same", "by the officer"
NOBODY, BELOW_LEAST, ZERO, ZERO_AT_FIRST = "nobody", "below the least", "zero", "zero in the first event"
EVERY_MONTH = tuple(range(1, 13))


@dataclass(frozen=True)
class Law:
    """One edition; the values here are those of July 2003."""

    # Lists: 9.1.1, 9.1.3, 9.1.4c.
    months: tuple[int, ...] = (1, 4, 7, 10)
    closing_days: int | None = None
    """Days before the list; None is a month."""
    official_to_the_eve: bool = False
    late_lists: int | None = None
    window_months: int = 24
    floor: int = 1801
    entry_at_1600: bool = False
    """Rapid chess of 2003: one enters with 1600, and nothing is said of leaving (article 15)."""
    # Rated players: 10.5.1, 10.5.4, 10.5.6.
    by_average: bool = True
    limit: int = 350
    one_upgrade: bool = False
    unlimited_from: int | None = None
    far_games_of_the_best_are_out: bool = False
    half_away: bool = False
    # K: 10.5.4a.
    k_from: str = BY_HISTORY
    k_new: int = 25
    k_usual: int = 15
    top_needs_thirty: bool = True
    junior: str = ""
    """Nothing, "birthday" or "year": how long a junior is one."""
    k_when: str = AT_CALCULATION
    seven_hundred: bool = False
    # Newcomers: 6.1, 6.4, 9.1.4, 10.2, 10.3.
    bonus: Fraction = Fraction(25, 2)
    weighted: bool = True
    two_draws: bool = False
    dp_at_the_ends: bool = False
    needed: int = 9
    seven_for_some: bool = False
    least_score: int = 100
    least_in_every_event: bool = True
    least_games: int = 3
    three_are_opponents: bool = True
    """6.4.2 asks for three rated opponents; from 2009 on (6.41) it is games."""
    low_first_dropped: bool = True
    # Events with unrated players: 6.1, 6.4, 10.2.1b, 10.5.7.
    round_robin_tables: bool = True
    opponents_lose: str = BELOW_LEAST
    unrated_in_matches: int = 1
    scheveningen_like_matches: bool = True
    standard_stands_in: bool = False
    # Activity: 9.2.3a; 7.23(a) of 2009; 7.23 a of 2014 speaks of games against rated opponents.
    only_rated_opponents_keep_active: bool = False

    @property
    def entry_from(self) -> int:
        """The lowest first rating."""
        return 1600 if self.entry_at_1600 else self.floor


L2003 = Law()
L2006 = replace(L2003, by_average=False, floor=1401)
L2009 = replace(
    L2006, months=(1, 3, 5, 7, 9, 11), closing_days=7, official_to_the_eve=True, floor=1200, limit=400,
    top_needs_thirty=False, k_when=EVENT_START, weighted=False, dp_at_the_ends=True, seven_for_some=True,
    least_in_every_event=False, three_are_opponents=False, opponents_lose=ZERO, unrated_in_matches=0,
    scheveningen_like_matches=False,
)  # fmt: skip
L2011 = replace(L2009, k_new=30, bonus=Fraction(15), least_score=50, least_games=0)
L2012 = replace(L2011, months=EVERY_MONTH, floor=1000)
L2014 = replace(
    L2012, closing_days=3, window_months=26, k_new=40, k_usual=20, junior="birthday", needed=5, seven_for_some=False,
    opponents_lose=ZERO_AT_FIRST, only_rated_opponents_keep_active=True,
)  # fmt: skip
L2017 = replace(L2014, junior="year", bonus=Fraction(20), seven_hundred=True)
L2022 = replace(
    L2017, one_upgrade=True, half_away=True, k_when=LIST_BEFORE, round_robin_tables=False, opponents_lose=NOBODY
)
L2024 = replace(L2022, one_upgrade=False, floor=1400, late_lists=3, two_draws=True, low_first_dropped=False)
L2025 = replace(L2024, unlimited_from=2650)

STANDARD = (
    (date(2003, 7, 1), L2003),
    (date(2006, 4, 1), L2006),
    (date(2009, 7, 1), L2009),
    (date(2011, 7, 1), L2011),
    (date(2012, 7, 1), L2012),
    (date(2014, 7, 1), L2014),
    (date(2017, 7, 1), L2017),
    (date(2022, 1, 1), L2022),
    (date(2024, 3, 1), L2024),
    (date(2025, 10, 1), L2025),
)
RAPID_LISTS_FROM = date(2012, 7, 1)


class NoLawError(Exception):
    """No edition for that kind of chess on that day."""


def standard_law(day: date) -> Law:
    """The edition for standard chess on a day."""
    laws = [law for since, law in STANDARD if since <= day]
    if not laws:
        raise NoLawError(day)
    return laws[-1]


def law_of(kind: str, day: date) -> Law:
    """The edition on a day; rapid and blitz take from standard chess what their own rules leave (timeline, 6)."""
    law = standard_law(day)
    if kind == "standard":
        return law
    if day < date(2009, 7, 1) and kind == "rapid":
        return replace(law, k_from=BY_OFFICER, floor=0, entry_at_1600=True)  # article 15
    if day < date(2012, 1, 1):
        raise NoLawError(day)
    law = replace(law, months=EVERY_MONTH, standard_stands_in=True, seven_hundred=True, unlimited_from=None)
    if day < date(2022, 1, 1):
        return replace(law, limit=735, k_from=ALL_THE_SAME, least_score=100, least_games=3)
    if day < date(2022, 10, 1):
        return replace(law, k_from=ALL_THE_SAME)
    return replace(law, far_games_of_the_best_are_out=day >= date(2024, 12, 1))


# ---------------------------------------------------------------------------------------------------------------------
# Lists and their closing
# ---------------------------------------------------------------------------------------------------------------------


def next_list(kind: str, day: date) -> date:
    """The first list after a day."""
    first = day.replace(day=1)
    while True:
        first = (first + timedelta(days=31)).replace(day=1)
        if kind != "standard" and date(2009, 7, 1) <= first < RAPID_LISTS_FROM:
            continue
        if first.month in law_of(kind, first).months:
            return first


def list_before(kind: str, day: date) -> date:
    """The list in force on a day, as the calendar has it: the day itself, or the last list before it."""
    first = day.replace(day=1)
    while first.month not in law_of(kind, day).months:
        first = (first - timedelta(days=1)).replace(day=1)
    return first


def closing(law: Law, list_date: date) -> date:
    """The last day on which events may end and reports may come: 9.1.3; 7.13; 7.1.3."""
    if law.closing_days is None:
        return (list_date - timedelta(days=1)).replace(day=1)
    return list_date - timedelta(days=law.closing_days)


def list_for(kind: str, end: date, received: date | None, *, official: bool) -> date | None:
    """The list that rates an event: the first open at its end and its report; None where that is too late (9.1).

    Official events are rated even where they end on the eve of the list (7.13; 7.1.3). Nobody can have reported such a
    one before, so for its first list their report has time until then too; a later one is late like any other.
    """

    def last_day(list_date: date, *, to_the_eve: bool) -> date:
        law = law_of(kind, list_date)
        return list_date - timedelta(days=1) if to_the_eve and law.official_to_the_eve else closing(law, list_date)

    list_date, passed = next_list(kind, end), 1
    while end > last_day(list_date, to_the_eve=official):
        list_date = next_list(kind, list_date)
    while received is not None and received > last_day(list_date, to_the_eve=official and passed == 1):
        list_date, passed = next_list(kind, list_date), passed + 1
    late = law_of(kind, list_date).late_lists
    return None if late is not None and passed > late else list_date


def window_opens(kind: str, list_date: date) -> date:
    """The day that is so many months before a list; part results of lists after it are used (R-019)."""
    months = 12 * list_date.year + list_date.month - 1 - law_of(kind, list_date).window_months
    return date(months // 12, months % 12 + 1, 1)


# ---------------------------------------------------------------------------------------------------------------------
# K
# ---------------------------------------------------------------------------------------------------------------------


def is_junior(law: Law, born: date | int | None, day: date) -> bool:
    """Under age: to the 18th birthday or the end of its year; nobody whose birth is not known (reading 4)."""
    if not law.junior or born is None:
        return False
    if isinstance(born, int):
        return day.year <= born + 18
    if law.junior == "year":
        return day.year <= born.year + 18
    return (day.year - 18, day.month, day.day) < (born.year, born.month, born.day)


def coefficient(law: Law, games: int, highest: int, *, junior: bool) -> int:
    """K by history, in the order of reading 4, or the 20 of rapid and blitz."""
    if law.k_from == ALL_THE_SAME:
        return 20
    new = games < 30
    if highest >= 2400 and not (law.top_needs_thirty and new):
        return 10
    if junior and highest < 2300:
        return 40
    return law.k_new if new else law.k_usual
