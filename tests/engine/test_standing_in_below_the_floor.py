"""K of a player whose own rapid rating fell below the floor, and whose standard rating stands in (R-042)."""

from __future__ import annotations

from datetime import date

import pytest
from second_reading_period import Period as SecondReading
from small_books import SmallBook

from arpad.book.view import Period
from arpad.engine.period.close_kind import close_kind
from arpad.engine.reference.lines import Reference
from arpad.regulations.workings.explanation import explain


def book_of(base: date, played: int, highest: int | None, standard: int) -> SmallBook:
    """Player 1 has no rapid rating any more, only a standard one, and wins a rapid game against an equal."""
    book = SmallBook()
    for number in (1, 2):
        book.player(number)
        book.rated(base, number, standard, k=10)
        rating = None if number == 1 else standard
        cells = {"rating": rating, "k": None if number == 1 else 20, "played": played, "highest": highest or rating}
        book.lists[base][-1] |= {f"rapid_{name}": value for name, value in cells.items()}
    book.event(1, base.replace(day=4), base.replace(day=5), [(1, 2, 100)], kind="rapid")
    return book


@pytest.mark.parametrize(
    ("base", "played", "highest", "standard", "k"),
    [
        pytest.param(date(2025, 1, 1), 100, 1450, 1500, 20, id="100 rapid games are not lost"),
        pytest.param(date(2025, 1, 1), 29, 1450, 1500, 40, id="29 are fewer than 30"),
        pytest.param(date(2025, 1, 1), 30, 1450, 1500, 20, id="30 suffice"),
        pytest.param(date(2025, 1, 1), 100, 2405, 1500, 10, id="2400 was once published"),
        pytest.param(date(2025, 1, 1), 12, 1450, 2400, 10, id="the standard rating is 2400"),
        pytest.param(date(2025, 1, 1), 0, None, 1500, 40, id="never rated"),
        pytest.param(date(2022, 11, 1), 100, 1050, 1500, 20, id="2022"),
        pytest.param(date(2022, 8, 1), 5, 1050, 1500, 20, id="the same for all until September 2022"),
    ],
)
def test_the_history_of_that_kind_of_chess_is_kept(
    base: date, played: int, highest: int | None, standard: int, k: int
) -> None:
    """Half a point above the expectation is half of K; columns, reference and second reading agree."""
    book = book_of(base, played, highest, standard)
    listed = base.replace(month=base.month + 1)

    ratings = close_kind(Period(book.view(), "rapid", listed)).ratings
    reference = Reference(Period(book.view(), "rapid", listed))
    tables = {name: frame.rows(named=True) for name, frame in book.frames().items()}
    lists = {base: book.rating_list(base).rows(named=True)}

    assert ratings["rating"][0] == standard + k // 2
    assert reference.expected(1).rating == ratings["rating"][0]
    assert SecondReading(tables, lists, "rapid", listed).new_list[1].rating == ratings["rating"][0]


@pytest.mark.parametrize(("base", "marked"), [(date(2025, 1, 1), True), (date(2022, 8, 1), False)])
def test_the_explanation_names_the_reading(base: date, *, marked: bool) -> None:
    """Where K depends on it, the line of the rating that stands in cites it."""
    book = book_of(base, 100, 1450, 1500)
    reference = Reference(Period(book.view(), "rapid", base.replace(month=base.month + 1)))

    _, lines = explain(reference.period(1))

    cited = [citation for line in lines if line.name == "own_rating" for citation in line.citations]
    assert any("R-042" in line.readings for line in cited) == marked
