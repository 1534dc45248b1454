"""The expected score of one game, seen from one side: for each side's own view may differ (the exemption of 2650)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from arpad.model.numbers import decimal
from arpad.regulations.package_data import words
from arpad.regulations.rules.rated_event import RATED_EVENT
from arpad.regulations.terms.ints import ints
from arpad.regulations.workings.explained_lines import REASONS, ExplainedLine, reason_facts, worked

if TYPE_CHECKING:
    from arpad.regulations.edition import Edition
    from arpad.regulations.terms.ints import Working

_SHOWN = (
    "uncounted",
    "difference",
    "counted_difference",
    "average",
    "average_difference",
    "average_expectation",
    "expected",
    "as_printed",
)


@dataclass(frozen=True, slots=True)
class ExpectedScore:
    """What is expected of a player in one game, in hundredths of a point; None where the game does not count."""

    law: Edition
    rating: int
    opponent: int
    counted_difference: int | None
    expected: int | None
    reason: str | None
    """Why the game does not count, in words; None where it does."""
    lines: tuple[ExplainedLine, ...]

    @property
    def difference(self) -> int:
        """The player's rating less the opponent's."""
        return self.rating - self.opponent

    @property
    def article(self) -> str | None:
        """The article that decides whether the game counts, where one does."""
        cited = next((line.citations for line in self.lines if line.name == "uncounted"), ())
        return cited[-1].article if cited else None

    def __repr__(self) -> str:
        return f"<ExpectedScore {self.expected} of {self.rating} against {self.opponent}, {self.law.id}>"

    def __str__(self) -> str:
        facts: dict[str, Any] = {"rating": self.rating, "opponent": self.opponent, "edition": self.law.id}
        if self.expected is None:
            return words("calculated", "not_counted", reason=self.reason, article=self.article, **facts)
        counts = "" if self.counted_difference == self.difference else str(self.counted_difference)
        worth = decimal(self.expected)
        return words("calculated", "expected", expected=worth, difference=self.difference, counts=counts, **facts)


def expected_score(law: Edition, rating: int, opponent: int, *, side: int = 0, printed: bool = False) -> ExpectedScore:
    """Work out a single game as an event of its own; with `printed`, lines say what the print would give.

    `side` is the number that the lines have as their event, where both sides of a game are shown.
    """
    whole = {"rating": rating, "was_unrated": False, "is_match": False, "is_round_robin": False}
    whole |= {"is_scheveningen": False, "table_average": 0}
    parts: dict[str, list[Any]] = {"opponent": [opponent], "unrated": [False], "score": [0], "order": [0]}

    def shown_lines(under: Edition, working: Working) -> list[ExplainedLine]:
        by_game = "expected" in working.parts
        return [
            line
            for line in worked(working.lines, under, side)
            if line.name in _SHOWN and (line.name != "expected" or (line.game == 0) == by_game)
        ]

    working = ints(RATED_EVENT, law).explain(whole, parts)
    lines = shown_lines(law, working)
    if printed:
        from arpad.regulations.twins import explain_with_print  # noqa: PLC0415 - the prints are read only if asked

        lines = explain_with_print(
            lines, law, lambda under: shown_lines(under, ints(RATED_EVENT, under).explain(whole, parts))
        )
    counted = working.parts["counted"][0]
    return ExpectedScore(
        law,
        rating,
        opponent,
        working.parts["counted_difference"][0],
        working.parts.get("expected", [working.whole["expected"]])[0] if counted else None,
        None if counted else words("reason", REASONS[working.parts["uncounted"][0]], **reason_facts(law)),
        tuple(lines),
    )
