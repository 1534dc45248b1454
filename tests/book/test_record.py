"""The record of a book: one bit in any file is seen; what changes through arpad is not damage."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from running import answer, arpad

from arpad.book.about import About
from arpad.book.change import Change, changed
from arpad.book.folder import Book
from arpad.book.law import kept_law
from arpad.book.log import entries
from arpad.book.record import Record, read_record
from arpad.book.record_checks import DAMAGE, record_problems
from arpad.book.schema import RECORD
from arpad.lab.world.world import world
from arpad.regulations.rulebook import Rulebook

if TYPE_CHECKING:
    from arpad.model.problems import FileProblem

DATA = Path(__file__).parents[1] / "data"
CLUB = """id = "club-2026"
derives = "fide-2025-10"
title = "Rating rules of a made-up club"
[provisions]
floor = { article = "Club rules 5", value = 1000 }
"""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book with an edition of its own, of which two months are closed."""
    place = tmp_path_factory.mktemp("closed")
    rules = place / "club.toml"
    rules.write_text(CLUB, encoding="utf-8")
    drawn = world(120, 2, 5)
    book = Book.create(place / "book", About("Recorded", seed=5))
    book.apply(Change({}, law=kept_law(book.about, Rulebook(edition=str(rules)))))
    book.apply(changed(book, drawn.tables, drawn.lists))
    for month in ("2026-11", "2026-12"):
        answer("period", "close", str(book.folder), month)
    return book.folder


@pytest.fixture
def folder(whole: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copytree(whole, tmp_path / "book"))


