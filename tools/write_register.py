"""Writes what the register of articles says together with the test marks; with --check it only says what is stale.

Four files: which tests name which articles, and the readings and errata (both shipped with the register, for `arpad
article` reads them); the page and the JSON in docs/reference. The marks are read from the syntax trees of the tests;
only a module that computes its marks is loaded and asked for them. No test is run.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections import Counter
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arpad.regulations.catalogue import TWIN, edition
from arpad.regulations.register import DOES, KINDS, OPEN, REASONED, TESTED, register, registered

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arpad.regulations.register import RegisterRow

ROOT = Path(__file__).resolve().parent.parent
TESTS = ROOT.joinpath("tests")
VECTORS = ROOT.joinpath("conformance")
REMARKS = ROOT.joinpath("src", "arpad", "regulations", "register", "remarks.json")
EXPLAINED = [ROOT.joinpath("docs", "explanation", f"{name}.md") for name in ("readings", "errata")]
TESTED_BY = ROOT.joinpath("src", "arpad", "regulations", "register", "tested_by.json")
PAGE = ROOT.joinpath("docs", "reference", "conformance.md")
DATA = ROOT.joinpath("docs", "reference", "conformance.json")
NOTE = "<!-- Written by tools/write_register.py; run `make docs` after a change. -->\n\n"
STATES = (TESTED, REASONED, OPEN)

Mark = tuple[str, str, str]
"""Edition, article as marked, test."""


def marks_of_tests(folder: Path = TESTS) -> Iterator[Mark]:
    """Give every mark of an article in the test files of a folder, with the test that carries it."""
    for place in sorted(folder.rglob("test_*.py")):
        name = place.relative_to(folder.parent).as_posix()
        tree = ast.parse(place.read_text(encoding="utf-8"), filename=name)
        written = [(test, literal(call)) for test, call in marks_in(tree, name)]
        marks = [(*mark, test) for test, mark in written if mark is not None]
        yield from marks if len(marks) == len(written) else loaded(place, name)


def marks_in(node: ast.AST, test: str) -> Iterator[tuple[str, ast.Call]]:
    """Give every call of `pytest.mark.article` under a node: with the test or class it stands at, else the file."""
    if isinstance(node, ast.FunctionDef) and not node.name.startswith("test_"):
        inside = test  # a function that makes marks for others
    elif isinstance(node, ast.FunctionDef | ast.ClassDef):
        inside = f"{test}::{node.name}"
    else:
        inside = test
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.article":
        yield inside, node
    for child in ast.iter_child_nodes(node):
        yield from marks_in(child, inside)


def literal(call: ast.Call) -> tuple[str, str] | None:
    """Give edition and article of a mark that is written out; None where it is computed."""
    match call:
        case ast.Call(
            args=[ast.Constant(value=str(article))],
            keywords=[ast.keyword(arg="edition", value=ast.Constant(value=str(name)))],
        ):
            return name, article
    return None


def loaded(place: Path, name: str) -> Iterator[Mark]:
    """Load a test module that computes marks, and give those that its tests then have."""
    support = str(TESTS.joinpath("support"))
    if support not in sys.path:
        sys.path.insert(0, support)
    described = spec_from_file_location(f"marks_of_{place.stem}", place)
    assert described is not None  # noqa: S101 - for the reader
    assert described.loader is not None  # noqa: S101 - the same
    module = module_from_spec(described)
    sys.modules[described.name] = module  # dataclasses and hypothesis look their module up
    described.loader.exec_module(module)
    yield from marks_at(module, name)


def marks_at(marked: Any, test: str) -> Iterator[Mark]:  # noqa: ANN401 - a module, a class or a function
    """Give the marks of a module, class or test, those of its parameters, and those of the tests in it."""
    own = vars(marked).get("pytestmark", [])
    for mark in own if isinstance(own, list) else [own]:
        if mark.name == "article":
            yield mark.kwargs["edition"], mark.args[0], test
        elif mark.name == "parametrize":
            of_parameters = (inner for given in mark.args[1] for inner in getattr(given, "marks", ()))
            yield from (
                (inner.kwargs["edition"], inner.args[0], test) for inner in of_parameters if inner.name == "article"
            )
    for key, inner in vars(marked).items():
        if key.startswith(("test_", "Test")) and getattr(inner, "__module__", None) == getattr(
            marked, "__module__", getattr(marked, "__name__", None)
        ):
            yield from marks_at(inner, f"{test}::{key}")


def marks_of_vectors(folder: Path = VECTORS) -> Iterator[Mark]:
    """Give the articles that the conformance vectors name, each file as one test."""
    for place in sorted(folder.glob("*.json")):
        for vector in json.loads(place.read_text(encoding="utf-8")).get("vectors", []):
            yield vector["edition"], vector["article"], f"{folder.name}/{place.name}"


def tested_by() -> str:
    """Write which tests name which articles of the editions that have a register, and of their printed twins."""
    tests_of: dict[str, dict[str, set[str]]] = {}
    for name, article, test in (*marks_of_tests(), *marks_of_vectors()):
        if name.removesuffix(TWIN) in registered():
            tests_of.setdefault(name, {}).setdefault(article, set()).add(test)
    plain = {
        name: {article: sorted(tests_of[name][article]) for article in sorted(tests_of[name])}
        for name in sorted(tests_of)
    }
    return json.dumps(plain, ensure_ascii=False, indent=1) + "\n"


def remarks() -> str:
    """Write the readings and errata that the command line shows: title and text of each, from the pages about them."""
    written: dict[str, dict[str, str]] = {}
    for place in EXPLAINED:
        for entry in re.split(r"^## ", place.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
            head, _, text = entry.partition("\n")
            name, _, title = head.partition(" · ")
            if re.fullmatch(r"R-\d{3}|E \d+", name):
                written[name] = {"title": title.strip(), "text": text.strip()}
    return json.dumps(written, ensure_ascii=False, indent=1) + "\n"


def row(*cells: object) -> str:
    """Write a row of a Markdown table."""
    return "| " + " | ".join(str(cell).replace("|", "\\|").replace("\n", " ") for cell in cells) + " |\n"


def head(*cells: str) -> str:
    """Write the head of a Markdown table."""
    return row(*cells) + "|" + "---|" * len(cells) + "\n"


def page() -> str:
    """Write the register for a reader: a summary, then each edition."""
    text = "# Conformance, article by article\n\n" + NOTE
    text += (
        "One row for each article of the texts that arpad was written from, in our words: what it asks, what arpad\n"
        "does about it, in which files of `src/arpad`, and which tests hold it to that. `[1]`, `[2]` are our numbers\n"
        "for the sentences of an article that have none. Where there is nothing to test, the reason stands instead;\n"
        "*open* is what is still to come. [conformance.json](conformance.json) has the same with the names of the\n"
        "single tests, and `arpad article` shows a row with its counterparts in the other texts:\n\n"
        "```console\n$ arpad article fide-2014 8.54\n"
        "fide-2014-07 8.54 (calculation): arpad computes, tested\n"
        "  asks        A rating difference of more than 400 counts as 400.\n...\n"
        "  elsewhere   fide-2003-07 10.5.1 [2]: A rating difference of more than 350 counts as 350.\n...\n```\n\n"
        "An edition that changes another has rows for what it changes only. E and R lead to the\n"
        "[errata](../explanation/errata.md) and the [readings](../explanation/readings.md).\n\n"
    )
    text += f"What arpad does is one of: {', '.join(DOES)}.\n\n## Summary\n\n"
    text += head("edition", "kind", "rows", *STATES)
    total: Counter[str] = Counter()
    for name in registered():
        for kind in KINDS:
            states = Counter(article_row.status for article_row in register(name) if article_row.kind == kind)
            total += states
            if states:
                text += row(f"[{name}](#{name})", kind, states.total(), *(states[state] or "" for state in STATES))
    text += row("all", "", total.total(), *(total[state] or "" for state in STATES))
    for name in registered():
        text += f"\n## {name}\n\n{edition(name).title}.\n\n"
        text += head("article", "kind", "asks", "arpad", "where", "tested by, or why not")
        text += "".join(
            row(
                article_row.article,
                article_row.kind,
                _asks(article_row),
                article_row.does,
                "<br>".join(map(_code, article_row.where)),
                _shown_by(article_row),
            )
            for article_row in register(name)
        )
    return text


def _asks(article_row: RegisterRow) -> str:
    notes = ", ".join((*article_row.errata, *article_row.readings))
    return f"{article_row.requirement} *({notes})*" if notes else article_row.requirement


def _shown_by(article_row: RegisterRow) -> str:
    """Name the files of the tests, for a page with every test by name is not read; or the reason, or open."""
    files = dict.fromkeys(test.partition("::")[0].rpartition("tests/")[2] for test in article_row.tests)
    tests = "<br>".join(map(_code, files))
    return "<br>".join(part for part in (tests, article_row.reason) if part) or "*open*"


def _code(text: str) -> str:
    return f"`{text}`"


def data() -> str:
    """Write the register for programs."""
    everything = [article_row for name in registered() for article_row in register(name)]
    summary = [
        {"edition": name, "kind": kind, "rows": states.total(), **{state: states[state] for state in STATES}}
        for name in registered()
        for kind in KINDS
        if (states := Counter(article_row.status for article_row in register(name) if article_row.kind == kind))
    ]
    return json.dumps({"summary": summary, "rows": list(map(_plain, everything))}, ensure_ascii=False, indent=1) + "\n"


def _plain(article_row: RegisterRow) -> dict[str, Any]:
    return {
        "edition": article_row.edition,
        "article": article_row.article,
        "topic": article_row.topic,
        "kind": article_row.kind,
        "requirement": article_row.requirement,
        "does": article_row.does,
        "where": article_row.where,
        "counterparts": [f"{other} {article}" for other, article in article_row.counterparts],
        "errata": article_row.errata,
        "readings": article_row.readings,
        "status": article_row.status,
        "tested_by": article_row.tests,
        "reason": article_row.reason or None,
    }


def main() -> int:
    """Write the files, or say which are stale; the two of docs are made from the first."""
    stale: list[str] = []
    for place, write in ((TESTED_BY, tested_by), (REMARKS, remarks), (PAGE, page), (DATA, data)):
        text = write()
        if place.exists() and place.read_text(encoding="utf-8") == text:
            continue
        if "--check" in sys.argv:
            print(f"Stale: {place.relative_to(ROOT)}. Run `make docs` and commit what it writes.")
            return 1
        place.write_text(text, encoding="utf-8")
        stale.append(place.name)
    print(f"Written: {', '.join(stale)}." if stale else "The register of articles is fresh.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
