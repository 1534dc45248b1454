"""What an edition leaves to the office: what was decided of it, and a form for each matter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import Http404
from django.shortcuts import render

from arpad.model.bounded import day_of
from arpad.model.period import KINDS
from arpad.model.problems import ArpadError
from arpad.office.decide_open_law import (
    ADJUSTMENT,
    COEFFICIENT,
    MATTERS,
    MONTHLY_LISTS,
    AdjustmentMatter,
    CoefficientMatter,
    DecideOpenLaw,
    MonthlyLists,
)
from arpad.office.roles import may
from arpad.office.wording import WORDS as OFFICE
from arpad.storage.deeds.decide_open_law import decide_open_law
from arpad.storage.queries.open_law import DEED, decided_law, known_adjustments
from arpad.storage.queries.players import player
from arpad.storage.queries.systems import rating_system
from arpad.web.access import page, person_of
from arpad.web.deed_forms import DeedForm
from arpad.web.forms import choice_field, day_field, text_field, whole_field
from arpad.web.outcomes import answered, origin
from arpad.web.wording import says

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import date

    from django.http import HttpRequest, HttpResponse

    from arpad.model.problems import Problem
    from arpad.office.person import Person

_ADDRESSES = {"k": COEFFICIENT, "monthly-lists": MONTHLY_LISTS, "adjustment": ADJUSTMENT}
"""The matters by what stands in the address, which is what the command calls them."""
_MOST = 10**18
_FIELDS = {"since": "first_list"}
"""The fields of problems that are called otherwise in a form."""


class _MatterForm(DeedForm):
    """Who decided it, when, and where that is written."""

    author = text_field()
    decided_on = day_field()
    document = text_field()

    def __init__(self, request: HttpRequest, deed: str = DEED, **more: Any) -> None:  # noqa: ANN401 - as Django's
        super().__init__(request, deed, **more)
        self._last("author", "decided_on", "document", "reason", "proof_code", "proof_password")

    def take(self, refused: ArpadError | Iterable[Problem]) -> None:
        """Show what was refused at the field that it is about."""
        problems: Iterable[Problem] = refused.problems if isinstance(refused, ArpadError) else refused
        for problem in problems:
            where = _FIELDS.get(problem.where, problem.where)
            self.add_error(where if where in self.fields else None, problem.sentence())


class CoefficientForm(_MatterForm):
    """K of a kind of chess from a list on, of one player or of everybody."""

    kind = choice_field([(kind, says("kind", kind)) for kind in KINDS], as_list=True, initial="rapid")
    first_list = forms.DateField(
        input_formats=["%Y-%m", "%Y-%m-%d"], widget=forms.DateInput(attrs={"placeholder": "2005-10"}, format="%Y-%m")
    )
    coefficient = whole_field(min_value=0, max_value=1000)
    player = whole_field(min_value=-_MOST, max_value=_MOST, required=False)

    def matter(self) -> CoefficientMatter:
        """Give what is decided."""
        given = self.cleaned_data
        return CoefficientMatter(
            given["kind"], given["first_list"].replace(day=1), given["coefficient"], given["player"]
        )


class MonthlyForm(_MatterForm):
    """The days on which the optional monthly lists began."""

    monthly_days = text_field()

    def clean_monthly_days(self) -> tuple[date, ...]:
        """Read days, with commas."""
        try:
            return tuple(day_of(word) for word in str(self.cleaned_data["monthly_days"]).replace(",", " ").split())
        except ValueError as fault:
            raise ValidationError(says("wrong", "invalid")) from fault

    def matter(self) -> MonthlyLists:
        """Give what is decided."""
        return MonthlyLists(self.cleaned_data["monthly_days"])


class AdjustmentForm(_MatterForm):
    """A one-off adjustment of a list, of those that are known."""

    adjustment = choice_field(
        [(name, f"{name}: {each.list:%Y-%m}, {each.words}") for name, each in known_adjustments().items()], as_list=True
    )
    kind = choice_field([(kind, says("kind", kind)) for kind in KINDS], as_list=True)

    def matter(self) -> AdjustmentMatter:
        """Give what is decided; the list is that of the adjustment."""
        name = self.cleaned_data["adjustment"]
        return AdjustmentMatter(known_adjustments()[name].list, self.cleaned_data["kind"], name)


_FORMS: Mapping[str, type[CoefficientForm | MonthlyForm | AdjustmentForm]] = {
    COEFFICIENT: CoefficientForm,
    MONTHLY_LISTS: MonthlyForm,
    ADJUSTMENT: AdjustmentForm,
}


@page("settings.read")
def open_law_page(request: HttpRequest, person: Person) -> HttpResponse:
    """Show what editions leave to the office, and what of it was decided."""
    system = rating_system()
    matters = [(address, _words(matter), says("open_law", matter)) for address, matter in _ADDRESSES.items()]
    context = {
        "system": system,
        "decided": None if system is None else decided_law(person, system),
        "matters": matters,
        "may_decide": may(person, DEED),
    }
    return render(request, "office/open_law.html", context)


def _words(matter: str) -> str:
    words = OFFICE.say("open_matter", matter, {})
    return words[:1].upper() + words[1:]


@page(DEED, DEED)
def decide_law_page(request: HttpRequest, person: Person, matter: str) -> HttpResponse:
    """Decide a matter that the edition leaves open."""
    system, code = rating_system(), _ADDRESSES.get(matter, "")
    if system is None or code not in MATTERS:
        raise Http404
    form = _FORMS[code](request)

    def deed() -> Any:  # noqa: ANN401 - what came of it
        given = form.cleaned_data
        asked = DecideOpenLaw(form.matter(), given["author"], given["decided_on"], given["document"], form.why)
        return decide_open_law(person_of(request), system, asked, origin(request))

    if request.method == "POST" and form.is_valid():
        number = form.cleaned_data.get("player")
        if number is not None and player(person, system, number) is None:
            form.add_error("player", says("wrong", "no_such_player"))
    outcome = None if form.errors else form.done(deed)
    if outcome is not None:
        return answered(request, outcome, "open_law")
    context = {"form": form, "words": _words(code), "sentence": says("open_law", code)}
    return render(request, "office/decide_law.html", context, status=422 if form.errors else 200)
