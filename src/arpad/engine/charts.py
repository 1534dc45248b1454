"""Charts as inline SVG, in whole coordinates, so that the same data give the same bytes.

Each has a title, words for the axes and a text alternative. Marks differ in shape or stroke and carry their values as
text, so that no meaning hangs on colour alone. Colours come from the page's custom properties.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from itertools import count
from typing import TYPE_CHECKING

from arpad.model.numbers import HALF_UP, rounded_quotient

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

WIDTH, HEIGHT = 4200, 2600
_LEFT, _RIGHT, _TOP, _BOTTOM = 560, 120, 260, 480
_STEP, _BAR, _VALUES = 400, 150, 900
_MOST_TICKS = 6
_MARKS = ("circle", "square", "diamond")

STYLE = """
figure.chart { margin: 0; } figure.chart > svg { display: block; width: 100%;
  height: auto; }
figure.chart figcaption { font-weight: 600; margin: 0 0 .3rem; }
figure.chart text { font: 125px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; fill: var(--ink); }
figure.chart .quiet { fill: var(--quiet); } figure.chart .axis { stroke: var(--ink); stroke-width: 12; }
figure.chart .grid { stroke: var(--line); stroke-width: 6; } figure.chart .bar { fill: var(--first); }
figure.chart .up { fill: var(--first); } figure.chart .down { fill: var(--paper); stroke: var(--second);
  stroke-width: 20; } figure.chart .line { fill: none; stroke-width: 26; }
