"""A publication that the office hands over is proved by anybody, without the office."""

from __future__ import annotations

import sys
from subprocess import run
from typing import TYPE_CHECKING

from office_books import LISTS, imported_book
from office_people import people, worked
from running import answer, arpad

from arpad.documents.schema import faults
from arpad.office.close_list import CloseList
from arpad.office.publish_list import PublishList
from arpad.pages.published import pages_of_list
from arpad.publication.handed_over import FILES, MADE_FROM, MANIFEST, PUBLICATION, proved_folder
from arpad.storage.deeds.close_list import close_list
from arpad.storage.deeds.publish_list import publish_list
from arpad.storage.models import ListVersion
from arpad.storage.publication import hand_over

if TYPE_CHECKING:
    from pathlib import Path

    from arpad.storage.opening import OfficeFolder

PROGRAM = """
import sys
from pathlib import Path
from arpad.pages.published import pages_of_list
from arpad.publication.handed_over import proved_folder
print(proved_folder(Path(sys.argv[1]), pages_of_list).is_whole, "django" in sys.modules)
"""


def test_a_publication_is_proved_without_the_office(office: OfficeFolder, tmp_path: Path) -> None:
    """What is damaged, missing or another is named."""
    del office
    system = imported_book(tmp_path / "book", closed=True)
    administrator = people("administrator")["administrator"]
    worked(close_list(administrator, system, LISTS[2], CloseList()), administrator)
    version = ListVersion.objects.get(stage="closed")
    asked = PublishList(version.list_hash, reason="nobody else is here")
    worked(publish_list(administrator, system, LISTS[2], asked), administrator)
    version.refresh_from_db()
    folder = tmp_path / "handed over"
    hand_over(version, folder)
    program = run([sys.executable, "-c", PROGRAM, str(folder)], capture_output=True, text=True, check=False)
    assert program.stdout.split() == ["True", "False"], program.stderr
    whole = proved_folder(folder, pages_of_list)
    assert whole.fingerprint == version.fingerprint
    assert whole.manifest.goes_on_from is not None
    for place in (folder / FILES / "list.txt", next((folder / MADE_FROM).iterdir())):
        kept = place.read_bytes()
        place.write_bytes(kept[:-1] + bytes([kept[-1] ^ 1]))
        proved = proved_folder(folder, pages_of_list)
        assert proved.damaged == (place.relative_to(folder).as_posix(),)
        assert not proved.is_whole
        place.write_bytes(kept)
    manifest = (folder / MANIFEST).read_bytes()
    (folder / MANIFEST).write_bytes(manifest.replace(b'"revision": 1', b'"revision": 2', 1))
    assert proved_folder(folder, pages_of_list).damaged == (PUBLICATION,)
    (folder / MANIFEST).write_bytes(manifest)
    _by_command(folder, version.fingerprint)


def _by_command(folder: Path, fingerprint: str) -> None:
    """`arpad verify` says the same, by exit code, text and JSON."""
    code, out, _ = arpad("verify", str(folder), "--reference", "--fingerprint", fingerprint)
    assert code == 0, out
    assert "Made again: the same list." in out
    assert ", 0 differ." in out
    document = answer("verify", str(folder), "--reference")
    assert faults(document, "verify.output") == []
    assert document["reference"]["compared"] > 0
    code, out, _ = arpad("verify", str(folder), "--fingerprint", "0" * 64)
    assert (code, "not the fingerprint you gave" in out) == (1, True)
    code, _, wrong = arpad("verify", str(folder), "--fingerprint", "short")
    assert (code, "64 signs" in wrong) == (2, True)
    (folder / FILES / "list.txt").unlink()
    code, out, _ = arpad("verify", str(folder))
    assert (code, "files/list.txt" in out) == (4, True)
    (folder / MANIFEST).write_bytes(b"{}")
    code, _, wrong = arpad("verify", str(folder))
    assert (code, "cannot be read" in wrong) == (2, True)
    (folder / MANIFEST).unlink()
    code, _, wrong = arpad("verify", str(folder))
    assert (code, "no publication that was handed over" in wrong) == (2, True)
