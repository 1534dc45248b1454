"""Thinking times as people write them in record 122; what can be read in two ways is not read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.events.thinking_time.text import time_in_words, time_of_text

ONE = {
    # one period: text, minutes, seconds for each move
    "90+30": (90, 30),
    "90 + 30": (90, 30),
    "90 min + 30 sec/move": (90, 30),
    "90 min. + 30 sec. increment from move 1": (90, 30),
    "90 minutes and 30 seconds a move": (90, 30),
    "90 minutes + 30 second increment from move 1": (90, 30),
    "90 min for whole game + 30 sec/move": (90, 30),
    "90m+30s": (90, 30),
    "90'+30\"/move": (90, 30),
    "90’ + 30’’": (90, 30),  # noqa: RUF001 - as typed by people
    '1h30 + 30"': (90, 30),
    "1h 30m + 30s": (90, 30),
    "1 h 30 min + 30 s/coup": (90, 30),
    "1h30 + 30 secondes par coup": (90, 30),
    "1.5 h + 30 s": (90, 30),
    "1,5 Stunden + 30 Sek.": (90, 30),
    "1½ h": (90, 0),
    "1:30 + 10 from move 1": (90, 10),
    "1:30:00": (90, 0),
    "G/90;inc30": (90, 30),
    "G/90 inc 30": (90, 30),
    "G/120": (120, 0),
    "Game in 90 minutes + 30 second increment": (90, 30),
    "90 Minuten + 30 Sekunden pro Zug": (90, 30),
    "90 min. + 30 sek./Zug ab Zug 1": (90, 30),
    "90 minutos + 30 segundos por jugada": (90, 30),
    "90 minutos más 30 segundos": (90, 30),
    "90 minutos + 30 segundos de incremento por jugada desde la jugada 1": (90, 30),
    "90 perc + 30 mp/lépés": (90, 30),
    "90 perc + 30 másodperc": (90, 30),
    "90 min na zawodnika + 30 s na ruch": (90, 30),
    "120 minutes per player per game": (120, 0),
    "2h": (120, 0),
    "2 hours": (120, 0),
    "120'": (120, 0),
    "61' KO": (61, 0),
    "60 min": (60, 0),
    "1 hour 45 minutes": (105, 0),
    "45 min + 15 sec increment per move": (45, 15),
    "Standard 90+30": (90, 30),
    "Rapid 15+10": (15, 10),
    "15'+10''": (15, 10),
    "25 min + 10 sec": (25, 10),
    "30 min QPF": (30, 0),
    "10+0": (10, 0),
    "Blitz: 3 min + 2 sec": (3, 2),
    "3'+2\"": (3, 2),
    "5 minutes": (5, 0),
    "5400+30": (90, 30),
    "900+10": (15, 10),
    "300+3": (5, 3),
    "90": (90, 0),
}
MORE = {
    # several periods: text, and for each minutes, seconds for each move, moves
    "40/120, 60": [(120, 0, 40), (60, 0, None)],
    "40/90, SD/30, +30": [(90, 30, 40), (30, 30, None)],
    "40/90 SD/30 inc 30": [(90, 30, 40), (30, 30, None)],
    "40/2, G/1": [(120, 0, 40), (60, 0, None)],
    "40/2h, 20/1h, G/30": [(120, 0, 40), (60, 0, 20), (30, 0, None)],
    "2h/40 + 1h/20 + 30 min": [(120, 0, 40), (60, 0, 20), (30, 0, None)],
    "2 hours for 40 moves then 1 hour": [(120, 0, 40), (60, 0, None)],
    "2 Stunden für 40 Züge, danach 1 Stunde für den Rest": [(120, 0, 40), (60, 0, None)],
    "100'x40mm + 50'x20mm + 30\" from move 1": [(100, 30, 40), (50, 30, 20)],
    "100'x40+15'+30\"": [(100, 30, 40), (15, 30, None)],
    "90min/40moves+30min+30sec": [(90, 30, 40), (30, 30, None)],
    "90'/40 + 30' + 30''/move": [(90, 30, 40), (30, 30, None)],
    "1h30/40 + 30min + 30s": [(90, 30, 40), (30, 30, None)],
    "40 moves in 90 minutes, then 30 minutes for the rest with 30 seconds per move from move 1": [
        (90, 30, 40),
        (30, 30, None),
    ],
    "90 minutes for 40 moves, plus 30 minutes for the rest of the game, with an increment of 30 seconds per move, "
    "starting from move one": [(90, 30, 40), (30, 30, None)],
    "40 Züge in 90 Minuten, danach 30 Minuten für den Rest + 30 Sekunden pro Zug ab dem ersten Zug": [
        (90, 30, 40),
        (30, 30, None),
    ],
    "100 minutes for the first 40 moves, 50 minutes for the next 20 moves": [(100, 0, 40), (50, 0, 20)],
    "36/90, 24/30": [(90, 0, 36), (30, 0, 24)],
    "40/90+30": [(90, 0, 40), (30, 0, None)],
    "40/6000+30:900+30": [(100, 30, 40), (15, 30, None)],
}
UNCLEAR = (
    *("", "moves/time, increment", "MOVES/TIME INCREMENT", "as announced", "see invitation"),
    *("90/30", "25/10", "2x60", "180+2", "60/40", "G/90 d5", "90 min + 30 sec delay", "one two three moves"),
    *("90 + 30 + 15", "40/90 + 40/90 / 3", "90 min + 3 min per move", "99999999999", "+", "10 moves in 5 minutes"),
)


@pytest.mark.parametrize(("text", "expected"), ONE.items())
def test_one_period(text: str, expected: tuple[int, int]) -> None:
    """Minutes for the game, with or without seconds for each move."""
    control, black = time_of_text(text)

    assert control is not None
    assert black is None
    assert [(period.seconds, period.increment, period.moves) for period in control.periods] == [
        (expected[0] * 60, expected[1], None)
    ]


@pytest.mark.parametrize(("text", "expected"), MORE.items())
def test_several_periods(text: str, expected: list[tuple[int, int, int | None]]) -> None:
    """Each with its minutes and moves, the seconds from the first move on."""
    control, _ = time_of_text(text)

    assert control is not None
    assert [(period.seconds // 60, period.increment, period.moves) for period in control.periods] == expected


@pytest.mark.parametrize("text", UNCLEAR)
def test_what_is_unclear_is_not_read(text: str) -> None:
    """Two readings, an unknown word, no number, a delay instead of an increment."""
    assert time_of_text(text) == (None, None)


def test_white_and_black_may_differ() -> None:
    """Only the encoded form can say so."""
    white, black = time_of_text("W300-B240")

    assert white is not None
    assert black is not None
    assert (white.seconds(60), black.seconds(60)) == (300, 240)


def test_an_increment_from_a_later_move() -> None:
    """Seconds from move 61 on belong to the last period only."""
    control = time_in_words("40/100, 20/50, 15 + 30 sec from move 61")

    assert control is not None
    assert [period.increment for period in control.periods] == [0, 0, 30]


@given(st.text("0123456789 +/:,;'\"hmsxGD.minutesoaclprZügeTk½", max_size=40))
def test_any_text_is_read_or_not(text: str) -> None:
    """Never an error; what is read has some time."""
    control, _ = time_of_text(text)

    assert control is None or control.periods


@given(st.text(max_size=60))
def test_any_characters_are_read_or_not(text: str) -> None:
    """The same with all characters there are."""
    time_of_text(text)
