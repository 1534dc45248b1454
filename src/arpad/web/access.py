"""Who asks, and whether that person may: every page names its deed, and is closed to everybody who may not do it.

What belongs to another federation is not there at all: the queries take the person, and a page without a row is a 404.
"""

from __future__ import annotations

from datetime import datetime
from functools import wraps
from typing import TYPE_CHECKING, Protocol

from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import redirect_to_login
from django.db import DatabaseError
from django.http import Http404
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from arpad.model.clock import now
from arpad.office.decision import proof_problems
from arpad.office.person import VISITOR, Person
from arpad.office.roles import DEEDS, PUBLIC, federations_seen, refusal
from arpad.storage.models import Account
from arpad.storage.opening import open_now
from arpad.storage.queries.people import person_with
from arpad.storage.settings import REQUIRED
from arpad.storage.settings_in_force import settings_in_force
from arpad.web.wording import says

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Concatenate, ParamSpec

    from django.http import HttpRequest, HttpResponse

    from arpad.model.problems import Problem
    from arpad.storage.settings import OfficeSettings

    Given = ParamSpec("Given")
    View = Callable[Concatenate[HttpRequest, Person, Given], HttpResponse]

PROVED = "proved_at"
"""Where the session keeps when the person last proved who it is."""
_PERSON = "office.person"


class Page(Protocol):
    """A view as the addresses have it: with the deed that is asked for to see it, and to send its form."""

    deed: str
    post: str

    def __call__(self, request: HttpRequest, *args: object, **more: object) -> HttpResponse:
        """Answer."""


def page(deed: str, post: str = "", methods: tuple[str, ...] = ()) -> Callable[[View[Given]], Page]:
    """Make a view out of a function that takes the person: `deed` is asked for to see it, `post` to send its form."""
    if deed not in DEEDS or (post and post not in DEEDS):
        raise KeyError(deed, post)
    allowed = list(methods or (("GET", "HEAD", "POST") if post else ("GET", "HEAD")))

    def as_view(view: View[Given]) -> Page:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Given.args, **more: Given.kwargs) -> HttpResponse:
            person = person_of(request)
            refused = place_refusal(person, post if request.method == "POST" and post else deed)
            if refused is None:
                return view(request, person, *args, **more)
            if not person.record:
                return redirect_to_login(request.get_full_path(), reverse("log_in"))
            return render(request, "office/refused.html", {"refused": refused}, status=403)

        answered = require_http_methods(allowed)(guarded)
        closed = login_not_required(answered) if DEEDS[deed].scope == PUBLIC else answered
        closed.deed, closed.post = deed, post  # type: ignore[attr-defined] # the address table reads them
        return closed  # type: ignore[return-value] # has both now

    return as_view


def place_refusal(person: Person, deed: str) -> Problem | None:
    """Give why a person may not come to a page at all; for which federations the page shows anything, queries say."""
    refused = refusal(person, deed)
    return None if refused is None or federations_seen(person, deed) else refused


def person_of(request: HttpRequest) -> Person:
    """Give the person who asks, with the roles held now; asked of the database once for a request."""
    known = request.META.get(_PERSON)
    if isinstance(known, Person):
        return known
    account = request.user
    person = person_with(account, _proved_at(request)) if isinstance(account, Account) else VISITOR
    request.META[_PERSON] = person
    return person


def _proved_at(request: HttpRequest) -> datetime | None:
    text = request.session.get(PROVED)
    return None if text is None else datetime.fromisoformat(text)


def prove(request: HttpRequest) -> Person:
    """Keep that the person proved now who it is, and give the person anew."""
    request.session[PROVED] = now().isoformat()
    request.META.pop(_PERSON, None)
    return person_of(request)


def is_proved(request: HttpRequest) -> bool:
    """Tell whether the person proved lately who it is."""
    return not proof_problems(person_of(request), "", now())


def shown_settings() -> OfficeSettings:
    """Give the settings by which pages are shown; those of the file where the database does not answer."""
    try:
        return settings_in_force()
    except DatabaseError:
        return open_now().settings


def office_title() -> str:
    """Give the title of the office."""
    return shown_settings().title or says("frame", "office")


def needs_factor() -> bool:
    """Tell whether proof asks for a second factor; in an office that is only tried, a password will do."""
    return open_now().settings.second_factor == REQUIRED


def has_mail_server() -> bool:
    """Tell whether mails leave the machine; without a mail server they are only printed where the office is served."""
    return bool(open_now().settings.email_host)


def there(row: object | None) -> None:
    """Answer that something is not there, where it is not, or not for this person."""
    if row is None:
        raise Http404
