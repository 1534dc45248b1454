"""Charts and the head of the integrity page: no mountain out of nothing, and no calm where nothing could be judged."""

from __future__ import annotations

from datetime import date
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from arpad.pages.charts import WIDTH, Axes, Curve, columns, lines, over_time, waterfall
from arpad.pages.html import stylesheet
from arpad.pages.integrity import _attention
from arpad.publication.integrity.alarms import FIGURES, series


def drawn(fragment: str) -> ET.Element:
    """Read a figure."""
    return ET.fromstring(fragment)  # noqa: S314 - our own


def height_of(curve: list[int], least: int) -> int:
    """Give the height that a curve fills."""
    figure = drawn(lines(Axes("Title", "list", "points", "words", least), ["a", "b"], [Curve("c", curve)], str))
    ys = [int(mark.attrib["cy"]) for mark in figure.iter("circle")]
    return max(ys) - min(ys)


def test_an_axis_has_a_least_span() -> None:
    """A difference of four hundredths is a ripple where the axis spans eight points."""
    assert height_of([178_720, 178_724], 1) > 1000
    assert height_of([178_720, 178_724], 800) < 20
    assert height_of([178_720, 179_720], 800) > 1000


def test_days_stand_as_far_apart_as_they_are() -> None:
    """Ten months are ten times as wide as one, and a rating holds until the list that changes it."""
    days = [date(2025, 1, 1), date(2025, 2, 1), date(2025, 12, 1)]
    curves = [Curve("standard", [2100, 2150, 2150]), Curve("rapid", [None, 2000, 2050])]
    figure = drawn(over_time(Axes("Title", "day", "points", "words", 40), days, curves, str))
    paths = [
        [tuple(map(int, point.split(","))) for point in line.attrib["points"].split()]
        for line in figure.iter("polyline")
    ]
    marks = [int(mark.attrib["cx"]) for mark in figure.iter("circle") if mark.attrib["class"] == "mark0"]
    (x0, _), (x1, at_first), (still_x1, then), (x2, held), (_, still_held) = paths[0]

    assert (still_x1, then, held) == (x1, held, still_held)
    assert at_first == paths[0][0][1] > then
    assert abs((x2 - x1) * 31 - (x1 - x0) * 303) < 31 * 303 // 10
    assert [point[0] for point in paths[1]] == [x1, x2, x2]
    assert [mark for mark in marks if mark in {x0, x1, x2}] == [x0, x1]


def test_a_rating_that_was_lost_breaks_the_line() -> None:
    """Off the list there is nothing to draw, and back on it a line begins anew."""
    days = [date(2020, month, 1) for month in (1, 2, 3, 4)]
    figure = drawn(over_time(Axes("T", "day", "points", "words"), days, [Curve("c", [1500, None, 1500, 1500])], str))

    assert [len(line.attrib["points"].split()) for line in figure.iter("polyline")] == [1, 3]
    assert len(list(figure.iter("circle"))) == 2


def test_a_single_bar_is_no_wall() -> None:
    """One band of players is drawn as narrow as one of eight, in the middle, and a single player is no tower."""
    figure = drawn(columns(Axes("Title", "from", "players", "words", 5), ["1400"], [1], str))
    bar = next(figure.iter("rect"))
    middle = int(bar.attrib["x"]) + int(bar.attrib["width"]) // 2

    assert int(bar.attrib["width"]) < WIDTH // 8
    assert abs(middle - (560 + WIDTH - 120) // 2) < 60
    assert int(bar.attrib["height"]) < 500


def test_a_single_step_of_a_waterfall_does_not_fill_it() -> None:
    """Half a point is a sliver where ten points are the least span."""
    figure = drawn(waterfall(Axes("Title", "points", "", "words", 1000), [("rounding", 50)], str))

    assert max(int(bar.attrib["width"]) for bar in figure.iter("rect")) < WIDTH // 10


def test_a_single_chart_keeps_its_size() -> None:
    """Empty columns of the grid stay empty instead of being filled by the one chart."""
    assert "auto-fit" not in stylesheet().partition("/* The watch over the scale. */")[2]


def head_of(number: int, before: int, **values: int | None) -> str:
    """Write the head of the page for one kind of chess with some figures."""
    now = {name: {"value": values.get(name), "number": number} for name in FIGURES}
    earlier = [
        {"list": f"2026-{month:02}-01", "kinds": {"standard": {"figures": now}}} for month in range(1, before + 1)
    ]
    rows: list[dict[str, Any]] = series("standard", now, earlier, "2026-11-01", 1)
    fragment = _attention({"standard": {"alarms": [], "series": rows}})
    return " ".join("".join(drawn(fragment).itertext()).split())


EVERY = {
    "active_mean": 180_000,
    "steady_list": 0,
    "steady_year": 0,
    "entries_median": 150_000,
    "created": 0,
    "excess": 0,
}


def test_no_alarm_is_said_where_every_figure_was_judged() -> None:
    """Enough players, and enough lists before."""
    assert head_of(10_000, 6, **EVERY) == "No alarm. No figure is outside its limits."


@pytest.mark.parametrize(("number", "before"), [(50, 0), (50, 5)])
def test_no_alarm_is_not_said_where_nothing_could_be_judged(number: int, before: int) -> None:
    """A small book with few lists: neither the fixed limits nor a usual range can be asked."""
    text = head_of(number, before, **EVERY)

    assert "No alarm" not in text
    assert text.startswith("Nothing could be judged.")
    assert (
        f"it comes from 50, and its fixed limit needs 2 000; {before} lists before, and a usual range needs 6" in text
    )


def test_what_could_not_be_judged_is_named_beside_what_could() -> None:
    """Fixed limits hold, two figures have none, and one has no value."""
    text = head_of(10_000, 0, **(EVERY | {"entries_median": None}))

    assert text.startswith("Judged in part. 3 of 6 figures: none of these is outside its limits.")
    assert "No alarm" not in text
    assert "median first rating: there is nothing to work it out from" in text
    assert "mean rating of the active: it has no fixed limit" in text
