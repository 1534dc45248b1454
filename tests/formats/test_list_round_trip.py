"""A list that was read is written again with the same bytes, in every layout and dialect, sound or damaged."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import TYPE_CHECKING

import made_lists
import pytest
from hypothesis import given
from list_strategies import DAMAGED_TEXTS, DAMAGED_XMLS, TEXTS, XMLS, reader

from arpad.formats.lists.problems import Findings
from arpad.formats.lists.writer import ListWriter

if TYPE_CHECKING:
    from arpad.model.rating_list import ListLine

LOST = {"line_too_long", "spelling_lost", "reading_stopped"}


def again(raw: bytes) -> tuple[bytes | None, list[ListLine], Findings]:
    """Read bytes and write what was read."""
    findings = Findings()
    opened = reader(raw, findings)
    lines = list(opened)
    if opened.about is None:
        return None, lines, findings
    out = io.BytesIO()
    writer = ListWriter(out, opened.about, Findings())
    for line in lines:
        writer.write(line)
    writer.close(opened.about)
    return out.getvalue(), lines, findings


@given(TEXTS)
def test_text_is_written_again(raw: bytes) -> None:
    """A sound list of fixed columns comes out as it went in."""
    written, lines, _ = again(raw)

    assert written in {raw, None}
    assert all(line.listed is not None for line in lines)


@given(XMLS)
def test_xml_is_written_again(raw: bytes) -> None:
    """A sound list in XML comes out as it went in."""
    written, lines, findings = again(raw)

    assert written == raw
    assert all(line.listed is not None for line in lines)
    assert not findings.has_errors


@given(DAMAGED_TEXTS)
def test_damaged_text_is_written_again(raw: bytes) -> None:
    """Also lines that are damaged, in whatever way, keep their bytes."""
    written, _, findings = again(raw)

    assert written is None or LOST & set(findings.counts) or written == raw
    assert written is not None or findings.has_errors


@given(DAMAGED_XMLS)
def test_damaged_xml_is_written_again(raw: bytes) -> None:
    """Also players that are damaged, in whatever way, keep their bytes."""
    written, _, findings = again(raw)

    assert written is None or LOST & set(findings.counts) or written == raw
    assert written is not None or findings.has_errors


@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
def test_made_up_world(end: str) -> None:
    """A list as long as the sample that tells its dialect, and longer, with every known departure."""
    raw = made_lists.combined_text(4000, end=end)
    written, lines, findings = again(raw)

    assert written == raw
    assert len(lines) == 4000
    assert findings.counts == {}


def test_a_change_is_written_in_spite_of_the_spelling() -> None:
    """A player who kept his spelling and got another rating is written with the rating."""
    raw = made_lists.combined_text(20).replace(b"\r\n100", b"\r\n  100")
    findings = Findings()
    opened = reader(raw, findings)
    lines = list(opened)
    changed = [line for line in lines if line.spelling is not None]
    assert opened.about is not None
    assert changed

    out = io.BytesIO()
    writer = ListWriter(out, opened.about, Findings())
    for line in lines:
        assert line.listed is not None
        writer.write(replace(line, listed=replace(line.listed, name="Nobody, Nemo")))
    writer.close(opened.about)

    assert out.getvalue().count(b"Nobody, Nemo") == 20
