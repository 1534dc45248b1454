"""The words for what the rooms of a rating office says, in a language."""

from __future__ import annotations

from arpad.model.wording import Wording

WORDS = Wording(__file__)
