"""The words for what the public library refuses, in a language."""

from __future__ import annotations

from arpad.model.wording import Wording

WORDS = Wording(__file__)