figure.chart .line0 { stroke: var(--first); } figure.chart .line1 { stroke: var(--second); stroke-dasharray: 120 70; }
figure.chart .line2 { stroke: var(--third); stroke-dasharray: 30 50; } figure.chart .mark0 { fill: var(--first); }
figure.chart .mark1 { fill: var(--second); } figure.chart .mark2 { fill: var(--third); }
figure.chart .limit { stroke: var(--second); stroke-width: 14; stroke-dasharray: 50 40; fill: none; }
figure.chart .usual { fill: var(--soft); stroke: var(--line); stroke-width: 8; }
.legend { display: flex; flex-wrap: wrap; gap: .2rem 1rem; margin: .2rem 0; font-size: .88rem; }
.legend svg { width: 2.6rem; height: .9rem; vertical-align: middle; margin-right: .3rem; }
@media print { figure.chart { break-inside: avoid; } }
"""
"""What a page with charts adds to its style; it needs --ink --quiet --line --soft --paper --first --second --third."""


@dataclass(frozen=True, slots=True)
class Axes:
    """The words of a chart: its title, what each axis shows, and what is to be seen, for those who cannot see it."""

    title: str
    across: str
    up: str
    told: str


@dataclass(frozen=True, slots=True)
class Line:
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


def columns(axes: Axes, names: Sequence[str], values: Sequence[int], said: Callable[[int], str]) -> str:
    """Draw upright bars, each with its value where there is room, from zero on."""
    scale = _scale([0, *values], air=True)
    body = _frame(axes, scale, said)
    each = (WIDTH - _LEFT - _RIGHT) // max(len(names), 1)
    few = len(names) <= 10  # noqa: PLR2004 - so many values can stand side by side
    for place, (name, value) in enumerate(zip(names, values, strict=True)):
        left = _LEFT + place * each + each // 8
        top = scale.at(value)
        wide, high = each * 3 // 4, scale.at(0) - top
        body.append(f'<rect class="bar" x="{left}" y="{top}" width="{wide}" height="{high}"/>')
        middle = left + each * 3 // 8
        if few:
            body.append(_words(middle, top - 40, said(value), "middle"))
        if few or place % -(-len(names) // 9) == 0:
            body.append(_words(middle, HEIGHT - _BOTTOM + 160, name, "middle"))
    return _figure(axes, HEIGHT, body)


def lines(
    axes: Axes,
    names: Sequence[str],
    drawn: Sequence[Line],
    said: Callable[[int], str],
    limits: Limits | None = None,
) -> str:
    """Draw lines over places that stand equally apart; each has its own stroke and mark, shown in a legend.

    Where a value is missing the line is broken.
    """
    known = [one for line in drawn for one in line.values if one is not None]
    edges = () if limits is None else (*(one for one in limits.fixed if one is not None), *(limits.usual or ()))
    scale = _scale([*known, *edges] or [0])
    body = _frame(axes, scale, said)
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
            body.append(f'<polyline class="line line{number}" points="{path}"/>')
            body += [_mark(number, x, y) for x, y in run]
    every = -(-len(names) // 7)
    for place, (x, name) in enumerate(zip(across, names, strict=True)):
        if (len(names) - 1 - place) % every == 0:
            body.append(_words(x, HEIGHT - _BOTTOM + 160, name, "middle"))
    legend = "" if len(drawn) == 1 else _legend([one.name for one in drawn])
    return _figure(axes, HEIGHT, body, legend)


def waterfall(axes: Axes, steps: Sequence[tuple[str, int]], said: Callable[[int], str]) -> str:
    """Draw steps one below the other, each beginning where the last ended, and the sum of all at the foot.

    What is added is a filled bar with a plus, what is taken an empty one with a minus.
    """
    rows = [*steps, ("together", sum(value for _, value in steps))]
    reached, spans = 0, []
    for _, value in steps:
        spans.append((reached, reached + value))
        reached += value
    spans.append((0, reached))
    low, high = min(min(one) for one in spans), max(max(one) for one in spans)
    room, wide = WIDTH - _VALUES - 40, max(high - low, 1)
    foot = _STEP * len(rows) + 40

    def at(value: int) -> int:
        return 40 + rounded_quotient((value - low) * room, wide, HALF_UP)

    body = [f'<line class="grid" x1="{at(0)}" x2="{at(0)}" y1="40" y2="{foot}"/>']
    last = foot - _STEP + 20
    body.append(f'<line class="axis" x1="40" x2="{WIDTH - 20}" y1="{last}" y2="{last}"/>')
    for place, ((name, value), span) in enumerate(zip(rows, spans, strict=True)):
        top = _STEP * place + 210
        left = at(min(span))
        kind, width = "up" if value >= 0 else "down", max(at(max(span)) - left, 14)
        body.append(_words(40, top - 40, name, "start"))
        body.append(f'<rect class="{kind}" x="{left}" y="{top}" width="{width}" height="{_BAR}"/>')
        body.append(_words(WIDTH - 20, top + 120, said(value), "end"))
    body.append(_words((WIDTH - _VALUES) // 2, foot + 180, axes.across, "middle", "quiet"))
    return _figure(axes, foot + 240, body)


def _scale(values: Sequence[int], *, air: bool = False) -> _Scale:
    """Choose round steps so that every value fits, with air above for its number; it never has the height nothing."""
    low, high = min(values), max(values)
    wide = max(high - low, 1)
    steps = (factor * 10**power for power in count() for factor in (1, 2, 5))
    step = next(one for one in steps if -(-wide // one) < _MOST_TICKS)
    below, above = low // step * step, -(-high // step) * step
    return _Scale(below, max(above, below + step) + (step if air and above == high else 0), step)


def _frame(axes: Axes, scale: _Scale, said: Callable[[int], str]) -> list[str]:
    """Draw the axes with their words and the lines of the values."""
    body = []
    for value in scale.ticks():
        y = scale.at(value)
        body.append(f'<line class="grid" x1="{_LEFT}" x2="{WIDTH - _RIGHT}" y1="{y}" y2="{y}"/>')
        body.append(_words(_LEFT - 50, y + 40, said(value), "end", "quiet"))
    foot = HEIGHT - _BOTTOM
    body.append(f'<line class="axis" x1="{_LEFT}" x2="{WIDTH - _RIGHT}" y1="{foot}" y2="{foot}"/>')
    body.append(_words(20, 90, axes.up, "start", "quiet"))
    body.append(_words((_LEFT + WIDTH - _RIGHT) // 2, HEIGHT - 100, axes.across, "middle", "quiet"))
    return body


def _limits(limits: Limits, scale: _Scale) -> list[str]:
    left, right = _LEFT, WIDTH - _RIGHT
    body = []
    if limits.usual is not None:
        low, high = (scale.at(one) for one in limits.usual)
        body.append(f'<rect class="usual" x="{left}" y="{high}" width="{right - left}" height="{max(low - high, 1)}"/>')
    for value in limits.fixed:
        if value is not None:
            y = scale.at(value)
            body.append(f'<line class="limit" x1="{left}" x2="{right}" y1="{y}" y2="{y}"/>')
            body.append(_words(right - 20, y - 40, "limit", "end", "quiet"))
    return body


def _mark(number: int, x: int, y: int) -> str:
    kind = _MARKS[number % len(_MARKS)]
    if kind == "circle":
        return f'<circle class="mark{number}" cx="{x}" cy="{y}" r="45"/>'
    turned = f' transform="rotate(45 {x} {y})"' if kind == "diamond" else ""
    return f'<rect class="mark{number}" x="{x - 40}" y="{y - 40}" width="80" height="80"{turned}/>'


def _legend(names: Sequence[str]) -> str:
    keys = "".join(
        f'<span><svg viewBox="0 0 520 180" aria-hidden="true"><line class="line line{number}" x1="0" x2="520" y1="90" '
        f'y2="90"/>{_mark(number, 260, 90)}</svg>{escape(name)}</span>'
        for number, name in enumerate(names)
    )
    return f'<div class="legend">{keys}</div>'


def _words(x: int, y: int, words: str, anchor: str, kind: str = "") -> str:
    named = f' class="{kind}"' if kind else ""
    return f'<text{named} x="{x}" y="{y}" text-anchor="{anchor}">{escape(words)}</text>'


def _figure(axes: Axes, height: int, body: Sequence[str], legend: str = "") -> str:
    return (
        f'<figure class="chart"><figcaption>{escape(axes.title)}</figcaption>{legend}'
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(axes.told)}">'
        f"<title>{escape(axes.title)}</title><desc>{escape(axes.told)}</desc>{''.join(body)}</svg></figure>"
    )
