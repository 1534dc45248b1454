"""Rated events as the documented JSON: every player with every game, and the performances."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arpad.documents.parts import points
from arpad.events.notes import note_words
from arpad.model.numbers import HALF_UP, decimal, rounded_quotient
from arpad.regulations.rules.performance import PERCENTAGE
from arpad.regulations.terms.ints import citations, ints
from arpad.regulations.workings.explained_lines import TEXT, ExplainedLine, reason_facts

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from arpad.events.number_doubts import Proposal
    from arpad.events.rate import RatedEvents
    from arpad.events.statement import StatedGame, StatementRow
    from arpad.regulations.edition import Edition


def rated_events_data(
    rated: RatedEvents,
    rows: Sequence[StatementRow],
    others: Mapping[str, Sequence[StatementRow]],
    findings: Iterable[str],
    accepted: Iterable[tuple[str, Proposal]] = (),
) -> dict[str, Any]:
    """Give everything: the events, the list, and each player with every game; `others` are by name of an edition.

    `accepted` are the numbers taken instead of those of the reports, each with its file.
    """
    return {
        "kind": rated.kind,
        "list": rated.list_date.isoformat(),
        "list_edition": rated.law.id,
        "estimate": any(row.estimate for row in rows),
        "missing_lists": [day.isoformat() for day in rated.missing_lists],
        "events": [
            {
                "file": report.file,
                "name": report.tournament.name,
                "start": str(report.tournament.start),
                "end": str(report.tournament.end),
                "system": report.system,
                "edition": law.id,
                "dropped_games": len(report.dropped),
            }
            for report, law in zip(rated.reports, rated.laws, strict=True)
        ],
        "players": [
            _player(row, rated, {name: of_edition[index].change for name, of_edition in others.items()})
            for index, row in enumerate(rows)
        ],
        "accepted_numbers": [_accepted(file, proposal) for file, proposal in accepted],
        "findings": list(findings),
        "output": None,
    }


def columns(row: StatementRow) -> dict[str, Any]:
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
        "number_doubt": row.number_doubt,
        "proposed_id": row.proposed_id,
    }


def _player(row: StatementRow, rated: RatedEvents, others: dict[str, int | None]) -> dict[str, Any]:
    doubtful = [{"event": event, "number": number} for event, number in row.doubtful_opponents]
    games = [_game(game, rated) for game in row.games]
    return {**columns(row), "doubtful_opponents": doubtful, "as": others, "games": games}


def _accepted(file: str, proposal: Proposal) -> dict[str, Any]:
    listed = proposal.proposed
    return {
        "file": file,
        "number": proposal.number,
        "name": proposal.name,
        "before": proposal.before,
        "after": listed.fide_id,
        "listed_name": listed.name,
    }


def _game(game: StatedGame, rated: RatedEvents) -> dict[str, Any]:
    return {
        "event": game.event,
        "round": game.round,
        "opponent": game.opponent,
        "opponent_name": game.opponent_name,
        "colour": game.colour,
        "rating": game.rating,
        "score": points(game.score),
        "difference": game.difference,
        "counted_difference": game.counted,
        "expected": points(game.expected),
        "change": points(game.change),
        "counts": not game.note,
        "doubtful": game.doubtful,
        "note": note_words(game.note, **reason_facts(rated.laws[game.event])) if game.note else None,
    }


def performances_data(rated: RatedEvents, rows: Iterable[StatementRow]) -> dict[str, Any]:
    """Give the performance of every player, by the edition of the first event."""
    law = rated.laws[0]
    return {"edition": law.id, "kind": rated.kind, "players": [_performance(row, law) for row in rows]}


def _performance(row: StatementRow, law: Edition) -> dict[str, Any]:
    counted = [game for game in row.games if game.rating is not None and game.score is not None and not game.note]
    total = sum(game.rating or 0 for game in counted)
    percentage = ints(PERCENTAGE, law).run({"games": row.n, "score": row.w}, {})
    return {
        "number": row.number,
        "name": row.name,
        "fide_id": row.fide_id,
        "rating": row.ro,
        "n": row.n,
        "w": decimal(row.w),
        "average": rounded_quotient(total, row.n, HALF_UP) if row.n else None,
        "p": decimal(percentage.whole["percentage"]) if row.n else None,
        "performance": row.rp,
    }


def performances_lines(rated: RatedEvents) -> list[ExplainedLine]:
    """Cite what gives the performances."""
    law = rated.laws[0]
    cited = citations(law, ["percentage_table", "percentage_rounding"])
    return [ExplainedLine("performance", law.id, TEXT, cited)]
