"""What is asked of the players of an event, and which of its games are rated.

How many players of a round robin must be rated follows from its size, its cycles and its rank. A game may be left out
because it was not played, a ruling took it out, or its match was decided before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.regulations.rules.event_basis import NOT_RATED, RATEABLE, UNREADABLE
from arpad.regulations.rules.round_robin import A_POINT
from arpad.regulations.terms.calculation import CODE, Calculation, aid, step
from arpad.regulations.terms.vocabulary import EVENT, GAME, all_of, any_of, by, first_of, negated, otherwise, whole_part

if TYPE_CHECKING:
    from arpad.regulations.terms.vocabulary import Law, Term, View

NOT_ASKED = -1
"""The edition asks no such thing of this event."""


@aid(EVENT)
def share(p: Law) -> Term:
    """One in how many players must be rated; none where the edition does not say."""
    return p.or_else("round_robin_rated_share", 0)


@step(EVENT, "round_robin_rated_share", name="rated_needed")
def rated_of_any_field(event: View) -> Term:
    """At least one in so many players of a round robin must be rated."""
    at_least = -whole_part(-event.players, event.share)
    return first_of((event.share > 0, at_least), otherwise(NOT_ASKED))


@step(EVENT, "round_robin_small_field", name="rated_needed")
def rated_of_small_field(p: Law, event: View) -> Term:
    """A round robin of few players needs so many rated ones, though a smaller share would be enough."""
    is_small = all_of(p.has("round_robin_small_field"), event.players <= p.round_robin_small_field)
    return first_of((is_small, p.round_robin_small_rated), otherwise(NOT_ASKED))


@step(EVENT)
def has_too_few(event: View) -> Term:
    """A round robin with fewer rated players than it needs is not rated."""
    return event.rated < event.rated_needed


RATED_SHARE = Calculation(
    "rated_share", wide=EVENT, wide_inputs=("players", "rated"), template=(share, rated_of_any_field, has_too_few)
)

SMALL_FIELD = Calculation(
    "small_field", wide=EVENT, wide_inputs=("players", "rated"), template=(rated_of_small_field, has_too_few)
)


@aid(EVENT)
def is_asked_of_double(p: Law, event: View) -> Term:
    """Whether more is asked of it as a double round robin: as one print has it of any, else with unrated players."""
    is_applied = any_of(p.says("double_round_robin_applies", "always"), event.rated < event.players)
    return all_of(event.is_double, p.has("double_round_robin_players"), is_applied)


@step(EVENT, "double_round_robin_players")
def players_needed(p: Law, event: View) -> Term:
    """A double round robin with unrated players needs so many players."""
    return first_of((event.is_asked_of_double, p.double_round_robin_players), otherwise(NOT_ASKED))


@step(EVENT, "double_round_robin_rated", name="rated_needed")
def rated_of_double(p: Law, event: View) -> Term:
    """A double round robin with unrated players needs so many rated ones."""
    return first_of((event.is_asked_of_double, p.double_round_robin_rated), otherwise(NOT_ASKED))


@step(EVENT, "double_round_robin_applies", name="has_too_few")
def is_too_small_for_double(event: View) -> Term:
    """A double round robin that is asked for them, and has fewer players or rated players, is not rated."""
    return any_of(event.players < event.players_needed, event.rated < event.rated_needed)


DOUBLE_ROUND_ROBIN = Calculation(
    "double_round_robin",
    wide=EVENT,
    wide_inputs=("players", "rated", "is_double"),
    template=(is_asked_of_double, players_needed, rated_of_double, is_too_small_for_double),
)


@step(EVENT, "round_robin_with_unplayed")
def is_reported_as_swiss(p: Law, event: View) -> Term:
    """A round robin in which a game was not played is reported as a Swiss event."""
    return all_of(event.lacks_a_game, p.says("round_robin_with_unplayed", "as_swiss"))


REPORTED_AS_SWISS = Calculation(
    "reported_as_swiss", wide=EVENT, wide_inputs=("lacks_a_game",), template=(is_reported_as_swiss,)
)


@step(EVENT, "composition_as_swiss")
def is_composition_asked(p: Law, event: View) -> Term:
    """A round robin that is reported as a Swiss event need not have a round robin's rated players (R-033)."""
    return any_of(negated(event.is_reported_as_swiss), p.says("composition_as_swiss", "asked"))


COMPOSITION_ASKED = Calculation(
    "composition_asked", wide=EVENT, wide_inputs=("is_reported_as_swiss",), template=(is_composition_asked,)
)


PLAYERS, MEN, WOMEN = 0, 1, 2
"""Which rated players count in a national championship."""
ENOUGH, OPEN, TOO_FEW = 0, 1, 2
"""Whether they are enough; open where the sex of some is not known."""


@step(EVENT, "national_championship_rated", name="rated_needed")
def rated_of_championship(p: Law, event: View) -> Term:
    """A national championship played as a round robin needs fewer rated players, one for women only fewer still."""
    return first_of(
        (negated(p.has("national_championship_rated")), NOT_ASKED),
        (event.is_for_women, p.national_championship_rated_women),
        otherwise(by("national_championship_rated_women", p.national_championship_rated)),
    )


