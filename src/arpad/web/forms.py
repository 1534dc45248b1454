"""Forms: names, hints and faults of fields come from the words; all faults stand on top, and what was typed stays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from django import forms

from arpad.office.commands import in_office
from arpad.web.wording import WORDS, says

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from arpad.model.problems import ArpadError, Problem


class Fault(NamedTuple):
    """A fault on top of a form: its sentence, and the field to go to."""

    words: str
    address: str


class OfficeForm(forms.Form):
    """A form of the office. What a field is called, its hint, and its fault when empty are looked up by its name."""

    use_required_attribute = False
    words_of: ClassVar[str] = ""
    """Before the usual words for a field, those of sections with this before their names are looked up."""

    def __init__(self, *args: Any, **more: Any) -> None:  # noqa: ANN401 - as Django's
        super().__init__(*args, **more)
        self._words()

    def _words(self) -> None:
        """Give every field its name, its hint and the words for its faults."""
        sections = WORDS.sections()
        for name, field in self.fields.items():
            field.label = self._word("label", name) or name
            field.help_text = self._word("hint", name)
            field.error_messages["required"] = self._word("missing", name) or says("missing", "any")
            for code in ("invalid", "invalid_choice", "max_length", "min_value", "max_value", "empty"):
                sentence = sections["wrong"].get(f"{name}.{code}") or sections["wrong"].get(code)
                if sentence is not None:
                    field.error_messages[code] = sentence
            if field.help_text:
                field.widget.attrs["aria-describedby"] = f"id_{name}_hint"

    def _word(self, section: str, name: str) -> str:
        """Give the words for a field, those of this form before the usual ones."""
        sections = WORDS.sections()
        own = sections.get(f"{self.words_of}_{section}", {}) if self.words_of else {}
        return own[name] if name in own else sections[section].get(name, "")

    def full_clean(self) -> None:
        """Look at everything that was typed, and mark the fields with faults for those who hear the page."""
        super().full_clean()
        for name in self.errors:
            if name in self.fields:
                self._mark(name)

    def add_error(self, field: str | None, error: Any) -> None:  # noqa: ANN401 - as Django's
        """Add a fault to a field, or to the whole."""
        super().add_error(field, error)
        if field in self.fields:
            self._mark(str(field))

    def _mark(self, name: str) -> None:
        attrs = self.fields[name].widget.attrs
        hint = [f"id_{name}_hint"] if self.fields[name].help_text else []
        attrs |= {"aria-invalid": "true", "aria-describedby": " ".join([*hint, f"id_{name}_fault"])}

    def take(self, refused: ArpadError | Iterable[Problem]) -> None:
        """Show what was refused: at the field that a problem names, or at the whole form."""
        problems = refused if not hasattr(refused, "problems") else refused.problems
        for problem in problems:
            self.add_error(problem.where if problem.where in self.fields else None, in_office(problem.sentence()))

    def faults(self) -> Iterator[Fault]:
        """Give every fault with the field to go to, in the order of the fields; those of the whole come first."""
        for words in self.non_field_errors():
            yield Fault(str(words), "")
        for name in self.fields:
            bound = self[name]
            for words in bound.errors:
                many = isinstance(bound.field.widget, forms.RadioSelect | forms.CheckboxSelectMultiple)
                yield Fault(str(words), f"#{bound.auto_id}_0" if many else f"#{bound.auto_id}")


def text_field(**more: Any) -> forms.CharField:  # noqa: ANN401 - as Django's
    """Give a field for a line of text."""
    return forms.CharField(max_length=more.pop("max_length", 200), strip=True, **more)


def long_field(**more: Any) -> forms.CharField:  # noqa: ANN401 - as Django's
    """Give a field for some lines of text."""
    area = forms.Textarea(attrs={"rows": 3})
    return forms.CharField(max_length=more.pop("max_length", 2000), strip=True, widget=area, **more)


def password_field(purpose: str = "current-password") -> forms.CharField:
    """Give a field for a password."""
    return forms.CharField(
        max_length=500, strip=False, widget=forms.PasswordInput(attrs={"autocomplete": purpose}, render_value=False)
    )


def code_field(**more: Any) -> forms.CharField:  # noqa: ANN401 - as Django's
    """Give a field for a code of the second factor, or a recovery code."""
    attrs = {"autocomplete": "one-time-code", "inputmode": "text", "autocapitalize": "none", "spellcheck": "false"}
    return forms.CharField(max_length=20, widget=forms.TextInput(attrs=attrs), **more)


def day_field(**more: Any) -> forms.DateField:  # noqa: ANN401 - as Django's
    """Give a field for a day, written as year, month and day."""
    return forms.DateField(
        input_formats=["%Y-%m-%d"],
        widget=forms.DateInput(attrs={"placeholder": "2026-11-30"}, format="%Y-%m-%d"),
        **more,
    )


def whole_field(**more: Any) -> forms.IntegerField:  # noqa: ANN401 - as Django's
    """Give a field for a whole number, typed as text, so that a wheel of a mouse changes nothing."""
    return forms.IntegerField(widget=forms.TextInput(attrs={"inputmode": "numeric"}), **more)


def choice_field(
    choices: Iterable[tuple[str, str]] | Callable[[], Iterable[tuple[str, str]]],
    *,
    as_list: bool = False,
    **more: Any,  # noqa: ANN401 - as Django's
) -> forms.ChoiceField:
    """Give a field in which something is chosen, shown open or as a list; words of a call are asked for each time."""
    widget = forms.Select if as_list else forms.RadioSelect
    return forms.ChoiceField(choices=choices if callable(choices) else list(choices), widget=widget, **more)


def several_field(choices: Iterable[tuple[str, str]], **more: Any) -> forms.MultipleChoiceField:  # noqa: ANN401 - as Django's
    """Give a field in which some are ticked of what is there."""
    return forms.MultipleChoiceField(choices=list(choices), widget=forms.CheckboxSelectMultiple, **more)


def tick_field() -> forms.BooleanField:
    """Give a field that is ticked or not."""
    return forms.BooleanField(required=False)


class _ManyFiles(forms.ClearableFileInput):
    """Chooses several files at once."""

    allow_multiple_selected = True


class ManyFilesField(forms.FileField):
    """A field for several files at once; each is looked at as a single one is."""

    widget = _ManyFiles

    def clean(self, data: Any, initial: Any = None) -> Any:  # noqa: ANN401 - as Django's
        """Give the files that were chosen."""
        files = data if isinstance(data, list) else [data]
        return [super(ManyFilesField, self).clean(file, initial) for file in files or [None]]
