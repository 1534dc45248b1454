"""Draws the rooms of the house from the import contract in pyproject.toml, so that the picture is what lint enforces.

`docs/explanation/rooms.svg`: a row for each layer, a box for each room, with the first sentence of its package. Rooms
that need only the standard library have a thick edge. With `--check` nothing is written, and a stale picture is said.
"""

from __future__ import annotations

import ast
import sys
import tomllib
from html import escape
from pathlib import Path
from textwrap import wrap

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT.joinpath("docs", "explanation", "rooms.svg")
WIDTH, ROW, GAP, MARGIN = 860, 74, 14, 16
PIXELS_OF_A_LETTER = 7
STYLE = (
    "text{font-family:sans-serif;fill:#1a1a1a}.room{font-size:15px;font-weight:bold}.does{font-size:12px}"
    ".box{fill:#f4f1ea;stroke:#8a7f6a}.exact{stroke:#1a1a1a;stroke-width:2.5}"
    "@media(prefers-color-scheme:dark){text{fill:#eee}.box{fill:#2b2a27;stroke:#8a7f6a}.exact{stroke:#eee}}"
)


def contracts() -> tuple[list[list[str]], set[str]]:
    """Give the layers, from the top, each with its rooms; and the rooms that need only the standard library."""
    content = tomllib.loads(ROOT.joinpath("pyproject.toml").read_text(encoding="utf-8"))
    layers: list[list[str]] = []
    exact: set[str] = set()
    for contract in content["tool"]["importlinter"]["contracts"]:
        if contract["type"] == "layers":
            layers = [[room.strip() for room in layer.split("|")] for layer in contract["layers"]]
        elif "polars" in contract["forbidden_modules"]:
            exact |= set(contract["source_modules"])
    return layers, exact


def sentence_of(room: str) -> str:
    """Give the first sentence of a room's package."""
    place = ROOT.joinpath("src", *room.split("."), "__init__.py")
    text = ast.get_docstring(ast.parse(place.read_text(encoding="utf-8"))) or ""
    return text.partition("\n")[0].partition(" Needs the extra")[0].partition(" Only the standard library")[0]


def box(room: str, left: int, top: int, width: int, *, exact: bool) -> str:
    """Draw a room with its sentence."""
    lines = wrap(sentence_of(room), width // PIXELS_OF_A_LETTER)[:2]
    words = "".join(
        f'<text class="does" x="{left + 12}" y="{top + 44 + 16 * number}">{escape(line)}</text>'
        for number, line in enumerate(lines)
    )
    kind = "box exact" if exact else "box"
    return (
        f'<rect class="{kind}" x="{left}" y="{top}" width="{width}" height="{ROW}" rx="5"/>'
        f'<text class="room" x="{left + 12}" y="{top + 24}">{escape(room.partition(".")[2])}</text>{words}'
    )


def picture() -> str:
    """Draw the whole house."""
    layers, exact = contracts()
    boxes = []
    for number, rooms in enumerate(layers):
        top = MARGIN + number * (ROW + GAP)
        width = (WIDTH - 2 * MARGIN - GAP * (len(rooms) - 1)) // len(rooms)
        boxes += [
            box(room, MARGIN + place * (width + GAP), top, width, exact=room in exact)
            for place, room in enumerate(rooms)
        ]
    height = 2 * MARGIN + len(layers) * (ROW + GAP) - GAP
    title = "The rooms of arpad: each may import from those below it. A thick edge: only the standard library."
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'aria-label="{escape(title)}"><title>{escape(title)}</title><style>{STYLE}</style>{"".join(boxes)}</svg>\n'
    )


def main() -> int:
    """Write the picture, or say that it is stale."""
    drawn = picture()
    if "--check" not in sys.argv:
        PICTURE.write_text(drawn, encoding="utf-8")
    elif not PICTURE.is_file() or PICTURE.read_text(encoding="utf-8") != drawn:
        print(f"{PICTURE.relative_to(ROOT)} is stale; run `make docs`.")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
