"""`make run`: what is printed, a port that is taken, a folder that is something else."""

from __future__ import annotations

import socket
from functools import partial
from typing import TYPE_CHECKING, get_args

import pytest
from django.db import connections
from ports import free_port

from arpad.cli import example_office
from arpad.cli.example_office import main
from arpad.cli.wording import WORDS
from arpad.lab.office_world.story import StoryStep
from arpad.storage.example_people import PEOPLE

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def test_a_taken_port_is_said_before_anything_is_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What to do stands in the sentence, and nobody waits for an office that cannot be shown."""
    with socket.socket() as other:
        port = free_port()
        other.bind(("127.0.0.1", port))
        other.listen()
        code = main([str(tmp_path / "example-office"), "--port", str(port)])
    said_so = capsys.readouterr().err

    assert code == 2
    assert f"Port {port} of 127.0.0.1 cannot be used" in said_so
    assert f"make run PORT={port + 1}" in said_so
    assert list(tmp_path.iterdir()) == []


def test_address_log_ins_and_first_steps_are_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the office is, who can log in with which password, what to look at first; and that it was closed."""

    def serve(folder: Path, port: int, *, only_faults: bool, ready: Callable[[], None]) -> None:
        assert only_faults
        assert (folder, port) == (tmp_path / "example-office", 8123)
        ready()

    monkeypatch.setattr(example_office, "example_office", lambda *_: False)
    monkeypatch.setattr(example_office, "refuse_taken_port", lambda *_, **__: None)
    monkeypatch.setattr(example_office, "serve", serve)
    code = main([str(tmp_path / "example-office"), "--port", "8123"])
    printed = capsys.readouterr().out

    assert code == 0
    assert "http://127.0.0.1:8123/office/" in printed
    assert "without a log-in: http://127.0.0.1:8123/\n" in printed
    assert all(role.username in printed for role in PEOPLE)
    assert "What to look at first" in printed
    assert printed.rstrip().endswith("with everything you did.")


def test_every_step_of_the_story_has_its_words() -> None:
    """What is said on the way is said of each step, whatever its class is called."""
    stages = {step.stage for step in get_args(StoryStep)}

    assert all(WORDS.say("example_office", f"step_{stage}", {}) for stage in (*stages, "people"))


def test_it_is_made_from_the_first_step_to_the_last(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command itself, with few players: it says that it takes a while, and leaves an office that is whole."""
    monkeypatch.setenv("ARPAD_TODAY", "2026-11-18")
    monkeypatch.delenv("DATABASE_URL", raising=False)
    small = partial(example_office.example_office, players=220, months=3)
    monkeypatch.setattr(example_office, "example_office", small)
    folder = tmp_path / "example-office"
    try:
        code = main([str(folder), "--only-make"])
    finally:
        connections.close_all()

    assert code == 0
    assert "three made-up federations" in capsys.readouterr().out
    assert (folder / "office.toml").exists()


@pytest.mark.parametrize("port", ["0", "70000", "eight", "-1"])
def test_a_port_that_is_none(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A port is a number from 1 to 65535."""
    with pytest.raises(SystemExit):
        main(["example-office", f"--port={port}"])

    assert "is no port; write a number such as PORT=8001" in capsys.readouterr().err


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is no example office is never taken away."""
    tmp_path.joinpath("letter.txt").touch()

    assert main([str(tmp_path), "--only-make"]) == 2
    assert "left alone" in capsys.readouterr().err
    assert tmp_path.joinpath("letter.txt").exists()
