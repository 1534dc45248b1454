"""Who plays: the rated players of round robins, Scheveningen events, stages, and games that were not played."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from typing import TYPE_CHECKING, NamedTuple

from arpad.events.check.championship import national_championship
from arpad.events.system import DOUBLE_CYCLES, pairs_met
from arpad.events.verdict import DROPS, NOTE, PASSES, REFUSES, UNKNOWN, WARNING
from arpad.model.period import ROUND_ROBIN, SCHEVENINGEN
from arpad.model.tournament import POINTS_OF
from arpad.regulations.consulted import Consulted
from arpad.regulations.rules.composition import NOT_ASKED, STAGES_ADDED
from arpad.regulations.rules.event_basis import NOT_RATED, RATEABLE, UNREADABLE
from arpad.regulations.workings.composition import (
    double_round_robin,
    is_composition_asked,
    is_game_rated,
    is_reported_as_swiss,
    rated_scheveningen,
    rated_share,
    small_field,
    stages_together,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from arpad.events.checked_event import Outcome, Subject
    from arpad.events.verdict import Finding
    from arpad.model.problems import ProblemFacts
    from arpad.regulations.workings.composition import RobinCondition


class _AskedComposition(NamedTuple):
    """A condition on the players of a round robin, and what was consulted for it."""

    code: str
    p: Consulted
    condition: RobinCondition


def unplayed_games(subject: Subject) -> Iterator[Outcome]:
    """Name the pairings that were no games, and the games that a ruling takes out."""
    if subject.before_play:
        return
    p = subject.consulted()
    is_rated = {played: is_game_rated(p, was_played=played, is_ruled_out=False) for played in (False, True)}
    unplayed = [meeting for meeting in subject.meetings if meeting.second is not None and not is_rated[meeting.played]]
    if unplayed:
        players = [number for meeting in unplayed for number in (meeting.first, meeting.second) if number is not None]
        rounds = [meeting.round for meeting in unplayed]
        yield subject.finding("unplayed", NOTE, p, "not_counted", players=players, rounds=rounds, count=len(unplayed))
    if not subject.games:
        yield subject.finding("no_games", REFUSES, p, "nothing_played", fix="give_results")
    for game in subject.games:
        if _sum(game.first_result, game.second_result) >= POINTS_OF["1"]:
            continue
        facts = _game(game.round, game.first, game.second or game.first)
        yield subject.finding("unusual_result", WARNING, p, "less_than_a_point", fix="sure_of_result", **facts)
    for number, first, second in subject.facts.ruled_out or ():
        games = [
            game for game in subject.games if game.round == number and {game.first, game.second} == {first, second}
        ]
        facts = _game(number, first, second)
        if not games:
            names: ProblemFacts = {"round": number, "first": first, "second": second}
            yield subject.finding("ruled_out", WARNING, p, "no_such_game", fix="correct_ruled_out", **names)
        elif not is_game_rated(p, was_played=True, is_ruled_out=True):
            yield subject.finding("ruled_out", DROPS, p, "taken_out", fix="if_no_ruling", **facts)
            yield from subject.dropped(games, "ruled_out", "unplayed_games")
        else:
            yield subject.finding("ruled_out", WARNING, p, "no_such_ruling", fix="leave_ruled_out", **facts)


def _game(number: int, first: int, second: int) -> ProblemFacts:
    """Give where a game is, and the facts by which a sentence names it."""
    return {"players": (first, second), "rounds": (number,), "round": number, "first": first, "second": second}


def _sum(first: str, second: str | None) -> int:
    return POINTS_OF.get(first, 0) + POINTS_OF.get(second or "", 0)


def absentees(subject: Subject) -> Iterator[Outcome]:
    """Name the players that are in the report and played nothing, and say whether they take part (R-032)."""
    if subject.before_play or not subject.games:
        return
    met = {number for pair in pairs_met(subject.meetings) for number in pair}
    played = {number for game in subject.games for number in (game.first, game.second)}
    taking_part = {entry.number for entry in subject.entries}
    numbers = subject.tournament.by_number()
    absentees_of = {
        "never_paired": [number for number in numbers if number not in met],
        "never_played": [number for number in numbers if number in met and number not in played],
    }
    p = subject.consulted().citing("takes_part")  # read when the players that take part were chosen
    for code, absent in absentees_of.items():
        if absent:
            yield subject.finding(code, NOTE, p, "absent", players=absent, counts=absent[0] in taking_part)


def round_robin(subject: Subject) -> Iterator[Outcome]:
    """Ask of a round robin what the edition asks: enough rated players, by size, cycles and rank of the event."""
    asked = _conditions(subject)
    if not asked:
        return
    p = subject.consulted()
    missing = [] if subject.before_play else _not_met(subject)
    as_swiss = is_reported_as_swiss(p, lacks_a_game=bool(missing))
    if as_swiss:
        numbers = sorted({number for pair in missing for number in pair})
        count = len(missing)
        yield subject.finding("as_swiss", NOTE, p, "not_played", fix="report_as_swiss", players=numbers, count=count)
    elif not subject.before_play:
        yield subject.finding("as_swiss", PASSES, p, "all_played")
    faults = list(_faults(subject, asked))
    if not is_composition_asked(p, as_swiss=as_swiss):
        for fault in faults:
            says, cited = (*fault.says, "as_swiss.not_asked"), p.citations()
            yield replace(fault, severity=WARNING, says=says, mends=("sure_of_unplayed",), citations=cited)
    elif faults:
        yield from _too_few_rated(subject, faults)
    else:
        facts: ProblemFacts = {"rated": len(subject.rated), "size": len(subject.entries), "system": subject.system.code}
        everything = reduce(Consulted.with_, (question.p for question in asked))
        yield subject.finding("composition", PASSES, everything, "enough", **facts)


def is_as_swiss(subject: Subject) -> bool:
    """Tell whether it is a round robin that is rated like a Swiss event, because a game was not played."""
    if subject.system.name != ROUND_ROBIN or subject.before_play:
        return False
    return is_reported_as_swiss(subject.consulted(), lacks_a_game=bool(_not_met(subject)))


def _too_few_rated(subject: Subject, faults: list[Finding]) -> Iterator[Outcome]:
    """Refuse a round robin for its composition, unless it is a national championship, for which fewer suffice."""
    championship = national_championship(subject)
    if championship is not None:
        yield championship
        if championship.severity == PASSES:
            return
    open_question = championship is not None and championship.severity == UNKNOWN
    for fault in faults:
        if open_question:
            says = (*fault.says, "national_championship.not_asked")
            yield replace(fault, severity=WARNING, says=says, mends=("answer_championship",))
        else:
            yield fault


def _not_met(subject: Subject) -> list[tuple[int, int]]:
    """Give the pairs that did not play all their games against each other."""
    played = pairs_met(meeting for meeting in subject.meetings if meeting.played)
    numbers = sorted(entry.number for entry in subject.entries)
    pairs = [(number, other) for number in numbers for other in numbers if number < other]
    return [pair for pair in pairs for _ in range(subject.system.cycles - played.get(pair, 0))]


def _conditions(subject: Subject) -> list[_AskedComposition]:
    """Give what is asked of a round robin: of any, of a small one, of a double one."""
    if subject.system.name != ROUND_ROBIN:
        return []
    p, small, double = subject.consulted(), subject.consulted(), subject.consulted()
    size, rated, is_double = len(subject.entries), len(subject.rated), subject.system.cycles == DOUBLE_CYCLES
    of_any = rated_share(p, players=size, rated=rated)
    if of_any is None:
        return []
    asked = (
        ("round_robin_share", p, of_any),
        ("round_robin_small", small, small_field(small, players=size, rated=rated)),
        ("double_round_robin", double, double_round_robin(double, players=size, rated=rated, is_double=is_double)),
    )
    return [_AskedComposition(code, notes, condition) for code, notes, condition in asked if condition is not None]


def _faults(subject: Subject, asked: Iterable[_AskedComposition]) -> Iterator[Finding]:
    """Refuse a round robin by each condition that it does not meet."""
    size, rated = len(subject.entries), len(subject.rated)
    for code, p, condition in asked:
        if condition.has_too_few:
            facts: ProblemFacts = {"size": size, "rated": rated, "players": subject.unrated}
            facts |= {"share": condition.share, "needed": condition.players, "needed_rated": condition.rated}
            yield subject.finding(code, REFUSES, p, "too_few", fix="invite_rated_before_play", **facts)


def scheveningen(subject: Subject) -> Iterator[Outcome]:
    """Ask of a Scheveningen event that it has not too many unrated players."""
    if subject.system.name != SCHEVENINGEN:
        return
    p, unrated = subject.consulted(), subject.unrated
    answer = rated_scheveningen(p, len(unrated))
    if answer == RATEABLE:
        yield subject.finding("scheveningen", PASSES, p, "has", count=len(unrated))
    elif answer == UNREADABLE:
        yield subject.finding("scheveningen", UNKNOWN, p, "not_legible", players=unrated)
    elif answer == NOT_RATED:
        yield subject.finding("scheveningen", REFUSES, p, "too_many", fix="nothing", players=unrated)


def stages(subject: Subject) -> Iterator[Outcome]:
    """Say how preliminaries, finals and play-offs belong together."""
    p = subject.consulted()
    together = stages_together(p, has_stages=bool(subject.facts.stages))
    if together != NOT_ASKED:
        says = "added" if together == STAGES_ADDED else "together"
        yield subject.finding("stages", NOTE, p, says, stages=subject.facts.stages)
