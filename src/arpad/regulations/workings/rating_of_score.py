"""The first rating that a score against rated opponents would give, taken as one event; and why it is none yet."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from arpad.regulations.rules.first_rating import FIRST_RATING
from arpad.regulations.terms.ints import ints
from arpad.regulations.twins import explain_with_print
from arpad.regulations.workings.explained_lines import ExplainedLine, worked
from arpad.regulations.workings.first_rating import event_of_unrated, published
from arpad.regulations.workings.in_words import reasons_in_words

if TYPE_CHECKING:
    from arpad.regulations.edition import Edition


@dataclass(frozen=True, slots=True)
class RatingOfScore:
    """Ra, p, dp and Ru of a score, and whether that could be published."""

    law: Edition
    games: int
    score: int
    """In hundredths."""
    ra: Fraction
    percentage: int
    """In hundredths."""
    dp: int | None
    ru: Fraction
    rating: int
    """Ru as it is rounded."""
    reasons: tuple[str, ...]
    """Why it would not be published, a sentence for each reason."""
    lines: tuple[ExplainedLine, ...]

    def __repr__(self) -> str:
        return f"<RatingOfScore {self.rating}: {self.games} game(s), {self.law.id}>"


def rating_of_score(law: Edition, opponents: int, games: int, score: int) -> RatingOfScore:
    """Give the first rating of a score, in hundredths, against rated opponents whose ratings have this sum."""
    inputs = {"opponents": opponents, "games": games, "score": score, "is_round_robin": False, "field": 0}

    def work_out(under: Edition) -> list[ExplainedLine]:
        return worked(ints(FIRST_RATING, under).explain(inputs, {}).lines, under)

    whole = ints(FIRST_RATING, law).run(inputs, {}).whole
    return RatingOfScore(
        law,
        games,
        score,
        Fraction(whole["opponents_taken"], whole["games_taken"]),
        whole["percentage"],
        whole["percentage_difference"],
        Fraction(whole["ru_over"], whole["ru_under"]),
        whole["rating"],
        tuple(_reasons(law, whole["rating"], games, score)),
        tuple(explain_with_print(work_out(law), law, work_out)),
    )


def _reasons(law: Edition, rating: int, games: int, score: int) -> list[str]:
    asked = published(law, rating, games)
    event = event_of_unrated(law, games=games, score=score, opponents=games)
    checks = (
        (asked["too_few_games"], "too_few_games"),
        (event["low_as_first"], "score_too_low"),
        (asked["below_the_floor"], "below_the_floor"),
    )
    codes = [code for holds, code in checks if holds]
    return reasons_in_words(law, codes, games=games, needed=asked["games_needed"], rating=rating)
