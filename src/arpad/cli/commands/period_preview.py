"""`arpad period preview`: the open period, worth reading: events with their state, changes, newcomers, corrections."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arpad.cli.answer import table
from arpad.cli.options import month, page_name
from arpad.cli.whole_file import whole_file

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Mapping, Sequence

    from arpad.book.folder import Book
    from arpad.book.view import BookView
    from arpad.engine.period.close_list import Closed

_SHOWN = 5
"""So many changes and newcomers of each kind of chess are named in the text; the page and JSON have more."""
_EVENTS = 20


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes besides the book and the edition."""
    parser.add_argument("month", metavar="YYYY-MM", type=month, nargs="?", help="the list; the next one if not given")
    parser.add_argument("-o", "--output", metavar="FILE.html", type=page_name, help="write it as a page")


def previewed(
    book: Book, view: BookView, closed: Closed, data: dict[str, Any], given: argparse.Namespace
) -> tuple[dict[str, Any], str]:
    """Give the data of a preview and its text; or write the page."""
    from arpad.book.law import made_lists  # noqa: PLC0415 - the extra may be missing
    from arpad.publication.preview import preview  # noqa: PLC0415 - the same

    shown = preview(closed, view, made_lists(book))
    data = {**data, "preview": shown}
    if not given.output:
        return data, "\n".join(preview_text(data))
    from arpad.pages.preview import preview_page  # noqa: PLC0415 - only a page needs it

    with whole_file(given.output) as out:
        out.write(preview_page(shown).encode())
    return data | {"output": given.output}, f"{given.output} written: the open period, list of {data['list']}"


def preview_text(data: Mapping[str, Any]) -> Iterator[str]:
    """Write a preview for a person, line by line."""
    shown = data["preview"]
    head = ["kind", "edition", "events", "rated", "changed", "entered", "points"]
    yield f"List of {data['list']}: a preview, nothing was written"
    yield ""
    yield table(head, [(kind, *(counts[name] for name in head[1:])) for kind, counts in data["kinds"].items()])
    yield from shown_text(shown, list(data["kinds"]))


def shown_text(shown: Mapping[str, Any], kinds: Sequence[str]) -> Iterator[str]:
    """Write what a preview shows: events, changes, newcomers and corrections."""
    yield from _events(shown["event_states"])
    for kind in kinds:
        yield from changes_text(kind, shown["gains"][kind], shown["losses"][kind])
        if kind in shown["newcomers"]:
            yield from _newcomers(kind, shown["newcomers"][kind])
    yield from corrections_text(shown["corrections"])


def _events(events: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    from arpad.pages.preview import STATES  # noqa: PLC0415 - only here, and it needs much

    if not events:
        yield from ("", "No event waits to be rated.")
        return
    rows = [
        (event["event_id"], event["name"], event["kind"], event["end"], STATES[event["state"]].lower(), event["why"])
        for event in events
    ]
    yield ""
    yield table(["event", "name", "kind", "ended", "state", ""], rows[:_EVENTS])
    if len(rows) > _EVENTS:
        yield f"… and {len(rows) - _EVENTS} more events; -o and --json show all."


def changes_text(kind: str, gains: Sequence[Mapping[str, Any]], losses: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Write the biggest changes of a kind of chess."""
    rows = [
        (player["fide_id"], player["name"], player["federation"], player["before"], f"{player['change']:+d}",
         player["after"])
        for player in (*gains[:_SHOWN], *losses[:_SHOWN])
    ]  # fmt: skip
    if rows:
        yield from ("", f"Biggest changes, {kind}")
        yield table(["FIDE id", "name", "fed", "before", "change", "now"], rows)


def _newcomers(kind: str, newcomers: Mapping[str, Any]) -> Iterator[str]:
    rows = [
        (player["fide_id"], player["name"], player["federation"], player["games"], player["score"], player["rating"],
         "; ".join(player["reasons"]))
        for player in newcomers["first"][:_SHOWN]
    ]  # fmt: skip
    if rows:
        yield from ("", f"Newcomers, {kind}: {newcomers['count']} played, {newcomers['entered']} get a first rating")
        yield table(["FIDE id", "name", "fed", "games", "points", "rating", ""], rows)


def corrections_text(of_kinds: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """Write whose base is another than was published, and why."""
    for kind, corrected in of_kinds.items():
        yield from (
            "",
            f"Corrections, {kind}: the base of {corrected['count']} player(s) is another than was published",
        )
        yield from (f"{cause['sentence'][:1].upper()}{cause['sentence'][1:]}." for cause in corrected["events"])
        because = "; ".join(cause["sentence"] for cause in corrected["events"])
        rows = [
            (player["fide_id"], player["name"], player["before"], player["base"], player["change"], player["after"],
             "" if player["because"] == because else f"because {player['because']}")
            for player in corrected["players"]
        ]  # fmt: skip
        if rows:
            yield table(["FIDE id", "name", "published", "corrected", "change", "now", ""], rows)
