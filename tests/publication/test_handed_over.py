"""A manifest may come from anybody: an odd one is refused before anything is read or written under its names."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.publication.handed_over import Manifest

HASH = "0" * 64
ABOUT = {"title": "", "authority": "fide", "edition": None, "monthly_regime": False, "seed": None}
PLAIN = Manifest(
    date(2026, 11, 1),
    1,
    {"version": 2, "sha256": HASH},
    {"list.txt": {"sha256": HASH, "size": 3}},
    {"players": HASH},
    (date(2026, 10, 1),),
    (HASH,),
    ABOUT,
    {"club.toml": HASH},
)


def changed(**values: object) -> bytes:
    """Give the text of the plain manifest with other values."""
    return json.dumps({**json.loads(PLAIN.text()), **values}).encode()


def is_refused(text: bytes) -> bool:
    """Tell whether a manifest is refused in the one way that callers know."""
    try:
        Manifest.of(text)
    except ValueError:
        return True
    return False


def test_a_manifest_is_read_as_it_was_written() -> None:
    """The same manifest, and the same bytes once more."""
    assert Manifest.of(PLAIN.text()) == PLAIN
    assert Manifest.of(PLAIN.text()).text() == PLAIN.text()


@pytest.mark.parametrize("name", ["../list.txt", "/etc/list.txt", "a/../../b", "", "a\\b", "c:list.txt", "a\0b"])
def test_a_name_outside_of_the_folder_is_refused(name: str) -> None:
    """Neither a published file nor a file of a rulebook may be named so: it would be read, or written, elsewhere."""
    assert is_refused(changed(files={name: {"sha256": HASH, "size": 1}}))
    assert is_refused(changed(rulebook={name: HASH}))


@pytest.mark.parametrize("value", ["../../x", "0" * 63, "Z" * 64, 7, None])
def test_what_is_no_hash_is_refused(value: object) -> None:
    """Files are looked for under their hashes."""
    for values in (
        {"book": {"players": value}},
        {"watched": [value]},
        {"rulebook": {"club.toml": value}},
        {"files": {"list.txt": {"sha256": value}}},
    ):
        assert is_refused(changed(**values))


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-3, 3), st.text(max_size=3), st.just(HASH)),
    lambda inner: st.one_of(st.lists(inner, max_size=2), st.dictionaries(st.text(max_size=8), inner, max_size=2)),
    max_leaves=4,
)


@given(st.dictionaries(st.sampled_from(sorted(json.loads(PLAIN.text()))), JSON, max_size=3))
def test_any_manifest_is_read_or_refused(values: dict[str, Any]) -> None:
    """Whatever stands in it: a manifest, or a refusal in the one way that callers know."""
    text = changed(**values)
    assert is_refused(text) or Manifest.of(text).needed() is not None
