"""The register of articles is complete, leads only to what exists, and no row is without a test or a reason.

THE BUILD RULE is `test_no_row_is_left_without_a_test_or_a_reason`. Rows of the editions and kinds in MAY_BE_OPEN may
still be open; an issue that completes them takes them out of there.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from running import answer, arpad
from write_register import marks_of_tests, marks_of_vectors

import arpad as package
from arpad.model.problems import EditionError
from arpad.regulations.carried_out import functions_of, rules_of
from arpad.regulations.catalogue import TWIN, edition, shipped_files
from arpad.regulations.register import (
    DOES,
    KINDS,
    OPEN,
    REASONED,
    TESTED,
    RegisterRow,
    named,
    provisions,
    register,
    registered,
    row,
    rows,
)
from arpad.regulations.register import tested_by as shipped_marks

MAY_BE_OPEN = {("mssz-2017-01", "data")}
"""Edition and kind; everything else is complete, and stays so."""

ROWS = {
    "fide-2003-07": 120,
    "fide-2009-07": 110,
    "fide-2014-07": 107,
    "mssz-2017-01": 86,
    "fide-2024-03": 67,
    "fide-2025-10": 1,
}
"""The articles of the five documents, counted there, one that a translation lost (E 56), and that of October 2025."""

NO_ARTICLE = "one-off adjustment"
"""What vectors on one-off adjustments say in place of an article: they are data of a list, not of an edition."""

ROOT = Path(__file__).resolve().parents[2]
EXPLANATION = ROOT.joinpath("docs", "explanation")
SOURCE = Path(package.__file__).parent
EVERY_ROW = [entry for name in registered() for entry in register(name)]


def called(rows: list[RegisterRow]) -> list[str]:
    """Name rows so that whoever reads the failure finds them."""
    return [f"{entry.edition} {entry.article}" for entry in rows]


def registered_under(name: str) -> str | None:
    """Give the next registered text on which an edition stands, past amendments without a register.

    A whole document replaces what it amends, so it stands on nothing; an overlay stands on the edition of its day.
    """
    law = edition(name)
    under = law.base or (None if shipped_files()[name].document else law.parent)
    return under if under is None or under in registered() else registered_under(under)


def is_known(name: str, article: str) -> bool:
    """Tell whether an edition has an article, or a chapter of that number; if not, whether a text under it has."""
    try:
        return bool(rows(name, article))
    except EditionError:
        is_chapter = any(entry.article.startswith(f"{article}.") for entry in register(name))
        under = registered_under(name)
        return is_chapter or (under is not None and is_known(under, article))


def missing_counterparts(entries: list[RegisterRow]) -> list[str]:
    """Say of every counterpart that is no row, or does not name the row back, where to write what."""
    known = {(entry.edition, entry.article): entry for entry in entries}
    missing = []
    for entry in entries:
        here = entry.edition, entry.article
        for other in entry.counterparts:
            if other not in known:
                wrong = f"`{' '.join(other)}` is no row"
                missing.append(f"register/{here[0]}.csv, row {here[1]}, counterparts: {wrong}")
            elif here not in known[other].counterparts:
                missing.append(f"register/{other[0]}.csv, row {other[1]}, counterparts: add `{' '.join(here)}`")
    return missing


def headed(page: str, mark: str) -> set[str]:
    """The numbers that have a heading of their own on a page of docs/explanation."""
    return set(re.findall(rf"^## ({mark})\b", EXPLANATION.joinpath(page).read_text(encoding="utf-8"), re.MULTILINE))


def test_no_row_is_left_without_a_test_or_a_reason() -> None:
    """THE BUILD RULE: what is neither tested nor reasoned must be of a kind that a later issue completes."""
    left = [entry for entry in EVERY_ROW if entry.status == OPEN and (entry.edition, entry.kind) not in MAY_BE_OPEN]

    assert not left, "Neither test nor reason:\n" + "\n".join(called(left))


def test_what_may_be_open_still_is() -> None:
    """Rows of which nothing is open any more are taken out of MAY_BE_OPEN, so that they stay complete."""
    still_open = {(entry.edition, entry.kind) for entry in EVERY_ROW if entry.status == OPEN}

    assert still_open >= MAY_BE_OPEN


class TestRows:
    """What stands in the rows."""

    def test_every_article_is_there_once(self) -> None:
        """The rows of each edition are as many as its articles, and no two have the same name."""
        assert {name: len(register(name)) for name in registered()} == ROWS
        assert [key for key, count in Counter(called(EVERY_ROW)).items() if count > 1] == []

    def test_every_row_keeps_to_the_vocabulary(self) -> None:
        """Kind and deed are words of the vocabulary, all of which occur, and every row says what is asked."""
        assert {entry.kind for entry in EVERY_ROW} == set(KINDS)
        assert {entry.does for entry in EVERY_ROW} == set(DOES)
        assert called([entry for entry in EVERY_ROW if not (entry.requirement and entry.topic)]) == []

    def test_every_place_exists(self) -> None:
        """The files that are said to carry an article out are files of the package."""
        missing = {place for entry in EVERY_ROW for place in entry.where if not SOURCE.joinpath(place).is_file()}

        assert missing == set()

    def test_what_is_computed_and_tested_is_somewhere(self) -> None:
        """A calculation that tests hold arpad to has a place where it is carried out."""
        nowhere = [entry for entry in EVERY_ROW if entry.kind == "calculation" and entry.tests and not entry.where]

        assert called(nowhere) == []

    def test_counterparts_lead_to_each_other(self) -> None:
        """A counterpart is a row, another one, and names this row as its own counterpart."""
        missing = missing_counterparts(EVERY_ROW)
        itself = [entry for entry in EVERY_ROW if (entry.edition, entry.article) in entry.counterparts]

        assert not missing, "\n".join(missing)
        assert called(itself) == []

    def test_every_missing_counterpart_is_named_with_what_to_add(self) -> None:
        """A row that names two others which do not name it: one lacks it, the other is no row."""
        lonely = replace(row("fide-2024-03", "7.1.4"), counterparts=())
        amended = replace(
            row("fide-2025-10", "8.3.1"), counterparts=(("fide-2024-03", "7.1.4"), ("fide-2024-03", "7.1.44"))
        )

        assert missing_counterparts([lonely, amended]) == [
            "register/fide-2024-03.csv, row 7.1.4, counterparts: add `fide-2025-10 8.3.1`",
            "register/fide-2025-10.csv, row 8.3.1, counterparts: `fide-2024-03 7.1.44` is no row",
        ]

    def test_errata_and_readings_have_their_paragraphs(self) -> None:
        """Each number leads to a heading; of the errata, which are those of the texts, none is without a row."""
        errata, readings = headed("errata.md", r"E \d+"), headed("readings.md", r"R-\d+")
        # Those of reconstructed editions (2022; rapid, blitz), of one-offs and of revised lists are about no text.
        without_article = {"R-010", "R-011", "R-025", "R-035", "R-042", "R-044"}

        assert {number for entry in EVERY_ROW for number in entry.errata} == errata
        assert {number for entry in EVERY_ROW for number in entry.readings} == readings - without_article

    def test_a_reason_belongs_to_what_is_asked(self) -> None:
        """A reason is a sentence about its row: within an edition two rows share one only if they ask the same."""
        for name in registered():
            asked: dict[str, set[str]] = {}
            for entry in register(name):
                if entry.reason:
                    asked.setdefault(entry.reason, set()).add(entry.requirement)

            assert {reason: requirements for reason, requirements in asked.items() if len(requirements) > 1} == {}

    def test_a_reason_says_something(self) -> None:
        """Not a word or two: a reason can be argued with."""
        assert called([entry for entry in EVERY_ROW if entry.reason and len(entry.reason.split()) < 6]) == []


class TestEditions:
    """The register and the editions are about the same articles."""

    def test_every_text_has_a_register(self) -> None:
        """A document and an amendment whose text was seen have one, however short; what is reconstructed has none.

        A printed twin and the switch to monthly lists are of a document that has one already.
        """
        texts = {
            name
            for name, file in shipped_files().items()
            if file.status == "text" and not name.endswith((TWIN, "-monthly"))
        }

        assert set(registered()) == texts

    @pytest.mark.parametrize("name", ROWS)
    def test_every_provision_stands_in_an_article_of_the_register(self, name: str) -> None:
        """What an edition itself writes is cited by a row, and its reading and erratum are those of the row."""
        articles = [entry.article for entry in register(name)]
        faults = []
        for kind in edition(name).kinds:
            for key, provision in edition(name, kind).provisions.items():
                if provision.origin != name:
                    continue
                cited = [row(name, article) for article in named(provision.article, articles)]
                if not cited:
                    faults.append(f"{key} cites {provision.article}, which is no row")
                elif provision.reading and not any(provision.reading in entry.readings for entry in cited):
                    faults.append(f"{key} has {provision.reading}, the row of {provision.article} has not")
                elif provision.erratum and not any(provision.erratum in entry.errata for entry in cited):
                    faults.append(f"{key} has {provision.erratum}, the row of {provision.article} has not")

        assert faults == []

    def test_a_row_shows_the_provisions_that_cite_it(self) -> None:
        """8.3.1 of October 2025 has the exemption; 8.54 of 2014 the limit; a heading has none."""
        cited = [
            [provision.key for provision in provisions(row(*place))]
            for place in (("fide-2025-10", "8.3.1"), ("fide-2014-07", "8.54"), ("fide-2014-07", "8.5"))
        ]

        assert "cap_exempt_from" in cited[0]
        assert cited[1:] == [["cap_scope", "difference_cap"], []]


class TestMarks:
    """The marks of the tests, and what is shipped of them."""

    def test_every_marked_article_exists(self) -> None:
        """A mark names an article of its edition's register, or of the edition on which that one stands."""
        wrong = sorted(
            f"{test}: {name} {article}"
            for name, article, test in {*marks_of_tests(), *marks_of_vectors()}
            if name.removesuffix(TWIN) in registered()
            and article != NO_ARTICLE
            and not is_known(name.removesuffix(TWIN), article)
        )

        assert not wrong, "\n".join(wrong)

    def test_a_typing_error_in_a_mark_is_found(self) -> None:
        """An article of another edition, or none, is not known; one of the edition below, and a chapter, are."""
        wrong = ("fide-2014-07", "8.3.3"), ("fide-2024-03", "8.56"), ("fide-2025-10", "8.56"), ("mssz-2017-01", "6.7")
        right = ("fide-2025-10", "8.3.4"), ("mssz-2017-01", "6.6"), ("fide-2003-07", "15"), ("fide-2014-07", "8.55")

        assert [is_known(*mark) for mark in wrong] == [False] * 4
        assert [is_known(*mark) for mark in right] == [True] * 4

    @pytest.mark.parametrize(
        ("name", "under"),
        [
            pytest.param("fide-2025-10", "fide-2024-03", id="an amendment on its document"),
            pytest.param("fide-2026-01", "fide-2025-10", id="on the text of an amendment"),
            pytest.param("fide-2013-07", "fide-2009-07", id="past two reconstructed ones"),
            pytest.param("mssz-2017-01", "fide-2014-07", id="a national document on that of its day"),
            pytest.param("fide-2024-03", None, id="a whole document on nothing"),
        ],
    )
    def test_an_edition_stands_on_the_next_text_with_a_register(self, name: str, under: str | None) -> None:
        """Between two texts may lie amendments that are only reconstructed; their articles are in no register."""
        assert registered_under(name) == under

    def test_what_is_shipped_names_tests_that_exist(self) -> None:
        """Every test of the shipped list is a file here, and a function or class in it."""
        tests = {test for of in shipped_marks().values() for files in of.values() for test in files}
        gone = []
        for test in tests:
            file, *names = test.split("::")
            place = ROOT.joinpath(file)
            text = place.read_text(encoding="utf-8") if place.is_file() else ""
            if not text or not all(re.search(rf"^\s*(def|class) {name}\b", text, re.MULTILINE) for name in names):
                gone.append(test)

        assert gone == []

    def test_marks_are_found_wherever_they_stand(self, tmp_path: Path) -> None:
        """At a function, a class, the module, a parameter, and where they are computed."""
        folder = tmp_path / "tests"
        folder.mkdir()
        head = "import pytest\n"
        mark = 'pytest.mark.article("{}", edition="e")'.format
        folder.joinpath("test_written.py").write_text(
            f"{head}pytestmark = {mark('1')}\n"
            f"@{mark('2')}\n@{mark('3')}\ndef test_two(): pass\n"
            f"@{mark('4')}\nclass TestMore:\n    @{mark('5')}\n    def test_five(self): pass\n"
            f"@pytest.mark.parametrize('a', [pytest.param(1, marks={mark('6')})])\ndef test_six(a): pass\n",
            encoding="utf-8",
        )
        folder.joinpath("test_computed.py").write_text(
            f"{head}def each(*numbers):\n"
            "    params = [pytest.param(n, marks=[pytest.mark.article(str(n), edition='e')]) for n in numbers]\n"
            "    return pytest.mark.parametrize('a', params)\n"
            "@each(7, 8)\ndef test_each(a): pass\n"
            f"class TestInner:\n    @each(9)\n    @{mark('10')}\n    def test_nine(self, a): pass\n",
            encoding="utf-8",
        )
        marks = sorted(((article, test.removeprefix("tests/")) for _, article, test in marks_of_tests(folder)))

        assert marks == [
            ("1", "test_written.py"),
            ("10", "test_computed.py::TestInner::test_nine"),
            ("2", "test_written.py::test_two"),
            ("3", "test_written.py::test_two"),
            ("4", "test_written.py::TestMore"),
            ("5", "test_written.py::TestMore::test_five"),
            ("6", "test_written.py::test_six"),
            ("7", "test_computed.py::test_each"),
            ("8", "test_computed.py::test_each"),
            ("9", "test_computed.py::TestInner::test_nine"),
        ]

    def test_an_article_names_its_sentences_but_not_its_letters(self) -> None:
        """8.56 is all its sentences; 8.21 with letters is not named by 8.2, nor 8.1 (b) by 8.1."""
        articles = ["8.1", "8.1 (b)", "8.2 (a)", "8.21 [1]", "8.56 [1]", "8.56 [2]", "8.560 [1]"]
        nameds = [named(article, articles) for article in ("8.1", "8.2", "8.21", "8.56", "8.56 [2]", "8.5")]

        assert nameds == [["8.1"], [], ["8.21 [1]"], ["8.56 [1]", "8.56 [2]"], ["8.56 [2]"], []]

    def test_a_test_makes_a_row_tested_and_a_reason_alone_reasoned(self) -> None:
        """The status follows from tests first, then from the reason."""
        entry = row("fide-2014-07", "8.54")
        without = {"tests": (), "reason": ""}
        rows = [
            RegisterRow(**{**{key: getattr(entry, key) for key in RegisterRow.__dataclass_fields__}, **without, **more})
            for more in ({}, {"reason": "why"}, {"tests": ("t",)}, {"tests": ("t",), "reason": "why"})
        ]

        assert [each.status for each in rows] == [OPEN, REASONED, TESTED, TESTED]


