"""Reading a tournament report: bytes in, a tournament and all problems out. Nothing lost, nothing guessed in silence.

Lines that are no records are comments. Unknown records stay in the text, which can be written again as it was.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from arpad.formats.trf import dates as trf_dates
from arpad.formats.trf import records as trf_records
from arpad.formats.trf.checks import checked
from arpad.formats.trf.players import LETTER, MAX_ROUNDS, SIGN, in_letters, player, points
from arpad.formats.trf.problems import LENIENT, problem, under
from arpad.formats.trf.text import MAX_PLAYERS, TrfText, text_of
from arpad.formats.trf.time import time_control
from arpad.model.problems import ERROR
from arpad.model.tournament import Entry, Tournament

if TYPE_CHECKING:
    from datetime import date

    from arpad.model.problems import FileProblem

TRF06, TRF16, TRF26 = VERSIONS = ("trf06", "trf16", "trf26")
MAX_PROBLEMS = 100_000
"""More than this nobody reads; a report in which every player has ten is still told in full."""

_AFTER_CODE = frozenset((" ", "\t", ""))
_COUNT = re.compile(r"\d{1,6}", re.ASCII)
_NO_BLANK = re.compile(r"001\d{1,4} [ mwfMWF]")
_CODE = re.compile(r"[0-9A-Z]{3}(?: |$)")
_LIKE_PLAYER = re.compile(r"\d{3} [ \d]{3}\d [ \w].{4,}(?:\d[.,]\d |[wb] [1=0+\-] *$)")
_OF_2026 = frozenset(
    (
        "152", "162", "172", "182", "192", "202", "212", "222", "240", "250", "260", "299", "300", "310", "320", "330",
        "352", "362",
    )
)  # fmt: skip


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
        return not any(
            file_problem.code in {"not_a_trf", "too_large", "too_many_players"} for file_problem in self.problems
        )

    @property
    def unread_dates(self) -> bool:
        """True where a date could not be read, so that its record must stay as it was."""
        return any(file_problem.code == "date_unreadable" for file_problem in self.problems)

    @property
    def has_errors(self) -> bool:
        """True where something is wrong that the profile does not let pass."""
        return any(file_problem.severity == ERROR for file_problem in self.problems)


def read_trf(data: bytes, *, profile: str = LENIENT, encoding: str | None = None) -> TrfReport:
    """Read a tournament report; any bytes give a report."""
    text = text_of(data, encoding)
    collected = _Collected()
    collected.problems.extend(text.problems)
    refused = text.refused
    too_long = {file_problem.line for file_problem in text.problems if file_problem.code == "line_too_long"}
    is_readable = all(file_problem.code != "bytes_undecodable" for file_problem in text.problems)
    for line in text.lines:
        if line.number not in too_long:
            collected.take(line.text if is_readable else text.readable(line), line.number)
        if len(collected.entries) > MAX_PLAYERS:
            collected.problems.append(problem("too_many_players", line.number, most=MAX_PLAYERS))
            collected.entries.clear()
            refused = True
            break
        if len(collected.problems) > MAX_PROBLEMS:
            break
    if not collected.records and not refused:
        collected.problems.append(problem("not_a_trf"))
        refused = True
    tournament = collected.tournament()
    problems, version = collected.problems, collected.version()
    if not refused:
        problems.extend(
            islice(checked(tournament, profile, collected.seen, is_of_2026=version == TRF26), MAX_PROBLEMS + 1)
        )
    if len(problems) > MAX_PROBLEMS:
        last = problems[MAX_PROBLEMS - 1].line
        problems[MAX_PROBLEMS:] = [problem("too_many_problems", last, most=MAX_PROBLEMS, last=last)]
    in_order = sorted(under(problems, profile), key=lambda file_problem: file_problem.order)
    return TrfReport(tournament, tuple(in_order), text, version, profile)


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
        self.data_lines: dict[int, int] = {}
        self.signs: list[int] = []
        """The lines of players with byes that are written as results."""
        self.letters = False
        self.colours: list[str] = []
        self.rounds: int | None = None
        self.seen: dict[str, int] = {}
        """The line of each record of the header."""

    def version(self) -> str:
        """Give the version in which the report is written, by what only that version has."""
        if self.records & _OF_2026:
            return TRF26
        return TRF16 if self.letters or "142" in self.records else TRF06

    def take(self, text: str, line: int) -> None:
        code = text[:3]
        if text[3:4] not in _AFTER_CODE:
            self._other(text, line)
        elif code == "001":
            self._player(text, line)
        elif code in trf_records.KNOWN:
            self.records.add(code)
            self.seen.setdefault(code, line)
            self._record(code, text, line)
        else:
            self._other(text, line)

    def _player(self, text: str, line: int) -> None:
        self.records.add("001")
        entry, special = player(text, line, self.problems)
        if entry is not None:
            self.entries.append(entry)
        if special:
            self.letters = self.letters or LETTER in special
            if SIGN in special:
                self.signs.append(line)

    def _other(self, text: str, line: int) -> None:
        bare = text.lstrip()
        if trf_records.is_national(text):
            self.records.add("NRS")
            self.parts["national"].append(trf_records.national(text, line, self.problems))
        elif text[:3] in {"001", "012"} and text[3:4] == "|":
            if "vega_file" not in self.seen:
                self.seen["vega_file"] = line
                self.problems.append(problem("vega_file", line))
        elif bare is not text and bare[:4] in {"001 ", "012 ", "022 ", "042 ", "052 "}:
            moved = len(text) - len(bare)
            self.problems.append(problem("misaligned", line, 1, says="begins", mends="fix_blanks", begins=moved + 1))
            self.take(bare, line)
        elif _NO_BLANK.match(text):
            self._player(text, line)
        elif _LIKE_PLAYER.match(text):
            self.problems.append(problem("unknown_record_like_player", line, 1, record=text[:3]))
        elif _CODE.match(text) and (len(set(text[:3])) > 1 or not text[:3].isalpha()):  # DDD is a ruler
            self.problems.append(problem("unknown_record", line, 1, record=text[:3]))

    def _record(self, code: str, text: str, line: int) -> None:
        value = text[4:].strip()
        if code in trf_records.ONCE:
            self._once(code, value, line)
        elif code == "112":
            self.deputies.append(value)
        elif code == "132":
            self.round_lines.append((text, line))
        elif code in {"013", "310"}:
            team = (trf_records.team_2006 if code == "013" else trf_records.team_2026)(text, line, self.problems)
            self._part("teams", team, text, line)
        elif code in trf_records.LISTS:
            self._part("records", trf_records.list_record(text, line), text, line)
        elif code in {"162", "362", "XXS"}:
            scoring = trf_records.scoring(code, value)
            self.parts["match" if code == "362" else "scoring"].extend(scoring or ())
            if scoring is None:
                self._part("records", None, text, line)
        else:
            self._extension(code, value, text, line)

    def _once(self, code: str, value: str, line: int) -> None:
        name = trf_records.ONCE[code]
        known = self.once.get(name)
        if known is None or (not known[0] and value):
            self.once[name] = (value, line)
        elif value and value != known[0]:
            self.problems.append(problem("record_twice", line, record=code, text=value[:60], first=known[0][:60]))

    def _part(self, kind: str, part: object, text: str, line: int) -> None:
        if part is not None:
            self.parts[kind].append(part)
        elif text[4:].strip():
            self.problems.append(problem("record_unreadable", line, record=text[:3]))

    def _extension(self, code: str, value: str, text: str, line: int) -> None:
        words = value.split()
        readable = True
        if code == "XXR":
            readable = len(words) == 1 and _COUNT.fullmatch(value) is not None
            self.rounds = int(value) if readable else self.rounds
        elif code == "XXC":
            readable = {word.casefold() for word in words} <= {"rank", "white1", "black1"}
            self.colours += value.casefold().split()
        elif code == "XXZ":
            readable = all(map(_COUNT.fullmatch, words))
            self.absent.extend(int(word) for word in words if _COUNT.fullmatch(word))
        elif code == "DAT":
            number, _, rest = value.partition(" ")
            kind, _, what = rest.strip().partition(" ")
            readable = _COUNT.fullmatch(number) is not None
            if readable:
                self.data.setdefault(int(number), []).append((kind, what.strip()))
                self.data_lines.setdefault(int(number), line)
        else:
            readable = not code.startswith("BB") or points(value) is not None
            self.extra.append((code, text[4:].rstrip()))
        if not readable:
            self._part("records", None, text, line)

    def tournament(self) -> Tournament:
        """Put everything together; the dates last, for they decide about each other."""
        start, end = self._dates()
        facts: dict[str, Any] = {name: value or None for name, (value, _) in self.once.items()}
        for name in trf_records.COUNTS:
            facts[name] = self._count(name)
        facts["rounds_said"] = self._rounds_said(facts["rounds_said"])
        for name in ("tie_breaks", "standings"):
            facts[name] = tuple(part.strip() for part in (facts.get(name) or "").split(",") if part.strip())
        white, black = self._time_control()
        colour, by_rank = self._colour(facts.get("initial_colour"))
        facts |= {"start": start, "end": end, "time_control": white, "time_control_black": black}
        facts |= {"initial_colour": colour, "pair_by_rank": by_rank}
        return Tournament(
            **facts,
            deputies=tuple(deputy for deputy in self.deputies if deputy),
            round_dates=self._round_dates(start, end),
            scoring=tuple(self.parts["scoring"]),
            match_scoring=tuple(self.parts["match"]),
            entries=tuple(self._entries()),
            teams=tuple(self.parts["teams"]),
            national=tuple(self.parts["national"]),
            records=tuple(self.parts["records"]),
            absent=tuple(self.absent),
            extra=tuple(self.extra),
        )

    def _entries(self) -> list[Entry]:
        """Give the players, with the data of programs, and with byes in letters where they are written as results."""
        entries = self.entries
        if self.signs:
            teams = bool(self.parts["teams"])
            self.problems.append(problem("bye_of_2006", self.signs[0], count=len(self.signs), teams=teams))
            if not teams:
                lines = set(self.signs)
                entries = [in_letters(entry) if entry.line in lines else entry for entry in entries]
        if self.data:
            entries = [replace(entry, data=tuple(self.data.get(entry.number, ()))) for entry in entries]
            for number in sorted(self.data.keys() - {entry.number for entry in entries}):
                self.problems.append(problem("program_data_unlinked", self.data_lines[number], 5, number=number))
        return entries

    def _rounds_said(self, stated: int | None) -> int | None:
        """Give the number of rounds, from 142 or the extension XXR; more than a report can hold is refused."""
        rounds = stated or self.rounds
        if rounds is not None and rounds > MAX_ROUNDS:
            line = self.seen.get("142", self.seen.get("XXR"))
            self.problems.append(problem("too_many_rounds", line, 5, rounds=rounds, most=MAX_ROUNDS))
            return None
        return rounds

    def _count(self, name: str) -> int | None:
        value, line = self.once.get(name, ("", 0))
        match = re.match(r"\d{1,6}(?!\d)", value, re.ASCII)
        if value and not match:
            self.problems.append(problem("count_unreadable", line, text=value[:40]))
        return int(match.group()) if match else None

    def _colour(self, value: str | None) -> tuple[str | None, bool]:
        """Give the first colour and whether pairing goes by rank, from 152 or the extension XXC."""
        words = self.colours
        if value:
            colour = {"w": "w", "b": "b"}.get(value[:1].casefold())
            if colour is None:
                self._part("records", None, f"152 {value}", self.seen["152"])
            return colour, "rank" in words
        colour = "w" if "white1" in words else "b" if "black1" in words else None
        return colour, "rank" in words

    def _time_control(self) -> tuple[Any, Any]:
        value, line = self.once.get("time_control", ("", 0))
        if not value:
            return None, None
        controls = time_control(value)
        if controls[0] is None:
            self.problems.append(problem("time_control_unreadable", line, 5, text=value[:60]))
        return controls

    def _dates(self) -> tuple[date | None, date | None]:
        readings = []
        for name in ("start", "end"):
            value, line = self.once.get(name, ("", 0))
            readings.append(trf_dates.reading(value))
            if value and not readings[-1].days:
                self.problems.append(problem("date_unreadable", line, 5, says=name, which=name, text=value[:60]))
        first, last, doubtful = trf_dates.span(*readings)
        if doubtful:
            line = self.once.get("start", self.once.get("end", ("", 0)))[1]
            event = problem("date_ambiguous", line, 5, says="event", mends="fix_event", first=first, last=last)
            self.problems.append(event)
        return first, last

    def _round_dates(self, start: date | None, end: date | None) -> tuple[date | None, ...]:
        texts: list[str] = []
        for text, line in self.round_lines:
            more, moved = trf_dates.round_texts(text)
            if moved != 0:
                says = "in_order" if moved is None else "moved"
                facts: dict[str, Any] = {"columns": abs(moved or 0), "right": (moved or 0) > 0}
                self.problems.append(problem("round_dates_columns", line, says=says, **facts))
            known = len(texts)
            # A second record goes on where the first ended, or stands in the columns of its own rounds.
            goes_on = known and not any(more[:known]) and any(more)
            texts += more[known:] if goes_on else more
        if len(texts) > MAX_ROUNDS:
            texts = texts[:MAX_ROUNDS]
        chosen = trf_dates.round_days(texts, start, end)
        line = self.round_lines[0][1] if self.round_lines else 0
        for number in chosen.unreadable:
            text = texts[number - 1]
            unreadable = problem("date_unreadable", line, says="round", mends="fix_round", round=number, text=text)
            self.problems.append(unreadable)
        if chosen.doubtful:
            order, within = list(chosen.order), bool(start or end)
            self.problems.append(problem("date_ambiguous", line, says="rounds", order=order, within=within))
        elif chosen.alone:
            self.problems.append(problem("date_ambiguous", line, says="some_rounds", rounds=chosen.alone))
        return chosen.days
