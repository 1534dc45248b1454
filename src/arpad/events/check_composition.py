"""Who plays: the rated players of round robins, Scheveningen events, stages, and games that were not played."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arpad.events.check_championship import national_championship
from arpad.events.subject import counted, named
from arpad.events.system import ROUND_ROBIN, SCHEVENINGEN, pairs_met
from arpad.events.verdict import DROPS, NOTE, PASSES, REFUSES, UNKNOWN, WARNING
from arpad.model.meetings import meetings
from arpad.model.tournament import POINTS_OF

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arpad.events.subject import Found, Subject
    from arpad.events.verdict import Finding

_TWO = 2


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
            f"Round {one.round}, {one.first} against {one.second}: less than a point in all; each keeps the own score."
        )
        yield subject.found(
            "unusual_result",
            WARNING,
            said,
            "unplayed_games",
            fix="Make sure that it was so decided after play.",
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
            fix = "If there is no such ruling, correct ruled_out in event.toml."
            yield subject.found(
                "ruled_out", DROPS, said, "unplayed_games", fix=fix, players=(first, second), rounds=(number,)
            )
            yield from subject.dropped(games, "ruled_out", "unplayed_games")
        else:
            said = f"Round {number}, {first} against {second}: no such ruling takes out a game in this edition."
            fix = "Leave ruled_out out of event.toml, or ask FIDE."
            yield subject.found(
                "ruled_out", WARNING, said, "unplayed_games", fix=fix, players=(first, second), rounds=(number,)
            )


def _sum(first: str, second: str | None) -> int:
    return POINTS_OF.get(first, 0) + POINTS_OF.get(second or "", 0)


def absentees(subject: Subject) -> Iterator[Found]:
    """Name those who are in the report and played nothing, and say whether they take part (R-032)."""
    if subject.before_play or not subject.games:
        return
    met = {number for pair in pairs_met(meetings(subject.tournament)) for number in pair}
    played = {number for one in subject.games for number in (one.first, one.second)}
    taking_part = {one.number for one in subject.entries}
    numbers = subject.tournament.by_number()
    for code, what, absent in (
        ("never_paired", "in the report and never paired", [one for one in numbers if one not in met]),
        ("never_played", "paired and without a game", [one for one in numbers if one in met and one not in played]),
    ):
        if absent:
            counts = "counted among" if absent[0] in taking_part else "not counted among"
            said = f"{named(absent).capitalize()}: {what}; {counts} the players of the event."
            yield subject.found(code, NOTE, said, "takes_part", players=absent)


def round_robin(subject: Subject) -> Iterator[Found]:
    """Ask of a round robin what the edition asks: enough rated players, by size, cycles and rank of the event."""
    law = subject.law
    if subject.system.name != ROUND_ROBIN or not law.has("round_robin_rated_share"):
        return
    missing = [] if subject.before_play else _not_met(subject)
    as_swiss = is_as_swiss(subject)
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
    if as_swiss and law.get("composition_as_swiss") != "asked":
        for one in faults:
            said = f"{one.message} Rated like a Swiss event, that is not asked."
            keys = "round_robin_with_unplayed", "composition_as_swiss"
            fix = "Make sure that not all games were played: with all of them the event would be refused."
            yield subject.found(one.code, WARNING, said, *keys, fix=fix, players=one.players)
    elif faults:
        yield from _too_few_rated(subject, faults)
    else:
        size, rated = len(subject.entries), len(subject.rated)
        said = f"{rated} of {size} players are rated: enough for a {subject.system.words}."
        asked = ("round_robin_rated_share", *_small_keys(subject, size), *_double_keys(subject))
        yield subject.found("composition", PASSES, said, *asked)


def is_as_swiss(subject: Subject) -> bool:
    """Tell whether it is a round robin that is rated like a Swiss event, because a game was not played."""
    if subject.system.name != ROUND_ROBIN or subject.before_play:
        return False
    return subject.law.get("round_robin_with_unplayed") == "as_swiss" and bool(_not_met(subject))


def _too_few_rated(subject: Subject, faults: list[Finding]) -> Iterator[Found]:
    """Refuse a round robin for its composition, unless it is a national championship, for which fewer suffice."""
    championship = national_championship(subject)
    if championship is not None:
        yield championship
        if championship.severity == PASSES:
            return
    open_question = championship is not None and championship.severity == UNKNOWN
    for one in faults:
        if open_question:
            said = f"{one.message} That is not asked of a national championship with enough rated players."
            yield replace(one, severity=WARNING, message=said, fix="Answer what is asked about the championship.")
        else:
            yield one


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
        verb = "is" if rated == 1 else "are"
        said = f"{rated} of {counted(size, 'player')} {verb} rated; a round robin needs {-(-size // share)}, "
        said += f"one in {share}."
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
            said = f"{counted(size, 'player')}, {rated} rated; such a double round robin needs {players}, "
            said += f"{asked} of them rated."
            yield subject.found("double_round_robin", REFUSES, said, *double, fix=fix, players=subject.unrated)


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
