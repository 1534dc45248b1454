"""The words for what the events room finds, in a language; its file of words is read when the first is asked for."""

from __future__ import annotations

from arpad.model.wording import Wording

WORDS = Wording(__file__)
