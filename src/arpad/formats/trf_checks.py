"""What does not fit together in a report: games told by one side, colours, points, dates, counts, missing records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.formats import trf_records
from arpad.formats.trf_codes import LENIENT, SUBMISSION, problem
from arpad.formats.trf_players import points
from arpad.model import tournament as code
from arpad.model.numbers import decimal

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from arpad.model.file_problems import FileProblem
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
_MANDATORY = {
    "012": "name of the tournament", "022": "city", "032": "federation", "042": "start date", "052": "end date",
    "102": "chief arbiter", "132": "dates of the rounds", "222": "encoded time control",
}  # fmt: skip
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
        yield problem("no_players", "The report has no player record, so there is nobody to rate.", "Add them.")
    numbers: dict[int, Entry] = {}
    ids: dict[int, Entry] = {}
    for one in made.entries:
        first = numbers.setdefault(one.number, one)
        if first is not one:
            said = f"The starting number {one.number} was given in line {first.line} already; this record is left out."
            yield problem("number_twice", said, "Give every player a number of his own.", one.line, 5)
        if one.fide_id is not None:
            other = ids.setdefault(one.fide_id, one)
            if other is not one:
                said = f"FIDE number {one.fide_id} belongs to player {other.number} already (line {other.line})."
                yield problem("fide_id_twice", said, "Find out whose it is; both would be rated as one.", one.line, 58)
        elif profile != LENIENT:
            said = f"Player {one.number} has no FIDE number, and nobody knows whose games these are."
            yield problem("fide_id_missing", said, "Ask the federation for it.", one.line, 58)
        if one.rank is None and profile == SUBMISSION:
            yield problem("rank_missing", f"Player {one.number} has no rank.", "Write it.", one.line, 86)
    gaps = sorted(set(range(1, max(numbers, default=0))) - set(numbers))
    if gaps and len(gaps) < max(numbers):
        few = ", ".join(map(str, gaps[:10])) + (" …" if len(gaps) > 10 else "")  # noqa: PLR2004 - ten are shown
        said = f"The starting number(s) {few} are missing; that is allowed where somebody did not come."
        yield problem("number_gap", said)


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
    at, column = f"Round {index + 1}: player {one.number}", 92 + 10 * index
    if other is None:
        said = f"{at} has the opponent {pairing.opponent}, who has no record; the game counts as not played."
        return problem("opponent_unknown", said, "Add the player or correct the number.", one.line, column)
    if other is one or other.number == one.number:
        said = f"{at} is his own opponent; the game counts as not played."
        return problem("against_himself", said, "Correct the opponent's number.", one.line, column)
    says = "nothing in this round" if back is None or back == code.NOT_PAIRED else "no opponent"
    if back is not None and back.opponent is not None:
        says = f"player {back.opponent} as opponent"
    said = f"{at} has a game against player {other.number}, who has {says} (line {other.line})."
    return problem("one_sided_game", said, "Write the game for both or for neither.", one.line, column)


def _pair(one: Entry, other: Entry, index: int, pairing: Pairing, back: Pairing) -> Iterator[FileProblem]:
    at, column = f"Round {index + 1}, {one.number} against {other.number}", 92 + 10 * index
    results = (pairing.result, back.result)
    if results in _UNUSUAL:
        said = (
            f"{at}: the results are {results[0]} and {results[1]}. That is lawful after play, and rated as it stands."
        )
        yield problem("unusual_result", said, "", one.line, column + 7)
    elif results not in _TOGETHER:
        shown = " and ".join(repr(result or " ") for result in results)
        said = f"{at}: the results {shown} do not belong together (lines {one.line} and {other.line})."
        yield problem("results_contradict", said, "Find out the result and write it for both.", one.line, column + 7)
    elif results in {("", ""), ("?", "?"), ("?", ""), ("", "?")}:
        said = f"{at}: there is no result yet; the game counts as not played."
        yield problem("result_missing", said, "Write the result when the game is over.", one.line, column + 7)
    colours = (pairing.colour, back.colour)
    if None not in colours and colours[0] == colours[1]:
        said = f"{at}: both have the colour {colours[0]} (lines {one.line} and {other.line})."
        yield problem("colours_contradict", said, "Write w for one and b for the other.", one.line, column + 5)
    elif None in colours and set(results) <= code.PLAYED:
        said = f"{at}: a colour is missing."
        yield problem("colour_missing", said, "Write w for one and b for the other.", one.line, column + 5)


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
            said = f"Player {one.number} has {decimal(one.points)} points, but the results add up to {decimal(total)}."
            fix = "Correct one of them; ratings follow the results, never the points."
            yield problem("points_differ", said, fix, one.line, 81)


def _may_be(missing: int, one: Entry, win: int) -> bool:
    """Tell whether results that are not known can make up for points that are missing."""
    return 0 < missing <= win * sum(pairing.result == code.UNKNOWN for pairing in one.rounds)


def _dates(made: Tournament, profile: str, seen: Mapping[str, int]) -> Iterator[FileProblem]:
    if made.start and made.end and made.end < made.start:
        said = f"The event ends on {made.end}, before it starts on {made.start}."
        yield problem("dates_reversed", said, "Correct 042 or 052.", seen.get("052"), 5)
    line = seen.get("132")
    before = None
    for number, day in enumerate(made.round_dates, 1):
        if day is None:
            continue
        if (made.start and day < made.start) or (made.end and day > made.end):
            said = f"Round {number} was played on {day}, outside the event ({made.start} to {made.end})."
            yield problem("round_date_outside", said, "Correct the date, or the days of the event.", line)
        if before and day < before:
            said = f"Round {number} has the date {day}, earlier than {before} of the round before it."
            yield problem("round_dates_order", said, "Correct the dates, unless rounds were played ahead.", line)
        before = day
    given = sum(day is not None for day in made.round_dates)
    if profile != LENIENT and made.entries and given < made.rounds:
        said = f"{given} of {made.rounds} rounds have a date."
        yield problem("round_dates_missing", said, "Add the record 132 with the date of every round.", line)


def _counts(made: Tournament, seen: Mapping[str, int]) -> Iterator[FileProblem]:
    rated = sum(one.rating is not None for one in made.entries)
    counted = {
        "062": ("players", made.players_said, len(made.entries)),
        "072": ("rated players", made.rated_said, rated),
        "082": ("teams", made.teams_said, _teams_shown(made)),
    }
    for record, (what, said_to_be, found) in counted.items():
        if said_to_be is not None and said_to_be != found:
            said = f"The header says {said_to_be} {what}, the records show {found}."
            yield problem("count_differs", said, "", seen.get(record), 5)
    recorded = max((len(one.rounds) for one in made.entries), default=0)
    if made.rounds_said is not None and recorded < made.rounds_said:
        said = f"The report speaks of {made.rounds_said} rounds and records {recorded}."
        yield problem("round_missing", said, "", seen.get("142", seen.get("XXR")))
    if made.rounds_said is not None and recorded > made.rounds_said:
        more = [str(one.number) for one in made.entries if len(one.rounds) > made.rounds_said]
        said = f"The report speaks of {made.rounds_said} rounds, but player(s) {', '.join(more[:10])} have {recorded}."
        fix = "Correct the number of rounds, or remove the results."
        yield problem("rounds_over", said, fix, seen.get("142", seen.get("XXR")))
    if made.type_code and not trf_records.knows_type(made.type_code):
        said = f"The encoded type {made.type_code[:60]!r} is none of TRF26."
        yield problem("type_code_unknown", said, "Take one from the list of types.", seen.get("192"), 5)


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
                said = f"Team {team.name!r} names player {number}, who has no record."
                yield problem("team_player_unknown", said, "Add the player or correct the number.", team.line)
            elif number in at:
                said = f"Player {number} stands in the teams {at[number]!r} and {team.name!r}."
                yield problem("team_player_twice", said, "Leave him in one.", team.line)
            at.setdefault(number, team.name)
    for one in made.national:
        if one.number not in players:
            said = f"A record of {one.federation} names player {one.number}, who has no record."
            yield problem("national_unlinked", said, "Add the player or correct the number.", one.line, 5)


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
        said = "The first day of the event is missing; without it no edition and no rating list can be chosen."
        yield problem("start_missing", said, "Add the record 042, as YYYY/MM/DD.", seen.get("042"))
    for record, what in _MANDATORY.items():
        if not given[record] and record not in said_elsewhere:
            said = f"The record {record}, {what}, is missing or empty; TRF26 makes it mandatory."
            yield problem("header_missing", said, "Add it.", seen.get(record))
