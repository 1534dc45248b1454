"""The key with which an office signs certificates: it follows from the secret of the office, and is kept nowhere else.

No backup has the secret, so a restored office signs with another key, unless whoever restores it writes the secret of
the old `office.toml` into the new one. Certificates name the key by which they are signed, and the log names it with
each of them.
"""

from __future__ import annotations

from hashlib import sha256

from django.conf import settings

from arpad.office.signature import public_key

_PURPOSE = b"arpad office: certificates\0"


def office_seed() -> bytes:
    """Give the secret bytes by which this office signs."""
    return sha256(_PURPOSE + settings.SECRET_KEY.encode()).digest()


def office_key() -> str:
    """Give the public key of this office, as hexadecimal digits."""
    return public_key(office_seed()).hex()
