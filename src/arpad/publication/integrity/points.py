"""The account of points: from the sum of all ratings of the last list to that of this one, item by item.

Both sums are of the published lists. Each item is worked out from its own source (`sources`), none from the
list itself: so what is left when all of them are taken together is really left over. It must be nothing; whatever is
left is a fault of the list or of the book, and is shown as such.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from arpad.engine.everybody import UNRATED
from arpad.publication.integrity.games import points_of_games
from arpad.publication.integrity.kept_off import CODES
from arpad.publication.integrity.measures import A_POINT, DECISIONS, FAULT, GAMES, MEMBERS, UNLISTED
from arpad.publication.integrity.people import described_alone
from arpad.publication.integrity.sources import changes, steps
from arpad.publication.listing import DIED, EXCLUDED, NO_FEDERATION, NO_ID, NO_LONGER_SHOWN, SUSPENDED
from arpad.regulations.rules.listing import LISTED

if TYPE_CHECKING:
    from arpad.engine.arrays import Column
    from arpad.publication.integrity.sources import AccountInputs, Moved, Steps
    from arpad.publication.integrity.weighed import WeighedGames

ITEMS = {
    "first_ratings": MEMBERS,
    "returns": MEMBERS,
    "standing_in": MEMBERS,
    "corrected_entries": MEMBERS,
    "below_floor": MEMBERS,
    DIED: UNLISTED,
    EXCLUDED: UNLISTED,
    SUSPENDED: UNLISTED,
    NO_FEDERATION: UNLISTED,
    NO_ID: UNLISTED,
    NO_LONGER_SHOWN: UNLISTED,
    "corrections": DECISIONS,
    "taken_back": DECISIONS,
    "one_offs": DECISIONS,
    "unequal_k": GAMES,
    "uneven": GAMES,
    "one_sided": GAMES,
    "not_separated": GAMES,
    "rounding": GAMES,
    "residual": FAULT,
}
"""The items of the account in their order, each with its group.

A player who is not listed takes points off the list, and later brings them back; what is won and lost meanwhile is
among the games, and taken out again here, so that the games are told whole.
"""
_REASONS = tuple(name for name, group in ITEMS.items() if group == UNLISTED)


def account(inputs: AccountInputs, weighed: WeighedGames) -> dict[str, Any]:
    """Make the account of a kind of chess; `points` are hundredths, `residual` is zero unless something is wrong.

    Of the residual `players` counts those whose rating is not what their items give, even where they make up for each
    other.
    """
    moved = changes(inputs)
    every = steps(inputs, moved)
    items = {**_of_members(every), **_of_unlisted(every)}
    points = {name: A_POINT * int(changed[which].sum()) for name, (which, changed) in items.items()}
    numbers = {name: int(np.count_nonzero(which)) for name, (which, _) in items.items()}
    of_games, counts = _of_games(moved, weighed, inputs)
    points |= of_games
    opening, closing = (A_POINT * published.points() for published in (inputs.last, inputs.now))
    points["residual"] = closing - opening - sum(points.values())
    is_wrong = (every.reason == LISTED) & (every.rated != every.due)
    numbers["residual"] = int(np.count_nonzero(is_wrong))
    return {
        "opening": opening,
        "closing": closing,
        "items": [
            {"item": name, "group": group, "points": points[name], "players": numbers.get(name)}
            for name, group in ITEMS.items()
        ],
        "adjustments": [adjustment.id for adjustment in inputs.one_offs],
        "entries": _entries(inputs),
        **counts,
    }


def _of_members(of: Steps) -> dict[str, tuple[Column, Column]]:
    """Give who came and went, and what was decided: of each item whom it is about, and the points of everybody."""
    had, starts, is_corrected = (column != UNRATED for column in (of.last, of.start, of.corrected))
    is_new = ~starts & (of.published != UNRATED)
    was_rated = of.highest != UNRATED
    shift = of.start - of.last
    return {
        "first_ratings": (is_new & ~was_rated, of.published),
        "returns": (is_new & was_rated, of.published),
        "standing_in": (starts & ~had & ~is_corrected, of.start),
        "corrected_entries": (starts & ~had & is_corrected, of.start),
        "below_floor": (starts & (of.due == UNRATED), -of.adjusted),
        "corrections": (had & is_corrected & (shift != 0), shift),
        "taken_back": (had & ~is_corrected & (shift != 0), shift),
        "one_offs": (starts & (of.adjusted != of.reached), of.adjusted - of.reached),
    }


def _of_unlisted(of: Steps) -> dict[str, tuple[Column, Column]]:
    """Give, for each reason not to be listed, what was off the list before for it, less what is off it now."""
    reasons = {}
    for name in _REASONS:
        was = np.where(of.was_reason == CODES[name], of.last, UNRATED)
        is_now = np.where(of.reason == CODES[name], of.due, UNRATED)
        reasons[name] = (was != is_now, was - is_now)
    return reasons


def _of_games(moved: Moved, weighed: WeighedGames, inputs: AccountInputs) -> tuple[dict[str, int], dict[str, int]]:
    """Split what the games came to: by game as far as single games tell, what is of whole events, and the rounding.

    Where an edition values each game by itself, the sums of the events must be those of the games: if they are not,
    that is in no item, and so left over.
    """
    sides, played = weighed.sides, inputs.played
    by_game = dict(points_of_games(sides, weighed.worth, weighed.k))
    counts = {name: by_game.pop(name) for name in ("games_of_both", "games_of_one")}
    single = np.where(weighed.worth.counts, weighed.k * weighed.worth.change, 0)
    is_whole = sides.worked_out_as_a_whole()
    of_events = (played.k_applied * played.sum)[is_whole[played.event]]
    of_games = single[is_whole[sides.event]]
    split = by_game | {
        "not_separated": int(of_events.sum()) - int(of_games.sum()),
        "rounding": _rounding(moved),
    }
    return split, counts | {"player_games": int(played.games.sum())}


def _rounding(moved: Moved) -> int:
    """Give what rounding to whole points made, in hundredths: of each player half a point at most.

    More than that is no rounding. It is in no item then, and so left over: a rule that limits the change of a player
    needs an item of its own.
    """
    by_rounding = A_POINT * moved.change - moved.unrounded
    return int(by_rounding[2 * np.abs(by_rounding) <= A_POINT].sum())


def _entries(inputs: AccountInputs) -> dict[str, Any]:
    """Describe the first ratings on the published list, with those of players who come back."""
    places, published = inputs.entered()
    entries = described_alone(published[inputs.now.off[places] == LISTED])
    return {"number": entries["number"], "mean": entries["mean"], "median": entries["p50"]}
