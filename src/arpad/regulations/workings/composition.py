"""What an edition asks of the players of an event, asked of the rules by a check that notes what they consult."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from arpad.regulations.rules import composition

if TYPE_CHECKING:
    from arpad.regulations.consulted import Consulted
    from arpad.regulations.terms.calculation import Calculation


class RobinCondition(NamedTuple):
    """What is asked of the players of a round robin: so many, so many rated; and whether it has too few."""

    players: int
    rated: int
    share: int
    """One in so many of them; 0 where it is a number whatever the size."""
    has_too_few: bool


def rated_share(p: Consulted, *, players: int, rated: int) -> RobinCondition | None:
    """Ask how many players of any round robin must be rated; None where the edition asks nothing.

    >>> from arpad.regulations.catalogue import edition
    >>> from arpad.regulations.consulted import Consulted
    >>> rated_share(Consulted(edition("fide-2014-07")), players=13, rated=4)
    RobinCondition(players=0, rated=5, share=3, has_too_few=True)
    """
    return _condition(p, composition.RATED_SHARE, players=players, rated=rated)


def small_field(p: Consulted, *, players: int, rated: int) -> RobinCondition | None:
    """Ask the same of a round robin of few players; None where it has more."""
    return _condition(p, composition.SMALL_FIELD, players=players, rated=rated)


def double_round_robin(p: Consulted, *, players: int, rated: int, is_double: bool) -> RobinCondition | None:
    """Ask what a double round robin needs; None where it is none, or the edition asks nothing of it."""
    return _condition(p, composition.DOUBLE_ROUND_ROBIN, players=players, rated=rated, is_double=is_double)


def _condition(p: Consulted, calculation: Calculation, **facts: int) -> RobinCondition | None:
    answers = p.answers(calculation, **facts)
    if answers["rated_needed"] == composition.NOT_ASKED:
        return None
    return RobinCondition(
        answers.get("players_needed", 0), answers["rated_needed"], answers.get("share", 0), answers["has_too_few"]
    )


def is_reported_as_swiss(p: Consulted, *, lacks_a_game: bool) -> bool:
    """Tell whether a round robin is reported as a Swiss event, because a game was not played."""
    return bool(p.answers(composition.REPORTED_AS_SWISS, lacks_a_game=lacks_a_game)["is_reported_as_swiss"])


def is_composition_asked(p: Consulted, *, as_swiss: bool) -> bool:
    """Tell whether a round robin must have its rated players, though it may be reported as a Swiss event."""
    return bool(p.answers(composition.COMPOSITION_ASKED, is_reported_as_swiss=as_swiss)["is_composition_asked"])


def rated_scheveningen(p: Consulted, unrated: int) -> int:
    """Ask whether a Scheveningen event is rated with so many unrated players: a code, maybe that it is not asked."""
    code: int = p.answers(composition.SCHEVENINGEN, unrated=unrated)["scheveningen"]
    return code


def rated_match(p: Consulted, unrated: int) -> int:
    """Ask the same of a match.

    >>> from arpad.regulations.catalogue import edition
    >>> from arpad.regulations.consulted import Consulted
    >>> [rated_match(Consulted(edition("fide-2003-07")), unrated) for unrated in (0, 1, 2)]
    [0, 0, 1]
    """
    code: int = p.answers(composition.MATCH, unrated=unrated)["match"]
    return code


def is_game_rated(p: Consulted, *, was_played: bool, is_ruled_out: bool) -> bool:
    """Tell whether a game is rated that was played or not, and which a ruling may have taken out."""
    answers = p.answers(composition.GAME_RATED, was_played=was_played, is_ruled_out=is_ruled_out)
    return bool(answers["is_game_rated"])


def stages_together(p: Consulted, *, has_stages: bool) -> int:
    """Ask how the stages of an event belong together: a code, maybe that it is not asked."""
    code: int = p.answers(composition.STAGES, has_stages=has_stages)["stages"]
    return code


def is_decided(p: Consulted, *, lead: int, games_left: int) -> bool:
    """Tell whether a match is decided by a lead, in hundredths, with so many games left."""
    return bool(p.answers(composition.MATCH_DECIDED, lead=lead, games_left=games_left)["is_decided"])


def late_games(p: Consulted, *, is_requested: bool) -> int:
    """Ask what becomes of games after a match was decided: a code, maybe that it is not asked."""
    code: int = p.answers(composition.LATE_GAMES, is_requested=is_requested)["late_games"]
    return code


class ChampionshipCondition(NamedTuple):
    """How many rated players a national championship needs, which of them count, how many do, and what follows."""

    needed: int
    of: int
    counted: int
    composition: int


def rated_in_championship(
    p: Consulted, *, is_for_women: bool, rated: int, rated_women: int, rated_men: int
) -> ChampionshipCondition | None:
    """Ask whether a national championship has enough rated players; None where the edition has no such exception."""
    answers = p.answers(
        composition.NATIONAL_CHAMPIONSHIP,
        is_for_women=is_for_women,
        rated=rated,
        rated_women=rated_women,
        rated_men=rated_men,
    )
    if answers["rated_needed"] == composition.NOT_ASKED:
        return None
    return ChampionshipCondition(*(answers[name] for name in _OF_CHAMPIONSHIP))


_OF_CHAMPIONSHIP = ("rated_needed", "those_counted", "rated_counted", "composition")
