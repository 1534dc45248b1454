"""The pages that are published with a list, by the names of their files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arpad.pages.integrity import integrity_page
from arpad.pages.summary import summary_page

if TYPE_CHECKING:
    from collections.abc import Mapping

SUMMARY, INTEGRITY = "summary.html", "integrity.html"


def pages_of_list(summary: Mapping[str, Any], watch: Mapping[str, Any]) -> dict[str, str]:
    """Make the pages of a list out of its summary and of the watch over the scale."""
    return {SUMMARY: summary_page(summary), INTEGRITY: integrity_page(watch)}
