"""Builds the wheel, installs it alone, and tries it: whatever a command needs is shipped, and gives the same numbers.

The wheel goes into an environment of its own; the test tools come from the development environment, but `src/` is
not on any path there. The modules are those that all tests have just run against, so here it is enough to use
everything once that could be left out of the wheel: every command, every edition, a whole book.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TRIED = ("tests/cli", "tests/conformance", "tests/library", "tests/engine/test_golden_book.py")
"""The command line with its schemas and pages; the vectors under all editions; the library; a book of many lists."""


def run(*command: object, **options: object) -> None:
    """Run a command and stop if it fails."""
    subprocess.run([str(word) for word in command], check=True, **options)  # type: ignore[call-overload]  # noqa: S603 - our own


def main() -> int:
    """Build, install, test."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", place, cwd=ROOT)
        wheel = next(place.glob("*.whl"))
        venv.create(place / "venv", with_pip=False)
        python = place / "venv" / "bin" / "python"
        run(sys.executable, "-m", "pip", "--quiet", "--python", python, "install", "--no-deps", wheel)
        shipped = subprocess.run(  # noqa: S603 - our own
            [python, "-c", "import arpad; print(arpad.__file__)"], capture_output=True, text=True, check=True, cwd=place
        ).stdout.strip()
        if not shipped.startswith(folder):
            print(f"The wheel was not the one imported, but {shipped}.")
            return 1
        site = next(place.joinpath("venv", "lib").glob("python*")) / "site-packages"
        tools = Path(next(path for path in sys.path if path.endswith("site-packages")))
        # Only the test tools of the development environment, not its link to src/.
        for package in tools.iterdir():
            if "arpad" not in package.name and not site.joinpath(package.name).exists():
                site.joinpath(package.name).symlink_to(package)
        environment = {**os.environ, "ARPAD_WHEEL": "1", "PYTHONPATH": "", "HYPOTHESIS_PROFILE": "quick"}
        words = [
            python,
            "-m",
            "pytest",
            "-n",
            "auto",
            "--dist",
            "worksteal",
            "-c",
            ROOT / "pyproject.toml",
            "--rootdir",
            ROOT,
            *(ROOT / tests for tests in TRIED),
        ]
        return subprocess.run(words, check=False, cwd=place, env=environment).returncode  # noqa: S603 - our own


if __name__ == "__main__":
    sys.exit(main())
