"""Names, titles, flags and forms of lists: what people write, and what the files of others look like."""

from __future__ import annotations

import ast
import io
import re

import pytest
from words_of_rooms import HOME, facts_asked, modules, texts_in

from arpad.formats.lists.csv import CsvReader
from arpad.formats.lists.dialect import as_json, from_json
from arpad.formats.lists.names import is_found, words_of
from arpad.formats.lists.problems import CODES, Findings, ListProblem
from arpad.formats.lists.values import COLUMNS, TITLES, meaning
from arpad.formats.lists.xml import XmlReader
from arpad.model.rating_list import RatingList

OF_VALUES = {
    "number_unreadable",
    "title_unknown",
    "federation_odd",
    "sex_unknown",
    "flag_unknown",
    "birth_year_unreadable",
}
"""Codes that the meaning of a single value gives; they are noted with the column and the text."""


@pytest.mark.parametrize("code", TITLES)
def test_titles_old_and_new(code: str) -> None:
    """Letters, short forms and codes are one title."""
    for text in (code, *TITLES[code]):
        assert meaning("title", text) == (code, None)


@pytest.mark.parametrize(
    ("column", "text", "expected"),
    [
        ("flag", "wi", ("wi", None)),
        ("flag", "iw", ("wi", None)),
        ("flag", "I", ("i", None)),
        ("flag", "x", ("x", "flag_unknown")),
        ("birth_year", "0000", (None, None)),
        ("birth_year", "1990", (1990, None)),
        ("birth_year", "00.00.00", (None, None)),
        ("birth_year", "24.12.1961", (1961, None)),
        ("birth_year", "1961-12-24", (1961, None)),
        ("birth_year", "12345", (None, "birth_year_unreadable")),
        ("birth_year", "1٣90", (None, "birth_year_unreadable")),
        ("standard_rating", "²", (None, "number_unreadable")),
        ("standard_k", "0", (None, None)),
        ("standard_games", "0", (0, None)),
        ("fide_id", "0", (None, "line_unreadable")),
        ("fide_id", "", (None, "line_unreadable")),
        ("other_titles", "IA, FI,", ("IA,FI", "title_unknown")),
        ("other_titles", "IA,FI", ("IA,FI", None)),
        ("federation", "aax", ("aax", "federation_odd")),
    ],
)
def test_meaning(column: str, text: str, expected: tuple[object, str | None]) -> None:
    """What a text in a column means, and what is wrong with it."""
    assert meaning(column, text) == expected


@pytest.mark.parametrize(
    ("asked", "name", "matches"),
    [
        ("müller jörg", "Mueller, Joerg", True),
        ("MULLER", "Müller, Jörg", True),
        ("Mueller", "Müller, Jörg", True),
        ("oksana łuk", "Luk, Oksana", True),
        ("d'arco", "D`Arco, Vito", True),
        ("darco", "D'Arco, Vito", True),
        ("li li", "Li, Wei", False),
        ("wei li", "Li, Wei", True),
        ("an wei-li", "Li Wei, Anders", True),
        ("", "Li, Wei", False),
        ("ñuño", "Nuno, Pio", True),
    ],
)
def test_names(asked: str, name: str, matches: bool) -> None:
    """Accents, capitals and order do not matter."""
    assert is_found(words_of(asked), name) is matches


def test_xml_of_federations() -> None:
    """Attributes, letters for titles, whole dates, an underscore in the ID: read, and what is not known is told."""
    raw = b"""<?xml version="1.0" encoding="ISO-8859-1"?>
<players><player FIDEID="31" NAME="M\xfcld, A"><title>wm</title><birthday>1990-02-03</birthday><club>R</club></player>
<player><fide_id>32</fide_id><name> Xor  ,  B </name><rating>1700</rating></player><player fideid='33'/></players>"""
    findings = Findings()
    players = [line.listed for line in XmlReader(io.BytesIO(raw), findings, kind="rapid")]

    assert [(player.fide_id, player.name, player.title, player.birth_year) for player in players if player] == [
        (31, "Müld, A", "WIM", 1990),
        (32, "Xor  ,  B", "", None),
        (33, "", "", None),
    ]
    assert players[1] is not None
    assert players[1].rapid.rating == 1700
    assert findings.counts == {"column_unknown": 1}


