"""`arpad verify`: a publication that an office handed over, proved by whoever was handed it.

Every file is held against the manifest, and the list is made again from what it was made from. No office is asked.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from arpad.cli.answer import Answer, table
from arpad.cli.damage import DAMAGED
from arpad.cli.options import UsageError
from arpad.cli.progress import Progress
from arpad.cli.wording import WORDS
from arpad.documents.handed_over import handed_over_data
from arpad.documents.schema import InputError
from arpad.library.extras import need_engine

if TYPE_CHECKING:
    import argparse

    from arpad.engine.compare.line_comparison import ComparedShare
    from arpad.publication.handed_over import FolderProved, Proved

SHOWN = 10
_HASH = re.compile(r"[0-9a-fA-F]{64}")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("folder", metavar="FOLDER", help="the folder of a publication, as an office hands it over")
    parser.add_argument(
        "--fingerprint", type=_fingerprint, metavar="HASH", help="the fingerprint that the office printed for it"
    )
    parser.add_argument(
        "--reference", action="store_true", help="work every line out once more by the reference; takes longer"
    )


def answer(given: argparse.Namespace) -> Answer:
    """Prove a publication, and say what came of it."""
    need_engine("book")
    from arpad.book.bounded_tables import BROKEN  # noqa: PLC0415 - the extra may be missing
    from arpad.pages.published import pages_of_list  # noqa: PLC0415 - the same
    from arpad.publication.handed_over import MANIFEST, proved_folder  # noqa: PLC0415 - the same

    folder = Path(given.folder)
    if not folder.joinpath(MANIFEST).is_file():
        raise InputError.of(WORDS, "no_publication", given.folder, manifest=MANIFEST)
    try:
        with Progress("reading") as progress:
            proved = proved_folder(folder, pages_of_list, progress.stage, by_reference=given.reference)
    except (ValueError, KeyError, TypeError, AttributeError, *BROKEN) as fault:
        raise InputError.of(WORDS, "no_publication", given.folder, says="odd_publication", manifest=MANIFEST) from fault
    return _answer(proved, given.fingerprint)


def _fingerprint(text: str) -> str:
    if not _HASH.fullmatch(text):
        raise UsageError.of(WORDS, "wrong_fingerprint", "--fingerprint", value=text[:80])
    return text.lower()


def _answer(proved: FolderProved, fingerprint: str | None) -> Answer:
    manifest = proved.manifest
    is_other = fingerprint is not None and proved.fingerprint != fingerprint
    lines = [f"The list of {manifest.list_date}, revision {manifest.revision}, made by arpad {manifest.arpad}."]
    lines += [f"Fingerprint: {proved.fingerprint}" if proved.fingerprint else "It is not published yet."]
    if is_other:
        lines.append(
            "That is not the fingerprint you gave: this is another publication than the one it was printed for."
        )
    if proved.damaged:
        lines.append("Missing, or not what the manifest names: " + ", ".join(proved.damaged) + ".")
        lines.append("The list was not made again. Ask whoever handed it over for these files once more.")
    elif proved.proved is None:
        lines.append(
            "Every file is the one that the manifest names. The list was taken over from elsewhere, so there is"
        )
        lines.append("nothing from which it could be made again.")
    else:
        lines += _made_again(proved.proved)
    code = DAMAGED if proved.damaged else int(is_other or not proved.is_whole)
    return Answer(handed_over_data(proved, fingerprint), "\n".join(lines), code=code)


def _made_again(proved: Proved) -> list[str]:
    """Say what making the list again came to, and the reference, where it was asked."""
    what = "the same list" if proved.is_same_list else "another list"
    lines = [f"Every file is the one that the manifest names. Made again: {what}."]
    if proved.different:
        lines.append(f"Files that came out otherwise: {', '.join(proved.different)}.")
    else:
        lines.append(f"All of its {len(proved.same)} published files came out the same.")
    if proved.is_by_other_version and (proved.different or not proved.is_same_list):
        lines.append("Another version of arpad had made it; its page of corrections says what changed since.")
    return lines if proved.by_reference is None else [*lines, *_by_reference(proved.by_reference)]


def _by_reference(compared: ComparedShare) -> list[str]:
    players = {line.fide_id for *_, line in compared.different}
    lines = [f"{compared.compared} lines compared with the reference, {len(players)} differ."]
    rows = [
        (line.kind, line.fide_id, line.field, line.listed, line.reference, ", ".join(line.corrections))
        for *_, line in compared.different[:SHOWN]
    ]
    return [*lines, table(["kind", "FIDE id", "field", "listed", "reference", "correction"], rows)] if rows else lines
