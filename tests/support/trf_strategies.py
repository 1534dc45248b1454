"""Random tournaments for the tests of reports: who met whom, byes, teams, dates, and every record of the format."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from random import Random
from typing import Any

from hypothesis import strategies as st

from arpad.model.numbers import Hundredths, Rating
from arpad.model.period import Born
from arpad.model.time_control import TimeControl, TimePeriod
from arpad.model.tournament import Entry, ListRecord, NationalEntry, Pairing, Team, Tournament

LETTERS = "abcdefghijklmnopqrstuvwxyzáéíóöőúüűčšžłñçßø"
FEDERATIONS = ("FID", "HUN", "FRA", "POL")
TITLES = ("GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM")
RESULTS = ("10", "01", "==", "+-", "-+", "--", "WL", "LW", "DD", "00", "=0", "0=")
BYES = "HFUZ"

WORDS = ("A", "Éva", "Ödön", "Szűcs", "Łucja", "Iñaki", "Ab-Cd", "O'Neill", "Longestname", "X 2", "Čech", "Straße")
words = st.sampled_from(WORDS)
texts = words | st.just("Several words, one after the other (and more)") | st.text(LETTERS, min_size=1, max_size=12)
names = st.sampled_from([f"{first}, {other}" for first in WORDS for other in WORDS])
halves = st.integers(0, 30).map(lambda value: Hundredths(value * 50))


BIRTHS = (None, Born(1930), Born(1987, 6), Born(1987, 6, 5), Born(1999, 12, 31), Born(2004, 2, 29), Born(2020, 1, 1))
"""A birth date, a month, a year, or nothing."""
born = st.sampled_from(BIRTHS)


def blocks(chance: Random, numbers: list[int], rounds: int, *, usual: bool) -> dict[int, list[Pairing]]:
    """Pair everybody in every round, each game told by both."""
    table: dict[int, list[Pairing]] = {number: [] for number in numbers}
    results = RESULTS[: 9 if usual else None]
    for _ in range(rounds):
        order = chance.sample(numbers, len(numbers))
        paired = chance.randint(0, len(order) // 2)
        for number, other in zip(order[:paired], order[paired : 2 * paired], strict=True):
            first, second = chance.choice(results)
            table[number].append(Pairing(other, "w", first))
            table[other].append(Pairing(number, "b", second))
        for number in order[2 * paired :]:
            table[number].append(Pairing(None, None, chance.choice([*BYES, "Z" if usual else ""])))
    return table


@st.composite
def entries(draw: st.DrawFn, *, complete: bool = False) -> tuple[Entry, ...]:
    """Give some players with their rounds; a complete event has no gaps, no strange results, and points that add up."""
    size = draw(st.integers(1, 9))
    chance = Random(draw(st.integers(0, 10**6)))  # noqa: S311 - made-up games, no secrets
    spread = [*range(1, 20), 99, 100, 999, 1000, 9998, 9999]
    numbers = [*range(1, size + 1)] if complete else chance.sample(spread, size)
    table = blocks(chance, numbers, draw(st.integers(0, 6)), usual=complete)
    values = {"1": 100, "=": 50, "+": 100, "W": 100, "D": 50, "H": 50, "F": 100, "U": 100}
    facts = st.tuples(
        names,
        st.sampled_from(("m", "w", None)),
        st.sampled_from((None, *TITLES)),
        st.sampled_from((None, 1000, 1850, 2900)),
        st.sampled_from((None, *FEDERATIONS)),
        st.sampled_from((None, 100_000, 99_000_001, 99_999_999_999)),
        born,
    )
    drawn = []
    for rank, number in enumerate(numbers, 1):
        total = Hundredths(sum(values.get(pairing.result, 0) for pairing in table[number]))
        name, sex, title, rating, federation, fide_id, birth = draw(facts)
        points = total if complete else draw(st.sampled_from((None, total, Hundredths(9990), Hundredths(0))))
        place = rank if complete else draw(st.sampled_from((None, rank, 9999)))
        own = None if rating is None else Rating(rating)
        rounds = tuple(table[number])
        drawn.append(Entry(number, name, rounds, sex, title, own, federation, fide_id, birth, points, place))
    return tuple(drawn)


def _ids(chance: Random, numbers: list[int]) -> tuple[int, ...]:
    return tuple(chance.sample(numbers, chance.randint(1, min(5, len(numbers)))))


def record(chance: Random, numbers: list[int]) -> ListRecord:
    """A record about some players or teams."""
    number, ids = chance.randint(1, 20), _ids(chance, numbers)
    team, other = chance.randint(1, 999), chance.randint(1, 999)
    either = chance.choice(((None, None), (50, None), (None, 150), (1000, 50)))
    abnormal = chance.choice(((None, -50), (100, 250), (-150, None)))
    by_round = tuple(chance.choices((0, 50, 100, 1250), k=chance.randint(1, 4)))
    free = tuple(chance.choices((0, team, other), k=chance.randint(0, 6)))
    records = (
        ListRecord("240", ids, chance.choice("FHZ"), number, number),
        ListRecord("250", (ids[0], ids[-1]), None, number, number + 2, *either),
        ListRecord("260", ids, None, number, number + 3),
        ListRecord("299", ids, chance.choice((None, *"WDLFHZ+-")), number, number, *abnormal),
        ListRecord("300", (*ids, 0), None, number, number, teams=(team, other)),
        ListRecord("320", (), None, None, None, 100, 250, free),
        ListRecord("330", (), chance.choice(("+-", "-+", "--")), number, number, teams=(team, other)),
        ListRecord("XXA", ids[:1], by_round=by_round),
        ListRecord("XXP", ids),
        ListRecord("XXF", ids),
    )
    return chance.choice(records)


def teams(chance: Random, numbers: list[int]) -> tuple[Team, ...]:
    """Some teams, all in the form of 2006 or all in that of 2026."""
    drawn = []
    numbered = chance.random() < 0.5
    for number, name in enumerate(chance.sample(WORDS, chance.randint(0, 3)), 1):
        players = _ids(chance, numbers) if chance.random() < 0.8 else ()
        if not numbered:
            drawn.append(Team(name, players))
            continue
        points = chance.choices((None, 0, 50, 99_990, 248_650), k=3)
        nickname, rank = chance.choice((None, "A", "DOCKS")), chance.choice((None, 1, 99))
        drawn.append(Team(name, players, number, nickname, *points, rank=rank))
    return tuple(drawn)


@st.composite
def time_controls(draw: st.DrawFn) -> dict[str, TimeControl | None]:
    """The encoded time control, of both or of each."""
    period = st.builds(TimePeriod, st.integers(60, 9000), st.integers(0, 60), st.none() | st.integers(1, 60))
    control = st.builds(TimeControl, st.lists(period, min_size=1, max_size=3).map(tuple))
    white, black = draw(control), draw(st.none() | control)
    return {"time_control": white, "time_control_black": None if black == white else black}


@st.composite
def headers(draw: st.DrawFn) -> dict[str, Any]:
    """Everything that the records before the players say."""
    start = draw(st.dates(date(1970, 1, 1), date(2068, 12, 1)))
    end = start + timedelta(days=draw(st.integers(0, 60)))
    days = st.dates(start, end)
    round_dates = draw(st.lists(days | st.none(), max_size=6)) + [start] * draw(st.integers(0, 1))
    while round_dates and round_dates[-1] is None:
        round_dates.pop()
    optional = st.none() | texts
    drawn: dict[str, Any] = {
        "name": draw(optional),
        "city": draw(optional),
        "federation": draw(st.none() | st.sampled_from(FEDERATIONS)),
        "start": start,
        "end": end,
        "players_said": draw(st.none() | st.integers(0, 9999)),
        "rated_said": draw(st.none() | st.integers(0, 9999)),
        "teams_said": draw(st.none() | st.integers(0, 99)),
        "system": draw(optional),
        "chief_arbiter": draw(optional),
        "deputies": tuple(draw(st.lists(texts, max_size=3))),
        "time": draw(optional),
        "round_dates": tuple(round_dates),
        "rounds_said": draw(st.none() | st.integers(6, 12)),
        "initial_colour": draw(st.sampled_from((None, "w", "b"))),
        "pair_by_rank": draw(st.booleans()),
    }
    return drawn | (draw(time_controls()) if draw(st.booleans()) else {})


@st.composite
def later_headers(draw: st.DrawFn) -> dict[str, Any]:
    """What only TRF26, or only the extensions, can say."""
    short = st.dictionaries(st.sampled_from("WDLAPX"), halves, max_size=6)
    long = st.dictionaries(st.sampled_from(("WW", "BW", "WD", "BD", "WL", "FW", "FL", "ZPB", "PAB")), halves)
    optional = st.none() | texts
    return {
        "scoring": tuple((draw(short) | draw(st.just({}) | long)).items()),
        "rank_method": draw(st.sampled_from((None, "FIDE", "FIDON", "HUN NRO"))),
        "controller": draw(optional),
        "type_code": draw(st.sampled_from((None, "FIDE_DUTCH_2026", "BERGER_ROUNDROBIN_G2"))),
        "tie_breaks": tuple(draw(st.lists(st.sampled_from(("BH/C1", "BH", "SB", "DE")), max_size=3))),
        "standings": tuple(draw(st.lists(st.sampled_from(("PTS", "BH", "WIN")), max_size=3))),
        "board_colours": draw(st.sampled_from((None, "WBWB"))),
        "match_scoring": tuple(draw(st.dictionaries(st.sampled_from(("TW", "TD", "TL")), halves)).items()),
    }


def national_entry(chance: Random, numbers: list[int]) -> NationalEntry:
    """A national record."""
    return NationalEntry(
        federation=chance.choice(FEDERATIONS),
        number=chance.choice(numbers),
        title=chance.choice((None, "A", "NM", "3N")),
        name=f"{chance.choice(WORDS)}, {chance.choice(WORDS)}",
        rating=chance.choice((None, Rating(800), Rating(1850))),
        origin=chance.choice(("", "FRA", "US")),
        national_id=chance.choice((None, "12345", "C69548", "99999999999")),
        born=chance.choice(BIRTHS),
        sex=chance.choice(("m", "w", None)),
    )


@st.composite
def tournaments(draw: st.DrawFn) -> Tournament:
    """A whole report, with everything the format can hold."""
    players = draw(entries())
    numbers = [player.number for player in players]
    chance = Random(draw(st.integers(0, 10**6)))  # noqa: S311 - made-up records, no secrets
    if draw(st.booleans()):
        facts = [("EMAIL", "x@example.org"), ("GROUP", "U 18"), ("ID:X", "1234")]
        players = tuple(replace(player, data=tuple(chance.sample(facts, chance.randint(0, 2)))) for player in players)
    extra = [(code, chance.choice(WORDS)) for code in ("00A", "801", "802", "TNR", "XID") if chance.random() < 0.3]
    records = [record(chance, numbers) for _ in range(draw(st.integers(0, 5)))]
    return Tournament(
        **draw(headers()),
        **draw(later_headers()),
        entries=players,
        teams=teams(chance, numbers),
        national=tuple(national_entry(chance, numbers) for _ in range(draw(st.integers(0, 3)))),
        records=tuple(sorted(records, key=lambda record: record.code)),
        absent=_ids(chance, numbers) if draw(st.booleans()) else (),
        extra=tuple(extra),
    )


@st.composite
def complete_events(draw: st.DrawFn) -> Tournament:
    """A finished event that other programs read too: numbers without gaps, points that add up, usual results."""
    players = draw(entries(complete=True))
    numbers = [player.number for player in players]
    chance = Random(draw(st.integers(0, 10**6)))  # noqa: S311 - made-up teams, no secrets
    return Tournament(**draw(headers()), entries=players, teams=teams(chance, numbers))
