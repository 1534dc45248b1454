"""The words for what is wrong with JSON that is given, in a language."""

from __future__ import annotations

from arpad.model.wording import Wording

WORDS = Wording(__file__)
