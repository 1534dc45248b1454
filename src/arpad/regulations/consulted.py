"""An edition as a check reads it: every provision that is asked for is noted, and the finding cites what was noted.

Rules note what they read by themselves, since they are terms; a check is plain Python, and reads the edition through
this, or asks a rule. Each question that a check asks has its own notes, so that a finding cites what decided it and
nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from arpad.regulations.rules.conditions import NOT_SAID
from arpad.regulations.terms.ints import citations, ints

if TYPE_CHECKING:
    from arpad.regulations.edition import Citation, Edition
    from arpad.regulations.terms.calculation import Calculation
    from arpad.regulations.terms.ints import Working


class Consulted:
    """What one question asks an edition, in the order in which it is asked."""

    __slots__ = ("_noted", "law")

    def __init__(self, law: Edition, noted: tuple[str, ...] = ()) -> None:
        self.law = law
        self._noted = dict.fromkeys(noted)

    def has(self, key: str) -> bool:
        """Tell whether the edition has a provision of this name; the question is noted."""
        self._noted[key] = None
        return self.law.has(key)

    def get(self, key: str) -> Any:  # noqa: ANN401 - a number, a choice, a list
        """Give what a provision says, or None where the edition has none; noted in both cases."""
        self._noted[key] = None
        return self.law.get(key)

    def value(self, key: str) -> Any:  # noqa: ANN401 - a number, a choice, a list
        """Give what a provision says; refuse where the edition has none."""
        self._noted[key] = None
        return self.law.value(key)

    def answers(self, calculation: Calculation, **facts: Any) -> dict[str, Any]:  # noqa: ANN401 - numbers, truths, days
        """Ask a rule about facts, and give all its answers; what the rule consulted is noted."""
        asked = answer(self.law, calculation, **facts)
        self._noted |= dict.fromkeys(asked.by(*asked.steps).noted)
        return asked.working.whole

    def citing(self, *keys: str) -> Consulted:
        """Go on with provisions noted that nothing was read from: those that a question is about, and leaves open."""
        return Consulted(self.law, (*self._noted, *keys))

    def with_(self, other: Consulted) -> Consulted:
        """Go on with what was consulted for another question as well."""
        return self.citing(*other.noted)

    @property
    def noted(self) -> tuple[str, ...]:
        """The provisions that were asked for, each once."""
        return tuple(self._noted)

    def citations(self) -> tuple[Citation, ...]:
        """Cite what was consulted, each article once; a provision that the edition does not have has none."""
        return citations(self.law, self.noted)


@dataclass(frozen=True, slots=True)
class RuleAnswer:
    """What the rules of a calculation answered: their quantities, and what each of them consulted."""

    law: Edition
    working: Working

    def __getitem__(self, quantity: str) -> Any:  # noqa: ANN401 - a number, a code, a truth
        """Give a quantity."""
        return self.working.whole[quantity]

    @property
    def steps(self) -> list[str]:
        """The steps that have a line, in their order."""
        return [line.step.name for line in self.working.lines]

    def by(self, *quantities: str) -> Consulted:
        """Go on with what was consulted for some quantities, in this order."""
        cited = {line.step.name: line.citations for line in self.working.lines}
        keys = [key for name in quantities for citation in cited.get(name, ()) for key in citation.provisions]
        return Consulted(self.law, tuple(keys))


def answer(law: Edition, calculation: Calculation, **facts: int) -> RuleAnswer:
    """Ask the rules of a calculation about facts.

    >>> from arpad.regulations.catalogue import edition
    >>> from arpad.regulations.rules.list_dates import LATE_REPORT
    >>> late = answer(edition("fide-2024-03"), LATE_REPORT, is_official=False)
    >>> late["lists_for_report"], late.by("lists_for_report").noted
    (3, ('late_report_lists',))
    """
    return RuleAnswer(law, ints(calculation, law).explain(facts, {}))


def answer_code(given: bool | None) -> int:
    """Give what was answered to a question, or not answered, as rules take it.

    >>> [answer_code(given) for given in (False, True, None)]
    [0, 1, 2]
    """
    return NOT_SAID if given is None else int(given)
