"""Games that are not rated because the ratings are too far apart, by the same rule that rates them."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from arpad.events.checked_event import with_ratings
from arpad.events.verdict import DROPS, NOTE, REFUSES
from arpad.regulations.rules.rated_event import GAP_TOO_LARGE, RATED_EVENT
from arpad.regulations.terms.ints import ints
from arpad.regulations.workings.explained_lines import REASONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from arpad.events.checked_event import Outcome, Subject
    from arpad.model.problems import ProblemFacts
    from arpad.regulations.consulted import Consulted
    from arpad.regulations.edition import Edition

CODE = REASONS[GAP_TOO_LARGE]


def too_far_apart(
    law: Edition, ratings: Mapping[int, int | None], pairs: Iterable[tuple[int, int]]
) -> set[tuple[int, int]]:
    """Give the pairs of players whose game the rule leaves out; an unrated player has no gap."""
    opponents: dict[int, dict[int, int]] = {}
    for first, second in pairs:
        rating = ratings.get(second)
        if ratings.get(first) is not None and rating is not None:
            opponents.setdefault(first, {})[second] = rating
    rule = ints(RATED_EVENT, law)
    apart: set[tuple[int, int]] = set()
    for first, met in opponents.items():
        whole = dict.fromkeys(RATED_EVENT.wide_inputs, 0) | {"rating": ratings[first]}
        parts = {name: [0] * len(met) for name in RATED_EVENT.narrow_inputs} | {"opponent": list(met.values())}
        reasons = rule.run(whole, parts).parts["uncounted"]
        apart |= {(first, second) for second, reason in zip(met, reasons, strict=True) if reason == GAP_TOO_LARGE}
    return apart


def large_gaps(subject: Subject) -> Iterator[Outcome]:
    """Name the games that the rating will leave out for the gap; before play, the players whose games would be."""
    p = subject.consulted()
    if not p.has("gap_exclusion"):
        return
    limits: ProblemFacts = {"gap": p.value("gap_exclusion"), "above": p.value("gap_exclusion_above")}
    if subject.before_play:
        yield from _before_play(subject, p, limits)
        return
    played = [game for game in subject.games if game.second is not None]
    apart = too_far_apart(subject.law, subject.ratings, {(game.first, game.second or 0) for game in played})
    games = [game for game in played if (game.first, game.second) in apart]
    if not games:
        return
    pairs = [(game.first, game.second or 0) for game in games]
    severity = REFUSES if len(games) == len(subject.games) else DROPS
    yield subject.finding(
        CODE,
        severity,
        p,
        "too_far_apart",
        fix="sure_of_ratings",
        players=(number for pair in pairs for number in pair),
        rounds=(game.round for game in games),
        count=len(games),
        games=[_pair(subject, *pair) for pair in dict.fromkeys(pairs)],
        **limits,
    )
    yield from subject.dropped(games, CODE, "gap_exclusion")


def _before_play(subject: Subject, p: Consulted, limits: ProblemFacts) -> Iterator[Outcome]:
    pairs = too_far_apart(subject.law, subject.ratings, combinations(subject.rated, 2))
    if pairs:
        players = sorted({number for pair in pairs for number in pair})
        rated = with_ratings(subject, players)
        yield subject.finding(CODE, NOTE, p, "should_they_meet", players=players, rated=rated, **limits)


def _pair(subject: Subject, first: int, second: int) -> dict[str, int | None]:
    ratings = subject.ratings
    return {"first": first, "rating": ratings.get(first), "second": second, "rating_of_second": ratings.get(second)}
