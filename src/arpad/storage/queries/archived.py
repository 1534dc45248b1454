"""Files of the archive of the office that is open, by hash: whole, checked, or refused."""

from __future__ import annotations

import json
from typing import Any

from arpad.storage.archive import Archive
from arpad.storage.opening import open_now


def archived_bytes(digest: str) -> bytes:
    """Give the bytes of a file; refused where they are damaged or missing."""
    return Archive(open_now().archive_folder).read(digest)


def archived_json(digest: str) -> dict[str, Any]:
    """Give what a JSON file of the archive says."""
    data: dict[str, Any] = json.loads(archived_bytes(digest))
    return data
