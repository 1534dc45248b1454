"""Something that must not be: kept at once with its bytes and its fault, so that it can be tried again."""

from __future__ import annotations

import base64
import json
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import inputs
from spoken import loaded_as_in_tests

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".fuzz" / "findings"


class Finding(NamedTuple):
    """An input, what it was given to, and what happened."""

    seed: int
    key: str
    """The number of the input; of one for the real command `command:` and its number."""
    what: str

    def kept(self, folder: Path) -> Path:
        """Write it down: target, fault, and the bytes of the input."""
        target = inputs.target_of(self.key)
        try:
            raw = inputs.input_of(self.seed, self.key).raw
        except Exception:  # noqa: BLE001 - then the fault is in making the input, and stands there
            raw = b""
        content = {**self._asdict(), "target": target, "bytes": base64.b64encode(raw).decode()}
        folder.mkdir(parents=True, exist_ok=True)
        place = folder / f"{self.seed}-{self.key.replace(':', '-')}.json"
        place.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
        print(f"{target}, input {self.key}: {self.what}\nKept: {place}", flush=True)
        return place


def replayed(place: Path) -> None:
    """Give a kept input to its target again; what is raised is shown. What is written stays in a folder, to look at."""
    content = json.loads(place.read_text(encoding="utf-8"))
    loaded_as_in_tests()
    chance = inputs.acting(content["seed"], content["key"])
    given = inputs.Input(content["target"], base64.b64decode(content["bytes"]), chance)
    folder = Path(tempfile.mkdtemp(prefix="arpad-fuzz-"))
    folder.joinpath("input").write_bytes(given.raw)
    print(f"{given.target}: {len(given.raw)} bytes, in {folder}; then: {content['what']}", file=sys.stderr)
    print(f"Now: {inputs.tried(given, folder)}")
