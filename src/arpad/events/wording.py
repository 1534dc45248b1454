"""The words for what the events room finds, in a language; its file of words is read when the first is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from arpad.model.wording import LANGUAGE, Wording

if TYPE_CHECKING:
    from collections.abc import Mapping

WORDS = Wording(__file__)


class Source(NamedTuple):
    """Where something about an event was taken from: given, a record, its games; and what stands there."""

    source: str
    text: str = ""

    def sentence(self, language: str = LANGUAGE) -> str:
        """Say it in a language.

        >>> Source("record_122", "90+30").sentence()
        'from record 122, 90+30'
        """
        return WORDS.say("source", self.source, self._asdict(), language)


GIVEN, BY_GAMES, NOTHING_SAID, NOT_KNOWN = map(Source, ("given", "games", "nothing", "not_known"))


class Remark(NamedTuple):
    """What is said beside a player's numbers: the name of the words in the section `statement`, and their facts."""

    name: str
    facts: Mapping[str, Any] = {}

    def sentence(self, language: str = LANGUAGE) -> str:
        """Say it in a language.

        >>> Remark("too_few_games", {"games": 2, "needed": 5, "expires": None}).sentence()
        '2 of 5 games'
        """
        return WORDS.say("statement", self.name, self.facts, language)
