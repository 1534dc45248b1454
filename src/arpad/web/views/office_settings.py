"""What is set for the office, changed by a decision; whose rules it serves, and which role may do what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.shortcuts import render

from arpad.office.canonical import fingerprint
from arpad.office.decision import SECOND_PERSON
from arpad.office.keep_office import SECOND_PERSON_SETTING, ChangeSettings
from arpad.office.roles import DEEDS, GRANTED, may
from arpad.office.wording import WORDS as OFFICE
from arpad.storage.deeds.change_settings import change_settings
from arpad.storage.opening import open_now
from arpad.storage.queries.systems import rating_system
from arpad.storage.settings import DECIDED, SERVES, set_by_environment
from arpad.storage.settings_in_force import decided_by, settings_in_force
from arpad.web.access import page, person_of
from arpad.web.deed_forms import DeedForm
from arpad.web.forms import choice_field, text_field, whole_field
from arpad.web.outcomes import answered, origin
from arpad.web.wording import says

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.http import HttpRequest, HttpResponse

    from arpad.office.person import Person

_SHOWN = (
    "title", "zone", "serves", "second_person", "second_factor", "question_days", "letter_prefix", "hosts", "port",
    "https", "email_host", "email_from",
)  # fmt: skip
_OTHERS = tuple(name for name in DECIDED if name != SECOND_PERSON_SETTING)


@page("settings.read")
def settings_page(request: HttpRequest, person: Person) -> HttpResponse:
    """Show the settings, without a secret among them, and where each of them comes from."""
    office, settings, decided = open_now(), settings_in_force(), decided_by()
    values = [
        {
            "name": name,
            "value": _written(getattr(settings, name)),
            "variable": set_by_environment(name),
            "entry": decided.get(name),
        }
        for name in _SHOWN
    ]
    context = {
        "values": values,
        "database": "PostgreSQL" if office.settings.is_postgresql else "SQLite",
        "system": rating_system(),
        "roles": GRANTED,
        "may_change": may(person, "settings.change"),
        "may_read_log": may(person, "log.read"),
    }
    return render(request, "office/settings.html", context)


class SettingsForm(DeedForm):
    """The settings that one person changes: all but that of the second person."""

    title = text_field(required=False)
    zone = text_field(max_length=80)
    serves = choice_field((value, OFFICE.say("office_kind", value, {})) for value in SERVES)
    question_days = whole_field(min_value=1, max_value=365)
    letter_prefix = text_field(max_length=20, required=False)


class SecondPersonForm(DeedForm):
    """The setting of the second person."""

    second_person = choice_field((value, OFFICE.say("second_person", value, {})) for value in SECOND_PERSON)


@page("settings.change", "settings.change")
def change_settings_page(request: HttpRequest, person: Person) -> HttpResponse:  # noqa: ARG001 - asked for once more when proved
    """Change title, time zone or what the office is for."""
    return _changed(request, SettingsForm, "settings.change", _OTHERS)


@page("settings.second_person", "settings.second_person")
def second_person_page(request: HttpRequest, person: Person) -> HttpResponse:  # noqa: ARG001 - the same
    """Change whether a second person is required."""
    return _changed(request, SecondPersonForm, "settings.second_person", (SECOND_PERSON_SETTING,))


def _changed(request: HttpRequest, kind: type[DeedForm], deed: str, names: Iterable[str]) -> HttpResponse:
    settings = settings_in_force()
    now = {name: getattr(settings, name) for name in names}
    seen = fingerprint(now)
    form = kind(request, deed, initial={**now, "seen": seen})
    is_overtaken = request.method == "POST" and str(form["seen"].value() or seen) != seen

    def change() -> Any:  # noqa: ANN401 - what came of it
        given = {name: form.cleaned_data[name] for name in now if form.cleaned_data[name] != now[name]}
        return change_settings(person_of(request), ChangeSettings(given, form.why), origin(request))

    outcome = None if is_overtaken else form.done(change)
    if outcome is not None:
        return answered(request, outcome, "settings")
    if is_overtaken:
        form.add_error(None, says("wrong", "settings_overtaken"))
        form.data = {**{name: form[name].value() for name in form.fields}, "seen": seen}
    context = {
        "form": form,
        "deed": deed,
        "now": [(name, _written(value)) for name, value in now.items()],
        "fixed": [(name, variable) for name in now if (variable := set_by_environment(name))],
    }
    return render(request, "office/change_settings.html", context, status=422 if form.errors else 200)


@page("settings.read")
def rights_page(request: HttpRequest, person: Person) -> HttpResponse:  # noqa: ARG001 - the deed says who may
    """Show which role may do what."""
    return render(request, "office/rights.html", {"roles": GRANTED, "deeds": list(DEEDS.values())})


def _written(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
