"""Reads and checks a report that came from anywhere: always a process of its own, with limits on memory and time.

What is to be done comes on the standard input, the answer goes to the standard output, both as JSON; the bytes of the
files stand after the first line. Nothing is written anywhere, and no database is opened. A report that brings this
process down brings nothing else down.
"""

from __future__ import annotations

import io
import json
import sys
import zipfile
from dataclasses import replace
from datetime import date
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, NamedTuple

from arpad.documents.verdict import checked_report_data
from arpad.events.check.event import event_kind
from arpad.events.check.faulty import is_checkable
from arpad.events.checked_event import controls
from arpad.events.checked_report import CheckedReport
from arpad.events.facts import EventFacts, FactsRefusedError, fact_text, facts_from, given_facts
from arpad.events.intake import by_rulebook, facts_of, read_report, verdict_on, with_given
from arpad.events.package import BROKEN_ZIP, FACTS_FILE, FINDINGS_FILE, Package, is_package, packed
from arpad.events.questions import questions
from arpad.events.rating_lists import ListOfDay
from arpad.formats.trf.compare import report_differences
from arpad.formats.trf.text import MAX_BYTES
from arpad.model.bounded import MOST_IN_TOML
from arpad.model.meetings import meetings
from arpad.model.problems import ERROR, Problem, RefusedError
from arpad.model.rating_list import KindRating, Listed
from arpad.regulations.calendar import calendar, list_on
from arpad.regulations.rulebook import Rulebook
from arpad.storage.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arpad.events.intake import ReadReport
    from arpad.model.tournament import Entry, Tournament

LOOK, CHECK = DEEDS = ("look", "check")
"""What it is asked for: who plays, and when; or everything."""
MEMORY, SECONDS = 1_500_000_000, 60
"""So much memory and so much time of a processor it has."""
MOST_FILES = 50
"""So many files an upload has at most, those of a ZIP file among them."""
MOST_UNPACKED = 60_000_000
"""So many bytes an upload unfolds to at most."""
_REPORTS = (".trf", ".trfx", ".trf16", ".trf26", ".txt", ".frf", "")


class FileOfUpload(NamedTuple):
    """A file as it was sent, or as it was in a ZIP file that was."""

    name: str
    data: bytes


class Upload(NamedTuple):
    """An upload taken apart: the report, the facts that came with it, and everything else."""

    report: FileOfUpload
    facts: FileOfUpload | None
    others: tuple[FileOfUpload, ...]

    def package(self) -> Package:
        """Give report and facts as one package, as whoever reads reports reads it."""
        facts = None if self.facts is None else self.facts.data
        return Package(self.report.name, self.report.data, facts)


def upload_of(files: Sequence[FileOfUpload]) -> Upload:
    """Take an upload apart; refused where it holds no report, or several, or more than anybody sends."""
    flat: list[FileOfUpload] = []
    left = MOST_UNPACKED
    for file in files:
        flat += _unpacked(file, MOST_FILES - len(flat), left) if is_package(file.data) else [file]
        left = MOST_UNPACKED - sum(len(each.data) for each in flat)
        if len(flat) > MOST_FILES or left < 0:
            raise RefusedError.of(WORDS, "upload_unfolds", file.name, file=file.name, files=MOST_FILES)
    facts = [file for file in flat if file.name == FACTS_FILE or file.name.endswith(".toml")]
    beside = [file for file in flat if file in facts or file.name == FINDINGS_FILE]
    reports = [file for file in flat if file not in beside and _may_be_report(file)]
    if len(reports) > 1:
        reports = [file for file in reports if has_players(file.data)] or reports
    if not reports:
        raise RefusedError.of(WORDS, "no_report", "")
    if len(reports) > 1:
        raise RefusedError.of(WORDS, "several_reports", "", names=_names(reports))
    if len(facts) > 1:
        raise RefusedError.of(WORDS, "several_facts", "", names=_names(facts))
    others = tuple(file for file in flat if file not in (*reports, *facts))
    return Upload(reports[0], facts[0] if facts else None, others)


def _names(files: Sequence[FileOfUpload]) -> list[str]:
    """Give the names of the first few files."""
    return [file.name[:80] for file in files[:10]]


def has_players(data: bytes) -> bool:
    """Tell whether bytes have a line of a player, as every report has."""
    return data.startswith(b"001 ") or b"\n001 " in data or b"\r001 " in data


def _may_be_report(file: FileOfUpload) -> bool:
    return PurePosixPath(file.name).suffix.lower() in _REPORTS or has_players(file.data)


