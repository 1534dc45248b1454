"""Documents know no command line and no file, and load nothing but the standard library and the exact rooms."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import arpad.documents

MODULES = sorted(Path(arpad.documents.__file__).parent.glob("*.py"))
FORBIDDEN_CALLS = {"print", "open", "input", "read_text", "read_bytes", "write_text", "write_bytes", "stat", "exists"}
READS_SHIPPED_SCHEMAS = "schema"


def calls(module: Path) -> set[str]:
    """Name the functions and methods that a module calls."""
    functions = [node.func for node in ast.walk(ast.parse(module.read_text("utf-8"))) if isinstance(node, ast.Call)]
    return {
        function.id if isinstance(function, ast.Name) else function.attr
        for function in functions
        if isinstance(function, ast.Name | ast.Attribute)
    }


def test_there_are_modules() -> None:
    """The test looks at the right folder."""
    assert {"parts", "period", "schema", "verdict"} <= {module.stem for module in MODULES}


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.stem)
def test_a_document_is_made_without_printing_or_files(module: Path) -> None:
    """Nothing is printed; no file is read or written, but for the schemas that are shipped."""
    allowed = {"read_text"} if module.stem == READS_SHIPPED_SCHEMAS else set()

    assert calls(module) & FORBIDDEN_CALLS <= allowed


def test_documents_load_neither_the_command_line_nor_the_engine() -> None:
    """A web service can make documents without the extra `engine` and without argparse."""
    names = [f"arpad.documents.{module.stem}" for module in MODULES if module.stem != "__init__"]
    program = (
        "import importlib, sys\n"
        f"for name in {names!r}: importlib.import_module(name)\n"
        "unwanted = ('argparse', 'numpy', 'polars', 'arpad.cli', 'arpad.engine', 'arpad.library')\n"
        "print(sorted(set(unwanted) & set(sys.modules)))"
    )
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert loaded.stdout.strip() == "[]"
