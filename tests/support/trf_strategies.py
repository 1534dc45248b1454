"""Random tournaments for the tests of reports: who met whom, byes, teams, dates, and every record of the format."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
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
names = st.sampled_from([f"{one}, {other}" for one in WORDS for other in WORDS])
tenths = st.integers(0, 999).map(lambda value: Hundredths(value * 10))
halves = st.integers(0, 30).map(lambda value: Hundredths(value * 50))
rounds_of_play = st.integers(1, 20)


born = st.sampled_from(
    [None, *(Born(1930 + 7 * n, 1 + n % 12 if n % 3 else None, 1 + n % 31 if n % 3 == 1 else None) for n in range(13))]
)
"""A birth date, a month, a year, or nothing."""


@st.composite
def blocks(draw: st.DrawFn, numbers: list[int], rounds: int, *, usual: bool) -> dict[int, list[Pairing]]:
    """Pair everybody in every round, each game told by both."""
    table: dict[int, list[Pairing]] = {number: [] for number in numbers}
    results = st.sampled_from(RESULTS[: 9 if usual else None])
    for _ in range(rounds):
        order = draw(st.permutations(numbers))
        paired = draw(st.integers(0, len(order) // 2))
        for one, other in zip(order[:paired], order[paired : 2 * paired], strict=True):
            first, second = draw(results)
            table[one].append(Pairing(other, "w", first))
            table[other].append(Pairing(one, "b", second))
        for one in order[2 * paired :]:
            bye = draw(st.sampled_from(BYES if usual else (*BYES, "")))
            table[one].append(Pairing(None, None, bye))
    return table


@st.composite
def entries(draw: st.DrawFn, *, complete: bool = False) -> tuple[Entry, ...]:
    """Give some players with their rounds; a complete event has no gaps, no strange results, and points that add up."""
    size = draw(st.integers(1, 9))
    spread = [*range(1, 20), 99, 100, 999, 1000, 9998, 9999]
    numbers = [*range(1, size + 1)] if complete else draw(st.permutations(spread))[:size]
    table = draw(blocks(numbers, draw(st.integers(0, 6)), usual=complete))
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
    found = []
    for rank, number in enumerate(numbers, 1):
        total = Hundredths(sum(values.get(pairing.result, 0) for pairing in table[number]))
        name, sex, title, rating, federation, fide_id, birth = draw(facts)
        points = total if complete else draw(st.sampled_from((None, total, Hundredths(9990), Hundredths(0))))
        place = rank if complete else draw(st.sampled_from((None, rank, 9999)))
        own = None if rating is None else Rating(rating)
        rounds = tuple(table[number])
        found.append(Entry(number, name, rounds, sex, title, own, federation, fide_id, birth, points, place))
    return tuple(found)


def _ids(numbers: list[int]) -> st.SearchStrategy[tuple[int, ...]]:
    return st.lists(st.sampled_from(numbers), min_size=1, max_size=5, unique=True).map(tuple)


@st.composite
def records(draw: st.DrawFn, numbers: list[int]) -> ListRecord:
    """A record about some players or teams."""
    number, ids = draw(rounds_of_play), draw(_ids(numbers))
    team, other = draw(st.integers(1, 999)), draw(st.integers(1, 999))
    either = draw(st.tuples(halves | st.none(), halves | st.none()))
    abnormal = draw(st.sampled_from(((None, -50), (100, 250), (-150, None))))
    by_round = draw(st.lists(halves, min_size=1, max_size=4).map(tuple))
    free = draw(st.lists(st.sampled_from((0, team, other)), max_size=6).map(tuple))
    made = (
        ListRecord("240", ids, draw(st.sampled_from("FHZ")), number, number),
        ListRecord("250", (ids[0], ids[-1]), None, number, number + 2, *either),
        ListRecord("260", ids, None, number, number + 3),
        ListRecord("299", ids, draw(st.sampled_from((None, *"WDLFHZ+-"))), number, number, *abnormal),
        ListRecord("300", (*ids, 0), None, number, number, teams=(team, other)),
        ListRecord("320", (), None, None, None, draw(halves), draw(halves), free),
        ListRecord("330", (), draw(st.sampled_from(("+-", "-+", "--"))), number, number, teams=(team, other)),
        ListRecord("XXA", ids[:1], by_round=by_round),
        ListRecord("XXP", ids),
        ListRecord("XXF", ids),
    )
    return draw(st.sampled_from(made))


@st.composite
def teams(draw: st.DrawFn, numbers: list[int]) -> tuple[Team, ...]:
    """Some teams, all in the form of 2006 or all in that of 2026."""
    numbered = draw(st.booleans())
    found = []
    for number, name in enumerate(draw(st.lists(words, max_size=3, unique=True)), 1):
        players = draw(st.lists(st.sampled_from(numbers), max_size=4, unique=True).map(tuple))
        if not numbered:
            found.append(Team(name, players))
            continue
        points = draw(st.tuples(*[st.none() | tenths] * 3))
        nickname = draw(st.none() | st.text("ABCDEFGH", min_size=1, max_size=5))
        found.append(Team(name, players, number, nickname, *points, rank=draw(st.none() | st.integers(1, 99))))
    return tuple(found)


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
    found: dict[str, Any] = {
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
    return found | (draw(time_controls()) if draw(st.booleans()) else {})


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


@st.composite
def national_entries(draw: st.DrawFn, numbers: list[int]) -> NationalEntry:
    """A national record."""
    return NationalEntry(
        federation=draw(st.sampled_from(FEDERATIONS)),
        number=draw(st.sampled_from(numbers)),
        title=draw(st.sampled_from((None, "A", "NM", "3N"))),
        name=draw(names),
        rating=draw(st.none() | st.integers(800, 2900).map(Rating)),
        origin=draw(st.sampled_from(("", "FRA", "US"))),
        national_id=draw(st.none() | st.integers(10_000, 10**11 - 1).map(str)),
        born=draw(born),
        sex=draw(st.sampled_from(("m", "w", None))),
    )


@st.composite
def tournaments(draw: st.DrawFn) -> Tournament:
    """A whole report, with everything the format can hold."""
    players = draw(entries())
    numbers = [one.number for one in players]
    data = st.lists(st.tuples(st.sampled_from(("EMAIL", "GROUP", "ID:X")), words), max_size=2).map(tuple)
    if draw(st.booleans()):
        players = tuple(_with_data(one, draw(data)) for one in players)
    extra = st.tuples(st.sampled_from(("801", "802", "TNR", "00A", "XID")), texts)
    return Tournament(
        **draw(headers()),
        **draw(later_headers()),
        entries=players,
        teams=draw(teams(numbers)),
        national=tuple(draw(st.lists(national_entries(numbers), max_size=3))),
        records=tuple(sorted(draw(st.lists(records(numbers), max_size=5)), key=lambda one: one.code)),
        absent=draw(_ids(numbers) | st.just(())),
        extra=tuple(sorted(draw(st.lists(extra, max_size=3)), key=lambda one: one[0])),
    )


def _with_data(one: Entry, data: tuple[tuple[str, str], ...]) -> Entry:
    return replace(one, data=data)


@st.composite
def complete_events(draw: st.DrawFn) -> Tournament:
    """A finished event that other programs read too: numbers without gaps, points that add up, usual results."""
    players = draw(entries(complete=True))
    numbers = [one.number for one in players]
    given = draw(headers())
    return Tournament(**given, entries=players, teams=draw(teams(numbers)))
