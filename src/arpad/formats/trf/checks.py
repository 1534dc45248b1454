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

    from arpad.model.problems import FileProblem, ProblemFacts
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


def checked(
    tournament: Tournament, profile: str, seen: Mapping[str, int], *, is_of_2026: bool
) -> Iterator[FileProblem]:
    """Go through everything that two records can contradict each other in."""
    players = tournament.by_number()
    yield from _players(tournament, profile)
    yield from _games(players)
    yield from _points(tournament)
    yield from _dates(tournament, profile, seen)
    yield from _counts(tournament, seen)
    yield from _teams(tournament, players)
    if profile != LENIENT:
        yield from _missing(tournament, profile, seen, is_of_2026=is_of_2026)


def _players(tournament: Tournament, profile: str) -> Iterator[FileProblem]:
    if not tournament.entries:
        yield problem("no_players")
    numbers: dict[int, Entry] = {}
    ids: dict[int, Entry] = {}
    for entry in tournament.entries:
        first = numbers.setdefault(entry.number, entry)
        if first is not entry:
            yield problem("number_twice", entry.line, 5, number=entry.number, first=first.line)
        if entry.fide_id is not None:
            other = ids.setdefault(entry.fide_id, entry)
            if other is not entry:
                facts: ProblemFacts = {"id": entry.fide_id, "number": other.number, "first": other.line}
                yield problem("fide_id_twice", entry.line, 58, **facts)
        elif profile != LENIENT:
            yield problem("fide_id_missing", entry.line, 58, number=entry.number)
        if entry.rank is None and profile == SUBMISSION:
            yield problem("rank_missing", entry.line, 86, number=entry.number)
    gaps = sorted(set(range(1, max(numbers, default=0))) - set(numbers))
    if gaps and len(gaps) < max(numbers):
        yield problem("number_gap", numbers=gaps[:_SHOWN], more=len(gaps) > _SHOWN)


def _games(players: Mapping[int, Entry]) -> Iterator[FileProblem]:
    rounds_of = {number: player.rounds for number, player in players.items()}
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


def _unmatched(entry: Entry, index: int, pairing: Pairing, other: Entry | None, back: Pairing | None) -> FileProblem:
    column = 92 + 10 * index
    at: ProblemFacts = {"round": index + 1, "number": entry.number}
    if other is None:
        return problem("opponent_unknown", entry.line, column, **at, opponent=pairing.opponent)
    if other is entry or other.number == entry.number:
        return problem("against_himself", entry.line, column, **at)
    at |= {"opponent": other.number, "other": other.line}
    if back is not None and back.opponent is not None:
        return problem("one_sided_game", entry.line, column, says="another", **at, has=back.opponent)
    says = "nothing" if back is None or back == code.NOT_PAIRED else "nobody"
    return problem("one_sided_game", entry.line, column, says=says, **at)


def _pair(entry: Entry, other: Entry, index: int, pairing: Pairing, back: Pairing) -> Iterator[FileProblem]:
    column = 92 + 10 * index
    at: ProblemFacts = {"round": index + 1, "first": entry.number, "second": other.number}
    at |= {"first_line": entry.line, "second_line": other.line}
    results = (pairing.result, back.result)
    if results in _UNUSUAL:
        yield problem("unusual_result", entry.line, column + 7, **at, results=results)
    elif results not in _TOGETHER:
        shown = [result or " " for result in results]
        yield problem("results_contradict", entry.line, column + 7, **at, results=shown)
    elif results in {("", ""), ("?", "?"), ("?", ""), ("", "?")}:
        yield problem("result_missing", entry.line, column + 7, **at)
    colours = (pairing.colour, back.colour)
    if None not in colours and colours[0] == colours[1]:
        yield problem("colours_contradict", entry.line, column + 5, **at, colour=colours[0])
    elif None in colours and set(results) <= code.PLAYED:
        yield problem("colour_missing", entry.line, column + 5, **at)


def worth(tournament: Tournament) -> dict[str, int] | None:
    """Give the standings points for each result; None where they depend on the colour."""
    values = dict(STANDARD)
    for symbol, value in tournament.scoring:
        for result in BY_XXS.get(symbol) or _BY_162.get(symbol, ""):
            values[result] = value
    symbols = dict(tournament.scoring)
    if any(symbols.get(f"W{letter}") != symbols.get(f"B{letter}") for letter in "WDL"):
        return None
    if "W" in symbols and "P" not in symbols:
        values["U"] = values["1"]
    for symbol, text in tournament.extra:
        for result in _BY_BBP.get(symbol, ""):
            values[result] = points(text.strip()) or 0
    if any(symbol == "BBW" for symbol, _ in tournament.extra) and not any(
        symbol == "BBU" for symbol, _ in tournament.extra
    ):
        values["U"] = values["1"]
    return values


