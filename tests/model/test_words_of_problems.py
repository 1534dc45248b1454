"""Problems and refusals of every room: code and facts in the program, the sentence in the language file of the room."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from words_of_rooms import ROOMS, facts_asked, in_x, made_in, sections

from arpad.model import wording
from arpad.model.problems import NOTE, Problem, RefusedError
from arpad.model.wording import Wording

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("room", ROOMS)
def test_every_problem_has_its_sentence_and_every_sentence_is_said(room: str) -> None:
    """What code names stands in the language file of the room, and nothing else does."""
    said = {name for made in made_in(room) for name in made.says}

    assert said == set(sections(room).get("problem", {}))


@pytest.mark.parametrize("room", ROOMS)
def test_every_problem_gives_the_facts_of_its_sentence(room: str) -> None:
    """All for which the sentence has a place, and no others."""
    words = sections(room)
    for made in made_in(room):
        asked = [facts_asked(words, words["problem"][name]) for name in made.says]
        spoken = {name for own, inner in asked for name in own | inner}

        assert all(own <= made.facts for own, _ in asked), f"{made.place}: {[own - made.facts for own, _ in asked]}"
        assert made.facts <= spoken, f"{made.place}: {made.facts - spoken} are never told"


@pytest.mark.parametrize("room", ROOMS)
def test_no_fact_is_a_sentence(room: str) -> None:
    """A fact is a value or a code: no text of several words is given where a problem is made."""
    for made in made_in(room):
        assert [text for text in made.texts if re.search(r"[a-z] [a-z]", text)] == [], made.place


@pytest.mark.parametrize("room", ROOMS)
def test_every_sentence_is_one(room: str) -> None:
    """It ends as a sentence does, or with a fact that is one; what others put into theirs has no capital letter."""
    for name, text in sections(room).get("problem", {}).items():
        assert text[-1] in ".}?" or text[0].islower(), f"{name}: {text}"


def test_another_language_is_another_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A problem speaks the language that it is asked in, and so does what it tells of another one."""
    folder = tmp_path / "words"
    folder.mkdir()
    folder.joinpath("en.toml").write_text('[problem]\nlost = "{name} is lost."\nand = "Not done: {fault}"', "utf-8")
    folder.joinpath("de.toml").write_text('[problem]\nlost = "{name} fehlt."\nand = "Nicht getan: {fault}"', "utf-8")
    grammar = tmp_path / "grammar"
    grammar.mkdir()
    grammar.joinpath("de.toml").write_text("plural = [{ numbers = [1] }]", "utf-8")
    grammar.joinpath("en.toml").write_text("plural = [{ numbers = [1] }]", "utf-8")
    monkeypatch.setattr(wording, "_GRAMMAR", str(grammar))
    words = Wording(str(tmp_path / "room.py"))
    inner = RefusedError.of(words, "lost", "desk", name="book")
    outer = Problem.of(words, "failed", says="and", severity=NOTE, fault=inner)

    assert (str(inner), inner.problems[0].where, outer.message) == ("book is lost.", "desk", "Not done: book is lost.")
    assert outer.sentence("de") == "Nicht getan: book fehlt."
    assert (outer.code, outer.severity, outer.facts["fault"]) == ("failed", NOTE, inner)


@pytest.fixture
def speaks_x(monkeypatch: pytest.MonkeyPatch) -> None:
    """A language for all rooms at once, made from their English files."""
    read = wording._file  # noqa: SLF001 - languages are files; here one is made

    def made(folder: str, language: str) -> Any:  # noqa: ANN401 - as the file is
        return in_x(read(folder, "en")) if language == "x" else read(folder, language)

    monkeypatch.setattr(wording, "_file", made)
