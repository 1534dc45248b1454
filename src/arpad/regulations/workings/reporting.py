"""How the report of an event comes to FIDE."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.regulations.rules.event_basis import SENT_BY_FEDERATION
from arpad.regulations.terms.ints import ints

if TYPE_CHECKING:
    from arpad.regulations.edition import Edition


def is_sent_by_federation(law: Edition, *, official: bool) -> bool:
    """Tell whether the federation sends the report of an event, and not others, as that of an official one.

    >>> from arpad.regulations.catalogue import edition
    >>> [is_sent_by_federation(edition("fide-2024-03"), official=official) for official in (False, True)]
    [True, False]
    """
    return bool(ints(SENT_BY_FEDERATION, law).run({"is_official": official}, {}).whole["is_sent_by_federation"])