def _points(tournament: Tournament) -> Iterator[FileProblem]:
    value = worth(tournament)
    if value is None:
        return
    excused = {number for record in tournament.records if record.code == "299" for number in record.ids}
    everybody = any(record.code == "299" and not record.ids for record in tournament.records)
    for entry in tournament.entries:
        if entry.points is None or everybody or entry.number in excused:
            continue
        total = 0
        for pairing in entry.rounds:
            total += value[pairing.result]
        if total != entry.points and not _may_be(entry.points - total, entry, value["1"]):
            facts: ProblemFacts = {"number": entry.number, "points": decimal(entry.points), "total": decimal(total)}
            yield problem("points_differ", entry.line, 81, **facts)


def _may_be(missing: int, entry: Entry, win: int) -> bool:
    """Tell whether results that are not known can make up for points that are missing."""
    return 0 < missing <= win * sum(pairing.result == code.UNKNOWN for pairing in entry.rounds)


def _dates(tournament: Tournament, profile: str, seen: Mapping[str, int]) -> Iterator[FileProblem]:
    if tournament.start and tournament.end and tournament.end < tournament.start:
        yield problem("dates_reversed", seen.get("052"), 5, start=tournament.start, end=tournament.end)
    line = seen.get("132")
    before = None
    for number, day in enumerate(tournament.round_dates, 1):
        if day is None:
            continue
        if (tournament.start and day < tournament.start) or (tournament.end and day > tournament.end):
            yield problem("round_date_outside", line, round=number, day=day, start=tournament.start, end=tournament.end)
        if before and day < before:
            yield problem("round_dates_order", line, round=number, day=day, before=before)
        before = day
    given = sum(day is not None for day in tournament.round_dates)
    if profile != LENIENT and tournament.entries and given < tournament.rounds:
        yield problem("round_dates_missing", line, given=given, rounds=tournament.rounds)


def _counts(tournament: Tournament, seen: Mapping[str, int]) -> Iterator[FileProblem]:
    rated = sum(entry.rating is not None for entry in tournament.entries)
    counted = {
        "062": ("players", tournament.players_said, len(tournament.entries)),
        "072": ("rated", tournament.rated_said, rated),
        "082": ("teams", tournament.teams_said, _teams_shown(tournament)),
    }
    for record, (what, said_to_be, shown) in counted.items():
        if said_to_be is not None and said_to_be != shown:
            yield problem("count_differs", seen.get(record), 5, says=what, header=said_to_be, records=shown)
    recorded = max((len(entry.rounds) for entry in tournament.entries), default=0)
    if tournament.rounds_said is not None and recorded < tournament.rounds_said:
        facts: ProblemFacts = {"rounds": tournament.rounds_said, "recorded": recorded}
        yield problem("round_missing", seen.get("142", seen.get("XXR")), **facts)
    if tournament.rounds_said is not None and recorded > tournament.rounds_said:
        more = [entry.number for entry in tournament.entries if len(entry.rounds) > tournament.rounds_said]
        facts = {"rounds": tournament.rounds_said, "recorded": recorded, "players": more[:_SHOWN]}
        yield problem("rounds_over", seen.get("142", seen.get("XXR")), **facts)
    if tournament.type_code and not trf_records.knows_type(tournament.type_code):
        yield problem("type_code_unknown", seen.get("192"), 5, type=tournament.type_code[:60])


def _teams_shown(tournament: Tournament) -> int:
    """Count the teams once; some reports write them in the form of 2006 and in that of 2026."""
    numbered = sum(team.number is not None for team in tournament.teams)
    return max(numbered, len(tournament.teams) - numbered)


def _teams(tournament: Tournament, players: Mapping[int, Entry]) -> Iterator[FileProblem]:
    at: dict[int, str] = {}
    groups = {team.number is not None for team in tournament.teams}
    for team in tournament.teams:
        if len(groups) > 1 and team.number is None:
            continue  # The same teams stand in both forms; one is checked.
        for number in team.players:
            if number not in players:
                yield problem("team_player_unknown", team.line, team=team.name, number=number)
            elif number in at:
                says = "message" if at[number] != team.name else "same_team"
                facts: ProblemFacts = {"number": number, "first": at[number], "second": team.name}
                yield problem("team_player_twice", team.line, says=says, **facts)
            at.setdefault(number, team.name)
    for entry in tournament.national:
        if entry.number not in players:
            yield problem("national_unlinked", entry.line, 5, federation=entry.federation, number=entry.number)


def _missing(
    tournament: Tournament, profile: str, seen: Mapping[str, int], *, is_of_2026: bool
) -> Iterator[FileProblem]:
    """Name the records that are missing; that of 2026 is asked of a report of 2026, or of one to be sent as such."""
    given = {
        "012": bool(tournament.name),
        "022": bool(tournament.city),
        "032": bool(tournament.federation),
        "042": tournament.start is not None,
        "052": tournament.end is not None,
        "102": bool(tournament.chief_arbiter),
        "132": any(tournament.round_dates),
        "222": tournament.time_control is not None,
    }
    not_asked = {"042"} if profile == SUBMISSION else {"042", "132"} if is_of_2026 else {"042", "132", "222"}
    if tournament.start is None:
        yield problem("start_missing", seen.get("042"), which="start")
    for record in _MANDATORY:
        if not given[record] and record not in not_asked:
            yield problem("header_missing", seen.get(record), says=f"record_{record}")
