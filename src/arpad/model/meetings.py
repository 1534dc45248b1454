"""Who met whom: the games of a tournament, each once, and for every round that is no game the reason why."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from arpad.model import tournament as code

if TYPE_CHECKING:
    from arpad.model.tournament import Entry, Pairing, Tournament

GAME = "game"
FORFEIT = "forfeit"
UNDER_ONE_MOVE = "under_one_move"
HALF_POINT_BYE = "half_point_bye"
FULL_POINT_BYE = "full_point_bye"
PAIRING_BYE = "pairing_allocated_bye"
ABSENCE = "absence"
UNFINISHED = "unfinished"
UNKNOWN_RESULT = "unknown_result"
UNKNOWN_OPPONENT = "unknown_opponent"
ONE_SIDED = "one_sided"
HIMSELF = "against_himself"

_BYES = {
    code.HALF_BYE: HALF_POINT_BYE,
    code.FULL_BYE: FULL_POINT_BYE,
    code.PAIRING_BYE: PAIRING_BYE,
    code.ABSENT: ABSENCE,
    code.EMPTY: ABSENCE,
    code.FORFEIT_WIN: FORFEIT,
    code.FORFEIT_LOSS: ABSENCE,
    code.SHORT_WIN: UNDER_ONE_MOVE,
    code.SHORT_DRAW: UNDER_ONE_MOVE,
    code.SHORT_LOSS: UNDER_ONE_MOVE,
    code.WIN: FULL_POINT_BYE,
    code.DRAW: HALF_POINT_BYE,
    code.LOSS: ABSENCE,
    code.UNKNOWN: UNKNOWN_RESULT,
}


class Meeting(NamedTuple):
    """One game, or one round without a game, seen from the player with the white pieces where that is known."""

    round: int
    first: int
    second: int | None
    status: str
    """`game` where both sides played, else why not."""
    first_result: str
    second_result: str | None
    first_is_white: bool | None

    @property
    def played(self) -> bool:
        """True where the game was played over the board, so that it may be rated."""
        return self.status == GAME


def meetings(tournament: Tournament) -> tuple[Meeting, ...]:
    """Go through all rounds; each game is told once, by the lower starting number unless white is known."""
    players = tournament.by_number()
    return tuple(
        meeting
        for number in range(tournament.rounds)
        for player in players.values()
        if number < len(player.rounds) and (meeting := _meeting(players, player, number)) is not None
    )


def _meeting(players: dict[int, Entry], entry: Entry, index: int) -> Meeting | None:
    pairing = entry.rounds[index]
    if pairing.opponent is None:
        status = _BYES[pairing.result]
        return Meeting(index + 1, entry.number, None, status, pairing.result, None, None)
    other = players.get(pairing.opponent)
    if other is None or other is entry:
        status = UNKNOWN_OPPONENT if other is None else HIMSELF
        return Meeting(index + 1, entry.number, pairing.opponent, status, pairing.result, None, _white(pairing))
    back = other.rounds[index] if index < len(other.rounds) else code.NOT_PAIRED
    if back.opponent != entry.number:
        return Meeting(index + 1, entry.number, other.number, ONE_SIDED, pairing.result, None, _white(pairing))
    if other.number < entry.number:
        return None
    status = _status(pairing.result, back.result)
    white = _white(pairing)
    if white is None and back.colour is not None:
        white = back.colour == code.BLACK
    if white is False:
        return Meeting(index + 1, other.number, entry.number, status, back.result, pairing.result, first_is_white=True)
    return Meeting(index + 1, entry.number, other.number, status, pairing.result, back.result, white)


def _white(pairing: Pairing) -> bool | None:
    return None if pairing.colour is None else pairing.colour == code.WHITE


def _status(own: str, other: str) -> str:
    """Say what a round between two players was; a game only if both results are those of a game."""
    if own in code.PLAYED and other in code.PLAYED:
        return GAME
    both = {own, other}
    if both & {code.FORFEIT_WIN, code.FORFEIT_LOSS}:
        return FORFEIT
    if both & {code.SHORT_WIN, code.SHORT_DRAW, code.SHORT_LOSS}:
        return UNDER_ONE_MOVE
    if both & {code.UNKNOWN}:
        return UNKNOWN_RESULT
    if both & {code.EMPTY}:
        return UNFINISHED
    return next(_BYES[result] for result in (own, other) if result not in code.PLAYED)