@pytest.mark.parametrize(
    ("text", "codes", "count"),
    [
        ("fide_id,name\n1,A\n", set(), 1),
        ("Name,FIDE_ID,club\nA,1,x\n\nB,2,y\n", {"column_unknown"}, 2),
        ("fide_id,rating\n1,2\n", {"table_column_missing", "column_unknown"}, 0),
        ('fide_id,name\n1,"A\nB"\n', set(), 1),
        ("fide_id,name,standard_rating\n1,A,x\n,B,1\n", {"number_unreadable", "line_unreadable"}, 1),
        ("fide_id,name\n1\n", set(), 1),
    ],
)
def test_csv(text: str, codes: set[str], count: int) -> None:
    """Columns in any order; what is missing or unreadable is told."""
    findings = Findings()
    lines = list(CsvReader(io.BytesIO(text.encode()), findings))

    assert (set(findings.counts), len(lines)) == (codes, count)


def test_a_table_without_flags_contradicts_no_sex() -> None:
    """Only a flag that was written, also as nothing, can contradict; a table without the column says nothing of it."""
    without = "fide_id,name,standard_rating,sex\n99000011,Kestrel Ada,2414,F\n"
    empty = "fide_id,name,standard_rating,sex,flag\n99000011,Kestrel Ada,2414,F,\n"
    codes = []
    for text in (without, empty):
        findings = Findings()
        list(CsvReader(io.BytesIO(text.encode()), findings))
        codes.append(set(findings.counts))

    assert codes == [set(), {"flag_against_sex"}]


def test_description_as_json() -> None:
    """What is known of a list survives as JSON; anything else is none of ours."""
    raw = b"<playerslist>\n<player>\n<fideid>1</fideid>\n<name>A</name>\n</player>\n</playerslist>\n\xff"
    reader = XmlReader(io.BytesIO(raw), Findings())
    list(reader)
    assert reader.about is not None

    assert from_json(as_json(reader.about)) == reader.about
    assert [from_json(text) for text in ("", "{}", "[]", "null", '{"dialect": 1}')] == [None] * 5
    assert isinstance(from_json(as_json(reader.about)), RatingList)


def test_every_code_has_its_words() -> None:
    """A code says in whole sentences what it means and, where something can be done, what."""
    words = ListProblem.WORDS.sections()
    assert words.keys() - {"column"} == CODES.keys()
    assert words["column"].keys() == {*COLUMNS}
    for code in CODES:
        assert code == code.lower()
        assert all(sentence.endswith(".") for sentence in words[code].values())
        assert "meaning" in words[code]


def test_no_problem_of_a_list_has_a_sentence_as_a_fact() -> None:
    """What is noted names a sentence of its code, gives the facts of it, and every sentence is said somewhere."""
    words = ListProblem.WORDS.sections()
    named: set[tuple[str, str]] = set()
    for place, tree in modules().items():
        inside = place.relative_to(HOME).as_posix()
        for call in ast.walk(tree) if inside.startswith(("formats/lists/", "book/")) else ():
            if not isinstance(call, ast.Call) or getattr(call.func, "attr", "") != "add" or not call.args:
                continue
            codes = texts_in(call.args[0]) & CODES.keys()
            given = {str(keyword.arg): keyword.value for keyword in call.keywords}
            names = texts_in(given.pop("says")) if "says" in given else {"message"}
            named |= {(code, name) for code in codes for name in names}
            for code, name in ((code, name) for code in codes for name in names):
                assert facts_asked(words, words[code][name])[0] <= given.keys(), f"{inside}:{call.lineno}"
            texts = {text for value in given.values() for text in texts_in(value)} if codes else set()
            assert [text for text in texts if re.search(r"[a-z] [a-z]", text)] == [], f"{inside}:{call.lineno}"
    sentences = {(code, name) for code in CODES for name in words[code].keys() - {"meaning", "fix"}}

    assert sentences - named == {(code, "message") for code in OF_VALUES}
