"""Charts as inline SVG, in whole coordinates, so that the same data give the same bytes.

Each has a title, words for the axes and a text alternative. Marks differ in shape or stroke and carry their values as
text, so that no meaning hangs on colour alone. Colours come from the custom properties of the
stylesheet: --ink --quiet --line --soft --paper --first --second --third.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from itertools import count
from typing import TYPE_CHECKING

from arpad.model.numbers import HALF_UP, rounded_quotient
from arpad.pages.html import element, figure
from arpad.pages.wording import says

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from arpad.pages.html import Content, Fragment

WIDTH, HEIGHT = 4200, 2600
_LEFT, _RIGHT, _TOP, _BOTTOM = 560, 120, 260, 480
_STEP, _BAR, _VALUES = 400, 150, 900
_MOST_TICKS = 6
_MOST_DATES, _YEAR = 6, 12
_SPANS = (1, 2, 3, 6, 12, 24, 60, 120, 240, 600)
"""Months between two dates that are written below a chart."""
_AIR = 100
"""Room at both ends of an axis of days, so that a mark there is whole."""
_FEWEST_BARS = 8
"""With fewer bars each stays as narrow as with so many."""
_MARKS = ("circle", "square", "diamond")


@dataclass(frozen=True, slots=True)
class Axes:
    """The words of a chart: its title, what each axis shows, and what is to be seen, for those who cannot see it."""

    title: str
    across: str
    up: str
    description: str
    least: int = 1
    """The least that the axis of values spans, so that what is no news does not look like a mountain."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A line of a chart: its name and a value, or nothing, for each place."""

    name: str
    values: Sequence[int | None]


@dataclass(frozen=True, slots=True)
class Limits:
    """What a series is held against: fixed limits as dashed lines, the usual range as a band."""

    fixed: tuple[int | None, int | None] = (None, None)
    usual: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class _Scale:
    low: int
    high: int
    step: int

    def at(self, value: int) -> int:
        """Give the height of a value on the page; up is towards zero."""
        room = HEIGHT - _TOP - _BOTTOM
        return HEIGHT - _BOTTOM - rounded_quotient((value - self.low) * room, self.high - self.low, HALF_UP)

    def ticks(self) -> range:
        """Give the values that are written at the axis."""
        return range(self.low, self.high + 1, self.step)