class TestCommand:
    """`arpad article`."""

    def test_the_rows_of_an_article(self) -> None:
        """`arpad article fide-2014 8.21` gives all rows of 8.21 with counterparts, errata, readings and places."""
        document = answer("article", "fide-2014", "8.21")["rows"]
        first = document[0]
        counterparts = [f"{entry['edition']} {entry['article']}" for entry in first["counterparts"]]

        assert [entry["article"].removeprefix("8.21 ") for entry in document] == [
            *("[1]", "[2]", "(a)", "(b)", "(b) I", "(b) II", "(b) III")
        ]
        assert counterparts == ["fide-2009-07 8.21 [1]", "mssz-2017-01 App. I 8.21 [1]"]
        assert (first["errata"], first["readings"]) == (["E 15", "E 16"], ["R-023"])
        assert {"key": "event_minimum_score", "content": "0.50"} in first["provisions"]

    @pytest.mark.parametrize(
        ("words", "articles"),
        [
            (("fide-2024-03-print", "8.3.1"), ["8.3.1"]),
            (("fide-2009", "7.14 c"), ["7.14(c)"]),
            (("mssz", "8.54"), ["App. I 8.54"]),
            (("mssz", "App.", "I", "8.54"), ["App. I 8.54"]),
            (("mssz", "App. II 3"), ["App. II 3 [1]", "App. II 3 [2]"]),
        ],
    )
    def test_an_article_may_be_written_in_several_ways(self, words: tuple[str, ...], articles: list[str]) -> None:
        """The print's name, other brackets, without the appendix, in one word or several."""
        assert [row["article"] for row in answer("article", *words)["rows"]] == articles

    def test_without_an_article_all_rows_are_listed(self) -> None:
        """As many lines as rows, and a head."""
        _, out, _ = arpad("article", "fide-2024")

        assert len(out.splitlines()) == ROWS["fide-2024-03"] + 1

    def test_the_words_say_whether_a_counterpart_asks_the_same(self) -> None:
        """8.54 asks the same in 2009; 2003 had 350."""
        _, out, _ = arpad("article", "fide-2014", "8.54", "--tests")

        assert "fide-2009-07 8.54: the same" in out
        assert "fide-2003-07 10.5.1 [2]: A rating difference of more than 350 counts as 350." in out
        assert "tests/regulations/test_8_54_difference_cap_game_by_game.py" in out

    def test_the_rules_and_functions_that_carry_an_article_out_are_named(self) -> None:
        """A rule with its file and line, that of the register first; a check in Python where there is no rule."""
        _, limit, _ = arpad("article", "fide-2014", "8.54")
        _, hours, _ = arpad("article", "fide-2014", "3.1")
        source = SOURCE.joinpath("regulations", "rules", "rated_event.py").read_text(encoding="utf-8").splitlines()
        line = source.index("def counted_difference(p: Law, game: View, event: View) -> Term:")  # the decorator's line

        assert f"  rules       counted_difference (regulations/rules/rated_event.py:{line})\n" in limit
        assert "  functions" not in limit
        assert "  functions   " in hours
        assert " hours_a_day (events/check/schedule.py:" in hours

    def test_every_article_that_is_computed_from_a_provision_leads_to_code(self) -> None:
        """Somebody who looks for it finds a rule or a function, wherever the register names a file of rules."""
        lost = [
            f"{each.edition} {each.article}"
            for each in EVERY_ROW
            if any(file.startswith("regulations/rules/") for file in each.where) and provisions(each)
            if not (rules_of(each) or functions_of(each))
        ]

        assert lost == []


def test_the_page_has_every_row() -> None:
    """docs/reference/conformance.json is about the same rows, with the same status."""
    read = json.loads(ROOT.joinpath("docs", "reference", "conformance.json").read_text(encoding="utf-8"))
    expected = [(entry.edition, entry.article, entry.status) for entry in EVERY_ROW]

    assert expected == [(row["edition"], row["article"], row["status"]) for row in read["rows"]]
    assert sum(entry["rows"] for entry in read["summary"]) == len(EVERY_ROW)
