"""Official events: who reports them, and that no condition refuses them where the edition always rates them.

What is waived is the refusal of the event (R-034). What an article says of single games, their thinking time or the
decision of a match, holds for official events too.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arpad.events.check.championship import CHAMPIONSHIP
from arpad.events.check.gap import CODE as GAP
from arpad.events.check.match import UNRATED_PLAYER
from arpad.events.verdict import DROPS, NOTE, REFUSES, UNKNOWN, WARNING, DroppedGame, Finding
from arpad.regulations.rules.event_basis import ALWAYS_RATED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from arpad.events.checked_event import Outcome, Subject
    from arpad.regulations.consulted import Consulted

NO_GAMES, NOTHING_LEFT = "no_games", "nothing_left"
_ABOUT_GAMES = frozenset({"time_control", "equal_times", "first_control", "decided_match"})
"""Open questions whose answer can leave out games, and not only refuse the event."""
_OF_GAMES = frozenset({"too_fast", "too_slow", "equal_times", "first_control", GAP})
"""What is found about games; it refuses an event only because every game is one of them."""


def is_always_rated(subject: Subject) -> bool:
    """Tell whether it is an official event that its edition always rates."""
    return _always_rated(subject)[0]


def _always_rated(subject: Subject) -> tuple[bool, Consulted]:
    """Tell whether it is always rated, with what was consulted for that."""
    p = subject.consulted()
    return bool(p.answers(ALWAYS_RATED, is_official=bool(subject.facts.official))["is_always_rated"]), p


def not_refused(subject: Subject, outcomes: Iterable[Outcome]) -> Iterator[Outcome]:
    """Take every refusal of an official event back to a warning; an event without a game cannot be helped."""
    outcomes = list(outcomes)
    if not is_always_rated(subject):
        yield from outcomes
        return
    for outcome in outcomes:
        if isinstance(outcome, Finding):
            yield from _taken_back(subject, outcome)
        elif outcome.reason != UNRATED_PLAYER:
            yield outcome
    findings = [outcome for outcome in outcomes if isinstance(outcome, Finding)]
    empty = [finding for finding in findings if finding.severity == REFUSES and finding.code in _OF_GAMES]
    if subject.before_play and empty:
        cited = {cited: None for finding in empty for cited in finding.citations}
        left = subject.finding(NOTHING_LEFT, WARNING, None, "as_announced", fix="mend_before_play")
        yield replace(left, citations=tuple(cited))


def _taken_back(subject: Subject, finding: Finding) -> Iterator[Finding]:
    """Give what is left of a finding: a refusal is a warning, a question that could only refuse decides nothing."""
    if finding.code == NO_GAMES:
        yield finding
    elif finding.severity == REFUSES and finding.code in _OF_GAMES:
        yield _games_left_out(subject, finding)
    elif finding.severity == REFUSES or (finding.severity == DROPS and finding.code == UNRATED_PLAYER):
        says = "official.like_a_swiss" if finding.code == UNRATED_PLAYER else "official.not_refused"
        fix = "sure_or_refused" if finding.severity == REFUSES else "sure_or_games_lost"
        yield _cited(subject, replace(finding, severity=WARNING, says=(*finding.says, says), mends=(fix,)))
    elif finding.severity == UNKNOWN and finding.code not in _ABOUT_GAMES:
        yield replace(finding, decides=False)
    elif finding.severity != NOTE or finding.code != CHAMPIONSHIP:
        yield finding  # That fewer rated players suffice is no help to an event that is rated anyway.


def _games_left_out(subject: Subject, finding: Finding) -> Finding:
    """Say that all games fall out, and that the event is not refused; before play there are none to leave out yet."""
    severity, says = (DROPS, "official.these_left_out") if subject.games else (WARNING, "official.such_left_out")
    return _cited(subject, replace(finding, severity=severity, says=(*finding.says, says)))


def _cited(subject: Subject, finding: Finding) -> Finding:
    """Cite by what the refusal is taken back, after what refused."""
    return replace(finding, citations=(*finding.citations, *_always_rated(subject)[1].citations()))


def nothing_left(subject: Subject, outcomes: Iterable[Outcome]) -> Iterator[Outcome]:
    """Say so where every game that was played is left out, and nothing else refuses the event."""
    outcomes = list(outcomes)
    dropped = [outcome for outcome in outcomes if isinstance(outcome, DroppedGame)]
    out = {(game.round, *sorted((game.first, game.second))) for game in dropped}
    games = [(game.round, *sorted((game.first, game.second or 0))) for game in subject.games]
    refused = any(isinstance(outcome, Finding) and outcome.severity == REFUSES for outcome in outcomes)
    if not games or refused or not out.issuperset(games):
        return
    severity = WARNING if is_always_rated(subject) else REFUSES
    cited = {game.citation: None for game in dropped if game.citation is not None}
    left = subject.finding(NOTHING_LEFT, severity, None, "every_game", fix="see_why_left_out")
    yield replace(left, citations=tuple(cited))


def official(subject: Subject, outcomes: Iterable[Outcome]) -> Iterator[Outcome]:
    """Say who reports an official event, and that it is rated, if there is anything to rate."""
    always, p = _always_rated(subject)
    if not subject.facts.official or not p.has("official_events"):
        return
    empty = any(isinstance(outcome, Finding) and outcome.code in {NO_GAMES, NOTHING_LEFT} for outcome in outcomes)
    says = "always_rated" if always and not empty else "sends"
    yield subject.finding("official", NOTE, p, says, reporter=p.value("official_events_reporter"))
