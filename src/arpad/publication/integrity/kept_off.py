"""Who is on no published list of a day, and why, by places: asked of the publication's own rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from arpad.book.view import Instead
from arpad.model.period import STANDARD
from arpad.model.problems import EditionError
from arpad.publication.listing import no_longer_shown, standing, unlisted
from arpad.regulations.rules.listing import LISTED
from arpad.regulations.workings.listing import REASONS

if TYPE_CHECKING:
    from datetime import date

    from arpad.book.view import BookView
    from arpad.engine.arrays import Column
    from arpad.engine.ids import Places
    from arpad.engine.period.close_list import Closed

CODES = {reason: code for code, reason in REASONS.items()}
"""By the name of a reason, what stands in a column for it; `LISTED` stands for none."""


class KeptOff:
    """Says who is on no published list of a day; asked once for each list."""

    def __init__(self, closed: Closed, view: BookView, places: Places, players: pl.DataFrame) -> None:
        """Ask of some `players` of the book only: rows of its table, of everybody with a rating at least."""
        self._view, self._places = Instead(view, {"players": players}), places
        # Which players may be listed is decided by the edition of standard chess, where there is a list of it.
        first = STANDARD if STANDARD in closed.kinds else next(iter(closed.kinds))
        self._days = view.rulebook.calendar(first, closed.list_date)
        self._known: dict[date, tuple[pl.DataFrame, pl.Series]] = {}

    def on(self, day: date, frame: pl.DataFrame | None, kind: str) -> Column:
        """Give everybody's reason; nobody has one where there is no list, or nothing is known of its rules."""
        reasons = np.full(len(self._places), LISTED, dtype=np.int8)
        if frame is None or not self._is_ruled(day):
            return reasons
        law = self._days.edition(day)
        if day not in self._known:
            gone = no_longer_shown(frame, law, self._days, self._view, day)
            self._known[day] = standing(self._view, law, day), gone
        off = unlisted(self._view, law, kind, day, *self._known[day])
        places, codes = self._places.of(off["fide_id"]), off["reason"].replace_strict(CODES, return_dtype=pl.Int8)
        known = places >= 0
        reasons[places[known]] = codes.to_numpy()[known]
        return reasons

    def _is_ruled(self, day: date) -> bool:
        try:
            self._days.edition(day)
        except EditionError:
            return False
        return True
