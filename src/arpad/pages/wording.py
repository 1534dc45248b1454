"""The words of the fragments that pages are made of."""

from __future__ import annotations

from arpad.model.wording import Wording

WORDS = Wording(__file__)
