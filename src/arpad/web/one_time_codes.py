"""The second factor: six digits that change every thirty seconds (RFC 6238), and codes for a lost telephone."""

from __future__ import annotations

import hmac
from base64 import b32decode, b32encode
from hashlib import sha256
from secrets import choice, token_bytes
from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode

import segno

from arpad.model.clock import file_time

if TYPE_CHECKING:
    from collections.abc import Iterable

STEP, DIGITS, AROUND = 30, 6, 1
"""Seconds that a code holds, its length, and so many steps a clock may be early or late."""
RECOVERY_CODES = 10
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""No letter that is taken for another when it is written down."""
_BYTES = 20


def new_secret() -> str:
    """Give a secret that nobody knows yet, as telephones read it."""
    return b32encode(token_bytes(_BYTES)).decode()


def step_now() -> int:
    """Give the number of the step that holds at this moment, by the machine's clock, whatever day is set."""
    return file_time() // 1_000_000_000 // STEP


def code_of(secret: str, step: int) -> str:
    """Give the code of a step.

    >>> code_of(b32encode(b"12345678901234567890").decode(), 59 // 30)  # RFC 6238, appendix B
    '287082'
    >>> code_of(b32encode(b"12345678901234567890").decode(), 1234567890 // 30)
    '005924'
    """
    digest = hmac.digest(b32decode(secret), step.to_bytes(8, "big"), "sha1")
    at = digest[-1] & 15
    number = int.from_bytes(digest[at : at + 4], "big") & 0x7FFFFFFF
    return f"{number % 10**DIGITS:0{DIGITS}}"


def step_of(secret: str, code: str, after: int | None, now: int | None = None) -> int | None:
    """Give the step whose code this is, if it is near enough and later than the last that was used; else nothing.

    >>> secret = b32encode(b"12345678901234567890").decode()
    >>> step_of(secret, "287 082", None, now=2), step_of(secret, "287082", 1, now=2), step_of(secret, "287082", None, 9)
    (1, None, None)
    """
    typed, moment = "".join(code.split()), step_now() if now is None else now
    if not typed.isascii():
        return None
    for step in range(moment - AROUND, moment + AROUND + 1):
        if step >= 0 and (after is None or step > after) and hmac.compare_digest(code_of(secret, step), typed):
            return step
    return None


def address_of(secret: str, office: str, username: str) -> str:
    """Give what the square code says to a telephone."""
    label = quote(f"{office}:{username}")
    return f"otpauth://totp/{label}?{urlencode({'secret': secret, 'issuer': office, 'digits': DIGITS, 'period': STEP})}"


def square(address: str) -> str:
    """Draw the square code as an SVG element without size and style of its own."""
    return segno.make(address, error="m").svg_inline(omitsize=True, svgclass="square", lineclass=None, border=2)


def new_recovery_codes() -> list[str]:
    """Give codes to write down, each good for one log-in."""
    groups = ("".join(choice(_LETTERS) for _ in range(5)) for _ in range(2 * RECOVERY_CODES))
    return [f"{left}-{right}" for left, right in zip(groups, groups, strict=True)]


def recovery_hash(code: str) -> str:
    """Give what is kept of a recovery code; it is random and long, so a plain hash will do.

    >>> recovery_hash(" ABCDE-fghjk ") == recovery_hash("abcdefghjk")
    True
    """
    return sha256("".join(code.lower().replace("-", "").split()).encode()).hexdigest()


def grouped(secret: str) -> str:
    """Write a secret so that it can be typed.

    >>> grouped("ABCDEFGH")
    'ABCD EFGH'
    """
    return " ".join(_fours(secret))


def _fours(text: str) -> Iterable[str]:
    return (text[at : at + 4] for at in range(0, len(text), 4))
