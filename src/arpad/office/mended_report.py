"""The report with what was put right in it: the lines concerned are written anew, every other byte stays.

It can be downloaded, and it is what is checked and goes into the book; the bytes that came stay as they are.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any

from arpad.formats.trf.reader import read_trf
from arpad.formats.trf.writer import TRF16, player_line, unwritable_lines
from arpad.model.numbers import Hundredths, Rating
from arpad.model.period import Born
from arpad.model.problems import Problem, RefusedError
from arpad.model.tournament import DRAW, FORFEIT_LOSS, FORFEIT_WIN, LOSS, WIN
from arpad.office.report_changes import OF_EVENT, OF_PLAYER, OF_RESULT
from arpad.office.wording import WORDS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arpad.formats.trf.reader import TrfReport
    from arpad.model.tournament import Entry, Tournament
    from arpad.office.report_changes import ReportChange

_RECORDS = {"name": "012", "city": "022", "federation": "032", "start": "042", "end": "052"}
_WORTH = {WIN: 100, FORFEIT_WIN: 100, DRAW: 50, LOSS: 0, FORFEIT_LOSS: 0}
_DAYS = ("start", "end")


def values_before(tournament: Tournament, changes: Sequence[ReportChange]) -> dict[str, str | None]:
    """Give what stands there of everything that is to be put right; of what is not there, nothing."""
    entries = tournament.by_number()
    values: dict[str, str | None] = {}
    for change in changes:
        entry = entries.get(change.player)
        if change.about == OF_EVENT and change.field in _RECORDS:
            values[change.key] = _text(getattr(tournament, change.field))
        elif change.about == OF_PLAYER and entry is not None and hasattr(entry, change.field):
            values[change.key] = _text(getattr(entry, change.field))
        elif change.about == OF_RESULT and entry is not None:
            result = _result(entries, change)
            if result is not None:
                values[change.key] = result
    return values


def mended(data: bytes, changes: Sequence[ReportChange]) -> bytes:
    """Write a report with changes, each of which fits; refused where a line holds what could not be read."""
    report = read_trf(data)
    after = _changed(report.tournament, changes)
    lines = _player_lines(report, after) | _event_lines(report, changes)
    text = report.text
    if text.unread is not None:
        raise RefusedError.of(WORDS, "cannot_be_mended", "", line=0)
    written = [lines.pop(line.number, line.text) + line.end for line in text.lines]
    end = text.lines[0].end if text.lines and text.lines[0].end else "\n"
    # What the report did not say at all stands before everything else.
    whole = "".join(f"{line}{end}" for _, line in sorted(lines.items())) + "".join(written)
    try:
        return text.mark + whole.encode(text.encoding, "surrogateescape")
    except UnicodeEncodeError:
        return whole.encode("utf-8", "replace")


def _changed(tournament: Tournament, changes: Sequence[ReportChange]) -> Tournament:
    entries = tournament.by_number()
    of_event: dict[str, Any] = {}
    for change in changes:
        if change.about == OF_EVENT:
            of_event[change.field] = _value(change.field, change.after)
        elif change.about == OF_PLAYER:
            entries[change.player] = replace(
                entries[change.player], **{change.field: _value(change.field, change.after)}
            )
        else:
            _put_result(entries, change)
    numbered = tuple(entries.get(entry.number, entry) for entry in tournament.entries)
    return replace(tournament, entries=numbered, **of_event)


def _player_lines(report: TrfReport, after: Tournament) -> dict[int, str]:
    """Give the lines of the players who are otherwise, by their numbers."""
    before = {entry.line: entry for entry in report.tournament.entries}
    other = [entry for entry in after.entries if entry.line is not None and before[entry.line] != entry]
    broken = unwritable_lines(report) & {entry.line for entry in other}
    if broken:
        numbers = sorted(filter(None, broken))
        raise RefusedError([Problem.of(WORDS, "cannot_be_mended", "", line=line) for line in numbers])
    return {entry.line: player_line(after, entry, TRF16) for entry in other if entry.line is not None}


def _event_lines(report: TrfReport, changes: Sequence[ReportChange]) -> dict[int, str]:
    """Give the lines of the event that are otherwise; one that is not there yet has a number before the first line."""
    places = {line.text[:3]: line.number for line in reversed(report.text.lines)}
    lines = {}
    for place, change in enumerate(change for change in changes if change.about == OF_EVENT):
        record = _RECORDS[change.field]
        value = change.after.replace("-", "/") if change.field in _DAYS else change.after
        lines[places.get(record, place - len(changes))] = f"{record} {value}"
    return lines


def _result(entries: Mapping[int, Entry], change: ReportChange) -> str | None:
    first, second = entries.get(change.player), entries.get(change.opponent)
    place = change.round - 1
    if first is None or second is None or place >= min(len(first.rounds), len(second.rounds)) or place < 0:
        return None
    own, other = first.rounds[place], second.rounds[place]
    if (own.opponent, other.opponent) != (second.number, first.number):
        return None
    return f"{own.result}-{other.result}"


def _put_result(entries: dict[int, Entry], change: ReportChange) -> None:
    """Write a result for both, and what it does to their points."""
    # A sign for a forfeit is a hyphen itself.
    results = change.after[0], change.after[2]
    for number, result in zip((change.player, change.opponent), results, strict=True):
        entry = entries[number]
        place = change.round - 1
        was = entry.rounds[place]
        rounds = (*entry.rounds[:place], replace(was, result=result), *entry.rounds[place + 1 :])
        points = entry.points
        if points is not None and was.result in _WORTH:
            points = Hundredths(points - _WORTH[was.result] + _WORTH[result])
        entries[number] = replace(entry, rounds=rounds, points=points)


def _text(value: object) -> str | None:
    """Write a value as a change has it."""
    if isinstance(value, Born):
        parts = (f"{value.year:04}", *(f"{part:02}" for part in (value.month, value.day) if part))
        return "-".join(parts)
    if isinstance(value, date):
        return value.isoformat()
    return None if value is None else str(value)


def _value(field: str, text: str) -> Any:  # noqa: ANN401 - a value of a player or an event
    """Read a value of a change as the report has it."""
    if not text:
        return None
    match field:
        case "fide_id":
            return int(text)
        case "rating":
            return Rating(int(text))
        case "born":
            return Born.of(text)
        case "start" | "end":
            return date.fromisoformat(text)
        case _:
            return text
