"""The words for what closing, explaining, comparing and replaying say, in a language."""

from __future__ import annotations

from arpad.model.wording import Wording

WORDS = Wording(__file__)
