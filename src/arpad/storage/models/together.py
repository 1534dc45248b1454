"""What models of an office say alike: two columns that are there together, or not at all."""

from __future__ import annotations

from django.db.models import CheckConstraint, Q


def together(name: str, first: str, second: str) -> CheckConstraint:
    """Give the constraint that two columns are both there or both not: nobody decided without a moment."""
    both = Q(**{f"{first}__isnull": False, f"{second}__isnull": False})
    neither = Q(**{f"{first}__isnull": True, f"{second}__isnull": True})
    return CheckConstraint(condition=both | neither, name=name)


def only_if(name: str, condition: Q, needs: Q) -> CheckConstraint:
    """Give the constraint that where something holds, something else does: what is refused has a reason."""
    return CheckConstraint(condition=~condition | needs, name=name)
