"""When and how K ends: asked of the rule itself, by every edition."""

from __future__ import annotations

from datetime import date

import pytest
from running import answer, arpad

from arpad.model.period import Born
from arpad.regulations.catalogue import edition, in_force
from arpad.regulations.workings.coefficient import Facts, coefficient
from arpad.regulations.workings.ends_of_k import EndOfK, ends_in_words, ends_of_k

DAY = date(2026, 10, 1)


def ends(facts: Facts, name: str | None = None) -> tuple[EndOfK, ...]:
    """Give what ends the K of a player."""
    law = in_force(DAY) if name is None else edition(name)
    return ends_of_k(coefficient(law, facts, DAY))


@pytest.mark.parametrize(
    ("facts", "ends_then"),
    [
        # A junior of 2009, with enough games: to the end of the year of the 18th birthday, while below 2300.
        (Facts(2000, 2010, 100, Born(2009, 5, 4)), [EndOfK(20, day=date(2028, 1, 1)), EndOfK(20, rating=2300)]),
        # A junior who once had 2300 has K 20 already.
        (Facts(2200, 2310, 100, Born(2009, 5, 4)), [EndOfK(10, rating=2400)]),
        # An adult newcomer: to 30 games.
        (Facts(1700, 1700, 12, Born(1980, 5, 4)), [EndOfK(20, games=30), EndOfK(10, rating=2400)]),
        # A junior newcomer stays at 40 with 30 games, as an adult, and with 2300: 30 games and one of these end it.
        (
            Facts(1700, 1700, 12, Born(2009, 5, 4)),
            [
                EndOfK(10, rating=2400),
                EndOfK(20, day=date(2028, 1, 1), games=30),
                EndOfK(20, rating=2300, games=30),
            ],
        ),
        (Facts(2100, 2150, 300, Born(1980, 5, 4)), [EndOfK(10, rating=2400)]),
        (Facts(2350, 2410, 300, Born(1980, 5, 4)), []),
    ],
)
def test_what_ends_k(facts: Facts, ends_then: list[EndOfK]) -> None:
    """A day, a rating, games, or several together."""
    assert sorted(ends(facts), key=str) == sorted(ends_then, key=str)


@pytest.mark.parametrize("name", [None, "fide-2014-07", "fide-2009-07", "fide-2003-07", "fide-2017-07"])
@pytest.mark.parametrize("games", [5, 60])
@pytest.mark.parametrize("rating", [1500, 2299, 2380])
@pytest.mark.parametrize("born", [1980, 2009])
def test_k_is_the_other_one_then(name: str | None, games: int, rating: int, born: int) -> None:
    """Asked again with what ends it, and just before."""
    law = in_force(DAY) if name is None else edition(name)
    facts = Facts(rating, rating, games, Born(born, 5, 4))
    decided = coefficient(law, facts, DAY)
    for end in ends_of_k(decided):
        then = Facts(end.rating or rating, end.rating or rating, end.games or games, facts.born)

        assert coefficient(law, then, end.day or DAY).k == end.k != decided.k
        if end.rating is not None:
            before = Facts(end.rating - 1, end.rating - 1, then.games, facts.born)
            assert coefficient(law, before, end.day or DAY).k != end.k
        if end.games is not None:
            before = Facts(then.rating, then.highest, end.games - 1, facts.born)
            assert coefficient(law, before, end.day or DAY).k != end.k


def test_nothing_is_promised_that_is_not_known() -> None:
    """Without a birth date, of an adult or a junior, K may end on a day; where an officer sets it, nobody knows."""
    newcomer = coefficient(in_force(DAY), Facts(1700, 1700, 12), DAY)
    by_officer = coefficient(edition("fide-2003-07", "rapid"), Facts(1700, 1700, 12, Born(1980)), DAY)

    ends_known = "K 10 on reaching 2400; K 20 on reaching 2300 and with 30 rated games."
    assert (newcomer.k, ends_in_words(newcomer, ends_of_k(newcomer))) == (40, ends_known)
    assert ends_in_words(by_officer, ends_of_k(by_officer)) == ""


def test_what_cannot_be_is_said() -> None:
    """Nobody is born after the day asked about; a highest rating below the present one is remarked, and not used."""
    of_today = ("--rating", "1700", "--games", "300", "--on", "2026-10-01")

    assert arpad("coefficient", *of_today, "--born", "2030")[::2] == (
        1,
        "arpad: --born is 2030, after 2026-10-01; check it.\n",
    )
    remarked = answer("coefficient", *of_today, "--highest", "1650", "--born", "1980")["warnings"]
    assert [warning["code"] for warning in remarked] == ["highest_below_rating"]


def test_the_command_says_it() -> None:
    """As the issue asks for it; in JSON as data."""
    words = ("--rating", "2000", "--highest", "2010", "--games", "100", "--born", "2009-05-04", "--on", "2026-10-01")
    stays = ("--rating", "2350", "--highest", "2410", "--games", "300", "--born", "1980", "--on", "2026-10-01")

    assert "K 20 from 2028-01-01, or on reaching 2300." in arpad("coefficient", *words)[1].splitlines()
    assert answer("coefficient", *words)["ends"] == [
        {"k": 20, "from": "2028-01-01", "rating": None, "games": None},
        {"k": 20, "from": None, "rating": 2300, "games": None},
    ]
    assert "K 10 stays." in arpad("coefficient", *stays)[1].splitlines()
