"""The files of a book as the documented JSON: recorded as they are, backed up, restored."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arpad.book.backup import Backup


def accepted_data(name: str, files: Sequence[str]) -> dict[str, Any]:
    """Give the files that were not as written, and are recorded as they are now."""
    return {"book": name, "files": list(files)}


def backup_data(name: str, file: str, backup: Backup) -> dict[str, Any]:
    """Give what is in a backup: every file of the book with its size and its hash."""
    return {
        "book": name,
        "backup": file,
        "made_by": backup.version,
        "size": backup.size,
        "files": [
            {"file": path, "size": about["size"], "sha256": about["sha256"]} for path, about in backup.files.items()
        ],
    }
