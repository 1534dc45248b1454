"""What every deed about an event takes at the command line: why, conflicts passed over, and papers that go with it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from arpad.model.bounded import MOST_IN_RECORD, read_whole

if TYPE_CHECKING:
    import argparse

    from arpad.office.event_letters import LetterReceiver
    from arpad.storage.events.carrying_out import Paper


def add_act(part: argparse.ArgumentParser) -> None:
    """Add what every deed about an event takes."""
    part.add_argument("--why", default="", metavar="TEXT", help="why; kept in the log")
    part.add_argument(
        "--despite-conflict", action="store_true", help="all the same, though you have to do with the event"
    )
    part.add_argument(
        "--paper", dest="papers", action="append", default=[], metavar="FILE", help="a document that goes with it"
    )


def add_letter(part: argparse.ArgumentParser) -> None:
    """Add to whom the letter goes that tells of the decision."""
    part.add_argument("--letter-to", default="", metavar="NAME", help="to whom the letter goes that tells of it")
    part.add_argument("--letter-address", default="", metavar="E-MAIL", help="where to; without one it is for printing")


def letter_of(given: argparse.Namespace) -> LetterReceiver | None:
    """Give to whom the letter goes; None of a deed of which no letter tells."""
    from arpad.office.event_letters import LetterReceiver  # noqa: PLC0415 - an extra, and slow to load

    return LetterReceiver(given.letter_to, given.letter_address) if hasattr(given, "letter_to") else None


def act_of(given: argparse.Namespace) -> dict[str, Any]:
    """Give the reason, and whether a conflict is passed over."""
    return {"reason": given.why, "despite_conflict": given.despite_conflict}


def papers_of(given: argparse.Namespace) -> list[Paper]:
    """Give the papers that go with a deed, in the archive."""
    from arpad.storage.archived_files import archive  # noqa: PLC0415 - needs an office that is open
    from arpad.storage.events.carrying_out import Paper  # noqa: PLC0415 - the same

    read = [(Path(name).name, read_whole(Path(name), MOST_IN_RECORD)) for name in given.papers]
    return [Paper(archive().put(data), name) for name, data in read]
