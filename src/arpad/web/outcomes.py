"""What came of a deed, and where the person goes next: to the work that does it, to what waits, or back with a word."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.shortcuts import redirect

from arpad.storage.deeds.asking import Origin
from arpad.web.middleware import request_number
from arpad.web.wording import says

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from arpad.storage.deeds.asking import DeedOutcome


def origin(request: HttpRequest) -> Origin:
    """Give the click that a deed comes from."""
    return Origin(request_number(request))


def answered(request: HttpRequest, outcome: DeedOutcome, then: str, *arguments: object) -> HttpResponse:
    """Go on after a deed: `then` is the name of the page for what is done at once."""
    if outcome.waiting is not None:
        messages.success(request, says("done", "waits"), "busy")
        return redirect("waiting_one", outcome.waiting.number)
    if outcome.job is not None:
        return redirect("job", outcome.job.number)
    messages.success(request, says("done", "decided", entry=outcome.entry or 0), "good")
    return redirect(then, *arguments)
