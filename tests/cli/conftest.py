"""An office at the command line: made once for a run, copied for each test."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from office_desk import PASSWORDS, Desk, book_at, work_in_this_process

from arpad.cli.main import run

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with an office of three people and a book; tests copy it."""
    folder = tmp_path_factory.mktemp("made")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("ARPAD_OFFICE", str(folder / "office"))
        assert run(["office", "init", str(folder / "office"), "--title", "Test"]) == 0
        roles = {"anna": "rating_administrator", "bela": "rating_administrator", "cili": "auditor"}
        for user, role in roles.items():
            patched.setenv("ARPAD_OFFICE_PASSWORD", PASSWORDS[user])
            added = run(["office", "user", "add", user, "--name", f"{user} example", "--role", role])
            assert added == 0
        patched.setenv("ARPAD_OFFICE_PASSWORD", PASSWORDS["anna"])
        book_at(folder / "book")
        assert run(["office", "import", str(folder / "book"), "--as", "anna", "--why", "the first book"]) == 0
    return folder


@pytest.fixture
def desk(filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Desk:
    """Give a copy of the filled office, in which a password proves who somebody is."""
    shutil.copytree(filled, tmp_path / "there")
    monkeypatch.setattr("arpad.web.access.needs_factor", lambda: False)
    monkeypatch.setattr("arpad.storage.jobs.worker.Worker.work_once", work_in_this_process)
    return Desk(tmp_path / "there", monkeypatch, capsys)
