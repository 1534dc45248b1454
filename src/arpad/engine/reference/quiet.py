"""The short way of the reference: lines of players who neither played nor have part results, from a few facts.

Nearly everybody on a list is such a player. The long way reads a player's events, finds that there are none, and works
a period out all the same. The short way gathers the facts on which such a line depends, in one place, and asks the same
scalar rules, each once for all players whom it cannot tell apart: the rating to which nothing is added, K, the flag.
A rule is given its facts and nothing else, so an answer that is kept cannot depend on what is not among them. That the
facts are all that matter is held by a property test: everybody's line by the short way is that of the long one.

No rule over columns is asked here. As on the long way, the bases that withdrawn events change are the one thing that is
taken from the closing.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cache, cached_property
from typing import TYPE_CHECKING, NamedTuple

from arpad.engine.reference.inputs import NOBODY
from arpad.engine.reference.lines import Expected, Reference
from arpad.model.numbers import Rating
from arpad.model.period import KINDS, STANDARD, Player, RatingPeriod
from arpad.regulations.adjustments import applied
from arpad.regulations.rules.development_coefficient import DEVELOPMENT_COEFFICIENT
from arpad.regulations.terms.limits import limits
from arpad.regulations.workings.coefficient import Facts, coefficient, is_by_officer
from arpad.regulations.workings.period import rate_player

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from datetime import date

    from arpad.engine.reference.activity import InWindow
    from arpad.model.period import Born


class QuietFacts(NamedTuple):
    """The facts on which the line of a player without games and without part results depends, and no others."""

    rating: int | None
    """On the last list, or corrected since."""
    standard: int | None
    """The standard rating, where a one-off adjustment of the list may ask for it."""
    played: int
    highest: int | None
    last: date | None
    was_idle: bool
    born: Born
    is_woman: bool
    officers_k: int | None
    """K, where an officer sets it."""
    window: InWindow | None
    """The games of earlier lists, where the flag is that of this kind of chess."""


class ShortReference(Reference):
    """The reference with a short way for players without games; everybody else goes the long way."""

    def short(self, player: int) -> Expected:
        """Give a player's line on the new list, by the shortest way there is."""
        if player in self._busy:
            return self.expected(player)
        return self.quiet_line(self.quiet_facts(player))

    @cached_property
    def _busy(self) -> Collection[int]:
        """Everybody with a game or a part result."""
        return {*self._played.people, *self._pool}

    def quiet_facts(self, player: int) -> QuietFacts:
        """Gather what the line of a player without games depends on."""
        line, person = self._last.get(player, NOBODY), self.person(player)
        return QuietFacts(
            self._corrected.get(player, line.rating),
            line.standard if self._asks_standard else None,
            line.played + self._rerated.played.get(player, 0),
            line.highest,
            line.last,
            line.was_idle,
            person.born,
            person.is_woman,
            self._officer(player) if self._is_by_officer else None,
            self._activity.in_window(player, was_idle=line.was_idle) if self._has_flag else None,
        )

    def quiet_line(self, facts: QuietFacts) -> Expected:
        """Give the line of a player without games: the history stays, and rating, K and flag are asked of the rules."""
        rating = self._rating_kept(facts.rating, facts.standard)
        highest = max(facts.highest or 0, rating or 0) or None
        k = None
        if rating is not None and highest is not None:
            k = facts.officers_k if self._is_by_officer else self._k_of(rating, highest, facts.played, facts.born)
        flag = None
        if facts.window is not None:
            flag = self._flag_kept(facts.window, rating is not None, facts.last, facts.was_idle, facts.is_woman)
        return Expected(rating, 0, k, facts.played, highest, facts.last, flag)

    @cached_property
    def _has_flag(self) -> bool:
        return self.kind == KINDS[0]

    @cached_property
    def _is_by_officer(self) -> bool:
        return is_by_officer(self.law)

    @cached_property
    def _asks_standard(self) -> bool:
        """Whether a one-off adjustment holds for the list: besides that, nothing asks for a rating that stands in."""
        one_offs = applied(self.list_date, self.kind, self.law.authority, self._one_offs)
        return self.kind != STANDARD and bool(one_offs)

    @cached_property
    def _rating_kept(self) -> Callable[[int | None, int | None], int | None]:
        """What becomes of a rating without a game, by one-off adjustments and the floor; asked once for each rating."""

        @cache
        def rating_kept(rating: int | None, standard: int | None) -> int | None:
            own, other = (None if number is None else Rating(number) for number in (rating, standard))
            player = Player(own, standard=other)
            return rate_player(
                RatingPeriod(self.kind, self.list_date, player, (), self.name, self._one_offs)
            ).new_rating

        return rating_kept

    @cached_property
    def _limits(self) -> tuple[list[int], ...]:
        """The ratings, highest ratings and numbers of games from which on K may be another one."""
        return tuple(
            sorted(limits(DEVELOPMENT_COEFFICIENT, self.law, quantity)) for quantity in ("rating", "highest", "games")
        )

    @cached_property
    def _k_known(self) -> dict[tuple[int, int, int, Born], int | None]:
        return {}

    def _k_of(self, rating: int, highest: int, played: int, born: Born) -> int | None:
        """Give K as the new list shows it; between two limits of the edition the rule cannot tell numbers apart."""
        ratings, highest_ratings, games = self._limits
        key = bisect_right(ratings, rating), bisect_right(highest_ratings, highest), bisect_right(games, played), born
        if key not in self._k_known:
            self._k_known[key] = coefficient(self.law, Facts(rating, highest, played, born), self.list_date).k
        return self._k_known[key]

    @cached_property
    def _flag_kept(self) -> Callable[[InWindow, bool, date | None, bool, bool], str]:
        """The flag of a player without a game; asked once for each set of facts."""

        @cache
        def flag_kept(window: InWindow, rated: bool, last: date | None, was_idle: bool, woman: bool) -> str:
            return self._activity.flag(window, rated=rated, games=0, last=last, was_idle=was_idle, woman=woman)

        return flag_kept
