"""Builds the wheel, installs it alone, and tries it: whatever a command needs is shipped, and gives the same numbers.

Twice: with the line kernel, and without it, as where no compiler is at hand. The wheel goes into an environment of its
own; the test tools come from the development environment, but `src/` is not on any path there. The modules are those
that all tests have just run against, so here it is enough to use everything once that could be left out of the wheel:
every command, every edition, a whole book; without the kernel, whatever writes lists.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TRIED = (
    "tests/cli",
    "tests/conformance",
    "tests/library",
    "tests/engine/test_golden_book.py",
    "tests/formats/test_line_kernel.py",
)
"""The command line with its schemas and pages; the vectors under all editions; the library; a book of many lists."""
TRIED_WITHOUT = ("tests/cli/test_exit_codes.py", "tests/book/test_list_frames.py", "tests/engine/test_golden_book.py")
NO_COMPILER = "/bin/false"


def run(*command: object, **options: object) -> None:
    """Run a command and stop if it fails."""
    subprocess.run([str(word) for word in command], check=True, **options)  # type: ignore[call-overload]  # noqa: S603 - our own


def wheel_of(place: Path, **changes: str) -> Path:
    """Build the wheel from a copy of the sources, so that nothing built before gets into it."""
    sources = place / "sources"
    shutil.copytree(ROOT / "src", sources / "src", ignore=shutil.ignore_patterns("*.pyc", "*.so", "*.egg-info"))
    for name in ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, sources)
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", place]
    run(sys.executable, "-m", "pip", "wheel", *options, sources, env={**os.environ, **changes})
    return next(place.glob("*.whl"))


def tried(place: Path, wheel: Path, tests: tuple[str, ...]) -> int:
    """Install a wheel alone and run tests against it."""
    venv.create(place / "venv", with_pip=False)
    python = place / "venv" / "bin" / "python"
    run(sys.executable, "-m", "pip", "--quiet", "--python", python, "install", "--no-deps", wheel)
    shipped = subprocess.run(  # noqa: S603 - our own
        [python, "-c", "import arpad; print(arpad.__file__)"], capture_output=True, text=True, check=True, cwd=place
    ).stdout.strip()
    if not shipped.startswith(str(place)):
        print(f"The wheel was not the one imported, but {shipped}.")
        return 1
    site = next(place.joinpath("venv", "lib").glob("python*")) / "site-packages"
    tools = Path(next(path for path in sys.path if path.endswith("site-packages")))
    # Only the test tools of the development environment, not its link to src/.
    for package in tools.iterdir():
        if "arpad" not in package.name and not site.joinpath(package.name).exists():
            site.joinpath(package.name).symlink_to(package)
    environment = {**os.environ, "ARPAD_WHEEL": "1", "PYTHONPATH": "", "HYPOTHESIS_PROFILE": "quick"}
    parallel = ["-n", "auto", "--dist", "worksteal"]
    words = [python, "-m", "pytest", *parallel, "-c", ROOT / "pyproject.toml", "--rootdir", ROOT]
    words += [ROOT / test for test in tests]
    return subprocess.run(words, check=False, cwd=place, env=environment).returncode  # noqa: S603 - our own


def fault_of(wheel: Path, *, has_compiler: bool) -> str:
    """Say what is wrong with a wheel: without a compiler it is pure, otherwise it has the kernel, for every Python."""
    if not has_compiler:
        return "" if wheel.name.endswith("-none-any.whl") else "Without a compiler the wheel should be pure."
    if "-cp311-abi3-" in wheel.name:
        return ""
    print("NOT TRIED: the wheel with the line kernel. There is no C compiler here, or no headers of Python.")
    return "Not tried is a failure here (CI=true)." if os.environ.get("CI") == "true" else ""


def main() -> int:
    """Build, install, test: as it is built here, and as it is built without a compiler."""
    code = 0
    for changes, tests in (({}, TRIED), ({"CC": NO_COMPILER}, TRIED_WITHOUT)):
        with tempfile.TemporaryDirectory() as folder:
            wheel = wheel_of(Path(folder), **changes)
            print(f"Tried: {wheel.name}", flush=True)
            fault = fault_of(wheel, has_compiler=not changes)
            if fault:
                print(fault)
                return 1
            code = tried(Path(folder), wheel, tests) or code
    return code


if __name__ == "__main__":
    sys.exit(main())
