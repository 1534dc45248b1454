"""Why K is what it is, in words: which sentence of the article held, or which list shows it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from arpad.regulations.consulted import Consulted
from arpad.regulations.package_data import words

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from arpad.regulations.workings.coefficient import Coefficient

GIVEN, SHOWN = "given", "shown"
_CLASSES = {"k_for_all": "all", "k_established": "established", "k_new": "new", "k_junior": "junior", "k_top": "top"}
"""The provision that gives K to a class of players, and what the class is called.

In the order opposite to that in which the article asks for them: the first that was read is the one that held.
"""
_LIMITS = ("k_top_from", "k_junior_below", "k_junior_age", "k_junior_until", "k_new_games")


@dataclass(frozen=True, slots=True)
class KReason:
    """K, why it is that, and what the words need."""

    k: int
    code: str
    facts: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def message(self) -> str:
        """The sentence, in English."""
        return words("k_reason", self.code, k=self.k, **self.facts)


def given_k(k: int) -> KReason:
    """Say of a K that it was given."""
    return KReason(k, GIVEN)


def shown_k(k: int, list_date: date) -> KReason:
    """Say of a K that a list shows it."""
    return KReason(k, SHOWN, {"list": list_date})


def reason_of(decided: Coefficient, shown_on: date | None = None) -> KReason | None:
    """Say by which sentence of its article K holds; `shown_on` is the list that shows it. None where K is not known.

    K has to be decided with its working: what was read there tells which sentence held.
    """
    if decided.k is None:
        return None
    read = {name for line in decided.lines for cited in line.citations for name in cited.provisions}
    code = next((name for provision, name in _CLASSES.items() if provision in read), GIVEN)
    p = Consulted(decided.law)
    facts = {key: p.get(key) for key in _LIMITS}
    until_birthday = facts["k_junior_until"] == "birthday"
    games = decided.facts.games
    return KReason(decided.k, code, {**facts, "until_birthday": until_birthday, "games": games, "list": shown_on})
