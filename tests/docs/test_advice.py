"""Advice can be followed: every command that a sentence names is there."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from running import arpad

from arpad.cli.main import COMMANDS

SOURCE = Path(__file__).resolve().parents[2] / "src" / "arpad"
_NAMED = re.compile(r"(?:`|: )arpad ([a-z]+)(?: ([a-z-]+))?")
_WITH_ACTIONS = ("book", "period", "list", "trf", "editions", "office")


def _named() -> set[tuple[str, ...]]:
    """Give the commands that the sentences of all rooms and of the command line name."""
    texts = [str(tomllib.loads(place.read_text(encoding="utf-8"))) for place in SOURCE.rglob("words/en.toml")] + [
        place.read_text(encoding="utf-8") for place in SOURCE.joinpath("cli").rglob("*.py")
    ]
    named = set()
    for command, action in (names for text in texts for names in _NAMED.findall(text)):
        named.add((command, action) if action and command in _WITH_ACTIONS else (command,))
    return named


def test_sentences_name_commands() -> None:
    """There are some, so that the next test has something to look at."""
    assert len(_named()) > 10


@pytest.mark.parametrize("words", sorted(_named()), ids=" ".join)
def test_a_command_that_a_sentence_names_is_there(words: tuple[str, ...]) -> None:
    """Whoever follows the advice gets on."""
    assert words[0] in {"help", *COMMANDS}
    assert arpad(*words, "--help")[0] == 0
