"""Pages for what is not there, not allowed or went wrong: what happened, and what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.auth.decorators import login_not_required
from django.shortcuts import render

from arpad.web.public.errors import not_on_site

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@login_not_required
def not_there(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001 - as Django asks
    """Say that a page is not there, or not for this person."""
    if not request.path.startswith("/office/"):
        return not_on_site(request)
    return render(request, "office/not_there.html", status=404)


@login_not_required
def not_allowed(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001 - as Django asks
    """Say that something is not allowed."""
    return render(request, "office/refused.html", {"refused": None}, status=403)


@login_not_required
def wrong_here(request: HttpRequest) -> HttpResponse:
    """Say that something went wrong in the office, under which number it stands in the log of the server."""
    number = request.META.get("office.request", "")
    return render(request, "office/wrong_here.html", {"number": number, "groups": ()}, status=500)


@login_not_required
def form_too_old(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001 - as Django asks
    """Say that a form was not sent from a page of this office, or is too old."""
    return render(request, "office/form_too_old.html", {"groups": ()}, status=403)
