"""National championships played as round robins: with how few rated players they are rated, and whom that counts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from arpad.events.subject import named
from arpad.events.verdict import NOTE, PASSES, REFUSES, UNKNOWN

if TYPE_CHECKING:
    from arpad.events.subject import Subject
    from arpad.events.verdict import Finding

CHAMPIONSHIP = "national_championship"
"""The code of what is found about a national championship."""

_KEYS = ("national_championship_rated", "national_championship_rated_women", "national_championship_counts")


class Count(NamedTuple):
    """How many rated players there have to be, who counts, and who might: those whose sex is not said."""

    needed: int
    words: str
    counting: int
    doubtful: tuple[int, ...]

    @property
    def severity(self) -> str:
        """Enough, not enough, or not known because a sex is not said."""
        if self.counting >= self.needed:
            return PASSES
        return UNKNOWN if self.counting + len(self.doubtful) >= self.needed else REFUSES


def national_championship(subject: Subject) -> Finding | None:
    """Let a national championship pass with fewer rated players; say what is missing for that.

    Who plays decides nothing that nobody said: a field of women is not yet an event for women only, and a player whose
    sex is not said is neither a man nor a woman.
    """
    law, facts = subject.law, subject.facts
    if not law.has("national_championship_rated") or facts.national_championship is False:
        return None
    men = [entry.number for entry in subject.entries if subject.is_woman(entry) is False]
    women_only = False if facts.women_only is None and men else facts.women_only
    if facts.national_championship is None:
        return _not_said(subject, women_only=women_only)
    if women_only is None:
        return _for_all_or_women(subject)
    if women_only and men:
        return _with_men(subject, men)
    return _judged(subject, _count(subject, women_only=women_only))


def _with_men(subject: Subject, men: list[int]) -> Finding:
    """Where men play in an event that is said to be for women only, ask, if the answer matters."""
    for_all, for_women = (_count(subject, women_only=one) for one in (False, True))
    said = f"It is said to be for women only, but {named(men)} {'is a man' if len(men) == 1 else 'are men'}."
    if for_all.severity == for_women.severity:
        judged = _judged(subject, for_women)
        return replace(judged, message=f"{judged.message} {said}")
    said += f" Both cannot be. If only women could enter, {for_women.needed} rated women suffice; else "
    said += f"{for_all.needed} {for_all.words}."
    fix = f"Correct women_only in event.toml, or the sex of {named(men)} in the report."
    return subject.found(CHAMPIONSHIP, UNKNOWN, said, *_KEYS, fix=fix, players=men)


def _not_said(subject: Subject, *, women_only: bool | None) -> Finding | None:
    """Say that a national championship needs fewer rated players, where that could help."""
    kinds = (False, True) if women_only is None else (women_only,)
    if all(_count(subject, women_only=one).severity == REFUSES for one in kinds):
        return None
    said = "Fewer rated players suffice for a national championship; whether it is one is not said."
    fix = "If it is, say national_championship = true in event.toml."
    return subject.found(CHAMPIONSHIP, NOTE, said, *_KEYS, fix=fix)


def _for_all_or_women(subject: Subject) -> Finding:
    """Where no man is known to play and nobody said who could enter, ask, if the answer matters."""
    for_all, for_women = (_count(subject, women_only=one) for one in (False, True))
    if for_all.severity == PASSES or for_women.severity == REFUSES:
        return _judged(subject, for_all)
    said = f"Whether only women could enter is not said; if so, {for_women.needed} rated women suffice."
    fix = f"Say women_only = true or false in event.toml.{_give_sex(for_women) or _give_sex(for_all)}"
    return subject.found(CHAMPIONSHIP, UNKNOWN, said, *_KEYS, fix=fix)


def _count(subject: Subject, *, women_only: bool) -> Count:
    law = subject.law
    needed = int(law.value("national_championship_rated_women" if women_only else "national_championship_rated"))
    if not women_only and law.value("national_championship_counts") != "men":
        return Count(needed, "rated players", len(subject.rated), ())
    answers = {entry.number: subject.is_woman(entry) for entry in subject.entries}
    counting = sum(answers[number] is women_only for number in subject.rated)
    doubtful = tuple(number for number in subject.rated if answers[number] is None)
    return Count(needed, "rated women" if women_only else "rated men", counting, doubtful)


def _judged(subject: Subject, count: Count) -> Finding:
    severity = count.severity
    if severity == PASSES:
        said = f"A national championship with {count.counting} {count.words}; {count.needed} suffice."
        return subject.found(CHAMPIONSHIP, PASSES, said, *_KEYS)
    said = f"Even a national championship needs {count.needed} {count.words}; it has {count.counting}"
    if severity == UNKNOWN:
        said += f", and of {named(count.doubtful)} the sex is not said."
        return subject.found(CHAMPIONSHIP, UNKNOWN, said, *_KEYS, fix=_give_sex(count).strip(), players=count.doubtful)
    fix = "Before play, invite more." if subject.before_play else "Nothing can mend it after play."
    return subject.found(CHAMPIONSHIP, REFUSES, f"{said}.", *_KEYS, fix=fix)


def _give_sex(count: Count) -> str:
    return f" Give the sex of {named(count.doubtful)} in the report." if count.severity == UNKNOWN else ""
