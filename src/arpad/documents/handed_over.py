"""A publication that was handed over and proved, as a JSON document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from arpad.publication.handed_over import FolderProved


def handed_over_data(proved: FolderProved, fingerprint: str | None) -> dict[str, Any]:
    """Give what proving a publication came to; `fingerprint` is the one that the office printed, where it was given."""
    manifest, again = proved.manifest, proved.proved
    compared = None if again is None else again.by_reference
    return {
        "list": manifest.list_date.isoformat(),
        "revision": manifest.revision,
        "made_by": manifest.arpad,
        "list_hash": {"version": manifest.list_hash["version"], "sha256": manifest.list_hash["sha256"]},
        "fingerprint": proved.fingerprint or None,
        "is_that_fingerprint": None if fingerprint is None else proved.fingerprint == fingerprint,
        "is_whole": proved.is_whole,
        "damaged": list(proved.damaged),
        "made_again": None
        if again is None
        else {
            "is_same_list": again.is_same_list,
            "same": list(again.same),
            "different": list(again.different),
            "is_by_other_version": again.is_by_other_version,
        },
        "reference": None
        if compared is None
        else {
            "compared": compared.compared,
            "different": [
                {
                    "kind": line.kind,
                    "fide_id": line.fide_id,
                    "field": line.field,
                    "listed": None if line.listed is None else str(line.listed),
                    "reference": None if line.reference is None else str(line.reference),
                    "corrections": list(line.corrections),
                }
                for *_, line in compared.different
            ],
        },
    }
