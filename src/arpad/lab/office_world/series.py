"""The events that come back every year in a made-up office: opens, leagues, round robins, matches, rapid and blitz."""

from __future__ import annotations

from calendar import monthrange
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

from arpad.lab.office_world.people import FEDERATIONS
from arpad.model.period import BLITZ, MATCH, RAPID, ROUND_ROBIN, SCHEVENINGEN, STANDARD, SWISS, TEAM

if TYPE_CHECKING:
    from collections.abc import Iterator

MONDAY, TUESDAY, FRIDAY, SATURDAY, SUNDAY = 0, 1, 4, 5, 6
EVERY_MONTH = tuple(range(1, 13))
SEASON = (10, 11, 12, 1, 2, 3, 4)
"""The months in which leagues play."""
LAST_DAY = "last day"
_WEEK = 7


@dataclass(frozen=True, slots=True)
class Series:
    """An event that comes back: where, of what kind and size, in which months, on which days, for whom."""

    key: str
    name: str
    """With `{town}`, `{federation}`, `{month}`, `{year}` and `{part}` where they change."""
    kind: str
    system: str
    size: int
    months: tuple[int, ...]
    begins: tuple[int, int] | str
    """A day of the week and which of the month, or `LAST_DAY` where the last round is on the last day."""
    days: tuple[int, ...]
    """The day of each round, counted from the first."""
    control: str = "5400+30"
    federations: tuple[int, ...] = (0, 1, 2)
    """Where it is played: the next one every month."""
    cycles: int = 1
    least: int = 0
    """Nobody below this strength comes."""
    most: int = 9999
    newcomers: int = 0
    """So many come who never played before."""
    rated_only: bool = False
    """Besides newcomers only those come who were rated when the office began."""
    women_only: bool = False
    juniors_only: bool = False
    championship: bool = False
    teams: int = 0
    boards: int = 0

    @property
    def rounds(self) -> int:
        """The number of rounds."""
        return len(self.days)

    @property
    def length(self) -> int:
        """The days from the first round to the last, both counted."""
        return self.days[-1] + 1


_WEEKEND, _NINE_DAYS, _FOUR_DAYS = (0, 1, 1, 2, 2), tuple(range(9)), (0, 1, 1, 2, 2, 3, 3)
_WEEKLY = tuple(range(0, 5 * _WEEK, _WEEK))
_ONE_DAY = (0,) * 7
_BOARDS_OF_LEAGUE = (6, 4, 4)


def _leagues() -> Iterator[Series]:
    for place, federation in enumerate(FEDERATIONS):
        yield Series(
            f"league-{federation.code.lower()}", "{federation} League {year}, {part}", STANDARD, TEAM,
            8 * _BOARDS_OF_LEAGUE[place], SEASON, (SATURDAY, 2 + place % 2), (0, 1), federations=(place,),
            teams=8, boards=_BOARDS_OF_LEAGUE[place],
        )  # fmt: skip


def _weekends() -> Iterator[Series]:
    for place, federation in enumerate(FEDERATIONS):
        yield Series(
            f"weekend-{federation.code.lower()}", "{town} Weekend Open, {month}", STANDARD, SWISS,
            (44, 36, 28)[place], EVERY_MONTH, (FRIDAY, 1 + place), _WEEKEND, federations=(place,), newcomers=2,
        )  # fmt: skip


SERIES = (
    *_leagues(),
    Series("grand", "{town} Grand Open, {month}", STANDARD, SWISS, 48, EVERY_MONTH, LAST_DAY, _NINE_DAYS, newcomers=2,
           control="40/5400+30:1800+30", least=1450, rated_only=True),
    Series("masters", "{town} Masters, {month}", STANDARD, ROUND_ROBIN, 10, EVERY_MONTH, (MONDAY, 2), _NINE_DAYS,
           control="40/5400+30:1800+30", federations=(1, 2, 0), least=1950, rated_only=True),
    Series("double", "{town} Hexagonal, {month}", STANDARD, ROUND_ROBIN, 6, (2, 5, 8, 11), (SATURDAY, 1),
           (0, 0, 1, 1, 2, 2, 3, 3, 4, 4), federations=(2, 0, 1), cycles=2, least=1700, rated_only=True),
    Series("championship", "Championship of {federation} {year}", STANDARD, ROUND_ROBIN, 10, (6, 7, 8), (SATURDAY, 2),
           _NINE_DAYS, control="40/5400+30:1800+30", least=2000, rated_only=True, championship=True),
    Series("women", "Women's Cup of {federation}, {month}", STANDARD, ROUND_ROBIN, 8, (3, 5, 9, 11), (SATURDAY, 1),
           (0, 0, 1, 1, 2, 2, 3), least=1400, rated_only=True, women_only=True),
    Series("match", "Match at {town}, {month}", STANDARD, MATCH, 2, (2, 6, 10), (TUESDAY, 2), (0, 1, 3, 4, 6, 7),
           least=2050, rated_only=True),
    Series("scheveningen", "{town} Youth against Experience, {month}", STANDARD, SCHEVENINGEN, 10, (4, 11),
           (TUESDAY, 3), tuple(range(5)), least=1650, rated_only=True),
    *_weekends(),
    Series("juniors", "Junior Championship of {federation} {year}", STANDARD, SWISS, 40, (4, 8, 12), (SATURDAY, 3),
           _FOUR_DAYS, newcomers=6, juniors_only=True),
    Series("club", "{town} Club Championship, {month}", STANDARD, SWISS, 22, (1, 3, 9, 11), (TUESDAY, 1), _WEEKLY,
           newcomers=1),
    Series("rapid", "{town} Rapid, {month}", RAPID, SWISS, 48, EVERY_MONTH, (SUNDAY, 3), _ONE_DAY, control="900+10",
           federations=(0, 2, 1), newcomers=3),
    Series("school-rapid", "{town} School Rapid, {month}", RAPID, SWISS, 36, EVERY_MONTH, (SUNDAY, 1), _ONE_DAY,
           control="900+10", federations=(1, 0, 2), newcomers=4, juniors_only=True),
    Series("blitz", "{town} Night of Blitz, {month}", BLITZ, SWISS, 40, EVERY_MONTH, (FRIDAY, 4), (0,) * 9,
           control="180+2", federations=(2, 1, 0), newcomers=1),
    Series("blitz-ten", "{town} Blitz Circle, {month}", BLITZ, ROUND_ROBIN, 10, (3, 6, 9, 12), (SUNDAY, 2), (0,) * 9,
           control="180+2", least=1800, rated_only=True),
)  # fmt: skip
"""What is played; leagues come first, so that their players are free."""


def first_day(series: Series, month: date) -> date:
    """Give the first day of an event in a month."""
    if isinstance(series.begins, str):
        last = month.replace(day=monthrange(month.year, month.month)[1])
        return last - timedelta(days=series.days[-1])
    weekday, which = series.begins
    offset = (weekday - month.weekday()) % _WEEK
    return month + timedelta(days=offset + _WEEK * (which - 1))


def months_since(month: date) -> int:
    """Give the number of a month, so that what changes from month to month can be counted."""
    return 12 * month.year + month.month
