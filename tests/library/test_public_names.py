"""The public names: they are shown, they load when asked for, and what they give is short to look at."""

from __future__ import annotations

import subprocess
import sys
from datetime import date

import pytest

import arpad

DAY, LIST = date(2025, 11, 7), date(2025, 12, 1)


def period(player: arpad.Player, *games: arpad.Game) -> arpad.RatingPeriod:
    """A period of one event at the player's rating."""
    return arpad.RatingPeriod("standard", LIST, player, (arpad.Event(DAY, DAY, player.rating, games),))


RATED = period(arpad.Player(2400, k=10), arpad.Game(1787, arpad.WIN), arpad.Game(2505, arpad.DRAW))
NEWCOMER = period(arpad.Player(None), *(arpad.Game(1800, score) for score in (1, 1, 0.5, 0, 1)))
TOO_FEW = period(arpad.Player(None), arpad.Game(1800, 1))


def test_dir_shows_every_public_name() -> None:
    """A person at the prompt sees them all."""
    assert set(arpad.__all__) <= set(dir(arpad))


@pytest.mark.parametrize("name", arpad.__all__)
def test_every_public_name_is_there_and_says_what_it_is(name: str) -> None:
    """None is listed that cannot be had, and what can be called has a docstring."""
    value = getattr(arpad, name)

    assert not callable(value) or value.__doc__


def test_an_unknown_name_is_refused() -> None:
    """It fails as a missing attribute does."""
    with pytest.raises(AttributeError, match="arpad has no public name 'rates'"):
        _ = arpad.rates


def test_importing_loads_nothing_else() -> None:
    """Start-up stays quick: neither the extras nor our own rooms are loaded before a name is asked for."""
    sentence = (
        "import sys, arpad; print([name for name in sys.modules if name.startswith(('arpad.', 'numpy', 'polars'))])"
    )
    done = subprocess.run([sys.executable, "-c", sentence], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"


def test_asking_for_names_does_not_load_the_extras() -> None:
    """Every name can be had without NumPy and Polars; they are loaded when a book is opened."""
    sentence = (
        "import sys, arpad; [getattr(arpad, name) for name in arpad.__all__]; "
        "print([name for name in sys.modules if name in ('numpy', 'polars')])"
    )
    done = subprocess.run([sys.executable, "-c", sentence], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        (arpad.Game(1750, 0.5), "Game(1750, DRAW)"),
        (arpad.Game(None, 1, round=3), "Game(None, WIN, round=3)"),
        (arpad.Born(2008), "Born(2008)"),
        (arpad.Player(2400, born=arpad.Born(2008, 5, 4)), "Player(2400, born=Born(2008, month=5, day=4))"),
        (RATED.events[0], "<Event 2025-11-07 to 2025-11-07, swiss: 2400, 2 game(s)>"),
        (RATED, "<RatingPeriod standard list of 2025-12-01: Player(2400, k=10), 1 event(s)>"),
        (arpad.rate_player(RATED), "<PlayerResult 2400 → 2402, standard list of 2025-12-01>"),
        (arpad.rate_player(RATED).events[0], "<EventResult 2025-11-07 to 2025-11-07: sum 22 of 2 game(s), K 10>"),
        (arpad.first_rating(NEWCOMER), "<FirstRating 1902, standard list of 2025-12-01>"),
        (
            arpad.first_rating(TOO_FEW).events[0],
            "<Pooled 2025-11-07 to 2025-11-07: score 100 of 1 game(s), counts>",
        ),
        (arpad.edition("fide-2025-10"), "<Edition fide-2025-10, standard>"),
        (
            arpad.edition("fide-2025-10").provisions["cap_exempt_from"],
            "<Provision cap_exempt_from = 2650, fide-2025-10 8.3.1>",
        ),
        (arpad.edition("fide-2025-10").cite("cap_exempt_from"), "<Citation fide-2025-10 8.3.1 (R-012)>"),
        (arpad.explain(NEWCOMER), "<Explanation of <FirstRating 1902, standard list of 2025-12-01>: 10 lines>"),
        (
            arpad.coefficient(arpad.edition("fide-2025-10"), arpad.Facts(2250, highest=2410), DAY),
            "<Coefficient 10 on 2025-11-07, fide-2025-10>",
        ),
        (arpad.expected(2600, 2150, edition="fide-2025-10"), "<ExpectedScore 92 of 2600 against 2150, fide-2025-10>"),
        (
            arpad.performance([2400, 2300], 1.5, edition="fide-2025-10"),
            "<PerformanceRating 2543: 1.50 from 2, fide-2025-10>",
        ),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_is_shown_at_the_prompt_is_short(shown: object, expected: str) -> None:
    """A value shows what it is in one line."""
    assert repr(shown) == expected


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        (
            arpad.rate_player(RATED),
            "2400 → 2402, change +2 (W - We 0.22, K 10, 2.20 before rounding; standard list of 2025-12-01, ",
        ),
        (
            arpad.rate_player(period(arpad.Player(2000, games=5), arpad.Game(1900, 1))),
            "K is not known: it may be 10 or 40; so no change can be given. Give k, or highest.",
        ),
        (
            arpad.rate_player(period(arpad.Player(1401, k=40), arpad.Game(1700, 0), arpad.Game(1400, 0))),
            (
                "1401 → unrated, change -26 (W - We -0.65, K 40, -26.00 before rounding; "
                "standard list of 2025-12-01, fide-2025-10) The rating reached, 1375, is below"
            ),
        ),
        (
            arpad.first_rating(NEWCOMER),
            "First rating 1902, K 40 (3.50 of 5 game(s); standard list of 2025-12-01, fide-2025-10)",
        ),
        (arpad.first_rating(TOO_FEW), "Unrated: 1 of 5 games (standard list of 2025-12-01, fide-2025-10)"),
        (
            arpad.expected(2400, 2100, edition="fide-2025-10"),
            "0.85 expected of 2400 against 2100 (difference 300; fide-2025-10)",
        ),
    ],
    ids=range(6),
)
def test_what_is_printed_reads_well(shown: object, expected: str) -> None:
    """A result is printed as a sentence."""
    assert str(shown).startswith(expected)


def test_a_printed_explanation_has_every_line() -> None:
    """The result, then the working: what it is, the value, the article."""
    text = str(arpad.explain(RATED))

    assert text.startswith("2400 → 2402, change +2")
    assert "Change, rounded once for the period: 2  [fide-2025-10 8.3.4 (R-003)]" in text


def test_a_newcomer_is_explained_too() -> None:
    """The lines of a first rating come from the same function, and the warnings from the same as well."""
    result, lines = arpad.explain(NEWCOMER)

    assert isinstance(result, arpad.FirstRating)
    assert (result.new_rating, result.change, result.status) == (1902, None, "rated")
    assert [(line.name, line.value) for line in lines if line.name in {"rating", "games_needed", "first_k"}] == [
        ("rating", 1902),
        ("games_needed", 5),
        ("first_k", 40),
    ]
    assert arpad.notices(result) == ()
