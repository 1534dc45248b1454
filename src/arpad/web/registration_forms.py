"""The form of a registration: a field for every fact, in groups, each read as the office reads it from a table too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from django.core.exceptions import ValidationError

from arpad.events.facts import FACTS
from arpad.office.registration_facts import GIVEN, NEEDED, PlayersOnRecord, missing_problems
from arpad.office.registration_text import form_of, text_of_value, values_of_texts
from arpad.web.deed_forms import DeedForm
from arpad.web.forms import choice_field, long_field, text_field
from arpad.web.wording import known, says

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from django.forms import BoundField, Field
    from django.http import HttpRequest

    from arpad.model.problems import ArpadError, Problem

GROUPS: dict[str, tuple[str, ...]] = {
    "event": ("name", "festival", "place", "zone", "kind", "system", "cycles"),
    "days": ("start", "end", "first_round", "time_control", "schedule", "time_controls", "stages"),
    "people": ("organiser", "chief_arbiter", "chief_licence", "arbiters_licensed", "arbiters", "expected"),
    "nature": (
        "league", "team_championship", "national_championship", "official", "continental", "women_only", "norms",
        "hybrid", "games_agreed", "for_list",
    ),
    "declared": (
        "ratings", "laws_of_chess", "games_after_decision_requested", "announced_rated", "announced_unrated",
        "changed_laws", "unrated_in_invitation", "unrated_by_arbiter",
    ),
}  # fmt: skip
"""The facts of the form, in the groups in which it shows them."""
SECTIONS_OF_CHOICES = {"kind": "kind", "system": "pairing", "ratings": "ratings_of"}
"""Of each fact that chooses, the section of the words."""
OF_LINES = ("days", "players", "arbiters", "by_round", "texts")
"""The forms of facts with several values, which stand each on a line."""
_MOST_SIGNS = 100_000
_WHERE = {"days_reversed": ("end",), "rounds_outside": ("schedule",)}
"""The fields to which a fault leads that names none."""


class FactGroup(NamedTuple):
    """Facts that belong together, with the fields in which they are written."""

    name: str
    words: str
    fields: Sequence[BoundField]


class FactsForm(DeedForm):
    """Everything that is known of an event before play."""

    words_of: ClassVar[str] = "fact"

    def __init__(
        self,
        request: HttpRequest,
        deed: str,
        *,
        values: Mapping[str, Any],
        federations: Sequence[tuple[str, str]] = (),
        locked: Iterable[str] = (),
        **more: Any,  # noqa: ANN401 - as Django's
    ) -> None:
        initial = {name: _typed(name, value) for name, value in values.items()} | more.pop("initial", {})
        super().__init__(request, deed, initial=initial, **more)
        if federations:
            self.fields["federation"] = choice_field(federations, as_list=True)
        for names in GROUPS.values():
            for name in names:
                if not isinstance(values.get(name), PlayersOnRecord):
                    self.fields[name] = field = _field_of(name)
                    # Most facts may be left out; the form says which few may not.
                    field.is_needed = name in NEEDED  # type: ignore[attr-defined] # the template reads it
        for name in locked:
            if name in self.fields:
                self.fields[name].disabled = True
        self._words()
        self._last("reason", "proof_code", "proof_password")
        self.values: dict[str, Any] = {}

    @property
    def groups(self) -> Iterator[FactGroup]:
        """The fields in their groups."""
        for name, names in GROUPS.items():
            yield FactGroup(name, says("fact_group", name), [self[field] for field in names if field in self.fields])

    @property
    def changes(self) -> dict[str, Any]:
        """The facts as they should be, None for those that are taken back."""
        shown = (name for names in GROUPS.values() for name in names if name in self.fields)
        return {name: self.values.get(name) for name in shown if not self.fields[name].disabled}

    def clean(self) -> dict[str, Any]:
        """Read every fact, and tell everything that is wrong with them at once."""
        given = dict(self.cleaned_data)
        texts = {name: _as_cell(name, given[name]) for names in GROUPS.values() for name in names if given.get(name)}
        self.values, problems = values_of_texts(texts, "")
        unread = {str(problem.facts.get("name")) for problem in problems} | set(self.errors)
        problems += missing_problems({**self.values, **dict.fromkeys(unread, "")}, "")
        self.take(problems)
        return given

    def take(self, refused: ArpadError | Iterable[Problem]) -> None:
        """Show what was refused at the facts that it names."""
        for problem in refused.problems if hasattr(refused, "problems") else refused:
            if problem.code == "registration_facts_missing":
                for name in problem.facts["names"]:
                    self._tell(name, self._word("missing", name) or says("missing", "any"))
                continue
            facts = problem.facts
            named = (*_WHERE.get(problem.code, ()), facts.get("name"), facts.get("key"), *facts.get("names", ()))
            fields = [name for name in named if isinstance(name, str) and name in self.fields]
            for name in fields or [""]:
                self._tell(name, problem.sentence())

    def _tell(self, name: str, words: str) -> None:
        self.add_error(name if name in self.fields else None, ValidationError(words))


def _typed(name: str, value: Any) -> str:  # noqa: ANN401 - a fact
    """Write a fact as its field has it: several values each on a line."""
    text = "" if isinstance(value, PlayersOnRecord) else text_of_value(value)
    return text.replace("; ", "\n") if form_of(name) in OF_LINES else text


def _as_cell(name: str, text: str) -> str:
    """Give what stands in a field as a cell of a table has it."""
    return "; ".join(text.split("\n")) if form_of(name) in OF_LINES else text


def _field_of(name: str) -> Field:
    """Give the field of a fact; what is needed is marked, and looked at with everything else."""
    form = form_of(name)
    if form == "flag":
        choices = [("", says("choice", "not_said")), *((code, says("choice", code)) for code in ("yes", "no"))]
        return choice_field(choices, as_list=True, required=False)
    if values := FACTS[name].choices if name in GIVEN else ():
        offered = [
            ("", says("choice", "not_said")),
            *((value, known(SECTIONS_OF_CHOICES[name], value)) for value in values),
        ]
        return choice_field(offered, as_list=True, required=False)
    if form_of(name) in OF_LINES:
        return long_field(required=False, max_length=_MOST_SIGNS)
    return text_field(required=False, max_length=400)
