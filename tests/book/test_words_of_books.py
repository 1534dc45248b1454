"""Problems of books: code and facts where they are found, sentences in the language file of the room."""

from __future__ import annotations

import ast
import re
import shutil
from pathlib import Path

import pytest
from words_of_rooms import HOME, facts_asked, in_x, modules, sections, texts_in

from arpad.book.folder import Book, opened
from arpad.book.problems import CODES
from arpad.model import wording
from arpad.model.problems import RefusedError

SMALL = Path(__file__).parents[1] / "data" / "small-book"
NO_CODES = {
    "phrase", "difference", "log", "withdrawal", "not_rated", "thing", "value", "setting", "problem", "limit",
    "corrected",
}  # fmt: skip
NO_SENTENCES = {"meaning", "fix"}
ADVICE = {"fix", "published"}
MADE_BY = {"problem": frozenset(), "_wrong_rows": frozenset({"at"}), "_as_problem": frozenset({"at", "cases"})}
"""What makes a problem, and the facts that it adds."""
NO_FACTS = {"says"}
FAULTS = {
    "players.csv": ("name,federation", "nombre,federation"),
    "games.csv": ("2026-10-02,50100001", "2 October,50100001"),
    "events.csv": ("standard,roundrobin", "lightning,roundrobin"),
    "lists/2026-10.csv": ("50100003,1530,0", "50100003,1530,-4"),
    "book.toml": ('title = "A small book"', "title = 3"),
}
ENGLISH = {"the", "is", "are", "has", "have", "of", "and", "or", "no", "not", "it", "to", "be", "line", "row", "mend"}


def places_of_problems() -> list[tuple[str, str, set[str], set[str], set[str]]]:
    """Find every place where a problem of a book is made: where, code, names of sentences, facts, texts of facts."""
    places = []
    for place, tree in modules().items():
        inside = place.relative_to(HOME).as_posix()
        is_asked = inside.startswith("book/") or inside == "cli/commands/book_import.py"
        for call in ast.walk(tree) if is_asked else ():
            name = getattr(getattr(call, "func", None), "id", "")
            if not isinstance(call, ast.Call) or name not in MADE_BY:
                continue
            code = next(
                (node.value for node in call.args if isinstance(node, ast.Constant) and node.value in CODES), None
            )
            if code is None:
                continue
            given = {str(keyword.arg): keyword.value for keyword in call.keywords}
            says = texts_in(given["says"]) if "says" in given else {"message"}
            facts = {fact for fact in given if fact not in NO_FACTS} | MADE_BY[name]
            texts = {text for fact, value in given.items() if fact not in NO_FACTS for text in texts_in(value)}
            places.append((f"{inside}:{call.lineno}", str(code), says, facts, texts))
    return places


def test_every_code_is_made_and_has_its_words() -> None:
    """Each has a meaning, a remedy and sentences; each sentence is said somewhere."""
    words = sections("book")
    named = {(code, name) for _, code, names, _, _ in places_of_problems() for name in names}
    # What is below or above a limit is named by a variable, as days are before and after.
    named |= {
        ("value_below", "before"),
        ("value_below", "message"),
        ("value_above", "after"),
        ("value_above", "message"),
    }

    assert words.keys() - NO_CODES == CODES.keys()
    assert all(words[code].keys() >= NO_SENTENCES for code in CODES)
    assert named == {(code, name) for code in CODES for name in words[code].keys() - NO_SENTENCES - ADVICE}


def test_every_problem_gives_the_facts_of_its_sentence() -> None:
    """All for which the sentence has a place; and none of them is a sentence."""
    words = sections("book")
    for place, code, names, facts, texts in places_of_problems():
        if "**" in facts or "None" in facts or code in {"value_below", "value_above", "column_kind"}:
            continue
        for name in names:
            asked, inner = facts_asked(words, words[code][name])
            advised, _ = facts_asked(words, words[code]["fix"])
            assert asked | advised <= facts, f"{place}: {(asked | advised) - facts}"
            assert facts <= asked | inner | advised, f"{place}: {facts - asked - advised} are never told"
        assert [text for text in texts if " " in text] == [], place


@pytest.mark.parametrize("name", FAULTS)
def test_another_language_speaks_for_a_broken_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Every problem, its remedy and the refusal can be told in a language that is only a file."""
    read = wording._file  # noqa: SLF001 - languages are files; here one is made
    monkeypatch.setattr(
        wording,
        "_file",
        lambda folder, language: in_x(read(folder, "en")) if language == "x" else read(folder, language),
    )
    folder = Path(shutil.copytree(SMALL, tmp_path / "book"))
    old, new = FAULTS[name]
    place = folder / name
    place.write_text(place.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    book, problems = opened(folder)
    assert book is not None
    problems += book.problems()
    with pytest.raises(RefusedError) as refused:
        Book.open(folder)

    spoken = [problem.sentence("x") + problem.advice("x") for problem in problems if problem.code != "column_missing"]
    assert problems
    if name != "players.csv":  # what a column means is told by the description of the tables
        spoken.append(refused.value.sentence("x"))
    assert [text for text in spoken if ENGLISH & set(re.findall(r"[a-z_]+", text.lower()))] == []
