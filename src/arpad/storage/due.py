"""Work that is due by itself: what every worker of an office asks for now and then."""

from __future__ import annotations

from arpad.storage.digests import write_digests
from arpad.storage.nightly import ask_nightly
from arpad.storage.outbox import ask_outbox
from arpad.storage.search.index import ask_missing
from arpad.storage.site.public_files import ask_public_files

DUE = (ask_nightly, ask_missing, ask_public_files, write_digests, ask_outbox)
"""Each asks for a job where one is due, and for nothing where it was asked for already."""
