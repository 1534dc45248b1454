"""What the open period would publish: the summary of the list, newcomers with reasons, and every event's state."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from arpad.engine.period.some_players import SomePlayers
from arpad.model.numbers import decimal
from arpad.publication.corrections import causes_of_list, corrections
from arpad.publication.movements import movements
from arpad.publication.open_events import open_events
from arpad.publication.publication import deciding_for, shown_of
from arpad.publication.summary import SHOWN, summary
from arpad.publication.summary_rows import summary_rows
from arpad.regulations.workings.in_words import reasons_in_words

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from datetime import date

    import polars as pl

    from arpad.book.view import BookView
    from arpad.engine.corrected_bases import BaseCauses
    from arpad.engine.period.close_list import Closed
    from arpad.engine.period.open_period import OpenPeriod
    from arpad.publication.publication import Deciding
    from arpad.publication.summary_rows import SummaryRows
    from arpad.regulations.edition import Edition


def preview(closed: Closed, view: BookView, closed_here: Collection[date]) -> dict[str, Any]:
    """Give what there is to say of a list before it is closed, as data; `closed_here` are the lists made in the book.

    It is the summary of the list without the federations, with `newcomers` (by kind of chess first ratings, and those
    who have none yet and why) and `event_states` (every event that no earlier list rated).
    """
    causes = causes_of_list(view, closed.list_date, closed.kinds)
    rows, deciding = _rows(closed, view, causes)
    rated = {kind: closed_kind.events.height for kind, closed_kind in closed.kinds.items()}
    states = open_events(closed.list_date, closed.events, view, closed_here)
    return _data(rows, closed.list_date, deciding, causes, rated) | {"event_states": states}


@dataclass(frozen=True)
class OpenPreview:
    """The preview of an open period, kept up from event to event: equal to that of the whole, by property tests."""

    period: OpenPeriod
    closed_here: frozenset[date]
    """The days of the lists that were made in the book."""
    rows: SummaryRows
    deciding: Deciding
    causes: Mapping[str, BaseCauses]

    @classmethod
    def of(cls, period: OpenPeriod, closed_here: Collection[date]) -> OpenPreview:
        """Gather everything that the preview of a period shows."""
        closed = period.closed
        causes = causes_of_list(period.view, period.list_date, closed.kinds)
        return cls(period, frozenset(closed_here), *_rows(closed, period.view, causes), causes)

    def with_events(self, events: pl.DataFrame, games: pl.DataFrame) -> OpenPreview:
        """Give the preview with events more: rows of the tables of events and games."""
        return self._after(self.period.with_events(events, games))

    def without_events(self, numbers: Collection[int]) -> OpenPreview:
        """Give the preview without some events."""
        return self._after(self.period.without_events(numbers))

    def in_book(self, view: BookView, events: Collection[int], players: Collection[int] = ()) -> OpenPreview:
        """Give the preview of a book in which these events came, went or changed, and what is known of these players.

        What has to be named, and what not, is said of `OpenPeriod.in_book`.
        """
        return self._after(self.period.in_book(view, events, players))

    def _after(self, period: OpenPeriod) -> OpenPreview:
        """Put the rows of the players who were worked out again in the place of the earlier ones."""
        part, players = period.renewed.part, period.renewed.players
        if part is None:
            return OpenPreview.of(period, self.closed_here)
        rows, _ = _rows(part, SomePlayers(period.view, part.frame["fide_id"].to_numpy()), self.causes)
        return replace(self, period=period, rows=self.rows.with_part(players.astype(np.int64), rows))

    @cached_property
    def data(self) -> dict[str, Any]:
        """What there is to say of the list, as `preview` says it."""
        period = self.period
        rated = {kind: len(of_kind.rated.numbers) for kind, of_kind in period.kinds.items()}
        states = open_events(period.list_date, period.events, period.view, self.closed_here)
        numbers = _data(self.rows, period.list_date, self.deciding, self.causes, rated)
        return numbers | {"event_states": states}


def _rows(closed: Closed, view: BookView, causes: Mapping[str, BaseCauses]) -> tuple[SummaryRows, Deciding]:
    """Gather what the players of a list add to its preview."""
    deciding = deciding_for(closed, view)
    shown = shown_of(closed, view, deciding)
    moves = movements(closed, view, deciding.last, deciding.kept_off, deciding.fallen)
    return summary_rows(closed, view.table("players"), shown, moves, deciding, causes), deciding


def _data(
    rows: SummaryRows,
    list_date: date,
    deciding: Deciding,
    causes: Mapping[str, BaseCauses],
    rated: Mapping[str, int],
) -> dict[str, Any]:
    """Put together what is said of the players; `rated` counts the events by kind of chess."""
    newcomers = {kind: _newcomers(rows.newcomers[kind].whole(), law) for kind, law in deciding.laws.items()}
    return {
        **summary(rows, list_date, deciding, rated),
        "corrections": corrections({kind: kept.whole() for kind, kept in rows.corrected.items()}, causes),
        "newcomers": newcomers,
    }


def _newcomers(rows: pl.DataFrame, law: Edition) -> dict[str, Any]:
    """Count the unrated players with a result, and name the first of them: who enters comes first, then by games."""
    keys = ("first_published", "first_games", "name", "fide_id")
    order = rows.sort(keys, descending=[True, True, False, False], nulls_last=True)
    return {
        "count": rows.height,
        "entered": rows["first_published"].count(),
        "first": [_newcomer(row, law) for row in order.head(SHOWN).iter_rows(named=True)],
    }


def _newcomer(row: dict[str, Any], law: Edition) -> dict[str, Any]:
    facts = {"games": row["first_games"], "needed": row["needed"], "rating": row["first_rating"]}
    return {
        **{name: row[name] for name in ("fide_id", "name", "federation")},
        "games": row["first_games"],
        "score": decimal(row["first_score"]),
        "rating": row["first_published"],
        "reasons": reasons_in_words(law, (row["first_reasons"] or "").split(), **facts),
    }
