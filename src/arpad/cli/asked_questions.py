"""The open questions of a report, asked one after the other on the terminal; the answers go into its facts file.

Questions are written to the error stream, so that an answer in JSON stays whole. An empty line leaves a question open,
the end of the input leaves all that come after it open.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arpad.cli.commands.trf import read_bytes
from arpad.cli.output import put
from arpad.cli.whole_file import whole_file
from arpad.cli.wording import WORDS
from arpad.events.facts import EventFacts, given_facts
from arpad.events.intake import with_given
from arpad.events.questions import answered, questions, with_answers
from arpad.model.problems import RefusedError

if TYPE_CHECKING:
    from collections.abc import Callable

    from arpad.cli.check_input import OpenedReport
    from arpad.events.checked_report import CheckedReport
    from arpad.events.questions import Question

MOST_IN_ANSWER = 10_000
"""So many characters of a line are taken as an answer."""


def asked(report: OpenedReport, check: Callable[[OpenedReport], CheckedReport]) -> tuple[OpenedReport, dict[str, Any]]:
    """Ask what is open, and what an answer opens in its turn; give the report with the answers, and these alone."""
    answers: dict[str, Any] = {}
    left_open: set[str] = set()
    verdict, last = check(report).verdict, None
    while verdict is not None:
        event = report.read.tournament
        dated = {name for name, day in (("start", event.start), ("end", event.end)) if day is not None}
        question = next(iter(questions(verdict, {*given_facts(report.read.facts), *dated, *left_open})), None)
        if question is None:
            break
        if question.finding != last:
            _say(f"\n{question.finding}")
        last = question.finding
        given = _answer(question)
        if given is None:
            break
        if not given:
            left_open.add(question.fact)
            continue
        answers |= given
        known = with_given(report.read.facts, EventFacts(**given))
        report = replace(report, read=replace(report.read, facts=known))
        verdict = check(report).verdict
    return report, answers


def _answer(question: Question) -> dict[str, Any] | None:
    """Read the answer to a question; nothing where it is left open, None where nobody answers any more."""
    while True:
        facts = {"fact": question.fact, "meaning": question.meaning, "expected": question.expected}
        _say(f"  {WORDS.say('check', 'ask', facts)} ", end="")
        line = sys.stdin.readline(MOST_IN_ANSWER) if sys.stdin is not None else ""
        if not line:
            _say("")
            return None
        if not line.strip():
            return {}
        try:
            return {question.fact: answered(question, line)}
        except RefusedError as fault:
            _say(f"  {fault}")


def _say(text: str, end: str = "\n") -> None:
    put(text, sys.stderr, end)


def written_answers(place: str, answers: dict[str, Any]) -> str:
    """Put answers into a facts file, which is made where there is none; give its name."""
    old = read_bytes(place).decode("utf-8-sig") if Path(place).exists() else ""
    text = with_answers(old, answers, Path(place).name)
    with whole_file(place) as out:
        out.write(text.encode())
    return place
