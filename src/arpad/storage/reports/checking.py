"""The check of a report that the office has: by the facts of the record, beside the office's own list; kept by hash.

What was checked with the same report, corrections, answers, record and list is not checked again.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Any

from django.db import transaction

import arpad
from arpad.events.facts import EventFacts
from arpad.events.rating_lists import ListOfDay
from arpad.events.verdict import DROPS, REFUSES, UNKNOWN, WARNING
from arpad.model.clock import now
from arpad.model.period import KINDS, Born
from arpad.model.problems import ERROR
from arpad.model.tournament import Entry, Tournament
from arpad.office.accept_report import ChecksOfReport
from arpad.office.answer_report import answers_after
from arpad.office.canonical import fingerprint
from arpad.office.event_dates import timing
from arpad.office.match_players import matched
from arpad.office.report_facts import facts_known, plain_facts
from arpad.storage.archived_files import REPORT, archive, name_files
from arpad.storage.models import EventEntry, LogEntry, NumberRequest, ReportCheck, ReportDelivery
from arpad.storage.queries.known_players import list_of_day, players_known
from arpad.storage.reports.reading import CHECKED, REFUSED, checked, handed_over, looked
from arpad.storage.reports.reading_child import FileOfUpload, upload_of
from arpad.storage.rulebooks import rulebook_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arpad.model.rating_list import Listed
    from arpad.office.event_case import EventCase
    from arpad.office.match_players import PlayerMatch
    from arpad.storage.models import RatingSystem, RegisteredEvent

_SINCE_REPORT = ("report.take_in", "report.answer", "report.correct")
WHOLE_WORLD = "FID"
"""Stands for all federations: the office's own list knows players of any."""


@dataclass(frozen=True)
class CheckedDelivery:
    """A report with what its check found."""

    document: Mapping[str, Any]
    """Everything that the check found, as it is kept in the archive."""
    mark: str = ""
    """The fingerprint of everything that it was made from."""
    row: ReportCheck | None = None

    @property
    def outcome(self) -> str:
        """What came of it: it could not be read, has faults, or was checked."""
        return str(self.document["outcome"])

    @property
    def players(self) -> frozenset[int]:
        """The numbers of everybody who is named in it."""
        return frozenset(each["fide_id"] for each in self.document.get("players", ()) if each["fide_id"])

    @property
    def ratings(self) -> tuple[int | None, ...]:
        """The ratings of all players as the report has them."""
        return tuple(each["rating"] for each in self.document.get("players", ()))

    @property
    def entries(self) -> list[Entry]:
        """The players."""
        return [entry_of(each) for each in self.document.get("players", ())]

    @property
    def findings(self) -> list[dict[str, Any]]:
        """What the check found, one by one."""
        findings: list[dict[str, Any]] = self.document.get("verdict", {}).get("findings", [])
        return findings


def files_of(delivery: ReportDelivery) -> list[FileOfUpload]:
    """Give the files of a delivery as they came."""
    return [FileOfUpload(name, archive().read(sha256)) for name, sha256, _ in delivery.files]


def files_to_check(delivery: ReportDelivery, mended: str) -> list[FileOfUpload]:
    """Give what is checked of a delivery: as it came, or the report with what was put right in it, and its facts."""
    files = files_of(delivery)
    if not mended:
        return files
    upload = upload_of(files)
    report = FileOfUpload(upload.report.name, archive().read(mended))
    return [report, *([] if upload.facts is None else [upload.facts])]


def since_report(event: int) -> list[LogEntry]:
    """Give the entries since the report came that put something right in it, or answered its questions."""
    numbers = _entries_of(event)
    entries = list(LogEntry.objects.filter(number__in=numbers, code__in=_SINCE_REPORT).order_by("number"))
    newest = max((place for place, entry in enumerate(entries) if entry.code == _SINCE_REPORT[0]), default=0)
    return [entry for entry in entries[newest:] if entry.code != _SINCE_REPORT[0]]


def _entries_of(event: int) -> list[int]:
    return list(EventEntry.objects.filter(event_id=event).values_list("entry", flat=True))


