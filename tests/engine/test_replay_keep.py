"""What a replay keeps: lists in files of their own, the others as what changed; it goes on, and nothing is lost."""

from __future__ import annotations

import json
import shutil
from datetime import date
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.book.about import About
from arpad.book.change import changed
from arpad.book.folder import Book
from arpad.book.list_hash import HashOfLists, list_hash
from arpad.book.schema import LIST, PLAYERS
from arpad.book.tables import fitted
from arpad.engine.period.close_list import close
from arpad.engine.replay import keep as of_keep
from arpad.engine.replay import replay as of_replay
from arpad.engine.replay.changes import changed_by, changes_since
from arpad.engine.replay.keep import ALL, KEEPS, LAST, YEARLY, Space, in_words, is_all_lines, kept_whole, space_for
from arpad.engine.replay.replay import Replayed, replay
from arpad.engine.wording import WORDS
from arpad.lab.world.world import world
from arpad.model.problems import RefusedError
from arpad.regulations.durations import shifted_months

if TYPE_CHECKING:
    from arpad.book.view import BookView
    from arpad.engine.period.close_list import Closed
    from arpad.lab.world.world import World

FIRST, END = date(2026, 11, 1), date(2027, 2, 1)
MONTHS = [shifted_months(FIRST, number) for number in range(4)]


@cache
def drawn() -> World:
    """The made-up world of these tests, drawn when the first of them asks for it."""
    return world(1200, 4, 17)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Book:
    """The made-up world; no test changes it."""
    book = Book.create(tmp_path_factory.mktemp("keep") / "book", About())
    book.apply(changed(book, drawn().tables, drawn().lists))
    return book


