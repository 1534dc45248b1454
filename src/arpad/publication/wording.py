"""The words for what closing a list into a book says, in a language."""

from __future__ import annotations

from arpad.model.wording import Wording

WORDS = Wording(__file__)
