"""Commands whose JSON is frozen: what the documents showed when the house was rebuilt, step by step, with the answers.

A file of `tests/data/frozen` holds a document's steps in order: the files that it writes, the commands that it runs,
and for every command of arpad the exit code and the answer in JSON. It does not change with the document. A new
answer is a new number, a new verdict or a new article, and needs a reason in public (a correction C-nnn).
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
import sysconfig
from contextlib import chdir
from pathlib import Path
from typing import Any

import running

import arpad

ROOT = Path(__file__).resolve().parents[2]
FROZEN = ROOT.joinpath("tests", "data", "frozen")
DOCUMENTS = sorted([ROOT / "README.md", ROOT / "conformance" / "README.md", *ROOT.joinpath("docs").rglob("*.md")])
BLOCK = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_OF_A_SHELL = re.compile(r"[|<>;&*$()`]")
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
        _in_a_shell(command, folder)
        return step
    words = [word for word in shlex.split(command)[1:] if word != "--json"]
    with chdir(folder):
        code, output, _ = running.arpad(*words, "--json")
    return {"command": command, "code": code, "answer": _readable(output)}


def _in_a_shell(command: str, folder: Path) -> None:
    path = os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]])
    subprocess.run(  # noqa: S602 - the examples of our own documents
        command, shell=True, cwd=folder, capture_output=True, env={**os.environ, "PATH": path}, check=False
    )


def _readable(text: str) -> Any:  # noqa: ANN401 - any JSON, or text
    """Read an answer; the version is not part of it."""
    text = text.replace(arpad.__version__, "VERSION")
    try:
        return json.loads(text)
    except ValueError:
        return text


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


def freeze(folder: Path) -> None:
    """Freeze the answers of all documents as they are now."""
    FROZEN.mkdir(parents=True, exist_ok=True)
    for document in DOCUMENTS:
        steps = steps_of(document)
        if any("command" in step and is_own(step["command"]) for step in steps):
            place = folder.joinpath(frozen(document).stem)
            place.mkdir()
            text = json.dumps(answered(steps, place), indent=1, ensure_ascii=False)
            frozen(document).write_text(text + "\n", encoding="utf-8")
            print(document.relative_to(ROOT), len(steps), len(text))  # noqa: T201 - a freeze is watched


if __name__ == "__main__":
    freeze(Path(sys.argv[1]))
