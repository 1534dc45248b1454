"""Bytes brought to the disk: what is written survives a loss of power only after it was synced, and so do names."""

from __future__ import annotations

import errno
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_NOT_FOR_FOLDERS = frozenset((errno.EINVAL, errno.ENOTSUP, errno.EACCES, errno.EBADF))
"""What some file systems say to the wish to sync a folder; they look after names themselves."""


def sync(place: Path) -> None:
    """Bring a file, or a folder with everything in it, to the disk."""
    if not place.is_dir():
        _synced(place)
        return
    for path in place.iterdir():
        sync(path)
    sync_folders([place])


def sync_folders(folders: Iterable[Path]) -> None:
    """Bring the names in folders to the disk: what was made, renamed or removed in them; nothing of deeper folders."""
    if sys.platform != "win32":  # Windows cannot open a folder, and keeps names in a journal of its own.
        for folder in dict.fromkeys(folders):
            try:
                _synced(folder)
            except OSError as fault:
                if fault.errno not in _NOT_FOR_FOLDERS:
                    raise


def _synced(place: Path) -> None:
    # Windows syncs only what is open for writing.
    handle = os.open(place, os.O_RDWR if sys.platform == "win32" else os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
