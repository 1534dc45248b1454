"""Answers that everybody may read are packed for the way, by Brotli or as gzip, whichever the browser unpacks.

Only what is the same for everybody is packed: beside a secret, the length of a packed page would tell of it. Files of
lists go out as they are; their tag is their SHA-256, and they are streamed.
"""

from __future__ import annotations

import gzip
from functools import lru_cache
from typing import TYPE_CHECKING

import brotli  # type: ignore[import-untyped]  # it comes without types
from django.utils.cache import patch_vary_headers

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

BROTLI, GZIP = "br", "gzip"
_QUICKLY, _WELL = 4, 11
"""How hard Brotli tries: for a page that somebody waits for, and for a file that is packed once."""


def coding_of(request: HttpRequest) -> str:
    """Give how an answer is packed: in the best way that the browser names, or not at all."""
    named = _named(request.headers.get("Accept-Encoding", ""))
    return next((coding for coding in (BROTLI, GZIP) if coding in named), "")


@lru_cache(maxsize=256)
def _named(header: str) -> frozenset[str]:
    """Read what a browser can unpack; to what it cannot it gives no weight.

    >>> sorted(_named("gzip, br;q=1.0, zstd;q=0"))
    ['br', 'gzip']
    """
    parts = (part.replace(" ", "").lower().partition(";q=") for part in header.split(","))
    return frozenset(name for name, _, weight in parts if name and (not weight or weight.strip("0.")))


def coded(tag: str, coding: str) -> str:
    """Give the tag of an answer as it is packed: other bytes have another.

    >>> coded('"abc"', "br"), coded('"abc"', "")
    ('"abc-br"', '"abc"')
    """
    return f'{tag[:-1]}-{coding}"' if coding else tag


def packed(content: bytes, coding: str, *, well: bool = False) -> bytes:
    """Pack bytes."""
    if coding == BROTLI:
        return bytes(brotli.compress(content, quality=_WELL if well else _QUICKLY))
    return gzip.compress(content, 9 if well else 5, mtime=0) if coding == GZIP else content


def pack(response: HttpResponse, coding: str) -> HttpResponse:
    """Pack an answer, and say so; one without content only says that there are others."""
    patch_vary_headers(response, ("Accept-Encoding",))
    if coding and response.content:
        response.content = packed(response.content, coding)
        response.headers["Content-Encoding"] = coding
    return response
