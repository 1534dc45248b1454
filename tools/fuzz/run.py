"""Coverage-guided fuzzing with atheris: every target for a bounded time; `make fuzz`, FUZZ_SECONDS=60 for each.

A target is a file in `targets/` with `TARGET(data: bytes)`, which raises where anything is wrong, and `SEEDS`, a few
inputs to begin with. What is found is written to `.fuzz/TARGET/`; shorten it and put it into
`tests/data/found-by-fuzzing/TARGET/`, where a test runs it for ever.
"""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
MOST_BYTES = 8192
MEGABYTES = 1500
SECONDS_FOR_ONE = 20


def names() -> list[str]:
    """Name the targets."""
    return sorted(place.stem for place in HERE.joinpath("targets").glob("[a-z]*.py"))


def loaded(name: str) -> ModuleType:
    """Load a target by its name."""
    spec = spec_from_file_location(f"fuzz_{name}", HERE / "targets" / f"{name}.py")
    if spec is None or spec.loader is None:
        raise SystemExit(f"There is no target {name}; there are: {', '.join(names())}.")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def fuzz(name: str, options: list[str]) -> None:
    """Run one target in this process, until atheris ends it."""
    import atheris  # type: ignore[import-not-found]  # noqa: PLC0415 - lives in an environment of its own

    with atheris.instrument_imports(include=["arpad"]):
        module = loaded(name)
    atheris.Setup([sys.argv[0], *options], module.TARGET)
    atheris.Fuzz()


def run_all(chosen: list[str], seconds: int) -> int:
    """Run targets one after the other, each in a process of its own; say which failed."""
    failed = []
    for name in chosen:
        place = ROOT / ".fuzz" / name
        corpus = place / "corpus"
        corpus.mkdir(parents=True, exist_ok=True)
        for index, seed in enumerate(loaded(name).SEEDS):
            corpus.joinpath(f"seed-{index}").write_bytes(seed)
        options = [
            f"-max_total_time={seconds}", f"-max_len={MOST_BYTES}", f"-rss_limit_mb={MEGABYTES}",
            f"-timeout={SECONDS_FOR_ONE}", f"-artifact_prefix={place}/", "-print_final_stats=1", str(corpus),
        ]  # fmt: skip
        print(f"{name}: {seconds} s", flush=True)
        words = [sys.executable, __file__, "--one", name, *options]
        done = subprocess.run(words, check=False, capture_output=True, text=True, errors="replace")  # noqa: S603 - ours
        output = done.stderr.splitlines()
        print("\n".join(line for line in output if "number_of_executed" in line or "DONE" in line), flush=True)
        if done.returncode:
            print("\n".join(output[-40:]))
            failed.append(name)
    print(f"Found something: {', '.join(failed)}; see .fuzz/." if failed else "Nothing was found.")
    return bool(failed)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        fuzz(sys.argv[2], sys.argv[3:])
    else:
        sys.exit(run_all(sys.argv[1:] or names(), int(os.environ.get("FUZZ_SECONDS", "60"))))
