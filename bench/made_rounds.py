"""Rounds of a made-up event, as the blocks of a tournament report."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random

POINTS = {"1": 10, "=": 5, "0": 0}


def paired(players: int, rounds: int, chance: random.Random) -> tuple[list[str], list[int]]:
    """Pair an even number of players at random; give the games of each as a report has them, and tenths of points."""
    blocks: list[list[str]] = [[] for _ in range(players)]
    points = [0] * players
    for _ in range(rounds):
        order = list(range(players))
        chance.shuffle(order)
        for white, black in zip(order[::2], order[1::2], strict=True):
            first, second = chance.choice(("10", "01", "=="))
            blocks[white].append(f"  {black + 1:>4} w {first}")
            blocks[black].append(f"  {white + 1:>4} b {second}")
            points[white] += POINTS[first]
            points[black] += POINTS[second]
    return ["".join(games) for games in blocks], points
