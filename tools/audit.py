"""Asks, for every package that is pinned for use, whether a weakness of its version is known: `make audit`.

pip-audit asks the database of the package index. A package that could not be asked about is a failure, with a sentence:
silence is no clean bill. Runs in an environment of its own, since what it needs is no part of arpad.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
AUDITED = ("run", "dev")
"""The pins that are asked about: what an office runs with, and what it is built and tried with."""
ASKS = ("--require-hashes", "--disable-pip", "--progress-spinner", "off", "--format", "json")


def answer_for(program: Path, pins: Path) -> tuple[dict[str, Any], str]:
    """Ask about the pins of a file; give the answer, and what was said where there is none."""
    asked = [str(program), "-r", str(pins), *ASKS]
    answered = subprocess.run(asked, capture_output=True, text=True, check=False)  # noqa: S603 - pinned beside
    try:
        return json.loads(answered.stdout), ""
    except ValueError:
        return {}, answered.stderr.strip().splitlines()[-1] if answered.stderr.strip() else "no answer"


def sentences(name: str, answer: dict[str, Any], silence: str) -> list[str]:
    """Say everything that is wrong with the packages of a file of pins, a sentence each."""
    if not answer:
        return [f"{name}: nothing could be audited ({silence}). Run it where the package index answers."]
    faults = []
    for package in answer["dependencies"]:
        if "skip_reason" in package:
            faults.append(f"{name}: {package['name']} could not be audited: {package['skip_reason']}.")
        for weakness in package.get("vulns", ()):
            mended = ", ".join(weakness["fix_versions"]) or "none yet"
            faults.append(
                f"{name}: {package['name']} {package['version']} has a known weakness, {weakness['id']}; "
                f"mended in: {mended}. Raise the pin with `make pins`."
            )
    return faults


def main(program: Path) -> int:
    """Audit the pins, print every fault, and give the exit code."""
    faults: list[str] = []
    for name in AUDITED:
        answer, silence = answer_for(program, ROOT.joinpath("requirements", f"{name}.txt"))
        faults += sentences(name, answer, silence)
        print(f"{name}: {len(answer.get('dependencies', ()))} package(s) asked about")
    print(*faults, sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