def _unpacked(file: FileOfUpload, most: int, left: int) -> list[FileOfUpload]:
    """Give the files of a ZIP file, no more of each than may be; a ZIP file within is left as it is."""
    try:
        with zipfile.ZipFile(io.BytesIO(file.data)) as archive:
            members = [member for member in archive.infolist() if not member.is_dir()]
            if len(members) > most or sum(member.file_size for member in members) > left:
                raise RefusedError.of(WORDS, "upload_unfolds", file.name, file=file.name, files=MOST_FILES)
            contents = []
            for member in members:
                data = archive.open(member).read(left + 1)
                left -= len(data)
                if left < 0:
                    raise RefusedError.of(WORDS, "upload_unfolds", file.name, file=file.name, files=MOST_FILES)
                contents.append(FileOfUpload(PurePosixPath(member.filename).name, data))
            return contents
    except BROKEN_ZIP as fault:
        why = str(fault) or type(fault).__name__
        raise RefusedError.of(WORDS, "upload_damaged", file.name, file=file.name, why=why) from fault


def answered(asked: Mapping[str, Any], files: Sequence[FileOfUpload], before: bytes | None) -> dict[str, Any]:
    """Do what is asked; whatever cannot be read is told in sentences, and nothing else is."""
    try:
        sent = upload_of(files)
        of_sender, refusals = _facts_sent(sent)
        facts = with_given(of_sender, facts_from(_with_days(asked.get("facts", {})), "record"))
        read = read_report(sent.report.name, sent.report.data[: MAX_BYTES + 1], facts)
        read = replace(read, facts=_of_report(read, of_sender, facts))
    except RefusedError as refused:
        return {"outcome": "refused", "problems": [_said(problem) for problem in refused.problems]}
    looked = _looked(read, asked)
    if asked["deed"] == LOOK:
        return {"outcome": "read", **looked}
    checked = _checked(read, refusals, asked)
    differences = [] if before is None else _differences(before, read.tournament)
    return {
        "outcome": "broken" if checked.is_broken else "checked",
        "report": {"name": sent.report.name, "others": [file.name for file in sent.others]},
        "verdict": checked_report_data(checked),
        "summary": checked.summary,
        "counted": checked.counted,
        "questions": _questions(checked, facts),
        "facts": {name: fact_text(value) for name, value in given_facts(read.facts).items()},
        "sent_facts": {name: fact_text(value) for name, value in given_facts(of_sender).items()},
        "games": _games(read.tournament),
        "differences": differences,
        **looked,
    }


def _facts_sent(sent: Upload) -> tuple[EventFacts, tuple[Problem, ...]]:
    """Read the facts that came with a report: those that are right, and what is wrong with the others."""
    if sent.facts is None:
        return EventFacts(), ()
    try:
        return facts_of(sent.facts.data[: MOST_IN_TOML + 1], sent.facts.name), ()
    except FactsRefusedError as fault:
        return fault.facts, tuple(fault.problems)
    except RefusedError as fault:
        return EventFacts(), tuple(fault.problems)


def _of_report(read: ReadReport, sent: EventFacts, facts: EventFacts) -> EventFacts:
    """Give the facts of a check: on which days it was played the report tells, where it does, and then its sender."""
    start = sent.start if sent.start is not None or read.tournament.start is not None else facts.start
    end = sent.end if sent.end is not None or read.tournament.end is not None else facts.end
    return replace(facts, start=start, end=end)


