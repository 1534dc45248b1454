"""The optional monthly lists of 2003 and 2009: a switch of the book, never in force by itself."""

from __future__ import annotations

from datetime import date

import pytest
from made_publications import MadeList, of_list

from arpad.engine.book import About
from arpad.engine.book_rules import calendar_of, rules_name
from arpad.model.period import KINDS
from arpad.regulations.calendar import calendar
from arpad.regulations.catalogue import edition, in_force

MONTHLY_2003, MONTHLY_2009 = "fide-2003-07-monthly", "fide-2009-07-monthly"
SWITCHED = About(monthly_regime=True)


@pytest.mark.article("9.3", edition="fide-2003-07")
@pytest.mark.article("7.3", edition="fide-2009-07")
@pytest.mark.parametrize(
    ("day", "name"),
    [
        (date(2003, 6, 1), None),
        (date(2003, 7, 1), MONTHLY_2003),
        (date(2006, 5, 1), MONTHLY_2003),
        (date(2009, 6, 1), MONTHLY_2003),
        (date(2009, 7, 1), MONTHLY_2009),
        (date(2012, 6, 1), MONTHLY_2009),
        (date(2012, 7, 1), None),
    ],
)
def test_a_book_turns_monthly_lists_on(day: date, name: str | None) -> None:
    """Off, the editions in force make the lists; on, those of 2003 and 2009 do in their years; rapid stays as it is."""
    assert rules_name(SWITCHED, day) == name
    assert rules_name(About(), day) is None
    assert {rules_name(SWITCHED, day, kind) for kind in KINDS[1:]} == {None}
    if name:
        assert calendar(name=name).is_list_date(day)
        assert edition(name, on=day).base == in_force(day).id


def test_a_federation_of_its_own_has_its_own_rules() -> None:
    """For standard chess the national edition; for the others FIDE's, as it has none for them."""
    about = About(authority="mssz")

    assert rules_name(about, date(2020, 1, 1)) == "mssz-2017-01"
    assert rules_name(about, date(2020, 1, 1), "rapid") is None
    assert calendar_of("rapid", date(2020, 1, 1), "mssz-2017-01").edition(date(2020, 1, 1)).id == "fide-rb-2012-01"
    assert calendar_of("standard", date(2020, 1, 1), "mssz-2017-01").edition(date(2020, 1, 1)).id == "mssz-2017-01"


@pytest.mark.article("9.3.1", edition="fide-2003-07")
@pytest.mark.article("7.3", edition="fide-2009-07")
@pytest.mark.parametrize(
    ("name", "day", "last"),
    [
        (MONTHLY_2003, date(2004, 2, 1), date(2004, 2, 29)),
        (MONTHLY_2003, date(2007, 12, 1), date(2007, 12, 31)),
        (MONTHLY_2009, date(2010, 2, 1), date(2010, 2, 28)),
    ],
)
def test_a_monthly_list_is_valid_for_its_month(name: str, day: date, last: date) -> None:
    """From the first day to the last; without the switch there is no list of that month."""
    days = calendar(name=name)

    assert (days.list_in_force(last), days.valid_until(day)) == (day, last)
    assert not calendar().is_list_date(day)


@pytest.mark.article("9.3.2", edition="fide-2003-07")
def test_monthly_lists_publish_from_1000_on() -> None:
    """1000 is on the list (E 21), 999 is not; without the switch 1801 is the lowest."""
    lines = [{"fide_id": 1, "standard_rating": 1000}, {"fide_id": 2, "standard_rating": 999}]
    made = MadeList(date(2004, 2, 1), [{"fide_id": 1}, {"fide_id": 2}], lines, MONTHLY_2003).published()

    assert made.parts["list"]["fide_id"].to_list() == [1]
    assert edition("fide-2003-07").value("monthly_regime_floor") == made.shown.law.value("floor") == 1000
    assert (made.shown.law.cite("floor").article, in_force(date(2004, 2, 1)).value("floor")) == ("9.3.2", 1801)


@pytest.mark.article("9.3.4", edition="fide-2003-07")
def test_below_1000_a_player_is_shown_as_deleted_once() -> None:
    """On the list on which it happens; on the next he is like anybody who is unrated."""
    moved = [(1, 1005, 5, -50, -1250, -13, 992)]
    people = [{"fide_id": 1}]
    old = {date(2004, 1, 1): of_list({"fide_id": 1, "standard_rating": 1005})}
    made = MadeList(date(2004, 2, 1), people, [], MONTHLY_2003, changes=moved, earlier=old).published()
    later = MadeList(date(2004, 3, 1), people, [], MONTHLY_2003, earlier={date(2004, 2, 1): of_list({"fide_id": 1})})

    assert {"fide_id", "standard_status"} <= set(made.parts["list"].columns)
    assert made.parts["list"].select("fide_id", "standard_status").rows() == [(1, "delisted")]
    assert made.parts["delisted"].select("before", "reached").rows() == [(1005, 992)]
    assert later.published().parts["list"].height == 0


@pytest.mark.article("9.3.3", edition="fide-2003-07")
def test_monthly_lists_close_with_the_month_before_last() -> None:
    """The list of 1 April closes on the last day of February (E 54)."""
    days = calendar(name=MONTHLY_2003)

    assert (days.event_closing(date(2004, 4, 1)), days.report_closing(date(2004, 4, 1))) == (date(2004, 2, 29),) * 2
    assert days.list_for_event(date(2004, 3, 1)) == date(2004, 5, 1)


@pytest.mark.article("7.3", edition="fide-2009-07")
def test_monthly_lists_of_2009_change_the_months_only() -> None:
    """Floor, closing and everything else are those of the edition of the day."""
    switched, plain = edition(MONTHLY_2009, on=date(2010, 2, 1)), in_force(date(2010, 2, 1))

    assert [key for key in plain.provisions if plain.get(key) != switched.get(key)] == ["list_months"]
