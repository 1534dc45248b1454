"""One player of the rated events, for a person: a sentence, every round, what it comes to; or all of it as a letter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arpad.cli.answer import Answer, table
from arpad.cli.asked_player import several_called
from arpad.cli.options import UsageError, is_page
from arpad.cli.whole_file import whole_file
from arpad.cli.wording import WORDS
from arpad.documents.schema import InputError
from arpad.events.notes import note_words
from arpad.events.statement import k_way, names_of_events
from arpad.formats.lists.names import is_found, words_of
from arpad.model.numbers import decimal
from arpad.regulations.workings.explained_lines import reason_facts
from arpad.regulations.workings.explanation import explain
from arpad.regulations.workings.k_reasons import KReason
from arpad.regulations.workings.plain_words import plain_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arpad.events.rate import RatedEntry, RatedEvents
    from arpad.events.statement import StatementRow

_ESTIMATE = "An estimate: the ratings are those of the report, not of FIDE's list."


def player_answer(
    rated: RatedEvents, rows: Sequence[StatementRow], wanted: str, data: dict[str, Any], output: str | None
) -> Answer:
    """Explain one player: a sentence, every game and the working of the period; or write it as a letter."""
    if output and not is_page(output):
        raise UsageError.of(WORDS, "no_page", "-o", name=output)
    place = _place_of(rows, wanted)
    entry, row = rated.entries[place], rows[place]
    explanation = explain(entry.period)
    names = names_of_events(rated, entry)
    reasons = _k_reasons(rated, entry, row)
    only = data | {"players": [data["players"][place]]}
    if output is None:
        sentences = plain_words(explanation.result, names, row.name, reasons, k_way(rated))
        if row.doubt is not None and row.ro is None:
            # Of a newcomer that may be none there is nothing to explain.
            return Answer(only, player_text(rated, entry, row))
        text = "\n".join([*sentences, "", player_text(rated, entry, row)])
        return Answer(only, text, explanation.lines, events=[name.event for name in names])
    from arpad.pages.letter import Letter, letter_page  # noqa: PLC0415 - only a page needs it

    unplayed = [
        f"Round {game.round}: {note_words(game.note)}" for game in row.games if game.score is None and game.note
    ]
    remarks = [*unplayed, *([_ESTIMATE] if entry.estimate else [])]
    doubt = [] if row.doubt is None else [row.doubt.sentence()]
    words = [*doubt, *plain_words(explanation.result, names, k_reasons=reasons, k_way=k_way(rated))]
    letter = Letter(row.name, row.fide_id, row.federation, explanation, names, words, remarks)
    with whole_file(output) as out:
        out.write(letter_page(letter).encode())
    return Answer(only | {"output": output}, f"{output} written: a letter to {row.name}")


def _place_of(rows: Sequence[StatementRow], wanted: str) -> int:
    """Give the place of the player with a starting number or FIDE number, or of the only one with such a name."""
    place = next((index for index, row in enumerate(rows) if wanted in {str(row.fide_id), str(row.number)}), None)
    if place is not None:
        return place
    words = words_of(wanted)
    called = [index for index, row in enumerate(rows) if is_found(words, row.name)]
    if not called:
        raise InputError.of(WORDS, "unknown_player", "--explain", number=wanted)
    if len(called) > 1:
        players = [f"{rows[index].number} {rows[index].name}" for index in called]
        raise several_called(wanted, players, "--explain")
    return called[0]


def _k_reasons(rated: RatedEvents, entry: RatedEntry, row: StatementRow) -> list[KReason | None]:
    """Say of a K that was not worked out here where it was taken from."""
    if entry.result is None or row.k_source is None:
        return []
    is_listed = row.k_source.name == "list_before"
    return [
        KReason(event.k, "shown_before", {"list": rated.list_date})
        if is_listed and event.k is not None and event.k_from is None
        else None
        for event in entry.result.events
    ]


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
            None if game.change is None or row.k is None else decimal(row.k * game.change),
            note_words(game.note, **reason_facts(rated.laws[game.event])) if game.note else "",
        )
        for game in row.games
    ]
    lines.append(table(["round", "", "opponent", "R", "score", "D", "counts as", "expected", "chg", "K*chg", ""], rows))
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
        lines.append(_ESTIMATE)
    return "\n".join(lines)


def _opponent(rating: int | None, *, cut: bool) -> str:
    return "unrated" if rating is None else f"{rating}{'*' if cut else ''}"
