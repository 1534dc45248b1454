"""A command line in the folder of a small office of three people, with a book; tests copy the folder."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arpad.book.about import About
from arpad.book.change import Change, TableChange
from arpad.book.folder import Book
from arpad.book.view import list_name
from arpad.cli.main import run
from arpad.documents.schema import faults
from arpad.lab.world.world import world

if TYPE_CHECKING:
    import pytest

PASSWORDS = {"anna": "correct-horse-9", "bela": "battery-staple-9", "cili": "library-candle-9"}
MONTH = "2026-11"


class Desk:
    """A command line in the folder of an office."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self._monkeypatch, self._capsys = folder, monkeypatch, capsys
        monkeypatch.setenv("ARPAD_OFFICE", str(folder / "office"))
        monkeypatch.setattr("sys.stdin", io.StringIO())

    def says(self, *words: str, user: str = "", code: int = 0) -> str:
        """Run a command, as somebody, and give what it says."""
        self._monkeypatch.setenv("ARPAD_OFFICE_PASSWORD", PASSWORDS.get(user, ""))
        self._capsys.readouterr()
        outcome = run(["office", *words, *(["--as", user] if user else [])])
        shown = self._capsys.readouterr()
        assert outcome == code, shown
        return shown.out if code == 0 else shown.err or shown.out

    def read(self) -> str:
        """Give what was printed since somebody last read it."""
        return str(self._capsys.readouterr().out)

    def data(self, schema: str, *words: str, user: str = "", code: int = 0) -> Any:  # noqa: ANN401 - as the schema says
        """Run a command and give its JSON, which fits its schema."""
        document = json.loads(self.says(*words, "--json", user=user, code=code))
        assert faults(document, schema) == []
        return document


def book_at(folder: Path, about: About | None = None) -> Path:
    """Write a made-up world as a book."""
    drawn = world(120, 1, 5)
    book = Book.create(folder, about or About(title="A small world", seed=5))
    tables = {name: TableChange(None, frame) for name, frame in drawn.tables.items()}
    lists = {list_name(day): TableChange(None, frame) for day, frame in drawn.lists.items()}
    book.apply(Change({**tables, **lists}))
    return folder


def work_in_this_process(_: object, number: int | None = None) -> bool:
    """Do a job without a process of its own, which takes a second or two to start."""
    from arpad.storage.jobs.worker import work_here  # noqa: PLC0415 - needs an office that is open

    return number is not None and work_here(number)


def passed(user: str) -> str:
    """Give the number of an open file from which a command reads the password of somebody."""
    reading, writing = os.pipe()
    with os.fdopen(writing, "w") as file:
        file.write(PASSWORDS[user])
    return str(reading)


def rated_event(desk: Desk) -> str:
    """Give an event that the list has rated."""
    book = Book.open(Path(desk.folder, "book"))
    rated = desk.data("office.preview.output", "preview", user="anna")["preview"]["event_states"]
    waiting = {event["event_id"] for event in rated if event["state"] != "rated"}
    numbers = [number for number in book.table("events")["event_id"].to_list() if number not in waiting]
    return str(numbers[0])


def rated_player(desk: Desk) -> str:
    """Give the number of a player who stands on the newest list of the office."""
    del desk
    from arpad.storage.models import Standing  # noqa: PLC0415 - needs an office that is open

    return str(Standing.objects.filter(standard_rating__isnull=False, is_off=False).order_by("fide_id")[0].fide_id)
