"""Builds the wheel, installs it alone, and tries it: whatever a command needs is shipped, and gives the same numbers.

What the wheel holds is first compared with `src/`, file by file and byte for byte, so nothing can be left out of it,
and all tests that have just run against `src/` ran against these very files. What they cannot show is that an installed
package finds its data beside itself and not in a checkout, has its command and ships its types. So the wheel goes into
an environment of its own, and everything that reads data is used there once: every command, every edition, the
library, a whole book. The test tools come from the development environment, but `src/` is not on any path there.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMMANDS = ("book", "check", "help", "letters", "list", "period", "player", "published_examples", "rate", "replay",
            "schemas", "trf")  # fmt: skip
"""The tests of commands that are tried: between them every command, its words, schemas and pages."""
TRIED = (
    *(f"tests/cli/test_{name}.py" for name in COMMANDS),
    "tests/conformance",
    "tests/library",
    "tests/engine/test_golden_book.py",
)
"""The command line; the vectors under all editions; the library with its types; a book of many lists."""


def run(*command: object, **options: object) -> None:
    """Run a command and stop if it fails."""
    subprocess.run([str(word) for word in command], check=True, **options)  # type: ignore[call-overload]  # noqa: S603 - our own


def differing(wheel: Path, package: Path) -> list[str]:
    """Name the files of a package that are not in its wheel as they are, and what only the wheel has."""
    files = (path for path in package.rglob("*") if path.is_file() and path.suffix not in {".pyc", ".pyo"})
    source = {path.relative_to(package.parent).as_posix(): path.read_bytes() for path in files}
    with zipfile.ZipFile(wheel) as shipped:
        names = (name for name in shipped.namelist() if not name.partition("/")[0].endswith(".dist-info"))
        built = {name: shipped.read(name) for name in names}
    return sorted(name for name in source.keys() | built.keys() if source.get(name) != built.get(name))


def installed(wheel: Path, place: Path) -> Path:
    """Install the wheel into an environment of its own, with the test tools but without `src/`; give its Python."""
    venv.create(place / "venv", with_pip=False)
    python = place / "venv" / "bin" / "python"
    run(sys.executable, "-m", "pip", "--quiet", "--python", python, "install", "--no-deps", wheel)
    site = next(place.joinpath("venv", "lib").glob("python*")) / "site-packages"
    tools = Path(next(path for path in sys.path if path.endswith("site-packages")))
    # Only the test tools of the development environment, not its link to src/.
    for package in tools.iterdir():
        if "arpad" not in package.name and not site.joinpath(package.name).exists():
            site.joinpath(package.name).symlink_to(package)
    return python


def says(*command: object, folder: Path) -> str:
    """Run a command that must not fail, and give what it prints."""
    words = [str(word) for word in command]
    return subprocess.run(words, capture_output=True, text=True, check=True, cwd=folder).stdout.strip()  # noqa: S603 - our own


def main() -> int:
    """Build, compare, install, test."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", place, cwd=ROOT)
        wheel = next(place.glob("*.whl"))
        if wrong := differing(wheel, ROOT / "src" / "arpad"):
            print("The wheel and src/ differ: " + ", ".join(wrong))
            return 1
        python = installed(wheel, place)
        imported = says(python, "-c", "import arpad; print(arpad.__file__)", folder=place)
        if not imported.startswith(folder):
            print(f"The wheel was not the one imported, but {imported}.")
            return 1
        version = wheel.name.split("-")[1]
        if (answer := says(python.with_name("arpad"), "--version", folder=place)) != f"arpad {version}":
            print(f"The command of the wheel should be arpad {version}, and says: {answer}")
            return 1
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