def answers_of(event: int) -> dict[str, Any]:
    """Give the answers that were given since the report came."""
    answers: dict[str, Any] = {}
    for entry in since_report(event):
        if entry.code == "report.answer":
            answers = answers_after(answers, entry.facts["answers"])
    return answers


def sure_of(event: int) -> frozenset[int]:
    """Give the players whose doubts were looked at since the report came."""
    numbers = (entry.facts["sure_of"] for entry in since_report(event) if entry.code == "report.correct")
    return frozenset(number for these in numbers for number in these)


def check(row: RegisteredEvent, case: EventCase, delivery: ReportDelivery) -> CheckedDelivery:
    """Check the report of an event as it is now, or give the check that was made of it; it is kept."""
    known = looked_at(row, case, delivery, answers_of(row.number))
    with transaction.atomic():
        return keep(delivery, known)


def looked_at(
    row: RegisteredEvent, case: EventCase, delivery: ReportDelivery, answers: Mapping[str, Any]
) -> CheckedDelivery:
    """Check a report, which need not be kept yet; what was checked so before is not checked again."""
    mended = "" if case.report is None else case.report.mended
    facts = facts_known(case, answers, EventFacts())
    asked: dict[str, Any] = {"facts": handed_over(plain_facts(facts)), **_law(row.rating_system)}
    mark = fingerprint(
        {
            "files": [[name, sha256] for name, sha256, _ in delivery.files],
            "before": delivery.before,
            "mended": mended,
            "asked": asked,
            "generation": row.rating_system.generation,
            "by": arpad.__version__,
        }
    )
    known = ReportCheck.objects.filter(delivery=delivery, asked=mark).first() if delivery.pk else None
    if known is not None:
        return CheckedDelivery(json.loads(archive().read(known.document)), mark, known)
    answer = answer_to(row.rating_system, files_to_check(delivery, mended), asked, _earlier(delivery))
    return CheckedDelivery(answer, mark)


def answer_to(
    system: RatingSystem, files: Sequence[FileOfUpload], asked: Mapping[str, Any], before: bytes | None = None
) -> dict[str, Any]:
    """Read a report in a process of its own, and check it beside the list of its first day."""
    look = looked(files, asked)
    if look["outcome"] == REFUSED:
        return look
    listed = None
    if look["list"] is not None and list_of_day(system, date.fromisoformat(look["list"])) is not None:
        day = date.fromisoformat(look["list"])
        known = players_known(system, [entry_of(each) for each in look["players"]], day)
        listed = {"day": look["list"], "kinds": list(KINDS), "players": [_row(each) for each in known]}
        listed["federations"] = sorted({WHOLE_WORLD, *(each.federation for each in known if each.federation)})
    return checked(files, {**asked, "listed": listed}, before)


def keep(delivery: ReportDelivery, known: CheckedDelivery) -> CheckedDelivery:
    """Keep what a check found, within the transaction that is open; what is kept already stays."""
    if known.row is not None:
        return known
    answer = known.document
    document = archive().put(json.dumps(answer, ensure_ascii=False, sort_keys=True).encode())
    name_files([(document, REPORT)])
    verdict = answer.get("verdict", {})
    findings = verdict.get("findings", [])
    faults = [each for each in verdict.get("problems", []) if each["severity"] == ERROR]
    values = {
        "document": document.sha256,
        "outcome": known.outcome,
        "rateable": verdict.get("rateable", ""),
        "errors": len(faults) + sum(each["severity"] == REFUSES for each in findings) + len(answer.get("problems", ())),
        "warnings": sum(each["severity"] in {DROPS, WARNING} for each in findings),
        "questions": sum(each["severity"] == UNKNOWN and bool(each["decides"]) for each in findings),
        "players": len(answer.get("players", ())),
        "at": now(),
    }
    row, _ = ReportCheck.objects.get_or_create(delivery=delivery, asked=known.mark, defaults=values)
    return replace(known, row=row)