@step(EVENT, "national_championship_counts", unit=CODE)
def those_counted(p: Law, event: View) -> Term:
    """In a championship for women only women count; in any other everybody, or as two of the texts have it only men."""
    return first_of(
        (event.is_for_women, WOMEN), (p.says("national_championship_counts", "men"), MEN), otherwise(PLAYERS)
    )


@step(EVENT)
def rated_counted(event: View) -> Term:
    """Rated players of the sex that counts are counted."""
    return first_of(
        (event.those_counted == WOMEN, event.rated_women),
        (event.those_counted == MEN, event.rated_men),
        otherwise(event.rated),
    )


@step(EVENT, unit=CODE)
def composition(event: View) -> Term:
    """With fewer of them it is not rated; that is open where rated players of unknown sex might make up the number."""
    of_unknown_sex = event.rated - event.rated_women - event.rated_men
    return first_of(
        (event.rated_counted >= event.rated_needed, ENOUGH),
        (event.those_counted == PLAYERS, TOO_FEW),
        (event.rated_counted + of_unknown_sex >= event.rated_needed, OPEN),
        otherwise(TOO_FEW),
    )


NATIONAL_CHAMPIONSHIP = Calculation(
    "national_championship",
    wide=EVENT,
    wide_inputs=("is_for_women", "rated", "rated_women", "rated_men"),
    template=(rated_of_championship, those_counted, rated_counted, composition),
)


@step(EVENT, "scheveningen_with_unrated", unit=CODE)
def scheveningen(p: Law, event: View) -> Term:
    """A Scheveningen event may have one unrated player in 2003; how many, one print does not let be read."""
    return first_of(
        (negated(p.has("scheveningen_with_unrated")), NOT_ASKED),
        (event.unrated <= 1, RATEABLE),
        (p.says("scheveningen_with_unrated", "unreadable"), UNREADABLE),
        otherwise(NOT_RATED),
    )


SCHEVENINGEN = Calculation("scheveningen", wide=EVENT, wide_inputs=("unrated",), template=(scheveningen,))


@step(EVENT, "match_with_unrated", unit=CODE)
def match(p: Law, event: View) -> Term:
    """A match with an unrated player is not rated; in 2003, and as printed in 2014, only one with two is not."""
    return first_of(
        (negated(p.has("match_with_unrated")), NOT_ASKED),
        (event.unrated == 0, RATEABLE),
        (p.says("match_with_unrated", "unreadable"), UNREADABLE),
        (p.says("match_with_unrated", "not_rated"), NOT_RATED),
        (event.unrated == 1, RATEABLE),
        otherwise(NOT_RATED),
    )


MATCH = Calculation("match", wide=EVENT, wide_inputs=("unrated",), template=(match,))


@step(GAME, "unplayed_games")
def is_game_rated(p: Law, game: View) -> Term:
    """A game that was played is rated, unless, from 2024 on, a ruling takes it out."""
    may_be_ruled_out = p.says("unplayed_games", "rated_once_both_moved_unless_ruled_out")
    return all_of(game.was_played, negated(all_of(game.is_ruled_out, may_be_ruled_out)))


GAME_RATED = Calculation("game_rated", wide=GAME, wide_inputs=("was_played", "is_ruled_out"), template=(is_game_rated,))


STAGES_ADDED, STAGES_MAY_BE_ADDED = 0, 1


@step(EVENT, "stages_together", unit=CODE)
def stages(p: Law, event: View) -> Term:
    """Preliminaries, finals and play-offs are added together in 2003, and may be treated together in 2009."""
    return first_of(
        (negated(all_of(event.has_stages, p.has("stages_together"))), NOT_ASKED),
        (p.says("stages_together", "added"), STAGES_ADDED),
        otherwise(STAGES_MAY_BE_ADDED),
    )


STAGES = Calculation("stages", wide=EVENT, wide_inputs=("has_stages",), template=(stages,))


LATE_RATED, LATE_NOT_RATED, LATE_NOT_REQUESTED = 0, 1, 2
"""What becomes of games after a match was decided; the last are not rated, but would have been on request."""


@step(EVENT, "decided_match")
def is_decided(event: View) -> Term:
    """A match is decided once a player leads by more points than games are left of those agreed."""
    return event.lead > A_POINT * event.games_left


MATCH_DECIDED = Calculation("match_decided", wide=EVENT, wide_inputs=("lead", "games_left"), template=(is_decided,))


@step(EVENT, "decided_match", unit=CODE)
def late_games(p: Law, event: View) -> Term:
    """Games after a match was decided are not rated; from 2024 on they are if that was requested before."""
    return first_of(
        (negated(p.has("decided_match")), NOT_ASKED),
        (negated(p.says("decided_match", "not_rated_unless_requested")), LATE_NOT_RATED),
        (event.is_requested, LATE_RATED),
        otherwise(LATE_NOT_REQUESTED),
    )


LATE_GAMES = Calculation("late_games", wide=EVENT, wide_inputs=("is_requested",), template=(late_games,))
