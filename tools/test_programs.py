"""Installs what some tests need and Python cannot bring: Chromium and PostgreSQL with apt-get, and axe-core with npm.

Packages of the system only root may install. axe-core comes into the folder of the virtual environment, in the version
and with the hash of `tools/browser/package-lock.json`. What is missing afterwards is named, and the tests that need it
say so again at the end of the run.
"""

from __future__ import annotations

import json
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
_LOCK = Path(__file__).with_name("browser") / "package-lock.json"


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


def axe() -> Path:
    """Give where axe-core is looked for."""
    return Path(sys.prefix) / "browser" / "node_modules" / "axe-core" / "axe.min.js"


def is_axe_there() -> bool:
    """Tell whether axe-core is there in the version that the lock names."""
    locked = json.loads(_LOCK.read_bytes())["packages"]["node_modules/axe-core"]["version"]
    about = axe().with_name("package.json")
    return axe().is_file() and about.is_file() and json.loads(about.read_bytes())["version"] == locked


def install_axe() -> None:
    """Install axe-core by its lock, as far as that succeeds; npm refuses a package with another hash."""
    npm, folder = shutil.which("npm"), Path(sys.prefix) / "browser"
    if npm is None:
        return
    folder.mkdir(exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copyfile(_LOCK.with_name(name), folder / name)
    words = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"]
    try:
        subprocess.run(words, cwd=folder, stdout=subprocess.DEVNULL, check=True, timeout=_PATIENCE)  # noqa: S603 - words of our own
    except (OSError, subprocess.SubprocessError) as fault:
        print(f"npm ci: {fault}")


def main() -> int:
    """Install what is missing; say what still is."""
    if missing() and os.geteuid() == 0 and shutil.which("apt-get"):
        install(missing())
    if not is_axe_there():
        install_axe()
    for package in [*missing(), *([] if is_axe_there() else ["axe-core"])]:
        print(f"{package} is not installed. What needs it is not tried.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
