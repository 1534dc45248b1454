"""What a running office writes for whoever runs the machine: lines of JSON, and nobody in them."""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING

import pytest

from arpad.storage.running_log import LOG, note, note_fault, write_log

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Leave the loggers as they were."""
    loggers = (LOG, logging.getLogger("django.request"))
    kept = [(logger, list(logger.handlers), logger.propagate, logger.level) for logger in loggers]
    yield
    for logger, handlers, propagate, level in kept:
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)


def fail(name: str) -> None:
    """Fail as code fails that has somebody in its hands."""
    try:
        int(name)
    except ValueError as fault:
        raise KeyError(name) from fault


def test_a_fault_names_its_kind_and_its_place_and_nobody(capsys: pytest.CaptureFixture[str]) -> None:
    """What the fault says may hold a name, so it is left out; so is where arpad lies on the machine."""
    write_log()
    try:
        fail("Anna Example")
    except KeyError as fault:
        note_fault(fault, job=7)
    written = capsys.readouterr().err
    line = json.loads(written)
    assert (line["event"], line["job"], line["kinds"]) == ("fault", 7, ["KeyError", "ValueError"])
    assert [place.rpartition(":")[0] for place in line["places"]] == ["test_running_log.py"] * 2
    assert "Anna" not in written


def test_a_request_and_work_are_a_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    """With when, what, and facts; where only faults are asked for, nothing."""
    write_log()
    note("work", job=3, kind="list.close", ended="exit 0")
    line = json.loads(capsys.readouterr().err)
    assert line.pop("at").endswith("+00:00")
    assert line == {"event": "work", "job": 3, "kind": "list.close", "ended": "exit 0"}
    write_log(only_faults=True)
    note("work", job=4)
    assert capsys.readouterr().err == ""
