"""Draws the stages of an event from the table that the office reads, and writes the page of them.

`docs/reference/stages.svg`: a column for each part of an event's life, a box for each stage, an arrow for each way from
one stage to another; a broken arrow is a way of a federation under FIDE only. `docs/reference/stages.md` has every row
in words. With `--check` nothing is written, and what is stale is said.
"""

from __future__ import annotations

import sys
from html import escape
from pathlib import Path
from textwrap import wrap

from arpad.office.roles import deed_sentence
from arpad.office.stages import (
    ACCEPTED,
    ANNOUNCED,
    ANNULLED,
    AWAITED,
    CANCELLED,
    CUT_SHORT,
    DAY,
    DISMISSED,
    DUE,
    EMPTY,
    NEVER_REGISTERED,
    NEW,
    ON_FIDE_LIST,
    OWNERS,
    POSTPONED,
    RATED,
    RECEIVED,
    REFUSED,
    REFUSED_BY_FIDE,
    REGISTERED,
    REGISTRATION_REFUSED,
    RETURNED,
    RETURNED_BY_FIDE,
    RUNNING,
    SENT,
    STAGES,
    TABLE,
    TAKEN,
    UNDER_APPEAL,
    UNDER_FIDE,
    WAITING,
    Way,
)
from arpad.office.wording import WORDS

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT.joinpath("docs", "reference", "stages.svg")
PAGE = ROOT.joinpath("docs", "reference", "stages.md")
COLUMNS = (
    (NEW, REGISTERED, WAITING, REGISTRATION_REFUSED),
    (NEVER_REGISTERED, ANNOUNCED, POSTPONED, CANCELLED),
    (RUNNING, CUT_SHORT, AWAITED, EMPTY),
    (RECEIVED, RETURNED, REFUSED, UNDER_APPEAL, DISMISSED),
    (ACCEPTED, DUE, RATED, ANNULLED),
    (SENT, TAKEN, RETURNED_BY_FIDE, REFUSED_BY_FIDE, ON_FIDE_LIST),
)
"""The stages in columns, as an event goes through them."""
WIDTH, HEIGHT, BETWEEN, ROW, MARGIN = 150, 62, 74, 104, 18
LETTERS = 21
STYLE = (
    "text{font:12px sans-serif;fill:#1a1a1a}.box{fill:#f4f1ea;stroke:#8a7f6a}.end{stroke-width:2.5;stroke:#1a1a1a}"
    "path{fill:none;stroke:#5a6b7a;stroke-width:1.3}.fide{stroke-dasharray:5 4}marker path{fill:#5a6b7a;stroke:none}"
    "@media(prefers-color-scheme:dark){text{fill:#eee}.box{fill:#2b2a27}.end{stroke:#eee}path{stroke:#9db0c0}"
    "marker path{fill:#9db0c0}}"
)
NOTE = "<!-- Written by tools/draw_stages.py; run `make docs` after a change. -->\n\n"
TABLE_HEAD = """
| what is done | by whom | what comes of it | next stage | in which office |
|---|---|---|---|---|
"""
HEAD = """# The stages of an event

{note}What can be done with an event at each stage, by whom, and where it leads. The office reads the same table: pages,
commands and refusals follow it. Which approvals, terms and appeals hold comes from the edition in force on the event's
first day. *An authority* makes lists of its own; *a federation under FIDE* accepts events and sends them on.

![The stages of an event, with an arrow for each way from one to another](stages.svg)

A box with a thick edge ends an event's life: nobody has to do anything more. A broken arrow is a way of a federation
under FIDE only. What a day brings, and nobody does, stands in the table as *a day*.
"""


def place_of(stage: str) -> tuple[int, int]:
    """Give where the box of a stage stands."""
    column = next(number for number, stages in enumerate(COLUMNS) if stage in stages)
    row = COLUMNS[column].index(stage)
    return MARGIN + column * (WIDTH + BETWEEN), MARGIN + row * ROW


def box(stage: str) -> str:
    """Draw a stage with its words."""
    left, top = place_of(stage)
    lines = wrap(WORDS.say("event_stage", stage, {}), LETTERS)[:4]
    first = top + HEIGHT / 2 - 7 * (len(lines) - 1) + 4
    words = "".join(
        f'<text text-anchor="middle" x="{left + WIDTH / 2:g}" y="{first + 14 * number:g}">{escape(line)}</text>'
        for number, line in enumerate(lines)
    )
    kind = "box" if stage in OWNERS else "box end"
    return f'<rect class="{kind}" x="{left}" y="{top}" width="{WIDTH}" height="{HEIGHT}" rx="5"/>{words}'


