"""The layouts since 2001, found by the names in the header, or by the lines where there is no header."""

from __future__ import annotations

import io
from datetime import date

import made_lists
import pytest
from hypothesis import given
from list_strategies import PLAYERS, written

from arpad.formats.lists.layouts import LAYOUTS, layout_of_header
from arpad.formats.lists.problems import Findings
from arpad.formats.lists.text import TextReader
from arpad.formats.lists.writer import new_list
from arpad.model.period import KINDS
from arpad.model.rating_list import KindRating, Listed, RatingList

WIDTHS = {"single": 136, "combined": 162, "combined-legacy": 158, "single-2012": 132, "single-2005": 74}
SOMEBODY = [
    Listed(
        5_000_000 + number,
        f"Nobody{'x' * (number % 7)}, N",
        "AAX",
        "F" if number % 3 else "M",
        title="WIM" if number % 5 == 0 else "",
        standard=KindRating(1500 + number, number % 12, 20),
        birth_year=1960 + number,
        flag="w" if number % 3 else "",
    )
    for number in range(30)
]


def read(raw: bytes, kind: str | None = "standard") -> tuple[TextReader, list[Listed], Findings]:
    """Read bytes."""
    findings = Findings()
    reader = TextReader(io.BytesIO(raw), findings, kind=kind)
    return reader, [line.listed for line in reader if line.listed is not None], findings


@pytest.mark.parametrize(("name", "width"), WIDTHS.items())
def test_width(name: str, width: int) -> None:
    """The widths that FIDE's files have."""
    assert LAYOUTS[name].width == width


def test_headers_as_fide_writes_them() -> None:
    """Headers of files of FIDE, and the layout that each tells."""
    headers = {
        made_lists.COMBINED_HEADER: "combined",
        made_lists.COMBINED_HEADER.replace("FOA ", ""): "combined-legacy",
        made_lists.SINGLE_HEADER.format(month="SEP25"): "single",
        made_lists.SINGLE_HEADER.format(month="SEP13").replace("FOA ", ""): "single-2012",
        "ID number Name                              TitlFed  Mar11 GamesBorn  Flag": "single-2005",
        "ID_NUMBER NAME                             TITLE COUNTRY JAN01 GAMES FLAG": "single-2001",
    }
    for header, name in headers.items():
        layout = layout_of_header(header)
        assert layout is not None
        assert layout.name == name
        month = {"SEP25": date(2025, 9, 1), "SEP13": date(2013, 9, 1), "Mar11": date(2011, 3, 1)}
        on = next((day for text, day in month.items() if text in header), date(2001, 1, 1))
        assert layout.header(on) == header


@pytest.mark.parametrize("name", LAYOUTS)
@pytest.mark.parametrize("with_header", [True, False])
def test_every_layout_is_read(name: str, with_header: bool) -> None:
    """What a layout carries is read again, with its header and without."""
    about = new_list(RatingList("csv", "", ("standard",), date(2005, 7, 1)), "txt", LAYOUTS[name], "standard")
    raw = written(about, SOMEBODY)
    reader, players, findings = read(raw if with_header else raw.partition(b"\r\n")[2])

    assert reader.about is not None
    assert [player.fide_id for player in players] == [listed.fide_id for listed in SOMEBODY]
    assert [player.standard.rating for player in players] == [listed.standard.rating for listed in SOMEBODY]
    assert [player.name for player in players] == [listed.name for listed in SOMEBODY]
    assert [player.title for player in players] == [listed.title for listed in SOMEBODY]
    assert [player.flag for player in players] == [listed.flag for listed in SOMEBODY]
    assert not findings.has_errors
    if with_header:
        assert reader.about.list_date == date(2005, 7, 1) or LAYOUTS[name].is_combined
    else:
        assert findings.counts["header_missing"] == 1


def test_header_that_does_not_stand_above_its_columns() -> None:
    """The lines tell, where the header misleads; the blank line under the header of 2001 is kept."""
    rows = [f" {1700000 + n}  {'Nobody, N' + 'x' * n:33}m     AAX     {2300 + n}   {n:>2}   i   " for n in range(10)]
    header = "ID_NUMBER   NAME                        TITLE   COUNTRYJAN01        FLAG"
    reader, players, findings = read("\r\n".join([header, "  ", *rows, ""]).encode())

    assert findings.counts["header_misleading"] == 1
    assert reader.layout is not None
    assert reader.layout.name == "single-2001"
    assert [player.standard.rating for player in players] == [2300 + n for n in range(10)]
    assert {player.title for player in players} == {"IM"}
    assert {player.flag for player in players} == {"i"}


def test_columns_from_an_unknown_header() -> None:
    """A header with names that are known, in places of its own, is a layout too."""
    header = "ID Number   Name                    Fed  Rating Club   Flag"
    rows = [f"{100 + n:<12}{'Nobody, N':<24}AAX  {1500 + n:<7}{'Rooks':<7}{'wi':<4}" for n in range(5)]
    reader, players, findings = read("\n".join([header, *rows]).encode())

    assert reader.about is not None
    assert reader.about.layout == "derived"
    assert next((player.fide_id, player.standard.rating, player.flag) for player in players) == (100, 1500, "wi")
    assert findings.counts == {"column_unknown": 1}


def test_titles_that_overflow_are_repaired_and_reported() -> None:
    """Titles too long for their column move everything after them; it is moved back."""
    raw = made_lists.combined_text(200).split(b"\r\n")
    columns = next(iter(made_lists.world(1)))[1] | {"o_title": "LSI,FI,SI,SLI,NA"}
    for place, online in ((50, ""), (60, "AFM")):
        raw[place] = made_lists.combined_line(77, columns | {"foa": online}).encode()
        assert len(raw[place]) == 163
    _, players, findings = read(b"\r\n".join(raw), kind=None)
    overflowing = [player for player in players if player.fide_id == 77]

    assert findings.counts == {"overflow_repaired": 2}
    assert findings.problems[0].line == 51
    assert [player.foa_title for player in overflowing] == ["", "AFM"]
    assert {player.other_titles for player in overflowing} == {("LSI", "FI", "SI", "SLI", "NA")}
    assert {player.standard.rating for player in overflowing} == {int(columns["s_rating"]) or None}
    assert {player.flag for player in overflowing} == {columns["flag"]}


def test_blank_or_nought() -> None:
    """Unrated players and unknown years are the same, whether a file writes 0, 0000 or nothing."""
    raw = made_lists.combined_text(300)
    blank = raw.replace(b" 0     0   0  ", b"               "[:14]).replace(b" 0     ", b"       ")
    _, with_nought, _ = read(raw, kind=None)
    reader, with_blank, _ = read(blank, kind=None)

    assert len(blank) == len(raw)
    assert reader.about is not None
    assert [player.standard.rating for player in with_blank] == [player.standard.rating for player in with_nought]
    assert all(player.standard.games is None for player in with_nought if player.standard.rating is None)


@given(PLAYERS)
def test_single_lists_have_one_kind(player: Listed) -> None:
    """The rating of a single list is of the kind that its name or the caller says."""
    for kind in KINDS:
        about = new_list(RatingList("csv", "", (kind,), date(2025, 9, 1)), "txt", LAYOUTS["single"], kind)
        _, read_again, _ = read(written(about, [player]), kind=kind)
        assert getattr(read_again[0], kind).rating == getattr(player, kind).rating
        assert all(getattr(read_again[0], other).rating is None for other in KINDS if other != kind)
