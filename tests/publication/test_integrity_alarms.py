"""Key figures against the last twelve lists: which limits hold, and what is said when one is passed."""

from __future__ import annotations

from typing import Any

import pytest

from arpad.publication.integrity.alarms import FIGURES, alarms, series

EVEN = {"items": [{"item": "residual", "group": "fault", "points": 0, "players": 0}]}


def list_of(month: int, year: int = 2025, **values: int | None) -> dict[str, Any]:
    """The data of an earlier list, as far as the figures go."""
    figures = {name: {"value": values.get(name), "number": 10_000} for name in FIGURES}
    return {"list": f"{year}-{month:02}-01", "kinds": {"standard": {"figures": figures}}}


def now(number: int = 10_000, **values: int | None) -> dict[str, dict[str, int | None]]:
    """The figures of the list itself."""
    return {name: {"value": values.get(name), "number": number} for name in FIGURES}


def alarms_of(
    before: list[dict[str, Any]], number: int = 10_000, kind: str = "standard", **values: int | None
) -> list[Any]:
    """Which figures raise an alarm, and by which limit."""
    figures = series(kind, now(number, **values), before, "2026-11-01", 1)
    return [(alarm["figure"], alarm["limit"]) for alarm in alarms(figures, EVEN, [])]


@pytest.mark.article("12.3", edition="fide-2003-07")
@pytest.mark.article("10.3", edition="fide-2009-07")
@pytest.mark.article("10.3", edition="fide-2014-07")
@pytest.mark.parametrize(
    ("figure", "inside", "outside"),
    [
        ("steady_year", 400, 401),
        ("steady_year", -400, -401),
        ("steady_list", -100, -101),
        ("entries_median", 140_000, 139_999),
        ("excess", 600, 601),
        ("excess", -200, -201),
    ],
)
def test_a_drift_is_noticed_at_its_fixed_limit(figure: str, inside: int, outside: int) -> None:
    """The limit itself is within; a hundredth more is an alarm."""
    assert alarms_of([], **{figure: inside}) == []
    assert alarms_of([], **{figure: outside}) == [(figure, "fixed")]


def test_few_players_do_not_pass_a_fixed_limit() -> None:
    """What chance alone does in a small book is no drift."""
    assert alarms_of([], number=50, steady_year=900) == []


def test_rapid_has_more_room() -> None:
    """In rapid chess favourites are known to score up to ten per cent less than the table."""
    assert alarms_of([], kind="rapid", excess=1100) == []
    assert alarms_of([], kind="rapid", excess=1101) == [("excess", "fixed")]


@pytest.mark.article("12.3", edition="fide-2003-07")
@pytest.mark.article("10.3", edition="fide-2009-07")
@pytest.mark.article("10.3", edition="fide-2014-07")
def test_what_the_last_lists_let_expect() -> None:
    """Of 100000 and 101000 by turns over eight lists the mean is 100500, three standard deviations are 1603.57."""
    before = [list_of(month, active_mean=100_000 + 1000 * (month % 2)) for month in range(1, 9)]
    usual = series("standard", now(active_mean=100_500), before, "2026-11-01", 1)[0]["usual"]

    assert usual == {"mean": 100_500, "low": 98_896, "high": 102_104}
    assert alarms_of(before, active_mean=102_104) == []
    assert alarms_of(before, active_mean=102_105) == [("active_mean", "usual")]


def test_with_too_few_lists_nothing_is_usual() -> None:
    """Five lists are no history; neither are lists to come, or of another kind of chess."""
    before = [list_of(month, active_mean=100_000) for month in range(1, 6)]
    later = [list_of(month, 2027, active_mean=100_000) for month in range(1, 6)]
    other = [document | {"kinds": {"blitz": document["kinds"]["standard"]}} for document in later]

    assert series("standard", now(), [*before, *later, *other], "2026-11-01", 1)[0]["usual"] is None


def test_only_the_last_twelve_count_in_any_order() -> None:
    """Thirteen lists: the oldest is out, however they are given."""
    before = [list_of(month, 2025, active_mean=month) for month in range(1, 13)] + [list_of(1, 2026, active_mean=99)]
    points = [
        [(point["list"], point["value"]) for point in series("standard", now(), given, "2026-11-01", 1)[0]["before"]]
        for given in (before, before[::-1])
    ]

    assert points[0] == points[1]
    assert (points[0][0], points[0][-1], len(points[0])) == (("2025-02-01", 2), ("2026-01-01", 99), 12)


def test_a_calm_history_does_not_make_every_change_news() -> None:
    """Where all lists before were alike, a point is within the least width."""
    before = [list_of(month, active_mean=100_000) for month in range(1, 13)]

    assert alarms_of(before, active_mean=100_200) == []
    assert alarms_of(before, active_mean=100_201) == [("active_mean", "usual")]


def test_a_change_from_list_to_list_may_grow_with_the_months_between() -> None:
    """A quarter may move by three months' worth."""
    figures = series("standard", now(steady_list=250), [], "2026-11-01", 3)

    assert alarms(figures, EVEN, []) == []


def test_an_alarm_says_what_to_do_and_names_a_one_off() -> None:
    """The words name value, limit and a one-off of the last twelve months."""
    figures = series("standard", now(steady_year=-433), [], "2026-11-01", 1)
    words = alarms(figures, EVEN, ["fide-2024-03-compression"])[0]["words"]

    assert words == (
        "Steady adults, over twelve months: -4.33, below the limit of -4.00. A one-off adjustment "
        "(fide-2024-03-compression) lies within the last twelve months. The scale drifts. Compare the account of "
        "points of the last twelve lists and tell the commission."
    )
