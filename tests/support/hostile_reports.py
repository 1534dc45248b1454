"""A report whose names, clubs and texts want to be more: markup, scripts, marks that turn writing round, formulas."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from arpad.formats.trf.writer import TRF16, write_trf
from arpad.model.numbers import Hundredths, Rating
from arpad.model.period import Born
from arpad.model.tournament import Entry, Pairing, Team, Tournament

if TYPE_CHECKING:
    from collections.abc import Sequence

TURNED = "\u202e"
"""Whatever follows is written from right to left."""
NEWCOMERS = (
    "<script>alert(7)</script>",
    f'{TURNED}"><img src=x onerror=alert(8)>',
    '=HYPERLINK("//x.example","win")',
)
"""The names of three newcomers."""
EVENT = f"</title><script>alert(9)</script>{TURNED}javascript:alert(1) & co"
TEAMS = ("=1+1|<u>Club</u>", f"@SUM(A1) {TURNED}</td></table>")
START, ROUNDS = date(2026, 11, 2), 6
FIRST_NUMBER = 88_000_001


def hostile_report(rated: Sequence[tuple[int, str, int]]) -> bytes:
    """Write the report: each newcomer meets the six rated players, by number, name and rating, and wins half of it."""
    assert len(rated) == ROUNDS
    met: dict[int, list[Pairing]] = {}
    for place in range(1, len(NEWCOMERS) + 1):
        others = (len(NEWCOMERS) + (place + turn) % ROUNDS + 1 for turn in range(ROUNDS))
        met[place] = [Pairing(other, "w", "1" if turn % 2 else "0") for turn, other in enumerate(others)]
    for place in range(len(NEWCOMERS) + 1, len(NEWCOMERS) + ROUNDS + 1):
        met[place] = [Pairing(None, None, "Z")] * ROUNDS
    for place in range(1, len(NEWCOMERS) + 1):
        for turn, pairing in enumerate(met[place]):
            assert pairing.opponent is not None
            met[pairing.opponent][turn] = Pairing(place, "b", "0" if pairing.result == "1" else "1")
    people = [
        *((FIRST_NUMBER + place, name, None) for place, name in enumerate(NEWCOMERS)),
        *rated,
    ]
    entries = tuple(
        Entry(
            number, name, tuple(met[number]), "m", None, None if rating is None else Rating(rating), "AAA", fide_id,
            Born(1990), Hundredths(100 * sum(pairing.result == "1" for pairing in met[number])), number,
        )
        for number, (fide_id, name, rating) in enumerate(people, 1)
    )  # fmt: skip
    days = tuple(START + timedelta(days=place) for place in range(ROUNDS))
    return write_trf(
        Tournament(
            EVENT, TEAMS[0], "AAA", START, days[-1], system="Individual: Swiss", time="90 minutes and 30 seconds",
            chief_arbiter=NEWCOMERS[0], round_dates=days, entries=entries,
            teams=(Team(TEAMS[0], (1, 4, 5, 6)), Team(TEAMS[1], (2, 3, 7, 8, 9))),
        ),
        TRF16,
    ).encode()  # fmt: skip
