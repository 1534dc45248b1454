"""The rated events as the documented JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arpad.cli.answer import points
from arpad.events.notes import note_words
from arpad.model.numbers import decimal
from arpad.regulations.working import reason_facts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arpad.events.rate import RatedEvents
    from arpad.events.rate_rows import GameRow, Row


def rate_data(
    rated: RatedEvents, found: Sequence[Row], others: dict[str, list[Row]], findings: Sequence[Any]
) -> dict[str, Any]:
    """Give everything: the events, the list, and each player with his games."""
    return {
        "kind": rated.kind,
        "list": rated.list_date.isoformat(),
        "list_edition": rated.law.id,
        "estimate": any(row.estimate for row in found),
        "missing_lists": [one.isoformat() for one in rated.missing_lists],
        "events": [
            {
                "file": one.file,
                "name": one.tournament.name,
                "start": str(one.tournament.start),
                "end": str(one.tournament.end),
                "system": one.system,
                "edition": law.id,
                "dropped_games": len(one.dropped),
            }
            for one, law in zip(rated.reports, rated.laws, strict=True)
        ],
        "players": [
            _player(row, rated, {name: each[index].change for name, each in others.items()})
            for index, row in enumerate(found)
        ],
        "findings": [str(one) for one in findings],
        "output": None,
    }


def columns(row: Row) -> dict[str, Any]:
    """Give the columns of a line, by name."""
    return {
        "number": row.number,
        "name": row.name,
        "title": row.title,
        "federation": row.federation,
        "fide_id": row.fide_id,
        "ro": row.ro,
        "rc": row.rc,
        "n": row.n,
        "w": decimal(row.w),
        "we": points(row.we),
        "chg": points(row.difference),
        "k": row.k,
        "k_from": row.k_from,
        "k_chg": points(row.k_change),
        "change": row.change,
        "new": row.new,
        "rp": row.rp,
        "ru": row.ru,
        "missing": row.missing,
        "status": row.status,
        "estimate": row.estimate,
    }


def newcomer_words(row: Row) -> str | None:
    """Say of a newcomer without a rating how he performed, what it comes to, and what is missing."""
    if row.ro is not None:
        return None
    said = [f"Rp {row.rp}" if row.rp is not None else "", f"Ru {row.ru}" if row.ru else "", row.missing or ""]
    return "; ".join(part for part in said if part) or None


def _player(row: Row, rated: RatedEvents, others: dict[str, int | None]) -> dict[str, Any]:
    return {**columns(row), "as": others, "games": [_game(one, rated) for one in row.games]}


def _game(one: GameRow, rated: RatedEvents) -> dict[str, Any]:
    return {
        "event": one.event,
        "round": one.round,
        "opponent": one.opponent,
        "opponent_name": one.opponent_name,
        "colour": one.colour,
        "rating": one.rating,
        "score": points(one.score),
        "difference": one.difference,
        "counted_difference": one.counted,
        "expected": points(one.expected),
        "change": points(one.change),
        "counts": not one.note,
        "note": note_words(one.note, **reason_facts(rated.laws[one.event])) if one.note else None,
    }
