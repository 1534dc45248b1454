"""Lists of a book as the documented JSON: closed or previewed, verified, explained, compared, replayed."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple

from arpad.documents.parts import file_problem_data, points, problem_data

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from arpad.engine.compare.compare import Comparison, Differing
    from arpad.engine.compare.line_comparison import Values
    from arpad.engine.compare.verification import Verified
    from arpad.engine.counts import KindCounts
    from arpad.engine.reference.explain import LineExplained
    from arpad.engine.replay.replay import Replayed
    from arpad.model.problems import FileProblem, Problem
    from arpad.publication.made_again import MadeAgain


def closed_list_data(
    list_date: date, counts: Mapping[str, KindCounts], published: Path | None, notes: Iterable[Problem]
) -> dict[str, Any]:
    """Give what closing a list came to; `published` is where it was written, None for a preview."""
    return {
        "list": list_date.isoformat(),
        "written": published is not None,
        "published": None if published is None else published.as_posix(),
        "kinds": {kind: _kind_data(of_kind) for kind, of_kind in counts.items()},
        "notes": [problem_data(note) for note in notes],
    }


def _kind_data(counts: KindCounts) -> dict[str, Any]:
    return {
        "edition": counts.edition,
        "events": counts.events,
        "rated": counts.rated,
        "changed": counts.changed,
        "entered": counts.entered,
        "points": counts.points,
        "biggest": [
            {"fide_id": player.fide_id, "change": player.change, "new_rating": player.new_rating}
            for player in counts.biggest
        ],
    }


def verified_list_data(verified: Verified, again: MadeAgain | None, damage: Sequence[FileProblem]) -> dict[str, Any]:
    """Give which files are not as written, every field that differs from the reference, and what making it again gave.

    `again` is None where nothing was published to be made again.
    """
    return {
        "list": verified.list_date.isoformat(),
        "made_by": verified.made_by,
        "compared": verified.compared,
        "different": [
            {
                "kind": difference.kind,
                "fide_id": difference.fide_id,
                "field": difference.field,
                "listed": _field_value(difference.listed),
                "reference": _field_value(difference.reference),
                "corrections": list(difference.corrections),
            }
            for difference in verified.different
        ],
        "damaged": [{"file": fault.facts["file"], **file_problem_data(fault)} for fault in damage],
        "made_again": None if again is None else _again_data(again),
    }


def _again_data(again: MadeAgain) -> dict[str, Any]:
    return {
        "same_list": again.is_same_list,
        "same": list(again.same),
        "different": list(again.different),
        "changed_since": list(again.changed_since),
        "other_version": again.is_by_other_version,
        "mendable": list(again.mendable),
        "mended": again.is_mended,
    }


def explained_line_data(line: LineExplained, working: dict[str, Any]) -> dict[str, Any]:
    """Give a player's line by the reference beside that of the list; `working` is the document of the period."""
    fields = line.expected._fields
    return {
        "fide_id": line.player,
        "name": line.name,
        "kind": line.kind,
        "list": line.list_date.isoformat(),
        "expected": _line_data(fields, line.expected),
        "listed": None if line.listed is None else _line_data(fields, line.listed),
        "agrees": line.agrees,
        "corrections": list(line.corrections),
        "corrected": corrected_base_data(line),
        "formerly": [
            {"number": number.old, "deed": number.deed, "until": number.day, "why": number.why or None}
            for number in line.formerly
        ],
        "sentences": list(line.sentences),
        "working": working,
    }


def corrected_base_data(line: LineExplained) -> dict[str, Any] | None:
    """Give the way from the rating published before to a corrected base, with the reasons; None without one."""
    corrected = line.corrected
    if corrected is None:
        return None
    return {
        "published": corrected.published,
        "published_on": None if corrected.published_on is None else corrected.published_on.isoformat(),
        "base": corrected.base,
        "because": [cause.data for cause in corrected.causes],
        "change": line.explanation.result.change,
        "now": line.expected.rating,
        "sentence": line.correction,
    }


def _line_data(fields: Sequence[str], values: Values) -> dict[str, Any]:
    return {field: _field_value(value) for field, value in zip(fields, values, strict=True)}


def _field_value(value: int | str | date | None) -> int | str | None:
    return value.isoformat() if isinstance(value, date) else value


def compared_list_data(list_date: date, official: str, previous: str | None, comparison: Comparison) -> dict[str, Any]:
    """Give every difference from a published list; the lists by the names of their files."""
    return {
        "list": list_date.isoformat(),
        "official": official,
        "previous": previous,
        "compared": dict(comparison.compared),
        "counts": comparison.counts,
        "differences": [difference_data(differing) for differing in comparison.differences],
    }


def difference_data(differing: Differing) -> dict[str, Any]:
    """Give a difference from a published list."""
    return {
        "kind": differing.kind or None,
        "fide_id": differing.fide_id,
        "name": differing.name,
        "class": differing.explained_by,
        "fields": list(differing.fields),
        "ours": list(differing.ours),
        "official": list(differing.official),
        "sentence": differing.sentence,
    }


class ReplayedSpan(NamedTuple):
    """What was replayed: the lists of which months, by which rules, and where they are."""

    book: str
    folder: Path
    edition: str | None
    by: str
    """The edition or editions, in words."""
    one_offs: str
    first: date
    last: date
    keep: str = "all"
    """Which lists stand in files of their own."""


class ReplayedScale(NamedTuple):
    """What a replay did to the scale, by kind of chess, and the one-off adjustments that are in these figures."""

    kinds: Sequence[Mapping[str, Any]] = ()
    one_offs: Sequence[tuple[date, str, str]] = ()
    """List, kind of chess and adjustment."""
    space_needed: int = 0
    """Bytes that were asked for on the disk before anything was written."""


def replay_data(span: ReplayedSpan, lists: Sequence[Replayed], scale: ReplayedScale | None = None) -> dict[str, Any]:
    """Give the lists of a replay, those that were there before too, and what it did to the scale."""
    kinds, one_offs, space_needed = scale or ReplayedScale()
    applied = [{"list": list_date.isoformat(), "kind": kind, "id": name} for list_date, kind, name in one_offs]
    return {
        "book": span.book,
        "folder": str(span.folder),
        "edition": span.edition,
        "by": span.by,
        "one_offs": span.one_offs,
        "from": span.first.isoformat(),
        "to": span.last.isoformat(),
        "keep": span.keep,
        "kept_as_changes": sum(replayed.place is None for replayed in lists),
        "space_needed": space_needed,
        "made": sum(replayed.is_new for replayed in lists),
        "there_before": sum(not replayed.is_new for replayed in lists),
        "lists": [
            {
                "list": replayed.list_date.isoformat(),
                "file": None if replayed.place is None else str(replayed.place),
                "is_new": replayed.is_new,
                **replayed.facts,
            }
            for replayed in lists
        ],
        "scale": [
            {
                "kind": of_kind["kind"],
                "before": _with_mean(of_kind["before"]),
                "after": _with_mean(of_kind["after"]),
                "steady": _with_mean(of_kind["steady"]),
            }
            for of_kind in kinds
        ],
        **({"one_offs_applied": applied} if applied else {}),
    }


def _with_mean(figures: Mapping[str, Any]) -> dict[str, Any]:
    return {**figures, "mean": points(figures["mean"])}
