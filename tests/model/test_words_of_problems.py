"""Problems and refusals of every room: code and facts in the program, the sentence in the language file of the room."""

from __future__ import annotations

import re
from argparse import Namespace
from datetime import date
from typing import TYPE_CHECKING, Any

import pytest
from words_of_rooms import ROOMS, facts_asked, in_x, made_in, sections

import arpad
from arpad.cli.commands.performance import total_and_games
from arpad.cli.commands.trf import known_encoding
from arpad.documents.schema import parsed as json_of
from arpad.events.facts import facts_from
from arpad.formats.forms_2003.report_forms import read_form, report_bytes
from arpad.model import wording
from arpad.model.problems import NOTE, ArpadError, Problem, RefusedError
from arpad.model.wording import Wording
from arpad.regulations.catalogue import edition, in_force
from arpad.regulations.conversion import read_table
from arpad.regulations.workings.crosstable import Entrant
from arpad.regulations.workings.round_robin import round_robin

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.mark.parametrize("room", ROOMS)
def test_every_problem_has_its_sentence_and_every_sentence_is_said(room: str) -> None:
    """What code names stands in the language file of the room, and nothing else does."""
    named = {name for problem in made_in(room) for name in problem.says}

    assert named == set(sections(room).get("problem", {}))


@pytest.mark.parametrize("room", ROOMS)
def test_every_problem_gives_the_facts_of_its_sentence(room: str) -> None:
    """All for which the sentence has a place, and no others."""
    words = sections(room)
    for problem in made_in(room):
        asked = [facts_asked(words, words["problem"][name]) for name in problem.says]
        spoken = {name for own, inner in asked for name in own | inner}

        assert all(own <= problem.facts for own, _ in asked), (
            f"{problem.place}: {[own - problem.facts for own, _ in asked]}"
        )
        assert problem.facts <= spoken, f"{problem.place}: {problem.facts - spoken} are never told"


@pytest.mark.parametrize("room", ROOMS)
def test_no_fact_is_a_sentence(room: str) -> None:
    """A fact is a value or a code: no text of several words is given where a problem is made."""
    for problem in made_in(room):
        assert [text for text in problem.texts if re.search(r"[a-z] [a-z]", text)] == [], problem.place


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


ENGLISH = {
    "the",
    "is",
    "are",
    "has",
    "have",
    "of",
    "and",
    "or",
    "no",
    "not",
    "it",
    "to",
    "give",
    "write",
    "known",
    "there",
}
WRONG_EDITION = """
id = 3
kindz = 1
amends = "fide-2024-03"
overlays = "a"
status = "odd"
inherits = "never"
kinds = []
ends = ["q"]
[provisions]
k_new = 3
foo = 1
k_top = { value = "x", article = 3 }
k_established = { value = -1, article = "1" }
"""


def own_edition(folder: Path) -> object:
    """Read an edition with many faults."""
    place = folder / "own.toml"
    place.write_text(WRONG_EDITION, encoding="utf-8")
    return edition(str(place))


REFUSED: dict[str, list[Callable[[Path], object]]] = {
    "regulations": [
        own_edition,
        lambda _: edition("fide-1999"),
        lambda _: in_force(date(1990, 1, 1)),
        lambda _: in_force(date(2011, 1, 1), "blitz"),
        lambda _: in_force(date(2025, 1, 1), "bullet"),
        lambda _: round_robin(in_force(date(2010, 1, 1)), [Entrant("A", None)] * 2, [[[], [100]], [[100], []]]),
        lambda _: read_table("p,dp\n1,2,3", "t"),
    ],
    "formats": [lambda _: read_form(""), lambda _: report_bytes(b"Rating report, form 1: round robin\n")],
    "events": [lambda _: facts_from({"offical": True, "kind": 3, "norms": "x", "time_controls": 3}, "event.toml")],
    "documents": [lambda _: json_of('{"a": 1, "a": 2}', "period.json"), lambda _: json_of('{"a": NaN}', "period.json")],
    "library": [
        lambda _: arpad.expected(2000, "x"),  # type: ignore[arg-type]
        lambda _: arpad.Game(1750, 50),
        lambda _: arpad.Game(1750, "x"),
        lambda _: arpad.performance([], 1),
        lambda _: arpad.rate([]),
    ],
    "cli": [
        lambda _: known_encoding("unheard"),
        lambda _: total_and_games(Namespace(opponents=None, games=None, average=2000, score=1)),
    ],
}


@pytest.mark.parametrize("room", REFUSED)
def test_another_language_speaks_for_every_room(room: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file for each room is all that a language needs: no English word comes from the code.

    It is made here from the English files, with x for every letter.
    """
    read = wording._file  # noqa: SLF001 - languages are files; here one is made

    def in_language(folder: str, language: str) -> Any:  # noqa: ANN401 - as the file is
        return in_x(read(folder, "en")) if language == "x" else read(folder, language)

    monkeypatch.setattr(wording, "_file", in_language)
    monkeypatch.chdir(tmp_path)  # so that a file in it is named without its folders
    for refused in REFUSED[room]:
        with pytest.raises(ArpadError) as fault:
            refused(tmp_path)
        spoken = fault.value.sentence("x")

        assert spoken
        assert not ENGLISH & set(re.findall(r"[a-z_]+", spoken.lower())), spoken