@pytest.fixture(scope="module")
def whole(book: Book, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a replay that keeps all its lists."""
    out = tmp_path_factory.mktemp("whole") / "out"
    run(book, out, ALL)
    return out


def run(book: Book, out: Path, keep: str, last: date = END) -> list[Replayed]:
    """Run a replay to its end."""
    return list(replay(book, FIRST, last, None, out, keep=keep))


def files(out: Path) -> dict[str, bytes]:
    """Give everything in the folder of a replay that is not hidden."""
    places = (place for place in sorted(out.rglob("*.*")) if place.is_file() and not place.name.startswith("."))
    return {place.relative_to(out).as_posix(): place.read_bytes() for place in places}


@pytest.mark.parametrize(("keep", "own"), [(ALL, MONTHS), (YEARLY, [MONTHS[1], MONTHS[3]]), (LAST, [MONTHS[3]])])
def test_the_same_lists_whatever_is_kept(book: Book, whole: Path, tmp_path: Path, keep: str, own: list[date]) -> None:
    """Hashes of every list, files of those that were asked for with the same bytes, and every list can be had."""
    out = tmp_path / "out"
    lists = run(book, out, keep)

    assert [list_.list_date for list_ in lists if list_.place is not None] == own
    assert sorted(place.stem for place in out.glob("lists/*")) == [f"{day:%Y-%m}" for day in own]
    assert sorted(place.stem for place in out.glob("changes/*")) == [f"{day:%Y-%m}" for day in MONTHS if day not in own]
    for name in ("hashes.txt", *(f"lists/{day:%Y-%m}.parquet" for day in own)):
        assert files(out)[name] == files(whole)[name]
    for list_ in reversed(lists):
        assert list_.frame().equals(pl.read_parquet(whole / "lists" / f"{list_.list_date:%Y-%m}.parquet"))


@pytest.mark.parametrize("keep", [YEARLY, LAST])
def test_goes_on_after_any_month(book: Book, tmp_path: Path, keep: str) -> None:
    """Stopped after any month and run again, everything has the same bytes as if it had never been stopped."""
    run(book, tmp_path / "unstopped", keep)
    for months in (1, 2, 3):
        out = tmp_path / f"stopped-{months}"
        begun = replay(book, FIRST, END, None, out, keep=keep)
        for _ in range(months):
            next(begun)
        begun.close()
        rest = run(book, out, keep)

        assert [list_.is_new for list_ in rest] == [number >= months for number in range(4)]
        assert files(out) == files(tmp_path / "unstopped")


def test_a_folder_that_was_only_begun_is_taken(book: Book, tmp_path: Path) -> None:
    """A loss of power may leave the folders without any file in them."""
    for name in ("lists", "changes"):
        (tmp_path / "out" / name).mkdir(parents=True)
    (tmp_path / "out" / "changes" / ".2026-11.unfinished.parquet").write_bytes(b"")

    assert len(run(book, tmp_path / "out", LAST, MONTHS[0])) == 1


@pytest.mark.parametrize("keep", KEEPS)
def test_a_month_that_is_refused_leaves_all_before_it(
    book: Book, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, keep: str
) -> None:
    """A list is packed while the next one is made; where that one cannot be made, the list is there nevertheless."""

    def refuses_the_third(view: BookView, month: date, **options: object) -> Closed:
        if month == MONTHS[2]:
            raise RefusedError.of(WORDS, "no_list", day=month)
        return close(view, month, **options)  # type: ignore[arg-type]

    out = tmp_path / "out"
    monkeypatch.setattr(of_replay, "close", refuses_the_third)
    with pytest.raises(RefusedError, match="No list"):
        run(book, out, keep)
    monkeypatch.undo()
    rest = run(book, out, keep)
    run(book, tmp_path / "unstopped", keep)

    assert [list_.is_new for list_ in rest] == [False, False, True, True]
    assert files(out) == files(tmp_path / "unstopped")


def test_every_list_is_on_the_disk_when_it_is_given(book: Book, tmp_path: Path) -> None:
    """Whoever gets a list can read it, and its hash stands in the file of hashes."""
    for number, list_ in enumerate(replay(book, FIRST, END, None, tmp_path / "out", keep=LAST), 1):
        hashes = (tmp_path / "out" / "hashes.txt").read_text(encoding="utf-8").splitlines()

        assert len(hashes) == number
        assert hashes[-1].startswith(list_hash(list_.frame(), book.table("players")))


@pytest.mark.parametrize("then", KEEPS)
@pytest.mark.parametrize("begun", KEEPS)
def test_another_wish_later(book: Book, tmp_path: Path, begun: str, then: str) -> None:
    """More files are written from the changes, and those no longer asked for become changes; nothing is made anew."""
    out = tmp_path / "out"
    run(book, out, begun)
    again = run(book, out, then)
    run(book, tmp_path / "fresh", then)

    assert [list_.is_new for list_ in again] == [False] * 4
    assert files(out) == files(tmp_path / "fresh")


@pytest.mark.parametrize("keep", [YEARLY, LAST])
def test_a_later_end(book: Book, tmp_path: Path, keep: str) -> None:
    """What was the last list of all is that no longer when more are made."""
    out = tmp_path / "out"
    run(book, out, keep, MONTHS[2])
    assert (out / "lists" / f"{MONTHS[2]:%Y-%m}.parquet").is_file()
    run(book, out, keep)
    run(book, tmp_path / "at-once", keep)

    assert files(out) == files(tmp_path / "at-once")


def test_an_earlier_end_asks_for_lists_that_are_there(book: Book, tmp_path: Path) -> None:
    """A list in the middle is given although it has no file."""
    run(book, tmp_path / "out", LAST)
    asked = run(book, tmp_path / "out", LAST, MONTHS[1])

    assert [list_.place for list_ in asked] == [None, None]
    assert list_hash(asked[-1].frame(), book.table("players")) == asked[-1].facts["sha256"]


def test_changes_that_are_gone_or_changed_are_named(book: Book, tmp_path: Path) -> None:
    """It is not gone on from changes that nobody of us wrote."""
    out = tmp_path / "out"
    run(book, out, LAST)
    (out / "changes" / "2026-11.parquet").unlink()
    (out / "changes" / "2026-12.parquet").write_bytes(b"x")
    with pytest.raises(RefusedError) as refused:
        run(book, out, LAST)

    assert [problem.message.partition(".parquet of out ")[2][:14] for problem in refused.value.problems] == [
        "is missing. Pu", "is not the fil",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "changes", [[], {"2026-12-01": "2026-12-01"}, {"2026-12-01": "2027-01-01"}, {"1999-01-01": None}, {"2026-12-01": 7}]
)
def test_an_account_that_leads_in_a_circle_is_damaged(book: Book, tmp_path: Path, changes: object) -> None:
    """Changes since the list itself, since a later one, of no list: a sentence, and no endless search."""
    out = tmp_path / "out"
    run(book, out, LAST)
    about = json.loads((out / "replay.json").read_text(encoding="utf-8"))
    (out / "replay.json").write_text(json.dumps(about | {"changes": changes}), encoding="utf-8")
    with pytest.raises(RefusedError, match=r"replay\.json in out is damaged"):
        run(book, out, LAST)


def test_a_replay_of_form_3_goes_on(book: Book, whole: Path, tmp_path: Path) -> None:
    """Replays from before have a file for every list, and are continued and thinned out like any other."""
    out = tmp_path / "out"
    shutil.copytree(whole, out)
    about = json.loads((out / "replay.json").read_text(encoding="utf-8"))
    del about["changes"]
    (out / "replay.json").write_text(json.dumps(about | {"format": 3}), encoding="utf-8")

    assert [list_.is_new for list_ in run(book, out, YEARLY)] == [False] * 4
    run(book, tmp_path / "fresh", YEARLY)
    assert files(out) == files(tmp_path / "fresh")


def test_too_little_room_is_said_before_anything_is_written(
    book: Book, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With less room on the disk than the lists need nothing is begun; fewer files need less."""
    needed: dict[str, int] = {}
    for keep in KEEPS:
        spaces: list[Space] = []
        begun = replay(book, FIRST, END, None, tmp_path / keep, keep=keep, say_space=spaces.append)
        next(begun)
        begun.close()
        needed[keep] = spaces[0].needed
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(of_keep.shutil, "disk_usage", lambda _: usage._replace(free=needed[YEARLY]))
    with pytest.raises(RefusedError, match=r"writes up to .* are free there\. Keep fewer lists"):
        run(book, tmp_path / "out", ALL)

    assert not (tmp_path / "out").exists()
    assert len(run(book, tmp_path / "out", YEARLY)) == 4
    assert needed[ALL] > needed[YEARLY] > needed[LAST]


@pytest.mark.parametrize("keep", KEEPS)
def test_the_room_that_is_asked_for_is_enough_and_not_far_too_much(book: Book, tmp_path: Path, keep: str) -> None:
    """What stands on the disk in the end is less than what was asked for; nothing is asked for what is there."""
    spaces: list[Space] = []
    for _ in range(2):
        list(replay(book, FIRST, END, None, tmp_path / "out", keep=keep, say_space=spaces.append))
    used = sum(len(content) for content in files(tmp_path / "out").values())

    assert used <= spaces[0].needed <= 1_000_000
    assert spaces[1].needed == 0


def test_room_for_ten_years_of_the_world() -> None:
    """At FIDE's size ten years take less than twenty gigabytes, whatever is kept."""
    for own, least in ((120, 4e9), (11, 1e9), (1, 1e9)):
        space = space_for(Path(), own, 120 - own, 1_900_000, 200_000)
        assert least < space.needed < 20e9


def test_which_lists_are_kept() -> None:
    """The last of each year and the last of all; of lists kept as changes each twelfth has all its lines."""
    days = [shifted_months(date(2025, 11, 1), number) for number in range(16)]

    assert kept_whole(ALL, days) == frozenset(days)
    assert sorted(kept_whole(YEARLY, days)) == [date(2025, 12, 1), date(2026, 12, 1), date(2027, 2, 1)]
    assert kept_whole(LAST, days[::-1]) == {date(2027, 2, 1)}
    assert kept_whole(LAST, []) == kept_whole(YEARLY, []) == frozenset()
    assert [number for number in range(30) if is_all_lines(number)] == [0, 12, 24]
    assert in_words(1) == "1 kB"


NUMBER = 7
lines = st.lists(
    st.tuples(st.none() | st.integers(1400, 1403), st.integers(0, 1), st.sampled_from(["", "w", "i"])),
    min_size=NUMBER, max_size=NUMBER,
)  # fmt: skip


def list_of(rows: list[tuple[int | None, int, str]]) -> pl.DataFrame:
    """Make a list of a few players."""
    frame = pl.DataFrame(
        {
            "fide_id": [100_000 + 7 * number for number in range(len(rows))],
            "standard_rating": [row[0] for row in rows],
            "rapid_games": [row[1] for row in rows],
            "blitz_last": [date(2026, 1, 1 + row[1]) if row[0] else None for row in rows],
            "flag": [row[2] for row in rows],
        },
        schema_overrides={"standard_rating": pl.Int32, "blitz_last": pl.Date},
    )
    return fitted(frame, LIST)


@given(st.lists(lines, min_size=1, max_size=5))
def test_changes_give_the_list_again(rows: list[list[tuple[int | None, int, str]]]) -> None:
    """A list and what changed since, list after list, are the last list; the first stays as it was."""
    frames = [list_of(each) for each in rows]
    changes = [changes_since(before, now) for before, now in pairwise(frames)]
    first = frames[0].clone()

    assert changed_by(frames[0], [each for each in changes if each is not None]).equals(frames[-1])
    assert frames[0].equals(first)
    assert frames[0].equals(list_of(rows[0]))
    for (before, now), between in zip(pairwise(rows), changes, strict=True):
        assert between is not None
        assert between.height == sum(old != new for old, new in zip(before, now, strict=True))


def test_lists_of_other_players_have_no_changes() -> None:
    """Then all lines are kept."""
    rows = [(1400, 0, "")] * 3

    assert changes_since(list_of(rows[:2]), list_of(rows)) is None


@given(lines, st.sampled_from([1, 2]), st.booleans())
def test_hashes_of_many_lists_are_those_of_each(
    rows: list[tuple[int | None, int, str]], version: int, lacks_somebody: bool
) -> None:
    """The names are hashed once for all lists, and the hash of every list is the same as by itself."""
    frame = list_of(rows)
    players = pl.DataFrame(
        {
            "fide_id": frame["fide_id"].reverse(),
            "name": [f"Nobody, N{number}" for number in range(NUMBER)],
            "birth_year": [None, *range(1990, 1989 + NUMBER)],
        }
    )
    players = fitted(players.head(-1) if lacks_somebody else players, PLAYERS)
    hashes = HashOfLists(players, version)

    for each in (frame, frame.reverse(), frame.head(3)):
        assert hashes.of(each) == list_hash(each, players, version)
