"""Signatures of certificates: those of the standard's own examples, and none that was changed by a bit."""

from __future__ import annotations

import pytest

from arpad.office.signature import is_signature, public_key, signed

# Section 7.1 of RFC 8032: seed, public key, message, signature.
EXAMPLES = [
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe"  # noqa: ISC004 - one number
        "24655141438e7a100b",
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302a"  # noqa: ISC004 - one number
        "eeb00d291612bb0c00",
    ),
    (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed2"  # noqa: ISC004 - one number
        "8dc027beceea1ec40a",
    ),
]


@pytest.mark.parametrize(("seed", "key", "message", "signature"), EXAMPLES)
def test_the_examples_of_the_standard(seed: str, key: str, message: str, signature: str) -> None:
    """Key and signature are those that the standard gives, and hold."""
    of_seed, text = bytes.fromhex(seed), bytes.fromhex(message)
    assert public_key(of_seed).hex() == key
    assert signed(of_seed, text).hex() == signature
    assert is_signature(bytes.fromhex(key), text, bytes.fromhex(signature))


def test_whatever_is_changed_is_noticed() -> None:
    """A sign of the message, any byte of the signature, another key, bytes that are no point or no number."""
    seed, message = bytes(range(32)), b"a rating of 2105 on 18 November 2026"
    key, signature = public_key(seed), signed(seed, message)

    assert not is_signature(key, message + b".", signature)
    assert not is_signature(public_key(bytes(32)), message, signature)
    for place in range(0, 64, 7):
        other = bytearray(signature)
        other[place] ^= 1
        assert not is_signature(key, message, bytes(other)), place
    assert not is_signature(key, message, signature[:63])
    assert not is_signature(b"\xff" * 32, message, signature)
    assert not is_signature(key, message, signature[:32] + b"\xff" * 32)
