"""Random tournaments for the tests of reports: who met whom, byes, teams, dates, and every record of the format."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any, TypeVar

from chances import Chance, made_by

from arpad.model.numbers import Hundredths, Rating
from arpad.model.period import Born
from arpad.model.time_control import TimeControl, TimePeriod
from arpad.model.tournament import Entry, ListRecord, NationalEntry, Pairing, Team, Tournament

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypothesis import strategies as st

T = TypeVar("T")

LETTERS = "abcdefghijklmnopqrstuvwxyzáéíóöőúüűčšžłñçßø"
FEDERATIONS = ("FID", "HUN", "FRA", "POL")
TITLES = ("GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM")
RESULTS = ("10", "01", "==", "+-", "-+", "--", "WL", "LW", "DD", "00", "=0", "0=")
BYES = "HFUZ"

WORDS = ("A", "Éva", "Ödön", "Szűcs", "Łucja", "Iñaki", "Ab-Cd", "O'Neill", "Longestname", "X 2", "Čech", "Straße")


def text(chance: Chance) -> str:
    """A word, several words, or any letters."""
    letters = "".join(chance.choices(LETTERS, k=chance.randint(1, 12)))
    return chance.choice((chance.choice(WORDS), "Several words, one after the other (and more)", letters))


def perhaps(chance: Chance, value: T) -> T | None:
    """A value or nothing."""
    return None if chance.one_in(2) else value


def points(chance: Chance, names: Sequence[str]) -> dict[str, Hundredths]:
    """Points for some names, in any order."""
    some = chance.sample(names, chance.randint(0, len(names)))
    return {name: Hundredths(50 * chance.randint(0, 30)) for name in some}


BIRTHS = (None, Born(1930), Born(1987, 6), Born(1987, 6, 5), Born(1999, 12, 31), Born(2004, 2, 29), Born(2020, 1, 1))
"""A birth date, a month, a year, or nothing."""


def blocks(chance: Chance, numbers: list[int], rounds: int, *, usual: bool) -> dict[int, list[Pairing]]:
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


def entries(chance: Chance, *, complete: bool = False) -> tuple[Entry, ...]:
    """Give some players with their rounds; a complete event has no gaps, no strange results, and points that add up."""
    size = chance.randint(1, 9)
    spread = [*range(1, 20), 99, 100, 999, 1000, 9998, 9999]
    numbers = [*range(1, size + 1)] if complete else chance.sample(spread, size)
    table = blocks(chance, numbers, chance.randint(0, 6), usual=complete)
    values = {"1": 100, "=": 50, "+": 100, "W": 100, "D": 50, "H": 50, "F": 100, "U": 100}
    drawn = []
    for rank, number in enumerate(numbers, 1):
        total = Hundredths(sum(values.get(pairing.result, 0) for pairing in table[number]))
        drawn.append(
            Entry(
                number,
                f"{chance.choice(WORDS)}, {chance.choice(WORDS)}",
                tuple(table[number]),
                chance.choice(("m", "w", None)),
                chance.choice((None, *TITLES)),
                chance.choice((None, Rating(1000), Rating(1850), Rating(2900))),
                chance.choice((None, *FEDERATIONS)),
                chance.choice((None, 100_000, 99_000_001, 99_999_999_999)),
                chance.choice(BIRTHS),
                total if complete else chance.choice((None, total, Hundredths(9990), Hundredths(0))),
                rank if complete else chance.choice((None, rank, 9999)),
            )
        )
    return tuple(drawn)


def _ids(chance: Chance, numbers: list[int]) -> tuple[int, ...]:
    return tuple(chance.sample(numbers, chance.randint(1, min(5, len(numbers)))))


def record(chance: Chance, numbers: list[int]) -> ListRecord:
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


def teams(chance: Chance, numbers: list[int]) -> tuple[Team, ...]:
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


def time_controls(chance: Chance) -> dict[str, TimeControl | None]:
    """The encoded time control, of both or of each."""

    def period() -> TimePeriod:
        return TimePeriod(chance.randint(60, 9000), chance.randint(0, 60), perhaps(chance, chance.randint(1, 60)))

    white, black = (TimeControl(tuple(chance.some(period, 1, 3))) for _ in range(2))
    return {"time_control": white, "time_control_black": None if black == white else perhaps(chance, black)}


def headers(chance: Chance) -> dict[str, Any]:
    """Everything that the records before the players say."""
    start = date(1970, 1, 1) + timedelta(days=chance.randint(0, (date(2068, 12, 1) - date(1970, 1, 1)).days))
    length = chance.randint(0, 60)
    round_dates = chance.some(lambda: perhaps(chance, start + timedelta(days=chance.randint(0, length))), 0, 6)
    round_dates += [start] * chance.randint(0, 1)
    while round_dates and round_dates[-1] is None:
        round_dates.pop()
    drawn: dict[str, Any] = {
        "name": perhaps(chance, text(chance)),
        "city": perhaps(chance, text(chance)),
        "federation": perhaps(chance, chance.choice(FEDERATIONS)),
        "start": start,
        "end": start + timedelta(days=length),
        "players_said": perhaps(chance, chance.randint(0, 9999)),
        "rated_said": perhaps(chance, chance.randint(0, 9999)),
        "teams_said": perhaps(chance, chance.randint(0, 99)),
        "system": perhaps(chance, text(chance)),
        "chief_arbiter": perhaps(chance, text(chance)),
        "deputies": tuple(chance.some(lambda: text(chance), 0, 3)),
        "time": perhaps(chance, text(chance)),
        "round_dates": tuple(round_dates),
        "rounds_said": perhaps(chance, chance.randint(6, 12)),
        "initial_colour": chance.choice((None, "w", "b")),
        "pair_by_rank": chance.one_in(2),
    }
    return drawn | (time_controls(chance) if chance.one_in(2) else {})


def later_headers(chance: Chance) -> dict[str, Any]:
    """What only TRF26, or only the extensions, can say."""
    short = points(chance, "WDLAPX")
    long = points(chance, ("WW", "BW", "WD", "BD", "WL", "FW", "FL", "ZPB", "PAB"))
    return {
        "scoring": tuple((short | (long if chance.one_in(2) else {})).items()),
        "rank_method": chance.choice((None, "FIDE", "FIDON", "HUN NRO")),
        "controller": perhaps(chance, text(chance)),
        "type_code": chance.choice((None, "FIDE_DUTCH_2026", "BERGER_ROUNDROBIN_G2")),
        "tie_breaks": tuple(chance.some(lambda: chance.choice(("BH/C1", "BH", "SB", "DE")), 0, 3)),
        "standings": tuple(chance.some(lambda: chance.choice(("PTS", "BH", "WIN")), 0, 3)),
        "board_colours": chance.choice((None, "WBWB")),
        "match_scoring": tuple(points(chance, ("TW", "TD", "TL")).items()),
    }


def national_entry(chance: Chance, numbers: list[int]) -> NationalEntry:
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


def tournament(chance: Chance) -> Tournament:
    """A whole report, with everything the format can hold."""
    players = entries(chance)
    numbers = [player.number for player in players]
    if chance.one_in(2):
        facts = [("EMAIL", "x@example.org"), ("GROUP", "U 18"), ("ID:X", "1234")]
        players = tuple(replace(player, data=tuple(chance.sample(facts, chance.randint(0, 2)))) for player in players)
    extra = [(code, chance.choice(WORDS)) for code in ("00A", "801", "802", "TNR", "XID") if chance.random() < 0.3]
    records = chance.some(lambda: record(chance, numbers), 0, 5)
    return Tournament(
        **headers(chance),
        **later_headers(chance),
        entries=players,
        teams=teams(chance, numbers),
        national=tuple(chance.some(lambda: national_entry(chance, numbers), 0, 3)),
        records=tuple(sorted(records, key=lambda record: record.code)),
        absent=_ids(chance, numbers) if chance.one_in(2) else (),
        extra=tuple(extra),
    )


def tournaments() -> st.SearchStrategy[Tournament]:
    """Whole reports."""
    return made_by(tournament)


def complete_event(chance: Chance) -> Tournament:
    """A finished event that other programs read too: numbers without gaps, points that add up, usual results."""
    players = entries(chance, complete=True)
    return Tournament(**headers(chance), entries=players, teams=teams(chance, [player.number for player in players]))


def complete_events() -> st.SearchStrategy[Tournament]:
    """Finished events."""
    return made_by(complete_event)
