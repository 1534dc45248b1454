"""Matches: each by itself, however many a report holds. Who may be unrated, and which games came after the decision."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from arpad.events.verdict import DROPS, PASSES, REFUSES, UNKNOWN, WARNING
from arpad.model.meetings import UNFINISHED, UNKNOWN_RESULT
from arpad.model.numbers import decimal
from arpad.model.period import MATCH
from arpad.model.tournament import DRAW, FORFEIT_WIN, POINTS_OF, SHORT_DRAW, SHORT_WIN, WIN
from arpad.regulations.rules.composition import LATE_NOT_REQUESTED, LATE_RATED, NOT_ASKED
from arpad.regulations.rules.event_basis import NOT_RATED, RATEABLE, UNREADABLE
from arpad.regulations.workings.composition import is_decided, late_games, rated_match

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from arpad.events.checked_event import Outcome, Subject
    from arpad.events.verdict import Finding
    from arpad.model.meetings import Meeting
    from arpad.model.problems import ProblemFacts
    from arpad.regulations.consulted import Consulted

UNRATED_PLAYER = "match_unrated"
"""The code of what is found about unrated players in matches."""

_SIDES = 2
_POINT = POINTS_OF[WIN]
_MATCH_POINTS = {**POINTS_OF, FORFEIT_WIN: _POINT, SHORT_WIN: _POINT, SHORT_DRAW: POINTS_OF[DRAW]}


class Encounter(NamedTuple):
    """One match of a report: its two players, and their pairings in the order of the rounds."""

    players: tuple[int, int]
    pairings: tuple[Meeting, ...]

    @property
    def name(self) -> str:
        """The match by its starting numbers."""
        return f"{self.players[0]}-{self.players[1]}"

    @property
    def games(self) -> list[Meeting]:
        """The games that were played."""
        return [pairing for pairing in self.pairings if pairing.played]


class Course(NamedTuple):
    """How a match went: the round that decided it, the games after that, and those of which it cannot be told."""

    decided: int | None
    after: list[Meeting]
    doubtful: list[Meeting]
    score: tuple[int, int]


def encounters(subject: Subject) -> list[Encounter]:
    """Give the matches of a report: everything that two players had with each other is one match."""
    pairs: dict[tuple[int, int], list[Meeting]] = {}
    for meeting in subject.meetings:
        if meeting.second is not None and meeting.second_result is not None and meeting.second != meeting.first:
            pairs.setdefault((min(meeting.first, meeting.second), max(meeting.first, meeting.second)), []).append(
                meeting
            )
    return [Encounter(pair, tuple(of)) for pair, of in sorted(pairs.items())]


def match(subject: Subject) -> Iterator[Outcome]:
    """Ask of each match that its players are rated, and leave out games after its decision."""
    if subject.system.name != MATCH:
        return
    of_report = encounters(subject)
    if subject.before_play:
        yield from _entered(subject)
    elif of_report:
        yield from _unrated(subject, of_report)
    if of_report:
        yield from _decisions(subject, of_report)


def _entered(subject: Subject) -> Iterator[Outcome]:
    """Before play nobody knows which players meet, unless there are only two."""
    p, unrated = subject.consulted(), subject.unrated
    answer = rated_match(p, len(unrated))
    if answer == UNREADABLE:
        yield _not_legible(subject, p, unrated)
    elif answer == RATEABLE:
        yield subject.finding(UNRATED_PLAYER, PASSES, p, "at_most_one" if unrated else "everybody_rated")
    elif answer == NOT_RATED and rated_match(p, max(0, _SIDES - len(subject.rated))) == NOT_RATED:
        yield subject.finding(UNRATED_PLAYER, REFUSES, p, "not_rated", fix="invite_rated", players=unrated)
    elif answer == NOT_RATED:
        says = "with_one_entered" if rated_match(p, 1) == NOT_RATED else "with_two_entered"
        yield subject.finding(UNRATED_PLAYER, WARNING, p, says, fix="invite_rated_or_let", players=unrated)


def _not_legible(subject: Subject, p: Consulted, unrated: Iterable[int]) -> Outcome:
    return subject.finding(UNRATED_PLAYER, UNKNOWN, p, "not_legible", players=unrated)


def _unrated(subject: Subject, of_report: list[Encounter]) -> Iterator[Outcome]:
    """Leave out the matches with too many unrated players; where none remains, refuse the event."""
    p, out = subject.consulted(), set(subject.unrated)
    unrated = {encounter.players: sorted(out.intersection(encounter.players)) for encounter in of_report}
    answers = {players: rated_match(p, len(numbers)) for players, numbers in unrated.items()}
    if NOT_ASKED in answers.values():
        return
    if UNREADABLE in answers.values():
        yield _not_legible(subject, p, sorted({number for numbers in unrated.values() for number in numbers}))
        return
    barred = [encounter for encounter in of_report if answers[encounter.players] == NOT_RATED]
    if not barred:
        says = _rated_says(of_report, most=max(map(len, unrated.values())))
        yield subject.finding(UNRATED_PLAYER, PASSES, p, says)
        return
    numbers = sorted({number for encounter in barred for number in unrated[encounter.players]})
    severity = REFUSES if len(barred) == len(of_report) else DROPS
    says = "not_rated" if len(of_report) == 1 else "some_not_rated"
    facts: ProblemFacts = {
        "count": len(barred),
        "of": len(of_report),
        "matches": [encounter.name for encounter in barred],
    }
    yield subject.finding(UNRATED_PLAYER, severity, p, says, fix="nothing", players=numbers, **facts)
    yield from subject.dropped(
        (game for encounter in barred for game in encounter.games), UNRATED_PLAYER, "match_with_unrated"
    )


def _rated_says(of_report: list[Encounter], *, most: int) -> str:
    if len(of_report) == 1:
        return "both_rated" if most == 0 else "one_rated"
    return "all_rated" if most == 0 else "one_rated_in_each"


def course(encounter: Encounter, agreed: int | None, p: Consulted) -> Course:
    """Follow a match. It is decided once a player leads by more than the games that are left of those agreed.

    Where nobody said how many were agreed, a game may have come after the decision if a player had led before it. The
    same holds for games beyond the number agreed, a play-off, once a player led in it.
    """
    points = dict.fromkeys(encounter.players, 0)
    gone, decided, led = 0, None, False
    after: list[Meeting] = []
    doubtful: list[Meeting] = []
    for meeting in encounter.pairings:
        if meeting.status in {UNFINISHED, UNKNOWN_RESULT}:
            continue
        if meeting.played and decided is not None:
            after.append(meeting)
        elif meeting.played and led:
            doubtful.append(meeting)
        points[meeting.first] += _MATCH_POINTS.get(meeting.first_result, 0)
        points[meeting.second or 0] += _MATCH_POINTS.get(meeting.second_result or "", 0)
        gone += 1
        lead = abs(points[encounter.players[0]] - points[encounter.players[1]])
        if agreed is None or gone > agreed:
            led = led or lead > 0
        elif decided is None and is_decided(p, lead=lead, games_left=agreed - gone):
            decided = meeting.round
    return Course(decided, after, doubtful, (points[encounter.players[0]], points[encounter.players[1]]))


def _decisions(subject: Subject, of_report: list[Encounter]) -> Iterator[Outcome]:
    """Find the games after the decision of each match; where that cannot be told, ask."""
    p, code, agreed = subject.consulted(), "decided_match", subject.facts.games_agreed
    answer = late_games(p, is_requested=bool(subject.facts.games_after_decision_requested))
    if answer == LATE_RATED:
        yield subject.finding(code, PASSES, p, "as_requested")
    if answer in {LATE_RATED, NOT_ASKED}:
        return
    several = len(of_report) > 1
    went = {encounter: course(encounter, agreed, p) for encounter in of_report}
    request = ("if_requested",) if answer == LATE_NOT_REQUESTED else ()
    late = {encounter: how for encounter, how in went.items() if how.after}
    doubtful = {
        encounter: how
        for encounter, how in went.items()
        if how.doubtful and not _settled_by_report(subject, of_report, encounter)
    }
    if late:
        matches = [_late(encounter, how) for encounter, how in late.items()]
        games = [game for how in late.values() for game in how.after]
        facts: ProblemFacts = {"matches": matches, "agreed": agreed or 0, "several": several}
        facts |= {
            "players": [number for encounter in late for number in encounter.players],
            "rounds": [game.round for game in games],
        }
        yield subject.finding(code, DROPS, p, "came_after", fix=("if_another_number", *request), **facts)
        yield from subject.dropped(games, code, "decided_match")
    if doubtful:
        rounds = sorted({game.round for how in doubtful.values() for game in how.doubtful})
        facts = {
            "matches": [encounter.name for encounter in doubtful],
            "agreed": agreed,
            "several": several,
            "rounds": rounds,
        }
        facts |= {"players": [number for encounter in doubtful for number in encounter.players]}
        says, fix = ("number_not_said", "say_agreed") if agreed is None else ("more_than_agreed", "say_agreed_with_all")
        yield subject.finding(code, UNKNOWN, p, says, fix=(fix, *request), **facts)
    if not late and not doubtful:
        yield _in_time(subject, p, went)


def _settled_by_report(subject: Subject, of_report: list[Encounter], encounter: Encounter) -> bool:
    """Tell whether the number of rounds in the report shows that no game came after the decision.

    It may only clear a game: nobody called it the number agreed, so by it none is taken away. It says nothing about
    the length of a match that began after round 1.
    """
    rounds = subject.tournament.rounds_said
    if subject.facts.games_agreed is not None or not rounds or any(other.pairings[0].round > 1 for other in of_report):
        return False
    how = course(encounter, rounds, subject.consulted())
    return not how.after and not how.doubtful


def _late(encounter: Encounter, how: Course) -> ProblemFacts:
    """Give how a match went on after its decision."""
    rounds = [game.round for game in how.after]
    score = [decimal(value) for value in sorted(how.score, reverse=True)]
    return {"match": encounter.name, "decided": how.decided, "after": rounds, "score": score}


def _in_time(subject: Subject, p: Consulted, went: dict[Encounter, Course]) -> Finding:
    """Say that no game came after the decision of its match."""
    agreed, decided = subject.facts.games_agreed, [how.decided for how in went.values()]
    if agreed is None:
        return subject.finding("decided_match", PASSES, p, "cannot_have")
    says = ("none_came", "decided_in") if len(decided) == 1 and decided[0] else ("none_came",)
    return subject.finding("decided_match", PASSES, p, *says, agreed=agreed, decided=decided[0])
