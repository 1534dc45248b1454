"""9.3.2 of 2003 as printed: under the optional monthly lists ratings *above* 1000 are published (E 21)."""

from __future__ import annotations

from datetime import date

import pytest

from arpad import edition, explain
from arpad.model.period import Born, Event, Game, Player, RatingPeriod
from arpad.regulations.package_data import words
from arpad.regulations.twins import departures, twin

MONTHLY, LIST, DAY = "fide-2003-07-monthly", date(2005, 3, 1), date(2005, 1, 10)


@pytest.mark.article("9.3.2", edition="fide-2003-07")
@pytest.mark.parametrize("on", [date(2005, 3, 1), date(2007, 3, 1)])
def test_the_print_of_the_monthly_lists(on: date) -> None:
    """The switch takes its floor and its closing from what 9.3 prints, also over the edition of 2006."""
    law = edition(MONTHLY, "standard", on)
    printed = twin(law)

    assert (law.value("floor"), printed.value("floor")) == (1000, 1001)
    assert printed.cite("floor").article == "9.3.2"
    assert printed.value("event_closing") == printed.value("report_closing") == "30 days before"
    assert {"floor", "event_closing", "report_closing"} <= departures(law)


@pytest.mark.article("9.3.2", edition="fide-2003-07")
def test_the_explanation_of_a_first_rating() -> None:
    """Nine draws against 1000 are published; as printed the rating would have to be above it, so nothing counts."""
    event = Event(DAY, DAY, None, tuple(Game(1000, 50, opponent_id=one) for one in range(9)))
    period = RatingPeriod("standard", LIST, Player(None, born=Born(1980, 1, 1)), (event,), MONTHLY)
    made, lines = explain(period)
    counts = next(line for line in lines if line.name == "event_counts")

    assert made.new_rating == 1000
    assert counts.printed == words("newcomer", "performance_below_floor")


@pytest.mark.article("7.3", edition="fide-2009-07")
def test_2009_prints_no_floor_of_its_own() -> None:
    """7.3 speaks of the months only."""
    law = edition("fide-2009-07-monthly", "standard", date(2010, 2, 1))

    assert "list_months" not in departures(law)
    assert twin(law).value("floor") == 1201
