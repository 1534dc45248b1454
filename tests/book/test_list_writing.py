"""Lists are written with the kernel and without it: the same bytes and the same remarks, as row by row."""

from __future__ import annotations

import io
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any

import made_lists
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernel import built_kernel, with_kernel
from list_strategies import PLAYERS, text_abouts, xml_abouts

from arpad.book.frames import writing
from arpad.book.frames.columns import SCHEMA, frame_of, players_of
from arpad.book.frames.lists import read_list
from arpad.formats.lists.layouts import LAYOUTS
from arpad.formats.lists.line_program import program_of
from arpad.formats.lists.problems import Findings
from arpad.formats.lists.source import opened
from arpad.formats.lists.writer import new_list, write_lines
from arpad.model.period import KINDS
from arpad.model.rating_list import ListLine, RatingList, TextDialect, XmlDialect

if TYPE_CHECKING:
    from arpad.formats.lists.line_program import Kernel
    from arpad.model.rating_list import Listed

SPELLED = st.tuples(PLAYERS, st.sampled_from([None, None, None, b"a spelling of its own", b"and its end\n"]))
ABOUT = RatingList("csv", "", KINDS, date(2026, 11, 1))


class Watched:
    """A kernel that is watched: how many rows it was given, and how many it left out."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel, self.given, self.left_out = kernel, 0, 0

    def lines(self, program: Any, plain: bytes, frame: pl.DataFrame, room: bytearray, full: Any, /) -> None:  # noqa: ANN401 - what a kernel takes
        """Let the kernel write."""

        def watched(size: int, left_out: list[tuple[int, int]], done: int) -> None:
            self.left_out += len(left_out)
            full(size, left_out, done)

        self.kernel.lines(program, plain, frame, room, watched)
        self.given += frame.height


def by_frame(frame: pl.DataFrame, about: RatingList, kernel: Kernel | None) -> tuple[bytes, dict[str, int]]:
    """Write a frame; the bytes and the remarks."""
    out, findings = io.BytesIO(), Findings()
    with with_kernel(kernel):
        writing.write_frame(out, frame, about, findings)
    return out.getvalue(), dict(findings.counts)


def by_rows(players: list[tuple[Listed, bytes | None]], about: RatingList) -> tuple[bytes, dict[str, int]]:
    """Write players one by one; the bytes and the remarks."""
    out, findings = io.BytesIO(), Findings()
    write_lines(out, (ListLine(0, player, spelling) for player, spelling in players), about, findings)
    return out.getvalue(), dict(findings.counts)


@given(
    st.lists(PLAYERS, max_size=12),
    st.one_of(text_abouts(), xml_abouts()),
    st.sampled_from(["utf-8", "latin-1"]),
    st.sampled_from([1, 3, 50]),
    st.sampled_from([1 << 14, 1 << 21]),
)
def test_three_ways(players: list[Listed], about: RatingList, encoding: str, size: int, room: int) -> None:
    """Any players in any layout and dialect, in pieces of any size, in a room for one line or for many."""
    assert about.dialect is not None
    about = replace(about, dialect=replace(about.dialect, encoding=encoding))
    unspelled = [(player, None) for player in players]
    frame = frame_of(unspelled)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(writing, "SLICE", size)
        patched.setattr(writing, "ROOM", room)
        with_it = by_frame(frame, about, built_kernel())
        without_it = by_frame(frame, about, None)

    assert with_it == without_it == by_rows([*unspelled], about)


@given(st.lists(SPELLED, max_size=9), st.one_of(text_abouts(), xml_abouts()), st.data())
def test_spellings_and_strays(
    players: list[tuple[Listed, bytes | None]], about: RatingList, data: st.DataObject
) -> None:
    """Lines that are no players stand where they stood, and so do spellings, whole lines or not."""
    places = sorted(data.draw(st.lists(st.integers(0, len(players)), max_size=4)))
    about = replace(about, strays=tuple((place, b"no player\n") for place in places))
    frame = frame_of(players)

    assert by_frame(frame, about, built_kernel()) == by_frame(frame, about, None)


@pytest.mark.parametrize("raw", [made_lists.combined_text(3000), made_lists.combined_xml(3000)])
def test_usual_lines_are_the_kernels(raw: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of a list as FIDE writes it, also where a piece ends within."""
    monkeypatch.setattr(writing, "SLICE", 700)
    source = opened("standard.txt", io.BytesIO(raw), Findings())
    assert source is not None
    rating_list = read_list(source, Findings())
    assert rating_list is not None
    kernel = Watched(built_kernel())

    assert by_frame(rating_list.frame, rating_list.about, kernel) == (raw, {})
    assert (kernel.given, kernel.left_out) == (3000, rating_list.counts()["own_spelling"])


