"""Records beside their columns: how far they are moved is found, said, and made good."""

from __future__ import annotations

import pytest
from trf_building import HEADER, codes, messages, player, read

from arpad.model.period import Born

NAMES = ("Éva, Ödönné", "Őszi-Szűcs, Győző", "Zoë, Ana", "Ééé, Éééé", "Plain, Name")
FULL: dict[str, str] = {"points": "1.5", "rank": "1", "title": "IM"}
BARE = {"rating": "", "federation": "", "fide_id": "", "born": "", "points": "1.5"}


def padded_by_bytes(line: str) -> str:
    """The record as a program writes it that counts bytes: the name takes fewer columns than it should."""
    name = line[14:47].rstrip()
    return line[:14] + name + " " * (33 - len(name.encode())) + line[47:]


@pytest.mark.parametrize("fields", [FULL, BARE], ids=["full", "bare"])
@pytest.mark.parametrize("name", NAMES)
def test_padded_by_bytes(name: str, fields: dict[str, str]) -> None:
    """A file that was padded by bytes is read right, and it is said by how many columns it is moved."""
    extra = len(name.encode()) - len(name)
    lines = (player(1, "2w1 2b=", name=name, **fields), player(2, "1b0 1w="))
    report = read(*(padded_by_bytes(line) for line in lines))
    right = read(*lines)
    assert report.tournament == right.tournament
    sentences = messages(report, "misaligned")
    if not extra:
        assert sentences == []
    else:
        assert f"moved {extra} column{'s' if extra > 1 else ''} to the left" in sentences[0]
    assert "misaligned_unclear" not in codes(report)


@pytest.mark.parametrize("over", range(1, 9))
def test_names_that_overflow(over: int) -> None:
    """A name longer than its field pushes the rest to the right; nothing of it is lost."""
    name = "Longest, Name Of The Whole Event " + "X" * over
    report = read(player(1, "2w1", name=name), player(2, "1b0"))
    assert report.tournament.entries[0].name == name
    assert report.tournament.entries[0].fide_id == 99000001
    assert report.tournament.entries[0].rounds[0].opponent == 2
    assert f"moved {over} column" in messages(report, "misaligned")[0]


@pytest.mark.parametrize("move", [-3, -2, -1, 1, 2, 3])
def test_moved_rounds(move: int) -> None:
    """Only the rounds are moved."""
    line = player(1, "12w1 2b= 0-H", rank="1" if move > -3 else "")
    line = line[:89] + (line[89:][-move:] if move < 0 else " " * move + line[89:])
    others = (player(2, ". 1w="), player(12, "1b0"))
    report = read(line, *others)
    assert report.tournament.entries[0].rounds == read(player(1, "12w1 2b= 0-H"), *others).tournament.entries[0].rounds
    if move > -3:
        assert f"The rounds are moved {abs(move)} column" in messages(report, "misaligned")[0]


@pytest.mark.parametrize("move", [-2, -1, 1, 2, 5])
def test_moved_from_the_number_on(move: int) -> None:
    """The whole record is moved, so that the starting number is not in its columns."""
    line = player(17, "2w1", **FULL)
    moved = "001 " + (line[4 - move :] if move < 0 else " " * move + line[4:])
    report = read(moved, player(2, "17b0"))
    right = read(line, player(2, "17b0"))
    assert report.tournament == right.tournament
    side = "left" if move < 0 else "right"
    columns = f"{abs(move)} column{'s' if abs(move) > 1 else ''} to the {side}"
    assert messages(report, "misaligned") == [f"The record is moved {columns} from column 5 on; it was read there."]


def test_no_blank_before_the_number() -> None:
    """A number of four digits right after the code is still a player."""
    report = read(player(1234, "2w1").replace("001 ", "001"), player(2, "1234b0"))
    assert [entry.number for entry in report.tournament.entries] == [1234, 2]
    assert "misaligned" in codes(report)


def test_number_alone_is_moved() -> None:
    """Only the number stands one column too far."""
    line = player(1, "2w1")
    report = read(f"001     1{line[9:]}", player(2, "1b0"))
    assert report.tournament.entries[0] == read(line, player(2, "1b0")).tournament.entries[0]
    assert messages(report, "misaligned")


def test_names_that_begin_early_or_late() -> None:
    """Column 14 belongs to nobody; column 16 is no harm."""
    line = player(1)
    early = read(line[:13] + line[14:47] + " " + line[47:])
    assert early.tournament.entries[0].name == "Family1, Given"
    assert messages(early, "misaligned") == ["The name begins in column 14 instead of 15; it was read there."]
    late = read(player(1, name=" Family1, Given"))
    assert late.tournament.entries[0].name == "Family1, Given"
    assert "misaligned" not in codes(late)
    joined = read(line[:10] + "WGMX" + line[14:])
    assert "misaligned_unclear" in codes(joined)


def test_fields_told_apart_by_their_form() -> None:
    """Where no single move explains it, fields with a form of their own are still found."""
    line = "001    1 mGM  Family1, Given                    2851 FID 4100018363   1963/04/13 4.0    1     2 w 1"
    entry = read(line, player(2, "1b0")).tournament.entries[0]
    assert (entry.rating, entry.fide_id, entry.born, entry.points, entry.rank) == (
        2851,
        4100018363,
        Born(1963, 4, 13),
        400,
        1,
    )
    assert entry.rounds[0].opponent == 2


def test_tabs() -> None:
    """Tabs are read as blanks up to the next multiple of eight columns, and that is said."""
    line = player(1, "2w1", name="Given")
    tabbed = line[:24] + "\t" + line[24:].lstrip()
    assert tabbed.expandtabs(8) != line
    report = read(line.replace("Given                   ", "Given\t\t   "), player(2, "1b0"))
    assert "tabs" in codes(report)
    assert report.tournament.entries[0].rounds == read(line, player(2, "1b0")).tournament.entries[0].rounds


def test_blanks_before_the_record() -> None:
    """An indented record is read from where it begins."""
    report = read(*(f"  {line}" for line in (*HEADER[:4], player(1, "2w1"), player(2, "1b0"))))
    assert report.tournament.name == "Made-up Open"
    assert len(report.tournament.entries) == 2
    assert messages(report, "misaligned")[0] == "The record begins in column 3 instead of 1; it was read from there."


def test_a_single_round_beside_its_columns() -> None:
    """One round of many that is moved is not guessed at; what was read of it is said."""
    report = read(player(1, "2w1") + "    2 b = " + "     2 w 0", player(2, "1b0 1w= 1b1"))
    (sentence,) = messages(report, "misaligned_unclear")
    assert sentence.startswith("Round 2, '    2 b = ', does not stand in its columns; it was read as a game against 2,")
    assert "results_contradict" in codes(report)
