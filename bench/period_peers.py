"""Plain Elo by other libraries, run in an environment of its own: ratings and games in, seconds and new ratings out.

Called by `bench/period.py` with the folder that holds the columns.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

Column = np.ndarray[Any, Any]
K = 20


def elo_rating(rating: Column, white: Column, black: Column, score: Column) -> tuple[float, Column]:
    """elo-rating: a dictionary of players, one game after the other."""
    from elo_rating import Elo  # noqa: PLC0415 - each on its own

    matches = list(zip(white.tolist(), black.tolist(), score.tolist(), strict=True))
    league = Elo(dict(enumerate(rating.astype(float).tolist())), denom=400 / np.log(10))
    start = time.perf_counter()
    league.add_matches(matches, k=K)
    spent = time.perf_counter() - start
    return spent, np.array([league.rating(player) for player in range(len(rating))])


def elote(rating: Column, white: Column, black: Column, score: Column) -> tuple[float, Column]:
    """elote: an object for every player, one game after the other."""
    from elote import EloCompetitor  # noqa: PLC0415 - each on its own

    people = [EloCompetitor(initial_rating=float(initial), k_factor=K) for initial in rating.tolist()]
    games = list(zip(white.tolist(), black.tolist(), score.tolist(), strict=True))
    start = time.perf_counter()
    for white_player, black_player, points in games:
        if points == 1:
            people[white_player].beat(people[black_player])
        elif points == 0:
            people[white_player].lost_to(people[black_player])
        else:
            people[white_player].tied(people[black_player])
    spent = time.perf_counter() - start
    return spent, np.array([person.rating for person in people])


def riix(rating: Column, white: Column, black: Column, score: Column) -> tuple[float, Column]:
    """riix: NumPy arrays, its iterative update."""
    from riix.models.elo import Elo  # noqa: PLC0415 - each on its own

    model = Elo(list(range(len(rating))), k=K, alpha=np.log(10) / 400, update_method="iterative")
    model.ratings[:] = rating
    matchups, outcomes = np.stack([white, black], axis=1), score.astype(float)
    start = time.perf_counter()
    model.iterative_update(matchups, outcomes)
    return time.perf_counter() - start, np.asarray(model.ratings)


def main(folder: Path) -> None:
    """Run them all; each once for the share of wrong ratings, the best of some runs for the time."""
    given = np.load(folder / "columns.npz")
    columns = (given["rating"], given["white"], given["black"], given["score"])
    seconds = {}
    for peer in (elo_rating, riix, elote):
        runs = [peer(*columns) for _ in range(2)]
        spent, new = min(runs, key=lambda run: run[0])
        np.save(folder / f"{peer.__name__}.npy", np.rint(new).astype(np.int64))
        seconds[peer.__name__] = spent
    folder.joinpath("peers.json").write_text(json.dumps(seconds), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