def every_file(folder: Path) -> list[str]:
    """Name all files of a book."""
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def flip(place: Path, bit: int) -> None:
    """Flip one bit of a file."""
    content = bytearray(place.read_bytes())
    content[bit // 8] ^= 1 << bit % 8
    place.write_bytes(content)


def damaged(folder: Path) -> list[str]:
    """Name the files of which the record says that they are not as written."""
    return [fault.facts["file"] for fault in record_problems(folder) if fault.code in DAMAGE]


def advised(fault: FileProblem, command: str) -> list[str]:
    """Give the words of a command that is advised, as they are to be typed."""
    return next(shlex.split(words)[1:] for words in re.findall("`([^`]*)`", fault.fix) if f"arpad {command} " in words)


def test_what_is_advised_about_damage_can_be_typed(folder: Path) -> None:
    """What was published with a list is made again; a table that was edited on purpose is accepted."""
    flip(folder / "published" / "2026-11" / "list.txt", 801)
    [fault] = record_problems(folder)

    assert arpad(*advised(fault, "period verify"))[0] == 0
    assert record_problems(folder) == []
    about = folder / "book.toml"
    about.write_text(about.read_text(encoding="utf-8") + "# looked at\n", encoding="utf-8")
    [fault] = record_problems(folder)
    assert arpad(*advised(fault, "book accept"), "--yes")[0] == 0
    assert record_problems(folder) == []


def test_one_bit_in_each_file_in_turn_is_seen(whole: Path, folder: Path) -> None:
    """The first, one in the middle and the last bit of every file: list, tables, publications, law, and the record."""
    files = every_file(whole)
    assert {"book.toml", RECORD, "editions/club.toml", "lists/2026-11.parquet", "pools/2026-10.parquet"} <= set(files)
    assert len(files) > 35
    for name in files:
        place = folder / name
        bits = 8 * place.stat().st_size
        for bit in (0, bits // 2, bits - 1):
            flip(place, bit)
            assert damaged(folder) == [name]
            flip(place, bit)
    assert damaged(folder) == []


@pytest.mark.parametrize("name", ["published/2026-11/list.xml", "lists/2026-11.parquet", "book.toml", RECORD])
def test_the_command_names_the_file_and_the_way_out(name: str, folder: Path) -> None:
    """`book check --deep` ends with 4; without it nothing is hashed."""
    flip(folder / name, 8 * (folder / name).stat().st_size - 4)
    code, out, _ = arpad("book", "check", str(folder), "--deep")

    assert code == 4
    assert f"{name} is " in out
    assert "arpad book restore" in out
    assert f'arpad book accept {folder} --why "..."' in out


def test_a_file_that_is_gone_is_missed(folder: Path) -> None:
    """A published file, and the record itself."""
    folder.joinpath("published/2026-11/list.txt").unlink()
    assert damaged(folder) == ["published/2026-11/list.txt"]
    folder.joinpath(RECORD).unlink()
    assert [fault.code for fault in record_problems(folder)] == ["record_missing"]


def test_a_sound_book_has_no_problems(folder: Path) -> None:
    """Nor does a book after changes through arpad: a report, a number, a law; each renews what is recorded."""
    assert arpad("book", "check", str(folder), "--deep")[0] == 0
    answer("book", "import", str(folder), str(DATA / "spring-open.trf"), "--unchecked")
    assert record_problems(folder) == []
    number = Book.open(folder).table("players")["fide_id"].min()
    answer("book", "renumber", str(folder), str(number), "99999999")
    assert record_problems(folder) == []


def test_what_a_closing_records(folder: Path) -> None:
    """The version, the editions with hashes, the files of an own rulebook, what it was made from and all it wrote."""
    record = read_record(folder)
    assert record is not None
    first, second = record.closings
    assert [closing["list"] for closing in record.closings] == ["2026-11-01", "2026-12-01"]
    assert first["editions"]["standard"] == "club-2026"
    assert set(first["sha256"]) == {"standard", "rapid", "blitz"}
    assert first["own"] == {"club.toml": record.files["editions/club.toml"]}
    assert {"players.parquet", "games.parquet", "lists/2026-10.parquet", "editions/club.toml"} <= set(first["from"])
    wrote = {"events.parquet", "pool.parquet", "lists/2026-11.parquet", "pools/2026-10.parquet", "log.parquet"}
    published = {name for name in every_file(folder) if name.startswith("published/2026-11/")}
    assert set(first["files"]) == wrote | published
    assert first["before"] != second["before"]


def test_a_chain_from_which_a_link_was_taken_is_no_record(folder: Path) -> None:
    """Whoever takes a closing out, and hashes the rest anew, is seen."""
    record = read_record(folder)
    assert record is not None
    folder.joinpath(RECORD).write_text(Record(record.files, record.closings[1:]).text(), encoding="utf-8")
    assert damaged(folder) == [RECORD]


def test_a_table_that_was_edited_is_remembered(folder: Path, tmp_path: Path) -> None:
    """A write of arpad does not make what an editor did unseen; accepting it does, and the log keeps why."""
    place = folder / "players.parquet"
    book = Book.open(folder)
    people = book.table("players")
    people.with_columns(federation=people["federation"].reverse()).write_parquet(place)
    answer("book", "import", str(folder), str(DATA / "spring-open.trf"), "--unchecked")
    assert [(fault.code, fault.facts["file"]) for fault in record_problems(folder)] == [
        ("file_edited", "players.parquet")
    ]

    code, shown, _ = arpad("book", "accept", str(folder), "--why", "A new computer.")
    _, done, _ = arpad("book", "accept", str(shutil.copytree(folder, tmp_path / "copy")), "--why", "x", "--yes")
    assert (code, "file_edited: players.parquet" in shown, "file_edited: players.parquet" in done) == (2, True, True)
    assert ("arpad book" in shown, "arpad book" in done) == (True, False)
    accepted = answer("book", "accept", str(folder), "--why", "A new computer.", "--yes")
    assert accepted["facts"]["files"] == ["players.parquet"]
    assert record_problems(folder) == []
    newest = entries(Book.open(folder))[-1]
    assert (newest.deed, newest.why, newest.facts["files"]) == ("accept", "A new computer.", ["players.parquet"])


def test_accepting_keeps_what_was_recorded_of_closings(folder: Path) -> None:
    """From what each list was made is still known afterwards."""
    before = read_record(folder)
    folder.joinpath("exemptions.csv").write_text("fide_id,since,until,reason\n", encoding="utf-8")
    answer("book", "accept", str(folder), "--why", "Asked for by the council.", "--yes")
    after = read_record(folder)

    assert before is not None
    assert after is not None
    assert after.closings == before.closings
    assert "exemptions.csv" in after.files


def test_a_damaged_record_is_made_anew_when_it_is_accepted(folder: Path) -> None:
    """Until then nothing is written; of the closings what stands beside the lists is taken."""
    flip(folder / RECORD, 400)
    code, out, _ = arpad("book", "import", str(folder), str(DATA / "spring-open.trf"), "--unchecked", "--json")
    assert (code, [problem["code"] for problem in json.loads(out)["problems"]]) == (4, ["record_damaged"])
    answer("book", "accept", str(folder), "--why", "The disk was mended.", "--yes")
    record = read_record(folder)

    assert record is not None
    assert [closing["list"] for closing in record.closings] == ["2026-11-01", "2026-12-01"]
    assert record_problems(folder) == []


def test_a_book_from_before_is_recorded_with_its_next_change(folder: Path) -> None:
    """A book without a record is no damaged one; whatever stands in it then is taken as it is."""
    for place in folder.glob("published/*/made.json"):
        how_it_was_made = json.loads(place.read_text(encoding="utf-8"))
        place.write_text(json.dumps({**how_it_was_made, "format": 2}), encoding="utf-8")
    folder.joinpath(RECORD).unlink()
    assert [fault.code for fault in record_problems(folder)] == ["no_record"]
    answer("book", "import", str(folder), str(DATA / "spring-open.trf"), "--unchecked")
    record = read_record(folder)

    assert record is not None
    assert sorted([*record.files, RECORD]) == every_file(folder)
    assert record_problems(folder) == []


def test_a_table_that_somebody_put_there_is_recorded_with_the_next_change(folder: Path) -> None:
    """It is no damage, and from then on it is watched like any other."""
    folder.joinpath("exemptions.csv").write_text("fide_id,since,until,reason\n", encoding="utf-8")
    assert [fault.code for fault in record_problems(folder)] == ["file_unrecorded"]
    answer("book", "import", str(folder), str(DATA / "spring-open.trf"), "--unchecked")
    flip(folder / "exemptions.csv", 3)
    assert damaged(folder) == ["exemptions.csv"]
