"""The words for what the readers of forms say, in a language; those of lists and of TRF stand beside them."""

from __future__ import annotations

from arpad.model.wording import Wording

WORDS = Wording(__file__)