def _looked(read: ReadReport, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Give who plays, when, and by which list of which kind of chess."""
    read, edition = by_rulebook(read, _rulebook(asked))
    tournament, facts = read.tournament, read.facts
    start = facts.start or tournament.start
    kind, _ = event_kind(tournament, facts, controls(tournament, facts), start, edition)
    list_day = None if start is None else list_on(calendar(kind, name=edition), start)
    return {
        "event": {
            "name": tournament.name or "",
            "city": tournament.city or "",
            "federation": tournament.federation or "",
            "start": None if tournament.start is None else tournament.start.isoformat(),
            "end": None if tournament.end is None else tournament.end.isoformat(),
            "chief_arbiter": tournament.chief_arbiter or "",
            "system": tournament.system or "",
            "rounds": tournament.rounds,
        },
        "kind": kind,
        "list": None if list_day is None else list_day.isoformat(),
        "schedule": [None if day is None else day.isoformat() for day in tournament.round_dates],
        "players": [player_data(entry) for entry in tournament.by_number().values()],
    }


def player_data(entry: Entry) -> dict[str, Any]:
    """Give a player of a report as plain data."""
    born = entry.born
    return {
        "number": entry.number,
        "fide_id": entry.fide_id,
        "name": entry.name,
        "born": None
        if born is None
        else "-".join(f"{part:0{width}}" for part, width in ((born.year, 4), (born.month, 2), (born.day, 2)) if part),
        "sex": entry.sex,
        "federation": entry.federation,
        "title": entry.title,
        "rating": entry.rating,
        "line": entry.line,
    }


def _checked(read: ReadReport, refusals: tuple[Problem, ...], asked: Mapping[str, Any]) -> CheckedReport:
    """Check a report as `arpad check` does, as far as it can be."""
    verdict = None
    if is_checkable(read.faults):
        read, edition = by_rulebook(read, _rulebook(asked))
        lists = None if asked.get("listed") is None else _Given(asked["listed"])
        verdict = verdict_on(read, edition=edition, lists=lists)  # type: ignore[arg-type] # lists are asked for nothing but their day
    problems = tuple(problem for problem in read.problems if problem.severity != ERROR)
    return CheckedReport(read.name, verdict, read.faults, problems, (), refusals)


def _rulebook(asked: Mapping[str, Any]) -> Rulebook:
    """Give the law of the office: authority, its own edition, and since when there are monthly lists."""
    monthly = [date.fromisoformat(day) for day in asked["monthly"]]
    return Rulebook(asked["authority"], asked["edition"], monthly)


class _Given:
    """The list that the office handed over, for its day."""

    def __init__(self, listed: Mapping[str, Any]) -> None:
        self._of_day = list_of(date.fromisoformat(listed["day"]), listed["players"], listed["kinds"])
        self._of_day.federations |= set(listed["federations"])

    def on(self, day: date) -> ListOfDay | None:
        """Give the list of exactly that day."""
        return self._of_day if self._of_day.day == day else None


def list_of(day: date, rows: Sequence[Sequence[Any]], kinds: Sequence[str]) -> ListOfDay:
    """Give the list of a day as it was handed over: number, name, federation, sex, birth year, three ratings."""
    of_day = ListOfDay(day, kinds=set(kinds))
    players = [
        Listed(
            fide_id, name, federation, sex, standard=KindRating(standard), rapid=KindRating(rapid),
            blitz=KindRating(blitz), birth_year=year,
        )
        for fide_id, name, federation, sex, year, standard, rapid, blitz in rows
    ]  # fmt: skip
    of_day.put(players, tuple(kinds))
    of_day.federations |= {player.federation for player in players if player.federation}
    return of_day


def _questions(checked: CheckedReport, facts: EventFacts) -> list[dict[str, Any]]:
    if checked.verdict is None:
        return []
    return [
        {
            "fact": question.fact,
            "code": question.finding.code,
            "asks": question.finding.message,
            "meaning": question.meaning,
            "expected": question.expected,
            "decides": question.finding.decides,
        }
        for question in questions(checked.verdict, tuple(given_facts(facts)))
    ]


def _games(tournament: Tournament) -> list[list[Any]]:
    """Give every meeting: round, starting numbers, results."""
    return [
        [each.round, each.first, each.second, each.first_result, each.second_result] for each in meetings(tournament)
    ]


def _differences(before: bytes, tournament: Tournament) -> list[dict[str, Any]]:
    """Say what the report says otherwise than the one before it; of one that cannot be read any more, nothing."""
    try:
        earlier = read_report("before", before)
    except RefusedError:
        return []
    return [
        {name: value for name, value in each._asdict().items() if value not in {None, ""}}
        for each in report_differences(earlier.tournament, tournament)
    ]


def _with_days(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Read the days of facts, which JSON has as text."""
    return {name: date.fromisoformat(value["day"]) if _is_day(value) else value for name, value in facts.items()}


def _is_day(value: object) -> bool:
    return isinstance(value, dict) and set(value) == {"day"}


def _said(problem: Problem) -> dict[str, Any]:
    return {"code": problem.code, "message": problem.message}


def bare_report(files: Sequence[FileOfUpload]) -> bytes:
    """Give report and facts of an upload as one file, as it is checked and goes into a book."""
    package = upload_of(files).package()
    return package.report if package.facts is None else packed(package)


def limit(memory: int = MEMORY, seconds: int = SECONDS) -> None:
    """Take this process into its limits, where the machine has such."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 - not on every machine

    for what, most in ((resource.RLIMIT_AS, memory), (resource.RLIMIT_CPU, seconds), (resource.RLIMIT_FSIZE, 0)):
        _, hard = resource.getrlimit(what)
        now = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (now, now))


def main() -> int:
    """Read what is asked, and answer it."""
    limit()
    stream = sys.stdin.buffer
    asked = json.loads(stream.readline())
    files = [FileOfUpload(name, stream.read(size)) for name, size in asked["files"]]
    before = None if asked.get("before") is None else stream.read(asked["before"])
    answer = answered(asked, files, before)
    sys.stdout.write(json.dumps(answer, ensure_ascii=False, separators=(",", ":")))
    sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