@pytest.mark.parametrize("form", ["txt", "xml"])
@pytest.mark.parametrize(
    ("column", "value", "left_out"),
    [
        ("name", "Gård, Ævar", 0),
        ("name", "漢字" * 15, 0),
        ("name", "\uffff", 1),
        ("name", "tab\tin it", 1),
        ("federation", "x" * 2000, 1),
        ("name", None, 1),
        ("fide_id", -1, 1),
        ("fide_id", -(2**63), 1),
        ("fide_id", None, 0),
        ("standard_rating", 65535, 0),
        ("birth_year", None, 0),
    ],
)
def test_values_at_the_edges(form: str, column: str, value: object, left_out: int) -> None:
    """What no list should have is written as without the kernel; the rest of the list is still the kernel's."""
    frame = frame_of([(player, None) for player in _some_players()])
    frame = frame.with_columns(
        pl.when(pl.int_range(pl.len()) == 1).then(pl.lit(value, dtype=SCHEMA[column])).otherwise(column).alias(column)
    )
    about = new_list(ABOUT, form, LAYOUTS["combined"], "standard")
    kernel = Watched(built_kernel())

    assert by_frame(frame, about, kernel)[0] == by_frame(frame, about, None)[0]
    assert (kernel.given, kernel.left_out) == (3, left_out)


@pytest.mark.parametrize("kind", [pl.Int8, pl.UInt8, pl.Int32, pl.UInt32, pl.Int64])
def test_numbers_of_other_kinds(kind: type[pl.DataType]) -> None:
    """A frame that did not come from a list may have numbers of any size: the same bytes."""
    frame = frame_of([(player, None) for player in _some_players()])
    few = frame.with_columns(pl.lit(7, dtype=kind).alias(name) for name in frame.columns if name.endswith("_k"))
    about = new_list(ABOUT, "txt", LAYOUTS["combined"], "standard")

    assert by_frame(few, about, built_kernel()) == by_frame(few, about, None)


def _some_players() -> list[Listed]:
    source = opened("standard.txt", io.BytesIO(made_lists.combined_text(3)), Findings())
    assert source is not None
    rating_list = read_list(source, Findings())
    assert rating_list is not None
    return players_of(rating_list.frame)


@pytest.mark.parametrize(
    "change",
    [
        {"width": 0},
        {"edge": 99},
        {"width": 20_000},
        {"before": " " * 20_000},
        {"empty": "?&"},
        {"before": "é"},
        {"tag": "é"},
        {"empty": "ä"},
    ],
)
def test_strange_dialects_have_no_program(change: dict[str, Any]) -> None:
    """A column without room or too wide, or a text that needs another encoding: such lists are written by the frame."""
    for form in ("txt", "xml"):
        dialect = new_list(ABOUT, form, LAYOUTS["combined"], "standard").dialect
        assert isinstance(dialect, TextDialect | XmlDialect)
        first, *others = dialect.columns
        strange = replace(dialect, columns=(replace(first, **change), *others))

        assert program_of(dialect) is not None
        assert program_of(replace(dialect, columns=dialect.columns * 10)) is None
        assert (program_of(strange) is None) == (form == "txt" or not {"width", "edge"} & set(change))
