"""What holds for every page: what it may load, which click it belongs to, and that it is not kept by others."""

from __future__ import annotations

from secrets import token_hex
from time import perf_counter
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.utils.cache import add_never_cache_headers

from arpad.storage.running_log import note

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponse
    from django.http.response import HttpResponseBase

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""A page loads our own files and nothing else, and no script or style stands in it."""
DOWNLOADED = "sandbox; default-src 'none'"
"""For what is only downloaded: if a browser shows it all the same, it can do nothing."""


class ContentPolicy:
    """Says with every answer what a page may do."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._answer = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer, with the policy."""
        response = self._answer(request)
        response.headers.setdefault("Content-Security-Policy", POLICY)
        response.headers.setdefault("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()")
        if not response.has_header("Cache-Control"):
            add_never_cache_headers(response)
        return response


class Sessions(SessionMiddleware):
    """Keeps who is logged in; the cookie is taken away only by the click that ended its session.

    A log-in changes the session's name. A request that was sent just before, say for the icon of the page, still has
    the old name and may be answered later: taking the cookie away then would end the log-in that has just begun.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Answer, and leave a cookie alone whose session this request only failed to find."""
        answered = super().process_response(request, response)
        cookie = answered.cookies.get(settings.SESSION_COOKIE_NAME)
        if cookie is not None and not cookie.value and not request.session.modified:
            del answered.cookies[settings.SESSION_COOKIE_NAME]
        return answered


class ClosedUnlessPublic(LoginRequiredMiddleware):
    """Asks who somebody is only where that matters: style and script are everybody's, and need no session."""

    def process_view(
        self,
        request: HttpRequest,
        view_func: Callable[..., HttpResponseBase],
        view_args: tuple[Any, ...],
        view_kwargs: dict[str, Any],
    ) -> HttpResponseBase | None:
        """Let everybody in where a view is public."""
        if not getattr(view_func, "login_required", True):
            return None
        return super().process_view(request, view_func, view_args, view_kwargs)


class RequestNumber:
    """Gives every request a number of its own, which the log keeps with all that one click changed.

    What is written about a request names the pattern of its address, never the address: that may hold a person.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._answer = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer, and write down what was answered in how much time."""
        number, began = token_hex(8), perf_counter()
        request.META["office.request"] = number
        response = self._answer(request)
        response.headers["X-Request-Id"] = number
        route = getattr(request.resolver_match, "route", None)
        milliseconds = int(1000 * (perf_counter() - began))
        note(
            "request", request=number, method=request.method, route=route, status=response.status_code,
            milliseconds=milliseconds,
        )  # fmt: skip
        return response


def request_number(request: HttpRequest) -> str:
    """Give the number of a request."""
    return str(request.META["office.request"])
