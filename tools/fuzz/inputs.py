"""Every input of the fuzzing: which target it is for, its bytes, and the chance that its target has.

An input follows from the seed and its number. Of every thousand in a row each target gets exactly its share.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from commands import commands
from readers import readers
from samples import samples

if TYPE_CHECKING:
    from pathlib import Path

    from target import Target

THOUSAND = 1000


class Input(NamedTuple):
    """What a target gets."""

    target: str
    raw: bytes
    chance: Random
    """What it decides by: the command, its options."""


@cache
def targets() -> dict[str, Target]:
    """Give everything that is fuzzed: readers by their names, commands with `arpad` before theirs."""
    of_commands = {f"arpad {name}": target for name, target in commands(samples()).items()}
    every = {**readers(samples()), **of_commands}
    if sum(target.share for target in every.values()) != THOUSAND:
        raise SystemExit(f"The shares are {sum(target.share for target in every.values())} of {THOUSAND}.")
    return every


@cache
def _turns() -> tuple[str, ...]:
    turns = [name for name, target in targets().items() for _ in range(target.share)]
    Random(1).shuffle(turns)  # noqa: S311 - no secret
    return tuple(turns)


@cache
def _with_commands() -> tuple[str, ...]:
    return tuple(name for name, target in targets().items() if target.words is not None)


def target_of(key: str) -> str:
    """Give the target of an input by its key: a number, or `command:` and a number for the real command."""
    of_command, _, number = key.rpartition(":")
    turns = _with_commands() if of_command else _turns()
    return turns[int(number) % len(turns)]


def input_of(seed: int, key: str) -> Input:
    """Make an input."""
    name = target_of(key)
    raw = targets()[name].make(Random(f"{seed}:{key}"))  # noqa: S311 - no secret
    return Input(name, raw, acting(seed, key))


def acting(seed: int, key: str) -> Random:
    """Give the chance of a target."""
    return Random(f"{seed}:{key}:act")  # noqa: S311 - no secret


def tried(given: Input, folder: Path) -> str:
    """Give an input to its target; whatever is raised is a finding."""
    return targets()[given.target].act(given.raw, given.chance, folder)
