"""Installs what some tests need and Python cannot bring: Chromium and PostgreSQL, with apt-get, where that may be done.

Only root may. What is missing afterwards is named, and the tests that need it say so again at the end of the run.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "support"))

from chromium import chromium_program
from postgres import programs

_APT = ("apt-get", "-q", "-o", "Acquire::Retries=1", "-o", "Acquire::http::Timeout=20", "-o", "DPkg::Lock::Timeout=60")
_PATIENCE = 900


def missing() -> list[str]:
    """Give the Debian packages of what is not there."""
    programs.cache_clear()
    there = {"chromium": chromium_program(), "postgresql": programs()}
    return [package for package, place in there.items() if place is None]


def install(packages: list[str]) -> None:
    """Install packages, as far as that succeeds."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for words in (("update",), ("install", "-y", "--no-install-recommends", *packages)):
        try:
            subprocess.run([*_APT, *words], env=environment, stdout=subprocess.DEVNULL, check=True, timeout=_PATIENCE)  # noqa: S603 - words of our own
        except (OSError, subprocess.SubprocessError) as fault:
            print(f"{' '.join(words)}: {fault}")
            return


def main() -> int:
    """Install what is missing; say what still is."""
    if missing() and os.geteuid() == 0 and shutil.which("apt-get"):
        install(missing())
    for package in missing():
        print(f"{package} is not installed. What needs it is not tried.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
