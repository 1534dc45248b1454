"""What a shell completes: each script is run by the shell that it is for."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING

import pytest
from running import answer, arpad

from arpad.cli.overview import COMMANDS
from arpad.regulations.catalogue import shipped_names

if TYPE_CHECKING:
    from pathlib import Path

SHELLS = ("bash", "zsh", "fish")
_ASK = {
    "bash": "{script}\n{given}; _arpad; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
    "zsh": '{script}\nemulate ksh; {given}; _arpad; print -rl -- "${{COMPREPLY[@]}}"',
    "fish": "{script}\ncomplete -C {line}",
}
_QUIET = {"bash": ("--norc",), "zsh": ("-f",), "fish": ("--no-config",)}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Make a folder with files that could be meant."""
    for name in ("list.txt", "my games.txt"):
        (tmp_path / name).write_text("", encoding="utf-8")
    return tmp_path


def completed(shell: str, words: tuple[str, ...], folder: Path) -> set[str]:
    """Give what a shell proposes for the last of some words."""
    program = shutil.which(shell)
    if program is None:
        not_tried = f"completion by {shell}: it was not found. Install it (apt-get install {shell}) and run again."
        if os.environ.get("CI") == "true":
            pytest.fail(f"Not tried: {not_tried}")
        pytest.skip(not_tried)
    line = " ".join(map(shlex.quote, ("arpad", *words)))
    # An empty last word is a blank at the end of the line.
    typed = shlex.quote(" ".join(("arpad", *words)))
    given = f"COMP_WORDS=({line}) COMP_CWORD={len(words)}"
    ask = _ASK[shell].format(script=answer("completion", shell)["script"], given=given, line=typed)
    environment = {**os.environ, "HOME": str(folder / "home"), "XDG_CONFIG_HOME": str(folder / "home")}
    # What a shell is asked is longer than a word of a command may be.
    with NamedTemporaryFile("w", encoding="utf-8") as script:
        script.write(ask)
        script.flush()
        words_of_shell = [program, *_QUIET[shell], script.name]
        run = subprocess.run(words_of_shell, cwd=folder, env=environment, capture_output=True, text=True, check=True)

    assert not run.stderr, run.stderr
    proposals = {proposal.partition("\t")[0] for proposal in run.stdout.splitlines() if proposal}
    # zsh chooses by what was typed only when somebody types it.
    return {proposal for proposal in proposals if proposal.startswith(words[-1])} if shell == "zsh" else proposals


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(
    ("words", "proposed"),
    [
        (("ch",), {"change", "check"}),
        (("list", "fi"), {"find"}),
        (("list", ""), {"show", "find", "convert", "diff", "hash"}),
        (("check", "--regis"), {"--registered"}),
        (("player", "--expl"), {"--explain"}),
        (("list", "diff", "--cha"), {"--change"}),
        (("check", "--kind", "r"), {"rapid"}),
        (("book", "correct", ""), {"result", "event", "player", "base"}),
        (("book", "correct", "result", "--dry"), {"--dry-run"}),
        (("help", "peri"), {"period"}),
        (("help", "list", "f"), {"find"}),
        (("expected", "--edition", "fide-2025"), {"fide-2025-10"}),
        (("schema", "player"), {"player.input", "player.output"}),
        (("player", "--rating", "1850", "--high"), {"--highest"}),
    ],
)
def test_words_are_completed(shell: str, words: tuple[str, ...], proposed: set[str], folder: Path) -> None:
    """Commands, actions, actions of actions, options, their choices and editions; nothing else beside them."""
    assert completed(shell, words, folder) == proposed


def test_fish_proposes_files_where_a_file_is_meant(folder: Path) -> None:
    """A name with a blank is one name; actions are not proposed a second time."""
    assert {"list.txt", "my games.txt"} <= completed("fish", ("list", "find", ""), folder)
    assert "show" not in completed("fish", ("list", "find", ""), folder)


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_files_are_left_to_the_shell(shell: str, folder: Path) -> None:
    """Nothing is proposed, and the shell falls back to names of files, with their blanks."""
    assert completed(shell, ("list", "find", ""), folder) == set()
    assert "complete -o default -F _arpad arpad" in answer("completion", shell)["script"]


@pytest.mark.parametrize("shell", SHELLS)
def test_every_command_and_edition_is_known(shell: str, folder: Path) -> None:
    """Where a command, or an edition, may stand."""
    assert completed(shell, ("",), folder) == {*COMMANDS, "help"}
    assert set(shipped_names()) <= completed(shell, ("editions", "show", ""), folder)


def test_another_shell_is_refused() -> None:
    """With those that are known."""
    code, _, err = arpad("completion", "ksh")

    assert (code, "'bash', 'zsh', 'fish'" in err) == (2, True)
