"""What holds for every page: what it may load, which click it belongs to, and that it is not kept by others."""

from __future__ import annotations

import logging
from secrets import token_hex
from time import perf_counter
from typing import TYPE_CHECKING

from django.utils.cache import add_never_cache_headers

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest
    from django.http.response import HttpResponseBase

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""A page loads our own files and nothing else, and no script or style stands in it."""
DOWNLOADED = "sandbox; default-src 'none'"
"""For what is only downloaded: if a browser shows it all the same, it can do nothing."""
_LOG = logging.getLogger("arpad.web")


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
        facts = {"request": number, "method": request.method, "route": route, "status": response.status_code}
        _LOG.info("request", extra={"facts": facts | {"milliseconds": milliseconds}})
        return response


def request_number(request: HttpRequest) -> str:
    """Give the number of a request."""
    return str(request.META["office.request"])
