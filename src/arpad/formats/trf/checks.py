"""What does not fit together in a report: games told by one side, colours, points, dates, counts, missing records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.formats.trf import records as trf_records
from arpad.formats.trf.players import points
from arpad.formats.trf.problems import LENIENT, SUBMISSION, problem
from arpad.model import tournament as code
from arpad.model.numbers import decimal

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from arpad.formats.trf.problems import Facts
    from arpad.model.problems import FileProblem
    from arpad.model.tournament import Entry, Pairing, Tournament

_TOGETHER = frozenset(
    {
        ("1", "0"), ("0", "1"), ("=", "="), ("+", "-"), ("-", "+"), ("-", "-"), ("W", "L"), ("L", "W"), ("D", "D"),
        ("L", "L"), ("", ""), ("?", "?"), ("?", ""), ("", "?"),
    }
)  # fmt: skip
_USUAL = frozenset(("10", "01", "==", "+-", "-+", "--"))
_UNUSUAL = frozenset({("0", "0"), ("=", "0"), ("0", "=")})
"""Imposed by an arbiter after play; lawful."""
_MANDATORY = ("012", "022", "032", "042", "052", "102", "132", "222")
_SHOWN = 10
"""So many players are named."""
STANDARD = {
    "1": 100, "=": 50, "0": 0, "+": 100, "-": 0, "W": 100, "D": 50, "L": 0, "H": 50, "F": 100, "U": 100, "Z": 0, "": 0,
    "?": 0,
}  # fmt: skip
_BY_162 = {"W": "1+WF", "D": "=DH", "L": "0L", "A": "-Z", "P": "U"}
BY_XXS = {
    "WW": "1W", "BW": "1W", "WD": "=D", "BD": "=D", "WL": "0L", "BL": "0L", "FW": "+", "FL": "-", "ZPB": "Z",
    "HPB": "H", "FPB": "F", "PAB": "U",
}  # fmt: skip
"""The points of the extension XXS, and the results they are for."""
_BY_BBP = {"BBW": "1+FW", "BBD": "=HD", "BBL": "0L", "BBZ": "Z", "BBF": "-", "BBU": "U"}


def checked(made: Tournament, profile: str, seen: Mapping[str, int]) -> Iterator[FileProblem]:
    """Go through everything that two records can contradict each other in."""
    players = made.by_number()
    yield from _players(made, profile)
    yield from _games(players)
    yield from _points(made)
    yield from _dates(made, profile, seen)
    yield from _counts(made, seen)
    yield from _teams(made, players)
    if profile != LENIENT:
        yield from _missing(made, profile, seen)


def _players(made: Tournament, profile: str) -> Iterator[FileProblem]:
    if not made.entries:
        yield problem("no_players")
    numbers: dict[int, Entry] = {}
    ids: dict[int, Entry] = {}
    for one in made.entries:
        first = numbers.setdefault(one.number, one)
        if first is not one:
            yield problem("number_twice", one.line, 5, number=one.number, first=first.line)
        if one.fide_id is not None:
            other = ids.setdefault(one.fide_id, one)
            if other is not one:
                facts: Facts = {"id": one.fide_id, "number": other.number, "first": other.line}
                yield problem("fide_id_twice", one.line, 58, **facts)
        elif profile != LENIENT:
            yield problem("fide_id_missing", one.line, 58, number=one.number)
        if one.rank is None and profile == SUBMISSION:
            yield problem("rank_missing", one.line, 86, number=one.number)
    gaps = sorted(set(range(1, max(numbers, default=0))) - set(numbers))
    if gaps and len(gaps) < max(numbers):
        yield problem("number_gap", numbers=gaps[:_SHOWN], more=len(gaps) > _SHOWN)


def _games(players: Mapping[int, Entry]) -> Iterator[FileProblem]:
    rounds_of = {number: one.rounds for number, one in players.items()}
    for number, rounds in rounds_of.items():
        for index, pairing in enumerate(rounds):
            opponent = pairing.opponent
            if opponent is None:
                continue
            theirs = rounds_of.get(opponent, ())
            back = theirs[index] if index < len(theirs) else None
            if back is None or back.opponent != number or opponent == number:
                yield _unmatched(players[number], index, pairing, players.get(opponent), back)
            elif number < opponent and (
                pairing.result + back.result not in _USUAL
                or pairing.colour is None
                or back.colour is None
                or pairing.colour == back.colour
            ):
                yield from _pair(players[number], players[opponent], index, pairing, back)


def _unmatched(one: Entry, index: int, pairing: Pairing, other: Entry | None, back: Pairing | None) -> FileProblem:
    column = 92 + 10 * index
    at: Facts = {"round": index + 1, "number": one.number}
    if other is None:
        return problem("opponent_unknown", one.line, column, **at, opponent=pairing.opponent)
    if other is one or other.number == one.number:
        return problem("against_himself", one.line, column, **at)
    at |= {"opponent": other.number, "other": other.line}
    if back is not None and back.opponent is not None:
        return problem("one_sided_game", one.line, column, says="another", **at, has=back.opponent)
    says = "nothing" if back is None or back == code.NOT_PAIRED else "nobody"
    return problem("one_sided_game", one.line, column, says=says, **at)


def _pair(one: Entry, other: Entry, index: int, pairing: Pairing, back: Pairing) -> Iterator[FileProblem]:
    column = 92 + 10 * index
    at: Facts = {"round": index + 1, "first": one.number, "second": other.number}
    at |= {"first_line": one.line, "second_line": other.line}
    results = (pairing.result, back.result)
    if results in _UNUSUAL:
        yield problem("unusual_result", one.line, column + 7, **at, results=results)
    elif results not in _TOGETHER:
        shown = [result or " " for result in results]
        yield problem("results_contradict", one.line, column + 7, **at, results=shown)
    elif results in {("", ""), ("?", "?"), ("?", ""), ("", "?")}:
        yield problem("result_missing", one.line, column + 7, **at)
    colours = (pairing.colour, back.colour)
    if None not in colours and colours[0] == colours[1]:
        yield problem("colours_contradict", one.line, column + 5, **at, colour=colours[0])
    elif None in colours and set(results) <= code.PLAYED:
        yield problem("colour_missing", one.line, column + 5, **at)


def worth(made: Tournament) -> dict[str, int] | None:
    """Give the standings points for each result; None where they depend on the colour."""
    found = dict(STANDARD)
    for symbol, value in made.scoring:
        for result in BY_XXS.get(symbol) or _BY_162.get(symbol, ""):
            found[result] = value
    symbols = dict(made.scoring)
    if any(symbols.get(f"W{one}") != symbols.get(f"B{one}") for one in "WDL"):
        return None
    if "W" in symbols and "P" not in symbols:
        found["U"] = found["1"]
    for symbol, text in made.extra:
        for result in _BY_BBP.get(symbol, ""):
            found[result] = points(text.strip()) or 0
    if any(symbol == "BBW" for symbol, _ in made.extra) and not any(symbol == "BBU" for symbol, _ in made.extra):
        found["U"] = found["1"]
    return found


def _points(made: Tournament) -> Iterator[FileProblem]:
    value = worth(made)
    if value is None:
        return
    excused = {number for one in made.records if one.code == "299" for number in one.ids}
    everybody = any(one.code == "299" and not one.ids for one in made.records)
    for one in made.entries:
        if one.points is None or everybody or one.number in excused:
            continue
        total = 0
        for pairing in one.rounds:
            total += value[pairing.result]
        if total != one.points and not _may_be(one.points - total, one, value["1"]):
            facts: Facts = {"number": one.number, "points": decimal(one.points), "total": decimal(total)}
            yield problem("points_differ", one.line, 81, **facts)


def _may_be(missing: int, one: Entry, win: int) -> bool:
    """Tell whether results that are not known can make up for points that are missing."""
    return 0 < missing <= win * sum(pairing.result == code.UNKNOWN for pairing in one.rounds)


def _dates(made: Tournament, profile: str, seen: Mapping[str, int]) -> Iterator[FileProblem]:
    if made.start and made.end and made.end < made.start:
        yield problem("dates_reversed", seen.get("052"), 5, start=made.start, end=made.end)
    line = seen.get("132")
    before = None
    for number, day in enumerate(made.round_dates, 1):
        if day is None:
            continue
        if (made.start and day < made.start) or (made.end and day > made.end):
            yield problem("round_date_outside", line, round=number, day=day, start=made.start, end=made.end)
        if before and day < before:
            yield problem("round_dates_order", line, round=number, day=day, before=before)
        before = day
    given = sum(day is not None for day in made.round_dates)
    if profile != LENIENT and made.entries and given < made.rounds:
        yield problem("round_dates_missing", line, given=given, rounds=made.rounds)


def _counts(made: Tournament, seen: Mapping[str, int]) -> Iterator[FileProblem]:
    rated = sum(one.rating is not None for one in made.entries)
    counted = {
        "062": ("players", made.players_said, len(made.entries)),
        "072": ("rated", made.rated_said, rated),
        "082": ("teams", made.teams_said, _teams_shown(made)),
    }
    for record, (what, said_to_be, found) in counted.items():
        if said_to_be is not None and said_to_be != found:
            yield problem("count_differs", seen.get(record), 5, says=what, header=said_to_be, records=found)
    recorded = max((len(one.rounds) for one in made.entries), default=0)
    if made.rounds_said is not None and recorded < made.rounds_said:
        facts: Facts = {"rounds": made.rounds_said, "recorded": recorded}
        yield problem("round_missing", seen.get("142", seen.get("XXR")), **facts)
    if made.rounds_said is not None and recorded > made.rounds_said:
        more = [one.number for one in made.entries if len(one.rounds) > made.rounds_said]
        facts = {"rounds": made.rounds_said, "recorded": recorded, "players": more[:_SHOWN]}
        yield problem("rounds_over", seen.get("142", seen.get("XXR")), **facts)
    if made.type_code and not trf_records.knows_type(made.type_code):
        yield problem("type_code_unknown", seen.get("192"), 5, type=made.type_code[:60])


def _teams_shown(made: Tournament) -> int:
    """Count the teams once; some reports write them in the form of 2006 and in that of 2026."""
    numbered = sum(one.number is not None for one in made.teams)
    return max(numbered, len(made.teams) - numbered)


def _teams(made: Tournament, players: Mapping[int, Entry]) -> Iterator[FileProblem]:
    at: dict[int, str] = {}
    groups = {one.number is not None for one in made.teams}
    for team in made.teams:
        if len(groups) > 1 and team.number is None:
            continue  # The same teams stand in both forms; one is checked.
        for number in team.players:
            if number not in players:
                yield problem("team_player_unknown", team.line, team=team.name, number=number)
            elif number in at:
                yield problem("team_player_twice", team.line, number=number, first=at[number], second=team.name)
            at.setdefault(number, team.name)
    for one in made.national:
        if one.number not in players:
            yield problem("national_unlinked", one.line, 5, federation=one.federation, number=one.number)


def _missing(made: Tournament, profile: str, seen: Mapping[str, int]) -> Iterator[FileProblem]:
    given = {
        "012": bool(made.name),
        "022": bool(made.city),
        "032": bool(made.federation),
        "042": made.start is not None,
        "052": made.end is not None,
        "102": bool(made.chief_arbiter),
        "132": any(made.round_dates),
        "222": made.time_control is not None,
    }
    said_elsewhere = {"042"} if profile == SUBMISSION else {"042", "132"}
    if made.start is None:
        yield problem("start_missing", seen.get("042"), which="start")
    for record in _MANDATORY:
        if not given[record] and record not in said_elsewhere:
            yield problem("header_missing", seen.get(record), says=f"record_{record}")
