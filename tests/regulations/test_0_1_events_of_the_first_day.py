"""0.1 of 2014: events that start on the first day of an edition; as printed it governs later ones only (E 36)."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest
from made_events import event as made_event
from made_events import verdict
from small_books import SmallBook

from arpad import explain, first_rating, rate_player
from arpad.book.view import Period
from arpad.engine.period.close_kind import close_kind
from arpad.engine.reference.lines import Reference
from arpad.model.period import Born, Event, Game, Player, RatingPeriod
from arpad.regulations.calendar import calendar
from arpad.regulations.catalogue import edition
from arpad.regulations.workings.event_basis import governing

if TYPE_CHECKING:
    from pathlib import Path

PRINT, LIST = "fide-2014-07-print", date(2014, 8, 1)
FIRST, SECOND, END = date(2014, 7, 1), date(2014, 7, 2), date(2014, 7, 9)
ON_THE_DAY = pytest.mark.article("0.1 [2]", edition="fide-2014-07")
NEW = Player(2000, born=Born(1970, 1, 1), games=5, highest=2000)


def period(name: str | None, *starts: date) -> RatingPeriod:
    """A period of a player new to the list, with a win in each event."""
    return RatingPeriod(
        "standard", LIST, NEW, tuple(Event(start, END, 2000, (Game(2000, 100),)) for start in starts), name
    )


@ON_THE_DAY
@pytest.mark.parametrize(
    ("name", "laws", "ks"),
    [
        pytest.param(None, ["fide-2014-07", "fide-2014-07"], [40, 40], id="in force"),
        pytest.param("fide-2014-07", ["fide-2014-07", "fide-2014-07"], [40, 40], id="named"),
        pytest.param(PRINT, ["fide-2013-07", PRINT], [30, 40], id="as printed"),
    ],
)
def test_the_edition_of_an_event_of_the_first_day(name: str | None, laws: list[str], ks: list[int]) -> None:
    """As printed, an event of 1 July 2014 is still under the edition before, and K of a newcomer 30."""
    result = rate_player(period(name, FIRST, SECOND))

    assert [event.law.id for event in result.events] == laws
    assert [event.k for event in result.events] == ks
    assert result.law.id == (name or "fide-2014-07")


@ON_THE_DAY
def test_other_days_are_as_named() -> None:
    """Who names an edition gets it for all other days, earlier ones too; nothing but its first day is excepted."""
    assert [governing(edition(PRINT), day).id for day in (date(2012, 5, 1), FIRST, SECOND)] == [
        PRINT,
        "fide-2013-07",
        PRINT,
    ]
    assert calendar(name=PRINT).edition_of_event(FIRST).id == "fide-2013-07"
    assert calendar(name=PRINT).edition(FIRST).id == PRINT


@ON_THE_DAY
def test_the_explanation_shows_what_the_print_would_give() -> None:
    """K of the event of 1 July is 40, as printed 30; of one of 2 July it is 40 either way."""
    _, lines = explain(period(None, FIRST, SECOND))

    assert [(line.value, line.printed) for line in lines if line.name == "k"] == [(40, "30"), (40, None)]


@ON_THE_DAY
def test_first_ratings() -> None:
    """The thresholds of an event are those of its edition: on 1 July, as printed, half a point is still enough."""
    games = (Game(2000, 50), *(Game(2000, 0),) * 9)
    found = []
    for start in (FIRST, SECOND):
        given = RatingPeriod("standard", LIST, Player(None), (Event(start, END, None, games),), PRINT)
        found.append([(event.law.id, event.reason) for event in first_rating(given).events])

    assert found == [[("fide-2013-07", "counts")], [(PRINT, "score_too_low")]]


@ON_THE_DAY
@pytest.mark.parametrize(("start", "k"), [(FIRST, 30), (SECOND, 40)])
def test_a_book(start: date, k: int) -> None:
    """A list made by the print, and the reference behind it."""
    small_book = SmallBook()
    for number in (1, 2):
        small_book.player(number, 1970)
        small_book.rated(FIRST, number, 2000, k=40, played=5)
    small_book.event(1, start, END, [(1, 2, 100)])
    closed = close_kind(Period(small_book.view(PRINT), "standard", LIST))
    reference = Reference(Period(small_book.view(PRINT), "standard", LIST))

    assert closed.changes.events.filter(fide_id=1)["k"].to_list() == [k]
    assert [one.k for one in reference.ks(1)] == [k]
    assert closed.ratings.filter(fide_id=1)["rating"].to_list() == [reference.expected(1).rating]


@ON_THE_DAY
def test_a_check() -> None:
    """An event of 1 July is judged by the edition before, where the print is named."""
    made = {start: made_event([2000, 1900, 1800, 1700], start=start) for start in (FIRST, SECOND)}

    assert [verdict(made[start], PRINT).edition for start in made] == ["fide-2013-07", PRINT]


@ON_THE_DAY
def test_a_rulebook_of_ones_own(tmp_path: Path) -> None:
    """A derived edition may say it, too; its first day is that of the edition from which it derives."""
    place = tmp_path / "late.toml"
    place.write_text(
        'id = "late"\nderives = "fide-2024-03"\ntitle = "2024, for events that start later"\n[provisions]\n'
        'applies_to_events_starting = { article = "0.1", value = "after" }\n',
        encoding="utf-8",
    )
    law = edition(str(place))

    assert [governing(law, day).id for day in (date(2024, 3, 1), date(2024, 3, 2))] == ["fide-2022-01", "late"]
