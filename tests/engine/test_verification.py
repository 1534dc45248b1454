"""A list verified in shares, and on all cores: what differs is what the reference, asked for everybody, says."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from operator import itemgetter
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any
from unittest import mock

import polars as pl
import pytest
from drawn_books import BOOKS, LISTS, drawn
from hypothesis import given, settings
from hypothesis import strategies as st
from processes import ENVIRONMENT
from running import answer, arpad
from small_books import rows_of

import arpad as package
from arpad.book.about import About
from arpad.book.change import changed
from arpad.book.folder import Book
from arpad.book.memory import MemoryBook
from arpad.book.schema import FLAGS, LIST
from arpad.book.view import Period, list_name, seen_by
from arpad.engine.compare import line_comparison, verifying_processes
from arpad.engine.compare.line_comparison import FIELDS, Share, ShareComparison
from arpad.engine.compare.verification import verify
from arpad.engine.compare.verifying_processes import compared_by_processes, processes_for, verifying_task
from arpad.engine.period.close_list import has_list
from arpad.engine.reference.inputs import noted_players
from arpad.engine.reference.lines import Reference
from arpad.lab.world.world import world
from arpad.model.cores import cores
from arpad.model.period import KINDS
from arpad.model.problems import RefusedError
from arpad.regulations.rulebook import Rulebook

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from made_books import MadeBook

    from arpad.engine.compare.line_comparison import LineDifference
    from arpad.engine.compare.verification import Verified
    from arpad.engine.period.withdrawals import Rerated

VERSION = package.__version__
EMPTY = (None, 0, None, 0, None, None)
NOVEMBER = date(2026, 11, 1)
STRANGERS = range(1, 8)
"""Players of whom nothing is noted: the list says no more of them than of somebody unknown."""


def with_some_list(book: MadeBook, chance: Random) -> MemoryBook:
    """Give a book with a list of the month that is the last one but for a few players, and with strangers."""
    newest = book.lists[max(book.lists)]
    shown = newest.sample(fraction=0.9, shuffle=True, seed=chance.randint(0, 10**6))
    strangers = rows_of(LIST, [{"fide_id": number, "flag": chance.choice(FLAGS)} for number in STRANGERS])
    people = book.tables["players"]
    more = people.head(len(STRANGERS) - 1).with_columns(fide_id=pl.int_range(1, pl.len() + 1))
    tables = {**book.tables, "players": pl.concat([people, more])}
    lists = {**book.lists, book.list_date: pl.concat([shown, strangers])}
    return MemoryBook(tables, lists, Rulebook(edition=book.name))


def compared_in_shares(view: MemoryBook, list_date: date, count: int) -> tuple[int, list[LineDifference]]:
    """Compare a list in shares; give the number of lines, and the differences in the order of the list."""
    shares = [
        ShareComparison(view, list_date, VERSION, Share(number, count), noted).result() for number in range(count)
    ]
    different = sorted((each for share in shares for each in share.different), key=itemgetter(0, 1, 2))
    return sum(share.compared for share in shares), [difference for *_, difference in different]


def noted(_: int) -> None:
    """Nobody waits."""


@contextmanager
def taken_once() -> Iterator[Callable[[Period], Rerated]]:
    """Take what comes from the closing, and of whom anything is noted, once for all shares of a list.

    Each process takes them for itself, and both are functions of the book. Given is the first of the two.
    """
    functions = {name: once_for_each_kind(name) for name in ("rerated_bases", "noted_players")}
    with mock.patch.multiple(line_comparison, **functions):
        yield functions["rerated_bases"]


def once_for_each_kind(name: str) -> Callable[..., Any]:
    """Give a function of `line_comparison` that is asked once for each kind of chess."""
    function, answers = getattr(line_comparison, name), {}

    def kept(period: Period, *more: Any) -> Any:  # noqa: ANN401 - as it is given
        if period.kind not in answers:
            answers[period.kind] = function(period, *more)
        return answers[period.kind]

    return kept


def compared_by_the_long_way(
    view: MemoryBook, list_date: date, rerated: Callable[[Period], Rerated]
) -> tuple[int, set[tuple[str, int, str, Any, Any]]]:
    """Ask the reference for everybody's line, the long way, player by player; and strangers are all alike."""
    frame = view.table(list_name(list_date))
    women = {row["fide_id"] for row in view.table("players").iter_rows(named=True) if row["sex"] == "F"}
    compared, different = 0, set()
    for kind in KINDS:
        listed = {player: (*line, None) if kind != "standard" else line for player, line in lines_of(frame, kind)}
        flag = "" if kind == "standard" else None
        if has_list(view, kind, list_date):
            period = Period(view, kind, list_date)
            reference = Reference(period, rerated=rerated(period))
            expected = {player: tuple(reference.expected(player)) for player in {*listed, *reference.players()}}
            compared += len(expected)
            strangers_are_alike(reference, period, rerated(period))
        else:
            expected = {player: (*EMPTY, "w" if flag == "" and player in women else flag) for player in listed}
        for player, line in expected.items():
            own = listed.get(player, (*EMPTY, None))
            different |= {
                (kind, player, field, *both)
                for field, *both in zip(FIELDS, own, line, strict=True)
                if both[0] != both[1]
            }
    return compared, different


