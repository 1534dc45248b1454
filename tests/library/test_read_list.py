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
    published = arpad.read_list(LIST, list_date=date(2025, 12, 1))
    players = list(published)
    first = players[0]

    assert len(published) == len(players) > 3
    assert published.list_date == date(2025, 12, 1)
    assert published.get(first.fide_id) == first
    assert first in published.find(first.name)
    assert published.get(1) is None
    assert published.hash == arpad.read_list(str(LIST)).hash


def test_a_list_is_shown_in_a_line() -> None:
    """Name, kinds, day and number of players."""
    published = arpad.read_list(LIST, kind="standard", list_date=date(2025, 12, 1))

    assert repr(published) == f"<PublishedList made-list.txt: {len(published)} players>"
    assert str(published).startswith("made-list.txt: standard")
    assert f"list of 2025-12-01, {len(published)} players" in str(published)


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
