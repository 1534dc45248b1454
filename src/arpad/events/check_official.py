"""Official events: who reports them, and that no condition refuses them where the edition always rates them.

What is waived is the refusal of the event (R-034). What an article says of single games, their thinking time or the
decision of a match, holds for official events too.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arpad.events.check_championship import CHAMPIONSHIP
from arpad.events.check_gap import CODE as GAP
from arpad.events.check_match import UNRATED_PLAYER
from arpad.events.verdict import DROPS, NOTE, REFUSES, UNKNOWN, WARNING, DroppedGame, Finding
from arpad.regulations.ints import citations

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from arpad.events.subject import Found, Subject

NO_GAMES, NOTHING_LEFT = "no_games", "nothing_left"
_KEY = "official_events"
_ABOUT_GAMES = frozenset({"time_control", "equal_times", "first_control", "decided_match"})
"""Open questions whose answer can leave out games, and not only refuse the event."""
_OF_GAMES = frozenset({"too_fast", "too_slow", "equal_times", "first_control", GAP})
"""What is found about games; it refuses an event only because every game is one of them."""
_NOT_REFUSED = {UNRATED_PLAYER: "in which such games count like those of a Swiss event"}
_SURE = "Make sure that it is official: any other event would be refused."
_SURE_OF_GAMES = "Make sure that it is official: any other event would lose these games."


def is_always_rated(subject: Subject) -> bool:
    """Tell whether it is an official event that its edition always rates."""
    return bool(subject.facts.official) and subject.law.get(_KEY) == "always_rated"


def not_refused(subject: Subject, found: Iterable[Found]) -> Iterator[Found]:
    """Take every refusal of an official event back to a warning; an event without a game cannot be helped."""
    found = list(found)
    if not is_always_rated(subject):
        yield from found
        return
    for one in found:
        if isinstance(one, Finding):
            yield from _taken_back(subject, one)
        elif one.reason != UNRATED_PLAYER:
            yield one
    empty = [one for one in found if isinstance(one, Finding) and one.severity == REFUSES and one.code in _OF_GAMES]
    if subject.before_play and empty:
        said = "As it is announced, every game will be left out, so nothing will remain to be rated."
        cited = {cited: None for one in empty for cited in one.citations}
        fix = "Mend what leaves them out before play begins."
        yield replace(subject.found(NOTHING_LEFT, WARNING, said, fix=fix), citations=tuple(cited))


def _taken_back(subject: Subject, one: Finding) -> Iterator[Finding]:
    """Give what is left of a finding: a refusal is a warning, a question that could only refuse decides nothing."""
    if one.code == NO_GAMES:
        yield one
    elif one.severity == REFUSES and one.code in _OF_GAMES:
        yield _games_left_out(subject, one)
    elif one.severity == REFUSES or (one.severity == DROPS and one.code == UNRATED_PLAYER):
        said = f"{one.message} It is an official event, {_NOT_REFUSED.get(one.code, 'and not refused for that')}."
        fix = _SURE if one.severity == REFUSES else _SURE_OF_GAMES
        yield _cited(subject, replace(one, severity=WARNING, message=said, fix=fix))
    elif one.severity == UNKNOWN and one.code not in _ABOUT_GAMES:
        yield replace(one, decides=False)
    elif one.severity != NOTE or one.code != CHAMPIONSHIP:
        yield one  # That fewer rated players suffice is no help to an event that is rated anyway.


def _games_left_out(subject: Subject, one: Finding) -> Finding:
    """Say that all games fall out, and that the event is not refused; before play there are none to leave out yet."""
    severity, games = (DROPS, "these games are") if subject.games else (WARNING, "such games are")
    said = f"{one.message} The event is official and not refused, but {games} left out."
    return _cited(subject, replace(one, severity=severity, message=said))


def _cited(subject: Subject, one: Finding) -> Finding:
    return replace(one, citations=(*one.citations, *citations(subject.law, (_KEY,))))


def nothing_left(subject: Subject, found: Iterable[Found]) -> Iterator[Found]:
    """Say so where every game that was played is left out, and nothing else refuses the event."""
    found = list(found)
    out = {(one.round, *sorted((one.first, one.second))) for one in found if isinstance(one, DroppedGame)}
    games = [(one.round, *sorted((one.first, one.second or 0))) for one in subject.games]
    refused = any(isinstance(one, Finding) and one.severity == REFUSES for one in found)
    if not games or refused or not out.issuperset(games):
        return
    said = "Every game that was played is left out, so nothing remains to be rated."
    severity = WARNING if is_always_rated(subject) else REFUSES
    fix = "See why each is left out; if a fact that was given is wrong, correct it."
    cited = {one.citation: None for one in found if isinstance(one, DroppedGame) and one.citation is not None}
    yield replace(subject.found(NOTHING_LEFT, severity, said, fix=fix), citations=tuple(cited))


def official(subject: Subject, found: Iterable[Found]) -> Iterator[Found]:
    """Say who reports an official event, and that it is rated, if there is anything to rate."""
    law = subject.law
    if not subject.facts.official or not law.has(_KEY):
        return
    reporter = {"organiser": "the organiser", "chief_arbiter": "the chief arbiter"}
    sends = f"{reporter[law.value('official_events_reporter')]} of an official event sends the report to FIDE."
    empty = any(isinstance(one, Finding) and one.code in {NO_GAMES, NOTHING_LEFT} for one in found)
    said = f"It is always rated; {sends}" if is_always_rated(subject) and not empty else sends
    yield subject.found("official", NOTE, said[:1].upper() + said[1:], _KEY, "official_events_reporter")
