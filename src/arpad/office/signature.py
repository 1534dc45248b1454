"""Signatures that everybody can check who has the office's public key: Ed25519, as RFC 8032 sets it down.

Written in whole numbers of Python, since nothing else of arpad needs a library for it. It signs a few documents a day
that an officer asks for, so it need not be quick; and nobody outside can ask it to sign, so nobody can time it.
"""

from __future__ import annotations

import hashlib
from typing import NamedTuple

SEED_BYTES = KEY_BYTES = 32
SIGNATURE_BYTES = 64
_PRIME = 2**255 - 19
_ORDER = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, -1, _PRIME) % _PRIME
_ROOT_OF_MINUS_ONE = pow(2, (_PRIME - 1) >> 2, _PRIME)
_SIGN_BIT = 255


class _Point(NamedTuple):
    """A point of the curve: x = X:Z, y = Y:Z, and T:Z is their product."""

    x: int
    y: int
    z: int
    t: int

    def plus(self, other: _Point) -> _Point:
        """Add two points; the same formula doubles one."""
        a = (self.y - self.x) * (other.y - other.x) % _PRIME
        b = (self.y + self.x) * (other.y + other.x) % _PRIME
        c = 2 * self.t * other.t * _D % _PRIME
        d = 2 * self.z * other.z % _PRIME
        e, f, g, h = b - a, d - c, d + c, b + a
        return _Point(e * f % _PRIME, g * h % _PRIME, f * g % _PRIME, e * h % _PRIME)

    def times(self, number: int) -> _Point:
        """Add a point to itself so many times."""
        total, doubled = _NEUTRAL, self
        while number:
            if number & 1:
                total = total.plus(doubled)
            doubled, number = doubled.plus(doubled), number >> 1
        return total

    def is_same(self, other: _Point) -> bool:
        """Tell whether two points are the same, however they are written."""
        x = (self.x * other.z - other.x * self.z) % _PRIME
        return x == 0 and (self.y * other.z - other.y * self.z) % _PRIME == 0

    @property
    def written(self) -> bytes:
        """The bytes of a point: y, and whether x is odd."""
        inverse = pow(self.z, -1, _PRIME)
        x, y = self.x * inverse % _PRIME, self.y * inverse % _PRIME
        return (y | (x & 1) << _SIGN_BIT).to_bytes(KEY_BYTES, "little")


_NEUTRAL = _Point(0, 1, 1, 0)


def _point_of(data: bytes) -> _Point | None:
    """Read a point; None where the bytes are those of none."""
    number = int.from_bytes(data, "little")
    is_odd, y = number >> _SIGN_BIT, number & ((1 << _SIGN_BIT) - 1)
    if len(data) != KEY_BYTES or y >= _PRIME:
        return None
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _PRIME) % _PRIME
    x = pow(square, (_PRIME + 3) >> 3, _PRIME)
    if (x * x - square) % _PRIME:
        x = x * _ROOT_OF_MINUS_ONE % _PRIME
    if (x * x - square) % _PRIME or (x == 0 and is_odd):
        return None
    x = _PRIME - x if (x & 1) != is_odd else x
    return _Point(x, y, 1, x * y % _PRIME)


def _base() -> _Point:
    """Give the point of which every key is a multiple: that with y = 4:5 and an even x."""
    point = _point_of((4 * pow(5, -1, _PRIME) % _PRIME).to_bytes(KEY_BYTES, "little"))
    if point is None:
        raise TypeError("the base point is on the curve")
    return point


_BASE = _base()


def _secret(seed: bytes) -> tuple[int, bytes]:
    """Give the secret number of a seed, and what its nonces are made with."""
    digest = hashlib.sha512(seed).digest()
    number = int.from_bytes(digest[:32], "little")
    # A multiple of eight of a fixed length, as the standard asks.
    return number & ((1 << 254) - 8) | 1 << 254, digest[32:]


def _number(*parts: bytes) -> int:
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little") % _ORDER


def public_key(seed: bytes) -> bytes:
    """Give the public key of a seed of 32 secret bytes."""
    return _BASE.times(_secret(seed)[0]).written


def signed(seed: bytes, message: bytes) -> bytes:
    """Give the signature of a message, 64 bytes; the same message always has the same one."""
    secret, prefix = _secret(seed)
    nonce = _number(prefix, message)
    first = _BASE.times(nonce).written
    challenge = _number(first, public_key(seed), message)
    return first + ((nonce + challenge * secret) % _ORDER).to_bytes(32, "little")


def is_signature(key: bytes, message: bytes, signature: bytes) -> bool:
    """Tell whether a signature is that of a message by the holder of a public key.

    >>> seed, other = bytes(range(32)), bytes(32)
    >>> [is_signature(public_key(each), b"2105", signed(seed, b"2105")) for each in (seed, other)]
    [True, False]
    """
    if len(signature) != SIGNATURE_BYTES:
        return False
    point, first = _point_of(key), _point_of(signature[:32])
    factor = int.from_bytes(signature[32:], "little")
    if point is None or first is None or factor >= _ORDER:
        return False
    challenge = _number(signature[:32], key, message)
    return _BASE.times(factor).is_same(first.plus(point.times(challenge)))
