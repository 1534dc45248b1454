"""Room for several threads: what a command asks for at its beginning, and what a user has asked for before."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from processes import ENVIRONMENT

ASKED = """
import gc, json, os, sys
from arpad.library.room import change_often, look_seldom, share_room
if sys.argv[1] == "late":
    import polars
share_room()
look_seldom()
change_often()
conf = os.environ.get("_RJEM_MALLOC_CONF")
print(json.dumps({"allocator": conf, "threshold": gc.get_threshold()[0], "turn": sys.getswitchinterval()}))
"""
linux = pytest.mark.skipif(sys.platform != "linux", reason="no other system knows the wish")


def asked(set_before: str | None, when: str = "early") -> dict[str, object]:
    """Let a process ask for less room; give what it then says of itself."""
    environment = {name: value for name, value in ENVIRONMENT.items() if name != "_RJEM_MALLOC_CONF"}
    environment |= {} if set_before is None else {"_RJEM_MALLOC_CONF": set_before}
    done = subprocess.run(
        [sys.executable, "-c", ASKED, when], capture_output=True, text=True, env=environment, check=True
    )
    answer: dict[str, object] = json.loads(done.stdout)
    return answer


@linux
def test_stores_are_shared() -> None:
    """One store for one to two processors, asked for before Polars reads it."""
    assert asked(None)["allocator"] == f"narenas:{max(1, (os.cpu_count() or 1) // 2)}"


@linux
def test_who_set_something_has_the_last_word() -> None:
    """What a user set comes behind, and what comes later holds."""
    allocator = str(asked("narenas:7,thp:never")["allocator"])
    assert allocator.startswith("narenas:")
    assert allocator.endswith(",narenas:7,thp:never")


@linux
def test_nothing_is_asked_for_that_nobody_reads_any_more() -> None:
    """Once Polars is loaded its memory is as it is."""
    for set_before in (None, "thp:never"):
        allocator = str(asked(set_before, "late")["allocator"])
        assert "narenas" not in allocator
        assert allocator.endswith(set_before or "")


def test_it_is_seldom_looked_for_what_is_left_over() -> None:
    """Not after every few hundred objects, as Python does."""
    assert asked(None)["threshold"] == 50_000


def test_threads_change_places_often() -> None:
    """A thread that writes a list does not wait five milliseconds for a moment in Python."""
    turn = asked(None)["turn"]
    assert isinstance(turn, float)
    assert turn <= 0.001
