"""The rulebook of an office: which law makes a list, by which calendar, and for how long a file of its own holds."""

from __future__ import annotations

import gc
import pickle
import weakref
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

import pytest

from arpad.model.period import KINDS
from arpad.regulations.calendar import calendar
from arpad.regulations.catalogue import edition, in_force
from arpad.regulations.rulebook import MONTHLY_AT_ONCE, Rulebook, content_hash, is_same_text

if TYPE_CHECKING:
    from pathlib import Path

    from arpad.regulations.edition import Edition

OWN = """id = "club-2026"
derives = "fide-2025-10"
title = "A club's own rules"
[provisions]
floor = {{ value = {floor}, article = "1" }}
"""
DAY = date(2026, 2, 1)


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """Write a club's own rules."""
    place = tmp_path / "club.toml"
    place.write_text(OWN.format(floor=1200), encoding="utf-8")
    return place


def test_the_editions_of_an_authority_hold_each_for_its_days() -> None:
    """Without an own edition the law of a list is the one in force on its day."""
    rulebook = Rulebook()
    for day in (date(2004, 7, 1), date(2015, 5, 1), DAY):
        assert rulebook.law("standard", day) is in_force(day)
        assert rulebook.name("standard", day) is None
        assert rulebook.calendar("standard", day) is calendar()


def test_a_national_edition_holds_for_standard_chess_only() -> None:
    """A federation's regulations stand over FIDE's; rapid and blitz are FIDE's own."""
    rulebook, day = Rulebook("mssz"), date(2020, 1, 1)
    assert [rulebook.law(kind, day).id for kind in KINDS] == ["mssz-2017-01", "fide-rb-2012-01", "fide-rb-2012-01"]


def test_monthly_lists_begin_on_their_day() -> None:
    """From 1 July 2003 on there is a list every month, where the office began with them at once."""
    rulebook = Rulebook(monthly=MONTHLY_AT_ONCE)
    assert rulebook.name("standard", date(2003, 4, 1)) is None
    assert rulebook.calendar("standard", date(2003, 8, 1)).is_list_date(date(2003, 8, 1))
    assert not Rulebook().calendar("standard", date(2003, 8, 1)).is_list_date(date(2003, 8, 1))


def test_an_own_edition_holds_for_its_kinds_of_chess(club: Path) -> None:
    """For the kinds of chess that it is not for, those in force hold."""
    rulebook = Rulebook(edition=str(club))
    laws = {kind: rulebook.law(kind, DAY) for kind in KINDS}
    assert {kind for kind, law in laws.items() if law.id == "club-2026"} == set(rulebook.kinds)
    assert laws["standard"].value("floor") == 1200


def test_an_edited_file_is_seen_by_the_next_rulebook_and_not_by_the_one_that_read_it(club: Path) -> None:
    """A run keeps the law it began with; a server that opens the book again reads the file again."""
    before = Rulebook(edition=str(club))
    law, days = before.law("standard", DAY), before.calendar("standard", DAY)
    club.write_text(OWN.format(floor=1100), encoding="utf-8")
    after = Rulebook(edition=str(club))
    assert before.law("standard", DAY) is law
    assert days.edition(DAY).value("floor") == 1200
    assert after.law("standard", DAY).value("floor") == 1100
    assert not is_same_text(after.law("standard", DAY), law)


def test_an_edited_file_is_seen_where_it_is_named(club: Path) -> None:
    """Nothing of a file is kept for the process: an edition and a calendar by its path are those of its words now."""
    assert edition(str(club), "standard", DAY).value("floor") == 1200
    days = calendar(name=str(club))
    assert days is calendar(name=str(club))
    club.write_text(OWN.format(floor=1100), encoding="utf-8")
    assert edition(str(club), "standard", DAY).value("floor") == 1100
    assert calendar(name=str(club)).edition(DAY).value("floor") == 1100


def test_the_path_that_a_rulebook_names_means_what_it_read(club: Path) -> None:
    """The columns of a list and the reference of a player go by one law, whatever happens to the file meanwhile."""
    rulebook = Rulebook(edition=str(club))
    law, name = rulebook.law("standard", DAY), rulebook.name("standard", DAY) or ""
    club.write_text(OWN.format(floor=1100), encoding="utf-8")
    assert name == str(club)
    assert edition(name, "standard", DAY) is law
    assert calendar(name=name).edition(DAY) is law
    assert Rulebook(edition=name).law("standard", DAY) is law
    assert edition(str(club), "standard", DAY).value("floor") == 1100


