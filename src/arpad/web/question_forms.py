"""The fields of a question, for whoever asks it: outside without a log-in, or in the office."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeVar

from django import forms

from arpad.model.period import KINDS as CHESS
from arpad.office.questions import FROM_OUTSIDE
from arpad.office.wording import WORDS as OFFICE
from arpad.web.forms import OfficeForm, choice_field, long_field, text_field, whole_field
from arpad.web.wording import says

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from arpad.office.ask_question import AskQuestion

    Made = TypeVar("Made")

MOST_FILE = 5 << 20
"""So many bytes a file has that is attached to a question."""
_MOST = 10**18


def without_hint(form: OfficeForm, name: str) -> None:
    """Take away the hint of a field that says nothing where it stands."""
    form.fields[name].help_text = ""
    form.fields[name].widget.attrs.pop("aria-describedby", None)


class QuestionFields(OfficeForm):
    """What is asked, about whom, and by whom."""

    KINDS: ClassVar[Sequence[str]] = FROM_OUTSIDE
    matter = choice_field((), as_list=False)
    player = whole_field(min_value=-_MOST, max_value=_MOST)
    kind = choice_field([("", ""), *((kind, says("kind", kind)) for kind in CHESS)], as_list=True, required=False)
    list_month = forms.DateField(
        input_formats=["%Y-%m", "%Y-%m-%d"],
        widget=forms.DateInput(attrs={"placeholder": "2026-11"}, format="%Y-%m"),
        required=False,
    )
    event = whole_field(min_value=1, max_value=_MOST, required=False)
    round = whole_field(min_value=1, max_value=99, required=False)
    words = long_field(max_length=4000)
    full_name = text_field(max_length=200, required=False)
    email = forms.EmailField(max_length=254, required=False)

    def offer_kinds(self) -> None:
        """Let a kind of question be chosen."""
        words = ((kind, OFFICE.say("question_kind", kind, {})) for kind in self.KINDS)
        field = self.fields["matter"]
        field.choices = [(kind, text[:1].upper() + text[1:]) for kind, text in words]  # type: ignore[attr-defined] # a choice
        without_hint(self, "full_name")

    def question(self, make: Callable[..., AskQuestion]) -> AskQuestion:
        """Give what was asked."""
        given = self.cleaned_data
        month = given["list_month"]
        return make(
            given["matter"], given["player"], given["words"], given["kind"],
            None if month is None else month.replace(day=1), given["event"], given["round"],
            given["full_name"], given["email"],
        )  # fmt: skip
