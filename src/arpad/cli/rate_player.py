"""One player of the rated events, for a person: every round, and what it comes to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.cli.answer import table
from arpad.events.notes import note_words
from arpad.model.numbers import decimal
from arpad.regulations.workings.explained_lines import reason_facts

if TYPE_CHECKING:
    from arpad.events.rate import RatedEntry, RatedEvents
    from arpad.events.statement import StatementRow


def player_text(rated: RatedEvents, rated_entry: RatedEntry, row: StatementRow) -> str:
    """Write a player's rounds and sums."""
    title = f"{row.title} " if row.title else ""
    lines = [f"{row.number} {title}{row.name}, {row.federation or '?'}, FIDE number {row.fide_id or 'none'}", ""]
    rows = [
        (
            game.round,
            game.colour,
            f"{game.opponent} {game.opponent_name}" if game.opponent else "",
            _opponent(game.rating, cut=game.cut) if game.score is not None else "",
            None if game.score is None else decimal(game.score),
            game.difference,
            game.counted,
            None if game.expected is None else decimal(game.expected),
            None if game.change is None else decimal(game.change),
            note_words(game.note, **reason_facts(rated.laws[game.event])) if game.note else "",
        )
        for game in row.games
    ]
    lines.append(table(["round", "", "opponent", "R", "score", "D", "counts as", "expected", "chg", ""], rows))
    lines.append("")
    if row.doubt is not None:
        lines += [f"{row.doubt.sentence()}", ""]
    if row.doubtful_opponents:
        opponents = ", ".join(str(number) for _, number in row.doubtful_opponents)
        lines += [
            f"The FIDE number of opponent {opponents} is in doubt; with the right one the change may differ.",
            "",
        ]
    if row.ro is None:
        lines.append(f"Unrated: {decimal(row.w)} of {row.n} against rated opponents, Ru {row.ru or 'not yet'}")
        lines.append(f"First rating {row.new}" if row.new is not None else f"Not published: {row.missing}")
        return "\n".join(lines)
    k = "not known" if row.k is None else f"{row.k} (from {row.k_from})"
    lines.append(
        f"Ro {row.ro}, Rc {row.rc}, n {row.n}, w {decimal(row.w)}, We {decimal(row.we or 0)}, "
        f"chg {decimal(row.difference or 0)}, K {k}"
    )
    if row.change is not None:
        lines.append(f"K*chg {decimal(row.k_change or 0)}, change {row.change:+d}: {row.ro} → {row.new or row.status}")
    if rated_entry.estimate:
        lines.append("An estimate: the ratings are those of the report, not of FIDE's list.")
    return "\n".join(lines)


def _opponent(rating: int | None, *, cut: bool) -> str:
    return "unrated" if rating is None else f"{rating}{'*' if cut else ''}"
