"""Builds the wheel, installs it alone, and tries it: whatever a command needs is shipped, and gives the same numbers.

What the wheel holds is first compared with `src/`, file by file and byte for byte, so nothing can be left out of it,
and all tests that have just run against `src/` ran against these very files. What they cannot show is that an installed
package finds its data beside itself and not in a checkout, has its command and ships its types. So the wheel goes into
an environment of its own, and everything that reads data is used there once: every command, every edition, the
library, a whole book. The test tools come from the development environment, but `src/` is not on any path there.

All of it twice: with the kernels, and without them, as where no compiler is at hand; then only their own subjects.
"""

from __future__ import annotations

import os
import shutil
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
    "tests/formats/test_line_kernel.py",
    "tests/engine/test_game_kernel.py",
)
"""The command line; the vectors under all editions; the library with its types; a book of many lists; the kernels."""
TRIED_WITHOUT = ("tests/cli/test_exit_codes.py", "tests/book/test_list_frames.py", "tests/engine/test_golden_book.py")
NO_COMPILER = "/bin/false"
_MADE = (".so", ".mo")
"""What is made when the wheel is built."""
_NOT_SHIPPED = {".pyc", ".pyo", ".c", ".h", *_MADE}
"""What Python, a compiler or Babel made, and what of it stays behind."""


def run(*command: object, **options: object) -> None:
    """Run a command and stop if it fails."""
    subprocess.run([str(word) for word in command], check=True, **options)  # type: ignore[call-overload]  # noqa: S603 - our own


def says(*command: object, folder: Path) -> str:
    """Run a command that must not fail, and give what it prints."""
    words = [str(word) for word in command]
    return subprocess.run(words, capture_output=True, text=True, check=True, cwd=folder).stdout.strip()  # noqa: S603 - our own


def wheel_of(place: Path, **changes: str) -> Path:
    """Build the wheel from a copy of the sources, so that nothing built before gets into it."""
    sources = place / "sources"
    shutil.copytree(ROOT / "src", sources / "src", ignore=shutil.ignore_patterns("*.pyc", "*.so", "*.mo", "*.egg-info"))
    for name in ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, sources)
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", place]
    run(sys.executable, "-m", "pip", "wheel", *options, sources, env={**os.environ, **changes})
    return next(place.glob("*.whl"))


def differing(wheel: Path, package: Path) -> list[str]:
    """Name the files of a package that are not in its wheel as they are, and what only the wheel has."""
    files = (path for path in package.rglob("*") if path.is_file() and path.suffix not in _NOT_SHIPPED)
    source = {path.relative_to(package.parent).as_posix(): path.read_bytes() for path in files}
    with zipfile.ZipFile(wheel) as shipped:
        names = (name for name in shipped.namelist() if not name.partition("/")[0].endswith(".dist-info"))
        built = {name: shipped.read(name) for name in names if not name.endswith(_MADE)}
        compiled = {name for name in shipped.namelist() if name.endswith(".mo")}
    not_compiled = {name for name in source if name.endswith(".po")} - {f"{name[:-3]}.po" for name in compiled}
    different = {name for name in source.keys() | built.keys() if source.get(name) != built.get(name)}
    return sorted(different | not_compiled)


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


def fault_of(wheel: Path, *, has_compiler: bool) -> str:
    """Say what is wrong with a wheel: without a compiler it is pure, otherwise it has the kernels, for every Python."""
    if not has_compiler:
        return "" if wheel.name.endswith("-none-any.whl") else "Without a compiler the wheel should be pure."
    if "-cp311-abi3-" in wheel.name:
        return ""
    print("NOT TRIED: the wheel with the kernels. There is no C compiler here, or no headers of Python.")
    return "Not tried is a failure here (CI=true)." if os.environ.get("CI") == "true" else ""


def fault_installed(wheel: Path, python: Path, place: Path) -> str:
    """Say what is wrong with a wheel that was installed: another package is imported, or its command is another one."""
    imported = says(python, "-c", "import arpad; print(arpad.__file__)", folder=place)
    if not imported.startswith(str(place)):
        return f"The wheel was not the one imported, but {imported}."
    kernels = "without kernels" if wheel.name.endswith("-none-any.whl") else "with line kernel and game kernel"
    expected = f"arpad {wheel.name.split('-')[1]} ({kernels})"
    answer = says(python.with_name("arpad"), "--version", folder=place)
    return "" if answer == expected else f"The command of the wheel should say {expected}, and says {answer}"


def tried(place: Path, tests: tuple[str, ...], **changes: str) -> int:
    """Build a wheel, compare it, install it, and run tests against it."""
    wheel = wheel_of(place, **changes)
    print(f"Tried: {wheel.name}", flush=True)
    wrong = differing(wheel, ROOT / "src" / "arpad")
    fault = f"The wheel and src/ differ: {', '.join(wrong)}" if wrong else fault_of(wheel, has_compiler=not changes)
    python = installed(wheel, place)
    fault = fault or fault_installed(wheel, python, place)
    if fault:
        print(fault)
        return 1
    environment = {**os.environ, "ARPAD_WHEEL": "1", "PYTHONPATH": "", "HYPOTHESIS_PROFILE": "quick"}
    parallel = ["-n", "auto", "--dist", "worksteal"]
    words = [python, "-m", "pytest", *parallel, "-c", ROOT / "pyproject.toml", "--rootdir", ROOT]
    words += [ROOT / test for test in tests]
    return subprocess.run(words, check=False, cwd=place, env=environment).returncode  # noqa: S603 - our own


def main() -> int:
    """Try the wheel as it is built here, and as it is built without a compiler."""
    code = 0
    for changes, tests in (({}, TRIED), ({"CC": NO_COMPILER}, TRIED_WITHOUT)):
        with tempfile.TemporaryDirectory() as folder:
            code = tried(Path(folder), tests, **changes) or code
    return code


if __name__ == "__main__":
    sys.exit(main())
