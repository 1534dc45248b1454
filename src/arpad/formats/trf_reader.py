"""Reading a tournament report: bytes in, a tournament and all problems out. Nothing lost, nothing guessed in silence.

Lines that are no records are comments. Unknown records stay in the text, which can be written again as it was.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from arpad.formats import trf_dates, trf_records
from arpad.formats.trf_checks import checked
from arpad.formats.trf_codes import LENIENT, problem, under
from arpad.formats.trf_players import player
from arpad.formats.trf_text import MAX_LINE, TrfText, text_of
from arpad.formats.trf_time import time_control
from arpad.model.file_problems import ERROR
from arpad.model.tournament import Entry, Tournament

if TYPE_CHECKING:
    from datetime import date

    from arpad.model.file_problems import FileProblem

TRF06, TRF16, TRF26 = VERSIONS = ("trf06", "trf16", "trf26")
MAX_PLAYERS = 9999

_CODE = re.compile(r"[0-9A-Z]{3}(?: |$)")
_LIKE_PLAYER = re.compile(r"\d{3} [ \d]{3}\d [ \w].{4,}(?:\d[.,]\d |[wb] [1=0+\-] *$)")
_OF_2026 = frozenset(
    (
        "152", "162", "172", "182", "192", "202", "212", "222", "240", "250", "260", "299", "300", "310", "320", "330",
        "352", "362",
    )
)  # fmt: skip
_LETTERS = frozenset("WDLHFUZ")


@dataclass(frozen=True, slots=True)
class TrfReport:
    """What was read: the tournament, everything that is wrong with the file, and the text itself."""

    tournament: Tournament
    problems: tuple[FileProblem, ...]
    text: TrfText
    version: str
    profile: str

    @property
    def readable(self) -> bool:
        """True where the file is a report at all."""
        return not any(one.code in {"not_a_trf", "too_large", "too_many_players"} for one in self.problems)

    @property
    def unread_dates(self) -> bool:
        """True where a date could not be read, so that its record must stay as it was."""
        return any(one.code == "date_unreadable" for one in self.problems)

    @property
    def has_errors(self) -> bool:
        """True where something is wrong that the profile does not let pass."""
        return any(one.severity == ERROR for one in self.problems)


def read_trf(data: bytes, *, profile: str = LENIENT, encoding: str | None = None) -> TrfReport:
    """Read a tournament report; any bytes give a report."""
    text = text_of(data, encoding)
    collected = _Collected()
    collected.problems.extend(text.problems)
    for line in text.lines:
        if len(line.text) <= MAX_LINE:
            collected.take(line.text, line.number)
        if len(collected.entries) > MAX_PLAYERS:
            said = f"There are more than {MAX_PLAYERS} players, and four digits cannot number them."
            collected.problems.append(problem("too_many_players", said, "Split the report.", line.number))
            collected.entries.clear()
            break
    refused = any(one.code in {"too_large", "too_many_players"} for one in collected.problems)
    if not collected.records and not refused:
        said = "The file holds no record of a tournament report: no line begins with a code such as 001 or 012."
        fix = "Give a TRF file; rating lists are read with `arpad list`."
        collected.problems.append(problem("not_a_trf", said, fix))
        refused = True
    made = collected.tournament()
    problems = collected.problems if refused else [*collected.problems, *checked(made, profile, collected.seen)]
    in_order = sorted(under(problems, profile), key=lambda one: one.order)
    return TrfReport(made, tuple(in_order), text, _version(collected, made), profile)


def _version(collected: _Collected, made: Tournament) -> str:
    if collected.records & _OF_2026:
        return TRF26
    letters = any(pairing.result in _LETTERS for one in made.entries for pairing in one.rounds)
    return TRF16 if (letters and not collected.old_byes) or "142" in collected.records else TRF06


class _Collected:
    """What the lines have given so far."""

    def __init__(self) -> None:
        self.problems: list[FileProblem] = []
        self.records: set[str] = set()
        self.once: dict[str, tuple[str, int]] = {}
        self.deputies: list[str] = []
        self.round_lines: list[tuple[str, int]] = []
        self.entries: list[Entry] = []
        self.parts: dict[str, list[Any]] = {"teams": [], "national": [], "records": [], "scoring": [], "match": []}
        self.absent: list[int] = []
        self.extra: list[tuple[str, str]] = []
        self.data: dict[int, list[tuple[str, str]]] = {}
        self.old_byes: list[int] = []
        self.colours: list[str] = []
        self.rounds: int | None = None
        self.seen: dict[str, int] = {}
        """The line of each record of the header."""

    def take(self, text: str, line: int) -> None:
        code = text[:3]
        if code == "001" and text[3:4] in {" ", "\t", ""}:
            self._player(text, line)
        elif code in trf_records.KNOWN and text[3:4] in {" ", "\t", ""}:
            self.records.add(code)
            self.seen.setdefault(code, line)
            self._record(code, text, line)
        else:
            self._other(text, line)

    def _player(self, text: str, line: int) -> None:
        self.records.add("001")
        row = player(text, line)
        self.problems.extend(row.problems)
        if row.entry is not None:
            self.entries.append(row.entry)
        if row.old_byes:
            self.old_byes.append(line)

    def _other(self, text: str, line: int) -> None:
        bare = text.lstrip()
        if trf_records.is_national(text):
            self.records.add("NRS")
            self.parts["national"].append((trf_records.national(text), line))
        elif text[:3] in {"001", "012"} and text[3:4] == "|":
            said = "The fields of this record are separated by |, as in the files of a pairing program, not by columns."
            if "vega_file" not in {one.code for one in self.problems}:
                self.problems.append(problem("vega_file", said, "Export a TRF report from that program.", line))
        elif bare is not text and bare[:4] in {"001 ", "012 ", "022 ", "042 ", "052 "}:
            moved = len(text) - len(bare)
            said = f"The record begins in column {moved + 1} instead of 1; it was read from there."
            self.problems.append(problem("misaligned", said, "Remove the blanks before the record.", line, 1))
            self.take(bare, line)
        elif _LIKE_PLAYER.match(text):
            said = f"The record has the code {text[:3]!r}, which is not known, and the form of a player record, 001."
            fix = "Write 001 if it is a player; the record was not read as one."
            self.problems.append(problem("unknown_record_like_player", said, fix, line, 1))
        elif _CODE.match(text) and len(set(text[:3])) > 1:
            said = f"The code {text[:3]!r} is not known; the record is kept as it is."
            self.problems.append(problem("unknown_record", said, "", line, 1))

    def _record(self, code: str, text: str, line: int) -> None:
        value = text[4:].strip()
        if code in trf_records.ONCE:
            self._once(code, value, line)
        elif code == "112":
            self.deputies.append(value)
        elif code == "132":
            self.round_lines.append((text, line))
        elif code in {"013", "310"}:
            team = (trf_records.team_2006 if code == "013" else trf_records.team_2026)(text, line)
            self._part("teams", team, text, line)
        elif code in trf_records.LISTS:
            self._part("records", trf_records.list_record(text, line), text, line)
        elif code == "162":
            self.parts["scoring"].extend(trf_records.scoring(text))
        elif code == "362":
            self.parts["match"].extend(trf_records.match_scoring(text))
        elif code == "XXS":
            self.parts["scoring"].extend(trf_records.extended_scoring(text))
        else:
            self._extension(code, value, text, line)

    def _once(self, code: str, value: str, line: int) -> None:
        name = trf_records.ONCE[code]
        known = self.once.get(name)
        if known is None or (not known[0] and value):
            self.once[name] = (value, line)
        elif value and value != known[0]:
            said = f"The record {code} stands here again, with {value!r}; the first one, {known[0]!r}, counts."
            self.problems.append(problem("record_twice", said, "Remove one of the two.", line))

    def _part(self, kind: str, made: object, text: str, line: int) -> None:
        if made is not None:
            self.parts[kind].append((made, line))
        elif text[4:].strip():
            said = f"The record {text[:3]} cannot be read in its columns; it is kept as it is."
            self.problems.append(problem("record_unreadable", said, "Compare it with the description.", line))

    def _extension(self, code: str, value: str, text: str, line: int) -> None:
        if code == "XXR":
            self.rounds = int(value) if value.isdecimal() else self.rounds
        elif code == "XXC":
            self.colours += value.casefold().split()
        elif code == "XXZ":
            self.absent.extend(int(part) for part in value.split() if part.isdecimal())
        elif code == "DAT":
            number, _, rest = value.partition(" ")
            kind, _, what = rest.strip().partition(" ")
            if number.isdecimal():
                self.data.setdefault(int(number), []).append((kind, what.strip()))
            else:
                self._part("records", None, text, line)
        else:
            self.extra.append((code, value))

    def tournament(self) -> Tournament:
        """Put everything together; the dates last, for they decide about each other."""
        start, end = self._dates()
        facts: dict[str, Any] = {name: value or None for name, (value, _) in self.once.items()}
        for name in trf_records.COUNTS:
            facts[name] = self._count(name)
        facts["rounds_said"] = facts["rounds_said"] or self.rounds
        for name in ("tie_breaks", "standings"):
            facts[name] = tuple(part.strip() for part in (facts.get(name) or "").split(",") if part.strip())
        white, black = self._time_control()
        colour, by_rank = self._colour(facts.get("initial_colour"))
        facts |= {"start": start, "end": end, "time_control": white, "time_control_black": black}
        facts |= {"initial_colour": colour, "pair_by_rank": by_rank}
        if self.old_byes:
            said = f"{len(self.old_byes)} player(s) have byes written as results against nobody, as in 2006."
            self.problems.append(problem("bye_of_2006", f"{said} They were read as byes.", "", self.old_byes[0]))
        return Tournament(
            **facts,
            deputies=tuple(one for one in self.deputies if one),
            round_dates=self._round_dates(start, end),
            scoring=tuple(self.parts["scoring"]),
            match_scoring=tuple(self.parts["match"]),
            entries=tuple(
                replace(one, data=tuple(self.data.get(one.number, ()))) if self.data else one for one in self.entries
            ),
            teams=tuple(one for one, _ in self.parts["teams"]),
            national=tuple(one for one, _ in self.parts["national"]),
            records=tuple(one for one, _ in self.parts["records"]),
            absent=tuple(self.absent),
            extra=tuple(self.extra),
        )

    def _count(self, name: str) -> int | None:
        value, line = self.once.get(name, ("", 0))
        found = re.match(r"\d{1,6}", value)
        if value and not found:
            said = f"{value!r} is no number."
            self.problems.append(problem("count_unreadable", said, "Write a number, or leave it empty.", line))
        return int(found.group()) if found else None

    def _colour(self, value: str | None) -> tuple[str | None, bool]:
        """Give the first colour and whether pairing goes by rank, from 152 or the extension XXC."""
        words = self.colours
        if value:
            return {"w": "w", "b": "b"}.get(value[:1].casefold()), "rank" in words
        colour = "w" if "white1" in words else "b" if "black1" in words else None
        return colour, "rank" in words

    def _time_control(self) -> tuple[Any, Any]:
        value, line = self.once.get("time_control", ("", 0))
        if not value:
            return None, None
        found = time_control(value)
        if found[0] is None:
            said = f"The encoded time control {value!r} is not of the form 5400+30 or 40/6000+30:900+30, in seconds."
            self.problems.append(problem("time_control_unreadable", said, "Write it so.", line, 5))
        return found

    def _dates(self) -> tuple[date | None, date | None]:
        readings = []
        for name in ("start", "end"):
            value, line = self.once.get(name, ("", 0))
            readings.append(trf_dates.reading(value))
            if value and not readings[-1].days:
                said = f"The {name} date {value!r} cannot be read."
                self.problems.append(problem("date_unreadable", said, "Write it as YYYY/MM/DD.", line, 5))
        first, last, doubtful = trf_dates.span(*readings)
        if doubtful:
            line = self.once.get("start", self.once.get("end", ("", 0)))[1]
            said = f"The dates of the event can be read in more than one order; {first} to {last} was taken."
            self.problems.append(problem("date_ambiguous", said, "Write them as YYYY/MM/DD.", line, 5))
        return first, last

    def _round_dates(self, start: date | None, end: date | None) -> tuple[date | None, ...]:
        texts: list[str] = []
        for text, line in self.round_lines:
            cut = trf_dates.in_columns(text)
            row = trf_dates.in_a_row(text)
            if (
                [one for one in cut if one] != row
                and row
                and not all(trf_dates.reading(one).days for one in cut if one)
            ):
                said = "The dates of the rounds do not stand in their columns; they were taken in the order they have."
                fix = "Write round 1 in columns 92 to 99, the next ten columns further, and so on."
                self.problems.append(problem("round_dates_columns", said, fix, line))
                cut = row
            elif not cut and row:
                cut = row
            texts += cut
        days, unreadable, alone = trf_dates.round_days(texts, start, end)
        line = self.round_lines[0][1] if self.round_lines else 0
        for number in unreadable:
            said = f"The date of round {number}, {texts[number - 1]!r}, cannot be read."
            self.problems.append(problem("date_unreadable", said, "Write it as YY/MM/DD.", line))
        if alone:
            numbers = ", ".join(map(str, alone))
            said = f"The dates of round(s) {numbers} lie in the event only in another order than that of the others."
            self.problems.append(problem("date_ambiguous", f"{said} They were read so.", "Write YY/MM/DD.", line))
        return tuple(days)
