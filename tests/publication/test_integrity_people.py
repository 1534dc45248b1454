"""Who is on a list: numbers, means and percentiles; how steady adults moved; and the articles that ask for it."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import numpy as np
import pytest
from small_books import SmallBook

from arpad.publication.integrity.law import CUSTOM, IN_FORCE, PRESUMED, citations
from arpad.publication.integrity.people import described_alone
from arpad.publication.integrity.report import integrity
from arpad.regulations.calendar import calendar
from arpad.regulations.catalogue import in_force

if TYPE_CHECKING:
    from arpad.engine.arrays import Column

SCALE = [
    ("fide-2003-07", "12.2", date(2004, 10, 1)),
    ("fide-2009-07", "10.2", date(2009, 9, 1)),
    ("fide-2014-07", "10.2", date(2014, 9, 1)),
]


def column(ratings: dict[int, int]) -> Column:
    """So many players of each rating."""
    return np.repeat(np.array(list(ratings)), list(ratings.values()))


def test_percentiles_are_at_the_nearest_rank() -> None:
    """Of 20 ratings the 5th percentile is the first, the 25th the fifth, the 95th the nineteenth."""
    group = described_alone(column({1400 + more: 1 for more in range(20)}))

    assert [group[f"p{percent}"] for percent in (5, 25, 50, 75, 95)] == [1400, 1404, 1409, 1414, 1418]


def test_equal_ratings_count_as_many_as_they_are() -> None:
    """Of 1, 97 and 2 players, the 5th to 95th percentile are the many."""
    group = described_alone(column({1400: 1, 1500: 97, 2600: 2}))

    assert {group[f"p{percent}"] for percent in (5, 25, 50, 75, 95)} == {1500}
    assert (group["number"], group["mean"]) == (100, 152_100)


@pytest.mark.parametrize(
    ("ratings", "mean"),
    [({1400: 1, 1401: 1}, 140_050), ({1400: 2, 1401: 1}, 140_033), ({1400: 7, 1401: 1}, 140_013)],
)
def test_a_mean_is_in_hundredths_a_half_up(ratings: dict[int, int], mean: int) -> None:
    """1400.5 is exact, 1400.333 is 1400.33, 1400.125 is 1400.13."""
    assert described_alone(column(ratings))["mean"] == mean


def steady_book(base: date) -> SmallBook:
    """Two lists before `base`'s next: adults, a junior, somebody older, somebody new, somebody idle, all losing."""
    book = SmallBook()
    year_before = calendar("standard").list_in_force(base.replace(year=base.year - 1))
    assert year_before is not None
    law = in_force(base, "standard")
    usual, new = law.value("k_established"), law.value("k_new")
    people = {1: (25, usual), 2: (30, usual), 3: (15, usual), 4: (45, usual), 5: (25, new), 6: (25, usual)}
    for number, (age, k) in people.items():
        book.player(number, born=base.year - age, sex="F" if number == 2 else "M", federation="ABC"[number % 3] * 3)
        book.rated(year_before, number, 2120, k, played=90)
        book.rated(base, number, 2110, k, played=95 if number < 6 else 90, last=base.replace(day=1))
    book.player(7, born=base.year - 60)
    book.rated(base, 7, 2110, usual)
    start = base.replace(day=3)
    # Everybody but 6 loses to 7, who is as strong and of no age that counts as steady.
    book.event(1, start, start.replace(day=9), [(player, 7, 0) for player in range(1, 6)])
    return book


