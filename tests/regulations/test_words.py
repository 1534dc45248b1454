"""Words: every one that stands in a language file is used, and every code that is used has words."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import arpad
from arpad.regulations.every_rule import CALCULATIONS, steps_of
from arpad.regulations.terms.calculation import INTERNAL

HOME = Path(arpad.__file__).parent
WORDS = tomllib.loads(HOME.joinpath("regulations", "words", "en.toml").read_text(encoding="utf-8"))
PLACES = (*HOME.rglob("*.py"), HOME / "regulations" / "editions" / "authorities.toml")
SOURCE = "\n".join(place.read_text(encoding="utf-8") for place in PLACES)


def test_every_word_is_used() -> None:
    """No words are kept for something that is never said."""
    steps = {step.name for calculation in CALCULATIONS for step in steps_of(calculation)}
    unused = [
        (section, code)
        for section, codes in WORDS.items()
        for code in codes
        if f'"{code}"' not in SOURCE and code not in steps
    ]

    assert unused == []


def test_every_step_has_words() -> None:
    """Every quantity that an explanation can show has a title."""
    shown = {step.name for calculation in CALCULATIONS for step in steps_of(calculation) if step.unit != INTERNAL}

    assert shown <= set(WORDS["line"])


def test_every_warning_has_words() -> None:
    """Every warning that is given has a sentence, and the sentence ends as one."""
    given = set(re.findall(r'_warning\(\s*"(\w+)"', SOURCE))

    assert given == set(WORDS["warning"])
    assert all(sentence.endswith(".") for sentence in WORDS["warning"].values())
