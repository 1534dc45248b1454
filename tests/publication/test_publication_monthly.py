"""The optional monthly lists of 2003 and 2009: a switch of the book, never in force by itself."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest
from made_publications import MadeList, of_list
from running import answer
from small_books import SmallBook

from arpad.book.about import About
from arpad.book.folder import Book
from arpad.engine.period.close_list import close
from arpad.model.period import KINDS
from arpad.model.problems import RefusedError
from arpad.regulations.calendar import calendar
from arpad.regulations.catalogue import edition, in_force

if TYPE_CHECKING:
    from pathlib import Path

    from arpad.regulations.edition import Edition

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
    assert About().rulebook().name("standard", day) is None
    assert {SWITCHED.rulebook().name(kind, day) for kind in KINDS[1:]} == {None}
    if name:
        assert law_on(SWITCHED, day).id == name
        assert SWITCHED.rulebook().calendar("standard", day).is_list_date(day)
        assert law_on(SWITCHED, day).base == in_force(day).id
    elif day > date(2009, 7, 1):
        assert law_on(SWITCHED, day) is in_force(day)


def law_on(about: About, day: date) -> Edition:
    """The edition by which a book makes the list of a day."""
    return about.rulebook().law("standard", day)


BOTH = (date(2005, 7, 1), date(2010, 7, 1))
"""9.3 was turned on in 2005; 7.3 was decided on in 2009, and begins a year later."""


@pytest.mark.article("9.3", edition="fide-2003-07")
@pytest.mark.article("7.3", edition="fide-2009-07")
@pytest.mark.parametrize(
    ("days", "day", "name"),
    [
        (BOTH, date(2005, 4, 1), "fide-2003-07"),
        (BOTH, date(2005, 7, 1), MONTHLY_2003),
        (BOTH, date(2009, 6, 1), MONTHLY_2003),
        (BOTH, date(2009, 7, 1), "fide-2009-07"),
        (BOTH, date(2010, 5, 1), "fide-2009-07"),
        (BOTH, date(2010, 7, 1), MONTHLY_2009),
        (BOTH, date(2012, 7, 1), "fide-2012-07"),
        (BOTH[:1], date(2010, 7, 1), "fide-2009-07"),
        (BOTH[1:], date(2005, 7, 1), "fide-2003-07"),
        (BOTH[1:], date(2010, 8, 1), MONTHLY_2009),
    ],
)
def test_each_regime_begins_on_its_day(days: tuple[date, ...], day: date, name: str) -> None:
    """A book names the days; before them, and from the next text on, the editions in force make its lists."""
    assert law_on(About(monthly_regime=days), day).id == name


@pytest.mark.article("9.3", edition="fide-2003-07")
def test_before_its_day_a_regime_has_no_lists() -> None:
    """The first monthly list goes on from the last quarterly one, and events of May 2005 from the list of April."""
    days = About(monthly_regime=BOTH).rulebook().calendar("standard", date(2005, 8, 1))

    assert [days.list_before(day) for day in (date(2005, 7, 1), date(2005, 8, 1))] == [
        date(2005, 4, 1),
        date(2005, 7, 1),
    ]
    assert (days.list_in_force(date(2005, 5, 20)), days.list_in_force(date(2005, 8, 20))) == (
        date(2005, 4, 1),
        date(2005, 8, 1),
    )
    # Rated by the closing of the list that is made: 31 May for July, 30 June for August.
    assert [days.list_for_event(end) for end in (date(2005, 5, 31), date(2005, 6, 1))] == [
        date(2005, 7, 1),
        date(2005, 8, 1),
    ]


@pytest.mark.article("9.3.2", edition="fide-2003-07")
@pytest.mark.article("10.3.1", edition="fide-2003-07")
@pytest.mark.parametrize(("monthly", "published"), [(True, 1320), (False, None), ((date(2009, 7, 1),), None)])
def test_the_floor_is_that_of_the_time_of_the_event(monthly: bool | tuple[date, ...], published: int | None) -> None:
    """An event of May 2009 with a performance of 1320 counts where the regime of 2003 was on, and is dropped else.

    1400 less 80, for 3.5 of nine, is 1320: above 1000 and 1200, and below 1401.
    """
    listed = date(2009, 7, 1)
    book = SmallBook()
    for number in range(1, 10):
        book.player(number)
        for day in (date(2009, 4, 1), date(2009, 5, 1), date(2009, 6, 1)):
            book.rated(day, number, 1400, k=15)
    book.player(20)
    games = [(20, number, 100) for number in (1, 2, 3)] + [(20, number, 0) for number in range(4, 9)] + [(20, 9, 50)]
    book.event(1, date(2009, 5, 4), date(2009, 5, 12), games)
    about = About(monthly_regime=monthly)

    frame = close(book.view(rulebook=about.rulebook()), listed).frame

    assert frame.filter(fide_id=20)["standard_rating"].to_list() == [published]


@pytest.mark.article("7.3", edition="fide-2009-07")
def test_events_of_the_last_monthly_list_of_2009_have_its_ratings() -> None:
    """An event of June 2012 is rated for July by the ratings of the list of June, which only this book has."""
    lists = [date(2012, 5, 1), date(2012, 6, 1)]
    book = SmallBook()
    for number in (1, 2):
        book.player(number)
        for day, rating in zip(lists, (2000, 2000 + 200 * (number == 1)), strict=True):
            book.rated(day, number, rating, k=15, highest=2300)
    book.event(1, date(2012, 6, 4), date(2012, 6, 12), [(1, 2, 50)])
    listed = date(2012, 7, 1)

    frame = close(book.view(rulebook=SWITCHED.rulebook()), listed).frame

    # 2200 against 2000: D 200, expected 0.76, 15 x -0.26 = -3.90.
    assert frame["standard_rating"].to_list() == [2196, 2004]


@pytest.mark.article("9.3.2", edition="fide-2003-07")
@pytest.mark.article("9.3.3", edition="fide-2003-07")
def test_the_provisions_of_the_regime_decide(tmp_path: Path) -> None:
    """Floor and closing of the monthly lists are those that the edition of the day has for them."""
    rules = tmp_path / "monthly.toml"
    rules.write_text(
        'id = "monthly-as-printed"\nderives = "fide-2003-07-monthly"\ntitle = "9.3 as printed"\n[provisions]\n'
        'monthly_regime_floor = { article = "9.3.2", value = 1001 }\n'
        'monthly_regime_closing = { article = "9.3.3", value = "30 days before" }\n',
        encoding="utf-8",
    )
    law, usual = (edition(name, on=date(2004, 2, 1)) for name in (str(rules), MONTHLY_2003))

    assert (law.value("floor"), law.value("event_closing"), law.value("report_closing")) == (
        1001,
        "30 days before",
        "30 days before",
    )
    assert (usual.value("floor"), usual.cite("floor").article) == (1000, "9.3.2")
    assert usual.value("event_closing") == "last day of the month before last"


@pytest.mark.parametrize(
    ("days", "words"),
    [
        ("[2005-06-01]", "1 July"),
        ("[2012-07-01]", "2012-07-01"),
        ("[2005-07-01, 2006-07-01]", "one day"),
        ('["2005-07-01"]', "true, false or a list of days"),
        ("[]", "true, false or a list of days"),
    ],
)
def test_days_that_cannot_be_are_told(tmp_path: Path, days: str, words: str) -> None:
    """In book.toml stand the first of July, and of each text one."""
    folder = tmp_path / "book"
    Book.create(folder, About())
    folder.joinpath("book.toml").write_text(f"format = 1\nmonthly_regime = {days}\n", encoding="utf-8")

    with pytest.raises(RefusedError, match=words):
        Book.open(folder)


def test_days_are_written_and_read(tmp_path: Path) -> None:
    """What book.toml says comes back."""
    folder = tmp_path / "book"
    Book.create(folder, About(monthly_regime=BOTH))

    assert Book.open(folder).about.monthly_regime == BOTH
    assert answer("book", "init", str(tmp_path / "other"), "--monthly-regime", "2005-07-01")["monthly_regime"] == [
        "2005-07-01"
    ]
    assert answer("book", "init", str(tmp_path / "more"), "--monthly-regime")["monthly_regime"] is True


def test_a_federation_of_its_own_has_its_own_rules() -> None:
    """For standard chess the national edition; for the others FIDE's, as it has none for them."""
    rulebook, day = About(authority="mssz").rulebook(), date(2020, 1, 1)

    assert rulebook.name("standard", day) == "mssz-2017-01"
    assert rulebook.name("rapid", day) is None
    assert rulebook.law("rapid", day).id == "fide-rb-2012-01"
    assert rulebook.law("standard", day).id == "mssz-2017-01"


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
    published = MadeList(date(2004, 2, 1), [{"fide_id": 1}, {"fide_id": 2}], lines, MONTHLY_2003).published()

    assert published.parts["list"]["fide_id"].to_list() == [1]
    assert edition("fide-2003-07").value("monthly_regime_floor") == published.shown.law.value("floor") == 1000
    assert (published.shown.law.cite("floor").article, in_force(date(2004, 2, 1)).value("floor")) == ("9.3.2", 1801)


@pytest.mark.article("9.3.4", edition="fide-2003-07")
def test_below_1000_a_player_is_shown_as_deleted_once() -> None:
    """On the list on which it happens; on the next the player is like anybody who is unrated."""
    moved = [(1, 1005, 5, -50, -1250, -13, 992)]
    people = [{"fide_id": 1}]
    old = {date(2004, 1, 1): of_list({"fide_id": 1, "standard_rating": 1005})}
    published = MadeList(date(2004, 2, 1), people, [], MONTHLY_2003, changes=moved, earlier=old).published()
    later = MadeList(date(2004, 3, 1), people, [], MONTHLY_2003, earlier={date(2004, 2, 1): of_list({"fide_id": 1})})

    assert {"fide_id", "standard_status"} <= set(published.parts["list"].columns)
    assert published.parts["list"].select("fide_id", "standard_status").rows() == [(1, "delisted")]
    assert published.parts["delisted"].select("before", "reached").rows() == [(1005, 992)]
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
