"""`arpad.read_list` reads a published list of any form, by rows or as a frame, and refuses what is none."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

import arpad
from arpad.library import lists

LIST = Path(__file__).parents[1] / "data" / "made-list.txt"


@pytest.mark.parametrize("size", [lists.BIG, 1], ids=["by rows", "as a frame"])
def test_a_list_is_read(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Players come one by one, by number and by name, the same in both ways of reading."""
    monkeypatch.setattr(lists, "BIG", size)
    found = arpad.read_list(LIST, list_date=date(2025, 12, 1))
    players = list(found)
    first = players[0]

    assert len(found) == len(players) > 3
    assert found.list_date == date(2025, 12, 1)
    assert found.get(first.fide_id) == first
    assert first in found.find(first.name)
    assert found.get(1) is None
    assert found.hash == arpad.read_list(str(LIST)).hash


def test_a_list_is_shown_in_a_line() -> None:
    """Name, kinds, day and number of players."""
    found = arpad.read_list(LIST, kind="standard", list_date=date(2025, 12, 1))

    assert repr(found) == f"<PublishedList made-list.txt: {len(found)} players>"
    assert str(found).startswith("made-list.txt: standard")
    assert f"list of 2025-12-01, {len(found)} players" in str(found)


def test_what_is_no_list_is_refused(tmp_path: Path) -> None:
    """With everything that was found about it."""
    place = tmp_path / "empty.txt"
    place.write_bytes(b"")

    with pytest.raises(arpad.RefusedError, match=r"^empty\.txt: "):
        arpad.read_list(place)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    """The sentence names the path."""
    with pytest.raises(arpad.ArpadError, match=r"nothing\.txt. cannot be opened.*Check the path"):
        arpad.read_list(tmp_path / "nothing.txt")


def test_a_kind_that_is_not_known() -> None:
    """The known ones are listed."""
    with pytest.raises(arpad.ArpadError, match="there are: standard, rapid, blitz"):
        arpad.read_list(LIST, kind="classical")