def arrow(first: str, second: str, *, is_of_fide: bool) -> str:
    """Draw the way from a stage to another: from side to side, or along the column."""
    (left, top), (other_left, other_top) = place_of(first), place_of(second)
    kind = ' class="fide"' if is_of_fide else ""
    if left == other_left:
        down = other_top > top
        side = left + (WIDTH * 2 / 3 if down else WIDTH / 3)
        start, end = (top + HEIGHT, other_top) if down else (top, other_top + HEIGHT)
        far = abs(other_top - top) > ROW
        bend = (WIDTH if down else -WIDTH) * 0.62 if far else 0
        middle = f"C{side + bend:g} {start:g} {side + bend:g} {end:g}"
        return f'<path{kind} d="M{side:g} {start:g} {middle} {side:g} {end:g}" marker-end="url(#tip)"/>'
    forward = other_left > left
    shift = 9 if forward else -9
    start_x, end_x = (left + WIDTH, other_left) if forward else (left, other_left + WIDTH)
    start_y, end_y = top + HEIGHT / 2 - shift, other_top + HEIGHT / 2 - shift
    bend = BETWEEN * 0.6 * (1 if forward else -1)
    curve = f"C{start_x + bend:g} {start_y:g} {end_x - bend:g} {end_y:g} {end_x:g} {end_y:g}"
    return f'<path{kind} d="M{start_x:g} {start_y:g} {curve}" marker-end="url(#tip)"/>'


def picture() -> str:
    """Draw all stages and all ways between them."""
    ways: dict[tuple[str, str], bool] = {}
    for way in TABLE:
        if way.stage != way.next:
            pair = (way.stage, way.next)
            ways[pair] = ways.get(pair, True) and way.office == UNDER_FIDE
    arrows = "".join(arrow(*pair, is_of_fide=of_fide) for pair, of_fide in sorted(ways.items()))
    boxes = "".join(box(stage) for stage in STAGES)
    width = 2 * MARGIN + len(COLUMNS) * (WIDTH + BETWEEN)
    height = 2 * MARGIN + max(map(len, COLUMNS)) * ROW - (ROW - HEIGHT)
    title = (
        "The stages of an event: an arrow for each way from one to another; broken ones are a federation's under FIDE."
    )
    tip = (
        '<marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0 0 L8 4 L0 8 z"/></marker>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title><style>{STYLE}</style><defs>{tip}</defs>{arrows}{boxes}</svg>\n"
    )


def page() -> str:
    """Write every row of the table in words, by stage."""
    text = HEAD.format(note=NOTE)
    names = WORDS.sections()["role_name"]
    for stage in STAGES:
        ways = [way for way in TABLE if way.stage == stage]
        turn = ", ".join(names[role] for role in OWNERS.get(stage, ()))
        words = WORDS.say("event_stage", stage, {})
        text += f"\n## `{stage}`\n\n{words[:1].upper()}{words[1:]}. "
        text += f"It is the turn of {turn}.\n" if turn else "Nobody has to do anything more.\n"
        if ways:
            text += TABLE_HEAD
        for way in ways:
            text += _row(way, names)
    return text


def _row(way: Way, names: dict[str, str]) -> str:
    if way.deed == DAY:
        deed, roles = "*a day*", ""
    else:
        deed = f"{deed_sentence(way.deed)} (`{way.deed}`)"
        roles = ", ".join(names[role].split(" ", 1)[1] for role in way.allowed if role in names)
    outcome = WORDS.say("event_outcome", way.outcome, {}) if way.outcome else ""
    office = WORDS.say("office_kind", way.office, {}) if way.office else ""
    return f"| {deed} | {roles} | {outcome} | `{way.next}` | {office} |\n"


def main() -> int:
    """Write picture and page, or say which is stale."""
    written = {PICTURE: picture(), PAGE: page()}
    stale = [place for place, text in written.items() if not place.is_file() or place.read_text("utf-8") != text]
    if "--check" in sys.argv:
        for place in stale:
            print(f"{place.relative_to(ROOT)} is stale; run `make docs`.")
        return 1 if stale else 0
    for place in stale:
        place.write_text(written[place], encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
