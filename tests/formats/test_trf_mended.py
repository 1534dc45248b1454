"""Reports written again with other FIDE numbers: the numbers change, and no other byte."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trf_building import HEADER, player

from arpad.formats.trf.mended import with_fide_ids
from arpad.formats.trf.reader import read_trf
from arpad.model.problems import RefusedError

NUMBERS = st.integers(min_value=10_000, max_value=99_999_999_999)


@given(NUMBERS, NUMBERS, st.sampled_from(["\n", "\r\n", "\r"]), st.binary(max_size=30))
def test_there_and_back(before: int, after: int, end: str, comment: bytes) -> None:
    """Put in and put back, every byte is as it was."""
    safe = comment.replace(b"\r", b"").replace(b"\n", b"")
    lines = [*HEADER, player(1, fide_id=str(before)), player(2)]
    data = end.join(lines).encode() + end.encode() + b"### " + safe
    line = len(HEADER) + 1
    mended = with_fide_ids(data, {line: (before, after)})

    assert read_trf(mended).tournament.entries[0].fide_id == after
    assert with_fide_ids(mended, {line: (after, before)}) == data


@pytest.mark.parametrize("before", [99000001, 990001])
def test_a_record_that_is_moved_is_written_where_its_number_stands(before: int) -> None:
    """A name too long moves everything after it; the rest stays where it is."""
    moved = player(1, name="Longname" * 4 + ", J", fide_id=str(before))
    data = "\n".join([*HEADER, moved, player(2)]).encode()
    mended = with_fide_ids(data, {len(HEADER) + 1: (before, 99000777)})

    assert read_trf(mended).tournament.entries[0].fide_id == 99000777
    assert len(mended) - len(data) in {0, len("99000777") - len(str(before))}


def test_a_missing_number_of_a_moved_record_is_for_a_person() -> None:
    """Nobody knows where its columns are."""
    moved = player(1, name="Longname" * 4 + ", J", fide_id="")
    with pytest.raises(RefusedError, match="by hand"):
        with_fide_ids("\n".join([*HEADER, moved]).encode(), {len(HEADER) + 1: (None, 99000777)})


def test_a_short_record_is_filled_up() -> None:
    """A player without a number, points or rounds."""
    short = player(1, fide_id="").rstrip()
    mended = with_fide_ids("\n".join([*HEADER, short]).encode(), {len(HEADER) + 1: (None, 99000777)})

    assert read_trf(mended).tournament.entries[0].fide_id == 99000777


def test_an_encoding_that_does_not_keep_every_byte_is_refused() -> None:
    """Rather than bytes that nobody asked for."""
    data = "\n".join([HEADER[0], player(1)]).encode() + b"\n### +AGE-"
    with pytest.raises(RefusedError, match="UTF-8"):
        with_fide_ids(data, {2: (99000001, 99000777)}, "utf-7")
