"""Writing a tournament report: TRF16 or TRF26 from the model, with what was read kept in its place.

A file that is converted keeps its order. Players and dates are written anew where they stood; what the other version
says with another record is swapped; comments, unknown records and everything else stay as they are. Some programs read
less than the format allows; `PROGRAMS` says what is written differently for them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

from arpad.formats.trf.checks import BY_XXS, STANDARD, worth
from arpad.formats.trf.lists import list_line, national_line, points, team_line_2006, team_line_2026
from arpad.formats.trf.time import encoded
from arpad.model import tournament as code
from arpad.model.numbers import Hundredths

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import date

    from arpad.formats.trf.reader import TrfReport
    from arpad.model.period import Born
    from arpad.model.tournament import Entry, Pairing, Tournament

TRF16, TRF26 = "trf16", "trf26"
_SWAPPED = {TRF26 + "XXR": "142", TRF26 + "XXC": "152", TRF16 + "142": "XXR", TRF16 + "152": "XXC"}
"""Records of the other version, and the one that says the same in this."""
_ONE_LINE = {ord("\r"): " ", ord("\n"): " "}
_IDS_IN_A_LINE = 1000
_CENTURY = range(1970, 2070)
"""Years that two digits can say."""
_RANK_METHODS = ("FIDE", "NRO", "FIDON", "NIDOF", "HBFN", "LBFN", "OTHER")
_DATED = ("042", "052", "132")
_KEPT_AS_IT_WAS = frozenset(
    (
        "misaligned_unclear", "number_missing", "number_twice", "rating_unreadable", "fide_id_unreadable",
        "sex_unknown", "birth_unreadable", "points_unreadable", "rank_unreadable", "opponent_unreadable",
        "opponent_missing", "colour_unknown", "result_unknown", "too_many_rounds",
    )
)  # fmt: skip
"""With one of these problems a player record holds something that cannot be written from what was read."""
_FIVE_WIDE = 100_00
_AGAINST_NOBODY = {code.EMPTY: code.ABSENT, code.FORFEIT_WIN: code.FULL_BYE, code.FORFEIT_LOSS: code.ABSENT}
"""What a result without an opponent is for a program that knows only byes."""
_SHORT_TITLES = {"GM": "g", "IM": "m", "FM": "f", "CM": "c", "WGM": "wg", "WIM": "wm", "WFM": "wf", "WCM": "wc"}


@dataclass(frozen=True, slots=True)
class Program:
    """What a program needs that the format does not ask for."""

    one_line_of_deputies: bool = False
    every_round_filled: bool = False
    points_and_rank: bool = False
    titles: Mapping[str, str] | None = None
    """The titles it knows, as it writes them; others are left out."""
    date_step: int = 10
    always_rounds: bool = False
    extended_scoring: bool = False
    pairs_only: bool = False
    """Prohibited pairings in twos."""
    teams_of_2006: bool = False
    plain_federations: bool = False
    """Three letters, or nothing."""


PROGRAMS = {
    # py4swiss 0.3: 112 once, no blank round, points and rank always, round dates every nine columns, XXR always.
    "py4swiss": Program(
        one_line_of_deputies=True,
        every_round_filled=True,
        points_and_rank=True,
        titles={title: title for title in _SHORT_TITLES},
        date_step=9,
        always_rounds=True,
        extended_scoring=True,
        pairs_only=True,
        teams_of_2006=True,
    ),
    # trf 1.1: titles of two letters, points and rank always.
    "trf": Program(
        titles=_SHORT_TITLES,
        points_and_rank=True,
        every_round_filled=True,
        one_line_of_deputies=True,
        teams_of_2006=True,
        plain_federations=True,
    ),
}
_PLAIN = Program()


def write_trf(
    tournament: Tournament,
    version: str = TRF16,
    *,
    program: str | None = None,
    source: TrfReport | None = None,
    newline: str = "\r\n",
) -> str:
    """Write a tournament; with the report it was read from as `source`, in the order of that file, comments and all."""
    writer = _TournamentWriter(tournament, version, PROGRAMS[program] if program else _PLAIN)
    lines = writer.lines() if source is None else writer.lines_like(source)
    return "".join(line.rstrip().translate(_ONE_LINE) + newline for line in lines)


def player_line(tournament: Tournament, entry: Entry, version: str = TRF16) -> str:
    """Write the record of a player of a tournament by itself."""
    return _TournamentWriter(tournament, version, _PLAIN).player(entry).rstrip().translate(_ONE_LINE)


def unwritable_lines(source: TrfReport) -> frozenset[int | None]:
    """Give the lines of players that hold something that could not be read, and so cannot be written again."""
    return frozenset(problem.line for problem in source.problems if problem.code in _KEPT_AS_IT_WAS)


class _TournamentWriter:
    """One tournament in one version, for one program."""

    def __init__(self, tournament: Tournament, version: str, program: Program) -> None:
        self.tournament = tournament
        self.version = version
        self.program = program
        self.ranks = _ranks(tournament) if program.points_and_rank else {}
        self.value = worth(tournament) or {}

    def lines(self) -> list[str]:
        header = [line for lines in self.header().values() for line in lines]
        players = [self.player(entry) for entry in self.tournament.entries]
        return [*header, *players, *(line for lines in self.rest().values() for line in lines)]

    def lines_like(self, source: TrfReport) -> list[str]:
        """Write every record where it stood; what could not be read in full stays as it was."""
        kept = unwritable_lines(source)
        players = {entry.line: entry for entry in self.tournament.entries if entry.line not in kept}
        blocks = self.header()
        lines: list[str] = []
        written: set[str] = set()
        for line in source.text.lines:
            record = line.text[:3]
            if line.number in players:
                lines.append(self.player(players[line.number]))
            elif record in _DATED and record in blocks and not source.unread_dates and line.text[4:].strip():
                lines += blocks[record] if record not in written else [line.text] if record != "132" else []
            elif self._swapped(record):
                swapped = _SWAPPED[self.version + record]
                lines += blocks.get(swapped, [line.text]) if swapped not in written else []
                if record == "XXC" and self.tournament.pair_by_rank and swapped in blocks and record not in written:
                    lines.append("XXC rank")
                written.add(record)
                record = swapped
            else:
                lines.append(line.text)
            written.add(record)
        return lines

    def _swapped(self, record: str) -> bool:
        """Tell whether this version has another record for the same thing."""
        return self.version + record in _SWAPPED

    def header(self) -> dict[str, list[str]]:
        tournament = self.tournament
        simple = {
            "012": tournament.name, "022": tournament.city, "032": tournament.federation,
            "042": _day(tournament.start), "052": _day(tournament.end), "062": tournament.players_said,
            "072": tournament.rated_said, "082": tournament.teams_said, "092": tournament.system,
            "102": tournament.chief_arbiter,
        }  # fmt: skip
        by_record = {record: [f"{record} {value}"] for record, value in simple.items() if value not in {None, ""}}
        if tournament.deputies:
            joined = [", ".join(tournament.deputies)] if self.program.one_line_of_deputies else tournament.deputies
            by_record["112"] = [f"112 {deputy}" for deputy in joined]
        if tournament.time:
            by_record["122"] = [f"122 {tournament.time}"]
        if any(tournament.round_dates):
            by_record["132"] = [self._round_dates(tournament.round_dates)]
        return by_record | self._version_header()

    def _version_header(self) -> dict[str, list[str]]:
        tournament = self.tournament
        version_header: dict[str, list[str]] = {}
        rounds = tournament.rounds if self.program.always_rounds else tournament.rounds_said
        if rounds or self.program.always_rounds:
            record = "142" if self.version == TRF26 else "XXR"
            version_header[record] = [f"{record} {rounds}"]
        if self.version == TRF26 and tournament.initial_colour:
            version_header["152"] = [f"152 {tournament.initial_colour.upper()}"]
        elif tournament.initial_colour or tournament.pair_by_rank:
            colour = {"w": "white1", "b": "black1"}.get(tournament.initial_colour or "", "")
            version_header["XXC"] = [
                f"XXC {' '.join(part for part in ('rank' if tournament.pair_by_rank else '', colour) if part)}"
            ]
        if tournament.scoring or (self.program.extended_scoring and self.value not in ({}, STANDARD)):
            version_header |= self._scoring()
        if self.version == TRF26 and tournament.pair_by_rank:
            version_header["XXC"] = ["XXC rank"]
        encoded_time = (
            encoded(tournament.time_control, tournament.time_control_black) if tournament.time_control else None
        )
        later = {
            "172": _rank_method(tournament.rank_method), "182": tournament.controller, "192": tournament.type_code,
            "202": ",".join(tournament.tie_breaks), "212": ",".join(tournament.standings), "222": encoded_time,
            "352": tournament.board_colours,
        }  # fmt: skip
        version_header |= {record: [f"{record} {value}"] for record, value in later.items() if value}
        if tournament.match_scoring:
            pairs = "".join(f"{symbol}{points(value)}   " for symbol, value in tournament.match_scoring)
            version_header["362"] = [f"362 {pairs}"]
        return version_header

    def _scoring(self) -> dict[str, list[str]]:
        """Write the points for results: 162 has one letter each, XXS up to three."""
        if self.program.extended_scoring and self.value:
            every = " ".join(f"{symbol}={points(self.value[results[0]]).strip()}" for symbol, results in BY_XXS.items())
            return {"XXS": [f"XXS {every}"]}
        short = "".join(f" {symbol}{points(value)}   " for symbol, value in self.tournament.scoring if len(symbol) == 1)
        long = " ".join(
            f"{symbol}={points(value).strip()}" for symbol, value in self.tournament.scoring if len(symbol) > 1
        )
        return ({"162": [f"162 {short}"]} if short else {}) | ({"XXS": [f"XXS {long}"]} if long else {})

    def rest(self) -> dict[str, list[str]]:
        tournament = self.tournament
        by_record: dict[str, list[str]] = {}
        for line in self._teams():
            by_record.setdefault(line[:3], []).append(line)
        for record in tournament.records:
            split = combinations(record.ids, 2) if record.code == "XXP" and self.program.pairs_only else (record.ids,)
            by_record.setdefault(record.code, []).extend(list_line(replace(record, ids=tuple(ids))) for ids in split)
        for start in range(0, len(tournament.absent), _IDS_IN_A_LINE):
            absent = " ".join(map(str, tournament.absent[start : start + _IDS_IN_A_LINE]))
            by_record.setdefault("XXZ", []).append(f"XXZ {absent}")
        for extension, value in tournament.extra:
            by_record.setdefault(extension, []).append(f"{extension} {value}")
        for entry in tournament.entries:
            for kind, value in entry.data:
                by_record.setdefault("DAT", []).append(f"DAT {entry.number:>4} {kind} {value}")
        by_record["NRS"] = [national_line(entry) for entry in tournament.national]
        return by_record

    def _teams(self) -> list[str]:
        """Write the teams; a numbered one says more than 013 can hold, so it is written as 310 in every version."""
        teams = self.tournament.teams
        if not self.program.teams_of_2006:
            return [
                team_line_2006(team) if team.number is None else team_line_2026(team, team.number) for team in teams
            ]
        plain = [team for team in teams if team.number is None] or teams
        return [team_line_2006(team) for team in plain if team.players]

    def player(self, entry: Entry) -> str:
        """Write a player record."""
        title = entry.title or ""
        if self.program.titles is not None:
            title = self.program.titles.get(title, "")
        total = entry.points
        if total is None and self.program.points_and_rank:
            total = Hundredths(sum(self.value.get(pairing.result, 0) for pairing in entry.rounds))
        federation = entry.federation or ""
        if self.program.plain_federations and not federation.isalpha():
            federation = ""
        rank = entry.rank if entry.rank is not None else self.ranks.get(entry.number, "")
        static = (
            f"001 {entry.number:>4} {entry.sex or '':1}{title[:3]:>3} {entry.name[:33]:33} {entry.rating or '':>4} "
            f"{federation[:3]:3} {entry.fide_id or '':>11} {_born(entry.born):10} {_in_four(total):>4} {rank:>4}"
        )
        blocks = [self._block(pairing) for pairing in entry.rounds]
        if blocks and not blocks[-1].strip():
            blocks[-1] = "0000 -  "  # A blank at the end would be no round at all.
        return static + "".join(f"  {block}" for block in blocks)

    def _block(self, pairing: Pairing) -> str:
        if pairing.opponent is None:
            if not self.program.every_round_filled:
                return f"0000 - {pairing.result}" if pairing.result else " " * 8
            return f"0000 - {_AGAINST_NOBODY.get(pairing.result, pairing.result)}"
        return f"{pairing.opponent:>4} {pairing.colour or '-'} {pairing.result or ' '}"

    def _round_dates(self, days: Iterable[date | None]) -> str:
        known = [day for day in days if day]
        form = "%y/%m/%d" if all(day.year in _CENTURY for day in known) else "%Y/%m/%d"
        cells = [f"{day:{form}}" if day else "" for day in days]
        return "132" + " " * 88 + "".join(f"{cell:{self.program.date_step}}" for cell in cells).rstrip()


def _ranks(tournament: Tournament) -> dict[int, int]:
    """Rank players without a rank by their points, then by starting number."""
    in_order = sorted(tournament.entries, key=lambda entry: (-(entry.points or 0), entry.number))
    return {entry.number: rank for rank, entry in enumerate(in_order, 1)}


def _in_four(value: int | None) -> str:
    """Write points in four columns; from a hundred on only whole and half ones can be."""
    if value is None or value < _FIVE_WIDE:
        return points(value)
    return f"{value // 100}" + ("½" if value % 100 else "")


def _rank_method(method: str | None) -> str | None:
    """Write how the starting ranks were made; the code stands after the columns of a federation."""
    return f"    {method}" if method in _RANK_METHODS else method


def _day(day: date | None) -> str | None:
    return f"{day:%Y/%m/%d}" if day else None


def _born(born: Born | None) -> str:
    return "" if born is None else f"{born.year:04}/{born.month or 0:02}/{born.day or 0:02}"
