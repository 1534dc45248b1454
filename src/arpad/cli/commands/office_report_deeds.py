"""The deeds of `arpad office report`: each with what it is asked with, and the deed of the office that does it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arpad.cli.answer import Answer
from arpad.cli.office_act import act_of, add_act, add_letter, letter_of, papers_of
from arpad.cli.office_outcome import outcome_answer
from arpad.cli.options import day, whole
from arpad.cli.wording import WORDS
from arpad.documents.schema import InputError
from arpad.model.bounded import MOST_IN_RECORD, read_whole

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from arpad.cli.office_session import Session
    from arpad.storage.deeds.asking import DeedOutcome
    from arpad.storage.events.carrying_out import Along

_RESULT = re.compile(r"(\d+):(\d+)-(\d+)=([10=+-]-[10=+-])")
_PLACE = re.compile(r"(\d+)\.([a-z_]+)=(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class ReportDeed:
    """A deed about a report at the command line."""

    summary: str
    options: Callable[[argparse.ArgumentParser], None]
    do: Callable[[argparse.Namespace, Session, Along], DeedOutcome]
    about: str = "event"
    """What its first argument is the number of; empty where it has none."""
    has_letter: bool = False
    """True where a letter tells of it."""


def add_deed(part: argparse.ArgumentParser, deed: ReportDeed) -> None:
    """Say what a deed takes."""
    if deed.about:
        part.add_argument(deed.about, metavar=deed.about.upper(), type=whole, help=f"the number of the {deed.about}")
    deed.options(part)
    add_act(part)
    if deed.has_letter:
        add_letter(part)


def done(given: argparse.Namespace, now_in: Session) -> Answer:
    """Do a deed, with its papers in the archive."""
    from arpad.storage.events.carrying_out import Along  # noqa: PLC0415 - needs an office that is open

    papers = papers_of(given)
    if given.part == "link":
        return _linked(given, now_in, Along(now_in.origin, papers=papers))
    along = Along(now_in.origin, papers=papers, letter=letter_of(given))
    outcome = DEEDS[given.part].do(given, now_in, along)
    answer = outcome_answer(outcome, given, now_in)
    facts = {} if outcome.decision is None else outcome.decision.facts
    return Answer({**answer.data, "event": facts.get("event", 0)}, answer.text)


def _nothing(part: argparse.ArgumentParser) -> None:
    del part


def _arrival(part: argparse.ArgumentParser) -> None:
    part.add_argument("--received", type=day, metavar="DATE", help="when the office got it; today if not given")
    part.add_argument("--arbiter-sent", type=day, metavar="DATE", help="when the arbiter sent it to the officer")
    part.add_argument("--sent-by", default="", metavar="WHO", help="chief_arbiter, organiser, officer or other")
    part.add_argument(
        "--not-from-federation", action="store_true", help="the office has it from somewhere else than the federation"
    )


def _files(part: argparse.ArgumentParser) -> None:
    part.add_argument("files", metavar="FILE", nargs="+", help="the report, the facts beside it, a package, or a ZIP")
    _arrival(part)


def _taking(given: argparse.Namespace) -> Any:  # noqa: ANN401 - a request
    from arpad.office.take_in_report import TakeInReport  # noqa: PLC0415 - needs an office that is open
    from arpad.storage.deeds.lists import office_day  # noqa: PLC0415 - the same

    return TakeInReport(
        sha256="",
        received_on=given.received or office_day(),
        arbiter_sent_on=given.arbiter_sent,
        sent_by=given.sent_by,
        is_from_federation=not given.not_from_federation,
        **act_of(given),
    )


def _take_in(given: argparse.Namespace, now_in: Session, along: Along) -> DeedOutcome:
    from arpad.storage.deeds.reports import take_in  # noqa: PLC0415 - needs an office that is open
    from arpad.storage.reports.reading_child import FileOfUpload  # noqa: PLC0415 - the same

    files = [FileOfUpload(Path(name).name, read_whole(Path(name), MOST_IN_RECORD)) for name in given.files]
    return take_in(now_in.person, given.event, files, _taking(given), along)


def _take_in_upload(given: argparse.Namespace, now_in: Session, along: Along) -> DeedOutcome:
    from arpad.storage.deeds.reports import take_in_upload  # noqa: PLC0415 - needs an office that is open

    return take_in_upload(now_in.person, given.upload, _taking(given), along)


def _aside(part: argparse.ArgumentParser) -> None:
    part.add_argument("federation", metavar="FED", help="of which federation's events")
    part.add_argument("uploads", metavar="UPLOAD", type=whole, nargs="+", help="the numbers of uploads")


def _set_aside(given: argparse.Namespace, now_in: Session, along: Along) -> DeedOutcome:
    from arpad.office.uploads import SetAside  # noqa: PLC0415 - needs an office that is open
    from arpad.storage.deeds.reports import set_aside  # noqa: PLC0415 - the same

    return set_aside(now_in.person, given.federation, SetAside(given.uploads, given.why), along.origin)


def _answers(part: argparse.ArgumentParser) -> None:
    part.add_argument(
        "--set", dest="pairs", action="append", default=[], metavar="NAME=VALUE", help="a fact, as TOML has it"
    )
    part.add_argument("--take-back", action="append", default=[], metavar="NAME", help="an answer that no longer holds")


def _answer(given: argparse.Namespace, now_in: Session, along: Along) -> DeedOutcome:
    from arpad.events.facts import read_facts  # noqa: PLC0415 - only here
    from arpad.office.answer_report import AnswerReport  # noqa: PLC0415 - needs an office that is open
    from arpad.office.report_facts import plain_facts  # noqa: PLC0415 - the same
    from arpad.storage.deeds.report_corrections import answer  # noqa: PLC0415 - the same

    facts = plain_facts(read_facts("\n".join(given.pairs), "--set"))
    asked = AnswerReport(answers={**facts, **dict.fromkeys(given.take_back)}, **act_of(given))
    return answer(now_in.person, given.event, asked, along)


def _changes(part: argparse.ArgumentParser) -> None:
    part.add_argument(
        "--player", action="append", default=[], metavar="N.FIELD=VALUE", help="such as 3.fide_id=1503014 or 3.name=…"
    )
    part.add_argument("--of-event", action="append", default=[], metavar="FIELD=VALUE", help="such as end=2026-11-08")
    part.add_argument(
        "--result", action="append", default=[], metavar="ROUND:N-N=RESULT", help="such as 2:3-7=1-0, with --document"
    )
    part.add_argument("--sure-of", type=whole, action="append", default=[], metavar="N", help="is who the report says")
    part.add_argument("--document", default="", metavar="SHA256", help="the attached word of the chief arbiter")


def _correct(given: argparse.Namespace, now_in: Session, along: Along) -> DeedOutcome:
    from arpad.office.correct_report import CorrectReport  # noqa: PLC0415 - needs an office that is open
    from arpad.office.report_changes import OF_EVENT, OF_PLAYER, OF_RESULT, ReportChange  # noqa: PLC0415 - the same
    from arpad.storage.deeds.report_corrections import correct  # noqa: PLC0415 - the same

    changes = []
    for text in given.player:
        number, name, value = _taken_apart(_PLACE, text, "--player")
        changes.append(ReportChange(OF_PLAYER, name, value, int(number)))
    for text in given.of_event:
        name, value = _taken_apart(re.compile(r"([a-z]+)=(.*)", re.DOTALL), text, "--of-event")
        changes.append(ReportChange(OF_EVENT, name, value))
    for text in given.result:
        in_round, first, second, result = _taken_apart(_RESULT, text, "--result")
        changes.append(ReportChange(OF_RESULT, "result", result, int(first), int(in_round), int(second)))
    asked = CorrectReport(
        changes=tuple(changes), sure_of=tuple(given.sure_of), document=given.document, **act_of(given)
    )  # fmt: skip
    return correct(now_in.person, given.event, asked, along)


def _taken_apart(form: re.Pattern[str], text: str, option: str) -> tuple[str, ...]:
    matched = form.fullmatch(text)
    if matched is None:
        raise InputError.of(WORDS, "wrong_change", option, text=text[:80], option=option)
    return matched.groups()


def _asked_player(part: argparse.ArgumentParser) -> None:
    part.add_argument("player", metavar="PLAYER", type=whole, help="the starting number in the report")


def _ask_number(given: argparse.Namespace, now_in: Session, along: Along) -> DeedOutcome:
    from arpad.storage.deeds.report_corrections import ask_number  # noqa: PLC0415 - needs an office that is open

    return ask_number(now_in.person, given.event, given.player, along)


def _given_number(part: argparse.ArgumentParser) -> None:
    part.add_argument("number", metavar="NUMBER", type=whole, help="the number that the player has")
    part.add_argument("--way", required=True, help="given_by_office, received_from_fide or had_one")
    for name, summary in (
        ("name", "Surname, Given names"),
        ("born", "the birth date"),
        ("sex", "m or w"),
        ("federation", "its three letters"),
    ):
        part.add_argument(f"--{name}", required=True, metavar=name.upper(), help=summary)
    part.add_argument(
        "--source", required=True, metavar="SOURCE", help="from where all of it is known, such as passport"
    )
    part.add_argument("--federation-source", metavar="SOURCE", help="from where the federation is, if from elsewhere")


def _give_number(given: argparse.Namespace, now_in: Session, along: Along) -> DeedOutcome:
    from arpad.office.number_requests import VALUES, GiveNumber  # noqa: PLC0415 - needs an office that is open
    from arpad.storage.deeds.report_corrections import give_number  # noqa: PLC0415 - the same

    sources = dict.fromkeys(VALUES, given.source)
    sources["federation"] = given.federation_source or given.source
    values = {name: getattr(given, name) for name in ("number", "way", *VALUES)}
    asked = GiveNumber(**values, sources=tuple(sources.items()), **act_of(given))
    return give_number(now_in.person, given.request, asked, along)


def _withdraw(given: argparse.Namespace, now_in: Session, along: Along) -> DeedOutcome:
    from arpad.office.number_requests import WithdrawRequest  # noqa: PLC0415 - needs an office that is open
    from arpad.storage.deeds.report_corrections import withdraw_number  # noqa: PLC0415 - the same

    return withdraw_number(now_in.person, given.request, WithdrawRequest(**act_of(given)), along)


def _attached(part: argparse.ArgumentParser) -> None:
    part.add_argument("kind", help="arbiters_word, letter, games, proof or other; the file is given with --paper")


def _attach(given: argparse.Namespace, now_in: Session, along: Along) -> DeedOutcome:
    from arpad.storage.deeds.reports import attach, attachment  # noqa: PLC0415 - needs an office that is open

    if not along.papers:
        raise InputError.of(WORDS, "no_paper", "--paper")
    asked = attachment(given.kind, along.papers[0].kept, given.why)
    return attach(now_in.person, given.event, asked, along)


def _link_limits(part: argparse.ArgumentParser) -> None:
    part.add_argument(
        "--until",
        type=day,
        metavar="DATE",
        help="the last day on which it takes anything; two weeks from now if not given",
    )
    part.add_argument("--uploads", type=whole, default=3, metavar="N", help="so many uploads it takes")


def _linked(given: argparse.Namespace, now_in: Session, along: Along) -> Answer:
    """Make a link, and tell its secret, which is shown this once."""
    from arpad.office.uploads import MakeLink  # noqa: PLC0415 - needs an office that is open
    from arpad.storage.deeds.lists import end_of_day  # noqa: PLC0415 - the same
    from arpad.storage.deeds.reports import make_link  # noqa: PLC0415 - the same

    ends = None if given.until is None else end_of_day(given.until)
    asked = MakeLink(ends_at=ends, uploads=given.uploads, **act_of(given))
    outcome, token = make_link(now_in.person, given.event, asked, along)
    answer = outcome_answer(outcome, given, now_in)
    shown = WORDS.say("office", "upload_link", {"token": token})
    return Answer({**answer.data, "event": given.event, "token": token}, f"{answer.text}\n{shown}")


def _end_link(given: argparse.Namespace, now_in: Session, along: Along) -> DeedOutcome:
    from arpad.office.uploads import EndLink  # noqa: PLC0415 - needs an office that is open
    from arpad.storage.deeds.reports import end_link  # noqa: PLC0415 - the same

    return end_link(now_in.person, given.link, EndLink(**act_of(given)), along)


def _reasons(part: argparse.ArgumentParser) -> None:
    part.add_argument(
        "--reason", dest="reasons", action="append", default=[], metavar="TEXT | ARTICLE", help="what is wrong"
    )


def _read_reasons(given: argparse.Namespace) -> tuple[Any, ...]:
    from arpad.office.report_reasons import ReasonWithArticle  # noqa: PLC0415 - needs an office that is open

    parts = (text.partition("|") for text in given.reasons)
    return tuple(ReasonWithArticle(text.strip(), article.strip()) for text, _, article in parts)


def _returned(part: argparse.ArgumentParser) -> None:
    _reasons(part)
    part.add_argument("--until", type=day, metavar="DATE", help="the last day for the corrected report")


def _return(given: argparse.Namespace, now_in: Session, along: Along) -> DeedOutcome:
    from arpad.office.return_report import ReturnReport  # noqa: PLC0415 - needs an office that is open
    from arpad.storage.deeds.report_decisions import return_for_correction  # noqa: PLC0415 - the same

    asked = ReturnReport(reasons=_read_reasons(given), until=given.until, **act_of(given))
    return return_for_correction(now_in.person, given.event, asked, along)


def _accepted(part: argparse.ArgumentParser) -> None:
    part.add_argument("fingerprint", metavar="FINGERPRINT", help="of what you have looked at, as `show` says it")


def _accept(given: argparse.Namespace, now_in: Session, along: Along) -> DeedOutcome:
    from arpad.office.accept_report import AcceptReport  # noqa: PLC0415 - needs an office that is open
    from arpad.storage.deeds.report_decisions import accept  # noqa: PLC0415 - the same

    asked = AcceptReport(fingerprint=given.fingerprint, **act_of(given))
    return accept(now_in.person, given.event, asked, along)


def _refused(part: argparse.ArgumentParser) -> None:
    _reasons(part)
    part.add_argument("--told-on", type=day, metavar="DATE", help="when the organiser is told; today if not given")


def _refuse(given: argparse.Namespace, now_in: Session, along: Along) -> DeedOutcome:
    from arpad.office.refuse_report import RefuseReport  # noqa: PLC0415 - needs an office that is open
    from arpad.storage.deeds.report_decisions import refuse  # noqa: PLC0415 - the same

    asked = RefuseReport(reasons=_read_reasons(given), told_on=given.told_on, **act_of(given))
    return refuse(now_in.person, given.event, asked, along)


def _lodged(part: argparse.ArgumentParser) -> None:
    part.add_argument("--on", type=day, required=True, metavar="DATE", help="when the appeal was made")


def _appeal(given: argparse.Namespace, now_in: Session, along: Along) -> DeedOutcome:
    from arpad.office.lodge_appeal import LodgeAppeal  # noqa: PLC0415 - needs an office that is open
    from arpad.storage.deeds.report_decisions import appeal  # noqa: PLC0415 - the same

    return appeal(now_in.person, given.event, LodgeAppeal(lodged_on=given.on, **act_of(given)), along)


def _heard(part: argparse.ArgumentParser) -> None:
    part.add_argument("decision", choices=("allowed", "dismissed"), help="how the body decided")
    part.add_argument("--body", required=True, help="which body of the edition decided")
    part.add_argument("--on", type=day, required=True, metavar="DATE", help="the day of the decision")
    part.add_argument("--document", default="", metavar="TEXT", help="where it is written, if no paper is given")


def _decide(given: argparse.Namespace, now_in: Session, along: Along) -> DeedOutcome:
    from arpad.office.decide_appeal import DecideAppeal  # noqa: PLC0415 - needs an office that is open
    from arpad.storage.deeds.report_decisions import decide  # noqa: PLC0415 - the same

    asked = DecideAppeal(
        is_allowed=given.decision == "allowed", body=given.body, decided_on=given.on, document=given.document,
        **act_of(given),
    )  # fmt: skip
    return decide(now_in.person, given.event, asked, along)


def _never(given: argparse.Namespace, now_in: Session, along: Along) -> DeedOutcome:
    raise TypeError(given.part, now_in, along)


DEEDS: dict[str, ReportDeed] = {
    "take-in": ReportDeed("take a report in: a TRF, a package, or several files", _files, _take_in),
    "take-in-upload": ReportDeed("take in what was sent by a link", _arrival, _take_in_upload, "upload"),
    "set-aside": ReportDeed("set aside what was sent by links", _aside, _set_aside, ""),
    "attach": ReportDeed("attach a document to an event", _attached, _attach),
    "answer": ReportDeed("answer open questions of a report", _answers, _answer),
    "correct": ReportDeed("correct a report: players, days, results", _changes, _correct),
    "ask-number": ReportDeed("ask for the number of a player", _asked_player, _ask_number),
    "give-number": ReportDeed("close a request with the number of the player", _given_number, _give_number, "request"),
    "withdraw-number": ReportDeed("take back a request for a number", _nothing, _withdraw, "request"),
    "link": ReportDeed("make a link by which a report can be sent", _link_limits, _never),
    "end-link": ReportDeed("end a link", _nothing, _end_link, "link"),
    "return": ReportDeed("return a report for correction", _returned, _return, has_letter=True),
    "accept": ReportDeed("accept a report", _accepted, _accept),
    "refuse": ReportDeed("refuse to rate an event", _refused, _refuse, has_letter=True),
    "appeal": ReportDeed("lodge an appeal against a refusal", _lodged, _appeal),
    "decide": ReportDeed("record how an appeal was decided", _heard, _decide, has_letter=True),
}
"""The deeds, by the words of the command."""