def strangers_are_alike(reference: Reference, period: Period, rerated: Rerated) -> None:
    """A player of whom nothing is noted has the line of every such player of that sex."""
    lines = {player: reference.expected(player) for player in STRANGERS}
    of_sex = {reference.person(player).is_woman: line for player, line in lines.items()}

    assert not set(lines) & set(noted_players(period, rerated).to_list())
    assert all(line == of_sex[reference.person(player).is_woman] for player, line in lines.items())


def lines_of(frame: pl.DataFrame, kind: str) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """Give everybody's cells of a kind of chess, with the flag where it belongs."""
    columns = [f"{kind}_{field}" for field in FIELDS[:-1]] + (["flag"] if kind == "standard" else [])
    for row in frame.iter_rows(named=True):
        yield row["fide_id"], tuple(row[column] for column in columns)


@pytest.mark.parametrize(("kind", "list_date", "name"), LISTS)
@settings(max_examples=max(5, BOOKS // 3))
@given(seed=st.integers(0, 10**9))
def test_in_any_number_of_shares_the_same_differs(kind: str, list_date: date, name: str | None, seed: int) -> None:
    """Every line of all kinds of chess, the long way, in one share, and in two or three; also of players not listed."""
    chance = Random(seed)  # noqa: S311 - made-up books, no secrets
    view = with_some_list(drawn(seed, kind, list_date, name), chance)
    with taken_once() as rerated:
        try:
            compared, different = compared_by_the_long_way(view, list_date, rerated)
        except RefusedError:
            with pytest.raises(RefusedError):
                compared_in_shares(view, list_date, 1)
            return
        in_order, in_shares = (compared_in_shares(view, list_date, count) for count in (1, 2 + seed % 2))

    assert in_order[0] == compared
    assert {(line.kind, line.fide_id, line.field, line.listed, line.reference) for line in in_order[1]} == different
    assert in_shares == in_order


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A made-up book of which a month is closed, with a wrong rating on its list."""
    made_up = world(300, 1, 5)
    book = Book.create(tmp_path_factory.mktemp("whole") / "book", About("Verified", seed=5))
    book.apply(changed(book, made_up.tables, made_up.lists))
    answer("period", "close", str(book.folder), "2026-11", "--force", "--why", "a test")
    book = Book.open(book.folder)
    frame = book.table("lists/2026-11")
    wrong = pl.when(pl.col("standard_rating") > 2000).then(1999).otherwise("standard_rating").cast(pl.Int32)
    book.apply(changed(book, {}, {NOVEMBER: frame.with_columns(standard_rating=wrong, blitz_k=pl.lit(7, pl.Int32))}))
    return book.folder


@pytest.fixture
def on_two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    """Share every list between two processes, however short it is."""
    monkeypatch.setattr(verifying_processes, "PLAYERS_WORTH_PROCESSES", 1)
    monkeypatch.setattr(verifying_processes, "cores", lambda: 2)


class Waiting:
    """Somebody who waits, and is told how far it is."""

    def __init__(self) -> None:
        self.total, self.steps = 0, [0]

    def stage(self, what: str, total: int | None = None) -> None:
        """Note the lines there are."""
        assert what
        self.total = total or 0

    def reached(self, done: int) -> None:
        """Note the lines that are done."""
        self.steps.append(done)


def verified(folder: Path, edition: str | None = None) -> tuple[Verified, Waiting]:
    """Verify the list of November."""
    waiting, book = Waiting(), Book.open(folder)
    return verify(book, seen_by(book, edition), NOVEMBER, waiting), waiting


@pytest.mark.parametrize("edition", [None, "fide-2024-03"])
def test_two_processes_say_what_one_says(whole: Path, edition: str | None, request: pytest.FixtureRequest) -> None:
    """The same differences in the same order, by the law of the book and by another one; progress adds up."""
    alone, _ = verified(whole, edition)
    request.getfixturevalue("on_two_cores")
    shared, waiting = verified(whole, edition)

    assert len(alone.different) > 300
    assert shared == alone
    assert waiting.steps == sorted(waiting.steps)
    assert waiting.steps[-1] == waiting.total == 3 * 300


def test_a_law_in_a_file_is_read_once(whole: Path, tmp_path: Path) -> None:
    """Another process might read something else there, so there is none; the files of the book are its own."""
    own = tmp_path / "own.toml"
    own.write_text('id = "own"\nauthority = "own"\nkinds = ["standard"]\nderives = "fide-2024-03"\n', encoding="utf-8")
    book = Book.open(whole)

    assert processes_for(book, seen_by(book, str(own)), 10**9) == 1
    assert processes_for(book, seen_by(book, "fide-2024-03"), 10**9) == cores()
    assert processes_for(book, book, 10**9) == cores()
    assert processes_for(book, book, 10**4) == 1


@pytest.mark.usefixtures("on_two_cores")
def test_a_process_that_is_lost_is_told(whole: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For want of memory perhaps; no half of a result is shown."""
    collected = verifying_processes._collected  # noqa: SLF001 - the moment at which the processes work

    def without_one(*given: Any) -> Any:  # noqa: ANN401 - as it is given
        multiprocessing.active_children()[0].kill()
        return collected(*given)

    monkeypatch.setattr(verifying_processes, "_collected", without_one)
    code, out, err = arpad("period", "verify", str(whole), "2026-11")

    assert (code, out) == (2, "")
    assert "A process that verified a share of the list ended before its work was done" in err


@pytest.mark.usefixtures("on_two_cores")
def test_a_fault_of_a_process_is_a_fault_of_the_command(whole: Path, tmp_path: Path) -> None:
    """A table that is gone when a process asks for it: refused, with the sentence of that."""
    book = Book.open(whole)
    elsewhere = Path(shutil.copytree(whole, tmp_path / "book"))
    elsewhere.joinpath("games.parquet").unlink()
    task = replace(verifying_task(book, book, NOVEMBER, VERSION), folder=elsewhere)
    with pytest.raises(RefusedError, match="games"):
        compared_by_processes(task, 2, noted)


INTERRUPTED = """
import sys, time
from arpad.cli import start
from arpad.engine.compare import line_comparison, verifying_processes

line_comparison.ShareComparison.result = lambda *_: time.sleep(3600)
if __name__ == "__main__":
    verifying_processes.PLAYERS_WORTH_PROCESSES = 1
    verifying_processes.cores = lambda: 2
    received = verifying_processes._collected

    def collected(pipes, reached):
        print("started", flush=True)
        return received(pipes, reached)

    verifying_processes._collected = collected
    sys.argv[1:] = ["period", "verify", sys.argv[1], "2026-11"]
    sys.exit(start.run())
"""
"""The command on two cores, of which the processes would work for an hour."""


@pytest.mark.parametrize(
    ("number", "code", "moment"),
    [(signal.SIGINT, 130, 0), (signal.SIGINT, 130, 0.3), (signal.SIGINT, 130, 3), (signal.SIGTERM, 143, 1),
     (signal.SIGKILL, -signal.SIGKILL, 1)],
)  # fmt: skip
def test_processes_end_with_the_command(
    number: signal.Signals, code: int, moment: float, whole: Path, tmp_path: Path
) -> None:
    """Ctrl-C reaches all processes of a terminal; only the command says something, and no process is left."""
    script = tmp_path / "command.py"
    script.write_text(INTERRUPTED, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, str(script), str(whole)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT, start_new_session=True,
    ) as running:  # fmt: skip
        assert running.stdout is not None
        assert running.stdout.readline() == "started\n"
        time.sleep(moment)
        if number == signal.SIGINT:
            os.killpg(running.pid, number)
        else:
            running.send_signal(number)
        # The streams end when the last process that has them is gone.
        _, err = running.communicate(timeout=600)

    assert running.returncode == code
    assert err.count("\n") == (number != signal.SIGKILL)