def checks_of(row: RegisteredEvent, case: EventCase, check_of: CheckedDelivery) -> ChecksOfReport:
    """Give what the checks of a report came to, as whoever accepts it has to know it."""
    answer, findings = check_of.document, check_of.findings
    refusing = [each["code"] for each in findings if each["severity"] == REFUSES]
    if check_of.outcome != CHECKED:
        refusing += [each["code"] for each in answer.get("problems", answer.get("verdict", {}).get("problems", ()))]
    open_questions = [each["code"] for each in findings if each["severity"] == UNKNOWN and each["decides"]]
    asked = _without_number(row, answer)
    report, kind = case.report, answer.get("kind") or KINDS[0]
    if report is None or case.values.get("end") is None:
        return ChecksOfReport(refusing, open_questions, asked)
    days = rulebook_of(row.rating_system).calendar(kind, case.values["end"])
    timed = timing(case, days, report.received_on, report.arbiter_sent_on, case.part_days)
    return ChecksOfReport(
        refusing, open_questions, asked, timed.list, timed.misses_last_list, timed.closing, timed.first_list
    )


def still_without_number(row: RegisteredEvent, case: EventCase) -> int:
    """Count the players of an event's report as it is now who need a number; nothing is sent on while one does."""
    deliveries = ReportDelivery.objects.filter(event=row, state=ReportDelivery.TAKEN_IN).order_by("taken_entry")
    delivery = deliveries.last()
    return 0 if delivery is None else _without_number(row, check(row, case, delivery).document)


def _without_number(row: RegisteredEvent, answer: Mapping[str, Any]) -> int:
    """Give how many players still need a number: who is asked for, and who has none and was never asked for."""
    states = dict(NumberRequest.objects.filter(event=row).order_by("number").values_list("player", "state"))
    none_yet = {each["number"] for each in answer.get("players", ()) if not each["fide_id"]} - states.keys()
    return len(none_yet) + sum(state == NumberRequest.OPEN for state in states.values())


def matches_of(row: RegisteredEvent, check_of: CheckedDelivery) -> list[PlayerMatch]:
    """Give how the players of a report stand beside those whom the office knows, with who may be meant."""
    kind = check_of.document.get("kind") or KINDS[0]
    tournament = Tournament(entries=tuple(check_of.entries))
    list_day = check_of.document.get("list")
    day = None if list_day is None else date.fromisoformat(list_day)
    known = list_known(players_known(row.rating_system, tournament.entries, day), day or now().date())
    return matched(tournament, known, kind, sure_of(row.number))


def list_known(players: Sequence[Listed], day: date) -> ListOfDay:
    """Give players whom the office knows as the list of a day."""
    known = ListOfDay(day, kinds=set(KINDS), federations={WHOLE_WORLD, ""})
    known.put(players, KINDS)
    known.federations |= {each.federation for each in players}
    return known


def entry_of(player: Mapping[str, Any]) -> Entry:
    """Read a player as the check wrote it down."""
    born = player["born"]
    return Entry(
        player["number"], player["name"], (), player["sex"], player["title"], player["rating"], player["federation"],
        player["fide_id"], None if born is None else Born.of(born), line=player["line"],
    )  # fmt: skip


def _law(system: RatingSystem) -> dict[str, Any]:
    rulebook = rulebook_of(system)
    return {
        "authority": rulebook.authority,
        "edition": None if rulebook.edition is None else str(rulebook.edition),
        "monthly": [day.isoformat() for day in rulebook.monthly],
    }


def _earlier(delivery: ReportDelivery) -> bytes | None:
    """Give the report that the office had before this one; None where it is the first, or cannot be read any more."""
    if not delivery.before:
        return None
    of_event = ReportDelivery.objects.filter(event_id=delivery.event_id, sha256=delivery.before)
    earlier = of_event.order_by("number").last()
    if earlier is None:
        return None
    checks = ReportCheck.objects.filter(delivery=earlier).order_by("number")
    last = checks.last()
    if last is None or last.outcome == REFUSED:
        return None
    return upload_of(files_of(earlier)).report.data


def _row(listed: Listed) -> list[Any]:
    ratings = [listed.standard.rating, listed.rapid.rating, listed.blitz.rating]
    return [listed.fide_id, listed.name, listed.federation, listed.sex, listed.birth_year, *ratings]
