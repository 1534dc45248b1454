"""The files of a book as the documented JSON: backed up, and restored."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from arpad.book.backup import Backup


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
