"""Thinking times as people write them: `90+30`, `40/120, 60`, `90 min/40 moves + 30 min + 30 sec from move 1`.

What can be read in two ways, or holds a word that is not known, is not read at all.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arpad.events.thinking_time import words as sign
from arpad.events.thinking_time.words import signs
from arpad.formats.trf.time import time_control as encoded_time
from arpad.model.numbers import hundredths
from arpad.model.time_control import TimeControl, TimePeriod

if TYPE_CHECKING:
    from collections.abc import Iterator

_SECONDS = {sign.HOUR: 3600, sign.MINUTE: 60, sign.SECOND: 1}
MOST_INCREMENT = 60
"""More seconds than this for each move are no increment."""
MOST_BARE_MINUTES = 150
"""A first number without a unit stands for minutes up to here …"""
LEAST_BARE_SECONDS = 241
"""… and for seconds from here on; between the two it could be either."""
MOST_BARE_HOURS = 3
_MINUTE = 60
_DIGITS = 5
_MOVES = range(20, 61)
_MOVES_AFTER_MINUTES = range(35, 51)


def time_of_text(text: str) -> tuple[TimeControl | None, TimeControl | None]:
    """Read a thinking time, encoded in seconds or in words: white's, and black's where it differs.

    >>> [control and control.seconds(60) for control in time_of_text("40/6000+30:900+30")]
    [8700, None]
    >>> [control and control.seconds(60) for control in time_of_text("90+30")]
    [7200, None]
    >>> [control and control.seconds(60) for control in time_of_text("W180+2-B180+2")]
    [300, None]
    """
    white, black = encoded_time(text)
    if white is not None and (black is not None or _is_in_seconds(white, text)):
        return white, black
    return time_in_words(text), None


def _is_in_seconds(time_control: TimeControl, text: str) -> bool:
    """Tell seconds from minutes: the form with W and B is in seconds, whatever its numbers."""
    return text.lstrip()[:1] in {"W", "w"} or time_control.periods[0].seconds >= LEAST_BARE_SECONDS


def time_in_words(text: str) -> TimeControl | None:
    """Read a thinking time in free words; None where it is unclear.

    >>> time_in_words("1h30 + 30''").periods
    (TimePeriod(seconds=5400, increment=30, moves=None),)
    >>> time_in_words("as announced") is None
    True
    """
    text_signs = signs(text)
    if not text_signs or not any(kind == sign.NUMBER for kind, _ in text_signs):
        return None
    chunks = [_chunk(part) for part in _split(text_signs)]
    reading = _Reading()
    for index, chunk in enumerate(chunks):
        if chunk is None or not reading.take(chunk, is_last=index == len(chunks) - 1):
            return None
    return reading.control()


@dataclass(slots=True)
class _Chunk:
    """What stands between two separators: times in seconds, numbers without a unit, moves, and marks."""

    after: str
    times: list[tuple[int, bool]] = field(default_factory=list)
    """Seconds, and whether they were written as seconds."""
    bare: list[int] = field(default_factory=list)
    """Hundredths, for half hours are written so."""
    moves: int | None = None
    is_increment: bool = False
    from_move: int | None = None
    is_rest: bool = False
    after_hour: bool = False
    """True right after hours, to which the next number can belong: 1h30."""

    @property
    def is_empty(self) -> bool:
        return not self.times and not self.bare and self.moves is None


def _split(text_signs: list[tuple[str, str]]) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    part: list[tuple[str, str]] = []
    before = sign.THEN
    for text_sign in text_signs:
        if text_sign[0] in {sign.PLUS, sign.THEN}:
            if part:
                yield before, part
                part = []
                before = text_sign[0]
            elif text_sign[0] == sign.PLUS:
                before = text_sign[0]
        else:
            part.append(text_sign)
    if part:
        yield before, part


def _chunk(given: tuple[str, list[tuple[str, str]]]) -> _Chunk | None:
    after, part = given
    chunk = _Chunk(after)
    place = 0
    while place < len(part):
        taken = _take(chunk, part, place)
        if taken is None:
            return None
        place += taken
    if chunk.is_increment and chunk.bare and not chunk.times:
        chunk.times, chunk.bare = [(number // 100, True) for number in chunk.bare], []
    return _sorted_out(chunk)


def _take(chunk: _Chunk, part: list[tuple[str, str]], place: int) -> int | None:  # noqa: PLR0911 - one for each sign
    """Take one sign, or a number with its unit; give how many signs that were, None where it makes no sense."""
    kind, text = part[place]
    following = part[place + 1][0] if place + 1 < len(part) else ""
    if kind == sign.NUMBER:
        return _take_number(chunk, text, following)
    chunk.after_hour = False
    if kind == sign.FROM:
        return _take_start(chunk, part, place)
    if kind in {sign.PER, sign.IN} and following == sign.MOVES:
        after = part[place + 2][0] if place + 2 < len(part) else ""
        if after == sign.NUMBER:
            return None
        chunk.is_increment = True
        return 2
    if kind == sign.TIMES and following == sign.NUMBER and chunk.times:
        chunk.moves = int(hundredths(part[place + 1][1]) // 100)
        return 3 if place + 2 < len(part) and part[place + 2][0] == sign.MOVES else 2
    if kind == sign.INCREMENT:
        chunk.is_increment = True
    elif kind == sign.REST:
        chunk.is_rest = True
    elif kind == sign.MOVES and not chunk.is_rest:
        return None
    return 1 if kind in {sign.INCREMENT, sign.REST, sign.IN, sign.PER, sign.FIRST, sign.MOVES} else None


def _take_number(chunk: _Chunk, text: str, following: str) -> int | None:
    whole, _, places = text.partition(".")
    if len(whole) > _DIGITS:
        return None
    value = hundredths(f"{whole}.{places[:2]}" if places else whole)
    belongs, chunk.after_hour = chunk.after_hour and following in {sign.MINUTE, sign.IN, ""}, following == sign.HOUR
    if belongs:
        chunk.times[-1] = (chunk.times[-1][0] + value * _MINUTE // 100, False)
        return 2 if following == sign.MINUTE else 1
    if following in _SECONDS:
        chunk.times.append((value * _SECONDS[following] // 100, following == sign.SECOND))
        return 2
    if following == sign.MOVES:
        if chunk.moves is not None:
            return None
        chunk.moves = value // 100
        return 2
    chunk.bare.append(value)
    return 1


def _take_start(chunk: _Chunk, part: list[tuple[str, str]], place: int) -> int | None:
    """Read `from move 1` or `from the first move`; the increment it belongs to stands before it."""
    rest = [kind for kind, _ in part[place + 1 : place + 3]]
    chunk.is_increment = True
    if rest == [sign.MOVES, sign.NUMBER]:
        chunk.from_move = int(hundredths(part[place + 2][1]) // 100)
        return 3
    if rest == [sign.NUMBER, sign.MOVES]:
        chunk.from_move = int(hundredths(part[place + 1][1]) // 100)
        return 3
    if rest in ([sign.FIRST, sign.MOVES], [sign.MOVES, sign.FIRST]):
        chunk.from_move = 1
        return 3
    return None


def _sorted_out(chunk: _Chunk) -> _Chunk | None:
    """Tell moves from minutes where two numbers stand without a unit, such as 40/120 or 90/40."""
    if len(chunk.bare) == 2 and not chunk.times and chunk.moves is None:  # noqa: PLR2004 - a pair
        first, second = (number // 100 for number in chunk.bare)
        if first in _MOVES and (second >= first or second <= MOST_BARE_HOURS):
            chunk.moves, chunk.bare = first, chunk.bare[1:]
        elif first > _MOVES[-1] and second in _MOVES_AFTER_MINUTES:
            chunk.moves, chunk.bare = second, chunk.bare[:1]
        else:
            return None
    elif len(chunk.bare) == 1 and len(chunk.times) == 1 and chunk.moves is None and not chunk.times[0][1]:
        chunk.moves, chunk.bare = chunk.bare[0] // 100, []
    if len(chunk.times) + len(chunk.bare) > 2 or (chunk.moves is not None and chunk.moves not in _MOVES):  # noqa: PLR2004 - base and increment
        return None
    return chunk


@dataclass(slots=True)
class _Reading:
    """The periods read so far."""

    periods: list[tuple[int, int | None]] = field(default_factory=list)
    increment: int | None = None
    from_move: int | None = None
    in_hours: bool = False
    """True where numbers without a unit were hours so far, as in 40/2, 20/1."""

    def take(self, chunk: _Chunk, *, is_last: bool) -> bool:
        """Take a chunk; False where it does not fit."""
        if chunk.is_empty:
            return self._mark(chunk)
        times = list(chunk.times)
        if len(times) == 2 and times[1][1]:  # noqa: PLR2004 - base and increment, with nothing between
            return self._period(times[0][0], chunk) and self._increase(times[1][0], chunk)
        if len(times) == 1 and not chunk.bare:
            seconds, in_seconds = times[0]
            if self.periods and (chunk.is_increment or (in_seconds and seconds <= MOST_INCREMENT)):
                return self._increase(seconds, chunk)
            return (not chunk.is_increment or not in_seconds) and self._period(seconds, chunk)
        if len(chunk.bare) == 1 and not times:
            return self._bare(chunk.bare[0], chunk, is_last=is_last)
        return False

    def _mark(self, chunk: _Chunk) -> bool:
        """Take words without a number, such as `from move 1` or `increment` after a comma."""
        if chunk.from_move is not None and self.increment is not None and self.from_move is None:
            self.from_move = chunk.from_move
            return True
        return chunk.is_rest and bool(self.periods)

    def _bare(self, value: int, chunk: _Chunk, *, is_last: bool) -> bool:
        number, part = divmod(value, 100)
        if not self.periods:
            self.in_hours = chunk.moves is not None and number <= MOST_BARE_HOURS
        if self.in_hours and number <= MOST_BARE_HOURS and chunk.after == sign.THEN:
            return self._period(value * _SECONDS[sign.HOUR] // 100, chunk)
        if part or (not self.periods and MOST_BARE_MINUTES < number < LEAST_BARE_SECONDS):
            return False
        if not self.periods:
            return self._period(number if number >= LEAST_BARE_SECONDS else number * _MINUTE, chunk)
        open_ended = self.periods[-1][1] is None
        if open_ended or (chunk.after == sign.PLUS and is_last and len(self.periods) > 1 and not chunk.is_rest):
            return chunk.moves is None and self._increase(number, chunk)
        return self._period(number * _MINUTE, chunk)

    def _period(self, seconds: int, chunk: _Chunk) -> bool:
        if self.periods and self.periods[-1][1] is None:
            return False
        self.periods.append((seconds, chunk.moves))
        return seconds > 0

    def _increase(self, seconds: int, chunk: _Chunk) -> bool:
        if self.increment is not None or not self.periods or seconds > MOST_INCREMENT:
            return False
        self.increment, self.from_move = seconds, chunk.from_move
        return True

    def control(self) -> TimeControl | None:
        """Give the whole control, the increment in every period from its first move on."""
        if not self.periods:
            return None
        periods, done = [], 0
        for seconds, moves in self.periods:
            has = (self.from_move or 1) <= done + 1
            periods.append(TimePeriod(seconds, self.increment or 0 if has else 0, moves))
            done += moves or 0
        if self.increment and not any(period.increment for period in periods):
            return None
        return TimeControl(tuple(periods))
