"""Matches: each by itself, however many a report holds. Who may be unrated, and which games came after the decision."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from arpad.events.subject import counted, listed, named, rounds_named
from arpad.events.system import MATCH
from arpad.events.verdict import DROPS, PASSES, REFUSES, UNKNOWN, WARNING
from arpad.model.meetings import UNFINISHED, UNKNOWN_RESULT, meetings
from arpad.model.numbers import decimal
from arpad.model.tournament import DRAW, FORFEIT_WIN, POINTS_OF, SHORT_DRAW, SHORT_WIN, WIN

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from arpad.events.subject import Found, Subject
    from arpad.model.meetings import Meeting

UNRATED_PLAYER = "match_unrated"
"""The code of what is found about unrated players in matches."""

_SIDES = 2
_POINT = POINTS_OF[WIN]
_MATCH_POINTS = {**POINTS_OF, FORFEIT_WIN: _POINT, SHORT_WIN: _POINT, SHORT_DRAW: POINTS_OF[DRAW]}
_MOST_UNRATED = {"not_rated": 0, "one_unrated_allowed": 1, "games_between_unrated_not_rated": 1}
"""How many players of a match may be unrated."""


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
        return [one for one in self.pairings if one.played]


class Course(NamedTuple):
    """How a match went: the round that decided it, the games after that, and those of which it cannot be told."""

    decided: int | None
    after: list[Meeting]
    doubtful: list[Meeting]
    score: tuple[int, int]


def encounters(subject: Subject) -> list[Encounter]:
    """Give the matches of a report: everything that two players had with each other is one match."""
    pairs: dict[tuple[int, int], list[Meeting]] = {}
    for one in meetings(subject.tournament):
        if one.second is not None and one.second_result is not None and one.second != one.first:
            pairs.setdefault((min(one.first, one.second), max(one.first, one.second)), []).append(one)
    return [Encounter(pair, tuple(of)) for pair, of in sorted(pairs.items())]


def match(subject: Subject) -> Iterator[Found]:
    """Ask of each match that its players are rated, and leave out games after its decision."""
    if subject.system.name != MATCH:
        return
    of_report = encounters(subject)
    rule = subject.law.get("match_with_unrated")
    if subject.before_play:
        yield from _entered(subject, rule)
    elif rule is not None and of_report:
        yield from _unrated(subject, rule, of_report)
    if subject.law.has("decided_match") and of_report:
        yield from _decisions(subject, of_report)


def _entered(subject: Subject, rule: str | None) -> Iterator[Found]:
    """Before play nobody knows who meets whom, unless there are only two."""
    key, unrated, rated = "match_with_unrated", subject.unrated, subject.rated
    if rule is None:
        return
    if rule not in _MOST_UNRATED:
        yield (
            _not_legible(subject, unrated)
            if unrated
            else subject.found(UNRATED_PLAYER, PASSES, "Everybody is rated.", key)
        )
        return
    most = _MOST_UNRATED[rule]
    if len(unrated) <= most:
        said = "Everybody is rated." if not unrated else "No match can have more than one unrated player."
        yield subject.found(UNRATED_PLAYER, PASSES, said, key)
    elif len(rated) < _SIDES - most:
        said = f"A match with {listed('unrated player', unrated)} is not rated."
        fix = "Invite rated players."
        yield subject.found(UNRATED_PLAYER, REFUSES, said, key, fix=fix, players=unrated)
    else:
        of = "an unrated player" if most == 0 else "two unrated players"
        verb = "is" if len(unrated) == 1 else "are"
        said = f"A match with {of} is not rated, and {named(unrated)} {verb} unrated."
        fix = "Invite rated players, or let their matches be unrated."
        yield subject.found(UNRATED_PLAYER, WARNING, said, key, fix=fix, players=unrated)


def _not_legible(subject: Subject, unrated: Iterable[int]) -> Found:
    said = "How many unrated players a match may have is not legible in this print."
    return subject.found(UNRATED_PLAYER, UNKNOWN, said, "match_with_unrated", players=unrated)


def _unrated(subject: Subject, rule: str, of_report: list[Encounter]) -> Iterator[Found]:
    """Leave out the matches with too many unrated players; where none remains, refuse the event."""
    key, out = "match_with_unrated", set(subject.unrated)
    unrated = {one.players: sorted(out.intersection(one.players)) for one in of_report}
    if rule not in _MOST_UNRATED:
        doubtful = sorted({number for numbers in unrated.values() for number in numbers})
        yield (
            _not_legible(subject, doubtful)
            if doubtful
            else subject.found(UNRATED_PLAYER, PASSES, _rated_words(of_report, most=0), key)
        )
        return
    barred = [one for one in of_report if len(unrated[one.players]) > _MOST_UNRATED[rule]]
    if not barred:
        said = _rated_words(of_report, most=max(map(len, unrated.values())))
        yield subject.found(UNRATED_PLAYER, PASSES, said, key)
        return
    numbers = sorted({number for one in barred for number in unrated[one.players]})
    everything = len(barred) == len(of_report)
    if len(of_report) == 1:
        said = f"A match with {listed('unrated player', numbers)} is not rated."
    else:
        verb = "is" if len(barred) == 1 else "are"
        which = ", ".join(one.name for one in barred)
        because = listed("unrated player", numbers)
        said = f"{len(barred)} of {len(of_report)} matches {verb} not rated, because of {because}: {which}."
    yield subject.found(
        UNRATED_PLAYER, REFUSES if everything else DROPS, said, key, fix="Nothing can mend it.", players=numbers
    )
    yield from subject.dropped((game for one in barred for game in one.games), UNRATED_PLAYER, key)


def _rated_words(of_report: list[Encounter], *, most: int) -> str:
    if len(of_report) == 1:
        return "Both players of the match are rated." if most == 0 else "One player of the match is rated."
    return "All players of the matches are rated." if most == 0 else "In each match at least one player is rated."


def course(one: Encounter, agreed: int | None) -> Course:
    """Follow a match. It is decided once a player leads by more than the games that are left of those agreed.

    Where nobody said how many were agreed, a game may have come after the decision if a player had led before it. The
    same holds for games beyond the number agreed, a play-off, once a player led in it.
    """
    points = dict.fromkeys(one.players, 0)
    gone, decided, led = 0, None, False
    after: list[Meeting] = []
    doubtful: list[Meeting] = []
    for meeting in one.pairings:
        if meeting.status in {UNFINISHED, UNKNOWN_RESULT}:
            continue
        if meeting.played and decided is not None:
            after.append(meeting)
        elif meeting.played and led:
            doubtful.append(meeting)
        points[meeting.first] += _MATCH_POINTS.get(meeting.first_result, 0)
        points[meeting.second or 0] += _MATCH_POINTS.get(meeting.second_result or "", 0)
        gone += 1
        lead = abs(points[one.players[0]] - points[one.players[1]])
        if agreed is None or gone > agreed:
            led = led or lead > 0
        elif decided is None and lead > (agreed - gone) * _POINT:
            decided = meeting.round
    return Course(decided, after, doubtful, (points[one.players[0]], points[one.players[1]]))


def _decisions(subject: Subject, of_report: list[Encounter]) -> Iterator[Found]:
    """Find the games after the decision of each match; where that cannot be told, ask."""
    key, agreed = "decided_match", subject.facts.games_agreed
    on_request = subject.law.value(key) == "not_rated_unless_requested"
    if on_request and subject.facts.games_after_decision_requested:
        said = "All games count, also after the decision, as was asked beforehand."
        yield subject.found(key, PASSES, said, key)
        return
    went = {one: course(one, agreed) for one in of_report}
    request = " If it was asked beforehand that all games count, say games_after_decision_requested = true."
    late = {one: how for one, how in went.items() if how.after}
    doubtful = {
        one: how for one, how in went.items() if how.doubtful and not _settled_by_report(subject, of_report, one)
    }
    if late:
        said = " ".join(_late_words(one, how, agreed or 0, several=len(of_report) > 1) for one, how in late.items())
        fix = f"If another number was agreed, say games_agreed.{request if on_request else ''}"
        games = [game for how in late.values() for game in how.after]
        numbers = [number for one in late for number in one.players]
        yield subject.found(key, DROPS, said, key, fix=fix, players=numbers, rounds=(one.round for one in games))
        yield from subject.dropped(games, key, key)
    if doubtful:
        said, fix = _doubtful_words(doubtful, agreed, several=len(of_report) > 1)
        fix += request if on_request else ""
        numbers = [number for one in doubtful for number in one.players]
        rounds = [game.round for how in doubtful.values() for game in how.doubtful]
        yield subject.found(key, UNKNOWN, said, key, fix=fix, players=numbers, rounds=rounds)
    if not late and not doubtful:
        yield subject.found(key, PASSES, _in_time_words(went, agreed), key)


def _settled_by_report(subject: Subject, of_report: list[Encounter], one: Encounter) -> bool:
    """Tell whether the number of rounds in the report shows that no game came after the decision.

    It may only clear a game: nobody called it the number agreed, so by it none is taken away. It says nothing about
    the length of a match that began after round 1.
    """
    rounds = subject.tournament.rounds_said
    if subject.facts.games_agreed is not None or not rounds or any(other.pairings[0].round > 1 for other in of_report):
        return False
    how = course(one, rounds)
    return not how.after and not how.doubtful


def _late_words(one: Encounter, how: Course, agreed: int, *, several: bool) -> str:
    name = f"The match {one.name}" if several else "The match"
    rounds = [game.round for game in how.after]
    verb = "is" if len(rounds) == 1 else "are"
    score = ":".join(decimal(value) for value in sorted(how.score, reverse=True))
    said = f"{name} over {counted(agreed, 'game')} was decided in round {how.decided}"
    return f"{said}; {rounds_named(rounds)} came after it and {verb} not rated ({score} in the end)."


def _doubtful_words(doubtful: dict[Encounter, Course], agreed: int | None, *, several: bool) -> tuple[str, str]:
    """Say why it is open whether games came after the decision, and what to do."""
    names = " and ".join(one.name for one in doubtful)
    of = f"the match{'es' if len(doubtful) > 1 else ''} {names}" if several else "the match"
    led = rounds_named(sorted({game.round for how in doubtful.values() for game in how.doubtful}))
    tail = f"a player led before {led}, so it is open whether the decision had fallen."
    if agreed is None:
        return f"How many games were agreed is not said. In {of} {tail}", "Say games_agreed in event.toml."
    said = f"More than the {counted(agreed, 'game')} agreed were played in {of}, and {tail}"
    return said, "Say games_agreed with every game that had to be played, those of a play-off included."


def _in_time_words(went: dict[Encounter, Course], agreed: int | None) -> str:
    if agreed is None:
        return "No game can have come after the decision of its match."
    said = f"No game came after the decision of its match over {counted(agreed, 'game')}."
    decided = [how.decided for how in went.values()]
    return f"{said} It was decided in round {decided[0]}." if len(decided) == 1 and decided[0] else said