def test_two_rulebooks_of_one_file_go_each_by_what_it_read(club: Path) -> None:
    """A rulebook that was opened later, of the edited file, changes nothing for the one before it."""
    before = Rulebook(edition=str(club))
    assert before.law("standard", DAY).value("floor") == 1200
    club.write_text(OWN.format(floor=1100), encoding="utf-8")
    after = Rulebook(edition=str(club))
    floors = [edition(rulebook.edition or "", "standard", DAY).value("floor") for rulebook in (before, after, before)]
    assert floors == [1200, 1100, 1200]


def test_what_an_edition_follows_is_read_with_it(club: Path, tmp_path: Path) -> None:
    """An event under the edition before goes by what was read of that, even if its file was edited since."""
    child = tmp_path / "youth.toml"
    child.write_text('id = "youth-2026"\nderives = "./club.toml"\ntitle = "Youth"\n', encoding="utf-8")
    law = Rulebook(edition=str(child)).law("standard", DAY)
    club.write_text(OWN.format(floor=1100), encoding="utf-8")
    assert edition(law.builds_on or "", "standard", DAY).value("floor") == law.value("floor") == 1200


def test_what_was_read_is_let_go_with_the_last_that_refers_to_it(tmp_path: Path) -> None:
    """A server that opens thousands of books does not keep their laws; of plain paths the last few are kept."""
    read = []
    for number in range(20):
        place = tmp_path / f"{number}.toml"
        place.write_text(OWN.format(floor=1200), encoding="utf-8")
        rulebook = Rulebook(edition=str(place))
        assert rulebook.law("standard", DAY).value("floor") == 1200
        read.append(weakref.ref(rulebook.catalogue))
    del rulebook
    gc.collect()
    assert sum(catalogue() is not None for catalogue in read) <= 8


def test_in_another_process_the_path_is_a_plain_one(club: Path) -> None:
    """What was read stays where it was read; only the path is sent."""
    name = Rulebook(edition=str(club)).edition
    sent = pickle.loads(pickle.dumps(name))  # noqa: S301 - our own
    assert (type(sent), sent) == (str, str(club))


def test_an_edited_parent_is_seen(club: Path, tmp_path: Path) -> None:
    """What an edition builds on may be edited as well."""
    child = tmp_path / "youth.toml"
    child.write_text('id = "youth-2026"\nderives = "./club.toml"\ntitle = "Youth"\n', encoding="utf-8")
    assert edition(str(child)).value("floor") == 1200
    club.write_text(OWN.format(floor=1100), encoding="utf-8")
    assert edition(str(child)).value("floor") == 1100
    assert Rulebook(edition=str(child)).law("standard", DAY).value("floor") == 1100
    assert [source.rpartition("/")[2] for source in Rulebook(edition=str(child)).sources()] == [
        "club.toml",
        "youth.toml",
    ]


def test_the_hash_of_a_law_is_that_of_its_words(club: Path, tmp_path: Path) -> None:
    """The same words in another file give the same hash, another value another one."""
    other = tmp_path / "copy.toml"
    other.write_text(club.read_text(encoding="utf-8"), encoding="utf-8")
    first, second = (Rulebook(edition=str(place)).law("standard", DAY) for place in (club, other))
    assert content_hash(first) == content_hash(second)
    other.write_text(OWN.format(floor=1201), encoding="utf-8")
    assert content_hash(first) != content_hash(Rulebook(edition=str(other)).law("standard", DAY))


@pytest.mark.parametrize("received", [None, date(2005, 7, 20), date(2005, 9, 20)])
def test_the_list_for_an_event_is_that_of_the_rules_by_which_it_is_made(received: date | None) -> None:
    """An event from before the first monthly list is rated by one of those, as making list after list would."""
    rulebook, end = Rulebook(monthly=[date(2005, 7, 1)]), date(2005, 6, 25)
    found = rulebook.list_for("standard", end, received)
    assert found is not None
    assert rulebook.calendar("standard", found).list_that_rates(end, received) == found


def test_an_edition_made_from_another_keeps_nothing_of_it() -> None:
    """What is made of an edition is made once; an edition with another provision is worked with anew."""
    law = edition("fide-2025-10")
    made = []

    def floor(of: Edition) -> int:
        made.append(of)
        return int(of.value("floor"))

    other = replace(law, provisions=law.provisions | {"floor": replace(law.provisions["floor"], value=1200)})
    assert [of.kept("a floor", floor) for of in (law, law, other)] == [1400, 1400, 1200]
    assert made == [law, other]
