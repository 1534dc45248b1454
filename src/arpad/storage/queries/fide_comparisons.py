"""Lists of FIDE that were compared with what the office expected, and what differed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import Count, Q

from arpad.office.roles import federations_seen
from arpad.storage.models import FideComparison, FideDifference
from arpad.storage.queries.players import player_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arpad.office.person import Person
    from arpad.storage.models import RatingSystem

_READ = "registration.read"
_MOST = 60
"""So many comparisons are shown: five years of months."""


@dataclass(frozen=True, slots=True)
class ComparisonLine:
    """A comparison, with how many differences the person sees in it, and how many of them were asked about."""

    row: FideComparison
    differences: int
    asked: int


@dataclass(frozen=True, slots=True)
class DifferenceLine:
    """A difference: of whom, and what the office expected beside what stands on the list."""

    row: FideDifference
    name: str

    @property
    def values(self) -> list[tuple[str, Any, Any]]:
        """By column of the list: what was expected, and what stands there."""
        facts = self.row.facts
        return list(zip(facts["fields"], facts["expected"], facts["listed"], strict=True))


def comparisons(person: Person, system: RatingSystem) -> list[ComparisonLine]:
    """Give the comparisons of an office, the newest first."""
    seen = _seen(person, "differences__event__federation__in")
    rows = FideComparison.objects.filter(rating_system=system).annotate(
        count=Count("differences", filter=seen),
        asked=Count("differences", filter=seen & Q(differences__question__isnull=False)),
    )
    return [ComparisonLine(row, row.count, row.asked) for row in rows.order_by("-number")[:_MOST]]


def comparison(number: int) -> FideComparison | None:
    """Give a comparison by its number."""
    return FideComparison.objects.select_related("rating_system").filter(number=number).first()


def differences_of(person: Person, row: FideComparison) -> list[DifferenceLine]:
    """Give what differs, as far as it is about events that the person sees."""
    rows = list(_of_person(person).filter(comparison=row).order_by("kind", "number"))
    return _named(row.rating_system, rows)


def difference(person: Person, number: int) -> DifferenceLine | None:
    """Give a difference; None where there is none that the person sees."""
    rows = list(_of_person(person).select_related("comparison__rating_system").filter(number=number))
    return next(iter(_named(rows[0].comparison.rating_system, rows)), None) if rows else None


def _named(system: RatingSystem, rows: Sequence[FideDifference]) -> list[DifferenceLine]:
    names = player_names(system, [row.player for row in rows if row.player is not None])
    return [DifferenceLine(row, names.get(row.player or 0, "")) for row in rows]


def _of_person(person: Person) -> Any:  # noqa: ANN401 - rows
    return FideDifference.objects.select_related("event").filter(_seen(person, "event__federation__in"))


def _seen(person: Person, condition: str) -> Q:
    federations = federations_seen(person, _READ)
    return Q() if federations is None else Q(**{condition: sorted(federations)})
