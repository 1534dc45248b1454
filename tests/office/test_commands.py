"""In an office the sentences of a book name the commands of the office, and each of them is there."""

from __future__ import annotations

import re

import pytest

from arpad.book.wording import WORDS as BOOK
from arpad.cli.commands import office_right
from arpad.engine.wording import WORDS as ENGINE
from arpad.office.commands import in_office

FOLDER = "'/srv/our office'"


def sentences() -> list[str]:
    """Give every sentence of the rooms below that names a command for a folder."""
    texts = [text for words in (BOOK, ENGINE) for section in words.sections().values() for text in section.values()]
    return [text for text in texts if "`arpad book " in text]


def test_every_deed_that_both_know_is_that_of_the_office() -> None:
    """With the folder of a book, its place holder, or without either."""
    named = [text.replace("{book}", FOLDER) for text in sentences()]
    commands = [command for text in named for command in re.findall(r"`arpad office ([a-z-]+)", in_office(text))]

    assert {"annul", "correct", "distinct", "merge", "replace"} <= set(commands)
    assert set(commands) <= office_right.ACTIONS.keys()
    left = "".join(map(in_office, named))
    assert not re.search(r"`arpad book (?:annul|correct|distinct|exclude|merge|replace)\b", left)
    assert "arpad office correct BOOK" not in left
    assert f"arpad office correct {FOLDER}" not in left


@pytest.mark.parametrize("sentence", ["", "No command.", "`arpad book import BOOK x` and `arpad period close`"])
def test_everything_else_stays(sentence: str) -> None:
    """What an office has no deed for is said as it is."""
    assert in_office(sentence) == sentence
