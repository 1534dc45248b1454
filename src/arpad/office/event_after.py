"""An event after an entry of the log: one function, by which a deed is carried out and by which the log is followed.

It takes what stands in the log and nothing else, so that what is kept of an event is what the log tells. Personal
values that stand beside the log, such as who is expected, are laid over it by whoever has them.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from arpad.office.approvals import Approval
from arpad.office.event_case import RefusalOnRecord, ReportInHand
from arpad.office.registration_facts import BESIDE, amended, given, last_moment, values_read
from arpad.office.stages import AWAITED, FIDE_REFUSED, RECEIVED, RETURNED

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from arpad.office.event_case import EventCase
    from arpad.office.log import LogRecord
    from arpad.regulations.edition import Edition

    LawNamed = Callable[[str, str, date], Edition]
    """Gives an edition by its id, for a kind of chess, as it stands on a day."""


def after(case: EventCase, entry: LogRecord, law_named: LawNamed, beside: Mapping[str, Any] | None = None) -> EventCase:
    """Give an event after an entry of the log.

    `beside` are personal facts, and the `players` and `ratings` of a report, which follow from its bytes.
    """
    facts = entry.facts
    stage = facts["next"]
    since = case.since if stage == case.stage and case.since is not None else _since(case, entry)
    came = replace(case, stage=stage, since=since, book_event=facts.get("book_event", case.book_event))
    if stage == RECEIVED:
        came = replace(came, accepted="")
    if stage != RETURNED:
        came = replace(came, returned_until=None)
    change = _CHANGES.get(entry.code)
    return came if change is None else change(came, entry, law_named, beside or {})


def _since(case: EventCase, entry: LogRecord) -> datetime:
    """Give since when an event is at another stage: a letter that asks for its report leaves that to the last day."""
    over = last_moment(case.own_days) if entry.code == "letter.remind" and entry.facts["next"] == AWAITED else None
    return over or entry.at


def _values(facts: Mapping[str, Any], beside: Mapping[str, Any]) -> dict[str, Any]:
    """Give facts of an entry, with those that stand beside the log in their place."""
    values = values_read(facts)
    return values | {name: beside[name] for name in BESIDE if name in values and name in beside}


def _law(case: EventCase, facts: Mapping[str, Any], law_named: LawNamed) -> Edition:
    values = case.values
    return law_named(facts["edition"], values.get("kind", ""), values["start"]) if "edition" in facts else case.law


def _registered_at(case: EventCase, facts: Mapping[str, Any]) -> datetime | None:
    if "registered_at" not in facts:
        return case.registered_at
    text = facts["registered_at"]
    return None if text is None else datetime.fromisoformat(text)


def _registered(case: EventCase, entry: LogRecord, law_named: LawNamed, beside: Mapping[str, Any]) -> EventCase:
    facts = entry.facts
    known = given(_values(facts["facts"], beside), entry.by, entry.at)
    case = replace(case, facts=known, federation=facts["federation"], registered_at=_registered_at(case, facts))
    return replace(case, law=_law(case, facts, law_named))


def _taken_up(case: EventCase, entry: LogRecord, _law_named: LawNamed, _beside: Mapping[str, Any]) -> EventCase:
    return replace(case, registered_at=_registered_at(case, entry.facts))


def _amended(case: EventCase, entry: LogRecord, law_named: LawNamed, beside: Mapping[str, Any]) -> EventCase:
    facts = entry.facts
    changes = _values(facts["facts"], beside) | dict.fromkeys(facts["taken_back"])
    case = replace(case, facts=amended(case.facts, changes, entry.by, entry.at))
    return replace(case, registered_at=_registered_at(case, facts), law=_law(case, facts, law_named))


def _cut_short(case: EventCase, entry: LogRecord, _law_named: LawNamed, _beside: Mapping[str, Any]) -> EventCase:
    last = date.fromisoformat(entry.facts["last_day"])
    return replace(case, facts=amended(case.facts, {"end": last}, entry.by, entry.at))


def _noted(case: EventCase, entry: LogRecord, law_named: LawNamed, _beside: Mapping[str, Any]) -> EventCase:
    facts = entry.facts
    known = values_read({name: facts[name] for name in ("name", "start", "end")})
    noted = {name: facts[name] for name in ("known_from", "announced_unrated", "is_owed")}
    case = replace(case, facts=given(known, entry.by, entry.at), federation=facts["federation"], noted=noted)
    return replace(case, law=_law(case, facts, law_named))


def _asked(case: EventCase, entry: LogRecord, _law_named: LawNamed, _beside: Mapping[str, Any]) -> EventCase:
    return replace(case, asked={**case.asked, entry.facts["what"]: entry.by})


def _approved(case: EventCase, entry: LogRecord, _law_named: LawNamed, _beside: Mapping[str, Any]) -> EventCase:
    facts = entry.facts
    approval = Approval(
        facts["what"],
        facts["body"],
        facts["is_granted"],
        date.fromisoformat(facts["decided_on"]),
        facts["document"],
        facts["consulted"],
        entry.cites,
        facts["condition"],
    )
    return replace(case, approvals=(*case.approvals, approval))


def _received(case: EventCase, entry: LogRecord, _law_named: LawNamed, beside: Mapping[str, Any]) -> EventCase:
    facts = entry.facts
    sent = facts["arbiter_sent_on"]
    report = ReportInHand(
        facts["sha256"],
        date.fromisoformat(facts["received_on"]),
        None if sent is None else date.fromisoformat(sent),
        frozenset(beside.get("players", ())),
        tuple(beside.get("ratings", ())),
        facts["is_from_federation"],
    )
    # Another report is looked at as any other, whatever was decided about the one before.
    refusal = case.refusal if case.refusal is None else replace(case.refusal, is_lifted=False)
    return replace(case, report=report, refusal=refusal)


def _report_with(case: EventCase, **values: Any) -> EventCase:  # noqa: ANN401 - parts of a report in hand
    return case if case.report is None else replace(case, report=replace(case.report, **values))


def _corrected(case: EventCase, entry: LogRecord, _law_named: LawNamed, beside: Mapping[str, Any]) -> EventCase:
    mended = entry.facts["mended"]
    if not mended:
        return case
    players = {"players": frozenset(beside["players"])} if "players" in beside else {}
    return _report_with(case, mended=mended, **players)


def _questions_answered(
    case: EventCase, entry: LogRecord, _law_named: LawNamed, _beside: Mapping[str, Any]
) -> EventCase:
    return _report_with(case, answers=entry.facts["fingerprint"])


def _returned(case: EventCase, entry: LogRecord, _law_named: LawNamed, _beside: Mapping[str, Any]) -> EventCase:
    return replace(case, returned_until=date.fromisoformat(entry.facts["until"]), accepted="")


def _accepted(case: EventCase, entry: LogRecord, _law_named: LawNamed, _beside: Mapping[str, Any]) -> EventCase:
    return replace(case, accepted=entry.facts["fingerprint"])


def _refused(case: EventCase, entry: LogRecord, _law_named: LawNamed, _beside: Mapping[str, Any]) -> EventCase:
    facts = entry.facts
    until = facts["appeal_until"]
    refusal = RefusalOnRecord(
        entry.by,
        date.fromisoformat(facts["decided_on"]),
        date.fromisoformat(facts["told_on"]),
        facts["appeal_to"],
        facts["appeal_by"],
        None if until is None else date.fromisoformat(until),
    )
    return replace(case, refusal=refusal, accepted="")


def _appeal_decided(case: EventCase, entry: LogRecord, law_named: LawNamed, beside: Mapping[str, Any]) -> EventCase:
    if not entry.facts["is_allowed"] or case.refusal is None:
        return case
    return _accepted(replace(case, refusal=replace(case.refusal, is_lifted=True)), entry, law_named, beside)


def _with_code(case: EventCase, entry: LogRecord, _law_named: LawNamed, _beside: Mapping[str, Any]) -> EventCase:
    return replace(case, fide_code=entry.facts["fide_code"] or case.fide_code)


def _answered(case: EventCase, entry: LogRecord, law_named: LawNamed, beside: Mapping[str, Any]) -> EventCase:
    case = _with_code(case, entry, law_named, beside)
    return _refused(case, entry, law_named, beside) if entry.facts["answer"] == FIDE_REFUSED else case


def _listed(case: EventCase, entry: LogRecord, _law_named: LawNamed, _beside: Mapping[str, Any]) -> EventCase:
    return replace(case, fide_list=date.fromisoformat(entry.facts["list"]))


_CHANGES: dict[str, Callable[[EventCase, LogRecord, LawNamed, Mapping[str, Any]], EventCase]] = {
    "event.register": _registered,
    "event.take_up": _taken_up,
    "event.amend": _amended,
    "event.cut_short": _cut_short,
    "event.note_unregistered": _noted,
    "approval.ask": _asked,
    "approval.record": _approved,
    "report.take_in": _received,
    "report.correct": _corrected,
    "report.give_number": _corrected,
    "report.answer": _questions_answered,
    "report.return": _returned,
    "report.accept": _accepted,
    "report.refuse": _refused,
    "appeal.decide": _appeal_decided,
    "fide.send_registration": _with_code,
    "fide.answer_registration": _with_code,
    "fide.send": _with_code,
    "fide.answer": _answered,
    "fide.note_list": _listed,
}
"""What a deed changes besides the stage; the others change that alone."""