def columns(axes: Axes, names: Sequence[str], values: Sequence[int], words: Callable[[int], str]) -> Fragment:
    """Draw upright bars, each with its value where there is room, from zero on."""
    scale = _scale([0, max([*values, axes.least])], air=True)
    body = _frame(axes, scale, words)
    wide = WIDTH - _LEFT - _RIGHT
    room = wide // max(len(names), _FEWEST_BARS)
    first = _LEFT + (wide - room * len(names)) // 2
    few = len(names) <= 10  # noqa: PLR2004 - so many values can stand side by side
    for place, (name, value) in enumerate(zip(names, values, strict=True)):
        left = first + place * room + room // 8
        top = scale.at(value)
        body.append(element("rect", class_="bar", x=left, y=top, width=room * 3 // 4, height=scale.at(0) - top))
        middle = left + room * 3 // 8
        if few:
            body.append(_words(middle, top - 40, words(value), "middle"))
        if few or place % -(-len(names) // 9) == 0:
            body.append(_words(middle, HEIGHT - _BOTTOM + 160, name, "middle"))
    return _figure(axes, HEIGHT, body)


def few_of(names: Sequence[str], most: int = 4) -> list[str]:
    """Give names of places of which at most so many are written, as far apart from each other; the last is.

    >>> few_of(["1", "2", "3", "4", "5"], 2)
    ['', '2', '', '', '5']
    """
    every = -(-len(names) // most)
    # Where a chart has many places it writes few of their names, counted from the last; these have to be among them.
    every = -(-every // (usual := _every(len(names)))) * usual
    return [name if (len(names) - 1 - place) % every == 0 else "" for place, name in enumerate(names)]


def _every(places: int) -> int:
    """Say which places of a chart have their name written."""
    return -(-places // 7) or 1


def lines(
    axes: Axes,
    names: Sequence[str],
    drawn: Sequence[Curve],
    words: Callable[[int], str],
    limits: Limits | None = None,
) -> Fragment:
    """Draw lines over places that stand equally apart; each has its own stroke and mark, shown in a legend.

    Where a value is missing the line is broken.
    """
    known = [value for line in drawn for value in line.values if value is not None]
    edges = () if limits is None else (*(edge for edge in limits.fixed if edge is not None), *(limits.usual or ()))
    scale = _scale([*known, *edges] or [0], axes.least)
    body = _frame(axes, scale, words)
    if limits is not None:
        body += _limits(limits, scale)
    room = WIDTH - _LEFT - _RIGHT
    across = [_LEFT + (room * (2 * place + 1)) // (2 * len(names)) for place in range(len(names))]
    for number, line in enumerate(drawn):
        runs: list[list[tuple[int, int]]] = [[]]
        for x, value in zip(across, line.values, strict=True):
            if value is None:
                runs.append([])
            else:
                runs[-1].append((x, scale.at(value)))
        for run in filter(None, runs):
            path = " ".join(f"{x},{y}" for x, y in run)
            body.append(element("polyline", class_=f"line line{number}", points=path))
            body += [_mark(number, x, y) for x, y in run]
    every = _every(len(names))
    for place, (x, name) in enumerate(zip(across, names, strict=True)):
        if (len(names) - 1 - place) % every == 0:
            body.append(_words(x, HEIGHT - _BOTTOM + 160, name, "middle"))
    legend = None if len(drawn) == 1 else _legend([line.name for line in drawn])
    return _figure(axes, HEIGHT, body, legend)


def over_time(axes: Axes, days: Sequence[date], drawn: Sequence[Curve], words: Callable[[int], str]) -> Fragment:
    """Draw what holds from a day until the next: steps over the days themselves, with a mark where a value changed.

    Days stand as far apart as they are. Years are written below, or months where there are few.
    """
    known = [value for line in drawn for value in line.values if value is not None]
    scale = _scale(known or [0], axes.least)
    body = _frame(axes, scale, words)
    first, last = days[0].toordinal(), days[-1].toordinal()
    room = WIDTH - _LEFT - _RIGHT - 2 * _AIR

    def across(day: date) -> int:
        return _LEFT + _AIR + rounded_quotient((day.toordinal() - first) * room, max(last - first, 1), HALF_UP)

    for day, name in _dates(days[0], days[-1]):
        body.append(_line("grid", (across(day), across(day)), (_TOP, HEIGHT - _BOTTOM)))
        body.append(_words(across(day), HEIGHT - _BOTTOM + 160, name, "middle"))
    for number, line in enumerate(drawn):
        steps: list[tuple[int, int]] = []
        marks: list[tuple[int, int]] = []
        for day, before, value in zip(days, [None, *line.values], line.values, strict=False):
            if value is not None:
                x, y = across(day), scale.at(value)
                steps += [(x, y)] if before is None else [(x, scale.at(before)), (x, y)]
                if value != before:
                    marks.append((x, y))
            elif steps:
                body.append(_steps(number, steps))
                steps = []
        body += [_steps(number, steps)] if steps else []
        body += [_mark(number, x, y) for x, y in marks]
    legend = None if len(drawn) == 1 else _legend([line.name for line in drawn])
    return _figure(axes, HEIGHT, body, legend)


def _steps(number: int, points: Sequence[tuple[int, int]]) -> Fragment:
    return element("polyline", class_=f"line line{number}", points=" ".join(f"{x},{y}" for x, y in points))


def _dates(first: date, last: date) -> list[tuple[date, str]]:
    """Choose first days of months or years between two days, few enough to be read, and name them.

    >>> [name for _, name in _dates(date(2025, 2, 1), date(2026, 11, 1))]
    ['2025-07', '2026-01', '2026-07']
    >>> [name for _, name in _dates(date(2019, 2, 1), date(2026, 11, 1))]
    ['2020', '2022', '2024', '2026']
    """
    month, end = first.year * _YEAR + first.month - 1, last.year * _YEAR + last.month - 1
    months = range(month + (first.day > 1), end + 1)
    span = next((span for span in _SPANS if sum(each % span == 0 for each in months) <= _MOST_DATES), _SPANS[-1])
    chosen = [date(each // _YEAR, each % _YEAR + 1, 1) for each in months if each % span == 0]
    return [(day, f"{day:%Y}" if span >= _YEAR else f"{day:%Y-%m}") for day in chosen]


def waterfall(axes: Axes, steps: Sequence[tuple[str, int]], words: Callable[[int], str]) -> Fragment:
    """Draw steps one below the other, each beginning where the last ended, and the sum of all at the foot.

    What is added is a filled bar with a plus, what is taken an empty one with a minus.
    """
    rows = [*steps, (says("chart", "together"), sum(value for _, value in steps))]
    reached, spans = 0, []
    for _, value in steps:
        spans.append((reached, reached + value))
        reached += value
    spans.append((0, reached))
    low, high = min(min(span) for span in spans), max(max(span) for span in spans)
    room, wide = WIDTH - _VALUES - 40, max(high - low, axes.least)
    foot = _STEP * len(rows) + 40

    def at(value: int) -> int:
        return 40 + rounded_quotient((value - low) * room, wide, HALF_UP)

    body = [_line("grid", (at(0), at(0)), (40, foot))]
    last = foot - _STEP + 20
    body.append(_line("axis", (40, WIDTH - 20), (last, last)))
    for place, ((name, value), span) in enumerate(zip(rows, spans, strict=True)):
        top = _STEP * place + 210
        left = at(min(span))
        kind, width = "up" if value >= 0 else "down", max(at(max(span)) - left, 14)
        body.append(_words(40, top - 40, name, "start"))
        body.append(element("rect", class_=kind, x=left, y=top, width=width, height=_BAR))
        body.append(_words(WIDTH - 20, top + 120, words(value), "end"))
    body.append(_words((WIDTH - _VALUES) // 2, foot + 180, axes.across, "middle", "quiet"))
    return _figure(axes, foot + 240, body)


def _scale(values: Sequence[int], least: int = 1, *, air: bool = False) -> _Scale:
    """Choose round steps so that every value fits, with air above for its number, over the least span or more."""
    low, high = min(values), max(values)
    lacking = max(least - (high - low), 0)
    low, high = low - lacking // 2, high + lacking - lacking // 2
    wide = max(high - low, 1)
    steps = (factor * 10**power for power in count() for factor in (1, 2, 5))
    step = next(size for size in steps if -(-wide // size) < _MOST_TICKS)
    below, above = low // step * step, -(-high // step) * step
    return _Scale(below, max(above, below + step) + (step if air and above == high else 0), step)


def _frame(axes: Axes, scale: _Scale, words: Callable[[int], str]) -> list[Fragment]:
    """Draw the axes with their words and the lines of the values."""
    body = []
    for value in scale.ticks():
        y = scale.at(value)
        body.append(_line("grid", (_LEFT, WIDTH - _RIGHT), (y, y)))
        body.append(_words(_LEFT - 50, y + 40, words(value), "end", "quiet"))
    foot = HEIGHT - _BOTTOM
    body.append(_line("axis", (_LEFT, WIDTH - _RIGHT), (foot, foot)))
    body.append(_words(20, 90, axes.up, "start", "quiet"))
    body.append(_words((_LEFT + WIDTH - _RIGHT) // 2, HEIGHT - 100, axes.across, "middle", "quiet"))
    return body


def _limits(limits: Limits, scale: _Scale) -> list[Fragment]:
    left, right = _LEFT, WIDTH - _RIGHT
    body = []
    if limits.usual is not None:
        low, high = (scale.at(edge) for edge in limits.usual)
        body.append(element("rect", class_="usual", x=left, y=high, width=right - left, height=max(low - high, 1)))
    for value in limits.fixed:
        if value is not None:
            y = scale.at(value)
            body.append(_line("limit", (left, right), (y, y)))
            body.append(_words(right - 20, y - 40, says("chart", "limit"), "end", "quiet"))
    return body


def _line(kind: str, across: tuple[int, int], down: tuple[int, int]) -> Fragment:
    return element("line", class_=kind, x1=across[0], x2=across[1], y1=down[0], y2=down[1])


def _mark(number: int, x: int, y: int) -> Fragment:
    kind = _MARKS[number % len(_MARKS)]
    if kind == "circle":
        return element("circle", class_=f"mark{number}", cx=x, cy=y, r=45)
    turned = f"rotate(45 {x} {y})" if kind == "diamond" else None
    return element("rect", class_=f"mark{number}", x=x - 40, y=y - 40, width=80, height=80, transform=turned)


def _legend(names: Sequence[str]) -> Fragment:
    keys = (
        element(
            "span",
            element(
                "svg",
                _line(f"line line{number}", (0, 520), (90, 90)),
                _mark(number, 260, 90),
                viewBox="0 0 520 180",
                aria_hidden="true",
            ),
            name,
        )
        for number, name in enumerate(names)
    )
    return element("div", *keys, class_="legend")


def _words(x: int, y: int, words: str, anchor: str, kind: str | None = None) -> Fragment:
    return element("text", words, class_=kind, x=x, y=y, text_anchor=anchor)


def _figure(axes: Axes, height: int, body: Sequence[Fragment], legend: Content = None) -> Fragment:
    return figure(axes.title, axes.description, (WIDTH, height), body, legend)