@pytest.mark.parametrize(
    ("edition", "article", "base"),
    [pytest.param(*case, marks=pytest.mark.article(case[1], edition=case[0])) for case in SCALE],
)
def test_whether_equal_ratings_mean_equal_strength_year_after_year(edition: str, article: str, base: date) -> None:
    """Steady adults are 1 and 2: half of K lost since the last list; the parts cite the article of their edition."""
    book, listed = steady_book(base), calendar("standard").next_list(base)
    assert listed is not None
    closed = book.closed(listed)
    data = integrity(closed, book.view())["kinds"]["standard"]
    lost = {row["fide_id"]: row["standard_rating"] for row in closed.frame.iter_rows(named=True)}
    since_last = 100 * (lost[1] + lost[2] - 2 * 2110) // 2

    assert lost[1] < 2110
    assert data["steady"]["list"] == {
        "since": base.isoformat(), "number": 2, "mean": since_last, "up": 0, "down": 2, "still": 0
    }  # fmt: skip
    assert data["players"]["all"]["number"] == 7
    assert {"edition": edition, "article": article, "standing": IN_FORCE} in data["citations"]["steady"]
    assert [citation["article"] for citation in data["citations"]["players"]] == [article]


def test_over_a_year() -> None:
    """The list of a year before is compared, where it is at hand."""
    book = steady_book(date(2026, 10, 1))
    closed = book.closed(date(2026, 11, 1))
    book.lists[date(2025, 11, 1)] = book.lists.pop(date(2025, 10, 1))
    steady = integrity(closed, book.view())["kinds"]["standard"]["steady"]

    assert steady["list"]["mean"] == -1000
    assert (steady["year"]["since"], steady["year"]["number"], steady["year"]["mean"]) == ("2025-11-01", 2, -2000)


def test_groups_of_a_list() -> None:
    """By age, sex, federation and band each player is once; who has no birth year stands last.

    5 has K 40 and falls from 2110 to 2090, the others who lost to 2100.
    """
    book = steady_book(date(2026, 10, 1))
    book.tables["players"][-1]["birth_year"] = None
    players = integrity(book.closed(date(2026, 11, 1)), book.view())["kinds"]["standard"]["players"]
    numbers = {
        part: {group["group"]: group["number"] for group in players[part]} for part in ("ages", "sexes", "federations")
    }

    assert numbers["ages"] == {"12-15": 1, "20-29": 3, "30-38": 1, "39-49": 1, "?": 1}
    assert numbers["sexes"] == {"F": 1, "M": 6}
    assert numbers["federations"] == {"AAA": 3, "BBB": 2, "CCC": 2}
    assert {group["group"]: group["number"] for group in players["bands"]} == {2000: 1, 2100: 6}


@pytest.mark.parametrize(
    ("day", "kind", "edition", "standing"),
    [
        (date(2003, 7, 1), "standard", "fide-2003-07", IN_FORCE),
        (date(2007, 1, 1), "standard", "fide-2003-07", PRESUMED),
        (date(2009, 7, 1), "standard", "fide-2009-07", IN_FORCE),
        (date(2013, 1, 1), "rapid", "fide-2009-07", PRESUMED),
        (date(2016, 1, 1), "blitz", "fide-2014-07", IN_FORCE),
        (date(2023, 1, 1), "standard", "fide-2014-07", PRESUMED),
        (date(2024, 3, 1), "standard", "fide-2014-07", CUSTOM),
        (date(2026, 11, 1), "rapid", "fide-2014-07", CUSTOM),
    ],
)
def test_which_text_asks_for_it(day: date, kind: str, edition: str, standing: str) -> None:
    """Its own text, the last one presumed to hold on, or the last that had the chapter, as custom."""
    citation = citations(in_force(day, kind))["series"][0]

    assert (citation["edition"], citation["standing"]) == (edition, standing)


@pytest.mark.parametrize(("until", "steady"), [(date(2026, 9, 30), 2), (date(2026, 10, 1), 1), (None, 1)])
def test_who_was_not_on_both_lists_is_not_steady(until: date | None, steady: int) -> None:
    """1 was excluded from the last list, or is still: then only 2 is compared."""
    base = date(2026, 10, 1)
    book = steady_book(base)
    ban = {"fide_id": 1, "since": date(2026, 1, 1), "until": until, "scope": "list", "reason": "a decision"}
    book.tables["exclusions"].append(ban)
    data = integrity(book.closed(date(2026, 11, 1)), book.view())

    assert data["kinds"]["standard"]["steady"]["list"]["number"] == steady
