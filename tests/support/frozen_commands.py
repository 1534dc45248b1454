"""Commands whose JSON is frozen: what the documents showed when the house was rebuilt, step by step, with the answers.

A file of `tests/data/frozen` holds a document's steps in order: the files that it writes, the commands that it runs,
and for every command of arpad the exit code and the answer in JSON. It does not change with the document. A new
answer is a new number, a new verdict or a new article, and needs a reason in public: a correction C-nnn, or a new
edition that is in force on a day of the command.

    PYTHONPATH=tools python tests/support/frozen_commands.py FOLDER [DOCUMENT…] [--steps]

freezes the answers anew, of the documents that are named or of all; FOLDER is an empty one to work in. The steps stay
those of the freeze; with `--steps` they are taken from the document as it is now.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import shlex
from contextlib import chdir
from pathlib import Path
from typing import TYPE_CHECKING, Any

import running
from document_examples import BLOCK, DOCUMENTS, ROOT, run_by_shell

import arpad

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

FROZEN = ROOT.joinpath("tests", "data", "frozen")
_OF_A_SHELL = re.compile(r"[|<>;&*$()`]")
ABSENT = object()
"""What is compared where one of two answers has no such place."""
Step = dict[str, Any]


def steps_of(document: Path) -> list[Step]:
    """Give the files and commands of a document, in their order, without answers."""
    steps: list[Step] = []
    for info, block in BLOCK.findall(document.read_text(encoding="utf-8")):
        language, _, name = info.strip().partition(" ")
        if name:
            steps.append({"file": name, "text": block})
        elif language == "console":
            shown = re.sub(r"\\\n\s*", " ", block)
            steps += [{"command": line[2:]} for line in shown.splitlines() if line.startswith("$ ")]
    return steps


def is_own(command: str) -> bool:
    """Tell whether a command is one of arpad alone, without a shell around it."""
    return command.startswith("arpad ") and not _OF_A_SHELL.search(command)


def answered(steps: list[Step], folder: Path) -> list[Step]:
    """Run steps in a folder; give them with the answers of today."""
    return [_answered(step, folder) for step in steps]


def _answered(step: Step, folder: Path) -> Step:
    if "file" in step:
        folder.joinpath(step["file"]).write_text(step["text"], encoding="utf-8")
        return step
    command = step["command"]
    if not is_own(command):
        run_by_shell(command, folder)
        return step
    words = [word for word in shlex.split(command)[1:] if word != "--json"]
    with chdir(folder):
        code, output, _ = running.arpad(*words, "--json")
    return {"command": command, "code": code, "answer": _readable(output)}


def _readable(text: str) -> Any:  # noqa: ANN401 - any JSON, or text
    """Read an answer; the version is not part of it."""
    text = text.replace(arpad.__version__, "VERSION")
    try:
        return json.loads(text)
    except ValueError:
        return text


def differences(old: Any, new: Any, path: str = "$") -> Iterator[str]:  # noqa: ANN401 - any JSON
    """Say where two answers differ, each place with its JSON path, the old and the new value."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in [*old, *(key for key in new if key not in old)]:
            yield from differences(old.get(key, ABSENT), new.get(key, ABSENT), f"{path}.{key}")
    elif isinstance(old, list) and isinstance(new, list):
        for index in range(max(len(old), len(new))):
            pair = (entries[index] if index < len(entries) else ABSENT for entries in (old, new))
            yield from differences(*pair, f"{path}[{index}]")
    elif old != new:
        yield f"{path}: {_shown(old)} became {_shown(new)}"


def _shown(value: Any) -> str:  # noqa: ANN401 - any JSON
    return "(nothing)" if value is ABSENT else json.dumps(value, ensure_ascii=False)


def vector_hashes() -> list[str]:
    """Hash every vector of the conformance suite, each with the name of its file."""
    lines = []
    for place in sorted(ROOT.joinpath("conformance").glob("*.json")):
        for vector in json.loads(place.read_text(encoding="utf-8")).get("vectors", []):
            text = json.dumps(vector, sort_keys=True, ensure_ascii=False)
            lines.append(f"{place.stem} {hashlib.sha256(text.encode()).hexdigest()[:16]}")
    return lines


def frozen(document: Path) -> Path:
    """Give the file in which the answers of a document are frozen."""
    return FROZEN.joinpath("-".join(document.relative_to(ROOT).with_suffix("").parts).lower() + ".json")


def line_to_run(place: Path) -> str:
    """Give the line that freezes the document of a frozen file anew."""
    document = next(document for document in DOCUMENTS if frozen(document) == place)
    program = "PYTHONPATH=tools .venv/bin/python tests/support/frozen_commands.py"
    return f"{program} $(mktemp -d) {document.relative_to(ROOT)}"


def freeze(folder: Path, documents: Sequence[Path], *, steps_anew: bool = False) -> None:
    """Freeze the answers of documents as they are now: of the frozen steps, or of those of the document now."""
    for document in documents:
        place = frozen(document)
        is_frozen = place.is_file() and not steps_anew
        steps = json.loads(place.read_text(encoding="utf-8")) if is_frozen else steps_of(document)
        if any("command" in step and is_own(step["command"]) for step in steps):
            inner = folder.joinpath(place.stem)
            inner.mkdir()
            text = json.dumps(answered(steps, inner), indent=1, ensure_ascii=False)
            place.write_text(text + "\n", encoding="utf-8")
            print(document.relative_to(ROOT), len(steps), len(text))  # noqa: T201 - a freeze is watched


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("documents", nargs="*", type=Path, metavar="DOCUMENT")
    parser.add_argument("--steps", action="store_true", help="take the steps of the document as it is now")
    given = parser.parse_args()
    freeze(given.folder, [name.resolve() for name in given.documents] or DOCUMENTS, steps_anew=given.steps)
