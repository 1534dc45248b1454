"""Style and script of the pages: a fixed few files, each under an address that holds its hash, and so kept for ever."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified

from arpad.pages.html import script
from arpad.web.packing import coded, coding_of, packed

_OURS = Path(__file__).with_name("static")


class StaticFile(NamedTuple):
    """A file as it is served."""

    content: bytes
    kind: str
    digest: str


@cache
def static_files() -> dict[str, StaticFile]:
    """Give every file by its name: our stylesheet, the script of the fragments, HTMX from its package."""
    htmx = files("django_htmx").joinpath("static", "django_htmx", "htmx-2.min.js").read_bytes()
    contents = {
        "office.css": _OURS.joinpath("office", "office.css").read_bytes(),
        "site.css": _OURS.joinpath("public", "site.css").read_bytes(),
        "icon.svg": _OURS.joinpath("office", "icon.svg").read_bytes(),
        "page.js": script().encode(),
        "htmx.js": htmx,
    }
    kinds = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
    return {
        name: StaticFile(content, kinds[name.rpartition(".")[2]], sha256(content).hexdigest()[:16])
        for name, content in contents.items()
    }


def static_address(name: str) -> str:
    """Give the address of a file."""
    return f"/static/{static_files()[name].digest}/{name}"


def static_file(request: HttpRequest, digest: str, name: str) -> HttpResponse:
    """Serve a file; an address with another hash is that of an earlier or later release, and is not there."""
    file = static_files().get(name)
    if file is None or file.digest != digest:
        raise Http404
    coding = coding_of(request)
    tag = coded(f'"{digest}"', coding)
    headers = {"Cache-Control": "public, max-age=31536000, immutable", "ETag": tag, "Vary": "Accept-Encoding"}
    if request.headers.get("If-None-Match") == tag:
        return HttpResponseNotModified(headers=headers)
    if coding:
        headers["Content-Encoding"] = coding
    return HttpResponse(_packed(name, coding), content_type=f"{file.kind}; charset=utf-8", headers=headers)


@cache
def _packed(name: str, coding: str) -> bytes:
    """Give a file as it goes out; each way of packing it is done once."""
    return packed(static_files()[name].content, coding, well=True)
