"""National championships played as round robins: with how few rated players they are rated, and which of them count."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from arpad.events.verdict import NOTE, PASSES, REFUSES, UNKNOWN
from arpad.regulations.rules import composition as rules
from arpad.regulations.workings.composition import rated_in_championship

if TYPE_CHECKING:
    from arpad.events.checked_event import Subject
    from arpad.events.verdict import Finding
    from arpad.model.problems import ProblemFacts
    from arpad.regulations.consulted import Consulted
    from arpad.regulations.workings.composition import ChampionshipCondition

CHAMPIONSHIP = "national_championship"
"""The code of what is found about a national championship."""


_OF = {rules.PLAYERS: "players", rules.MEN: "men", rules.WOMEN: "women"}
"""The codes of those that count."""
_SEVERITY = {rules.ENOUGH: PASSES, rules.OPEN: UNKNOWN, rules.TOO_FEW: REFUSES}


class Count(NamedTuple):
    """How many rated players there have to be, which count, how many do, and whether they are enough."""

    needed: int
    of: str
    """The code of those that count: players, men or women."""
    counting: int
    severity: str
    """Enough, not enough, or not known because a sex is not said."""


class _Championship(NamedTuple):
    """A national championship that is being checked, as one for all and as one for women, and what was consulted."""

    subject: Subject
    p: Consulted
    for_all: Count
    for_women: Count

    def finding(self, severity: str, *says: str, fix: str | tuple[str, ...] = "", **facts: Any) -> Finding:  # noqa: ANN401 - facts
        return self.subject.finding(CHAMPIONSHIP, severity, self.p, *says, fix=fix, **facts)

    def counted(self, *, women_only: bool) -> Count:
        return self.for_women if women_only else self.for_all

    @property
    def doubtful(self) -> tuple[int, ...]:
        """Those rated players that might count: their sex is not said."""
        subject = self.subject
        unsaid = {entry.number for entry in subject.entries if subject.is_woman(entry) is None}
        return tuple(number for number in subject.rated if number in unsaid)


def _championship(subject: Subject) -> _Championship | None:
    """Ask what is needed of a national championship; None where the edition has no such exception."""
    p, rated = subject.consulted(), set(subject.rated)
    sexes = [subject.is_woman(entry) for entry in subject.entries if entry.number in rated]
    facts = {"rated": len(sexes), "rated_women": sexes.count(True), "rated_men": sexes.count(False)}
    for_all, for_women = (rated_in_championship(p, is_for_women=only, **facts) for only in (False, True))
    if for_all is None or for_women is None:
        return None
    return _Championship(subject, p, *(_count(condition) for condition in (for_all, for_women)))


def _count(condition: ChampionshipCondition) -> Count:
    return Count(condition.needed, _OF[condition.of], condition.counted, _SEVERITY[condition.composition])


def national_championship(subject: Subject) -> Finding | None:
    """Let a national championship pass with fewer rated players; say what is missing for that.

    Who plays decides nothing that nobody said: a field of women is not yet an event for women only, and a player whose
    sex is not said is neither a man nor a woman.
    """
    facts = subject.facts
    event = None if facts.national_championship is False else _championship(subject)
    if event is None:
        return None
    men = [entry.number for entry in subject.entries if subject.is_woman(entry) is False]
    women_only = False if facts.women_only is None and men else facts.women_only
    if facts.national_championship is None:
        return _not_said(event, women_only=women_only)
    if women_only is None:
        return _for_all_or_women(event)
    if women_only and men:
        return _with_men(event, men)
    return _judged(event, event.counted(women_only=women_only))


def _with_men(event: _Championship, men: list[int]) -> Finding:
    """Where men play in an event that is said to be for women only, ask, if the answer matters."""
    for_all, for_women = event.for_all, event.for_women
    if for_all.severity == for_women.severity:
        judged = _judged(event, for_women)
        return replace(judged, says=(*judged.says, "with_men"), facts={**judged.facts, "men": men})
    facts: ProblemFacts = {"men": men, "for_women": for_women.needed, "for_all": for_all.needed, "of": for_all.of}
    return event.finding(UNKNOWN, "with_men", "both", fix="women_only_or_sex", players=men, **facts)


def _not_said(event: _Championship, *, women_only: bool | None) -> Finding | None:
    """Say that a national championship needs fewer rated players, where that could help."""
    kinds = (False, True) if women_only is None else (women_only,)
    if all(event.counted(women_only=only).severity == REFUSES for only in kinds):
        return None
    return event.finding(NOTE, "fewer_suffice", fix="say_championship")


def _for_all_or_women(event: _Championship) -> Finding:
    """Where no man is known to play and nobody said who could enter, ask, if the answer matters."""
    for_all, for_women = event.for_all, event.for_women
    if for_all.severity == PASSES or for_women.severity == REFUSES:
        return _judged(event, for_all)
    doubtful = event.doubtful if UNKNOWN in {for_women.severity, for_all.severity} else ()
    fix = ("say_women_only", "give_sex") if doubtful else "say_women_only"
    return event.finding(UNKNOWN, "women_only_unsaid", fix=fix, needed=for_women.needed, doubtful=doubtful)


def _judged(event: _Championship, count: Count) -> Finding:
    facts: ProblemFacts = {"counting": count.counting, "of": count.of, "needed": count.needed}
    if count.severity == PASSES:
        return event.finding(PASSES, "enough", **facts)
    if count.severity == UNKNOWN:
        players = event.doubtful
        return event.finding(UNKNOWN, "sex_open", fix="give_sex", players=players, doubtful=players, **facts)
    fix = "invite_more" if event.subject.before_play else "nothing_after_play"
    return event.finding(REFUSES, "too_few", fix=fix, **facts)
