"""The words for what the events room finds, in a language; its file of words is read when the first is asked for."""

from __future__ import annotations

from typing import NamedTuple

from arpad.model.wording import LANGUAGE, Wording

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
