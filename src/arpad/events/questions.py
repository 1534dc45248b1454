"""Open questions as questions: which fact would answer a finding, what an answer may be, and the file it goes into."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from arpad.events.facts import FACTS, fact_text, facts_from, read_facts
from arpad.events.verdict import UNKNOWN
from arpad.events.wording import WORDS
from arpad.model.problems import RefusedError

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from arpad.events.verdict import Finding, Verdict

_ANSWERED_BY: dict[str, tuple[str, ...]] = {
    "women_only_or_sex": ("women_only",),
    "say_women_only": ("women_only",),
    "say_announced_rated": ("announced_rated",),
    "say_licensed": ("arbiters_licensed",),
    "say_laws_or_hybrid": ("hybrid", "laws_of_chess"),
    "say_hybrid_approved": ("hybrid_approved",),
    "say_pgn": ("pgn",),
    "give_suspended": ("suspended_federations",),
    "say_agreed": ("games_agreed",),
    "say_agreed_with_all": ("games_agreed",),
    "if_requested": ("games_after_decision_requested",),
    "give_042": ("start",),
    "give_052": ("end",),
    "give_042_052": ("start", "end"),
    "give_registered": ("registered",),
    "then_give_registered": ("registered",),
    "send_schedule": ("schedule_registered",),
    "say_schedule": ("schedule_registered",),
    "say_norms": ("norms",),
    "say_decision": ("rated_by_decision",),
    "say_which_of_two": ("rated_by_decision",),
    "give_time": ("time_control",),
    "say_time_control": ("time_control",),
    "say_exception": ("league", "team_championship"),
    "say_monthly": ("reported_monthly",),
}
"""The facts that answer an open question, by the sentence that says what to do about it."""
_YES, _NO = frozenset({"y", "yes", "true"}), frozenset({"n", "no", "false"})
_NOTHING = frozenset({"none", "-", "[]"})
_DAY = re.compile(r"(\d{4})[-/.](\d\d)[-/.](\d\d)")


class Question(NamedTuple):
    """An open question: the finding that leaves it open, and the fact that would answer it."""

    finding: Finding
    fact: str

    @property
    def meaning(self) -> str:
        """What the fact means, in a few words."""
        return FACTS[self.fact].words

    @property
    def expected(self) -> str:
        """What an answer may be."""
        fact = FACTS[self.fact]
        return WORDS.say("answer", fact.form, {"choices": fact.choices})


def questions(verdict: Verdict, known: Collection[str] = ()) -> list[Question]:
    """Give the questions of a verdict that a fact would answer, those that decide first; not what is known already."""
    unknown = sorted(verdict.of(UNKNOWN), key=lambda finding: not finding.decides)
    asked = {fact: finding for finding in reversed(unknown) for fact in _facts_for(finding) if fact not in known}
    return [
        Question(finding, fact) for finding in unknown for fact in _facts_for(finding) if asked.get(fact) is finding
    ]


def _facts_for(finding: Finding) -> list[str]:
    """Give the facts that would answer a finding; where one of two holds, the one it is about."""
    exception = finding.facts.get("exception")
    facts = [fact for mend in finding.mends for fact in _ANSWERED_BY.get(mend, ())]
    return [fact for fact in facts if exception is None or fact == exception]


def answered(question: Question, text: str) -> object:
    """Read an answer as the value of its fact; refuse one that is none.

    >>> from arpad.events.verdict import Finding
    >>> answered(Question(Finding("laws", "unknown", ()), "laws_of_chess"), "y")
    True
    """
    fact = question.fact
    value = _as_value(FACTS[fact].form, text.strip())
    if value is None:
        raise RefusedError.of(WORDS, "wrong_answer", fact, text=text.strip(), expected=question.expected)
    return getattr(facts_from({fact: value}, fact), fact)


def _as_value(form: str, text: str) -> object:
    """Read an answer as TOML would give it; None where it is none of this form."""
    plain = text.casefold()
    if form in {"flag", "day_or_flag"} and plain in _YES | _NO:
        return plain in _YES
    if form in {"date", "day_or_flag"}:
        return _day(text)
    if form == "whole":
        return int(text) if re.fullmatch(r"[1-9]\d{0,5}", text, re.ASCII) else None
    if form in {"texts", "federations"}:
        parts = [] if plain in _NOTHING else [part.strip() for part in text.split(",")]
        return [part.upper() for part in parts] if form == "federations" else parts
    return text if form in {"text", "choice"} else None


def _day(text: str) -> date | None:
    matched = _DAY.fullmatch(text)
    try:
        return None if matched is None else date(*map(int, matched.groups()))
    except ValueError:
        return None


def with_answers(text: str, answers: Mapping[str, object], name: str) -> str:
    r"""Give the text of a facts file with answers put in before everything else, so that none gets into a table.

    >>> print(with_answers("# By the office\nnorms = false\n", {"pgn": True}, "event.toml"), end="")
    pgn = true
    # By the office
    norms = false
    """
    lines = "".join(f"{fact} = {fact_text(value)}\n" for fact, value in answers.items())
    whole = lines + text.removeprefix("\ufeff")
    read_facts(whole, name)
    return whole
