"""Who plays: the rated players of round robins, matches and their decision, Scheveningen, unplayed games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.events.subject import counted, listed, named, rounds_named
from arpad.events.system import MATCH, ROUND_ROBIN, SCHEVENINGEN, pairs_met
from arpad.events.verdict import DROPS, NOTE, PASSES, REFUSES, UNKNOWN, WARNING
from arpad.model.meetings import meetings
from arpad.model.numbers import decimal
from arpad.model.tournament import DRAW, FORFEIT_WIN, POINTS_OF, SHORT_DRAW, SHORT_WIN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arpad.events.subject import Found, Subject
    from arpad.events.verdict import Finding

_TWO = 2
_WOMEN, _MEN = "w", "m"
_MATCH_POINTS = {**POINTS_OF, FORFEIT_WIN: 100, SHORT_WIN: 100, SHORT_DRAW: 50, DRAW: 50}


def unplayed_games(subject: Subject) -> Iterator[Found]:
    """Name the pairings that were no games, and the games that a ruling takes out."""
    if subject.before_play:
        return
    unplayed = [one for one in meetings(subject.tournament) if one.second is not None and not one.played]
    law = subject.law
    if unplayed:
        said = f"{counted(len(unplayed), 'pairing')} without a game: not counted."
        yield subject.found(
            "unplayed",
            NOTE,
            said,
            "unplayed_games",
            players=(number for one in unplayed for number in (one.first, one.second) if number is not None),
            rounds=(one.round for one in unplayed),
        )
    if not subject.games:
        said = "No game was played, so there is nothing to rate."
        yield subject.found("no_games", REFUSES, said, "unplayed_games", fix="Give the report with its results.")
    odd = [one for one in subject.games if _sum(one.first_result, one.second_result) < POINTS_OF["1"]]
    for one in odd:
        said = (
            f"Round {one.round}, {one.first} against {one.second}: less than a point in all; each keeps his own score."
        )
        yield subject.found(
            "unusual_result",
            NOTE,
            said,
            "unplayed_games",
            fix="Confirm that it was so decided after play.",
            players=(one.first, one.second or one.first),
            rounds=(one.round,),
        )
    for number, first, second in subject.facts.ruled_out or ():
        games = [one for one in subject.games if one.round == number and {one.first, one.second} == {first, second}]
        if not games:
            said = f"Round {number}, {first} against {second} is said to be ruled out, but there is no such game."
            yield subject.found("ruled_out", WARNING, said, "unplayed_games", fix="Correct ruled_out in event.toml.")
        elif law.get("unplayed_games") == "rated_once_both_moved_unless_ruled_out":
            said = f"Round {number}, {first} against {second}: taken out by force majeure or a fair-play ruling."
            yield subject.found("ruled_out", DROPS, said, "unplayed_games", players=(first, second), rounds=(number,))
            yield from subject.dropped(games, "ruled_out", "unplayed_games")
        else:
            said = f"Round {number}, {first} against {second}: this edition knows no such ruling; the game is rated."
            yield subject.found("ruled_out", WARNING, said, "unplayed_games", players=(first, second), rounds=(number,))


def _sum(first: str, second: str | None) -> int:
    return POINTS_OF.get(first, 0) + POINTS_OF.get(second or "", 0)


def round_robin(subject: Subject) -> Iterator[Found]:
    """Ask of a round robin what the edition asks: enough rated players, by size, cycles and rank of the event."""
    law = subject.law
    if subject.system.name != ROUND_ROBIN or not law.has("round_robin_rated_share"):
        return
    missing = [] if subject.before_play else _not_met(subject)
    as_swiss = bool(missing) and law.get("round_robin_with_unplayed") == "as_swiss"
    if as_swiss:
        numbers = sorted({number for pair in missing for number in pair})
        said = (
            f"{counted(len(missing), 'game')} of the round robin {_was(missing)} not played: it is rated like a Swiss."
        )
        fix = "Report it as a Swiss event."
        yield subject.found("as_swiss", NOTE, said, "round_robin_with_unplayed", fix=fix, players=numbers)
    elif not subject.before_play:
        yield subject.found(
            "as_swiss", PASSES, "All games of the round robin were played.", "round_robin_with_unplayed"
        )
    faults = list(_composition(subject))
    relaxed = _national_championship(subject) if faults else None
    if relaxed is not None:
        yield relaxed
        if relaxed.severity == PASSES:
            return
    for one in faults:
        if as_swiss:
            said = f"{one.message} Rated like a Swiss event, that is not asked."
            yield subject.found(one.code, WARNING, said, "round_robin_with_unplayed", players=one.players)
        else:
            yield one
    if not faults:
        size, rated = len(subject.entries), len(subject.rated)
        said = f"{rated} of {size} players are rated: enough for a {subject.system.words}."
        keys = ["round_robin_rated_share", *_small_keys(subject, size), *_double_keys(subject)]
        yield subject.found("composition", PASSES, said, *keys)


def _was(missing: list[tuple[int, int]]) -> str:
    return "was" if len(missing) == 1 else "were"


def _not_met(subject: Subject) -> list[tuple[int, int]]:
    """Give the pairs that did not play all their games against each other."""
    played = pairs_met(one for one in meetings(subject.tournament) if one.played)
    numbers = sorted(one.number for one in subject.entries)
    pairs = [(one, other) for one in numbers for other in numbers if one < other]
    return [pair for pair in pairs for _ in range(subject.system.cycles - played.get(pair, 0))]


def _small_keys(subject: Subject, size: int) -> tuple[str, ...]:
    small = subject.law.get("round_robin_small_field")
    return ("round_robin_small_field", "round_robin_small_rated") if small is not None and size <= small else ()


def _double_keys(subject: Subject) -> tuple[str, ...]:
    law = subject.law
    asked = law.get("double_round_robin_applies") == "always" or bool(subject.unrated)
    keys = ("double_round_robin_players", "double_round_robin_rated", "double_round_robin_applies")
    return keys if subject.system.cycles == _TWO and law.has(keys[0]) and asked else ()


def _composition(subject: Subject) -> Iterator[Finding]:
    law, size, rated = subject.law, len(subject.entries), len(subject.rated)
    share = law.value("round_robin_rated_share")
    fix = "Before play, invite more rated players; after it, nothing can mend it."
    if rated * share < size:
        said = f"{rated} of {size} players are rated; a round robin needs {-(-size // share)}, one in {share}."
        yield subject.found(
            "round_robin_share", REFUSES, said, "round_robin_rated_share", fix=fix, players=subject.unrated
        )
    small = _small_keys(subject, size)
    if small and rated < (needed := law.value("round_robin_small_rated")):
        said = f"{counted(size, 'player')}, {rated} of them rated; so small a round robin needs {needed} rated."
        yield subject.found("round_robin_small", REFUSES, said, *small, fix=fix, players=subject.unrated)
    double = _double_keys(subject)
    if double:
        players, asked = law.value("double_round_robin_players"), law.value("double_round_robin_rated")
        if size < players or rated < asked:
            said = f"{size} players, {rated} rated; such a double round robin needs {players}, {asked} of them rated."
            yield subject.found("double_round_robin", REFUSES, said, *double, fix=fix, players=subject.unrated)


def _national_championship(subject: Subject) -> Finding | None:
    """Let a national championship pass with fewer rated players; say what is missing for that."""
    law, facts = subject.law, subject.facts
    if not law.has("national_championship_rated"):
        return None
    keys = ("national_championship_rated", "national_championship_rated_women", "national_championship_counts")
    if facts.national_championship is None:
        said = "Fewer rated players suffice for a national championship; whether it is one is not said."
        fix = "If it is, say national_championship = true in event.toml."
        return subject.found("national_championship", NOTE, said, *keys, fix=fix)
    if not facts.national_championship:
        return None
    sexes = {one.number: one.sex for one in subject.entries}
    women = facts.women_only if facts.women_only is not None else all(one == _WOMEN for one in sexes.values())
    if women:
        needed, counting = law.value("national_championship_rated_women"), list(subject.rated)
        who = "rated women"
    else:
        needed, who = law.value("national_championship_rated"), "rated players"
        counting = list(subject.rated)
        if law.value("national_championship_counts") == "men":
            counting, who = [one for one in counting if sexes[one] != _WOMEN], "rated men"
    if len(counting) >= needed:
        said = f"A national championship with {len(counting)} {who}; {needed} suffice."
        return subject.found("national_championship", PASSES, said, *keys)
    said = f"Even a national championship needs {needed} {who}; it has {len(counting)}."
    return subject.found("national_championship", REFUSES, said, *keys, fix="Nothing can mend it after play.")


def match(subject: Subject) -> Iterator[Found]:
    """Ask of a match that its players are rated, and leave out games after its decision."""
    if subject.system.name != MATCH:
        return
    law, unrated = subject.law, subject.unrated
    rule = law.get("match_with_unrated")
    fix = "Nothing can mend it."
    if rule == "unreadable" and unrated:
        said = "How many unrated players a match may have is not legible in this print."
        yield subject.found("match_unrated", UNKNOWN, said, "match_with_unrated", players=unrated)
    elif (rule == "not_rated" and unrated) or (rule == "one_unrated_allowed" and len(unrated) > 1):
        said = f"A match with {listed('unrated player', unrated)} is not rated."
        yield subject.found("match_unrated", REFUSES, said, "match_with_unrated", fix=fix, players=unrated)
    elif rule == "games_between_unrated_not_rated" and len(unrated) > 1:
        said = "Games between two unrated players are not rated."
        yield subject.found("match_unrated", REFUSES, said, "match_with_unrated", fix=fix, players=unrated)
        yield from subject.dropped(subject.games, "match_unrated", "match_with_unrated")
    elif rule is not None:
        said = "Both players of the match are rated." if not unrated else "One player of the match is rated."
        yield subject.found("match_unrated", PASSES, said, "match_with_unrated")
    if not subject.before_play and law.has("decided_match"):
        yield from _decision(subject)


def _decision(subject: Subject) -> Iterator[Found]:
    rounds = subject.facts.games_agreed or subject.tournament.rounds_said or subject.tournament.rounds
    score: dict[int, int] = {}
    decided: int | None = None
    after = []
    for one in meetings(subject.tournament):
        if one.second is None:
            continue
        if decided is not None and one.played:
            after.append(one)
        for number, result in ((one.first, one.first_result), (one.second, one.second_result)):
            score[number] = score.get(number, 0) + _MATCH_POINTS.get(result or "", 0)
        if decided is None and max(score.values(), default=0) * _TWO > rounds * POINTS_OF["1"]:
            decided = one.round
    if not after:
        when = f" It was decided in round {decided}." if decided else ""
        said = f"No game of the {rounds} was played after the decision.{when}"
        yield subject.found("decided_match", PASSES, said, "decided_match")
        return
    points = ":".join(decimal(value) for value in sorted(score.values(), reverse=True))
    said = f"The match over {rounds} games was decided in round {decided}; {rounds_named(one.round for one in after)}"
    waived = subject.law.value("decided_match") == "not_rated_unless_requested"
    if waived and subject.facts.games_after_decision_requested:
        said += " came after it, and count as was asked beforehand."
        yield subject.found("decided_match", PASSES, said, "decided_match")
        return
    fix = "If another number was agreed, say games_agreed."
    if waived:
        fix += " If it was asked beforehand that all games count, say games_after_decision_requested = true."
    said += f" came after it and cannot be rated ({points} in the end)."
    yield subject.found("decided_match", DROPS, said, "decided_match", fix=fix, rounds=(one.round for one in after))
    yield from subject.dropped(after, "decided_match", "decided_match")


def scheveningen(subject: Subject) -> Iterator[Found]:
    """Ask of a Scheveningen event that it has not too many unrated players."""
    if subject.system.name != SCHEVENINGEN or not subject.law.has("scheveningen_with_unrated"):
        return
    key, unrated = "scheveningen_with_unrated", subject.unrated
    if len(unrated) <= 1:
        yield subject.found("scheveningen", PASSES, f"It has {counted(len(unrated), 'unrated player')}.", key)
    elif subject.law.value(key) == "unreadable":
        said = "How many unrated players a Scheveningen event may have is not legible in this print."
        yield subject.found("scheveningen", UNKNOWN, said, key, players=unrated)
    else:
        said = f"A Scheveningen event with more than one unrated player is not rated; {named(unrated)} are."
        yield subject.found("scheveningen", REFUSES, said, key, fix="Nothing can mend it.", players=unrated)


def stages(subject: Subject) -> Iterator[Found]:
    """Say how preliminaries, finals and play-offs belong together."""
    if not subject.facts.stages or not subject.law.has("stages_together"):
        return
    together = "are added together" if subject.law.value("stages_together") == "added" else "may be treated together"
    said = f"The results of {', '.join(subject.facts.stages)} {together}, if each meets the conditions."
    yield subject.found("stages", NOTE, said, "stages_together")
